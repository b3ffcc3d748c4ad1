"""A board with its robots as SVG, in our own drawings; a pointer resting on something names it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from mechanica_core.geometry import FACING_INDEX, Facing
from mechanica_core.messages import Language
from mechanica_core.other_games.robo_rally.board import At, Board, Edge, opposite
from mechanica_core.other_games.robo_rally.board_text import sign_of
from mechanica_core.other_games.robo_rally.elements import (
    Belt,
    Current,
    Door,
    Element,
    ElementKind,
    Gear,
    Laser,
    Mirror,
    OneWayWall,
    Plain,
    Portal,
    Pusher,
    Repulsor,
    Slope,
    Timed,
    Wall,
    catalogue,
)
from mechanica_core.other_games.robo_rally.robots import Robot, Situation
from mechanica_core.render.svg import Markup, Picture, circle, element, group, joined, moved, path, rect

K: Final = ElementKind
SIDE: Final = 60.0
"""Of a square."""
HALF: Final = SIDE / 2
MARGIN: Final = 26.0
FONT: Final = "Verdana, 'DejaVu Sans', 'Segoe UI', system-ui, sans-serif"
PAGE, FLOOR, LINE, INK = "#f4f1ea", "#dcdad3", "#b9b6ad", "#222222"
ROBOTS: Final = ("#d1495b", "#2e86ab", "#3d9a50", "#e8a33d", "#7d5ba6", "#1f7a8c", "#b5651d", "#5c6770")
_GROUND: Final = {
    K.PIT: "#2b2b2b",
    K.DRAIN: "#3a4750",
    K.RADIOACTIVE_DRAIN: "#2f4a24",
    K.LAVA_PIT: "#e2572b",
    K.WATER: "#8ec9e8",
    K.OIL: "#57534e",
    K.RANDOMIZER: "#e9d8f4",
    K.TELEPORTER: "#bfe3df",
    K.REPAIR: "#f3e3ae",
    K.DOUBLE_REPAIR: "#f3e3ae",
    K.CHOP_SHOP: "#efcfa8",
    K.RADIATION: "#e5ec8a",
    K.WASTE: "#b8cf5a",
    K.REPULSOR: "#e7b6cf",
}
"""Plain elements colour their square; their sign tells them apart without colour."""


def situation_svg(situation: Situation, *, language: Language = "en") -> Picture:
    """The board with its robots. Signs are those of ``board_text``; titles name elements in that language."""
    board = situation.board
    width, height = board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN
    parts = [
        rect(0, 0, width, height, fill=PAGE),
        _floor(board),
        *(_square(square.at, square.elements, square.level, language) for square in board.squares),
        *(_edge(edge, language) for edge in board.edges),
        *(_robot(robot, ROBOTS[number % len(ROBOTS)]) for number, robot in enumerate(situation.robots) if robot.at),
    ]
    return Picture(
        element(
            "svg",
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            font_family=FONT,
            text_anchor="middle",
            fill=INK,
        )
    )


def _corner(at: At) -> tuple[float, float]:
    return MARGIN + at[0] * SIDE, MARGIN + at[1] * SIDE


def _floor(board: Board) -> Markup:
    """Plain floor, lines between the squares, and their numbers."""
    right, bottom = _corner((board.width, board.height))
    lines = "".join(f"M{MARGIN:g} {_corner((0, y))[1]:g}H{right:g}" for y in range(board.height + 1))
    lines += "".join(f"M{_corner((x, 0))[0]:g} {MARGIN:g}V{bottom:g}" for x in range(board.width + 1))
    numbers = [_text(str(x), _corner((x, 0))[0] + HALF, MARGIN - 8, 12) for x in range(board.width)]
    numbers += [_text(str(y), MARGIN / 2, _corner((0, y))[1] + HALF + 4, 12) for y in range(board.height)]
    return joined(
        [
            rect(MARGIN, MARGIN, right - MARGIN, bottom - MARGIN, fill=FLOOR),
            path(lines, stroke=LINE, fill="none"),
            *numbers,
        ]
    )


def _text(words: str, x: float, y: float, size: float, **attributes: str) -> Markup:
    return element("text", words, x=x, y=y, font_size=size, **attributes)


def _square(at: At, elements: Sequence[Element], level: int, language: Language) -> Markup:
    """What is on a square, drawn around its middle; signs that are words stand one above the other."""
    x, y = _corner(at)
    words = [f"L{level}"] * bool(level)
    drawn = []
    for one in sorted(elements, key=lambda one: not isinstance(one, Plain)):  # colours of the ground below all else
        shape, sign = _element(one)
        title = element("title", catalogue()[one.kind].names.text(language))
        drawn.append(group(title, *shape))
        words += [sign] * bool(sign)
    lines = [
        _text(word, 0, HALF - 5 - 12 * number, 11, stroke=FLOOR, stroke_width="2.5", paint_order="stroke")
        for number, word in enumerate(words)
    ]
    return group(*drawn, *lines, transform=moved(x + HALF, y + HALF))


def _element(one: Element) -> tuple[list[Markup], str]:
    """Shapes around the middle of the square, and a sign for what they do not tell."""
    match one:
        case Plain():
            return [rect(-HALF, -HALF, SIDE, SIDE, fill=_GROUND[one.kind], stroke=LINE)], sign_of(one)
        case Timed():
            colour = {K.TRAPDOOR: "#8d8778", K.CRUSHER: "#b04a4a", K.FLAMER: "#f08a4b"}[one.kind]
            return [rect(-22, -22, 44, 44, rx=6, fill="none", stroke=colour, stroke_width=5)], sign_of(one)
        case Belt():
            return list(_belt(one)), ""
        case Current():
            wave = path("M-22 -7q7 -8 14 0t14 0 M-22 7q7 -8 14 0t14 0", fill="none", stroke="#2d7fb8", stroke_width=4)
            head = path("M12 -14L25 0L12 14", fill="none", stroke="#2d7fb8", stroke_width=4)
            return [group(wave, head, transform=_towards(one.to))], ""
        case Gear():
            colour = "#3d9a50" if one.clockwise else "#c0392b"
            arc = path("M0 -17A17 17 0 1 1 -17 0", fill="none", stroke=colour, stroke_width=6)
            head = path("M-27 2L-17 -11L-7 2Z", fill=colour)
            flip = "scale(1 1)" if one.clockwise else "scale(-1 1)"
            return [group(arc, head, transform=flip)], ""
        case Laser():
            beams = joined(
                path(f"M{-HALF + 8:g} {offset:g}H{HALF:g}", stroke="#d7263d", stroke_width=2)
                for offset in (4 * number - 2 * (one.beams - 1) for number in range(one.beams))
            )
            return [group(beams, rect(-HALF, -9, 9, 18, fill="#6b1d2a"), transform=_towards(one.fires))], ""
        case Pusher():
            bar = rect(-HALF, -22, 10, 44, fill="#e0b83c", stroke=INK)
            rod = path("M-20 0H-4M-10 -6L-3 0L-10 6", fill="none", stroke=INK, stroke_width=3)
            return [group(bar, rod, transform=_towards(one.push))], sign_of(one)
        case Portal():
            return [circle(0, 0, 20, fill="none", stroke="#7d5ba6", stroke_width=6)], sign_of(one)
        case Mirror():
            end = 22 if one.rising else -22
            return [path(f"M{-end} 22L{end} -22", stroke="#7f8c99", stroke_width=7, stroke_linecap="round")], ""
        case _:
            assert_never(one)


def _belt(belt: Belt) -> Iterator[Markup]:
    """A band towards its end, with an arrow, two if it is fast; a curve comes in from each of its sides."""
    colour = "#7fa7d6" if belt.fast else "#d9b65d"
    for side in belt.curve_from or {opposite(belt.to)}:
        yield group(rect(0, -19, HALF, 38, fill=colour), transform=_towards(side))
    shaft = [circle(0, 0, 19, fill=colour), rect(0, -19, HALF, 38, fill=colour)]
    heads = [
        path(f"M{x} -12L{x + 12} 0L{x} 12", fill="none", stroke=INK, stroke_width=4)
        for x in ((-4, 8) if belt.fast else (2,))
    ]
    yield group(*shaft, *heads, transform=_towards(belt.to))


def _towards(side: Facing) -> str | None:
    """Turn what is drawn towards the east to that side."""
    return moved(0, 0, -90 * FACING_INDEX[side]) or None


def _edge(edge: Edge, language: Language) -> Markup:
    """What stands on an edge, drawn as on the east side of its square and turned."""
    title = element("title", catalogue()[edge.barrier.kind].names.text(language))
    bar = f"M{HALF:g} {-HALF:g}V{HALF:g}"
    x, y = _corner(edge.at)
    match edge.barrier:
        case Wall():
            drawn = [path(bar, stroke=INK, stroke_width=6, stroke_linecap="round")]
        case OneWayWall():
            inner, outer = ("#3d9a50", "#d7263d") if edge.barrier.red_outward else ("#d7263d", "#3d9a50")
            drawn = [rect(HALF - 4, -HALF, 4, SIDE, fill=inner), rect(HALF, -HALF, 4, SIDE, fill=outer)]
        case Slope():
            way = 1 if edge.barrier.upper_inside else -1  # the teeth point down
            teeth = "".join(f"M{HALF:g} {top:g}l{9 * way} 6l{-9 * way} 6Z" for top in (-30, -18, -6, 6, 18))
            ramp = edge.barrier.kind is K.RAMP
            drawn = [
                path(bar, stroke="#8a6d3b", stroke_width=4),
                path(teeth, fill="#e8d4a8" if ramp else "#8a6d3b", stroke="#8a6d3b"),
            ]
        case Repulsor():
            drawn = [path(bar, stroke="#c2378b", stroke_width=6, stroke_dasharray="4 5")]
        case Door():
            digits = "".join(map(str, sorted(edge.barrier.active)))
            upright = moved(HALF, 0, 90 * FACING_INDEX[edge.side])
            label = group(
                _text(digits, 0, 4, 10, stroke=PAGE, stroke_width="2.5", paint_order="stroke"), transform=upright
            )
            drawn = [path(bar, stroke="#5c6770", stroke_width=6, stroke_dasharray="14 3"), label]
        case _:
            assert_never(edge.barrier)
    return group(title, *drawn, transform=moved(x + HALF, y + HALF, -90 * FACING_INDEX[edge.side]))


def _robot(robot: Robot, colour: str) -> Markup:
    """A disc with a beak towards where it looks, its name and its damage."""
    assert robot.at is not None
    x, y = _corner(robot.at)
    beak = group(path("M12 -9L25 0L12 9Z", fill=colour, stroke=INK), transform=_towards(robot.facing))
    name = robot.name if len(robot.name) < 5 else f"{robot.name[:3]}…"
    damage = (
        [_text(str(robot.damage), 16, -14, 10, stroke=PAGE, stroke_width="2.5", paint_order="stroke")]
        if robot.damage
        else []
    )
    return group(
        element("title", robot.name),
        beak,
        circle(0, 0, 15, fill=colour, stroke=INK),
        _text(name, 0, 4.5, 13 if len(name) < 3 else 9, fill="#ffffff", font_weight="bold"),
        *damage,
        transform=moved(x + HALF, y + HALF),
    )
