"""The engine finds exactly the outcomes that a slow, independent reading of the rules finds."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanica_core import Factory, count_outcomes, outcomes, run_workday
from mechanica_core.editions import RULE_SETS
from tests.reference.random_factories import random_factory
from tests.reference.resolver import TooMany, all_outcomes

ROOT = Path(__file__).parents[2]
OWN_CASES = ROOT / "tests/data/workdays.jsonl"
SHARED_CASES = ROOT.parent / "shared/cases/workdays.jsonl"
FEW = 3_000
"""Ways through a workday that the slow resolver walks in the fast run."""


def documents(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Random factories of every size, under every rule set, every other one with bots in input holes."""
    rng = random.Random(seed)
    for n in range(number):
        columns = rng.choice((None, None, None, 1, 2, 3, 4, 5, 6))
        pieces = rng.choice((None, None, 3, 8, 16))
        yield random_factory(rng, pieces=pieces, wild=n % 2 == 1, columns=columns, rules=RULE_SETS[n % len(RULE_SETS)])


def found(factory: Factory) -> set[str]:
    """The canonical documents of all outcomes."""
    return {json.dumps(outcome.to_json(), sort_keys=True) for outcome in outcomes(factory)}


def compared(seed: int, number: int, limit: int) -> tuple[int, int]:
    """Compare so many factories; how many the resolver could do, and how many of those had many outcomes."""
    done = many = 0
    for document in documents(seed, number):
        try:
            expected = all_outcomes(document, limit)
        except TooMany:
            continue
        factory = Factory.from_json(document)
        assert found(factory) == expected, f"{factory!r} parts from the reference resolver"
        assert count_outcomes(factory) == len(expected)
        done += 1
        many += len(expected) > 1
    return done, many


@pytest.mark.rule("R-12.26")
@pytest.mark.parametrize("seed", range(8))
def test_outcomes_are_those_of_the_reference_resolver(seed: int) -> None:
    done, many = compared(seed, 50, FEW)
    assert done > 30
    assert many > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_outcomes_are_those_of_the_reference_resolver_on_many_factories(seed: int) -> None:
    done, _ = compared(seed, 100, 20_000)
    assert done > 60


def test_a_random_player_ends_where_the_reference_resolver_says() -> None:
    rng = random.Random(1)
    for document in documents(99, 60):
        try:
            expected = all_outcomes(document, FEW)
        except TooMany:
            continue
        factory = Factory.from_json(document)
        evening = run_workday(factory, policy=lambda choice: rng.choice(choice.takes)).factory
        assert json.dumps(evening.to_json(), sort_keys=True) in expected


@pytest.mark.parametrize("seed", range(5))
def test_random_factories_are_canonical_documents(seed: int) -> None:
    for document in documents(seed, 20):
        assert Factory.from_json(document).to_json() == document


def cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file; its first line only says what it is."""
    if not file.exists():
        pytest.skip("the cases are not here")
    with file.open(encoding="utf-8") as lines:
        next(lines)
        return [json.loads(line) for line in lines]


def check(case: dict[str, Any]) -> None:
    """A case gives a factory, the number of its outcomes and the digest of all of them, sorted."""
    factory = Factory.from_json({**case["factory"], "rules": case["rules"]})
    assert count_outcomes(factory) == case["count"], repr(factory)
    lines = sorted(found(factory))
    assert hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest() == case["sha256"], repr(factory)
    if "outcomes" in case:
        assert [json.loads(line) for line in lines] == case["outcomes"], repr(factory)


def test_outcomes_are_those_of_the_cases_kept_here() -> None:
    for case in cases(OWN_CASES):
        check(case)


def test_the_shared_cases_have_as_many_outcomes_as_they_say() -> None:
    for case in cases(SHARED_CASES):
        factory = Factory.from_json({**case["factory"], "rules": case["rules"]})
        assert count_outcomes(factory) == case["count"], repr(factory)
        if case["count"] <= FEW:
            check(case)


@pytest.mark.slow
def test_outcomes_are_those_of_all_shared_cases() -> None:
    for case in cases(SHARED_CASES):
        check(case)
