"""A factory as a readable text board."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final, NamedTuple

from mechanica_core.factory import Factory
from mechanica_core.geometry import FACING_INDEX, dock_place, floor_place, start_place
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Language, say
from mechanica_core.pieces import Kind
from mechanica_core.places import row_words
from mechanica_core.wording import ARROWS, hole_name

BELT: Final = "- - →"
HOLES: Final = "·bpd"
"""An empty hole, and a Basic, Plus and Deluxe in one."""
SHORTEST_COLUMN: Final = 11
"""A column is not narrowed below this, nor below its longest word if that is shorter."""
_GLUE: Final = "\N{NO-BREAK SPACE}"
"""Stands between what must stay on one line, until the board is drawn."""


class _Cell(NamedTuple):
    """What is at a place, and what its holes hold."""

    what: str
    holes: str = ""


def draw_factory(factory: Factory, language: Language = "en", width: int | None = None) -> str:
    """Draw a factory: the rows from the top, each from its start slot to its truck, then the money.

    Names are the component set's own, in that language. Where ``width`` is too narrow for the board, names and
    holes are wrapped in their cells as far as their words allow.
    """
    rows = [_row(factory, row, language) for row in range(N_ROWS)]
    widths, padding = _widths(rows, width)
    numbers = ["", "", *(str(column + 1) for column in range(factory.columns)), ""]
    gap = " " * len(f"{padding}│{padding}")
    lines = [gap.join(number.center(w) for number, w in zip(numbers, widths, strict=True))]
    lines.append(_rule("┌┬┐", widths, padding))
    for row in rows:
        for part in zip(*row, strict=True):
            wrapped = [_wrap(text, w) for text, w in zip(part, widths, strict=True)]
            for height in range(max(map(len, wrapped))):
                texts = [text[height] if height < len(text) else "" for text in wrapped]
                padded = [text.ljust(w) for text, w in zip(texts, widths, strict=True)]
                lines.append(f"{padding}│{padding}".join([*padded, ""]))
        lines.append(_rule("├┼┤", widths, padding))
    lines[-1] = _rule("└┴┘", widths, padding)
    models = factory.machinery.components.model_names
    legend = [f"{letter} {name.text(language)}" for letter, name in zip(HOLES[1:], models.values(), strict=True)]
    money = say("wallet {wallet}, vault {vault}", wallet=factory.wallet, vault=factory.vault).text(language)
    empty = say("{dot} empty hole", dot=HOLES[0]).text(language)
    lines += [f"{money}   ({factory.rules}, {factory.components})", "   ".join([*legend, empty])]
    return "\n".join(line.rstrip() for line in lines).replace(_GLUE, " ")


def _row(factory: Factory, row: int, language: Language) -> list[_Cell]:
    machinery = factory.machinery
    names = machinery.components.piece_names

    def name(kind: Kind) -> str:
        return names[kind].text(language)

    start = machinery.start_kind(row)
    cells = [_Cell(row_words(row).text(language))]
    slot = name(start) if start else say("empty slot").text(language)
    cells.append(_Cell(slot, _holes(factory, start_place(row), language)))
    for column in range(factory.columns):
        piece = machinery.piece(row, column)
        if piece is None:
            cells.append(_Cell("", BELT.replace(" ", _GLUE)))
            continue
        flipped = say("flipped").text(language)
        what = f"{ARROWS[FACING_INDEX[piece.facing]]}{_GLUE}{name(piece.kind)}" + f" ({flipped})" * piece.flipped
        cells.append(_Cell(what, _holes(factory, floor_place(row, column), language)))
    cells.append(_Cell(name(machinery.dock_kind(row)), _holes(factory, dock_place(row))))
    return cells


def _holes(factory: Factory, place: str, language: Language | None = None) -> str:
    """What is in the holes of a place, each after its name if a language is given."""
    holes = factory.machinery.range_of.get(place)
    if holes is None:
        return ""
    held = zip(holes.names, factory.contents[holes.first : holes.last], strict=True)
    if language is None:
        return " ".join(HOLES[code] for _, code in held)
    return " ".join(f"{hole_name(name).text(language)} {HOLES[code]}".replace(" ", _GLUE) for name, code in held)


def _widths(rows: Sequence[Sequence[_Cell]], width: int | None) -> tuple[list[int], str]:
    """Widths of the columns and the padding of their cells; the widest columns are narrowed first."""
    columns = [[text for cell in cells for text in cell] for cells in zip(*rows, strict=True)]
    widths = [max(map(len, texts)) for texts in columns]
    if width is None or sum(widths) + len(" │ ") * len(widths) <= width:
        return widths, " "
    words = [[len(word) for text in texts for word in text.split(" ")] for texts in columns]
    least = [min(max(lengths), SHORTEST_COLUMN) for lengths in words]
    while sum(widths) + len(widths) > width and widths != least:
        widest = max((w, n) for n, w in enumerate(widths) if w > least[n])[1]
        widths[widest] -= 1
    return widths, ""


def _wrap(text: str, width: int) -> list[str]:
    """The text in lines; a word that is too long is broken with a hyphen."""
    words = [word if len(word) <= width else "- ".join(textwrap.wrap(word, width - 1)) for word in text.split(" ")]
    return textwrap.wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False) or [""]


def _rule(ends: str, widths: Sequence[int], padding: str) -> str:
    left, crossing, right = tuple(ends)
    beyond_names = ["─" * (w + 2 * len(padding)) for w in widths[1:]]
    return " " * widths[0] + " " * len(padding) + left + crossing.join(beyond_names) + right
