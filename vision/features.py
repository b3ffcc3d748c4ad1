"""The second way in: distinct spots of the taught board found again in the photo, wherever they are.

Slower than the finder net, and independent of it. The board is matched as it looks from above and strongly tilted
four ways, for the features themselves only bear a moderate tilt.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import BOARD_PX, Copy
from vision.geometry import Floats, apply

LONG_SIDE: Final = 1100
"""Features are sought in a photo of this size, in pixels."""
TEMPLATE_PX: Final = 44
"""And in a board of this many pixels a square."""
TILTS: Final = ((1.0, 0.0), (0.6, 0.0), (0.6, 45.0), (0.6, 90.0), (0.6, 135.0))
"""How the board is squeezed before its features are taken: by how much, along which direction in degrees."""


@lru_cache(maxsize=16)
def _taught(copy: Copy) -> tuple[Floats, NDArray[np.float32]]:
    """Spots of the taught board in the board plane, (n, 2), and their descriptions, (n, 128)."""
    left, top, *_ = copy.outline
    scale = TEMPLATE_PX / BOARD_PX
    grey = cv2.resize(
        cv2.cvtColor(copy.board, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
    )
    sift = cv2.SIFT.create(700)
    spots, descriptions = [], []
    for squeeze, degrees in TILTS:
        height, width = grey.shape
        turn = np.eye(3)
        turn[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        squeezed = np.diag([squeeze, 1.0, 1.0]) @ turn
        ends = apply(squeezed, [(0, 0), (width, 0), (width, height), (0, height)])
        move = np.eye(3)
        move[:2, 2] = -ends.min(0)
        map_ = move @ squeezed
        size = np.ceil(np.ptp(ends, axis=0)).astype(int)
        view = cv2.warpPerspective(cv2.GaussianBlur(grey, (0, 0), 0.5 / squeeze), map_, (int(size[0]), int(size[1])))
        inside = cv2.warpPerspective(np.full_like(grey, 255), map_, (int(size[0]), int(size[1])))
        described: Any
        keypoints, described = sift.detectAndCompute(view, cv2.erode(inside, np.ones((9, 9))))
        if described is None:
            continue
        back = apply(np.linalg.inv(map_), np.array([point.pt for point in keypoints]))
        spots.append(back / TEMPLATE_PX + [left, top])
        descriptions.append(described)
    return np.concatenate(spots), np.concatenate(descriptions)


def placements(grey: NDArray[np.uint8], copy: Copy) -> Floats | None:
    """A rough homography from the board plane to the photo, or None; to be verified by whoever asks."""
    scale = min(1.0, LONG_SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    described: Any  # both may be None, which OpenCV's stubs do not say
    keypoints, described = cv2.SIFT.create(2000, contrastThreshold=0.02).detectAndCompute(small, None)
    if described is None or len(keypoints) < 8:
        return None
    spots, taught = _taught(copy)
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(described, taught, k=6)
    got, wanted = [], []
    for nearest in pairs:
        first = nearest[0]
        # Views of the same spot are no rivals: the next best must be elsewhere on the board.
        rival = next(
            (m for m in nearest[1:] if np.abs(spots[m.trainIdx] - spots[first.trainIdx]).max() > 0.15), nearest[-1]
        )
        if first.distance < 0.85 * rival.distance:
            got.append(keypoints[first.queryIdx].pt)
            wanted.append(spots[first.trainIdx])
    if len(got) < 8:
        return None
    found: Any
    found, inliers = cv2.findHomography(
        np.array(wanted), (np.array(got) + 0.5) / scale, cv2.USAC_MAGSAC, 4.0 / scale, maxIters=5000, confidence=0.999
    )
    if found is None or int(inliers.sum()) < 8:
        return None
    return np.asarray(found, np.float64)
