"""The service without a network: a transport for ``httpx.Client`` that runs the application in a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI


class AppTransport(httpx.BaseTransport):
    """Carries requests to an application that runs in a portal's thread; answers come whole, never as streams."""

    def __init__(self, app: FastAPI, portal: BlockingPortal) -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app, raise_app_exceptions=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._portal.call(self._answer, request)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        answer = await self._asgi.handle_async_request(request)
        content = await answer.aread()
        return httpx.Response(answer.status_code, headers=answer.headers, content=content)


@contextmanager
def serving(app: FastAPI) -> Iterator[httpx.Client]:
    """A client of the application while it lives."""
    with start_blocking_portal() as portal:
        lifespan: AbstractAsyncContextManager[object] = app.router.lifespan_context(app)
        with (
            portal.wrap_async_context_manager(lifespan),
            httpx.Client(transport=AppTransport(app, portal), base_url="http://mechanica.test") as client,
        ):
            yield client
