"""Pictures cut out of a photo, however much smaller or larger they become."""

from __future__ import annotations

import numpy as np
import pytest

from vision.sampling import sampled


@pytest.mark.parametrize("shrink", [0.1, 1, 1.7, 10, 90, 1000, 1e5])
@pytest.mark.parametrize("at", [(0, 0), (600, 20), (-3000, 5000)])
def test_a_picture_can_be_cut_out_at_any_scale_and_place(shrink: float, at: tuple[int, int]) -> None:
    photo = np.full((40, 1200, 3), (20, 90, 200), np.uint8)
    to_photo = np.array([[shrink, 0, at[0]], [0, shrink, at[1]], [0, 0, 1.0]])
    assert (sampled(photo, to_photo, (48, 64)) == photo[0, 0]).all()


def test_shrinking_averages_what_lies_between() -> None:
    stripes = np.zeros((400, 400, 3), np.uint8)
    stripes[:, ::2] = 200
    cut = sampled(stripes, np.diag([8.0, 8.0, 1.0]), (50, 50))
    assert cut[5:-5, 5:-5] == pytest.approx(100, abs=2)
