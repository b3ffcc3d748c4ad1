"""R-5.8 and D-5.13: forks, and the endless journeys that are refused."""

import dataclasses

import pytest

from mechanica_core import Facing, Factory, ImpossibleDecision, Kind, component_set, open_choices, rule_set, run_workday
from mechanica_core.events import Left, Lost, Rode
from mechanica_core.geometry import Turn
from mechanica_core.machinery import Machinery
from mechanica_core.pieces import KIND_CODE, PIECE_CODE, Model, Piece
from mechanica_core.routes import Loss
from tests.core.rules.helpers import (
    QUARTERS,
    after,
    asked,
    losses,
    only_choice,
    rows,
    turned,
    turned_facing,
    turned_place,
)


@pytest.mark.rule("R-5.8", "A-3.4")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize(
    ("morning", "source", "ahead", "left"),
    [
        (
            "_ Un _ / U(-b) F U / _ _ _",
            "floor/middle/1/ahead",
            "_ Un _ / U F U(-p) / _ _ _",
            "_ Un(-p) _ / U F U / _ _ _",
        ),
        (
            "_ Un _ / _ F U / _ Un(-b) _",
            "floor/bottom/2/ahead",
            "_ Un _ / _ F U(-p) / _ Un _",
            "_ Un(-p) _ / _ F U / _ Un _",
        ),
    ],
    ids=["from behind", "from the right"],
)
def test_a_bot_leaves_a_fork_by_either_exit(morning: str, source: str, ahead: str, left: str, quarters: int) -> None:
    factory = turned(morning, quarters)
    choice = only_choice(factory)
    bot = turned_place(source, quarters)
    assert choice.id == f"floor/middle/2<{bot}"
    assert (choice.kind, choice.place, choice.rule, choice.bot) == ("exit", "floor/middle/2", "R-5.8", bot)
    assert [(option.take, option.heading, option.place) for option in choice.options] == [
        ("ahead", turned_facing(Facing.EAST, quarters), turned_place("floor/middle/3", quarters)),
        ("left", turned_facing(Facing.NORTH, quarters), turned_place("floor/top/2", quarters)),
    ]
    assert after(factory, {choice.id: "ahead"}) == turned(ahead, quarters)
    assert after(factory, {choice.id: "left"}) == turned(left, quarters)


@pytest.mark.rule("R-5.8")
def test_each_bot_is_asked_for_anew() -> None:
    factory = rows("O(bd)=1F2=1", bottom=".=1Un(-p)2=1", top=".=4=2")
    assert asked(factory) == {
        "floor/middle/2<start/middle/centre": ("ahead", "left"),
        "floor/middle/2<start/middle/side": ("ahead", "left"),
        "floor/middle/2<floor/bottom/2/ahead": ("ahead", "left"),
    }
    ways = {
        "floor/middle/2<start/middle/centre": "left",
        "floor/middle/2<start/middle/side": "ahead",
        "floor/middle/2<floor/bottom/2/ahead": "left",
    }
    assert after(factory, ways) == rows("O=1F2=1(d)", bottom=".=1Un2=1", top=".=4=2(bp)")


@pytest.mark.rule("R-5.8")
def test_each_fork_on_the_way_is_asked_for() -> None:
    factory = rows("B(b)=FF2=1")
    assert asked(factory) == {"floor/middle/1<start/middle/centre": ("ahead", "left")}
    first = {"floor/middle/1<start/middle/centre": "ahead"}
    assert asked(factory, first) == {"floor/middle/2<start/middle/centre": ("ahead", "left")}
    assert asked(factory, first | {"floor/middle/2<start/middle/centre": "left"}) == {}
    assert asked(factory, {"floor/middle/1<start/middle/centre": "left"}) == {}


@pytest.mark.rule("R-5.8")
def test_an_exit_that_leads_to_ruin_is_offered_all_the_same() -> None:
    over_the_edge = only_choice(rows(top=".(b)=F3=1"))
    assert [(option.take, option.place, option.words()) for option in over_the_edge.options] == [
        ("ahead", "dock/top", "right: into Small Truck (top)"),
        ("left", None, "up: lost over the edge of the board"),
    ]
    both_lost = only_choice(rows("B=Un(-b)3=1", top=".=Fn3=1"))
    assert [(option.take, option.place, option.words()) for option in both_lost.options] == [
        ("ahead", None, "up: lost over the edge of the board"),
        ("left", None, "left: lost off the west of the floor"),
    ]


# -- going round in circles ----------------------------------------------------------------------------------

ROUND = {
    "floor/middle/2<start/middle/centre": "ahead",
    "floor/middle/3<start/middle/centre": "ahead",
    "floor/bottom/3<start/middle/centre": "ahead",
    "floor/bottom/2<start/middle/centre": "ahead",
}
"""East, south, west and back north through four forks."""


@pytest.mark.rule("D-5.13")
def test_a_bot_may_come_back_to_a_fork_by_another_side() -> None:
    """From the west, round, and in from the south; ahead it would only go round again, so it is not asked."""
    factory = rows("B(b)=1FFs1=1", bottom=".=1FnFw1=1")
    assert asked(factory) == {"floor/middle/2<start/middle/centre": ("ahead", "left")}
    assert open_choices(factory, ROUND) == ()
    assert after(factory, ROUND) == rows("B=1FFs1=1", bottom=".=1FnFw1=1", top=".=4=1(b)")
    assert losses(factory, ROUND) == []


@pytest.mark.rule("D-5.13")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_circle_is_refused_whichever_way_it_lies(quarters: int) -> None:
    factory = turned("_ Un _ / U(-b) F Fs / _ Fn Fw", quarters)
    bot = turned_place("floor/middle/1/ahead", quarters)
    ways = {
        f"{turned_place(place, quarters)}<{bot}": "ahead"
        for place in ("floor/middle/2", "floor/middle/3", "floor/bottom/3", "floor/bottom/2")
    }
    assert after(factory, ways) == turned("_ Un(-p) _ / U F Fs / _ Fn Fw", quarters)


@pytest.mark.rule("D-5.13")
def test_a_bot_may_not_come_back_to_a_fork_by_the_same_side() -> None:
    """Up, left, down and back onto the belt: the last fork offers only the other exit, so it is not asked."""
    factory = rows("B(b)=1F2=1", top=".=FwFn2=1")
    up = {"floor/middle/2<start/middle/centre": "left"}
    assert asked(factory, up) == {"floor/top/2<start/middle/centre": ("ahead", "left")}
    round_ = up | {"floor/top/2<start/middle/centre": "left"}
    assert open_choices(factory, round_) == ()
    assert after(factory, round_) == rows("B=1F2=1", top=".=FwFn2=1")
    assert losses(factory, round_) == [("start/middle/centre", None, "off_the_west")]
    with pytest.raises(ImpossibleDecision, match="does not arise"):
        after(factory, round_ | {"floor/top/1<start/middle/centre": "left"})


ONCE_ROUND = {
    "floor/middle/3<start/middle/centre": "left",
    "floor/top/3<start/middle/centre": "left",
    "floor/top/1<start/middle/centre": "left",
}
"""Up from the fork, left, down onto the belt, and back to the fork from the west."""


@pytest.mark.rule("D-5.13", "R-12.24")
@pytest.mark.parametrize(
    ("square", "held", "money"), [("Gw", "Gw", "0+1"), ("Sw", "Sw(b)", "0+0"), ("Tw", "Tw", "0+0")]
)
def test_it_may_once_it_has_passed_something_new(square: str, held: str, money: str) -> None:
    factory = rows("B(b)=2F1=1", top=f".=Fw{square}Fn1=1")
    again = "floor/middle/3<start/middle/centre#2"
    assert asked(factory, ONCE_ROUND) == {again: ("ahead", "left")}
    charge = {"floor/top/2<start/middle/centre": "left"} if square == "Sw" else {}
    evening = after(factory, ONCE_ROUND | {again: "ahead"} | charge)
    assert evening == rows("B=2F1=1(b)", top=f".=Fw{held}Fn1=1", money=money)


@pytest.mark.rule("D-5.13", "R-5.12", "R-12.24")
def test_every_visit_of_a_piece_is_a_choice_of_its_own() -> None:
    factory = rows("B(b)=2F1=1", top=".=FwGwFn1=1")
    twice = ONCE_ROUND | {"floor/middle/3<start/middle/centre#2": "left"}
    (choice,) = open_choices(factory, twice)
    assert choice.id == "floor/top/3<start/middle/centre#2"
    assert (choice.kind, choice.place, choice.bot) == ("exit", "floor/top/3", "start/middle/centre")
    assert [(option.take, option.place, option.words()) for option in choice.options] == [
        ("ahead", None, "up: lost over the edge of the board"),
        ("left", None, "left: lost, passing a piece a second time"),
    ]
    to_the_wrapper = twice | {"floor/top/3<start/middle/centre#2": "left"}
    assert after(factory, to_the_wrapper) == rows("B=2F1=1", top=".=FwGwFn1=1", money="0+1")
    assert losses(factory, to_the_wrapper) == [("start/middle/centre", "floor/top/2", "second_pass")]


@pytest.mark.rule("D-5.13", "R-12.24")
def test_visits_are_counted_where_the_bot_comes_in_by_another_side() -> None:
    factory = rows("B(b)=1FGFs=1", bottom=".=1FnFwFw=1")
    round_ = {
        "floor/middle/2<start/middle/centre": "ahead",
        "floor/middle/4<start/middle/centre": "ahead",
        "floor/bottom/4<start/middle/centre": "ahead",
        "floor/bottom/3<start/middle/centre": "ahead",
        "floor/bottom/2<start/middle/centre": "ahead",
    }
    choice = only_choice(factory, round_)
    assert choice.id == "floor/middle/2<start/middle/centre#2"
    assert [(option.take, option.words(), option.vault) for option in choice.options] == [
        ("ahead", "right: lost, passing a piece a second time", 0),
        ("left", "up: into Small Truck (top)", 0),
    ]
    top = after(factory, round_ | {choice.id: "left"})
    assert top == rows("B=1FGFs=1", bottom=".=1FnFwFw=1", top=".=4=1(b)", money="0+1")
    lost = round_ | {choice.id: "ahead"}
    assert after(factory, lost) == rows("B=1FGFs=1", bottom=".=1FnFwFw=1", money="0+1")
    assert losses(factory, lost) == [("start/middle/centre", "floor/middle/3", "second_pass")]


@pytest.mark.rule("D-5.13")
def test_a_third_visit_is_numbered_too() -> None:
    """Round over the top by one Gift Wrapper, round below by another."""
    factory = rows("B(b)=2FGFs=1", top=".=FwGwFn2=1", bottom=".=2FnFwFw=1")
    over_the_top = ONCE_ROUND
    below = {
        "floor/middle/3<start/middle/centre#2": "ahead",
        "floor/middle/5<start/middle/centre": "ahead",
        "floor/bottom/5<start/middle/centre": "ahead",
        "floor/bottom/4<start/middle/centre": "ahead",
        "floor/bottom/3<start/middle/centre": "ahead",
    }
    choice = only_choice(factory, over_the_top | below)
    assert choice.id == "floor/middle/3<start/middle/centre#3"
    assert choice.place == "floor/middle/3"
    assert [(option.take, option.place) for option in choice.options] == [("ahead", None), ("left", "floor/top/3")]
    assert run_workday(factory, over_the_top | below | {choice.id: "ahead"}).gained == (0, 2)


@pytest.mark.rule("D-5.13")
def test_one_bots_circle_is_no_other_bots_affair() -> None:
    factory = rows("A(bp)=1FFs1=1", bottom=".=1FnFw1=1")
    side = {way.replace("centre", "side"): take for way, take in ROUND.items()}
    left = {"floor/middle/2<start/middle/side": "left"}
    assert asked(factory, ROUND) == {"floor/middle/2<start/middle/side": ("ahead", "left")}
    assert after(factory, ROUND | left | {"dock/top:keep": "plus"}).bots() == {"dock/top/1": "plus"}
    assert after(factory, ROUND | side | {"dock/top:keep": "basic"}).bots() == {"dock/top/1": "basic"}


@pytest.mark.rule("D-5.13")
def test_a_bot_that_can_only_go_round_is_lost() -> None:
    """No component set allows it: here forks have lost their exit ahead and only turn left, in a ring."""
    demo = component_set("demo")
    fork = demo.shapes[Kind.FORK, False]
    bend = dataclasses.replace(fork, value=dataclasses.replace(fork.value, through=(Turn.LEFT, Turn.LEFT)))
    bends = dataclasses.replace(demo, shapes={**demo.shapes, (Kind.FORK, False): bend})
    ring = {(1, 1): Facing.SOUTH, (1, 2): Facing.EAST, (0, 2): Facing.NORTH, (0, 1): Facing.WEST}
    floor = bytearray(12)
    for (row, column), facing in ring.items():
        floor[row * 4 + column] = PIECE_CODE[Piece(Kind.FORK, facing)]
    start = bytes((0, KIND_CODE[Kind.BASIC_FABRICATOR], 0))
    dock = bytes([KIND_CODE[Kind.SMALL_TRUCK]] * 3)
    factory = Factory(Machinery(rule_set("print_2019"), bends, 4, bytes(floor), start, dock), bytes((0, 0, 1, 0, 0, 0)))
    assert factory.bots() == {"start/middle/centre": "basic"}
    assert open_choices(factory) == ()
    workday = run_workday(factory)
    assert workday.factory.bots() == {}
    assert list(workday.events) == [
        Left(0, "start/middle/centre", Model.BASIC, Facing.EAST),
        Rode(1, "start/middle/centre", "floor/middle/1", Facing.EAST),
        Rode(2, "start/middle/centre", "floor/middle/2", Facing.EAST),
        Lost(2, "start/middle/centre", Model.BASIC, "floor/middle/2", Loss.ENDLESS_CIRCLE, "D-5.13"),
    ]
    assert losses(factory) == [("start/middle/centre", "floor/middle/2", "endless_circle")]
