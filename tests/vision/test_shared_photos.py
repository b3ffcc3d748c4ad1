"""The photos that the project was given: only where they lie beside the checkout."""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from mechanica_core import Kind
from vision import BoardPhoto, Copy, Failure, PhotoError, Reading, load_photo, read, teach
from vision.geometry import corners

SHARED: Final = Path(__file__).parents[3] / "shared" / "photos"
BOARDS: Final = sorted((SHARED / "copy_a" / "boards").glob("*.jpg"))
pytestmark = pytest.mark.skipif(not BOARDS, reason="the given photos are not here")
CORNERS: Final = ("NW", "NE", "SE", "SW")


@functools.cache
def copy_a() -> Copy:
    """Taught as an owner would: from the photos alone, without anybody's corners."""
    folder = SHARED / "copy_a" / "teach"
    pieces = {
        (Kind(file.stem.removesuffix("_flipped")), file.stem.endswith("_flipped")): [load_photo(file)]
        for file in sorted((folder / "pieces").glob("*.jpg"))
    }
    return teach("a", BoardPhoto(load_photo(folder / "empty_board.jpg")), pieces)


@functools.cache
def reading_of(photo: Path) -> Reading | None:
    try:
        return read(photo, copy_a())
    except PhotoError:
        return None


def truth_of(photo: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return document


def points(document: dict[str, Any], key: str) -> np.ndarray[Any, Any]:
    return np.array([document[key][corner] for corner in CORNERS])


def test_an_empty_board_is_measured_from_its_photo_alone() -> None:
    document = json.loads((SHARED / "copy_a" / "teach" / "empty_board.json").read_text(encoding="utf-8"))
    photo = load_photo(SHARED / "copy_a" / "teach" / "empty_board.jpg")
    told = teach("a", BoardPhoto(photo, points(document, "board_corners_px"), points(document, "grid_corners_px")), {})
    assert copy_a().columns == 4
    assert np.abs(corners(copy_a().outline) - corners(told.outline)).max() < 0.03


@pytest.mark.parametrize("photo", BOARDS, ids=lambda photo: photo.stem)
def test_every_board_is_found_where_it_lies(photo: Path) -> None:
    reading = reading_of(photo)
    assert reading is not None
    wanted = points(truth_of(photo), "board_corners_px")
    found = np.array([reading.corners[corner] for corner in CORNERS])
    assert np.linalg.norm(found - wanted, axis=1).max() < 0.02 * np.linalg.norm(wanted[1] - wanted[0])


@pytest.mark.parametrize("copies", [1, 2])
def test_what_shows_no_board_is_refused_as_that(copies: int) -> None:
    for photo in sorted((SHARED / "no_board").glob("*.jpg")):
        with pytest.raises(PhotoError) as told:
            read(photo, [replace(copy_a(), name=str(number)) for number in range(copies)])
        assert told.value.code is Failure.NO_BOARD, photo.name
