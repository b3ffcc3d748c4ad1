"""The games and evenings that the service keeps: found by links, replayed, written entry by entry."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from mechanica_core.errors import MechanicaError
from mechanica_core.game import final_standings
from service.store import Database, EveningGame, Evenings, Games, StoredEvening, StoredGame, VersionConflict
from service.tables import Entry, SetUp, Table, read_entry
from service.tables.evening import PlayerEvening, evening_standings

TABLES_IN_MEMORY: Final = 128
"""Of so many games the replay is remembered; any other takes some tenths of a second at most."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept, and as it stands."""

    stored: StoredGame
    table: Table


class Keeper:
    """Finds, replays and writes games. Safe to share between threads."""

    def __init__(self, database: Database) -> None:
        self.games = Games(database)
        self.evenings = Evenings(database)
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._lock = threading.Lock()

    def create(self, set_up: SetUp, entries: Sequence[Entry] = ()) -> Kept:
        """Keep a new game. Raises as :meth:`Table.replay` does; then nothing is kept."""
        table = Table.replay(set_up, entries)
        stored = self.games.create(set_up.model_dump_json(), [entry.model_dump_json() for entry in entries])
        self._remember(stored.id, table)
        return Kept(stored, table)

    def open(self, link: str) -> Kept | None:
        """The game that a link opens."""
        stored = self.games.find(link)
        return None if stored is None else self.replayed(stored)

    def replayed(self, stored: StoredGame) -> Kept:
        """A game as it stands. Raises as :meth:`Table.replay` does, if what it was played with has changed since."""
        return Kept(stored, self._table(stored))

    def write(self, kept: Kept, version: int, entry: Entry, key: str | None = None) -> bool:
        """Write an entry that follows on that version; False if it was written with the same key already.

        On the disk when this returns. Raises as :meth:`Table.after` and :meth:`Games.append` do.
        """
        text = entry.model_dump_json()
        if key is not None and self.games.written(kept.stored.id, key, text):
            return False
        if version != kept.table.version:
            raise VersionConflict(kept.table.version)
        table = kept.table.after(entry)
        if not self.games.append(kept.stored.id, version, text, key):
            return False
        self._remember(kept.stored.id, table)
        return True

    def delete(self, stored: StoredGame) -> None:
        """Delete a game for good."""
        self.games.delete(stored.id)
        with self._lock:
            self._tables.pop(stored.id, None)

    def evening(self, evening: StoredEvening) -> list[tuple[EveningGame, Table]]:
        """The games of an evening as they stand, without those that cannot be replayed any more."""
        found = []
        for entry in self.evenings.games(evening.id):
            with suppress(MechanicaError):
                found.append((entry, self._table(entry.game)))
        return found

    def _table(self, stored: StoredGame) -> Table:
        with self._lock:
            known = self._tables.get(stored.id)
        if known is not None and known.version >= stored.version:
            return known
        table = known or Table.begin(SetUp.model_validate_json(stored.set_up))
        for entry in self.games.journal(stored.id, after=table.version):
            table = table.after(read_entry(entry.text))
        self._remember(stored.id, table)
        return table

    def _remember(self, game: int, table: Table) -> None:
        with self._lock:
            there = self._tables.get(game)
            if there is None or there.version < table.version:
                self._tables[game] = table
            self._tables.move_to_end(game)
            while len(self._tables) > TABLES_IN_MEMORY:
                self._tables.popitem(last=False)


def standings_of(tables: Sequence[Table]) -> tuple[PlayerEvening, ...]:
    """How everybody stands who finished one of these games."""
    return evening_standings(final_standings(table.game) for table in tables if table.game.is_over)
