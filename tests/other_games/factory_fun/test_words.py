"""Every sentence of Factory Fun is there in all languages, and every error keeps its own."""

from __future__ import annotations

import pytest

from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.other_games.factory_fun import check
from tests.other_games.factory_fun.halls import hall
from tests.other_games.factory_fun.test_checking import BROKEN


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_has_a_sentence_in_every_language(language: Language) -> None:
    for _, _, picture in BROKEN.values():
        for violation in check(hall(picture)):
            told = violation.text(language)
            assert told.startswith(f"{violation.square}: ")
            assert told.endswith(f" ({violation.rule.value})")
            assert (told == str(violation)) is (language == "en")
