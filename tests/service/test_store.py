"""What is kept: a journal that only grows, one writer at a time, and nothing left of what was deleted."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import Database, Evenings, Games, KeyReused, NewerDatabase, Role, VersionConflict


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "games.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


def test_a_link_opens_its_game_for_players_or_for_watching(games: Games) -> None:
    made = games.create("set-up")
    other = games.create("another")
    assert len({made.players_link, made.watching_link, other.players_link, other.watching_link}) == 4
    watched = games.find(made.watching_link)
    assert (made.role, watched and watched.role) == (Role.PLAYERS, Role.WATCHING)
    assert watched is not None
    assert watched.id == made.id
    assert games.find(made.players_link[:-1]) is None


def test_the_version_is_the_number_of_entries(games: Games) -> None:
    game = games.create("set-up", ["first"])
    assert games.append(game.id, 1, "second")
    assert [(entry.version, entry.text) for entry in games.journal(game.id)] == [(1, "first"), (2, "second")]
    assert [entry.text for entry in games.journal(game.id, after=1)] == ["second"]
    found = games.find(game.players_link)
    assert found is not None
    assert found.version == 2


def test_a_write_on_an_old_version_is_refused_and_leaves_all_as_it_was(games: Games) -> None:
    game = games.create("set-up", ["first"])
    with pytest.raises(VersionConflict) as conflict:
        games.append(game.id, 0, "late")
    assert conflict.value.version == 1
    assert [entry.text for entry in games.journal(game.id)] == ["first"]


def test_an_entry_with_the_key_of_an_earlier_one_is_not_written_twice(games: Games) -> None:
    game, other = games.create("set-up"), games.create("another")
    assert games.append(game.id, 0, "day", "key")
    assert not games.append(game.id, 0, "day", "key")
    assert games.append(other.id, 0, "day", "key")
    with pytest.raises(KeyReused):
        games.append(game.id, 1, "another day", "key")
    assert len(games.journal(game.id)) == 1


def test_of_writers_at_the_same_time_one_goes_first_and_none_is_lost(tmp_path: Path) -> None:
    """Two databases stand for two processes, two threads in each for two clients."""
    databases = [Database(tmp_path / "games.sqlite3") for _ in range(2)]
    game = Games(databases[0]).create("set-up")
    taken: list[str] = []

    def play(number: int) -> None:
        mine = Games(databases[number % 2])
        for day in range(10):
            text, version = f"{number}/{day}", 0
            while True:
                try:
                    mine.append(game.id, version, text)
                    break
                except VersionConflict as conflict:
                    version = conflict.version
            taken.append(text)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [entry.text for entry in Games(databases[1]).journal(game.id)]
    assert sorted(kept) == sorted(taken)
    for number in range(4):
        assert [text for text in kept if text.startswith(f"{number}/")] == [f"{number}/{day}" for day in range(10)]
    for database in databases:
        database.close()


def test_what_is_deleted_is_nowhere_in_the_files(games: Games, database: Database) -> None:
    evenings = Evenings(database)
    doomed = games.create("doomed set-up", [f"doomed {'x' * (97 * number % 900)}" for number in range(200)])
    kept = games.create("kept set-up", [f"kept {'y' * (89 * number % 900)}" for number in range(200)])
    evening = evenings.create("doomed evening")
    for game in (doomed, kept):
        evenings.add(evening.id, game.id, by_players=True)
    games.delete(doomed.id)
    evenings.delete(evening.id)
    left = b"".join(file.read_bytes() for file in database.file.parent.iterdir())
    assert b"doomed" not in left
    assert doomed.players_link.encode() not in left
    assert evening.hosting_link.encode() not in left
    assert len(games.journal(kept.id)) == 200
    assert games.find(doomed.players_link) is None


def test_nothing_is_written_to_a_deleted_game_and_none_takes_its_place(games: Games) -> None:
    game = games.create("set-up")
    games.delete(game.id)
    with pytest.raises(VersionConflict):
        games.append(game.id, 0, "late")
    assert games.create("another").id != game.id


def test_an_evening_keeps_its_games_in_order_and_forgets_deleted_ones(games: Games, database: Database) -> None:
    evenings = Evenings(database)
    evening = evenings.create("Friday")
    first, second = games.create("first", ["entry"]), games.create("second")
    assert evenings.add(evening.id, first.id, by_players=True) == 1
    assert evenings.add(evening.id, second.id, by_players=False) == 2
    assert evenings.add(evening.id, first.id, by_players=False) == 1
    entered = evenings.games(evening.id)
    assert [(entry.number, entry.by_players, entry.game.set_up, entry.game.version) for entry in entered] == [
        (1, True, "first", 1),
        (2, False, "second", 0),
    ]
    assert evenings.remove(evening.id, 1)
    assert not evenings.remove(evening.id, 1)
    assert games.find(first.players_link) is not None
    games.delete(second.id)
    assert evenings.games(evening.id) == []


def test_a_file_is_its_owners_alone_and_opens_again(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.sqlite3"
    database = Database(file)
    game = Games(database).create("set-up", ["entry"])
    database.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = Database(file)
    assert [entry.text for entry in Games(again).journal(game.id)] == ["entry"]
    again.close()


def test_a_file_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    database = Database(file)
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1000")
    database.close()
    with pytest.raises(NewerDatabase, match="newer release"):
        Database(file)
