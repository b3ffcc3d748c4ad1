"""The page in a real browser, served by the service as it is installed."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from service.api.app import create_app
from service.api.settings import Settings
from tests.page.browser import ARGUMENTS, chromium

expect.set_options(timeout=20_000)  # the machine may be busy with other tests

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}


class Server:
    """The service on a port of its own, in a thread."""

    def __init__(self, data: Path, host: str = "127.0.0.1") -> None:
        with socket.socket() as free:
            free.bind((host, 0))
            port: int = free.getsockname()[1]
        self.url = f"http://{host}:{port}/"
        config = uvicorn.Config(
            create_app(Settings(data=data)), host=host, port=port, log_level="warning", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the service did not start")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("no Chromium is installed, and `make test` could not install it")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens the page in a new profile; at the end there must have been no error in its console."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(path: str = "", *, script: str = "", expect_errors: bool = False, **how: Any) -> Page:
        how = {"locale": "en", "service_workers": "block", **PHONE, **how}
        context = browser.new_context(**how)
        context.set_default_timeout(20_000)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        if not expect_errors:
            page.on("console", lambda message: errors.extend([message.text] if message.type == "error" else []))
            page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + path)
        page.wait_for_selector(".screen > *")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def phone(open_page: Open) -> Page:
    """The page on a phone."""
    return open_page()
