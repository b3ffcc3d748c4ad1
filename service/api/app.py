"""The application put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api import (
    coins,
    copies,
    evenings,
    games,
    health,
    live,
    other_games,
    page,
    photos,
    pieces,
    readings,
    scores,
    workdays,
)
from service.api.dependencies import open_service
from service.api.description import describe
from service.api.limits import BodyLimits
from service.api.logs import RequestLog, write_json_lines
from service.api.problems import add_handlers
from service.api.settings import Settings

SECURITY: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer; links open what they name, so no other site is to learn of one."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with these settings. Whoever runs it runs its lifespan, which opens the store and loads the nets."""
    settings = settings or Settings()
    write_json_lines()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = open_service(settings)
        app.state.service = service
        try:
            yield
        finally:
            service.close()

    app = FastAPI(
        title="Mechanica",
        summary="Boards read from photos, workdays, scores and whole games at a table.",
        version=version("mechanica"),
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    add_handlers(app)
    describe(app)
    resources = (readings, coins, workdays, scores, games, live, evenings, pieces, copies, photos, other_games, health)
    for resource in (*resources, page):
        app.include_router(resource.router)
    app.add_middleware(BodyLimits, settings=settings)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog)
    return app


class SecurityHeaders:
    """Adds :data:`SECURITY` to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, secured)
