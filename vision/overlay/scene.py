"""Where things are on a photo: the board in perspective, its squares and holes by their names."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from mechanica_core.geometry import parse_place
from mechanica_core.render.board import LEFT, TOP, Table
from mechanica_core.render.jigsaw import SQUARE
from mechanica_core.render.pieces import Spot
from vision.copies import Copy
from vision.crops import PIECE_HEIGHT
from vision.geometry import Camera, Floats, apply, corners, magnification
from vision.overlay.canvas import Canvas, circle
from vision.overlay.room import BOT, SIGN, Room
from vision.photo import Photo, Picture
from vision.reading import Reading, is_hole
from vision.recognition import holes_of

RIM: Final = 0.06
"""How much of the photo is shown around the board, in longest sides of that."""
UNIT: Final = 1 / SQUARE
"""A unit of the core's pictures in squares."""


class OnPhoto:
    """Where the things of a reading are in its photo, in pixels of the upright photo of that ``size`` (width, height).

    Points of the board are told in squares, as in the board plane (:mod:`vision.geometry`); they are those of the
    pieces' faces, a little above it.
    """

    def __init__(self, size: tuple[int, int], reading: Reading, copy: Copy) -> None:
        self.reading, self.copy = reading, copy
        self.plane: Floats = Camera.of(np.asarray(reading.homography), size).plane(PIECE_HEIGHT)
        self.table = TaughtTable(reading, copy)

    def pixels(self, points: ArrayLike) -> Floats:
        """Where points of the board (..., 2) are."""
        return apply(self.plane, points)

    def scale(self, point: ArrayLike) -> float:
        """How many pixels a square is long at a point of the board, about."""
        return magnification(self.plane, point)

    def middle(self, place: str) -> tuple[float, float]:
        """The middle of a square, slot or dock."""
        row, column = self.square(place)
        return column + 0.5, row + 0.5

    def square(self, place: str) -> tuple[int, int]:
        """Row and column of a place in the grid of slots."""
        area, row, column = parse_place(place)
        return row, {"start": 0, "floor": column + 1, "dock": self.copy.columns + 1}[area]

    def outline(self, place: str, inset: float = 0.0) -> Floats:
        """The corners of a square."""
        row, column = self.square(place)
        return self.pixels(corners((column + inset, row + inset, column + 1 - inset, row + 1 - inset)))

    def hole(self, name: str) -> tuple[float, float]:
        """The middle of a hole on the board."""
        x, y, *_ = self.table.spot(name)
        return on_board((x, y))


class Scene(OnPhoto):
    """The part of a photo around the board at the size it is drawn on: pixels are those of the canvas."""

    def __init__(self, photo: Photo, reading: Reading, copy: Copy, long_side: int) -> None:
        super().__init__(photo.size, reading, copy)
        board = np.array([*reading.corners.values()])
        rim = RIM * np.ptp(board, axis=0).max()
        size = np.array(photo.size)
        low, high = np.clip(board.min(0) - rim, 0, size - 1), np.clip(board.max(0) + rim, 1, size)
        left, top, right, bottom = np.rint([*low, *high] / np.tile(size / photo.pixels.shape[1::-1], 2)).astype(int)
        part = photo.pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
        scale = long_side / max(part.shape[:2])
        shape = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        self.picture: Picture = np.asarray(cv2.resize(part, shape, interpolation=how), np.uint8)
        # Photo, decoded, cut out, drawn.
        shrunk = np.diag([photo.pixels.shape[1] / size[0], photo.pixels.shape[0] / size[1], 1.0])
        cut_out = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        drawn = np.diag([shape[0] / part.shape[1], shape[1] / part.shape[0], 1.0]) @ cut_out @ shrunk
        self.plane = drawn @ self.plane

    def room(self) -> Room:
        """What words would cover on the bare photo: the bots that stand there, and the doubtful holes."""
        height, width = self.picture.shape[:2]
        room = Room(width, height)
        doubtful = {doubt.where for doubt in self.reading.doubts}
        for hole, belief in self.reading.places.items():
            if is_hole(hole) and (belief.read is not None or hole in doubtful):
                rim = self.pixels(circle(*self.hole(hole), 1.2 * self.copy.hole_radius))
                room.take(rim, SIGN if hole in doubtful else BOT)
        return room

    def canvas(self) -> Canvas:
        """A new canvas with the bare photo."""
        return Canvas(self.picture)


def on_board(point: tuple[float, float]) -> tuple[float, float]:
    """A point of the core's pictures as one of the board."""
    return (point[0] - LEFT) * UNIT, (point[1] - TOP) * UNIT


class TaughtTable(Table):
    """What was read as it lies in a picture of the core, but with its holes where the taught copy has them."""

    def __init__(self, reading: Reading, copy: Copy) -> None:
        super().__init__(reading.layout)
        self._taught: dict[str, tuple[float, float]] = {}
        for place, belief in reading.places.items():
            if not is_hole(place):
                area, row, column = parse_place(place)
                across = {"start": 0, "floor": column + 1, "dock": copy.columns + 1}[area]
                for name, at in holes_of(copy, row, across, belief.read).items():
                    self._taught[f"{place}/{name}"] = at

    def spot(self, hole_name: str) -> Spot:
        """A hole in units of the picture."""
        spot, at = super().spot(hole_name), self._taught.get(hole_name)
        return spot if at is None else spot._replace(x=LEFT + SQUARE * at[0], y=TOP + SQUARE * at[1])
