"""The page without a connection, and on plain http in the network at home."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from service.page.shell import python_file, shell
from tests.page.browser import COINS, FACTORY, SAMPLE, do, draft, lay, read_sample
from tests.page.conftest import PHONE, Open, Server
from tests.page.test_games import begin_game


def address_at_home() -> str | None:
    """This machine's address in its network, where no page is trusted without TLS."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # sends nothing
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if own.startswith("127.") else own


@pytest.mark.skipif(python_file("pyodide.mjs") is None, reason="make could not get Python for the browser")
def test_rules_runs_and_scores_work_with_the_network_cut(open_page: Open) -> None:
    page = open_page(service_workers="allow", expect_errors=True)
    lay(page, FACTORY)
    page.wait_for_selector("html[data-offline=ready]", state="attached", timeout=120_000)
    page.context.set_offline(True)

    page.locator('.square[data-place="floor/middle/4"]').click()
    page.locator(".sheet [data-kind=upgrader]").click()
    expect(page.locator(".spoken")).to_contain_text("Upgrader")
    page.get_by_role("button", name="What does Upgrader do?").click()
    expect(page.locator(".sheet .lead")).to_contain_text("one model better")
    page.go_back()
    page.go_back()
    do(page, "run")
    expect(page.locator(".question")).to_contain_text("Fork (middle 1)", timeout=30_000)
    do(page, "rest")
    page.locator("[data-do=next-day]").wait_for()
    page.get_by_role("button", name="Score this board").click()
    page.get_by_role("button", name="Enter the money of Player 1").click()
    do(page, "onward")
    do(page, "onward")
    do(page, "who-won")
    expect(page.locator(".winner")).to_contain_text("points")


def test_scanning_says_that_it_needs_the_connection(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    page.context.set_offline(True)
    with page.expect_file_chooser() as files:
        page.get_by_role("button", name="Choose a photo").click()
    files.value.set_files(SAMPLE)
    expect(page.locator(".notice")).to_contain_text("Photos are read by the service")
    expect(page.locator(".veil")).to_have_count(0)


def test_counting_coins_says_that_it_needs_the_connection(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    lay(page, FACTORY)
    page.get_by_role("button", name="Money").click()
    page.wait_for_selector(".pad")
    page.context.set_offline(True)
    with page.expect_file_chooser() as files:
        do(page, "coins")
    files.value.set_files(COINS)
    expect(page.locator(".notice")).to_contain_text("Coins are counted by the service")
    page.locator(".pad").get_by_role("button", name="7").click()
    expect(page.locator(".pot").first).to_contain_text("7")


def test_what_needs_the_connection_says_so_and_goes_on_when_it_is_back(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    begin_game(page, "Ann", "Ben")
    page.get_by_role("button", name="Back").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Ann, Ben").click()
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.get_by_role("button", name="Back")).to_be_visible()
    page.context.set_offline(False)
    do(page, "again")
    page.wait_for_selector(".games .stage")


ANSWERS: Final = {
    "not found": {"status": 404, "json": {"detail": "there is nothing at this address"}},
    "failed": {"status": 500, "body": "Internal Server Error"},
    "refused by a proxy": {"status": 503, "content_type": "text/html", "body": "<h1>Come back later</h1>"},
    "no module": {"content_type": "text/javascript", "body": "export async function score( {"},
    "a module that throws": {"content_type": "text/javascript", "body": "throw new Error('broken')"},
}


@pytest.mark.parametrize("module", ["screens/score.js", "pad.js"], ids=["the screen", "what it stands on"])
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_part_that_comes_broken_is_not_told_as_no_connection(
    open_page: Open, answer: dict[str, Any], module: str
) -> None:
    page = open_page(expect_errors=True)
    page.route(f"**/js/{module}", lambda route: route.fulfill(**answer))
    page.goto(page.url.partition("#")[0] + "?again#/score")
    expect(page.locator("h1")).to_have_text("That did not work")
    expect(page.locator(".lead")).to_contain_text("could not be loaded, though there is a connection")
    page.unroute(f"**/js/{module}")
    do(page, "again")
    expect(page.get_by_role("button", name="Photograph a board")).to_be_visible()


def test_a_part_that_does_not_come_is_told_as_no_connection(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    page.route(re.compile("/js/screens/score.js|/page/release"), lambda route: route.abort())
    page.goto(page.url.partition("#")[0] + "?again#/score")
    expect(page.locator("h1")).to_have_text("No connection")
    page.unroute_all()
    do(page, "again")
    expect(page.get_by_role("button", name="Photograph a board")).to_be_visible()


def test_without_its_words_the_page_speaks_english_and_says_so(open_page: Open) -> None:
    page = open_page(locale="de", expect_errors=True)
    page.route("**/words/de.json", lambda route: route.fulfill(status=500, body="Internal Server Error"))
    page.reload()
    expect(page.get_by_role("button", name="Photograph the board")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    page.unroute_all()
    page.locator(".notice").get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Plan fotografieren")).to_be_visible()


def test_a_sample_photo_that_does_not_come_is_no_broken_photo(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    page.route("**/sample.jpg", lambda route: route.fulfill(status=404))
    do(page, "sample")
    expect(page.locator(".notice")).to_contain_text("A part of this page could not be loaded")


def test_without_a_connection_the_sample_photo_takes_no_day_away(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    lay(page, FACTORY)
    page.goto(page.url.partition("#")[0] + "#/")
    page.wait_for_selector(".home .on")
    page.context.set_offline(True)
    do(page, "sample")
    expect(page.locator(".notice")).to_contain_text("Photos are read by the service")
    assert draft(page)["text"] == FACTORY
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".notice")).to_have_count(0)


def test_all_pictures_are_at_hand_once_the_page_stands(open_page: Open) -> None:
    page = open_page(expect_errors=True)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.get_by_role("button", name="What the pieces do").click()
    pictures = page.locator(".kinds img")
    expect(pictures.first).to_be_visible()
    page.wait_for_function("[...document.querySelectorAll('.kinds img')].every(image => image.complete)")
    assert pictures.evaluate_all("all => all.filter(image => !image.naturalWidth).length") == 0


def test_the_shell_opens_without_a_connection(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        context = browser.new_context(locale="de", **PHONE)
        page = context.new_page()
        page.goto(running.url)
        page.evaluate("() => navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        page.reload()
        expect(page.get_by_role("button", name="Plan fotografieren")).to_be_visible()
        assert page.evaluate("caches.match('/api/health').then(found => found === undefined)")
        context.close()


@pytest.mark.skipif(address_at_home() is None, reason="this machine is in no network")
def test_all_works_over_plain_http_in_the_network_at_home(browser: Browser, tmp_path: Path) -> None:
    home = address_at_home()
    assert home is not None
    with Server(tmp_path, host=home) as running:
        context = browser.new_context(locale="en", **PHONE)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.extend([message.text] if message.type == "error" else []))
        page.goto(running.url)
        assert not page.evaluate("isSecureContext")
        assert not page.evaluate("'serviceWorker' in navigator")
        read_sample(page)
        do(page, "run")
        page.locator(".option").first.wait_for()
        do(page, "rest")
        do(page, "accept")
        page.wait_for_selector(".edit .stage")
        assert draft(page)["day"] == 2
        page.goto(running.url + "#/games")
        do(page, "begin")
        page.wait_for_selector(".games .stage")
        page.get_by_role("button", name="More").click()
        do(page, "watch")
        expect(page.locator(".qr img")).to_be_visible()
        assert errors == []
        context.close()


def test_the_first_load_is_small(open_page: Open) -> None:
    """What is sent before the page can be used, compressed: at most 200 kB."""
    page = open_page()
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")
    known = shell()
    names = {path.split("/", 3)[3] for path in loaded if path.startswith(f"/page/{known.release}/")}
    sizes = {name: len(known.files[name].compressed or known.files[name].body) for name in names}
    assert sum(sizes.values()) + len(known.index.compressed or b"") <= 200_000
    assert "js/main.js" in sizes
    assert "style.css" in sizes
