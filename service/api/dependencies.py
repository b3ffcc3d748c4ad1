"""What routes ask for: the service's parts, and the caller's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias, TypeVar

from fastapi import Depends, Request

from mechanica_core.editions import register_components
from mechanica_core.errors import EditionError
from mechanica_core.factory import Factory
from mechanica_core.messages import Language
from service.api.changes import Changes
from service.api.limits import Gate
from service.api.problems import language_of
from service.api.settings import Settings
from service.keeper import Keeper
from service.known_copies import KnownCopies
from service.memory import Memory
from service.readings import Seen, SeenCoins
from service.searches import Searches
from service.shelf import Shelf
from service.store import Database, Photos
from service.teaching import Draft
from vision.nets import nets
from vision.photo import format_of

T = TypeVar("T")

MEDIA_TYPES: Final = {"JPEG": "image/jpeg", "PNG": "image/png", "WebP": "image/webp", "HEIC": "image/heic"}


@dataclass(frozen=True)
class Service:
    """What lives as long as the service does; ``request.app.state.service``."""

    settings: Settings
    database: Database
    keeper: Keeper
    """Games and evenings."""
    changes: Changes
    """Who looks on while a game is played."""
    photos: Photos
    """Those that somebody asked to keep."""
    copies: KnownCopies
    scans: Gate
    """Where photos are read."""
    work: Gate
    """Where searches wait for a process."""
    drawings: Gate
    """Where pictures and films on photos are drawn, so that nobody waits for them with a photo."""
    searches: Searches
    readings: Memory[Seen]
    coins: Memory[SeenCoins]
    drafts: Memory[Draft]
    """Copies that are being taught."""

    async def search(self, search: Callable[..., T], factory: Factory, *more: object) -> T:
        """What a search of :mod:`service.searches` finds, away from the event loop."""
        return await self.work.run(self.searches.run, search, factory, *more)

    async def keep(self, photo: bytes) -> str:
        """Keep a photo in the database, and tell its id."""
        media_type = MEDIA_TYPES[format_of(photo)]
        return await asyncio.to_thread(self.photos.keep, photo, media_type)

    def close(self) -> None:
        """Take on nothing more, and leave nothing open."""
        self.scans.close()
        self.work.close()
        self.drawings.close()
        self.searches.close()
        self.database.close()


def open_service(settings: Settings) -> Service:
    """Open the database, load copies and nets."""
    for file in sorted((settings.data / "components").glob("*.toml")):
        with suppress(EditionError):  # a broken set is unknown; `mechanica edition check` tells why
            register_components(file.stem, file)
    database = Database(settings.database)
    copies = KnownCopies(Shelf(settings.copies))
    copies.every()
    nets()
    return Service(
        settings=settings,
        database=database,
        keeper=Keeper(database),
        changes=Changes(),
        photos=Photos(database),
        copies=copies,
        scans=Gate("scan", settings.scan_workers, settings.scans_waiting, settings.scan_seconds),
        work=Gate("search", settings.work_workers, settings.work_waiting, 2 * settings.work_seconds),
        drawings=Gate("draw", 1, settings.drawings_waiting, settings.scan_seconds),
        searches=Searches(settings.work_workers, settings.work_seconds),
        readings=Memory(settings.readings, settings.readings_bytes, settings.reading_seconds),
        coins=Memory(settings.readings, settings.readings_bytes, settings.reading_seconds),
        drafts=Memory(settings.drafts, settings.readings_bytes, settings.reading_seconds),
    )


# What is no coroutine FastAPI runs in a thread, which takes longer than all the rest of a small request.
async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def _language(request: Request) -> Language:
    return language_of(request)


TheService: TypeAlias = Annotated[Service, Depends(_service)]
Lang: TypeAlias = Annotated[Language, Depends(_language)]
