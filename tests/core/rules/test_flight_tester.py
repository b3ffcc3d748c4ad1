"""R-5.9, D-5.9, D-11.5 and D-11.8: throws, landings and the coin."""

import pytest

from mechanica_core import Facing, Factory, open_choices, run_workday
from mechanica_core.events import Thrown
from tests.core.rules.helpers import (
    QUARTERS,
    after,
    asked,
    events,
    losses,
    only_choice,
    rows,
    turned,
    turned_facing,
    turned_place,
)

THROWN = "floor/middle/1<start/middle/centre"


def landings(factory: Factory) -> list[tuple[str, int]]:
    """Where the only bot can be thrown to, and what goes into the wallet for it."""
    choices = open_choices(factory)
    if choices:
        (choice,) = choices
        assert (choice.kind, choice.rule) == ("landing", "R-5.9")
        return [(option.take, option.wallet) for option in choice.options]
    landed = [event.place for event in events(factory) if isinstance(event, Thrown)]
    return [(place, run_workday(factory).gained.wallet) for place in landed]


@pytest.mark.rule("R-5.9", "D-5.9")
def test_the_bot_may_land_next_door_farther_on_or_in_the_truck() -> None:
    factory = rows("B(b)=TU1F=1")
    choice = only_choice(factory)
    assert (choice.id, choice.kind, choice.place, choice.rule, choice.bot) == (
        THROWN,
        "landing",
        "floor/middle/1",
        "R-5.9",
        "start/middle/centre",
    )
    assert [(option.take, option.place, option.wallet, option.vault, option.heading) for option in choice.options] == [
        ("floor/middle/2", "floor/middle/2", 0, 0, Facing.EAST),
        ("floor/middle/4", "floor/middle/4", 1, 0, Facing.EAST),
        ("dock/middle", "dock/middle", 1, 0, Facing.EAST),
    ]
    assert after(factory, {THROWN: "floor/middle/2"}) == rows("B=TU(-p)1F=1")
    into_the_fork = {THROWN: "floor/middle/4"}
    assert asked(factory, into_the_fork) == {"floor/middle/4<start/middle/centre": ("ahead", "left")}
    up = into_the_fork | {"floor/middle/4<start/middle/centre": "left"}
    assert after(factory, up) == rows("B=TU1F=1", top=".=4=1(b)", money="1+0")
    assert after(factory, {THROWN: "dock/middle"}) == rows("B=TU1F=1(b)", money="1+0")


LINES = {
    "two to land on": ("U", "U", [("near", 0), ("far", 1), ("dock", 1)]),
    "one next door": ("U", "_", [("near", 0), ("dock", 1)]),
    "one behind an empty square": ("_", "U", [("far", 0), ("dock", 1)]),
    "one behind a flat side": ("Gn", "U", [("far", 1), ("dock", 1)]),
    "one behind another flat side": ("Tw", "R", [("far", 1), ("dock", 1)]),
    "an exit behind an empty square": ("_", "Uw", [("dock", 1)]),
    "two flat sides": ("Gn", "Gs", [("dock", 1)]),
    "a flat side next door": ("Gs", "_", [("dock", 1)]),
    "nothing": ("_", "_", [("dock", 0)]),
}
lines = pytest.mark.parametrize(("near", "far", "expected"), LINES.values(), ids=LINES)


@pytest.mark.rule("R-5.9", "D-5.9", "A-3.4")
@pytest.mark.parametrize("quarters", QUARTERS)
@lines
def test_a_throw_in_each_direction(near: str, far: str, expected: list[tuple[str, int]], quarters: int) -> None:
    """East there is a truck to land in; in the other directions there is none."""
    factory = turned(f"Us(-b) _ _ / T {near} {far} / _ _ _", quarters)
    places = {
        "near": turned_place("floor/middle/2", quarters),
        "far": turned_place("floor/middle/3", quarters),
        "dock": "dock/middle",
    }
    wanted = [(places[where], coin) for where, coin in expected if where != "dock" or not quarters]
    assert landings(factory) == wanted
    if not wanted:
        tester = turned_place("floor/middle/1", quarters)
        assert losses(factory) == [(turned_place("floor/top/1/ahead", quarters), tester, "nowhere_to_land")]
        assert run_workday(factory).gained == (0, 0)
        assert run_workday(factory).factory == turned(f"Us _ _ / T {near} {far} / _ _ _", quarters)


@pytest.mark.rule("R-5.9", "D-11.8")
@lines
def test_in_spanish_landing_on_an_improvement_pays(near: str, far: str, expected: list[tuple[str, int]]) -> None:
    """The truck is none."""
    square = {"_": "1"}
    factory = rows(f"B(b)=T{square.get(near, near)}{square.get(far, far)}=1", rules="web_es")
    places = {"near": "floor/middle/2", "far": "floor/middle/3", "dock": "dock/middle"}
    assert landings(factory) == [(places[where], 0 if where == "dock" else 1) for where, _ in expected]


@pytest.mark.rule("R-5.9", "R-3.1")
def test_in_spanish_landing_on_a_fork_pays() -> None:
    spanish = rows("B(b)=T1F=1", rules="web_es")
    assert landings(spanish) == [("floor/middle/3", 1), ("dock/middle", 0)]
    assert landings(rows("B(b)=T1F=1", rules="web_de")) == [("floor/middle/3", 0), ("dock/middle", 1)]


@pytest.mark.rule("R-5.9")
@pytest.mark.parametrize("row", ["top", "middle", "bottom"])
def test_a_bot_thrown_east_may_land_in_the_truck_of_its_row(row: str) -> None:
    letter = "B" if row == "middle" else "."
    factory = rows(**{row: f"{letter}(d)=1TU1=2(p)"})
    assert landings(factory) == [(f"floor/{row}/3", 0), (f"dock/{row}", 1)]
    thrown = {f"floor/{row}/2<start/{row}/centre": f"dock/{row}"}
    assert after(factory, thrown) == rows(**{row: f"{letter}=1TU1=2(pd)"}, money="1+0")


@pytest.mark.rule("R-5.9")
def test_the_coin_is_one_however_many_pieces_are_flown_over() -> None:
    assert landings(rows("B(b)=TFU1GnU1R=1")) == [
        ("floor/middle/2", 0),
        ("floor/middle/3", 1),
        ("floor/middle/6", 1),
        ("floor/middle/8", 1),
        ("dock/middle", 1),
    ]


@pytest.mark.rule("R-5.9")
def test_flying_over_empty_squares_pays_nothing() -> None:
    assert landings(rows("B(b)=T4U=1")) == [("floor/middle/6", 0), ("dock/middle", 1)]
    assert landings(rows("B(b)=T5=1")) == [("dock/middle", 0)]


@pytest.mark.rule("D-5.9")
def test_empty_squares_and_other_rows_and_columns_cannot_be_landed_on() -> None:
    assert landings(rows("B(b)=T3=1", top=".=1UUU=1", bottom=".=1UUU=1")) == [("dock/middle", 0)]
    assert landings(rows("B=4=1", top=".=1U1U=1", bottom=".(b)=1U1Tn=1")) == []


@pytest.mark.rule("R-5.9", "A-3.4")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize("source", ["Us(-b) _ _ / T Gn U / _ _ _", "_ _ _ / T Gn U / Un(-b) _ _"])
def test_it_throws_the_way_it_faces_wherever_the_bot_comes_from(source: str, quarters: int) -> None:
    factory = turned(source, quarters)
    place = turned_place("floor/middle/3", quarters)
    bot = next(iter(factory.bots()))
    thrown = {} if quarters else {f"floor/middle/1<{bot}": place}
    evening = turned(source.replace("(-b)", "").replace("Gn U", "Gn U(-p)"), quarters, money="1+0")
    assert after(factory, thrown) == evening


@pytest.mark.rule("R-5.9")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_it_throws_a_bot_from_behind_onward(quarters: int) -> None:
    factory = turned("_ _ _ / U(-b) T U / _ _ _", quarters)
    near = turned_place("floor/middle/3", quarters)
    thrown = {} if quarters else {"floor/middle/2<floor/middle/1/ahead": near}
    assert after(factory, thrown) == turned("_ _ _ / U T U(-p) / _ _ _", quarters)


@pytest.mark.rule("R-5.9", "D-5.9")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_bot_that_lands_rides_on_in_the_direction_of_the_throw(quarters: int) -> None:
    """It comes into the fork from the tester's side, through the Gift Wrapper and out again."""
    factory = turned("Us(-b) _ _ / T G U / _ _ _", quarters)
    bot = turned_place("floor/top/1/ahead", quarters)
    near, far = turned_place("floor/middle/2", quarters), turned_place("floor/middle/3", quarters)
    choice = only_choice(factory)
    assert choice.id == f"{turned_place('floor/middle/1', quarters)}<{bot}"
    option = next(option for option in choice.options if option.take == near)
    assert (option.place, option.wallet, option.vault) == (far, 0, 1)
    assert option.heading == turned_facing(Facing.EAST, quarters)
    landed = after(factory, {choice.id: near})
    assert landed == turned("Us _ _ / T G U(-p) / _ _ _", quarters, money="0+1")
    assert after(factory, {choice.id: far}) == turned("Us _ _ / T G U(-p) / _ _ _", quarters, money="1+0")


@pytest.mark.rule("R-5.9", "R-5.8")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_bot_may_land_in_a_fork_and_choose_its_exit(quarters: int) -> None:
    factory = turned("Us(-b) Un _ / T F U / _ _ _", quarters)
    bot = turned_place("floor/top/1/ahead", quarters)
    tester, fork = turned_place("floor/middle/1", quarters), "floor/middle/2"
    left = {f"{tester}<{bot}": fork, f"{fork}<{bot}": "left"}
    assert after(factory, left) == turned("Us Un(-p) _ / T F U / _ _ _", quarters)
    ahead = {f"{tester}<{bot}": fork, f"{fork}<{bot}": "ahead"}
    assert after(factory, ahead) == turned("Us Un _ / T F U(-p) / _ _ _", quarters)


@pytest.mark.rule("R-5.9")
def test_with_one_place_to_land_nobody_is_asked() -> None:
    """The coin does not depend on being asked."""
    assert run_workday(rows("B(b)=T3=1")).factory == rows("B=T3=1(b)")
    assert run_workday(rows("B(b)=TGn2=1")).factory == rows("B=TGn2=1(b)", money="1+0")
    assert run_workday(rows("B=4=1", top=".=1R2=1", bottom=".(b)=1Tn2=1")).factory == rows(
        "B=4=1", top=".=1R(b)2=1", bottom=".=1Tn2=1"
    )
    assert run_workday(rows("B=1G2=1", top=".=1R2=1", bottom=".(b)=1Tn2=1")).factory == rows(
        "B=1G2=1", top=".=1R(b)2=1", bottom=".=1Tn2=1", money="1+0"
    )


@pytest.mark.rule("R-5.9", "R-5.12")
def test_a_bot_may_be_thrown_by_one_tester_onto_another() -> None:
    factory = rows("B(b)=TGnT1U=1")
    assert landings(factory) == [("floor/middle/3", 1), ("floor/middle/5", 1), ("dock/middle", 1)]
    onto = {THROWN: "floor/middle/3"}
    second = only_choice(factory, onto)
    assert second.id == "floor/middle/3<start/middle/centre"
    assert [(option.take, option.wallet) for option in second.options] == [("floor/middle/5", 0), ("dock/middle", 1)]
    assert run_workday(factory, onto | {second.id: "dock/middle"}).gained == (2, 0)
    assert run_workday(factory, onto | {second.id: "floor/middle/5"}).gained == (1, 0)


ROUND = {
    "floor/top/1<start/top/centre": "floor/top/3",
    "floor/top/3<start/top/centre": "ahead",
    "floor/middle/3<start/top/centre": "ahead",
    "floor/bottom/3<start/top/centre": "ahead",
    "floor/bottom/2<start/top/centre": "ahead",
}
"""Thrown east from the top, down and back west: the tester below throws up at the tester above."""


@pytest.mark.rule("D-5.9", "R-5.12")
def test_a_bot_may_be_thrown_onto_a_piece_that_has_had_it_and_is_lost_there() -> None:
    factory = rows("B=Fn1Fs1=1", top=".(b)=T1Fs1=1", bottom=".=TnFwFw1=1")
    choice = only_choice(factory, ROUND)
    assert choice.id == "floor/bottom/1<start/top/centre"
    assert [(option.take, option.place, option.wallet, option.words()) for option in choice.options] == [
        ("floor/middle/1", "floor/middle/1", 0, "up: on to Fork (middle 1)"),
        ("floor/top/1", None, 1, "up: lost, passing a piece a second time, +1 wallet"),
    ]
    thrown = ROUND | {choice.id: "floor/top/1"}
    assert after(factory, thrown) == rows("B=Fn1Fs1=1", top=".=T1Fs1=1", bottom=".=TnFwFw1=1", money="1+0")
    assert losses(factory, thrown) == [("start/top/centre", "floor/top/1", "second_pass")]


@pytest.mark.rule("D-5.9")
def test_it_may_land_there_without_being_asked() -> None:
    """Between the two testers stands a piece that cannot be landed on."""
    factory = rows("B=G1Fs1=1", top=".(b)=T1Fs1=1", bottom=".=TnFwFw1=1")
    assert open_choices(factory, ROUND) == ()
    assert after(factory, ROUND) == rows("B=G1Fs1=1", top=".=T1Fs1=1", bottom=".=TnFwFw1=1", money="1+0")
    nothing_between = rows("B=2Fs1=1", top=".(b)=T1Fs1=1", bottom=".=TnFwFw1=1")
    assert run_workday(nothing_between, ROUND).gained == (0, 0)
    assert losses(nothing_between, ROUND) == [("start/top/centre", "floor/top/1", "second_pass")]


@pytest.mark.rule("D-11.5", "R-5.12")
def test_flying_over_a_piece_is_not_passing_it() -> None:
    """It flies over the Gift Wrapper northward and passes it eastward on the way round."""
    factory = rows("B=1G2=1", top=".=FwFn2=1", bottom=".(b)=1Tn2=1")
    ways = {"floor/top/2<start/bottom/centre": "left", "floor/top/1<start/bottom/centre": "left"}
    workday = run_workday(factory, ways)
    assert workday.gained == (1, 1)
    assert workday.factory == rows("B=1G2=1(b)", top=".=FwFn2=1", bottom=".=1Tn2=1", money="1+1")
    assert run_workday(rows("B(b)=TG2=1"), {THROWN: "dock/middle"}).gained == (1, 0)


@pytest.mark.rule("R-5.9")
def test_landing_places_are_offered_from_the_nearest_on() -> None:
    assert asked(rows("B(b)=TUU1U=1"))[THROWN] == (
        "floor/middle/2",
        "floor/middle/3",
        "floor/middle/5",
        "dock/middle",
    )
    west = rows(top=".=UwUw1TwUw(-b)=1")
    assert asked(west) == {"floor/top/4<floor/top/5/ahead": ("floor/top/2", "floor/top/1")}
    assert landings(west) == [("floor/top/2", 0), ("floor/top/1", 1)]
