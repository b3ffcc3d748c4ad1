"""R-3.1 to R-3.6 and R-3.11: the pieces, their sides and holes, and how they lie."""

import pytest

from mechanica_core import Facing, Factory, Kind, Model, component_set
from mechanica_core.events import Left
from mechanica_core.pieces import KIND_CODE, MODEL_CODE, PIECE_CODE, PIECES, Piece, Shape, Side
from tests.core.rules.helpers import (
    FACINGS,
    FORMS,
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
    only_choice,
    piece,
    rows,
    turned,
    turned_facing,
)

SETS = ("demo", "published")
IMPROVEMENTS = {
    Kind.UPGRADER: "Upgrader",
    Kind.DOWNGRADER: "Downgrader",
    Kind.DUPLICATOR: "Duplicator",
    Kind.REPURPOSER: "Repurposer",
    Kind.ADVANCED_FABRICATOR: "Advanced Fabricator",
    Kind.OVERACTIVE_FABRICATOR: "Overactive Fabricator",
    Kind.GIFT_WRAPPER: "Gift Wrapper",
    Kind.STATIC_CHARGER: "Static Charger",
    Kind.FLIGHT_TESTER: "Flight Tester",
}
TURN = {"ahead": 0, "left": 1, "right": 3}
"""Quarter turns, counterclockwise, from the way a piece faces."""

lying = pytest.mark.parametrize(("form", "facing"), LYING, ids=[form.token(facing) for form, facing in LYING])
each_form = pytest.mark.parametrize("form", FORMS, ids=[form.letter for form in FORMS])


# -- which pieces there are ----------------------------------------------------------------------------------


@pytest.mark.rule("R-3.1")
@pytest.mark.parametrize("components", SETS)
def test_there_are_nine_improvements_in_three_copies_each(components: str) -> None:
    known = component_set(components)
    assert {kind: count.value for kind, count in known.counts.items() if kind is not Kind.FORK} == dict.fromkeys(
        IMPROVEMENTS, 3
    )
    assert {kind: known.piece_names[kind].en for kind in IMPROVEMENTS} == IMPROVEMENTS


@pytest.mark.rule("R-3.1")
@pytest.mark.parametrize("components", SETS)
def test_the_advanced_fabricator_is_plainly_a_fabricator_in_german_and_spanish(components: str) -> None:
    names = component_set(components).piece_names[Kind.ADVANCED_FABRICATOR]
    assert names == ("Advanced Fabricator", "Herstellungsmaschine", "Fabricante")


@pytest.mark.rule("R-3.1", "R-3.11", "A-3.11")
@pytest.mark.parametrize("components", SETS)
def test_improvements_have_end_values_but_forks_and_trucks_score_nothing(components: str) -> None:
    known = component_set(components)
    assert set(known.end_values) == set(IMPROVEMENTS)
    assert known.end_values[Kind.REPURPOSER].value == 4


@pytest.mark.rule("R-3.11", "A-3.11")
@pytest.mark.parametrize("components", SETS)
def test_an_improvement_is_recycled_into_one_deluxe_or_two_plus(components: str) -> None:
    recycling = component_set(components).recycling
    assert set(recycling) == set(IMPROVEMENTS)
    assert {yielded.value for yielded in recycling.values()} == {(D,), (P, P)}


@pytest.mark.rule("R-3.1")
def test_a_fork_counts_as_an_improvement_for_a_throw_only() -> None:
    thrown_over_a_fork = after(rows("B(b)=TFU1=1"), {"floor/middle/1<start/middle/centre": "floor/middle/3"})
    assert thrown_over_a_fork == rows("B=TFU(-p)1=1", money="1+0")
    known = component_set("demo")
    assert Kind.FORK not in known.recycling
    assert Kind.FORK not in known.end_values


@pytest.mark.rule("R-3.2")
@pytest.mark.parametrize("kind", Kind)
def test_fabricators_go_into_the_start_zone_trucks_into_the_dock_and_the_rest_on_the_floor(kind: Kind) -> None:
    areas = {place for place in ("start/top", "floor/top/3", "dock/top") if Factory.new().fits(place, kind)}
    if kind in (Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR):
        assert areas == {"start/top"}
    elif kind in (Kind.BIG_TRUCK, Kind.HUGE_TRUCK):
        assert areas == {"dock/top"}
    elif kind in (Kind.BASIC_FABRICATOR, Kind.SMALL_TRUCK):
        assert areas == set()
    else:
        assert areas == {"floor/top/3"}


# -- sides and holes -----------------------------------------------------------------------------------------


@pytest.mark.rule("R-3.3", "A-3.4", "R-3.6")
@pytest.mark.parametrize("components", SETS)
@lying
def test_each_side_is_an_entrance_an_exit_or_flat(form: Form, facing: Facing, components: str) -> None:
    text = f".=3=1/B=1{form.token(facing)}1=1/.=3=1 0+0 print_2019 {components}"
    shape = Factory.from_text(text).machinery.shape(1, 1)
    assert shape is not None
    assert len(shape.sides) == 4
    assert {direction: shape.sides[n].value for n, direction in enumerate(FACINGS)} == {
        direction: form.side(facing, direction) for direction in FACINGS
    }


@pytest.mark.rule("R-3.3")
def test_no_side_is_anything_else() -> None:
    assert {side.value for side in Side} == {"entrance", "exit", "flat"}


@pytest.mark.rule("A-3.4", "R-3.5")
@lying
def test_a_piece_has_its_holes_whichever_way_it_lies(form: Form, facing: Facing) -> None:
    factory = rows(f"B=1{form.token(facing)}1=1")
    names = [hole.removeprefix("floor/middle/2/") for hole in factory.machinery.holes if "floor" in hole]
    assert names == [*form.inputs, *form.outputs]


@pytest.mark.rule("A-3.4", "R-3.5")
@pytest.mark.parametrize("components", SETS)
@pytest.mark.parametrize(("letter", "holes"), [("B", ["centre"]), ("A", ["centre", "side"]), ("O", ["centre", "side"])])
def test_a_fabricator_makes_bots_in_its_centre_and_may_have_a_side_hole(
    letter: str, holes: list[str], components: str
) -> None:
    factory = Factory.from_text(f".=1=1/{letter}=1=1/.=1=1 0+0 print_2019 {components}")
    names = [hole for hole in factory.machinery.holes if hole.startswith("start/middle")]
    assert names == [f"start/middle/{hole}" for hole in holes]


@pytest.mark.rule("A-3.4")
@pytest.mark.parametrize("components", SETS)
def test_trucks_hold_one_two_or_three(components: str) -> None:
    factory = Factory.from_text(f".=1=1/B=1=2/.=1=3 0+0 print_2019 {components}")
    assert [hole for hole in factory.machinery.holes if "dock" in hole] == [
        "dock/top/1",
        "dock/middle/1",
        "dock/middle/2",
        "dock/bottom/1",
        "dock/bottom/2",
        "dock/bottom/3",
    ]


@pytest.mark.rule("A-3.4")
@pytest.mark.parametrize("components", SETS)
@each_form
def test_what_bots_pass_through_or_are_thrown_by(form: Form, components: str) -> None:
    shape = component_set(components).shapes[form.kind, form.flipped].value
    through = {"G": ("ahead",), "S": ("ahead",), "F": ("ahead", "left")}
    assert tuple(turn.value for turn in shape.through) == through.get(form.letter, ())
    assert shape.throws == ("ahead" if form.letter == "T" else None)


@pytest.mark.rule("A-3.4")
def test_a_shape_tells_its_sides_and_holes() -> None:
    shapes = component_set("demo").shapes
    assert (
        str(shapes[Kind.DUPLICATOR, True].value)
        == "ahead exit, left entrance, behind entrance, right exit; holes: in ahead right"
    )
    assert (
        str(shapes[Kind.GIFT_WRAPPER, False].value) == "ahead exit, left flat, behind entrance, right flat; holes: none"
    )
    assert Shape((Side.FLAT,) * 4, inputs=("in1", "in2")).holes == ("in1", "in2")


# -- how they lie --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-3.5", "R-3.6", "R-5.2", "A-3.4")
@pytest.mark.parametrize(
    ("form", "facing", "hole"),
    [(form, facing, hole) for form, facing in LYING for hole in form.outputs],
    ids=[f"{form.token(facing)}-{hole}" for form, facing in LYING for hole in form.outputs],
)
def test_an_output_hole_is_named_after_the_exit_by_which_its_bot_leaves(form: Form, facing: Facing, hole: str) -> None:
    factory = rows(f"B=2{form.token(facing)}2=1").with_bots({f"floor/middle/3/{hole}": P})
    towards = turned_facing(facing, TURN[hole])
    assert events(factory)[0] == Left(0, f"floor/middle/3/{hole}", P, towards)
    assert form.side(facing, towards) == "exit"


@pytest.mark.rule("R-3.5", "R-5.7")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize("square", ["U", "D", "X", "Xf", "R"])
def test_an_arriving_bot_stops_in_an_input_hole(square: str, quarters: int) -> None:
    (stopped, *_) = [
        event for event in events(turned(f"_ _ _ / U(-d) {square} _ / _ _ _", quarters)) if hasattr(event, "hole")
    ]
    assert stopped.hole == f"floor/middle/2/{'in1' if square == 'R' else 'in'}"


@pytest.mark.rule("R-3.5")
@pytest.mark.parametrize("letter", ["A", "O"])
def test_both_holes_of_a_fabricator_lead_east_along_the_row(letter: str) -> None:
    factory = rows(f"{letter}(bd)=2=2")
    assert [event for event in events(factory) if isinstance(event, Left)] == [
        Left(0, "start/middle/centre", B, Facing.EAST),
        Left(0, "start/middle/side", D, Facing.EAST),
    ]
    assert after(factory) == rows(f"{letter}=2=2(bd)")


@pytest.mark.rule("R-3.6")
@lying
def test_a_floor_piece_is_installed_facing_any_of_four_ways(form: Form, facing: Facing) -> None:
    factory = rows("B=3=1").install("floor/middle/2", form.kind, facing, flipped=form.flipped)
    assert factory == rows(f"B=1{form.token(facing)}1=1")
    assert factory.piece_at("floor/middle/2") == piece(form, facing)


@pytest.mark.rule("R-3.6")
def test_a_fork_facing_east_sends_a_bot_on_or_up_and_facing_south_on_or_down() -> None:
    east = only_choice(rows("B(b)=1F1=1"))
    assert [(option.take, option.heading) for option in east.options] == [("ahead", "east"), ("left", "north")]
    south = only_choice(rows("B(b)=1Fs1=1"))
    assert [(option.take, option.heading) for option in south.options] == [("ahead", "south"), ("left", "east")]


@pytest.mark.rule("R-3.6", "A-3.4")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_flipped_duplicator_puts_its_second_bot_on_the_right(quarters: int) -> None:
    plain = after(turned("_ _ _ / U(-p) X _ / _ _ _", quarters))
    assert plain == turned("_ _ _ / U X(-pp) _ / _ _ _", quarters)
    assert plain.bots() == {"floor/middle/2/ahead": P, "floor/middle/2/left": P}
    flipped = after(turned("_ _ _ / U(-p) Xf _ / _ _ _", quarters))
    assert flipped == turned("_ _ _ / U Xf(-pp) _ / _ _ _", quarters)
    assert flipped.bots() == {"floor/middle/2/ahead": P, "floor/middle/2/right": P}


@pytest.mark.rule("R-3.6")
def test_a_new_piece_faces_east_unless_it_is_turned() -> None:
    assert Factory.new().install("floor/top/1", Kind.FORK).piece_at("floor/top/1") == Piece(
        Kind.FORK, Facing.EAST, False
    )
    assert Piece(Kind.FORK) == Piece(Kind.FORK, Facing.EAST, False)


@pytest.mark.rule("A-3.4", "R-3.6")
def test_a_downgraders_outputs_lead_up_ahead_and_down() -> None:
    factory = rows("B=1D(-bpd)2=1", top=".=4=1", bottom=".=4=1")
    assert after(factory) == rows("B=1D2=1(p)", top=".=4=1(b)", bottom=".=4=1(d)")
    assert asked(factory) == {}
    assert losses(factory) == []


@pytest.mark.rule("A-3.4")
@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_flight_tester_throws_towards_its_one_flat_side(quarters: int) -> None:
    factory = turned("_ Us(-b) _ / _ T U / _ _ _", quarters)
    landing = {} if quarters else {"floor/middle/2<floor/top/2/ahead": "floor/middle/3"}
    assert after(factory, landing) == turned("_ Us _ / _ T U(-p) / _ _ _", quarters)
    tester = next(form for form in FORMS if form.letter == "T")
    towards = FACINGS[quarters]
    assert [direction for direction in FACINGS if tester.side(towards, direction) == "flat"] == [towards]


def test_pieces_kinds_and_models_have_small_numbers_inside() -> None:
    assert MODEL_CODE == {Model.BASIC: 1, Model.PLUS: 2, Model.DELUXE: 3}
    assert KIND_CODE[None] == 0
    assert [KIND_CODE[kind] for kind in Kind] == list(range(1, 15))
    assert PIECES[0] is None
    assert [PIECE_CODE[known] for known in PIECES] == list(range(65))
