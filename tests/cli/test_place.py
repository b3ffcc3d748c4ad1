"""``mechanica place``: where a piece earns most."""

from __future__ import annotations

import pytest

from mechanica_core import Factory
from mechanica_core.best import best_demolitions, best_placements
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Mechanica, answer, complaint


def test_people_get_the_best_ways(mechanica: Mechanica) -> None:
    heading, _, first, *rows, last = mechanica("place", QUIET, "Gift Wrapper").stdout.splitlines()
    assert heading.split() == ["earns", "piece", "where", "replaces"]
    assert first.split() == ["+1", "Gift", "Wrapper,", "its", "arrow", "right", "middle", "1"]
    assert len(rows) == 9
    count = len(best_placements(Factory.from_text(QUIET), "gift_wrapper"))
    assert last == f"shown: 10 of {count}; --all shows them all"
    assert len(mechanica("place", QUIET, "Gift Wrapper", "--all").stdout.splitlines()) == count + 2


def test_programs_get_all_of_them(mechanica: Mechanica) -> None:
    found = answer(mechanica("place", "--json", FIRST, "duplicator", "--days", "2"))
    assert found["days"] == 2
    expected = best_placements(Factory.from_text(FIRST), "duplicator", 2)
    assert [(one["place"], one["earns"]) for one in found["changes"]] == [(one.place, one.earns) for one in expected]
    assert found["changes"][0].keys() == {"place", "piece", "replaces", "price", "earns", "exact"}


def test_prices_are_taken_off(mechanica: Mechanica) -> None:
    found = answer(mechanica("place", "--json", QUIET, "fork=1", "gabelung=2", "upgrader=7"))["changes"]
    assert {(one["piece"]["kind"], one["price"]) for one in found} == {("fork", 2), ("upgrader", 7)}


def test_without_a_piece_it_is_about_demolishing(mechanica: Mechanica) -> None:
    found = answer(mechanica("place", "--json", FIRST))["changes"]
    expected = best_demolitions(Factory.from_text(FIRST))
    assert [(one["place"], one["earns"]) for one in found] == [(one.place, one.earns) for one in expected]
    assert {one["piece"] for one in found} == {None}
    assert mechanica("place", QUIET).stdout == "There is no way to do that here.\n"
    assert "demolish" in mechanica("place", FIRST).stdout


def test_assumptions_are_told(mechanica: Mechanica) -> None:
    assert answer(mechanica("place", "--json", ASSUMING))["assumed"][0] == {"what": "board.columns", "value": 4}


@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        ("upgrader=x", "'upgrader=x': a price is a whole number from 0 on, as in upgrader=5"),
        ("upgrader=", "'upgrader=': a price is a whole number from 0 on, as in upgrader=5"),
        ("small_truck", "'small_truck' is printed on the board and never installed"),
    ],
)
def test_pieces_that_cannot_be_placed_are_refused(mechanica: Mechanica, piece: str, sentence: str) -> None:
    assert complaint(mechanica("place", QUIET, piece), 2) == sentence


def test_unknown_pieces_are_refused(mechanica: Mechanica) -> None:
    assert complaint(mechanica("place", QUIET, "spork"), 2).startswith("no piece is called 'spork'; there are upgrader")
