"""Random artwork: every drawn copy of the game looks different, so that nets learn structure and not a style.

Only what the rules say is common to all copies: the grid, belts that lead from entrances to exits, knobs and
sockets, the number of holes of a kind and roughly where they are, and the models' colours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.copies import PIECE_SPAN

Picture = NDArray[np.uint8]
Point = tuple[float, float]

PX: Final = 96
"""Pixels a square of everything drawn here."""
PIECE_SIZE: Final = round(PX * PIECE_SPAN)

# Sides W, N, E, S: i entrance, o exit, - flat; then where its holes are, roughly, facing east.
FLOOR: Final[dict[str, tuple[str, dict[str, Point]]]] = {
    "upgrader": ("iioi", {"in": (-0.17, 0.0), "ahead": (0.25, 0.0)}),
    "downgrader": ("iooo", {"in": (-0.17, 0.0), "left": (0.04, -0.28), "ahead": (0.28, 0.0), "right": (0.04, 0.28)}),
    "duplicator": ("iooi", {"in": (-0.17, 0.05), "ahead": (0.26, 0.0), "left": (0.04, -0.28)}),
    "duplicator_flipped": ("iioo", {"in": (-0.17, -0.05), "ahead": (0.26, 0.0), "right": (0.04, 0.28)}),
    "repurposer": ("iioi", {"in1": (-0.13, -0.18), "in2": (-0.13, 0.18), "ahead": (0.27, 0.0)}),
    "gift_wrapper": ("i-o-", {}),
    "static_charger": ("iooo", {"left": (0.0, -0.27), "right": (0.0, 0.27)}),
    "flight_tester": ("ii-i", {}),
    "fork": ("iooi", {}),
}
START: Final[dict[str, tuple[str, dict[str, Point]]]] = {
    "advanced_fabricator": ("--o-", {"centre": (0.05, 0.0), "side": (-0.26, 0.22)}),
    "overactive_fabricator": ("--o-", {"centre": (0.2, 0.0), "side": (-0.22, 0.0)}),
}
DOCK: Final[dict[str, tuple[str, dict[str, Point]]]] = {
    "big_truck": ("i---", {"1": (-0.12, 0.0), "2": (0.25, 0.0)}),
    "huge_truck": ("i---", {"1": (-0.13, -0.22), "2": (0.2, 0.02), "3": (-0.13, 0.22)}),
}
DIRECTIONS: Final = ((-1, 0), (0, -1), (1, 0), (0, 1))
FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


@dataclass
class DrawnPiece:
    """A piece's picture (BGR), what of it is cardboard (alpha 0..1) and its holes from the centre in squares."""

    kind: str
    picture: Picture
    alpha: NDArray[np.float32]
    holes: dict[str, Point]


@dataclass
class DrawnCopy:
    """One random copy: the empty board, all pieces, and where the board's printed holes are."""

    columns: int
    outline: tuple[float, float, float, float]
    board: Picture
    board_holes: dict[str, Point]
    hole_radius: float
    pieces: dict[str, DrawnPiece]
    edge_colour: tuple[float, float, float]
    corner_radius: float = 0.0
    style: dict[str, Any] = field(default_factory=dict)


def colour(rng: np.random.Generator, value: tuple[float, float] = (0.15, 1.0), saturation: float = 1.0) -> Any:
    """A random BGR colour (0..255) of some brightness."""
    hsv = np.array(
        [[[rng.uniform(0, 180), 255 * saturation * rng.beta(1.2, 1.6), 255 * rng.uniform(*value)]]], np.float32
    )
    bgr = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return tuple(float(part) for part in bgr)


def noise(rng: np.random.Generator, height: int, width: int, cells: int) -> NDArray[np.float32]:
    """Smooth noise in -1..1 that changes about ``cells`` times across the picture."""
    small = rng.uniform(-1, 1, (max(2, cells * height // max(height, width) + 1), cells + 1)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def texture(rng: np.random.Generator, height: int, width: int, base: Any = None) -> Picture:
    """A random surface: plain, grainy like wood or stone, striped, checked, or blotched."""
    base = np.array(base if base is not None else colour(rng), np.float32)
    picture: NDArray[Any] = np.ones((height, width, 3), np.float32) * base
    other = np.array(colour(rng), np.float32)
    kind = rng.integers(7)
    if kind == 1:  # wood: noise stretched along one direction, with planks
        grain = cv2.resize(noise(rng, height, max(8, width // 24), 60), (width, height), interpolation=cv2.INTER_LINEAR)
        grain = grain + 0.5 * noise(rng, height, width, int(rng.integers(5, 20)))
        picture *= 1 + rng.uniform(0.05, 0.35) * grain[..., None]
        if rng.random() < 0.6:
            gap = int(rng.uniform(0.12, 0.4) * height)
            for y in range(int(rng.integers(gap)), height, gap):
                cv2.line(picture, (0, y), (width, y), (base * 0.35).tolist(), int(rng.integers(1, 5)))
        if rng.random() < 0.5:
            picture = np.ascontiguousarray(picture.transpose(1, 0, 2))
            picture = cv2.resize(picture, (width, height))
    elif kind == 2:
        for cells in (8, 20, 60):
            picture += noise(rng, height, width, cells)[..., None] * rng.uniform(5, 30)
    elif kind == 3:  # stripes
        angle, period = rng.uniform(0, math.pi), rng.uniform(0.02, 0.15) * width
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        wave = np.sin((xs * math.cos(angle) + ys * math.sin(angle)) * 2 * math.pi / period) > rng.uniform(-0.6, 0.6)
        mix = rng.uniform(0.1, 0.8)
        picture = np.where(wave[..., None], picture * (1 - mix) + other * mix, picture)
    elif kind == 4:  # marble: noise warped into veins
        veins = np.abs(noise(rng, height, width, 6) + 0.4 * noise(rng, height, width, 20))
        picture = picture + (other - base) * np.exp(-veins * rng.uniform(4, 14))[..., None]
    elif kind == 5:  # checked cloth
        size = max(4, int(rng.uniform(0.03, 0.12) * width))
        ys, xs = np.mgrid[0:height, 0:width] // size
        mix = rng.uniform(0.1, 0.8)
        picture = np.where(((xs + ys) % 2 == 0)[..., None], picture * (1 - mix) + other * mix, picture)
    elif kind == 6:  # a fine weave
        picture += rng.normal(0, rng.uniform(3, 16), (height, width, 1)).astype(np.float32)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


class Style:
    """The choices that one artist would make once for a whole copy."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        dark = rng.random() < 0.3
        self.ground = colour(rng, (0.05, 0.45) if dark else (0.45, 1.0))
        self.slot = colour(rng, (0.1, 0.5) if dark else (0.5, 1.0))
        self.belt = colour(rng, (0.5, 1.0) if dark and rng.random() < 0.6 else (0.05, 0.7))
        self.mark = colour(rng, (0.0, 1.0))
        if np.abs(np.subtract(self.mark, self.belt)).mean() < 50:
            self.mark = tuple(255.0 if part < 128 else 10.0 for part in self.belt)
        self.line = colour(rng, (0.0, 0.3)) if rng.random() < 0.75 else colour(rng, (0.7, 1.0))
        self.line_width = int(rng.integers(0, 5))
        self.belt_width = rng.uniform(0.18, 0.62)
        self.belt_lines = rng.random() < 0.6
        self.mark_kind = int(rng.integers(6))
        self.mark_count = int(rng.integers(1, 5))
        self.mark_size = rng.uniform(0.35, 0.85)
        self.mark_width = int(rng.integers(2, 8))
        self.hole_radius = rng.uniform(0.13, 0.19)
        self.ring = colour(rng, (0.5, 1.0)) if rng.random() < 0.7 else colour(rng, (0.0, 0.4))
        self.ring_width = rng.uniform(0.0, 0.05)
        self.input_ring = (40.0, 40.0, 210.0) if rng.random() < 0.6 else colour(rng)
        self.input_dots = rng.random() < 0.6
        self.piece_ground = colour(rng, (0.1, 0.5) if rng.random() < 0.25 else (0.5, 1.0))
        self.one_ground = rng.random() < 0.7
        self.pattern = int(rng.integers(5))
        self.knob = rng.uniform(0.06, 0.115)
        self.knob_shape = int(rng.integers(3))
        self.icon_size = rng.uniform(0.1, 0.22)
        self.font = int(rng.choice(FONTS))
        self.number_corner = rng.integers(4)
        self.board_hole = rng.random() < 0.85
        self.square_lines = int(rng.integers(0, 4))

    def ground_of(self, index: int) -> Any:
        """The ground of the ``index``-th kind: the same for all, or its own."""
        if self.one_ground:
            return tuple(np.clip(np.add(self.piece_ground, self.rng.uniform(-8, 8, 3)), 0, 255))
        return colour(self.rng, (0.25, 1.0))

    def decorate(self, picture: Picture, strength: float = 1.0) -> None:
        """Print a faint pattern over a surface, in place."""
        height, width = picture.shape[:2]
        rng = self.rng
        if self.pattern == 0:
            return
        if self.pattern == 1:
            shade = 1 + 0.1 * strength * noise(rng, height, width, int(rng.integers(4, 40)))
        elif self.pattern == 2:
            shade = 1 + rng.normal(0, 0.04 * strength, (height, width)).astype(np.float32)
        else:
            shade = np.ones((height, width), np.float32)
            step = int(rng.integers(8, 22))
            for at in range(0, height + width, step):
                if self.pattern == 3:
                    cv2.line(shade, (at, 0), (at - height, height), 1 - 0.12 * strength, 2)
                else:
                    for x in range(at % (2 * step), width, 2 * step):
                        cv2.circle(shade, (x, at), 2, 1 - 0.15 * strength, -1)
        picture[:] = np.clip(picture * shade[..., None], 0, 255).astype(np.uint8)


def _p(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)


def draw_mark(picture: Picture, style: Style, at: Point, way: Point, size: float) -> None:
    """One sign on a belt that shows the way: chevron, arrow, triangle, dot, roller or dash."""
    (x, y), (dx, dy) = at, way
    across = (-dy, dx)
    tip = (x + dx * size / 2, y + dy * size / 2)
    left = (x - dx * size / 2 + across[0] * size / 2, y - dy * size / 2 + across[1] * size / 2)
    right = (x - dx * size / 2 - across[0] * size / 2, y - dy * size / 2 - across[1] * size / 2)
    width = max(1, min(style.mark_width, round(size / 3)))
    if style.mark_kind == 0:
        points = np.array([_p(*left), _p(*tip), _p(*right)], np.int32)
        if style.line_width > 1:
            cv2.polylines(picture, [points], False, style.line, width + 3, cv2.LINE_AA)
        cv2.polylines(picture, [points], False, style.mark, width, cv2.LINE_AA)
    elif style.mark_kind == 1:
        tail = (x - dx * size / 2, y - dy * size / 2)
        cv2.arrowedLine(picture, _p(*tail), _p(*tip), style.mark, width, cv2.LINE_AA, tipLength=0.5)
    elif style.mark_kind == 2:
        cv2.fillPoly(picture, [np.array([_p(*left), _p(*tip), _p(*right)], np.int32)], style.mark, cv2.LINE_AA)
    elif style.mark_kind == 3:
        cv2.circle(picture, _p(x, y), max(2, round(size / 5)), style.mark, -1, cv2.LINE_AA)
    elif style.mark_kind == 4:
        ends = (
            (x + across[0] * size / 2, y + across[1] * size / 2),
            (x - across[0] * size / 2, y - across[1] * size / 2),
        )
        cv2.line(picture, _p(*ends[0]), _p(*ends[1]), style.mark, width, cv2.LINE_AA)
    else:
        ends = (x - dx * size / 3, y - dy * size / 3), (x + dx * size / 3, y + dy * size / 3)
        cv2.line(picture, _p(*ends[0]), _p(*ends[1]), style.mark, width, cv2.LINE_AA)


def draw_belt(picture: Picture, style: Style, start: Point, end: Point, width: float, marks: int) -> None:
    """A straight belt from one point (pixels) to another, with its marks."""
    length = math.dist(start, end)
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    half = (-way[1] * width / 2, way[0] * width / 2)
    corners = [
        _p(start[0] + half[0], start[1] + half[1]),
        _p(end[0] + half[0], end[1] + half[1]),
        _p(end[0] - half[0], end[1] - half[1]),
        _p(start[0] - half[0], start[1] - half[1]),
    ]
    cv2.fillPoly(picture, [np.array(corners, np.int32)], style.belt, cv2.LINE_AA)
    if style.belt_lines and style.line_width:
        cv2.line(picture, corners[0], corners[1], style.line, style.line_width, cv2.LINE_AA)
        cv2.line(picture, corners[3], corners[2], style.line, style.line_width, cv2.LINE_AA)
    size = min(width * style.mark_size, length / max(1, marks) * 0.9)
    for number in range(marks):
        along = (number + 0.5) / marks * length
        draw_mark(picture, style, (start[0] + way[0] * along, start[1] + way[1] * along), way, size)


def draw_hole_ring(picture: Picture, style: Style, at: Point, radius: float, takes: bool) -> None:
    """The printed ring round a hole; red and dotted round inputs in many copies."""
    width = max(1, round(style.ring_width * PX))
    edge = _p(*at)
    if style.ring_width > 0.008:
        cv2.circle(picture, edge, round(radius + width / 2), style.ring, width, cv2.LINE_AA)
    if takes:
        if style.input_dots:
            for angle in np.linspace(0, 2 * math.pi, 16, endpoint=False):
                dot = (at[0] + (radius + width) * math.cos(angle), at[1] + (radius + width) * math.sin(angle))
                cv2.circle(picture, _p(*dot), max(1, width // 2 + 1), style.input_ring, -1, cv2.LINE_AA)
        else:
            cv2.circle(picture, edge, round(radius + width), style.input_ring, max(2, width // 2), cv2.LINE_AA)
    if style.line_width:
        cv2.circle(picture, edge, round(radius), style.line, max(1, style.line_width // 2), cv2.LINE_AA)


def draw_icon(picture: Picture, style: Style, at: Point, size: float) -> None:
    """A random sign: disc, star, gear, blocks, letters."""
    rng = style.rng
    first, second = colour(rng, (0.3, 1.0)), colour(rng, (0.0, 1.0))
    if rng.random() < 0.7:
        if rng.random() < 0.5:
            cv2.circle(picture, _p(*at), round(size / 2), first, -1, cv2.LINE_AA)
            if style.line_width:
                cv2.circle(picture, _p(*at), round(size / 2), style.line, style.line_width, cv2.LINE_AA)
        else:
            low, high = _p(at[0] - size / 2, at[1] - size / 2), _p(at[0] + size / 2, at[1] + size / 2)
            cv2.rectangle(picture, low, high, first, -1)
            if style.line_width:
                cv2.rectangle(picture, low, high, style.line, style.line_width)
        size *= 0.65
    corners = int(rng.integers(3, 9))
    turn = rng.uniform(0, 6.28)
    kind = rng.integers(4)
    if kind == 3:
        text = chr(int(rng.integers(65, 91)))
        cv2.putText(
            picture, text, _p(at[0] - size / 3, at[1] + size / 3), style.font, size / 28, second, 2, cv2.LINE_AA
        )
        return
    radii = np.ones(2 * corners) * size / 2
    if kind == 1:
        radii[1::2] *= rng.uniform(0.3, 0.8)
    elif kind == 2:
        radii *= rng.uniform(0.4, 1.0, 2 * corners)
    angles = turn + np.arange(2 * corners) * math.pi / corners
    points = np.stack([at[0] + radii * np.cos(angles), at[1] + radii * np.sin(angles)], 1)
    cv2.fillPoly(picture, [points.round().astype(np.int32)], second, cv2.LINE_AA)
    if style.line_width:
        cv2.polylines(
            picture, [points.round().astype(np.int32)], True, style.line, max(1, style.line_width - 1), cv2.LINE_AA
        )


def draw_text(picture: Picture, style: Style, text: str, at: Point, height: float, ink: Any) -> None:
    """Text centred on a point, ``height`` pixels tall."""
    scale = height / 22
    (width, tall), _ = cv2.getTextSize(text, style.font, scale, 2)
    cv2.putText(picture, text, _p(at[0] - width / 2, at[1] + tall / 2), style.font, scale, ink, 2, cv2.LINE_AA)


def _knob(alpha: NDArray[np.float32], style: Style, side: int, value: float) -> None:
    """Add a knob to a piece's outline (value 1) or cut a socket out of it (value 0)."""
    centre = PIECE_SIZE / 2
    dx, dy = DIRECTIONS[side]
    radius = style.knob * PX * (1.0 if value else 1.1)
    away = PX / 2 + (radius * 0.75 if value else -radius * 0.75)
    at = (centre + dx * away, centre + dy * away)
    if style.knob_shape == 0:
        cv2.circle(alpha, _p(*at), round(radius), value, -1)
    else:
        spread = 1.0 if style.knob_shape == 1 else 0.65
        across = (-dy, dx)
        near = PX / 2
        far = away + (radius if value else -radius) * 0.9
        points = [
            (centre + dx * near + across[0] * radius * spread, centre + dy * near + across[1] * radius * spread),
            (centre + dx * far + across[0] * radius, centre + dy * far + across[1] * radius),
            (centre + dx * far - across[0] * radius, centre + dy * far - across[1] * radius),
            (centre + dx * near - across[0] * radius * spread, centre + dy * near - across[1] * radius * spread),
        ]
        cv2.fillPoly(alpha, [np.array(points).round().astype(np.int32)], value)


def draw_piece(style: Style, kind: str, sides: str, holes: dict[str, Point], index: int) -> DrawnPiece:
    """A loose piece facing east, in this copy's style."""
    rng = style.rng
    size, centre = PIECE_SIZE, PIECE_SIZE / 2
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = np.array(style.ground_of(index), np.uint8)
    style.decorate(picture)
    placed: dict[str, Point] = {}
    spread = rng.uniform(0.92, 1.08)
    for name, (x, y) in holes.items():
        placed[name] = (x * spread + rng.uniform(-0.025, 0.025), y * spread + rng.uniform(-0.025, 0.025))
    truck, fabricator = kind.endswith("truck"), kind.endswith("fabricator")
    if truck:
        body = colour(rng, (0.4, 1.0))
        low, high = _p(centre - PX * 0.4, centre - PX * 0.33), _p(centre + PX * 0.44, centre + PX * 0.33)
        cv2.rectangle(picture, low, high, body, -1)
        if style.line_width:
            cv2.rectangle(picture, low, high, style.line, style.line_width)
    width = style.belt_width * PX
    order = [0, 1, 3, 2]
    for side in order:
        if sides[side] == "-" and not (kind == "flight_tester" and side == 2 and rng.random() < 0.3):
            continue
        dx, dy = DIRECTIONS[side]
        reach = PX * 0.5 + (PX * style.knob * 1.7 if sides[side] == "o" else 0)
        edge = (centre + dx * reach, centre + dy * reach)
        inner = (centre - dx * width * 0.4, centre - dy * width * 0.4) if side in (0, 2) else (centre, centre)
        start, end = (edge, inner) if sides[side] == "i" else (inner, edge)
        if truck:
            continue
        marks = max(1, style.mark_count - 1) if rng.random() < 0.8 else 0
        draw_belt(picture, style, start, end, width, marks)
    for name, (x, y) in placed.items():
        at = (centre + x * PX, centre + y * PX)
        draw_hole_ring(picture, style, at, style.hole_radius * PX, name.startswith("in"))
    if not holes:
        draw_icon(
            picture, style, (centre + rng.uniform(-4, 4), centre + rng.uniform(-4, 4)), PX * rng.uniform(0.2, 0.62)
        )
    corners = [(-0.34, -0.34), (0.34, -0.34), (0.34, 0.34), (-0.34, 0.34)]
    for number, (x, y) in enumerate(corners):
        near = any(math.dist((x, y), hole) < style.hole_radius + 0.12 for hole in placed.values())
        at = (centre + x * PX, centre + y * PX)
        if number == style.number_corner and not near and kind != "fork":
            if rng.random() < 0.8:
                cv2.circle(picture, _p(*at), round(PX * 0.09), colour(rng, (0.7, 1.0)), -1, cv2.LINE_AA)
            draw_text(picture, style, str(rng.integers(1, 15)), at, PX * 0.1, style.line)
        elif not near and rng.random() < (0.25 if kind == "fork" else 0.6):
            draw_icon(picture, style, at, PX * style.icon_size)
    if kind == "flight_tester" and rng.random() < 0.5:
        for step in range(-4, 5, 2):
            low = _p(centre + PX * 0.42, centre + (step - 0.5) * PX * 0.1)
            cv2.rectangle(picture, low, _p(centre + PX * 0.5, centre + (step + 0.5) * PX * 0.1), style.input_ring, -1)
    if (truck or fabricator) and rng.random() < 0.6:
        draw_text(
            picture,
            style,
            kind.split("_", maxsplit=1)[0][:4].upper(),
            (centre + PX * 0.05, centre - PX * 0.4),
            PX * 0.12,
            style.line,
        )
    alpha = np.zeros((size, size), np.float32)
    inset = PX * 0.012
    low, high = (
        _p(centre - PX / 2 + inset, centre - PX / 2 + inset),
        _p(centre + PX / 2 - inset, centre + PX / 2 - inset),
    )
    cv2.rectangle(alpha, low, high, 1.0, -1)
    for side in range(4):
        if sides[side] == "o":
            _knob(alpha, style, side, 1.0)
    for side in range(4):
        if sides[side] == "i":
            _knob(alpha, style, side, 0.0)
    for x, y in placed.values():
        cv2.circle(alpha, _p(centre + x * PX, centre + y * PX), round(style.hole_radius * PX), 0.0, -1)
    if style.line_width and rng.random() < 0.8:
        contours, _ = cv2.findContours((alpha > 0.5).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(picture, contours, -1, style.line, style.line_width, cv2.LINE_AA)
    return DrawnPiece(kind, picture, np.asarray(cv2.GaussianBlur(alpha, (3, 3), 0), np.float32), placed)


def draw_board(
    style: Style, columns: int
) -> tuple[Picture, tuple[float, float, float, float], dict[str, Point], float]:
    """The empty board: picture over its outline at PX a square, outline, printed holes, corner radius (squares)."""
    rng = style.rng
    side = rng.uniform(0.08, 0.55)
    left, top = -side * rng.uniform(0.8, 1.2), -rng.uniform(0.08, 0.65)
    right, bottom = columns + 2 + side * rng.uniform(0.8, 1.2), 3 + rng.uniform(0.08, 0.55)
    width, height = round((right - left) * PX), round((bottom - top) * PX)
    picture = (
        texture(rng, height, width, style.ground) if rng.random() < 0.3 else np.empty((height, width, 3), np.uint8)
    )
    if rng.random() < 0.8:
        picture[:] = np.array(style.ground, np.uint8)
        style.decorate(picture, 0.7)

    def at(x: float, y: float) -> Point:
        return (x - left) * PX, (y - top) * PX

    border = rng.integers(3)
    for number in range(int(border)):
        gap, thick = round(PX * rng.uniform(0.03, 0.12) * (number + 1)), int(rng.integers(2, 9))
        cv2.rectangle(picture, (gap, gap), (width - gap, height - gap), colour(rng), thick)
    if rng.random() < 0.7 and top < -0.25:
        title = "".join(chr(int(letter)) for letter in rng.integers(65, 91, int(rng.integers(4, 12))))
        draw_text(picture, style, title, at((columns + 2) / 2, top / 2), PX * min(0.3, -top * 0.6), style.mark)
        for x in rng.uniform(0, columns + 2, int(rng.integers(0, 5))):
            draw_icon(picture, style, at(float(x), top / 2), PX * 0.15)
    low, high = at(1, 0), at(columns + 1, 3)
    floor = style.slot if rng.random() < 0.8 else style.ground
    cv2.rectangle(picture, _p(*low), _p(*high), floor, -1)
    same = rng.random() < 0.3
    for row in range(3):
        for column in range(columns):
            start, end = at(column + 1, row + 0.5), at(column + 2, row + 0.5)
            draw_belt(picture, style, start, end, style.belt_width * PX * (1.0 if same else 0.95), style.mark_count)
    for row in range(4):
        for column in range(columns + 1):
            if style.square_lines:
                for start, end in (((column + 1, row), (column + 1, row + 1)), ((column + 1, row), (column + 2, row))):
                    if end[0] > columns + 1 or end[1] > 3:
                        continue
                    dashes = 7 if style.square_lines == 1 else 1
                    for part in range(dashes):
                        a, b = part / dashes, (part + (0.6 if dashes > 1 else 1)) / dashes
                        first = at(start[0] + (end[0] - start[0]) * a, start[1] + (end[1] - start[1]) * a)
                        last = at(start[0] + (end[0] - start[0]) * b, start[1] + (end[1] - start[1]) * b)
                        cv2.line(picture, _p(*first), _p(*last), style.line, 2, cv2.LINE_AA)
    holes: dict[str, Point] = {}
    inset = rng.uniform(0.0, 0.06)
    start_x, truck_x = rng.uniform(0.42, 0.58), rng.uniform(0.35, 0.55)
    basic = colour(rng, (0.3, 1.0))
    dock = colour(rng, (0.3, 1.0))
    truck_body = colour(rng, (0.5, 1.0))
    for row, name in enumerate(("top", "middle", "bottom")):
        slot_low, slot_high = _p(*at(inset, row + inset)), _p(*at(1 - inset, row + 1 - inset))
        cv2.rectangle(picture, slot_low, slot_high, basic if row == 1 else style.slot, -1)
        if style.line_width:
            cv2.rectangle(picture, slot_low, slot_high, style.line, style.line_width)
        if row == 1 or rng.random() < 0.2:
            draw_belt(picture, style, at(start_x, row + 0.5), at(1, row + 0.5), style.belt_width * PX * 0.8, 1)
        if row == 1 and rng.random() < 0.8:
            draw_icon(picture, style, at(0.22, row + 0.2), PX * 0.2)
            draw_text(picture, style, "BASE", at(0.5, row + 0.85), PX * 0.12, style.line)
        elif rng.random() < 0.6:
            draw_text(picture, style, "SLOT", at(0.5, row + 0.82), PX * 0.11, style.line)
        holes[f"start/{name}/centre"] = (start_x, row + 0.5)
        dock_low, dock_high = _p(*at(columns + 1 + inset, row + inset)), _p(*at(columns + 2 - inset, row + 1 - inset))
        cv2.rectangle(picture, dock_low, dock_high, dock, -1)
        if style.line_width:
            cv2.rectangle(picture, dock_low, dock_high, style.line, style.line_width)
        if rng.random() < 0.8:
            draw_belt(
                picture, style, at(columns + 1, row + 0.5), at(columns + 1.2, row + 0.5), style.belt_width * PX * 0.7, 1
            )
        body_low, body_high = _p(*at(columns + 1.2, row + 0.22)), _p(*at(columns + 1.72, row + 0.78))
        cv2.rectangle(picture, body_low, body_high, truck_body, -1)
        cab_low, cab_high = _p(*at(columns + 1.74, row + 0.27)), _p(*at(columns + 1.9, row + 0.73))
        cv2.rectangle(picture, cab_low, cab_high, style.belt, -1)
        holes[f"dock/{name}/1"] = (columns + 1 + truck_x, row + 0.5)
    radius = style.hole_radius * PX
    hole_ink = colour(rng, (0.0, 0.35)) if style.board_hole else None
    for place, (x, y) in holes.items():
        if hole_ink is not None:
            cv2.circle(picture, _p(*at(x, y)), round(radius), hole_ink, -1, cv2.LINE_AA)
        draw_hole_ring(picture, style, at(x, y), radius, takes=False)
        del place
    corner = rng.uniform(0.0, 0.2) if rng.random() < 0.6 else 0.0
    return picture, (left, top, right, bottom), holes, corner


def draw_copy(rng: np.random.Generator, columns: int = 4) -> DrawnCopy:
    """A whole random copy."""
    style = Style(rng)
    board, outline, board_holes, corner = draw_board(style, columns)
    pieces = {}
    for index, (kind, (sides, holes)) in enumerate((FLOOR | START | DOCK).items()):
        pieces[kind] = draw_piece(style, kind, sides, holes, index)
    edge = tuple(np.multiply(style.ground, rng.uniform(0.3, 0.8))) if rng.random() < 0.6 else colour(rng)
    return DrawnCopy(columns, outline, board, board_holes, style.hole_radius, pieces, edge, corner)
