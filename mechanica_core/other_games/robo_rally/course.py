"""A board compiled for a rule set: squares and directions as numbers, everything else as tables over them.

A square is ``(y + 1) * width + x + 1`` in a grid with a rim of one square around the board; directions are those of
``geometry``, counterclockwise from the east. A square and a direction together are ``square * 4 + direction``.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, cast

from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, FACINGS, ROW_STEP, Facing
from mechanica_core.other_games.robo_rally.board import At, Board, beyond
from mechanica_core.other_games.robo_rally.elements import (
    REGISTERS,
    Belt,
    Current,
    Door,
    Element,
    ElementKind,
    Gear,
    Laser,
    Mirror,
    OneWayWall,
    Portal,
    Pusher,
    Repulsor,
    Slope,
    Timed,
    Wall,
)
from mechanica_core.other_games.robo_rally.rules import RuleSet

K: Final = ElementKind

# What a step from a square in a direction meets; above FALL it falls so many levels as it is above.
FREE: Final = 0
BLOCKED: Final = 1
REPELS: Final = 2
UPHILL: Final = 3
FALL: Final = 4

# What happens to a robot that comes to a square.
HOLE: Final = 1
LAVA: Final = 2
FLAMES: Final = 4
PORTAL: Final = 8
# What else a square is.
OIL: Final = 16
WATER: Final = 32
TELEPORTER: Final = 64
RANDOMIZER: Final = 128
NOT_FLAT: Final = 256
REPAIR: Final = 512
DOUBLE_REPAIR: Final = 1024
CHOP_SHOP: Final = 2048
WASTE: Final = 4096
RADIATION: Final = 8192

_FLAGS: Final = {
    K.PIT: HOLE,
    K.DRAIN: HOLE,
    K.RADIOACTIVE_DRAIN: HOLE,
    K.TRAPDOOR: HOLE,
    K.LAVA_PIT: LAVA,
    K.FLAMER: FLAMES,
    K.PORTAL: PORTAL,
    K.OIL: OIL,
    K.WATER: WATER,
    K.TELEPORTER: TELEPORTER,
    K.RANDOMIZER: RANDOMIZER,
    K.REPAIR: REPAIR,
    K.DOUBLE_REPAIR: DOUBLE_REPAIR,
    K.CHOP_SHOP: CHOP_SHOP,
    K.WASTE: WASTE,
    K.RADIATION: RADIATION,
}
HOLES: Final = (K.PIT, K.TRAPDOOR, K.DRAIN, K.RADIOACTIVE_DRAIN)
NONE: Final = -1

_Elements: TypeAlias = "list[tuple[int, Element]]"


class Track(NamedTuple):
    """The tables of one register."""

    step: list[int]
    """By square and direction: what a step out of it meets."""
    beam: list[int]
    """By square and direction: where a beam is one square further, NONE where it ends."""
    ground: list[int]
    """By square: flags."""
    pushers: list[int] | None
    """By square: the direction of the active pusher, or NONE; None if no pusher is active."""
    crushers: frozenset[int]
    """Squares with an active crusher."""
    lava: tuple[tuple[int, tuple[int, ...]], ...]
    """Lava pits, each with the squares that it burns beside its own."""


class Course(NamedTuple):
    """A board compiled for a rule set."""

    width: int
    size: int
    delta: tuple[int, int, int, int]
    tracks: tuple[Track, ...]
    fast_belts: list[int] | None
    """By square: a direction, or NONE; None if there is none at all. Likewise the next two."""
    belts: list[int] | None
    currents: list[int] | None
    curves: dict[int, int]
    """By square and direction of arrival on a belt: quarter turns counterclockwise."""
    gears: dict[int, int]
    """By square: quarter turns counterclockwise."""
    lasers: tuple[tuple[int, int], ...]
    """Where beams start, by square and direction, and how many."""
    twins: dict[int, int]
    """By square of a portal: the other one."""
    flags: int
    """All flags of all squares in all registers together."""

    def number(self, at: At) -> int:
        """The number of a square."""
        return (at[1] + 1) * self.width + at[0] + 1

    def at(self, square: int) -> At:
        """The square of a number; outside the board where that is in the rim."""
        y, x = divmod(square, self.width)
        return x - 1, y - 1


class _Grid:
    """How squares of a board are numbered."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = board.width + 2
        self.size = self.width * (board.height + 2)
        east, north, west, south = (COLUMN_STEP[d] + ROW_STEP[d] * self.width for d in range(4))
        self.delta = (east, north, west, south)

    def number(self, at: At) -> int:
        return (at[1] + 1) * self.width + at[0] + 1

    def ways(self, at: At, side: Facing) -> tuple[int, int]:
        """The way out of a square on that side, and the way back."""
        square, direction = self.number(at), FACING_INDEX[side]
        return square * 4 + direction, (square + self.delta[direction]) * 4 + (direction + 2) % 4


def course(board: Board, rules: RuleSet) -> Course:
    """The board compiled; what has been compiled once is kept with it."""
    known = board._known.get(rules)
    if known is None:
        known = board._known[rules] = _compiled(board, rules)
    return cast(Course, known)


def _compiled(board: Board, rules: RuleSet) -> Course:
    grid = _Grid(board)
    elements = [(grid.number(square.at), element) for square in board.squares for element in square.elements]
    curves: dict[int, int] = {}
    portals: dict[str, list[int]] = {}
    for square, element in elements:
        if isinstance(element, Belt):
            to = FACING_INDEX[element.to]
            for side in element.curve_from:
                came = (FACING_INDEX[side] + 2) % 4
                if (to - came) % 2:  # what comes straight, or against the belt, does not turn
                    curves[square * 4 + came] = (to - came) % 4
        elif isinstance(element, Portal):
            portals.setdefault(element.colour, []).append(square)
    tracks = tuple(_track(grid, rules, elements, register) for register in REGISTERS)
    return Course(
        grid.width,
        grid.size,
        grid.delta,
        tracks,
        _ways(elements, grid.size, lambda e: e.to if isinstance(e, Belt) and e.fast else None),
        _ways(elements, grid.size, lambda e: e.to if isinstance(e, Belt) else None),
        _ways(elements, grid.size, lambda e: e.to if isinstance(e, Current) else None),
        curves,
        {square: 3 if gear.clockwise else 1 for square, gear in elements if isinstance(gear, Gear)},
        tuple((square * 4 + FACING_INDEX[e.fires], e.beams) for square, e in elements if isinstance(e, Laser)),
        {one: other for pair in portals.values() for one, other in (pair, pair[::-1])},
        functools.reduce(operator.or_, (flags for track in tracks for flags in track.ground)),
    )


def _ways(elements: _Elements, size: int, way: Callable[[Element], Facing | None]) -> list[int] | None:
    ways = [NONE] * size
    for square, element in elements:
        to = way(element)
        if to is not None:
            ways[square] = FACING_INDEX[to]
    return ways if any(to >= 0 for to in ways) else None


def _track(grid: _Grid, rules: RuleSet, elements: _Elements, register: int) -> Track:
    ground, pushers, mirrors, crushers = [HOLE] * grid.size, [NONE] * grid.size, {}, []
    for at in grid.board.every_square():
        ground[grid.number(at)] = 0
    for square, element in elements:
        if element.kind in rules.non_flat or element.kind in (K.MIRROR, K.REPULSOR):
            ground[square] |= NOT_FLAT
        match element:
            case Timed() if register not in element.active:
                continue
            case Pusher() if register in element.active:
                pushers[square] = FACING_INDEX[element.push]
            case Mirror():
                mirrors[square] = element
            case Timed(K.CRUSHER):
                crushers.append(square)
        ground[square] |= _FLAGS.get(element.kind, 0)
    repulsors = {square for square, element in elements if element.kind is K.REPULSOR}
    walls, repelling, slopes = _barriers(grid, register)
    step, beam = [FREE] * (grid.size * 4), [NONE] * (grid.size * 4)
    for at in grid.board.every_square():
        square = grid.number(at)
        for d, facing in enumerate(FACINGS):
            way, to = square * 4 + d, square + grid.delta[d]
            if way in walls or to in mirrors or slopes.get(way) == BLOCKED:
                step[way] = BLOCKED
            elif way in repelling or to in repulsors:
                step[way] = REPELS
            else:
                step[way] = slopes.get(way, FREE)
            at_ledge = slopes.get(way, FREE) > FALL or slopes.get(way) == BLOCKED
            if way not in walls and (rules.laser_crosses_ledge or not at_ledge) and grid.board.has(beyond(at, facing)):
                mirror = mirrors.get(to)
                beam[way] = to * 4 + (d if mirror is None else d ^ 1 if mirror.rising else 3 - d)
    lava = tuple((square, _burnt(grid, rules, square, walls)) for square, e in elements if e.kind is K.LAVA_PIT)
    return Track(step, beam, ground, pushers if any(to >= 0 for to in pushers) else None, frozenset(crushers), lava)


def _barriers(grid: _Grid, register: int) -> tuple[set[int], set[int], dict[int, int]]:
    """Ways that walls close in a register, ways into repulsors, and what slopes do to other ways."""
    walls, repelling, slopes = set(), set(), {}
    board = grid.board
    levels = {square.at: square.level for square in board.squares}
    sloping = {(edge.at, edge.side): edge.barrier for edge in board.edges if isinstance(edge.barrier, Slope)}
    for at in board.every_square():
        for side in (Facing.EAST, Facing.SOUTH):
            step = levels.get(at, 0) - levels.get(beyond(at, side), 0)
            if step and board.has(beyond(at, side)):
                sloping.setdefault((at, side), Slope(K.LEDGE, step > 0))
    for (at, side), slope in sloping.items():
        down, up = grid.ways(at, side)
        if not slope.upper_inside:
            down, up = up, down
        if slope.kind is K.RAMP:
            slopes[up] = UPHILL
        else:
            step = levels.get(at, 0) - levels.get(beyond(at, side), 0) if board.has(beyond(at, side)) else 0
            slopes[up], slopes[down] = BLOCKED, FALL + max(1, abs(step))
    for edge in board.edges:
        out, back = grid.ways(edge.at, edge.side)
        match edge.barrier:
            case Wall():
                walls |= {out, back}
            case Door(active) if register not in active:
                walls |= {out, back}
            case OneWayWall(red_outward):
                walls.add(back if red_outward else out)
            case Repulsor():
                repelling |= {out, back}
    return walls, repelling, slopes


def _burnt(grid: _Grid, rules: RuleSet, square: int, walls: set[int]) -> tuple[int, ...]:
    """The squares that a lava pit burns beside its own."""
    beside = [square + grid.delta[d] for d in range(4) if rules.lava_through_walls or square * 4 + d not in walls]
    if rules.lava_neighbours == "eight":
        beside += [square + grid.delta[d] + grid.delta[(d + 1) % 4] for d in range(4)]
    return tuple(beside)
