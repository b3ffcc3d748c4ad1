"""All outcomes of a workday: exactly those that the player's choices can reach (D-5.16, R-12.26)."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest

from mechanica_core import (
    Factory,
    ImpossibleDecision,
    Workday,
    count_outcomes,
    divide,
    open_choices,
    outcomes,
    run_workday,
)
from tests.core.rules.helpers import after, rows

CENTRE, SIDE = "start/middle/centre", "start/middle/side"


def every_workday(factory: Factory, decisions: dict[str, str] | None = None) -> Iterator[Workday]:
    """Every workday there can be, by trying every option of every choice."""
    taken = decisions or {}
    open_ = open_choices(factory, taken)
    if not open_:
        yield run_workday(factory, taken)
        return
    for take in open_[0].takes:
        yield from every_workday(factory, {**taken, open_[0].id: take})


def test_without_choices_there_is_one() -> None:
    for factory in (rows("B(b)=U3=1", money="8+2"), rows("B=4=1(d)"), Factory.new()):
        assert list(outcomes(factory)) == [after(factory)]
        assert count_outcomes(factory) == 1
        assert divide(factory) == {"": 1}


@pytest.mark.rule("R-5.8", "R-12.26")
def test_a_fork_leads_to_two() -> None:
    factory = rows("B(b)=1F2=1", money="3+4")
    assert list(outcomes(factory)) == [
        rows("B=1F2=1", top=".=4=1(b)", money="3+4"),
        rows("B=1F2=1(b)", money="3+4"),
    ]
    assert count_outcomes(factory) == 2
    assert divide(factory) == {f"floor/middle/2<{CENTRE} ahead": 1, f"floor/middle/2<{CENTRE} left": 1}


@pytest.mark.rule("R-12.26")
def test_ways_that_end_the_same_are_one() -> None:
    """Both ways are lost: over the edge, or off the west."""
    factory = rows("B=Un(-b)3=1", top=".=Fn3=1")
    assert list(outcomes(factory)) == [rows("B=Un3=1", top=".=Fn3=1")]
    assert count_outcomes(factory) == 1
    assert divide(factory) == {
        "floor/top/1<floor/middle/1/ahead ahead": 1,
        "floor/top/1<floor/middle/1/ahead left": 1,
    }


@pytest.mark.rule("R-12.25", "R-12.26", "R-5.9", "R-5.10")
def test_outcomes_that_differ_in_money_alone_are_two() -> None:
    factory = rows("B(b)=TG2=1", money="5+6")
    assert list(outcomes(factory)) == [rows("B=TG2=1(b)", money="6+6"), rows("B=TG2=1(b)", money="5+7")]
    assert count_outcomes(factory) == 2


@pytest.mark.rule("R-12.26")
def test_money_of_bots_that_never_meet_is_added_up() -> None:
    """Two bots with the same choice: a coin each for the wallet or the vault, in three sums."""
    factory = rows("B(b)=TG2=1", top=".(b)=TG2=1", money="1+0")
    trucks = {"middle": "B=TG2=1(b)", "top": ".=TG2=1(b)"}
    assert list(outcomes(factory)) == [
        rows(**trucks, money="3+0"),
        rows(**trucks, money="2+1"),
        rows(**trucks, money="1+2"),
    ]
    assert count_outcomes(factory) == 3
    same_sums = rows("B(b)=TU2=1", top=".(b)=TU2=1")
    assert set(outcomes(same_sums)) == {
        rows("B=TU(-p)2=1", top=".=TU(-p)2=1"),
        rows("B=TU(-p)2=1", top=".=TU2=1(b)", money="1+0"),
        rows("B=TU2=1(b)", top=".=TU(-p)2=1", money="1+0"),
        rows("B=TU2=1(b)", top=".=TU2=1(b)", money="2+0"),
    }
    assert count_outcomes(same_sums) == 4
    three = rows("B(b)=TG2=1", top=".(b)=TG2=1", bottom=".(b)=TG2=1")
    assert count_outcomes(three) == 4
    assert [(evening.wallet, evening.vault) for evening in outcomes(three)] == [(3, 0), (2, 1), (1, 2), (0, 3)]


@pytest.mark.rule("R-5.14", "D-5.16", "R-12.26")
def test_bots_that_may_meet_are_settled_together() -> None:
    factory = rows("A(bp)=1F2=1")
    assert set(outcomes(factory)) == {
        rows("A=1F2=1(b)"),
        rows("A=1F2=1(p)"),
        rows("A=1F2=1(b)", top=".=4=1(p)"),
        rows("A=1F2=1(p)", top=".=4=1(b)"),
        rows("A=1F2=1", top=".=4=1(b)"),
        rows("A=1F2=1", top=".=4=1(p)"),
    }
    assert count_outcomes(factory) == 6
    assert divide(factory) == {f"floor/middle/2<{CENTRE} ahead": 3, f"floor/middle/2<{CENTRE} left": 3}
    ahead = {f"floor/middle/2<{CENTRE}": "ahead"}
    assert divide(factory, ahead) == {f"floor/middle/2<{SIDE} ahead": 2, f"floor/middle/2<{SIDE} left": 1}
    assert divide(factory, ahead | {f"floor/middle/2<{SIDE}": "ahead"}) == {"": 2}


@pytest.mark.rule("R-6.3", "R-6.5", "R-5.11")
@pytest.mark.parametrize(
    ("morning", "evenings"),
    [
        ("B(b)=1D2=1", ["B=1D(-b)2=1", "B=1D(--b)2=1", "B=1D(---b)2=1"]),
        ("B(d)=1D2=1", ["B=1D(-ppp)2=1"]),
        ("A(bd)=1R2=1", ["A=1R(--b)2=1", "A=1R(--p)2=1", "A=1R(--d)2=1"]),
        ("B=1R(bd)2=1", ["B=1R(--b)2=1", "B=1R(--p)2=1", "B=1R(--d)2=1"]),
        ("B=1R(b)2=1", ["B=1R(b)2=1"]),
        ("A(bd)=1R(p)2=1", ["A=1R(--b)2=1", "A=1R(--p)2=1", "A=1R(--d)2=1"]),
        ("B(d)=1S2=1", ["B=1S(b-)2=1(d)", "B=1S(-b)2=1(d)"]),
        ("A(bd)=1S2=2", ["A=1S(bb)2=2(bd)"]),
        ("A(bd)=1S2=1", ["A=1S(bb)2=1(b)", "A=1S(bb)2=1(d)"]),
        ("A(bd)=1U2=1", ["A=1U(-p)2=1", "A=1U(-d)2=1"]),
        ("A(pd)=1U2=1", ["A=1U(-d)2=1"]),
        ("A(bd)=1U(p)2=1", ["A=1U(-p)2=1", "A=1U(-d)2=1"]),
        ("B=2=2(bd)", ["B=2=2(bd)"]),
        ("B(p)=2=2(bd)", ["B=2=2(bp)", "B=2=2(bd)", "B=2=2(pd)"]),
        ("A(bd)=1X2=1", ["A=1X(-bb)2=1", "A=1X(-dd)2=1"]),
    ],
    ids=range(15),
)
def test_what_is_made_and_who_survives(morning: str, evenings: list[str]) -> None:
    factory = rows(morning)
    found = list(outcomes(factory))
    assert set(found) == set(map(rows, evenings))
    assert len(found) == len(evenings) == count_outcomes(factory)


TANGLED = {
    "one fork after another": partial(rows, "A(bp)=FF2=2", top=".(d)=1F2=1(b)"),
    "two meet, and one of them a third": partial(rows, "A(bp)=1F2=1", top=".=3Us(-d)=1(p)", bottom=".(d)=4=1"),
    "a chain of meetings": partial(rows, "B(p)=1F1U=1", top=".(b)=4=1", bottom=".(d)=2F1=1(b)"),
    "passing chargers or not": partial(rows, "A(bp)=FS2=2", top=".(d)=2S1=1"),
    "one charger or the other": partial(rows, "B(b)=1F1S=1", top=".=2S1=1"),
    "chargers that feed a meeting": partial(rows, "A(bp)=FS(dp)2=1", top=".=1Us(-b)2=1", forgive=["does_not_fit"]),
    "a throw over wrappers": partial(rows, "A(bp)=TGGF=1", top=".=3Us(-d)=1", forgive=["does_not_fit"]),
    "a throw in Spanish": partial(rows, "A(bp)=TGGF=1", rules="web_es"),
    "round by a wrapper": partial(rows, "A(bp)=2F1=1", top=".=FwGwFn1=1"),
    "round below": partial(rows, "A(bp)=1FFs1=1", bottom=".=1FnFw1=1"),
    "a busy floor": partial(rows, "A(bp)=FSR(b)2=1", top=".(b)=3D1=1(p)", bottom=".=1U(-d)1U(b)1=2(bb)", money="8+0"),
    "everything stands": partial(rows, "B=R(bd)D(b)X(p)=2(bd)", top=".=U(d)2=1", bottom=".=R(b)R(dd)1=3(pp)"),
}


tangled = pytest.mark.parametrize("morning", TANGLED.values(), ids=TANGLED)


@pytest.mark.rule("D-5.16", "R-12.26")
@tangled
def test_they_are_what_trying_every_choice_finds(morning: Callable[[], Factory]) -> None:
    factory = morning()
    found = list(outcomes(factory))
    expected = {workday.factory for workday in every_workday(factory)}
    assert set(found) == expected
    assert len(found) == len(expected) == count_outcomes(factory)
    assert list(outcomes(factory)) == found


# -- under decisions -----------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.26")
@tangled
def test_decisions_leave_the_outcomes_of_the_workdays_that_take_them(morning: Callable[[], Factory]) -> None:
    factory = morning()
    workdays = [(set(workday.decisions), workday.factory) for workday in every_workday(factory)]
    known = sorted(set().union(*(decisions for decisions, _ in workdays)))
    for some in [*zip(known), *itertools.islice(itertools.combinations(known, 2), 0, None, 3)]:
        expected = {evening for decisions, evening in workdays if decisions >= set(some)}
        if len({decision.choice for decision in some}) < len(some):
            continue
        if expected:
            assert set(outcomes(factory, some)) == expected
            assert count_outcomes(factory, some) == len(expected)
        else:
            with pytest.raises(ImpossibleDecision):
                count_outcomes(factory, some)


@pytest.mark.rule("R-12.26")
@tangled
def test_every_option_of_the_first_way_has_its_number(morning: Callable[[], Factory]) -> None:
    factory = morning()
    workdays = list(every_workday(factory))
    first = next((choice for choice in open_choices(factory) if choice.kind in ("exit", "landing")), None)
    if first is None:
        assert divide(factory) == {"": count_outcomes(factory)}
    else:
        assert divide(factory) == {
            f"{first.id} {take}": len(
                {workday.factory for workday in workdays if dict(workday.decisions)[first.id] == take}
            )
            for take in first.takes
        }


def test_all_ways_may_be_decided() -> None:
    factory = rows("A(bp)=FF2=2")
    first = {f"floor/middle/1<{bot}": "ahead" for bot in (CENTRE, SIDE)}
    second = {f"floor/middle/2<{CENTRE}": "left", f"floor/middle/2<{SIDE}": "ahead"}
    assert list(outcomes(factory, first | second)) == [after(factory, first | second)]
    assert count_outcomes(factory, first | second) == 1
    assert divide(factory, first) == {f"floor/middle/2<{CENTRE} ahead": 2, f"floor/middle/2<{CENTRE} left": 3}


@pytest.mark.rule("R-12.26")
def test_what_meets_and_what_is_made_may_be_decided() -> None:
    together = rows("A(bp)=1F2=1")
    assert list(outcomes(together, {"dock/middle:keep": "plus"})) == [rows("A=1F2=1(p)")]
    repurposer = rows("A(bp)=1R(d)2=1")
    made = {"floor/middle/2:make": "basic"}
    assert list(outcomes(repurposer, made)) == [rows("A=1R(--b)2=1")]
    assert list(outcomes(repurposer, made | {"floor/middle/2:keep": "basic+plus"})) == [rows("A=1R(--b)2=1")]
    assert list(outcomes(rows("B(b)=1D2=1"), {"floor/middle/2:put": "ahead"})) == [rows("B=1D(--b)2=1")]
    assert list(outcomes(rows("B(b)=1S2=1"), {f"floor/middle/2<{CENTRE}": "right"})) == [rows("B=1S(-b)2=1(b)")]


@pytest.mark.rule("R-12.26")
def test_a_later_choice_may_be_decided_before_an_earlier_one() -> None:
    """Only the way that comes to the second fork takes it."""
    factory = rows("B(b)=FF2=1")
    left = {f"floor/middle/2<{CENTRE}": "left"}
    assert list(outcomes(factory, left)) == [rows("B=FF2=1", top=".=4=1(b)")]
    ahead = {f"floor/middle/2<{CENTRE}": "ahead"}
    assert list(outcomes(factory, ahead)) == [rows("B=FF2=1(b)")]


@pytest.mark.rule("R-12.26")
def test_an_option_that_no_workday_takes_with_the_decisions_leads_to_none() -> None:
    factory = rows("B(b)=FF2=1")
    ahead = {f"floor/middle/2<{CENTRE}": "ahead"}
    assert divide(factory, ahead) == {f"floor/middle/1<{CENTRE} ahead": 1, f"floor/middle/1<{CENTRE} left": 0}


@pytest.mark.rule("R-12.26")
def test_a_second_visit_may_be_decided() -> None:
    factory = rows("B(b)=2F1=1", top=".=FwGwFn1=1")
    again = {f"floor/middle/3<{CENTRE}#2": "ahead"}
    assert list(outcomes(factory, again)) == [rows("B=2F1=1(b)", top=".=FwGwFn1=1", money="0+1")]


def test_they_come_one_by_one() -> None:
    """Twelve Downgraders and Repurposers with 3 results each: too many to list, not too many to begin or count."""
    factory = rows(
        "B=D(b)D(b)D(b)D(b)=1", top=".=D(b)D(b)D(b)D(b)=1", bottom=".=R(bb)R(bp)R(bd)R(dd)=1", forgive=["does_not_fit"]
    )
    assert count_outcomes(factory) == 3**12
    first, second = itertools.islice(outcomes(factory), 2)
    assert first != second
    wide = rows(f"B={'D(b)' * 40}=1", top=f".={'D(b)' * 40}=1", bottom=f".={'R(bb)' * 40}=1", forgive=["does_not_fit"])
    assert count_outcomes(wide) == 3**120
    assert next(outcomes(wide)).bots() != {}


@pytest.mark.parametrize("ask", [lambda f, d: list(outcomes(f, d)), count_outcomes], ids=["outcomes", "count"])
@pytest.mark.parametrize(
    ("morning", "decisions"),
    [
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}": "right"}),
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}": ""}),
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}": "left", "dock/middle:keep": "basic"}),
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}": "left", f"floor/middle/2<{SIDE}": "left"}),
        ("B(b)=1F2=1", {f"floor/middle/3<{CENTRE}": "left"}),
        ("B(b)=1F2=1", {f"floor/bottom/9<{CENTRE}": "left"}),
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}#2": "left"}),
        ("B(b)=1F2=1", {f"floor/middle/2<{CENTRE}#x": "left"}),
        ("B(b)=1F2=1", {f"nonsense<{CENTRE}": "left"}),
        ("B(b)=1F2=1", {"": "left"}),
        ("B(b)=1F2=1", {"x": "left"}),
        ("B(b)=FF2=1", {f"floor/middle/1<{CENTRE}": "left", f"floor/middle/2<{CENTRE}": "left"}),
        ("B(b)=FTUU=1", {f"floor/middle/1<{CENTRE}": "ahead", f"floor/middle/2<{CENTRE}": "ahead"}),
        ("B(b)=1S2=1", {f"floor/middle/2<{CENTRE}": "ahead"}),
        ("A(bp)=1S2=2", {f"floor/middle/2<{CENTRE}": "left"}),
        ("A(b)=1S2=2", {f"floor/middle/2<{SIDE}": "left"}),
        ("B=1S2=1", {f"floor/middle/2<{CENTRE}": "left"}),
        ("A(bb)=1U2=1", {"floor/middle/2:keep": "basic"}),
        ("A(bp)=1U2=1", {"floor/middle/2:keep": "deluxe"}),
        ("A(bp)=1U2=1", {"floor/middle/2:put": "ahead"}),
        ("B(p)=1D2=1", {"floor/middle/2:put": "ahead"}),
        ("A(bp)=1D2=1", {"floor/middle/2:put": "ahead", "floor/middle/2:keep": "plus"}),
        ("B(b)=1R2=1", {"floor/middle/2:make": "basic"}),
        ("A(bp)=1R2=1", {"floor/middle/2:keep": "basic+plus"}),
        ("B=1R2=1", {"floor/middle/2:make": "basic"}),
        ("A(bp)=1F2=1", {"dock/middle:keep": "basic", "dock/top:keep": "basic"}),
        ("A(bp)=1F2=1", {"dock/middle:keep": "basic", f"floor/middle/2<{SIDE}": "left"}),
    ],
    ids=range(27),
)
def test_decisions_that_no_workday_takes_together_are_refused(
    morning: str, decisions: dict[str, str], ask: Callable[[Factory, Mapping[str, str]], object]
) -> None:
    assert all(not decisions.items() <= set(workday.decisions) for workday in every_workday(rows(morning)))
    with pytest.raises(ImpossibleDecision) as refused:
        ask(rows(morning), decisions)
    assert refused.value.choice in decisions
    assert str(refused.value.reason) == "no workday of this factory takes these decisions together"
    with pytest.raises(ImpossibleDecision):
        divide(rows(morning), decisions)


def test_what_is_decided_twice_is_refused() -> None:
    twice = [(f"floor/middle/2<{CENTRE}", "left")] * 2
    with pytest.raises(ImpossibleDecision, match="decided twice"):
        next(outcomes(rows("B(b)=1F2=1"), twice))
    with pytest.raises(ImpossibleDecision, match="decided twice"):
        count_outcomes(rows("B(b)=1F2=1"), twice)
    with pytest.raises(ImpossibleDecision, match="decided twice"):
        divide(rows("B(b)=1F2=1"), twice)
