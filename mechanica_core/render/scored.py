"""A board at the end of a game as a picture: the pieces that earned points lit up, with what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mechanica_core.factory import Factory
from mechanica_core.geometry import dock_place, floor_place, start_place
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Language, Message, say
from mechanica_core.render import artwork
from mechanica_core.render.board import (
    MONEY,
    Table,
    draw_board,
    draw_bots,
    draw_money,
    draw_notes,
    draw_pieces,
    picture,
    words,
)
from mechanica_core.render.jigsaw import HALF, SQUARE
from mechanica_core.render.svg import Markup, circle, element, group, moved, rect
from mechanica_core.render.theme import GOLD, THEMES, Theme, ThemeName
from mechanica_core.scoring import Score
from mechanica_core.wording import place_words

DIM: Final = 0.72
"""How much of what earned nothing is covered."""
INSET: Final = 4.0
"""How far a frame lies inside its square."""
AT_THE_CORNER: Final = 15.0
"""How far a value's mark lies inside the corner of its square, both ways."""


def total_words(score: Score) -> Message:
    """The total, and its range if doubts leave room for one: "total 21 (19 to 24)"."""
    if score.least == score.most:
        return say("total {total}", total=score.total)
    return say("total {total} ({least} to {most})", total=score.total, least=score.least, most=score.most)


def score_svg(factory: Factory, score: Score, *, theme: ThemeName = "light", language: Language = "en") -> str:
    """A final score as an SVG picture: what earned nothing is dimmed, each other piece has its value in its corner.

    Where the score is unsure the frame is dashed and the value has a question mark. Below stand wallet, vault, and the
    total with its range.
    """
    colours = THEMES[theme]
    table = Table(factory.layout)
    grid = table.grid
    told = total_words(score).text(language)
    height, notes = draw_notes([told], grid, grid.height + 72, colours)
    content = [
        draw_board(grid, colours, language),
        draw_pieces(table, colours, language),
        draw_bots(table, table.bots, colours, language),
        *_lights(factory, table, score, colours, language),
        draw_money(grid.height + 34, grid.width, str(score.wallet), str(score.vault), colours, language),
        notes,
    ]
    title = say("Final score").text(language)
    return picture(grid, content, colours, title=title, told=told, language=language, below=MONEY + height)


def _lights(factory: Factory, table: Table, score: Score, theme: Theme, language: Language) -> Iterator[Markup]:
    """Every square and slot dimmed, or framed with what it counts."""
    machinery = factory.machinery
    earning = {improvement.place: improvement.value for improvement in score.improvements}
    unsure = {part.where: part for part in score.unsure}
    for row in range(N_ROWS):
        floor = (floor_place(row, column) for column in range(factory.columns))
        for place in (start_place(row), *floor, dock_place(row)):
            doubt, value = unsure.get(place), earning.get(place, 0)
            lit = place in earning or doubt is not None
            worth = say("{piece}: {value}", piece=place_words(machinery, place), value=value)
            if doubt:
                worth = say("{what}, perhaps {least} to {most}", what=worth, least=doubt.least, most=doubt.most)
            yield group(
                element("title", worth.text(language)) if lit else "",
                *(
                    _framed(value, theme, doubtful=doubt is not None)
                    if lit
                    else (_square(fill=theme.ink, fill_opacity=DIM),)
                ),
                transform=moved(*table.grid.middle(place)),
                data_part="earning" if lit else "dimmed",
                data_place=place,
            )


def _framed(value: int, theme: Theme, *, doubtful: bool) -> Iterator[Markup]:
    yield _square(INSET, fill="none", stroke=theme.ink, stroke_width=9)
    yield _square(INSET, fill="none", stroke=GOLD, stroke_width=5, stroke_dasharray="13 9" if doubtful else None)
    corner = HALF - AT_THE_CORNER
    yield group(artwork.value_corner(value, theme), transform=moved(corner, -corner, scale=1.4))
    if doubtful:
        mark = words("?", 0, 6, theme.ink, size=17, bold=True, middle=True)
        yield group(
            circle(0, 0, 9.5, fill=GOLD, stroke=theme.ink, stroke_width=1.8), mark, transform=moved(corner, 24 - corner)
        )


def _square(inset: float = 0, **look: str | float | None) -> Markup:
    side = SQUARE - 2 * inset
    return rect(inset - HALF, inset - HALF, side, side, rx=4, **look)
