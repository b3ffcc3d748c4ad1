"""A factory as a readable text board."""

from __future__ import annotations

from typing import Final

from mechanica_core.editions import Language
from mechanica_core.factory import Factory
from mechanica_core.geometry import FACING_INDEX, ROWS, Row, dock_place, floor_place, start_place
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import say
from mechanica_core.pieces import Kind

ARROWS: Final = "▶▲◀▼"
"""The way a piece faces, counterclockwise from the east."""
BELT: Final = "· · ▸"
HOLES: Final = "∙bpd"
"""An empty hole, and a Basic, Plus and Deluxe in one."""
_ROW_WORDS: Final = {Row.TOP: say("top"), Row.MIDDLE: say("middle"), Row.BOTTOM: say("bottom")}

Cell = tuple[str, str]
"""Two lines of text: what is there, and what its holes hold."""


def draw_factory(factory: Factory, language: Language = "en") -> str:
    """Draw a factory: the rows from the top, each from its start slot to its truck, then the money.

    Width and height follow the floor; names are the component set's own, in that language.
    """
    columns = range(factory.columns)
    heading = [("", ""), ("", ""), *((str(column + 1), "") for column in columns), ("", "")]
    rows = [_row(factory, row, language) for row in range(N_ROWS)]
    widths = [max(len(line) for cells in (heading, *rows) for line in cells[n]) for n in range(len(heading))]
    rule = "├".rjust(widths[0] + 2) + "┼".join("─" * (width + 2) for width in widths[1:]) + "┤"
    top, bottom = rule.translate(_TOP_CORNERS), rule.translate(_BOTTOM_CORNERS)
    lines = ["  ".join(text.center(width + 1) for (text, _), width in zip(heading, widths, strict=True)), top]
    for cells in rows:
        for line in (0, 1):
            texts = [cell[line].ljust(width) for cell, width in zip(cells, widths, strict=True)]
            lines.append(f"{texts[0]} │ " + " │ ".join(texts[1:]) + " │")
        lines.append(rule)
    lines[-1] = bottom
    models = factory.machinery.components.model_names
    legend = [f"{letter} {models[model].text(language)}" for letter, model in zip(HOLES[1:], models, strict=True)]
    money = say("wallet {wallet}, vault {vault}", wallet=factory.wallet, vault=factory.vault).text(language)
    empty = say("{dot} empty hole", dot=HOLES[0]).text(language)
    lines += [f"{money}   ({factory.rules}, {factory.components})", "   ".join([*legend, empty])]
    return "\n".join(line.rstrip() for line in lines)


_TOP_CORNERS: Final = str.maketrans("├┼┤", "┌┬┐")
_BOTTOM_CORNERS: Final = str.maketrans("├┼┤", "└┴┘")


def _row(factory: Factory, row: int, language: Language) -> list[Cell]:
    machinery = factory.machinery
    kind = machinery.start_kind(row)
    start = _name(factory, kind, language) if kind else say("empty slot").text(language)
    cells = [(_ROW_WORDS[ROWS[row]].text(language), ""), (start, _holes(factory, start_place(row)))]
    for column in range(factory.columns):
        piece = machinery.piece(row, column)
        if piece is None:
            cells.append(("", BELT))
            continue
        arrow = ARROWS[FACING_INDEX[piece.facing]]
        name = _name(factory, piece.kind, language)
        flipped = f" ({say('flipped').text(language)})" if piece.flipped else ""
        cells.append((f"{arrow} {name}{flipped}", _holes(factory, floor_place(row, column))))
    truck = _name(factory, machinery.dock_kind(row), language)
    return [*cells, (truck, _holes(factory, dock_place(row), named=False))]


def _name(factory: Factory, kind: Kind, language: Language) -> str:
    return factory.machinery.components.piece_names[kind].text(language)


def _holes(factory: Factory, place: str, *, named: bool = True) -> str:
    holes = factory.machinery.range_of.get(place)
    if holes is None:
        return ""
    held = zip(holes.names, factory.contents[holes.first : holes.last], strict=True)
    return " ".join(f"{name} {HOLES[code]}" if named else HOLES[code] for name, code in held)
