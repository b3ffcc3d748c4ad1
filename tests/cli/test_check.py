"""``mechanica check``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mechanica_core import Factory, LayoutError
from tests.cli.conftest import FIRST, Mechanica, answer, document


def broken() -> dict[str, Any]:
    """A document with three things wrong, two of which may be forgiven."""
    wrong = document()
    wrong["floor"][0]["flipped"] = True
    wrong["floor"][0]["bots"]["side"] = "basic"
    wrong["start"]["top"]["kind"] = "basic_fabricator"
    return wrong


MISFIT = "A=Gn3=1/B=4=1/.=4=1 0+0 print_2019 demo"


def test_a_factory_is_good(mechanica: Mechanica) -> None:
    result = mechanica("check", FIRST)
    assert (result.exit_code, result.stdout) == (0, f"notation: a factory\n{FIRST}\n")
    assert answer(mechanica("check", "--json", FIRST)) == {
        "ok": True,
        "problems": [],
        "warnings": [],
        "factory": FIRST,
    }


def test_every_problem_is_told_at_once(mechanica: Mechanica) -> None:
    with pytest.raises(LayoutError) as refused:
        Factory.from_json(broken())
    problems = refused.value.problems
    assert [problem.place for problem in problems] == ["floor/top/1", "floor/top/1/side", "start/top"]
    result = mechanica("check", "-", stdin=json.dumps(broken()))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [*map(str, problems), "standard input: no factory; problems: 3"]
    assert answer(mechanica("check", "--json", "-", stdin=json.dumps(broken())), exit_code=1) == {
        "ok": False,
        "problems": [
            {"kind": problem.kind, "place": problem.place, "rule": problem.rule, "message": str(problem.message)}
            for problem in problems
        ],
        "warnings": [],
        "factory": None,
    }


def test_a_malformed_document_is_no_factory(mechanica: Mechanica) -> None:
    wrong = json.dumps(document() | {"wallet": "8", "comment": "mine"})
    problems = answer(mechanica("check", "--json", "-", stdin=wrong), exit_code=1)["problems"]
    assert [(problem["kind"], problem["place"]) for problem in problems] == [
        ("malformed", "wallet"),
        ("malformed", "document"),
    ]


@pytest.mark.rule("R-12.1")
def test_unknown_editions_are_counted_among_the_problems(mechanica: Mechanica) -> None:
    wrong = document() | {"rules": "chess", "components": "mine"}
    for more, places in (({}, ["rules", "components"]), ({"wallet": "8"}, ["wallet", "rules", "components"])):
        result = mechanica("check", "--json", "-", stdin=json.dumps(wrong | more))
        assert [problem["place"] for problem in answer(result, exit_code=1)["problems"]] == places
    told = mechanica("check", ".=4=1/B=4=1/.=4=1 0+0 chess demo")
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        "rules: unknown rule set 'chess'; there are print_2019, web_de, web_es (R-12.1)",
        "notation: no factory; problems: 1",
    ]


@pytest.mark.rule("R-12.16")
def test_unknown_keys_are_ignored_on_request(mechanica: Mechanica) -> None:
    commented = json.dumps(document() | {"comment": "mine"})
    assert mechanica("check", "-", stdin=commented).exit_code == 1
    assert answer(mechanica("check", "--ignore-unknown", "--json", "-", stdin=commented))["factory"] == FIRST


def test_forgiven_problems_become_warnings(mechanica: Mechanica) -> None:
    forgiving = ("--forgive", "not_flippable", "--forgive", "no_such_hole")
    found = answer(mechanica("check", "--json", "-", *forgiving, stdin=json.dumps(broken())), exit_code=1)
    assert [problem["kind"] for problem in found["problems"]] == ["misplaced_basic_fabricator"]
    assert [problem["kind"] for problem in found["warnings"]] == ["not_flippable", "no_such_hole"]
    mended = broken() | {"start": document()["start"]}
    found = answer(mechanica("check", "--json", "-", *forgiving, stdin=json.dumps(mended)))
    assert (found["ok"], found["problems"], found["factory"]) == (True, [], FIRST)


def test_a_misfit_in_notation_can_be_forgiven(mechanica: Mechanica) -> None:
    assert mechanica("check", MISFIT).exit_code == 1
    result = mechanica("check", "--forgive", "does_not_fit", MISFIT)
    warning, good, text = result.stdout.splitlines()
    assert (result.exit_code, good, text) == (0, "notation: a factory", MISFIT)
    assert warning.startswith("warning: top 1: ")


def test_places_are_named_in_the_language_of_the_reader(mechanica: Mechanica) -> None:
    told = mechanica("check", MISFIT, "--lang", "de").stdout.splitlines()[0]
    assert told == "oben 1: eine flache Seite steht dem Ausgang des Nachbarn [Startplatz (oben)] im Weg (D-3.7)"
    assert answer(mechanica("check", MISFIT, "--lang", "de", "--json"), 1)["problems"][0]["place"] == "floor/top/1"
    told = mechanica("check", "-", "--lang", "es", stdin=json.dumps(broken())).stdout
    assert told.splitlines()[1].startswith("arriba 1, side: ")  # as it is written in the document
    told = mechanica("show", ".=U3=1/B=U3=1/.=UU2=1", "--lang", "es").stdout.splitlines()[-1]
    assert told == "fábrica: Actualizador: aquí 4, en la caja 3 (D-11.3)"


def test_more_than_the_box_holds_is_a_warning(mechanica: Mechanica) -> None:
    found = answer(mechanica("check", "--json", ".=U3=1/B=U3=1/.=UU2=1"))
    assert found["ok"]
    assert [(warning["kind"], warning["rule"]) for warning in found["warnings"]] == [("more_than_the_box", "D-11.3")]
