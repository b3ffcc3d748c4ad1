"""Games followed live: how they stand first, then every version once, in order, until they are deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from mechanica_core.messages import Language
from service.api import live
from service.api.app import create_app
from service.api.game_documents import GameState, state_of
from service.api.settings import Settings
from service.keeper import Kept
from service.store import Database, Games
from service.tables import Do
from tests.service.live import listening

Json = dict[str, Any]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def client(data: Path) -> Iterator[httpx.Client]:
    with listening(create_app(Settings(data=data))) as url, httpx.Client(base_url=url, timeout=60) as client:
        yield client


@pytest.fixture
def game(client: httpx.Client) -> Json:
    state: Json = client.post("/api/games", json={"players": ["Ann", "Ben"], "follow": "days"}).json()
    return state


def do(client: httpx.Client, game: Json, version: int, *actions: str) -> Json:
    link = game["links"]["players"]
    answer = client.post(f"/api/games/{link}/actions", json={"version": version, "actions": list(actions)})
    assert answer.status_code == 200, answer.text
    state: Json = answer.json()
    return state


@contextmanager
def watching(client: httpx.Client, link: str, **asked: Any) -> Iterator[Iterator[tuple[str, str, Json]]]:
    """The events of a game, each as name, id and data; comments are named ``:``."""
    with client.stream("GET", f"/api/games/{link}/events", **asked) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _events(answer.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[tuple[str, str, Json]]:
    fields = {"event": "", "id": "", "data": "null"}
    for line in lines:
        name, _, value = line.partition(": ")
        if line.startswith(":"):
            yield ":", "", {}
        elif line:
            fields[name] = value
        elif fields["event"]:
            yield fields["event"], fields["id"], json.loads(fields["data"])
            fields = {"event": "", "id": "", "data": "null"}


def test_the_state_comes_first_and_then_one_event_for_each_version(client: httpx.Client, game: Json) -> None:
    do(client, game, 0, "run")
    with watching(client, game["links"]["players"]) as events:
        name, version, state = next(events)
        assert (name, version, state["version"]) == ("state", "1", 1)
        assert state == client.get(f"/api/games/{game['links']['players']}").json()
        do(client, game, 1, "run")
        do(client, game, 2, "new day")
        assert [next(events)[1] for _ in range(2)] == ["2", "3"]


def test_a_change_that_comes_while_the_state_is_being_told_is_not_missed(
    client: httpx.Client, game: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = state_of
    actions = ["run", "run"]

    def played_meanwhile(kept: Kept, language: Language, version: int | None = None) -> GameState:
        state = told(kept, language, version)
        if actions:
            do(client, game, 2 - len(actions), actions.pop())
        return state

    monkeypatch.setattr(live, "HEARTBEAT", 600)
    monkeypatch.setattr(live, "state_of", played_meanwhile)
    with watching(client, game["links"]["watching"]) as events:
        assert [next(events)[1] for _ in range(3)] == ["0", "1", "2"]


def test_who_watches_sees_all_but_the_link_of_the_players(client: httpx.Client, game: Json) -> None:
    with watching(client, game["links"]["watching"]) as events:
        state = next(events)[2]
        assert (state["links"]["players"], state["offers"]) == (None, [])
        do(client, game, 0, "run")
        assert next(events)[2]["happened"][0].startswith("Ann: the factory runs")


def test_who_comes_back_gets_what_was_missed_in_order(client: httpx.Client, game: Json) -> None:
    for version, action in enumerate(("run", "run", "new day", "run")):
        do(client, game, version, action)
    link = game["links"]["watching"]
    for asked in ({"params": {"since": 1}}, {"headers": {"Last-Event-ID": "1"}}):
        with watching(client, link, **asked) as events:
            states = [next(events) for _ in range(3)]
            assert [version for _, version, _ in states] == ["2", "3", "4"]
            assert [state["position"]["day"] for _, _, state in states] == [1, 2, 2]
    with watching(client, link, params={"since": 99}) as events:
        assert next(events)[1] == "4"


def test_who_missed_very_much_gets_how_it_stands(
    client: httpx.Client, game: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_MISSED", 2)
    for version, action in enumerate(("run", "run", "new day", "run")):
        do(client, game, version, action)
    with watching(client, game["links"]["watching"], params={"since": 1}) as events:
        assert next(events)[1] == "4"


def test_the_stream_of_a_deleted_game_ends(client: httpx.Client, game: Json) -> None:
    with watching(client, game["links"]["watching"]) as events:
        next(events)
        client.delete(f"/api/games/{game['links']['players']}")
        assert next(events)[0] == "deleted"
        assert next(events, None) is None


def test_a_quiet_stream_is_kept_alive_and_sees_what_another_process_wrote(
    client: httpx.Client, game: Json, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    with watching(client, game["links"]["watching"]) as events:
        next(events)
        assert next(events)[0] == ":"
        other = Database(Settings(data=data).database)
        found = Games(other).find(game["links"]["players"])
        assert found is not None
        Games(other).append(found.id, 0, Do(actions=["run"]).model_dump_json())
        other.close()
        assert next(event[1] for event in events if event[0] == "state") == "1"


def test_of_too_many_streams_one_more_is_told_to_come_back(
    client: httpx.Client, game: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 0)
    answer = client.get(f"/api/games/{game['links']['watching']}/events")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.headers["retry-after"]


def test_no_stream_is_opened_by_a_guessed_link(client: httpx.Client) -> None:
    assert client.get("/api/games/guessed/events").status_code == 404
