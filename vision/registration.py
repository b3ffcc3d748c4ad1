"""Lay a taught board exactly over a photo, and tell whether it truly lies there.

A rough placement is made exact by looking for many small patches of the taught board near where they should be: by
normalised correlation, which light and its colour leave alone, at rising resolution, with a robust homography
through what was found. Pieces and bots hide patches; those just are not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import Copy
from vision.geometry import Floats, apply, corners, in_opencv, peak

Grey = NDArray[np.uint8]

LEVELS: Final = ((20, 0.5), (32, 0.2), (48, 0.1), (48, 0.05))
"""Pixels a square, and how far to look in squares."""
PATCH: Final = 13
"""Side of a patch in pixels."""
FOUND: Final = 0.6
"""The correlation from which a patch counts as found."""
ROUNDS: Final = 3
"""How often a placement that is only partly right is tried to be improved."""
HOPELESS: Final = 0.15
HOPEFUL: Final = 0.18
OUTSIDER: Final = 0.6
"""At low resolution, less than this share of a rival's agreement is no match for it."""
TOLERANCE: Final = 1.5
"""How far from where it belongs a patch may be found, in pixels."""
FLAT: Final = 6
"""A window whose brightness differs by less, of 255, shows nothing to find: glare or darkness."""
FEW: Final = 10
"""Added to the number of patches, so that a few that agree by chance mean little."""
BELIEVED: Final = 0.55
"""The agreement from which a placement is believed."""


@dataclass(frozen=True)
class Placement:
    """Where the board lies: board plane to pixels, and the share of patches beside the floor that agree (0..1)."""

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
    on_rim: NDArray[np.bool_]
    """Outside the slots, where no piece ever lies."""


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
    rim = (places[:, 0] < 0) | (places[:, 0] > copy.columns + 2) | (places[:, 1] < 0) | (places[:, 1] > 3)
    kept = np.flatnonzero(~floor)[:110].tolist() + np.flatnonzero(floor)[:90].tolist()
    return _Level(np.asarray(template, np.uint8), to_plane, np.array(best)[kept], ~floor[kept], rim[kept])


def pyramid_of(grey: Grey) -> list[Grey]:
    """The photo in ever smaller sizes, so that shrinking averages."""
    levels = [grey]
    while min(levels[-1].shape) > 160:
        smaller = cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(smaller, np.uint8))
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
    map_ = in_opencv(scale @ whole)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(source, map_, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(np.full_like(source, 255), map_, (width, height), flags=flags)
    return np.asarray(seen, np.uint8), np.asarray(inside, np.uint8)


def _step(pyramid: list[Grey], homography: Floats, level: _Level, reach: int) -> tuple[Floats, float]:
    """One improvement of a placement, and how many of the patches that tell agree with it, as a share.

    On the rim every patch should be found; in slots, where a piece may lie, those that are found count.
    """
    seen, inside = _rectified(pyramid, homography, level)
    half = PATCH // 2
    padded = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    wanted, got, telling, rims = [], [], [], []
    on_rim_seen = 0
    flags = zip(level.spots.tolist(), level.beside_floor.tolist(), level.on_rim.tolist(), strict=True)
    for (x, y), beside_floor, on_rim in flags:
        if not inside[y, x]:
            continue
        patch = level.template[y - half : y + half + 1, x - half : x + half + 1]
        window = padded[y - half : y + half + 1 + 2 * reach, x - half : x + half + 1 + 2 * reach]
        if window.max() - window.min() < FLAT:
            continue
        on_rim_seen += on_rim
        answer = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (bx, by) = cv2.minMaxLoc(answer)
        if not FOUND <= best <= 1.001:
            continue
        fx, fy = float(bx), float(by)
        if 0 < bx < 2 * reach and 0 < by < 2 * reach:  # the peak of a parabola through the neighbours
            fx += peak(float(answer[by, bx - 1]), best, float(answer[by, bx + 1]))
            fy += peak(float(answer[by - 1, bx]), best, float(answer[by + 1, bx]))
        wanted.append((x + 0.5, y + 0.5))
        got.append((x + 0.5 + fx - reach, y + 0.5 + fy - reach))
        telling.append(beside_floor)
        rims.append(on_rim)
    if len(wanted) < 8:
        return homography, 0.0
    move: Any  # None if there is none, which OpenCV's stubs do not say
    move, _ = cv2.findHomography(
        np.array(wanted), np.array(got), cv2.USAC_MAGSAC, TOLERANCE, maxIters=2000, confidence=0.999
    )
    if move is None or abs(np.linalg.det(move)) < 1e-6:
        return homography, 0.0
    apart = np.linalg.norm(apply(move, wanted) - np.array(got), axis=1)
    agree = (apart < TOLERANCE) & np.array(telling)
    rim_agree = int((agree & np.array(rims)).sum())
    slots_agree = int(agree.sum()) - rim_agree
    back = np.linalg.inv(level.to_plane)
    share = (rim_agree + slots_agree) / (on_rim_seen + slots_agree + FEW)
    return np.asarray(homography @ level.to_plane @ move @ back), share


def refine(
    pyramid: list[Grey], homography: Floats, copy: Copy, *, rounds: int = ROUNDS, to_beat: float = 0.0
) -> Placement:
    """Make a rough placement (off by up to half a square) exact. It may not be ``believed`` then.

    What is only partly right after one round is tried to be improved in up to ``rounds``. What has no chance of
    agreeing better than ``to_beat`` is given up early.
    """
    least = max(HOPELESS, OUTSIDER * to_beat)
    placement = Placement(homography, 0.0)
    for _ in range(rounds):
        agreement = 0.0
        for density, distance in LEVELS:
            level = _level(copy, density)
            homography, agreement = _step(pyramid, homography, level, round(distance * density))
            if agreement < least:
                break
        if agreement > placement.agreement:
            placement = Placement(homography, agreement)
        if placement.believed or agreement < HOPEFUL:
            break
    return placement


def likeness(pyramid: list[Grey], homography: Floats, copy: Copy) -> float:
    """How like the taught board a photo looks there at a glance: a correlation of small pictures, -1..1."""
    level = _level(copy, LEVELS[0][0])
    seen, _ = _rectified(pyramid, homography, level)
    blurred = [cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.float32) for picture in (seen, level.template)]
    return float(cv2.matchTemplate(blurred[0], blurred[1], cv2.TM_CCOEFF_NORMED)[0, 0])
