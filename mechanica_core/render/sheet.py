"""The sheet: a whole set to be printed, cut out and laid on a table, page by page and true to scale."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from mechanica_core.editions import ComponentSet, component_set, rule_set
from mechanica_core.layout import Layout
from mechanica_core.messages import Language, Message, say
from mechanica_core.pieces import KINDS, MODELS, PRINTED, Kind, Side
from mechanica_core.render.board import MM, Table, document, draw_board, draw_pieces, words
from mechanica_core.render.jigsaw import HALF, KNOB
from mechanica_core.render.pieces import cut, draw_piece
from mechanica_core.render.svg import Markup, group, moved, path, rect
from mechanica_core.render.theme import LIGHT
from mechanica_core.render.tokens import COINS, TOKEN, coin, token

Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: Final[Mapping[Paper, tuple[float, float]]] = MappingProxyType({"a4": (210.0, 297.0), "letter": (215.9, 279.4)})
"""Width and height in millimetres, upright."""
COIN_COUNTS: Final[Mapping[int, int]] = MappingProxyType({1: 9, 5: 8, 10: 7, 20: 7})
"""How many coins of each worth there are: a row each."""
RULER: Final = 50
"""Millimetres of the line that tells whether the printer kept the scale."""
MARGIN: Final = 20.0
"""What stays white along the edges of a page, because not all printers reach them; units of the pictures."""
GAP: Final = 6.0
"""Between what is to be cut out."""
TAB: Final = 20.0
"""Width of the edge that is glued under the next part of a board."""
EDGE: Final = 1.1
"""How far the line around a piece reaches beyond its outline."""
TEXT: Final = 9.0
LINE: Final = 12.5
FOOT: Final = 26.0
"""Height of what stands at the foot of a page."""
_ACROSS: Final = 0.52 * TEXT
"""Width of a letter in running text, about."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something to cut out: its name and where its middle is, in millimetres from the page's upper left corner.

    The name is ``board``, that of a piece as in ``duplicator_flipped``, a model or, as in ``coin_5``, a coin. The
    middle of a piece is that of its square.
    """

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page as an SVG picture: width and height in millimetres, and what is on it."""

    title: str
    svg: str
    width: float
    height: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    """What lies in one place of a page, around its own origin: how far it reaches, what it is and how it looks."""

    west: float
    north: float
    east: float
    south: float
    names: tuple[tuple[str, float], ...]
    """Each part with how far its middle lies below the origin."""
    art: Markup

    @property
    def width(self) -> float:
        return self.west + self.east

    @property
    def height(self) -> float:
        return self.north + self.south


_Row: TypeAlias = list[_Item]


def sheet(paper: Paper, *, components: str = "demo", language: Language = "en") -> tuple[Page, ...]:
    """The pages of a set's board, all pieces that its box holds, as many flat bots, and coins.

    A square is 40 mm wide. A piece with two sides is printed twice, to be folded. Trucks and bots are as many as the
    printed rulebook of 2019 names. Raises :class:`EditionError` for an unknown component set.
    """
    known = component_set(components)
    upright = PAPERS[paper][0] / MM, PAPERS[paper][1] / MM
    drawn = [
        *_board_pages(known, upright[::-1], language),
        *_pages(_piece_rows(known, upright[0] - 2 * MARGIN), upright, _PIECE_HINTS, language),
        *_pages(_token_rows(upright[0] - 2 * MARGIN), upright, _TOKEN_HINTS, language),
    ]
    title = say("Mechanica: {set}", set=known.title)
    return tuple(
        draft.page(title, say("page {number} of {count}", number=number, count=len(drawn)), language)
        for number, draft in enumerate(drawn, start=1)
    )


_BOARD_HINTS: Final = (
    say("Cut the board out along its edge. It lies flat if you glue it onto cardboard."),
    say("Photograph it from above, all of it in the picture: mechanica scan PHOTO"),
)
_SPLIT_HINT: Final = say("Cut the parts out, leave the glue edges on, and glue the next part onto each of them.")
_FOLD_HINT: Final = say(
    "Two halves with a dashed line between them are one piece: fold them along it, back to back, and glue."
)
_PIECE_HINTS: Final = (
    say("Glue the page onto thin cardboard, then cut out what you need along the black outlines, knobs included."),
    _FOLD_HINT,
)
_TOKEN_HINTS: Final = (
    say("Flat bots lie on the holes: cut out as many as you need, along the black circles."),
    say("Coins are for wallets and vaults."),
)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A page without its number; sizes and places in units."""

    width: float
    height: float
    hints: Sequence[Message]
    content: Sequence[Markup]
    parts: tuple[Part, ...]

    def page(self, title: Message, number: Message, language: Language) -> Page:
        """The page with all that stands at its head and foot."""
        head = [words(title.text(language), MARGIN, MARGIN + TEXT, LIGHT.text, size=TEXT * 1.2, bold=True)]
        lines = _hint_lines(self.hints, self.width, language)
        head += [
            words(line, MARGIN, MARGIN + TEXT + LINE * n, LIGHT.text, size=TEXT)
            for n, line in enumerate(lines, start=1)
        ]
        svg = document(
            (0, 0, self.width, self.height),
            [*self.content, *head, *_foot(self.width, self.height, number.text(language), language)],
            title=title.text(language),
            language=language,
            width=f"{self.width * MM:g}mm",
            height=f"{self.height * MM:g}mm",
        )
        return Page(title.text(language), svg, self.width * MM, self.height * MM, self.parts)


def _hint_lines(hints: Iterable[Message], width: float, language: Language) -> list[str]:
    room = int((width - 2 * MARGIN) / _ACROSS)
    return [line for hint in hints for line in textwrap.wrap(hint.text(language), room)]


def _top(hints: Sequence[Message], width: float, language: Language) -> float:
    """Where a page's content may begin, below its hints."""
    return MARGIN + TEXT + LINE * len(_hint_lines(hints, width, language)) + 9


def _foot(width: float, height: float, number: str, language: Language) -> Iterator[Markup]:
    """The ruler, what it is for, and the page's number."""
    y, end = height - MARGIN - 4, MARGIN + RULER / MM
    marks = "".join(f"M{MARGIN + RULER / MM * n / 5:g} {y}V{y - (9 if n in (0, 5) else 5)}" for n in range(6))
    yield path(f"M{MARGIN:g} {y}H{end:g}{marks}", fill="none", stroke=LIGHT.ink, stroke_width=0.8, data_part="ruler")
    told = say("This line must be {length} mm long: print at 100 %.", length=RULER)
    lines = textwrap.wrap(told.text(language), int((width - 2 * MARGIN - RULER / MM - 80) / _ACROSS))
    for above, line in enumerate(reversed(lines)):
        yield words(line, end + 8, y - LINE * above, LIGHT.text, size=TEXT)
    yield words(number, width - MARGIN, y, LIGHT.text, size=TEXT, end=True)


# -- the board ------------------------------------------------------------------------------------------------------


def _board_pages(known: ComponentSet, paper: tuple[float, float], language: Language) -> Iterator[_Draft]:
    """The board on a page that lies, or on several of them, each but the last with an edge to glue the next onto."""
    table = Table(Layout(components=known.name))
    art = group(draw_board(table.grid, LIGHT, language), draw_pieces(table, LIGHT, language))
    width, height = paper
    room, whole = width - 2 * MARGIN, table.grid.width
    strips = 1 + max(0, math.ceil((whole - room) / (room - TAB)))
    hints = (*_BOARD_HINTS, _SPLIT_HINT) if strips > 1 else _BOARD_HINTS
    y = _top(hints, width, language)
    y += max(0.0, (height - FOOT - MARGIN - y - table.grid.height) / 2)
    done = 0.0
    while done < whole:
        part = whole if strips == 1 else min(whole - done, room - TAB)
        x = (width - part) / 2 if strips == 1 else MARGIN
        content = [group(art, transform=moved(x - done, y))]
        if strips > 1:
            content += [
                rect(0, y - 1, x, table.grid.height + 2, fill="#ffffff"),
                rect(x + part, y - 1, width - x - part, table.grid.height + 2, fill="#ffffff"),
            ]
        if done + part < whole:
            content.append(_glue_edge(x + part, y, table.grid.height, language))
        place = Part("board", (x + part / 2) * MM, (y + table.grid.height / 2) * MM)
        yield _Draft(width, height, hints, content, (place,))
        done += part


def _glue_edge(x: float, y: float, height: float, language: Language) -> Markup:
    text = say("glue the next part here").text(language)
    return group(
        path(
            f"M{x:g} {y:g}L{x + TAB:g} {y + TAB:g}V{y + height - TAB:g}L{x:g} {y + height:g}",
            fill="#ffffff",
            stroke=LIGHT.ink,
            stroke_width=0.8,
            stroke_dasharray="4 3",
        ),
        group(
            words(text, 0, 0, LIGHT.text, size=TEXT, middle=True),
            transform=moved(x + TAB / 2 + 3, y + height / 2, -90),
        ),
        data_part="glue",
    )


# -- pieces, bots and coins -----------------------------------------------------------------------------------------


def _piece_rows(known: ComponentSet, width: float) -> list[_Row]:
    """All pieces of the box in rows, pieces of the same height together."""
    rules = rule_set("print_2019")
    counts = {kind: count.value for kind, count in known.counts.items()}
    counts |= {Kind.BIG_TRUCK: rules.big_trucks, Kind.HUGE_TRUCK: rules.huge_trucks}
    items = [item for kind in KINDS if kind not in PRINTED for item in [_piece(known, kind)] * counts[kind]]
    items.sort(key=lambda item: -item.height)
    return _rows(items, width)


def _token_rows(width: float) -> list[_Row]:
    """Bots, each model by itself, then coins, each worth by itself."""
    rows = []
    for model in MODELS:
        bot = _round(model.value, TOKEN, token(model, LIGHT))
        rows += _rows([bot] * rule_set("print_2019").bots_of_each_model, width)
    for worth, radius in COINS.items():
        rows += _rows([_round(f"coin_{worth}", radius, coin(worth, LIGHT))] * COIN_COUNTS[worth], width)
    return rows


def _piece(known: ComponentSet, kind: Kind) -> _Item:
    """A piece facing east; one with two sides has its other side below it, beyond a line to fold along."""
    east, north, west, south = (HALF + EDGE + (KNOB if side is Side.EXIT else 0) for side in cut(known, kind).sides)
    front = draw_piece(known, kind, LIGHT)
    if (kind, True) not in known.shapes:
        return _Item(west, north, east, south, ((kind.value, 0.0),), front)
    fold = south + GAP
    back = group(draw_piece(known, kind, LIGHT, flipped=True), transform=moved(0, 2 * fold))
    line = path(
        f"M{-west:g} {fold:g}H{east:g}",
        stroke=LIGHT.ink,
        stroke_width=0.8,
        stroke_dasharray="5 3",
        data_part="fold",
    )
    names = ((kind.value, 0.0), (f"{kind}_flipped", 2 * fold))
    return _Item(west, north, east, 2 * fold + north, names, group(front, line, back))


def _round(name: str, radius: float, art: Markup) -> _Item:
    return _Item(radius, radius, radius, radius, ((name, 0.0),), art)


def _rows(items: Iterable[_Item], width: float) -> list[_Row]:
    """Items in rows, in their order, as many in each as have room."""
    rows: list[_Row] = []
    used = math.inf
    for item in items:
        if used + GAP + item.width > width:
            rows.append([])
            used = -GAP
        rows[-1].append(item)
        used += GAP + item.width
    return rows


def _pages(
    rows: Iterable[_Row], paper: tuple[float, float], hints: Sequence[Message], language: Language
) -> list[_Draft]:
    """Rows on as few pages as there need be: each on the first that has room for it."""
    width, height = paper
    top = _top(hints, width, language)
    room = height - MARGIN - FOOT - top
    pages: list[list[_Row]] = []
    left: list[float] = []
    for row in rows:
        high = max(item.height for item in row) + GAP
        at = next((n for n, free in enumerate(left) if free >= high - GAP), len(pages))
        if at == len(pages):
            pages.append([])
            left.append(room)
        pages[at].append(row)
        left[at] -= high
    return [_page(page, paper, top, hints) for page in pages]


def _page(rows: Sequence[_Row], paper: tuple[float, float], top: float, hints: Sequence[Message]) -> _Draft:
    content: list[Markup] = []
    parts: list[Part] = []
    y = top
    for row in rows:
        north = max(item.north for item in row)
        x = MARGIN
        for item in row:
            content.append(group(item.art, transform=moved(x + item.west, y + north), data_part="item"))
            for name, below in item.names:
                parts.append(Part(name, (x + item.west) * MM, (y + north + below) * MM))
            x += item.width + GAP
        y += max(north - item.north + item.height for item in row) + GAP
    folded = any(len(item.names) > 1 for row in rows for item in row)
    hints = [hint for hint in hints if folded or hint is not _FOLD_HINT]
    return _Draft(*paper, hints, content, tuple(parts))
