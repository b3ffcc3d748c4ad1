"""What axe does not see: keys, focus, what is said, and that nothing is told by colour alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.browser import FACTORY, do, lay, read_sample
from tests.page.conftest import Open


def test_the_board_is_a_grid_with_one_tab_stop_and_arrows(phone: Page) -> None:
    lay(phone, FACTORY)
    cells = phone.get_by_role("gridcell")
    assert cells.count() == 18
    assert phone.locator(".square[tabindex='0']").count() == 1
    phone.locator(".square[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        phone.keyboard.press(key)
    here = phone.locator(".square:focus")
    expect(here).to_have_attribute("aria-label", "middle 2: Flight Tester, east")
    phone.keyboard.press("ArrowDown")
    expect(phone.locator(".square:focus")).to_have_attribute(
        "aria-label", "bottom 2: Upgrader, east, Plus in hole ahead"
    )


def test_a_sheet_takes_the_focus_and_gives_it_back(phone: Page) -> None:
    lay(phone, FACTORY)
    phone.locator('.square[data-place="floor/top/1"]').focus()
    phone.keyboard.press("Enter")
    sheet = phone.get_by_role("dialog")
    expect(sheet).to_be_visible()
    assert phone.evaluate("() => document.querySelector('.sheet').contains(document.activeElement)")
    assert phone.evaluate("() => document.getElementById('screen').inert")
    sheet.get_by_role("button", name="Turn").press("Enter")
    expect(sheet.locator(".spoken")).to_contain_text("south")
    expect(sheet.get_by_role("button", name="Turn")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert phone.evaluate("() => !document.getElementById('screen').inert")


def test_the_focus_is_back_where_a_sheet_was_opened_though_all_was_drawn_anew(phone: Page) -> None:
    lay(phone, FACTORY)
    phone.locator('.square[data-place="floor/middle/1"]').focus()
    phone.keyboard.press("Enter")
    phone.locator(".sheet [data-kind=upgrader]").press("Enter")
    expect(phone.locator(".spoken")).to_contain_text("Upgrader")
    phone.keyboard.press("Escape")
    expect(phone.locator('.square[data-place="floor/middle/1"]')).to_be_focused()
    money = phone.locator("[data-do=money]")
    money.press("Enter")
    phone.keyboard.press("7")
    do(phone, "onward")
    do(phone, "onward")
    expect(money).to_contain_text("7")
    expect(money).to_be_focused()


def test_the_editor_says_why_a_tap_places_nothing(phone: Page) -> None:
    lay(phone, FACTORY)
    phone.locator("[data-tool=upgrader]").click()
    phone.locator('.square[data-place="dock/top"]').click()
    expect(phone.locator(".hint")).to_have_text("This piece lies on the floor.")
    phone.locator('.square[data-place="floor/top/2"]').click()
    expect(phone.locator(".hint")).to_contain_text("Tap squares to place it")


def test_one_polite_line_tells_what_was_read(phone: Page) -> None:
    read_sample(phone)
    expect(phone.get_by_role("status").first).to_have_text(re.compile(r"7 pieces on the floor, \d+ bots, \d+ place"))
    assert phone.locator("[aria-live=assertive]").count() == 0


def test_doubts_and_bots_are_told_by_signs_not_by_colour_alone(phone: Page) -> None:
    read_sample(phone)
    signs = phone.locator(".doubt text")
    assert {sign.text_content() for sign in signs.all()} == {"?"}
    assert {letter.text_content() for letter in phone.locator(".token text").all()} == {"B", "P", "D"}


def test_the_run_is_told_as_a_list_too(phone: Page) -> None:
    lay(phone, ".=4=1/B(b)=2G1=1/.=4=1 0+0 print_2019 demo")
    do(phone, "run")
    phone.locator("[data-do=next-day]").wait_for()
    phone.get_by_text("The day as a list").click()
    expect(phone.locator(".story li").first).to_contain_text("pays 1 into the vault")


def test_large_letters_leave_everything_reachable(open_page: Open) -> None:
    """400 % zoom on a desktop is a page 320 pixels wide and 256 high."""
    page = open_page(viewport={"width": 320, "height": 256})
    lay(page, FACTORY)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    do(page, "run")
    page.locator(".option").first.click()
    expect(page.locator(".question")).to_contain_text("Fork")


def test_names_of_pieces_are_not_translated_by_browsers(phone: Page) -> None:
    lay(phone, FACTORY)
    phone.locator('.square[data-place="floor/top/1"]').click()
    for name in phone.locator(".sheet .kind span:last-child").all():
        assert name.get_attribute("translate") == "no"
