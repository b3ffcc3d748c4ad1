"""What is asked or typed over a screen: in the page's own sheets, by keys too, and closing one loses nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from service.page.words import MODULES
from tests.page.browser import FACTORY, do, draft, lay, serious_barriers
from tests.page.conftest import Open
from tests.page.test_games import begin_game, taught_copy

OTHER: Final = "A=4=1/B(b)=2G1=1/.=4=1 3+2 print_2019 demo"


def test_nothing_is_asked_by_the_browser_itself() -> None:
    asking = re.compile(r"(?<![.\w])(?:window\.)?(?:alert|confirm|prompt)\(")
    assert [file.name for file in MODULES.rglob("*.js") if asking.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("closed", ["back", "Escape", "Close"])
def test_a_board_is_entered_as_text_and_closing_the_sheet_loses_nothing(phone: Page, closed: str) -> None:
    lay(phone, FACTORY)
    phone.get_by_role("button", name="More").click()
    do(phone, "text")
    field = phone.get_by_role("textbox", name="A board as text:")
    expect(field).to_be_focused()
    expect(field).to_have_value(FACTORY)
    assert serious_barriers(phone) == []
    field.fill("A(b-)=")
    if closed == "back":
        phone.go_back()
    elif closed == "Escape":
        phone.keyboard.press("Escape")
    else:
        phone.get_by_role("button", name="Close", exact=True).click()
    expect(phone.locator(".sheet")).to_have_count(0)
    expect(phone.get_by_role("button", name="More")).to_be_focused()
    assert draft(phone)["text"] == FACTORY
    phone.reload()
    phone.get_by_role("button", name="More").click()
    do(phone, "text")
    expect(field).to_have_value("A(b-)=")


def test_a_text_that_is_no_board_stays_to_be_put_right(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    lay(page, FACTORY)
    page.get_by_role("button", name="More").click()
    do(page, "text")
    field = page.get_by_role("textbox", name="A board as text:")
    field.fill("no board")
    do(page, "use")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(field).to_have_value("no board")
    field.fill(OTHER)
    field.press("Enter")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert draft(page)["text"] == OTHER
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert draft(page)["text"] == FACTORY


def game(page: Page) -> None:
    begin_game(page, "Ann", "Ben")


def evening(page: Page) -> None:
    page.get_by_role("button", name="Games").click()
    do(page, "evenings")
    do(page, "begin")
    page.locator("[data-do=add]").wait_for()


def copy(page: Page) -> None:
    page.get_by_role("button", name="Teach your copy of the game").click()
    page.locator("[data-delete=copy_a]").wait_for()


def teaching(page: Page) -> None:
    page.get_by_role("button", name="Teach your copy of the game").click()
    do(page, "begin")
    page.locator("[data-shot=board]").wait_for()


ASKED: Final[dict[str, tuple[Callable[[Page], None], str, str]]] = {
    "game": (game, "[data-do=delete]", ".screen.games [data-do=begin]"),
    "evening": (evening, "[data-do=delete]", ".screen.evenings [data-do=begin]"),
    "copy": (copy, "[data-delete=copy_a]", ".teach:not(:has([data-delete=copy_a])) [data-do=begin]"),
    "teaching": (teaching, "[data-do=anew]", ".teach [data-do=begin]"),
}
"""What can be gone for good: how to come to it, what is pressed, and what is there once it is gone."""


@pytest.mark.parametrize("what", ASKED)
def test_what_nothing_takes_back_is_asked_about_in_a_sheet(phone: Page, what: str) -> None:
    begin, press, after = ASKED[what]
    with taught_copy(phone) if what == "copy" else nullcontext():
        begin(phone)
        sheet = phone.get_by_role("alertdialog")
        for close in ("Escape", "cancel"):
            if press == "[data-do=delete]":
                phone.get_by_role("button", name="More").click()
            phone.locator(press).click()
            expect(sheet).to_be_visible()
            assert phone.evaluate("document.querySelector('.sheet').contains(document.activeElement)")
            assert phone.evaluate("document.getElementById('screen').inert")
            assert serious_barriers(phone) == []
            if close == "Escape":
                phone.keyboard.press("Escape")
            else:
                do(phone, "cancel")
            expect(sheet).to_have_count(0)
            assert phone.evaluate("document.getElementById('screen').contains(document.activeElement)")
            expect(phone.locator(after)).to_have_count(0)
        if press == "[data-do=delete]":
            phone.get_by_role("button", name="More").click()
        phone.locator(press).click()
        do(phone, "sure")
        expect(phone.locator(after)).to_be_visible()
        expect(phone.locator(".sheet")).to_have_count(0)
