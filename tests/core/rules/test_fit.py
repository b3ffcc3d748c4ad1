"""R-3.7 and D-3.7: which pieces may lie side by side."""

import pytest

from mechanica_core import Facing, Factory, FloorPiece, InstallError, Kind, Layout, LayoutError, ProblemKind, Row
from mechanica_core.places import where_words
from tests.core.rules.helpers import FACINGS, FORMS, LYING, Form, piece, rows

E, N, W, S = FACINGS
Laid = tuple[Form, Facing]
each_laid = pytest.mark.parametrize("laid", LYING, ids=[form.token(facing) for form, facing in LYING])


def fit(first: Laid, second: Laid, direction: Facing) -> bool:
    """Whether the second may lie next to the first in that direction: an exit must meet an entrance."""
    mine = first[0].side(first[1], direction)
    theirs = second[0].side(second[1], FACINGS[(FACINGS.index(direction) + 2) % 4])
    return (mine, theirs) in {
        ("exit", "entrance"),
        ("entrance", "exit"),
        ("entrance", "entrance"),
        ("entrance", "flat"),
        ("flat", "entrance"),
        ("flat", "flat"),
    }


def installed(factory: Factory, place: str, laid: Laid) -> Factory:
    form, facing = laid
    return factory.install(place, form.kind, facing, flipped=form.flipped)


def fits(factory: Factory, place: str, laid: Laid) -> bool:
    form, facing = laid
    return factory.fits(place, form.kind, facing, flipped=form.flipped)


@pytest.mark.rule("R-3.7", "D-3.7", "A-3.4")
@pytest.mark.parametrize(
    ("neighbour", "direction"),
    [("floor/middle/3", E), ("floor/top/2", N), ("floor/middle/1", W), ("floor/bottom/2", S)],
    ids=["east", "north", "west", "south"],
)
@each_laid
def test_an_exit_needs_an_entrance_beside_it(laid: Laid, neighbour: str, direction: Facing) -> None:
    factory = installed(rows("B=3=1"), "floor/middle/2", laid)
    wrong = [other for other in LYING if fits(factory, neighbour, other) is not fit(laid, other, direction)]
    assert wrong == []


@pytest.mark.rule("D-3.7")
@each_laid
def test_pieces_that_do_not_touch_may_lie_anyhow(laid: Laid) -> None:
    """Across a corner, across an empty square, and at the other end of the row above."""
    factory = rows("B=4=1")
    for place in ("floor/top/1", "floor/top/3", "floor/bottom/1", "floor/bottom/3"):
        factory = installed(factory, place, laid)
    factory = installed(factory, "floor/middle/4", laid)
    for other in LYING:
        assert fits(factory, "floor/middle/2", other)


@pytest.mark.rule("D-3.7")
@each_laid
def test_an_exit_may_point_at_an_empty_square_or_over_an_edge(laid: Laid) -> None:
    for row in Row:
        for col in (1, 2, 3):
            assert fits(rows("B=3=1"), f"floor/{row}/{col}", laid)
        assert fits(rows("B=1=1"), f"floor/{row}/1", laid)


@pytest.mark.rule("D-3.7")
@each_laid
def test_beside_an_advanced_or_overactive_fabricator_column_one_needs_an_entrance(laid: Laid) -> None:
    form, facing = laid
    allowed = form.side(facing, W) == "entrance"
    for kind in (Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR):
        for row in Row:
            start, square = f"start/{row}", f"floor/{row}/1"
            assert fits(rows("B=2=1").install(start, kind), square, laid) is allowed
            assert fits(rows("B=2=1").install(start, kind), f"floor/{row}/2", laid)
            assert installed(rows("B=2=1"), square, laid).fits(start, kind) is allowed


@pytest.mark.rule("D-3.7")
@each_laid
def test_the_printed_fabricator_and_empty_slots_block_nothing(laid: Laid) -> None:
    assert installed(rows("B=1=1"), "floor/middle/1", laid).to_text().startswith(".=1=1/B=")
    assert installed(rows("B=1=1"), "floor/top/1", laid).to_text().startswith(".=")
    # A fabricator in one row has its knob in that row only.
    assert fits(rows("A=1=1", bottom="O=1=1"), "floor/top/1", laid)


@pytest.mark.rule("D-3.7")
@each_laid
def test_every_piece_fits_beside_every_truck(laid: Laid) -> None:
    for row in Row:
        factory = installed(rows("B=2=1"), f"floor/{row}/2", laid)
        assert factory.fits(f"dock/{row}", Kind.BIG_TRUCK)
        assert factory.fits(f"dock/{row}", Kind.HUGE_TRUCK)
        assert fits(rows("B=2=1").install(f"dock/{row}", Kind.HUGE_TRUCK), f"floor/{row}/2", laid)


@pytest.mark.rule("D-3.7")
def test_a_gift_wrapper_facing_north_cannot_stand_beside_a_fabricator_with_a_knob() -> None:
    for letter in "AO":
        with pytest.raises(InstallError) as refused:
            rows(f"{letter}=2=1").install("floor/middle/1", "gift_wrapper", "north")
        assert (refused.value.place, refused.value.rule) == ("floor/middle/1", "D-3.7")
        assert str(refused.value) == (
            "middle 1: does not fit: middle 1: its flat side is in the way of the exit of its neighbour, "
            "start slot (middle) (D-3.7)"
        )
    assert rows("B=2=1").fits("floor/middle/1", "gift_wrapper", "north")


@pytest.mark.rule("R-3.7", "D-3.7")
@pytest.mark.parametrize(
    ("row", "place", "kind", "facing", "reason"),
    [
        (
            "B=1U1=1",
            "floor/middle/3",
            "upgrader",
            "west",
            "middle 3: its exit is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=1U1=1",
            "floor/middle/3",
            "gift_wrapper",
            "north",
            "middle 3: its flat side is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=2Gn=1",
            "floor/middle/2",
            "upgrader",
            "east",
            "middle 3: its flat side is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=2Uw=1",
            "floor/middle/2",
            "upgrader",
            "east",
            "middle 3: its exit is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=2Uw=1",
            "floor/middle/2",
            "gift_wrapper",
            "north",
            "middle 2: its flat side is in the way of the exit of its neighbour, middle 3",
        ),
        (
            "B=1Us1=1",
            "floor/bottom/2",
            "upgrader",
            "north",
            "bottom 2: its exit is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=1Us1=1",
            "floor/bottom/2",
            "flight_tester",
            "north",
            "bottom 2: its flat side is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=1Un1=1",
            "floor/top/2",
            "gift_wrapper",
            "east",
            "top 2: its flat side is in the way of the exit of its neighbour, middle 2",
        ),
        (
            "B=1Un1=1",
            "floor/top/2",
            "upgrader",
            "south",
            "middle 2: its exit is in the way of the exit of its neighbour, top 2",
        ),
        (
            "B=1G1=1",
            "floor/top/2",
            "upgrader",
            "south",
            "middle 2: its flat side is in the way of the exit of its neighbour, top 2",
        ),
        ("B=1Uw1=1", "start/middle", "advanced_fabricator", "east", None),
        (
            "B=Uw2=1",
            "start/middle",
            "overactive_fabricator",
            "east",
            "middle 1: its exit is in the way of the exit of its neighbour, start slot (middle)",
        ),
        (
            "B=Gs2=1",
            "start/middle",
            "advanced_fabricator",
            "east",
            "middle 1: its flat side is in the way of the exit of its neighbour, start slot (middle)",
        ),
    ],
)
def test_the_error_says_which_side_is_in_the_way(
    row: str, place: str, kind: str, facing: str, reason: str | None
) -> None:
    factory = rows(row)
    if reason is None:
        assert factory.install(place, kind, facing) != factory
        return
    assert not factory.fits(place, kind, facing)
    with pytest.raises(InstallError) as refused:
        factory.install(place, kind, facing)
    assert (refused.value.place, refused.value.rule) == (place, "D-3.7")
    assert str(refused.value.reason) == f"does not fit: {reason}"
    assert str(refused.value) == f"{where_words(place)}: does not fit: {reason} (D-3.7)"


@pytest.mark.rule("D-3.7")
@pytest.mark.parametrize("direction", [E, S], ids=["east", "south"])
@each_laid
def test_a_layout_is_refused_for_just_the_pairs_that_do_not_fit(laid: Laid, direction: Facing) -> None:
    row, col = (Row.MIDDLE, 3) if direction is E else (Row.BOTTOM, 2)
    for other in LYING:
        first = FloorPiece(Row.MIDDLE, 2, *piece(*laid))
        second = FloorPiece(row, col, *piece(*other))
        found = problems(Layout(floor=(first, second)))
        if fit(laid, other, direction):
            assert found == []
        else:
            theirs = other[0].side(other[1], FACINGS[(FACINGS.index(direction) + 2) % 4])
            mine = laid[0].side(laid[1], direction)
            at, side, exit_of = (second, theirs, first) if mine == "exit" else (first, mine, second)
            words = "its exit" if side == "exit" else "its flat side"
            here, there = where_words(at.place), where_words(exit_of.place)
            assert found == [f"{here}: {words} is in the way of the exit of its neighbour, {there} (D-3.7)"]


def problems(layout: Layout) -> list[str]:
    try:
        Factory.from_layout(layout)
    except LayoutError as error:
        return [str(problem) for problem in error.problems if problem.kind is ProblemKind.DOES_NOT_FIT]
    return []


@pytest.mark.rule("D-3.7")
def test_all_misfits_are_listed_row_by_row() -> None:
    with pytest.raises(LayoutError) as refused:
        rows("B=1UsUn=1", top="O=GnUUw=1", bottom="A=DnGw1=1")
    assert [str(problem) for problem in refused.value.problems] == [
        "top 1: its flat side is in the way of the exit of its neighbour, start slot (top) (D-3.7)",
        "top 3: its exit is in the way of the exit of its neighbour, top 2 (D-3.7)",
        "bottom 2: its flat side is in the way of the exit of its neighbour, middle 2 (D-3.7)",
        "bottom 1: its exit is in the way of the exit of its neighbour, start slot (bottom) (D-3.7)",
        "bottom 2: its exit is in the way of the exit of its neighbour, bottom 1 (D-3.7)",
    ]


@pytest.mark.rule("D-3.7")
def test_a_misfit_names_the_side_that_is_no_entrance() -> None:
    crooked = rows("B=1UUw1=1", top=".=2Us1=1", bottom=".=1G1Uw=1", forgive=["does_not_fit"])
    assert crooked.machinery.misfits == (("floor/middle/3", "exit", "floor/middle/2"),)
    flat = rows("B=GnUw1=1", top=".=1Un1=1", bottom=".=TnG1=1", forgive=["does_not_fit"])
    assert flat.machinery.misfits == (("floor/middle/1", "flat", "floor/middle/2"),)


@pytest.mark.rule("D-3.7")
def test_a_new_piece_answers_for_its_own_sides_only() -> None:
    """What was forgiven elsewhere does not get in the way of installing and demolishing."""
    crooked = rows("B=UUw2=1", forgive=["does_not_fit"])
    assert crooked.install("floor/middle/4", "fork") == rows("B=UUw1F=1", forgive=["does_not_fit"])
    assert crooked.install("floor/middle/2", "upgrader") == rows("B=UU2=1")
    assert crooked.demolish("floor/middle/1") == rows("B=1Uw2=1")
    with pytest.raises(InstallError, match=r"^middle 2: does not fit: middle 2: its flat side"):
        crooked.install("floor/middle/2", "gift_wrapper", "north")


def test_all_forms_and_facings_were_tried() -> None:
    assert len(LYING) == 4 * len(FORMS) == 36
