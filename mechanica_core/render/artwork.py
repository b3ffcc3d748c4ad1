"""Our own drawings: digits, bots, coins, and an emblem for every kind of piece, each around the origin.

All lines are inked alike; shapes, not colours, tell things apart. An emblem that stands in a piece's corner reaches
14 units from its middle, that of a fabricator 24.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from mechanica_core.pieces import Kind, Model
from mechanica_core.render.svg import Markup, Value, circle, group, joined, moved, path, rect
from mechanica_core.render.theme import BOTS, BOTS_SHADE, GOLD, GOLD_SHADE, GREEN, RED, STEEL, Theme

LINE: Final = 1.8
"""Width of inked lines."""
BOT: Final = 15.0
"""How far a bot reaches from its middle."""

Attributes: TypeAlias = dict[str, Value]

_DIGITS: Final = (
    "M3 0C5 0 6 2 6 5S5 10 3 10 0 8 0 5 1 0 3 0Z",
    "M1.2 1.9 3.9 0V10",
    "M.3 2.7C.3 1 1.5 0 3 0 4.7 0 5.8 1.1 5.8 2.7 5.8 4.3 4.6 5.3 3 6.9L.2 10H6",
    "M.4 0H5.6L2.8 3.9C4.7 3.9 6 5 6 6.9 6 8.8 4.7 10 2.9 10 1.5 10 .5 9.3 0 8.2",
    "M4.5 10V0L0 7.1H6.2",
    "M5.5 0H1.1L.6 4.6C1.2 4 2 3.7 2.9 3.7 4.7 3.7 6 5 6 6.8 6 8.7 4.7 10 2.9 10 1.6 10 .6 9.4 0 8.4",
    "M5 0C2.4 1.2 0 3.8 0 6.8 0 8.7 1.3 10 3 10S6 8.7 6 6.9 4.7 3.8 3 3.8 .3 5 0 6.6",
    "M0 0H6L2.2 10",
    "M3 4.6C1.5 4.6.5 3.7.5 2.3S1.5 0 3 0 5.5.9 5.5 2.3 4.5 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3S1.2 10 3 10 6 8.9 6 7.3"
    " 4.8 4.6 3 4.6Z",
    "M1 10C3.6 8.8 6 6.2 6 3.2 6 1.3 4.7 0 3 0S0 1.3 0 3.1 1.3 6.2 3 6.2 5.7 5 6 3.4",
)
"""Digits as pen strokes, 6 units wide and 10 high: printed pieces look alike whatever fonts there are."""
_PLUS: Final = "M3 2V8M0 5H6"
_ADVANCE: Final = 8.6


def numeral(number: int | str, height: float, colour: str, most: float = math.inf) -> Markup:
    """A number (its text may begin with +) around the origin, made smaller if it is wider than ``most``."""
    strokes = [_PLUS if char == "+" else _DIGITS[int(char)] for char in str(number)]
    width = _ADVANCE * (len(strokes) - 1) + 6
    scale = min(height / 10, most / width)
    return group(
        *(path(d, transform=moved(_ADVANCE * n - width / 2, -5)) for n, d in enumerate(strokes)),
        transform=moved(0, 0, scale=scale),
        fill="none",
        stroke=colour,
        stroke_width=1.9,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


# -- bots -----------------------------------------------------------------------------------------------------------


def bot(model: Model, theme: Theme) -> Markup:
    """A bot: a Basic is square with an antenna, a Plus a hexagon with a plus sign, a Deluxe round and crowned."""
    ink, colour, shade = theme.ink, BOTS[model], BOTS_SHADE[model]
    inked: Attributes = {"stroke": ink, "stroke_width": LINE, "stroke_linejoin": "round"}
    if model is Model.BASIC:
        return joined(
            (
                path("M0 -10V-13", stroke=ink, stroke_width=2.2),
                circle(0, -13.4, 2, fill=RED, stroke=ink, stroke_width=1.1),
                rect(-11, -10, 22, 22, rx=5, fill=colour),
                path("M-11 6H11V7A5 5 0 0 1 6 12H-6A5 5 0 0 1 -11 7Z", fill=shade),
                rect(-11, -10, 22, 22, rx=5, fill="none", **inked),
                path("M-4.6 6.4H4.6", stroke=ink, stroke_width=2, stroke_linecap="round"),
                circle(-4.6, -1.4, 2.5, fill=ink),
                circle(4.6, -1.4, 2.5, fill=ink),
            )
        )
    if model is Model.PLUS:
        hexagon = "M-7.5 -12.5H7.5L14.5 0 7.5 12.5H-7.5L-14.5 0Z"
        return joined(
            (
                path(hexagon, fill=colour),
                path("M-11.1 6H11.1L7.5 12.5H-7.5Z", fill=shade),
                path(hexagon, fill="none", **inked),
                circle(-5, -5, 2.5, fill=ink),
                circle(5, -5, 2.5, fill=ink),
                path("M0 .4V9.6M-4.6 5H4.6", stroke="#ffffff", stroke_width=3.2, stroke_linecap="round"),
            )
        )
    return joined(
        (
            circle(0, 2.2, 12, fill=colour),
            path("M-10.6 8A12 12 0 0 0 10.6 8Z", fill=shade),
            circle(0, 2.2, 12, fill="none", **inked),
            path(
                "M-9.4 -5.6-10.4 -14-4.6 -9.6 0 -15.4 4.6 -9.6 10.4 -14 9.4 -5.6Q0 -8.6-9.4 -5.6Z", fill=GOLD, **inked
            ),
            circle(-4.6, 1.6, 2.7, fill="#ffffff"),
            circle(4.6, 1.6, 2.7, fill="#ffffff"),
            circle(-4.3, 1.8, 1.3, fill=ink),
            circle(4.9, 1.8, 1.3, fill=ink),
            path("M-4.4 7.4Q0 10.6 4.4 7.4", fill="none", stroke="#ffffff", stroke_width=1.8, stroke_linecap="round"),
        )
    )


# -- money ----------------------------------------------------------------------------------------------------------


def wallet_coin(theme: Theme, number: int | str | None = None) -> Markup:
    """A round coin, money for the wallet; with a star if it stands for any number."""
    return joined(
        (
            circle(0, 0, 11, fill=GOLD, stroke=theme.ink, stroke_width=LINE),
            circle(0, 0, 8.7, fill="none", stroke=GOLD_SHADE, stroke_width=1),
            _face(theme, number, 10),
        )
    )


def vault_coin(theme: Theme, number: int | str | None = None) -> Markup:
    """A coin in the door of a safe, money for the vault; with a star if it stands for any number."""
    ink = theme.ink
    return joined(
        (
            path("M-8 9V12.6H-3.6V9M8 9V12.6H3.6V9", fill=STEEL, stroke=ink, stroke_width=1.4),
            path("M-12.4 -6.5V-3M-12.4 2V5.5", stroke=ink, stroke_width=3, stroke_linecap="round"),
            rect(-11.4, -12, 23.4, 22.4, rx=3.5, fill=STEEL, stroke=ink, stroke_width=LINE),
            circle(0.3, -0.8, 8.6, fill=GOLD, stroke=ink, stroke_width=1.3),
            group(_face(theme, number, 9), transform=moved(0.3, -0.8)),
        )
    )


def _face(theme: Theme, number: int | str | None, height: float) -> Markup:
    return star(0.6 * height, GOLD_SHADE, GOLD_SHADE, 0.6) if number is None else numeral(number, height, theme.ink, 13)


def lost_mark(theme: Theme, bots: int = 1) -> Markup:
    """A cross where a bot is lost, beside it how many bots if there are several."""
    number = (
        circle(0, 0, 8.6, fill=theme.ink, stroke="#ffffff", stroke_width=1.6),
        numeral(bots, 9.6, "#ffffff", 10.5),
    )
    return joined(
        (
            circle(0, 0, 11.4, fill=theme.paper, stroke=theme.ink, stroke_width=LINE),
            path("M-6 -6 6 6M6 -6-6 6", stroke=RED, stroke_width=4.4, stroke_linecap="round"),
            group(*number, transform=moved(14.6, 0)) if bots > 1 else "",
        )
    )


def made_mark(theme: Theme) -> Markup:
    """Rays around a bot that was made."""
    rays = []
    for n in range(12):
        x, y = math.cos(math.pi * n / 6), math.sin(math.pi * n / 6)
        rays.append(f"M{19.2 * x:.2f} {19.2 * y:.2f}L{23 * x:.2f} {23 * y:.2f}")
    d = "".join(rays)
    return joined(
        (
            path(d, stroke=theme.ink, stroke_width=4.4, stroke_linecap="round"),
            path(d, stroke=GOLD, stroke_width=2.2, stroke_linecap="round"),
        )
    )


def number_mark(number: int, theme: Theme) -> Markup:
    """The number of a decision."""
    return joined(
        (
            path(
                "M-10 -10H10V7H4L0 12-4 7H-10Z",
                fill="#12406b",
                stroke="#ffffff",
                stroke_width=1.8,
                stroke_linejoin="round",
            ),
            group(numeral(number, 10.5, "#ffffff", 14), transform=moved(0, -1.6)),
        )
    )


# -- corners --------------------------------------------------------------------------------------------------------


def value_corner(value: int, theme: Theme) -> Markup:
    """What an improvement is worth at the end."""
    return joined(
        (
            circle(0, 0, 10.6, fill=theme.paper, stroke=theme.ink, stroke_width=LINE),
            numeral(value, 11.5, theme.ink, 14),
        )
    )


def recycling_corner(models: Sequence[Model], theme: Theme) -> Markup:
    """Which bots an improvement recycles into."""
    scale = min(0.45, 21.6 / (len(models) * 29))
    step = 29 * scale + 0.6
    return joined(
        (
            rect(-12.7, -8.6, 25.4, 17.2, rx=5, fill=theme.paper, stroke=GREEN, stroke_width=LINE),
            *(
                group(bot(model, theme), transform=moved(step * (n - (len(models) - 1) / 2), 0.3, scale=scale))
                for n, model in enumerate(models)
            ),
        )
    )


# -- emblems --------------------------------------------------------------------------------------------------------


def _upgrader(theme: Theme) -> Markup:
    return joined(
        (
            circle(0, 0, 13, fill="#0f766e", stroke=theme.ink, stroke_width=LINE),
            path("M0 -9.5 8.4 -.8H3.6V8.6H-3.6V-.8H-8.4Z", fill="#ffffff", stroke_linejoin="round"),
        )
    )


def _downgrader(theme: Theme) -> Markup:
    return joined(
        (
            path(
                "M0 -13 13 0 0 13-13 0Z", fill="#a4243b", stroke=theme.ink, stroke_width=LINE, stroke_linejoin="round"
            ),
            path("M0 9 6.8 1.6H2.8V-8.2H-2.8V1.6H-6.8Z", fill="#ffffff", stroke_linejoin="round"),
        )
    )


def _duplicator(theme: Theme) -> Markup:
    ink = theme.ink

    def card(x: float, y: float, colour: str) -> Markup:
        return group(
            rect(-8.6, -8.6, 17.2, 17.2, rx=3.6, fill=colour, stroke=ink, stroke_width=LINE),
            circle(-3.4, -1.4, 1.9, fill=ink),
            circle(3.4, -1.4, 1.9, fill=ink),
            path("M-3.4 4.2H3.4", stroke=ink, stroke_width=1.6, stroke_linecap="round"),
            transform=moved(x, y),
        )

    return joined((card(4.6, -4.6, "#d5dde3"), card(-4.2, 4.2, theme.paper)))


def _repurposer(theme: Theme) -> Markup:
    """Two arrows that chase each other around a star: two bots become one of any model."""
    half = "M-10.4 -2.4A10.6 10.6 0 0 1 6.6 -8.4"
    head = "M10.9 -4.6 9.6 -12.4 3 -6.6Z"
    arrow = joined(
        (
            path(half, fill="none", stroke=theme.ink, stroke_width=6.4),
            path(head, fill=theme.ink, stroke=theme.ink, stroke_width=3, stroke_linejoin="round"),
            path(half, fill="none", stroke="#2f855a", stroke_width=3.4),
            path(head, fill="#2f855a"),
        )
    )
    return joined(
        (
            arrow,
            group(arrow, transform="rotate(180)"),
            star(5.4, GOLD, theme.ink, 1.1),
        )
    )


def star(radius: float, colour: str, ink: str, width: float = LINE) -> Markup:
    """A star of five points."""
    points = []
    for n in range(10):
        reach = radius if n % 2 == 0 else radius * 0.45
        angle = math.radians(36 * n - 90)
        points.append(f"{reach * math.cos(angle):.2f} {reach * math.sin(angle):.2f}")
    return path(f"M{'L'.join(points)}Z", fill=colour, stroke=ink, stroke_width=width, stroke_linejoin="round")


def _gift(theme: Theme) -> Markup:
    """A gift box with a bow, 46 units wide: it stands in the middle of its piece."""
    ink = theme.ink
    inked: Attributes = {"stroke": ink, "stroke_width": LINE, "stroke_linejoin": "round"}
    return joined(
        (
            rect(-20, -6, 40, 27, rx=2.5, fill="#c2255c", **inked),
            path("M-20 -6H20V-1H-20Z", fill="#8f1741"),
            rect(-24, -13, 48, 11, rx=2.5, fill="#e0457b", **inked),
            path("M-5 -13H5V21H-5Z", fill=GOLD, **inked),
            path("M0 -13C-4 -25-18 -27-17.5 -19-17 -14-7 -13 0 -13Z", fill=GOLD, **inked),
            path("M0 -13C4 -25 18 -27 17.5 -19 17 -14 7 -13 0 -13Z", fill=GOLD, **inked),
            circle(0, -13.5, 3.6, fill=GOLD_SHADE, stroke=ink, stroke_width=1.4),
            *(circle(x, y, 1.9, fill="#ffd9e6") for x, y in ((-13, 5), (13, 5), (-11, 14.5), (11, 14.5))),
        )
    )


def _charger(theme: Theme) -> Markup:
    return joined(
        (
            rect(-12.6, -12.6, 25.2, 25.2, rx=6, fill="#2b3a8c", stroke=theme.ink, stroke_width=LINE),
            path(
                "M2.6 -11-7.6 1.6H-.8L-3 11 7.8 -2.2H1Z",
                fill=GOLD,
                stroke=theme.ink,
                stroke_width=1.2,
                stroke_linejoin="round",
            ),
        )
    )


def spark(theme: Theme) -> Markup:
    """What leaps over the belt of a Static Charger, from hole to hole."""
    bolt = "M0 -13.4-5.4 -4.4 5 -2.6-5 2.8 5.4 4.6 0 13.4"
    lines: Attributes = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return joined(
        (
            path(bolt, stroke=theme.ink, stroke_width=5.4, **lines),
            path(bolt, stroke=GOLD, stroke_width=2.8, **lines),
        )
    )


def _flight(theme: Theme) -> Markup:
    """A paper plane over clouds, flying ahead, 54 units wide: it turns with its piece."""
    ink = theme.ink
    inked: Attributes = {"stroke": ink, "stroke_width": LINE, "stroke_linejoin": "round"}
    return joined(
        (
            circle(0, 0, 27, fill="#e8f6fd", stroke=ink, stroke_width=LINE),
            path("M-21 -9H-8M-24.5 0H-15M-21 9H-8", stroke="#7db9d8", stroke_width=2.4, stroke_linecap="round"),
            path("M23 0-13 -17-6 0-13 17Z", fill="#ffffff", **inked),
            path("M23 0-6 0-13 17Z", fill="#b9c7d1", **inked),
            path("M23 0-6 0-1.5 6.4Z", fill="#8196a5", **inked),
        )
    )


def _gear(radius: float, teeth: int, colour: str, ink: str) -> Markup:
    points = []
    for tooth in range(teeth):
        for reach, shift in ((0.8, -0.3), (1, -0.17), (1, 0.17), (0.8, 0.3)):
            angle = 2 * math.pi * (tooth + shift) / teeth
            points.append(f"{radius * reach * math.cos(angle):.2f} {radius * reach * math.sin(angle):.2f}")
    return path(f"M{'L'.join(points)}Z", fill=colour, stroke=ink, stroke_width=LINE, stroke_linejoin="round")


def _basic_fabricator(theme: Theme) -> Markup:
    """A gear with a Basic in it."""
    return joined(
        (
            _gear(23, 10, "#78909c", theme.ink),
            circle(0, 0, 14.6, fill=theme.paper, stroke=theme.ink, stroke_width=LINE),
            group(bot(Model.BASIC, theme), transform=moved(0, 0.6, scale=0.72)),
        )
    )


def _advanced_fabricator(theme: Theme) -> Markup:
    """A robot arm that holds a gear."""
    ink = theme.ink
    limb = "M-14 17-11 -4 5 -14"
    return joined(
        (
            group(
                _gear(10, 8, GOLD, ink),
                circle(0, 0, 3.4, fill=theme.paper, stroke=ink, stroke_width=1.2),
                transform=moved(12.5, 8),
            ),
            path(
                "M12.4 -12.2V-5M4.6 -12.2V-5M4.6 -13.2H12.4",
                fill="none",
                stroke=ink,
                stroke_width=5.2,
                stroke_linecap="round",
            ),
            path(
                "M12.4 -12.2V-5M4.6 -12.2V-5M4.6 -13.2H12.4",
                fill="none",
                stroke="#dfe7ec",
                stroke_width=2.2,
                stroke_linecap="round",
            ),
            path(limb, fill="none", stroke=ink, stroke_width=9, stroke_linejoin="round", stroke_linecap="round"),
            path(
                limb, fill="none", stroke="#2f6f9f", stroke_width=5.6, stroke_linejoin="round", stroke_linecap="round"
            ),
            rect(-22, 14, 17, 8, rx=2, fill="#2f6f9f", stroke=ink, stroke_width=LINE),
            circle(-11, -4, 3.4, fill=theme.paper, stroke=ink, stroke_width=1.4),
            circle(6.6, -14.6, 3.4, fill=theme.paper, stroke=ink, stroke_width=1.4),
        )
    )


def _overactive_fabricator(theme: Theme) -> Markup:
    """A pressure gauge far in the red, steam above it."""
    ink = theme.ink

    def puff(x: float, y: float, scale: float) -> Markup:
        cloud = "M-8 4A4.6 4.6 0 0 1 -7 -5 6 6 0 0 1 4 -6.6 5 5 0 0 1 8.4 4Z"
        return path(
            cloud,
            transform=moved(x, y, scale=scale),
            fill="#ffffff",
            stroke=ink,
            stroke_width=LINE / scale,
            stroke_linejoin="round",
        )

    return joined(
        (
            puff(-15, -15, 0.9),
            puff(14.5, -17, 0.72),
            rect(-6, 13, 12, 10, fill=STEEL, stroke=ink, stroke_width=LINE),
            circle(0, 1, 17, fill=STEEL, stroke=ink, stroke_width=LINE),
            circle(0, 1, 13, fill=theme.paper, stroke=ink, stroke_width=1.4),
            path("M-7.4 8.4A10.4 10.4 0 0 1 2.7 -9", fill="none", stroke="#2f855a", stroke_width=3.6),
            path("M2.7 -9A10.4 10.4 0 0 1 7.4 8.4", fill="none", stroke=RED, stroke_width=3.6),
            path("M-2.6 1.8 9 1.6", stroke=ink, stroke_width=2.8, stroke_linecap="round"),
            circle(0, 1.4, 2.8, fill=ink),
        )
    )


EMBLEMS: Final = {
    Kind.UPGRADER: _upgrader,
    Kind.DOWNGRADER: _downgrader,
    Kind.DUPLICATOR: _duplicator,
    Kind.REPURPOSER: _repurposer,
    Kind.GIFT_WRAPPER: _gift,
    Kind.STATIC_CHARGER: _charger,
    Kind.FLIGHT_TESTER: _flight,
    Kind.BASIC_FABRICATOR: _basic_fabricator,
    Kind.ADVANCED_FABRICATOR: _advanced_fabricator,
    Kind.OVERACTIVE_FABRICATOR: _overactive_fabricator,
}
"""A Fork has none, its belts tell; trucks are drawn whole."""


def truck(kind: Kind, theme: Theme, bed: float, cab: float, width: float) -> Markup:
    """A truck from above, driving ahead: its load lies between -``bed`` and ``cab``, ``width`` wide."""
    ink = theme.ink
    body = {Kind.SMALL_TRUCK: "#5f8fb4", Kind.BIG_TRUCK: "#3f8f7a", Kind.HUGE_TRUCK: "#b5475c"}[kind]
    inked: Attributes = {"stroke": ink, "stroke_width": LINE, "stroke_linejoin": "round"}
    half, end = width / 2, 46.5
    front = min(half, 25.0)
    axles = [-bed + 12, *([cab - 14] if bed + cab > 50 else [])]
    wheels = [rect(x - 7, side * (half + 0.6) - 3, 14, 6, rx=2, fill=ink) for x in axles for side in (-1, 1)]
    wheels += [rect(cab + 2, side * (front + 0.6) - 3, 10, 6, rx=2, fill=ink) for side in (-1, 1)]
    hood = (
        f"M{cab} {-front}H{end - 8}Q{end} {-front} {end} {-front + 9}"
        f"V{front - 9}Q{end} {front} {end - 8} {front}H{cab}Z"
    )
    glass = f"M{cab + 3.5} {-front + 5}H{cab + 7}Q{cab + 11} 0 {cab + 7} {front - 5}H{cab + 3.5}Z"
    return joined(
        (
            *wheels,
            path(f"M{cab - 5} -7H{cab + 2}V7H{cab - 5}Z", fill=STEEL, **inked),
            rect(-bed, -half, bed + cab - 2.5, width, rx=4, fill=theme.paper, **inked),
            rect(
                -bed + 3.2,
                -half + 3.2,
                bed + cab - 8.9,
                width - 6.4,
                rx=2.5,
                fill="none",
                stroke=body,
                stroke_width=2.4,
            ),
            path(hood, fill=body, **inked),
            path(glass, fill="#d7eef9", stroke=ink, stroke_width=1.3, stroke_linejoin="round"),
            *(circle(end - 2.4, side * (front - 5), 2, fill=GOLD, stroke=ink, stroke_width=1) for side in (-1, 1)),
        )
    )
