"""Lay a taught board exactly over a photo, and tell whether it truly lies there.

A rough placement is made exact by looking for many small patches of the taught board near where they should be: by
normalised correlation, which light and its colour leave alone, at rising resolution, with a robust homography
through what was found. Pieces and bots hide patches; those just are not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import Copy
from vision.geometry import Floats, apply, corners

Grey = NDArray[np.uint8]

LEVELS: Final = ((20, 0.5, True), (32, 0.2, False), (48, 0.1, False))
"""Pixels a square, how far to look in squares, and whether only beside the floor: its belts repeat."""
PATCH: Final = 13
"""Side of a patch in pixels."""
FOUND: Final = 0.6
"""The correlation from which a patch counts as found."""
BELIEVED: Final = 0.35
"""The share of the patches beside the floor that must be found where they belong."""


@dataclass(frozen=True)
class Placement:
    """Where the board lies: board plane to pixels, and the share of patches beside the floor that agree."""

    homography: Floats
    agreement: float

    @property
    def believed(self) -> bool:
        """Whether the photo shows the taught board there."""
        return self.agreement >= BELIEVED


@dataclass(frozen=True)
class _Level:
    template: Grey
    to_plane: Floats
    spots: NDArray[np.int64]
    beside_floor: NDArray[np.bool_]


@lru_cache(maxsize=32)
def _level(copy: Copy, density: int) -> _Level:
    """The taught board at ``density`` pixels a square, and the patches worth looking for."""
    left, top, right, bottom = copy.outline
    width, height = round((right - left) * density), round((bottom - top) * density)
    grey = cv2.cvtColor(copy.board, cv2.COLOR_BGR2GRAY)
    template = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    to_plane = np.array([[(right - left) / width, 0, left], [0, (bottom - top) / height, top], [0, 0, 1]])
    half = PATCH // 2
    quality = cv2.cornerMinEigenVal(cv2.GaussianBlur(template, (0, 0), 1.0), PATCH)
    quality[:half], quality[-half:], quality[:, :half], quality[:, -half:] = 0, 0, 0, 0
    spots: list[tuple[int, int]] = []
    step = max(4, density // 5)
    for y in range(0, height, step):
        for x in range(0, width, step):
            cell = quality[y : y + step, x : x + step]
            at = np.unravel_index(int(cell.argmax()), cell.shape)
            if cell[at] > 1e-5:
                spots.append((x + int(at[1]), y + int(at[0])))
    best = sorted(spots, key=lambda spot: -float(quality[spot[1], spot[0]]))[:400]
    places = apply(to_plane, np.array(best, np.float64) + 0.5)
    floor = (places[:, 0] > 0.95) & (places[:, 0] < copy.columns + 1.05) & (places[:, 1] > -0.1) & (places[:, 1] < 3.1)
    kept = np.flatnonzero(~floor)[:110].tolist() + np.flatnonzero(floor)[:90].tolist()
    return _Level(template, to_plane, np.array(best)[kept], ~floor[kept])


def pyramid_of(grey: Grey) -> list[Grey]:
    """The photo in ever smaller sizes, so that shrinking averages."""
    levels = [grey]
    while min(levels[-1].shape) > 160:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return levels


def _rectified(pyramid: list[Grey], homography: Floats, level: _Level) -> tuple[Grey, Grey]:
    """The photo as the template sees it, and where there is a photo at all."""
    height, width = level.template.shape
    whole = homography @ level.to_plane
    ends = apply(whole, corners((0, 0, width, height)))
    shrink = np.sqrt(max(1.0, abs(cv2.contourArea(ends.astype(np.float32)))) / (width * height))
    index = int(np.clip(np.floor(np.log2(max(shrink, 1.0)) + 0.35), 0, len(pyramid) - 1))
    source = pyramid[index]
    full_height, full_width = pyramid[0].shape
    scale = np.diag([source.shape[1] / full_width, source.shape[0] / full_height, 1.0])
    centre, back = np.eye(3), np.eye(3)
    centre[:2, 2], back[:2, 2] = 0.5, -0.5
    map_ = back @ scale @ whole @ centre
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(source, map_, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(np.full_like(source, 255), map_, (width, height), flags=flags)
    return seen, inside


def _step(
    pyramid: list[Grey], homography: Floats, level: _Level, reach: int, *, only_beside_floor: bool
) -> tuple[Floats, float]:
    """One improvement of a placement, and the share of visible patches beside the floor that agree with it."""
    seen, inside = _rectified(pyramid, homography, level)
    half = PATCH // 2
    padded = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    wanted, got, beside = [], [], []
    visible = 0
    for (x, y), beside_floor in zip(level.spots.tolist(), level.beside_floor.tolist(), strict=True):
        if (only_beside_floor and not beside_floor) or not inside[y, x]:
            continue
        visible += beside_floor
        patch = level.template[y - half : y + half + 1, x - half : x + half + 1]
        window = padded[y - half : y + half + 1 + 2 * reach, x - half : x + half + 1 + 2 * reach]
        answer = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (bx, by) = cv2.minMaxLoc(answer)
        if not FOUND <= best <= 1.001:
            continue
        fx, fy = float(bx), float(by)
        if 0 < bx < 2 * reach and 0 < by < 2 * reach:  # the peak of a parabola through the neighbours
            left, right = float(answer[by, bx - 1]), float(answer[by, bx + 1])
            up, down = float(answer[by - 1, bx]), float(answer[by + 1, bx])
            fx += 0.5 * (left - right) / min(left + right - 2 * best, -1e-6)
            fy += 0.5 * (up - down) / min(up + down - 2 * best, -1e-6)
        wanted.append((x + 0.5, y + 0.5))
        got.append((x + 0.5 + fx - reach, y + 0.5 + fy - reach))
        beside.append(beside_floor)
    if len(wanted) < 8:
        return homography, 0.0
    move, inliers = cv2.findHomography(
        np.array(wanted), np.array(got), cv2.USAC_MAGSAC, 1.2, maxIters=2000, confidence=0.999
    )
    if move is None or abs(np.linalg.det(move)) < 1e-6:
        return homography, 0.0
    agree = int((inliers.ravel().astype(bool) & np.array(beside)).sum())
    back = np.linalg.inv(level.to_plane)
    return np.asarray(homography @ level.to_plane @ move @ back), agree / max(visible, 12)


def refine(pyramid: list[Grey], homography: Floats, copy: Copy) -> Placement:
    """Make a rough placement (off by up to half a square) exact. It may not be ``believed`` then."""
    agreement = 0.0
    for density, distance, beside in LEVELS:
        level = _level(copy, density)
        homography, agreement = _step(pyramid, homography, level, round(distance * density), only_beside_floor=beside)
        if agreement < 0.12:
            return Placement(homography, agreement)
    return Placement(homography, agreement)


def likeness(pyramid: list[Grey], homography: Floats, copy: Copy) -> float:
    """How like the taught board a photo looks there at a glance: a correlation of small pictures, -1..1."""
    level = _level(copy, LEVELS[0][0])
    seen, _ = _rectified(pyramid, homography, level)
    blurred = [cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.float32) for picture in (seen, level.template)]
    return float(cv2.matchTemplate(blurred[0], blurred[1], cv2.TM_CCOEFF_NORMED)[0, 0])
