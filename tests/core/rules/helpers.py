"""Situations in the one-line notation, and what comes of them; shared by the tests of the rules."""

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from mechanica_core import Choice, Decisions, Facing, Factory, Kind, Model, Piece, Row, open_choices, run_workday
from mechanica_core.events import Event, Lost

QUARTERS: Final = (0, 1, 2, 3)
"""Quarter turns, counterclockwise."""
FACINGS: Final = (Facing.EAST, Facing.NORTH, Facing.WEST, Facing.SOUTH)
"""Counterclockwise from the east."""
ROWS: Final = (Row.TOP, Row.MIDDLE, Row.BOTTOM)
B, P, D = Model.BASIC, Model.PLUS, Model.DELUXE
_SQUARE: Final = re.compile(r"[UDXRGSTF][enws]?f?(?:\([-bpd]*\))?|[0-9]+|_")


class Form(NamedTuple):
    """A floor piece of table A-3.4: what its sides are as it lies facing east, and its holes."""

    kind: Kind
    flipped: bool
    letter: str
    """As in the notation, with ``f`` if it is flipped."""
    west: str
    north: str
    east: str
    south: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def side(self, facing: Facing, direction: Facing) -> str:
        """What the side towards ``direction`` is when the piece faces that way."""
        from_east = (self.east, self.north, self.west, self.south)
        return from_east[(FACINGS.index(direction) - FACINGS.index(facing)) % 4]

    def token(self, facing: Facing) -> str:
        """The piece in the notation."""
        return self.letter[0] + facing[0] + self.letter[1:]


IN, OUT, FLAT = "entrance", "exit", "flat"
FORMS: Final = (
    Form(Kind.UPGRADER, False, "U", IN, IN, OUT, IN, ("in",), ("ahead",)),
    Form(Kind.DOWNGRADER, False, "D", IN, OUT, OUT, OUT, ("in",), ("left", "ahead", "right")),
    Form(Kind.DUPLICATOR, False, "X", IN, OUT, OUT, IN, ("in",), ("ahead", "left")),
    Form(Kind.DUPLICATOR, True, "Xf", IN, IN, OUT, OUT, ("in",), ("ahead", "right")),
    Form(Kind.REPURPOSER, False, "R", IN, IN, OUT, IN, ("in1", "in2"), ("ahead",)),
    Form(Kind.GIFT_WRAPPER, False, "G", IN, FLAT, OUT, FLAT, (), ()),
    Form(Kind.STATIC_CHARGER, False, "S", IN, OUT, OUT, OUT, (), ("left", "right")),
    Form(Kind.FLIGHT_TESTER, False, "T", IN, IN, FLAT, IN, (), ()),
    Form(Kind.FORK, False, "F", IN, OUT, OUT, IN, (), ()),
)
"""Table A-3.4, copied from docs/RULES.md."""
LYING: Final = tuple((form, facing) for form in FORMS for facing in FACINGS)
"""Every floor piece in every position."""


def piece(form: Form, facing: Facing) -> Piece:
    return Piece(form.kind, facing, form.flipped)


def line(middle: str = "", *, top: str = "", bottom: str = "") -> str:
    """Three rows in the notation; a row that is left out is as printed and empty."""
    columns = next(_columns(row) for row in (middle, top, bottom) if row)
    return "/".join((top or f".={columns}=1", middle or f"B={columns}=1", bottom or f".={columns}=1"))


def _columns(row: str) -> int:
    return sum(int(square) if square.isdecimal() else 1 for square in _SQUARE.findall(row.split("=")[1]))


def rows(
    middle: str = "",
    *,
    top: str = "",
    bottom: str = "",
    money: str = "0+0",
    rules: str = "print_2019",
    forgive: Collection[str] = (),
) -> Factory:
    """A factory by its rows; a row that is left out is as printed and empty."""
    return Factory.from_text(f"{line(middle, top=top, bottom=bottom)} {money} {rules} demo", forgive)


def after(factory: Factory, decisions: Decisions = ()) -> Factory:
    """The factory in the evening."""
    return run_workday(factory, decisions).factory


def events(factory: Factory, decisions: Decisions = ()) -> tuple[Event, ...]:
    return run_workday(factory, decisions).events


def losses(factory: Factory, decisions: Decisions = ()) -> list[tuple[str, str | None, str]]:
    """Which bots are lost, where and why."""
    return [(event.bot, event.place, event.loss) for event in events(factory, decisions) if isinstance(event, Lost)]


def asked(factory: Factory, decisions: Decisions = ()) -> dict[str, tuple[str, ...]]:
    """The open choices' ids with what a decision may take."""
    return {choice.id: choice.takes for choice in open_choices(factory, decisions)}


def only_choice(factory: Factory, decisions: Decisions = ()) -> Choice:
    (choice,) = open_choices(factory, decisions)
    return choice


def turned(floor: str, quarters: int, *, money: str = "0+0", forgive: Collection[str] = ()) -> Factory:
    """Three rows of three squares, turned counterclockwise as a whole, pieces and all, on a floor as printed.

    ``/`` parts the rows, a space the squares.
    """
    squares = [row.split() for row in floor.split("/")]
    for _ in range(quarters):
        squares = [[_turned_square(squares[row][2 - column]) for row in range(3)] for column in range(3)]
    top, middle, bottom = ("".join(row) for row in squares)
    return rows(f"B={middle}=1", top=f".={top}=1", bottom=f".={bottom}=1", money=money, forgive=forgive)


def _turned_square(square: str) -> str:
    if square == "_":
        return square
    facing, rest = (square[1], square[2:]) if square[1:2] in tuple("enws") else ("e", square[1:])
    return square[0] + "enws"[("enws".index(facing) + 1) % 4] + rest


def turned_facing(facing: Facing, quarters: int) -> Facing:
    return FACINGS[(FACINGS.index(facing) + quarters) % 4]


def turned_place(place: str, quarters: int) -> str:
    """Where a square or hole of the three by three squares lies after the turn."""
    _, row_name, column_name, *hole = place.split("/")
    row, column = ROWS.index(Row(row_name)), int(column_name) - 1
    for _ in range(quarters):
        row, column = 2 - column, row
    return "/".join(("floor", ROWS[row], str(column + 1), *hole))
