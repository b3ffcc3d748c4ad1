"""The built-in copy: it looks as the artwork does, and reads photos of the printed set without teaching."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from mechanica_core.editions import component_set
from mechanica_core.layout import Layout
from mechanica_core.pieces import Piece
from mechanica_core.render.board import Table
from tests.vision import printed
from tools.demo_copy import demo_copy as drawn
from vision import Copy, demo_copy, locating, read
from vision.copies import DEMO
from vision.errors import PhotoError
from vision.locating import CLEAR, locate
from vision.reader import components_of
from vision.registration import BELIEVED, Placement
from vision.teaching import TAUGHT

SEED: Final = 2019
PHOTOS: Final = 50


def test_it_has_every_piece_and_goes_with_its_components() -> None:
    copy = demo_copy()
    assert copy.name == components_of(copy) == DEMO
    assert [(piece.kind, piece.flipped) for piece in copy.pieces] == list(TAUGHT)
    assert copy.columns == component_set(DEMO).columns.value


def test_holes_are_where_they_are_drawn() -> None:
    table = Table(Layout(components=DEMO))
    for hole, (x, y) in demo_copy().board_holes.items():
        assert (x, y) == pytest.approx(tuple(printed.plane(*table.spot(hole)[:2])))


def test_it_looks_as_the_artwork_does() -> None:
    pytest.importorskip("resvg_py")
    kept, now = demo_copy(), drawn()
    assert kept.outline == now.outline
    pictures = [(kept.board, now.board)]
    pictures += [(one.picture, other.picture) for one, other in zip(kept.pieces, now.pieces, strict=True)]
    for old, new in pictures:  # letters differ a little from machine to machine
        assert np.abs(old.astype(int) - new).mean() < 3, (
            "the artwork has changed: make copy draws the built-in copy anew"
        )


def test_a_photo_of_the_printed_set_is_read_without_teaching() -> None:
    pytest.importorskip("fpdf")
    (shot,) = printed.shots(SEED, 1)
    reading = read(shot.photo, demo_copy())
    assert (reading.copy, reading.components) == (DEMO, DEMO)
    floor = {piece.place: piece.piece for piece in shot.factory.layout.floor}
    seen = {place: belief.read for place, belief in reading.places.items() if isinstance(belief.read, Piece)}
    assert seen == floor
    assert [truck.kind for truck in reading.layout.dock] == [truck.kind for truck in shot.factory.layout.dock]


@pytest.mark.parametrize("agreement", [BELIEVED, CLEAR, None])
def test_the_printed_set_is_not_taken_for_a_copy_that_is_only_much_like_it(
    monkeypatch: pytest.MonkeyPatch, agreement: float | None
) -> None:
    """What is found less than clearly is compared with the built-in copy; what is clear is not, for that takes time."""
    pytest.importorskip("fpdf")
    (shot,) = printed.shots(SEED, 1)
    best, asked = locating._best, []
    like_it = replace(demo_copy(), name="mine")

    def found(pyramid: Any, looks: Any, copy: Copy) -> Placement | None:
        asked.append(copy.name)
        placement = best(pyramid, looks, copy)
        if copy is not like_it or placement is None:
            return placement
        return None if agreement is None else replace(placement, agreement=agreement)

    monkeypatch.setattr(locating, "_best", found)
    located, *_ = locate(shot.photo, [like_it], or_else=[demo_copy()])
    assert located.copy.name == ("mine" if agreement == CLEAR else DEMO)
    assert asked == (["mine"] if agreement == CLEAR else ["mine", DEMO])


@pytest.mark.slow
@pytest.mark.xfail(reason="now and then a crowded board is not found, or laid wrong: 47 of 50 are exact")
def test_photos_of_the_printed_set_are_read_exactly() -> None:
    pytest.importorskip("fpdf")
    exact = 0
    for shot in printed.shots(SEED, PHOTOS):
        try:
            reading = read(shot.photo, demo_copy())
        except PhotoError:
            continue
        exact += reading.factory == shot.factory.with_money(reading.factory.wallet, reading.factory.vault)
    assert exact >= 0.95 * PHOTOS
