"""Whether corners that somebody gave by hand can be those of a board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mechanica_core.messages import Message, say

SHORTEST: Final = 20
"""The shortest side in pixels that a board or grid may have; nothing could be read on a smaller one."""


def not_round_a_board(points: Sequence[tuple[float, float]]) -> Message | None:
    """What is wrong with four corners, NW NE SE SW as printed, in pixels; None if nothing is."""
    following, after = [*points[1:], *points[:1]], [*points[2:], *points[:2]]
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, following, after, strict=True):
        if (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) < 1:
            return say("the corners do not go round a board, NW NE SE SW")
    if min(map(math.dist, points, following)) < SHORTEST:
        return say("the corners are too near each other")
    return None
