"""Workdays, outcomes, best days, placements and scores over HTTP say what the library says."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx
import pytest

from mechanica_core import FORGIVABLE, Factory, count_outcomes, open_choices, run_workday, take_first
from mechanica_core.best import best_day, best_placements
from mechanica_core.events import event_json
from mechanica_core.messages import LANGUAGES, Language
from service.api.documents import EXAMPLE_FACTORY, Forgivable
from service.searches import Searches, TooHard, all_outcomes
from tests.service.conftest import SAMPLES

FACTORY: Final = Factory.from_json((SAMPLES / "busy_factory.json").read_text(encoding="utf-8"))
BUSY: Final = FACTORY.to_json()


def asked(api: httpx.Client, path: str, language: str = "en", **body: Any) -> Any:
    answer = api.post(path, json=body, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_choices_are_asked_until_the_workday_is_finished(api: httpx.Client) -> None:
    decisions: list[dict[str, str]] = []
    while not (day := asked(api, "/api/workdays", factory=BUSY, decisions=decisions))["finished"]:
        assert day["next"] is None
        choice = day["open"][0]
        decisions.append({"choice": choice["choice"], "take": choice["options"][-1]["take"]})
    expected = run_workday(FACTORY, policy=lambda choice: choice.takes[-1])
    assert day["next"] == {"factory": expected.factory.to_json(), "text": expected.factory.to_text()}
    assert day["gained"] == expected.gained._asdict()
    assert day["decisions"] == decisions


@pytest.mark.parametrize("language", LANGUAGES)
def test_open_choices_come_in_words_with_what_comes_of_each_option(api: httpx.Client, language: Language) -> None:
    told = asked(api, "/api/workdays", language, factory=BUSY)["open"]
    for question, choice in zip(told, open_choices(FACTORY), strict=True):
        assert (question["choice"], question["words"]) == (choice.id, choice.words(language))
        for answer, option in zip(question["options"], choice.options, strict=True):
            assert (answer["take"], answer["words"]) == (option.take, option.words(language))
            assert (answer["place"], answer["wallet"], answer["vault"]) == (option.place, option.wallet, option.vault)


def test_events_are_those_of_the_library_and_ways_lead_to_where_bots_rest(api: httpx.Client) -> None:
    day = asked(api, "/api/workdays", factory=BUSY, policy="first")
    expected = run_workday(FACTORY, policy=take_first)
    added = {"words", "matters"}
    plain = [{key: value for key, value in event.items() if key not in added} for event in day["events"]]
    assert plain == json.loads(json.dumps([event_json(event) for event in expected.events]))
    stopped = {event["bot"]: event["hole"] for event in day["events"] if event["event"] == "stopped"}
    assert {way["bot"]: way["rests"] for way in day["ways"] if way["rests"]} == stopped
    for way in day["ways"]:
        assert [point["tick"] for point in way["points"]] == sorted(point["tick"] for point in way["points"])
        assert all(-1 <= point["x"] <= 7 and -1 <= point["y"] <= 4 for point in way["points"])


def test_details_that_are_not_wanted_stay_away(api: httpx.Client) -> None:
    day = asked(api, "/api/workdays", factory=BUSY, policy="first", details=[])
    assert (day["events"], day["ways"]) == ([], [])
    assert "words" not in asked(api, "/api/workdays", factory=BUSY, policy="first", details=["events"])["events"][0]


def test_pieces_that_do_not_fit_are_refused_by_place_and_rule_unless_forgiven(api: httpx.Client) -> None:
    crooked = json.loads(json.dumps(EXAMPLE_FACTORY))
    crooked["floor"][1]["facing"] = "west"
    answer = api.post("/api/workdays", json={"factory": crooked})
    assert answer.status_code == 422
    assert answer.json()["code"] == "no_factory"
    (problem,) = answer.json()["problems"]
    assert (problem["kind"], problem["rule"]) == ("does_not_fit", "D-3.7")
    assert not asked(api, "/api/workdays", factory=crooked, forgive=["does_not_fit"])["finished"]


def test_what_may_be_forgiven_is_what_the_library_forgives() -> None:
    assert set(Forgivable.__args__) == FORGIVABLE  # type: ignore[attr-defined]


def test_a_malformed_factory_is_told_by_its_places(api: httpx.Client) -> None:
    broken = json.loads(json.dumps(EXAMPLE_FACTORY))
    broken["floor"][0]["kind"] = "upgrade"
    broken["start"]["top"]["bots"] = {"centre": "bsic"}
    answer = api.post("/api/workdays", json={"factory": broken}, headers={"Accept-Language": "de"}).json()
    assert answer["code"] == "invalid_request"
    assert [problem["place"] for problem in answer["problems"]] == ["floor/middle/1/kind", "start/top/centre"]
    assert "upgrader" in answer["detail"]


def test_outcomes_are_counted_and_listed(api: httpx.Client) -> None:
    found = asked(api, "/api/outcomes", factory=BUSY, most=3)
    assert found["count"] == count_outcomes(FACTORY)
    assert len(found["outcomes"]) == min(3, found["count"])
    assert sum(found["divided"].values()) >= found["count"]


def test_the_best_days_come_with_reasons_and_their_events(api: httpx.Client) -> None:
    found = asked(api, "/api/best", "es", factory=BUSY, days=2)
    plan = best_day(FACTORY, "money", 2)
    assert found["worth"] == plan.worth._asdict()
    assert [day["next"]["text"] for day in found["days"]] == [day.factory.to_text() for day in plan.days]
    assert [reason["words"] for reason in found["reasons"]] == [reason.words("es") for reason in plan.reasons]
    assert found["days"][0]["events"]


def test_blueprints_count_from_one(api: httpx.Client) -> None:
    found = asked(api, "/api/best", factory=BUSY, objective="blueprint", blueprints=[1, 2])
    assert found["objective"] == "blueprint"
    answer = api.post("/api/best", json={"factory": BUSY, "objective": "blueprint"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_objective")


def test_placements_are_ranked(api: httpx.Client) -> None:
    (first, *_) = asked(api, "/api/placements", factory=BUSY, pieces={"gift_wrapper": 1}, days=1)["changes"]
    best = best_placements(FACTORY, "gift_wrapper", price=1)[0]
    assert (first["place"], first["earns"]) == (best.place, best.earns)
    assert first["piece"]["facing"] == (best.piece and best.piece.facing)
    gone = asked(api, "/api/placements", factory=BUSY)["changes"]
    assert all(change["piece"] is None for change in gone)


def test_scores_add_up_and_tell_who_won(api: httpx.Client) -> None:
    players = [{"name": "Ann", "factory": BUSY, "wallet": 30}, {"name": "<b>Ben", "factory": EXAMPLE_FACTORY}]
    found = asked(api, "/api/scores", "de", players=players)
    assert found["winners"] == ["Ann"]
    assert found["certain"]
    assert found["words"] == "Ann gewinnt"
    assert found["players"][1]["name"] == "<b>Ben"
    for player in found["players"]:
        values = [part["value"] for part in player["improvements"]]
        assert player["total"] == player["wallet"] + player["vault"] + sum(values)


@pytest.mark.parametrize(
    "player", [{"name": "Ann"}, {"name": "Ann", "factory": EXAMPLE_FACTORY, "reading": "x"}, {"name": "x" * 100}]
)
def test_a_player_has_a_short_name_and_one_board(api: httpx.Client, player: dict[str, Any]) -> None:
    assert api.post("/api/scores", json={"players": [player]}).status_code == 422


def test_two_players_need_two_names(api: httpx.Client) -> None:
    player = {"name": "Ann", "factory": EXAMPLE_FACTORY}
    assert api.post("/api/scores", json={"players": [player, player]}).json()["code"] == "bad_request"


def test_pieces_are_explained_in_every_language(api: httpx.Client) -> None:
    told = {
        language: api.get("/api/pieces", headers={"Accept-Language": language}).json()["pieces"]
        for language in LANGUAGES
    }
    assert len({told[language][0]["summary"] for language in LANGUAGES}) == len(LANGUAGES)
    for piece in told["en"]:
        assert api.get(piece["picture"]).text.startswith("<svg")
    assert api.get("/api/pieces/fork.svg", params={"flipped": True}).status_code == 404


def test_editions_are_listed(api: httpx.Client) -> None:
    told = api.get("/api/editions").json()
    assert {rules["name"] for rules in told["rules"]} == {"print_2019", "web_de", "web_es"}
    assert {"demo", "published"} <= {components["name"] for components in told["components"]}


def test_a_line_of_notation_is_checked_and_drawn(api: httpx.Client) -> None:
    found = asked(api, "/api/factories", text=FACTORY.to_text())
    assert found["factory"] == BUSY
    answer = api.post("/api/factories", json={"text": "nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_notation")
    for show in ("factory", "workday", "film", "score"):
        policy = "first" if show in ("workday", "film") else None
        drawn = api.post("/api/pictures", json={"factory": BUSY, "show": show, "policy": policy})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert api.post("/api/pictures", json={"factory": BUSY, "show": "workday"}).json()["code"] == "missing_decision"


def for_ever(factory: Factory) -> None:
    while True:
        pass


def test_a_search_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    searches = Searches(1, 0.5)
    try:
        with pytest.raises(TooHard):
            searches.run(for_ever, FACTORY)
        patient = Searches(1, 60)
        try:
            assert patient.run(all_outcomes, FACTORY, (), 1).count == count_outcomes(FACTORY)
        finally:
            patient.close()
    finally:
        searches.close()
