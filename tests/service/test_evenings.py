"""Evenings of several games: who stands where, for whom, and what a spreadsheet makes of it."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from mechanica_core.factory import Factory
from mechanica_core.game import read_record
from mechanica_core.scoring import Score, Standings, standings
from service.api import evenings as api
from service.api.app import create_app
from service.api.settings import Settings
from service.tables.evening import evening_standings, standings_csv
from tests.service.asgi import serving

Json = dict[str, Any]


def finished(**scores: int) -> Standings:
    return standings({name.replace("_", "-"): Score(score, 0, ()) for name, score in scores.items()})


# -- standings --------------------------------------------------------------------------------------------------------


def test_the_average_placing_decides_then_the_average_score() -> None:
    players = evening_standings(
        [finished(Ann=30, Ben=20, Cid=10), finished(Ben=50, Cid=5, Ann=1), finished(Dee=11, Eva=9)]
    )
    assert [(player.rank, player.name) for player in players] == [
        (1, "Dee"),
        (2, "Ben"),
        (3, "Ann"),
        (4, "Eva"),
        (5, "Cid"),
    ]
    by_name = {player.name: player for player in players}
    assert (by_name["Ben"].placings, by_name["Ben"].scores) == ((2, 1), (20, 50))
    assert by_name["Ann"].average_placing == by_name["Eva"].average_placing == 2
    assert by_name["Ann"].average_score == 15.5


def test_equal_scores_share_a_placing_and_equal_players_a_rank() -> None:
    players = evening_standings([finished(Ann=20, Ben=20, Cid=5)])
    assert [(player.rank, player.name, player.placings) for player in players] == [
        (1, "Ann", (1,)),
        (1, "Ben", (1,)),
        (3, "Cid", (3,)),
    ]


def test_a_player_is_known_again_whatever_the_case_and_armand_is_not_listed() -> None:
    [ann] = evening_standings([finished(Ann=5, ARMAND_0=50), finished(ann=50, ARMAND_0=5)])
    assert (ann.name, ann.placings) == ("Ann", (2, 1))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    text = standings_csv(evening_standings([standings({name: Score(1, 0, ())})]), "en")
    [_, row] = csv.reader(io.StringIO(text))
    assert row[1] == f"'{name}"


def test_a_name_with_commas_quotes_and_lines_stays_one_cell() -> None:
    text = standings_csv(evening_standings([standings({'Ann, "the\nfirst"': Score(1, 0, ())})]), "en")
    assert [len(row) for row in csv.reader(io.StringIO(text))] == [7, 7]


# -- over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with serving(create_app(Settings(data=tmp_path_factory.mktemp("data")))) as client:
        yield client


def a_game(client: httpx.Client, **wallets: int) -> Json:
    """A game that is over, with these wallets."""
    state = client.post("/api/games", json={"players": list(wallets), "follow": "days"}).json()
    link = state["links"]["players"]
    for player, wallet in enumerate(wallets.values(), start=1):
        board = {"version": player - 1, "player": player, "factory": Factory.new().with_money(wallet, 0).to_json()}
        assert client.post(f"/api/games/{link}/boards", json=board).status_code == 200
    over: Json = client.post(f"/api/games/{link}/actions", json={"version": len(wallets), "actions": ["finish"]}).json()
    assert over["over"]
    return over


def an_evening(client: httpx.Client, *games: str) -> Json:
    evening: Json = client.post("/api/evenings", json={"name": "Friday"}).json()
    for game in games:
        answer = client.post(f"/api/evenings/{evening['links']['hosting']}/games", json={"game": game})
        assert answer.status_code == 201, answer.text
        evening = answer.json()
    return evening


def test_an_evening_stands_as_its_games_do(client: httpx.Client) -> None:
    first, second = a_game(client, Ann=30, Ben=20), a_game(client, Cid=9, Ann=8)
    playing = client.post("/api/games", json={"players": ["Dee"]}).json()
    evening = an_evening(client, *(game["links"]["players"] for game in (first, second, playing)))
    assert [(game["number"], game["over"], game["totals"]) for game in evening["games"]] == [
        (1, True, [30, 20]),
        (2, True, [9, 8]),
        (3, False, [8]),
    ]
    assert [(player["rank"], player["name"], player["average_placing"]) for player in evening["standings"]] == [
        (1, "Cid", 1.0),
        (2, "Ann", 1.5),
        (3, "Ben", 2.0),
    ]
    again = client.post(
        f"/api/evenings/{evening['links']['hosting']}/games", json={"game": first["links"]["watching"]}
    ).json()
    assert again == evening


def test_who_watches_an_evening_gets_no_link_to_play(client: httpx.Client) -> None:
    mine, seen = a_game(client, Ann=1), a_game(client, Ben=1)
    evening = an_evening(client, mine["links"]["players"], seen["links"]["watching"])
    assert [game["links"]["players"] for game in evening["games"]] == [mine["links"]["players"], None]
    link = evening["links"]["watching"]
    watched = client.get(f"/api/evenings/{link}").json()
    assert (watched["hosts"], watched["links"]["hosting"]) == (False, None)
    assert [game["links"]["players"] for game in watched["games"]] == [None, None]
    assert [game["links"]["watching"] for game in watched["games"]] == [
        game["links"]["watching"] for game in evening["games"]
    ]
    for answer in (
        client.post(f"/api/evenings/{link}/games", json={"game": mine["links"]["players"]}),
        client.delete(f"/api/evenings/{link}/games/1"),
        client.delete(f"/api/evenings/{link}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "only_watching")


def test_the_links_of_an_evening_are_pictures_to_scan(client: httpx.Client) -> None:
    links = an_evening(client)["links"]
    path = "/api/evenings/{}/qr"
    watching = client.get(path.format(links["hosting"]))
    hosting = client.get(path.format(links["hosting"]), params={"of": "hosting"})
    assert watching.headers["content-type"] == "image/svg+xml"
    assert watching.content == client.get(path.format(links["watching"])).content != hosting.content
    refused = client.get(path.format(links["watching"]), params={"of": "hosting"})
    assert (refused.status_code, refused.json()["code"]) == (403, "only_watching")


def test_a_game_leaves_an_evening_and_an_evening_its_games(client: httpx.Client) -> None:
    game = a_game(client, Ann=1)
    evening = an_evening(client, game["links"]["players"])
    host = evening["links"]["hosting"]
    assert client.delete(f"/api/evenings/{host}/games/1").json()["games"] == []
    assert client.delete(f"/api/evenings/{host}/games/1").status_code == 404
    client.post(f"/api/evenings/{host}/games", json={"game": game["links"]["players"]})
    assert client.delete(f"/api/evenings/{host}").status_code == 204
    assert client.get(f"/api/evenings/{host}").status_code == 404
    assert client.get(f"/api/games/{game['links']['players']}").status_code == 200


def test_an_evening_is_bounded_and_takes_only_games_that_are(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = an_evening(client, a_game(client, Ann=1)["links"]["players"])
    path = f"/api/evenings/{evening['links']['hosting']}/games"
    assert client.post(path, json={"game": "guessed"}).json()["code"] == "not_found"
    monkeypatch.setattr(api, "MOST_GAMES", 1)
    answer = client.post(path, json={"game": a_game(client, Ben=1)["links"]["players"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "evening_full")


def test_the_archive_holds_standings_and_every_game_to_go_on_with(client: httpx.Client) -> None:
    over = a_game(client, **{"=1+1": 30, "../../etc": 20})
    playing = client.post("/api/games", json={"players": ["Dee"]}).json()
    evening = an_evening(client, over["links"]["players"], playing["links"]["watching"])
    link = evening["links"]["watching"]
    table = client.get(f"/api/evenings/{link}/standings")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in table.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert rows[1][:5] == ["1", "'=1+1", "1", "1.00", "30.00"]
    answer = client.get(f"/api/evenings/{link}/archive")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["standings.csv", "game_1.txt", "game_1.json", "game_2.txt", "game_2.json"]
        assert archive.read("standings.csv") == table.content
        assert read_record(archive.read("game_2.txt").decode()).start.players == ("Dee",)
        journal = json.loads(archive.read("game_1.json"))
    again = client.post("/api/games/import", json={"journal": journal}).json()
    assert again["scores"] == over["scores"]


@pytest.mark.parametrize("name", ["", "x" * 81, "a\nb", 7, None])
def test_an_evening_needs_a_name_that_can_be_shown(client: httpx.Client, name: object) -> None:
    assert client.post("/api/evenings", json={"name": name}).status_code == 422
