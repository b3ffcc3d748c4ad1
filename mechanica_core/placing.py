"""Where a piece may be installed: everything that fits, listed quickly (R-3.2, R-3.7, D-3.7, D-3.10)."""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from mechanica_core.editions import ComponentSet
from mechanica_core.geometry import (
    COLUMN_STEP,
    FACINGS,
    ROW_STEP,
    WEST,
    Facing,
    dock_place,
    floor_place,
    start_place,
)
from mechanica_core.machinery import KNOWN_MACHINERY, N_ROWS, Machinery, Parts, known_machinery, turned_shape
from mechanica_core.pieces import FABRICATORS, PIECE_CODE, PRINTED, TRUCKS, Kind, Piece, Side

DIRECTIONS: Final = range(4)


class Placement(NamedTuple):
    """One way to install a piece."""

    place: str
    facing: Facing = FACINGS[0]
    flipped: bool = False


class _Sides(NamedTuple):
    """A piece's sides as bits, one a direction."""

    entrances: int
    exits: int


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _sides(components: ComponentSet, code: int) -> _Sides:
    sides = turned_shape(components, code).sides
    entrances = sum(1 << direction for direction in DIRECTIONS if sides[direction] is Side.ENTRANCE)
    exits = sum(1 << direction for direction in DIRECTIONS if sides[direction] is Side.EXIT)
    return _Sides(entrances, exits)


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _turnings(components: ComponentSet, kind: Kind) -> tuple[tuple[_Sides, Facing, bool], ...]:
    """Every way a floor piece can lie, with its sides."""
    sides = (False, True) if (kind, True) in components.shapes else (False,)
    return tuple(
        (_sides(components, PIECE_CODE[Piece(kind, facing, flipped)]), facing, flipped)
        for flipped in sides
        for facing in FACINGS
    )


def placements(machinery: Machinery, kind: Kind) -> tuple[Placement, ...]:
    """Every way to install a piece of that kind, in the order of places, then sides, then facings.

    It may lie where something lies already, which it then replaces (D-7.1); it may not where a neighbour's exit or
    flat side is in the way.
    """
    return _placements(machinery.parts, kind)


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _placements(parts: Parts, kind: Kind) -> tuple[Placement, ...]:
    machinery = known_machinery(*parts)
    if kind in TRUCKS:
        rows = (row for row in range(N_ROWS) if TRUCKS.index(kind) > TRUCKS.index(machinery.dock_kind(row)))
        return tuple(Placement(dock_place(row)) for row in rows)
    if kind in PRINTED:
        return ()
    if kind in FABRICATORS:
        return tuple(Placement(start_place(row)) for row in range(N_ROWS) if _fabricator_fits(machinery, kind, row))
    found = []
    for row in range(N_ROWS):
        for column in range(machinery.columns):
            needed, barred = _neighbours(machinery, row, column)
            for sides, facing, flipped in _turnings(machinery.components, kind):
                if not needed & ~sides.entrances and not barred & sides.exits:
                    found.append(Placement(floor_place(row, column), facing, flipped))
    return tuple(found)


def _fabricator_fits(machinery: Machinery, kind: Kind, row: int) -> bool:
    if machinery.start_kind(row) is kind:
        return False
    code = machinery.floor[row * machinery.columns]
    knob = machinery.components.start_shapes[kind].value.knob
    return not (knob and code) or bool(_sides(machinery.components, code).entrances >> WEST & 1)


def _neighbours(machinery: Machinery, row: int, column: int) -> tuple[int, int]:
    """Directions in which a piece on this square needs an entrance, and in which it may have no exit, as bits."""
    components, columns, floor = machinery.components, machinery.columns, machinery.floor
    needed = barred = 0
    if column == 0 and components.start_shapes[machinery.start_kind(row)].value.knob:
        needed |= 1 << WEST
    for direction in DIRECTIONS:
        there_row, there_column = row + ROW_STEP[direction], column + COLUMN_STEP[direction]
        if not (0 <= there_row < N_ROWS and 0 <= there_column < columns):
            continue
        code = floor[there_row * columns + there_column]
        if not code:
            continue
        facing_here = 1 << (direction + 2) % 4
        theirs = _sides(components, code)
        if theirs.exits & facing_here:
            needed |= 1 << direction
        elif not theirs.entrances & facing_here:
            barred |= 1 << direction
    return needed, barred
