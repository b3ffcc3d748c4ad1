"""R-3.2 and R-3.6 to R-3.10: installing, replacing and demolishing, and what becomes of the bots."""

import pytest

from mechanica_core import Facing, Factory, InstallError, Kind, Piece, Row
from mechanica_core.pieces import FLOOR_KINDS
from mechanica_core.places import where_words
from tests.core.rules.helpers import FACINGS, LYING, B, D, Form, P, piece, rows

START_KINDS = (None, Kind.BASIC_FABRICATOR, Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR)
TRUCKS = (Kind.SMALL_TRUCK, Kind.BIG_TRUCK, Kind.HUGE_TRUCK)
PRINTED = (Kind.BASIC_FABRICATOR, Kind.SMALL_TRUCK)
FULL_FLOOR = "A(bp)=U(bd)D(dbpd)S(pd)R(bpd)=2(pd)"


def place_for(kind: Kind) -> str:
    """A place where that kind may be installed at the start of the game."""
    return "dock/bottom" if kind in TRUCKS else "start/bottom" if kind in START_KINDS else "floor/middle/2"


def name(kind: Kind) -> str:
    """The kind's English name: "Gift Wrapper"."""
    return kind.replace("_", " ").title()


def refused(factory: Factory, place: str, kind: Kind, facing: Facing = Facing.EAST, *, flipped: bool = False) -> str:
    """The sentence that refuses to install the piece, after the place's id; the error names place and rule."""
    assert not factory.fits(place, kind, facing, flipped=flipped)
    with pytest.raises(InstallError) as error:
        factory.install(place, kind, facing, flipped=flipped)
    assert error.value.place == place
    assert str(error.value) == f"{where_words(place)}: {error.value.reason} ({error.value.rule})"
    return f"{place}: {error.value.reason} ({error.value.rule})"


# -- installing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-3.2", "R-3.6")
@pytest.mark.parametrize(("form", "facing"), LYING, ids=[form.token(facing) for form, facing in LYING])
@pytest.mark.parametrize("row", Row)
def test_a_floor_piece_goes_on_whichever_square_its_owner_likes(form: Form, facing: Facing, row: Row) -> None:
    empty = rows("B(b)=3=1", top=".(p)=3=1", bottom=".=3=2(d)", money="3+4")
    for col in (1, 2, 3):
        place = f"floor/{row}/{col}"
        factory = empty.install(place, form.kind, facing, flipped=form.flipped)
        assert factory.piece_at(place) == piece(form, facing)
        assert factory.demolish(place) == empty
        others = [f"floor/{r}/{c}" for r in Row for c in (1, 2, 3) if f"floor/{r}/{c}" != place]
        assert [factory.piece_at(other) for other in others] == [None] * 8
        assert factory.bots() == empty.bots()
        assert (factory.wallet, factory.vault) == (3, 4)


@pytest.mark.rule("R-3.2")
@pytest.mark.parametrize("row", Row)
def test_a_fabricator_goes_into_each_start_slot_and_a_truck_to_each_dock(row: Row) -> None:
    for kind in START_KINDS[2:]:
        factory = rows("B=2=1").install(f"start/{row}", kind)
        assert factory.piece_at(f"start/{row}") == Piece(kind)
        assert [factory.piece_at(f"start/{other}") for other in Row if other is not row] == [
            rows("B=2=1").piece_at(f"start/{other}") for other in Row if other is not row
        ]
    for kind in TRUCKS[1:]:
        factory = rows("B=2=1").install(f"dock/{row}", kind)
        assert [factory.piece_at(f"dock/{other}") for other in Row] == [
            Piece(kind if other is row else Kind.SMALL_TRUCK) for other in Row
        ]


@pytest.mark.rule("R-3.2")
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in PRINTED])
def test_a_piece_does_not_go_into_another_area(kind: Kind) -> None:
    places = ["floor/middle/2", "start/bottom", "dock/bottom"]
    places.remove(place_for(kind))
    for place in places:
        assert refused(Factory.new(), place, kind) == f"{place}: {name(kind)} does not go here (R-3.2)"


@pytest.mark.rule("R-2.4")
@pytest.mark.parametrize("kind", PRINTED)
@pytest.mark.parametrize("place", ["floor/middle/2", "start/middle", "start/top", "dock/bottom"])
def test_what_is_printed_on_the_board_is_never_installed(kind: Kind, place: str) -> None:
    sentence = f"{place}: {name(kind)} is printed on the board and never installed (R-2.4)"
    assert refused(rows("A=4=2", bottom=".=4=3"), place, kind) == sentence


@pytest.mark.rule("R-3.6")
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (*PRINTED, Kind.DUPLICATOR)])
def test_only_a_duplicator_is_turned_over(kind: Kind) -> None:
    place = place_for(kind)
    sentence = f"{place}: {name(kind)} cannot be flipped, only a Duplicator (R-3.6)"
    assert refused(Factory.new(), place, kind, flipped=True) == sentence


@pytest.mark.rule("R-3.6")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(("place", "kind"), [("start/top", Kind.ADVANCED_FABRICATOR), ("dock/top", Kind.BIG_TRUCK)])
def test_fabricators_and_trucks_are_not_turned(place: str, kind: Kind, facing: Facing) -> None:
    if facing is Facing.EAST:
        assert Factory.new().install(place, kind, facing) == Factory.new().install(place, kind)
    else:
        assert refused(Factory.new(), place, kind, facing) == f"{place}: only floor pieces are turned (R-3.6)"


@pytest.mark.rule("R-3.6")
def test_names_of_kinds_and_facings_will_do() -> None:
    factory = Factory.new().install("floor/top/2", "duplicator", "north", flipped=True)
    assert factory.piece_at("floor/top/2") == Piece(Kind.DUPLICATOR, Facing.NORTH, True)
    assert Factory.new().fits("floor/top/2", "duplicator", "north", flipped=True)
    for kind, facing in (("sorter", "east"), ("fork", "up")):
        with pytest.raises(ValueError, match="is not a valid"):
            Factory.new().install("floor/top/2", kind, facing)
        with pytest.raises(ValueError, match="is not a valid"):
            Factory.new().fits("floor/top/2", kind, facing)
    with pytest.raises(ValueError, match="this floor has 4 columns"):
        Factory.new().fits("floor/top/5", "fork")
    with pytest.raises(ValueError, match="is no place"):
        Factory.new().install("floor/top", "fork")
    with pytest.raises(ValueError, match="is no place"):
        Factory.new().demolish("floor")


@pytest.mark.rule("R-3.10", "D-11.3")
def test_forks_never_run_out() -> None:
    factory = rows("B=5=1")
    for row in Row:
        for col in range(1, 6):
            factory = factory.install(f"floor/{row}/{col}", Kind.FORK)
    assert factory == rows("B=FFFFF=1", top=".=FFFFF=1", bottom=".=FFFFF=1")
    assert [str(warning) for warning in factory.warnings] == ["factory: Fork: 15 here, 10 in the box (D-11.3)"]


@pytest.mark.rule("R-3.10")
@pytest.mark.parametrize("rules", ["print_2019", "web_de", "web_es"])
def test_three_trucks_of_a_kind_are_never_too_many(rules: str) -> None:
    for letter in "23":
        factory = rows(f"B=1={letter}", top=f".=1={letter}", bottom=f".=1={letter}", rules=rules)
        assert factory.warnings == ()


# -- replacing -----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-3.9", "R-3.2", "D-7.1")
@pytest.mark.parametrize("kind", FLOOR_KINDS)
@pytest.mark.parametrize("col", [1, 2, 3, 4])
def test_the_bots_of_a_replaced_floor_piece_are_lost_and_no_others(kind: Kind, col: int) -> None:
    factory = rows(FULL_FLOOR, top=".(d)=4=1(b)", bottom="O(pd)=4=3(bpd)", money="5+7")
    place = f"floor/middle/{col}"
    replaced = next((facing for facing in FACINGS if factory.fits(place, kind, facing)), None)
    assert replaced is not None
    changed = factory.install(place, kind, replaced)
    assert changed.piece_at(place) == Piece(kind, replaced)
    kept = {hole: bot for hole, bot in factory.bots().items() if not hole.startswith(place)}
    assert changed.bots() == kept
    assert (changed.wallet, changed.vault) == (5, 7)


@pytest.mark.rule("R-3.9")
@pytest.mark.parametrize("col", [1, 2, 3, 4])
def test_the_bots_are_lost_even_if_a_piece_of_the_same_kind_takes_the_place(col: int) -> None:
    factory = rows(FULL_FLOOR)
    place = f"floor/middle/{col}"
    old = factory.piece_at(place)
    assert old is not None
    changed = factory.install(place, *old[:2], flipped=old.flipped)
    assert changed.piece_at(place) == old
    assert changed.bots() == {hole: bot for hole, bot in factory.bots().items() if not hole.startswith(place)}


@pytest.mark.rule("D-3.10", "R-3.9")
@pytest.mark.parametrize("row", Row)
@pytest.mark.parametrize(
    ("old", "new", "bots"),
    [("1", "2", "b"), ("1", "3", "d"), ("2", "3", "pd"), ("1", "2", ""), ("2", "3", "b")],
)
def test_a_truck_is_replaced_by_a_larger_one_that_takes_over_its_bots(old: str, new: str, bots: str, row: Row) -> None:
    there = {row: f"{'B' if row is Row.MIDDLE else '.'}(d)=1U(bp)1={old}({bots})"}
    then = {row: f"{'B' if row is Row.MIDDLE else '.'}(d)=1U(bp)1={new}({bots})"}
    factory, changed = rows(**there, money="9+1"), rows(**then, money="9+1")
    assert factory.install(f"dock/{row}", TRUCKS[int(new) - 1]) == changed


@pytest.mark.rule("D-3.10")
@pytest.mark.parametrize(("old", "new"), [("2", "2"), ("3", "3"), ("3", "2")])
def test_a_truck_is_not_replaced_by_one_that_is_no_larger(old: str, new: str) -> None:
    factory = rows(f"B=2={old}")
    there = TRUCKS[int(old) - 1]
    sentence = f"dock/middle: trucks only grow, and there is {name(there)} here (D-3.10)"
    assert refused(factory, "dock/middle", TRUCKS[int(new) - 1]) == sentence


@pytest.mark.rule("D-3.10")
@pytest.mark.parametrize("components", ["demo", "published"])
def test_a_larger_truck_costs_3_or_5(components: str) -> None:
    known = Factory.new(components=components).machinery.components
    assert (known.prices[Kind.BIG_TRUCK].value, known.prices[Kind.HUGE_TRUCK].value) == (3, 5)
    assert known.huge_truck_for_big.value == 3


@pytest.mark.rule("R-3.9", "D-11.7")
@pytest.mark.parametrize(
    ("row", "old", "new"),
    [
        (row, old, new)
        for row in Row
        for old in ("B" if row is Row.MIDDLE else ".", "A", "O")
        for new in "AO"
        if new != old
    ],
)
def test_bots_in_a_start_slot_move_onto_the_new_fabricator_hole_by_hole(row: Row, old: str, new: str) -> None:
    kind = {"A": Kind.ADVANCED_FABRICATOR, "O": Kind.OVERACTIVE_FABRICATOR}[new]
    for bots in ("b-", "d-") if old in "B." else ("b-", "-p", "dp", "bb", "--"):
        held = bots.rstrip("-")
        before, then = rows(**{row: f"{old}({held})=1U(pd)=2(b)"}), rows(**{row: f"{new}({held})=1U(pd)=2(b)"})
        assert before.install(f"start/{row}", kind) == then


@pytest.mark.rule("R-3.9")
@pytest.mark.parametrize("kind", [Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR])
def test_a_fabricator_is_not_replaced_by_one_of_the_same_kind(kind: Kind) -> None:
    for row in Row:
        factory = Factory.new().install(f"start/{row}", kind)
        assert refused(factory, f"start/{row}", kind) == f"start/{row}: {name(kind)} is here already (R-3.9)"


@pytest.mark.rule("D-11.7", "D-3.8")
def test_a_covered_basic_fabricator_comes_back_when_its_cover_is_demolished() -> None:
    covered = Factory.new().install("start/middle", "overactive_fabricator")
    assert covered.to_text() == ".=4=1/O(b-)=4=1/.=4=1 8+0 print_2019 demo"
    assert covered.demolish("start/middle").to_text() == ".=4=1/B=4=1/.=4=1 8+0 print_2019 demo"


# -- demolishing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R-3.8", "D-3.8")
@pytest.mark.parametrize(
    ("place", "rest"),
    [
        ("floor/top/1", {"top": ".(d)=1X(pbd)R(bpd)T=1(b)"}),
        ("floor/top/2", {"top": ".(d)=G1R(bpd)T=1(b)"}),
        ("floor/top/3", {"top": ".(d)=GX(pbd)1T=1(b)"}),
        ("floor/top/4", {"top": ".(d)=GX(pbd)R(bpd)1=1(b)"}),
        ("floor/middle/1", {"middle": "A(bp)=1D(dbpd)S(pd)F=2(pd)"}),
        ("floor/middle/2", {"middle": "A(bp)=U(bd)1S(pd)F=2(pd)"}),
        ("floor/middle/3", {"middle": "A(bp)=U(bd)D(dbpd)1F=2(pd)"}),
        ("floor/middle/4", {"middle": "A(bp)=U(bd)D(dbpd)S(pd)1=2(pd)"}),
        ("start/middle", {"middle": "B=U(bd)D(dbpd)S(pd)F=2(pd)"}),
        ("start/bottom", {"bottom": ".=4=3(bpd)"}),
        ("dock/middle", {"middle": "A(bp)=U(bd)D(dbpd)S(pd)F=1"}),
        ("dock/bottom", {"bottom": "O(pd)=4=1"}),
    ],
)
def test_under_a_demolished_piece_the_print_shows_and_its_bots_are_lost(place: str, rest: dict[str, str]) -> None:
    full = {"middle": "A(bp)=U(bd)D(dbpd)S(pd)F=2(pd)", "top": ".(d)=GX(pbd)R(bpd)T=1(b)", "bottom": "O(pd)=4=3(bpd)"}
    assert rows(**full, money="5+7").demolish(place) == rows(**(full | rest), money="5+7")


@pytest.mark.rule("R-3.8")
@pytest.mark.parametrize("place", ["floor/top/1", "start/middle", "start/top", "start/bottom", "dock/top"])
def test_what_is_printed_cannot_be_demolished(place: str) -> None:
    with pytest.raises(InstallError) as error:
        Factory.new().demolish(place)
    assert (error.value.place, error.value.rule) == (place, "R-3.8")
    assert str(error.value) == f"{where_words(place)}: nothing was installed here that could be demolished (R-3.8)"


@pytest.mark.rule("R-3.8")
def test_an_installed_piece_stays_where_it_is() -> None:
    """There is no way to turn or move one: a piece laid over it takes its place, and its bots are lost."""
    factory = rows("B=1U(-p)2=1")
    assert factory.install("floor/middle/2", "upgrader", "north") == rows("B=1Un2=1")
    assert factory.install("floor/middle/3", "upgrader") == rows("B=1U(-p)U1=1")


def test_the_factory_before_is_left_as_it_was() -> None:
    factory = Factory.new()
    text = factory.to_text()
    for changed in (
        factory.install("floor/top/1", "fork"),
        factory.install("start/middle", "advanced_fabricator"),
        factory.with_bots({"start/middle/centre": None}),
        factory.with_bots({"dock/top/1": "deluxe", "start/top/centre": D}),
        factory.with_money(1, 2),
    ):
        assert changed != factory
        assert factory.to_text() == text


def test_other_bots_and_other_money_leave_the_rest_as_it_is() -> None:
    factory = rows("B(b)=1U=2(p)", money="3+4")
    assert factory.with_bots({"start/middle/centre": None, "floor/middle/2/in": "basic"}) == rows(
        "B=1U(b-)=2(p)", money="3+4"
    )
    assert factory.with_bots({"dock/middle/2": B, "start/middle/centre": P}) == rows("B(p)=1U=2(bp)", money="3+4")
    assert factory.with_bots({}) == factory
    assert factory.with_money(0, 0) == rows("B(b)=1U=2(p)")
    assert factory.with_money(10, 0) == rows("B(b)=1U=2(p)", money="10+0")
    assert factory.with_money(0, 1) == rows("B(b)=1U=2(p)", money="0+1")
    assert factory.with_money(10**15 - 1, 10**15 - 1).wallet == 10**15 - 1
    with pytest.raises(ValueError, match=r"^money is 0 to 999999999999999, not wallet -1, vault 0$"):
        factory.with_money(-1, 0)
    with pytest.raises(ValueError, match=r"^money is 0 to 999999999999999, not wallet 0, vault -2$"):
        factory.with_money(0, -2)
    with pytest.raises(ValueError, match="'gold' is not a valid Model"):
        factory.with_bots({"start/middle/centre": "gold"})
    with pytest.raises(ValueError, match="there is no hole 'floor/middle/2/left' in this factory"):
        factory.with_bots({"floor/middle/2/left": B})
