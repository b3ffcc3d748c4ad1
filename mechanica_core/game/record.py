"""The record of a game: its set-up and every action, as text that people read and programs replay.

A record begins with a heading, then the position it starts from, chance included: the order of stacks as they lie,
``?`` for what nobody has seen. Any position can be a start, also one photographed in the middle of a game. Below the
line ``actions:`` stand the actions, as :mod:`mechanica_core.game.action_text` writes them, one a line or several with
``;`` between, and what ``#`` begins is a comment, for people alone. A record that is cut off there still replays as far
as it goes::

    record: mechanica-game/1
    rules: print_2019
    rules-version: 1
    components: demo
    seed: 7
    player: Ann
    player: Ben
    day: 1
    phase: run
    turn: 1
    factory: .=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo
    factory: .=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo
    shop: upgrader fork - -
    stack: repurposer upgrader ? ?
    extras: ?
    blueprints: 5 9
    blueprints: 8 ?
    actions:
    # day 1: Ann runs
    run

Players, rows, spots, stacks and blueprints are counted from 1.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple, TypeVar

from mechanica_core.choices import Decision
from mechanica_core.editions import component_set, rule_set
from mechanica_core.errors import EditionError, GameError, IllegalAction, LayoutError, NotationError, RecordError
from mechanica_core.factory import Factory
from mechanica_core.game.action_text import read_action, write_action
from mechanica_core.game.actions import Action, Decide
from mechanica_core.game.checks import checked, name_problem
from mechanica_core.game.engine import Step, apply
from mechanica_core.game.final import final_standings
from mechanica_core.game.state import (
    MOST_PLAYERS,
    Armand,
    Bought,
    Game,
    Gift,
    Phase,
    Recycled,
    ToDraw,
    ToOpen,
    Upkeep,
    Waiting,
)
from mechanica_core.messages import say
from mechanica_core.pieces import Kind, Model

T = TypeVar("T")

FORMAT: Final = "mechanica-game/1"
RULES_VERSION: Final = 1
"""Counts up whenever the same actions come to something else than before."""
MAX_LENGTH: Final = 200_000
MAX_LINES: Final = 20_000
MAX_LINE: Final = 10_000
MAX_ACTIONS: Final = 20_000
"""Larger records are refused as a mistake before anything is done with them; a long game has 1,000 actions."""
WIDTH: Final = 100
"""Actions are written so many characters wide."""

_COUNT: Final = re.compile("[0-9]{1,15}")
_SEED: Final = re.compile("-?[0-9]{1,4000}")
_MONEY: Final = re.compile(r"([0-9]{1,15})\+([0-9]{1,15})")
_ONCE: Final = ("rules", "rules-version", "components", "day", "phase", "turn", "shop", "stack", "extras")
"""Entries that every record has once."""
_AT_MOST_ONCE: Final = ("seed", "difficulty", "date", "result", "made", "armand", "waiting", "decided")
_SEVERAL: Final = ("player", "factory", "blueprints", "completed")
_ENTRIES: Final[Mapping[str, str]] = {"players": "player", "factories": "factory"}
"""What entries are called that are not called as the field of a game."""
LIKE: Final[Mapping[str, str]] = {
    "rules-version": str(RULES_VERSION),
    "seed": "7",
    "date": "2026-11-30",
    "player": "Ann",
    "result": "41 38",
    "day": "1",
    "phase": " | ".join(Phase),
    "turn": "1",
    "armand": "8+0 upgrader",
    "shop": "upgrader - gift_wrapper -",
    "stack": "repurposer ? ?",
    "extras": "repurposer ? ?",
    "blueprints": "5 9 ?",
    "completed": "1 2",
    "made": "1",
    "decided": "decide floor/top/2<start/middle/centre ahead",
    "waiting": "gift 2 basic plus; open 1",
}
"""How each entry looks that can be written wrongly."""
_END_OF_SET_UP: Final = "actions"


class Claim(NamedTuple):
    """The final scores that a record tells, in the order of players, ARMAND-0 last, and the line that tells them."""

    line: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game from a position on: ``start``, the ``actions`` since, and the day on which it was played, if told.

    What was read from text also knows the line of each action, the ``claim`` of how it ended, and, in ``broken``,
    what ends its actions before the text ends. None of these counts when records are compared.
    """

    start: Game
    actions: tuple[Action, ...] = ()
    date: date | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    claim: Claim | None = field(default=None, compare=False, repr=False)
    broken: RecordError | None = field(default=None, compare=False, repr=False)


class Replay(NamedTuple):
    """What could be replayed: every step, and what is wrong with the first action that could not be done."""

    steps: tuple[Step, ...]
    error: RecordError | None


def replay(record: Record) -> Iterator[Step]:
    """Every action carried out, one after the other, as each is asked for.

    Raises :class:`RecordError` at the first that is illegal or unreadable, or if the game ends otherwise than told.
    """
    game = record.start
    for number, action in enumerate(record.actions):
        line = record.lines[number] if number < len(record.lines) else None  # actions may have been added since
        try:
            step = apply(game, action)
        except IllegalAction as error:
            raise RecordError(line, error.reason, write_action(action), error.rule) from None
        yield step
        game = step.game
    if record.broken:
        raise record.broken
    if game.is_over and record.claim and record.claim.totals != _totals(game):
        told, came = (" ".join(map(str, totals)) for totals in (record.claim.totals, _totals(game)))
        raise RecordError(record.claim.line, say("the result is {came}, not {told}", came=came, told=told))


def replay_while_valid(record: Record) -> Replay:
    """All that can be replayed, and the first thing that cannot, with its line."""
    steps = []
    try:
        for step in replay(record):
            steps.append(step)
    except RecordError as error:
        return Replay(tuple(steps), error)
    return Replay(tuple(steps), None)


# -- writing ------------------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The canonical text of a record. Raises :class:`RecordError` as :func:`replay` does."""
    steps = tuple(replay(record))
    end = steps[-1].game if steps else record.start
    lines = [*_heading(record, end), *_position(record.start), f"{_END_OF_SET_UP}:"]
    games = (record.start, *(step.game for step in steps))
    moves = zip(games, record.actions, strict=False)
    for heading, group in itertools.groupby(moves, lambda move: _group(move[0])):
        lines += [f"# {heading}", *_filled(write_action(action) for _, action in group)]
    if end.is_over:
        lines += [f"# day {end.day}: the game is over", *_final_scores(end)]
    return "\n".join([*lines, ""])


def _filled(actions: Iterable[str]) -> Iterator[str]:
    """Lines with as many actions as go into their width."""
    line = ""
    for action in actions:
        longer = f"{line}; {action}" if line else action
        if line and len(longer) > WIDTH:
            yield line
            longer = action
        line = longer
    yield line


def _group(game: Game) -> str:
    """What actions of this moment are headed by."""
    if game.by_chance and game.phase is Phase.RUN:
        return f"day {game.day}: drawn and opened"
    name = game.players[game.turn]
    return f"day {game.day}: {name} runs" if game.phase is Phase.RUN else f"day {game.day}: {name}"


def _final_scores(game: Game) -> Iterator[str]:
    for player in final_standings(game).players:
        score = player.score
        pieces = score.total - score.wallet - score.vault
        yield f"# {player.rank}. {player.name}: {score.wallet} + {score.vault} + {pieces} = {score.total}"


def _totals(game: Game) -> tuple[int, ...]:
    """Everybody's final score in the order of players, ARMAND-0 last."""
    totals = {player.name: player.score.total for player in final_standings(game).players}
    return (*(totals.pop(name) for name in game.players), *totals.values())


def _heading(record: Record, end: Game) -> Iterator[str]:
    start = record.start
    yield f"record: {FORMAT}"
    yield f"rules: {start.rules_name}"
    yield f"rules-version: {RULES_VERSION}"
    yield f"components: {start.components_name}"
    if start.seed is not None:
        yield f"seed: {start.seed}"
    if record.date:
        yield f"date: {record.date.isoformat()}"
    for name in start.players:
        yield f"player: {_written_name(name)}"
    if start.armand and start.armand.difficulty:
        yield f"difficulty: {start.armand.difficulty}"
    if end.is_over:
        yield f"result: {_joined(_totals(end))}"


def _position(game: Game) -> Iterator[str]:
    yield f"day: {game.day}"
    yield f"phase: {game.phase}"
    yield f"turn: {game.turn + 1}"
    for factory in game.factories:
        yield f"factory: {factory.to_text()}"
    if game.armand:
        bought = _joined(("", *game.armand.bought))
        yield f"armand: {game.armand.wallet}+{game.armand.vault}{bought}"
    yield f"shop: {_joined(kind or '-' for kind in game.shop)}"
    for name, stack in (("stack", game.stack), ("extras", game.extras)):
        yield f"{name}: {_joined(kind or '?' for kind in stack)}".rstrip()
    for blueprints in game.blueprints:
        yield f"blueprints: {_joined('?' if number is None else number + 1 for number in blueprints)}".rstrip()
    if any(game.completed):
        for bits in game.completed:
            yield f"completed: {_joined(n + 1 for n in range(len(game.players)) if bits >> n & 1)}".rstrip()
    if game.made:
        yield f"made: {game.made}"
    if game.decided:
        yield f"decided: {'; '.join(write_action(Decide(*decision)) for decision in game.decided)}"
    if game.waiting:
        yield f"waiting: {'; '.join(map(_written_waiting, game.waiting))}"


def _joined(words: Iterable[object]) -> str:
    return " ".join(map(str, words))


def _written_name(name: str) -> str:
    """A name, in quotes where it would not be read again as it is."""
    plain = name == name.strip() and not name.startswith('"')
    return name if plain else json.dumps(name, ensure_ascii=False)


def _written_waiting(waiting: Waiting) -> str:
    match waiting:
        case Bought(kind):
            return f"bought {kind}"
        case Recycled(model):
            return f"recycled {model}"
        case Gift(player, models):
            return f"gift {player + 1} {_joined(models)}"
        case ToDraw(from_extras, spot):
            return f"draw {'extras' if from_extras else 'stack'} shop/{spot + 1}"
        case ToOpen(stack):
            return f"open {stack + 1}"
        case Upkeep():
            return waiting.value


# -- reading ------------------------------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """One line of the heading or the position: where it stands and what it says."""

    line: int
    value: str


def read_record(text: str) -> Record:
    """Read a record, its actions as far as they can be read; none is carried out.

    Raises :class:`RecordError` naming the line if the heading or the position cannot be read.
    """
    if len(text) > MAX_LENGTH:
        raise RecordError(None, say("longer than {most} characters", most=MAX_LENGTH))
    lines = text.removeprefix("\ufeff").split("\n")
    if len(lines) > MAX_LINES:
        raise RecordError(MAX_LINES, say("more than {most} lines", most=MAX_LINES))
    numbered = enumerate((line.strip() for line in lines), start=1)
    set_up = _SetUp(_entries(numbered))
    actions, broken = _read_actions(numbered)
    return Record(
        start=set_up.game(),
        actions=tuple(action for _, action in actions),
        date=set_up.may("date", _read_date, None),
        lines=tuple(line for line, _ in actions),
        claim=set_up.claim(),
        broken=broken,
    )


def _entries(numbered: Iterator[tuple[int, str]]) -> dict[str, list[_Entry]]:
    """All entries down to the actions, by name."""
    found: dict[str, list[_Entry]] = {}
    last = 0
    for last, text in numbered:
        if len(text) > MAX_LINE:
            raise RecordError(last, say("longer than {most} characters", most=MAX_LINE))
        if not text or text.startswith("#"):
            continue
        name, colon, value = text.partition(":")
        name = name.strip().lower()
        if not found and (name, value.strip()) != ("record", FORMAT):
            raise RecordError(last, say("a record begins with {line}", line=f"record: {FORMAT}"))
        if name == _END_OF_SET_UP and not value.strip():
            return found
        if not colon or name not in ("record", *_ONCE, *_AT_MOST_ONCE, *_SEVERAL):
            raise RecordError(last, say("{text} is no entry of a record", text=repr(text[:60])))
        found.setdefault(name, []).append(_Entry(last, value.strip()))
        if len(found[name]) > 1 and name not in _SEVERAL:
            raise RecordError(last, say("{name} comes twice", name=name))
    raise RecordError(last, say("the set-up ends before {line}", line=f"{_END_OF_SET_UP}:"))


def _read_actions(numbered: Iterator[tuple[int, str]]) -> tuple[list[tuple[int, Action]], RecordError | None]:
    """Actions with their lines, up to the first that cannot be read."""
    actions: list[tuple[int, Action]] = []
    for line, text in numbered:
        if len(text) > MAX_LINE:
            return actions, RecordError(line, say("longer than {most} characters", most=MAX_LINE))
        for part in text.partition("#")[0].split(";"):
            if not part.strip():
                continue
            if len(actions) == MAX_ACTIONS:
                return actions, RecordError(line, say("more than {most} actions", most=MAX_ACTIONS))
            try:
                actions.append((line, read_action(part.strip())))
            except NotationError as error:
                return actions, RecordError(line, error.message, part.strip()[:60])
    return actions, None


class _SetUp:
    """Reads the entries of heading and position into a game."""

    def __init__(self, entries: dict[str, list[_Entry]]) -> None:
        self._entries = entries
        self._end = max(entry.line for several in entries.values() for entry in several) + 1
        for name in (*_ONCE, "player", "factory", "blueprints"):
            if name not in entries:
                raise RecordError(self._end, say("the entry {name} is missing", name=name))

    def game(self) -> Game:
        version = self.must("rules-version", _read_count)
        if version > RULES_VERSION:
            newer = say("it was played by newer rules, {version}, than are known here", version=version)
            raise RecordError(self._line("rules-version"), newer)
        blueprints = self.all("blueprints", _list_of(_read_unseen(_read_number)))
        completed = self.all("completed", _read_bits) or [0, 0]
        for name, stacks in (("blueprints", blueprints), ("completed", completed)):
            if len(stacks) != 2:
                raise RecordError(
                    self._line(name), say("there are two stacks of blueprints, so two lines of {name}", name=name)
                )
        kinds = _list_of(_read_unseen(_read_kind))
        game = Game(
            players=self._players(),
            rules_name=self.must("rules", _read_rules),
            components_name=self.must("components", _read_components),
            factories=tuple(self.all("factory", _read_factory)),
            day=self.must("day", _read_count),
            phase=self.must("phase", Phase),
            turn=self.must("turn", _read_number),
            shop=self.must("shop", kinds),
            stack=self.must("stack", kinds),
            extras=self.must("extras", kinds),
            blueprints=(blueprints[0], blueprints[1]),
            completed=(completed[0], completed[1]),
            waiting=self.may("waiting", _list_of(_read_waiting, ";"), ()),
            decided=self.may("decided", _list_of(_read_decision, ";"), ()),
            made=self.may("made", _read_count, 0),
            armand=self._armand(),
            seed=self.may("seed", _read_seed, None),
        )
        try:
            return checked(game)
        except GameError as error:
            (field, why), *_ = error.problems
            raise RecordError(self._line(_ENTRIES.get(field, field)), why) from None

    def claim(self) -> Claim | None:
        totals = self.may("result", _list_of(_read_count), None)
        return None if totals is None else Claim(self._line("result"), totals)

    def must(self, name: str, read: Callable[[str], T]) -> T:
        return self.all(name, read)[0]

    def may(self, name: str, read: Callable[[str], T], otherwise: T) -> T:
        return next(iter(self.all(name, read)), otherwise)

    def all(self, name: str, read: Callable[[str], T]) -> list[T]:
        """Every value of an entry."""
        found = []
        for line, value in self._entries.get(name, ()):
            try:
                found.append(read(value))
            except (NotationError, LayoutError, EditionError) as error:
                raise RecordError(line, error.message) from None
            except ValueError:
                wrong = say(
                    "{name}: expected something like {example}, not {value}",
                    name=name,
                    example=LIKE[name],
                    value=repr(value[:60]),
                )
                raise RecordError(line, wrong) from None
        return found

    def _players(self) -> tuple[str, ...]:
        names = tuple(self.all("player", _read_name))
        for seat, entry in enumerate(self._entries["player"]):
            problem = name_problem(names, seat)
            if problem is not None:
                raise RecordError(entry.line, problem)
        return names

    def _armand(self) -> Armand | None:
        armand = self.may("armand", _read_armand, None)
        level = self.may("difficulty", str, None)
        return armand and Armand(armand.wallet, armand.vault, armand.bought, level)

    def _line(self, name: str) -> int:
        """The first line with that entry; where it is missing, the end of the set-up."""
        return next((entry.line for entry in self._entries.get(name, ())), self._end)


def _matched(pattern: re.Pattern[str], value: str) -> re.Match[str]:
    match = pattern.fullmatch(value)
    if match is None:
        raise ValueError(value)
    return match


def _read_count(value: str) -> int:
    return int(_matched(_COUNT, value)[0])


def _read_number(value: str) -> int:
    """A number that people count from 1."""
    number = _read_count(value)
    if not number:
        raise ValueError(value)
    return number - 1


def _read_seed(value: str) -> int:
    return int(_matched(_SEED, value)[0])


def _read_date(value: str) -> date:
    return date.fromisoformat(value)


def _read_name(value: str) -> str:
    name = json.loads(value) if value.startswith('"') else value
    if not isinstance(name, str) or not name.strip():
        raise ValueError(value)
    return name


def _read_rules(value: str) -> str:
    return rule_set(value).name


def _read_components(value: str) -> str:
    return component_set(value).name


def _read_factory(value: str) -> Factory:
    """A factory; its pieces need not fit, since those in a photo need not."""
    return Factory.from_text(value, forgive=["does_not_fit"])


def _read_kind(value: str) -> Kind:
    return Kind(value)


def _read_unseen(read: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda value: None if value in ("?", "-") else read(value)


def _list_of(read: Callable[[str], T], separator: str | None = None) -> Callable[[str], tuple[T, ...]]:
    return lambda value: tuple(read(part.strip()) for part in value.split(separator) if part.strip())


def _read_bits(value: str) -> int:
    """Players as bits."""
    players = set(_list_of(_read_number)(value))
    if not players <= set(range(MOST_PLAYERS)):
        raise ValueError(value)
    return sum(1 << player for player in players)


def _read_decision(value: str) -> Decision:
    action = read_action(value)
    if not isinstance(action, Decide):
        raise ValueError(value)
    return Decision(action.choice, action.take)


def _read_armand(value: str) -> Armand:
    money, *bought = value.split()
    wallet, vault = _matched(_MONEY, money).groups()
    return Armand(int(wallet), int(vault), tuple(map(Kind, bought)))


def _read_waiting(value: str) -> Waiting:
    match value.split():
        case ["bought", kind]:
            return Bought(Kind(kind))
        case ["recycled", model]:
            return Recycled(Model(model))
        case ["gift", player, *models]:
            return Gift(_read_number(player), tuple(map(Model, models)))
        case ["draw", "stack" | "extras" as source, spot] if spot.startswith("shop/"):
            return ToDraw(source == "extras", _read_number(spot.removeprefix("shop/")))
        case ["open", "1" | "2" as stack]:
            return ToOpen(int(stack) - 1)
        case _:
            return Upkeep(value)
