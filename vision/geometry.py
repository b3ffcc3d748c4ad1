"""The board plane and the camera above it.

The board plane has the square as its unit: x to the east, y to the south, the origin at the north-west corner of the
grid of slots. The Start Zone is column 0, the floor's columns follow, the Loading Dock is the last. Heights are
counted towards the camera, in squares too. Pixels are the photo's, x to the right, y down, centres at +0.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Outline = tuple[float, float, float, float]
"""The board's outer edge in the board plane: left, top, right, bottom."""

FOCAL_LENGTH: Final = 0.74
"""A phone's main camera, in long sides of its photo (24 to 28 mm on film); a crop or another lens matters little."""


def apply(homography: NDArray[np.floating[Any]], points: ArrayLike) -> Floats:
    """Map points, shaped (..., 2), by a 3 x 3 homography."""
    given = np.asarray(points, np.float64)
    lifted = given @ homography[:, :2].T + homography[:, 2]
    return np.asarray(lifted[..., :2] / lifted[..., 2:])


def magnification(homography: NDArray[np.floating[Any]], point: ArrayLike) -> float:
    """How much longer a short line at a point becomes by a homography: the mean over all directions, about."""
    depth = homography[2] @ [*np.asarray(point, np.float64), 1.0]
    return float(np.sqrt(abs(np.linalg.det(homography) / depth**3)))


def corners(outline: Outline) -> Floats:
    """The corners of a rectangle, north-west first, clockwise: shaped (4, 2)."""
    left, top, right, bottom = outline
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)


def in_opencv(homography: Floats) -> Floats:
    """The same map between pictures for OpenCV, which has pixel centres at whole numbers."""
    return np.asarray(_WHOLE @ homography @ np.linalg.inv(_WHOLE))


_WHOLE: Final = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])


def turned(point: tuple[float, float], turns: int) -> tuple[float, float]:
    """A point turned about the origin by quarter turns counterclockwise as seen, y to the south."""
    x, y = point
    for _ in range(turns % 4):
        x, y = y, -x
    return x, y


def _lens(size: tuple[int, int], focal_length: float) -> Floats:
    width, height = size
    focal = focal_length * max(size)
    return np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])


def stretched(homography: Floats, size: tuple[int, int]) -> float:
    """How much longer than in y a plane was stretched in x before a photo of ``size`` (width, height) was taken."""
    along_x, along_y = np.linalg.solve(_lens(size, FOCAL_LENGTH), homography)[:, :2].T
    return float(np.linalg.norm(along_x) / np.linalg.norm(along_y))


def peak(before: float, here: float, after: float) -> float:
    """How far beside the largest of three neighbours, -0.5 to 0.5, a parabola through them has its top."""
    return 0.5 * (before - after) / min(before + after - 2 * here, -1e-6)


@dataclass(frozen=True)
class Camera:
    """Where the camera stood: a projection of (x, y, height, 1) to pixels, shaped (3, 4)."""

    projection: Floats

    @classmethod
    def of(cls, homography: Floats, size: tuple[int, int], focal_length: float = FOCAL_LENGTH) -> Camera:
        """The camera that sees the board plane by ``homography`` in a photo of ``size`` (width, height).

        A homography tells the directions of x and y; that of the height stands upright on both.
        """
        inner = _lens(size, focal_length)
        columns = np.linalg.solve(inner, homography)
        if columns[2, 2] < 0:
            columns = -columns
        length = np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        east, south, origin = (columns / length).T
        up = -np.cross(east, south)
        up /= max(float(np.linalg.norm(up)), 1e-9)
        return cls(inner @ np.stack([east, south, up, origin], axis=1))

    def project(self, points: ArrayLike) -> Floats:
        """Pixels of points (x, y, height), shaped (..., 3)."""
        given = np.asarray(points, np.float64)
        lifted = given @ self.projection[:, :3].T + self.projection[:, 3]
        return np.asarray(lifted[..., :2] / lifted[..., 2:])

    def plane(self, height: float) -> Floats:
        """The homography of the plane that lies ``height`` above the board."""
        west_east, north_south, up, origin = self.projection.T
        return np.stack([west_east, north_south, origin + height * up], axis=1)

    @property
    def position(self) -> Floats:
        """The camera's own (x, y, height)."""
        return np.asarray(-np.linalg.solve(self.projection[:, :3], self.projection[:, 3]))
