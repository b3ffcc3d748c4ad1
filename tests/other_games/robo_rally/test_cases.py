"""The public cases, by the library and by the reference resolver, which also agree on random ones."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from mechanica_core.other_games.robo_rally import SituationError
from mechanica_core.other_games.robo_rally.document import case_document, played_document, read_case
from tests.other_games.robo_rally import reference
from tests.other_games.robo_rally.random_cases import random_case

CASES: Final = json.loads((Path(__file__).parents[2] / "data/roborally.json").read_text(encoding="utf-8"))["cases"]


def played(case: dict[str, Any]) -> list[dict[str, Any]]:
    """What the library makes of a case, options aside, of which the reference knows nothing."""
    after: list[dict[str, Any]] = played_document(read_case(case))["after"]
    for robots in after:
        for robot in robots.values():
            robot.pop("options", None)
    return after


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}: {case['title']}" for case in CASES])
def test_public_cases(case: dict[str, Any]) -> None:
    for after in (played(case), reference.play(case_document(read_case(case)))):
        for name, expected in case["expect"].items():
            states = expected.get("after", [expected])
            for wanted, robots in zip(reversed(states), reversed(after), strict=False):
                assert {key: robots[name][key] for key in wanted} == wanted


def test_the_last_state_is_the_one_in_the_end() -> None:
    answer = played_document(read_case(CASES[0]))
    assert (
        answer["robots"]
        == answer["after"][-1]
        == {"A": {"at": [0, 0], "facing": "N", "damage": 0, "archive": None, "destroyed": False}}
    )


def test_belts_stop_where_the_rules_say_so() -> None:
    squares = [{"at": [0, 0], "elements": [{"kind": "belt", "speed": "normal", "to": "E"}]}]
    case = {
        "board": {"width": 3, "height": 1, "squares": squares, "edges": []},
        "robots": [{"id": name, "at": [x, 0], "facing": "N"} for x, name in enumerate("AB")],
        "registers": [1],
    }
    places = {
        rule: [robot["at"][0] for robot in played(case | {"rules": {"belt_into_robot": rule}})[-1].values()]
        for rule in ("push", "stop")
    }
    assert places == {"push": [1, 2], "stop": [0, 1]}


def disagreements(seeds: range) -> list[int]:
    """Seeds whose random cases the two resolvers see otherwise."""
    cases = ((seed, random_case(random.Random(seed))) for seed in seeds)
    return [seed for seed, case in cases if played(case) != reference.play(case)]


def test_both_resolvers_agree_on_random_cases() -> None:
    assert disagreements(range(400)) == []


@pytest.mark.slow
def test_both_resolvers_agree_on_many_random_cases() -> None:
    assert disagreements(range(1_000_000, 1_020_000)) == []


@pytest.mark.slow
def test_100_000_random_registers_come_to_an_end() -> None:
    registers, seed = 0, 2_000_000
    while registers < 100_000:
        seed += 1
        try:
            case = read_case(random_case(random.Random(seed)))
        except SituationError as error:
            raise AssertionError(seed) from error
        registers += len(case.play()[0].played)
