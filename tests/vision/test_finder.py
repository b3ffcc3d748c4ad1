"""The outline of what a finder net marked."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crops import FRAME
from vision.finder import quadrangle, quadrangles

BOARDS: Final = {
    "straight": ((40, 50), (200, 50), (200, 140), (40, 140)),
    "turned": ((60, 20), (190, 80), (150, 170), (20, 110)),
    "from the side": ((80, 60), (180, 62), (230, 125), (35, 120)),
}
"""Corners in frame pixels, clockwise."""


def marked(board: tuple[tuple[int, int], ...], *bulges: tuple[float, float, int]) -> NDArray[np.float32]:
    """What the net says of a board; ``bulges``: discs on its outline, each at a share of it and of a radius."""
    mask = np.zeros(FRAME[::-1], np.uint8)
    corners = np.array(board, np.int32)
    cv2.fillPoly(mask, [corners], 255)
    for side, share, radius in bulges:
        start, end = corners[int(side)], corners[(int(side) + 1) % 4]
        x, y = (start + share * (end - start)).astype(int).tolist()
        cv2.circle(mask, (x, y), radius, 255, -1)
    half = cv2.resize(mask, (FRAME[0] // 2, FRAME[1] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(half.astype(np.float32) / 255, np.float32)


@pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_piece_that_lies_against_the_board_hides_no_corner(
    board: tuple[tuple[int, int], ...], side: int, share: float
) -> None:
    bare, beside = quadrangle(marked(board)), quadrangles(marked(board, (side, share, 12)))
    assert bare is not None
    assert apart(bare, board) < 4
    assert min(apart(quad, board) for quad in beside) < 4


def apart(quad: NDArray[np.float64], board: tuple[tuple[int, int], ...]) -> float:
    return float(min(np.linalg.norm(np.roll(quad, turn, 0) - board, axis=1).max() for turn in range(4)))
