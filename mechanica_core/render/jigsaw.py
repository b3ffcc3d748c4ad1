"""The jigsaw: the outline of a piece by its sides, and the belts that lead over it.

A piece is ``SQUARE`` units wide, its middle is the origin, it faces east, and y grows downwards as in SVG. Sides are
listed as in ``Shape``: ahead, left, behind, right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from mechanica_core.pieces import Side
from mechanica_core.render.svg import number

SQUARE: Final = 100.0
"""Width of a square in units of the pictures."""
HALF: Final = SQUARE / 2
CORNER: Final = 5.0
"""Radius of a piece's corners."""
HEAD: Final = 7.2
"""Radius of a knob's head."""
FILLET: Final = 1.7
"""Radius of the rounding between a side and a knob's neck."""
REACH: Final = 6.8
"""How far the middle of a knob's head lies beyond the side."""
KNOB: Final = REACH + HEAD
"""How far a knob reaches out, and a socket in."""
BELT: Final = 11.0
"""Half the width of a belt on a piece."""

_NECK: Final = math.sqrt((HEAD + FILLET) ** 2 - (REACH - FILLET) ** 2)
_TOUCH_X: Final = REACH - (REACH - FILLET) * HEAD / (HEAD + FILLET)
_TOUCH_Y: Final = _NECK * HEAD / (HEAD + FILLET)

Point: TypeAlias = tuple[float, float]


def turned(point: Point, turns: int) -> Point:
    """A point turned by so many quarters counterclockwise, as directions count."""
    x, y = point
    for _ in range(turns % 4):
        x, y = y, -x
    return x, y


def _pair(point: Point, turns: int) -> str:
    x, y = turned(point, turns)
    return f"{number(x)} {number(y)}"


def _arc(radius: float, large: bool, clockwise: bool, end: Point, turns: int) -> str:
    return f"A{number(radius)} {number(radius)} 0 {int(large)} {int(clockwise)} {_pair(end, turns)}"


def _profile(side: Side, turns: int) -> str:
    """The knob or socket in the middle of the east side, from north to south, turned."""
    if side is Side.FLAT:
        return ""
    out = 1 if side is Side.EXIT else -1
    touch = HALF + out * _TOUCH_X
    return (
        f"L{_pair((HALF, -_NECK), turns)}"
        + _arc(FILLET, False, out < 0, (touch, -_TOUCH_Y), turns)
        + _arc(HEAD, True, out > 0, (touch, _TOUCH_Y), turns)
        + _arc(FILLET, False, out < 0, (HALF, _NECK), turns)
    )


def outline(sides: Sequence[Side]) -> str:
    """The outline of a piece with these sides, as the data of a path."""
    straight = HALF - CORNER
    d = f"M{_pair((HALF, -straight), 0)}"
    for turns in (0, 3, 2, 1):
        d += f"{_profile(sides[turns], turns)}L{_pair((HALF, straight), turns)}"
        d += _arc(CORNER, False, True, (straight, HALF), turns)
    return f"{d}Z"


def arm(side: Side, turns: int, start: float = 0) -> str:
    """The belt from ``start`` units off the middle to a side, with its knob or around its socket."""
    d = f"M{_pair((start, -BELT), turns)}L{_pair((HALF, -BELT), turns)}{_profile(side, turns)}"
    return f"{d}L{_pair((HALF, BELT), turns)}L{_pair((start, BELT), turns)}Z"


def chevron(x: float, turns: int, *, inward: bool, size: float = 4.5) -> str:
    """An arrow head on the belt to a side, ``x`` units off the middle, pointing out or in."""
    tip = -size / 2 if inward else size / 2
    points = ((x - tip, -size), (x + tip, 0.0), (x - tip, size))
    return "M" + "L".join(_pair(point, turns) for point in points)
