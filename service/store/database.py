"""The SQLite file: opened, brought up to date, and written so that what was acknowledged is never lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, create_engine, event

from mechanica_core.errors import MechanicaError
from mechanica_core.messages import say
from service.store.schema import MIGRATIONS

PATIENCE: Final = 5.0
"""For so many seconds a writer waits for another to finish."""
_AS_OPENED: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before it is acknowledged
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
)


class NewerDatabase(MechanicaError):
    """The file was written by a newer release, whose tables this one does not know."""


class Database:
    """One SQLite file. Safe to share between threads; also between processes, since writers take turns."""

    def __init__(self, file: Path) -> None:
        """Open the file, or make one that only its owner can read; raises :class:`NewerDatabase`."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)  # links in it open what they name
        self.file = file
        self._engine = create_engine(
            URL.create("sqlite", database=str(file)),
            connect_args={"timeout": PATIENCE, "isolation_level": None},
            pool_size=8,
            max_overflow=-1,
        )
        event.listen(self._engine, "connect", _set_up)
        event.listen(self._engine, "begin", _begin)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees the file as it stands now and changes nothing."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The only transaction that writes; on the disk as a whole when it ends, or not at all if it raises."""
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    def forget(self) -> None:
        """Take what was deleted out of the write-ahead log as well."""
        with self._engine.connect() as connection:
            connection.rollback()  # a checkpoint is no part of a transaction
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def close(self) -> None:
        """Close every connection; the last one folds the write-ahead log into the file."""
        self._engine.dispose()

    def _migrate(self) -> None:
        with self.writing() as connection:
            known: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if known > len(MIGRATIONS):
                raise NewerDatabase(say("{file} was written by a newer release; use that one", file=str(self.file)))
            for number, statements in enumerate(MIGRATIONS[known:], start=known + 1):
                for statement in statements:
                    connection.exec_driver_sql(statement)
                connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def _set_up(raw: sqlite3.Connection, _: Any) -> None:
    for pragma in _AS_OPENED:
        raw.execute(pragma).close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
