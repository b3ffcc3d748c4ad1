"""Evenings on the page: begun, filled with games and with boards that were scored, watched by their link."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browser import FACTORY, do, serious_barriers
from tests.page.conftest import Open
from tests.page.test_games import begin_game


def at(page: Page, path: str) -> None:
    page.goto(page.url.partition("#")[0] + f"#/{path}")


def begin_evening(page: Page, name: str) -> str:
    """Begin an evening and tell its link."""
    at(page, "evenings")
    page.get_by_role("textbox").fill(name)
    do(page, "begin")
    page.wait_for_selector("[data-do=add]")
    return page.url.rpartition("/")[2]


def scored(page: Page, *boards: tuple[str, int]) -> None:
    """These boards, as if they had been photographed and their money entered."""
    told: list[dict[str, Any]] = [
        {"name": name, "text": FACTORY, "photo": None, "reading": None, "wallet": wallet, "vault": 0}
        for name, wallet in boards
    ]
    page.evaluate("told => localStorage.setItem('mechanica.score', JSON.stringify(told))", told)
    at(page, "score")
    do(page, "who-won")
    page.wait_for_selector(".winner")


def test_scored_boards_count_in_the_standings_of_a_new_evening(phone: Page) -> None:
    scored(phone, ("Ann", 9), ("Ben", 4))
    do(phone, "evening")
    phone.get_by_role("textbox").last.fill("Friday")
    do(phone, "begin")
    rows = phone.locator(".standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1. Ann")
    expect(phone.locator("h1")).to_have_text("Friday")
    assert serious_barriers(phone) == []
    scored(phone, ("Ann", 9), ("Ben", 4))  # the same once more
    do(phone, "evening")
    phone.get_by_role("button", name="Friday").click()
    expect(phone.locator(".game-entry")).to_have_count(1)
    scored(phone, ("Ben", 12), ("ann", 3))
    do(phone, "evening")
    phone.get_by_role("button", name="Friday").click()
    expect(phone.locator(".game-entry")).to_have_count(2)
    expect(rows.first.locator("td").first).to_have_text("2")


def test_boards_without_names_are_refused_in_words(phone: Page) -> None:
    begin_evening(phone, "Friday")
    scored(phone, ("Ann", 9), ("Player 2", 4))
    do(phone, "evening")
    phone.get_by_role("button", name="Friday").click()
    expect(phone.locator(".notice")).to_contain_text("Player 2")
    expect(phone.locator(".notice")).to_contain_text("Enter the names")


def test_a_game_is_added_taken_out_and_put_back(phone: Page) -> None:
    begin_game(phone, "Ann", "Ben")
    evening = begin_evening(phone, "Friday")
    expect(phone.locator(".evenings")).to_contain_text("There is no game yet.")
    do(phone, "add")
    phone.get_by_role("button", name="Ann, Ben").click()
    games = phone.locator(".game-entry")
    expect(games).to_contain_text(re.compile("Ann .*Ben"))
    phone.get_by_role("button", name=re.compile("^Take ")).click()
    expect(games).to_have_count(0)
    phone.locator(".notice").get_by_role("button", name="Undo").click()
    expect(games).to_have_count(1)
    phone.reload()
    expect(games).to_have_count(1)
    games.click()
    phone.wait_for_selector(".games .stage")
    at(phone, "evenings")
    phone.get_by_role("button", name="Friday").click()
    expect(phone.locator("h1")).to_have_text("Friday")
    assert phone.url.endswith(evening)


def test_a_game_of_another_phone_comes_in_by_its_link(open_page: Open) -> None:
    link = begin_game(open_page(), "Cid", "Dee")
    host = open_page()
    begin_evening(host, "Friday")
    do(host, "add")
    host.get_by_role("textbox").fill(host.url.partition("#")[0] + f"#/games/{link}")
    do(host, "add-link")
    expect(host.locator(".game-entry")).to_contain_text("Cid")


def test_who_has_the_link_watches_an_evening_and_cannot_change_it(open_page: Open) -> None:
    host = open_page()
    begin_evening(host, "Friday")
    host.get_by_role("button", name="More").click()
    do(host, "watch")
    watching = host.locator(".notation").inner_text().rpartition("/")[2]
    assert host.request.get(host.url.partition("#")[0] + f"api/evenings/{watching}/qr").ok
    seeing = open_page(f"#/evenings/{watching}")
    expect(seeing.locator(".foot")).to_contain_text("You are watching.")
    assert seeing.locator("[data-do=add]").count() == 0
    seeing.get_by_role("button", name="More").click()
    expect(seeing.locator(".sheet")).not_to_contain_text("Delete")
