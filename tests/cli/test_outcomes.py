"""``mechanica outcomes``, which must agree with every known case."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mechanica_core import Factory, divide, outcomes
from mechanica_core.render.text import HOLES
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Make, Mechanica, answer, complaint

OWN_CASES = Path(__file__).parents[1] / "data/workdays.jsonl"
SHARED_CASES = Path(__file__).parents[2].parent / "shared/cases/workdays.jsonl"
MANY = ".(d)=R(p-b)D(-bdb)R(b-d)F=3(bpp)/O(pb)=FTFRn(b-d)=1/A(pp)=FX(-pp)FS(pp)=2(bd) 11+11 print_2019 demo"
"""99225 outcomes."""
FEWER = ".(d)=R(p-b)D(-b--)R(b-d)F=3(bpp)/O(-b)=FTFRn(b-d)=1/.=FX(-p-)F1=2(bd) 11+11 print_2019 demo"
"""2565 outcomes."""
EMPTY = HOLES[0]


def cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file; its first line only says what it is."""
    if not file.exists():
        pytest.skip("the cases are not here")
    _, *lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.rule("R-12.26")
@pytest.mark.parametrize("file", [OWN_CASES, SHARED_CASES], ids=["own", "shared"])
def test_it_agrees_with_every_case(mechanica: Mechanica, make: Make, file: Path) -> None:
    for case in cases(file):
        found = answer(mechanica("outcomes", "--json", make(json.dumps(case["factory"] | {"rules": case["rules"]}))))
        listed = found.pop("outcomes")
        assert found == {"count": case["count"], "sha256": case["sha256"]}
        assert listed == case.get("outcomes", listed)


@pytest.mark.rule("R-12.22")
def test_outcomes_are_sorted_and_hashed_by_their_lines(mechanica: Mechanica) -> None:
    found = answer(mechanica("outcomes", "--json", FIRST))
    lines = [json.dumps(outcome, sort_keys=True) for outcome in found["outcomes"]]
    assert lines == sorted(json.dumps(one.to_json(), sort_keys=True) for one in outcomes(Factory.from_text(FIRST)))
    assert found["sha256"] == hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert found["count"] == len(lines) == 14


def test_very_many_outcomes_are_only_counted_and_hashed(mechanica: Mechanica) -> None:
    found = answer(mechanica("outcomes", "--json", MANY))
    assert found == {"count": 99225, "sha256": "316920a42c2f8e7042441181b1153b2eeba14189aabc01b655e5d8d10755d364"}


def test_all_lists_many_outcomes(mechanica: Mechanica) -> None:
    short = answer(mechanica("outcomes", "--json", FEWER))
    assert list(short) == ["count", "sha256"]
    full = answer(mechanica("outcomes", "--json", "--all", FEWER))
    assert full.pop("outcomes")[-1]["format"] == "mechanica-factory/1"
    assert full == short
    assert full["count"] == 2565


def test_too_many_to_sort_are_refused(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.outcomes.MOST_SORTED", 13)
    sentence = complaint(mechanica("outcomes", "--json", FIRST), 1)
    assert sentence == "14 outcomes are too many to sort; narrow them down by --decisions"


def test_assumptions_are_told_only_where_there_are_any(mechanica: Mechanica) -> None:
    assumed = answer(mechanica("outcomes", "--json", ASSUMING))["assumed"]
    assert assumed[0] == {"what": "board.columns", "value": 4}
    assert answer(mechanica("outcomes", "--json", "--divide", ASSUMING))["assumed"] == assumed
    assert list(answer(mechanica("outcomes", "--json", QUIET))) == ["count", "sha256", "outcomes"]
    assert mechanica("outcomes", ASSUMING).stdout.splitlines()[-2] == "assumed: 4 columns on the floor"


def test_people_get_a_table(mechanica: Mechanica) -> None:
    assert mechanica("outcomes", QUIET).stdout.splitlines() == [
        "distinct outcomes: 1",
        "wallet  vault  top  middle  bottom  factory",
        f"+0      +0     {EMPTY}    b       {EMPTY}       .=4=1/B=4=1(b)/.=4=1 8+0 print_2019 demo",
    ]


def test_people_get_twenty_rows_or_all(mechanica: Mechanica) -> None:
    first, *rows, last = mechanica("outcomes", FEWER).stdout.splitlines()
    count = int(first.rpartition(" ")[2])
    assert (len(rows), last) == (21, f"shown: 20 of {count}; --all shows them all")
    _, *rows = mechanica("outcomes", "--all", FEWER).stdout.splitlines()
    assert len(rows) == 1 + count
    assert {row.split("  ")[-1].strip() for row in rows[1:]} == {
        outcome.to_text() for outcome in outcomes(Factory.from_text(FEWER))
    }


def test_divide_counts_under_each_option(mechanica: Mechanica) -> None:
    expected = divide(Factory.from_text(FIRST))
    assert answer(mechanica("outcomes", "--divide", "--json", FIRST)) == {"divide": expected}
    rows = [line.split() for line in mechanica("outcomes", "--divide", FIRST).stdout.splitlines()[2:]]
    assert rows == [[*way.split(), str(count)] for way, count in expected.items()]


def test_divide_without_a_choice_has_one_entry(mechanica: Mechanica) -> None:
    assert answer(mechanica("outcomes", "--divide", "--json", QUIET)) == {"divide": {"": 1}}
    assert "no bot has a choice of ways" in mechanica("outcomes", "--divide", QUIET).stdout


def test_decisions_narrow_outcomes_down(mechanica: Mechanica, make: Make) -> None:
    way = "floor/middle/1<start/middle/centre"
    for take, count in (("ahead", 4), ("left", 10)):
        file = make(json.dumps([{"choice": way, "take": take}]))
        assert answer(mechanica("outcomes", "--json", FIRST, "--decisions", file))["count"] == count
    impossible = make(json.dumps([{"choice": way, "take": "right"}]))
    sentence = complaint(mechanica("outcomes", FIRST, "--decisions", impossible), 1)
    assert sentence.startswith(f"{way}: no workday of this factory takes")
