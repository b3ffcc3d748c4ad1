"""Machinery: the pieces installed in a factory, without the bots. It stays the same over a workday."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from mechanica_core.editions import Assumption, ComponentSet, RuleSet, Source, component_set, rule_set
from mechanica_core.errors import Problem, ProblemKind
from mechanica_core.geometry import EAST, ROWS, SOUTH, WEST, dock_place, floor_place, parse_place, start_place
from mechanica_core.messages import Message, say
from mechanica_core.pieces import KINDS, PIECES, Kind, Piece, Side, TurnedShape
from mechanica_core.places import where_words

if TYPE_CHECKING:
    from mechanica_core.routes import Routes

N_ROWS: Final = len(ROWS)
KNOWN_MACHINERY: Final = 2048
"""How many machineries keep their compiled routes for the next factory with the same pieces."""


class HoleRange(NamedTuple):
    """The holes of one place: ``machinery.holes[first:last]``, with their own names in the piece."""

    place: str
    first: int
    last: int
    names: tuple[str, ...]


class Parts(NamedTuple):
    """What a machinery is made of: a key under which to remember what follows from it.

    Unlike machineries, which are compared by names, it tells apart two component sets of one name.
    """

    rules: RuleSet
    components: ComponentSet
    columns: int
    floor: bytes
    start: bytes
    dock: bytes


class Misfit(NamedTuple):
    """The piece at ``place`` turns a side that is no entrance towards the exit of the piece at ``exit_of``."""

    place: str
    side: Side
    exit_of: str

    @property
    def message(self) -> Message:
        """The misfit in words."""
        other = where_words(self.exit_of)
        if self.side is Side.EXIT:
            return say("its exit is in the way of the exit of its neighbour, {other}", other=other)
        return say("its flat side is in the way of the exit of its neighbour, {other}", other=other)

    @property
    def problem(self) -> Problem:
        """The misfit as a problem of a layout."""
        return Problem(ProblemKind.DOES_NOT_FIT, self.place, "D-3.7", self.message)


@dataclass(frozen=True, eq=False)
class Machinery:
    """Installed pieces, compared and hashed by what a document says of them.

    ``floor`` has a piece's code (``pieces.PIECES``) for each square, row by row from the north-west; ``start``
    and ``dock`` a kind's code (``pieces.KIND_CODE``) for each row from the top; 0 stands for nothing.
    """

    rules: RuleSet
    components: ComponentSet
    columns: int
    floor: bytes
    start: bytes
    dock: bytes

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Machinery) and self._named() == other._named() and self.holes == other.holes

    def __hash__(self) -> int:
        return hash(self._named())

    def _named(self) -> tuple[str, str, int, bytes, bytes, bytes]:
        return (self.rules.name, self.components.name, self.columns, self.floor, self.start, self.dock)

    def __reduce__(self) -> tuple[object, tuple[str, str, int, bytes, bytes, bytes]]:
        # Only the pieces travel; what was compiled from them is made again where it arrives.
        return _unpickle, self._named()

    def piece(self, row: int, column: int) -> Piece | None:
        """The piece on a floor square, None for a belt."""
        return PIECES[self.floor[row * self.columns + column]]

    def shape(self, row: int, column: int) -> TurnedShape | None:
        """The shape of the piece on a floor square as it lies, None for a belt."""
        code = self.floor[row * self.columns + column]
        return turned_shape(self.components, code) if code else None

    def start_kind(self, row: int) -> Kind | None:
        """The fabricator in a start slot, None for an empty slot."""
        code = self.start[row]
        return KINDS[code - 1] if code else None

    def dock_kind(self, row: int) -> Kind:
        """The truck at the end of a row."""
        return KINDS[self.dock[row] - 1]

    @functools.cached_property
    def parts(self) -> Parts:
        """What it is made of; ``known_machinery(*parts)`` is this machinery or its equal."""
        return Parts(self.rules, self.components, self.columns, self.floor, self.start, self.dock)

    @functools.cached_property
    def hole_ranges(self) -> tuple[HoleRange, ...]:
        """Every place with holes, row by row from the start slot to the truck: the order bots are kept in."""
        ranges = []
        first = 0
        for place, names in self._places_with_holes():
            ranges.append(HoleRange(place, first, first + len(names), names))
            first += len(names)
        return tuple(ranges)

    def _places_with_holes(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for row in range(N_ROWS):
            yield start_place(row), self.components.start_shapes[self.start_kind(row)].value.holes
            for column in range(self.columns):
                shape = self.shape(row, column)
                if shape is not None and (shape.inputs or shape.outputs):
                    outputs = tuple(name for name, _ in shape.outputs)
                    yield floor_place(row, column), shape.inputs + outputs
            yield dock_place(row), truck_hole_names(self.components, self.dock_kind(row))

    @functools.cached_property
    def holes(self) -> tuple[str, ...]:
        """The name of every hole: ``("start/top/centre", ..., "dock/bottom/1")``."""
        return tuple(f"{place}/{name}" for place, _, _, names in self.hole_ranges for name in names)

    @functools.cached_property
    def range_of(self) -> dict[str, HoleRange]:
        """The holes of a place by its name; places without holes are not in it."""
        return {holes.place: holes for holes in self.hole_ranges}

    @functools.cached_property
    def interchangeable(self) -> tuple[tuple[int, int], ...]:
        """Ranges of holes that bots choose among: a Repurposer's inputs and a truck's holes (D-5.14)."""
        ranges = []
        for place, first, last, _ in self.hole_ranges:
            area, row, column = parse_place(place)
            if area == "floor":
                shape = self.shape(row, column)
                size = len(shape.inputs) if shape else 0
            else:
                size = last - first if area == "dock" else 0
            if size > 1:
                ranges.append((first, first + size))
        return tuple(ranges)

    @functools.cached_property
    def hole_index(self) -> dict[str, int]:
        """Where a hole's bot is kept, by the hole's name."""
        return {hole: index for index, hole in enumerate(self.holes)}

    @functools.cached_property
    def start_holes(self) -> tuple[tuple[int, str], ...]:
        """The holes of the Start Zone from the top: where each one's bot is kept, and its name."""
        return tuple((index, hole) for index, hole in enumerate(self.holes) if hole.startswith("start/"))

    @functools.cached_property
    def misfits(self) -> tuple[Misfit, ...]:
        """Every pair of neighbours that do not fit: an exit that meets no entrance (R-3.7, D-3.7)."""
        return tuple(self._find_misfits())

    def _find_misfits(self) -> Iterator[Misfit]:
        for row, column in itertools.product(range(N_ROWS), range(self.columns)):
            shape = self.shape(row, column)
            if shape is None:
                continue
            here = floor_place(row, column)
            west = shape.sides[WEST]
            knob = column == 0 and self.components.start_shapes[self.start_kind(row)].value.knob
            if knob and west is not Side.ENTRANCE:
                yield Misfit(here, west, start_place(row))
            east_neighbour = self.shape(row, column + 1) if column + 1 < self.columns else None
            south_neighbour = self.shape(row + 1, column) if row + 1 < N_ROWS else None
            for direction, neighbour, there in (
                (EAST, east_neighbour, (row, column + 1)),
                (SOUTH, south_neighbour, (row + 1, column)),
            ):
                if neighbour is None:
                    continue
                mine, theirs = shape.sides[direction], neighbour.sides[(direction + 2) % 4]
                if mine is Side.EXIT and theirs is not Side.ENTRANCE:
                    yield Misfit(floor_place(*there), theirs, here)
                elif theirs is Side.EXIT and mine is not Side.ENTRANCE:
                    yield Misfit(here, mine, floor_place(*there))

    @functools.cached_property
    def assumptions(self) -> tuple[Assumption, ...]:
        """The assumed entries of the component set that a workday of these pieces rests on (A-2.3, A-3.4)."""
        components = self.components
        entries: list[tuple[Source, str, int | str]] = []
        if self.columns == components.columns.value:
            entries.append((components.columns.source, "board.columns", self.columns))
        for code in sorted({code for code in self.floor if code}):
            piece = PIECES[code]
            assert piece is not None
            shape = components.shapes[piece.kind, piece.flipped]
            side = "flipped" if piece.flipped else "shape"
            entries.append((shape.source, f"pieces.{piece.kind}.{side}", str(shape.value)))
        for code in sorted({code for code in self.start if code}):
            start = components.start_shapes[KINDS[code - 1]]
            entries.append((start.source, f"pieces.{KINDS[code - 1]}.holes", " ".join(start.value.holes)))
        for code in sorted(set(self.dock)):
            truck = components.truck_holes[KINDS[code - 1]]
            entries.append((truck.source, f"pieces.{KINDS[code - 1]}.holes", truck.value))
        assumed = (Assumption(what, value) for source, what, value in entries if source is Source.ASSUMED)
        return tuple(dict.fromkeys(assumed))

    @functools.cached_property
    def routes(self) -> Routes:
        """Where bots can go, compiled once."""
        from mechanica_core.routes import Routes  # noqa: PLC0415 (routes are made from machinery)

        return Routes(self)


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def known_machinery(
    rules: RuleSet, components: ComponentSet, columns: int, floor: bytes, start: bytes, dock: bytes
) -> Machinery:
    """The machinery of these pieces; the same object as last time if it is still known, routes and all."""
    return Machinery(rules, components, columns, floor, start, dock)


def _unpickle(rules: str, components: str, columns: int, floor: bytes, start: bytes, dock: bytes) -> Machinery:
    return known_machinery(rule_set(rules), component_set(components), columns, floor, start, dock)


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def turned_shape(components: ComponentSet, code: int) -> TurnedShape:
    """The shape of the piece with that code in a component set, as it lies. The code is not 0."""
    piece = PIECES[code]
    assert piece is not None
    return TurnedShape.of(components.shapes[piece.kind, piece.flipped].value, piece)


def truck_hole_names(components: ComponentSet, kind: Kind) -> tuple[str, ...]:
    """A truck's holes are numbered from 1."""
    return tuple(str(number) for number in range(1, components.truck_holes[kind].value + 1))
