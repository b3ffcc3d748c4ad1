"""Structured logs: a line of JSON for each request, without addresses of callers, ids, names or content."""

from __future__ import annotations

import time
from typing import Any, Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log: Final = structlog.get_logger("mechanica")


def write_json_lines() -> None:
    """Let logs be lines of JSON on standard output, unless they were set up otherwise."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )


class RequestLog:
    """Logs each request by its route, never by its path: ids in it open what they name."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        status = 500
        begun = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route: Any = scope.get("route")
            _log.info(
                "request",
                method=scope["method"],
                route=getattr(route, "path", None),
                status=status,
                code=scope.get("state", {}).get("problem"),
                milliseconds=round(1000 * (time.perf_counter() - begun), 1),
            )
