"""Wallet and vault: entered on the number pad, or counted in a photo of the coins."""

from __future__ import annotations

import cv2
import numpy as np
from playwright.sync_api import Page, expect

from tests.page.browser import COINS, FACTORY, do, draft, lay, serious_barriers
from tests.page.conftest import Open


def open_pad(page: Page) -> None:
    lay(page, FACTORY)
    page.get_by_role("button", name="Money").click()
    page.wait_for_selector(".pad")


def photograph_coins(page: Page) -> None:
    with page.expect_file_chooser() as camera:
        do(page, "coins")
    camera.value.set_files(COINS)
    page.wait_for_selector(".rings")


def make_doubtful(page: Page, number: int) -> None:
    """As if the reader had not been sure of that coin."""
    page.evaluate(
        """number => {
            const found = JSON.parse(localStorage['mechanica.coins']);
            Object.assign(found.coins[number], {value: null, runner_up: 5, doubtful: true});
            localStorage['mechanica.coins'] = JSON.stringify({...found, chosen: number});
        }""",
        number,
    )
    page.reload()
    page.wait_for_selector(".rings")


def test_the_pad_takes_both_pots_one_after_the_other(phone: Page) -> None:
    open_pad(phone)
    phone.keyboard.type("31")
    do(phone, "onward")
    phone.keyboard.type("7")
    do(phone, "onward")
    expect(phone.locator(".pad")).to_have_count(0)
    assert " 31+7 " in draft(phone)["text"]


def test_coins_in_a_photo_are_ringed_and_fill_in_the_total(phone: Page) -> None:
    open_pad(phone)
    photograph_coins(phone)
    assert sorted(phone.locator(".coin-ring text").all_text_contents()) == sorted(["1", "5", "10", "10"])
    assert serious_barriers(phone) == []
    phone.get_by_role("button", name="Use 26").click()
    expect(phone.locator(".pot").first).to_contain_text("26")
    do(phone, "onward")
    expect(phone.locator(".pad")).to_have_count(0)
    assert " 26+4 " in draft(phone)["text"]


def test_one_tap_settles_a_doubtful_coin_or_takes_one_out(phone: Page) -> None:
    open_pad(phone)
    photograph_coins(phone)
    make_doubtful(phone, 0)
    expect(phone.locator(".coin-ring.doubtful text")).to_have_text("?")
    expect(phone.locator("[data-do=use]")).to_have_text("Use 16")
    phone.locator("[data-value='20']").click()
    expect(phone.locator(".coin-ring.doubtful")).to_have_count(0)
    expect(phone.locator("[data-do=use]")).to_have_text("Use 36")
    phone.locator("[data-coin='3'] text").click()  # on the photo
    phone.get_by_role("button", name="No coin").click()
    expect(phone.locator("[data-do=use]")).to_have_text("Use 35")
    phone.get_by_role("button", name="Next coin").click()
    expect(phone.locator("[data-value='20']")).to_have_attribute("aria-pressed", "true")


def test_what_was_counted_is_still_there_after_going_back(phone: Page) -> None:
    open_pad(phone)
    photograph_coins(phone)
    phone.go_back()
    phone.get_by_role("button", name="See the counted coins").click()
    expect(phone.locator(".coin-ring")).to_have_count(4)


def test_a_photo_without_coins_is_told_with_a_tip(open_page: Open) -> None:
    phone = open_page(expect_errors=True)
    open_pad(phone)
    table = np.full((600, 800, 3), 120, np.uint8)
    with phone.expect_file_chooser() as camera:
        do(phone, "coins")
    buffer = cv2.imencode(".jpg", table)[1].tobytes()
    camera.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": buffer})
    expect(phone.locator(".notice")).to_contain_text("No coins were found")
    expect(phone.locator(".notice")).to_contain_text("numbers up")
    expect(phone.locator(".pad")).to_be_visible()
