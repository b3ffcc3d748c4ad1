"""Straight little pictures cut out of a photo: what the nets look at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Camera, Floats, apply
from vision.sampling import sampled

Picture = NDArray[np.uint8]
Spot = tuple[float, float]

FRAME: Final = (256, 192)
"""Width and height of what the finder nets look at."""
CELL_PX: Final = 72
CELL_SPAN: Final = 1.3
"""A cell's crop covers this many squares, so that knobs and the neighbours' edges are in it."""
PIECE_HEIGHT: Final = 0.03
"""Pieces' faces lie about this much above the board, in squares: the plane that cells are cut from."""
HOLE_SIZE: Final = (48, 64)
"""A hole's crop: width and height in pixels."""
HOLE_RADIUS_PX: Final = 10.0
HOLE_FOOT: Final = (24.0, 44.0)
"""Where the middle of the hole is in its crop: most of it is above, because bots stand up."""
LIGHT_PX: Final = 16
"""How fine the light on the board is measured, in pixels per square."""
LIGHT_SPAN: Final = 31
"""The light at a spot is the median over this many pixels, so that bots do not count: about two squares."""
FAINTEST: Final = math.log(1 / 12)
BRIGHTEST: Final = math.log(4)
"""The least and most light that is told apart, as the logarithm of its ratio to the light of teaching."""
PAPER: Final = 0.7
"""White paper is brought to this share of full brightness, which leaves room for what shines."""


def cell(photo: Picture, plane: Floats, row: int, column: int) -> Picture:
    """The square (row, column) of the grid with a rim, seen from above, north up: (CELL_PX, CELL_PX, 3)."""
    scale = CELL_SPAN / CELL_PX
    rim = (CELL_SPAN - 1) / 2
    to_plane = np.array([[scale, 0, column - rim], [0, scale, row - rim], [0, 0, 1]])
    return sampled(photo, plane @ to_plane, (CELL_PX, CELL_PX))


def hole_map(camera: Camera, hole: Spot, radius: float) -> Floats:
    """The map (3 x 3) from a hole's crop to the photo: upright, a hole radius wide is HOLE_RADIUS_PX."""
    foot, top = camera.project([(*hole, 0.0), (*hole, 2 * radius)])
    up = top - foot
    length = float(np.hypot(*up))
    up = up / length if length > 1e-6 else np.array([0.0, -1.0])
    ring = camera.project(_RING * radius + (*hole, 0.0))
    scale = float(np.linalg.norm(ring - foot, axis=1).max()) / HOLE_RADIUS_PX
    down, right = -up * scale, np.array([-up[1], up[0]]) * scale
    map_ = np.eye(3)
    map_[:2, 0], map_[:2, 1] = right, down
    map_[:2, 2] = foot - map_[:2, :2] @ np.array(HOLE_FOOT)
    return map_


_ANGLES: Final = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_RING: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES), np.zeros(16)], axis=1)


@dataclass(frozen=True, eq=False)
class Expected:
    """The board and its pieces from above, as they would look without bots.

    ``picture`` is (height, width, 4): colours, then where holes are (255) and where not (0). ``to_plane`` maps its
    pixels to the board plane.
    """

    picture: Picture
    to_plane: Floats

    def light_in(self, photo: Picture, camera: Camera) -> NDArray[np.float32]:
        """How bright the photo shows each spot of the board beside this picture: ratios (height, width, 3)."""
        height, width = self.picture.shape[:2]
        fineness = LIGHT_PX * float(self.to_plane[0, 0])
        size = (round(width * fineness), round(height * fineness))
        enlarge = np.diag([width / size[0], height / size[1], 1.0])
        bare = sampled(self.picture[..., :3], enlarge, size)
        seen = sampled(photo, camera.plane(PIECE_HEIGHT) @ self.to_plane @ enlarge, size)
        ratio = np.log((seen + np.float32(6)) / (bare + np.float32(6)))
        scale = 255 / (BRIGHTEST - FAINTEST)
        as_bytes = np.clip((ratio - FAINTEST) * scale, 0, 255).astype(np.uint8)
        return np.asarray(np.exp(cv2.medianBlur(as_bytes, LIGHT_SPAN) / np.float32(scale) + FAINTEST), np.float32)


def hole_mask(shape: tuple[int, int], from_plane: Floats, spots: Iterable[Spot], radius: float) -> Picture:
    """Where holes are (255) and where not (0) in a picture of the board: holes' middles and radius are in the plane."""
    mask = np.zeros(shape, np.uint8)
    for spot in spots:
        x, y = apply(from_plane, spot).round().astype(int).tolist()
        cv2.circle(mask, (x, y), round(radius * float(from_plane[0, 0])), 255, -1)
    return mask


def holes(photo: Picture, expected: Expected, camera: Camera, spots: Sequence[Spot], radius: float) -> Picture:
    """Holes (middles in the board plane) and what stands in them: (n, 64, 48, 7).

    Each as it is seen, in the light of teaching, beside what would be seen there without bots, and where holes are.
    """
    light = expected.light_in(photo, camera)
    from_plane = np.linalg.inv(expected.to_plane)
    from_photo = from_plane @ np.linalg.inv(camera.plane(PIECE_HEIGHT))
    fineness = light.shape[1] / expected.picture.shape[1]
    pictures = np.empty((len(spots), HOLE_SIZE[1], HOLE_SIZE[0], 7), np.uint8)
    for picture, at in zip(pictures, spots, strict=True):
        map_ = hole_map(camera, at, radius)
        x, y = (apply(from_plane, at) * fineness).astype(int).tolist()
        here = light[min(max(y, 0), light.shape[0] - 1), min(max(x, 0), light.shape[1] - 1)]
        picture[..., :3] = np.clip(sampled(photo, map_, HOLE_SIZE) * (PAPER / here), 0, 255)
        picture[..., 3:] = sampled(expected.picture, from_photo @ map_, HOLE_SIZE)
    return pictures
