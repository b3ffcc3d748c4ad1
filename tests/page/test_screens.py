"""Each screen tells where one is and what to do next, on every size and in every language."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import FACTORY, do, draft, lay, lay_doubts, read_sample
from tests.page.conftest import Open

LANGUAGES = ("en", "de", "es")


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element as it is seen."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_photo_button_is_in_view_lowest_and_widest_on_every_size(open_page: Open, language: str) -> None:
    page = open_page(locale=language)
    lay(page, FACTORY)
    page.goto(page.url.partition("#")[0])
    page.wait_for_selector(".home .on")
    for width, height in ((390, 844), (320, 568), (360, 640), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        left, top, right, bottom = box(page, ".home .primary")
        assert top >= 0
        assert bottom <= height
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        for other in page.locator(".home button:visible").all():
            spot = other.bounding_box()
            assert spot is not None
            assert spot["width"] <= right - left
            assert spot["y"] <= box(page, ".home .primary")[1]
        if height > 420:
            assert 0 <= box(page, ".home .primary")[1] - box(page, ".home .on")[3] < 20
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# -- what is told above a screen --------------------------------------------------------------------------------------

TELL: Final = """async text => {
    const main = document.querySelector("script[type=module]").src;
    const {notice} = await import(main.replace("main.js", "notices.js"));
    notice("problem", text, text, {words: "Try again", press: () => {}});
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
HIDDEN: Final = """() => {
    const told = document.getElementById("notices").getBoundingClientRect();
    const open = document.querySelector("#sheet > *") ?? document.getElementById("screen");
    const under = (one) => {
        const {left, right, top, bottom, width} = one.getBoundingClientRect();
        return width && left < told.right && right > told.left && top < told.bottom && bottom > told.top;
    };
    const inHead = [...open.querySelectorAll(":is(.head, .sheet-head, .title) :is(h1, h2, button, select)")];
    const covered = inHead.filter(one => {
        const {left, top, width, height} = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    const all = [...open.querySelectorAll("h1, h2, button, input, select, a, summary")];
    return [inHead.length, [...covered, ...all.filter(under)].map(one => one.outerHTML.slice(0, 90))];
}"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)], ids=str)
def test_what_is_told_hides_no_title_and_no_control(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(locale="de", viewport={"width": size[0], "height": size[1]})
    lay(page, FACTORY)
    text = "Das Foto wurde nicht gelesen: Der Plan ist zu klein oder nicht ganz im Bild. "
    for screen in ("", "edit", "edit/money", "edit/more", "score", "teach", "games", "evenings", "pieces/help/fork"):
        page.goto(page.url.partition("#")[0] + f"#/{screen}")
        page.wait_for_selector(".sheet h2" if "/" in screen else "h1")
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(TELL, text)
        told = page.get_by_role("alert")
        expect(told).to_contain_text(text)
        expect(told).to_be_in_viewport()
        in_head, hidden = page.evaluate(HIDDEN)
        assert in_head >= 2, screen
        assert hidden == [], screen
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(told).to_be_in_viewport()
        told.get_by_role("button", name="Schließen").click()
        expect(told).to_have_count(0)


# -- what is asked of a photo ---------------------------------------------------------------------------------------


def corrections(page: Page) -> list[dict[str, Any]]:
    """Those that the service knows of the reading."""
    told = page.request.get(f"{page.url.partition('#')[0]}api/readings/{draft(page)['reading']['id']}").json()
    return [{"place": one["place"], "value": one["value"]} for one in told["corrections"]]


def test_a_doubt_is_a_question_with_pictures_and_a_tap_brings_the_next(phone: Page) -> None:
    read_sample(phone)
    lay_doubts(phone)
    for question, answers, taken in (
        ("Which way does it face?", ["↓ Fork", "→ Fork"], 1),
        ("Is a bot in this hole?", ["Plus", "nothing"], 0),
        ("What lies here?", ["nothing", "→ Gift Wrapper"], 0),
    ):
        card = phone.locator(".strip .card").first
        expect(card.locator("h2")).to_have_text(question)
        expect(card.locator(".crop")).to_be_visible()
        assert card.locator(".side").all_inner_texts() == answers
        assert card.locator(".side :is(img, .dot, .nothing)").count() == 2
        card.locator(".side").nth(taken).click()
        expect(phone.locator(".strip h2", has_text=question)).to_have_count(0)
        if phone.locator(".strip .card").count():
            expect(phone.locator(".strip h2").first).to_be_focused()
    expect(phone.locator("[data-do=run]")).to_be_focused()
    assert "/B(b)=FT1" in draft(phone)["text"]


def test_what_is_corrected_and_taken_back_is_so_in_the_service_too(phone: Page) -> None:
    read_sample(phone)
    lay_doubts(phone)
    with phone.expect_response("**/api/readings/*"):
        phone.locator(".strip .side", has_text="→ Fork").click()
    fork = {"place": "floor/middle/1", "value": {"kind": "fork", "facing": "east", "flipped": False}}
    assert corrections(phone) == [fork]
    with phone.expect_response("**/api/readings/*"):
        phone.locator(".strip .side", has_text="nothing").first.click()
    assert corrections(phone) == [fork, {"place": "floor/bottom/2/ahead", "value": None}]
    with phone.expect_response("**/api/readings/*"):
        phone.get_by_role("button", name=re.compile("^Undo")).click()
    assert corrections(phone) == [fork]
    phone.get_by_role("button", name="Corners").click()
    do(phone, "apply")
    phone.wait_for_selector(".reading .stage")
    assert corrections(phone) == [fork]
    assert "/B(b)=FT1" in draft(phone)["text"]


# -- where one is ---------------------------------------------------------------------------------------------------


def test_every_head_and_the_title_tell_the_day_and_what_is_looked_at(phone: Page) -> None:
    expect(phone).to_have_title("Mechanica")
    read_sample(phone)
    for heading, onward in (("Day 1: your photo", "run"), ("Day 1: the workday", "rest"), ("", "accept")):
        if heading:
            expect(phone.locator("h1")).to_have_text(heading)
            expect(phone).to_have_title(f"{heading} – Mechanica")
        do(phone, onward)
    expect(phone.locator("h1")).to_have_text("Day 2: the board")
