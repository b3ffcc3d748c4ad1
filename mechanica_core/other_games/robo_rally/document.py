"""JSON: a case (board, robots, cards, registers to play) in, what came of it out; and the JSON Schema of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeAlias, assert_never

from pydantic import Field, model_validator

from mechanica_core.document import Object, parse_json, validated
from mechanica_core.errors import DocumentError
from mechanica_core.geometry import FACINGS
from mechanica_core.messages import say
from mechanica_core.other_games.robo_rally.board import (
    LETTERS,
    MAX_LEVEL,
    MAX_SIDE,
    At,
    Board,
    Edge,
    Square,
    square_text,
)
from mechanica_core.other_games.robo_rally.cards import Card, Order
from mechanica_core.other_games.robo_rally.decisions import Decision, Draws, Take
from mechanica_core.other_games.robo_rally.elements import (
    Barrier,
    Belt,
    Current,
    Door,
    Element,
    ElementKind,
    Gear,
    Laser,
    Mirror,
    OneWayWall,
    Plain,
    Portal,
    Pusher,
    Repulsor,
    Slope,
    Timed,
    Wall,
)
from mechanica_core.other_games.robo_rally.events import event_json
from mechanica_core.other_games.robo_rally.playing import NO_DRAWS, Round, resolve_round, with_random_draws
from mechanica_core.other_games.robo_rally.robots import MAX_ROBOTS, Option, Robot, Situation
from mechanica_core.other_games.robo_rally.rules import DEFAULT_RULES, RuleSet

MAX_REGISTERS: Final = 25
MAX_DAMAGE: Final = 1000
MAX_PRIORITY: Final = 10_000
MAX_BEAMS: Final = 9
_BY_LETTER: Final = {letter: facing for facing, letter in LETTERS.items()}

Letter: TypeAlias = Literal["N", "E", "S", "W"]
Name: TypeAlias = Annotated[str, Field(pattern=r"^\w[\w .'-]{0,29}$")]
_Colour = Annotated[str, Field(pattern=r"^[\w.-]{1,20}$")]
_Coordinate = Annotated[int, Field(ge=0, lt=MAX_SIDE)]
_At = Annotated[list[_Coordinate], Field(min_length=2, max_length=2)]
_Register = Annotated[int, Field(ge=1, le=5)]
_Active = Annotated[list[_Register], Field(max_length=5)]
_Damage = Annotated[int, Field(ge=0, le=MAX_DAMAGE)]
_Shots = Annotated[int, Field(ge=0, le=99)]


class _Plain(Object):
    """An element that its kind tells all about."""

    kind: Literal[
        "pit",
        "drain",
        "radioactive_drain",
        "lava_pit",
        "water",
        "oil",
        "randomizer",
        "teleporter",
        "double_repair",
        "chop_shop",
        "radiation",
        "waste",
        "repulsor",
    ]

    def element(self) -> Element:
        return Plain(ElementKind(self.kind))


class _Repair(Object):
    """A repair site; with two wrenches the same as ``double_repair``."""

    kind: Literal["repair"]
    wrenches: Annotated[int, Field(ge=1, le=2)] = 1

    def element(self) -> Element:
        return Plain(ElementKind.DOUBLE_REPAIR if self.wrenches == 2 else ElementKind.REPAIR)


class _Timed(Object):
    """An element that acts in some registers."""

    kind: Literal["trapdoor", "crusher", "flamer"]
    active: _Active

    def element(self) -> Element:
        return Timed(ElementKind(self.kind), frozenset(self.active))


class _Belt(Object):
    """A belt; what a belt carries in from the sides in ``curve_from`` turns."""

    kind: Literal["belt"]
    speed: Literal["normal", "express"] = "normal"
    to: Letter
    curve_from: Annotated[list[Letter], Field(max_length=4)] = Field(default_factory=list)

    def element(self) -> Element:
        return Belt(_BY_LETTER[self.to], self.speed == "express", frozenset(_BY_LETTER[s] for s in self.curve_from))


class _Current(Object):
    """A current."""

    kind: Literal["current"]
    to: Letter

    def element(self) -> Element:
        return Current(_BY_LETTER[self.to])


class _Gear(Object):
    """A gear, clockwise or counterclockwise."""

    kind: Literal["gear"]
    turn: Literal["cw", "ccw"]

    def element(self) -> Element:
        return Gear(self.turn == "cw")


class _Laser(Object):
    """A laser whose beams start on this square."""

    kind: Literal["laser_emitter"]
    fires: Letter
    beams: Annotated[int, Field(ge=1, le=MAX_BEAMS)] = 1

    def element(self) -> Element:
        return Laser(_BY_LETTER[self.fires], self.beams)


class _Pusher(Object):
    """A pusher."""

    kind: Literal["pusher"]
    push: Letter
    active: _Active

    def element(self) -> Element:
        return Pusher(_BY_LETTER[self.push], frozenset(self.active))


class _Portal(Object):
    """One of the two portals of a colour."""

    kind: Literal["portal"]
    colour: _Colour

    def element(self) -> Element:
        return Portal(self.colour)


class _Mirror(Object):
    """A mirror."""

    kind: Literal["mirror"]
    diagonal: Literal["NE-SW", "NW-SE"]

    def element(self) -> Element:
        return Mirror(self.diagonal == "NE-SW")


_Element = Annotated[
    _Plain | _Repair | _Timed | _Belt | _Current | _Gear | _Laser | _Pusher | _Portal | _Mirror,
    Field(discriminator="kind"),
]


class _Square(Object):
    """A square that is more than plain floor on level 0."""

    at: _At
    elements: Annotated[list[_Element], Field(max_length=len(ElementKind))] = Field(default_factory=list)
    level: Annotated[int, Field(ge=-MAX_LEVEL, le=MAX_LEVEL)] = 0


class _Edge(Object):
    """A side of a square."""

    at: _At
    side: Letter

    def edge(self, barrier: Barrier) -> Edge:
        return Edge(_pair(self.at), _BY_LETTER[self.side], barrier)


class _Wall(_Edge):
    """A wall."""

    kind: Literal["wall"]

    def barrier(self) -> Barrier:
        return Wall()


class _Repulsor(_Edge):
    """A repulsor."""

    kind: Literal["repulsor"]

    def barrier(self) -> Barrier:
        return Repulsor()


class _OneWayWall(_Edge):
    """A one-way wall: ``outward`` closes the way in, ``inward`` the way out."""

    kind: Literal["one_way_wall"]
    red_faces: Literal["outward", "inward"]

    def barrier(self) -> Barrier:
        return OneWayWall(self.red_faces == "outward")


class _Slope(_Edge):
    """A ledge or ramp: the square itself is the upper one, or the one outside."""

    kind: Literal["ledge", "ramp"]
    upper: Literal["inside", "outside"]

    def barrier(self) -> Barrier:
        kind: Final = ElementKind.LEDGE if self.kind == "ledge" else ElementKind.RAMP
        return Slope(kind, self.upper == "inside")


class _Door(_Edge):
    """A door, absent in the registers in which it is active and a wall in the others."""

    kind: Literal["door"]
    active: _Active

    def barrier(self) -> Barrier:
        return Door(frozenset(self.active))


_AnyEdge = Annotated[_Wall | _OneWayWall | _Slope | _Repulsor | _Door, Field(discriminator="kind")]


class BoardDocument(Object):
    """A board; squares and edges not listed are plain floor without anything between. (0, 0) is in the north west."""

    width: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    height: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    squares: Annotated[list[_Square], Field(max_length=MAX_SIDE**2)] = Field(default_factory=list)
    edges: Annotated[list[_AnyEdge], Field(max_length=4 * MAX_SIDE**2)] = Field(default_factory=list)

    def board(self) -> Board:
        """The board. Raises :class:`SituationError` if it is impossible."""
        squares = [Square(_pair(s.at), tuple(e.element() for e in s.elements), s.level) for s in self.squares]
        return Board(self.width, self.height, tuple(squares), tuple(edge.edge(edge.barrier()) for edge in self.edges))


class _Card(Object):
    """A card; the name alone is read too."""

    card: Literal["move1", "move2", "move3", "back_up", "rotate_left", "rotate_right", "u_turn"]
    priority: Annotated[int, Field(ge=0, le=MAX_PRIORITY)] = 0

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, given: object) -> object:
        return {"card": given} if isinstance(given, str) else given

    def value(self) -> Card:
        return Card(Order(self.card), self.priority)


class _Option(Object):
    """An option card; the name alone is read too."""

    name: Name
    ammunition: _Shots = 0
    capacity: _Shots = 0

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, given: object) -> object:
        return {"name": given} if isinstance(given, str) else given

    def value(self) -> Option:
        return Option(self.name, self.ammunition, self.capacity)


class _Robot(Object):
    """A robot; one that is destroyed is nowhere."""

    id: Name
    at: _At | None
    facing: Letter
    damage: _Damage = 0
    archive: _At | None = None
    options: Annotated[list[_Option], Field(max_length=50)] = Field(default_factory=list)
    destroyed: bool = False

    def value(self) -> Robot:
        options = tuple(option.value() for option in self.options)
        at, archive = _maybe_pair(self.at), _maybe_pair(self.archive)
        return Robot(self.id, at, _BY_LETTER[self.facing], self.damage, archive, options)


class _RobotDecision(Object):
    """What a robot takes if it is there then; without one, the first that is on offer."""

    robot: Name
    register_: Annotated[int, Field(ge=1, le=5, alias="register")]
    element: Literal["double_repair", "waste", "chop_shop"]
    take: Literal["repair", "draw", "scrap", "refill", "nothing"]
    option: Name | None = None

    def value(self) -> Decision:
        return Decision(self.robot, self.register_, ElementKind(self.element), Take(self.take), self.option)


class _Rules(Object):
    """The decisions of docs/ROBORALLY.md; what is left out is the default."""

    belt_into_robot: Literal["push", "stop"] = DEFAULT_RULES.belt_into_robot
    belt_follower: Literal["drop", "push"] = DEFAULT_RULES.belt_follower
    repulsor: Literal["edge", "square"] = DEFAULT_RULES.repulsor
    teleporter_back_up: Literal[2, 1] = DEFAULT_RULES.teleporter_back_up
    portal_moves: Literal["own_card", "any"] = DEFAULT_RULES.portal_moves
    damage_limit: Annotated[int, Field(ge=1, le=MAX_DAMAGE)] = DEFAULT_RULES.damage_limit
    laser_crosses_ledge: bool = DEFAULT_RULES.laser_crosses_ledge
    lava_neighbours: Literal["four", "eight"] = DEFAULT_RULES.lava_neighbours
    lava_through_walls: bool = DEFAULT_RULES.lava_through_walls
    non_flat: Annotated[list[Annotated[ElementKind, Field(strict=False)]], Field(max_length=len(ElementKind))] = sorted(
        DEFAULT_RULES.non_flat
    )

    def value(self) -> RuleSet:
        return RuleSet(**{**dict(self), "non_flat": frozenset(ElementKind(kind) for kind in self.non_flat)})


class CaseDocument(Object):
    """A situation of RoboRally and the registers to play from it."""

    board: BoardDocument
    robots: Annotated[list[_Robot], Field(max_length=MAX_ROBOTS)]
    registers: Annotated[list[_Register], Field(max_length=MAX_REGISTERS)]
    program: dict[Name, Annotated[list[_Card | None], Field(max_length=MAX_REGISTERS)]] = Field(default_factory=dict)
    end_of_turn: bool = False
    forced_draw: dict[Name, Annotated[list[_Card], Field(max_length=100)]] = Field(default_factory=dict)
    option_draw: dict[Name, Annotated[list[_Option], Field(max_length=100)]] = Field(default_factory=dict)
    decisions: Annotated[list[_RobotDecision], Field(max_length=500)] = Field(default_factory=list)
    rules: _Rules = _Rules()


@dataclass(frozen=True)
class Case:
    """A situation and what is to be played from it: for each robot a card, or None, for each of the registers."""

    situation: Situation
    registers: tuple[int, ...] = ()
    programs: Mapping[str, Sequence[Card | None]] = field(default_factory=dict)
    ends_round: bool = False
    draws: Draws = NO_DRAWS
    decisions: tuple[Decision, ...] = ()

    def play(self, seed: int = 0) -> tuple[Round, Draws]:
        """What comes of it, and all draws: those that the case does not record come from a deck shuffled by the seed.

        Raises :class:`ImpossibleDecision`.
        """
        held = {card for program in self.programs.values() for card in program if card is not None}

        def play(draws: Draws) -> Round:
            return resolve_round(
                self.situation,
                self.programs,
                draws,
                self.decisions,
                registers=self.registers,
                ends_round=self.ends_round,
            )

        return with_random_draws(play, self.draws, held, seed)


def read_case(document: str | bytes | dict[str, Any]) -> Case:
    """Read a case, given as JSON text or as the parsed object. Other keys at its top are for its readers.

    Raises :class:`DocumentError` or :class:`SituationError`; their problems name squares and fields, as
    ``[5, 4]/belt/to``, robots, as ``robots/A/facing``, and cards, as ``program/A/2/card``.
    """
    parsed = parse_json(document) if isinstance(document, str | bytes) else document
    if isinstance(parsed, dict):
        parsed = {key: value for key, value in parsed.items() if key in CaseDocument.model_fields}
    read = validated(CaseDocument, parsed, ignore_unknown=False, place=_place)
    names = {robot.id for robot in read.robots}
    strangers = [
        (f"{key}/{name}", say("no robot is called {name}", name=name))
        for key, entries in (
            *(("program", read.program), ("forced_draw", read.forced_draw), ("option_draw", read.option_draw)),
            ("decisions", [decision.robot for decision in read.decisions]),
        )
        for name in entries
        if name not in names
    ]
    misplaced = [
        (f"robots/{robot.id}/at", say("a robot is either somewhere or destroyed"))
        for robot in read.robots
        if robot.destroyed is not (robot.at is None)
    ]
    if strangers or misplaced:
        raise DocumentError([*misplaced, *strangers])
    situation = Situation(read.board.board(), tuple(robot.value() for robot in read.robots), read.rules.value())
    return Case(
        situation,
        tuple(read.registers),
        {name: [None if card is None else card.value() for card in program] for name, program in read.program.items()},
        read.end_of_turn,
        Draws(
            {name: [card.value() for card in cards] for name, cards in read.forced_draw.items()},
            {name: [option.value() for option in options] for name, options in read.option_draw.items()},
        ),
        tuple(decision.value() for decision in read.decisions),
    )


def read_board(document: dict[str, Any]) -> Board:
    """Read a board alone. Raises as :func:`read_case` does."""
    return validated(BoardDocument, document, ignore_unknown=False, place=_place).board()


def case_document(case: Case) -> dict[str, Any]:
    """The document of a case, canonical; what is as it would be if left out is left out."""
    written: dict[str, Any] = {
        "board": board_document(case.situation.board),
        "robots": [{"id": robot.name} | robot_document(robot) for robot in case.situation.robots],
        "registers": list(case.registers),
    }
    optional = {
        "program": {name: [card and _card(card) for card in program] for name, program in case.programs.items()},
        "end_of_turn": case.ends_round,
        "forced_draw": {name: list(map(_card, cards)) for name, cards in case.draws.cards.items()},
        "option_draw": {name: list(map(_option, options)) for name, options in case.draws.options.items()},
        "decisions": [_decision(decision) for decision in case.decisions],
        "rules": rules_document(case.situation.rules),
    }
    return written | {key: value for key, value in optional.items() if value}


def board_document(board: Board) -> dict[str, Any]:
    """The document of a board, canonical."""
    squares = []
    for square in board.squares:
        level = {"level": square.level} if square.level else {}
        squares.append({"at": list(square.at), "elements": [_element(e) for e in square.elements]} | level)
    edges = [
        {"at": list(edge.at), "side": LETTERS[edge.side], "kind": edge.barrier.kind.value} | _barrier(edge.barrier)
        for edge in board.edges
    ]
    return {"width": board.width, "height": board.height, "squares": squares, "edges": edges}


def robot_document(robot: Robot) -> dict[str, Any]:
    """A robot but for its name; options only if it has any."""
    written = {
        "at": robot.at and list(robot.at),
        "facing": LETTERS[robot.facing],
        "damage": robot.damage,
        "archive": robot.archive and list(robot.archive),
        "destroyed": robot.destroyed,
    }
    return written | ({"options": list(map(_option, robot.options))} if robot.options else {})


def rules_document(rules: RuleSet) -> dict[str, Any]:
    """What a rule set has other than the default."""
    fields: dict[str, Any] = {name: getattr(rules, name) for name in RuleSet.__slots__}
    changed = {name: value for name, value in fields.items() if value != getattr(DEFAULT_RULES, name)}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in changed.items()}


def robots_document(situation: Situation) -> dict[str, Any]:
    """All robots by name."""
    return {robot.name: robot_document(robot) for robot in situation.robots}


def played_document(case: Case, *, seed: int = 0, events: bool = False) -> dict[str, Any]:
    """Play a case: the robots in the end and after each register, and on demand what happened.

    ``forced_draw`` is there if a card was drawn that the case does not record: all draws, so that it can be played
    again. Raises :class:`ImpossibleDecision`.
    """
    end, draws = case.play(seed)
    played: dict[str, Any] = {
        "robots": robots_document(end.situation),
        "after": [robots_document(one.situation) for one in end.played],
    }
    if draws != case.draws:
        played["forced_draw"] = {name: list(map(_card, cards)) for name, cards in draws.cards.items()}
    if events:
        played["events"] = [[event_json(event) for event in one.events] for one in end.played]
    return played


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | CaseDocument.model_json_schema()


def _element(element: Element) -> dict[str, Any]:
    kind: dict[str, Any] = {"kind": element.kind.value}
    match element:
        case Plain(ElementKind.REPAIR):
            return kind | {"wrenches": 1}
        case Plain():
            return kind
        case Timed():
            return kind | {"active": sorted(element.active)}
        case Belt():
            belt = {"kind": "belt", "speed": "express" if element.fast else "normal", "to": LETTERS[element.to]}
            sides = [LETTERS[side] for side in FACINGS if side in element.curve_from]
            return belt | ({"curve_from": sides} if sides else {})
        case Current():
            return kind | {"to": LETTERS[element.to]}
        case Gear():
            return kind | {"turn": "cw" if element.clockwise else "ccw"}
        case Laser():
            return {"kind": "laser_emitter", "fires": LETTERS[element.fires], "beams": element.beams}
        case Pusher():
            return kind | {"push": LETTERS[element.push], "active": sorted(element.active)}
        case Portal():
            return kind | {"colour": element.colour}
        case Mirror():
            return kind | {"diagonal": "NE-SW" if element.rising else "NW-SE"}
        case _:
            assert_never(element)


def _barrier(barrier: Barrier) -> dict[str, Any]:
    match barrier:
        case OneWayWall():
            return {"red_faces": "outward" if barrier.red_outward else "inward"}
        case Slope():
            return {"upper": "inside" if barrier.upper_inside else "outside"}
        case Door():
            return {"active": sorted(barrier.active)}
        case _:
            return {}


def _card(card: Card) -> dict[str, Any]:
    return {"card": card.order.value, "priority": card.priority}


def _option(option: Option) -> dict[str, Any]:
    return {"name": option.name, "ammunition": option.ammunition, "capacity": option.capacity}


def _decision(decision: Decision) -> dict[str, Any]:
    written = {
        "robot": decision.robot,
        "register": decision.register,
        "element": decision.element.value,
        "take": decision.take.value,
    }
    return written | ({"option": decision.option} if decision.option is not None else {})


def _pair(at: Sequence[int]) -> At:
    return at[0], at[1]


def _maybe_pair(at: Sequence[int] | None) -> At | None:
    return None if at is None else _pair(at)


def _place(path: list[int | str], parsed: Any) -> str:
    """The square, robot or card that a path into the document leads to, and the field."""
    match path:
        case ["board", "squares" | "edges", int(), *_]:
            return _place(path[1:], parsed["board"])
        case ["squares", int(number), *rest]:
            square = _square_at(parsed["squares"][number]) or f"board/squares/{number + 1}"
            match rest:
                case ["elements", int(which), *deeper]:
                    element = parsed["squares"][number]["elements"][which]
                    kind = element.get("kind") if isinstance(element, dict) else None
                    known = isinstance(kind, str) and deeper[:1] == [kind]
                    rest = deeper if known else ["elements", which + 1, *deeper]
            return _joined(square, rest)
        case ["edges", int(number), *rest]:
            edge = parsed["edges"][number]
            side = edge.get("side") if isinstance(edge, dict) else None
            where = _square_at(edge) or f"board/edges/{number + 1}"
            return _joined(f"{where} {side}" if isinstance(side, str) and side in _BY_LETTER else where, rest)
        case ["robots", int(number), *rest]:
            robot = parsed["robots"][number]
            name = robot.get("id") if isinstance(robot, dict) else None
            return _joined("robots", [name if isinstance(name, str) and len(name) <= 30 else number + 1, *rest])
        case []:
            return "document"
        case _:
            return _joined("", [part + 1 if isinstance(part, int) else part for part in path]).lstrip("/")


def _square_at(thing: Any) -> str | None:
    """The square that an object of a document is about, if that can be told."""
    at = thing.get("at") if isinstance(thing, dict) else None
    if isinstance(at, list) and len(at) == 2 and all(type(part) is int and abs(part) < 10_000 for part in at):
        return square_text((at[0], at[1]))
    return None


def _joined(where: str, rest: Sequence[int | str]) -> str:
    return "/".join([where, *map(str, rest)])
