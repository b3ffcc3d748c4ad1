"""R-5.10 to R-5.12: Gift Wrappers, Static Chargers, and passing a piece again."""

import pytest

from mechanica_core import Facing, run_workday
from mechanica_core.events import Charged
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

BOT = "start/middle/centre"


def gained(text: str, decisions: dict[str, str] | None = None, **others: str) -> tuple[int, int]:
    return run_workday(rows(text, **others), decisions or {}).gained


# -- Gift Wrapper --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.10")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_bot_that_passes_a_gift_wrapper_puts_1_into_the_vault(quarters: int) -> None:
    factory = turned("_ _ _ / U(-b) G U / _ _ _", quarters, money="3+5")
    assert after(factory) == turned("_ _ _ / U G U(-p) / _ _ _", quarters, money="3+6")


@pytest.mark.rule("R-5.10")
@pytest.mark.parametrize(("start", "coins"), [("A", 0), ("A(b)", 1), ("A(-d)", 1), ("A(bp)", 2)])
def test_each_bot_that_passes_pays(start: str, coins: int) -> None:
    assert gained(f"{start}=1G2=2") == (0, coins)
    assert run_workday(rows(f"{start}=1G2=2", money="1+1")).factory.vault == 1 + coins


@pytest.mark.rule("R-5.10")
def test_the_coin_stays_even_if_the_bot_is_lost_farther_on() -> None:
    factory = rows("B(b)=G1Gn1=1")
    assert after(factory) == rows("B=G1Gn1=1", money="0+1")
    assert losses(factory) == [(BOT, "floor/middle/3", "at_a_flat_side")]
    in_a_collision = rows("A(bb)=1G2=1")
    assert after(in_a_collision) == rows("A=1G2=1(b)", money="0+2")


@pytest.mark.rule("R-5.10", "R-5.4")
def test_a_bot_lost_at_a_gift_wrapper_pays_nothing() -> None:
    assert gained("B(b)=1Gn2=1") == (0, 0)
    assert gained("B(b)=1Gw2=1") == (0, 0)


@pytest.mark.rule("R-5.12", "R-5.10")
def test_two_gift_wrappers_are_two_pieces() -> None:
    assert gained("B(b)=GG2=1") == (0, 2)
    assert gained("B(b)=GGGG=1") == (0, 4)
    assert gained("B(b)=G3=1", top=".(b)=3G=1") == (0, 2)


# -- passing a piece again -----------------------------------------------------------------------------------


@pytest.mark.rule("R-5.12", "R-5.10")
def test_a_bot_that_comes_to_the_same_gift_wrapper_again_is_lost_and_pays_no_more() -> None:
    factory = rows("B(b)=1GF1=1", top=".=FwGwFn1=1")
    round_ = {f"floor/middle/3<{BOT}": "left", f"floor/top/3<{BOT}": "left", f"floor/top/1<{BOT}": "left"}
    assert after(factory, round_) == rows("B=1GF1=1", top=".=FwGwFn1=1", money="0+2")
    assert losses(factory, round_) == [(BOT, "floor/middle/2", "second_pass")]


@pytest.mark.rule("R-5.12", "R-5.11")
def test_a_bot_that_comes_to_the_same_static_charger_again_is_lost_and_charges_no_more() -> None:
    factory = rows("B(b)=1SF1=1", top=".=FwFnFn1=1")
    round_ = {
        f"floor/middle/3<{BOT}": "left",
        f"floor/top/3<{BOT}": "left",
        f"floor/top/2<{BOT}": "left",
        f"floor/top/1<{BOT}": "left",
    }
    assert asked(factory, round_) == {f"floor/middle/2<{BOT}": ("left", "right")}
    evening = after(factory, round_ | {f"floor/middle/2<{BOT}": "right"})
    assert evening == rows("B=1S(-b)F1=1", top=".=FwFnFn1=1")
    assert losses(factory, round_ | {f"floor/middle/2<{BOT}": "right"}) == [(BOT, "floor/middle/2", "second_pass")]


@pytest.mark.rule("R-5.12", "R-5.9")
@pytest.mark.parametrize(("between", "coin"), [("1", 0), ("Gs", 1)])
def test_a_bot_that_comes_to_the_same_flight_tester_again_is_lost_and_not_thrown(between: str, coin: int) -> None:
    factory = rows(f"B(b)=1T{between}F=1", top=".=FwGwGwFn=1")
    round_ = {
        f"floor/middle/2<{BOT}": "floor/middle/4",
        f"floor/middle/4<{BOT}": "left",
        f"floor/top/4<{BOT}": "left",
        f"floor/top/1<{BOT}": "left",
    }
    workday = run_workday(factory, round_)
    assert workday.gained == (coin, 2)
    assert workday.factory.bots() == {}
    assert losses(factory, round_) == [(BOT, "floor/middle/2", "second_pass")]


@pytest.mark.rule("R-5.12")
def test_tomorrow_the_piece_takes_the_bot_again() -> None:
    factory = rows("B=U(-b)GU1=1")
    assert after(factory) == rows("B=UGU(-p)1=1", money="0+1")
    again = after(factory).with_bots({"floor/middle/1/ahead": "plus"})
    assert after(again) == rows("B=UGU(-d)1=1(p)", money="0+2")


@pytest.mark.rule("R-5.12")
def test_another_bot_may_pass_what_one_has_passed() -> None:
    assert gained("A(bp)=GG2=2") == (0, 4)


@pytest.mark.rule("R-5.12", "R-5.11")
def test_a_bot_that_starts_in_a_static_charger_has_not_passed_it() -> None:
    """Out to the left, round, and through the charger from behind."""
    factory = rows("B=1S(p)2=1", top=".=FwFn2=1")
    bot = "floor/middle/2/left"
    round_ = {f"floor/top/2<{bot}": "left", f"floor/top/1<{bot}": "left"}
    charge = only_choice(factory, round_)
    assert charge.id == f"floor/middle/2<{bot}"
    assert after(factory, round_ | {charge.id: "left"}) == rows("B=1S(b-)2=1(p)", top=".=FwFn2=1")


# -- Static Charger ------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.11")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_the_player_chooses_the_hole_for_the_new_basic(quarters: int) -> None:
    factory = turned("_ _ _ / U(-p) S U / _ _ _", quarters)
    bot = turned_place("floor/middle/1/ahead", quarters)
    choice = only_choice(factory)
    assert choice.id == f"floor/middle/2<{bot}"
    assert (choice.kind, choice.place, choice.rule, choice.bot) == ("charge", "floor/middle/2", "R-5.11", bot)
    assert choice.words() == "Static Charger (middle 2): which hole for the new Basic?"
    assert [(option.take, option.place, option.heading, option.models) for option in choice.options] == [
        ("left", "floor/middle/2/left", turned_facing(Facing.NORTH, quarters), ("basic",)),
        ("right", "floor/middle/2/right", turned_facing(Facing.SOUTH, quarters), ("basic",)),
    ]
    compass = ("right", "up", "left", "down")
    assert [option.words() for option in choice.options] == [
        f"hole left: leaves {compass[(1 + quarters) % 4]}",
        f"hole right: leaves {compass[(3 + quarters) % 4]}",
    ]
    assert after(factory, {choice.id: "left"}) == turned("_ _ _ / U S(b-) U(-d) / _ _ _", quarters)
    assert after(factory, {choice.id: "right"}) == turned("_ _ _ / U S(-b) U(-d) / _ _ _", quarters)


@pytest.mark.rule("R-5.11")
def test_without_a_bot_nothing_is_charged() -> None:
    assert after(rows("B=1S2=1", top=".(b)=4=1")) == rows("B=1S2=1", top=".=4=1(b)")


@pytest.mark.rule("R-5.11", "D-5.14")
def test_a_free_hole_comes_before_a_full_one() -> None:
    """Two bots fill both holes, and nobody is asked."""
    factory = rows("A(pd)=1S2=2")
    assert asked(factory) == {}
    assert after(factory) == rows("A=1S(bb)2=2(pd)")


@pytest.mark.rule("R-5.11", "R-5.14", "D-5.14")
def test_if_both_holes_are_full_the_new_basic_collides_there() -> None:
    """One of three Basics is lost; they are all alike, so nobody is asked."""
    factory = rows("A(pd)=1S2=3", top=".=Us(-p)3=1")
    assert asked(factory) == {}
    assert after(factory) == rows("A=1S(bb)2=3(ppd)", top=".=Us3=1")
    assert [(event.bot, event.hole) for event in events(factory) if isinstance(event, Charged)] == [
        ("floor/top/1/ahead", "floor/middle/2/left"),
        ("start/middle/centre", "floor/middle/2/right"),
        ("start/middle/side", None),
    ]
    four = rows("A(pd)=1S2=3", top=".=Us(-p)3=1", bottom=".=Un(-b)3=1")
    assert after(four, {"dock/middle:keep": "basic+plus+plus"}) == rows(
        "A=1S(bb)2=3(bpp)", top=".=Us3=1", bottom=".=Un3=1"
    )


@pytest.mark.rule("R-5.11", "R-5.1")
def test_the_holes_were_emptied_before() -> None:
    """What was in them has left, so the new Basics find both free."""
    factory = rows("A(bp)=1S(dd)2=3")
    assert after(factory) == rows("A=1S(bb)2=3(bp)", top=".=4=1(d)", bottom=".=4=1(d)")
    one = rows("B(b)=1S(dd)2=3")
    assert after(one, {f"floor/middle/2<{BOT}": "right"}) == rows("B=1S(-b)2=3(b)", top=".=4=1(d)", bottom=".=4=1(d)")


@pytest.mark.rule("R-5.11")
def test_the_new_basic_leaves_on_the_next_workday() -> None:
    first = after(rows("B(d)=1S2=1"), {f"floor/middle/2<{BOT}": "left"})
    assert first == rows("B=1S(b-)2=1(d)")
    assert after(first) == rows("B=1S2=1(d)", top=".=4=1(b)")


@pytest.mark.rule("R-5.11")
def test_each_charger_a_bot_passes_is_a_choice_of_its_own() -> None:
    factory = rows("B(b)=SS2=1")
    assert asked(factory) == {f"floor/middle/1<{BOT}": ("left", "right"), f"floor/middle/2<{BOT}": ("left", "right")}
    evening = after(factory, {f"floor/middle/1<{BOT}": "right", f"floor/middle/2<{BOT}": "left"})
    assert evening == rows("B=S(-b)S(b-)2=1(b)")


@pytest.mark.rule("R-5.11")
def test_chargers_passed_by_different_numbers_of_bots() -> None:
    factory = rows("A(bp)=S3=2", top=".(d)=2S1=1", bottom=".=2S1=1")
    assert asked(factory) == {"floor/top/3<start/top/centre": ("left", "right")}
    evening = after(factory, {"floor/top/3<start/top/centre": "left"})
    assert evening == rows("A=S(bb)3=2(bp)", top=".=2S(b-)1=1(d)", bottom=".=2S1=1")


@pytest.mark.rule("R-5.11")
def test_the_basic_is_made_even_if_the_bot_is_lost_farther_on() -> None:
    factory = rows("B(b)=S1Gn1=1")
    assert after(factory, {f"floor/middle/1<{BOT}": "left"}) == rows("B=S(b)1Gn1=1")
