"""What the page asks about factories, as plain data: answered by the service, or inside the browser without it.

Factories come and go as one line of notation, so nothing here needs more than the standard library and the core.
Pieces need not fit in them (D-3.7): the page shows what lies on a table, as it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from mechanica_core import Factory, component_set, open_choices, run_workday
from mechanica_core.best import best_day
from mechanica_core.by_hand import by_hand
from mechanica_core.choices import Choice, ChoiceKind, take_first
from mechanica_core.errors import MechanicaError, ProblemKind
from mechanica_core.events import Activated, Charged, Earned, Event, Passed, Stopped, Thrown
from mechanica_core.explanations import explain
from mechanica_core.geometry import ROWS, Facing, dock_place, floor_place, parse_place, start_place
from mechanica_core.layout import FloorPiece, StartSlot, Truck
from mechanica_core.layout import bots as bots_by_hole
from mechanica_core.messages import LANGUAGES, Language, say
from mechanica_core.narration import decision_words, event_words, matters, taken_options
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, TRUCKS, Kind, Model
from mechanica_core.places import where_words
from mechanica_core.render.board import Table, draw_board, draw_pieces
from mechanica_core.render.theme import THEMES
from mechanica_core.render.ways import flight, ways_of
from mechanica_core.scoring import Unsure, score, standings
from mechanica_core.wording import hole_name, place_words
from mechanica_core.workday import Workday

COMPASS: Final = {
    Facing.EAST: say("east"),
    Facing.NORTH: say("north"),
    Facing.WEST: say("west"),
    Facing.SOUTH: say("south"),
}
MOST_PLAYERS: Final = 8


class Refused(MechanicaError):
    """A question that has no answer."""


def answer(question: str, asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Answer one of :data:`QUESTIONS`. Raises :class:`MechanicaError`, in words, whatever was asked."""
    if question not in QUESTIONS or lang not in LANGUAGES:
        raise Refused(say("there is nothing at this address"))
    try:
        return QUESTIONS[question](lang, **asked)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError):
        raise Refused(say("the request cannot be read")) from None


def best_day_of(factory: Factory, asked: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The answer to "day" with hints, which searches: a function of its factory, so that a process can carry it out."""
    return answer("day", {**asked, "text": factory.to_text()}, lang)


def read(text: str) -> Factory:
    """The factory of a line of notation, whether or not its pieces fit."""
    return Factory.from_text(text, forgive=("does_not_fit",))


# -- boards ------------------------------------------------------------------------------------------------------


def board(lang: Language, *, text: str = "", theme: str = "light") -> dict[str, Any]:
    """A factory as it lies: its picture without bots, and every place with what is in it; an empty one without text."""
    return _board(read(text) if text else Factory.new(), lang, theme)


def _board(factory: Factory, lang: Language, theme: str) -> dict[str, Any]:
    table = Table(factory.layout)
    colours = THEMES["dark" if theme == "dark" else "light"]
    odd = [*(misfit.problem for misfit in factory.machinery.misfits), *factory.warnings]
    return {
        "text": factory.to_text(),
        "components": factory.components,
        "columns": factory.columns,
        "size": [table.grid.width, table.grid.height],
        "art": draw_board(table.grid, colours, lang) + draw_pieces(table, colours, lang),
        "wallet": factory.wallet,
        "vault": factory.vault,
        "places": [_place(factory, table, place, lang) for place in places_of(factory)],
        "problems": [
            {"place": problem.place, "words": problem.sentence.text(lang), "rule": problem.rule} for problem in odd
        ],
    }


def places_of(factory: Factory) -> Iterator[str]:
    """Every slot, square and truck, row by row from the west."""
    for row in range(len(ROWS)):
        yield start_place(row)
        for column in range(factory.columns):
            yield floor_place(row, column)
        yield dock_place(row)


def _place(factory: Factory, table: Table, place: str, lang: Language) -> dict[str, Any]:
    piece = factory.piece_at(place)
    x, y = table.grid.middle(place)
    where = where_words(place)
    range_of = factory.machinery.range_of
    numbers = range(range_of[place].first, range_of[place].last) if place in range_of else ()
    return {
        "place": place,
        "x": x,
        "y": y,
        "where": where if isinstance(where, str) else where.text(lang),
        "piece": factory.machinery.components.piece_names[piece.kind].text(lang) if piece else None,
        "kind": piece.kind if piece else None,
        "facing": piece.facing if piece else "east",
        "flipped": piece.flipped if piece else False,
        "spoken": ", ".join(_spoken(factory, place, lang)),
        "holes": [_hole(factory, table, number, lang) for number in numbers],
    }


def _hole(factory: Factory, table: Table, number: int, lang: Language) -> dict[str, Any]:
    hole = factory.machinery.holes[number]
    spot = table.spot(hole)
    return {
        "hole": hole,
        "name": hole_name(hole.rpartition("/")[2]).text(lang),
        "x": round(spot.x, 2),
        "y": round(spot.y, 2),
        "r": round(spot.radius, 2),
        "input": spot.is_input,
        "model": factory.bot_at(hole),
    }


def _spoken(factory: Factory, place: str, lang: Language) -> Iterator[str]:
    """A place as a screen reader says it: "middle 2: Upgrader", "east", "Plus in hole ahead"."""
    piece, known = factory.piece_at(place), factory.machinery.components
    if place.startswith("floor/"):
        where = where_words(place)
        lies = known.piece_names[piece.kind] if piece else say("empty belt")
        yield say("{place}: {piece}", place=where, piece=lies).text(lang)
        if piece:
            yield COMPASS[piece.facing].text(lang)
            if piece.flipped:
                yield say("flipped").text(lang)
    else:
        yield place_words(factory.machinery, place).text(lang)
    for hole, model in _held(factory, place):
        yield say("{bot} in hole {hole}", bot=known.model_names[model], hole=hole_name(hole)).text(lang)


def change(
    lang: Language,
    *,
    text: str,
    changes: Sequence[Mapping[str, Any]] = (),
    wallet: int | None = None,
    vault: int | None = None,
    theme: str = "light",
) -> dict[str, Any]:
    """A factory after places and holes were given what is said to be in them, as :func:`board` tells it.

    Each change is ``{"place", "value"}``: a place takes ``{"kind", "facing", "flipped"}``, a hole a model or None. A
    new piece keeps the bots in those holes that it has too; bots are put when all pieces lie.
    """
    factory = read(text)
    bots: dict[str, Model | None] = {}
    for each in changes[:200]:
        place, value = str(each["place"]), each["value"]
        if place.count("/") > (2 if place.startswith("floor/") else 1):
            bots[place] = None if value is None else Model(value)
        else:
            factory = _changed(factory, place, value)
    factory = factory.with_bots(bots)  # all at once, for bots in holes that are alike move up
    money = (factory.wallet if wallet is None else int(wallet), factory.vault if vault is None else int(vault))
    return _board(factory.with_money(*money), lang, theme)


def _changed(factory: Factory, place: str, value: Any) -> Factory:
    area, row, column = parse_place(place)
    kind = None if value is None or value.get("kind") is None else Kind(value["kind"])
    layout = factory.layout
    held = dict(_held(factory, place))
    if area == "floor":
        floor = [piece for piece in layout.floor if piece.place != place]
        if kind is not None:
            lying = FloorPiece(
                ROWS[row],
                column + 1,
                kind,
                Facing(value.get("facing") or "east"),
                bool(value.get("flipped", False)) and kind is Kind.DUPLICATOR,
            )
            shape = component_set(factory.components).shapes[kind, lying.flipped].value
            kept = {hole: model for hole, model in held.items() if hole in shape.holes}
            floor.append(replace(lying, bots=bots_by_hole(kept)))
        changed = replace(layout, floor=tuple(floor))
    elif area == "start":
        if kind is None and row == 1:
            kind = Kind.BASIC_FABRICATOR
        holes = component_set(factory.components).start_shapes[kind].value.holes
        slot = StartSlot(kind, bots_by_hole({hole: model for hole, model in held.items() if hole in holes}))
        start = [slot if index == row else old for index, old in enumerate(layout.start)]
        changed = replace(layout, start=(start[0], start[1], start[2]))
    else:
        kind = kind or Kind.SMALL_TRUCK
        room = component_set(factory.components).truck_holes[kind].value
        truck = Truck(kind, tuple(sorted(held.values(), key=list(Model).index, reverse=True)[:room]))
        dock = [truck if index == row else old for index, old in enumerate(layout.dock)]
        changed = replace(layout, dock=(dock[0], dock[1], dock[2]))
    return Factory.from_layout(changed, (ProblemKind.DOES_NOT_FIT,))


def _held(factory: Factory, place: str) -> Iterator[tuple[str, Model]]:
    for hole, model in factory.bots().items():
        there, _, name = hole.rpartition("/")
        if there == place:
            yield name, model


def pieces(lang: Language, *, components: str = "demo") -> dict[str, Any]:
    """Every kind of piece by where it goes, with its name: what an editor offers."""
    known = component_set(components)
    areas = {"floor": FLOOR_KINDS, "start": FABRICATORS, "dock": TRUCKS}
    return {
        "areas": {
            area: [{"kind": kind, "name": known.piece_names[kind].text(lang)} for kind in kinds]
            for area, kinds in areas.items()
        },
        "models": [{"model": model, "name": known.model_names[model].text(lang)} for model in Model],
    }


def help(lang: Language, *, kind: str, components: str = "demo") -> dict[str, Any]:
    """What a piece does."""
    known = component_set(components)
    told = explain(kind, known)
    return {
        "name": known.piece_names[Kind(kind)].text(lang),
        "summary": told.summary.text(lang),
        "details": [detail.text(lang) for detail in told.details],
        "facts": [fact.text(lang) for fact in told.facts],
        "rules": told.rules,
    }


# -- workdays ----------------------------------------------------------------------------------------------------


def day(
    lang: Language,
    *,
    text: str,
    decisions: Mapping[str, str] | None = None,
    rest: bool = False,
    hints: bool = False,
    theme: str = "light",
) -> dict[str, Any]:
    """A workday under these decisions, to be played: as far as the first choice that they leave open, or to its end.

    ``rest`` decides what is left: by the best day with ``hints``, else by the first option of each choice.
    """
    factory = read(text)
    taken = dict(decisions or {})
    if rest:
        taken = _rest(factory, taken, hints=hints)
    choices = open_choices(factory, taken)
    workday = run_workday(factory, taken, policy=take_first)
    table = Table(factory.layout)
    events = workday.events
    last = max((event.tick for event in events), default=0)
    told: dict[str, Any] = {
        "text": factory.to_text(),
        "last": last,
        "bots": [*_bots(workday, table)],
        "coins": [*_coins(events, table)],
        "decided": [
            {
                "choice": choice.id,
                "place": choice.place,
                "words": decision_words(factory.machinery, choice, option).text(lang),
            }
            for choice, option in taken_options(workday)
            if choice.id in taken
        ],
        "story": _story(workday, lang),
        "halt": None,
    }
    if choices:
        first = min(choices, key=lambda choice: _tick_of(choice, events, last))
        hinted = dict(best_day(factory, "money", decisions=taken).decisions) if hints else {}
        told["halt"] = {
            "tick": _tick_of(first, events, last),
            "open": len(choices),
            **_choice_json(first, factory, table, hinted.get(first.id), lang),
        }
        return told
    told["evening"] = _board(workday.factory, lang, theme)
    told["gained"] = {"wallet": workday.gained.wallet, "vault": workday.gained.vault}
    told["decisions"] = dict(workday.decisions)
    told["by_hand"] = [
        {
            "words": step.words.text(lang),
            "taken": [model for _, model in step.taken],
            "put": [model for _, model in step.put],
        }
        for step in by_hand(workday)
    ]
    return told


def _rest(factory: Factory, taken: dict[str, str], *, hints: bool) -> dict[str, str]:
    if hints:
        return dict(best_day(factory, "money", decisions=taken).decisions)
    return dict(run_workday(factory, taken, policy=take_first).decisions)


def _choice_json(choice: Choice, factory: Factory, table: Table, best: str | None, lang: Language) -> dict[str, Any]:
    x, y = table.grid.middle(choice.place)
    options = []
    for option in choice.options:
        where = _where(choice, option.take, option.heading, option.place, table)
        options.append(
            {
                "take": option.take,
                "words": option.words(lang),
                "heading": option.heading,
                "x": where[0],
                "y": where[1],
                "models": list(option.models),
                "best": option.take == best,
            }
        )
    return {
        "choice": choice.id,
        "kind": choice.kind,
        "place": choice.place,
        "x": x,
        "y": y,
        "bot": choice.bot,
        "words": choice.words(lang),
        "options": options,
    }


_STEP: Final = {Facing.EAST: (1, 0), Facing.NORTH: (0, -1), Facing.WEST: (-1, 0), Facing.SOUTH: (0, 1)}


def _where(
    choice: Choice, take: str, heading: Facing | None, place: str | None, table: Table
) -> tuple[float | None, float | None]:
    """Where the number of an option stands: at its exit, its hole or where the bot lands."""
    x, y = table.grid.middle(choice.place)
    if choice.kind in (ChoiceKind.CHARGE, ChoiceKind.PUT) and place:
        spot = table.spot(place)
        return spot.x, spot.y
    if choice.kind is ChoiceKind.LANDING:
        return table.grid.middle(take)
    if heading is not None:
        dx, dy = _STEP[heading]
        return x + 62 * dx, y + 62 * dy
    return None, None


def _tick_of(choice: Choice, events: Iterable[Event], last: int) -> int:
    """When a choice arises: what comes later in the day plays no part before it."""
    visit = int(choice.id.partition("#")[2] or 1)
    match choice.kind:
        case ChoiceKind.EXIT:
            times = [e.tick for e in events if isinstance(e, Passed) and (e.bot, e.place) == (choice.bot, choice.place)]
            return times[min(visit, len(times)) - 1] if times else 0
        case ChoiceKind.LANDING:
            times = [
                e.tick - 1 for e in events if isinstance(e, Thrown) and (e.bot, e.tester) == (choice.bot, choice.place)
            ]
            return times[0] if times else 0
        case ChoiceKind.CHARGE:
            return next((e.tick for e in events if isinstance(e, Charged) and e.place == choice.place), last)
        case _:
            return max((e.tick for e in events if not isinstance(e, Stopped | Activated)), default=0)


def _bots(workday: Workday, table: Table) -> Iterator[dict[str, Any]]:
    """Every bot of the day with its key frames: tick, x, y, size. ``gone`` is when it vanishes, ``born`` when made."""
    events = workday.events
    used = {hole: event.tick for event in events if isinstance(event, Activated) for hole, _ in event.used}
    moved = {way.bot: way for way in ways_of(events, table)}
    for hole, model in table.bots:
        way = moved.get(hole)
        x, y, radius, _ = table.spot(hole)
        frames: list[list[float]] = [[0, round(x, 2), round(y, 2), 1]]
        gone: float | None = used.get(hole)
        lost: float | None = None
        ends = hole
        if way is not None:
            previous = way.points[0]
            for point in way.points[1:]:
                frames += [
                    [tick, round(x, 2), round(y, 2), round(size, 2)] for tick, x, y, size in flight(previous, point)
                ]
                previous = point
            gone, ends = (used.get(way.rests) if way.rests else None), way.rests or ""
            if way.lost is not None:
                gone = lost = max(way.lost.tick, previous.tick)
        yield {
            "bot": hole, "model": model, "r": radius, "frames": frames,
            "born": None, "gone": gone, "lost": lost, "ends": ends,
        }  # fmt: skip
    for event in events:
        made: Iterable[tuple[str, Model]] = ()
        if isinstance(event, Activated):
            made = event.made
        elif isinstance(event, Charged) and event.hole is not None:
            made = ((event.hole, Model.BASIC),)
        for hole, model in made:
            x, y, radius, _ = table.spot(hole)
            yield {
                "bot": hole, "model": model, "r": radius, "frames": [[event.tick, round(x, 2), round(y, 2), 1]],
                "born": event.tick, "gone": None, "lost": None, "ends": hole,
            }  # fmt: skip


def _coins(events: Iterable[Event], table: Table) -> Iterator[dict[str, Any]]:
    for event in events:
        if isinstance(event, Earned):
            x, y = table.grid.middle(event.place)
            yield {"tick": event.tick, "place": event.place, "x": x, "y": y, "pot": event.pot, "coins": event.coins}


def _story(workday: Workday, lang: Language) -> list[dict[str, Any]]:
    """The day as a list: what is earned, made and lost, and where bots stop."""
    machinery = workday.before.machinery
    return [
        {"tick": event.tick, "words": event_words(machinery, event).text(lang)}
        for event in workday.events
        if matters(event)
    ]


# -- scores ------------------------------------------------------------------------------------------------------


def scores(lang: Language, *, players: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Final scores line by line, and who won. ``unsure`` of a player are ``[place, least, most]`` that doubts leave."""
    counted = {}
    boards = {}
    for number, player in enumerate(players[:MOST_PLAYERS]):
        factory = read(player["text"]).with_money(int(player["wallet"]), int(player["vault"]))
        unsure = [Unsure(str(place), int(least), int(most)) for place, least, most in player.get("unsure", ())]
        key = str(number)
        counted[key] = replace(score(factory), unsure=tuple(unsure))
        boards[key] = factory
    order = standings(counted)
    told = []
    for standing in order.players:
        final, factory = standing.score, boards[standing.name]
        lines = [
            {
                "place": part.place,
                "words": place_words(factory.machinery, part.place).text(lang),
                "value": part.value,
                "kind": part.kind,
            }
            for part in final.improvements
        ]
        told.append(
            {
                "player": int(standing.name),
                "rank": standing.rank,
                "total": final.total,
                "least": final.least,
                "most": final.most,
                "wallet": final.wallet,
                "vault": final.vault,
                "lines": lines,
                "unsure": [part.where for part in final.unsure],
                "assumed": bool(final.assumed),
            }
        )
    return {"players": told, "winners": [int(name) for name in order.winners], "certain": order.certain}


QUESTIONS: Final[Mapping[str, Callable[..., dict[str, Any]]]] = {
    "board": board,
    "change": change,
    "pieces": pieces,
    "help": help,
    "day": day,
    "scores": scores,
}
"""By name; each takes the language, then what was asked."""
