"""The whole way: from a photo over the run workday to the next day and the score."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import FACTORY, SAMPLE, do, draft, lay, read_sample, serious_barriers
from tests.page.conftest import DESKTOP, PHONE, Open

READ = FACTORY.replace("9+4", "0+0")


def decide_the_rest(page: Page) -> None:
    page.locator(".option").first.wait_for()
    do(page, "rest")
    page.locator("[data-do=next-day]").wait_for()


def test_two_taps_lead_from_the_page_to_a_run_workday(phone: Page) -> None:
    do(phone, "sample")
    do(phone, "run")
    expect(phone.locator(".question")).to_contain_text("Fork (middle 1)")
    assert draft(phone)["text"] == READ


def test_a_photo_taken_with_the_phone_needs_two_taps_besides_those_in_its_camera(phone: Page) -> None:
    with phone.expect_file_chooser() as camera:
        phone.get_by_role("button", name="Photograph the board").click()
    camera.value.set_files(SAMPLE)
    do(phone, "run")
    expect(phone.locator(".question")).to_be_visible()


def test_doubts_are_marked_on_the_photo_and_settled_by_a_tap_each(phone: Page) -> None:
    read_sample(phone)
    cards = phone.locator(".strip .card")
    number = cards.count()
    assert number == phone.locator(".doubt").count() >= 1
    cards.first.locator(".side").first.click()
    expect(cards).to_have_count(number - 1)
    assert draft(phone)["text"] == READ


def test_choices_are_taken_where_they_arise_and_lead_on(phone: Page) -> None:
    read_sample(phone)
    do(phone, "run")
    expect(phone.locator(".question")).to_contain_text("Fork (middle 1)")
    expect(phone.locator(".marks .exit")).to_have_count(2)
    phone.locator("[data-take=ahead]").click()
    expect(phone.locator(".question")).to_contain_text("Fork (bottom 3)")
    phone.get_by_role("button", name="Undo the last choice").click()
    expect(phone.locator(".question")).to_contain_text("Fork (middle 1)")
    decide_the_rest(phone)
    expect(phone.locator(".earned")).to_contain_text("1 into the vault")
    steps = phone.locator(".moves li")
    expect(steps.first).to_have_text("Move the Basic from Advanced Fabricator (top) to Upgrader (top 1).")
    expect(steps.last).to_have_text("Upgrader (bottom 2): take out Basic, put Plus into hole ahead.")
    steps.first.get_by_role("checkbox").check()
    do(phone, "accept")
    phone.wait_for_selector(".edit .stage")
    assert draft(phone)["day"] == 2
    assert draft(phone)["text"] == "A=U(-p)1G1=2(pp)/B=FsT1R(b--)=1/.=1U(-p)F1=3(bpd) 0+1 print_2019 demo"


def test_the_best_choice_is_marked_only_if_that_is_wanted(phone: Page) -> None:
    lay(phone, FACTORY)
    do(phone, "run")
    phone.locator(".option").first.wait_for()
    assert phone.locator(".best").count() == 0
    phone.evaluate("localStorage.setItem('mechanica.hints', 'true')")
    phone.reload()
    expect(phone.locator(".best")).to_have_count(1)
    expect(phone.locator("[data-take=left] .best")).to_be_visible()


def test_a_wrong_square_is_corrected_and_taken_back(phone: Page) -> None:
    read_sample(phone)
    phone.locator('.square[data-place="floor/middle/4"]').click()
    sheet = phone.locator(".sheet")
    expect(sheet.locator(".crop")).to_be_visible()
    sheet.locator("[data-kind=upgrader]").click()
    expect(sheet.locator(".spoken")).to_contain_text("Upgrader")
    sheet.get_by_role("button", name="Turn").click()
    expect(sheet.locator(".spoken")).to_contain_text("south")
    sheet.locator('[data-hole="floor/middle/4/in"]').click()
    expect(sheet.locator(".spoken")).to_contain_text("Basic in hole in")
    sheet.get_by_role("button", name="Next square").click()
    expect(sheet.locator("h2")).to_have_text("truck (middle)")
    phone.go_back()
    expect(sheet).to_have_count(0)
    assert "Us(b-)=1/" in draft(phone)["text"]
    for _ in range(3):
        phone.get_by_role("button", name=re.compile("^Undo")).click()
        phone.wait_for_timeout(100)
    assert draft(phone)["text"] == READ


def photograph(page: Page, button: str) -> None:
    with page.expect_file_chooser() as camera:
        page.locator(button).click()
    camera.value.set_files(SAMPLE)


def test_a_second_photo_is_compared_and_only_what_differs_is_shown(phone: Page) -> None:
    read_sample(phone)
    do(phone, "run")
    decide_the_rest(phone)
    photograph(phone, "[data-do=next-day]")
    cards = phone.locator(".cards .card")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("No bot has moved")
    do(phone, "as_expected")
    expect(cards).to_have_count(0)
    assert draft(phone)["text"] == draft(phone)["predicted"]
    phone.get_by_role("button", name=re.compile("^Undo")).click()
    expect(cards).to_have_count(1)
    do(phone, "as_expected")
    do(phone, "on")
    phone.wait_for_selector(".reading .stage")
    assert draft(phone)["day"] == 2


def test_much_that_differs_is_settled_at_once_with_the_button_in_view(phone: Page) -> None:
    expected = "A=Un(-p)1G1=2(pp)/B=1T1R(b--)=1/.(p)=1U(-p)FG=2(bp) 12+5 print_2019 demo"
    told = {"day": 2, "text": expected, "predicted": expected}
    phone.evaluate("told => localStorage.setItem('mechanica.draft', JSON.stringify(told))", told)
    phone.reload()
    photograph(phone, ".home .foot .primary")
    cards = phone.locator(".cards .card")
    expect(cards.filter(has_text="top 1")).to_contain_text("→ Upgrader")
    expect(cards.filter(has_text="top 1")).to_contain_text("↑ Upgrader")
    number = cards.count()
    assert number > 5
    expect(phone.locator(".lead")).to_contain_text(str(number))
    expect(phone.locator("[data-do=all]")).to_be_in_viewport()
    assert serious_barriers(phone) == []
    cards.first.locator("[data-do=as_expected]").click()
    expect(cards).to_have_count(number - 1)
    phone.reload()
    expect(cards).to_have_count(number - 1)
    do(phone, "all")
    phone.wait_for_selector(".reading .stage")
    assert draft(phone)["text"] == READ.replace("A(b-)=U", "A(b-)=Un").replace("0+0", "12+5")


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_screen_has_a_barrier_that_axe_finds(open_page: Open, language: str, size: dict[str, object]) -> None:
    page = open_page(locale=language, **size)
    assert page.evaluate("document.documentElement.lang") == language
    assert serious_barriers(page) == []
    read_sample(page)
    assert serious_barriers(page) == []
    page.locator('.square[data-place="floor/top/1"]').click()
    page.wait_for_selector(".sheet .kinds")
    assert serious_barriers(page) == []
    page.go_back()
    do(page, "run")
    page.locator(".option").first.wait_for()
    assert serious_barriers(page) == []
    do(page, "rest")
    page.locator("[data-do=next-day]").wait_for()
    assert serious_barriers(page) == []
    for screen in (
        "edit",
        "edit/money",
        "corners",
        "score",
        "teach",
        "games",
        "evenings",
        "pieces",
        "pieces/help/fork",
    ):
        page.goto(page.url.partition("#")[0] + f"#/{screen}")
        page.wait_for_timeout(400)
        assert serious_barriers(page) == [], screen


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_nothing_is_cut_off_on_a_narrow_phone(open_page: Open, language: str) -> None:
    page = open_page(locale=language, viewport={"width": 320, "height": 640})
    for screen in (
        "",
        "edit",
        "edit/money",
        "score",
        "teach",
        "games",
        "evenings",
        "pieces",
        "pieces/help/flight_tester",
    ):
        page.goto(page.url.partition("#")[0] + f"#/{screen}")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, screen
