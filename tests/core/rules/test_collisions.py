"""R-5.14 and D-5.14: who survives where bots meet in holes."""

import itertools

import pytest

from mechanica_core import ImpossibleDecision, Model, outcomes, run_workday
from tests.core.rules.helpers import B, D, P, after, asked, losses, only_choice, rows

KEEP = "floor/middle/2:keep"
MODELS = tuple(Model)


def loads(bots: list[Model], holes: int) -> list[tuple[Model, ...]]:
    """Every set of bots that can survive, told apart by their models, the lowest first."""
    in_order = sorted(bots, key=MODELS.index)
    return sorted(
        set(itertools.combinations(in_order, min(holes, len(bots)))),
        key=lambda load: [MODELS.index(model) for model in load],
    )


# -- a single hole -------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.14", "D-5.14")
@pytest.mark.parametrize(
    ("morning", "basic", "plus"),
    [
        ("A(bp)=1U2=1", "A=1U(-p)2=1", "A=1U(-d)2=1"),
        ("A(pb)=1U2=1", "A=1U(-p)2=1", "A=1U(-d)2=1"),
        ("A(bp)=1X2=1", "A=1X(-bb)2=1", "A=1X(-pp)2=1"),
        ("A(bp)=1Xf2=1", "A=1Xf(-bb)2=1", "A=1Xf(-pp)2=1"),
    ],
)
def test_of_two_bots_in_one_hole_the_player_says_which_survives(morning: str, basic: str, plus: str) -> None:
    factory = rows(morning)
    choice = only_choice(factory)
    assert (choice.id, choice.kind, choice.place, choice.rule, choice.bot) == (
        KEEP,
        "keep",
        "floor/middle/2",
        "R-5.14",
        None,
    )
    assert [(option.take, option.models, option.words()) for option in choice.options] == [
        ("basic", (B,), "keep Basic"),
        ("plus", (P,), "keep Plus"),
    ]
    assert after(factory, {KEEP: "basic"}) == rows(basic)
    assert after(factory, {KEEP: "plus"}) == rows(plus)


@pytest.mark.rule("R-5.14")
def test_the_question_names_the_piece() -> None:
    choice = only_choice(rows("A(bp)=1U2=1"))
    assert choice.words() == "Upgrader (middle 2): bots collide; which survive?"
    in_a_truck = only_choice(rows("A(bp)=1=1"))
    assert (in_a_truck.id, in_a_truck.place) == ("dock/middle:keep", "dock/middle")
    assert in_a_truck.words() == "Small Truck (middle): bots collide; which survive?"
    assert {(option.heading, option.place, option.wallet, option.vault) for option in choice.options} == {
        (None, None, 0, 0)
    }


@pytest.mark.rule("R-5.14")
def test_what_survives_a_collision_in_a_downgrader_is_worked_on() -> None:
    factory = rows("A(bd)=1D2=1")
    assert after(factory, {KEEP: "deluxe"}) == rows("A=1D(-ppp)2=1")
    assert asked(factory, {KEEP: "basic"}) == {"floor/middle/2:put": ("left", "ahead", "right")}
    assert after(factory, {KEEP: "basic", "floor/middle/2:put": "right"}) == rows("A=1D(---b)2=1")


@pytest.mark.rule("R-5.14", "D-5.14")
def test_a_single_hole_keeps_exactly_one_of_many() -> None:
    factory = rows("A(bp)=1U2=1", top=".=1Us(-d)2=1", bottom=".=1Un(-p)2=1")
    assert asked(factory) == {KEEP: ("basic", "plus", "deluxe")}
    assert after(factory, {KEEP: "deluxe"}) == rows("A=1U(-d)2=1", top=".=1Us2=1", bottom=".=1Un2=1")
    assert sorted(losses(factory, {KEEP: "plus"})) == [
        ("floor/bottom/2/ahead", "floor/middle/2", "collision"),
        ("floor/top/2/ahead", "floor/middle/2", "collision"),
        ("start/middle/centre", "floor/middle/2", "collision"),
    ]


@pytest.mark.rule("R-5.14")
def test_equal_bots_that_collide_are_no_choice() -> None:
    factory = rows("A(pp)=1U2=1")
    assert asked(factory) == {}
    assert after(factory) == rows("A=1U(-d)2=1")
    assert losses(factory) == [("start/middle/side", "floor/middle/2", "collision")]
    with pytest.raises(ImpossibleDecision, match="this choice does not arise"):
        after(factory, {KEEP: "plus"})


@pytest.mark.rule("R-5.14", "D-11.9", "D-5.14")
def test_a_bot_that_stands_in_the_hole_already_counts() -> None:
    factory = rows("B(d)=1U(b-)2=1")
    assert asked(factory) == {KEEP: ("basic", "deluxe")}
    assert after(factory, {KEEP: "basic"}) == rows("B=1U(-p)2=1")
    assert after(factory, {KEEP: "deluxe"}) == rows("B=1U(-d)2=1")


@pytest.mark.rule("R-5.14", "D-5.14")
@pytest.mark.parametrize("take", ["", "deluxe", "basic+plus", "BASIC", "ahead"])
def test_no_more_and_no_less_than_one_survives(take: str) -> None:
    with pytest.raises(ImpossibleDecision) as refused:
        after(rows("A(bp)=1U2=1"), {KEEP: take})
    assert refused.value.choice == KEEP
    assert str(refused.value) == f"{KEEP}: cannot take {take!r}; decide one of basic, plus"


# -- a Repurposer's two inputs -------------------------------------------------------------------------------


@pytest.mark.rule("D-5.14", "R-6.5")
def test_two_bots_in_a_repurposer_do_not_collide() -> None:
    factory = rows("A(pb)=1R2=1")
    assert asked(factory) == {"floor/middle/2:make": ("basic", "plus", "deluxe")}
    assert losses(factory, {"floor/middle/2:make": "deluxe"}) == []


@pytest.mark.rule("D-5.14", "R-6.5")
@pytest.mark.parametrize(
    ("waiting", "arriving", "takes"),
    [
        ("b", "bp", ("basic+basic", "basic+plus")),
        ("p", "bd", ("basic+plus", "basic+deluxe", "plus+deluxe")),
        ("d", "dp", ("plus+deluxe", "deluxe+deluxe")),
        ("bb", "pd", ("basic+basic", "basic+plus", "basic+deluxe", "plus+deluxe")),
        ("bb", "-p", ("basic+basic", "basic+plus")),
        ("pd", "pd", ("plus+plus", "plus+deluxe", "deluxe+deluxe")),
    ],
)
def test_of_three_or_more_in_a_repurposer_any_two_survive(waiting: str, arriving: str, takes: tuple[str, ...]) -> None:
    factory = rows(f"A({arriving})=1R({waiting})2=1")
    choice = only_choice(factory)
    assert choice.id == KEEP
    assert choice.takes == takes
    assert [option.models for option in choice.options] == [
        tuple(Model(model) for model in take.split("+")) for take in takes
    ]
    for take in takes:
        for made, letter in zip(MODELS, "bpd", strict=True):
            evening = after(factory, {KEEP: take, "floor/middle/2:make": made})
            assert evening == rows(f"A=1R(--{letter})2=1")


@pytest.mark.rule("D-5.14")
def test_three_equal_bots_in_a_repurposer_are_no_choice() -> None:
    factory = rows("A(bb)=1R(b)2=1")
    assert asked(factory) == {"floor/middle/2:make": ("basic", "plus", "deluxe")}
    assert losses(factory, {"floor/middle/2:make": "basic"}) == [("start/middle/side", "floor/middle/2", "collision")]


# -- trucks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("D-5.14", "R-5.14")
def test_three_of_four_stay_in_a_huge_truck() -> None:
    factory = rows("A(bd)=2=3(pp)")
    choice = only_choice(factory)
    assert choice.id == "dock/middle:keep"
    assert [(option.take, option.models, option.words()) for option in choice.options] == [
        ("basic+plus+plus", (B, P, P), "keep Basic, 2 × Plus"),
        ("basic+plus+deluxe", (B, P, D), "keep Basic, Plus, Deluxe"),
        ("plus+plus+deluxe", (P, P, D), "keep 2 × Plus, Deluxe"),
    ]
    assert after(factory, {choice.id: "basic+plus+plus"}) == rows("A=2=3(bpp)")
    assert after(factory, {choice.id: "basic+plus+deluxe"}) == rows("A=2=3(bpd)")
    assert after(factory, {choice.id: "plus+plus+deluxe"}) == rows("A=2=3(ppd)")


CARGO = [load for size in range(4) for load in itertools.combinations_with_replacement(MODELS, size)]
ARRIVING = [load for size in range(3) for load in itertools.combinations_with_replacement(MODELS, size)]


@pytest.mark.rule("D-5.14", "R-5.6")
@pytest.mark.parametrize("holes", [1, 2, 3])
def test_a_truck_keeps_as_many_as_it_has_holes_any_of_them(holes: int) -> None:
    for cargo, arriving in itertools.product(CARGO, ARRIVING):
        if len(cargo) > holes:
            continue
        letters = "".join(bot[0] for bot in cargo)
        factory = rows(f"A({''.join(bot[0] for bot in arriving)})=2={holes}({letters})")
        expected = loads([*cargo, *arriving], holes)
        takes = ["+".join(load) for load in expected]
        assert asked(factory) == ({"dock/middle:keep": tuple(takes)} if len(takes) > 1 else {})
        for load, take in zip(expected, takes, strict=True):
            evening = after(factory, {"dock/middle:keep": take} if len(takes) > 1 else {})
            assert evening == rows(f"A=2={holes}({''.join(bot[0] for bot in load)})")
        assert len(list(outcomes(factory))) == len(expected)


@pytest.mark.rule("D-5.14")
def test_bots_from_all_sides_meet_in_a_truck() -> None:
    factory = rows("A(bp)=3=2", top=".=2Us(-d)=1(b)", bottom=".=2Un(-d)=1")
    assert asked(factory) == {"dock/middle:keep": ("basic+plus", "basic+deluxe", "plus+deluxe", "deluxe+deluxe")}
    evening = after(factory, {"dock/middle:keep": "deluxe+deluxe"})
    assert evening == rows("A=3=2(dd)", top=".=2Us=1(b)", bottom=".=2Un=1")


@pytest.mark.rule("D-5.14")
def test_free_holes_are_filled_first() -> None:
    assert after(rows("A(bp)=3=3(d)")) == rows("A=3=3(bpd)")
    assert after(rows("A(bp)=3=2")) == rows("A=3=2(bp)")
    assert after(rows("B(b)=3=2(d)")) == rows("B=3=2(bd)")
    with pytest.raises(ImpossibleDecision, match="this choice does not arise"):
        after(rows("A(bp)=3=2"), {"dock/middle:keep": "basic"})


@pytest.mark.rule("D-5.14", "R-5.14")
@pytest.mark.parametrize("take", ["plus", "plus+basic", "basic+basic", "basic+plus+deluxe"])
def test_nobody_may_choose_to_lose_more(take: str) -> None:
    with pytest.raises(ImpossibleDecision) as refused:
        after(rows("A(bp)=3=2(d)"), {"dock/middle:keep": take})
    assert str(refused.value) == (
        f"dock/middle:keep: cannot take {take!r}; decide one of basic+plus, basic+deluxe, plus+deluxe"
    )


@pytest.mark.rule("R-5.14", "R-5.15")
def test_the_others_are_lost() -> None:
    workday = run_workday(rows("A(bp)=3=2(dd)"), {"dock/middle:keep": "basic+deluxe"})
    assert workday.factory == rows("A=3=2(bd)")
    assert sorted(losses(rows("A(bp)=3=2(dd)"), {"dock/middle:keep": "basic+deluxe"})) == [
        ("dock/middle/2", "dock/middle", "collision"),
        ("start/middle/side", "dock/middle", "collision"),
    ]


@pytest.mark.rule("R-5.14")
def test_collisions_in_several_places_are_decided_apart() -> None:
    factory = rows("A(bp)=U1U2=1", top="A(pd)=5=1", bottom=".=5=1")
    assert asked(factory) == {
        "dock/top:keep": ("plus", "deluxe"),
        "floor/middle/1:keep": ("basic", "plus"),
    }
    evening = after(factory, {"dock/top:keep": "plus", "floor/middle/1:keep": "plus"})
    assert evening == rows("A=U(-d)1U2=1", top="A=5=1(p)", bottom=".=5=1")
