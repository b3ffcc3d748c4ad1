"""Every board element by examples derived from the rules, which the reference resolver must see alike."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from mechanica_core.other_games.robo_rally import ElementKind
from mechanica_core.other_games.robo_rally.document import case_document, played_document
from tests.other_games.robo_rally import reference
from tests.other_games.robo_rally.examples import Example, examples

EXAMPLES: Final = list(examples())
NO_PUBLIC_CASE: Final = ("ledge", "repulsor", "double_repair", "waste", "mirror", "door", "lava_pit", "flamer")
"""Those that no case of the public ones shows; the chop shop is shown by its decisions."""


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e.element}: {e.title}" for e in EXAMPLES])
def test_an_element_does_what_the_rules_say(example: Example) -> None:
    assert example.differences(played_document(example.case)["robots"]) == []
    assert example.differences(reference.play(case_document(example.case))[-1]) == []


@pytest.mark.parametrize("kind", ElementKind)
def test_every_element_has_its_examples(kind: ElementKind) -> None:
    counted = Counter(example.element for example in EXAMPLES)
    assert counted[kind] >= (5 if kind in NO_PUBLIC_CASE else 3)
    assert set(counted) <= set(ElementKind)
