"""Debian's Chromium, and what tests do with the page again and again."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

from playwright.sync_api import Page

ROOT: Final = Path(__file__).parents[2]
SAMPLE: Final = ROOT / "service/page/static/sample.jpg"
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
