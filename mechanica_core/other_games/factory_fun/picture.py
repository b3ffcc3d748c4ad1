"""A hall as an SVG picture: pipes in the colour of what flows in them, numbers at pipe ends, tokens, broken rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mechanica_core.geometry import COLUMN_STEP, ROW_STEP
from mechanica_core.messages import Language, say
from mechanica_core.other_games.factory_fun.checking import Violation, end_words, part_words
from mechanica_core.other_games.factory_fun.flows import trace
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    SIDES,
    Connector,
    Container,
    Flow,
    Joint,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
    joints,
)
from mechanica_core.render.svg import Markup, Picture, circle, element, group, moved, path, rect

SPACE: Final = 80.0
HALF: Final = SPACE / 2
MARGIN: Final = 44.0
FONT: Final = "Verdana, 'DejaVu Sans', 'Segoe UI', system-ui, sans-serif"
COLOURS: Final[Mapping[Product | None, str]] = {
    Product.YELLOW: "#f2c230",
    Product.RED: "#d3333a",
    Product.BLUE: "#2f74c8",
    Product.BROWN: "#8a5a33",
    Product.END: "#1b2430",
    None: "#9aa5ad",
}
LETTERS: Final[Mapping[Product, str]] = {
    Product.YELLOW: "Y",
    Product.RED: "R",
    Product.BLUE: "B",
    Product.BROWN: "W",
    Product.END: "E",
}
"""The same letters as in the picture of text, so that nothing is told by colour alone."""
INK: Final = "#1b2430"
PAPER: Final = "#f4f6f5"
FLOOR: Final = "#dfe7e4"
LINE: Final = "#a9b8b4"
PLATE: Final = "#c9d3da"
WRONG: Final = "#c2185b"


def hall_svg(hall: Hall, violations: Iterable[Violation] = (), *, language: Language = "en") -> Picture:
    """A hall as SVG; squares on which a rule is broken are framed, with its letter and, as a tip, its sentence."""
    wide, high = SPACE * hall.columns, SPACE * hall.rows
    flows = trace(hall)
    product_of: dict[tuple[Connector, str], Product | None] = {}
    tokens: list[Joint] = []
    for network in flows.networks:
        product_of |= dict.fromkeys(network.pipes, network.product)
        if network.outputs:
            tokens += network.inputs
    title = say("Factory hall").text(language)
    content = [
        element("title", title),
        rect(0, 0, wide + MARGIN + 12, high + MARGIN + 12, rx=14, fill=PAPER),
        group(
            rect(0, 0, wide, high, fill=FLOOR, stroke=INK, stroke_width=3),
            _grid(hall),
            *(_pillar(square) for square in (hall.pillar,) if square is not None),
            *(_machine(placed) for placed in hall.machines),
            *(
                _pipe(connector, pipe, product_of.get((connector, pipe)))
                for connector in hall.connectors
                for pipe in connector.pipes
            ),
            *(_container(container, language) for container in hall.containers),
            *(_reservoir(reservoir, language) for reservoir in hall.reservoirs),
            *(_end(joint, language) for placed in hall.machines for joint in joints(placed)),
            *(_token(joint) for joint in tokens),
            *_wrongs(violations, language),
            transform=moved(MARGIN, MARGIN),
        ),
    ]
    return Picture(
        element(
            "svg",
            *content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {wide + MARGIN + 12:g} {high + MARGIN + 12:g}",
            role="img",
            lang=language,
        )
    )


def _words(text: str, x: float, y: float, size: float, colour: str = INK, *, bold: bool = False) -> Markup:
    weight = "bold" if bold else None
    return element(
        "text", text, x=x, y=y, fill=colour, font_family=FONT, font_size=size, font_weight=weight, text_anchor="middle"
    )


def _middle(square: Square) -> tuple[float, float]:
    return SPACE * square.column + HALF, SPACE * square.row + HALF


def _grid(hall: Hall) -> Markup:
    wide, high = SPACE * hall.columns, SPACE * hall.rows
    lines = [f"M{SPACE * column:g} 0V{high:g}" for column in range(1, hall.columns)]
    lines += [f"M0 {SPACE * row:g}H{wide:g}" for row in range(1, hall.rows)]
    names = [
        *(_words(chr(ord("a") + column), SPACE * (column + 0.5), -14, 22) for column in range(hall.columns)),
        *(_words(str(row + 1), -22, SPACE * (row + 0.5) + 8, 22) for row in range(hall.rows)),
    ]
    return group(path("".join(lines), stroke=LINE, stroke_width=1.5, fill="none"), *names)


def _pillar(square: Square) -> Markup:
    x, y = _middle(square)
    return group(
        rect(x - 30, y - 30, 60, 60, rx=6, fill="#5b6670", stroke=INK, stroke_width=2),
        path(
            f"M{x - 30:g} {y - 30:g}L{x + 30:g} {y + 30:g}M{x - 30:g} {y + 30:g}L{x + 30:g} {y - 30:g}",
            stroke=INK,
            stroke_width=2,
        ),
        data_part="pillar",
        data_square=str(square),
    )


def _machine(placed: PlacedMachine) -> Markup:
    first, second = placed.squares
    left, top = min(first.column, second.column), min(first.row, second.row)
    wide, high = (2, 1) if first.row == second.row else (1, 2)
    x, y = SPACE * left, SPACE * top
    machine = placed.machine
    middle = x + SPACE * wide / 2, y + SPACE * high / 2
    named = group(
        _words(machine.name, 0, 5, min(14.0, 92 / max(1, len(machine.name)) * 1.6)),
        transform=moved(*middle, 0 if wide == 2 else 270),
    )
    extra = "" if machine.extra is None else f"+{'?' if machine.extra == 'any' else LETTERS[Product(machine.extra)]}"
    ring_x, ring_y = x + SPACE * wide - 17, y + 17
    return group(
        element("title", f"{machine.name} ({first})"),
        rect(x + 3, y + 3, SPACE * wide - 6, SPACE * high - 6, rx=10, fill=PLATE, stroke=INK, stroke_width=2.5),
        named,
        circle(ring_x, ring_y, 11, fill="#fffdf7", stroke=INK, stroke_width=1.5),
        _words(str(machine.income), ring_x, ring_y + 4.5, 13, bold=True),
        _words(extra, x + 19, y + 21, 15, bold=True) if extra else "",
        data_part="machine",
        data_square=str(first),
    )


def _towards(side: int, far: float) -> tuple[float, float]:
    return COLUMN_STEP[side] * far, ROW_STEP[side] * far


def _pipe(connector: Connector, pipe: str, product: Product | None) -> Markup:
    x, y = _middle(connector.square)
    sides = [SIDES.index(side) for side in pipe]
    ends = [_towards(side, HALF) for side in sides]
    if len(sides) == 2:
        (ax, ay), (bx, by) = ends
        opposite = abs(sides[0] - sides[1]) == 2
        line = f"M{ax:g} {ay:g}L{bx:g} {by:g}" if opposite else f"M{ax:g} {ay:g}Q{0:g} {0:g} {bx:g} {by:g}"
    else:
        line = "".join(f"M0 0L{ex:g} {ey:g}" for ex, ey in ends)
    return group(
        path(line, stroke=INK, stroke_width=19, fill="none", stroke_linejoin="round"),
        path(line, stroke=COLOURS[product], stroke_width=13, fill="none", stroke_linejoin="round"),
        transform=moved(x, y),
        data_part="pipe",
        data_square=str(connector.square),
    )


def _container(container: Container, language: Language) -> Markup:
    x, y = _middle(container.square)
    colour = COLOURS[container.product]
    return group(
        element("title", part_words(container).text(language)),
        circle(x, y, 33, fill=colour, stroke=INK, stroke_width=3),
        circle(x, y, 19, fill="#fffdf7", stroke=INK, stroke_width=1.5),
        _words(LETTERS[container.product], x, y + 8, 22, bold=True),
        data_part="container",
        data_square=str(container.square),
    )


def _reservoir(reservoir: Reservoir, language: Language) -> Markup:
    x, y = _middle(reservoir.square)
    end = reservoir.store is Store.END
    return group(
        element("title", part_words(reservoir).text(language)),
        rect(x - 33, y - 33, 66, 66, rx=8, fill="#3a4550" if end else "#fffdf7", stroke=INK, stroke_width=3),
        path(
            f"M{x - 20:g} {y - 8:g}L{x:g} {y + 12:g}L{x + 20:g} {y - 8:g}",
            fill="none",
            stroke="#fffdf7" if end else INK,
            stroke_width=5,
        ),
        data_part="reservoir",
        data_square=str(reservoir.square),
    )


def _end(joint: Joint, language: Language) -> Markup:
    """A pipe end: a plate in its colour at the edge, an arrow along the flow, its number."""
    x, y = _middle(joint.square)
    dx, dy = _towards(joint.side, 27)
    out = joint.end.flow is Flow.OUT
    turn = -90 * joint.side + (0 if out else 180)
    colour = COLOURS[joint.end.product]
    light = joint.end.product in (Product.YELLOW, None)
    arrow = path("M-12 -12L12 0L-12 12Z", fill=colour, stroke=INK, stroke_width=2, transform=moved(0, 0, turn))
    ink = INK if light else "#ffffff"
    return group(
        element("title", end_words(joint).text(language)),
        circle(0, 0, 13, fill=colour, stroke=INK, stroke_width=2),
        group(arrow, transform=moved(*_towards(joint.side, 9), scale=0.55)),
        _words(str(joint.end.number), 0, 5, 14, ink, bold=True),
        transform=moved(x + dx, y + dy),
        data_part=joint.end.flow.value,
        data_square=str(joint.square),
    )


def _token(joint: Joint) -> Markup:
    x, y = _middle(joint.square)
    dx, dy = _towards(joint.side, 27)
    return circle(
        x + dx,
        y + dy,
        19,
        fill="#ffffff",
        fill_opacity=0.25,
        stroke="#1f7a4d",
        stroke_width=4,
        data_part="token",
        data_square=str(joint.square),
    )


def _wrongs(violations: Iterable[Violation], language: Language) -> Iterator[Markup]:
    letters: dict[Square, list[Violation]] = {}
    for violation in violations:
        letters.setdefault(violation.square, []).append(violation)
    for square, found in letters.items():
        x, y = _middle(square)
        told = ", ".join(dict.fromkeys(violation.rule.value for violation in found))
        yield group(
            element("title", "; ".join(violation.message.text(language) for violation in found)),
            rect(x - 37, y - 37, 74, 74, rx=6, fill="none", stroke=WRONG, stroke_width=6, stroke_dasharray="10 6"),
            rect(x - 38, y + 18, 10 + 10 * len(told), 20, rx=4, fill=WRONG),
            _words(told, x - 33 + 5 * len(told), y + 33, 15, "#ffffff", bold=True),
            data_part="broken",
            data_square=str(square),
        )
