"""Games at a table on the page: begun, followed by a photo, watched, taken back, won, and played alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import ROOT, SAMPLE, do, draft, serious_barriers
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
    expect(phone.locator(".offers .lead")).to_contain_text("Fork (middle 1)")
    phone.locator("[data-kind=decide]").first.click()
    expect(phone.locator(".offers .lead")).to_contain_text("Fork (bottom 3)")
    phone.locator("[data-kind=decide]").first.click()
    phone.locator("[data-kind=run]").last.click()
    expect(phone.locator(".earned")).to_contain_text("Ben")
    expect(phone.locator(".told li").first).to_be_visible()
    phone.get_by_role("button", name="Undo the last step").click()
    expect(phone.locator(".earned")).to_contain_text("Ann")


@contextmanager
def taught_copy(page: Page) -> Iterator[None]:
    """The service knows a copy with other pieces than those that a game is played with."""
    origin = page.url.partition("#")[0].rstrip("/")
    copy = (ROOT / "samples/copy_a.zip").read_bytes()
    sent = {"name": "copy_a.zip", "mimeType": "application/zip", "buffer": copy}
    assert page.request.post(f"{origin}/api/copies", multipart={"file": cast(Any, sent)}).ok
    try:
        yield
    finally:
        page.request.delete(f"{origin}/api/copies/copy_a")


def test_a_photo_of_a_copy_with_other_pieces_is_told_in_a_game(phone: Page) -> None:
    with taught_copy(phone):
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


ORDER: Final = (
    "complete",
    "sell",
    "buy",
    "install",
    "run",
    "decide",
    "make",
    "rotate",
    "put",
    "go_on",
    "flip",
    "draw",
    "open",
)
"""What is done first of what the page offers."""


def choose(page: Page, kind: str, dice: random.Random) -> None:
    """Take one of the offers of a kind, as a player does: a piece that was bought goes where one taps."""
    if kind == "install":
        squares = page.locator('.square[data-place^="floor/"]').all()
        dice.choice(squares).click()
        page.locator(".sheet [data-kind=install]").first.click()
    else:
        ways = page.locator(f".game [data-kind={kind}]:not(div)")
        ways.nth(dice.randrange(ways.count())).click()


def test_a_game_alone_against_armand_is_played_to_its_final_score(open_page: Open) -> None:
    page = open_page(reduced_motion="reduce")
    begin_game(page, "Ann")
    dice = random.Random(1)
    left = dict.fromkeys(ORDER, 400) | {"sell": 1, "buy": 1}  # more would only take longer
    for version in range(400):
        page.wait_for_selector(f".game[data-version='{version}']")
        if page.locator(".winner").count():
            break
        offered = {offer.get_attribute("data-kind") for offer in page.locator(".game [data-kind]").all()}
        if page.locator(".lit").count():
            offered.add("install")
        kind = next(kind for kind in ORDER if kind in offered and left[kind])
        left[kind] -= 1
        choose(page, kind, dice)
    expect(page.locator(".winner")).to_contain_text("The game is over.")
    assert page.locator(".ranked li").count() == 2
    do(page, "result")
    sheet = page.get_by_role("dialog", name="Final score")
    expect(sheet.locator(".winner")).to_contain_text(re.compile("wins with|share the win"))
    totals = sheet.locator(".total").all_inner_texts()
    assert [total.split()[1] for total in sorted(totals)].count("ARMAND-0") == 1
    shown = {line.split("\n")[0][3:]: line.split("\n")[1] for line in page.locator(".ranked li").all_inner_texts()}
    assert {total.split("\n")[0][3:]: total.split("\n")[1] for total in totals} == shown
    assert sheet.locator(".lit").count() == 1


def act(page: Page, kind: str) -> None:
    """Take the only offer of a kind, and wait until the game has gone on."""
    version = int(page.locator(".game").get_attribute("data-version") or "")
    page.locator(f".game [data-kind={kind}]").click()
    page.wait_for_selector(f".game[data-version='{version + 1}']")


def enter_money(page: Page, wallet: int, vault: int) -> None:
    """Type both pots on the number pad."""
    pad = page.locator(".pad")
    for pot in (wallet, vault):
        for digit in str(pot):
            pad.get_by_role("button", name=digit, exact=True).click()
        do(page, "onward")
    expect(pad).to_have_count(0)


def test_money_that_nobody_told_is_no_fact_and_asked_for_at_the_end(open_page: Open) -> None:
    playing = open_page(reduced_motion="reduce")
    link = begin_game(playing, "Ann", "Ben")
    expect(playing.locator(".money")).to_have_text("Wallet 8, vault 0")
    for kind in ("run", "run", "new_day", "run", "run"):
        act(playing, kind)
    expect(playing.locator(".money")).to_contain_text("Wallet unknown, vault at least 0")
    watching = playing.request.get(f"{playing.url.partition('#')[0]}api/games/{link}").json()["links"]["watching"]
    seeing = open_page(f"#/games/{watching}")
    act(playing, "finish")
    for page in (playing, seeing):
        expect(page.locator(".winner")).to_have_text("The game is over. Count the money, then the winner is known.")
    assert seeing.locator("[data-money], [data-do=money]").count() == 0
    playing.locator("[data-money='0']").click()
    enter_money(playing, 12, 9)
    playing.locator("[data-money='1']").click()
    enter_money(playing, 7, 2)
    for page in (playing, seeing):
        expect(page.locator(".winner")).to_have_text("The game is over. Ann wins with 21 points.")
        expect(page.locator(".ranked li")).to_have_text(["1. Ann21", "2. Ben9"])
        do(page, "result")
        expect(page.locator(".sheet .total").first).to_contain_text("21")


def test_what_is_corrected_reaches_the_game_and_all_who_watch(open_page: Open) -> None:
    playing = open_page()
    link = begin_game(playing, "Ann", "Ben")
    seeing = open_page(f"#/games/{link}")
    with playing.expect_file_chooser() as camera:
        do(playing, "observe")
    camera.value.set_files(SAMPLE)
    expect(playing.locator("h1")).to_have_text("Day 1: Ann’s board")
    playing.locator('.square[data-place="floor/top/1"]').click()
    playing.locator(".sheet [data-kind=downgrader]").click()
    expect(playing.locator(".spoken")).to_contain_text("Downgrader")
    playing.go_back()
    do(playing, "tell")
    first, second = (
        seeing.locator('.square[data-place="floor/top/1"]'),
        seeing.locator('.square[data-place="floor/top/2"]'),
    )
    expect(first).to_have_attribute("aria-label", re.compile("Downgrader"))
    playing.wait_for_selector(".games .stage")
    playing.locator('.square[data-place="floor/top/2"]').click()
    do(playing, "correct")
    playing.locator(".sheet [data-kind=gift_wrapper]").click()
    expect(playing.locator(".spoken")).to_contain_text("Gift Wrapper")
    playing.go_back()
    do(playing, "tell")
    expect(second).to_have_attribute("aria-label", re.compile("Gift Wrapper"))
    expect(first).to_have_attribute("aria-label", re.compile("Downgrader"))


def test_a_shared_link_is_copied_also_where_the_browser_has_no_clipboard(open_page: Open) -> None:
    page = open_page(script="delete Navigator.prototype.clipboard; document.execCommand = name => (window.did = name);")
    begin_game(page, "Ann", "Ben")
    page.get_by_role("button", name="More").click()
    do(page, "watch")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied.")).to_be_focused()
    assert page.evaluate("window.did") == "copy"


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_what_a_game_offers_has_no_barrier_and_fits_a_narrow_phone(open_page: Open, language: str) -> None:
    page = open_page(locale=language, viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    page.goto(page.url + "#/games")
    page.locator("[value=turns]").check()
    do(page, "begin")
    dice = random.Random(2)
    for version, kind in enumerate(("open", "open", "draw", "draw", "run", "run", "sell", "go_on", "buy", "install")):
        page.wait_for_selector(f".game[data-version='{version}']")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, kind
        assert serious_barriers(page) == [], kind
        choose(page, kind, dice)


def test_history_tells_what_happened(phone: Page) -> None:
    begin_game(phone, "Ann", "Ben")
    tell_board(phone)
    phone.get_by_role("button", name="More").click()
    do(phone, "history")
    expect(phone.locator(".sheet .entry").first).to_contain_text("Day 1")
