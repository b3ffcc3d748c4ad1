"""What users complain of in other readers, each as a test: the photos of the samples, spoilt in that way."""

from __future__ import annotations

import functools
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ExifTags, Image
from pillow_heif import from_pillow

from vision import Copy, Failure, Photo, PhotoError, Reading, load_copy, load_photo, read
from vision.decoding import UNKNOWN
from vision.geometry import apply
from vision.reading import is_hole
from vision.recognition import holes_of, place_name

SAMPLES: Final = Path(__file__).parents[2] / "samples"
NAMES: Final = ("a_board_1003", "a_board_1016", "a_board_1038")
CORNERS: Final = ("NW", "NE", "SE", "SW")
Picture = NDArray[np.uint8]


@functools.cache
def copy_a() -> Copy:
    return load_copy(SAMPLES / "copy_a.zip")


@functools.cache
def shot(name: str) -> Picture:
    return load_photo(SAMPLES / "photos" / f"{name}.jpg").pixels


def truth(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((SAMPLES / "photos" / f"{name}.json").read_text(encoding="utf-8"))
    return document


def corners_of(name: str) -> NDArray[np.float64]:
    return np.array([truth(name)["board_corners_px"][corner] for corner in CORNERS])


def as_photo(pixels: NDArray[Any]) -> Photo:
    bytes_ = np.clip(pixels, 0, 255).astype(np.uint8)
    return Photo(bytes_, 1, (bytes_.shape[1], bytes_.shape[0]))


def reading_of(pixels: NDArray[Any]) -> Reading:
    return read(as_photo(pixels), copy_a())


@functools.cache
def plain(name: str) -> Reading:
    return reading_of(shot(name))


def same(reading: Reading, name: str, *, at_most: int = 0) -> bool:
    """Whether all places but ``at_most`` are read as in the untouched photo, or are flagged with the other value."""
    before = plain(name).places
    flagged = {doubt.where for doubt in reading.doubts}
    changed = [
        place
        for place, belief in reading.places.items()
        if place not in flagged
        and place.rpartition("/")[0] not in flagged
        and (place not in before or before[place].read != belief.read)
    ]
    return len(changed) <= at_most


def corner_error(reading: Reading, wanted: NDArray[np.float64]) -> float:
    """The worst corner's distance, in lengths of the board's longest side."""
    found = np.array([reading.corners[corner] for corner in CORNERS])
    longest = max(np.linalg.norm(wanted - np.roll(wanted, 1, 0), axis=1))
    return float(np.linalg.norm(found - wanted, axis=1).max() / longest)


def failure_of(pixels: NDArray[Any]) -> Failure:
    with pytest.raises(PhotoError) as told:
        reading_of(pixels)
    assert str(told.value)
    assert str(told.value.tip)
    return told.value.code


@pytest.mark.parametrize("name", NAMES)
def test_the_samples_are_read_as_their_truth_says(name: str) -> None:
    reading = plain(name)
    wanted = truth(name)["factory"]
    got = reading.as_json()["factory"]
    assert {key: got[key] for key in ("floor", "start", "dock")} == {
        key: wanted[key] for key in ("floor", "start", "dock")
    }
    assert corner_error(reading, corners_of(name)) < 0.01


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("name", NAMES[:2])
def test_glare_over_a_corner_does_not_shift_the_grid(name: str, corner: int) -> None:
    picture = shot(name).astype(np.float32)
    x, y = corners_of(name)[corner]
    ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    picture += 500 * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 70.0**2))[..., None]
    assert corner_error(reading_of(picture), corners_of(name)) < 0.02


def cut(picture: Picture, points: NDArray[np.float64], outside: int) -> Picture:
    """The photo without so many of the board's corners: the leftmost ones lie beyond the new edge."""
    order = np.sort(points[:, 0])
    edge = round((order[outside - 1] + order[outside]) / 2)
    return picture[:, edge:]


@pytest.mark.parametrize(("name", "outside"), [(name, outside) for name in NAMES for outside in (1, 2)])
def test_a_board_partly_outside_the_photo_is_told(name: str, outside: int) -> None:
    assert failure_of(cut(shot(name), corners_of(name), outside)) is Failure.PARTLY_OUTSIDE


def wall() -> Picture:
    return np.full((900, 1200, 3), (180, 190, 200), np.uint8)


def keyboard() -> Picture:
    picture = np.full((900, 1200, 3), 30, np.uint8)
    for row in range(6):
        for column in range(15):
            x, y = 90 + 68 * column + 12 * row, 200 + 80 * row
            cv2.rectangle(picture, (x, y), (x + 56, y + 64), (60, 60, 62), -1)
            cv2.putText(picture, chr(65 + (row * 15 + column) % 26), (x + 18, y + 40), 0, 0.8, (230, 230, 230), 2)
    return picture


def parquet() -> Picture:
    picture = np.zeros((900, 1200, 3), np.uint8)
    for row in range(10):
        for column in range(7):
            shade = 90 + (row * 37 + column * 53) % 60
            x, y = column * 200 - (row % 2) * 100, row * 90
            cv2.rectangle(picture, (x, y), (x + 198, y + 88), (shade // 2, shade * 3 // 4, shade), -1)
    return picture


def line() -> Picture:
    picture = wall()
    cv2.line(picture, (50, 700), (1150, 200), (20, 20, 20), 5)
    return picture


@functools.cache
def other_copies() -> tuple[Copy, ...]:
    """Two copies whose boards are printed quite otherwise."""
    rng = np.random.default_rng(3)
    height, width = copy_a().board.shape[:2]
    coarse = rng.integers(0, 256, (2, 12, 20, 3), np.uint8)
    prints = [np.asarray(cv2.resize(print_, (width, height), interpolation=cv2.INTER_NEAREST)) for print_ in coarse]
    return tuple(replace(copy_a(), name=f"other {number}", board=print_) for number, print_ in enumerate(prints))


@pytest.mark.parametrize("scene", [wall, keyboard, parquet, line])
def test_what_is_no_board_is_called_that(scene: Callable[[], Picture]) -> None:
    assert failure_of(scene()) is Failure.NO_BOARD


@pytest.mark.parametrize("size", [(30_000, 2), (2, 30_000), (4_000, 3), (4_000, 390), (1, 1), (40, 30)])
def test_a_photo_of_any_shape_is_looked_at(size: tuple[int, int]) -> None:
    assert failure_of(np.full((size[1], size[0], 3), 120, np.uint8)) in (Failure.NO_BOARD, Failure.TOO_DARK)


# A keyboard has the shape of a board: of several copies it may be one that was not taught.
@pytest.mark.parametrize("scene", [wall, parquet, line])
def test_what_is_no_board_is_called_that_whatever_copies_there_are(scene: Callable[[], Picture]) -> None:
    with pytest.raises(PhotoError) as told:
        read(as_photo(scene()), other_copies())
    assert told.value.code is Failure.NO_BOARD


@pytest.mark.parametrize("name", NAMES)
def test_a_board_of_none_of_several_copies_is_called_that(name: str) -> None:
    with pytest.raises(PhotoError) as told:
        read(as_photo(shot(name)), other_copies())
    assert told.value.code is Failure.UNKNOWN_COPY


# Red, green and blue of a lamp of that colour temperature beside one of 5000 K.
LAMPS: Final = {2700: (1.32, 0.95, 0.55), 4000: (1.1, 1.0, 0.85), 6500: (0.9, 1.0, 1.15)}


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("kelvin", LAMPS)
@pytest.mark.parametrize("name", NAMES)
def test_another_lamp_changes_nothing(name: str, kelvin: int, far: bool) -> None:
    picture = shot(name).astype(np.float32) * np.array(LAMPS[kelvin][::-1], np.float32)
    if far:
        picture *= 0.6
    else:
        ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]] / max(picture.shape)
        picture *= (1.15 - 0.5 * np.hypot(xs - 0.2, ys - 0.1))[..., None]
    assert same(reading_of(picture), name)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_on_black_cloth_is_read_or_refused(name: str) -> None:
    picture = shot(name).copy()
    table = np.ones(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(table, corners_of(name).round().astype(np.int32), 0)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    picture = np.where(table[..., None] == 1, np.clip(np.array([60, 45, 30]) + noise, 0, 255).astype(np.uint8), picture)
    try:
        reading = reading_of(picture)
    except PhotoError as error:
        assert error.code is not Failure.BAD_FILE  # noqa: PT017
    else:
        assert same(reading, name)


@pytest.mark.parametrize("seed", range(10))
def test_noise_changes_nothing_unflagged(seed: int) -> None:
    name = NAMES[seed % len(NAMES)]
    noise = np.random.default_rng(seed).normal(0, 9, shot(name).shape)
    assert same(reading_of(shot(name) + noise), name)


@pytest.mark.parametrize("name", NAMES)
def test_a_hard_shadow_over_a_third_of_the_board_changes_nothing(name: str) -> None:
    picture = shot(name).astype(np.float32)
    nw, ne, se, sw = corners_of(name)
    shadow = np.ones(picture.shape[:2], np.float32)
    part = np.array([nw, nw + (ne - nw) * 0.38, sw + (se - sw) * 0.3, sw])
    cv2.fillConvexPoly(shadow, part.round().astype(np.int32), 0.5)
    picture *= cv2.GaussianBlur(shadow, (0, 0), 1.5)[..., None]
    assert same(reading_of(picture), name)


@pytest.mark.parametrize("towards", range(0, 360, 45))
@pytest.mark.parametrize("name", NAMES)
def test_the_hard_shadow_of_each_bot_over_its_neighbours_changes_nothing(name: str, towards: int) -> None:
    reading = plain(name)
    to_photo = np.array(reading.homography)
    standing = {place for place, belief in reading.places.items() if is_hole(place) and belief.read is not None}
    feet = [at for place, at in hole_spots(reading).items() if place in standing]
    assert feet
    radius = copy_a().hole_radius
    away = np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards))])
    aside = radius * np.array([-away[1], away[0]])
    shadow = np.ones(shot(name).shape[:2], np.float32)
    for foot in feet:
        near, far = foot + 1.1 * radius * away, foot + 5 * radius * away
        area = apply(to_photo, np.array([near + aside, far + 0.7 * aside, far - 0.7 * aside, near - aside]))
        cv2.fillConvexPoly(shadow, area.round().astype(np.int32), 0.5)
    picture = shot(name).astype(np.float32) * cv2.GaussianBlur(shadow, (0, 0), 1.0)[..., None]
    assert same(reading_of(picture), name)


def hole_spots(reading: Reading) -> dict[str, NDArray[np.float64]]:
    """The holes of a reading in the board plane."""
    width = copy_a().columns + 2
    spots = {}
    for row in range(3):
        for column in range(width):
            place = place_name(row, column, width)
            for name, at in holes_of(copy_a(), row, column, reading.places[place].read).items():
                spots[f"{place}/{name}"] = np.array(at)
    return spots


# What was done to an upright picture before it was stored, by the EXIF orientation that tells to undo it.
STORED: Final = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def stored(name: str, kind: str, orientation: int) -> bytes:
    """The photo as a file of that kind, its pixels turned and a tag telling so (0: neither)."""
    image = Image.fromarray(cv2.cvtColor(shot(name), cv2.COLOR_BGR2RGB))
    transpose = STORED.get(orientation)
    if transpose is not None:
        image = image.transpose(transpose)
    tags = Image.Exif()
    if orientation:
        tags[ExifTags.Base.Orientation] = orientation
    file = io.BytesIO()
    if kind == "HEIF":
        from_pillow(image).save(file, quality=95, exif=tags.tobytes() if orientation else None)
    else:
        image.save(file, kind, quality=98, exif=tags)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "orientation"), [*(("JPEG", orientation) for orientation in STORED), ("HEIF", 0), ("HEIF", 1), ("HEIF", 6)]
)
def test_the_same_scene_in_any_file_is_the_same_reading(kind: str, orientation: int) -> None:
    name = NAMES[1]
    reading = read(stored(name, kind, orientation), copy_a())
    assert reading.as_json()["factory"] == plain(name).as_json()["factory"]
    assert corner_error(reading, np.array([plain(name).corners[corner] for corner in CORNERS])) < 0.005


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_roll_changes_nothing(degrees: int) -> None:
    name = NAMES[degrees // 15 % len(NAMES)]
    height, width = shot(name).shape[:2]
    size = round(float(np.hypot(height, width)))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += (size / 2 - width / 2, size / 2 - height / 2)
    picture = cv2.warpAffine(shot(name), turn, (size, size), borderMode=cv2.BORDER_REPLICATE)
    reading = reading_of(picture)
    assert same(reading, name)
    assert corner_error(reading, corners_of(name) @ turn[:, :2].T + turn[:, 2]) < 0.02


@pytest.mark.parametrize("name", NAMES)
def test_faint_contrast_changes_nothing(name: str) -> None:
    assert same(reading_of(128 + 0.4 * (shot(name).astype(np.float32) - 128)), name)


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_over_some_squares_makes_them_unknown(name: str) -> None:
    picture = shot(name).copy()
    squares = truth(name)["square_centres_px"]["floor"]
    hidden = [(row, 1) for row in range(3)]
    centres = np.array([squares[row][column] for row, column in hidden]).reshape(-1, 2)
    width = round(0.95 * float(np.linalg.norm(np.subtract(squares[0][1], squares[0][2]))))
    cv2.polylines(
        picture, [centres.round().astype(np.int32).reshape(-1, 1, 2)], False, (140, 170, 225), width, cv2.LINE_AA
    )
    reading = reading_of(picture)
    flagged = {doubt.where for doubt in reading.doubts}
    for row, column in hidden:
        place = f"floor/{('top', 'middle', 'bottom')[row]}/{column + 1}"
        assert place in flagged
        assert reading.places[place].read is UNKNOWN or reading.places[place].confidence < 0.9


def test_a_dark_and_a_blurred_photo_are_told() -> None:
    name = NAMES[0]
    assert failure_of(shot(name) * 0.012) is Failure.TOO_DARK
    assert failure_of(cv2.GaussianBlur(shot(name), (0, 0), 16)) is Failure.TOO_BLURRED


def test_no_copy_is_unknown_copy() -> None:
    with pytest.raises(PhotoError) as told:
        read(as_photo(shot(NAMES[0])), [])
    assert told.value.code is Failure.UNKNOWN_COPY


def test_corners_by_hand_are_snapped() -> None:
    name = NAMES[1]
    off = corners_of(name) + np.array([(9, -7), (-8, 6), (5, 9), (-9, -4)])
    reading = read(as_photo(shot(name)), copy_a(), board_corners=off)
    assert corner_error(reading, corners_of(name)) < 0.01
    assert same(reading, name)
    assert not reading.unverified


def test_corners_by_hand_where_no_board_is_seen_are_kept_and_told() -> None:
    given = corners_of(NAMES[1])
    reading = read(as_photo(np.full_like(shot(NAMES[1]), 120)), copy_a(), board_corners=given)
    assert reading.unverified
    assert corner_error(reading, given) < 0.001
