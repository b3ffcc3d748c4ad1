"""The board with its zones and belts, and everything that lies on it, as one picture."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mechanica_core.editions import MAX_COLUMNS, component_set
from mechanica_core.factory import Factory
from mechanica_core.geometry import FACING_INDEX, ROWS, dock_place, parse_place, start_place
from mechanica_core.layout import Layout
from mechanica_core.messages import Language, Message, say
from mechanica_core.pieces import PRINTED, Kind, Model, Piece
from mechanica_core.places import row_words, square_words
from mechanica_core.render import artwork, jigsaw
from mechanica_core.render.jigsaw import SQUARE, Point, turned
from mechanica_core.render.pieces import HOLE, Spot, chevrons, cut, draw_piece, hole, truck_spots
from mechanica_core.render.svg import Markup, Picture, element, group, joined, moved, path, rect
from mechanica_core.render.theme import THEMES, Theme, ThemeName
from mechanica_core.wording import models_words

MM: Final = 0.4
"""Millimetres in a unit of the pictures: a square is 40 mm wide. The rules give no size, so this one is assumed."""
LEFT: Final = 40.0
RIGHT: Final = 16.0
TOP: Final = 80.0
BOTTOM: Final = 22.0
"""The board's margins around the squares; names and numbers stand in them."""
MONEY: Final = 48.0
"""Height of wallet and vault below the board."""
PAGE: Final = 8.0
"""Around the board."""
FONT: Final = "Verdana, 'DejaVu Sans', 'Segoe UI', system-ui, sans-serif"
TEXT: Final = 20.0
"""Height of letters: a whole board on a phone still shows them 11 pixels high."""
GLYPH: Final = 0.62
"""Width of a letter in its height, at most about."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where everything lies in a picture of a board with so many columns."""

    columns: int

    @property
    def width(self) -> float:
        """Of the board."""
        return LEFT + SQUARE * (self.columns + 2) + RIGHT

    @property
    def height(self) -> float:
        """Of the board."""
        return TOP + SQUARE * len(ROWS) + BOTTOM

    def middle(self, place: str) -> Point:
        """The middle of a square, slot or dock. Raises ValueError if that is no place."""
        area, row, column = parse_place(place)
        across = {"start": 0, "floor": column + 1, "dock": self.columns + 1}[area]
        return LEFT + SQUARE * (across + 0.5), TOP + SQUARE * (row + 0.5)


class Table:
    """A layout as it lies in a picture: which piece is where, and where its holes and bots are."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.components = component_set(layout.components)
        columns = self.components.columns.value if layout.columns is None else layout.columns
        self.grid = Grid(max(1, min(columns, MAX_COLUMNS)))
        self.pieces: list[tuple[str, Piece | None]] = []
        self.off_the_floor: list[Kind] = []
        self.bots: list[tuple[str, Model]] = []
        self._spots: dict[str, dict[str, Spot]] = {}
        self._facings: dict[str, int] = {}
        for row, slot in enumerate(layout.start):
            self._lay(start_place(row), Piece(slot.kind) if slot.kind else None, slot.bots)
        for piece in layout.floor:
            if 1 <= piece.col <= self.grid.columns:
                self._lay(piece.place, piece.piece, piece.bots)
            else:
                self.off_the_floor.append(piece.kind)
        for row, truck in enumerate(layout.dock):
            loaded = [(str(number), model) for number, model in enumerate(truck.bots, start=1)]
            self._lay(dock_place(row), Piece(truck.kind), loaded)

    def _lay(self, place: str, piece: Piece | None, bots: Iterable[tuple[str, Model]]) -> None:
        kind = piece.kind if piece else None
        holes = dict(cut(self.components, kind, piece is not None and piece.flipped).holes)
        bots = list(bots)
        if place.startswith("dock/") and len(bots) > len(holes):
            holes |= {str(number): spot for number, spot in enumerate(truck_spots(len(bots)), start=1)}
        self.pieces.append((place, piece))
        self._facings[place] = FACING_INDEX[piece.facing] if piece else 0
        self._spots[place] = holes
        self.bots += [(f"{place}/{name}", model) for name, model in bots]

    def name(self, place: str, piece: Piece | None) -> Message:
        """What lies at a place, and where: "Upgrader (top 2)"."""
        area, row, column = parse_place(place)
        where = square_words(row, column) if area == "floor" else row_words(row)
        if piece is None:
            return say("empty start slot ({where})", where=where)
        return say("{piece} ({where})", piece=self.components.piece_names[piece.kind], where=where)

    def told(self) -> Iterator[Message]:
        """Every piece with the bots on it."""
        for place, piece in self.pieces:
            models = [model for hole_name, model in self.bots if hole_name.rpartition("/")[0] == place]
            name = self.name(place, piece)
            yield say("{piece}: {bots}", piece=name, bots=models_words(self.components, models)) if models else name

    def facing(self, place: str) -> int:
        """Which way the piece at a place faces (0..3, counterclockwise from the east)."""
        return self._facings.get(place, 0)

    def arrival(self, place: str) -> str:
        """The first hole of a place in which bots arrive, or the first at all."""
        spots = self._spots[place]
        return f"{place}/{next((name for name, spot in spots.items() if spot.is_input), next(iter(spots), ''))}"

    def spot(self, hole_name: str) -> Spot:
        """A hole in the picture; the middle of its piece if the piece has no such hole."""
        place, _, name = hole_name.rpartition("/")
        x, y = self.grid.middle(place)
        spot = self._spots.get(place, {}).get(name)
        if spot is None:
            return Spot(x, y)
        dx, dy = turned((spot.x, spot.y), self.facing(place))
        return spot._replace(x=x + dx, y=y + dy)


def words(
    text: str,
    x: float,
    y: float,
    colour: str,
    *,
    most: float | None = None,
    size: float = TEXT,
    bold: bool = False,
    middle: bool = False,
    end: bool = False,
    **more: str | float | None,
) -> Markup:
    """A line of text that begins at x, has its middle there or ends there.

    If it would be wider than ``most`` units, its letters are set smaller.
    """
    wide = len(text) * size * (GLYPH + 0.05 * bold)
    if most is not None and wide > most:
        size *= most / wide
    return element(
        "text",
        text,
        x=x,
        y=y,
        fill=colour,
        font_family=FONT,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor="middle" if middle else "end" if end else None,
        **more,
    )


def draw_board(grid: Grid, theme: Theme, language: Language) -> Markup:
    """The board as it is printed, without its pieces: zones, belts, coordinates."""
    width, height = grid.width, grid.height
    x0, x1, x2, x3 = LEFT, LEFT + SQUARE, width - RIGHT - SQUARE, width - RIGHT
    y1 = TOP + SQUARE * len(ROWS)
    parts = [
        rect(0, 0, width, height, rx=14, fill=theme.frame),
        rect(3.5, 3.5, width - 7, height - 7, rx=11, fill="none", stroke=theme.frame_line, stroke_width=2),
        rect(x0, TOP, SQUARE, y1 - TOP, fill=theme.start),
        rect(x1, TOP, x2 - x1, y1 - TOP, fill=theme.floor),
        rect(x2, TOP, SQUARE, y1 - TOP, fill=theme.dock),
    ]
    for row in range(len(ROWS)):
        parts.append(_belt(x1, x2, TOP + SQUARE * (row + 0.5), theme))
    inner = [f"M{x1 + SQUARE * n:g} {TOP:g}V{y1:g}" for n in range(1, grid.columns)]
    inner += [f"M{x1:g} {TOP + SQUARE * n:g}H{x2:g}" for n in (1, 2)]
    parts += [
        path("".join(inner), stroke=theme.floor_line, stroke_width=1.6, stroke_dasharray="6 5", fill="none"),
        path(
            f"M{x0:g} {TOP + SQUARE:g}H{x1:g}M{x0:g} {TOP + 2 * SQUARE:g}H{x1:g}M{x2:g} {TOP + SQUARE:g}H{x3:g}"
            f"M{x2:g} {TOP + 2 * SQUARE:g}H{x3:g}",
            stroke=theme.ink,
            stroke_width=1.6,
            stroke_opacity=0.45,
        ),
        path(f"M{x1:g} {TOP:g}V{y1:g}M{x2:g} {TOP:g}V{y1:g}", stroke=theme.ink, stroke_width=2),
        rect(x0, TOP, x3 - x0, y1 - TOP, rx=3, fill="none", stroke=theme.ink, stroke_width=2.4),
    ]
    numbers = [
        words(str(n), x1 + SQUARE * (n - 0.5), TOP - 31, theme.frame_text, bold=True, middle=True, data_part="column")
        for n in range(1, grid.columns + 1)
    ]
    rows = [
        words(
            row_words(row).text(language),
            0,
            0,
            theme.frame_text,
            most=92,
            bold=True,
            middle=True,
            transform=moved(LEFT - 12, TOP + SQUARE * (row + 0.5), -90),
            data_part="row",
        )
        for row in range(len(ROWS))
    ]
    zone = 0.36 * width
    zones = [
        words(say("Start Zone").text(language), 14, 27, theme.frame_text, most=zone, bold=True, data_part="zone"),
        words(
            say("Loading Dock").text(language),
            width - 14,
            27,
            theme.frame_text,
            most=zone,
            bold=True,
            end=True,
            data_part="zone",
        ),
    ]
    return group(*parts, *numbers, *rows, *zones, data_part="board")


def _belt(x1: float, x2: float, y: float, theme: Theme) -> Markup:
    """A conveyor belt from the Start Zone to the Loading Dock."""
    half = 21.0
    arrows, slats = [], []
    x = x1
    while x < x2:
        arrows += [
            f"M{x + at - 4.5:g} {y - 9:g}L{x + at + 4.5:g} {y:g}L{x + at - 4.5:g} {y + 9:g}" for at in (26, 50, 74)
        ]
        slats += [f"M{x + at:g} {y - half:g}V{y + half:g}" for at in range(10, int(SQUARE), 20)]
        x += SQUARE
    rails = f"M{x1:g} {y - half + 3.4:g}H{x2:g}M{x1:g} {y + half - 3.4:g}H{x2:g}"
    return joined(
        (
            rect(x1, y - half, x2 - x1, 2 * half, fill=theme.belt, stroke=theme.ink, stroke_width=2),
            path("".join(slats), stroke=theme.ink, stroke_width=1.2, stroke_opacity=0.35),
            path(rails, stroke=theme.belt_rail, stroke_width=2.2),
            chevrons(arrows, theme, 3.4),
        )
    )


def _empty_slot(spots: Iterable[Spot], theme: Theme) -> Markup:
    """What is printed in a start slot that has no fabricator."""
    return joined(
        (
            rect(
                -41,
                -41,
                82,
                82,
                rx=9,
                fill="none",
                stroke=theme.slot,
                stroke_width=2,
                stroke_dasharray="7 5",
            ),
            *(hole(spot, theme) for spot in spots),
        )
    )


def draw_pieces(table: Table, theme: Theme, language: Language) -> Markup:
    """All pieces of a layout and what is printed in its slots, each with its name for whoever points at it."""
    drawn = []
    for place, piece in table.pieces:
        if piece is None:
            art = _empty_slot(cut(table.components, None).holes.values(), theme)
        else:
            shadow = path(
                jigsaw.outline(cut(table.components, piece.kind, piece.flipped).sides),
                fill=theme.ink,
                fill_opacity=0.28,
                transform=moved(1.8, 2.6, -90 * FACING_INDEX[piece.facing]),
            )
            lying = draw_piece(
                table.components, piece.kind, theme, facing=FACING_INDEX[piece.facing], flipped=piece.flipped
            )
            art = lying if piece.kind in PRINTED else joined((shadow, lying))
        drawn.append(
            group(
                element("title", table.name(place, piece).text(language)),
                art,
                data_part="piece",
                transform=moved(*table.grid.middle(place)),
                data_place=place,
                data_kind=piece.kind if piece else None,
            )
        )
    return joined(drawn)


def draw_bots(table: Table, bots: Iterable[tuple[str, Model]], theme: Theme, language: Language) -> Markup:
    """Bots in their holes; of two in one hole both are seen."""
    drawn = []
    crowd: defaultdict[str, int] = defaultdict(int)
    for hole_name, model in bots:
        x, y, radius, _ = table.spot(hole_name)
        shift = 9.0 * crowd[hole_name]
        crowd[hole_name] += 1
        drawn.append(
            group(
                element("title", table.components.model_names[model].text(language)),
                artwork.bot(model, theme),
                data_part="bot",
                transform=moved(x + shift, y - shift, scale=round(min(1.0, radius / HOLE), 3)),
                data_hole=hole_name,
                data_model=model,
            )
        )
    return joined(drawn)


def draw_money(y: float, width: float, wallet: str, vault: str, theme: Theme, language: Language) -> Markup:
    """Wallet and vault, side by side below the board."""
    half = width / 2
    pots = (
        (LEFT, artwork.wallet_coin(theme), say("Wallet"), wallet, "wallet"),
        (half + 20, artwork.vault_coin(theme), say("Vault"), vault, "vault"),
    )
    drawn = []
    for x, coin, name, amount, pot in pots:
        text = f"{name.text(language)} {amount}"
        drawn.append(
            group(
                group(coin, transform=moved(x - 14, y - 7, scale=1.1)),
                words(text, x + 10, y, theme.text, most=half - 60, bold=True),
                data_part="money",
                data_pot=pot,
            )
        )
    return joined(drawn)


def draw_notes(
    notes: Sequence[str], grid: Grid, y: float, theme: Theme, *, numbered: bool = False
) -> tuple[float, Markup]:
    """Sentences below each other, each wrapped to the board's width and numbered if wanted, and how high they are."""
    size, line_height, gap, left = 18.0, 24.0, 7.0, 46.0 if numbered else 12.0
    room = max(20, int((grid.width - left) / (size * 0.56)))
    drawn: list[Markup] = []
    bottom = y
    for number, note in enumerate(notes, start=1):
        if numbered:
            mark = artwork.number_mark(number, theme)
            drawn.append(group(mark, transform=moved(24, bottom - 6), data_part="note-number"))
        for text in _balanced(re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", note), room):
            drawn.append(words(text, left, bottom, theme.text, size=size))
            bottom += line_height
        bottom += gap
    return bottom - y, group(*drawn, data_part="notes")


def _balanced(text: str, room: int) -> list[str]:
    """A text in as few lines of at most so many letters as can be, all about equally long."""
    lines = textwrap.wrap(text, room)
    longest = max(map(len, text.split(" ")))
    narrower = (textwrap.wrap(text, width) for width in range(max(longest, len(text) // len(lines)), room))
    return next((each for each in narrower if len(each) == len(lines)), lines)


def picture(
    grid: Grid,
    content: Sequence[str],
    theme: Theme,
    *,
    title: str,
    told: str,
    language: Language,
    below: float = 0,
    style: str = "",
) -> Picture:
    """The whole picture: page, content, and so much room below the board; ``told`` says what it shows."""
    width, height = grid.width + 2 * PAGE, grid.height + 2 * PAGE + below
    return document(
        (-PAGE, -PAGE, width, height),
        (rect(-PAGE, -PAGE, width, height, fill=theme.page), *content),
        title=title,
        told=told,
        language=language,
        width=f"{width:g}",
        height=f"{height:g}",
        css=style,
    )


def document(
    box: tuple[float, float, float, float],
    content: Sequence[str],
    *,
    title: str,
    language: Language,
    width: str,
    height: str,
    told: str = "",
    css: str = "",
) -> Picture:
    """An SVG document; as narrow as its place allows unless its size is given in millimetres.

    ``told`` is what it shows, for those who cannot see it.
    """
    return Picture(
        element(
            "svg",
            element("title", title),
            element("desc", told) if told else "",
            element("style", Markup(css)) if css else "",
            *content,
            xmlns="http://www.w3.org/2000/svg",
            lang=language,
            role="img",
            viewBox=" ".join(f"{value:g}" for value in box),
            width=width,
            height=height,
            style=None if width.endswith("mm") else "max-width:100%;height:auto",
        )
    )


def factory_svg(factory: Factory | Layout, *, theme: ThemeName = "light", language: Language = "en") -> Picture:
    """A factory as an SVG picture: the board, its pieces and bots, coordinates and money.

    Any layout is drawn, checked or not; what lies off the floor is only told below it. Raises :class:`EditionError` if
    the layout names an unknown component set.
    """
    layout = factory if isinstance(factory, Layout) else factory.layout
    colours = THEMES[theme]
    table = Table(layout)
    grid = table.grid
    content = [
        draw_board(grid, colours, language),
        draw_pieces(table, colours, language),
        draw_bots(table, table.bots, colours, language),
        draw_money(grid.height + 34, grid.width, str(layout.wallet), str(layout.vault), colours, language),
    ]
    names = table.components.piece_names
    lost = [say("off the floor: {piece}", piece=names[kind]).text(language) for kind in table.off_the_floor]
    height, notes = draw_notes(lost, grid, grid.height + 72, colours)
    title = say("Factory").text(language)
    told = "; ".join(part.text(language) for part in table.told())
    return picture(grid, [*content, notes], colours, title=title, told=told, language=language, below=MONEY + height)
