"""The documents of cases: what is refused, where and why, and the schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from mechanica_core.errors import DocumentError
from mechanica_core.messages import LANGUAGES
from mechanica_core.other_games.robo_rally import ElementKind, MissingDraw, SituationError, catalogue
from mechanica_core.other_games.robo_rally.board_text import draw_board, read_board_text
from mechanica_core.other_games.robo_rally.document import case_schema, played_document, read_case

ROOT: Final = Path(__file__).parents[3]
SCHEMA_FILE: Final = ROOT / "docs/robo_rally.schema.json"
CASE: Final[dict[str, Any]] = {
    "board": {
        "width": 8,
        "height": 8,
        "squares": [
            {"at": [5, 4], "elements": [{"kind": "water"}, {"kind": "belt", "speed": "express", "to": "N"}]},
            {"at": [6, 4], "elements": [{"kind": "portal", "colour": "A"}]},
            {"at": [7, 4], "elements": [{"kind": "portal", "colour": "A"}]},
            {"at": [2, 2], "elements": [{"kind": "mirror", "diagonal": "NE-SW"}], "level": 1},
        ],
        "edges": [{"at": [5, 4], "side": "S", "kind": "ramp", "upper": "inside"}],
    },
    "robots": [{"id": "A", "at": [0, 0], "facing": "E"}, {"id": "B", "at": [1, 0], "facing": "N", "damage": 2}],
    "registers": [1, 2],
    "program": {"A": [{"card": "move2", "priority": 700}, None]},
}


def element(case: dict[str, Any]) -> dict[str, Any]:
    """The belt on [5, 4]."""
    found: dict[str, Any] = case["board"]["squares"][0]["elements"][1]
    return found


Change = Callable[[dict[str, Any]], Any]
BROKEN: Final[dict[str, tuple[Change, str, str]]] = {
    "direction": (lambda c: element(c).update(to="X"), "[5, 4]/belt/to", 'unknown name "X"; there are N, E, S, W'),
    "no direction": (lambda c: element(c).pop("to"), "[5, 4]/belt", "the key 'to' is missing"),
    "strange key": (lambda c: element(c).update(tu="N"), "[5, 4]/belt", "unknown key 'tu'"),
    "strange element": (lambda c: element(c).update(kind="bolt"), "[5, 4]/elements/2", "unknown name "),
    "element without kind": (lambda c: element(c).pop("kind"), "[5, 4]/elements/2", "the key 'kind' is missing"),
    "element twice": (
        lambda c: c["board"]["squares"][0]["elements"].append({"kind": "water"}),
        "[5, 4]/water",
        "twice",
    ),
    "two belts": (
        lambda c: c["board"]["squares"][0]["elements"].append({"kind": "belt", "to": "S", "curve_from": ["E"]}),
        "[5, 4]/belt",
        "twice",
    ),
    "square twice": (lambda c: c["board"]["squares"].append({"at": [5, 4]}), "[5, 4]", "listed twice"),
    "square off the board": (lambda c: c["board"]["squares"][0].update(at=[8, 4]), "[8, 4]", "8 × 8"),
    "square nowhere": (lambda c: c["board"]["squares"][0].pop("at"), "board/squares/1", "'at' is missing"),
    "level": (lambda c: c["board"]["squares"][3].update(level=10), "[2, 2]/level", "10 is above 9"),
    "lonely portal": (lambda c: c["board"]["squares"].pop(2), "[6, 4]/portal", "of colour A there are 1"),
    "side": (lambda c: c["board"]["edges"][0].update(side="Q"), "[5, 4]/ramp/side", 'unknown name "Q"'),
    "upper": (lambda c: c["board"]["edges"][0].update(upper="up"), "[5, 4] S/ramp/upper", 'unknown name "up"'),
    "slope against levels": (
        lambda c: c["board"]["squares"][0].update(level=-1),
        "[5, 4] S/ramp/upper",
        "the levels of the two squares say the opposite",
    ),
    "two slopes": (
        lambda c: c["board"]["edges"].append({"at": [5, 5], "side": "N", "kind": "ledge", "upper": "outside"}),
        "[5, 4] S",
        "one ledge or ramp",
    ),
    "two doors": (
        lambda c: c["board"]["edges"].extend(
            {"at": [1, 1], "side": "N", "kind": "door", "active": [n]} for n in (1, 2)
        ),
        "[1, 0] S/door/active",
        "one door",
    ),
    "repulsor on a square": (
        lambda c: c["board"]["squares"][0]["elements"].append({"kind": "repulsor"}),
        "[5, 4]/repulsor",
        "on edges",
    ),
    "no width": (lambda c: c["board"].update(width=0), "board/width", "0 is below 1"),
    "robot off the board": (lambda c: c["robots"][0].update(at=[0, 8]), "robots/A/at", "[0, 8] is not on the board"),
    "robots on one square": (lambda c: c["robots"][0].update(at=[1, 0]), "robots/A/at", "another robot"),
    "robot on a mirror": (lambda c: c["robots"][0].update(at=[2, 2]), "robots/A/at", "[2, 2] has a Mirror"),
    "robot facing": (lambda c: c["robots"][1].update(facing="n"), "robots/B/facing", 'unknown name "n"'),
    "names": (lambda c: c["robots"][1].update(id="A"), "robots/A", "two robots"),
    "destroyed by its damage": (lambda c: c["robots"][1].update(damage=10), "robots/B/damage", "10 destroys"),
    "destroyed and there": (lambda c: c["robots"][1].update(destroyed=True), "robots/B/at", "somewhere or destroyed"),
    "card": (lambda c: c["program"]["A"][0].update(card="move4"), "program/A/1/card", 'unknown name "move4"'),
    "priority": (lambda c: c["program"]["A"][0].update(priority="high"), "program/A/1/priority", "no whole number"),
    "stranger": (lambda c: c["program"].update(Z=[]), "program/Z", "no robot is called Z"),
    "register": (lambda c: c.update(registers=[6]), "registers/1", "6 is above 5"),
    "rule": (lambda c: c.update(rules={"belt_into_robot": "pull"}), "rules/belt_into_robot", 'unknown name "pull"'),
    "no board": (lambda c: c.pop("board"), "document", "the key 'board' is missing"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_named_by_square_and_field(name: str) -> None:
    change, place, words = BROKEN[name]
    case = deepcopy(CASE)
    change(case)
    with pytest.raises((DocumentError, SituationError)) as caught:
        read_case(case)
    error = caught.value
    assert isinstance(error, DocumentError | SituationError)
    assert error.problems[0][0] == place
    assert words in str(error)
    for language in LANGUAGES:
        assert place.partition("/")[0] in error.text(language) or place == "document"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"board": 1}', "7", '{"board": {"squares": [1]}, "robots": [2]}'])
def test_what_is_no_case_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        read_case(text)


def test_keys_for_readers_are_let_through() -> None:
    assert read_case(CASE | {"title": "a title", "expect": {}, "found_in": 7}) == read_case(CASE)


def test_names_alone_are_cards_and_options() -> None:
    told = read_case(CASE | {"program": {"A": ["move1"]}, "option_draw": {"A": ["Brakes"]}})
    full = read_case(
        CASE | {"program": {"A": [{"card": "move1"}]}, "option_draw": {"A": [{"name": "Brakes", "ammunition": 0}]}}
    )
    assert told == full


def test_two_wrenches_are_a_double_repair_site() -> None:
    cases = [deepcopy(CASE), deepcopy(CASE)]
    for case, site in zip(cases, ({"kind": "repair", "wrenches": 2}, {"kind": "double_repair"}), strict=True):
        case["board"]["squares"][0]["elements"] = [site]
    assert read_case(cases[0]) == read_case(cases[1])


def test_random_cards_come_from_the_seed_and_are_recorded() -> None:
    case = deepcopy(CASE) | {"registers": [1]}
    case["board"]["squares"].append({"at": [0, 0], "elements": [{"kind": "randomizer"}]})
    answers = {seed: played_document(read_case(case), seed=seed) for seed in range(5)}
    assert len({json.dumps(answer["forced_draw"]) for answer in answers.values()}) > 1
    again = played_document(read_case(case | {"forced_draw": answers[3]["forced_draw"]}))
    assert again["robots"] == answers[3]["robots"]
    assert "forced_draw" not in again
    assert str(MissingDraw("A", 1)) == "A: no card is recorded that the randomizer gives in register 1"


# -- the schema ----------------------------------------------------------------------------------------------


def test_the_schema_in_the_docs_is_the_one_the_reader_follows() -> None:
    Draft202012Validator.check_schema(case_schema())
    assert SCHEMA_FILE.read_text(encoding="utf-8") == json.dumps(case_schema(), indent=2) + "\n", (
        "write it anew: python -c 'import json; from mechanica_core.other_games.robo_rally.document import case_schema;"
        f" print(json.dumps(case_schema(), indent=2))' > docs/{SCHEMA_FILE.name}"
    )


def test_the_schema_accepts_the_case_and_refuses_what_is_malformed() -> None:
    validator = Draft202012Validator(case_schema())
    assert validator.is_valid(CASE)
    for name in ("direction", "no direction", "strange key", "strange element", "card", "register", "rule", "no board"):
        case = deepcopy(CASE)
        BROKEN[name][0](case)
        assert not validator.is_valid(case), name


# -- drawings and names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "picture"),
        ("hello", "picture"),
        ("+---+\n| x |\n+---+", "[0, 0]"),
        ("+---+\n|T12x\n+---+", "picture/2"),
        ("+---+\n|   |\n+-=-+", "picture/3"),
        ("+---+\n|   |\n+----+", "picture/3"),
        ("+---+\n|=A |\n+---+", "[0, 0]/portal"),
        ("+---+\n|P>6|\n+---+", "[0, 0]"),
    ],
)
def test_what_is_no_drawing_is_refused(text: str, place: str) -> None:
    with pytest.raises(SituationError) as caught:
        read_board_text(text)
    assert caught.value.problems[0][0] == place


def test_every_element_has_its_names() -> None:
    entries = catalogue()
    assert list(entries) == list(ElementKind)
    assert [entry.number for entry in entries.values()] == list(range(1, 32))
    assert [kind for kind, entry in entries.items() if entry.unofficial] == ["mirror", "door", "lava_pit"]
    assert all(all(entry.names) for entry in entries.values())
    assert entries[ElementKind.TRAPDOOR].names.text("de") == "Falltürgrube"


@pytest.mark.parametrize(
    "change",
    [
        {"robots": [{"id": f"R{n}", "at": [n % 8, n // 8], "facing": "N"} for n in range(41)]},
        {"registers": [1] * 26},
        {"board": {"width": 51, "height": 8}},
        {"robots": [{"id": "A" * 31, "at": [0, 0], "facing": "N"}]},
        {"rules": {"damage_limit": 10**30}},
    ],
)
def test_there_are_limits(change: dict[str, Any]) -> None:
    with pytest.raises(DocumentError):
        read_case(CASE | change)


def test_names_may_be_words_of_any_language() -> None:
    case = read_case(CASE | {"robots": [{"id": "Zoom Böt", "at": [0, 0], "facing": "N"}], "program": {}})
    assert played_document(case)["robots"].keys() == {"Zoom Böt"}
    assert read_board_text(draw_board(case.situation.board, case.situation.robots)) == case.situation.board
