"""Debian's Chromium, and what tests do with the page again and again."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

from playwright.sync_api import Page

ROOT: Final = Path(__file__).parents[2]
SAMPLE: Final = ROOT / "service/page/static/sample.jpg"
COINS: Final = ROOT / "samples/coins/a_coins_1004.jpg"
"""Coins that come to 26."""
ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FACTORY: Final = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"
"""With two decisions; the photo to try shows it without its money."""
DOUBTS: Final[list[dict[str, Any]]] = [
    {
        "where": "floor/middle/1", "name": "middle 1",
        "read": {"kind": "fork", "facing": "south", "flipped": False}, "words": "↓ Fork",
        "runner_up": {"kind": "fork", "facing": "east", "flipped": False}, "runner_up_words": "→ Fork",
    },
    {
        "where": "floor/bottom/2/ahead", "name": "Upgrader (bottom 2), hole ahead",
        "read": "plus", "words": "Plus", "runner_up": None, "runner_up_words": "nothing",
    },
    {
        "where": "floor/top/2", "name": "top 2", "read": {"kind": None}, "words": "nothing",
        "runner_up": {"kind": "gift_wrapper", "facing": "east", "flipped": False}, "runner_up_words": "→ Gift Wrapper",
    },
]  # fmt: skip
"""Of the sample: which way, whether a bot, and what."""


def chromium() -> str | None:
    """The browser's program, if there is one."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


def do(page: Page, what: str) -> None:
    """Press what is marked as doing that."""
    page.locator(f"[data-do={what}]").click()


def read_sample(page: Page) -> None:
    """From opening the page to the reading of the sample photo."""
    do(page, "sample")
    page.wait_for_selector(".reading .stage")


def draft(page: Page) -> dict[str, Any]:
    """What the page knows of the day."""
    return cast(dict[str, Any], page.evaluate("JSON.parse(localStorage.getItem('mechanica.draft'))"))


def lay(page: Page, text: str) -> None:
    """Put a factory on the board, as if it had been laid by hand, and open the editor."""
    with page.expect_navigation():
        page.evaluate(
            """text => {
                localStorage.setItem('mechanica.draft', JSON.stringify({text}));
                history.replaceState(null, '', '#/edit');
                location.reload();
            }""",
            text,
        )
    page.wait_for_selector(".edit .stage")


def lay_doubts(page: Page) -> None:
    """Let the reading of the sample have a doubt of each sort, whatever is doubtful in it today."""
    page.evaluate(
        """doubts => {
            const draft = JSON.parse(localStorage['mechanica.draft']);
            const rest = {centre: [0, 0], outline: [], confidence: 0.5, least: null, most: null};
            draft.reading.doubts = doubts.map(doubt => ({...rest, ...doubt}));
            localStorage['mechanica.draft'] = JSON.stringify(draft);
        }""",
        DOUBTS,
    )
    page.reload()
    page.wait_for_selector(".strip .card")


def serious_barriers(page: Page) -> list[str]:
    """What axe finds that is serious or critical."""
    script = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    page.evaluate(script)
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")  # so that nothing lies under what stays in place
    page.evaluate(  # what still fades in has no colour of its own yet
        "() => Promise.all(document.getAnimations()"
        ".filter(one => one.effect.getComputedTiming().endTime < Infinity).map(one => one.finished))"
    )
    found = page.evaluate(
        "async () => (await axe.run(document, {rules: {'target-size': {enabled: true}}})).violations"
        ".filter(one => ['serious', 'critical'].includes(one.impact))"
        ".map(one => one.id + ': ' + one.nodes.map(node => node.html.slice(0, 160)).slice(0, 3).join(' | '))"
    )
    return cast(list[str], found)
