"""From a photo to a reading: find the board, look at every square and hole, weigh it all together."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike

from mechanica_core import Layout, component_set
from mechanica_core.editions.registry import register_component_text
from vision import photo as photos
from vision.copies import DEMO, Copy
from vision.crops import CELL_PX, CELL_SPAN, Picture
from vision.decoding import UNKNOWN, Evidence, decode
from vision.geometry import Camera, Floats, apply, corners
from vision.locating import Located, locate
from vision.photo import Photo
from vision.reading import Reading, assemble
from vision.recognition import see_bots, see_pieces

UNTOLD_COMPONENTS: Final = "published"
"""The component set of a copy whose owner did not say what is printed on it: its numbers are assumed (section 1)."""


def read(
    photo: Photo | str | Path | bytes,
    copy: Copy | Sequence[Copy],
    *,
    board_corners: ArrayLike | None = None,
    predicted: Layout | None = None,
    rules: str = "print_2019",
    or_else: Sequence[Copy] = (),
) -> Reading:
    """Read a photo of a board in play.

    ``copy`` is the taught copy in the photo; of several the one that fits best is taken, and of ``or_else`` too where
    none of them fits clearly. ``board_corners`` are those of
    the board's outer edge by hand, (4, 2) pixels of the upright photo, clockwise from the north-west as printed; they
    are moved onto the board exactly where it can be recognised, else the reading is ``unverified``. ``predicted`` is
    the state the game should be in: it settles doubt and hides nothing that is clearly seen.

    Raises :class:`vision.errors.PhotoError` if the photo cannot be read or shows no board of that copy.
    """
    timings: dict[str, float] = {}
    with _timed(timings, "decode"):
        shot = photo if isinstance(photo, Photo) else photos.load(photo)
    copies = [copy] if isinstance(copy, Copy) else list(copy)
    given = None if board_corners is None else np.asarray(board_corners, np.float64).reshape(4, 2) / shot.scale
    with _timed(timings, "locate"):
        candidates = locate(shot, copies, given, or_else)
    with _timed(timings, "pieces"):
        sights = [_look_at(shot.pixels, located) for located in candidates]
        located, pixels, camera, evidence = max(sights, key=lambda sight: _clearness(sight.evidence))
        taught, homography = located.copy, located.placement.homography
        components = component_set(components_of(taught))
        beliefs = decode(evidence, components, predicted)
    with _timed(timings, "bots"):
        holes = see_bots(pixels, camera, taught, beliefs)
    edge = apply(homography, corners(taught.outline)) * shot.scale
    whole = np.diag([shot.scale, shot.scale, 1.0]) @ homography
    return assemble(
        beliefs,
        {name: shares.tolist() for name, shares in holes.items()},
        copy=taught.name,
        components=components_of(taught),
        corners={name: (float(x), float(y)) for name, (x, y) in zip(("NW", "NE", "SE", "SW"), edge, strict=True)},
        homography=(_row(whole[0]), _row(whole[1]), _row(whole[2])),
        timings_ms=timings,
        rules=rules,
        unverified=not located.snapped,
    )


class _Sight(NamedTuple):
    """A board that was found, the photo near the size of crops, the camera of that, and what seems to lie there."""

    located: Located
    pixels: Picture
    camera: Camera
    evidence: Evidence


def _look_at(pixels: Picture, located: Located) -> _Sight:
    small, camera = _near_crop_size(pixels, located.placement.homography, located.copy)
    return _Sight(located, small, camera, see_pieces(small, camera, located.copy))


def _clearness(evidence: Evidence) -> float:
    """How surely taught things are seen: the log-probability of the likeliest on each square, altogether."""
    return sum(max(log for value, log in seen.items() if value is not UNKNOWN) for seen in evidence.values())


def _near_crop_size(pixels: Picture, homography: Floats, copy: Copy) -> tuple[Picture, Camera]:
    """The photo shrunk once, if its squares are much larger than what is cut out of it, and the camera of that."""
    board = apply(homography, corners((0.0, 0.0, copy.columns + 2.0, 3.0)))
    square = float(np.sqrt(cv2.contourArea(board.astype(np.float32)) / (3 * (copy.columns + 2))))
    shrink = CELL_PX / CELL_SPAN / square
    scale = np.eye(3)
    if shrink < 0.7:
        full = pixels.shape
        pixels = np.asarray(cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        scale = np.diag([pixels.shape[1] / full[1], pixels.shape[0] / full[0], 1.0])
    return pixels, Camera.of(scale @ homography, (pixels.shape[1], pixels.shape[0]))


def components_of(copy: Copy) -> str:
    """The name of the component set that goes with a copy, made known to the library if it is the owner's own."""
    if copy.name == DEMO:
        return DEMO
    if copy.components is None:
        return UNTOLD_COMPONENTS
    register_component_text(copy.name, copy.components, copy.name)
    return copy.name


def _row(numbers: Floats) -> tuple[float, float, float]:
    x, y, one = numbers.tolist()
    return x, y, one


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    timings[stage] = (time.perf_counter() - start) * 1000
