"""The best workday is the best of all outcomes, and its decisions lead there."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from mechanica_core import (
    Facing,
    Factory,
    ImpossibleDecision,
    Kind,
    Model,
    Piece,
    count_outcomes,
    outcomes,
    run_workday,
)
from mechanica_core.best import Aim, Objective, best_day
from mechanica_core.errors import ObjectiveError
from tests.core.test_reference import OWN_CASES, SHARED_CASES, cases, documents

CHARGERS = [Piece(Kind.STATIC_CHARGER, facing) for facing in Facing]
FEW = 2_000
"""Outcomes that are compared one by one in the fast run."""
FIRST = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"
MANY = ".(d)=R(p-b)D(-bdb)R(b-d)F=3(bpp)/O(pb)=FTFRn(b-d)=1/A(pp)=FX(-pp)FS(pp)=2(bd) 11+11 print_2019 demo"
"""99225 outcomes."""


def leads_out(factory: Factory) -> set[str]:
    """Holes whose bot, or what is made of it, can come to a truck some day: by days of that bot alone."""
    empty = factory.with_bots(dict.fromkeys(factory.bots()))
    reached = {
        hole: {
            after.replace("/in1", "/ahead")  # there it waits for another
            for evening in outcomes(empty.with_bots({hole: "basic"}))
            for after in evening.bots()
            if evening.piece_at(after.rpartition("/")[0]) not in CHARGERS  # its new Basic is another bot
        }
        for hole in factory.machinery.holes
    }
    good = {hole for hole in factory.machinery.holes if hole.startswith("dock/")}
    while more := {hole for hole, after in reached.items() if after & good} - good:
        good |= more
    return good


def rank(before: Factory, evening: Factory, objective: Objective, counting: set[str]) -> tuple[int, int, int]:
    """What an outcome is worth, written from the words of the objective and not from the code."""
    components = before.machinery.components
    money = evening.wallet - before.wallet + evening.vault - before.vault
    held = evening.bots()
    money += sum(components.model_prices[model].value for hole, model in held.items() if hole in counting)
    trucks = [model for hole, model in held.items() if hole.startswith("dock/")]
    wanted = [components.blueprints[number].value for number in objective.blueprints]
    paid = 0
    for chosen in range(1 << len(wanted)):
        asked = [model for number, one in enumerate(wanted) if chosen >> number & 1 for model in one.asks]
        if all(asked.count(model) <= trucks.count(model) for model in Model):
            paid = max(paid, sum(one.pays for number, one in enumerate(wanted) if chosen >> number & 1))
    every = [model for one in wanted for model in one.asks]
    return paid, -sum(max(0, every.count(model) - trucks.count(model)) for model in Model), money


def objectives(rng: random.Random) -> Iterator[Objective]:
    yield Objective(Aim.MONEY)
    yield Objective(Aim.VALUE)
    yield Objective(Aim.BLUEPRINT, (rng.randrange(15),))
    yield Objective(Aim.BLUEPRINT, tuple(rng.sample(range(15), rng.choice((2, 3)))))


def check(factory: Factory, rng: random.Random) -> None:
    every = list(outcomes(factory))
    docks = {hole for hole in factory.machinery.holes if hole.startswith("dock/")}
    for objective in objectives(rng):
        counting = leads_out(factory) if objective.aim is Aim.VALUE else docks
        ranks = [rank(factory, evening, objective, counting) for evening in every]
        plan = best_day(factory, objective)
        assert plan.worth.rank == max(ranks), (factory, objective)
        assert plan.factory == every[ranks.index(max(ranks))], (factory, objective)
        assert plan.exact
        assert run_workday(factory, plan.decisions).factory == plan.factory


@pytest.mark.rule("D-5.16")
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_first_best_of_all_outcomes(seed: int) -> None:
    rng = random.Random(seed)
    for document in documents(500 + seed, 40):
        factory = Factory.from_json(document)
        if count_outcomes(factory) <= 500:
            check(factory, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_it_is_the_first_best_of_all_outcomes_of_many_factories(seed: int) -> None:
    rng = random.Random(seed)
    for document in documents(1000 + seed, 100):
        factory = Factory.from_json(document)
        if count_outcomes(factory) <= 20_000:
            check(factory, rng)


def test_it_is_the_best_in_the_cases_kept_here() -> None:
    for case in cases(OWN_CASES):
        if case["count"] <= FEW:
            check(Factory.from_json({**case["factory"], "rules": case["rules"]}), random.Random(1))


@pytest.mark.slow
def test_it_is_the_best_in_all_shared_cases() -> None:
    for case in cases(SHARED_CASES):
        check(Factory.from_json({**case["factory"], "rules": case["rules"]}), random.Random(1))


def test_decisions_narrow_it_down() -> None:
    factory = Factory.from_text(FIRST)
    way = "floor/middle/1<start/middle/centre"
    for take in ("ahead", "left"):
        plan = best_day(factory, "money", decisions={way: take})
        assert dict(plan.decisions)[way] == take
        best = max(outcomes(factory, {way: take}), key=lambda one: one.wallet + one.vault + sold(one))
        assert plan.worth.money == best.wallet + best.vault + sold(best) - 13
    with pytest.raises(ImpossibleDecision):
        best_day(factory, "money", decisions={way: "right"})


def sold(factory: Factory) -> int:
    prices = factory.machinery.components.model_prices
    return sum(prices[model].value for hole, model in factory.bots().items() if hole.startswith("dock/"))


def test_reasons_say_what_is_gained_beside_the_other_option() -> None:
    bot = "Basic Fabricator (middle), hole centre"
    assert [reason.words() for reason in best_day(Factory.from_text(FIRST), "money").reasons] == [
        f"Fork (middle 1) right for the bot from {bot}: +1 wallet, Basic more in the trucks",
        f"Flight Tester (middle 2): the bot from {bot} to Small Truck (middle): +1 wallet, Basic more in the trucks",
        "Fork (bottom 3) right for the bot from Upgrader (bottom 2), hole ahead: Plus more in the trucks",
    ]
    assert [reason.words() for reason in best_day(Factory.from_text(FIRST), "money", 2).reasons][2:] == [
        "Fork (bottom 3) right for the bot from Upgrader (bottom 2), hole ahead: as good as any other way",
        "Repurposer (middle 4): make a Deluxe: +2 in 2 days",
    ]


def test_reasons_for_every_decision_hold() -> None:
    for document in documents(77, 12):
        factory = Factory.from_json(document)
        for aim in ("money", "value"):
            plan = best_day(factory, aim)
            assert [(reason.choice, reason.take) for reason in plan.reasons] == [*plan.decisions]
            for reason in plan.reasons:
                if reason.other is not None:
                    assert dict(reason.other.decisions)[reason.choice] != reason.take
                    assert reason.other.worth.rank <= plan.worth.rank
                    assert (reason.other.worth == plan.worth) == reason.words().endswith("as good as any other way")


@pytest.mark.parametrize(
    ("objective", "days", "sentence"),
    [
        ("wealth", 1, "unknown objective 'wealth'; there are money, value, blueprint"),
        ("blueprint", 1, "the objective blueprint, and no other, goes with the numbers of blueprints"),
        (Objective(Aim.MONEY, (1,)), 1, "the objective blueprint, and no other, goes with the numbers of blueprints"),
        (Objective(Aim.BLUEPRINT, (15,)), 1, "there is no blueprint 16; there are 1 to 15"),
        (Objective(Aim.BLUEPRINT, (-1,)), 1, "there is no blueprint 0; there are 1 to 15"),
        (Objective(Aim.BLUEPRINT, (3, 3)), 1, "a blueprint is named twice"),
        ("money", 0, "a plan is for 1 to 4 workdays, not 0"),
        ("money", 5, "a plan is for 1 to 4 workdays, not 5"),
    ],
)
def test_what_cannot_be_planned_is_refused(objective: Objective | str, days: int, sentence: str) -> None:
    with pytest.raises(ObjectiveError) as refused:
        best_day(Factory.new(), objective, days)
    assert str(refused.value) == sentence
