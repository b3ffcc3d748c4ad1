"""Rows, directions and the names of places (R-2.1, R-2.2, R-3.6, R-12.9).

A square is the pair ``(row, column)`` with rows 0..2 from the north and columns counted from 0 inside the
library; people and documents count columns from 1 and call rows by name.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Row(StrEnum):
    """A conveyor belt, from the north to the south (R-2.1)."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Facing(StrEnum):
    """A direction on the board; the way a piece faces (R-3.6). Listed counterclockwise from the east."""

    EAST = "east"
    NORTH = "north"
    WEST = "west"
    SOUTH = "south"


class Turn(StrEnum):
    """A side of a piece as a bot driving ahead sees it (A-3.4). Listed counterclockwise from ahead."""

    AHEAD = "ahead"
    LEFT = "left"
    BEHIND = "behind"
    RIGHT = "right"


ROWS: Final = tuple(Row)
FACINGS: Final = tuple(Facing)
TURNS: Final = tuple(Turn)
ROW_INDEX: Final = {row: index for index, row in enumerate(ROWS)}
FACING_INDEX: Final = {facing: index for index, facing in enumerate(FACINGS)}
TURN_INDEX: Final = {turn: index for index, turn in enumerate(TURNS)}

EAST: Final = 0
"""Directions inside the library are 0..3, counterclockwise from the east, so that turning is addition."""
NORTH: Final = 1
WEST: Final = 2
SOUTH: Final = 3

ROW_STEP: Final = (0, -1, 0, 1)
COLUMN_STEP: Final = (1, 0, -1, 0)


def floor_place(row: int, column: int) -> str:
    """Name of a floor square: ``floor_place(0, 1) == "floor/top/2"``."""
    return f"floor/{ROWS[row]}/{column + 1}"


def start_place(row: int) -> str:
    """Name of a start slot: ``start_place(1) == "start/middle"``."""
    return f"start/{ROWS[row]}"


def dock_place(row: int) -> str:
    """Name of a truck's place: ``dock_place(2) == "dock/bottom"``."""
    return f"dock/{ROWS[row]}"


_PLACE: Final = re.compile(r"(start|dock)/(top|middle|bottom)|floor/(top|middle|bottom)/([1-9][0-9]{0,2})")


def parse_place(place: str) -> tuple[str, int, int]:
    """Split the name of a square, slot or dock into ``(area, row, column)``; column is 0 off the floor.

    Raises ValueError if ``place`` is not such a name (R-12.9).
    """
    match = _PLACE.fullmatch(place)
    if match is None:
        raise ValueError(f"{place!r} is no place; places look like 'floor/top/2', 'start/middle' or 'dock/bottom'")
    area, edge_row, floor_row, column = match.groups()
    if area:
        return area, ROW_INDEX[Row(edge_row)], 0
    return "floor", ROW_INDEX[Row(floor_row)], int(column) - 1
