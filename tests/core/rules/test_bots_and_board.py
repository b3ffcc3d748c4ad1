"""Sections 1 and 2: models, and the board with its rows, slots, squares and trucks."""

import pytest

from mechanica_core import Factory, Kind, Layout, LayoutError, Model, Piece, Row, component_set
from mechanica_core.editions.registry import built_in_text
from mechanica_core.geometry import Facing, Turn, dock_place, floor_place, parse_place, start_place
from tests.core.conftest import Registers
from tests.core.rules.helpers import B, D, P, after, rows

SETS = ("demo", "published")


@pytest.mark.rule("R-1.1")
@pytest.mark.parametrize("components", SETS)
def test_models_rise_from_basic_to_deluxe_and_are_sold_for_2_4_and_6(components: str) -> None:
    known = component_set(components)
    priced = [(model.value, known.model_names[model].en, known.model_prices[model].value) for model in Model]
    assert priced == [("basic", "Basic", 2), ("plus", "Plus", 4), ("deluxe", "Deluxe", 6)]


@pytest.mark.rule("R-2.1")
def test_the_rows_are_top_middle_and_bottom_and_run_east() -> None:
    assert [row.value for row in Row] == ["top", "middle", "bottom"]
    evening = after(rows("B(p)=4=1", top=".(b)=4=1", bottom=".(d)=4=1"))
    assert evening == rows("B=4=1(p)", top=".=4=1(b)", bottom=".=4=1(d)")


@pytest.mark.rule("R-2.2")
def test_each_row_is_a_start_slot_its_squares_and_a_truck() -> None:
    factory = rows("A=1UF=2", top=".=U2=1", bottom="O=2D=3")
    assert factory.machinery.holes == (
        "start/top/centre",
        "floor/top/1/in",
        "floor/top/1/ahead",
        "dock/top/1",
        "start/middle/centre",
        "start/middle/side",
        "floor/middle/2/in",
        "floor/middle/2/ahead",
        "dock/middle/1",
        "dock/middle/2",
        "start/bottom/centre",
        "start/bottom/side",
        "floor/bottom/3/in",
        "floor/bottom/3/left",
        "floor/bottom/3/ahead",
        "floor/bottom/3/right",
        "dock/bottom/1",
        "dock/bottom/2",
        "dock/bottom/3",
    )


@pytest.mark.rule("R-2.2", "R-12.9")
def test_bots_are_listed_row_by_row_from_the_start_slot_to_the_truck() -> None:
    factory = rows("A(bp)=1U(db)F=2(pd)", top=".(d)=3=1(b)")
    assert list(factory.bots().items()) == [
        ("start/top/centre", D),
        ("dock/top/1", B),
        ("start/middle/centre", B),
        ("start/middle/side", P),
        ("floor/middle/2/in", D),
        ("floor/middle/2/ahead", B),
        ("dock/middle/1", P),
        ("dock/middle/2", D),
    ]


@pytest.mark.rule("A-2.3")
@pytest.mark.parametrize("components", SETS)
def test_the_floor_has_four_columns(components: str) -> None:
    factory = Factory.new(components=components)
    assert factory.columns == 4
    assert factory.piece_at("floor/bottom/4") is None
    with pytest.raises(ValueError, match=r"^'floor/bottom/5': this floor has 4 columns$"):
        factory.piece_at("floor/bottom/5")


@pytest.mark.rule("A-2.3")
@pytest.mark.parametrize("columns", [1, 2, 3, 5, 12, 99])
def test_a_floor_may_have_any_number_of_columns(columns: int) -> None:
    factory = Factory.from_layout(Layout(columns=columns)).with_bots({"start/middle/centre": D})
    assert factory.columns == columns
    assert factory.piece_at(f"floor/top/{columns}") is None
    with pytest.raises(ValueError, match=f"this floor has {columns} columns"):
        factory.piece_at(f"floor/top/{columns + 1}")
    assert after(factory).bots() == {"dock/middle/1": D}


@pytest.mark.rule("A-2.3")
@pytest.mark.parametrize("columns", [-1, 0, 100])
def test_a_floor_without_a_column_or_with_too_many_is_refused(columns: int) -> None:
    with pytest.raises(LayoutError) as refused:
        Factory.from_layout(Layout(columns=columns))
    (problem,) = refused.value.problems
    assert str(problem) == "floor: a floor has 1 to 99 columns (A-2.3)"
    assert (problem.kind, problem.place, problem.rule) == ("off_the_floor", "floor", "A-2.3")


@pytest.mark.rule("R-2.4", "A-2.5", "R-2.6", "R-9.6")
def test_a_game_begins_with_what_is_printed_and_one_basic() -> None:
    factory = Factory.new()
    assert [factory.piece_at(f"start/{row}") for row in Row] == [None, Piece(Kind.BASIC_FABRICATOR), None]
    assert [factory.piece_at(f"dock/{row}") for row in Row] == [Piece(Kind.SMALL_TRUCK)] * 3
    assert all(factory.piece_at(f"floor/{row}/{col}") is None for row in Row for col in range(1, 5))
    assert factory.bots() == {"start/middle/centre": B}
    assert (factory.wallet, factory.vault) == (8, 0)
    assert (factory.rules, factory.components) == ("print_2019", "demo")
    assert Factory.new("web_es", "published").to_text() == ".=4=1/B(b)=4=1/.=4=1 8+0 web_es published"


@pytest.mark.rule("R-2.4", "A-2.5")
@pytest.mark.parametrize("components", SETS)
def test_each_printed_slot_and_truck_has_one_hole(components: str) -> None:
    assert Factory.new(components=components).machinery.holes == (
        "start/top/centre",
        "dock/top/1",
        "start/middle/centre",
        "dock/middle/1",
        "start/bottom/centre",
        "dock/bottom/1",
    )


@pytest.mark.rule("A-2.5")
@pytest.mark.parametrize("row", ["top", "bottom"])
def test_a_bot_can_wait_in_an_empty_start_slot(row: str) -> None:
    factory = Factory.new()
    assert factory.with_bots({f"start/{row}/centre": P}).bot_at(f"start/{row}/centre") is P
    with pytest.raises(ValueError, match=f"^there is no hole 'start/{row}/side' in this factory$"):
        factory.with_bots({f"start/{row}/side": P})


@pytest.mark.rule("R-2.6")
@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5, 6])
def test_belts_carry_bots_east_however_far_the_truck_is(columns: int) -> None:
    factory = rows(f"B(b)={columns}=1", top=f".(p)={columns}=1")
    assert after(factory) == rows(f"B={columns}=1(b)", top=f".={columns}=1(p)")


@pytest.mark.rule("R-12.9")
def test_squares_slots_and_docks_have_names() -> None:
    assert floor_place(0, 1) == "floor/top/2"
    assert floor_place(2, 0) == "floor/bottom/1"
    assert start_place(1) == "start/middle"
    assert dock_place(2) == "dock/bottom"
    assert parse_place("floor/top/2") == ("floor", 0, 1)
    assert parse_place("floor/middle/10") == ("floor", 1, 9)
    assert parse_place("floor/bottom/999") == ("floor", 2, 998)
    assert parse_place("start/middle") == ("start", 1, 0)
    assert parse_place("dock/bottom") == ("dock", 2, 0)


@pytest.mark.rule("R-12.4", "R-12.9")
@pytest.mark.parametrize(
    "name",
    [
        "",
        "floor",
        "floor/top",
        "floor/top/0",
        "floor/top/01",
        "floor/top/-1",
        "floor/top/1000",
        "floor/top/2/ahead",
        "floor/upper/2",
        "start/top/1",
        "start/middle/centre",
        "dock/bottom/1",
        "dock/floor",
        "Floor/top/2",
        " floor/top/2",
        "floor/top/2\n",
    ],
)
def test_what_is_no_place_is_named_in_the_error(name: str) -> None:
    with pytest.raises(ValueError, match="is no place; places look like 'floor/top/2', 'start/middle' or 'dock/") as no:
        Factory.new().piece_at(name)
    assert str(no.value).startswith(f"{name!r} is no place")


@pytest.mark.rule("R-12.9")
def test_a_hole_holds_a_bot_or_none() -> None:
    factory = rows("A(-p)=1U(d-)2=2(b)")
    held = {hole: factory.bot_at(hole) for hole in factory.machinery.holes if "middle" in hole}
    assert held == {
        "start/middle/centre": None,
        "start/middle/side": P,
        "floor/middle/2/in": D,
        "floor/middle/2/ahead": None,
        "dock/middle/1": B,
        "dock/middle/2": None,
    }


@pytest.mark.rule("R-12.9")
@pytest.mark.parametrize("hole", ["", "start/middle", "start/middle/in", "floor/top/1/in", "dock/top/2", "dock/top/0"])
def test_what_is_no_hole_is_named_in_the_error(hole: str) -> None:
    with pytest.raises(ValueError, match=f"^there is no hole {hole!r} in this factory$"):
        Factory.new().bot_at(hole)


@pytest.mark.rule("R-3.6", "A-3.4")
def test_directions_and_turns_are_listed_counterclockwise() -> None:
    assert [facing.value for facing in Facing] == ["east", "north", "west", "south"]
    assert [turn.value for turn in Turn] == ["ahead", "left", "behind", "right"]


@pytest.mark.rule("A-2.3")
@pytest.mark.parametrize("columns", [1, 6])
def test_a_component_set_may_give_another_number_of_columns(register: Registers, columns: int) -> None:
    register(built_in_text("demo").replace("columns = { value = 4,", f"columns = {{ value = {columns},"))
    factory = Factory.new(components="mine")
    assert factory.columns == columns
    assert after(factory).to_text() == f".={columns}=1/B={columns}=1(b)/.={columns}=1 8+0 print_2019 mine"


@pytest.mark.rule("A-2.5")
def test_a_component_set_may_give_an_empty_slot_other_holes(register: Registers) -> None:
    register(
        built_in_text("demo").replace('empty_slot_holes = { value = ["centre"],', "empty_slot_holes = { value = [],")
    )
    assert [hole for hole in Factory.new(components="mine").machinery.holes if "start" in hole] == [
        "start/middle/centre"
    ]
