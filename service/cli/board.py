"""The text board for a terminal: bots in their colours."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from mechanica_core.factory import Factory
from mechanica_core.messages import Language
from mechanica_core.render.text import draw_factory

BOT_STYLES: Final = {"b": "black on bright_white", "p": "black on dark_orange", "d": "bright_white on purple4"}
"""A bot's letter on its own colour, so that it can be read on light and dark terminals."""


def in_colour(text: str) -> Text:
    """Text with every bot's letter that stands alone in its colour."""
    painted = Text(text)
    for letter, style in BOT_STYLES.items():
        painted.highlight_regex(rf"(?<![^\s│]){letter}(?![^\s│])", style)
    return painted


def painted_board(factory: Factory, language: Language, width: int) -> Text:
    """The board, at most ``width`` wide if its words allow that."""
    return in_colour(draw_factory(factory, language, width))
