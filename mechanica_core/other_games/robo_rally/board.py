"""Boards: squares with elements and levels, and what stands on the edges between them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from mechanica_core.errors import MechanicaError
from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, FACINGS, ROW_STEP, Facing
from mechanica_core.messages import Listed, Message, say
from mechanica_core.other_games.robo_rally.elements import (
    Barrier,
    Door,
    Element,
    ElementKind,
    Laser,
    Mirror,
    Portal,
    Pusher,
    Slope,
)

At: TypeAlias = tuple[int, int]
"""A square: x from 0 in the west, y from 0 in the north."""

MAX_SIDE: Final = 50
MAX_LEVEL: Final = 9
LETTERS: Final = {facing: facing.value[0].upper() for facing in FACINGS}
"""Directions as documents and pictures write them: E, N, W, S."""
_KIND_ORDER: Final = {kind: number for number, kind in enumerate(ElementKind)}


class SituationError(MechanicaError):
    """A board or the robots on it are impossible; ``problems`` pairs each place with a sentence.

    A place is a square and a field, such as ``[5, 4]/portal``, or a robot and a field, such as ``robots/A/at``.
    """

    def __init__(self, problems: Sequence[tuple[str, Message]]) -> None:
        self.problems = tuple(problems)
        sentences = (say("{place}: {sentence}", place=place, sentence=why) for place, why in self.problems)
        super().__init__(say("{problems}", problems=Listed(tuple(sentences))))

    def __reduce__(self) -> tuple[type[SituationError], tuple[tuple[tuple[str, Message], ...]]]:
        return SituationError, (self.problems,)


@dataclass(frozen=True, slots=True)
class Square:
    """A square that is more than plain floor on level 0."""

    at: At
    elements: tuple[Element, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """What stands on one side of a square."""

    at: At
    side: Facing
    barrier: Barrier


def beyond(at: At, side: Facing) -> At:
    """The square on that side, on the board or not."""
    direction = FACING_INDEX[side]
    return at[0] + COLUMN_STEP[direction], at[1] + ROW_STEP[direction]


def opposite(side: Facing) -> Facing:
    """The direction that looks back."""
    return FACINGS[(FACING_INDEX[side] + 2) % 4]


def square_text(at: At) -> str:
    """A square as places name it: ``[5, 4]``."""
    return f"[{at[0]}, {at[1]}]"


def edge_text(at: At, side: Facing) -> str:
    """An edge as places name it: ``[5, 4] S``."""
    return f"{square_text(at)} {LETTERS[side]}"


def element_order(element: Element | Barrier) -> tuple[int, str]:
    """Elements are listed in the order of the catalogue."""
    return _KIND_ORDER[element.kind], repr(element)


@dataclass(frozen=True)
class Board:
    """A board; however it was told, equal boards are equal values.

    An edge is stored once, as the south or east side of a square, or at the rim of the board. Raises
    :class:`SituationError` listing all that is impossible.
    """

    width: int
    height: int
    squares: tuple[Square, ...] = ()
    edges: tuple[Edge, ...] = ()
    _known: dict[object, object] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What has been worked out for this board, by rule set."""

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise SituationError(problems)
        squares = [
            Square(square.at, tuple(sorted(square.elements, key=element_order)), square.level)
            for square in self.squares
            if square.elements or square.level
        ]
        edges = sorted(set(map(self._stored, self.edges)), key=_edge_order)
        object.__setattr__(self, "squares", tuple(sorted(squares, key=lambda square: square.at[::-1])))
        object.__setattr__(self, "edges", tuple(edges))

    def __getstate__(self) -> tuple[int, int, tuple[Square, ...], tuple[Edge, ...]]:
        return self.width, self.height, self.squares, self.edges

    def __setstate__(self, state: tuple[int, int, tuple[Square, ...], tuple[Edge, ...]]) -> None:
        for name, value in zip(("width", "height", "squares", "edges", "_known"), (*state, {}), strict=True):
            object.__setattr__(self, name, value)

    def has(self, at: At) -> bool:
        """Whether that square is on the board."""
        return 0 <= at[0] < self.width and 0 <= at[1] < self.height

    def every_square(self) -> Iterator[At]:
        """All squares, row by row from the north west."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def _stored(self, edge: Edge) -> Edge:
        other = beyond(edge.at, edge.side)
        if edge.side in (Facing.SOUTH, Facing.EAST) or not self.has(other):
            return edge
        return Edge(other, opposite(edge.side), edge.barrier.seen_from_beyond())

    def _problems(self) -> Iterator[tuple[str, Message]]:
        for name, size in (("width", self.width), ("height", self.height)):
            if not 1 <= size <= MAX_SIDE:
                yield f"board/{name}", say("a board has from 1 to {most} squares each way", most=MAX_SIDE)
                return
        for at, count in Counter(square.at for square in self.squares).items():
            if not self.has(at):
                yield square_text(at), self._off_the_board()
            elif count > 1:
                yield square_text(at), say("the square is listed twice")
        for square in self.squares:
            yield from _square_problems(square)
        yield from self._portal_problems()
        yield from self._edge_problems()

    def _off_the_board(self) -> Message:
        return say(
            "this is not on the board, which has {width} × {height} squares", width=self.width, height=self.height
        )

    def _portal_problems(self) -> Iterator[tuple[str, Message]]:
        portals = defaultdict(list)
        for square in self.squares:
            for element in square.elements:
                if isinstance(element, Portal):
                    portals[element.colour].append(square.at)
        for colour, places in portals.items():
            if len(places) != 2:
                why = say(
                    "portals come in pairs; of colour {colour} there are {count}", colour=colour, count=len(places)
                )
                yield f"{square_text(places[-1])}/portal", why

    def _edge_problems(self) -> Iterator[tuple[str, Message]]:
        levels = {square.at: square.level for square in self.squares}
        on_edge: dict[tuple[At, Facing], set[Barrier]] = defaultdict(set)
        for edge in self.edges:
            if not self.has(edge.at):
                yield edge_text(edge.at, edge.side), self._off_the_board()
                continue
            stored = self._stored(edge)
            on_edge[stored.at, stored.side].add(stored.barrier)
            if isinstance(edge.barrier, Slope) and self.has(beyond(edge.at, edge.side)):
                step = levels.get(edge.at, 0) - levels.get(beyond(edge.at, edge.side), 0)
                if step and (step > 0) is not edge.barrier.upper_inside:
                    where = f"{edge_text(edge.at, edge.side)}/{edge.barrier.kind}/upper"
                    yield where, say("the levels of the two squares say the opposite")
        for (at, side), barriers in on_edge.items():
            if sum(isinstance(barrier, Slope) for barrier in barriers) > 1:
                yield edge_text(at, side), say("one edge has one ledge or ramp")
            if sum(isinstance(barrier, Door) for barrier in barriers) > 1:
                yield f"{edge_text(at, side)}/door/active", say("one edge has one door")


def _edge_order(edge: Edge) -> tuple[int, int, int, tuple[int, str]]:
    return edge.at[1], edge.at[0], FACING_INDEX[edge.side], element_order(edge.barrier)


def _square_problems(square: Square) -> Iterator[tuple[str, Message]]:
    where = square_text(square.at)
    if abs(square.level) > MAX_LEVEL:
        yield f"{where}/level", say("levels are from {least} to {most}", least=-MAX_LEVEL, most=MAX_LEVEL)
    for key in _doubled(_slots(square.elements)):
        yield f"{where}/{key}", say("the square has this twice")


def _slots(elements: Iterable[Element]) -> Iterator[str]:
    """What of each element a square can have but once."""
    for element in elements:
        match element:
            case Laser():
                yield f"laser/{LETTERS[element.fires]}"
            case Pusher():  # one in each register
                yield from (f"pusher/active/{register}" for register in sorted(element.active))
            case Mirror():
                yield "mirror"
            case _ if element.kind in (ElementKind.FAST_BELT, ElementKind.SLOW_BELT, ElementKind.TURNING_BELT):
                yield "belt"
            case _:
                yield element.kind.value


def _doubled(keys: Iterable[str]) -> list[str]:
    return [key for key, count in Counter(keys).items() if count > 1]
