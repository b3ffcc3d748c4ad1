"""Straight little pictures cut out of a photo: what the nets look at."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Camera, Floats
from vision.sampling import sampled

Picture = NDArray[np.uint8]

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


def cell(photo: Picture, plane: Floats, row: int, column: int) -> Picture:
    """The square (row, column) of the grid with a rim, seen from above, north up: (CELL_PX, CELL_PX, 3)."""
    scale = CELL_SPAN / CELL_PX
    rim = (CELL_SPAN - 1) / 2
    to_plane = np.array([[scale, 0, column - rim], [0, scale, row - rim], [0, 0, 1]])
    return sampled(photo, plane @ to_plane, (CELL_PX, CELL_PX))


def hole_map(camera: Camera, hole: tuple[float, float], radius: float) -> Floats:
    """The map (3 x 3) from a hole's crop to the photo: upright, a hole radius wide is HOLE_RADIUS_PX."""
    foot, top = camera.project([(*hole, 0.0), (*hole, 2 * radius)])
    up = top - foot
    length = float(np.hypot(*up))
    up = up / length if length > 1e-6 else np.array([0.0, -1.0])
    ring = camera.project([(hole[0] + radius * np.cos(a), hole[1] + radius * np.sin(a), 0.0) for a in _ANGLES])
    scale = float(np.linalg.norm(ring - foot, axis=1).max()) / HOLE_RADIUS_PX
    down, right = -up * scale, np.array([-up[1], up[0]]) * scale
    map_ = np.eye(3)
    map_[:2, 0], map_[:2, 1] = right, down
    map_[:2, 2] = foot - map_[:2, :2] @ np.array(HOLE_FOOT)
    return map_


_ANGLES: Final = tuple(np.linspace(0, 2 * np.pi, 16, endpoint=False))


def hole(
    photo: Picture, expected: Picture, camera: Camera, at: tuple[float, float], radius: float, to_plane: Floats
) -> Picture:
    """A hole and what stands in it, beside what would be seen there without bots: (64, 48, 6).

    ``expected`` is a picture of the bare board and pieces from above; ``to_plane`` maps its pixels to the board plane.
    """
    map_ = hole_map(camera, at, radius)
    seen = sampled(photo, map_, HOLE_SIZE)
    to_expected = np.linalg.inv(to_plane) @ np.linalg.inv(camera.plane(PIECE_HEIGHT)) @ map_
    bare = sampled(expected, to_expected, HOLE_SIZE)
    return np.concatenate([seen, bare], axis=2)
