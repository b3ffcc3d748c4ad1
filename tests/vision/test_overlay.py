"""Pictures on the photo: things are where the photo shows them, doubts are seen, films move."""

from __future__ import annotations

import copy
import io
import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mechanica_core import Facing, Kind, Piece, run_workday, score, take_first
from mechanica_core.geometry import ROWS
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.scoring import Unsure
from tests.vision.test_copies import taught
from tests.vision.test_reading import FORK, UPGRADER, belief, read
from vision import Photo, Reading
from vision.decoding import UNKNOWN, Belief, Value
from vision.geometry import Floats, apply
from vision.overlay import draw_reading, draw_score, draw_workday, encoded, encoded_film, film_of
from vision.overlay import film as films
from vision.overlay.canvas import Canvas, balanced
from vision.overlay.day import Day
from vision.overlay.marks import YELLOW
from vision.overlay.pictures import LONG_SIDE
from vision.overlay.room import WAY, WORDS, Box, Room
from vision.overlay.scene import Scene

COPY: Final = taught()
TILTED: Final = np.array([[40.0, 9.0, 60.0], [-5.0, 34.0, 90.0], [0.004, 0.03, 1.0]])
"""From the board plane to a photo of 320 x 240, seen from the side."""
GREY: Final = Photo(np.full((240, 320, 3), 120, np.uint8), 1.0, (320, 240))


def seen(
    pieces: dict[str, Value | Belief] | None = None,
    bots: dict[str, str | tuple[float, float, float, float]] | None = None,
) -> Reading:
    """A reading of the grey photo."""
    left, top, right, bottom = COPY.outline
    edge = apply(TILTED, [(left, top), (right, top), (right, bottom), (left, bottom)])
    corners = {name: (float(x), float(y)) for name, (x, y) in zip(("NW", "NE", "SE", "SW"), edge, strict=True)}
    rows = TILTED.tolist()
    return replace(read(pieces, bots), corners=corners, homography=(rows[0], rows[1], rows[2]))


def yellow(picture: NDArray[np.uint8]) -> int:
    """How many pixels have the colour of doubts."""
    low, high = np.array(YELLOW) - 12, np.minimum(np.array(YELLOW) + 12, 255)
    return cv2.countNonZero(cv2.inRange(picture, low, high))


def scene_of(reading: Reading, photo: Photo = GREY) -> Scene:
    return Scene(photo, reading, COPY, LONG_SIDE)


# -- where things are ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1, 2])
def test_the_board_is_drawn_where_the_photo_shows_it(scale: int) -> None:
    """Whatever was decoded smaller and cut away: red dots in the photo are where the scene has its squares."""
    pixels = np.full((240, 320, 3), 120, np.uint8)
    places = ["start/top", "floor/middle/2", "dock/bottom"]
    middles = [(0.5, 0.5), (2.5, 1.5), (5.5, 2.5)]
    for x, y in apply(TILTED, middles):
        cv2.circle(pixels, (int(x), int(y)), 3, (0, 0, 255), -1)
    reading = seen()
    large = np.diag([scale, scale, 1.0]) @ TILTED
    rows = large.tolist()
    corners = {name: (x * scale, y * scale) for name, (x, y) in reading.corners.items()}
    reading = replace(reading, corners=corners, homography=(rows[0], rows[1], rows[2]))
    scene = scene_of(reading, Photo(pixels, scale, (320 * scale, 240 * scale)))
    assert max(scene.picture.shape) == LONG_SIDE
    for place in places:
        x, y = scene.pixels(scene.middle(place)).astype(int)
        assert scene.picture[y, x, 2] > scene.picture[y, x, 0] + 60, place


def test_holes_are_those_of_the_taught_copy() -> None:
    scene = scene_of(seen({"floor/top/2": Piece(Kind.DUPLICATOR, Facing.NORTH)}))
    assert scene.hole("start/top/centre") == pytest.approx(COPY.board_holes["start/top/centre"])
    ahead = next(piece for piece in COPY.pieces if piece.kind is Kind.DUPLICATOR and not piece.flipped).holes["ahead"]
    assert scene.hole("floor/top/2/ahead") == pytest.approx((2.5 + ahead[1], 0.5 - ahead[0]))


def line_of(reading: Reading, bot: str) -> Floats:
    """Where a bot's way is drawn on the board."""
    day = Day(scene_of(reading), run_workday(reading.factory, policy=take_first), "en")
    return day.line(next(way for way in day.ways if way.bot == bot)).points


def test_a_way_begins_in_its_hole_and_lies_on_the_belt() -> None:
    points = line_of(seen(bots={"start/middle/centre": "basic"}), "start/middle/centre")
    assert points[0] == pytest.approx(COPY.board_holes["start/middle/centre"], abs=0.01)
    assert np.abs(points[:, 1] - 1.5).max() < 0.2
    assert points[-1] == pytest.approx(COPY.board_holes["dock/middle/1"], abs=0.25)
    assert (np.diff(points[:, 0]) > 0).all()


@pytest.mark.rule("D-5.14")
def test_a_way_to_a_truck_ends_in_a_hole_that_is_free_in_the_photo() -> None:
    """The bot in the truck stands in its third hole, though the canonical factory has it in the first."""
    reading = seen({"dock/middle": Kind.HUGE_TRUCK}, {"start/middle/centre": "basic", "dock/middle/3": "plus"})
    scene = scene_of(reading)
    end = line_of(reading, "start/middle/centre")[-1]
    apart = {hole: float(np.hypot(*(end - scene.hole(f"dock/middle/{hole}")))) for hole in "123"}
    assert min(apart, key=apart.__getitem__) == "1"


@pytest.mark.parametrize("size", [(320, 240), (5, 3)])
@pytest.mark.parametrize("depth", [0.03, -0.5])
def test_a_board_anywhere_is_drawn(depth: float, size: tuple[int, int]) -> None:
    """Corners told by hand may lie outside the photo, or behind the camera."""
    odd = TILTED.copy()
    odd[2, 1] = depth
    rows = odd.tolist()
    edge = apply(odd, [(-0.4, -0.4), (6.3, -0.4), (6.3, 3.4), (-0.4, 3.4)])
    corners = {name: (float(x), float(y)) for name, (x, y) in zip(("NW", "NE", "SE", "SW"), edge, strict=True)}
    reading = seen({"floor/top/2": belief(FORK, 0.6, UPGRADER)}, {"start/middle/centre": "basic"})
    reading = replace(reading, corners=corners, homography=(rows[0], rows[1], rows[2]))
    photo = Photo(np.full((size[1], size[0], 3), 9, np.uint8), 1.0, size)
    drawn = draw_workday(photo, reading, COPY, run_workday(reading.factory, policy=take_first))
    assert LONG_SIDE in drawn.shape or drawn.shape[0] > LONG_SIDE


# -- what is seen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "bots"),
    [
        ({"floor/top/2": belief(FORK, 0.6, UPGRADER)}, {}),
        ({"floor/top/2": UNKNOWN}, {}),
        ({}, {"start/middle/centre": (0.4, 0.6, 0, 0)}),
        ({}, {"start/middle/centre": (0.6, 0.4, 0, 0)}),
    ],
)
def test_doubts_are_marked_and_nothing_else_is_in_their_colour(
    pieces: dict[str, Value | Belief], bots: dict[str, str | tuple[float, float, float, float]]
) -> None:
    sure = seen({"floor/top/2": FORK}, {"start/middle/centre": "basic"})
    assert yellow(draw_reading(GREY, sure, COPY)) == 0
    assert yellow(draw_reading(GREY, seen(pieces, bots), COPY)) > 500


@pytest.mark.parametrize("model", ["basic", "plus", "deluxe"])
def test_what_was_read_is_drawn_over_the_photo(model: str) -> None:
    bare = draw_reading(GREY, seen(), COPY)
    assert bare.shape[1] == LONG_SIDE
    drawn = draw_reading(GREY, seen({"floor/top/2": UPGRADER}, {"floor/top/2/in": model}), COPY)
    changed = np.argwhere((bare != drawn).any(2))[:, ::-1]
    outline = scene_of(seen()).outline("floor/top/2")
    assert (np.abs(changed.mean(0) - outline.mean(0)) < np.ptp(outline, axis=0) / 2).all()


def test_the_workday_has_what_is_decided_below_the_photo() -> None:
    reading = seen({"floor/middle/2": FORK, "floor/top/2": Piece(Kind.GIFT_WRAPPER)}, {"start/middle/centre": "basic"})
    workday = run_workday(reading.factory, policy=take_first)
    drawn = draw_workday(GREY, reading, COPY, workday)
    assert drawn.shape[0] > draw_reading(GREY, reading, COPY).shape[0]
    assert len(workday.decisions) == 1


def test_pieces_that_earned_points_are_lit_up_and_the_others_dimmed() -> None:
    reading = seen({"floor/top/2": UPGRADER})
    final = replace(score(reading.factory), unsure=(Unsure("floor/bottom/3", 0, 4),))
    drawn, scene = draw_score(GREY, reading, COPY, final), scene_of(reading)
    for place, value in (("floor/top/2", 120), ("floor/bottom/3", 120), ("floor/middle/1", 80)):
        x, y = (scene.pixels(scene.middle(place)) + np.array([0, 25])).astype(int)
        assert (drawn[y, x] >= 100).all() == (value == 120), place


# -- where words are ----------------------------------------------------------------------------------------------


def box_at(x: float, y: float) -> Box:
    return Box(x, y, 20, 10)


def test_words_go_where_they_cover_less_and_else_where_they_belong() -> None:
    room = Room(400, 200)
    room.take_line([(0, 50), (400, 50)], 8, WAY)
    assert room.place([(box_at(100, 50), 0.0), (box_at(100, 80), 0.1)], WORDS) == box_at(100, 80)
    assert room.place([(box_at(300, 80), 0.0), (box_at(300, 120), 0.1)], WORDS) == box_at(300, 80)
    assert room.place([(box_at(110, 85), 0.0), (box_at(100, 50), 0.1), (box_at(100, 120), 0.2)], WORDS).y == 120


BUSY: Final[dict[str, Value | Belief]] = {
    "floor/middle/1": Piece(Kind.GIFT_WRAPPER),
    "floor/middle/2": FORK,
    "floor/middle/3": Piece(Kind.STATIC_CHARGER),
    "floor/top/2": Piece(Kind.GIFT_WRAPPER),
    "floor/bottom/2": Piece(Kind.REPURPOSER),
    "dock/middle": Kind.HUGE_TRUCK,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turned", [False, True])
def test_words_and_signs_leave_ways_bots_and_each_other_to_be_seen(
    monkeypatch: pytest.MonkeyPatch, language: Language, turned: bool
) -> None:
    reading = seen(BUSY, {"start/middle/centre": "basic", "floor/bottom/2/in1": "plus", "floor/bottom/2/in2": "plus"})
    if turned:
        rows = (np.array([[-1, 0, 320.0], [0, -1, 240.0], [0, 0, 1]]) @ np.array(reading.homography)).tolist()
        corners = {name: (320 - x, 240 - y) for name, (x, y) in reading.corners.items()}
        reading = replace(reading, corners=corners, homography=(rows[0], rows[1], rows[2]))
    placed, covered = Room.place, []

    def place(room: Room, boxes: Iterable[tuple[Box, float]], weight: float) -> Box:
        before = copy.deepcopy(room)
        box = placed(room, boxes, weight)
        covered.append(before.covered(box))
        return box

    monkeypatch.setattr(Room, "place", place)
    draw_workday(GREY, reading, COPY, run_workday(reading.factory, policy=take_first), language=language)
    assert len(covered) >= len(ROWS) + COPY.columns + len(BUSY) + 2
    assert max(covered) < 0.25
    assert np.mean(covered) < 0.05


# -- words ---------------------------------------------------------------------------------------------------------


def written(text: str) -> NDArray[np.uint8]:
    canvas = Canvas(np.full((40, 60, 3), 255, np.uint8))
    canvas.words(text, 30, 20, 24, (0, 0, 0))
    return canvas.picture()


@pytest.mark.parametrize("letter", "äöüÄÖÜßáéíóúñÁÉÍÓÚÑ¿¡×–")
def test_the_font_has_all_letters_of_our_languages(letter: str) -> None:
    assert (written(letter) != written("?")).any()
    assert (written(letter) != written("")).any()


def test_a_plate_stays_inside_the_picture() -> None:
    canvas = Canvas(np.zeros((100, 200, 3), np.uint8))
    canvas.plate(["Fork"], 500, -50, 16, ink=(0, 0, 0), fill=(255, 255, 255), edge=(255, 255, 255))
    whole = canvas.width_of(["Fork"], 16) * 16
    assert (canvas.picture() > 128).all(2).sum() > 0.8 * whole


def test_words_are_broken_between_words_alone() -> None:
    assert balanced("Overactive Fabricator", 2) == ["Overactive", "Fabricator"]
    assert balanced("Geschenkeeinpacker", 2) == ["Geschenkeeinpacker"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_speak_all_languages(language: str) -> None:
    reading = seen({"floor/top/2": belief(UPGRADER, 0.6, FORK)})
    assert draw_reading(GREY, reading, COPY, language=language).shape[1] == LONG_SIDE  # type: ignore[arg-type]


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("suffix", "form"), [(".png", "PNG"), (".jpg", "JPEG"), (".jpeg", "JPEG"), (".webp", "WEBP")])
def test_a_picture_is_written_in_the_format_of_its_suffix(suffix: str, form: str) -> None:
    image = Image.open(io.BytesIO(encoded(np.full((30, 40, 3), (255, 0, 0), np.uint8), suffix)))
    assert (image.format, image.size) == (form, (40, 30))
    red, _, blue = image.convert("RGB").getpixel((20, 15))  # type: ignore[misc]
    assert blue > 200
    assert red < 50


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_film_moves_and_ends_with_the_evening(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "LONG_SIDE", 200)
    monkeypatch.setattr(films, "A_TICK", 1)
    reading = seen({"floor/middle/2": Piece(Kind.GIFT_WRAPPER)}, {"start/middle/centre": "basic"})
    workday = run_workday(reading.factory)
    film = film_of(GREY, reading, COPY, workday)
    image = Image.open(io.BytesIO(encoded_film(film, suffix)))
    count = getattr(image, "n_frames")  # noqa: B009 (of films alone); what does not change is shown longer instead
    assert 3 < count <= len(film.milliseconds)
    assert image.info["loop"] == 0
    frames = []
    for number in range(count):
        image.seek(number)
        frames.append(np.asarray(image.convert("RGB"), int))
    moves = [int((np.abs(before - after).max(2) > 40).sum()) for before, after in itertools.pairwise(frames)]
    assert all(moves[:4])
    assert np.abs(frames[-1] - film.evening[..., ::-1]).mean() < 8


def test_a_gif_shows_soft_shades_as_the_photo_does_and_what_stands_still_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table in the light has thousands of shades, and few colours in bands would show."""
    monkeypatch.setattr(films, "LONG_SIDE", 240)
    monkeypatch.setattr(films, "A_TICK", 1)
    across, down = np.meshgrid(np.linspace(0, 1, 320), np.linspace(0, 1, 240))
    shades = np.stack([60 + 120 * across, 90 + 80 * down, 130 + 60 * across * down], axis=2)
    photo = Photo(shades.astype(np.uint8), 1.0, (320, 240))
    reading = seen({"floor/middle/2": Piece(Kind.GIFT_WRAPPER)}, {"start/middle/centre": "basic"})
    film = film_of(photo, reading, COPY, run_workday(reading.factory))
    image = Image.open(io.BytesIO(encoded_film(film, ".gif")))
    frames = []
    for number in range(getattr(image, "n_frames")):  # noqa: B009 (of films alone)
        image.seek(number)
        frames.append(np.asarray(image.convert("RGB"), np.float32))
    apart = cv2.GaussianBlur(frames[-1], (0, 0), 3) - cv2.GaussianBlur(
        film.evening[..., ::-1].astype(np.float32), (0, 0), 3
    )
    assert np.abs(apart).mean() < 0.8
    corner = [frame[-30:, -30:] for frame in frames[:-1]]
    assert all((frame == corner[0]).all() for frame in corner)


def test_a_long_workday_has_no_more_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST_FRAMES", 5)
    reading = seen(bots={"start/middle/centre": "basic"})
    assert len(film_of(GREY, reading, COPY, run_workday(reading.factory)).milliseconds) == 6


def test_a_workday_without_bots_is_drawn_too() -> None:
    reading = seen()
    assert draw_workday(GREY, reading, COPY, run_workday(reading.factory)).shape[1] == LONG_SIDE
