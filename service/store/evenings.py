"""Evenings as they are kept: a name, and which games belong to each."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, or_, select

from service.store.database import Database
from service.store.games import StoredGame, new_link, now, stored_games
from service.store.schema import evening_games, evenings


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """An evening found by a link; ``hosts`` says whether that link lets its bearer change it."""

    id: int
    hosts: bool
    hosting_link: str
    watching_link: str
    created: str
    name: str


@dataclass(frozen=True, slots=True)
class EveningGame:
    """A game of an evening: its number there, and whether the host gave its players' link, not the watching one."""

    number: int
    by_players: bool
    game: StoredGame


class Evenings:
    """The evenings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str) -> StoredEvening:
        """Keep a new evening."""
        link = new_link()
        with self._database.writing() as connection:
            connection.execute(
                insert(evenings).values(hosting_link=link, watching_link=new_link(), created=now(), name=name)
            )
        found = self.find(link)
        assert found is not None  # nobody else knows its link yet
        return found

    def find(self, link: str) -> StoredEvening | None:
        """The evening that a link opens."""
        query = select(evenings).where(or_(evenings.c.hosting_link == link, evenings.c.watching_link == link))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        hosts = row.hosting_link == link
        return StoredEvening(row.id, hosts, row.hosting_link, row.watching_link, row.created, row.name)

    def games(self, evening: int) -> list[EveningGame]:
        """The games of an evening, in the order in which they were added."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(evening_games).where(evening_games.c.evening == evening).order_by(evening_games.c.number)
            ).all()
            known = {game.id: game for game in stored_games(connection, [row.game for row in rows])}
        return [EveningGame(row.number, row.by_players, known[row.game]) for row in rows]

    def add(self, evening: int, game: int, *, by_players: bool) -> int:
        """Add a game and tell its number; one that is there already keeps its own."""
        here = evening_games.c.evening == evening
        with self._database.writing() as connection:
            there = connection.execute(
                select(evening_games.c.number).where(here, evening_games.c.game == game)
            ).scalar_one_or_none()
            if there is not None:
                return int(there)
            last: int = connection.execute(
                select(func.coalesce(func.max(evening_games.c.number), 0)).where(here)
            ).scalar_one()
            connection.execute(
                insert(evening_games).values(evening=evening, game=game, number=last + 1, by_players=by_players)
            )
        return last + 1

    def remove(self, evening: int, number: int) -> bool:
        """Take a game out of an evening; the game itself stays. False if there is none of that number."""
        query = delete(evening_games).where(evening_games.c.evening == evening, evening_games.c.number == number)
        with self._database.writing() as connection:
            return connection.execute(query).rowcount > 0

    def delete(self, evening: int) -> None:
        """Delete an evening for good: its bytes are overwritten. Its games stay."""
        with self._database.writing() as connection:
            connection.execute(delete(evenings).where(evenings.c.id == evening))
        self._database.forget()
