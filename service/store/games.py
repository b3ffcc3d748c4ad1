"""Games as they are kept: how each was set up, and a journal of entries that only grows.

The version of a game is the number of its entries. What set-up and entries say is not known here.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select

from service.store.database import Database
from service.store.schema import entries, games

LINK_BYTES: Final = 16
"""So much chance is in a link: nobody guesses one."""


class Role(StrEnum):
    """What a link lets its bearer do."""

    PLAYERS = "players"
    WATCHING = "watching"


class VersionConflict(Exception):
    """A write that does not follow on what is there; ``version`` is the one to look at."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(version)


class KeyReused(Exception):
    """A key that came with another entry before."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game found by a link, and what that link lets its bearer do."""

    id: int
    role: Role
    players_link: str
    watching_link: str
    created: str
    set_up: str
    version: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a journal, the game's version after it, and when it was written, in UTC."""

    version: int
    created: str
    text: str


class Games:
    """The games in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, set_up: str, journal: Sequence[str] = ()) -> StoredGame:
        """Keep a new game, with what was played already."""
        link = new_link()
        at = now()
        with self._database.writing() as connection:
            made = connection.execute(
                insert(games).values(players_link=link, watching_link=new_link(), created=at, set_up=set_up)
            )
            assert made.inserted_primary_key is not None
            rows = [
                {"game": made.inserted_primary_key[0], "version": version, "created": at, "entry": text}
                for version, text in enumerate(journal, start=1)
            ]
            if rows:
                connection.execute(insert(entries), rows)
        found = self.find(link)
        assert found is not None  # nobody else knows its link yet
        return found

    def find(self, link: str) -> StoredGame | None:
        """The game that a link opens."""
        opens = or_(games.c.players_link == link, games.c.watching_link == link)
        with self._database.reading() as connection:
            found = _stored(connection, opens)
        return next(
            (replace(game, role=Role.PLAYERS if game.players_link == link else Role.WATCHING) for game in found), None
        )

    def journal(self, game: int, after: int = 0) -> list[Entry]:
        """The entries of a game after that version."""
        query = (
            select(entries.c.version, entries.c.created, entries.c.entry)
            .where(entries.c.game == game, entries.c.version > after)
            .order_by(entries.c.version)
        )
        with self._database.reading() as connection:
            return [Entry(*row) for row in connection.execute(query)]

    def written(self, game: int, key: str, text: str) -> bool:
        """Whether an entry was written with that key already. Raises :class:`KeyReused` if that was another."""
        with self._database.reading() as connection:
            return _written(connection, game, key, text)

    def append(self, game: int, version: int, text: str, key: str | None = None) -> bool:
        """Write an entry that follows on that version; False if it was written with the same key already.

        On the disk when this returns. Raises :class:`VersionConflict` if the game has moved on, or is gone, and
        :class:`KeyReused`.
        """
        with self._database.writing() as connection:
            if key is not None and _written(connection, game, key, text):
                return False
            there = _version(connection, game)
            if there != version or connection.execute(select(games.c.id).where(games.c.id == game)).first() is None:
                raise VersionConflict(there)
            connection.execute(
                insert(entries).values(game=game, version=version + 1, created=now(), entry=text, key=key)
            )
        return True

    def delete(self, game: int) -> None:
        """Delete a game for good: its bytes are overwritten."""
        with self._database.writing() as connection:
            connection.execute(delete(games).where(games.c.id == game))
        self._database.forget()


def stored_games(connection: Connection, ids: Sequence[int]) -> list[StoredGame]:
    """Games by their ids, for those who may only watch."""
    return _stored(connection, games.c.id.in_(ids))


def _stored(connection: Connection, which: ColumnElement[bool]) -> list[StoredGame]:
    version = select(func.coalesce(func.max(entries.c.version), 0)).where(entries.c.game == games.c.id)
    rows = connection.execute(select(games, version.scalar_subquery().label("version")).where(which))
    return [
        StoredGame(row.id, Role.WATCHING, row.players_link, row.watching_link, row.created, row.set_up, row.version)
        for row in rows
    ]


def new_link() -> str:
    """A link that nobody guesses."""
    return secrets.token_urlsafe(LINK_BYTES)


def _version(connection: Connection, game: int) -> int:
    query = select(func.coalesce(func.max(entries.c.version), 0)).where(entries.c.game == game)
    version: int = connection.execute(query).scalar_one()
    return version


def _written(connection: Connection, game: int, key: str, text: str) -> bool:
    there = connection.execute(
        select(entries.c.entry).where(entries.c.game == game, entries.c.key == key)
    ).scalar_one_or_none()
    if there is not None and there != text:
        raise KeyReused(key)
    return there is not None


def now() -> str:
    """The time in UTC, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
