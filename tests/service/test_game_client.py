"""The client's methods for games and evenings, against a real server."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from mechanica_core.factory import Factory
from service.api.app import create_app
from service.api.settings import Settings
from service.client import Client, Refused
from tests.service.live import listening


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with listening(create_app(Settings(data=tmp_path_factory.mktemp("data")))) as url:
        yield url


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as client:
        yield client


def test_a_game_is_followed_compared_corrected_and_taken_back(client: Client) -> None:
    game = client.create_game(["Ann", "Ben"], follow="days", title="window", copy="demo")
    game = client.do_actions(game, game.offers[0].action, "run")
    lies = Factory.new().with_money(5, 0)
    assert not client.compare_board(game, 1, lies).equal
    game = client.tell_board(game, 1, lies, vault=2)
    assert [difference.difference for difference in game.differences[-2:]] == ["other_money", "other_money"]
    position = game.position.model_copy(update={"day": 4})
    assert client.correct_game(game, position).position.day == 4
    game = client.undo(client.game(game.links.players or ""))
    assert (game.version, game.position.factories[0].vault, game.position.day) == (4, 2, 1)
    assert [entry.entry for entry in client.history(game.links.watching, limit=2).entries] == ["undo", "position"]
    assert client.game(game.links.watching, 0).version == 0


def test_an_old_state_is_refused_with_the_version_there_is(client: Client) -> None:
    game = client.create_game(["Ann"])
    client.do_actions(game, "open 1")
    with pytest.raises(Refused) as refused:
        client.do_actions(game, "open 2")
    assert (refused.value.code, refused.value.problem.version) == ("version_conflict", 1)


def test_a_game_is_watched_while_it_is_played(client: Client) -> None:
    game = client.create_game(["Ann", "Ben"], follow="days")
    states = client.watch_game(game.links.watching)
    assert next(states).version == 0
    client.do_actions(game, "run")
    state = next(states)
    assert (state.version, state.runs[0].player, state.links.players) == (1, 1, None)
    client.delete_game(game.links.players or "")
    assert next(states, None) is None
    with pytest.raises(Refused, match="deleted"):
        next(client.watch_game(game.links.watching))


def test_a_game_goes_out_and_comes_in_again(client: Client) -> None:
    game = client.create_game(["Ann", "Ben"])
    game = client.do_actions(game, "open 1", "open 9", "draw upgrader", "draw gift_wrapper", "run")
    link = game.links.watching
    for again in (
        client.import_game(journal=client.journal(link)),
        client.import_game(record=client.record(link)),
        client.import_game(position=game.position),
    ):
        assert again.position == game.position
    assert client.qr_code(link).startswith("<?xml")


def test_an_evening_is_held(client: Client) -> None:
    evening = client.create_evening("Friday")
    host = evening.links.hosting or ""
    game = client.do_actions(client.create_game(["Ann", "Ben"]), "finish")
    evening = client.add_game(host, game.links.players or "")
    assert [player.name for player in evening.standings] == ["Ann", "Ben"]
    assert b"Ann" in client.standings(evening.links.watching)
    assert client.evening_qr_code(host).startswith("<?xml")
    assert client.archive(evening.links.watching).startswith(b"PK")
    assert client.remove_game(host, 1).games == client.evening(host).games == []
    client.delete_evening(host)
    with pytest.raises(Refused, match="no such evening"):
        client.evening(host)


class Losing(httpx.HTTPTransport):
    """Carries every request there, and loses every other answer to a write."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if request.headers.get("idempotency-key") and self.lost % 2 == 0:
            answer.read()
            self.lost += 1
            raise httpx.ReadTimeout("lost", request=request)
        self.lost += 1
        return answer


def test_a_day_whose_answer_was_lost_is_not_played_twice(address: str) -> None:
    with Client(address, transport=Losing()) as client:
        game = client.create_game(["Ann", "Ben"], follow="days")
        for _ in range(3):
            game = client.do_actions(game, "run", "run", "new day")
        assert (game.version, game.position.day) == (3, 4)
