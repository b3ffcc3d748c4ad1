"""Find the board of a taught copy in a photo, by two independent ways, and believe only what is verified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mechanica_core.messages import say
from vision import features, finder
from vision.copies import Copy
from vision.errors import Failure, PhotoError
from vision.geometry import Floats, apply, corners, stretched
from vision.nets import nets
from vision.photo import Photo
from vision.registration import Placement, likeness, pyramid_of, refine

RIVAL: Final = 0.3
"""So much less like the board than the likeliest at a glance, a way round is not looked into."""
NEAR_RIVAL: Final = 0.2
"""The same beside a placement that is exact and clear."""
CLEAR: Final = 0.7
"""A placement that agrees less than this may be the wrong way round, so that every other way is looked into."""
TRIES: Final = 5
"""How many ways round are looked into after each look."""
OUTSIDE: Final = 0.012
"""How far, in photo widths, a corner may lie beyond the photo's edge."""
DARK: Final = 28
"""A photo of which only one pixel in twenty is brighter than this (of 255) is too dark."""
SHARP: Final = 1.6
"""In a photo that is in focus, edges gain at least so much when they are smoothed by one pixel instead of four."""
STRUCTURE: Final = 1.5
"""A photo with weaker edges than this, smoothed, shows nothing that could be blurred: a wall."""
TIE: Final = 0.03
"""Boards whose agreement differs by less than this may have the same print: their pieces must tell them apart."""
NARROW: Final = 0.1
"""A photo that is narrower than this beside its length shows no whole board."""
LONG: Final = 1.5
"""A grid of slots has three rows and more columns than that: it is longer than it is high by this at least."""
COVERED: Final = 0.85
"""How exactly what is marked as the grid of a board is a quadrangle, at least (:func:`vision.finder.coverage`)."""


@dataclass(frozen=True)
class Located:
    """A copy's board in a photo; ``snapped`` is False if corners were given and nothing there was recognised."""

    copy: Copy
    placement: Placement
    snapped: bool = True


def locate(
    photo: Photo, copies: Sequence[Copy], given: Floats | None = None, or_else: Sequence[Copy] = ()
) -> list[Located]:
    """The best placement of any of the copies, and those of other copies whose boards fit as well.

    Those of ``or_else`` are looked for only where none of the copies is clear, for that takes time.

    ``given`` are the board's corners by hand, (4, 2) working pixels, north-west first, clockwise.

    Raises :class:`PhotoError`: too_dark, too_blurred, partly_outside, unknown_copy or no_board.
    """
    if not copies:
        copies, or_else = or_else, ()
    if not copies:
        raise failure(Failure.UNKNOWN_COPY)
    if min(photo.size) < NARROW * max(photo.size):
        raise failure(Failure.NO_BOARD)
    grey = np.asarray(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    pyramid = pyramid_of(grey)
    if given is not None:
        found = [Located(copy, refine(pyramid, _plane(copy, given), copy)) for copy in copies]
        rest = [] if _clear(found) else [Located(copy, refine(pyramid, _plane(copy, given), copy)) for copy in or_else]
        best, *others = _as_good([*found, *rest])
        if best.placement.believed and _moved(best, given) < 0.12:
            return [best, *others]
        best, *others = _as_good(found)
        return [
            Located(one.copy, Placement(_plane(one.copy, given), one.placement.agreement), snapped=False)
            for one in (best, *others)
        ]
    looks = _Looks(photo.pixels)
    found = [Located(copy, placement) for copy in copies for placement in [_best(pyramid, looks, copy)] if placement]
    if not _clear(found):
        found += [Located(copy, best) for copy in or_else for best in [_best(pyramid, looks, copy)] if best]
    if not any(one.placement.believed for one in found):
        for copy in (*copies, *or_else):
            for rough in features.placements(grey, copy):
                found.append(Located(copy, refine(pyramid, rough, copy)))
                if found[-1].placement.believed:
                    break
    believed = [one for one in found if one.placement.believed]
    if not believed:
        raise failure(_why(grey, looks.first, len(copies)))
    best, *others = _as_good(believed)
    edge = apply(best.placement.homography, corners(best.copy.outline))
    height, width = grey.shape
    margin = OUTSIDE * max(width, height)
    if (edge < -margin).any() or (edge > np.array([width, height]) + margin).any():
        raise failure(Failure.PARTLY_OUTSIDE)
    return [best, *others]


def _clear(found: Iterable[Located]) -> bool:
    return any(one.placement.agreement >= CLEAR for one in found)


def _as_good(found: Iterable[Located]) -> list[Located]:
    """The placement that agrees best, then those of other copies that agree nearly as well."""
    best_first = sorted(found, key=lambda one: -one.placement.agreement)
    least = best_first[0].placement.agreement - TIE
    best_of = {one.copy: one for one in reversed(best_first) if one.placement.agreement >= least}
    return sorted(best_of.values(), key=lambda one: -one.placement.agreement)


def _plane(copy: Copy, quad: Floats, *, of_grid: bool = False) -> Floats:
    """The homography that lays the board's edge, or the grid of slots, on a quadrangle in the photo."""
    flat = corners((0.0, 0.0, copy.columns + 2.0, 3.0) if of_grid else copy.outline)
    return np.asarray(cv2.getPerspectiveTransform(flat.astype(np.float32), quad.astype(np.float32)), np.float64)


def _moved(found: Located, given: Floats) -> float:
    """How far the corners were moved, in lengths of the board."""
    edge = apply(found.placement.homography, corners(found.copy.outline))
    return float(np.linalg.norm(edge - given, axis=1).max() / np.linalg.norm(given[1] - given[0]))


@dataclass(frozen=True)
class _Look:
    """Quadrangles in photo pixels round what the finder net marked as board and as grid, and how well the grid is one.

    ``coverage`` is the finder's, of the grid.
    """

    board: Floats | None
    grid: Floats | None
    coverage: float


class _Looks:
    """A look at the whole photo, then one close up at what was found: exacter, and a second chance. Each made once.

    Last come the other quadrangles that what was marked may have.
    """

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.pixels = pixels
        self.first, *self._others = _looks(finder.whole(pixels))
        self._second: list[_Look] | None = None

    def __iter__(self) -> Iterator[_Look]:
        yield self.first
        if self.first.board is not None:
            if self._second is None:
                self._second = _looks(finder.close_up(self.pixels, finder.upright(self.first.board), rim=0.2))
            yield self._second[0]
            yield from self._second[1:]
        yield from self._others


def _looks(frame: finder.Frame) -> list[_Look]:
    maps = nets().find_board(frame.picture[None])[0]
    found = []
    for board, grid in zip_longest(*map(finder.quadrangles, maps)):
        coverage = 0.0 if grid is None else finder.coverage(maps[1], grid)
        found.append(_Look(_to_photo(frame, board), _to_photo(frame, grid), coverage))
    return found or [_Look(None, None, 0.0)]


def _to_photo(frame: finder.Frame, quad: Floats | None) -> Floats | None:
    return None if quad is None else finder.to_photo(frame, quad)


def _turns(pyramid: list[NDArray[np.uint8]], look: _Look, copy: Copy) -> list[tuple[Floats, float]]:
    """Placements on what was marked with their likeness, the ways round that look likely at a glance, best first."""
    ways = [
        _plane(copy, np.roll(quad, -turn, axis=0), of_grid=of_grid)
        for quad, of_grid in ((look.board, False), (look.grid, True))
        if quad is not None
        for turn in range(4)
    ]
    glances = sorted(((likeness(pyramid, way, copy), number) for number, way in enumerate(ways)), reverse=True)
    return [(ways[number], like) for like, number in glances if like > glances[0][0] - RIVAL][:TRIES]


def _best(pyramid: list[NDArray[np.uint8]], looks: Iterable[_Look], copy: Copy) -> Placement | None:
    """The placement of a copy that agrees best; no more looks are taken when one is clear.

    A board may look much the same from its other side, so the first way round that is believed need not be right:
    what looks nearly as likely as that one, now that it lies exactly, is looked into too, and anything if not clear.
    Nor need one that is not clear lie exactly everywhere: the same way round is tried from other beginnings too.
    """
    best: Placement | None = None
    for look in looks:
        rivals_from = -1.0
        for rough, like in _turns(pyramid, look, copy):
            clear = best is not None and best.agreement >= CLEAR
            if like < rivals_from or (best is not None and clear and _same_way(best.homography, rough, copy)):
                continue
            placement = refine(pyramid, rough, copy, rounds=1, to_beat=best.agreement if best else 0.0)
            if best is None or placement.agreement > best.agreement:
                best = placement
                if best.agreement >= CLEAR:
                    rivals_from = likeness(pyramid, best.homography, copy) - NEAR_RIVAL
        if best is not None and not best.believed:
            best = max(best, refine(pyramid, best.homography, copy), key=lambda placement: placement.agreement)
        if best is not None and best.agreement >= CLEAR:
            break
    return best


def _same_way(one: Floats, other: Floats, copy: Copy) -> bool:
    """Whether two placements have the board's corners nearly in the same places."""
    edges = [apply(homography, corners(copy.outline)) for homography in (one, other)]
    apart = np.linalg.norm(edges[0] - edges[1], axis=1).max()
    return bool(apart < 0.25 * np.linalg.norm(edges[0][0] - edges[0][2]))


def _why(grey: NDArray[np.uint8], look: _Look, copies: int) -> Failure:
    """Why no board was found, judged by the photo as a whole."""
    scale = 800 / max(grey.shape)
    small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    if np.percentile(small, 95) < DARK:
        return Failure.TOO_DARK
    fine, coarse = _strongest_change(small, 1.0), _strongest_change(small, 4.0)
    if coarse > STRUCTURE and fine < SHARP * coarse:
        return Failure.TOO_BLURRED
    if copies > 1 and look.grid is not None and look.coverage > COVERED and _sides_ratio(look.grid, grey.shape) > LONG:
        return Failure.UNKNOWN_COPY
    return Failure.NO_BOARD


def _sides_ratio(quad: Floats, shape: tuple[int, ...]) -> float:
    """How much longer than high a rectangle is that a photo of that shape shows as ``quad``: 1 if it is a square."""
    square = corners((0.0, 0.0, 1.0, 1.0)).astype(np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(square, quad.astype(np.float32)), np.float64)
    stretch = stretched(homography, (shape[1], shape[0]))
    return max(stretch, 1 / stretch)


def _strongest_change(grey: NDArray[np.uint8], smoothing: float) -> float:
    """How strong the strongest edges are, in brightness a pixel."""
    smooth = cv2.GaussianBlur(grey, (0, 0), smoothing).astype(np.float32)
    change = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)) / 4
    return float(np.percentile(change, 99.8))


_SENTENCES: Final = {
    Failure.NO_BOARD: say("no factory board was found in the photo"),
    Failure.PARTLY_OUTSIDE: say("a part of the board lies outside the photo"),
    Failure.TOO_BLURRED: say("the photo is too blurred"),
    Failure.TOO_DARK: say("the photo is too dark"),
    Failure.UNKNOWN_COPY: say("the board is of no copy that was taught"),
}


def failure(code: Failure) -> PhotoError:
    """The error for a photo in which no board can be read."""
    return PhotoError(code, _SENTENCES[code])
