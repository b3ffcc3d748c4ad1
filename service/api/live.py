"""Games as they change: a stream of events for everybody who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from mechanica_core.messages import Language
from service.api.changes import Changes
from service.api.dependencies import Lang, TheService
from service.api.game_documents import state_of
from service.api.keeping import AGame, Link
from service.api.problems import PROBLEMS, busy
from service.keeper import Keeper

router = APIRouter(tags=["games"], responses=PROBLEMS)

HEARTBEAT: Final = 15
"""At least every so many seconds something is sent, and looked whether another process wrote."""
MOST_STREAMS: Final = 500
"""Streams at once; one more is answered 503."""
MOST_MISSED: Final = 50
"""Of so many missed versions each is sent; of more only how the game stands."""
_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "Events named `state`, each with its version as id and a state as data, and at the end one "
        "named `deleted` if the game is; comments in between keep the connection.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


@router.get("/api/games/{link}/events", operation_id="watchGame", response_class=Response, responses=_STREAM)
async def watch_game(
    service: TheService,
    link: Link,
    game: AGame,
    language: Lang,
    since: Annotated[
        int | None, Query(ge=0, description="The version that the caller has; without it the state comes first.")
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=20, description="The same, as browsers repeat it.")] = None,
) -> Response:
    """Follow a game: how it stands, then every change as it is written."""
    if service.changes.streams >= MOST_STREAMS:
        raise busy(30)
    if last_event_id and last_event_id.isascii() and last_event_id.isdecimal():
        since = int(last_event_id)
    return EventSourceResponse(
        _states(service.keeper, service.changes, link, game.stored.id, since, language),
        ping=HEARTBEAT,
        send_timeout=HEARTBEAT,
    )


async def _states(
    keeper: Keeper, changes: Changes, link: str, game: int, since: int | None, language: Language
) -> AsyncIterator[ServerSentEvent]:
    """An event for each version after ``since``, without it first how the game stands; ends when it is deleted."""
    changes.streams += 1
    try:
        while True:
            changed = changes.next(game)
            kept = await run_in_threadpool(keeper.open, link)
            if kept is None:
                yield ServerSentEvent(event="deleted", data="{}")
                return
            if (now := kept.table.version) != since:
                if since is None or not now - MOST_MISSED <= since < now:
                    since = now - 1
                for version in range(since + 1, now + 1):
                    state = await run_in_threadpool(state_of, kept, language, version)
                    yield ServerSentEvent(event="state", id=str(version), data=state.model_dump_json(by_alias=True))
                since = now
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await changed.wait()
            except TimeoutError:
                continue
    finally:
        changes.streams -= 1
