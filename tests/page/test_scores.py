"""Scores alone: a photo of each board, the money, and who won; every board can be looked at and put right."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browser import FACTORY, SAMPLE, do, draft, lay, serious_barriers


def enter(page: Page, wallet: int, vault: int) -> None:
    page.locator(".pad").wait_for()
    for money in (wallet, vault):
        page.keyboard.type(str(money))
        do(page, "onward")
    expect(page.locator(".pad")).to_have_count(0)


def photograph(page: Page, wallet: int, vault: int) -> None:
    with page.expect_file_chooser() as files:
        page.locator("[data-shot]").click()
    files.value.set_files(SAMPLE)
    enter(page, wallet, vault)


def open_scores(page: Page) -> None:
    page.get_by_role("button", name="Score a game").click()
    page.locator(".score .foot button").first.wait_for()


def boards(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage['mechanica.score'])")


def test_it_says_what_it_does_before_anything_is_there(phone: Page) -> None:
    open_scores(phone)
    expect(phone.locator(".score")).to_contain_text("you see who won")
    expect(phone.get_by_role("button", name="Photograph a board")).to_be_in_viewport()


def test_scores_only_from_photos_and_a_number_pad(phone: Page) -> None:
    open_scores(phone)
    photograph(phone, 12, 9)
    photograph(phone, 3, 20)
    expect(phone.locator(".thumb .photo")).to_have_count(2)
    assert serious_barriers(phone) == []
    do(phone, "who-won")
    expect(phone.locator(".winner")).to_contain_text("Player 2 wins")
    first = phone.locator(".sheet .entry").first
    values = [int(line.inner_text()) for line in first.locator(".line b").all()]
    expect(first.locator(".total")).to_contain_text(str(sum(values)))
    lit = first.locator(".lit").count()
    first.locator('[data-line="floor/top/3"]').click()
    expect(first.locator(".lit")).to_have_count(1)
    assert lit == len(values) - 2


def test_a_doubt_is_settled_and_a_square_corrected_where_the_board_is_looked_at(phone: Page) -> None:
    lay(phone, FACTORY)  # a day of one's own, which stays as it is
    phone.goto(phone.url.partition("#")[0] + "#/score")
    photograph(phone, 12, 9)
    phone.evaluate(
        """() => {
            const boards = JSON.parse(localStorage['mechanica.score']);
            boards[0].reading.doubts = [{where: 'floor/top/3', name: 'top 3', confidence: 0.6, least: 0, most: 3,
                read: {kind: 'gift_wrapper', facing: 'east', flipped: false}, words: 'Gift Wrapper',
                runner_up: {kind: 'fork', facing: 'east', flipped: false}, runner_up_words: 'Fork'}];
            localStorage['mechanica.score'] = JSON.stringify(boards);
        }"""
    )
    phone.reload()
    phone.get_by_role("button", name="1 place to look at").click()
    phone.wait_for_selector(".reading .stage")
    expect(phone.locator("h1")).to_have_text("Player 1’s board")
    phone.get_by_role("button", name="Fork").click()
    expect(phone.locator(".strip .card")).to_have_count(0)
    phone.locator('.square[data-place="floor/middle/4"]').click()
    phone.locator(".sheet [data-kind=upgrader]").click()
    expect(phone.locator(".sheet .spoken")).to_contain_text("Upgrader")
    phone.go_back()
    phone.reload()
    do(phone, "done")
    expect(phone.get_by_role("button", name="Look at the board")).to_be_visible()
    assert boards(phone)[0]["text"].startswith("A(b-)=U(-p)1F1=2(p)/B(b)=FsT1U=1/")
    assert draft(phone)["text"] == FACTORY
    do(phone, "who-won")
    expect(phone.locator(".sheet .total")).not_to_contain_text("–")


def test_all_is_still_there_later_and_every_slip_can_be_taken_back(phone: Page) -> None:
    open_scores(phone)
    photograph(phone, 12, 9)
    phone.get_by_role("textbox").fill("Ann")
    phone.get_by_role("textbox").blur()
    phone.reload()
    expect(phone.locator(".thumb .photo")).to_have_count(1)
    expect(phone.get_by_role("textbox")).to_have_value("Ann")
    for slip in ("Start anew", "Remove Ann"):
        phone.get_by_role("button", name=slip).click()
        expect(phone.locator(".scored")).to_have_count(0)
        phone.get_by_role("button", name=re.compile("^Undo")).click()
        expect(phone.locator(".scored")).to_have_count(1)
    assert [(board["name"], board["wallet"], board["vault"]) for board in boards(phone)] == [("Ann", 12, 9)]


def test_the_board_of_the_day_is_added_without_a_photo(phone: Page) -> None:
    lay(phone, FACTORY)
    phone.goto(phone.url.partition("#")[0] + "#/score")
    do(phone, "mine")
    expect(phone.locator(".pot b")).to_have_text(["9", "4"])
    do(phone, "onward")
    do(phone, "onward")
    expect(phone.locator("[data-do=mine]")).to_have_count(0)
    do(phone, "who-won")
    expect(phone.locator(".winner")).to_contain_text("points")


def test_doubtful_coins_make_the_score_a_range(phone: Page) -> None:
    open_scores(phone)
    photograph(phone, 12, 9)
    all_ = boards(phone)
    all_[0]["unsure"] = {"wallet": [7, 12]}
    phone.evaluate("all => localStorage.setItem('mechanica.score', JSON.stringify(all))", all_)
    phone.reload()
    expect(phone.locator("[data-money]")).to_contain_text("12 + 9 ?")
    do(phone, "who-won")
    expect(phone.locator(".sheet .total")).to_contain_text("–")
