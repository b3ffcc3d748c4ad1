"""The service as a browser meets it: a real server on this machine's loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket

import uvicorn
from fastapi import FastAPI


class _Server(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, timeout_graceful_shutdown=1))
        self.listening = threading.Event()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}"


@contextmanager
def listening(app: FastAPI) -> Iterator[str]:
    """The address of a server that lives meanwhile."""
    server = _Server(app)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.listening.wait(60)
    try:
        yield server.url
    finally:
        server.should_exit = True
        thread.join(20)
