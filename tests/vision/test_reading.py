"""What a reading says of its places, and what becomes of it when somebody corrects it."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from mechanica_core import Facing, Factory, Kind, LayoutError, Model, Piece, ProblemKind, component_set, rule_set
from mechanica_core.geometry import ROWS
from vision.decoding import UNKNOWN, Belief, Value
from vision.reading import BELIEVED, CorrectionError, Doubt, Reading, assemble, holes_of, is_hole

UPGRADER: Final = Piece(Kind.UPGRADER)
FORK: Final = Piece(Kind.FORK)
REPURPOSER: Final = Piece(Kind.REPURPOSER)
DEMO: Final = component_set("demo")
SURE: Final = 0.999
CLEAR: Final = {
    "empty": (SURE, 1 - SURE, 0, 0),
    "basic": (1 - SURE, SURE, 0, 0),
    "plus": (0, 0, 1, 0),
    "deluxe": (0, 0, 0, 1),
}
CORNERS: Final = {"NW": (10.123456, 20.0), "NE": (90.0, 21.0), "SE": (91.0, 70.0), "SW": (9.0, 71.0)}


def belief(value: Value, confidence: float = SURE, runner_up: Value = UNKNOWN) -> Belief:
    other = FORK if value is UNKNOWN and runner_up is UNKNOWN else runner_up
    return Belief(value, {value: confidence, other: 1 - confidence})


def read(
    seen: Mapping[str, Value | Belief] | None = None,
    bots: Mapping[str, str | Sequence[float]] | None = None,
    columns: int = 4,
) -> Reading:
    """A reading of a board as printed, surely seen, but for some places; and with bots only in some holes."""
    pieces: dict[str, Belief] = {}
    for row in ROWS:
        pieces[f"start/{row}"] = belief(Kind.BASIC_FABRICATOR if row == "middle" else None)
        pieces |= {f"floor/{row}/{column}": belief(None) for column in range(1, columns + 1)}
        pieces[f"dock/{row}"] = belief(Kind.SMALL_TRUCK)
    for place, value in (seen or {}).items():
        assert place in pieces
        pieces[place] = value if isinstance(value, Belief) else belief(value)
    holes = {hole: CLEAR["empty"] for place, of in pieces.items() for hole in holes_of(place, of.read, DEMO)}
    for hole, bot in (bots or {}).items():
        assert hole in holes
        holes[hole] = CLEAR[bot] if isinstance(bot, str) else bot  # type: ignore[assignment]
    return assemble(
        pieces,
        holes,
        copy="mine",
        components="demo",
        corners=CORNERS,
        homography=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        timings_ms={"load": 12.3456},
    )


def doubtful(reading: Reading) -> list[str]:
    return [doubt.where for doubt in reading.doubts]


def text(reading: Reading) -> str:
    return reading.factory.to_text()


# -- what it says --------------------------------------------------------------------------------------------


def test_a_board_surely_read_is_a_factory_without_doubts() -> None:
    reading = read(
        {"floor/middle/1": UPGRADER, "start/top": Kind.ADVANCED_FABRICATOR, "dock/top": Kind.BIG_TRUCK},
        {"floor/middle/1/ahead": "plus", "start/top/side": "deluxe", "start/middle/centre": "basic"},
    )
    factory = Factory.from_layout(reading.layout)
    assert factory.piece_at("floor/middle/1") == UPGRADER
    assert factory.piece_at("start/top") == Piece(Kind.ADVANCED_FABRICATOR)
    assert factory.piece_at("dock/top") == Piece(Kind.BIG_TRUCK)
    assert factory.bots() == {
        "start/top/side": Model.DELUXE,
        "start/middle/centre": Model.BASIC,
        "floor/middle/1/ahead": Model.PLUS,
    }
    assert (reading.doubts, reading.warnings) == ((), ())


def test_every_place_and_hole_has_its_belief_in_the_order_of_the_rows() -> None:
    reading = read({"floor/top/1": UPGRADER}, columns=1)
    assert list(reading.places)[:8] == [
        "start/top",
        "start/top/centre",
        "floor/top/1",
        "floor/top/1/in",
        "floor/top/1/ahead",
        "dock/top",
        "dock/top/1",
        "start/middle",
    ]
    assert reading.places["floor/top/1/in"].confidence == SURE
    assert reading.places["floor/top/1/in"].runner_up is Model.BASIC


@pytest.mark.rule("R-12.8")
def test_bots_are_read_by_hole_and_written_in_canonical_order() -> None:
    reading = read(
        {"floor/top/2": REPURPOSER, "dock/bottom": Kind.HUGE_TRUCK},
        {"floor/top/2/in2": "plus", "dock/bottom/1": "deluxe", "dock/bottom/3": (0.3, 0.7, 0, 0)},
    )
    factory = reading.as_json()["factory"]
    assert factory["floor"][0]["bots"] == {"in1": "plus"}
    assert factory["dock"]["bottom"]["bots"] == ["basic", "deluxe"]
    assert doubtful(reading) == ["dock/bottom/3"]
    emptied = reading.correct("dock/bottom/3", None).as_json()["factory"]
    assert emptied["dock"]["bottom"]["bots"] == ["deluxe"]


def test_what_the_reader_prints_is_the_document_of_section_12() -> None:
    reading = read(
        {
            "floor/middle/1": belief(Piece(Kind.DUPLICATOR, Facing.NORTH, True), 0.7, FORK),
            "floor/top/2": belief(None, 0.6, UPGRADER),
            "floor/bottom/3": belief(UNKNOWN, 0.95, None),
            "start/top": belief(None, 0.7, Kind.ADVANCED_FABRICATOR),
            "dock/bottom": belief(Kind.BIG_TRUCK, 0.55556, Kind.HUGE_TRUCK),
        },
        {"start/middle/centre": (0.3, 0.1, 0.6, 0), "dock/top/1": (0.6, 0.3, 0.1, 0)},
    )
    printed = json.loads(json.dumps(reading.as_json()))
    assert list(printed) == ["factory", "doubts", "corners", "timings_ms"]
    assert Factory.from_json(printed["factory"]).to_json() == printed["factory"]
    assert printed["corners"] == {"NW": [10.12, 20], "NE": [90, 21], "SE": [91, 70], "SW": [9, 71]}
    assert printed["timings_ms"] == {"load": 12.35}
    duplicator = {"kind": "duplicator", "facing": "north", "flipped": True}
    upgrader = {"kind": "upgrader", "facing": "east", "flipped": False}
    fork = {"kind": "fork", "facing": "east", "flipped": False}
    empty, advanced = {"kind": None}, {"kind": "advanced_fabricator"}
    expected: list[tuple[str, Any, float, Any]] = [
        ("start/top", empty, 0.7, advanced),
        ("floor/top/2", empty, 0.6, upgrader),
        ("dock/top/1", None, 0.6, "basic"),
        ("start/middle/centre", "plus", 0.6, None),
        ("floor/middle/1", duplicator, 0.7, fork),
        ("floor/bottom/3", None, 0.95, empty),
        ("dock/bottom", {"kind": "big_truck"}, 0.5556, {"kind": "huge_truck"}),
    ]
    keys = ("where", "read", "confidence", "runner_up")
    assert printed["doubts"] == [dict(zip(keys, doubt, strict=True)) for doubt in expected]


@pytest.mark.parametrize("confidence", [0.3, 0.999])
def test_an_unknown_square_is_left_out_and_always_a_doubt(confidence: float) -> None:
    reading = read({"floor/top/2": belief(UNKNOWN, confidence, UPGRADER)})
    assert reading.layout.floor == ()
    assert reading.doubts == (Doubt("floor/top/2", UNKNOWN, confidence, UPGRADER),)


@pytest.mark.rule("R-12.7")
def test_unknown_slots_and_trucks_are_taken_for_what_is_printed_there() -> None:
    places = ("start/middle", "start/bottom", "dock/top")
    reading = read(dict.fromkeys(places, UNKNOWN))
    assert text(reading) == text(read())
    assert doubtful(reading) == ["dock/top", "start/middle", "start/bottom"]
    assert not any(hole.startswith(f"{place}/") for place in places for hole in reading.places)


def test_a_doubtful_piece_is_one_doubt_and_its_holes_are_none() -> None:
    unsure = (0.6, 0.4, 0, 0)
    bots = {"floor/top/2/in": unsure, "floor/top/3/in": unsure}
    reading = read({"floor/top/2": belief(UPGRADER, 0.6, FORK), "floor/top/3": UPGRADER}, bots)
    assert doubtful(reading) == ["floor/top/2", "floor/top/3/in"]


@pytest.mark.parametrize(
    ("confidences", "doubted"),
    [
        ({"floor/top/1": 0.8}, []),
        ({"floor/top/1": 0.7}, ["floor/top/1"]),
        ({"floor/top/1": 0.8, "floor/top/2": 0.9, "floor/top/3": 0.95}, ["floor/top/1"]),
        ({"floor/top/1": 0.8, "floor/top/2": 0.7, "floor/top/3": 0.5}, ["floor/top/2", "floor/top/3"]),
        ({f"floor/{row}/{column}": 0.97 - column / 1000 for row in ROWS for column in range(1, 5)}, None),
    ],
)
def test_of_a_reading_not_believed_as_a_whole_the_least_sure_places_are_doubts(
    confidences: dict[str, float], doubted: list[str] | None
) -> None:
    reading = read({place: belief(UPGRADER if doubted else None, sure, FORK) for place, sure in confidences.items()})
    told = doubtful(reading)
    assert doubted in (None, told)
    sure = math.prod(belief.confidence for place, belief in reading.places.items() if place not in told)
    assert sure >= BELIEVED
    if told:
        surest = max(reading.places[place].confidence for place in told)
        assert surest * sure < BELIEVED
        assert all(belief.confidence >= surest for place, belief in reading.places.items() if place not in told)


@pytest.mark.rule("D-3.7")
def test_pieces_that_do_not_fit_are_printed_as_seen_with_a_warning() -> None:
    reading = read({"floor/top/1": UPGRADER, "floor/top/2": Piece(Kind.UPGRADER, Facing.WEST)})
    assert [piece["facing"] for piece in reading.as_json()["factory"]["floor"]] == ["east", "west"]
    assert [warning.kind for warning in reading.warnings] == [ProblemKind.DOES_NOT_FIT]
    assert reading.doubts == ()
    with pytest.raises(LayoutError, match="exit is in the way"):
        Factory.from_layout(reading.layout)


@pytest.mark.rule("D-11.3")
def test_more_of_a_piece_than_the_box_holds_is_a_warning_and_a_doubt_about_the_least_sure() -> None:
    three = {"floor/top/1": UPGRADER, "floor/top/2": UPGRADER, "floor/top/3": UPGRADER}
    assert (read(three).warnings, read(three).doubts) == ((), ())
    fourth = Piece(Kind.UPGRADER, Facing.SOUTH)
    four = read({**three, "floor/bottom/1": belief(fourth, 0.95, FORK), "floor/bottom/2": belief(None, 0.94)})
    assert [str(warning) for warning in four.warnings] == ["factory: Upgrader: 4 here, 3 in the box (D-11.3)"]
    assert four.doubts == (Doubt("floor/bottom/1", fourth, 0.95, FORK),)
    settled = four.correct("floor/bottom/1", FORK)
    assert (settled.warnings, settled.doubts) == ((), ())


@pytest.mark.rule("D-11.3")
def test_more_bots_than_the_box_holds_are_doubted_too() -> None:
    holes = [f"floor/{row}/{column}/{hole}" for row in ROWS for column in range(1, 9) for hole in ("in", "ahead")]
    pieces = {hole.rpartition("/")[0]: UPGRADER for hole in holes}
    box = rule_set("print_2019").bots_of_each_model
    bots: dict[str, str | Sequence[float]] = dict.fromkeys(holes[: box + 1], "deluxe")
    bots["floor/top/3/in"] = (0.05, 0, 0, 0.95)
    assert "floor/top/3/in" in doubtful(read(pieces, bots, columns=8))
    del bots["floor/top/1/in"]
    assert "floor/top/3/in" not in doubtful(read(pieces, bots, columns=8))


def test_a_hole_that_nobody_looked_into_is_empty_and_a_doubt() -> None:
    whole = read()
    pieces = {place: belief for place, belief in whole.places.items() if not is_hole(place)}
    reading = assemble(
        pieces,
        {},
        copy="mine",
        components="demo",
        corners=CORNERS,
        homography=whole.homography,
        timings_ms={},
    )
    assert reading.layout == whole.layout
    assert doubtful(reading) == [place for place in whole.places if is_hole(place)]


# -- correcting it -------------------------------------------------------------------------------------------

LEGAL: Final[tuple[tuple[str, Piece | str | None], ...]] = (
    ("floor/top/1", Piece(Kind.DUPLICATOR, Facing.WEST, True)),
    ("floor/middle/2", None),
    ("floor/middle/2", FORK),
    ("floor/middle/2", UPGRADER),
    ("floor/middle/2/in", Model.DELUXE),
    ("floor/middle/2/in", None),
    ("floor/middle/2/ahead", "basic"),
    ("start/top", Kind.OVERACTIVE_FABRICATOR),
    ("start/top", None),
    ("start/middle", Kind.ADVANCED_FABRICATOR),
    ("start/middle", Kind.BASIC_FABRICATOR),
    ("start/bottom", "advanced_fabricator"),
    ("start/top/centre", "plus"),
    ("dock/bottom", Kind.HUGE_TRUCK),
    ("dock/bottom", "small_truck"),
    ("dock/bottom/2", Model.BASIC),
)


@pytest.fixture
def busy() -> Reading:
    """A reading with doubts of every sort."""
    return read(
        {
            "floor/middle/2": belief(UPGRADER, 0.5, FORK),
            "floor/top/3": UNKNOWN,
            "floor/bottom/1": UPGRADER,
            "start/top": belief(None, 0.5, Kind.ADVANCED_FABRICATOR),
            "start/middle": belief(Kind.BASIC_FABRICATOR, 0.5),
            "dock/bottom": belief(Kind.BIG_TRUCK, 0.5, Kind.HUGE_TRUCK),
        },
        {
            "floor/middle/2/in": "plus",
            "floor/middle/2/ahead": "deluxe",
            "floor/bottom/1/ahead": (0.5, 0.5, 0, 0),
            "dock/bottom/1": "plus",
            "dock/bottom/2": "basic",
            "start/middle/centre": "basic",
        },
    )


@pytest.mark.parametrize(("place", "value"), LEGAL)
def test_any_legal_value_is_taken_and_all_else_stays(busy: Reading, place: str, value: Piece | str | None) -> None:
    after = busy.correct(place, value)
    assert (after.places[place].read, after.places[place].confidence) == (value, 1)
    assert after.doubts == tuple(doubt for doubt in busy.doubts if doubt.where != place)
    elsewhere = {there for there in busy.places if not f"{there}/".startswith(f"{place}/")}
    assert {there: after.places[there] for there in elsewhere} == {there: busy.places[there] for there in elsewhere}
    assert replace(after, places=busy.places, doubts=busy.doubts) == busy
    assert Factory.from_json(after.as_json()["factory"], (ProblemKind.DOES_NOT_FIT,)).layout == after.layout


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        ("floor/top/5", UPGRADER, "there is no such place in this reading"),
        ("floor/top/1/in", Model.BASIC, "there is no such place in this reading"),
        ("floor/top/3/in", Model.BASIC, "there is no such place in this reading"),
        ("floor/top/1", Piece(Kind.BIG_TRUCK), "Big Truck does not go here"),
        ("floor/top/1", Piece(Kind.UPGRADER, flipped=True), "cannot be flipped"),
        ("floor/top/1", "upgrader", "upgrader is nothing that can be here"),
        ("floor/top/1", Piece("bogus"), "nothing that can be here"),  # type: ignore[arg-type]
        ("floor/top/1", UNKNOWN, "nothing that can be here"),
        ("start/top", Kind.BASIC_FABRICATOR, "printed in the middle row only"),
        ("start/middle", None, "at least the printed Basic Fabricator"),
        ("start/top", Kind.FORK, "Fork does not go here"),
        ("start/top", UPGRADER, "nothing that can be here"),
        ("dock/top", None, "None is nothing that can be here"),
        ("dock/top", Kind.ADVANCED_FABRICATOR, "Advanced Fabricator does not go here"),
        ("dock/top", "lorry", "lorry is nothing that can be here"),
        ("dock/top/1", "fork", "fork is nothing that can be here"),
        ("dock/top/1", UPGRADER, "nothing that can be here"),
    ],
)
def test_what_cannot_be_there_is_refused_with_a_reason(busy: Reading, place: str, value: Any, reason: str) -> None:
    with pytest.raises(CorrectionError, match=reason) as refused:
        busy.correct(place, value)
    assert refused.value.place == place
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.place, str(again)) == (place, str(refused.value))


def test_a_new_piece_keeps_the_bots_in_the_holes_that_it_has(busy: Reading) -> None:
    downgrader = busy.correct("floor/middle/2", Piece(Kind.DOWNGRADER, Facing.NORTH))
    assert downgrader.factory.bot_at("floor/middle/2/in") is Model.PLUS
    assert downgrader.factory.bot_at("floor/middle/2/ahead") is Model.DELUXE
    assert downgrader.factory.bot_at("floor/middle/2/left") is None
    assert downgrader.places["floor/middle/2/left"].confidence == 0.25
    charger = busy.correct("floor/middle/2", Piece(Kind.STATIC_CHARGER))
    assert not any("floor/middle/2" in hole for hole in charger.factory.bots())
    back = charger.correct("floor/middle/2", UPGRADER)
    assert not any("floor/middle/2" in hole for hole in back.factory.bots())
    small = busy.correct("dock/bottom", Kind.SMALL_TRUCK)
    assert small.layout.dock[2].bots == (Model.PLUS,)


def test_doubts_about_holes_go_with_the_piece(busy: Reading) -> None:
    assert "floor/bottom/1/ahead" in doubtful(busy)
    assert "floor/bottom/1/ahead" in doubtful(busy.correct("floor/bottom/1", Piece(Kind.UPGRADER, Facing.NORTH)))
    assert "floor/bottom/1/ahead" not in doubtful(busy.correct("floor/bottom/1", FORK))


def test_a_piece_found_in_an_unknown_square_has_holes_to_put_bots_in(busy: Reading) -> None:
    found = busy.correct("floor/top/3", UPGRADER).correct("floor/top/3/in", "plus")
    assert found.factory.bot_at("floor/top/3/in") is Model.PLUS
    assert not any(where.startswith("floor/top/3") for where in doubtful(found))


@pytest.mark.rule("D-3.7")
def test_a_correction_need_not_fit(busy: Reading) -> None:
    after = busy.correct("floor/middle/3", Piece(Kind.UPGRADER, Facing.WEST))
    assert [warning.place for warning in after.warnings] == ["floor/middle/3"]


def test_a_misfit_elsewhere_hinders_no_correction(busy: Reading) -> None:
    misfit = busy.correct("floor/middle/3", Piece(Kind.UPGRADER, Facing.WEST))
    assert misfit.correct("floor/top/1", FORK).factory.piece_at("floor/top/1") == FORK
