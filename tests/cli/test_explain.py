"""``mechanica explain``, and what the library says of each piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from mechanica_core import Kind, component_set, explain
from mechanica_core.editions.registry import built_in_text
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.pieces import IMPROVEMENTS
from tests.cli.conftest import Mechanica, complaint

EVERY_KIND = tuple(Kind)


def test_without_a_piece_all_are_listed_a_line_each(mechanica: Mechanica) -> None:
    names = component_set("demo").piece_names
    rows = [line.split("  ") for line in mechanica("explain").stdout.splitlines()[2:]]
    told = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert [row[:2] for row in told] == [[kind.value, names[kind].en] for kind in EVERY_KIND]
    assert [row[2] for row in told] == [str(explain(kind, component_set("demo")).summary) for kind in EVERY_KIND]


@pytest.mark.parametrize(
    "piece", ["gift_wrapper", "Gift Wrapper", "GIFT  WRAPPER ", "geschenkeeinpacker", "Empaquetador de Regalo"]
)
def test_a_piece_goes_by_all_its_names(mechanica: Mechanica, piece: str) -> None:
    assert mechanica("explain", piece).stdout == mechanica("explain", "gift_wrapper").stdout
    assert mechanica("explain", piece, "--lang", "de").stdout.startswith("Geschenkeeinpacker (Vorführsatz)\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_piece_is_explained_in_every_language(mechanica: Mechanica, kind: Kind, language: Language) -> None:
    explanation = explain(kind, component_set("demo"))
    result = mechanica("explain", kind, "--lang", language)
    assert (result.exit_code, result.stderr) == (0, "")
    *lines, rules = result.stdout.splitlines()[1:]
    messages = (explanation.summary, *explanation.details, *explanation.facts)
    assert lines == [message.text(language) for message in messages]
    assert rules.endswith(f": {explanation.rules}")


def test_several_pieces_are_explained_once_each(mechanica: Mechanica) -> None:
    one, other = mechanica("explain", "fork").stdout, mechanica("explain", "upgrader").stdout
    assert mechanica("explain", "fork", "upgrader", "Gabelung").stdout == f"{one}\n{other}"


def test_what_is_printed_on_a_piece_is_told(mechanica: Mechanica) -> None:
    lines = mechanica("explain", "duplicator").stdout.splitlines()
    assert lines[-6:] == [
        "facing east: entrance west, south; exit east, north; holes: in, ahead, left",
        "flipped, facing east: entrance north, west; exit east, south; holes: in, ahead, right",
        "price in the shop, falling: 7, 5, 3, 1",
        "end value: 2",
        "recycles into: 2 × Plus",
        "rules: R-6.4, R-3.6",
    ]
    assert mechanica("explain", "huge truck").stdout.splitlines()[-5:-1] == [
        "room for bots: 3",
        "price, at any time in your turn: 5",
        "price in place of a Big Truck: 3",
        "end value: none",
    ]


@pytest.mark.rule("R-3.1", "A-3.11")
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_only_improvements_have_an_end_value(kind: Kind) -> None:
    facts = [str(fact) for fact in explain(kind, component_set("demo")).facts]
    assert ("end value: none" in facts) == (kind not in IMPROVEMENTS)


@pytest.mark.rule("R-3.11", "A-3.11", "A-3.4")
def test_what_is_assumed_says_so(mechanica: Mechanica) -> None:
    def assumed(*arguments: str) -> list[str]:
        lines = mechanica("explain", *arguments, "--components", "published").stdout.splitlines()
        return [line.partition(":")[0] for line in lines if line.endswith(" (assumed)")]

    assert assumed("upgrader") == ["facing east", "price in the shop, falling", "end value", "recycles into"]
    assert "end value" not in assumed("repurposer")
    assert assumed("big_truck") == []
    assert "(assumed)" not in mechanica("explain", *EVERY_KIND).stdout


def test_a_set_of_ones_own_tells_its_own_names_and_numbers(mechanica: Mechanica, tmp_path: Path) -> None:
    folder = tmp_path / "home/components"
    folder.mkdir(parents=True)
    text = built_in_text("demo").replace('en = "Upgrader"', 'en = "Improver"').replace("value = 3,", "value = 30,")
    (folder / "mine.toml").write_text(text.replace('en = "Basic"', 'en = "Bob"'), encoding="utf-8")
    shown = mechanica("explain", "improver", "--components", "mine").stdout
    assert shown.startswith("Improver (Demonstration set)\n")
    assert "From Bob to Plus" in shown
    assert "end value: 30" in shown


@pytest.mark.parametrize("arguments", [["chess"], ["upgrader", "chess"], ["--lang", "en", "chess"]])
def test_an_unknown_piece_is_one_sentence_that_lists_what_there_is(mechanica: Mechanica, arguments: list[str]) -> None:
    assert complaint(mechanica("explain", *arguments), 2) == (
        f"no piece is called 'chess'; there are {', '.join(EVERY_KIND)}"
    )


def test_an_unknown_set_and_an_unknown_kind_are_refused(mechanica: Mechanica) -> None:
    assert complaint(mechanica("explain", "--components", "chess"), 2).startswith("unknown component set 'chess'")
    with pytest.raises(ValueError, match="chess"):
        explain("chess", component_set("demo"))
