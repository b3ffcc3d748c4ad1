"""The second way in: distinct spots of the taught board found again in the photo, wherever they are.

Slower than the finder net, and independent of it. The board is matched as it looks from above and strongly tilted
four ways, for the features themselves only bear a moderate tilt.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import BOARD_PX, Copy
from vision.geometry import Floats, apply

LONG_SIDE: Final = 1200
"""Features are sought in a photo of this size, in pixels."""
TILTS: Final = ((1.0, 0.0), (0.6, 0.0), (0.6, 45.0), (0.6, 90.0), (0.6, 135.0))
"""How the board is squeezed before its features are taken: by how much, along which direction in degrees."""
DISTINCT: Final = 0.8
"""A spot is matched if its next likest is so much less like it."""
LEAST: Final = 6
"""So many matches must agree to be looked into."""

Grey = NDArray[np.uint8]


@lru_cache(maxsize=16)
def _taught(copy: Copy) -> tuple[tuple[Floats, NDArray[np.float32]], ...]:
    """For each tilt: spots of the taught board in the board plane, (n, 2), and their descriptions, (n, 128)."""
    left, top, *_ = copy.outline
    grey = cv2.cvtColor(copy.board, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    sift = cv2.SIFT.create(1200)
    views = []
    for squeeze, degrees in TILTS:
        turn = np.eye(3)
        turn[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        squeezed = np.diag([squeeze, 1.0, 1.0]) @ turn
        ends = apply(squeezed, [(0, 0), (width, 0), (width, height), (0, height)])
        move = np.eye(3)
        move[:2, 2] = -ends.min(0)
        size = np.ceil(np.ptp(ends, axis=0)).astype(int)
        smooth = cv2.GaussianBlur(grey, (0, 0), 0.5 / squeeze) if squeeze < 1 else grey
        view = cv2.warpPerspective(
            smooth, move @ squeezed, (int(size[0]), int(size[1])), borderMode=cv2.BORDER_REPLICATE
        )
        keypoints, described = sift.detectAndCompute(view, None)
        if len(keypoints) < LEAST:
            continue
        spots = apply(np.linalg.inv(move @ squeezed), [point.pt for point in keypoints])
        on_board = (spots >= 0).all(1) & (spots < (width, height)).all(1)
        views.append((spots[on_board] / BOARD_PX + [left, top], described[on_board].astype(np.float32)))
    return tuple(views)


def placements(grey: Grey, copy: Copy) -> list[Floats]:
    """Rough homographies from the board plane to the photo, the best supported first; for others to verify."""
    scale = min(1.0, LONG_SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    keypoints, described = cv2.SIFT.create(3000).detectAndCompute(small, None)
    if len(keypoints) < LEAST:
        return []
    points = (np.array([point.pt for point in keypoints]) + 0.5) / scale
    found: list[tuple[int, Floats]] = []
    for spots, taught in _taught(copy):
        pairs = cv2.BFMatcher().knnMatch(described, taught, k=2)
        matched = [
            (best.queryIdx, best.trainIdx)
            for best, *next_ in pairs
            if next_ and best.distance < DISTINCT * next_[0].distance
        ]
        if len(matched) < LEAST:
            continue
        here, there = np.array(matched).T
        homography, inliers = cv2.findHomography(
            spots[there], points[here], cv2.USAC_MAGSAC, 4.0 / scale, maxIters=10_000, confidence=0.9999
        )
        if homography is not None and int(inliers.sum()) >= LEAST:
            found.append((int(inliers.sum()), np.asarray(homography, np.float64)))
    return [homography for _, homography in sorted(found, key=lambda one: -one[0])]
