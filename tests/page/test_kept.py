"""What was told beside a photo outlives the photo: it is taken again, another is chosen, or its corners are set."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from mechanica_core import Factory
from tests.page.browser import ROOT, SAMPLE, do, draft, read_sample
from tests.page.conftest import Open
from tests.page.test_games import begin_game, taught_copy

WAYS: Final = ("Retake", "Photograph the board", "Choose a photo", "Corners", "Corners of a forgotten photo")
UPGRADER: Final = {"place": "floor/middle/4", "value": {"kind": "upgrader", "facing": "east", "flipped": False}}


def enter_money(page: Page, wallet: int, vault: int) -> None:
    do(page, "money")
    page.locator(".pad").wait_for()
    for money in (wallet, vault):
        page.keyboard.type(str(money))
        do(page, "onward")
    expect(page.locator(".pad")).to_have_count(0)


def put_upgrader(page: Page) -> None:
    page.locator('.square[data-place="floor/middle/4"]').click()
    page.locator(".sheet [data-kind=upgrader]").click()
    expect(page.locator(".sheet .spoken")).to_contain_text("Upgrader")
    page.go_back()


def replace_photo(page: Page, way: str, photo: Path = SAMPLE) -> None:
    """Another photo of the board that is looked at, or the same one read otherwise."""
    before = draft(page)["reading"]
    if way.startswith("Corners"):
        page.get_by_role("button", name="Corners").click()
        page.wait_for_selector(".handle")
        if "forgotten" in way:
            address = f"{page.url.partition('#')[0]}api/readings/{before['id']}"
            assert page.request.delete(address).ok
        page.locator(".corner[data-corner=NW]").press("ArrowRight")
        do(page, "apply")
    else:
        if way != "Retake":
            page.get_by_role("button", name="Back").click()
        with page.expect_file_chooser() as camera:
            page.get_by_role("button", name=way).click()
        camera.value.set_files(photo)
    page.wait_for_function(
        "before => { const {id, corners} = JSON.parse(localStorage['mechanica.draft']).reading;"
        " return JSON.stringify([id, corners]) !== JSON.stringify(before); }",
        arg=[before["id"], before["corners"]],
    )
    page.wait_for_selector(".reading .stage, .table .card")


def money(page: Page) -> tuple[int, int]:
    factory = Factory.from_text(draft(page)["text"])
    return factory.wallet, factory.vault


@pytest.mark.parametrize("way", WAYS)
def test_money_is_kept_when_the_photo_of_the_day_is_replaced(open_page: Open, way: str) -> None:
    page = open_page(expect_errors="forgotten" in way)
    read_sample(page)
    enter_money(page, 31, 7)
    put_upgrader(page)
    replace_photo(page, way)
    assert money(page) == (31, 7)
    # What was put right in a photo is right in it wherever its corners are; another photo is looked at afresh.
    assert draft(page)["reading"]["corrections"] == ([UPGRADER] if way.startswith("Corners") else [])
    assert ("U=1/" in draft(page)["text"]) == way.startswith("Corners")


@pytest.mark.parametrize("way", ["Retake", "Corners"])
def test_money_told_after_a_workday_is_kept_when_the_photo_is_replaced(phone: Page, way: str) -> None:
    read_sample(phone)
    do(phone, "run")
    phone.locator(".option").first.wait_for()
    do(phone, "rest")
    with phone.expect_file_chooser() as camera:
        do(phone, "next-day")
    camera.value.set_files(SAMPLE)
    phone.get_by_role("button", name="Look at the board").click()
    enter_money(phone, 31, 7)
    replace_photo(phone, way)
    assert money(phone) == (31, 7)
    assert draft(phone)["differences"]


@pytest.mark.parametrize("way", ["Retake", "Corners"])
def test_a_game_is_told_the_board_with_its_own_pieces_when_the_photo_is_replaced(phone: Page, way: str) -> None:
    with taught_copy(phone):
        begin_game(phone, "Ann", "Ben")
        photo = ROOT / "samples/photos/a_board_1016.jpg"
        with phone.expect_file_chooser() as camera:
            do(phone, "observe")
        camera.value.set_files(photo)
        phone.wait_for_selector(".reading .stage")
        rules = draft(phone)["text"].split()[-2:]
        replace_photo(phone, way, photo)
        assert draft(phone)["text"].split()[-2:] == rules
        do(phone, "tell")
        phone.wait_for_selector(".games .stage")
