"""What is wrong with a layout: every problem at once, each with place, rule and sentence, and what is forgiven."""

import re

import pytest

from mechanica_core import (
    FORGIVABLE,
    EditionError,
    Facing,
    Factory,
    FloorPiece,
    Kind,
    Layout,
    LayoutError,
    Model,
    Problem,
    ProblemKind,
    Row,
    StartSlot,
    Truck,
)
from mechanica_core.messages import say
from mechanica_core.places import where_words
from tests.core.rules.helpers import B, D, P, rows

EMPTY, PRINTED, SMALL = StartSlot(), StartSlot(Kind.BASIC_FABRICATOR), Truck()
T, M, L = Row.TOP, Row.MIDDLE, Row.BOTTOM


def problems(layout: Layout, *forgive: str) -> list[tuple[str, str]]:
    """Kind and sentence of all that is wrong."""
    with pytest.raises(LayoutError) as refused:
        Factory.from_layout(layout, forgive)
    assert [str(refused.value)] == ["; ".join(f"{where_words(p.place)}: {p.message}" for p in refused.value.problems)]
    for problem in refused.value.problems:
        assert str(problem) == f"{where_words(problem.place)}: {problem.message} ({problem.rule})"
        assert problem.text("en") == str(problem)
    return [(problem.kind.value, str(problem)) for problem in refused.value.problems]


def floor(*pieces: FloorPiece) -> Layout:
    return Layout(floor=pieces)


# -- one by one ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "kind", "sentence"),
    [
        pytest.param(
            floor(FloorPiece(T, 2, Kind.FORK), FloorPiece(T, 2, Kind.UPGRADER)),
            "square_taken",
            "top 2: two pieces on one square (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            floor(FloorPiece(T, 5, Kind.FORK)),
            "off_the_floor",
            "top 5: the floor has columns 1 to 4 (A-2.3)",
            marks=pytest.mark.rule("A-2.3"),
        ),
        pytest.param(
            floor(FloorPiece(L, 0, Kind.FORK)),
            "off_the_floor",
            "floor/bottom/0: the floor has columns 1 to 4 (A-2.3)",
            marks=pytest.mark.rule("A-2.3"),
        ),
        pytest.param(
            Layout(floor=(FloorPiece(L, 3, Kind.FORK),), columns=2),
            "off_the_floor",
            "bottom 3: the floor has columns 1 to 2 (A-2.3)",
            marks=pytest.mark.rule("A-2.3"),
        ),
        pytest.param(
            floor(FloorPiece(M, 1, Kind.BIG_TRUCK)),
            "wrong_area",
            "middle 1: Big Truck does not go here (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            floor(FloorPiece(M, 1, Kind.BASIC_FABRICATOR)),
            "wrong_area",
            "middle 1: Basic Fabricator does not go here (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            Layout(start=(StartSlot(Kind.FORK), PRINTED, EMPTY)),
            "wrong_area",
            "start slot (top): Fork does not go here (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            Layout(start=(EMPTY, StartSlot(Kind.HUGE_TRUCK, (("1", B),)), EMPTY)),
            "wrong_area",
            "start slot (middle): Huge Truck does not go here (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            Layout(dock=(SMALL, SMALL, Truck(Kind.UPGRADER, (B, B, B, B)))),
            "wrong_area",
            "truck (bottom): Upgrader does not go here (R-3.2)",
            marks=pytest.mark.rule("R-3.2"),
        ),
        pytest.param(
            floor(FloorPiece(M, 1, Kind.UPGRADER), FloorPiece(M, 2, Kind.UPGRADER, Facing.WEST)),
            "does_not_fit",
            "middle 2: its exit is in the way of the exit of its neighbour, middle 1 (D-3.7)",
            marks=pytest.mark.rule("D-3.7"),
        ),
        pytest.param(
            floor(FloorPiece(M, 3, Kind.STATIC_CHARGER, Facing.SOUTH, True)),
            "not_flippable",
            "middle 3: Static Charger cannot be flipped, only a Duplicator (R-3.6)",
            marks=pytest.mark.rule("R-3.6", "R-12.10"),
        ),
        pytest.param(
            floor(FloorPiece(M, 3, Kind.DOWNGRADER, bots=(("behind", B),))),
            "no_such_hole",
            "middle 3, behind: there is no such hole, only in, left, ahead, right (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.11"),
        ),
        pytest.param(
            floor(FloorPiece(M, 3, Kind.DUPLICATOR, flipped=True, bots=(("left", B),))),
            "no_such_hole",
            "middle 3, left: there is no such hole, only in, ahead, right (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.11"),
        ),
        pytest.param(
            floor(FloorPiece(M, 3, Kind.FORK, bots=(("in", B),))),
            "no_such_hole",
            "middle 3, in: this piece has no holes (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.11"),
        ),
        pytest.param(
            Layout(start=(EMPTY, StartSlot(Kind.BASIC_FABRICATOR, (("side", B),)), EMPTY)),
            "no_such_hole",
            "start slot (middle), side: there is no such hole, only centre (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.11"),
        ),
        pytest.param(
            Layout(start=(StartSlot(None, (("side", B),)), PRINTED, EMPTY)),
            "no_such_hole",
            "start slot (top), side: there is no such hole, only centre (A-3.4)",
            marks=pytest.mark.rule("A-2.5", "R-12.11"),
        ),
        pytest.param(
            Layout(start=(StartSlot(Kind.ADVANCED_FABRICATOR, (("front", B),)), PRINTED, EMPTY)),
            "no_such_hole",
            "start slot (top), front: there is no such hole, only centre, side (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.11"),
        ),
        pytest.param(
            floor(FloorPiece(M, 3, Kind.UPGRADER, bots=(("in", B), ("in", P)))),
            "hole_taken",
            "middle 3, in: two bots in one hole (R-5.14)",
            marks=pytest.mark.rule("R-5.14"),
        ),
        pytest.param(
            Layout(dock=(SMALL, Truck(Kind.SMALL_TRUCK, (B, B)), SMALL)),
            "truck_overfull",
            "truck (middle): 2 bots in a truck that holds 1 (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.12"),
        ),
        pytest.param(
            Layout(dock=(Truck(Kind.HUGE_TRUCK, (B, B, P, D)), SMALL, SMALL)),
            "truck_overfull",
            "truck (top): 4 bots in a truck that holds 3 (A-3.4)",
            marks=pytest.mark.rule("A-3.4", "R-12.12"),
        ),
        pytest.param(
            Layout(start=(PRINTED, PRINTED, EMPTY)),
            "misplaced_basic_fabricator",
            "start slot (top): a Basic Fabricator is printed in the middle row only (R-2.4)",
            marks=pytest.mark.rule("R-2.4", "R-12.13"),
        ),
        pytest.param(
            Layout(start=(EMPTY, PRINTED, PRINTED)),
            "misplaced_basic_fabricator",
            "start slot (bottom): a Basic Fabricator is printed in the middle row only (R-2.4)",
            marks=pytest.mark.rule("R-2.4", "R-12.13"),
        ),
        pytest.param(
            Layout(start=(EMPTY, EMPTY, EMPTY)),
            "no_middle_fabricator",
            "start slot (middle): no fabricator, but at least the printed Basic Fabricator is there (R-2.4)",
            marks=pytest.mark.rule("R-2.4", "R-12.14"),
        ),
        pytest.param(Layout(wallet=-1), "impossible_money", "wallet: money is 0 to 999999999999999, not -1 (R-7.3)"),
        pytest.param(Layout(vault=-12), "impossible_money", "vault: money is 0 to 999999999999999, not -12 (R-7.3)"),
    ],
    ids=range(25),
)
def test_a_problem_is_named_with_its_place_and_rule(layout: Layout, kind: str, sentence: str) -> None:
    assert problems(layout) == [(kind, sentence)]


NONSENSE = Layout(
    floor=(
        FloorPiece(T, 5, Kind.FORK),
        FloorPiece(M, 2, Kind.UPGRADER, bots=(("ahead", B), ("ahead", B), ("left", D))),
        FloorPiece(M, 2, Kind.FORK, bots=(("in", B),)),
        FloorPiece(M, 3, Kind.UPGRADER, Facing.WEST, True),
        FloorPiece(L, 1, Kind.SMALL_TRUCK),
        FloorPiece(L, 2, Kind.GIFT_WRAPPER, Facing.NORTH),
    ),
    start=(StartSlot(Kind.FORK, (("in", B),)), StartSlot(None, (("side", B),)), PRINTED),
    dock=(Truck(Kind.FORK), Truck(Kind.BIG_TRUCK, (D, B, P)), SMALL),
    wallet=-3,
    vault=-4,
)


@pytest.mark.rule("R-12.8")
def test_all_problems_are_reported_at_once() -> None:
    assert problems(NONSENSE) == [
        ("impossible_money", "wallet: money is 0 to 999999999999999, not -3 (R-7.3)"),
        ("impossible_money", "vault: money is 0 to 999999999999999, not -4 (R-7.3)"),
        ("off_the_floor", "top 5: the floor has columns 1 to 4 (A-2.3)"),
        ("hole_taken", "middle 2, ahead: two bots in one hole (R-5.14)"),
        ("no_such_hole", "middle 2, left: there is no such hole, only in, ahead (A-3.4)"),
        ("square_taken", "middle 2: two pieces on one square (R-3.2)"),
        ("not_flippable", "middle 3: Upgrader cannot be flipped, only a Duplicator (R-3.6)"),
        ("wrong_area", "bottom 1: Small Truck does not go here (R-3.2)"),
        ("wrong_area", "start slot (top): Fork does not go here (R-3.2)"),
        (
            "no_middle_fabricator",
            "start slot (middle): no fabricator, but at least the printed Basic Fabricator is there (R-2.4)",
        ),
        ("no_such_hole", "start slot (middle), side: there is no such hole, only centre (A-3.4)"),
        (
            "misplaced_basic_fabricator",
            "start slot (bottom): a Basic Fabricator is printed in the middle row only (R-2.4)",
        ),
        ("wrong_area", "truck (top): Fork does not go here (R-3.2)"),
        ("truck_overfull", "truck (middle): 3 bots in a truck that holds 2 (A-3.4)"),
        ("does_not_fit", "middle 3: its exit is in the way of the exit of its neighbour, middle 2 (D-3.7)"),
    ]


def test_what_is_forgiven_is_left_out_of_the_report() -> None:
    forgiven = {"does_not_fit", "not_flippable", "no_such_hole", "truck_overfull", "no_middle_fabricator"}
    assert set(FORGIVABLE) == forgiven
    assert [kind for kind, _ in problems(NONSENSE, *forgiven)] == [
        "impossible_money",
        "impossible_money",
        "off_the_floor",
        "hole_taken",
        "square_taken",
        "wrong_area",
        "wrong_area",
        "misplaced_basic_fabricator",
        "wrong_area",
    ]
    for kind in forgiven:
        left = [found for found, _ in problems(NONSENSE, kind)]
        assert kind not in left
        assert left == [found for found, _ in problems(NONSENSE) if found != kind]


# -- forgiving -----------------------------------------------------------------------------------------------


@pytest.mark.rule("D-3.7")
def test_forgiven_a_piece_that_does_not_fit_stays() -> None:
    layout = floor(FloorPiece(M, 1, Kind.UPGRADER), FloorPiece(M, 2, Kind.UPGRADER, Facing.WEST))
    factory = Factory.from_layout(layout, ["does_not_fit"])
    assert factory == rows("B=UUw2=1", forgive=[ProblemKind.DOES_NOT_FIT])
    assert factory.layout.floor == layout.floor


@pytest.mark.rule("R-3.6", "R-12.10")
@pytest.mark.parametrize("kind", [Kind.UPGRADER, Kind.REPURPOSER, Kind.FORK])
def test_forgiven_a_flipped_piece_lies_as_if_it_were_not(kind: Kind) -> None:
    layout = floor(FloorPiece(M, 2, kind, Facing.NORTH, True))
    assert Factory.from_layout(layout, ["not_flippable"]) == rows("B=4=1").install("floor/middle/2", kind, Facing.NORTH)
    flipped = floor(FloorPiece(M, 2, Kind.DUPLICATOR, Facing.NORTH, True, (("right", D),)))
    assert Factory.from_layout(flipped, ["not_flippable"]) == rows("B=1Xnf(--d)2=1")
    assert Factory.from_layout(flipped) == rows("B=1Xnf(--d)2=1")


@pytest.mark.rule("A-3.4", "R-12.11")
def test_forgiven_a_bot_in_a_missing_hole_is_left_out() -> None:
    layout = Layout(
        floor=(FloorPiece(M, 2, Kind.UPGRADER, bots=(("ahead", P), ("left", B))),),
        start=(StartSlot(None, (("side", D),)), StartSlot(Kind.BASIC_FABRICATOR, (("centre", B), ("x", D))), EMPTY),
    )
    assert Factory.from_layout(layout, [ProblemKind.NO_SUCH_HOLE]) == rows("B(b)=1U(-p)2=1")


@pytest.mark.rule("R-12.12")
@pytest.mark.parametrize(
    ("kind", "bots", "left"),
    [
        (Kind.SMALL_TRUCK, (B, D, P), "1(d)"),
        (Kind.SMALL_TRUCK, (P, P), "1(p)"),
        (Kind.BIG_TRUCK, (P, B, D), "2(pd)"),
        (Kind.BIG_TRUCK, (B, B, B, B), "2(bb)"),
        (Kind.HUGE_TRUCK, (D, B, P, B, D), "3(pdd)"),
    ],
)
def test_forgiven_of_too_many_bots_in_a_truck_the_cheapest_are_left_out(
    kind: Kind, bots: tuple[Model, ...], left: str
) -> None:
    factory = Factory.from_layout(Layout(dock=(SMALL, Truck(kind, bots), SMALL)), ["truck_overfull"])
    assert factory == rows(f"B=4={left}")


@pytest.mark.rule("R-2.4", "R-12.14")
def test_forgiven_a_missing_middle_fabricator_is_the_printed_one() -> None:
    layout = Layout(start=(EMPTY, StartSlot(None, (("centre", P),)), EMPTY))
    assert Factory.from_layout(layout, ["no_middle_fabricator"]) == rows("B(p)=4=1")


@pytest.mark.parametrize("kind", [kind for kind in ProblemKind if kind not in FORGIVABLE])
def test_what_cannot_be_mended_cannot_be_forgiven(kind: ProblemKind) -> None:
    known = "does_not_fit, no_middle_fabricator, no_such_hole, not_flippable, truck_overfull"
    sentence = f"cannot forgive {kind}, only {known}"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Factory.from_layout(Layout(), [kind])
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Factory.from_layout(Layout(), ["does_not_fit", kind.value])
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Factory.from_text("B", [kind])


def test_an_unknown_name_cannot_be_forgiven() -> None:
    with pytest.raises(ValueError, match=r"^cannot forgive everything, anything, only does_not_fit"):
        Factory.from_layout(Layout(), ["everything", "truck_overfull", "anything"])


# -- what is right -------------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.7")
def test_a_layout_without_anything_is_what_is_printed() -> None:
    assert Factory.from_layout(Layout()) == rows("B=4=1")
    assert Factory.from_layout(Layout(wallet=3, vault=9, rules="web_de", components="published")).to_text() == (
        ".=4=1/B=4=1/.=4=1 3+9 web_de published"
    )


def test_a_full_layout_is_read_and_given_back() -> None:
    layout = Layout(
        floor=(
            FloorPiece(T, 1, Kind.GIFT_WRAPPER),
            FloorPiece(T, 3, Kind.DUPLICATOR, Facing.SOUTH, True, (("ahead", D), ("in", B))),
            FloorPiece(M, 2, Kind.DOWNGRADER, bots=(("ahead", B), ("left", P), ("right", D))),
            FloorPiece(L, 4, Kind.REPURPOSER, Facing.EAST, False, (("in1", B), ("in2", P))),
        ),
        start=(
            StartSlot(None, (("centre", P),)),
            StartSlot(Kind.ADVANCED_FABRICATOR, (("centre", B), ("side", D))),
            StartSlot(Kind.OVERACTIVE_FABRICATOR, (("side", B),)),
        ),
        dock=(Truck(Kind.SMALL_TRUCK, (D,)), Truck(Kind.BIG_TRUCK, (B, P)), Truck(Kind.HUGE_TRUCK, (B, B, D))),
        wallet=7,
        vault=1,
        rules="web_es",
    )
    factory = Factory.from_layout(layout)
    assert factory == rows(
        "A(bd)=1D(-pbd)2=2(bp)",
        top=".(p)=G1Xsf(bd)1=1(d)",
        bottom="O(-b)=3R(bp)=3(bbd)",
        money="7+1",
        rules="web_es",
    )
    assert factory.layout == layout
    assert Factory.from_layout(factory.layout) == factory


@pytest.mark.rule("R-12.19", "R-12.20", "R-12.21")
def test_a_factory_gives_its_layout_in_canonical_order() -> None:
    untidy = Layout(
        floor=(
            FloorPiece(L, 1, Kind.REPURPOSER, bots=(("in2", P),)),
            FloorPiece(M, 4, Kind.REPURPOSER, bots=(("in2", B), ("in1", D))),
            FloorPiece(M, 1, Kind.FORK),
        ),
        dock=(SMALL, Truck(Kind.HUGE_TRUCK, (D, B, P)), SMALL),
        columns=4,
    )
    assert Factory.from_layout(untidy).layout == Layout(
        floor=(
            FloorPiece(M, 1, Kind.FORK),
            FloorPiece(M, 4, Kind.REPURPOSER, bots=(("in1", B), ("in2", D))),
            FloorPiece(L, 1, Kind.REPURPOSER, bots=(("in1", P),)),
        ),
        dock=(SMALL, Truck(Kind.HUGE_TRUCK, (B, P, D)), SMALL),
    )
    assert Factory.from_layout(Layout(columns=5)).layout.columns == 5


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        (Layout(rules="house"), "unknown rule set 'house'; there are print_2019, web_de, web_es"),
        (Layout(components="mine"), "unknown component set 'mine'; there are demo, published"),
    ],
)
@pytest.mark.rule("R-12.15")
def test_an_unknown_edition_is_named(layout: Layout, sentence: str) -> None:
    with pytest.raises(EditionError) as refused:
        Factory.from_layout(layout)
    assert str(refused.value) == sentence


def test_places_and_pieces_of_a_layout() -> None:
    piece = FloorPiece(L, 3, Kind.DUPLICATOR, Facing.WEST, True)
    assert piece.place == "floor/bottom/3"
    assert piece.piece == (Kind.DUPLICATOR, Facing.WEST, True)
    assert FloorPiece(L, 3, Kind.FORK).piece == (Kind.FORK, Facing.EAST, False)


def test_a_problem_is_a_sentence_with_place_and_rule() -> None:
    problem = Problem(ProblemKind.DOES_NOT_FIT, "floor/top/1", "D-3.7", say("no {what}", what="room"))
    assert str(problem) == "top 1: no room (D-3.7)"
    assert str(LayoutError([problem, problem])) == "top 1: no room; top 1: no room"
