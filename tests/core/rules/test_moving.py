"""R-4.1 to R-5.7, R-5.15 and D-5.16: bots leave, ride, stop and are lost."""

import itertools

import pytest

from mechanica_core import Facing, Factory, FloorPiece, Kind, Layout, Row, outcomes, rule_set, run_workday
from mechanica_core.events import Left, Lost, Passed, Rode, Stopped
from tests.core.rules.helpers import (
    FACINGS,
    LYING,
    QUARTERS,
    B,
    D,
    Form,
    P,
    after,
    asked,
    events,
    losses,
    piece,
    rows,
    turned,
)

E, N, W, S = FACINGS
lying = pytest.mark.parametrize(("form", "facing"), LYING, ids=[form.token(facing) for form, facing in LYING])


# -- the workday ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R-4.1")
def test_running_the_factory_is_no_turn() -> None:
    """Nothing is sold, bought or made, and nobody's shop turns: that is for the turns that follow."""
    workday = run_workday(rows("B=4=2(pd)", top="O=4=3(d)", bottom="A=4=1", money="8+3"))
    assert workday.factory == workday.before
    assert workday.gained == (0, 0)
    assert workday.events == ()


@pytest.mark.rule("R-4.1")
@pytest.mark.parametrize(
    ("rules", "when"),
    [("print_2019", "opens_the_workday"), ("web_de", "closes_the_workday"), ("web_es", "closes_the_workday")],
)
def test_the_rule_set_says_when_the_factories_run(rules: str, when: str) -> None:
    assert rule_set(rules).factories_run == when


@pytest.mark.rule("R-4.2", "R-6.1")
def test_all_bots_move_before_any_piece_acts() -> None:
    """The bot that waited in an output hole has gone when the next one is made."""
    assert after(rows("B(b)=U(-d)2U(-b)=2")) == rows("B=U(-p)2U(-d)=2(b)")
    chain = rows("B(b)=U(-b)U(-b)U(-b)=1")
    assert after(chain) == rows("B=U(-p)U(-p)U(-p)=1(b)")


@pytest.mark.rule("R-4.2")
def test_a_bot_made_today_moves_tomorrow() -> None:
    evening = after(rows("B(b)=UU2=1"))
    assert evening == rows("B=U(-p)U2=1")
    assert after(evening) == rows("B=UU(-d)2=1")
    assert after(after(evening)) == rows("B=UU2=1(d)")
    assert after(rows("B=UU2=1(d)")) == rows("B=UU2=1(d)")


@pytest.mark.rule("R-5.1")
def test_all_start_and_output_holes_empty_at_the_same_moment() -> None:
    factory = rows("A(bp)=D(-bpd)3=3", top=".(b)=4=1", bottom="O(pd)=1S(pb)2=3")
    left = [event for event in events(factory, {"floor/middle/1:keep": "plus"}) if isinstance(event, Left)]
    assert {event.tick for event in left} == {0}
    assert [(event.bot, event.model, event.heading) for event in left] == [
        ("start/top/centre", B, E),
        ("start/middle/centre", B, E),
        ("start/middle/side", P, E),
        ("floor/middle/1/left", B, N),
        ("floor/middle/1/ahead", P, E),
        ("floor/middle/1/right", D, S),
        ("start/bottom/centre", P, E),
        ("start/bottom/side", D, E),
        ("floor/bottom/2/left", P, N),
        ("floor/bottom/2/right", B, S),
    ]


@pytest.mark.rule("R-5.1")
def test_bots_in_trucks_and_input_holes_stay() -> None:
    resting = rows("B=1R(b)2=2(pd)", top=".=4=3(bpd)", bottom=".=R(d)3=1(b)")
    workday = run_workday(resting)
    assert workday.factory == resting
    assert workday.events == ()


@pytest.mark.rule("R-5.2")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize(
    ("morning", "evening"),
    [
        ("_ Un _ / _ X(-pd) U / _ _ _", "_ Un(-d) _ / _ X U(-d) / _ _ _"),
        ("_ _ _ / _ Xf(-db) U / _ Us _", "_ _ _ / _ Xf U(-d) / _ Us(-p) _"),
        ("_ Un _ / _ D(-bpd) U / _ Us _", "_ Un(-p) _ / _ D U(-d) / _ Us(-d) _"),
        ("_ _ _ / _ R(--b) U / _ _ _", "_ _ _ / _ R U(-p) / _ _ _"),
        ("_ Un _ / _ S(pb) U / _ Us _", "_ Un(-d) _ / _ S U / _ Us(-p) _"),
    ],
    ids=["X", "Xf", "D", "R", "S"],
)
def test_a_bot_leaves_by_the_exit_of_its_hole(morning: str, evening: str, quarters: int) -> None:
    assert after(turned(morning, quarters)) == turned(evening, quarters)


@pytest.mark.rule("R-5.2")
@pytest.mark.parametrize("row", Row)
def test_a_bot_leaves_its_start_hole_eastward_along_its_row(row: Row) -> None:
    letter = "B" if row is Row.MIDDLE else "."
    assert after(rows(**{row: f"{letter}(b)=3=1"})) == rows(**{row: f"{letter}=3=1(b)"})
    assert after(rows(**{row: "A(bd)=3=3(p)"})) == rows(**{row: "A=3=3(bpd)"})
    assert after(rows(**{row: "O(-d)=2U=1"})) == rows(**{row: "O=2U(-d)=1"})


@pytest.mark.rule("R-5.2")
def test_in_a_hole_a_bots_workday_is_over() -> None:
    assert after(rows("B(b)=R3=1")) == rows("B=R(b)3=1")
    assert after(rows("B=R(b)3=1")) == rows("B=R(b)3=1")


# -- belts ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.3", "R-2.6")
@pytest.mark.parametrize("col", [1, 2, 3, 4])
def test_a_belt_takes_along_a_bot_from_above_or_below(col: int) -> None:
    before, behind = f"{col - 1 or ''}", f"{4 - col or ''}"
    from_above = rows("B=4=1", top=f".={before}Us(-b){behind}=1")
    assert after(from_above) == rows("B=4=1(b)", top=f".={before}Us{behind}=1")
    from_below = rows("B=4=1", bottom=f".={before}Un(-p){behind}=1")
    assert after(from_below) == rows("B=4=1(p)", bottom=f".={before}Un{behind}=1")
    down_to_the_bottom = rows(f"B={before}Us(-d){behind}=1")
    assert after(down_to_the_bottom) == rows(f"B={before}Us{behind}=1", bottom=".=4=1(d)")
    up_to_the_top = rows(f"B={before}Un(-b){behind}=1")
    assert after(up_to_the_top) == rows(f"B={before}Un{behind}=1", top=".=4=1(b)")


@pytest.mark.rule("R-5.3")
def test_a_bot_that_joins_a_belt_rides_on_into_the_next_piece() -> None:
    assert after(rows("B=1U2=1", top=".=Us(-b)3=1")) == rows("B=1U(-p)2=1", top=".=Us3=1")


@pytest.mark.rule("D-5.3")
@pytest.mark.parametrize("row", Row)
@pytest.mark.parametrize("col", [2, 3, 4])
def test_a_bot_that_comes_onto_a_belt_travelling_west_is_lost(row: Row, col: int) -> None:
    letter = "B" if row is Row.MIDDLE else "."
    behind = f"{4 - col or ''}"
    factory = rows(**{row: f"{letter}={col - 1}Uw(-p){behind}=1"})
    assert after(factory) == rows(**{row: f"{letter}={col - 1}Uw{behind}=1"})
    assert losses(factory) == [(f"floor/{row}/{col}/ahead", f"floor/{row}/{col - 1}", "against_the_belt")]


# -- entering pieces -----------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.4", "A-3.4")
@lying
def test_a_bot_from_a_belt_enters_by_an_entrance_or_is_lost(form: Form, facing: Facing) -> None:
    factory = rows(f"B(p)=1{form.token(facing)}2=1")
    entered = {"exit": "at_an_exit", "flat": "at_a_flat_side"}.get(form.side(facing, W))
    assert first_loss(factory, "floor/middle/2") == entered


@pytest.mark.rule("R-5.4", "A-3.4")
@pytest.mark.parametrize("heading", FACINGS)
@lying
def test_a_bot_from_any_side_enters_by_an_entrance_or_is_lost(form: Form, facing: Facing, heading: Facing) -> None:
    """Even where pieces were laid that do not fit."""
    row, col = {E: (Row.MIDDLE, 2), N: (Row.BOTTOM, 3), W: (Row.MIDDLE, 4), S: (Row.TOP, 3)}[heading]
    floor = (
        FloorPiece(row, col, Kind.UPGRADER, heading, bots=(("ahead", P),)),
        FloorPiece(Row.MIDDLE, 3, *piece(form, facing)),
    )
    factory = Factory.from_layout(Layout(floor=floor, columns=5), forgive=["does_not_fit"])
    towards = FACINGS[(FACINGS.index(heading) + 2) % 4]
    entered = {"exit": "at_an_exit", "flat": "at_a_flat_side"}.get(form.side(facing, towards))
    assert first_loss(factory, "floor/middle/3") == entered


def first_loss(factory: Factory, place: str) -> str | None:
    """Why a bot did not get into the piece at a place; whatever there is to choose, the first is taken."""
    told = run_workday(factory, policy=lambda choice: choice.takes[0]).events
    lost = [event for event in told if isinstance(event, Lost) and event.place == place]
    return next((event.loss for event in lost if event.loss in ("at_an_exit", "at_a_flat_side")), None)


@pytest.mark.rule("R-5.4")
def test_a_bot_at_an_exit_or_a_flat_side_goes_nowhere() -> None:
    at_an_exit = rows("B(b)=1Uw2=1")
    assert after(at_an_exit) == rows("B=1Uw2=1")
    assert losses(at_an_exit) == [("start/middle/centre", "floor/middle/2", "at_an_exit")]
    at_a_flat_side = rows("B(b)=1Gn2=1")
    assert after(at_a_flat_side) == rows("B=1Gn2=1")
    assert losses(at_a_flat_side) == [("start/middle/centre", "floor/middle/2", "at_a_flat_side")]
    at_the_throwing_side = rows("B(b)=1Tw2=1", money="2+0")
    assert after(at_the_throwing_side) == rows("B=1Tw2=1", money="2+0")


@pytest.mark.rule("R-5.7")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize(
    ("morning", "evening"),
    [
        ("_ _ _ / U(-b) U _ / _ _ _", "_ _ _ / U U(-p) _ / _ _ _"),
        ("_ Us(-b) _ / _ U _ / _ _ _", "_ Us _ / _ U(-p) _ / _ _ _"),
        ("_ _ _ / _ U _ / _ Un(-b) _", "_ _ _ / _ U(-p) _ / _ Un _"),
        ("_ Us(-b) _ / _ R _ / _ _ _", "_ Us _ / _ R(b) _ / _ _ _"),
        ("_ _ _ / _ R _ / _ Un(-b) _", "_ _ _ / _ R(b) _ / _ Un _"),
        ("_ _ _ / _ X _ / _ Un(-b) _", "_ _ _ / _ X(-bb) _ / _ Un _"),
        ("_ Us(-b) _ / _ Xf _ / _ _ _", "_ Us _ / _ Xf(-bb) _ / _ _ _"),
        ("_ _ _ / U(-p) D _ / _ _ _", "_ _ _ / U D(-bbb) _ / _ _ _"),
    ],
)
def test_in_a_piece_with_input_holes_a_bot_stops(morning: str, evening: str, quarters: int) -> None:
    assert after(turned(morning, quarters)) == turned(evening, quarters)


@pytest.mark.rule("R-5.7")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize("square", ["G", "S"])
def test_a_pass_through_piece_sends_a_bot_on_by_its_exit(square: str, quarters: int) -> None:
    charged = {"floor/middle/2<" + start(quarters): "left"} if square == "S" else {}
    evening = after(turned(f"_ _ _ / U(-b) {square} U / _ _ _", quarters), charged)
    held = "S(b)" if square == "S" else "G"
    money = "0+1" if square == "G" else "0+0"
    assert evening == turned(f"_ _ _ / U {held} U(-p) / _ _ _", quarters, money=money)


def start(quarters: int) -> str:
    """The output hole in the middle of the west side, turned."""
    return ("floor/middle/1/ahead", "floor/bottom/2/ahead", "floor/middle/3/ahead", "floor/top/2/ahead")[quarters]


# -- leaving the board ---------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.5")
@pytest.mark.parametrize("col", [1, 2, 3, 4])
def test_a_bot_that_leaves_over_the_top_or_bottom_edge_is_lost(col: int) -> None:
    before, behind = f"{col - 1 or ''}", f"{4 - col or ''}"
    over_the_top = rows(top=f".={before}Un(-b){behind}=1")
    assert after(over_the_top) == rows(top=f".={before}Un{behind}=1")
    assert losses(over_the_top) == [(f"floor/top/{col}/ahead", None, "over_the_edge")]
    over_the_bottom = rows(bottom=f".={before}Us(-b){behind}=1")
    assert after(over_the_bottom) == rows(bottom=f".={before}Us{behind}=1")
    assert losses(over_the_bottom) == [(f"floor/bottom/{col}/ahead", None, "over_the_edge")]


@pytest.mark.rule("D-5.5")
@pytest.mark.parametrize("row", Row)
@pytest.mark.parametrize("letter", ["B", ".", "A", "O"])
def test_a_bot_that_leaves_column_one_westward_is_lost(row: Row, letter: str) -> None:
    if letter in "B.":
        letter = "B" if row is Row.MIDDLE else "."
    factory = rows(**{row: f"{letter}=Uw(-b)3=1"}, forgive=["does_not_fit"])
    assert after(factory) == rows(**{row: f"{letter}=Uw3=1"}, forgive=["does_not_fit"])
    assert losses(factory) == [(f"floor/{row}/1/ahead", None, "off_the_west")]


@pytest.mark.rule("R-5.6")
@pytest.mark.parametrize("row", Row)
def test_a_bot_that_leaves_the_last_column_eastward_reaches_the_truck_of_that_row(row: Row) -> None:
    letter = "B" if row is Row.MIDDLE else "."
    for last in "UXR":
        leaving = last + {"U": "(-b)", "X": "(-b)", "R": "(--b)"}[last]
        assert after(rows(**{row: f"{letter}=3{leaving}=2(p)"})) == rows(**{row: f"{letter}=3{last}=2(bp)"})
    assert after(rows(**{row: f"{letter}(d)=4=1"})) == rows(**{row: f"{letter}=4=1(d)"})
    assert after(rows(**{row: f"{letter}(d)=3G=1"})) == rows(**{row: f"{letter}=3G=1(d)"}, money="0+1")


# -- lost bots -----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.15")
def test_a_lost_bot_is_in_the_factory_no_more() -> None:
    """The supply is not part of a factory; the event says that the bot has gone back to it."""
    factory = rows("B(b)=1Uw2=1", top=".=Un(-p)3=1", bottom=".=3U(-d)=1(d)")
    workday = run_workday(factory)
    assert workday.factory == rows("B=1Uw2=1", top=".=Un3=1", bottom=".=3U=1(d)")
    assert [(event.bot, event.model) for event in workday.events if isinstance(event, Lost)] == [
        ("floor/top/1/ahead", P),
        ("start/middle/centre", B),
        ("floor/bottom/4/ahead", D),
    ]


# -- on the way ----------------------------------------------------------------------------------------------


@pytest.mark.rule("D-5.16")
def test_bots_that_cross_on_a_square_do_not_collide() -> None:
    """Both come onto the same belt at the same moment; both arrive."""
    factory = rows("B=1U(-b)2=2", top=".=2Us(-p)1=1")
    onto = [event.bot for event in events(factory) if isinstance(event, Rode) and event.tick == 1]
    assert onto == ["floor/top/3/ahead", "floor/middle/2/ahead"]
    assert [event.place for event in events(factory) if isinstance(event, Rode) and event.tick == 1] == [
        "floor/middle/3",
        "floor/middle/3",
    ]
    assert after(factory) == rows("B=1U2=2(bp)", top=".=2Us1=1")


@pytest.mark.rule("D-5.16")
def test_bots_that_meet_in_a_fork_do_not_collide() -> None:
    """Each goes its own way."""
    factory = rows("B(b)=1F2=1", bottom=".=1Un(-p)2=1")
    ways = {
        "floor/middle/2<start/middle/centre": "left",
        "floor/middle/2<floor/bottom/2/ahead": "ahead",
    }
    assert after(factory, ways) == rows("B=1F2=1(p)", top=".=4=1(b)", bottom=".=1Un2=1")


@pytest.mark.rule("D-5.16")
def test_the_results_are_all_combinations_of_the_bots_routes() -> None:
    factory = rows("A(bp)=1F2=2", top=".=4=2")
    ways = asked(factory)
    assert ways == {
        "floor/middle/2<start/middle/centre": ("ahead", "left"),
        "floor/middle/2<start/middle/side": ("ahead", "left"),
    }
    found = {takes: after(factory, dict(zip(ways, takes, strict=True))) for takes in itertools.product(*ways.values())}
    assert found == {
        ("ahead", "ahead"): rows("A=1F2=2(bp)", top=".=4=2"),
        ("ahead", "left"): rows("A=1F2=2(b)", top=".=4=2(p)"),
        ("left", "ahead"): rows("A=1F2=2(p)", top=".=4=2(b)"),
        ("left", "left"): rows("A=1F2=2", top=".=4=2(bp)"),
    }
    assert set(outcomes(factory)) == set(found.values())


@pytest.mark.rule("D-5.16")
def test_a_bots_way_does_not_depend_on_the_others() -> None:
    alone = list(events(rows("B(b)=GS2=1"), {"floor/middle/2<start/middle/centre": "left"}))
    crowd = run_workday(rows("A(bp)=GS2=3", top=".=2Us(-d)1=1"), policy=lambda choice: choice.takes[0]).events
    ways = (Left, Rode, Passed, Stopped)
    assert [event for event in crowd if isinstance(event, ways) and event.bot == "start/middle/centre"][:-1] == [
        event for event in alone if isinstance(event, ways)
    ][:-1]
