"""A copy of the game is taught shot by shot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from models.training.scenes import random_squares
from service.teaching import PIECES
from tests.page.browser import ROOT, do, draft, serious_barriers
from tests.page.conftest import PHONE, Open, Server
from tests.vision.test_teaching import SIZE, bare, drawn, photo_of, piece_photo
from vision import BoardPhoto, Photo, teaching
from vision.geometry import apply, corners

COPY: Final = 0
"""The number of a drawn copy of the game."""


def as_jpeg(photo: Photo) -> bytes:
    return cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def shoot(page: Page, photo: Photo) -> None:
    with page.expect_file_chooser() as camera:
        do(page, "shoot")
    camera.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": as_jpeg(photo)})


@pytest.fixture
def own_page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a service of its own: what is taught here is to read no other test's photos."""
    with Server(tmp_path) as running:
        context = browser.new_context(locale="en", **PHONE)
        page = context.new_page()
        page.goto(running.url)
        yield page
        context.close()


def open_teaching(page: Page) -> None:
    page.get_by_role("button", name="Teach your copy of the game").click()


def show(page: Page, shot: str) -> None:
    """Photograph what the page asks for."""
    expect(page.locator(f"[data-shot={shot}]")).to_be_visible()
    shoot(page, photo_of(COPY, bare(drawn(COPY)[0])) if shot == "board" else piece_photo(COPY, shot))


def test_a_whole_copy_is_taught_shot_by_shot_and_then_photos_are_read_with_it(own_page: Page) -> None:
    phone = own_page
    open_teaching(phone)
    phone.get_by_role("textbox").fill("My Game")
    do(phone, "begin")
    for number, name in enumerate(("board", *PIECES), start=1):
        expect(phone.locator(".pose")).to_contain_text(f"Photo {number} of 14")
        show(phone, name)
    expect(phone.locator(".teach")).to_contain_text("All was shown.")
    do(phone, "keep")
    expect(phone.locator(".notice")).to_contain_text("Your copy is taught")
    phone.locator(".notice").get_by_role("button", name="Close").click()
    squares = random_squares(np.random.default_rng(COPY), drawn(COPY)[0].columns)
    data = as_jpeg(photo_of(COPY, squares, teaching=False))
    with phone.expect_file_chooser() as camera:
        phone.locator(".home .foot .primary").click()
    camera.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data})
    phone.wait_for_selector(".reading .stage")
    assert draft(phone)["reading"]["copy"] == "my_game"
    phone.go_back()
    open_teaching(phone)
    expect(phone.locator(".spare .entry")).to_contain_text("my_game")


def test_teaching_goes_on_after_a_pause_even_if_the_service_has_forgotten_it(own_page: Page) -> None:
    phone = own_page
    open_teaching(phone)
    do(phone, "begin")
    for name in ("board", "upgrader"):
        show(phone, name)
    expect(phone.locator(".seen")).to_contain_text("Seen: Upgrader")
    do(phone, "skip")  # no Downgrader
    expect(phone.locator("[data-shot=duplicator]")).to_be_visible()
    phone.reload()
    expect(phone.locator("[data-shot=duplicator]")).to_be_visible()
    taught = phone.evaluate("JSON.parse(localStorage['mechanica.teaching'])")
    phone.request.delete(phone.url.partition("#")[0] + f"api/drafts/{taught['id']}")
    phone.reload()
    expect(phone.locator("[data-shot=duplicator]")).to_be_visible()
    expect(phone.locator(".steps .done")).to_have_count(3)
    do(phone, "all")
    phone.locator("[data-show=downgrader]").click()
    show(phone, "downgrader")
    do(phone, "again")
    show(phone, "downgrader")
    do(phone, "all")
    # Somebody else has taken the name meanwhile.
    copy = {"name": "copy_a.zip", "mimeType": "application/zip", "buffer": (ROOT / "samples/copy_a.zip").read_bytes()}
    address = phone.url.partition("#")[0] + "api/copies"
    assert phone.request.post(address, multipart={"file": cast(Any, copy), "name": "mine"}).ok
    do(phone, "keep")
    expect(phone.get_by_role("alertdialog")).to_contain_text("There is a copy called mine already. Replace it?")
    phone.go_back()
    expect(phone.get_by_role("alertdialog")).to_have_count(0)
    do(phone, "keep")
    do(phone, "sure")
    expect(phone.locator(".notice")).to_contain_text("Your copy is taught")
    expect(phone.locator(".home")).to_be_visible()


def test_a_photo_that_shows_nothing_is_refused_in_words_beside_what_is_wanted(open_page: Open) -> None:
    phone = open_page(expect_errors=True)
    open_teaching(phone)
    do(phone, "begin")
    shoot(phone, piece_photo(COPY, "upgrader"))
    expect(phone.locator(".wrong")).to_contain_text("The board was not found")
    expect(phone.locator("[data-shot=board]")).to_be_in_viewport()
    assert serious_barriers(phone) == []


def set_corners(page: Page, points: np.ndarray[Any, Any]) -> None:
    """Tap the corners one after the other, in pixels of the photo: NW NE SE SW."""
    page.wait_for_selector(".handle")
    box = page.locator(".corner-box").bounding_box()
    assert box is not None
    page.locator(".corner[data-corner=NW]").click()
    for x, y in points * box["width"] / SIZE[0]:
        page.mouse.click(box["x"] + x, box["y"] + y)
    do(page, "apply")


@pytest.mark.parametrize("grid_too", [False, True], ids=["its edge is enough", "the squares are needed too"])
def test_a_board_that_is_not_found_is_taught_by_its_corners(
    own_page: Page, monkeypatch: pytest.MonkeyPatch, grid_too: bool
) -> None:
    phone, photo = own_page, photo_of(COPY, bare(drawn(COPY)[0]))
    plane, outline, columns = teaching._board_plane(BoardPhoto(photo), None)
    edge, squares = apply(plane, corners(outline)), apply(plane, corners((0.0, 0.0, columns + 2.0, 3.0)))
    monkeypatch.setattr(teaching, "_find_board", lambda _: None)
    if grid_too:
        monkeypatch.setattr(teaching, "_find_grid", lambda *_: None)
    open_teaching(phone)
    do(phone, "begin")
    shoot(phone, photo)
    expect(phone.locator(".wrong")).to_contain_text("The board was not found")
    do(phone, "corners")
    expect(phone.locator("h1")).to_have_text("Corners of the board")
    assert serious_barriers(phone) == []
    set_corners(phone, edge)
    if grid_too:
        expect(phone.locator("h1")).to_have_text("Corners of the squares")
        do(phone, "again")
        expect(phone.locator("h1")).to_have_text("Corners of the board")
        do(phone, "apply")
        expect(phone.locator("h1")).to_have_text("Corners of the squares")
        phone.go_back()
        phone.reload()
        do(phone, "corners")
        set_corners(phone, squares)
    expect(phone.locator("[data-shot=upgrader]")).to_be_visible()
    expect(phone.locator(".seen")).to_contain_text("Seen: Empty board")
    address = phone.url.partition("#")[0] + "api/drafts/"
    for _ in range(2):
        draft_id = phone.evaluate("JSON.parse(localStorage['mechanica.teaching']).id")
        seen = phone.request.get(address + draft_id).json()
        assert seen["columns"] == columns
        assert np.abs(np.array(seen["board_corners"]) - edge).max() < 10
        # The service forgets: it is told the corners again.
        phone.request.delete(address + draft_id)
        phone.reload()
        expect(phone.locator("[data-shot=upgrader]")).to_be_visible()


def test_corners_that_go_round_no_board_are_put_right_where_they_are(open_page: Open) -> None:
    phone = open_page(expect_errors=True)
    open_teaching(phone)
    do(phone, "begin")
    shoot(phone, piece_photo(COPY, "upgrader"))
    do(phone, "corners")
    crossed = np.array([(300, 200), (900, 700), (900, 200), (300, 700)])
    set_corners(phone, crossed)
    expect(phone.locator(".notice")).to_contain_text("do not go round a board")
    expect(phone.locator("h1")).to_have_text("Corners of the board")
    phone.get_by_role("button", name="Back").click()
    expect(phone.locator("[data-shot=board]")).to_be_visible()


def test_a_name_that_is_taken_is_refused_before_the_first_photo(phone: Page) -> None:
    open_teaching(phone)
    phone.get_by_role("textbox").fill("Demo")
    do(phone, "begin")
    expect(phone.locator(".notice")).to_contain_text("demo already")
    expect(phone.locator("[data-do=begin]")).to_be_visible()
