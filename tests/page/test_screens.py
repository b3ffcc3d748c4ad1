"""Each screen tells where one is and what to do next, on every size and in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.browser import FACTORY, lay
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
