"""One factory as JSON (section 12 of the rules): what is read, what is refused and how, what is written."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mechanica_core import (
    FORGIVABLE,
    ChoiceKind,
    Decision,
    DocumentError,
    EditionError,
    Factory,
    Kind,
    Layout,
    LayoutError,
    MechanicaError,
    MissingDecision,
    Model,
    Piece,
    ProblemKind,
    count_outcomes,
    open_choices,
    outcomes,
    run_workday,
    take_first,
)
from mechanica_core.document import MAX_BYTES, factory_schema, layout_document, read_layout
from mechanica_core.editions import RULE_SETS
from mechanica_core.editions.registry import built_in_text
from mechanica_core.events import Activated, Rode, Stopped
from mechanica_core.geometry import parse_place
from mechanica_core.layout import MAX_MONEY
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, TRUCKS
from mechanica_core.places import where_words
from tests.core.conftest import Registers
from tests.core.strategies import factories, forgivable_layouts, messy_layouts, policies

ROOT: Final = Path(__file__).parents[2]
SCHEMA_FILE: Final = ROOT / "docs/factory.schema.json"
REGENERATE: Final = (
    "python -c 'import json; from mechanica_core.document import factory_schema;"
    f" print(json.dumps(factory_schema(), indent=2))' > docs/{SCHEMA_FILE.name}"
)

Document = dict[str, Any]


def document(**entries: Any) -> Document:
    """The least that a document must say, and these entries."""
    return {"format": "mechanica-factory/1", "rules": "print_2019", "components": "demo", "floor": []} | entries


def piece(**entries: Any) -> Document:
    """An Upgrader on the floor at top 2, with these entries instead."""
    return {"row": "top", "col": 2, "kind": "upgrader", "facing": "east"} | entries


def without(entries: Document, key: str) -> Document:
    """All entries but one."""
    return {name: value for name, value in entries.items() if name != key}


def example_of_the_rules() -> Document:
    """The document printed in section 12."""
    (text,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs/RULES.md").read_text(encoding="utf-8"), re.DOTALL)
    example: Document = json.loads(text)
    return example


def malformed(read: Any, **options: Any) -> list[tuple[str, str]]:
    """Places and sentences of what is wrong with a document."""
    with pytest.raises(DocumentError) as refused:
        Factory.from_json(read, **options)
    sentences = [(place, str(message)) for place, message in refused.value.problems]
    assert str(refused.value) == "; ".join(f"{where_words(place)}: {sentence}" for place, sentence in sentences)
    return sentences


def impossible(read: Document, **options: Any) -> list[tuple[ProblemKind, str, str, str]]:
    """Kind, place, rule and sentence of what is wrong with a layout."""
    with pytest.raises(LayoutError) as refused:
        Factory.from_json(read, **options)
    problems = [(problem.kind, problem.place, problem.rule, str(problem.message)) for problem in refused.value.problems]
    assert str(refused.value) == "; ".join(f"{where_words(place)}: {sentence}" for _, place, _, sentence in problems)
    return problems


def written(read: Document) -> Document:
    """The canonical form of a document."""
    return Factory.from_json(read).to_json()


# -- what is read --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.1")
def test_the_example_of_the_rules_is_read_whole() -> None:
    factory = Factory.from_json(example_of_the_rules())
    assert (factory.rules, factory.components, factory.columns) == ("print_2019", "demo", 4)
    assert factory.piece_at("floor/middle/2") == Piece(Kind.UPGRADER)
    assert [factory.piece_at(f"start/{row}") for row in ("top", "middle", "bottom")] == [
        None,
        Piece(Kind.BASIC_FABRICATOR),
        Piece(Kind.ADVANCED_FABRICATOR),
    ]
    assert [factory.piece_at(f"dock/{row}") for row in ("top", "middle", "bottom")] == list(map(Piece, TRUCKS))
    assert factory.bots() == {
        "start/middle/centre": Model.BASIC,
        "floor/middle/2/in": Model.BASIC,
        "floor/middle/2/ahead": Model.PLUS,
        "dock/middle/1": Model.PLUS,
        "start/bottom/centre": Model.BASIC,
        "start/bottom/side": Model.PLUS,
        "dock/bottom/1": Model.BASIC,
        "dock/bottom/2": Model.BASIC,
        "dock/bottom/3": Model.DELUXE,
    }
    assert (factory.wallet, factory.vault) == (8, 0)


@pytest.mark.rule("R-12.1")
def test_the_example_of_the_rules_is_canonical() -> None:
    assert written(example_of_the_rules()) == example_of_the_rules()


@pytest.mark.rule("R-12.1")
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("components", ["demo", "published"])
def test_rules_and_components_name_the_edition(rules: str, components: str) -> None:
    factory = Factory.from_json(document(rules=rules, components=components))
    assert (factory.rules, factory.components) == (rules, components)


@pytest.mark.rule("R-12.1")
@pytest.mark.parametrize("pot", ["wallet", "vault"])
def test_money_is_a_whole_number(pot: str) -> None:
    assert written(document(**{pot: 17}))[pot] == 17
    assert written(document(**{pot: MAX_MONEY}))[pot] == MAX_MONEY
    for wrong in (1.5, 8.0, True, "8", None, -1, MAX_MONEY + 1, float("nan"), float("inf")):
        ((place, sentence),) = malformed(document(**{pot: wrong}))
        assert place == pot
        assert sentence.startswith(f"{json.dumps(wrong)} is ")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Factory.new().with_money(MAX_MONEY + 1, 0),
        lambda: Factory.new().with_money(0, MAX_MONEY + 1),
        lambda: Factory.from_layout(Layout(wallet=MAX_MONEY + 1)),
        lambda: Factory.from_layout(Layout(vault=MAX_MONEY + 1)),
    ],
    ids=["wallet", "vault", "layout's wallet", "layout's vault"],
)
def test_a_factory_has_no_money_that_could_not_be_read_again(make: Callable[[], Factory]) -> None:
    try:
        factory = make()
    except (ValueError, LayoutError):
        return
    assert Factory.from_text(factory.to_text()) == factory
    assert Factory.from_json(factory.to_json()) == factory


@pytest.mark.rule("R-12.2")
def test_every_kind_is_read_in_its_area() -> None:
    for kind in FLOOR_KINDS:
        assert Factory.from_json(document(floor=[piece(kind=kind.value)])).piece_at("floor/top/2") == Piece(kind)
    for kind in FABRICATORS[1:]:
        factory = Factory.from_json(document(start={"top": {"kind": kind.value}}))
        assert factory.piece_at("start/top") == Piece(kind)
    assert Factory.from_json(document(start={"top": {"kind": None}})).piece_at("start/top") is None
    for kind in FABRICATORS:
        factory = Factory.from_json(document(start={"middle": {"kind": kind.value}}))
        assert factory.piece_at("start/middle") == Piece(kind)
    for kind in TRUCKS:
        assert Factory.from_json(document(dock={"top": {"kind": kind.value}})).piece_at("dock/top") == Piece(kind)


@pytest.mark.rule("R-12.2")
@pytest.mark.parametrize(
    ("entries", "place", "kind"),
    [
        ({"floor": [piece(kind="basic_fabricator")]}, "floor/top/2", "Basic Fabricator"),
        ({"floor": [piece(kind="huge_truck")]}, "floor/top/2", "Huge Truck"),
        ({"start": {"top": {"kind": "fork"}}}, "start/top", "Fork"),
        ({"start": {"middle": {"kind": "small_truck"}}}, "start/middle", "Small Truck"),
        ({"dock": {"bottom": {"kind": "upgrader"}}}, "dock/bottom", "Upgrader"),
        ({"dock": {"bottom": {"kind": "basic_fabricator"}}}, "dock/bottom", "Basic Fabricator"),
    ],
)
def test_a_kind_in_another_area_is_refused(entries: Document, place: str, kind: str) -> None:
    assert impossible(document(**entries)) == [
        (ProblemKind.WRONG_AREA, place, "R-3.2", f"{kind} does not go here"),
    ]


@pytest.mark.rule("R-12.2")
def test_a_truck_cannot_be_missing() -> None:
    ((place, sentence),) = malformed(document(dock={"top": {"kind": None}}))
    assert place == "dock/top/kind"
    assert sentence.startswith("unknown name null; there are ")


@pytest.mark.rule("R-12.3")
def test_every_model_is_read() -> None:
    models = ["basic", "plus", "deluxe"]
    factory = Factory.from_json(document(dock={"top": {"kind": "huge_truck", "bots": models}}))
    assert list(factory.bots().values()) == [Model.BASIC, Model.PLUS, Model.DELUXE]
    assert [model.value for model in Model] == models


@pytest.mark.rule("R-12.4")
def test_columns_count_from_1_in_the_west() -> None:
    """A bot from the start slot meets column 1 first and the last column last."""
    factory = Factory.from_json(document(columns=3, floor=[piece(col=3), piece(col=1, kind="gift_wrapper")]))
    assert factory.piece_at("floor/top/1") == Piece(Kind.GIFT_WRAPPER)
    assert factory.piece_at("floor/top/3") == Piece(Kind.UPGRADER)
    workday = run_workday(factory.with_bots({"start/top/centre": "basic"}))
    ridden = [event.place for event in workday.events if isinstance(event, Rode)]
    assert ridden == ["floor/top/1", "floor/top/2", "floor/top/3"]
    assert workday.gained.vault == 1


@pytest.mark.rule("R-12.4")
def test_there_is_no_column_0_and_none_beyond_the_floor() -> None:
    ((place, sentence),) = malformed(document(floor=[piece(col=0)]))
    assert place == "floor/top/0/col"
    assert sentence == "0 is below 1"
    assert impossible(document(floor=[piece(col=5)])) == [
        (ProblemKind.OFF_THE_FLOOR, "floor/top/5", "A-2.3", "the floor has columns 1 to 4")
    ]


@pytest.mark.rule("R-12.5")
def test_columns_take_the_place_of_the_component_sets_number() -> None:
    assert Factory.from_json(document()).columns == 4
    for columns in (1, 2, 7, 99):
        factory = Factory.from_json(document(columns=columns, floor=[piece(col=columns)]))
        assert factory.columns == columns
        assert factory.piece_at(f"floor/top/{columns}") == Piece(Kind.UPGRADER)


@pytest.mark.rule("R-12.5")
@pytest.mark.parametrize("columns", [0, -1, 100, 10**30, True, "4", 4.0, [4]])
def test_columns_are_a_whole_number_from_1_to_99(columns: object) -> None:
    ((place, sentence),) = malformed(document(columns=columns))
    assert place == "columns"
    assert sentence.startswith(f"{json.dumps(columns)} is ")


@pytest.mark.rule("R-12.6")
@pytest.mark.parametrize(
    "path", ["../demo", "./demo.toml", "/etc/passwd", "demo.toml", "editions/data/demo", "C:\\demo", "demo\n", "", "~"]
)
def test_components_are_never_a_path(path: str) -> None:
    ((place, sentence),) = malformed(document(components=path))
    assert place == "components"
    assert sentence.startswith(f"{json.dumps(path)} is ")


@pytest.mark.rule("R-12.6")
def test_components_must_be_known_by_name(register: Registers) -> None:
    with pytest.raises(EditionError, match=r"^unknown component set 'mine'; there are demo, published$"):
        Factory.from_json(document(components="mine"))
    register(built_in_text("demo"))
    assert Factory.from_json(document(components="mine")).components == "mine"


@pytest.mark.rule("R-12.7")
def test_what_may_be_missing_is_as_printed() -> None:
    assert written(document()) == {
        "format": "mechanica-factory/1",
        "rules": "print_2019",
        "components": "demo",
        "floor": [],
        "start": {
            "top": {"kind": None, "bots": {}},
            "middle": {"kind": "basic_fabricator", "bots": {}},
            "bottom": {"kind": None, "bots": {}},
        },
        "dock": {
            "top": {"kind": "small_truck", "bots": []},
            "middle": {"kind": "small_truck", "bots": []},
            "bottom": {"kind": "small_truck", "bots": []},
        },
        "wallet": 0,
        "vault": 0,
    }


@pytest.mark.rule("R-12.7")
@pytest.mark.parametrize("row", ["top", "middle", "bottom"])
def test_one_row_may_be_missing_while_the_others_are_given(row: str) -> None:
    full = example_of_the_rules()
    full["start"] = {name: {"kind": "overactive_fabricator"} for name in ("top", "middle", "bottom") if name != row}
    full["dock"] = {name: {"kind": "huge_truck"} for name in ("top", "middle", "bottom") if name != row}
    factory = Factory.from_json(full)
    for name in ("top", "middle", "bottom"):
        printed = Kind.BASIC_FABRICATOR if name == "middle" else None
        assert factory.machinery.start_kind(["top", "middle", "bottom"].index(name)) is (
            printed if name == row else Kind.OVERACTIVE_FABRICATOR
        )
        truck = Kind.SMALL_TRUCK if name == row else Kind.HUGE_TRUCK
        assert factory.piece_at(f"dock/{name}") == Piece(truck)


@pytest.mark.rule("R-12.7")
def test_a_piece_without_flipped_and_bots_is_not_flipped_and_empty() -> None:
    read = written(document(floor=[piece(kind="duplicator")]))
    assert read["floor"] == [piece(kind="duplicator", flipped=False, bots={})]


@pytest.mark.parametrize("key", ["format", "rules", "components", "floor"])
def test_what_may_not_be_missing_is_named(key: str) -> None:
    assert malformed(without(document(), key)) == [("document", f"the key {key!r} is missing")]


@pytest.mark.parametrize("key", ["row", "col", "kind", "facing"])
def test_what_may_not_be_missing_of_a_piece_is_named(key: str) -> None:
    place = "floor, piece 1" if key in ("row", "col") else "floor/top/2"
    assert malformed(document(floor=[without(piece(), key)])) == [(place, f"the key {key!r} is missing")]


@pytest.mark.parametrize("area", ["start", "dock"])
def test_a_row_that_is_given_names_its_kind(area: str) -> None:
    assert malformed(document(**{area: {"top": {"bots": [] if area == "dock" else {}}}})) == [
        (f"{area}/top", "the key 'kind' is missing")
    ]


# -- what is refused -----------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.10")
@pytest.mark.parametrize("kind", [kind.value for kind in FLOOR_KINDS if kind is not Kind.DUPLICATOR])
def test_only_a_duplicator_may_be_flipped(kind: str) -> None:
    flipped = document(floor=[piece(kind=kind, flipped=True)])
    sentence = f"{kind.replace('_', ' ').title()} cannot be flipped, only a Duplicator"
    assert impossible(flipped) == [(ProblemKind.NOT_FLIPPABLE, "floor/top/2", "R-3.6", sentence)]
    assert Factory.from_json(document(floor=[piece(kind=kind, flipped=False)])).piece_at("floor/top/2") == Piece(
        Kind(kind)
    )


@pytest.mark.rule("R-12.10")
def test_a_duplicator_may_be_flipped() -> None:
    factory = Factory.from_json(document(floor=[piece(kind="duplicator", flipped=True, bots={"right": "plus"})]))
    assert factory.piece_at("floor/top/2") == Piece(Kind.DUPLICATOR, flipped=True)
    assert impossible(document(floor=[piece(kind="duplicator", flipped=True, bots={"left": "plus"})])) == [
        (ProblemKind.NO_SUCH_HOLE, "floor/top/2/left", "A-3.4", "there is no such hole, only in, ahead, right")
    ]


@pytest.mark.rule("R-12.11")
@pytest.mark.parametrize(
    ("entries", "hole", "there"),
    [
        ({"floor": [piece(bots={"in2": "basic"})]}, "floor/top/2/in2", "in, ahead"),
        ({"floor": [piece(kind="static_charger", bots={"in": "basic"})]}, "floor/top/2/in", "left, right"),
        ({"start": {"top": {"kind": None, "bots": {"side": "plus"}}}}, "start/top/side", "centre"),
        ({"start": {"middle": {"kind": "basic_fabricator", "bots": {"side": "plus"}}}}, "start/middle/side", "centre"),
        (
            {"start": {"bottom": {"kind": "advanced_fabricator", "bots": {"1": "plus"}}}},
            "start/bottom/1",
            "centre, side",
        ),
    ],
)
def test_a_bot_in_a_hole_that_is_not_there_is_refused(entries: Document, hole: str, there: str) -> None:
    assert impossible(document(**entries)) == [
        (ProblemKind.NO_SUCH_HOLE, hole, "A-3.4", f"there is no such hole, only {there}")
    ]


@pytest.mark.rule("R-12.11")
@pytest.mark.parametrize("kind", ["fork", "gift_wrapper", "flight_tester"])
def test_a_bot_on_a_piece_without_holes_is_refused(kind: str) -> None:
    assert impossible(document(floor=[piece(kind=kind, bots={"ahead": "basic"})])) == [
        (ProblemKind.NO_SUCH_HOLE, "floor/top/2/ahead", "A-3.4", "this piece has no holes")
    ]


@pytest.mark.rule("R-12.12")
@pytest.mark.parametrize(("kind", "holes"), [("small_truck", 1), ("big_truck", 2), ("huge_truck", 3)])
def test_a_truck_with_too_many_bots_is_refused(kind: str, holes: int) -> None:
    full = document(dock={"bottom": {"kind": kind, "bots": ["plus"] * holes}})
    assert len(Factory.from_json(full).bots()) == holes
    full["dock"]["bottom"]["bots"].append("basic")
    assert impossible(full) == [
        (ProblemKind.TRUCK_OVERFULL, "dock/bottom", "A-3.4", f"{holes + 1} bots in a truck that holds {holes}")
    ]


@pytest.mark.rule("R-12.13")
@pytest.mark.parametrize("row", ["top", "bottom"])
def test_a_basic_fabricator_outside_the_middle_row_is_refused(row: str) -> None:
    assert impossible(document(start={row: {"kind": "basic_fabricator"}})) == [
        (
            ProblemKind.MISPLACED_BASIC_FABRICATOR,
            f"start/{row}",
            "R-2.4",
            "a Basic Fabricator is printed in the middle row only",
        )
    ]


@pytest.mark.rule("R-12.14")
def test_a_middle_row_without_a_fabricator_is_refused() -> None:
    assert impossible(document(start={"middle": {"kind": None}})) == [
        (
            ProblemKind.NO_MIDDLE_FABRICATOR,
            "start/middle",
            "R-2.4",
            "no fabricator, but at least the printed Basic Fabricator is there",
        )
    ]


@pytest.mark.rule("R-12.15")
@pytest.mark.parametrize(
    ("entries", "place", "name", "known"),
    [
        ({"format": "mechanica-factory/2"}, "format", "mechanica-factory/2", "mechanica-factory/1"),
        ({"floor": [piece(kind="knife")]}, "floor/top/2/kind", "knife", "upgrader"),
        ({"floor": [piece(kind="Upgrader")]}, "floor/top/2/kind", "Upgrader", "upgrader"),
        ({"floor": [piece(facing="up")]}, "floor/top/2/facing", "up", "north"),
        ({"floor": [piece(row="attic")]}, "floor, piece 1/row", "attic", "middle"),
        ({"floor": [piece(), piece(col=3, bots={"in": "gold"})]}, "floor/top/3/in", "gold", "deluxe"),
        ({"start": {"top": {"kind": "knife"}}}, "start/top/kind", "knife", "advanced_fabricator"),
        ({"start": {"top": {"kind": None, "bots": {"centre": "gold"}}}}, "start/top/centre", "gold", "plus"),
        ({"dock": {"top": {"kind": "cart"}}}, "dock/top/kind", "cart", "small_truck"),
        ({"dock": {"bottom": {"kind": "big_truck", "bots": ["basic", "gold"]}}}, "dock/bottom/2", "gold", "plus"),
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(entries: Document, place: str, name: str, known: str) -> None:
    ((found, sentence),) = malformed(document(**entries))
    assert found == place
    beginning = f'unknown name "{name}"; there are '
    assert sentence.startswith(beginning)
    assert known in sentence.removeprefix(beginning).split(", ")


@pytest.mark.rule("R-12.15")
def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(EditionError, match=r"^unknown rule set 'chess'; there are print_2019, web_de, web_es$"):
        Factory.from_json(document(rules="chess"))
    with pytest.raises(EditionError, match=r"^unknown component set 'chess'; there are demo, published$"):
        Factory.from_json(document(components="chess"))


UNKNOWN_KEYS: Final = [
    ({"colour": "red"}, "document"),
    ({"floor": [piece(colour="red")]}, "floor/top/2"),
    ({"start": {"colour": "red"}}, "start"),
    ({"start": {"middle": {"kind": "basic_fabricator", "colour": "red"}}}, "start/middle"),
    ({"dock": {"colour": "red"}}, "dock"),
    ({"dock": {"bottom": {"kind": "big_truck", "colour": "red"}}}, "dock/bottom"),
]


@pytest.mark.rule("R-12.16")
@pytest.mark.parametrize(("entries", "place"), UNKNOWN_KEYS)
def test_an_unknown_key_is_refused(entries: Document, place: str) -> None:
    assert malformed(document(**entries)) == [(place, "unknown key 'colour'")]
    assert malformed(json.dumps(document(**entries))) == [(place, "unknown key 'colour'")]
    with pytest.raises(DocumentError):
        read_layout(document(**entries))


@pytest.mark.rule("R-12.16")
@pytest.mark.parametrize(("entries", "place"), UNKNOWN_KEYS)
def test_unknown_keys_are_ignored_on_request(entries: Document, place: str) -> None:
    text = json.dumps(document(**entries))
    without_it = json.loads(text, object_hook=lambda read: without(read, "colour"))
    assert Factory.from_json(text, ignore_unknown=True) == Factory.from_json(without_it)
    assert Factory.from_json(document(**entries), ignore_unknown=True) == Factory.from_json(without_it)


@pytest.mark.rule("R-12.16")
def test_ignoring_unknown_keys_forgives_nothing_else() -> None:
    wrong = document(colour="red", wallet=-1)
    assert [place for place, _ in malformed(wrong, ignore_unknown=True)] == ["wallet"]
    assert impossible(document(colour="red", floor=[piece(flipped=True)]), ignore_unknown=True)[0][1] == "floor/top/2"
    assert malformed('{"colour": 1, "colour": 2}', ignore_unknown=True) == [
        ("document", "the key 'colour' comes twice")
    ]


@pytest.mark.rule("R-12.8")
@pytest.mark.parametrize(
    ("entries", "place"),
    [
        ({"floor": [piece(flipped=True)]}, "top 2: "),
        ({"floor": [piece(bots={"nest": "basic"})]}, "top 2, nest: "),
        ({"dock": {"top": {"kind": "small_truck", "bots": ["plus", "plus"]}}}, "truck (top): "),
        ({"start": {"top": {"kind": "basic_fabricator"}}}, "start slot (top): "),
        ({"start": {"middle": {"kind": None}}}, "start slot (middle): "),
        ({"floor": [piece(kind="knife")]}, "top 2, kind: "),
        ({"rules": "chess"}, "rule set"),
        ({"components": "chess"}, "component set"),
        ({"floor": [piece(colour="red")]}, "top 2: "),
    ],
    ids=["12.10", "12.11", "12.12", "12.13", "12.14", "12.15", "12.15 rules", "12.15 components", "12.16"],
)
def test_every_reading_error_says_where(entries: Document, place: str) -> None:
    with pytest.raises(MechanicaError) as refused:
        Factory.from_json(document(**entries))
    assert place in str(refused.value)


def test_pieces_that_do_not_fit_are_refused_with_both_places() -> None:
    beside = document(floor=[piece(col=1), piece(col=2, facing="west")])
    assert impossible(beside) == [
        (
            ProblemKind.DOES_NOT_FIT,
            "floor/top/2",
            "D-3.7",
            "its exit is in the way of the exit of its neighbour, top 1",
        )
    ]
    knob = document(
        floor=[piece(col=1, kind="gift_wrapper", facing="north")], start={"top": {"kind": "advanced_fabricator"}}
    )
    assert impossible(knob) == [
        (
            ProblemKind.DOES_NOT_FIT,
            "floor/top/1",
            "D-3.7",
            "its flat side is in the way of the exit of its neighbour, start slot (top)",
        )
    ]


def test_two_pieces_on_one_square_are_refused() -> None:
    assert impossible(document(floor=[piece(), piece(kind="fork")])) == [
        (ProblemKind.SQUARE_TAKEN, "floor/top/2", "R-3.2", "two pieces on one square")
    ]


def test_all_that_is_malformed_is_told_at_once() -> None:
    wrong = document(
        columns=0,
        floor=[piece(kind="knife", facing="up"), piece(row="attic"), 7],
        dock={"top": {"kind": "cart"}},
        wallet="much",
        colour="red",
    )
    assert [place for place, _ in malformed(without(wrong, "rules"))] == [
        "document",
        "columns",
        "floor/top/2/kind",
        "floor/top/2/facing",
        "floor, piece 2/row",
        "floor, piece 3",
        "dock/top/kind",
        "wallet",
        "document",
    ]


def test_all_that_is_impossible_is_told_at_once() -> None:
    wrong = document(
        floor=[
            piece(flipped=True),
            piece(kind="fork"),
            piece(col=9),
            piece(row="bottom", bots={"nest": "basic"}),
            piece(row="middle", facing="north"),
            piece(kind="big_truck", row="middle", col=3),
        ],
        start={"top": {"kind": "basic_fabricator"}, "middle": {"kind": None}},
        dock={"middle": {"kind": "small_truck", "bots": ["plus", "plus"]}, "bottom": {"kind": "fork"}},
    )
    assert [(kind, place) for kind, place, _, _ in impossible(wrong)] == [
        (ProblemKind.NOT_FLIPPABLE, "floor/top/2"),
        (ProblemKind.SQUARE_TAKEN, "floor/top/2"),
        (ProblemKind.OFF_THE_FLOOR, "floor/top/9"),
        (ProblemKind.NO_SUCH_HOLE, "floor/bottom/2/nest"),
        (ProblemKind.WRONG_AREA, "floor/middle/3"),
        (ProblemKind.MISPLACED_BASIC_FABRICATOR, "start/top"),
        (ProblemKind.NO_MIDDLE_FABRICATOR, "start/middle"),
        (ProblemKind.TRUCK_OVERFULL, "dock/middle"),
        (ProblemKind.WRONG_AREA, "dock/bottom"),
    ]


# -- what is no document at all ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "hello", "{", '{"format": }', "{'format': 1}", b"\xff\xfe\xfa", b"\x80", "\ufeff{}"]
)
def test_what_is_not_json_is_refused(text: str | bytes) -> None:
    ((place, sentence),) = malformed(text)
    assert place == "document"
    assert sentence.endswith("this is not valid JSON") or sentence == "it is not text in UTF-8"


@pytest.mark.parametrize("other", ["[]", "null", "7", '"factory"', "NaN", "true", (), [1], None, 8])
def test_json_that_is_no_object_is_refused(other: object) -> None:
    ((place, sentence),) = malformed(other)
    assert place == "document"
    assert sentence.endswith(" is no object")


def test_utf_8_with_a_byte_order_mark_is_read() -> None:
    assert Factory.from_json(b"\xef\xbb\xbf" + json.dumps(document()).encode()) == Factory.from_json(document())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"wallet": 1, "wallet": 2}', "wallet"),
        ('{"floor": [{"row": "top", "row": "middle"}]}', "row"),
        ('{"start": {"middle": {"bots": {"centre": "basic", "centre": "plus"}}}}', "centre"),
        ('{"a": {"b": 1, "b": 1}}', "b"),
        ('{"a": 1, "b": 1, "c": 1, "b": 1}', "b"),
    ],
)
def test_a_key_that_comes_twice_is_refused(text: str, key: str) -> None:
    assert malformed(text) == [("document", f"the key {key!r} comes twice")]


def test_text_that_is_too_long_is_refused_unread() -> None:
    longest = json.dumps(document()).ljust(MAX_BYTES)
    assert Factory.from_json(longest) == Factory.from_json(document())
    for too_long in (longest + " ", (longest + " ").encode(), "[" * (MAX_BYTES + 1)):
        assert malformed(too_long) == [("document", f"longer than {MAX_BYTES} bytes")]


def test_the_largest_factory_is_not_too_long() -> None:
    floor = [
        piece(
            row=row,
            col=col,
            kind="duplicator",
            flipped=True,
            bots={"in": "deluxe", "ahead": "deluxe", "right": "deluxe"},
        )
        for row in ("top", "bottom")
        for col in range(1, 100)
    ]
    text = json.dumps(written(document(columns=99, floor=floor)), indent=1)
    assert len(Factory.from_json(text).bots()) == 3 * len(floor)


@pytest.mark.parametrize("before", ["", '{"wallet":', '{"floor":', '{"colour":'])
def test_deep_nesting_is_refused_at_every_depth(before: str) -> None:
    for depth in (500, *range(850, 1000), 5_000, 99_000):
        assert malformed(before + "[" * depth + "]" * depth + ("}" if before else ""))


@pytest.mark.parametrize(
    "text",
    [
        '{"wallet": ' + "9" * 5_000 + "}",
        '{"floor": [{"row": "top", "col": -' + "9" * 5_000 + "}]}",
        '{"format": ' + "1" * 100_000 + "}",
    ],
    ids=["wallet", "col", "format"],
)
def test_a_number_of_thousands_of_digits_is_refused(text: str) -> None:
    assert malformed(text)


def test_a_huge_number_in_a_parsed_document_is_refused() -> None:
    assert malformed(document(wallet=10**4_000))
    assert malformed(document(wallet=10**5_000))
    assert malformed(document(floor=[piece(col=10**5_000)]))


@pytest.mark.parametrize(
    "text",
    [
        r'{"\ud800": 1}',
        r'{"rules": "\ud800"}',
        r'{"start": {"middle": {"kind": "basic_fabricator", "bots": {"\ud800": "basic"}}}}',
        r'{"floor": [{"row": "top", "col": 2, "kind": "fork", "facing": "east", "bots": {"\udfff": "basic"}}]}',
    ],
    ids=["key", "name", "start hole", "floor hole"],
)
def test_half_a_character_is_refused_in_words_that_can_be_printed(text: str) -> None:
    for place, sentence in malformed(text):
        assert f"{place}: {sentence}".encode()


def test_long_wrong_values_are_cut_short() -> None:
    for length in (57, 58, 59, 10_000):
        ((_, sentence),) = malformed(document(rules="x" * length))
        value = '"' + "x" * length + '"'
        shown = value if len(value) <= 60 else f"{value[:60]}..."
        assert sentence == f"{shown} is no name"


def test_a_wrong_value_that_json_does_not_know_is_shown_as_python_does() -> None:
    ((place, sentence),) = malformed(document(wallet=1 + 2j))
    assert place == "wallet"
    assert sentence == '"(1+2j)" is no whole number'


@pytest.mark.parametrize(
    ("entries", "place", "sentence"),
    [
        ({"columns": 0}, "columns", "0 is below 1"),
        ({"columns": 100}, "columns", "100 is above 99"),
        ({"wallet": -1}, "wallet", "-1 is below 0"),
        ({"wallet": MAX_MONEY + 1}, "wallet", f"{MAX_MONEY + 1} is above {MAX_MONEY}"),
        ({"wallet": 1.5}, "wallet", "1.5 is no whole number"),
        ({"wallet": 8.0}, "wallet", "8.0 is no whole number"),
        ({"wallet": True}, "wallet", "true is no whole number"),
        ({"wallet": "8"}, "wallet", '"8" is no whole number'),
        ({"wallet": None}, "wallet", "null is no whole number"),
        ({"wallet": float("nan")}, "wallet", "NaN is no whole number"),
        ({"wallet": float("-inf")}, "wallet", "-Infinity is no whole number"),
        ({"rules": None}, "rules", "null is no name"),
        ({"rules": "2019"}, "rules", '"2019" is no name'),
        ({"components": "../demo"}, "components", '"../demo" is no name'),
        ({"floor": {}}, "floor", "{} is no list"),
        ({"floor": [7]}, "floor, piece 1", "7 is no object"),
        ({"floor": [piece(flipped=1)]}, "floor/top/2/flipped", "1 is neither true nor false"),
        ({"floor": [piece(bots=["basic"])]}, "floor/top/2", '["basic"] is no object'),
        ({"floor": [piece(bots={str(n): "basic" for n in range(10)})]}, "floor/top/2", "more than 9 entries"),
        ({"floor": [piece()] * 298}, "floor", "more than 297 entries"),
        ({"start": []}, "start", "[] is no object"),
        ({"start": {"top": None}}, "start/top", "null is no object"),
        ({"dock": {"top": {"kind": "big_truck", "bots": {}}}}, "dock/top", "{} is no list"),
        ({"dock": {"top": {"kind": "big_truck", "bots": ["basic"] * 100}}}, "dock/top", "more than 99 entries"),
    ],
)
def test_what_is_wrong_is_told_in_words(entries: Document, place: str, sentence: str) -> None:
    assert malformed(document(**entries)) == [(place, sentence)]


def test_why_it_is_not_json_is_told() -> None:
    assert malformed("") == [("document", "line 1, column 1: this is not valid JSON")]


def test_a_thousand_things_wrong_can_all_be_told() -> None:
    assert len(malformed(document(floor=[{"colour": "red"}] * 297))) == 5 * 297
    crowd = [piece(bots={f"nest{n}": "basic" for n in range(9)}, col=col) for col in range(1, 98)]
    assert len(impossible(document(columns=97, floor=crowd))) == 9 * 97


def test_a_hole_with_too_long_a_name_is_refused_under_that_name() -> None:
    ((place, _),) = malformed(document(floor=[piece(bots={"x" * 41: "basic"})]))
    assert place == f"floor/top/2/{'x' * 41}"


def test_true_is_no_column_and_not_part_of_a_place() -> None:
    ((place, sentence),) = malformed(document(floor=[piece(col=True)]))
    assert sentence == "true is no whole number"
    assert place == "floor, piece 1/col"


WRONG_TYPES: Final[dict[str, Document]] = {
    "format number": {"format": 1},
    "rules null": {"rules": None},
    "rules number": {"rules": 2019},
    "components list": {"components": ["demo"]},
    "components path": {"components": "../demo.toml"},
    "columns text": {"columns": "4"},
    "columns zero": {"columns": 0},
    "columns hundred": {"columns": 100},
    "columns boolean": {"columns": True},
    "floor object": {"floor": {}},
    "floor null": {"floor": None},
    "floor too long": {"floor": [piece()] * 298},
    "piece number": {"floor": [7]},
    "piece null": {"floor": [None]},
    "piece list": {"floor": [["top", 2]]},
    "col text": {"floor": [piece(col="2")]},
    "col zero": {"floor": [piece(col=0)]},
    "col hundred": {"floor": [piece(col=100)]},
    "col half": {"floor": [piece(col=1.5)]},
    "col boolean": {"floor": [piece(col=True)]},
    "row number": {"floor": [piece(row=1)]},
    "kind list": {"floor": [piece(kind=["fork"])]},
    "kind null": {"floor": [piece(kind=None)]},
    "facing null": {"floor": [piece(facing=None)]},
    "flipped number": {"floor": [piece(flipped=1)]},
    "flipped text": {"floor": [piece(flipped="yes")]},
    "flipped null": {"floor": [piece(flipped=None)]},
    "bots list": {"floor": [piece(bots=["basic"])]},
    "bots null": {"floor": [piece(bots=None)]},
    "bot number": {"floor": [piece(bots={"in": 1})]},
    "bot null": {"floor": [piece(bots={"in": None})]},
    "too many bots": {"floor": [piece(bots={str(n): "basic" for n in range(10)})]},
    "long hole": {"floor": [piece(bots={"x" * 41: "basic"})]},
    "start list": {"start": []},
    "start null": {"start": None},
    "slot text": {"start": {"top": "advanced_fabricator"}},
    "slot null": {"start": {"top": None}},
    "slot bots list": {"start": {"middle": {"kind": "basic_fabricator", "bots": ["basic"]}}},
    "dock list": {"dock": []},
    "truck text": {"dock": {"top": "big_truck"}},
    "truck bots object": {"dock": {"top": {"kind": "big_truck", "bots": {"1": "basic"}}}},
    "truck of a hundred": {"dock": {"top": {"kind": "huge_truck", "bots": ["basic"] * 100}}},
    "wallet boolean": {"wallet": True},
    "wallet half": {"wallet": 0.5},
    "wallet text": {"wallet": "8"},
    "wallet null": {"wallet": None},
    "wallet negative": {"wallet": -1},
    "wallet too much": {"wallet": MAX_MONEY + 1},
    "vault list": {"vault": [1]},
    "unknown key": {"colour": "red"},
    "unknown key of a piece": {"floor": [piece(colour="red")]},
    "unknown row": {"start": {"attic": {"kind": None}}},
}


@pytest.mark.parametrize("name", WRONG_TYPES)
def test_structural_errors_are_refused_by_the_reader_and_by_the_schema(name: str) -> None:
    wrong = document(**WRONG_TYPES[name])
    ((place, _),) = malformed(wrong)
    assert place.split("/")[0].split(",")[0] in (*WRONG_TYPES[name], "document")
    assert not valid(wrong)


# -- forgiving -----------------------------------------------------------------------------------------------


def forgiven(entries: Document, *kinds: ProblemKind) -> Factory:
    """A factory read although that is wrong with it; read strictly, it is refused for that alone."""
    assert {kind for kind, *_ in impossible(document(**entries))} == set(kinds)
    return Factory.from_json(document(**entries), kinds)


def test_a_forgiven_misfit_stays_as_it_is() -> None:
    factory = forgiven({"floor": [piece(col=1), piece(col=2, facing="west")]}, ProblemKind.DOES_NOT_FIT)
    assert [factory.piece_at(f"floor/top/{col}") for col in (1, 2)] == [
        Piece(Kind.UPGRADER),
        Piece(Kind.UPGRADER, factory.layout.floor[1].facing),
    ]
    assert factory.layout.floor[1].facing == "west"


def test_a_forgiven_flip_is_ignored() -> None:
    factory = forgiven({"floor": [piece(flipped=True)]}, ProblemKind.NOT_FLIPPABLE)
    assert factory == Factory.from_json(document(floor=[piece()]))


def test_a_forgiven_bot_without_a_hole_is_left_out() -> None:
    factory = forgiven({"floor": [piece(bots={"nest": "deluxe", "in": "plus"})]}, ProblemKind.NO_SUCH_HOLE)
    assert factory.bots() == {"floor/top/2/in": Model.PLUS}


def test_of_forgiven_bots_too_many_in_a_truck_the_cheapest_are_left_out() -> None:
    load = ["plus", "basic", "deluxe", "basic"]
    factory = forgiven({"dock": {"top": {"kind": "big_truck", "bots": load}}}, ProblemKind.TRUCK_OVERFULL)
    assert list(factory.bots().values()) == [Model.PLUS, Model.DELUXE]


def test_a_forgiven_missing_middle_fabricator_is_the_printed_one() -> None:
    slot = {"kind": None, "bots": {"centre": "plus"}}
    factory = forgiven({"start": {"middle": slot}}, ProblemKind.NO_MIDDLE_FABRICATOR)
    assert factory.piece_at("start/middle") == Piece(Kind.BASIC_FABRICATOR)
    assert factory.bots() == {"start/middle/centre": Model.PLUS}


def test_forgiving_one_problem_forgives_no_other() -> None:
    wrong = document(floor=[piece(flipped=True, bots={"nest": "basic"})])
    assert [kind for kind, *_ in impossible(wrong, forgive=["not_flippable"])] == [ProblemKind.NO_SUCH_HOLE]


@pytest.mark.parametrize("kind", [*sorted(set(ProblemKind) - FORGIVABLE), "nonsense"])
def test_what_cannot_be_forgiven_is_refused_even_when_nothing_is_wrong(kind: str) -> None:
    with pytest.raises(ValueError, match=f"^cannot forgive {kind}, only "):
        Factory.from_json(document(), forgive=[kind])


@given(forgivable_layouts())
def test_a_layout_is_a_factory_once_all_that_can_be_forgiven_is(layout: Layout) -> None:
    factory = Factory.from_layout(layout, FORGIVABLE)
    assert Factory.from_layout(factory.layout, {ProblemKind.DOES_NOT_FIT}) == factory
    problems: set[ProblemKind] = set()
    try:
        assert Factory.from_layout(layout) == factory
    except LayoutError as error:
        problems = {problem.kind for problem in error.problems}
    assert problems <= FORGIVABLE
    assert Factory.from_layout(layout, problems) == factory


# -- the canonical form --------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.17")
def test_the_canonical_form_has_every_key() -> None:
    read = written(document(floor=[piece()]))
    assert set(read) == {"format", "rules", "components", "floor", "start", "dock", "wallet", "vault"}
    assert set(read["floor"][0]) == {"row", "col", "kind", "facing", "flipped", "bots"}
    for area in ("start", "dock"):
        assert set(read[area]) == {"top", "middle", "bottom"}
        assert all(set(entry) == {"kind", "bots"} for entry in read[area].values())


@pytest.mark.rule("R-12.17")
def test_columns_are_left_out_only_when_they_are_the_component_sets_own(register: Registers) -> None:
    assert "columns" not in written(document(columns=4))
    assert written(document(columns=5))["columns"] == 5
    register(built_in_text("demo").replace("columns = { value = 4", "columns = { value = 5"))
    assert "columns" not in written(document(components="mine"))
    assert "columns" not in written(document(components="mine", columns=5))
    assert written(document(components="mine", columns=4))["columns"] == 4


@pytest.mark.rule("R-12.18")
def test_only_holes_with_a_bot_are_written() -> None:
    factory = Factory.from_json(example_of_the_rules())
    assert factory.to_json()["floor"][0]["bots"] == {"in": "basic", "ahead": "plus"}
    emptied = factory.with_bots({"floor/middle/2/in": None, "start/bottom/centre": None, "dock/bottom/1": None})
    assert emptied.to_json()["floor"][0]["bots"] == {"ahead": "plus"}
    assert emptied.to_json()["start"]["bottom"]["bots"] == {"side": "plus"}
    assert emptied.to_json()["start"]["top"]["bots"] == {}
    assert emptied.to_json()["dock"]["bottom"]["bots"] == ["basic", "deluxe"]


@pytest.mark.rule("R-12.19")
def test_the_floor_is_sorted_by_row_then_column() -> None:
    squares = [("bottom", 1), ("top", 4), ("middle", 2), ("top", 1), ("bottom", 4), ("middle", 1)]
    read = written(document(floor=[piece(row=row, col=col) for row, col in squares]))
    assert [(entry["row"], entry["col"]) for entry in read["floor"]] == [
        ("top", 1),
        ("top", 4),
        ("middle", 1),
        ("middle", 2),
        ("bottom", 1),
        ("bottom", 4),
    ]


@pytest.mark.rule("R-12.20")
def test_the_bots_of_a_truck_rise() -> None:
    read = written(document(dock={"top": {"kind": "huge_truck", "bots": ["deluxe", "basic", "plus"]}}))
    assert read["dock"]["top"]["bots"] == ["basic", "plus", "deluxe"]


@pytest.mark.rule("R-12.21")
@pytest.mark.parametrize(
    ("given_bots", "canonical_bots"),
    [
        ({"in2": "plus"}, {"in1": "plus"}),
        ({"in1": "plus"}, {"in1": "plus"}),
        ({"in1": "deluxe", "in2": "basic"}, {"in1": "basic", "in2": "deluxe"}),
        ({"in2": "deluxe", "in1": "basic"}, {"in1": "basic", "in2": "deluxe"}),
        ({"in2": "plus", "in1": "plus", "ahead": "basic"}, {"in1": "plus", "in2": "plus", "ahead": "basic"}),
    ],
)
def test_bots_that_wait_in_a_repurposer_are_written_in_one_way(
    given_bots: dict[str, str], canonical_bots: dict[str, str]
) -> None:
    read = written(document(floor=[piece(kind="repurposer", bots=given_bots)]))
    assert read["floor"][0]["bots"] == canonical_bots


@pytest.mark.rule("R-12.21")
def test_a_bot_that_comes_to_wait_is_written_in_the_first_hole() -> None:
    factory = Factory.from_json(
        document(floor=[piece(kind="repurposer")], start={"top": {"kind": None, "bots": {"centre": "deluxe"}}})
    )
    assert run_workday(factory).factory.to_json()["floor"][0]["bots"] == {"in1": "deluxe"}


@pytest.mark.rule("R-12.22")
def test_factories_are_compared_and_hashed_by_their_canonical_form() -> None:
    one = document(
        floor=[piece(kind="repurposer", bots={"in2": "basic"}), piece(row="bottom")],
        dock={"top": {"kind": "big_truck", "bots": ["plus", "basic"]}},
    )
    other = document(
        columns=4,
        floor=[piece(row="bottom", flipped=False), piece(kind="repurposer", bots={"in1": "basic"})],
        dock={"top": {"bots": ["basic", "plus"], "kind": "big_truck"}},
        wallet=0,
    )
    assert json.dumps(written(one), sort_keys=True) == json.dumps(written(other), sort_keys=True)
    assert Factory.from_json(one) == Factory.from_json(other)
    assert hash(Factory.from_json(one)) == hash(Factory.from_json(other))


@pytest.mark.rule("R-12.22")
@pytest.mark.parametrize(
    "entries",
    [
        {"rules": "web_de"},
        {"components": "published"},
        {"columns": 5},
        {"floor": [piece()]},
        {"start": {"top": {"kind": "advanced_fabricator"}}},
        {"start": {"middle": {"kind": "basic_fabricator", "bots": {"centre": "basic"}}}},
        {"dock": {"top": {"kind": "big_truck"}}},
        {"dock": {"top": {"kind": "small_truck", "bots": ["basic"]}}},
        {"wallet": 1},
        {"vault": 1},
    ],
)
def test_factories_that_differ_anywhere_are_different(entries: Document) -> None:
    one, other = Factory.from_json(document()), Factory.from_json(document(**entries))
    assert one != other
    assert len({one, other}) == 2
    assert one != one.to_json()


@pytest.mark.rule("R-12.22")
def test_factories_of_a_set_that_was_registered_again_are_equal_if_their_documents_are(register: Registers) -> None:
    register(built_in_text("demo"))
    before = Factory.from_json(document(components="mine"))
    register(built_in_text("demo"))
    after = Factory.from_json(document(components="mine"))
    assert before.to_json() == after.to_json()
    assert before == after


def test_what_a_document_was_read_from_is_left_alone() -> None:
    read = document(floor=[piece(bots={"in": "plus"})], dock={"top": {"kind": "big_truck", "bots": ["plus", "basic"]}})
    before = copy.deepcopy(read)
    factory = Factory.from_json(read)
    assert read == before
    told = factory.to_json()
    told["floor"][0]["bots"]["in"] = "deluxe"
    assert factory.bot_at("floor/top/2/in") is Model.PLUS


@given(messy_layouts())
def test_any_layout_can_be_written_and_comes_back_if_its_numbers_are_in_range(layout: Layout) -> None:
    told = layout_document(layout)
    in_range = (
        min(layout.wallet, layout.vault) >= 0
        and 1 <= (layout.columns or 4) <= 99
        and layout.columns != 0
        and all(piece.col >= 1 for piece in layout.floor)
    )
    if in_range:
        read = read_layout(told)
        assert layout_document(read) == told
    else:
        with pytest.raises(DocumentError):
            read_layout(told)


# -- places, decisions, outcomes -----------------------------------------------------------------------------


@pytest.mark.rule("R-12.9")
def test_places_and_holes_are_named_alike_everywhere() -> None:
    factory = Factory.from_json(
        document(
            floor=[piece(col=2), piece(row="middle", kind="fork", col=2)],
            start={"top": {"kind": None, "bots": {"centre": "basic"}}, "middle": {"kind": "basic_fabricator"}},
            dock={"bottom": {"kind": "big_truck", "bots": ["plus"]}},
        )
    )
    assert set(factory.bots()) == {"start/top/centre", "dock/bottom/1"}
    assert [str(problem[1]) for problem in impossible(document(floor=[piece(flipped=True)]))] == ["floor/top/2"]
    events = run_workday(factory).events
    assert [event.place for event in events if isinstance(event, Rode)] == ["floor/top/1", "floor/top/2"]
    assert [event.hole for event in events if isinstance(event, Stopped)] == ["floor/top/2/in"]
    (acted,) = (event for event in events if isinstance(event, Activated))
    assert (acted.place, acted.used, acted.made) == (
        "floor/top/2",
        (("floor/top/2/in", Model.BASIC),),
        (("floor/top/2/ahead", Model.PLUS),),
    )
    busy = factory.with_bots({"start/top/centre": None, "start/middle/centre": "plus"})
    (choice,) = open_choices(busy)
    assert (choice.place, choice.bot) == ("floor/middle/2", "start/middle/centre")
    with pytest.raises(MissingDecision, match=r"^floor/middle/2<start/middle/centre: "):
        run_workday(busy)


@pytest.mark.rule("R-12.9")
def test_bots_and_pieces_are_found_under_their_places() -> None:
    factory = Factory.from_json(example_of_the_rules())
    assert factory.bot_at("floor/middle/2/ahead") is Model.PLUS
    assert factory.bot_at("start/middle/centre") is Model.BASIC
    assert factory.bot_at("dock/bottom/3") is Model.DELUXE
    assert factory.bot_at("dock/top/1") is None
    assert factory.piece_at("floor/top/2") is None
    assert factory.piece_at("start/middle") == Piece(Kind.BASIC_FABRICATOR)
    assert factory.piece_at("dock/bottom") == Piece(Kind.HUGE_TRUCK)


@pytest.mark.rule("R-12.9")
@pytest.mark.parametrize(
    "place",
    ["", "top/2", "floor/top", "floor/top/0", "floor/top/02", "floor/top/²", "floor/top/1000", "floor/attic/2"],
)
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match="is no place; places look like 'floor/top/2'"):
        parse_place(place)
    with pytest.raises(ValueError, match="is no place"):
        Factory.new().piece_at(place)


@pytest.mark.rule("R-12.9")
@pytest.mark.parametrize("place", ["floor//2", "/floor/top/2", "floor/top/2/in", "Floor/top/2", "start", "dock/top/1"])
def test_more_than_a_place_or_less_is_refused(place: str) -> None:
    for wrong in (place, f"{place}\n", "floor/top/2\n", " start/top"):
        with pytest.raises(ValueError, match="is no place"):
            parse_place(wrong)


@pytest.mark.rule("R-12.9")
def test_what_is_no_place_or_hole_of_this_factory_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'floor/top/5': this floor has 4 columns$"):
        Factory.new().piece_at("floor/top/5")
    for hole in ("floor/top/2/in", "start/top/side", "dock/top/2", "dock/top", "centre"):
        with pytest.raises(ValueError, match=f"^there is no hole '{hole}' in this factory$"):
            Factory.new().bot_at(hole)


FORK: Final = Factory.from_text(".=1F2=1/B(b)=1F2=1/.=4=1")


@pytest.mark.rule("R-12.23")
def test_decisions_are_a_list_of_objects() -> None:
    told = [
        {"choice": "floor/middle/2<start/middle/centre", "take": "left"},
        {"choice": "floor/top/2<start/middle/centre", "take": "ahead"},
    ]
    workday = run_workday(FORK, [Decision(**decision) for decision in json.loads(json.dumps(told))])
    assert workday.factory.bots() == {"dock/top/1": Model.BASIC}
    assert [decision._asdict() for decision in workday.decisions] == told


@pytest.mark.rule("R-12.24")
def test_the_id_of_a_choice_names_the_piece_and_where_the_bot_started() -> None:
    (first,) = open_choices(FORK)
    assert (first.id, first.kind) == ("floor/middle/2<start/middle/centre", ChoiceKind.EXIT)
    (second,) = open_choices(FORK, {first.id: "left"})
    assert second.id == "floor/top/2<start/middle/centre"
    (charge,) = open_choices(Factory.from_text(".=4=1/B(b)=S3=1/.=4=1"))
    assert (charge.id, charge.kind) == ("floor/middle/1<start/middle/centre", ChoiceKind.CHARGE)
    (landing,) = open_choices(Factory.from_text(".=4=1/B(b)=TUR1=1/.=4=1"))
    assert (landing.id, landing.kind) == ("floor/middle/1<start/middle/centre", ChoiceKind.LANDING)


@pytest.mark.rule("R-12.24")
def test_a_second_visit_to_a_fork_is_another_choice() -> None:
    """Up, thrown west over nothing into the other fork, and down again onto the belt."""
    factory = Factory.from_text(".=FwTw=1/B(b)=_F=1/.=2=1")
    decisions: dict[str, str] = {}
    asked = []
    for take in ("left", "left", "ahead"):
        (choice,) = open_choices(factory, decisions)
        asked.append(choice.id)
        decisions[choice.id] = take
    assert asked == [
        "floor/middle/2<start/middle/centre",
        "floor/top/1<start/middle/centre",
        "floor/middle/2<start/middle/centre#2",
    ]
    assert run_workday(factory, decisions).factory.bots() == {"dock/middle/1": Model.BASIC}
    assert count_outcomes(factory, decisions) == 1


@pytest.mark.rule("R-12.24")
@given(factories(max_columns=4, min_bots=3), st.data())
def test_the_choices_of_a_bot_stay_the_same_when_other_bots_change(factory: Factory, data: st.DataObject) -> None:
    ways = [choice for choice in open_choices(factory) if choice.kind in (ChoiceKind.EXIT, ChoiceKind.LANDING)]
    assume(ways)
    choice = data.draw(st.sampled_from(ways))
    others = {hole: data.draw(st.none() | st.sampled_from(Model)) for hole in factory.bots() if hole != choice.bot}
    assert choice in open_choices(factory.with_bots(others))
    new = data.draw(st.sampled_from([hole for hole in factory.machinery.holes if hole != choice.bot]))
    assert choice in open_choices(factory.with_bots({new: Model.PLUS}))


@pytest.mark.rule("R-12.24")
@pytest.mark.parametrize(
    ("line", "choice"),
    [
        (".=4=1/B(b)=U3=1/.(p)=Un3=1", None),
        (".=4=1/A(bp)=U3=1/.=4=1", "floor/middle/1:keep"),
        (".=4=1/A(bp)=4=1/.=4=1", "dock/middle:keep"),
        (".=4=1/A(bp)=R3=1/.=4=1", "floor/middle/1:make"),
        (".=4=1/B(b)=D3=1/.=4=1", "floor/middle/1:put"),
    ],
)
def test_the_id_of_a_choice_about_no_single_bot_names_the_place(line: str, choice: str | None) -> None:
    assert [open_choice.id for open_choice in open_choices(Factory.from_text(line))] == ([choice] if choice else [])


@pytest.mark.rule("R-12.25")
def test_an_outcome_is_the_factory_in_the_evening_with_its_money_grown() -> None:
    """A Gift Wrapper pays 1 into the vault, the throw over an Upgrader 1 into the wallet."""
    morning = Factory.from_text(".=4=1/B(b)=GTU1=1/.=4=1 10+20")
    thrown = {"floor/middle/2<start/middle/centre": "dock/middle"}
    workday = run_workday(morning, thrown)
    assert workday.gained == (1, 1)
    assert workday.factory.to_text() == ".=4=1/B=GTU1=1(b)/.=4=1 11+21 print_2019 demo"
    assert list(outcomes(morning, thrown)) == [workday.factory]


@pytest.mark.rule("R-12.25")
def test_an_outcome_is_the_factory_after_its_pieces_have_acted() -> None:
    (outcome,) = outcomes(Factory.from_text(".=4=1/B(b)=U3=1/.=4=1"))
    assert outcome.bots() == {"floor/middle/1/ahead": Model.PLUS}


@pytest.mark.rule("R-12.26")
def test_outcomes_with_equal_documents_are_one() -> None:
    """Two Basics want one hole: whichever stays, the evening is the same. A Plus makes a difference."""
    assert count_outcomes(Factory.from_text(".=4=1/A(bb)=U3=1/.=4=1")) == 1
    assert count_outcomes(Factory.from_text(".=4=1/A(bp)=U3=1/.=4=1")) == 2
    ways_to_one_truck = Factory.from_text(".=2=1/B(b)=F1=1/.=2=1")
    assert open_choices(ways_to_one_truck)
    assert len(set(outcomes(ways_to_one_truck))) == count_outcomes(ways_to_one_truck) == 2


@pytest.mark.rule("R-12.26")
@given(factories(max_columns=4, min_bots=2, max_bots=4), st.data())
def test_outcomes_are_told_apart_by_their_documents(factory: Factory, data: st.DataObject) -> None:
    assume(count_outcomes(factory) <= 2_000)
    documents = [json.dumps(outcome.to_json(), sort_keys=True) for outcome in outcomes(factory)]
    assert len(set(documents)) == len(documents) == count_outcomes(factory)
    evening = run_workday(factory, policy=policies(data)).factory
    assert json.dumps(evening.to_json(), sort_keys=True) in documents


# -- the JSON Schema -----------------------------------------------------------------------------------------


SCHEMA: Final = factory_schema()
VALIDATOR: Final = Draft202012Validator(SCHEMA)


def valid(read: object) -> bool:
    """Whether the schema accepts it."""
    return VALIDATOR.is_valid(read)


def test_the_schema_is_a_schema() -> None:
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$schema"]
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_in_the_docs_is_the_one_the_reader_follows() -> None:
    generated = json.dumps(factory_schema(), indent=2) + "\n"
    assert SCHEMA_FILE.read_text(encoding="utf-8") == generated, f"write it anew: {REGENERATE}"


def test_the_schema_accepts_the_example_and_the_least_document() -> None:
    assert valid(example_of_the_rules())
    assert valid(document())
    assert valid(document(columns=99, start={}, dock={}))
    assert valid(document(floor=[piece()], start={"top": {"kind": None}}))


@given(factories())
def test_the_schema_accepts_every_factory(factory: Factory) -> None:
    assert valid(factory.to_json())


REPLACEMENTS: Final[tuple[object, ...]] = (
    None,
    True,
    -1,
    0,
    3,
    100,
    1.5,
    "",
    "basic",
    "fork",
    "top",
    "east",
    [],
    {},
    ["plus"],
)


@example(read=document(wallet=0), path=("wallet",), instead=True)
@given(
    read=factories(max_columns=3).map(Factory.to_json),
    path=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    instead=st.sampled_from(REPLACEMENTS),
)
def test_the_schema_accepts_what_the_reader_accepts_and_nothing_else(
    read: Document, path: list[int | str], instead: object
) -> None:
    """A canonical document with one value somewhere in it, or one key, replaced."""
    at: Any = read
    for step in path[:-1]:
        children = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        if not children:
            break
        key = step if isinstance(step, str) else children[step % len(children)]
        if not isinstance(at[key], dict | list):
            break
        at = at[key]
    last = path[-1]
    if isinstance(at, dict) and at:
        at[last if isinstance(last, str) else sorted(at)[last % len(at)]] = copy.deepcopy(instead)
    elif isinstance(at, list):
        at.append(copy.deepcopy(instead))
    else:
        at[str(instead)] = "basic"
    try:
        read_layout(read)
    except DocumentError:
        assert not valid(read)
    else:
        assert valid(read)


@given(factories(), st.data())
def test_what_may_be_missing_may_be_missing_anywhere(factory: Factory, data: st.DataObject) -> None:
    read = factory.to_json()
    for entry in read["floor"]:
        for key, default in (("flipped", False), ("bots", {})):
            if entry[key] == default and data.draw(st.booleans()):
                del entry[key]
    for area in ("start", "dock"):
        for row in list(read[area]):
            if not read[area][row]["bots"] and data.draw(st.booleans()):
                del read[area][row]["bots"]
    for pot in ("wallet", "vault"):
        if read[pot] == 0:
            del read[pot]
    assert valid(read)
    assert Factory.from_json(read) == factory


def test_take_first_is_the_plainest_policy() -> None:
    assert run_workday(FORK, policy=take_first).factory.bots() == {"dock/middle/1": Model.BASIC}


@pytest.mark.parametrize(
    ("place", "known"),
    [("floor", FLOOR_KINDS), ("start", FABRICATORS), ("dock", TRUCKS)],
)
def test_only_kinds_that_go_there_are_suggested(place: str, known: tuple[Kind, ...]) -> None:
    wrong = Factory.from_text(".=U3=1/B=4=1/.=4=1 0+0 print_2019 demo").to_json()
    (wrong["floor"][0] if place == "floor" else wrong[place]["top"])["kind"] = "robot"
    with pytest.raises(DocumentError) as refused:
        Factory.from_json(wrong)
    ((_, why),) = refused.value.problems
    assert str(why) == f'unknown name "robot"; there are {", ".join(known)}'
