"""JSON documents of Factory Fun: what is read, what is refused and how, what is written; machine files; terms."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from mechanica_core.errors import DocumentError, EditionError
from mechanica_core.other_games.factory_fun import Flow, Hall, Product
from mechanica_core.other_games.factory_fun.document import (
    HallChange,
    PlayedGame,
    change_document,
    factory_fun_schema,
    game_document,
    hall_document,
    read_document,
)
from mechanica_core.other_games.factory_fun.errors import BrokenRound
from mechanica_core.other_games.factory_fun.machines import made_up_machines, read_machine_set
from mechanica_core.other_games.factory_fun.report import hall_report
from mechanica_core.other_games.factory_fun.terms import terms
from mechanica_core.other_games.factory_fun.text import read_hall_text
from tests.other_games.factory_fun.halls import hall
from tests.other_games.factory_fun.strategies import grown_halls, messy_halls

ROOT: Final = Path(__file__).parents[3]
SCHEMA_FILE: Final = ROOT / "docs/factory_fun.schema.json"
REGENERATE: Final = (
    "python -c 'import json; from mechanica_core.other_games.factory_fun.document import factory_fun_schema;"
    f" print(json.dumps(factory_fun_schema(), indent=2))' > docs/{SCHEMA_FILE.name}"
)
MILLED: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A   ───── B>   B
2   ·    ·    ·    ·    ·   [O]""")


def document(**entries: Any) -> dict[str, Any]:
    """The document of a small hall, with these entries instead."""
    return hall_document(MILLED) | entries


def malformed(read: Any) -> list[str]:
    """Place and sentence of all that is wrong with a document."""
    with pytest.raises(DocumentError) as refused:
        read_document(read, made_up_machines())
    return [f"{place}: {why}" for place, why in refused.value.problems]


@given(messy_halls() | grown_halls)
def test_every_hall_reads_back(drawn: Hall) -> None:
    written = hall_document(drawn)
    assert read_document(written) == drawn
    assert read_document(json.dumps(written)) == drawn
    Draft202012Validator(factory_fun_schema()).validate(written)


def test_a_change_reads_back() -> None:
    change = HallChange(MILLED.without(MILLED.containers[0].square), MILLED, 7)
    written = change_document(change)
    assert read_document(written) == change
    Draft202012Validator(factory_fun_schema()).validate(written)


def test_machines_of_the_set_at_hand_go_by_name() -> None:
    read = document(kinds=[], machines=[{"machine": "Can Press", "square": "b1"}])
    found = read_document(read, made_up_machines())
    assert isinstance(found, Hall)
    assert found.machines[0].machine == made_up_machines()[1]
    assert malformed(document(kinds=[], machines=[{"machine": "Chess", "square": "b1"}])) == [
        "machines/b1/machine: no machine is called 'Chess'"
    ]


def test_a_document_describes_machines_of_its_own() -> None:
    own = hall_document(MILLED)["kinds"][0] | {"name": "Can Press"}
    found = read_document(
        document(kinds=[own], machines=[{"machine": "Can Press", "square": "b1"}]), made_up_machines()
    )
    assert isinstance(found, Hall)
    assert found.machines[0].machine != made_up_machines()[1]


def test_what_is_left_out_is_as_printed() -> None:
    assert read_document({"format": "factory-fun-hall/1"}) == Hall()


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"rows": 0}, "rows: 0 is below 1"),
        ({"columns": 21}, "columns: 21 is above 20"),
        ({"colour": 1}, "document: unknown key 'colour'"),
        ({"pillar": "k9"}, "pillar: the pillar on k9 is outside the hall"),
        ({"pillar": "99"}, "pillar: '99' is no square; one is c4: columns a to t, rows 1 to 20"),
        (
            {"connectors": [{"square": "z1", "pipes": ["EW"]}]},
            "connectors/1/square: 'z1' is no square; one is c4: columns a to t, rows 1 to 20",
        ),
        ({"connectors": [{"square": "c2", "pipes": "EW"}]}, 'connectors/c2/pipes: "EW" is no list'),
        (
            {"connectors": [{"square": "c2", "pipes": ["ENWS"]}]},
            "connectors/c2/pipes: no connector is ENWS; there are "
            "EW, NS, EN, NW, WS, ES, ENW, NWS, EWS, ENS, EN+WS, ES+NW, EW+NS",
        ),
        ({"connectors": [{"square": "c2"}]}, "connectors/c2: the key 'pipes' is missing"),
        (
            {"containers": [{"square": "c2", "product": "green"}]},
            'containers/c2/product: unknown name "green"; there are yellow, red, blue, brown',
        ),
        (
            {"reservoirs": [{"square": "c2", "store": "attic"}]},
            'reservoirs/c2/store: unknown name "attic"; there are output, end_product',
        ),
        (
            {"machines": [{"machine": "Mill", "square": "b1", "facing": "up"}]},
            'machines/b1/facing: unknown name "up"; there are east, north, west, south',
        ),
        ({"machines": [5]}, "machines/1: 5 is no object"),
        ({"machines": 5}, "machines: 5 is no list"),
    ],
)
def test_what_is_malformed_is_named_by_square_and_field(entries: dict[str, Any], told: str) -> None:
    assert malformed(document(**entries)) == [told]


def test_kinds_that_cannot_be_are_named() -> None:
    mill, press = hall_document(MILLED)["kinds"]
    inner = press | {"ends": [press["ends"][0] | {"side": "east"}]}
    assert malformed(document(kinds=[mill, inner])) == ["kinds/2: pipe end 1: the other half is on this side"]
    assert malformed(document(kinds=[mill, mill])) == ["kinds/2/name: Mill comes twice"]


@pytest.mark.parametrize("read", ["[]", "5", "{", "", b"\xff"])
def test_what_is_no_document_is_refused(read: str | bytes) -> None:
    with pytest.raises(DocumentError):
        read_document(read)


def test_two_halls_of_a_change_are_one_hall() -> None:
    change = change_document(HallChange(MILLED, MILLED))
    change["after"] = change["after"] | {"rows": 9}
    assert malformed(change) == ["after: the hall has another size or pillar than before"]


# -- games ---------------------------------------------------------------------------------------------------


def sample() -> dict[str, Any]:
    """The sample game."""
    read: dict[str, Any] = json.loads((ROOT / "samples/factory_fun_game.json").read_text(encoding="utf-8"))
    return read


def test_the_sample_game_is_played_to_its_end() -> None:
    game = read_document(sample())
    assert isinstance(game, PlayedGame)
    assert game.end.is_over
    assert len(game.rounds) == 10
    Draft202012Validator(factory_fun_schema()).validate(sample())
    assert game_document(game.start, []) == sample() | {"rounds": []}


def test_a_round_that_breaks_a_rule_is_named() -> None:
    wrong = sample()
    wrong["rounds"][2]["takings"][0]["machine"] = wrong["stock"][0]
    with pytest.raises(BrokenRound, match=r"^rounds/3: \w+: .* is not there to be taken$"):
        read_document(wrong)
    wrong = sample()
    wrong["rounds"][0]["builds"][0]["hall"]["containers"].append({"square": "k7", "product": "red"})
    with pytest.raises(BrokenRound, match=r"^rounds/1: \w+: k7: the supply container \(red\) is joined to nothing"):
        read_document(wrong)


def test_a_malformed_hall_in_a_game_is_named_by_round_and_square() -> None:
    wrong = sample()
    wrong["rounds"][1]["builds"][0]["hall"]["containers"][0]["product"] = "green"
    square = wrong["rounds"][1]["builds"][0]["hall"]["containers"][0]["square"]
    (told,) = malformed(wrong)
    assert told.startswith(f"rounds/2/builds/1/hall/containers/{square}/product: ")
    wrong = sample()
    wrong["rounds"][0]["takings"][0]["player"] = "Zoe"
    assert malformed(wrong) == ["rounds/1/takings/1/player: nobody is called 'Zoe'"]
    wrong = sample()
    wrong["stock"] = wrong["stock"][:-1]
    assert malformed(wrong) == ["game: 2 players need 20 machines, not 19"]


# -- what else is told ---------------------------------------------------------------------------------------


def test_the_schema_in_the_documentation_is_that_of_the_reader() -> None:
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == factory_fun_schema(), f"run: {REGENERATE}"


def test_a_report_tells_all_of_a_hall() -> None:
    report = hall_report(MILLED, picture=True)
    assert [violation["rule"] for violation in report["violations"]] == ["b", "loose part"]
    assert report["tokens"] == [{"square": "e1", "number": 1}]
    assert report["bonus"] == 5
    assert read_document(report["hall"]) == MILLED
    assert report["svg"].startswith("<svg")
    assert json.dumps(report)


def test_the_made_up_machines_are_enough_for_four_and_say_what_they_are() -> None:
    machines = made_up_machines()
    assert len(machines) == len({machine.name for machine in machines}) == 48
    extras = Counter(machine.extra for machine in machines if machine.extra)
    assert extras == {"yellow": 1, "red": 1, "blue": 1, "brown": 1, "any": 1}
    ending = [machine for machine in machines if any(end.product is Product.END for end in machine.ends)]
    assert len(ending) == 11
    assert all({end.flow for end in machine.ends} == set(Flow) for machine in machines)
    text = (ROOT / "mechanica_core/other_games/factory_fun/data/made_up_machines.toml").read_text(encoding="utf-8")
    assert read_machine_set(text, "made_up_machines.toml").made_up


OWN: Final = """
format = "factory-fun-machines/1"
name = "Mine"
made_up = false
[[machines]]
name = "Press"
income = 3
ends = [{ half = 1, side = "west", flow = "in", product = "yellow", number = 1 }]
"""


def test_a_file_of_ones_own_machines() -> None:
    read = read_machine_set(OWN, "mine.toml")
    assert (read.name, read.made_up, [machine.name for machine in read.all()]) == ("Mine", False, ["Press"])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('side = "west"', 'side = "east"', "machines/1: pipe end 1: the other half is on this side"),
        ("number = 1 ", "number = 0 ", "machines/1/ends/1/number: 0 is below 1"),
        ('"in", product = "yellow"', '"in", product = "end_product"', "machines/1: pipe end 1: no input takes the end"),
        ("income = 3", "income = 3.5", "machines/1/income: 3.5 is no whole number"),
        ("income = 3", "", "machines/1: the key 'income' is missing"),
    ],
)
def test_a_broken_file_of_machines_names_the_entry(old: str, new: str, told: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_machine_set(OWN.replace(old, new), "mine.toml")
    assert str(refused.value).startswith(told)


def test_what_is_no_toml_is_told_by_line() -> None:
    with pytest.raises(EditionError, match=r"^mine.toml: line 2, column \d+: this is not valid TOML$"):
        read_machine_set("\nname = ", "mine.toml")


def test_terms_in_english_and_polish() -> None:
    assert terms()["connector"] == ("connector", "łącznik")
    assert all(term.en and term.pl for term in terms().values())


def test_the_documentation_has_these_terms_and_a_picture_that_reads() -> None:
    text = (ROOT / "docs/FACTORY_FUN.md").read_text(encoding="utf-8")
    assert text.endswith("".join(f"| {term.en} | {term.pl} |\n" for term in terms().values()))
    picture = "".join(f"{line[4:]}\n" for line in text.splitlines() if line.startswith("    "))
    assert len(read_hall_text(picture).machines) == 2
