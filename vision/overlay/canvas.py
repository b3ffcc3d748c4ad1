"""A picture to draw on: smooth shapes and readable words in pixels, over anything."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.overlay.room import WIDEST, Box
from vision.photo import Picture

Colour = tuple[int, int, int]
"""Blue, green, red."""

FINER: Final = 2
"""Shapes are drawn so many times as large and then made smaller, which smooths them."""
_BITS: Final = 4
"""Coordinates are told to OpenCV in so many bits after the point."""
_ROUND: Final = np.linspace(0, 2 * np.pi, 40, endpoint=False)
WEIGHT: Final = 560
"""How bold words are, from 100 to 1000."""
_LINE: Final = 1.22
"""Height of a line in sizes of its letters."""
_ENDLESS: Final = (1 << 14, 1 << 10)


def colour(html: str) -> Colour:
    """A colour written as in HTML."""
    red, green, blue = (int(html[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def circle(x: float, y: float, radius: float) -> NDArray[np.float64]:
    """The outline of a circle, shaped (n, 2)."""
    return np.stack([x + radius * np.cos(_ROUND), y + radius * np.sin(_ROUND)], axis=1)


@cache
def _font() -> cv2.FontFace:
    """The outlined font that comes with OpenCV: Rubik, which has all letters of our languages."""
    return cv2.FontFace("sans")


@cache
def _width(text: str, size: int) -> int:
    _, _, width, _ = cv2.getTextSize(_ENDLESS, text, (0, 0), _font(), size, WEIGHT)
    return width


class Canvas:
    """A picture (height, width, 3), BGR, that is drawn on; coordinates are its pixels."""

    def __init__(self, picture: Picture) -> None:
        self.height, self.width = picture.shape[:2]
        self._large = np.ascontiguousarray(picture.repeat(FINER, axis=0).repeat(FINER, axis=1))

    def picture(self) -> Picture:
        """What was drawn so far."""
        shrunk = cv2.resize(self._large, (self.width, self.height), interpolation=cv2.INTER_AREA)
        return np.asarray(shrunk, np.uint8)

    def copy(self) -> Canvas:
        """The same once more, to be drawn on apart."""
        other = object.__new__(Canvas)
        other.height, other.width, other._large = self.height, self.width, self._large.copy()
        return other

    def fill(self, outline: ArrayLike, fill: Colour, *, opacity: float = 1) -> None:
        """Fill a polygon (n, 2)."""
        points = self._fixed(outline)
        if opacity == 1:
            cv2.fillPoly(self._large, [points], fill, cv2.LINE_8, _BITS)
            return
        left, top = np.maximum(points.min(0) >> _BITS, 0)
        right, bottom = (points.max(0) >> _BITS) + 2
        part = self._large[top:bottom, left:right]
        painted = np.ascontiguousarray(part)
        cv2.fillPoly(painted, [points - (np.array([left, top]) << _BITS)], fill, cv2.LINE_8, _BITS)
        if part.size:
            part[:] = cv2.addWeighted(part, 1 - opacity, painted, opacity, 0)

    def line(self, points: ArrayLike, ink: Colour, wide: float, *, closed: bool = False) -> None:
        """Draw a line through points (n, 2) with round ends."""
        thickness = max(1, min(round(wide * FINER), WIDEST))
        cv2.polylines(self._large, [self._fixed(points)], closed, ink, thickness, cv2.LINE_8, _BITS)

    def shape(self, outline: ArrayLike, fill: Colour, edge: Colour, wide: float) -> None:
        """Fill a polygon and draw its edge."""
        self.fill(outline, fill)
        self.line(outline, edge, wide, closed=True)

    def words(self, text: str, x: float, y: float, size: float, ink: Colour) -> None:
        """Write a line with its middle at (x, y)."""
        large = max(6, round(size * FINER))
        left = round(FINER * x - _width(text, large) / 2)
        cv2.putText(self._large, text, (left, round(FINER * y + 0.36 * large)), ink, _font(), large, WEIGHT)

    def plate(
        self, lines: Sequence[str], x: float, y: float, size: float, *, ink: Colour, fill: Colour, edge: Colour
    ) -> None:
        """Write lines below each other on a plate of their own with its middle at (x, y), moved inside the picture."""
        x, y, wide, high = self.plate_box(lines, x, y, size)
        self.shape(_rounded(x, y, wide, high, 0.34 * size), fill, edge, max(1.0, 0.1 * size))
        for number, line in enumerate(lines):
            self.words(line, x, y + _LINE * size * (number - (len(lines) - 1) / 2), size, ink)

    def plate_box(self, lines: Sequence[str], x: float, y: float, size: float) -> Box:
        """Where a plate with these lines comes to be."""
        wide = self.width_of(lines, size) / 2 + 0.42 * size
        high = _LINE * size * len(lines) / 2 + 0.16 * size
        x = min(max(x, wide + 1), self.width - wide - 1)
        y = min(max(y, high + 1), self.height - high - 1)
        return Box(x, y, wide, high)

    @staticmethod
    def width_of(lines: Sequence[str], size: float) -> float:
        """How wide the longest of some lines is."""
        large = max(6, round(size * FINER))
        return max(_width(line, large) for line in lines) / FINER

    def _fixed(self, points: ArrayLike) -> NDArray[Any]:
        # Pixels of ours have their middles at +0.5, OpenCV's at whole numbers.
        scaled = (FINER * np.asarray(points, np.float64) - 0.5) * (1 << _BITS)
        return np.clip(scaled.round(), -(1 << 24), 1 << 24).astype(np.int32)


def _rounded(x: float, y: float, wide: float, high: float, radius: float) -> NDArray[np.float64]:
    """A rectangle with round corners by its middle and half its size."""
    radius = min(radius, wide, high)
    corners = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
    arcs = [
        (np.array([wide - radius, high - radius]) * corner)
        + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        for corner, start in zip(corners, (0, 90, 180, 270), strict=True)
        for angles in (np.radians(np.linspace(start, start + 90, 6)),)
    ]
    return np.asarray(np.concatenate(arcs) + np.array([x, y]))


def balanced(text: str, lines: int) -> list[str]:
    """A text in at most so many lines, all about equally long, broken between words alone."""
    longest = max(map(len, text.split()), default=1)
    for width in range(max(longest, -(-len(text) // lines)), len(text) + 1):
        wrapped = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
        if len(wrapped) <= lines:
            return wrapped
    return [text]
