"""Games and evenings by the links that open them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from fastapi.concurrency import run_in_threadpool

from mechanica_core.errors import MechanicaError
from mechanica_core.messages import say
from service.api.dependencies import TheService
from service.api.problems import ServiceError, conflict, not_found
from service.keeper import Kept
from service.store import Role, StoredEvening, StoredGame

Link: TypeAlias = Annotated[
    str, Path(description="What opens it; nobody guesses one.", examples=["D2kIHc41yqvbzNUhe0bgtQ"])
]


async def _stored(service: TheService, link: Link) -> StoredGame:
    stored = await run_in_threadpool(service.keeper.games.find, link)
    if stored is None:
        raise no_such_game()
    return stored


async def _players(stored: Annotated[StoredGame, Depends(_stored)]) -> StoredGame:
    if stored.role is not Role.PLAYERS:
        raise only_watching()
    return stored


PlayersLink: TypeAlias = Annotated[StoredGame, Depends(_players)]
"""A game that the caller may change or delete, whether it can be replayed or not."""


async def _game(service: TheService, stored: Annotated[StoredGame, Depends(_stored)]) -> Kept:
    try:
        return await run_in_threadpool(service.keeper.replayed, stored)
    except MechanicaError as error:
        raise conflict(
            "cannot_replay",
            say("the game cannot be replayed: {why}", why=error.message),
            say("Its component set was changed or is gone: put it back as it was, or delete the game."),
            stored.version,
        ) from None


AGame: TypeAlias = Annotated[Kept, Depends(_game)]


async def _played(kept: AGame, _: PlayersLink) -> Kept:
    return kept


PlayersGame: TypeAlias = Annotated[Kept, Depends(_played)]


async def _evening(service: TheService, link: Link) -> StoredEvening:
    evening = await run_in_threadpool(service.keeper.evenings.find, link)
    if evening is None:
        raise not_found(say("there is no such evening; perhaps it was deleted"), say("Ask the host for the link."))
    return evening


AnEvening: TypeAlias = Annotated[StoredEvening, Depends(_evening)]


async def _hosted(evening: AnEvening) -> StoredEvening:
    if not evening.hosts:
        raise only_watching()
    return evening


HostedEvening: TypeAlias = Annotated[StoredEvening, Depends(_hosted)]


def no_such_game() -> ServiceError:
    """404: the link opens nothing."""
    return not_found(
        say("there is no such game; perhaps it was deleted"), say("Ask the players for their link, or begin a game.")
    )


def only_watching() -> ServiceError:
    """403: the link is one for watching."""
    return ServiceError(
        403, "only_watching", say("this link is for watching only"), say("Ask for the link of those who play.")
    )
