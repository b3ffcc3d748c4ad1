"""A copy of the game is taught shot by shot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import do
from tests.page.conftest import PHONE, Open, Server
from tests.vision.test_teaching import bare, drawn, photo_of, piece_photo
from vision import Photo

COPY: Final = 0
"""The number of a drawn copy of the game."""


def shoot(page: Page, photo: Photo) -> None:
    with page.expect_file_chooser() as camera:
        do(page, "shoot")
    data = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    camera.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data})


@pytest.fixture
def own_page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a service of its own: what is taught here is to read no other test's photos."""
    with Server(tmp_path) as running:
        context = browser.new_context(locale="en", **PHONE)
        page = context.new_page()
        page.goto(running.url)
        yield page
        context.close()


def test_a_copy_is_taught_shot_by_shot_with_a_pause(own_page: Page) -> None:
    phone = own_page
    phone.get_by_role("button", name="Teach your copy of the game").click()
    do(phone, "begin")
    expect(phone.locator("[data-shot=board]")).to_be_visible()
    shoot(phone, photo_of(COPY, bare(drawn(COPY)[0])))
    expect(phone.locator("[data-shot=upgrader]")).to_contain_text("Now the Upgrader")
    shoot(phone, piece_photo(COPY, "upgrader"))
    expect(phone.locator("[data-shot=downgrader]")).to_be_visible()
    expect(phone.locator(".steps .done")).to_have_count(2)

    phone.reload()
    expect(phone.locator("[data-shot=downgrader]")).to_be_visible()
    shoot(phone, piece_photo(COPY, "downgrader"))
    phone.get_by_role("button", name="That is all I have").click()
    expect(phone.locator(".foot")).to_contain_text("Keep this copy")
    do(phone, "keep")
    expect(phone.locator(".notice")).to_contain_text("mine is taught")
    phone.get_by_role("button", name="Teach your copy of the game").click()
    expect(phone.locator(".spare .entry")).to_contain_text("mine")


def test_a_photo_that_shows_nothing_is_refused_in_words_with_a_tip(open_page: Open) -> None:
    phone = open_page(expect_errors=True)
    phone.get_by_role("button", name="Teach your copy of the game").click()
    do(phone, "begin")
    shoot(phone, piece_photo(COPY, "upgrader"))
    expect(phone.locator(".notice")).to_be_visible()
    expect(phone.locator("[data-shot=board]")).to_be_visible()
