"""Lay the board plane exactly on an empty board whose artwork nobody has seen before.

The squares of the floor are printed alike, so the step from each to the next can be measured in the picture: that
fixes scale, turn and perspective. What is left, where the first square begins, is told by the lines between squares
and by the floor's symmetry about its middle row.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Outline, apply, corners, peak
from vision.sampling import sampled

PX: Final = 48
"""Pixels a square of the flattened picture that is measured."""
RIM: Final = 0.5
"""Squares about the grid that are in it."""
REACH: Final = 0.22
"""How far from its expected place the like of a square is sought; half of a belt mark's usual distance."""
ROUNDS: Final = 3
EDGE: Final = 0.14
"""How far, in squares, the board's edge may be from where it was thought to."""
LINE: Final = 0.05
"""How wide a line between two squares may be, in squares."""
SHIFT: Final = 0.2
"""How far, in squares, the first square may begin from where it was thought to."""


def aligned(pixels: NDArray[np.uint8], plane: Floats, columns: int) -> Floats:
    """A rough homography from the board plane to the photo of an empty board, made exact."""
    grid = corners((0.0, 0.0, columns + 2.0, 3.0))
    middle = apply(plane, grid).mean(0)  # the mean of four corners is the surest thing about a rough grid
    for _ in range(ROUNDS):
        plane = _stepped(pixels, plane, columns)
        now = apply(plane, grid).mean(0)
        plane = plane @ _moved(apply(np.linalg.inv(plane), middle) - apply(np.linalg.inv(plane), now))
    grey = _flat(pixels, plane, columns)
    return plane @ _moved(np.array([_first_line(grey, columns), _mirror_row(grey, columns)]))


def likenesses(pixels: NDArray[np.uint8], plane: Floats, columns: int) -> NDArray[np.float64]:
    """How like each square of the floor is to the floor's usual square, -1 to 1: (3, columns).

    On an empty board that is laid right all are; a piece or a bot lying there, or a wrong count of columns, shows.
    """
    grey = _flat(pixels, plane, columns)
    half = round(0.46 * PX)
    squares = []
    for row in range(3):
        for column in range(1, columns + 1):
            x, y = round((column + 0.5 + RIM) * PX), round((row + 0.5 + RIM) * PX)
            square = cv2.GaussianBlur(grey[y - half : y + half, x - half : x + half], (0, 0), 1.0)
            squares.append((square - square.mean()) / (square.std() + 1))
    usual = np.median(squares, axis=0)
    usual = (usual - usual.mean()) / (usual.std() + 1e-6)
    return np.array([float((square * usual).mean()) for square in squares]).reshape(3, columns)


def _moved(by: Floats) -> Floats:
    """A shift in the plane."""
    move = np.eye(3)
    move[:2, 2] = by
    return move


def outline(pixels: NDArray[np.uint8], plane: Floats, columns: int, rough: Outline) -> Outline:
    """The board's outer edge in the plane, made exact: on each side the outermost line that is strong all along."""
    left, top, right, bottom = rough
    margin = 2 * EDGE
    corner = (left - margin, top - margin)
    size = (round((right - left + 2 * margin) * PX), round((bottom - top + 2 * margin) * PX))
    to_plane = np.array([[1 / PX, 0, corner[0]], [0, 1 / PX, corner[1]], [0, 0, 1]])
    flat = cv2.GaussianBlur(sampled(pixels, plane @ to_plane, size), (0, 0), 1.0).astype(np.float32)
    inner_x, inner_y = (slice(round((0 - low) * PX), round((high - low) * PX)) for low, high in
                        ((corner[0], columns + 2), (corner[1], 3)))  # fmt: skip
    across = np.abs(cv2.Sobel(flat, cv2.CV_32F, 1, 0)).max(2)[inner_y].mean(0)
    down = np.abs(cv2.Sobel(flat, cv2.CV_32F, 0, 1)).max(2)[:, inner_x].mean(1)
    return (
        corner[0] + _outermost(across, (left - corner[0]) * PX, 1) / PX,
        corner[1] + _outermost(down, (top - corner[1]) * PX, 1) / PX,
        corner[0] + _outermost(across, (right - corner[0]) * PX, -1) / PX,
        corner[1] + _outermost(down, (bottom - corner[1]) * PX, -1) / PX,
    )


def _outermost(profile: NDArray[np.float32], near: float, inward: int) -> float:
    """The first strong line within EDGE of a place, coming from outside."""
    low, high = max(1, round(near - EDGE * PX)), min(len(profile) - 1, round(near + EDGE * PX))
    strong = 0.4 * float(profile[low:high].max(initial=0.0))
    for at in range(low, high)[::inward]:
        before, here, after = (float(value) for value in profile[at - 1 : at + 2])
        if here >= strong and here >= before and here > after:
            return at + 0.5 + peak(before, here, after)
    return near


def _flat(pixels: NDArray[np.uint8], plane: Floats, columns: int) -> NDArray[np.float32]:
    """The grid and a rim about it from above, grey."""
    size = (round((columns + 2 + 2 * RIM) * PX), round((3 + 2 * RIM) * PX))
    to_plane = np.array([[1 / PX, 0, -RIM], [0, 1 / PX, -RIM], [0, 0, 1]])
    return cv2.cvtColor(sampled(pixels, plane @ to_plane, size), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _stepped(pixels: NDArray[np.uint8], plane: Floats, columns: int) -> Floats:
    """The plane with all but its origin put right, by the steps between squares that look alike."""
    grey = _flat(pixels, plane, columns)
    starts, ends, steps, weights = [], [], [], []
    for row in range(3):
        for column in range(1, columns + 1):
            for down, right in ((0, 1), (1, 0)):
                if row + down > 2 or column + right > columns:
                    continue
                found = _like(grey, row, column, row + down, column + right)
                if found is not None:
                    starts.append((column + 0.5, row + 0.5))
                    ends.append(found[0])
                    steps.append((right, down))
                    weights.append(found[1])
    if len(starts) < 6:
        return plane
    start, end, step = np.array(starts), np.array(ends), np.array(steps, np.float64)
    weight = np.array(weights)[:, None]

    def residuals(six: Floats) -> Floats:
        right_to_true = _near_identity(six, columns)
        return np.asarray((weight * (apply(right_to_true, end) - apply(right_to_true, start) - step)).ravel())

    six = np.zeros(6)
    for _ in range(8):
        now = residuals(six)
        # Steps that fit badly count less: a square with a stain, or one that was confused with its neighbour.
        sure = np.repeat(1 / (1 + (np.hypot(*now.reshape(-1, 2).T) / 0.03) ** 2), 2)
        slope = np.stack([(residuals(six + 1e-5 * np.eye(6)[k]) - now) / 1e-5 for k in range(6)], axis=1)
        damped = slope.T @ (slope * sure[:, None]) + 1e-4 * np.eye(6)
        six = six - np.linalg.solve(damped, slope.T @ (now * sure))
    return plane @ np.linalg.inv(_near_identity(six, columns))


def _near_identity(six: Floats, columns: int) -> Floats:
    """A homography of the plane that keeps the grid's middle where it is."""
    a, b, c, d, e, f = six
    about = np.array([[1, 0, (columns + 2) / 2], [0, 1, 1.5], [0, 0, 1]])
    return np.asarray(about @ np.array([[1 + a, b, 0], [c, 1 + d, 0], [e, f, 1]]) @ np.linalg.inv(about))


def _like(
    grey: NDArray[np.float32], row: int, column: int, there_row: int, there_column: int
) -> tuple[tuple[float, float], float] | None:
    """Where the like of a square lies near another (its middle in the plane), and how like it is."""
    half, reach = round(0.46 * PX), round(REACH * PX)
    x, y = round((column + 0.5 + RIM) * PX), round((row + 0.5 + RIM) * PX)
    to_x, to_y = round((there_column + 0.5 + RIM) * PX), round((there_row + 0.5 + RIM) * PX)
    patch = grey[y - half : y + half, x - half : x + half]
    window = grey[to_y - half - reach : to_y + half + reach, to_x - half - reach : to_x + half + reach]
    answer = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (bx, by) = cv2.minMaxLoc(answer)
    if not (0.5 < best <= 1.001 and 0 < bx < 2 * reach and 0 < by < 2 * reach):
        return None
    fine_x = peak(float(answer[by, bx - 1]), best, float(answer[by, bx + 1]))
    fine_y = peak(float(answer[by - 1, bx]), best, float(answer[by + 1, bx]))
    middle_x, middle_y = there_column + 0.5 + (bx + fine_x - reach) / PX, there_row + 0.5 + (by + fine_y - reach) / PX
    return (middle_x, middle_y), float(best)


def _first_line(grey: NDArray[np.float32], columns: int) -> float:
    """How far to the east the lines between the columns are, in squares: where all of them are strongest together."""
    slope = np.abs(cv2.Sobel(cv2.GaussianBlur(grey, (0, 0), 1.0), cv2.CV_32F, 1, 0))
    rows = slice(round(RIM * PX), round((RIM + 3) * PX))
    # The root keeps belt marks, which are strong at few heights, from outdoing lines, which run all the way.
    # A line has an edge on either side of it: smoothed, they make one peak in the middle.
    profile = cv2.GaussianBlur(np.sqrt(slope[rows]).mean(0)[None], (0, 0), LINE * PX)[0]
    return _strongest(profile, range(columns + 3))


def _strongest(profile: NDArray[np.float32], lines: range) -> float:
    shifts = np.arange(-SHIFT, SHIFT, 0.25 / PX)
    at = np.arange(len(profile)) + 0.5
    worth = [sum(np.interp((line + RIM + shift) * PX, at, profile) for line in lines) for shift in shifts]
    return float(shifts[int(np.argmax(worth))])


def _mirror_row(grey: NDArray[np.float32], columns: int) -> float:
    """How far to the south the floor's middle is, in squares: where it is most like its mirror picture."""
    floor = grey[:, round((1 + RIM) * PX) : round((columns + 1 + RIM) * PX)]
    half = round(1.45 * PX)
    best, found = -1.0, 0.0
    for twice in range(-round(2 * SHIFT * PX), round(2 * SHIFT * PX) + 1):
        middle = round((1.5 + RIM) * PX) + twice / 2
        low = int(np.floor(middle))
        above = floor[low - half : low]
        below = floor[low + (twice % 2) : low + (twice % 2) + half][::-1]
        if above.shape != below.shape:
            continue
        like = float(cv2.matchTemplate(above, np.ascontiguousarray(below), cv2.TM_CCOEFF_NORMED)[0, 0])
        if like > best:
            best, found = like, twice / 2 / PX
    return found
