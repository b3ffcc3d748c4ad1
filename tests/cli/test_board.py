"""The board at a terminal: as wide as that, bots in their colours."""

from __future__ import annotations

import pytest

from mechanica_core import Factory
from mechanica_core.messages import Language
from mechanica_core.render.text import draw_factory
from service.cli.board import BOT_STYLES, in_colour, painted_board
from tests.cli.conftest import FIRST


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("width", [80, 120, 200])
def test_it_is_the_library_s_board(width: int, language: Language) -> None:
    factory = Factory.from_text(FIRST)
    assert painted_board(factory, language, width).plain == draw_factory(factory, language, width)


def test_only_letters_that_stand_alone_are_coloured() -> None:
    text = in_colour("b Basic  p\nbd d")
    assert {(span.start, span.style) for span in text.spans} == {
        (0, BOT_STYLES["b"]),
        (9, BOT_STYLES["p"]),
        (14, BOT_STYLES["d"]),
    }
