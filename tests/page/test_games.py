"""Games at a table on the page: begun, followed by a photo, watched, taken back, won, and played alone."""

from __future__ import annotations

import re
from typing import Any, cast

from playwright.sync_api import Page, expect

from tests.page.browser import ROOT, SAMPLE, do, draft
from tests.page.conftest import Open


def begin_game(page: Page, *names: str) -> str:
    """Begin a game and tell its link."""
    page.get_by_role("button", name="Games").click()
    for _ in range(len(names), 2):
        page.get_by_role("button", name=re.compile("^Remove")).last.click()
    for number, name in enumerate(names):
        page.locator(f"[data-player='{number}']").fill(name)
    do(page, "begin")
    page.wait_for_selector(".games .stage")
    return page.url.rpartition("/")[2]


def tell_board(page: Page) -> None:
    """Photograph the board of whoever is to act, and tell that it lies so."""
    with page.expect_file_chooser() as camera:
        do(page, "observe")
    camera.value.set_files(SAMPLE)
    do(page, "tell")
    page.wait_for_selector(".games .stage")


def test_a_day_of_a_game_from_photo_to_run_and_back(phone: Page) -> None:
    begin_game(phone, "Ann", "Ben")
    expect(phone.locator(".earned")).to_contain_text("Ann")
    tell_board(phone)
    expect(phone.locator(".foot .lead")).to_contain_text("Fork (middle 1)")
    phone.locator("[data-kind=decide]").last.click()
    expect(phone.locator(".foot .lead")).to_contain_text("Fork (bottom 3)")
    phone.locator("[data-kind=decide]").last.click()
    phone.locator("[data-kind=run]").last.click()
    expect(phone.locator(".earned")).to_contain_text("Ben")
    expect(phone.locator(".told li").first).to_be_visible()
    phone.get_by_role("button", name="Undo the last entry").click()
    expect(phone.locator(".earned")).to_contain_text("Ann")


def test_a_photo_of_a_copy_with_other_pieces_is_told_in_a_game(phone: Page) -> None:
    origin = phone.url.partition("#")[0].rstrip("/")
    copy = (ROOT / "samples/copy_a.zip").read_bytes()
    sent = {"name": "copy_a.zip", "mimeType": "application/zip", "buffer": copy}
    assert phone.request.post(f"{origin}/api/copies", multipart={"file": cast(Any, sent)}).ok
    try:
        begin_game(phone, "Ann", "Ben")
        with phone.expect_file_chooser() as camera:
            do(phone, "observe")
        camera.value.set_files(ROOT / "samples/photos/a_board_1016.jpg")
        phone.wait_for_selector(".reading .stage")
        corners = draft(phone)["reading"]["corners"]
        drawn = phone.locator("polygon.board").get_attribute("points") or ""
        assert drawn == " ".join(f"{x:g},{y:g}" for x, y in map(corners.get, ("NW", "NE", "SE", "SW")))
        do(phone, "tell")
        phone.wait_for_selector(".games .stage")
        expect(phone.locator("[data-kind=run], [data-kind=decide]").first).to_be_visible()
    finally:
        assert phone.request.delete(f"{origin}/api/copies/copy_a").ok


def test_who_has_the_link_watches_live_and_cannot_play(open_page: Open) -> None:
    playing = open_page()
    link = begin_game(playing, "Ann", "Ben")
    playing.get_by_role("button", name="More").click()
    do(playing, "watch")
    watching = playing.locator(".notation").inner_text().rpartition("/")[2]
    assert watching != link
    expect(playing.locator(".sheet")).to_contain_text("Other devices cannot open this address")
    playing.go_back()
    playing.go_back()
    seeing = open_page(f"#/games/{watching}")
    expect(seeing.locator(".foot")).to_contain_text("You are watching.")
    tell_board(playing)
    expect(seeing.locator(".told")).to_contain_text("Ann")
    assert seeing.locator("[data-offer]").count() == 0


def test_a_game_alone_against_armand_comes_to_its_score(phone: Page) -> None:
    begin_game(phone, "Ann")
    assert phone.locator(".told").count() == 1
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("button", name="Scores as they stand").click()
    expect(phone.locator(".sheet")).to_contain_text("ARMAND-0")
    expect(phone.locator(".winner")).to_be_visible()


def test_history_tells_what_happened(phone: Page) -> None:
    begin_game(phone, "Ann", "Ben")
    tell_board(phone)
    phone.get_by_role("button", name="More").click()
    do(phone, "history")
    expect(phone.locator(".sheet .entry").first).to_contain_text("Day 1")
