"""What can lie in a factory hall (3.1): machines with their pipe ends, connectors, containers and reservoirs.

Directions are those of ``mechanica_core.geometry``: 0..3, counterclockwise from the east.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, ROW_STEP, Facing
from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun.errors import PartError

MAX_SIZE: Final = 20
"""Rows and columns of the largest hall that is looked at; a printed one has 7 and 11."""
MAX_NUMBER: Final = 99
"""The largest number of a pipe end, and the largest income."""
MAX_NAME: Final = 40
"""Characters in a machine's name."""
SIDES: Final = "ENWS"
"""Directions as letters, in their order."""


class Product(StrEnum):
    """What flows through pipes: four colours, and the end product, which is black."""

    YELLOW = "yellow"
    RED = "red"
    BLUE = "blue"
    BROWN = "brown"
    END = "end_product"


COLOURS: Final = (Product.YELLOW, Product.RED, Product.BLUE, Product.BROWN)
"""The products that supply containers hold."""


class Flow(StrEnum):
    """The direction of a pipe end, as a machine sees it."""

    IN = "in"
    OUT = "out"


class Store(StrEnum):
    """Which products a reservoir takes: those in colours, or end products."""

    OUTPUT = "output"
    END = "end_product"


_SQUARE: Final = re.compile(r"([a-t])([1-9]|1[0-9]|20)")


class Square(NamedTuple):
    """A space by row and column, both from 0 in the north-west; people write the column as a letter: ``c4``."""

    row: int
    column: int

    def __str__(self) -> str:
        """Its name; what lies outside every hall is named by numbers."""
        if 0 <= self.row < MAX_SIZE and 0 <= self.column < MAX_SIZE:
            return f"{chr(ord('a') + self.column)}{self.row + 1}"
        return f"row {self.row + 1}, column {self.column + 1}"

    @classmethod
    def named(cls, name: str) -> Square:
        """The square of a name: ``Square.named("c4") == Square(3, 2)``. Raises :class:`PartError` if there is none."""
        match = _SQUARE.fullmatch(name)
        if match is None:
            raise PartError(say("{name} is no square; one is c4: columns a to t, rows 1 to 20", name=repr(name[:20])))
        return cls(int(match[2]) - 1, ord(match[1]) - ord("a"))

    def beside(self, side: int) -> Square:
        """The next square in a direction."""
        return Square(self.row + ROW_STEP[side], self.column + COLUMN_STEP[side])


class PipeEnd(NamedTuple):
    """A pipe end of a machine that faces east: half 1 lies in the west, half 2 in the east."""

    half: Literal[1, 2]
    side: Facing
    flow: Flow
    product: Product
    number: int


ANY: Final = "any"
"""A super supply with a question mark: its owner picks the colour (3.7)."""
Extra: TypeAlias = Product | Literal["any"] | None


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of machine: its pipe ends, what building it earns at once, and the container that comes with it, if any.

    Raises :class:`PartError` if no machine can be so.
    """

    name: str
    ends: tuple[PipeEnd, ...]
    income: int = 0
    extra: Extra = None

    def __post_init__(self) -> None:
        if not (self.name.strip() == self.name and self.name.isprintable() and 0 < len(self.name) <= MAX_NAME):
            raise PartError(say("a machine has a name of 1 to {most} printable characters", most=MAX_NAME))
        if not 0 <= self.income <= MAX_NUMBER:
            raise PartError(say("the income is 0 to {most}", most=MAX_NUMBER))
        if self.extra not in (None, ANY, *COLOURS):
            raise PartError(say("an extra container has one of four colours, or any"))
        if not self.ends:
            raise PartError(say("a machine has at least one pipe end"))
        for number, end in enumerate(self.ends, start=1):
            if problem := _end_problem(end):
                raise PartError(say("pipe end {number}: {problem}", number=number, problem=problem))
        if len({(end.half, end.side) for end in self.ends}) < len(self.ends):
            raise PartError(say("two pipe ends at one place"))

    def mirrored(self) -> Machine:
        """The machine as a mirror in its north shows it: its ends in the north are in the south."""
        flip = {Facing.NORTH: Facing.SOUTH, Facing.SOUTH: Facing.NORTH}
        ends = tuple(end._replace(side=flip.get(end.side, end.side)) for end in self.ends)
        return Machine(self.name, ends, self.income, self.extra)


def _end_problem(end: PipeEnd) -> Message | None:
    if end.half not in (1, 2):
        return say("a machine has the halves 1 and 2")
    if (end.half, end.side) in ((1, Facing.EAST), (2, Facing.WEST)):
        return say("the other half is on this side")
    if not 1 <= end.number <= MAX_NUMBER:
        return say("its number is 1 to {most}", most=MAX_NUMBER)
    if end.flow is Flow.IN and end.product is Product.END:
        return say("no input takes the end product")
    return None


class PlacedMachine(NamedTuple):
    """A machine in a hall: its half 1 on the square, its half 2 beside it the way the machine faces."""

    square: Square
    machine: Machine
    facing: Facing = Facing.EAST

    @property
    def squares(self) -> tuple[Square, Square]:
        """The two squares that it covers (a)."""
        return self.square, self.square.beside(FACING_INDEX[self.facing])


class Joint(NamedTuple):
    """A pipe end where it is in a hall: its square, the side that it opens to (0..3), and its machine."""

    square: Square
    side: int
    end: PipeEnd
    placed: PlacedMachine


def joints(placed: PlacedMachine) -> list[Joint]:
    """The pipe ends of a machine in a hall."""
    facing, squares = FACING_INDEX[placed.facing], placed.squares
    return [
        Joint(squares[end.half - 1], (FACING_INDEX[end.side] + facing) % 4, end, placed) for end in placed.machine.ends
    ]


class ConnectorKind(StrEnum):
    """The five connectors (3.1)."""

    STRAIGHT = "straight"
    BEND = "bend"
    SPLIT = "split"
    DOUBLE_BEND = "double_bend"
    CROSSING = "crossing"


_STRAIGHT: Final = ("EW", "NS")
_BENDS: Final = ("EN", "NW", "WS", "ES")
_SPLITS: Final = ("ENW", "NWS", "EWS", "ENS")
SHAPES: Final[Mapping[tuple[str, ...], ConnectorKind]] = {
    **{(pipe,): ConnectorKind.STRAIGHT for pipe in _STRAIGHT},
    **{(pipe,): ConnectorKind.BEND for pipe in _BENDS},
    **{(pipe,): ConnectorKind.SPLIT for pipe in _SPLITS},
    ("EN", "WS"): ConnectorKind.DOUBLE_BEND,
    ("ES", "NW"): ConnectorKind.DOUBLE_BEND,
    ("EW", "NS"): ConnectorKind.CROSSING,
}
"""Every connector as it can lie, by its pipes: the sides that each joins, in the order of ``SIDES``."""


class Connector(NamedTuple):
    """A connector tile with one or two pipes; a pipe is the sides that it joins, such as ``"EN"``."""

    square: Square
    pipes: tuple[str, ...]

    @classmethod
    def of(cls, square: Square, *pipes: str) -> Connector:
        """A connector with pipes written in any order. Raises :class:`PartError` if there is none."""
        shape = tuple(sorted("".join(sorted(pipe, key=SIDES.find)) for pipe in pipes))
        if shape not in SHAPES:
            known = ", ".join("+".join(each) for each in SHAPES)
            raise PartError(say("no connector is {found}; there are {known}", found="+".join(pipes)[:40], known=known))
        return cls(square, shape)

    @property
    def kind(self) -> ConnectorKind:
        """Which of the five it is."""
        return SHAPES[self.pipes]

    @property
    def is_double(self) -> bool:
        """Whether it has two elements, so that placing it costs 2 (3.6)."""
        return len(self.pipes) == 2


class Container(NamedTuple):
    """A supply container: an endless source of its product for every pipe end that faces it (c)."""

    square: Square
    product: Product


class Reservoir(NamedTuple):
    """A reservoir, in which every pipe ends that faces it (d, g)."""

    square: Square
    store: Store = Store.OUTPUT
