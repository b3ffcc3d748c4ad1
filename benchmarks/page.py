"""Measure the page in a real browser as a mid-range phone would feel it: ``python -m benchmarks.page``.

The processor is slowed four times, the network to 1.6 Mbit/s with 150 ms there and back, as Lighthouse does for phones.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.page.browser import ARGUMENTS, chromium, lay
from tests.page.conftest import PHONE, Server

TWENTY_BOTS: Final = (
    "O(bp)=U(-p)X(-pp)S(bb)1=3(bbd)/O(bb)=2X(-pp)S(pp)=3(bpp)/A(pd)=U(-b)1S(bd)1=3(bdd) 15+3 print_2019 demo"
)
MOST_KB: Final = 200.0
MOST_SECONDS: Final = 1.5
LEAST_FRAMES: Final = 50.0
REPEATS: Final = 5
READY: Final = """
    window.interactive = new Promise(done => new MutationObserver(() => {
        if (document.querySelector('.ways .primary')) done(performance.now());
    }).observe(document, {childList: true, subtree: true}));
"""
FRAMES: Final = """() => new Promise(done => {
    const times = [];
    const frame = now => {
        times.push(now);
        if (now - times[0] < 2000) requestAnimationFrame(frame);
        else done(1000 * (times.length - 1) / (now - times[0]));
    };
    requestAnimationFrame(frame);
})"""


def first_load(browser: Browser, url: str, *, slow: bool) -> tuple[float, float]:
    """What is sent before the page can be used (kB), and when that is (s)."""
    context = browser.new_context(service_workers="block", **PHONE)
    context.add_init_script(READY)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    if slow:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        speed = 1.6e6 / 8
        tools.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 150, "downloadThroughput": speed, "uploadThroughput": speed / 2},
        )
    sent: list[float] = []
    tools.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    page.goto(url)
    seconds = page.evaluate("() => window.interactive") / 1000
    context.close()
    return sum(sent) / 1000, seconds


def frames(browser: Browser, url: str) -> float:
    """Frames a second while twenty bots ride."""
    context = browser.new_context(service_workers="block", **PHONE)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".ways")
    lay(page, TWENTY_BOTS)
    page.locator("[data-do=run]").click()
    page.wait_for_function("() => document.querySelectorAll('.bots .bot').length >= 20")
    page.wait_for_function("() => [...document.querySelectorAll('.bot')].some(bot => bot.getAnimations().length)")
    rate: float = page.evaluate(FRAMES)
    context.close()
    return rate


def main() -> None:
    """Print the figures; 1 as exit code if one misses its bar."""
    program = chromium()
    if program is None:
        sys.exit("no Chromium is installed")
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        size, quick = first_load(browser, server.url, slow=False)
        slow = statistics.median(first_load(browser, server.url, slow=True)[1] for _ in range(REPEATS))
        rate = statistics.median(frames(browser, server.url) for _ in range(REPEATS))
        browser.close()
    figures = (
        ("first load, compressed (kB)", size, MOST_KB, size <= MOST_KB),
        ("interactive here (s)", quick, None, True),
        ("interactive on a throttled phone (s)", slow, MOST_SECONDS, slow <= MOST_SECONDS),
        ("frames a second with 20 bots", rate, LEAST_FRAMES, rate >= LEAST_FRAMES),
    )
    table = Table("case", "measured", "bar")
    for name, value, bar, _ in figures:
        table.add_row(name, f"{value:.2f}", "" if bar is None else f"{bar:g}")
    Console().print(table)
    if not all(good for *_, good in figures):
        sys.exit(1)


if __name__ == "__main__":
    main()
