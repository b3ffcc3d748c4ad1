"""The tables, and the statements that made them, release after release."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Integer, LargeBinary, MetaData, String, Table

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            players_link TEXT NOT NULL UNIQUE,
            watching_link TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            set_up TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            version INTEGER NOT NULL,
            created TEXT NOT NULL,
            entry TEXT NOT NULL,
            key TEXT,
            PRIMARY KEY (game, version),
            UNIQUE (game, key)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE evenings (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hosting_link TEXT NOT NULL UNIQUE,
            watching_link TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            name TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE evening_games (
            evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,
            by_players INTEGER NOT NULL,
            PRIMARY KEY (evening, number),
            UNIQUE (evening, game)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX evenings_of_a_game ON evening_games (game)",
    ),
    (
        """CREATE TABLE photos (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            link TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            media_type TEXT NOT NULL,
            size INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT""",
    ),
)
"""What each release added; ``PRAGMA user_version`` counts those that a file has. Old ones are never edited."""

_metadata: Final = MetaData()

games: Final = Table(
    "games",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("players_link", String, nullable=False),
    Column("watching_link", String, nullable=False),
    Column("created", String, nullable=False),
    Column("set_up", String, nullable=False),
)

entries: Final = Table(
    "entries",
    _metadata,
    Column("game", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("created", String, nullable=False),
    Column("entry", String, nullable=False),
    Column("key", String),
)

evenings: Final = Table(
    "evenings",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("hosting_link", String, nullable=False),
    Column("watching_link", String, nullable=False),
    Column("created", String, nullable=False),
    Column("name", String, nullable=False),
)

evening_games: Final = Table(
    "evening_games",
    _metadata,
    Column("evening", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("number", Integer, primary_key=True),
    Column("by_players", Boolean, nullable=False),
)

photos: Final = Table(
    "photos",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("link", String, nullable=False),
    Column("created", String, nullable=False),
    Column("media_type", String, nullable=False),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)
