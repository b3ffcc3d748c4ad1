"""The text board for a terminal: bots in their colours, folded where the terminal is narrow."""

from __future__ import annotations

import re
import textwrap
from typing import Final

from rich.text import Text

from mechanica_core.editions import Language
from mechanica_core.factory import Factory
from mechanica_core.render.text import BELT, HOLES, draw_factory

GLUE: Final = "\N{NO-BREAK SPACE}"
BOT_STYLES: Final = {"b": "black on bright_white", "p": "black on dark_orange", "d": "bright_white on purple4"}
"""A bot's letter on its own colour, so that it can be read on light and dark terminals."""

LEAST_WIDTH: Final = 4
"""No column is made narrower, whatever the terminal."""


def in_colour(text: str) -> Text:
    """Text with every bot's letter that stands alone in its colour."""
    painted = Text(text)
    for letter, style in BOT_STYLES.items():
        painted.highlight_regex(rf"(?<!\S){letter}(?!\S)", style)
    return painted


def painted_board(factory: Factory, language: Language, width: int) -> Text:
    """The board, folded if it is wider than that."""
    board = draw_factory(factory, language)
    if max(map(len, board.splitlines())) > width:
        board = _folded(board, width)
    return in_colour(board)


def _folded(board: str, width: int) -> str:
    """The same board with narrower columns, names and holes wrapped in their cells."""
    lines = board.splitlines()
    cells = [[_glued(cell.strip()) for cell in line.split("│")[:-1]] for line in lines if "│" in line]
    squares = len(cells[0]) - 3
    numbers = ["", "", *(str(column + 1) for column in range(squares)), ""]
    widths = _widths([numbers, *cells], width - len(numbers))
    rule = "┼".join("─" * cell_width for cell_width in widths)
    folded = [" ".join(number.center(cell_width) for number, cell_width in zip(numbers, widths, strict=True))]
    for start in range(0, len(cells), 2):
        folded.append(rule)
        for row in cells[start : start + 2]:
            wrapped = [textwrap.wrap(cell, cell_width) for cell, cell_width in zip(row, widths, strict=True)]
            for line in range(max(map(len, wrapped))):
                texts = [parts[line] if line < len(parts) else "" for parts in wrapped]
                padded = [text.ljust(cell_width) for text, cell_width in zip(texts, widths, strict=True)]
                folded.append("│".join(padded))
    below = lines[-2:]
    return "\n".join(line.rstrip() for line in [*folded, rule, *below]).replace(GLUE, " ")


def _glued(cell: str) -> str:
    """A cell in which an arrow stays with its piece, a hole's name with what it holds, and a belt whole."""
    if cell == BELT:
        return cell.replace(" ", GLUE)
    return re.sub(rf"(?<=[▶▲◀▼]) | (?=[{HOLES}](?: |$))", GLUE, cell)


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """Widths of the columns, the widest narrowed first; words are broken only where nothing else helps."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    words = [[word for cell in column for word in textwrap.wrap(cell, 1, break_long_words=False)] for column in columns]
    longest = [max(map(len, column), default=0) for column in words]
    while sum(widths) > width and max(widths) > LEAST_WIDTH:
        loose = [n for n, cell_width in enumerate(widths) if cell_width > longest[n]]
        widest = max(loose or range(len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    return widths
