"""The whole reader measured on copies that nobody has seen: taught from drawn teaching photos, read in drawn photos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from mechanica_core.geometry import FACINGS
from mechanica_core.pieces import MODELS, Kind, Piece
from models.training.art import FLOOR, DrawnCopy, draw_copy
from models.training.bots import draw_bot
from models.training.data import PIECE_NAMES, draw_piece_photo
from models.training.scenes import Renderer, Scene, Square, random_squares
from vision import BoardPhoto, Copy, CopyError, Photo, PhotoError, read, teach
from vision.decoding import Value
from vision.recognition import place_name

WIDE: Final = (1600, 1200)


def as_photo(pixels: NDArray[np.uint8]) -> Photo:
    """A drawn picture as if it had been loaded."""
    return Photo(pixels, 1.0, (pixels.shape[1], pixels.shape[0]))


def kind_of(name: str) -> tuple[Kind, bool]:
    """A drawn piece's kind and whether it is the flipped side."""
    flipped = name.endswith("_flipped")
    return Kind(name.removesuffix("_flipped")), flipped


def taught(rng: np.random.Generator, drawn: DrawnCopy, renderer: Renderer) -> Copy:
    """Teach a drawn copy from drawn teaching photos, as an owner would."""
    bare = {(row, column): Square() for row in range(3) for column in range(drawn.columns + 2)}
    board = renderer.draw(bare, WIDE, 20, teaching=True)
    pieces = {}
    for name in PIECE_NAMES:
        photo, _, _ = draw_piece_photo(rng, drawn, name, WIDE, teaching=True)
        pieces[kind_of(name)] = [as_photo(photo)]
    return teach("drawn", BoardPhoto(as_photo(board.photo)), pieces, columns=drawn.columns)


def truth_of(drawn: DrawnCopy, squares: dict[tuple[int, int], Square]) -> dict[str, Value]:
    """What a drawn scene shows, by the names of places: pieces, and a model or None for every hole."""
    width = drawn.columns + 2
    places: dict[str, Value] = {}
    for (row, column), square in squares.items():
        place = place_name(row, column, width)
        value: Value = None
        names: list[str] = []
        if square.kind is None:
            if column == 0:
                value, names = (Kind.BASIC_FABRICATOR if row == 1 else None), ["centre"]
            elif column == width - 1:
                value, names = Kind.SMALL_TRUCK, ["1"]
        else:
            kind, flipped = kind_of(square.kind)
            value = Piece(kind, FACINGS[square.turns], flipped) if square.kind in FLOOR else kind
            names = list(drawn.pieces[square.kind].holes)
        places[place] = value
        for name in names:
            model = square.bots.get(name)
            places[f"{place}/{name}"] = None if model is None else MODELS[model - 1]
    return places


@dataclass
class Shot:
    """A drawn photo, the copy it shows as taught, and what it shows."""

    copy: Copy
    scene: Scene
    truth: dict[str, Value]


def shots(seed: int, number: int, photos: int, most_tilt: float) -> list[Shot]:
    """Photos of one new random copy, which is taught first. Raises :class:`CopyError` if it cannot be."""
    rng = np.random.default_rng([seed, number])
    drawn = draw_copy(rng)
    renderer = Renderer(rng, drawn, {model: [draw_bot(rng)] for model in (1, 2, 3)})
    copy = taught(rng, drawn, renderer)
    found = []
    for _ in range(photos):
        squares = random_squares(rng, drawn.columns)
        size = WIDE if rng.random() < 0.7 else WIDE[::-1]
        scene = renderer.draw(squares, size, most_tilt)
        found.append(Shot(copy, scene, truth_of(drawn, squares)))
    return found


def measure(seed: int, copies: int, photos: int) -> str:
    """How many photos of new copies are read exactly, and how well doubts tell which are not, in words."""
    exact = located = seen = doubted = unnoticed = refused = 0
    for number in track(range(copies), "Reading drawn copies"):
        try:
            drawn = shots(seed, number, photos, 45)
        except CopyError:
            refused += 1
            continue
        for shot in drawn:
            seen += 1
            try:
                reading = read(as_photo(shot.scene.photo), shot.copy)
            except PhotoError:
                continue
            located += 1
            right = all(
                place in reading.places and reading.places[place].read == value for place, value in shot.truth.items()
            )
            exact += right
            doubted += right and bool(reading.doubts)
            unnoticed += not right and not reading.doubts
    return (
        f"{copies} copies, {refused} refused when taught; {seen} photos of the rest, {located} located, {exact} exact "
        f"({doubted} with a doubt), {unnoticed} wrong and no doubt"
    )


if __name__ == "__main__":
    print(measure(seed=5, copies=40, photos=3))
