"""Pictures cut out of pictures by a homography, with as much averaging as shrinking needs."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, apply, in_opencv

Picture = NDArray[np.uint8]


def sampled(photo: Picture, to_photo: Floats, size: tuple[int, int]) -> Picture:
    """A picture of ``size`` (width, height) whose pixels ``to_photo`` maps to those of the photo, centres at +0.5."""
    whole = to_photo
    ends = apply(whole, [(0, 0), (size[0], 0), (0, size[1]), (size[0], size[1])])
    shrink = np.sqrt(cv2.contourArea(ends[[0, 1, 3, 2]].astype(np.float32)) / (size[0] * size[1]))
    source: NDArray[Any] = photo
    if shrink > 1.6:  # sample from a smaller photo: averaging, not skipping
        low = np.maximum(np.floor(ends.min(0)).astype(int) - 4, 0)
        high = np.minimum(np.ceil(ends.max(0)).astype(int) + 4, [photo.shape[1], photo.shape[0]])
        if (high - low > 8).all():
            part = photo[low[1] : high[1], low[0] : high[0]]
            fewer = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
            small = cv2.resize(part, fewer, interpolation=cv2.INTER_AREA)
            across, down = small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]
            move = np.array([[across, 0, -low[0] * across], [0, down, -low[1] * down], [0, 0, 1.0]])
            source, whole = small, move @ whole
    return np.asarray(
        cv2.warpPerspective(
            source,
            in_opencv(whole),
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )
