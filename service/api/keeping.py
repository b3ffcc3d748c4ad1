"""Games and evenings by the links that open them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from fastapi.concurrency import run_in_threadpool

from mechanica_core.messages import say
from service.api.dependencies import TheService
from service.api.problems import ServiceError, not_found
from service.keeper import Kept
from service.store import Role, StoredEvening

Link: TypeAlias = Annotated[
    str, Path(description="What opens it; nobody guesses one.", examples=["D2kIHc41yqvbzNUhe0bgtQ"])
]


async def _game(service: TheService, link: Link) -> Kept:
    kept = await run_in_threadpool(service.keeper.open, link)
    if kept is None:
        raise not_found(
            say("there is no such game; perhaps it was deleted"),
            say("Ask the players for their link, or begin a game."),
        )
    return kept


AGame: TypeAlias = Annotated[Kept, Depends(_game)]


def _played(kept: AGame) -> Kept:
    if kept.stored.role is not Role.PLAYERS:
        raise only_watching()
    return kept


PlayersGame: TypeAlias = Annotated[Kept, Depends(_played)]


async def _evening(service: TheService, link: Link) -> StoredEvening:
    evening = await run_in_threadpool(service.keeper.evenings.find, link)
    if evening is None:
        raise not_found(say("there is no such evening; perhaps it was deleted"), say("Ask the host for the link."))
    return evening


AnEvening: TypeAlias = Annotated[StoredEvening, Depends(_evening)]


def _hosted(evening: AnEvening) -> StoredEvening:
    if not evening.hosts:
        raise only_watching()
    return evening


HostedEvening: TypeAlias = Annotated[StoredEvening, Depends(_hosted)]


def only_watching() -> ServiceError:
    """403: the link is one for watching."""
    return ServiceError(
        403, "only_watching", say("this link is for watching only"), say("Ask for the link of those who play.")
    )
