"""Plans for several days: as good as going through everything, or labelled with a bound that holds."""

from __future__ import annotations

import random

import pytest

from mechanica_core import Factory, Model, component_set, count_outcomes, outcomes
from mechanica_core.best import MOST_MORNINGS, Aim, Objective, best_day, next_morning
from tests.core.best.test_best_day import leads_out, rank
from tests.core.test_reference import documents

BUSY = "O(db)=FRn(p-b)Sn(pp)Fs=1(d)/A(b-)=FFFsR(b-p)=3(bpd)/.(p)=FnFwTwF=3(bbp) 4+10 print_2019 demo"


class TooMany(Exception):
    """Going through everything would take too long."""


class Everything:
    """The best of several days, by going through all outcomes of each."""

    def __init__(self, factory: Factory, objective: Objective, limit: int) -> None:
        docks = {hole for hole in factory.machinery.holes if hole.startswith("dock/")}
        self._counting = leads_out(factory) if objective.aim is Aim.VALUE else docks
        self._objective = objective
        self._left = limit
        self._known: dict[tuple[bytes, int], tuple[int, int, int]] = {}

    def best(self, factory: Factory, days: int) -> tuple[int, int, int]:
        key = factory.contents, days
        if key not in self._known:
            self._left -= count_outcomes(factory)
            if self._left < 0:
                raise TooMany
            poor = factory.with_money(0, 0)
            self._known[key] = max(self._after(poor, evening, days) for evening in outcomes(poor))
        return self._known[key]

    def _after(self, before: Factory, evening: Factory, days: int) -> tuple[int, int, int]:
        if days == 1:
            return rank(before, evening, self._objective, self._counting)
        morning = next_morning(evening)
        paid, lacking, money = self.best(morning, days - 1)
        return paid, lacking, money + morning.wallet + morning.vault


def compare(seed: int, number: int, limit: int) -> tuple[int, int]:
    rng = random.Random(seed)
    compared = exact = 0
    for document in documents(seed, number):
        factory, days = Factory.from_json(document), rng.choice((2, 2, 3, 4))
        objective = rng.choice(
            (Objective(Aim.MONEY), Objective(Aim.VALUE), Objective(Aim.BLUEPRINT, tuple(rng.sample(range(15), 2))))
        )
        try:
            expected = Everything(factory, objective, limit).best(factory, days)
        except TooMany:
            continue
        plan = best_day(factory, objective, days)
        assert plan.worth.rank <= expected <= plan.bound.rank, (factory, objective, days)
        assert not plan.exact or plan.worth.rank == expected
        assert len(plan.days) == days
        for day, following in zip(plan.days, plan.days[1:], strict=False):
            assert following.before == next_morning(day.factory)
        compared += 1
        exact += plan.exact
    return compared, exact


@pytest.mark.parametrize("seed", range(3))
def test_it_is_as_good_as_going_through_everything(seed: int) -> None:
    compared, exact = compare(seed + 40, 40, 1_000)
    assert compared > 10
    assert exact == compared


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_it_is_as_good_as_going_through_everything_in_many_factories(seed: int) -> None:
    compared, exact = compare(seed + 400, 40, 20_000)
    assert compared > 10
    assert exact > 0.9 * compared


def test_between_days_bots_are_sold_and_fabricators_make_theirs() -> None:
    evening = Factory.from_text(".=4=1/B=4=2(pd)/O=4=1(b) 1+2 print_2019 demo")
    assert next_morning(evening).to_text() == ".=4=1/B(b)=4=2/O(d-)=4=1 13+2 print_2019 demo"


def test_where_work_runs_out_the_bound_says_so() -> None:
    factory = Factory.from_text(BUSY)
    best = best_day(factory, "money", 3)
    plan = best_day(factory, "money", 3, mornings=4)
    assert not plan.exact
    assert plan.worth.money <= best.worth.money <= best.bound.money <= plan.bound.money


def test_every_morning_is_a_step() -> None:
    steps: list[Model | None] = []
    best_day(Factory.from_text(BUSY), "money", 2, step=lambda: steps.append(None))
    assert 2 <= len(steps) <= MOST_MORNINGS


def test_reasons_look_at_no_more_mornings_than_their_plan() -> None:
    plan = best_day(Factory.from_text(BUSY), "money", 3, mornings=4)
    other = plan.reasons[0].other
    assert other is not None
    assert plan.mornings == other.mornings == 4
    assert not other.exact


def test_no_blueprint_is_promised_that_no_bots_can_pay() -> None:
    factory = Factory.from_text(".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo")
    cards = component_set("demo").blueprints
    deluxe = next(number for number, card in enumerate(cards) if Model.DELUXE in card.value.asks)
    plan = best_day(factory, Objective(Aim.BLUEPRINT, (deluxe,)), 4, mornings=2)
    assert plan.bound.paid == plan.worth.paid == 0
    assert plan.bound.lacking == plan.worth.lacking > 0
