"""The samples are canonical and what their README says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mechanica_core import Factory, count_outcomes, open_choices, run_workday
from mechanica_core.game.final import final_standings
from mechanica_core.game.record import read_record, replay_while_valid, write_record

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize("name", ["first_factory", "busy_factory"])
def test_factories_are_canonical(name: str) -> None:
    text = (SAMPLES / f"{name}.json").read_text(encoding="utf-8")
    assert text == json.dumps(Factory.from_json(text).to_json(), indent=2) + "\n"


def sample(name: str) -> Factory:
    return Factory.from_json((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "pieces", "moving", "choices", "outcomes"),
    [("first_factory", 7, 4, 2, 14), ("busy_factory", 12, 8, 3, 684)],
)
def test_factories_are_as_described(name: str, pieces: int, moving: int, choices: int, outcomes: int) -> None:
    factory = sample(name)
    leaving = [route for route in factory.machinery.routes.departures if factory.contents[route.hole]]
    assert (len(factory.layout.floor), len(leaving)) == (pieces, moving)
    assert (len(open_choices(factory)), count_outcomes(factory)) == (choices, outcomes)
    assert factory.warnings == ()


def test_the_decisions_settle_all_choices_of_the_first_factory() -> None:
    decisions = json.loads((SAMPLES / "first_decisions.json").read_text(encoding="utf-8"))
    workday = run_workday(sample("first_factory"), [(one["choice"], one["take"]) for one in decisions])
    assert workday.gained == (1, 1)
    assert workday.factory.bot_at("floor/middle/4/ahead") == "deluxe"


def test_the_readme_lists_every_sample() -> None:
    listed = (SAMPLES / "README.md").read_text(encoding="utf-8")
    for file in SAMPLES.glob("*.json"):
        assert f"| `{file.name}` |" in listed


def test_the_record_replays_to_the_same_bytes() -> None:
    text = (SAMPLES / "first_game.txt").read_text(encoding="utf-8")
    record = read_record(text)
    replay = replay_while_valid(record)
    assert replay.error is None
    assert [player.score.total for player in final_standings(replay.steps[-1].game).players] == [202, 132]
    assert write_record(record) == text
