"""``mechanica robo-rally``."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.cli.conftest import Make, Mechanica, answer, complaint

CASE: Final[dict[str, Any]] = {
    "board": {
        "width": 4,
        "height": 1,
        "squares": [
            {"at": [2, 0], "elements": [{"kind": "belt", "speed": "normal", "to": "E"}]},
            {"at": [3, 0], "elements": [{"kind": "flamer", "active": [1]}]},
        ],
        "edges": [{"at": [3, 0], "side": "E", "kind": "wall"}],
    },
    "robots": [{"id": "A", "at": [0, 0], "facing": "E"}, {"id": "B", "at": [1, 0], "facing": "N", "archive": [1, 0]}],
    "program": {"A": [{"card": "move1", "priority": 490}]},
    "registers": [1],
}
DRAWN: Final = """\
   0     1     2     3
+     +     +     +     +
  @A>   @B^    >     F1 | 0
+     +     +     +     +
"""
ROBOTS: Final = {
    "A": {"at": [1, 0], "facing": "E", "damage": 0, "archive": None, "destroyed": False},
    "B": {"at": [3, 0], "facing": "N", "damage": 2, "archive": [1, 0], "destroyed": False},
}


def test_it_answers_programs(mechanica: Mechanica, make: Make) -> None:
    assert answer(mechanica("robo-rally", "run", make(json.dumps(CASE)), "--json")) == {
        "robots": ROBOTS,
        "after": [ROBOTS],
    }


def test_it_answers_programs_with_events(mechanica: Mechanica, make: Make) -> None:
    (events,) = answer(mechanica("robo-rally", "run", make(json.dumps(CASE)), "--json", "--events"))["events"]
    assert {"event": "moved", "robot": "B", "start": [1, 0], "to": [2, 0], "by": "push"} in events


def test_it_tells_people(mechanica: Mechanica, make: Make) -> None:
    told = mechanica("robo-rally", "run", make(json.dumps(CASE)))
    assert told.exit_code == 0
    assert told.stdout.splitlines()[:13] == [
        "Register 1",
        "  B: robots move",
        "    A plays Move 1 (490)",
        "    B is pushed to [2, 0]",
        "    A goes to [1, 0]",
        "  C2: all belts",
        "    the belt carries B to [3, 0]",
        "  D: laser fire",
        "    A hits B",
        "    B hits nobody",
        "    B takes 1 damage (a robot's laser), now 1",
        "    B takes 1 damage (Flamer), now 2",
        "",
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "    das Band befördert B nach [3, 0]"), ("es", "    la cinta lleva a B a [3, 0]")],
)
def test_it_tells_people_in_their_language(mechanica: Mechanica, make: Make, language: str, sentence: str) -> None:
    told = mechanica("robo-rally", "run", make(json.dumps(CASE)), "--lang", language)
    assert sentence in told.stdout.splitlines()


@pytest.mark.parametrize("garbage", ["@@#", "@A", "@", "#", "?>"])
def test_what_is_no_sign_is_told_by_its_square(mechanica: Mechanica, make: Make, garbage: str) -> None:
    drawn = mechanica("robo-rally", "show", make(json.dumps(CASE))).stdout
    told = complaint(mechanica("robo-rally", "show", make(drawn.replace("  >   ", f"  {garbage:<4}", 1))), 2)
    assert garbage in told
    assert "[2, 0]" in told


def test_it_draws_boards_that_it_reads_back(mechanica: Mechanica, make: Make) -> None:
    drawn = mechanica("robo-rally", "show", make(json.dumps(CASE))).stdout
    assert drawn.startswith(DRAWN)
    shown = answer(mechanica("robo-rally", "show", "-", "--json", stdin=drawn))
    assert shown["board"] == CASE["board"]


def test_it_shows_a_case_in_canonical_form(mechanica: Mechanica, make: Make) -> None:
    shown = answer(mechanica("robo-rally", "show", make(json.dumps(CASE | {"title": "a case"})), "--json"))
    assert shown.keys() == CASE.keys()
    assert answer(mechanica("robo-rally", "show", "-", "--json", stdin=json.dumps(shown))) == shown


def test_it_draws_pictures(mechanica: Mechanica, make: Make) -> None:
    drawn = mechanica("robo-rally", "show", make(json.dumps(CASE)), "-o", "-", "--lang", "de").stdout
    assert drawn.startswith("<svg")
    assert "<title>Langsames Band</title>" in drawn
    assert complaint(mechanica("robo-rally", "show", make("{}"), "-o", "a.png"), 2)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"registers": [7]}, "registers/1: 7 is above 5"),
        ({"program": {"A": [{"card": "jump"}]}}, "program/A/1/card: unknown name"),
        ({"robots": [{"id": "A", "at": [9, 9], "facing": "E"}]}, "robots/A/at: [9, 9] is not on the board"),
        (
            {"board": CASE["board"] | {"squares": [{"at": [1, 0], "elements": [{"kind": "gear", "turn": "up"}]}]}},
            "[1, 0]/gear/turn: unknown name",
        ),
        (
            {"decisions": [{"robot": "A", "register": 1, "element": "waste", "take": "repair"}]},
            "A/1/waste: unknown name repair",
        ),
    ],
)
def test_what_is_broken_is_refused_in_one_sentence(
    mechanica: Mechanica, make: Make, change: dict[str, Any], sentence: str
) -> None:
    for command in ("run", "show"):
        assert sentence in complaint(mechanica("robo-rally", command, make(json.dumps(CASE | change))), 2)


@pytest.mark.parametrize("content", ["", "{", "hello", "[1]", "+--+\n|x |\n+--+"])
def test_what_is_no_case_is_refused(mechanica: Mechanica, make: Make, content: str) -> None:
    assert complaint(mechanica("robo-rally", "run", make(content)), 2)
