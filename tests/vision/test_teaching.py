"""What a copy is taught from photos alone, on drawn copies in many styles; and what is refused as no such photo."""

from __future__ import annotations

import functools
from typing import Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mechanica_core.pieces import Kind
from models.training.art import DrawnCopy, draw_copy
from models.training.bots import Sprite, draw_bot
from models.training.data import draw_piece_photo
from models.training.scenes import Renderer, Square, random_squares
from vision import BoardPhoto, Copy, CopyError, Photo, read, teach, teaching
from vision.geometry import corners

SIZE: Final = (1200, 900)
STYLES: Final = (0, 2, 3, 4, 5)


def as_photo(pixels: NDArray[np.uint8]) -> Photo:
    return Photo(pixels, 1.0, (pixels.shape[1], pixels.shape[0]))


@functools.cache
def drawn(seed: int) -> tuple[DrawnCopy, dict[int, list[list[Sprite]]]]:
    """A copy and its bots."""
    rng = np.random.default_rng([77, seed])
    return draw_copy(rng), {model: [draw_bot(rng)] for model in (1, 2, 3)}


def photo_of(seed: int, squares: dict[tuple[int, int], Square], tilt: float = 15, *, teaching: bool = True) -> Photo:
    """A photo of a copy's board; always the same."""
    copy, bots = drawn(seed)
    renderer = Renderer(np.random.default_rng([79, seed]), copy, bots)
    return as_photo(renderer.draw(squares, SIZE, tilt, teaching=teaching).photo)


@functools.cache
def empty_board(seed: int) -> BoardPhoto:
    return BoardPhoto(photo_of(seed, bare(drawn(seed)[0])))


def bare(copy: DrawnCopy) -> dict[tuple[int, int], Square]:
    return {(row, column): Square() for row in range(3) for column in range(copy.columns + 2)}


@functools.cache
def piece_photo(seed: int, name: str) -> Photo:
    rng = np.random.default_rng([78, seed, len(name)])
    photo, *_ = draw_piece_photo(rng, drawn(seed)[0], name, SIZE, teaching=True)
    return as_photo(photo)


def taught(seed: int, pieces: dict[Kind, str], name: str = "drawn") -> Copy:
    photos = {(kind, False): [piece_photo(seed, name)] for kind, name in pieces.items()}
    return teach(name, empty_board(seed), photos)


@pytest.mark.parametrize("seed", STYLES)
def test_columns_are_counted_and_the_grid_is_found(seed: int) -> None:
    copy, _ = drawn(seed)
    learned = taught(seed, {})
    assert learned.columns == copy.columns
    assert np.abs(np.array(learned.outline) - copy.outline).max() < 0.25
    for name, at in learned.board_holes.items():
        assert np.hypot(*np.subtract(at, copy.board_holes[name])) < 0.1


@pytest.mark.parametrize("seed", STYLES)
def test_holes_of_pieces_are_found(seed: int) -> None:
    copy, _ = drawn(seed)
    kinds = (Kind.UPGRADER, Kind.DOWNGRADER, Kind.HUGE_TRUCK)
    learned = taught(seed, {kind: kind.value for kind in kinds})
    for piece in learned.pieces:
        holes = copy.pieces[piece.kind.value].holes
        assert piece.holes.keys() == holes.keys()
        for name, at in piece.holes.items():
            assert np.hypot(*np.subtract(at, holes[name])) < 0.1


def chess() -> NDArray[np.uint8]:
    picture = np.full((900, 1200, 3), (70, 110, 150), np.uint8)
    for row in range(8):
        for column in range(8):
            x, y = 240 + 90 * column, 90 + 90 * row
            shade = (200, 220, 235) if (row + column) % 2 else (40, 60, 90)
            cv2.rectangle(picture, (x, y), (x + 90, y + 90), shade, -1)
    return picture


def test_a_chess_board_is_no_empty_board() -> None:
    with pytest.raises(CopyError, match="board"):
        teach("chess", BoardPhoto(as_photo(chess())), {})


def test_a_crowded_board_is_often_not_taken_for_empty() -> None:
    refused = 0
    for seed in STYLES:
        copy, _ = drawn(seed)
        squares = random_squares(np.random.default_rng(seed), copy.columns)
        for place in squares:
            if sum(place) % 2 and 0 < place[1] <= copy.columns:
                squares[place] = Square("upgrader", 0, {"in": 1})
        try:
            teach("drawn", BoardPhoto(photo_of(seed, squares)), {})
        except CopyError as error:
            refused += "alike" in str(error)
    assert refused >= len(STYLES) // 2


@pytest.mark.parametrize("kind", ["upgrader", "gift_wrapper", "static_charger"])
@pytest.mark.parametrize("seed", STYLES)
def test_a_piece_forgotten_on_the_board_is_named(seed: int, kind: str) -> None:
    copy, _ = drawn(seed)
    squares = bare(copy) | {(1, 2): Square(kind)}
    with pytest.raises(CopyError, match="on the board at middle 2"):
        teach("drawn", BoardPhoto(photo_of(seed, squares)), {})


@pytest.mark.parametrize("seed", STYLES)
def test_the_corners_of_a_board_that_is_not_found_are_enough(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    photo = empty_board(seed).photo
    found = teaching.look_at_board(BoardPhoto(photo))
    monkeypatch.setattr(teaching, "_find_board", lambda _: None)
    by_hand = found.corners + np.random.default_rng(seed).normal(0, 3, (4, 2))
    seen = teaching.look_at_board(BoardPhoto(photo, by_hand))
    assert seen.columns == drawn(seed)[0].columns
    assert np.abs(np.array(seen.outline) - found.outline).max() < 0.1


def test_a_dim_board_is_taught_too() -> None:
    assert taught(1, {}).columns == drawn(1)[0].columns


@pytest.mark.parametrize("width", [150.0, 400.0, 4000.0])
def test_a_grid_of_any_shape_is_refused_in_a_photo_of_something_else(
    monkeypatch: pytest.MonkeyPatch, width: float
) -> None:
    found = corners((100.0, 50.0, 100.0 + width, 350.0))
    monkeypatch.setattr(teaching, "_find_board", lambda _: (found, found))
    picture = np.random.default_rng(2).integers(0, 255, (900, 1200, 3), np.uint8)
    with pytest.raises(CopyError, match="not alike"):
        teach("noise", BoardPhoto(as_photo(picture)), {})


def test_two_kinds_cannot_look_the_same() -> None:
    with pytest.raises(CopyError, match=r"Upgrader.*Downgrader"):
        taught(0, {Kind.UPGRADER: "upgrader", Kind.DOWNGRADER: "upgrader"})


def test_a_photo_without_a_piece_is_refused() -> None:
    empty = as_photo(np.full((900, 1200, 3), (120, 140, 160), np.uint8))
    with pytest.raises(CopyError, match="Fork was not found"):
        teach("drawn", empty_board(0), {(Kind.FORK, False): [empty]})


@pytest.mark.parametrize("spoilt_first", [False, True])
def test_of_two_copies_with_the_same_board_the_pieces_decide(spoilt_first: bool) -> None:
    right = taught(3, {Kind.UPGRADER: "upgrader", Kind.FORK: "fork"}, "right")
    spoilt = taught(3, {Kind.UPGRADER: "downgrader", Kind.FORK: "fork"}, "spoilt")
    squares = bare(drawn(3)[0])
    squares[0, 1], squares[2, 3] = Square("upgrader"), Square("fork", 1)
    photo = photo_of(3, squares, 20, teaching=False)
    reading = read(photo, [spoilt, right] if spoilt_first else [right, spoilt])
    assert reading.copy == "right"


def test_corners_by_hand_need_no_likeness() -> None:
    grid = corners((200.0, 100.0, 1000.0, 500.0))
    board = corners((150.0, 60.0, 1050.0, 560.0))
    picture = np.random.default_rng(1).integers(0, 255, (700, 1200, 3), np.uint8)
    learned = teach("mural", BoardPhoto(as_photo(picture), board, grid), {}, columns=4)
    assert learned.columns == 4
    assert learned.outline == pytest.approx((-0.375, -0.3, 6.375, 3.45), abs=0.001)


@pytest.mark.parametrize("turn", [1, 3])
def test_turned_corners_by_hand_are_told_so(turn: int) -> None:
    grid, board = corners((200.0, 100.0, 1000.0, 500.0)), corners((150.0, 60.0, 1050.0, 560.0))
    given = BoardPhoto(as_photo(chess()), np.roll(board, turn, 0), np.roll(grid, turn, 0))
    with pytest.raises(CopyError, match="NW NE SE SW"):
        teach("turned", given, {})
