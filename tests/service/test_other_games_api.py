"""RoboRally and Factory Fun over HTTP say what their commands say."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx
import pytest

from mechanica_core.other_games.factory_fun.document import read_document
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from mechanica_core.other_games.factory_fun.report import hall_report
from mechanica_core.other_games.robo_rally.document import played_document, read_case
from tests.service.conftest import SAMPLES

CASE: Final[dict[str, Any]] = json.loads((SAMPLES / "robo_rally.json").read_text(encoding="utf-8"))
HALL: Final[dict[str, Any]] = json.loads((SAMPLES / "factory_fun_hall.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("events", [False, True])
def test_registers_are_played_as_by_the_command(api: httpx.Client, events: bool) -> None:
    answer = api.post("/api/robo-rally/registers", params={"events": events}, json=CASE)
    assert answer.status_code == 200, answer.text
    assert answer.json() == json.loads(json.dumps(played_document(read_case(CASE), events=events)))


def test_the_board_in_the_end_is_drawn(api: httpx.Client) -> None:
    answer = api.post("/api/robo-rally/registers", params={"picture": True}, json=CASE)
    assert answer.json()["svg"].startswith("<svg")


def test_a_hall_is_checked_as_by_the_command(api: httpx.Client) -> None:
    hall = read_document(HALL, made_up_machines())
    assert isinstance(hall, Hall)
    answer = api.post("/api/factory-fun/halls", json=HALL)
    assert answer.status_code == 200, answer.text
    assert answer.json() == json.loads(json.dumps(hall_report(hall)))
    drawn = api.post("/api/factory-fun/halls", params={"picture": True}, json=HALL)
    assert drawn.json()["svg"].startswith("<svg")


def test_broken_rules_are_told_by_letter_and_square(api: httpx.Client) -> None:
    answer = api.post("/api/factory-fun/halls", json=HALL | {"connectors": []}, headers={"Accept-Language": "de"})
    report = answer.json()
    assert not report["ok"]
    assert all(told["rule"] and told["square"] and told["message"] for told in report["violations"])


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/api/robo-rally/registers", {**CASE, "registers": [6]}, "registers"),
        (
            "/api/robo-rally/registers",
            {**CASE, "robots": [{"id": "A", "at": [9, 0], "facing": "E"}], "program": {}},
            "robots/A",
        ),
        ("/api/robo-rally/registers", {**CASE, "program": {"Z": [{"card": "move1"}]}}, "program/Z"),
        ("/api/factory-fun/halls", {**HALL, "machines": [{"machine": "x", "square": "b1", "facing": "south"}]}, "b1"),
        ("/api/factory-fun/halls", {**HALL, "connectors": [{"square": "zz9", "pipes": ["ES"]}]}, "connectors"),
    ],
)
def test_what_is_broken_is_told_by_its_place(api: httpx.Client, path: str, body: dict[str, Any], place: str) -> None:
    answer = api.post(path, json=body)
    assert answer.status_code == 422
    assert place in answer.text
    assert answer.headers["content-type"] == "application/problem+json"
