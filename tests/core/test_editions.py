"""Rule sets and component sets: what the built-in ones say, and component files of one's own."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from mechanica_core import (
    Assumption,
    ComponentSet,
    EditionError,
    Factory,
    InstallError,
    Kind,
    Model,
    component_set,
    component_set_names,
    count_outcomes,
    open_choices,
    outcomes,
    register_components,
    rule_set,
    run_workday,
    take_first,
)
from mechanica_core.editions import MAX_COLUMNS, RULE_SETS, Blueprint, Fact, Source
from mechanica_core.editions.files import MAX_FILE_BYTES, MAX_LINE
from mechanica_core.editions.registry import built_in_text
from mechanica_core.geometry import Turn
from mechanica_core.messages import LANGUAGES, Language, Names
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, IMPROVEMENTS, TRUCKS, Shape, Side
from tests.core.conftest import Registers

ROOT: Final = Path(__file__).parents[2]
DEMO: Final = built_in_text("demo")
B, P, D = Model
TWO_PLUS, ONE_DELUXE = (P, P), (D,)


# -- rule sets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "switches"),
    [
        (
            "print_2019",
            {
                "big_trucks": 6,
                "huge_trucks": 7,
                "bots_of_each_model": 22,
                "double_rotate": True,
                "solo_vault_bonus": {"normal": 0, "hard": 20, "impossible": 40, "apocalyptic": 60},
                "solo_chip_five": "most_expensive_if_affordable",
                "solo_end_of_turn": "rotate_then_refresh",
                "flight_coin": "thrown_over",
                "factories_run": "opens_the_workday",
            },
        ),
        (
            "web_de",
            {
                "big_trucks": 8,
                "huge_trucks": 6,
                "bots_of_each_model": 24,
                "double_rotate": False,
                "solo_vault_bonus": {},
                "solo_chip_five": "most_expensive_if_affordable",
                "solo_end_of_turn": "refresh_then_rotate",
                "flight_coin": "thrown_over",
                "factories_run": "closes_the_workday",
            },
        ),
        (
            "web_es",
            {
                "big_trucks": 8,
                "huge_trucks": 6,
                "bots_of_each_model": 24,
                "double_rotate": False,
                "solo_vault_bonus": {},
                "solo_chip_five": "most_expensive_affordable",
                "solo_end_of_turn": "refresh_then_rotate",
                "flight_coin": "landing_on",
                "factories_run": "closes_the_workday",
            },
        ),
    ],
)
def test_a_rule_set_has_the_switches_of_section_11(name: str, switches: dict[str, object]) -> None:
    rules = rule_set(name)
    assert rules.name == name
    assert {switch: getattr(rules, switch) for switch in switches} == switches
    assert set(type(rules).__dataclass_fields__) - {"name", "title"} == set(switches)
    assert all(rules.title)


def test_the_rule_sets_are_those_of_the_table() -> None:
    head = next(line for line in rules_text().splitlines() if line.startswith("| switch |"))
    assert re.findall(r"`(\w+)`", head) == list(RULE_SETS) == ["print_2019", "web_de", "web_es"]


def test_a_rule_set_is_always_the_same_object() -> None:
    assert rule_set("web_de") is rule_set("web_de")


@pytest.mark.parametrize("name", ["", "chess", "PRINT_2019", "print_2019 ", "../rule_sets"])
def test_an_unknown_rule_set_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(EditionError) as refused:
        rule_set(name)
    assert str(refused.value) == f"unknown rule set {name!r}; there are print_2019, web_de, web_es"


@pytest.mark.rule("D-11.3")
@pytest.mark.parametrize(("rules", "box"), [("print_2019", 22), ("web_de", 24), ("web_es", 24)])
def test_more_than_the_box_of_the_rule_set_holds_is_a_warning(rules: str, box: int) -> None:
    """Six Downgraders where the box has three, and Basics in all but a few of their 24 holes."""
    row = "D(bbbb)_D(bbbb)_D(bbbb)_"
    factory = Factory.from_text(f".={row}=1/B=6=1/.={row}=1 0+0 {rules}")
    three_too_many = "factory: Downgrader: 6 here, 3 in the box (D-11.3)"
    assert len(factory.bots()) == 24
    too_many = factory.with_bots({"start/middle/centre": "basic"})
    assert list(map(str, too_many.warnings)) == [
        three_too_many,
        f"factory: Basic: 25 here, {box} in the box (D-11.3)",
    ]
    just_enough = factory.with_bots(dict.fromkeys(list(factory.bots())[box:]))
    assert list(map(str, just_enough.warnings)) == [three_too_many]
    assert run_workday(just_enough, policy=take_first).gained == (0, 0)


# -- shapes --------------------------------------------------------------------------------------------------


def rules_text() -> str:
    """The numbered rules."""
    return (ROOT / "docs/RULES.md").read_text(encoding="utf-8")


def table_of_shapes() -> dict[str, tuple[str, ...]]:
    """The table of A-3.4: west, north, east, south, holes and passing by the name of the piece."""
    after = rules_text().partition("| piece | W | N | E | S | holes | passes through |")[2]
    lines = after.splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[: lines.index("")]]
    return {cells[0]: tuple(cells[1:]) for cells in rows}


def shape_of(west: str, north: str, east: str, south: str, holes: str, passes: str) -> Shape:
    """A row of the table as a shape."""
    inputs, semicolon, outputs = holes.partition(";")
    if not semicolon:
        inputs, outputs = "", inputs
    ways = [turn for turn in Turn if turn in passes and passes.startswith("yes")]
    return Shape(
        sides=(Side(east), Side(north), Side(west), Side(south)),
        inputs=tuple(re.findall(r"`(\w+)`", inputs)),
        outputs=tuple(map(Turn, re.findall(r"`(\w+)`", outputs))),
        through=tuple(ways),
        throws=Turn.AHEAD if passes == "throws ahead" else None,
    )


@pytest.mark.rule("A-3.4")
@pytest.mark.parametrize("name", ["demo", "published"])
@pytest.mark.parametrize("kind", FLOOR_KINDS)
@pytest.mark.parametrize("flipped", [False, True])
def test_floor_pieces_have_the_sides_and_holes_of_the_table(name: str, kind: Kind, flipped: bool) -> None:
    components = component_set(name)
    if flipped and kind is not Kind.DUPLICATOR:
        assert (kind, flipped) not in components.shapes
        return
    row = components.piece_names[kind].en + (", flipped" if flipped else "")
    assert components.shapes[kind, flipped].value == shape_of(*table_of_shapes()[row])


@pytest.mark.rule("A-3.4")
@pytest.mark.parametrize("name", ["demo", "published"])
def test_fabricators_and_trucks_have_the_holes_of_the_table(name: str) -> None:
    components, table = component_set(name), table_of_shapes()
    two = tuple(re.findall(r"`(\w+)`", table["Advanced / Overactive Fabricator"][4]))
    one = tuple(re.findall(r"`(\w+)`", table["Basic Fabricator, empty start slot"][4]))
    assert {kind: (start.value.holes, start.value.knob) for kind, start in components.start_shapes.items()} == {
        None: (one, False),
        Kind.BASIC_FABRICATOR: (one, False),
        Kind.ADVANCED_FABRICATOR: (two, True),
        Kind.OVERACTIVE_FABRICATOR: (two, True),
    }
    holes = [int(number) for number in table["Small / Big / Huge Truck"][4].split("/")]
    assert [components.truck_holes[kind].value for kind in TRUCKS] == holes == [1, 2, 3]


@pytest.mark.rule("A-3.4")
def test_the_table_has_no_other_piece() -> None:
    assert len(table_of_shapes()) == len(FLOOR_KINDS) + 1 + 3


# -- the other entries ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["demo", "published"])
def test_both_sets_say_what_the_rulebooks_say(name: str) -> None:
    components = component_set(name)
    assert components.name == name
    assert components.columns.value == 4
    assert components.shop_spots.value == (7, 5, 3, 1)
    assert {model: price.value for model, price in components.model_prices.items()} == {B: 2, P: 4, D: 6}
    assert {kind: count.value for kind, count in components.counts.items()} == dict.fromkeys(IMPROVEMENTS, 3) | {
        Kind.FORK: 10
    }
    assert {kind: price.value for kind, price in components.prices.items()} == {
        Kind.FORK: 1,
        Kind.BIG_TRUCK: 3,
        Kind.HUGE_TRUCK: 5,
    }
    assert components.huge_truck_for_big.value == 3
    assert components.end_values[Kind.REPURPOSER] == Fact(4, Source.PRINTED)
    assert set(components.piece_names) == set(Kind)
    assert set(components.model_names) == set(Model)


@pytest.mark.parametrize("name", ["demo", "published"])
def test_both_sets_have_fifteen_different_blueprints_of_two_or_three_bots(name: str) -> None:
    blueprints = [blueprint.value for blueprint in component_set(name).blueprints]
    assert len(set(blueprints)) == 15
    assert len({blueprint.asks for blueprint in blueprints}) == 15
    assert all(len(blueprint.asks) in (2, 3) for blueprint in blueprints)
    assert all(list(blueprint.asks) == sorted(blueprint.asks, key=list(Model).index) for blueprint in blueprints)
    prices = {B: 2, P: 4, D: 6}
    assert all(blueprint.pays > sum(prices[model] for model in blueprint.asks) for blueprint in blueprints)
    assert Blueprint((D, D, D), 27) in blueprints


@pytest.mark.rule("R-3.11")
@pytest.mark.parametrize("name", ["demo", "published"])
def test_all_nine_improvements_have_an_end_value_and_a_recycling(name: str) -> None:
    components = component_set(name)
    assert len(IMPROVEMENTS) == 9
    assert set(components.end_values) == set(components.recycling) == set(IMPROVEMENTS)
    assert all(value.value > 0 for value in components.end_values.values())
    assert {recycling.value for recycling in components.recycling.values()} == {TWO_PLUS, ONE_DELUXE}


def test_demo_has_its_own_end_values_and_recycling() -> None:
    components = component_set("demo")
    assert {kind: (components.end_values[kind].value, components.recycling[kind].value) for kind in IMPROVEMENTS} == {
        Kind.UPGRADER: (3, TWO_PLUS),
        Kind.DOWNGRADER: (2, ONE_DELUXE),
        Kind.DUPLICATOR: (2, TWO_PLUS),
        Kind.REPURPOSER: (4, ONE_DELUXE),
        Kind.GIFT_WRAPPER: (3, TWO_PLUS),
        Kind.STATIC_CHARGER: (3, ONE_DELUXE),
        Kind.FLIGHT_TESTER: (4, TWO_PLUS),
        Kind.ADVANCED_FABRICATOR: (3, ONE_DELUXE),
        Kind.OVERACTIVE_FABRICATOR: (1, TWO_PLUS),
    }


def entries(components: ComponentSet) -> dict[str, Fact[Any]]:
    """Every entry that says how it is known, by its path in the file as far as it has one."""
    found: dict[str, Fact[Any]] = {
        "board.columns": components.columns,
        "shop.spots": components.shop_spots,
        "shop.huge_truck_for_big": components.huge_truck_for_big,
        "board.empty_slot_holes": components.start_shapes[None],
    }
    found |= {
        f"pieces.{kind}.{'flipped' if flipped else 'shape'}": fact
        for (kind, flipped), fact in components.shapes.items()
    }
    found |= {f"pieces.{kind}.holes": fact for kind, fact in components.start_shapes.items() if kind}
    found |= {f"pieces.{kind}.holes": fact for kind, fact in components.truck_holes.items()}
    found |= {f"models.{model}.price": fact for model, fact in components.model_prices.items()}
    found |= {f"pieces.{kind}.count": fact for kind, fact in components.counts.items()}
    found |= {f"pieces.{kind}.price": fact for kind, fact in components.prices.items()}
    found |= {f"pieces.{kind}.end_value": fact for kind, fact in components.end_values.items()}
    found |= {f"pieces.{kind}.recycling": fact for kind, fact in components.recycling.items()}
    return found | {f"blueprints.{number}": fact for number, fact in enumerate(components.blueprints)}


def test_nothing_in_demo_is_assumed() -> None:
    assert {fact.source for fact in entries(component_set("demo")).values()} == {Source.PRINTED}


def test_published_assumes_what_no_rulebook_says_and_nothing_else() -> None:
    assumed = {path for path, fact in entries(component_set("published")).items() if fact.source is Source.ASSUMED}
    expected = {"board.columns", "board.empty_slot_holes", "shop.spots", "pieces.duplicator.flipped"}
    expected |= {f"pieces.{kind}.shape" for kind in FLOOR_KINDS}
    expected |= {f"pieces.{kind}.holes" for kind in FABRICATORS[1:]}
    expected |= {f"pieces.{kind}.end_value" for kind in IMPROVEMENTS if kind is not Kind.REPURPOSER}
    expected |= {f"pieces.{kind}.recycling" for kind in IMPROVEMENTS}
    expected |= {f"blueprints.{number}" for number in range(15)}
    assert assumed == expected
    known = {fact.source for path, fact in entries(component_set("published")).items() if path not in assumed}
    assert known == {Source.PRINTED}


# -- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["demo", "published"])
@pytest.mark.parametrize(
    ("kind", "english", "german", "spanish"),
    [
        ("upgrader", "Upgrader", "Aufwerter", "Actualizador"),
        ("downgrader", "Downgrader", "Abwerter", "Desactualizador"),
        ("duplicator", "Duplicator", "Duplizierer", "Duplicador"),
        ("repurposer", "Repurposer", "Umfunktionierer", "Reutilizador"),
        ("gift_wrapper", "Gift Wrapper", "Geschenkeeinpacker", "Empaquetador de Regalo"),
        ("static_charger", "Static Charger", "Statisches Ladegerät", "Cargador de Estática"),
        ("flight_tester", "Flight Tester", "Flugtester", "Probador de Vuelo"),
        ("fork", "Fork", "Gabelung", "Encrucijada"),
        ("basic_fabricator", "Basic Fabricator", "Basic-Herstellungsmaschine", "Fabricante Básico"),
        ("advanced_fabricator", "Advanced Fabricator", "Herstellungsmaschine", "Fabricante"),
        (
            "overactive_fabricator",
            "Overactive Fabricator",
            "Überaktive Herstellungsmaschine",
            "Fabricante Hiperactivo",
        ),
        ("small_truck", "Small Truck", "Kleiner Transporter", "Camión Pequeño"),
        ("big_truck", "Big Truck", "Großer Transporter", "Camión Grande"),
        ("huge_truck", "Huge Truck", "Riesiger Transporter", "Camión Enorme"),
    ],
)
def test_pieces_are_called_as_in_the_rulebooks(name: str, kind: str, english: str, german: str, spanish: str) -> None:
    assert component_set(name).piece_names[Kind(kind)] == Names(english, german, spanish)


@pytest.mark.parametrize("name", ["demo", "published"])
def test_models_are_called_as_in_the_rulebooks(name: str) -> None:
    assert component_set(name).model_names == {
        B: Names("Basic", "Basic", "Básico"),
        P: Names("Plus", "Plus", "Avanzado (+)"),
        D: Names("Deluxe", "Deluxe", "De Lujo"),
    }


def test_a_name_is_given_in_each_language() -> None:
    names = Names("Fork", "Gabelung", "Encrucijada")
    languages: tuple[Language, ...] = LANGUAGES
    assert [names.text(language) for language in languages] == ["Fork", "Gabelung", "Encrucijada"]
    titles = [component_set(name).title for name in ("demo", "published")] + [
        rule_set(name).title for name in RULE_SETS
    ]
    assert len(set(titles)) == len(titles)
    for title in titles:
        assert len({title.text(language) for language in languages}) == len(languages)


# -- what a result rests on ----------------------------------------------------------------------------------


def assumed(line: str) -> list[tuple[str, int | str]]:
    """Path and value of all that a workday of a factory of the published game rests on."""
    workday = run_workday(Factory.from_text(f"{line} 0+0 print_2019 published"), policy=take_first)
    assert workday.assumed == workday.before.assumed
    assert [entry.as_json() for entry in workday.assumed] == [
        {"what": entry.what, "value": entry.value} for entry in workday.assumed
    ]
    return [(entry.what, entry.value) for entry in workday.assumed]


COLUMNS: Final = ("board.columns", 4)
UPGRADER: Final = (
    "pieces.upgrader.shape",
    "ahead exit, left entrance, behind entrance, right entrance; holes: in ahead",
)


@pytest.mark.parametrize(
    ("line", "rests_on"),
    [
        (".=4=1/B(b)=4=1/.=4=1", [COLUMNS]),
        (".=5=1/B(b)=5=1/.=5=1", []),
        (".=4=2/B(b)=4=3/.=4=1", [COLUMNS]),
        (".=Un1Us1=1/B=UwU2=1/.=4=1", [COLUMNS, UPGRADER]),
        (
            ".=X_Xf1=1/B=4=1/.=4=1",
            [
                COLUMNS,
                (
                    "pieces.duplicator.shape",
                    "ahead exit, left exit, behind entrance, right entrance; holes: in ahead left",
                ),
                (
                    "pieces.duplicator.flipped",
                    "ahead exit, left entrance, behind entrance, right exit; holes: in ahead right",
                ),
            ],
        ),
        (
            ".=F_G1=1/B=4=1/.=4=1",
            [
                COLUMNS,
                ("pieces.gift_wrapper.shape", "ahead exit, left flat, behind entrance, right flat; holes: none"),
                ("pieces.fork.shape", "ahead exit, left exit, behind entrance, right entrance; holes: none"),
            ],
        ),
        (
            "A=4=1/O=4=1/A=4=1",
            [
                COLUMNS,
                ("pieces.advanced_fabricator.holes", "centre side"),
                ("pieces.overactive_fabricator.holes", "centre side"),
            ],
        ),
        (".(b)=4=1/B=4=1/.=4=1", [COLUMNS, ("board.empty_slot_holes", "centre")]),
        (".(b)=U2=1/B=3=1/.(p)=3=1", [UPGRADER, ("board.empty_slot_holes", "centre")]),
    ],
)
def test_a_workday_of_the_published_game_tells_what_it_rests_on(
    line: str, rests_on: list[tuple[str, int | str]]
) -> None:
    assert assumed(line) == rests_on


def test_a_workday_of_demo_pieces_rests_on_nothing_assumed() -> None:
    factory = Factory.from_text("O(bb)=UDXR=1/A=GSTF=2/.(b)=4=3", ["does_not_fit"])
    assert run_workday(factory, policy=take_first).assumed == ()


def test_what_the_owner_has_measured_is_no_assumption(register: Registers) -> None:
    measured = built_in_text("published").replace('columns = { value = 4, source = "assumed" }', MEASURED_COLUMNS)
    register(measured)
    assert run_workday(Factory.new(components="mine"), policy=take_first).assumed == ()
    assert component_set("mine").columns == Fact(4, Source.MEASURED)
    assert run_workday(Factory.new(components="published")).assumed == (Assumption("board.columns", 4),)


MEASURED_COLUMNS: Final = 'columns = { value = 4, source = "measured" }'


# -- files of one's own --------------------------------------------------------------------------------------


def changed(section: str, old: str, new: str) -> str:
    """The demo's component file with one thing in one section changed."""
    before, header, after = DEMO.partition(f"{section}\n")
    entry, _, rest = after.partition("\n\n")
    assert header, section
    assert old in entry, old
    return f"{before}{header}{entry.replace(old, new, 1)}\n\n{rest}"


def test_a_file_of_ones_own_is_known_under_its_name(register: Registers) -> None:
    mine = register(DEMO)
    assert mine.name == "mine"
    assert component_set("mine") is mine
    assert Factory.new(components="mine").components == "mine"
    assert component_set_names() == ("demo", "published", "mine")
    register(DEMO, "another")
    assert component_set_names() == ("demo", "published", "another", "mine")


@pytest.mark.parametrize("path", [str, Path])
def test_a_file_may_be_named_by_text_or_path(
    register: Registers, tmp_path: Path, path: Callable[[str], Path | str]
) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(DEMO, encoding="utf-8")
    assert register_components("copy", path(str(file))).name == "copy"


@pytest.mark.parametrize("name", ["demo", "published"])
def test_a_built_in_name_is_refused(register: Registers, name: str) -> None:
    with pytest.raises(EditionError) as refused:
        register(DEMO, name)
    assert str(refused.value) == f"{name!r} is built in; choose another name"


@pytest.mark.parametrize("name", ["", "Mine", "1st", "_x", "a b", "../x", "a.b", "ä", "mine\n", "a" * 41])
def test_what_is_no_name_is_refused(register: Registers, name: str) -> None:
    with pytest.raises(EditionError) as refused:
        register(DEMO, name)
    assert str(refused.value) == f"{name!r} is no name: use up to 40 of a-z, 0-9 and _, a letter first"
    assert component_set_names() == ("demo", "published")


def test_the_longest_name_is_taken(register: Registers) -> None:
    name = "a" + "_9" * 19 + "z"
    assert len(name) == 40
    register(DEMO, name)
    line = Factory.new(components=name).to_text()
    assert Factory.from_text(line).to_json()["components"] == name
    assert Factory.from_json(Factory.from_text(line).to_json()).to_text() == line


@pytest.mark.parametrize("name", ["", "chess", "DEMO", "demo.toml", "../demo"])
def test_an_unknown_component_set_is_refused_with_the_known_ones(register: Registers, name: str) -> None:
    register(DEMO)
    with pytest.raises(EditionError) as refused:
        component_set(name)
    assert str(refused.value) == f"unknown component set {name!r}; there are demo, published, mine"


def test_only_built_in_files_can_be_copied(register: Registers) -> None:
    register(DEMO)
    with pytest.raises(EditionError, match=r"^'mine' is no built-in component set; there are demo, published$"):
        built_in_text("mine")


def test_registering_again_replaces_the_set_for_new_factories_only(register: Registers) -> None:
    register(DEMO)
    old = Factory.new(components="mine")
    register(changed("[board]", "value = 4", "value = 2"))
    assert (old.columns, Factory.new(components="mine").columns) == (4, 2)
    assert run_workday(old).factory.bots() == run_workday(Factory.new(components="mine")).factory.bots()
    assert len(run_workday(old).events) == len(run_workday(Factory.new(components="mine")).events) + 2


def test_a_broken_file_leaves_the_set_registered_before(register: Registers) -> None:
    before = register(DEMO)
    with pytest.raises(EditionError):
        register("broken")
    assert component_set("mine") is before


def test_a_pickled_factory_needs_its_set_where_it_arrives(register: Registers, monkeypatch: pytest.MonkeyPatch) -> None:
    register(DEMO)
    factory = Factory.new(components="mine")
    pickled = pickle.dumps(factory)
    assert pickle.loads(pickled) == factory
    monkeypatch.setattr("mechanica_core.editions.registry._registered", {})
    with pytest.raises(EditionError, match=r"^unknown component set 'mine'"):
        pickle.loads(pickled)


def test_a_pickled_factory_is_not_broken_by_a_set_with_other_holes(register: Registers) -> None:
    register(DEMO)
    pickled = pickle.dumps(Factory.from_text(".=4=3(bpd)/B=4=1/.=4=1 0+0 print_2019 mine"))
    register(changed("[pieces.huge_truck]", '["1", "2", "3"]', '["1"]'))
    with pytest.raises(EditionError, match=r"^mine has other holes here than where the factory was pickled$"):
        pickle.loads(pickled)


# -- what other pieces change --------------------------------------------------------------------------------


def test_fewer_columns_shorten_every_way(register: Registers) -> None:
    register(changed("[board]", "value = 4", "value = 1"))
    factory = Factory.new(components="mine")
    assert factory.columns == 1
    assert [event.tick for event in run_workday(factory).events] == [0, 1, 2, 3]


def test_a_fork_with_its_other_exit_on_the_right_sends_bots_down(register: Registers) -> None:
    fork = changed("[pieces.fork.shape]", 'north = "exit"', 'north = "entrance"')
    mirrored = fork.replace('south = "entrance" }\nthrough = ["ahead", "left"]', MIRRORED)
    assert mirrored != fork
    register(mirrored)
    line = ".=4=1/B(b)=F3=1/.=4=1 0+0 print_2019"
    (choice,) = open_choices(Factory.from_text(f"{line} mine"))
    assert choice.takes == ("ahead", "right")
    evening = run_workday(Factory.from_text(f"{line} mine"), {choice.id: "right"}).factory
    assert evening.bots() == {"dock/bottom/1": Model.BASIC}
    assert open_choices(Factory.from_text(f"{line} demo"))[0].takes == ("ahead", "left")


MIRRORED: Final = 'south = "exit" }\nthrough = ["ahead", "right"]'


def test_a_gift_wrapper_that_turns_bots_turns_them(register: Registers) -> None:
    wrapper = changed("[pieces.gift_wrapper.shape]", 'north = "flat"', 'north = "exit"')
    register(wrapper.replace('south = "flat" }\nthrough = ["ahead"]', 'south = "flat" }\nthrough = ["left"]'))
    workday = run_workday(Factory.from_text(".=4=1/B(b)=G3=1/.=4=1 0+0 print_2019 mine"))
    assert workday.factory.bots() == {"dock/top/1": Model.BASIC}
    assert workday.gained.vault == 1


def test_a_flight_tester_throws_where_its_shape_says(register: Registers) -> None:
    register(changed("[pieces.flight_tester.shape]", 'throws = "ahead"', 'throws = "left"'))
    workday = run_workday(Factory.from_text(".=U3=1/B(b)=T3=1/.=4=1 0+0 print_2019 mine"))
    assert workday.factory.bots() == {"floor/top/1/ahead": Model.PLUS}


def test_a_longer_truck_holds_more(register: Registers) -> None:
    register(changed("[pieces.small_truck]", '["1"]', '["1", "2", "3", "4"]'))
    factory = Factory.from_text(".=4=1/A(bp)=4=1(dd)/.=4=1 0+0 print_2019 mine")
    assert list(run_workday(factory).factory.bots().values()) == [B, P, D, D]
    assert count_outcomes(Factory.from_text(".=4=1/A(bp)=4=1(d)/.=4=1 0+0 print_2019 demo")) == 3


def test_a_start_slot_may_have_no_hole(register: Registers) -> None:
    register(changed("[board]", '["centre"]', "[]"))
    factory = Factory.from_text(".=4=1/B(b)=4=1/.=4=1 0+0 print_2019 mine")
    assert Factory.from_json(factory.to_json()) == factory
    assert [hole for hole in factory.machinery.holes if hole.startswith("start")] == ["start/middle/centre"]
    assert run_workday(factory).factory.bots() == {"dock/middle/1": B}


def test_a_fabricator_without_a_knob_lets_any_side_stand_beside_it(register: Registers) -> None:
    register(changed("[pieces.advanced_fabricator]", "knob = { value = true", "knob = { value = false"))
    rows = "A=4=1/B=4=1/.=4=1 0+0 print_2019"
    assert Factory.from_text(f"{rows} mine").fits("floor/top/1", "gift_wrapper", "north")
    with pytest.raises(InstallError, match=r"\(D-3\.7\)$"):
        Factory.from_text(f"{rows} demo").install("floor/top/1", "gift_wrapper", "north")


def test_a_downgrader_with_other_holes_fills_those(register: Registers) -> None:
    downgrader = changed("[pieces.downgrader.shape]", 'west = "entrance", north = "exit"', BEHIND)
    register(downgrader.replace('outputs = ["left", "ahead", "right"]', 'outputs = ["right", "behind", "ahead"]'))
    factory = Factory.from_text(".=4=1/B(b)=4=1/.=Dn(b)3=1 0+0 print_2019 mine")
    assert open_choices(factory)[0].takes == ("right", "behind", "ahead")
    assert {next(iter(outcome.bots())) for outcome in outcomes(factory.with_bots({"start/middle/centre": None}))} == {
        f"floor/bottom/1/{hole}" for hole in ("right", "behind", "ahead")
    }


BEHIND: Final = 'west = "exit", north = "entrance"'


# -- broken files --------------------------------------------------------------------------------------------


def refusal(register: Registers, text: str | bytes) -> EditionError:
    """What is said about a file that cannot be used."""
    with pytest.raises(EditionError) as refused:
        register(text)
    assert component_set_names() == ("demo", "published")
    assert str(refused.value).startswith("mine.toml: ")
    return refused.value


def broken_entries(register: Registers, text: str) -> list[str]:
    """The sentences about the broken entries of a file, each beginning with the entry it is about."""
    error = refusal(register, text)
    number, first = len(error.problems), error.problems[0]
    assert str(error) == f"mine.toml: broken entries: {number}, the first: {first}"
    return list(error.problems)


@pytest.mark.parametrize(
    ("section", "old", "new", "entry"),
    [
        ("", 'format = "mechanica-components/1"', 'format = "mechanica-components/2"', "format"),
        ("", 'format = "mechanica-components/1"', "format = 1", "format"),
        ("", ', es = "Juego de demostración"', "", "title.es"),
        ("", 'en = "Demonstration set"', 'en = ""', "title.en"),
        ("", 'en = "Demonstration set"', f'en = "{"x" * 81}"', "title.en"),
        ("", 'en = "Demonstration set"', 'fr = "Jeu", en = "Set"', "title.fr"),
        ("", 'en = "Demonstration set"', 'en = "Red\\u001b[31mSet"', "title.en"),
        ("", 'en = "Demonstration set"', 'en = "Two\\nlines"', "title.en"),
        ("[board]", "value = 4", "value = 0", "board.columns.value"),
        ("[board]", "value = 4", f"value = {MAX_COLUMNS + 1}", "board.columns.value"),
        ("[board]", "value = 4", "value = true", "board.columns.value"),
        ("[board]", "value = 4", "value = 4.0", "board.columns.value"),
        ("[board]", "value = 4", "value = nan", "board.columns.value"),
        ("[board]", "value = 4", 'value = "4"', "board.columns.value"),
        ("[board]", "value = 4", "value = 2020-01-01", "board.columns.value"),
        ("[board]", "value = 4, ", "", "board.columns.value"),
        ("[board]", 'value = 4, source = "printed"', 'value = 4, source = "guessed"', "board.columns.source"),
        ("[board]", 'value = 4, source = "printed"', "value = 4", "board.columns.source"),
        ("[board]", 'value = 4, source = "printed"', 'value = 4, source = "printed", x = 1', "board.columns.x"),
        ("[board]", '["centre"]', '["Centre"]', "board.empty_slot_holes.value.0"),
        ("[board]", '["centre"]', '["centre", "a/b"]', "board.empty_slot_holes.value.1"),
        ("[board]", '["centre"]', '["centre", "centre"]', "board.empty_slot_holes.value"),
        ("[shop]", "[7, 5, 3, 1]", "[]", "shop.spots.value"),
        ("[shop]", "[7, 5, 3, 1]", "[7, -5]", "shop.spots.value.1"),
        ("[shop]", "[7, 5, 3, 1]", "[7, 1000]", "shop.spots.value.1"),
        ("[shop]", "huge_truck_for_big", "huge_for_big", "shop.huge_truck_for_big"),
        ("[models.plus]", "value = 4", "value = -4", "models.plus.price.value"),
        ("[models.plus]", 'de = "Plus"', "de = 1", "models.plus.names.de"),
        ("[pieces.upgrader]", "value = 3", "value = -1", "pieces.upgrader.count.value"),
        ("[pieces.upgrader]", '["plus", "plus"]', "[]", "pieces.upgrader.recycling.value"),
        ("[pieces.upgrader]", '["plus", "plus"]', '["plus", "gold"]', "pieces.upgrader.recycling.value.1"),
        ("[pieces.upgrader]", "count =", "number =", "pieces.upgrader.number"),
        ("[pieces.upgrader.shape]", 'source = "printed"\n', "", "pieces.upgrader.shape.source"),
        ("[pieces.upgrader.shape]", 'west = "entrance", ', "", "pieces.upgrader.shape.sides.west"),
        ("[pieces.upgrader.shape]", 'west = "entrance"', 'west = "door"', "pieces.upgrader.shape.sides.west"),
        ("[pieces.upgrader.shape]", '["in"]', '["In!"]', "pieces.upgrader.shape.inputs.0"),
        ("[pieces.upgrader.shape]", '["ahead"]', '["sideways"]', "pieces.upgrader.shape.outputs.0"),
        ("[pieces.flight_tester.shape]", '"ahead"', '"up"', "pieces.flight_tester.shape.throws"),
        ("[pieces.basic_fabricator]", "value = false", "value = 0", "pieces.basic_fabricator.knob.value"),
        ("[pieces.advanced_fabricator]", '["centre", "side"]', "[]", "pieces.advanced_fabricator.holes.value"),
        (
            "[pieces.advanced_fabricator]",
            '["centre", "side"]',
            '["centre", ""]',
            "pieces.advanced_fabricator.holes.value.1",
        ),
        (
            "[pieces.advanced_fabricator]",
            '["centre", "side"]',
            '["a/b", "side"]',
            "pieces.advanced_fabricator.holes.value.0",
        ),
        ("[pieces.advanced_fabricator]", '"side"]', '"centre"]', "pieces.advanced_fabricator.holes.value"),
        ("[pieces.small_truck]", '["1"]', "[]", "pieces.small_truck.holes.value"),
        ("[pieces.small_truck]", '["1"]', str([str(n) for n in range(10)]), "pieces.small_truck.holes.value"),
        ("[[blueprints]]", "pays = 6", "pays = -1", "blueprints.0.pays"),
        ("[[blueprints]]", "pays = 6", "pays = 1000", "blueprints.0.pays"),
        ("[[blueprints]]", "pays = 6", "pays = 6\ntitle = 1", "blueprints.0.title"),
        ("[[blueprints]]", '["basic", "basic"]', "[]", "blueprints.0.asks"),
        ("[[blueprints]]", '["basic", "basic"]', '["basic", "gold"]', "blueprints.0.asks.1"),
        ("[[blueprints]]", 'source = "printed"', "", "blueprints.0.source"),
    ],
)
def test_a_broken_entry_is_named(register: Registers, section: str, old: str, new: str, entry: str) -> None:
    text = changed(section, old, new) if section else DEMO.replace(old, new, 1)
    assert text != DEMO
    assert entry in [sentence.partition(": ")[0] for sentence in broken_entries(register, text)]


@pytest.mark.parametrize(
    ("section", "old", "new", "sentence"),
    [
        (
            "[pieces.upgrader.shape]",
            '["ahead"]',
            '["left"]',
            "pieces.upgrader.shape: bots leave left, but that side is no exit",
        ),
        (
            "[pieces.gift_wrapper.shape]",
            '["ahead"]',
            '["behind"]',
            "pieces.gift_wrapper.shape: bots leave behind, but that side is no exit",
        ),
        (
            "[pieces.repurposer.shape]",
            '["in1", "in2"]',
            '["in", "in"]',
            "pieces.repurposer.shape: a hole or exit is named twice",
        ),
        (
            "[pieces.repurposer.shape]",
            '["in1", "in2"]',
            '["in1", "ahead"]',
            "pieces.repurposer.shape: a hole or exit is named twice",
        ),
        (
            "[pieces.fork.shape]",
            '["ahead", "left"]',
            '["left", "left"]',
            "pieces.fork.shape: a hole or exit is named twice",
        ),
        (
            "[pieces.upgrader.shape]",
            '["in"]',
            "[]",
            "pieces.upgrader.shape has (0, 1) input and output holes, not (1, 1)",
        ),
        (
            "[pieces.repurposer.shape]",
            '["in1", "in2"]',
            '["in1"]',
            "pieces.repurposer.shape has (1, 1) input and output holes, not (2, 1)",
        ),
        (
            "[pieces.static_charger.shape]",
            '["left", "right"]',
            '["left"]',
            "pieces.static_charger.shape has (0, 1) input and output holes, not (0, 2)",
        ),
        (
            "[pieces.duplicator.flipped]",
            '["ahead", "right"]',
            '["ahead"]',
            "pieces.duplicator.flipped has (1, 1) input and output holes, not (1, 2)",
        ),
        (
            "[pieces.gift_wrapper.shape]",
            'through = ["ahead"]',
            "",
            "pieces.gift_wrapper.shape lets bots through by 0 exits, not 1",
        ),
        (
            "[pieces.fork.shape]",
            '["ahead", "left"]',
            '["ahead"]',
            "pieces.fork.shape lets bots through by 1 exits, not 2",
        ),
        (
            "[pieces.upgrader.shape]",
            '["in"]',
            '["in"]\nthrough = ["ahead"]',
            "pieces.upgrader.shape lets bots through by 1 exits, not 0",
        ),
        (
            "[pieces.flight_tester.shape]",
            'throws = "ahead"',
            "",
            "pieces.flight_tester.shape: only a Flight Tester throws, and it must",
        ),
        (
            "[pieces.fork.shape]",
            '["ahead", "left"]',
            '["ahead", "left"]\nthrows = "ahead"',
            "pieces.fork.shape: only a Flight Tester throws, and it must",
        ),
        (
            "[pieces.upgrader]",
            'end_value = { value = 3, source = "printed" }',
            "",
            "pieces.upgrader lacks end_value",
        ),
        (
            "[pieces.big_truck]",
            'price = { value = 3, source = "printed" }',
            "",
            "pieces.big_truck lacks price",
        ),
        (
            "[pieces.overactive_fabricator]",
            'knob = { value = true, source = "printed" }',
            "",
            "pieces.overactive_fabricator lacks knob",
        ),
        (
            "[pieces.small_truck]",
            'holes = { value = ["1"], source = "printed" }',
            'holes = { value = ["1"], source = "printed" }\nprice = { value = 3, source = "printed" }',
            "pieces.small_truck has a needless price",
        ),
        (
            "[pieces.fork]",
            'price = { value = 1, source = "printed" }',
            'price = { value = 1, source = "printed" }\nend_value = { value = 3, source = "printed" }',
            "pieces.fork has a needless end_value",
        ),
    ],
)
def test_a_piece_that_could_not_work_is_named_with_the_reason(
    register: Registers, section: str, old: str, new: str, sentence: str
) -> None:
    assert broken_entries(register, changed(section, old, new)) == [sentence]


def dropped(header: str) -> str:
    """The demo's component file without one section."""
    before, found, after = DEMO.partition(f"{header}\n")
    assert found
    return before + after.split("\n\n", 1)[1]


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("[board]", "board: Field required"),
        ("[shop]", "shop: Field required"),
        ("[models.plus]", "lacks models.plus"),
        ("[pieces.small_truck]", "lacks pieces.small_truck"),
        ("[pieces.fork.shape]", "pieces.fork lacks shape"),
        ("[pieces.duplicator.flipped]", "pieces.duplicator lacks flipped"),
    ],
)
def test_a_missing_section_is_named(register: Registers, header: str, sentence: str) -> None:
    assert broken_entries(register, dropped(header)) == [sentence]


def test_unknown_models_pieces_and_sections_are_named(register: Registers) -> None:
    for header, other, entry in (
        ("[models.plus]", "[models.gold]", "models.gold"),
        ("[pieces.small_truck]", "[pieces.cart]", "pieces.cart"),
        ("[shop]", "[market]", "market"),
    ):
        sentences = broken_entries(register, DEMO.replace(f"{header}\n", f"{other}\n"))
        assert entry in [sentence.partition(": ")[0] for sentence in sentences]


def test_every_broken_entry_is_named_at_once(register: Registers) -> None:
    text = changed("[board]", "value = 4", "value = 0").replace("pays = 6", "pays = -1")
    text = text.replace('de = "Gabelung"', "de = 1")
    assert [sentence.partition(": ")[0] for sentence in broken_entries(register, text)] == [
        "board.columns.value",
        "pieces.fork.names.de",
        "blueprints.0.pays",
    ]


def test_every_piece_that_lacks_something_is_named_at_once(register: Registers) -> None:
    text = changed("[pieces.upgrader]", 'end_value = { value = 3, source = "printed" }', "")
    text = text.replace('knob = { value = false, source = "printed" }', "")
    assert broken_entries(register, text) == ["pieces.upgrader lacks end_value", "pieces.basic_fabricator lacks knob"]


@pytest.mark.parametrize(
    "text",
    [
        "broken",
        "[board",
        "a = ",
        "a = 1\na = 2",
        "[a]\n[a]",
        "\0",
        "a = 2020-13-45",
        'a = "\\q"',
        "a = [" * 9,
        "\ufeff",
    ],
)
def test_what_is_not_toml_is_refused(register: Registers, text: str) -> None:
    assert re.fullmatch(r"mine\.toml: line \d+, column \d+: this is not valid TOML", str(refusal(register, text)))


@pytest.mark.parametrize(
    ("text", "line", "column"), [("a = 1\nb = ?", 2, 5), ("a = 1\n\nbroken", 3, 7), ("", None, None), ("a", 1, 2)]
)
def test_what_is_not_toml_is_told_where(register: Registers, text: str, line: int | None, column: int | None) -> None:
    told = str(refusal(register, text))
    assert ("not valid TOML" in told) is (line is not None)
    assert line is None or told == f"mine.toml: line {line}, column {column}: this is not valid TOML"


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 50_000, "a = " + "{ a = " * 20_000, "a = [" + "[[" * 400 + "]]" * 400 + "]"],
    ids=["arrays", "tables", "closed arrays"],
)
def test_deep_nesting_is_refused(register: Registers, text: str) -> None:
    assert str(refusal(register, text)).startswith("mine.toml: ")


def test_a_number_of_thousands_of_digits_is_refused(register: Registers) -> None:
    broken_entries(register, changed("[board]", "value = 4", f"value = {'9' * 400}"))
    refusal(register, changed("[board]", "value = 4", f"value = {'9' * 5_000}"))


def test_a_file_that_is_too_long_is_refused(register: Registers) -> None:
    padding = "\n" * (MAX_FILE_BYTES - len(DEMO))
    register(DEMO + padding, "longest")
    with pytest.raises(EditionError) as refused:
        register(DEMO + padding + "#")
    assert str(refused.value) == f"mine.toml: longer than {MAX_FILE_BYTES} characters, so no component file"


def test_a_line_that_is_too_long_is_refused(register: Registers) -> None:
    message = str(refusal(register, DEMO + ".".join("a" * 20_000) + "=1"))
    assert message == f"mine.toml: a line is longer than {MAX_LINE} characters"
    assert register(DEMO + "#" * MAX_LINE).name == "mine"


def test_a_file_that_is_not_text_is_refused(register: Registers) -> None:
    assert str(refusal(register, b"\xff\xfe\x00")).startswith("mine.toml: cannot be read: it is not text in UTF-8")


def test_a_file_that_is_not_there_is_refused(register: Registers, tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"^nowhere\.toml: cannot be read: no such file or folder$"):
        register_components("mine", tmp_path / "nowhere.toml")
    with pytest.raises(EditionError, match=r"cannot be read: it is a folder$"):
        register_components("mine", tmp_path)


@pytest.mark.parametrize("name", ["demo", "published"])
def test_the_built_in_files_can_be_registered_as_they_are(register: Registers, name: str) -> None:
    mine, built_in = register(built_in_text(name)), component_set(name)
    for field in set(ComponentSet.__dataclass_fields__) - {"name"}:
        assert getattr(mine, field) == getattr(built_in, field)
