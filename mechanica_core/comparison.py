"""What at the table differs from how it should be: two factories compared, in terms that players act on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, Literal, TypeAlias, assert_never

from mechanica_core.events import Activated, Charged, Left, Stopped
from mechanica_core.factory import Factory
from mechanica_core.geometry import dock_place, floor_place, parse_place, start_place
from mechanica_core.machinery import N_ROWS, Machinery
from mechanica_core.messages import Message, say
from mechanica_core.pieces import Model, Piece
from mechanica_core.places import where_words
from mechanica_core.wording import hole_words, piece_words, place_words
from mechanica_core.workday import Workday, next_choice, run_workday

LOOKED_AT: Final = 2000
"""So many workdays are tried to find the one that leads from the state before it to the predicted one."""


@dataclass(frozen=True, slots=True)
class OtherPiece:
    """Another piece lies at a place than predicted; None is an empty square or slot."""

    place: str
    predicted: Piece | None
    found: Piece | None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class TurnedPiece:
    """The right piece faces another way than predicted, or lies the other side up."""

    place: str
    predicted: Piece
    found: Piece
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class UnseenPiece:
    """Nobody could tell what lies at a place where something is predicted."""

    place: str
    predicted: Piece | None
    doubtful: bool = True


@dataclass(frozen=True, slots=True)
class UnmovedBot:
    """A bot stands where it was before the workday; ``to`` is where it would have come to rest, if that is known."""

    hole: str
    model: Model
    to: str | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class UnusedPiece:
    """A piece did not act: what it would have used is still in it."""

    place: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class MovedBot:
    """A bot stands in another hole than predicted."""

    predicted: str
    found: str
    model: Model
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class OtherBot:
    """A bot of another model stands in a hole than predicted."""

    hole: str
    predicted: Model
    found: Model
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class MissingBot:
    """A predicted bot is nowhere."""

    hole: str
    model: Model
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class ExtraBot:
    """A bot stands where none is predicted."""

    hole: str
    model: Model
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class NothingMoved:
    """All is as it was before the workday."""

    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class OtherMoney:
    """There is other money than predicted."""

    pot: Literal["wallet", "vault"]
    predicted: int
    found: int
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class OtherFloor:
    """The floor has another number of columns; only those are compared that both have."""

    predicted: int
    found: int
    doubtful: bool = False


Difference: TypeAlias = (
    OtherPiece
    | TurnedPiece
    | UnseenPiece
    | UnmovedBot
    | UnusedPiece
    | MovedBot
    | OtherBot
    | MissingBot
    | ExtraBot
    | NothingMoved
    | OtherMoney
    | OtherFloor
)
"""One thing that differs. Where bots choose among holes (D-5.14), ``hole`` is the place of all of them."""


def compare(
    predicted: Factory,
    found: Factory,
    *,
    before: Factory | None = None,
    doubtful: Collection[str] = (),
    unseen: Collection[str] = (),
) -> tuple[Difference, ...]:
    """All that differs between a predicted factory and the one that is found: pieces, bots, money; none if equal.

    With the state ``before`` the workday, bots that did not move and pieces that did not act are told as that.
    ``doubtful`` and ``unseen`` are names of places and holes (R-12.9) of what was found that are not sure, and not
    known at all; a doubt about a place is one about its holes. Editions and what is assumed are not compared.
    """
    return tuple(_Comparison(predicted, found, before, doubtful, unseen).differences())


def difference_words(predicted: Factory, found: Factory, difference: Difference) -> Message:
    """A difference in words: "top 2: → Fork, predicted: nothing"."""
    told = _words(predicted.machinery, found.machinery, difference)
    return say("{difference} (doubtful: look again)", difference=told) if difference.doubtful else told


def difference_json(difference: Difference) -> dict[str, object]:
    """A difference as a JSON object: its name, then its fields."""
    return {"difference": _NAMES[type(difference)]} | {
        field.name: _plain(getattr(difference, field.name)) for field in fields(difference)
    }


_NAMES: Final[Mapping[type[Difference], str]] = {
    OtherPiece: "other_piece",
    TurnedPiece: "turned_piece",
    UnseenPiece: "unseen_piece",
    UnmovedBot: "unmoved_bot",
    UnusedPiece: "unused_piece",
    MovedBot: "moved_bot",
    OtherBot: "other_bot",
    MissingBot: "missing_bot",
    ExtraBot: "extra_bot",
    NothingMoved: "nothing_moved",
    OtherMoney: "other_money",
    OtherFloor: "other_floor",
}


def _plain(value: object) -> object:
    return value._asdict() if isinstance(value, Piece) else value


def _words(predicted: Machinery, found: Machinery, difference: Difference) -> Message:
    components = found.components
    match difference:
        case OtherPiece():
            return say(
                "{place}: {found}, predicted: {predicted}",
                place=where_words(difference.place),
                found=piece_words(components, difference.found),
                predicted=piece_words(components, difference.predicted),
            )
        case TurnedPiece():
            return say(
                "{place}: turned to {found}, predicted: {predicted}",
                place=where_words(difference.place),
                found=piece_words(components, difference.found),
                predicted=piece_words(components, difference.predicted),
            )
        case UnseenPiece():
            return say(
                "{place}: not recognised, predicted: {predicted}",
                place=where_words(difference.place),
                predicted=piece_words(components, difference.predicted),
            )
        case UnmovedBot():
            bot, hole = components.model_names[difference.model], _at(found, difference.hole)
            if difference.to is None:
                return say("the {bot} in {hole} did not move", bot=bot, hole=hole)
            to = _at(predicted, difference.to)
            return say("the {bot} in {hole} did not move, predicted: to {to}", bot=bot, hole=hole, to=to)
        case UnusedPiece():
            return say("{piece} did not act", piece=place_words(found, difference.place))
        case MovedBot():
            bot, here = components.model_names[difference.model], _at(found, difference.found)
            return say(
                "{place}: {bot}, predicted in {other}", place=here, bot=bot, other=_at(predicted, difference.predicted)
            )
        case OtherBot():
            names = components.model_names
            return say(
                "{place}: {found}, predicted: {predicted}",
                place=_at(found, difference.hole),
                found=names[difference.found],
                predicted=names[difference.predicted],
            )
        case MissingBot():
            there = _at(predicted, difference.hole)
            return say("{place}: {bot} missing", place=there, bot=components.model_names[difference.model])
        case ExtraBot():
            here = _at(found, difference.hole)
            return say("{place}: {bot} too many", place=here, bot=components.model_names[difference.model])
        case NothingMoved():
            return say("all is as it was before the workday: nothing moved")
        case OtherMoney():
            return say(
                "{place}: {found}, predicted: {predicted}",
                place=where_words(difference.pot),
                found=difference.found,
                predicted=difference.predicted,
            )
        case OtherFloor():
            return say(
                "the floor has {found} columns, predicted: {predicted}",
                found=difference.found,
                predicted=difference.predicted,
            )
        case _:
            assert_never(difference)


def _at(machinery: Machinery, hole: str) -> Message:
    """A hole in words, or a place if that is what is named."""
    try:
        return place_words(machinery, hole)
    except ValueError:
        return hole_words(machinery, hole)


def _standing(factory: Factory) -> Counter[tuple[str, Model]]:
    """How many bots of each model stand in each hole; holes that bots choose among count as their place."""
    machinery = factory.machinery
    together = {hole for first, last in machinery.interchangeable for hole in machinery.holes[first:last]}
    return Counter(
        (hole.rpartition("/")[0] if hole in together else hole, model) for hole, model in factory.bots().items()
    )


class _Comparison:
    def __init__(
        self,
        predicted: Factory,
        found: Factory,
        before: Factory | None,
        doubtful: Collection[str],
        unseen: Collection[str],
    ) -> None:
        self.predicted, self.found, self.before = predicted, found, before
        self.unseen = unseen
        self.unsure = {*doubtful, *unseen}
        expected, standing = _standing(predicted), _standing(found)
        self.missing = expected - standing
        self.extra = standing - expected

    def differences(self) -> Iterator[Difference]:
        """All of them: the floor, pieces, bots, money."""
        here, there = self.predicted.columns, self.found.columns
        if here != there:
            yield OtherFloor(here, there)
        if self._nothing_moved():
            yield NothingMoved()
        else:
            yield from self._pieces()
            yield from map(self._weighed, self._bots())
        if self.predicted.wallet != self.found.wallet:
            yield OtherMoney("wallet", self.predicted.wallet, self.found.wallet)
        if self.predicted.vault != self.found.vault:
            yield OtherMoney("vault", self.predicted.vault, self.found.vault)

    def _nothing_moved(self) -> bool:
        before, found, predicted = self.before, self.found, self.predicted
        if before is None or self.unsure or before.contents == predicted.contents:
            return False
        return before.contents == found.contents and _lying(before) == _lying(found) == _lying(predicted)

    # -- pieces -------------------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[Difference]:
        found = _lying(self.found)
        for place, wanted in _lying(self.predicted).items():
            if place in self.unseen:
                yield UnseenPiece(place, wanted)
            elif place in found and found[place] != wanted:
                lies, doubtful = found[place], place in self.unsure
                if lies and wanted and lies.kind is wanted.kind:
                    yield TurnedPiece(place, wanted, lies, doubtful)
                else:
                    yield OtherPiece(place, wanted, lies, doubtful)

    # -- bots ---------------------------------------------------------------------------------------------------

    def _bots(self) -> Iterator[Difference]:
        """What differs about bots; each way to explain it takes away what it explains."""
        if self.before is not None and self.extra:
            yield from self._left_behind(self.before)
        for hole, model in [*self.extra.elements()]:
            wanted = next((other for there, other in self.missing if there == hole), None)
            if wanted is not None:
                self._explain(self.extra, hole, model)
                self._explain(self.missing, hole, wanted)
                yield OtherBot(hole, wanted, model)
        while pairs := [
            (_apart(there, here), there, here, model)
            for here, model in self.extra
            for there, other in self.missing
            if other is model
        ]:
            _, there, here, model = min(pairs)
            self._explain(self.extra, here, model)
            self._explain(self.missing, there, model)
            yield MovedBot(there, here, model)
        for hole, model in self.missing.elements():
            yield MissingBot(hole, model)
        for hole, model in self.extra.elements():
            yield ExtraBot(hole, model)

    def _left_behind(self, before: Factory) -> Iterator[Difference]:
        """Bots and pieces that did not do what the workday would have them do."""
        standing = _standing(before)
        workday = _workday_between(before, self.predicted)
        events = workday.events if workday else ()
        acts = {event.place: event for event in events if isinstance(event, Activated)}
        for place, act in acts.items():
            used = Counter((self._spot(hole), model) for hole, model in act.used)
            if used <= self.extra:
                self.extra -= used
                self._unmade(act)
                yield UnusedPiece(place)
        rests = {event.bot: event.hole for event in events if isinstance(event, Stopped)}
        leaving = {event.bot: event.model for event in events if isinstance(event, Left)}
        for hole, model in [*self.extra.elements()]:
            if not standing[hole, model] or (leaving and hole not in leaving):
                continue
            self._explain(self.extra, hole, model)
            to = rests.get(hole)
            yield UnmovedBot(hole, model, to and self._spot(to))
            for event in events:
                if isinstance(event, Charged) and event.bot == hole and event.hole is not None:
                    self._explain(self.missing, event.hole, Model.BASIC)
            next_act = acts.get(to.rpartition("/")[0]) if to else None
            if next_act is not None:  # the others that it would have used wait in it
                self.extra -= Counter((self._spot(waits), waiting) for waits, waiting in next_act.used)
                self._unmade(next_act)
            elif to is not None:
                self._explain(self.missing, self._spot(to), model)

    def _unmade(self, act: Activated) -> None:
        for hole, model in act.made:
            self._explain(self.missing, hole, model)

    def _spot(self, hole: str) -> str:
        """What a hole counts as in the predicted factory."""
        machinery = self.predicted.machinery
        index = machinery.hole_index.get(hole, -1)
        together = any(first <= index < last for first, last in machinery.interchangeable)
        return hole.rpartition("/")[0] if together else hole

    @staticmethod
    def _explain(bots: Counter[tuple[str, Model]], hole: str, model: Model) -> None:
        if bots[hole, model]:
            bots -= Counter({(hole, model): 1})

    def _weighed(self, difference: Difference) -> Difference:
        """A difference of bots, doubtful if one of its holes is: a doubt about a place is one about its holes."""
        holes = (getattr(difference, field.name) for field in fields(difference))
        named = [hole for hole in holes if isinstance(hole, str) and not isinstance(hole, Model)]
        doubtful = any(
            doubt == hole or hole.startswith(f"{doubt}/") or doubt.startswith(f"{hole}/")
            for hole in named
            for doubt in self.unsure
        )
        return replace(difference, doubtful=doubtful)


def _lying(factory: Factory) -> dict[str, Piece | None]:
    """What lies at every place, row by row from the start slot to the truck."""
    places = (
        place
        for row in range(N_ROWS)
        for place in (
            start_place(row),
            *(floor_place(row, column) for column in range(factory.columns)),
            dock_place(row),
        )
    )
    return {place: factory.piece_at(place) for place in places}


def _apart(one: str, other: str) -> float:
    """How far two holes are from each other, in squares, about."""

    def square(hole: str) -> tuple[int, float]:
        parts = hole.split("/")
        area, row, column = parse_place("/".join(parts[: 3 if parts[0] == "floor" else 2]))
        return row, {"start": -1.0, "floor": float(column), "dock": 99.0}[area]

    return math.dist(square(one), square(other))


def _workday_between(before: Factory, evening: Factory) -> Workday | None:
    """A workday that leads from the one state to the other, if few enough had to be tried."""
    if before.machinery != evening.machinery:
        return None
    waiting: list[dict[str, str]] = [{}]
    for _ in range(LOOKED_AT):
        if not waiting:
            return None
        decisions = waiting.pop()
        choice = next_choice(before, decisions)
        if choice is not None:
            waiting += [decisions | {choice.id: take} for take in reversed(choice.takes)]
            continue
        workday = run_workday(before, decisions)
        if workday.factory.contents == evening.contents:
            return workday
    return None
