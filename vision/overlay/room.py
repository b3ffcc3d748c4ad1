"""Where on a picture there is room for words: off what must be seen, and as near as can be to where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

CELL: Final = 4
"""Pixels of the picture each way that are looked at as one."""
WIDEST: Final = 255
"""OpenCV draws no thicker lines."""
BOT: Final = 0.5
"""How much it matters if words cover something: a bot that stands on the board,"""
WAY: Final = 1.0
"""the way of one,"""
SIGN: Final = 2.0
"""a sign,"""
WORDS: Final = 3.0
"""or other words."""


class Box(NamedTuple):
    """A rectangle by its middle and half its size, in pixels."""

    x: float
    y: float
    wide: float
    high: float


class Room:
    """What is taken of a picture of that size."""

    def __init__(self, width: int, height: int) -> None:
        self._taken = np.zeros((-(-height // CELL), -(-width // CELL)), np.float32)

    def take(self, outline: ArrayLike, weight: float) -> None:
        """A polygon (n, 2) is to be seen."""
        mask = np.zeros(self._taken.shape, np.uint8)
        cv2.fillPoly(mask, [_cells(outline)], 1)
        self._cover(mask, weight)

    def take_line(self, points: ArrayLike, wide: float, weight: float) -> None:
        """A line through points (n, 2) is to be seen."""
        mask = np.zeros(self._taken.shape, np.uint8)
        cv2.polylines(mask, [_cells(points)], False, 1, max(1, min(round(wide / CELL), WIDEST)))
        self._cover(mask, weight)

    def place(self, boxes: Iterable[tuple[Box, float]], weight: float) -> Box:
        """Take that box which covers least; beside each is how far it is from where it belongs, as a share covered."""
        best, _ = min(boxes, key=lambda each: self.covered(each[0]) + each[1])
        left, top, right, bottom = best.x - best.wide, best.y - best.high, best.x + best.wide, best.y + best.high
        self.take([(left, top), (right, top), (right, bottom), (left, bottom)], weight)
        return best

    def covered(self, box: Box) -> float:
        """What share of a box is taken, by weight."""
        low, high = np.array([box.x - box.wide, box.y - box.high]), np.array([box.x + box.wide, box.y + box.high])
        (left, top), (right, bottom) = (np.maximum(np.floor(low / CELL), 0), np.maximum(np.ceil(high / CELL), 0))
        part = self._taken[int(top) : int(bottom), int(left) : int(right)]
        return float(part.mean()) if part.size else 0.0

    def _cover(self, mask: NDArray[np.uint8], weight: float) -> None:
        np.maximum(self._taken, weight * mask, out=self._taken)


def _cells(points: ArrayLike) -> NDArray[np.int32]:
    return np.clip(np.asarray(points, np.float64) / CELL, -(1 << 14), 1 << 14).astype(np.int32)
