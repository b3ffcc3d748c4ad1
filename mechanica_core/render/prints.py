"""Single pieces and the bare board, true to scale, to be printed, glued to cardboard and cut out."""

from __future__ import annotations

from typing import Final

from mechanica_core.editions import component_set
from mechanica_core.layout import Layout
from mechanica_core.messages import Language
from mechanica_core.pieces import Kind
from mechanica_core.render.board import MM, Table, document, draw_board, draw_pieces
from mechanica_core.render.jigsaw import HALF, KNOB
from mechanica_core.render.pieces import draw_piece
from mechanica_core.render.svg import Picture
from mechanica_core.render.theme import LIGHT

MARGIN: Final = HALF + KNOB + 2
"""From a piece's middle to the edge of its print: every knob has room."""


def piece_svg(
    kind: Kind | str, *, flipped: bool = False, components: str = "demo", language: Language = "en"
) -> Picture:
    """A piece alone, facing east, as an SVG picture whose width and height are in millimetres.

    A piece is 40 mm wide without its knobs; the rules give no size, so this one is assumed. Its holes are printed.
    Raises ValueError if there is no such kind, or no such side, :class:`EditionError` for an unknown component set.
    """
    known, kind = component_set(components), Kind(kind)
    if flipped and (kind, True) not in known.shapes:
        raise ValueError(f"{kind} has no other side")
    size = f"{2 * MARGIN * MM:g}mm"
    return document(
        (-MARGIN, -MARGIN, 2 * MARGIN, 2 * MARGIN),
        [draw_piece(known, kind, LIGHT, flipped=flipped)],
        title=known.piece_names[kind].text(language),
        language=language,
        width=size,
        height=size,
    )


def board_svg(*, components: str = "demo", columns: int | None = None, language: Language = "en") -> Picture:
    """The bare board with what is printed on it, as an SVG picture whose width and height are in millimetres.

    It is to the scale of :func:`piece_svg`. Raises :class:`EditionError` for an unknown component set.
    """
    table = Table(Layout(components=components, columns=columns))
    width, height = table.grid.width, table.grid.height
    return document(
        (0, 0, width, height),
        [
            draw_board(table.grid, LIGHT, language),
            draw_pieces(table, LIGHT, language),
        ],
        title=table.components.title.text(language),
        language=language,
        width=f"{width * MM:g}mm",
        height=f"{height * MM:g}mm",
    )
