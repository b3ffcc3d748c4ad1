"""What results rest on, in players' words."""

from __future__ import annotations

import pytest

from mechanica_core import Factory, score
from mechanica_core.editions import Assumption
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.pieces import KINDS, PRINTED
from mechanica_core.wording import assumption_words

EVERYTHING = "O(b)=R3=1/B(b)=X2G=2/.(b)=DXfU1=3 8+0 print_2019 published"


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("board.columns", 4, "assumed: 4 columns on the floor"),
        ("board.empty_slot_holes", "centre", "assumed: empty start slot, holes: centre"),
        ("pieces.duplicator.end_value", 3, "assumed: Duplicator, end value 3"),
        ("pieces.duplicator.flipped", "...", "assumed: Duplicator (flipped), its sides and holes"),
        ("pieces.fork.shape", "...", "assumed: Fork, its sides and holes"),
        ("pieces.advanced_fabricator.holes", "centre side", "assumed: Advanced Fabricator, holes: centre, side"),
        ("pieces.huge_truck.holes", 3, "assumed: Huge Truck, holes: 3"),
    ],
)
def test_an_assumption_is_told_in_players_words(what: str, value: int | str, words: str) -> None:
    assumption = Assumption(what, value)
    assert str(assumption_words(assumption)) == words
    others = {assumption_words(assumption).text(language) for language in LANGUAGES}
    assert len(others) == len(LANGUAGES)
    assert not any("_" in told or "pieces" in told or "board." in told for told in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_factory_rests_on_has_words(language: Language) -> None:
    for kind in KINDS:
        if kind not in PRINTED:
            assert assumption_words(Assumption(f"pieces.{kind}.end_value", 3)).text(language)
    factory = Factory.from_text(EVERYTHING, ("does_not_fit",))
    assert {assumption.what.rpartition(".")[2] for assumption in (*factory.assumed, *score(factory).assumed)} >= {
        *("columns", "empty_slot_holes", "shape", "flipped", "holes", "end_value"),
    }
    for assumption in (*factory.assumed, *score(factory).assumed):
        assert assumption_words(assumption).text(language)
