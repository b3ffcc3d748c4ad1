"""What the service takes on: how long bodies may be and how slow, and how much work may be in flight."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import busy, http_problem
from service.api.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


class Gate:
    """Threads for work that would hold up everybody else, with a bounded number of jobs in flight."""

    def __init__(self, name: str, workers: int, waiting: int, seconds: float) -> None:
        self._pool = ThreadPoolExecutor(workers, name)
        self._most = workers + waiting
        self._seconds = seconds
        self._in_flight = 0

    @property
    def in_flight(self) -> int:
        """Jobs that run or wait."""
        return self._in_flight

    @property
    def is_full(self) -> bool:
        """Whether one more job would be refused."""
        return self._in_flight >= self._most

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns or raises; 503 where too much is in flight, or it takes too long.

        A thread cannot be stopped: a job that is late keeps its place until it ends.
        """
        if self.is_full:
            raise busy()
        self._in_flight += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, functools.partial(work, *args, **kwargs))
        future.add_done_callback(self._leave)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._seconds)
        except TimeoutError:
            raise busy(10) from None

    def _leave(self, future: asyncio.Future[T]) -> None:
        self._in_flight -= 1
        if not future.cancelled():
            future.exception()  # seen, also where nobody waits for it any more

    def close(self) -> None:
        """Take on nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class BodyLimits:
    """Refuses bodies that are too long, by their length if they tell it, else as they come; or that come too slowly."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._arriving = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request = Request(scope)
        is_form = request.headers.get("content-type", "").startswith("multipart/")
        most = self._settings.upload_bytes if is_form else self._settings.body_bytes
        told = request.headers.get("content-length", "")
        if told.isdecimal() and (len(told) > 12 or int(told) > most):
            return await http_problem(request, 413)(scope, receive, send)
        deadline = time.monotonic() + self._settings.body_seconds
        counted = 0
        whole = False

        async def limited() -> Message:
            nonlocal counted, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout(deadline - time.monotonic()):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                counted += size
                self._arriving += size
                whole = not message.get("more_body", False)
                if counted > most:
                    raise HTTPException(413)
                if self._arriving > self._settings.bodies_bytes:
                    raise HTTPException(503, headers={"Retry-After": "1"})
            return message

        try:
            await self._app(scope, limited, send)
        finally:
            self._arriving -= counted
        return None
