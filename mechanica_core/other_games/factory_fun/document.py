"""JSON documents of Factory Fun, read through pydantic, and their JSON Schema: a hall, a change of one, a game.

A document names machines; those that it describes itself, under ``kinds``, come before those of the set at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, RootModel

from mechanica_core.document import Object, parse_json, validated
from mechanica_core.errors import DocumentError
from mechanica_core.geometry import Facing
from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun.errors import (
    BrokenRound,
    BuildError,
    GameSetupError,
    PartError,
    TakingError,
)
from mechanica_core.other_games.factory_fun.game import MOST_PLAYERS, ROUNDS, Build, Game, Round, Taking, play_round
from mechanica_core.other_games.factory_fun.hall import COLUMNS, PILLAR, ROWS, Hall
from mechanica_core.other_games.factory_fun.parts import (
    MAX_NAME,
    MAX_NUMBER,
    MAX_SIZE,
    Connector,
    Container,
    Flow,
    Machine,
    PipeEnd,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
)

HALL_FORMAT: Final = "factory-fun-hall/1"
CHANGE_FORMAT: Final = "factory-fun-change/1"
GAME_FORMAT: Final = "factory-fun-game/1"
MAX_PARTS: Final = MAX_SIZE * MAX_SIZE
MAX_KINDS: Final = 200
"""Machines that one document or set describes."""
MAX_MONEY: Final = 9_999

_Text = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
_Square = Annotated[str, Field(max_length=20, description="A column and a row, such as c4.")]
_Colour = Literal["yellow", "red", "blue", "brown"]
_Number = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
_Size = Annotated[int, Field(ge=1, le=MAX_SIZE)]
_Facing = Annotated[Facing, Field(strict=False)]


class _PipeEnd(Object):
    """A pipe end of a machine that faces east: half 1 lies in the west."""

    half: Literal[1, 2]
    side: _Facing
    flow: Annotated[Flow, Field(strict=False)]
    product: Annotated[Product, Field(strict=False)]
    number: _Number


class MachineEntry(Object):
    """A machine: its pipe ends, its income and the extra container that comes with it, if any."""

    name: _Text
    ends: Annotated[list[_PipeEnd], Field(min_length=1, max_length=6)]
    income: Annotated[int, Field(ge=0, le=MAX_NUMBER)]
    extra: Literal["yellow", "red", "blue", "brown", "any"] | None = None

    def machine(self) -> Machine:
        """The machine. Raises :class:`PartError` if there can be none like it."""
        ends = tuple(PipeEnd(end.half, end.side, end.flow, end.product, end.number) for end in self.ends)
        extra = self.extra if self.extra is None or self.extra == "any" else Product(self.extra)
        return Machine(self.name, ends, self.income, extra)


_Kinds = Annotated[list[MachineEntry], Field(max_length=MAX_KINDS)]


class _PlacedMachine(Object):
    """A machine in the hall: the square of its half 1, and the direction in which its half 2 lies."""

    machine: _Text
    square: _Square
    facing: _Facing = Facing.EAST


class _Connector(Object):
    """A connector: for each of its one or two pipes the sides that it joins, such as "EN" for a bend."""

    square: _Square
    pipes: Annotated[list[Annotated[str, Field(max_length=4)]], Field(min_length=1, max_length=2)]


class _Container(Object):
    """A supply container."""

    square: _Square
    product: _Colour


class _Reservoir(Object):
    """An output reservoir or an end-product reservoir."""

    square: _Square
    store: Annotated[Store, Field(strict=False)] = Store.OUTPUT


class _Hall(Object):
    """A factory hall; without a size it is a printed one, without a pillar's square it stands on f4."""

    rows: _Size = ROWS
    columns: _Size = COLUMNS
    pillar: _Square | None = str(PILLAR)
    machines: list[_PlacedMachine] = Field(max_length=MAX_PARTS, default_factory=list)
    connectors: list[_Connector] = Field(max_length=MAX_PARTS, default_factory=list)
    containers: list[_Container] = Field(max_length=MAX_PARTS, default_factory=list)
    reservoirs: list[_Reservoir] = Field(max_length=MAX_PARTS, default_factory=list)


class HallDocument(_Hall):
    """One factory hall."""

    format: Literal["factory-fun-hall/1"]
    kinds: _Kinds = Field(default_factory=list)


class ChangeDocument(Object):
    """A hall before and after building, and the player's money before, if it is to be looked at."""

    format: Literal["factory-fun-change/1"]
    kinds: _Kinds = Field(default_factory=list)
    before: _Hall
    after: _Hall
    money: Annotated[int, Field(ge=1, le=MAX_MONEY)] | None = None


class _Taking(Object):
    """Who took which machine; null is none."""

    player: _Text
    machine: _Text | None


class _Build(Object):
    """A player's hall after building, and the colour chosen for a super supply with a question mark."""

    player: _Text
    hall: _Hall
    colour: _Colour | None = None


class _Round(Object):
    """A round: takings in their order, then builds in theirs."""

    takings: Annotated[list[_Taking], Field(max_length=MOST_PLAYERS)]
    builds: list[_Build] = Field(max_length=MOST_PLAYERS, default_factory=list)


class GameDocument(Object):
    """A game: the players, all machines in the order in which they are turned over, and the rounds played."""

    format: Literal["factory-fun-game/1"]
    kinds: _Kinds = Field(default_factory=list)
    players: Annotated[list[_Text], Field(min_length=2, max_length=MOST_PLAYERS)]
    stock: Annotated[list[_Text], Field(max_length=ROUNDS * MOST_PLAYERS)]
    pillars: Annotated[list[_Square | None], Field(max_length=MOST_PLAYERS)] | None = None
    rounds: list[_Round] = Field(max_length=ROUNDS, default_factory=list)


Document: TypeAlias = Annotated[HallDocument | ChangeDocument | GameDocument, Field(discriminator="format")]


class _AnyDocument(RootModel[Document]):
    """A document of Factory Fun; its format tells which."""


@dataclass(frozen=True, slots=True)
class HallChange:
    """A hall before and after building; the money before, if it was told."""

    before: Hall
    after: Hall
    money: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its start, and the rounds played."""

    start: Game
    rounds: tuple[Round, ...]

    @property
    def end(self) -> Game:
        """The game after the last round."""
        return self.rounds[-1].game if self.rounds else self.start


def read_document(
    document: str | bytes | dict[str, Any], machines: Iterable[Machine] = ()
) -> Hall | HallChange | PlayedGame:
    """Read a document, given as JSON text or as the parsed object; ``machines`` are those that it may name.

    Raises :class:`DocumentError` naming the square and the key of all that is malformed, and for a game
    :class:`BrokenRound` naming the player whose taking or building breaks a rule. Whether a hall is legal is not asked
    otherwise.
    """
    parsed = parse_json(document) if isinstance(document, str | bytes) else document
    if not isinstance(parsed, dict):
        raise DocumentError([("document", say("a document is an object"))])
    read = validated(_AnyDocument, parsed, ignore_unknown=False, place=document_place).root
    known = {machine.name: machine for machine in machines} | {
        machine.name: machine for machine in machines_of(read.kinds)
    }
    match read:
        case HallDocument():
            return _hall(read, known, ())
        case ChangeDocument():
            before, after = _hall(read.before, known, ("before",)), _hall(read.after, known, ("after",))
            if (before.rows, before.columns, before.pillar) != (after.rows, after.columns, after.pillar):
                raise DocumentError([("after", say("the hall has another size or pillar than before"))])
            return HallChange(before, after, read.money)
        case GameDocument():
            return _game(read, known)


def machines_of(entries: Sequence[MachineEntry], key: str = "kinds") -> list[Machine]:
    """The machines that entries describe. Raises :class:`DocumentError` naming the machine."""
    found: dict[str, Machine] = {}
    problems: list[tuple[str, Message]] = []
    for number, entry in enumerate(entries, start=1):
        try:
            machine = entry.machine()
        except PartError as error:
            problems.append((f"{key}/{number}", error.message))
            continue
        if found.setdefault(machine.name, machine) is not machine:
            problems.append((f"{key}/{number}/name", say("{name} comes twice", name=machine.name)))
    if problems:
        raise DocumentError(problems)
    return list(found.values())


def _hall(read: _Hall, known: Mapping[str, Machine], path: tuple[str, ...]) -> Hall:
    """The hall that was read. Raises :class:`DocumentError` listing every part that cannot be."""
    problems: list[tuple[str, Message]] = []

    @contextmanager
    def at(*where: str) -> Iterator[None]:
        try:
            yield
        except PartError as error:
            problems.append(("/".join((*path, *where)), error.message))

    machines, connectors, containers, reservoirs = [], [], [], []
    pillar = None
    with at("pillar"):
        pillar = None if read.pillar is None else Square.named(read.pillar)
    for number, placed in enumerate(read.machines, start=1):
        with at("machines", str(number), "square"):
            square = Square.named(placed.square)
            if placed.machine in known:
                machines.append(PlacedMachine(square, known[placed.machine], placed.facing))
            else:
                where = "/".join((*path, "machines", str(square), "machine"))
                problems.append((where, say("no machine is called {name}", name=repr(placed.machine))))
    for number, connector in enumerate(read.connectors, start=1):
        square = Square(0, 0)
        with at("connectors", str(number), "square"):
            square = Square.named(connector.square)
            with at("connectors", str(square), "pipes"):
                connectors.append(Connector.of(square, *connector.pipes))
    for number, container in enumerate(read.containers, start=1):
        with at("containers", str(number), "square"):
            containers.append(Container(Square.named(container.square), Product(container.product)))
    for number, reservoir in enumerate(read.reservoirs, start=1):
        with at("reservoirs", str(number), "square"):
            reservoirs.append(Reservoir(Square.named(reservoir.square), reservoir.store))
    if not problems:
        with at("pillar"):
            return Hall(
                machines=tuple(machines),
                connectors=tuple(connectors),
                containers=tuple(containers),
                reservoirs=tuple(reservoirs),
                pillar=pillar,
                rows=read.rows,
                columns=read.columns,
            )
    raise DocumentError(problems)


def _game(read: GameDocument, known: Mapping[str, Machine]) -> PlayedGame:
    stock = [_named(name, known, f"stock/{number}") for number, name in enumerate(read.stock, start=1)]
    seats = {name: seat for seat, name in enumerate(read.players)}
    try:
        start = game = Game.new(read.players, stock, pillars=_pillars(read))
    except GameSetupError as error:
        raise DocumentError([("game", error.message)]) from None
    rounds = []
    for number, played in enumerate(read.rounds, start=1):
        where = f"rounds/{number}"
        takings = [
            Taking(
                _seat(taking.player, seats, f"{where}/takings/{index}/player"),
                None if taking.machine is None else _named(taking.machine, known, f"{where}/takings/{index}/machine"),
            )
            for index, taking in enumerate(played.takings, start=1)
        ]
        builds = [
            Build(
                _seat(build.player, seats, f"{where}/builds/{index}/player"),
                _hall(build.hall, known, (where, "builds", str(index), "hall")),
                None if build.colour is None else Product(build.colour),
            )
            for index, build in enumerate(played.builds, start=1)
        ]
        try:
            rounds.append(play_round(game, takings, builds))
        except (TakingError, BuildError) as error:
            raise BrokenRound([(where, error.message)]) from None
        game = rounds[-1].game
    return PlayedGame(start, tuple(rounds))


def _pillars(read: GameDocument) -> list[Square | None] | None:
    if read.pillars is None:
        return None
    try:
        return [None if pillar is None else Square.named(pillar) for pillar in read.pillars]
    except PartError as error:
        raise DocumentError([("pillars", error.message)]) from None


def _seat(name: str, seats: Mapping[str, int], place: str) -> int:
    if name not in seats:
        raise DocumentError([(place, say("nobody is called {name}", name=repr(name)))])
    return seats[name]


def _named(name: str, known: Mapping[str, Machine], place: str) -> Machine:
    if name not in known:
        raise DocumentError([(place, say("no machine is called {name}", name=repr(name)))])
    return known[name]


def document_place(path: list[int | str], parsed: Any) -> str:
    """Name of the place that a path into a document leads to; a part in a hall is named by its square."""
    steps: list[str] = []
    at = parsed
    for step in path:
        if isinstance(step, str) and step.startswith("factory-fun-"):
            continue  # which of the documents it is
        named = str(step + 1) if isinstance(step, int) else step
        try:
            at = at[step]
        except (LookupError, TypeError):
            at = None
        if isinstance(step, int) and isinstance(at, dict) and steps[-1] in _PART_LISTS:
            square = at.get("square")
            with suppress(PartError):
                named = str(Square.named(square)) if isinstance(square, str) else named
        steps.append(named)
    return "/".join(steps) or "document"


_PART_LISTS: Final = frozenset({"machines", "connectors", "containers", "reservoirs"})


# -- writing -------------------------------------------------------------------------------------------------


def hall_document(hall: Hall) -> dict[str, Any]:
    """The document of a hall, with every key; it describes its machines itself.

    Raises ValueError if two different machines in it have one name.
    """
    return {"format": HALL_FORMAT} | _hall_json(hall) | {"kinds": _kinds_json([hall])}


def change_document(change: HallChange) -> dict[str, Any]:
    """The document of a hall before and after building."""
    halls = {"before": _hall_json(change.before), "after": _hall_json(change.after)}
    kinds = _kinds_json([change.before, change.after])
    return {"format": CHANGE_FORMAT} | halls | {"money": change.money, "kinds": kinds}


def game_document(start: Game, rounds: Sequence[tuple[Sequence[Taking], Sequence[Build]]]) -> dict[str, Any]:
    """The document of a game, from its start, with what was taken and built in each round."""
    names = [player.name for player in start.players]
    return {
        "format": GAME_FORMAT,
        "players": names,
        "pillars": [None if player.hall.pillar is None else str(player.hall.pillar) for player in start.players],
        "stock": [machine.name for machine in start.stock],
        "rounds": [
            {
                "takings": [
                    {"player": names[taking.player], "machine": taking.machine and taking.machine.name}
                    for taking in takings
                ],
                "builds": [
                    {"player": names[build.player], "hall": _hall_json(build.hall), "colour": build.colour}
                    for build in builds
                ],
            }
            for takings, builds in rounds
        ],
        "kinds": [machine_json(machine) for machine in _distinct(start.stock)],
    }


def _hall_json(hall: Hall) -> dict[str, Any]:
    return {
        "rows": hall.rows,
        "columns": hall.columns,
        "pillar": None if hall.pillar is None else str(hall.pillar),
        "machines": [
            {"machine": placed.machine.name, "square": str(placed.square), "facing": placed.facing.value}
            for placed in hall.machines
        ],
        "connectors": [{"square": str(part.square), "pipes": list(part.pipes)} for part in hall.connectors],
        "containers": [{"square": str(part.square), "product": part.product.value} for part in hall.containers],
        "reservoirs": [{"square": str(part.square), "store": part.store.value} for part in hall.reservoirs],
    }


def _kinds_json(halls: Sequence[Hall]) -> list[dict[str, Any]]:
    return [machine_json(machine) for machine in _distinct(p.machine for hall in halls for p in hall.machines)]


def _distinct(machines: Iterable[Machine]) -> list[Machine]:
    found: dict[str, Machine] = {}
    for machine in machines:
        if found.setdefault(machine.name, machine) != machine:
            raise ValueError(f"two different machines are called {machine.name!r}")
    return [found[name] for name in sorted(found)]


def machine_json(machine: Machine) -> dict[str, Any]:
    """A machine as a document describes it."""
    ends = [
        {
            "half": end.half,
            "side": end.side.value,
            "flow": end.flow.value,
            "product": end.product.value,
            "number": end.number,
        }
        for end in machine.ends
    ]
    extra = None if machine.extra is None else str(machine.extra)
    return {"name": machine.name, "ends": ends, "income": machine.income, "extra": extra}


def factory_fun_schema() -> dict[str, Any]:
    """The JSON Schema of all documents of Factory Fun."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | _AnyDocument.model_json_schema()
