"""A piece as it is printed: its plate, belts, holes, emblem and corners, by what its component set says of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from mechanica_core.editions import ComponentSet
from mechanica_core.geometry import TURN_INDEX, Turn
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, PRINTED, TRUCKS, Kind, Shape, Side
from mechanica_core.render import artwork, jigsaw
from mechanica_core.render.artwork import LINE
from mechanica_core.render.jigsaw import HALF, Point, turned
from mechanica_core.render.svg import Markup, circle, group, joined, moved, path, rect
from mechanica_core.render.theme import RED, Theme

HOLE: Final = 14.8
"""Radius of a hole; its ring lies around it."""
RING: Final = 2.4
NEAR: Final = 17.0
"""How far an input hole lies off the middle, so that the socket behind it stays free."""
FAR: Final = 30.2
"""How far an output hole lies off the middle, towards its exit."""
CORNER: Final = 34.8
"""How far the middle of a corner's print lies off the middle of the piece, both ways."""
_FLAT: Final = (Side.FLAT,) * 4


class Spot(NamedTuple):
    """A hole on a piece: its middle, its radius, and whether bots arrive in it."""

    x: float
    y: float
    radius: float = HOLE
    is_input: bool = False


class Cut(NamedTuple):
    """How a piece is cut and drilled, facing east: its sides as in ``Shape`` and its holes by name."""

    sides: tuple[Side, ...]
    holes: Mapping[str, Spot]


def cut(components: ComponentSet, kind: Kind | None, flipped: bool = False) -> Cut:
    """How a kind of piece is cut; None is an empty start slot. ``flipped`` counts where there is another side."""
    if kind is None or kind in FABRICATORS:
        start = components.start_shapes[kind].value
        sides = (Side.EXIT, *_FLAT[1:]) if start.knob else _FLAT
        return Cut(sides, _start_holes(kind, start.holes))
    if kind in TRUCKS:
        sides = _FLAT if kind in PRINTED else (*_FLAT[:2], Side.ENTRANCE, Side.FLAT)
        names = tuple(str(number) for number in range(1, components.truck_holes[kind].value + 1))
        return Cut(sides, dict(zip(names, truck_spots(len(names)), strict=True)))
    shape = _shape(components, kind, flipped)
    return Cut(shape.sides, _floor_holes(shape.inputs, shape.outputs))


def _shape(components: ComponentSet, kind: Kind, flipped: bool) -> Shape:
    """A floor piece's shape; one that cannot be flipped has one side only."""
    fact = components.shapes.get((kind, flipped)) or components.shapes[kind, False]
    return fact.value


def _floor_holes(inputs: tuple[str, ...], outputs: tuple[Turn, ...]) -> dict[str, Spot]:
    """Output holes lie at their exits, input holes where none of these is, opposite the first if they can."""
    exits = [TURN_INDEX[turn] for turn in outputs]
    free = [turn for turn in ((exits[0] + 2) % 4 if exits else 2, 2, 3, 1, 0) if turn not in exits]
    spots = {turn.value: Spot(*turned((FAR, 0), TURN_INDEX[turn])) for turn in outputs}
    for n, name in enumerate(inputs):
        at = (NEAR, 0.0) if len(inputs) == 1 else (NEAR - 6, 17.6 if n == 0 else -17.6)
        spots[name] = Spot(*turned(at, free[0]), is_input=True)
    return {name: spots[name] for name in (*inputs, *(turn.value for turn in outputs))}


def _start_holes(kind: Kind | None, names: tuple[str, ...]) -> dict[str, Spot]:
    """The first hole is the one nearer the exit."""
    if len(names) == 1:
        spots = [Spot(0 if kind is None else 22, 0)]
    elif len(names) == 2:
        spots = [Spot(27.4, 0), Spot(-18, 25)] if kind else [Spot(20, 0), Spot(-20, 0)]
    else:
        spots = _rows(len(names), 0, HALF - 6)
    return dict(zip(names, spots, strict=True))


def truck_spots(holes: int) -> list[Spot]:
    """Where so many bots stand on a truck."""
    if holes == 1:
        return [Spot(-2, 0)]
    if holes == 2:
        return [Spot(-3, -18.2), Spot(-3, 18.2)]
    if holes == 3:
        return [Spot(-17, -18.2), Spot(-17, 18.2), Spot(12.6, 0)]
    return _rows(holes, -4, 33)


def _rows(number: int, x: float, half: float) -> list[Spot]:
    """More holes than are usual, in rows around (x, 0), smaller so that they have room."""
    across = math.ceil(math.sqrt(number))
    step = 2 * half / across
    radius = min(HOLE, step / 2 - RING - 0.6)
    spots = []
    for n in range(number):
        column, row = divmod(n, across)
        spots.append(Spot(x - half + step * (column + 0.5), -half + step * (row + 0.5), radius))
    return spots


def hole(spot: Spot, theme: Theme) -> Markup:
    """An empty hole in its ring: dotted red where bots arrive, solid where they leave."""
    r = spot.radius
    middle = r + RING / 2
    inside = joined(
        (
            circle(0, 0, r, fill=theme.hole),
            path(
                f"M{-r + 2:.2f} {-r * 0.3:.2f}A{r - 1.6:.2f} {r - 1.6:.2f} 0 0 1 {r * 0.6:.2f} {-r * 0.72:.2f}",
                fill="none",
                stroke=theme.hole_edge,
                stroke_width=2.4,
                stroke_linecap="round",
            ),
        )
    )
    if spot.is_input:
        dots = 18
        rings = [
            circle(0, 0, middle, fill="none", stroke=theme.ink, stroke_width=RING + 2.6),
            circle(0, 0, middle, fill="none", stroke="#ffffff", stroke_width=RING + 0.8),
            circle(
                0,
                0,
                middle,
                fill="none",
                stroke=RED,
                stroke_width=RING + 0.4,
                stroke_linecap="round",
                stroke_dasharray=f"0 {2 * math.pi * middle / dots:.3f}",
            ),
        ]
    else:
        rings = [
            circle(0, 0, middle, fill="none", stroke=theme.ink, stroke_width=RING + 2.4),
            circle(0, 0, middle, fill="none", stroke="#ffffff", stroke_width=RING),
        ]
    return group(inside, *rings, transform=moved(spot.x, spot.y), data_part="hole")


def draw_piece(components: ComponentSet, kind: Kind, theme: Theme, *, facing: int = 0, flipped: bool = False) -> Markup:
    """A piece around the origin, facing that way (0..3, counterclockwise from the east), without bots.

    Digits and emblems stay upright whichever way the piece lies, belts and planes turn with it.
    """
    shape = cut(components, kind, flipped)
    plate = jigsaw.outline(shape.sides)
    angle = -90 * facing
    upright: list[tuple[Point, Markup]] = []
    if kind in components.end_values:
        upright.append(((-CORNER, -CORNER), artwork.value_corner(components.end_values[kind].value, theme)))
    if kind in components.recycling:
        upright.append(((CORNER, CORNER), artwork.recycling_corner(components.recycling[kind].value, theme)))
    turning = [
        path(plate, fill=theme.plates[kind]),
        rect(
            5.6 - HALF,
            5.6 - HALF,
            88.8,
            88.8,
            rx=3,
            fill="none",
            stroke="#ffffff",
            stroke_opacity=0.4,
            stroke_width=1.6,
        ),
    ]
    if kind in FLOOR_KINDS:
        turning += _belts(components, kind, flipped, shape, theme)
        upright += _floor_emblem(kind, theme)
        if kind is Kind.FLIGHT_TESTER:
            turning.append(group(artwork.EMBLEMS[kind](theme), transform=moved(0, 0, scale=0.92)))
    elif kind in FABRICATORS:
        if shape.sides[0] is Side.EXIT:
            turning += _arms((jigsaw.arm(Side.EXIT, 0, 20),), theme)
            turning.append(chevrons((jigsaw.chevron(HALF + 5.6, 0, inward=False),), theme))
        elif len(shape.holes) == 1:
            turning += _arms((jigsaw.arm(Side.FLAT, 0, 20),), theme)
        if len(shape.holes) <= 2:
            at, scale = ((-23.0, 0.0), 0.95) if len(shape.holes) == 1 else ((-0.5, -26.0), 0.78)
            upright.append((at, group(artwork.EMBLEMS[kind](theme), transform=moved(0, 0, scale=scale))))
    else:
        turning.append(_load(kind, shape, theme))
    turning += [hole(spot, theme) for spot in shape.holes.values()]
    turning.append(path(plate, fill="none", stroke=theme.ink, stroke_width=2.2, stroke_linejoin="round"))
    return joined(
        (
            group(*turning, transform=moved(0, 0, angle) or None),
            *(group(print_, transform=moved(*turned(at, facing))) for at, print_ in upright),
        )
    )


def _floor_emblem(kind: Kind, theme: Theme) -> list[tuple[Point, Markup]]:
    """Where a floor piece's emblem stands."""
    if kind is Kind.FORK:
        return []
    if kind is Kind.FLIGHT_TESTER:
        return [((CORNER, -CORNER), artwork.wallet_coin(theme, 1))]
    emblem = artwork.EMBLEMS[kind](theme)
    if kind is Kind.GIFT_WRAPPER:
        return [((0, 0), emblem), ((CORNER, -CORNER), artwork.vault_coin(theme, 1))]
    return [((CORNER, -CORNER), emblem)]


def _belts(components: ComponentSet, kind: Kind, flipped: bool, shape: Cut, theme: Theme) -> list[Markup]:
    """The belts between the sides of a floor piece, with arrows where they can be seen."""
    open_sides = [turn for turn in range(4) if shape.sides[turn] is not Side.FLAT]
    drawn = _arms([jigsaw.arm(shape.sides[turn], turn) for turn in open_sides], theme)
    arrows = []
    for turn in open_sides:
        exits = shape.sides[turn] is Side.EXIT
        if exits:
            arrows.append(jigsaw.chevron(HALF + 5.6, turn, inward=False))
        for x in (30.0, 41.0) if exits else (30.5,):
            if _is_free(turned((x, 0), turn), shape):
                arrows.append(jigsaw.chevron(x, turn, inward=not exits))
    drawn.append(chevrons(arrows, theme))
    if kind is Kind.STATIC_CHARGER:
        drawn.append(artwork.spark(theme))
    if kind is Kind.FORK:
        through = _shape(components, kind, flipped).through
        drawn.append(_points([TURN_INDEX[turn] for turn in through], theme))
    return drawn


def _is_free(point: Point, shape: Cut) -> bool:
    """Whether an arrow at that point would not reach under a hole."""
    return all(math.dist(point, spot[:2]) > spot.radius + RING + 4 for spot in shape.holes.values())


def _arms(arms: list[str] | tuple[str, ...], theme: Theme) -> list[Markup]:
    """Belts that meet in the middle, with one outline around all of them."""
    d = "".join(arms)
    return [
        path(d, fill=theme.ink, stroke=theme.ink, stroke_width=2.2),
        path(d, fill=theme.belt),
    ]


def chevrons(arrows: Iterable[str], theme: Theme, width: float = 2.6) -> Markup:
    """The arrows of a belt, each a path."""
    return path(
        "".join(arrows),
        fill="none",
        stroke=theme.chevron,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _points(exits: list[int], theme: Theme) -> Markup:
    """The points of a Fork: a turntable with an arrow to each exit."""
    arrows = []
    for turn in exits:
        head = "L".join(f"{x:.2f} {y:.2f}" for x, y in (turned(at, turn) for at in ((11, -6.5), (17.5, 0), (11, 6.5))))
        tip = " ".join(f"{value:.2f}" for value in turned((11, 0), turn))
        arrows.append((f"M-14 0H-8Q0 0 {tip}", f"M{head}Z"))
    stems, heads = "".join(stem for stem, _ in arrows), "".join(head for _, head in arrows)
    return joined(
        (
            circle(0, 0, 20.5, fill=theme.paper, stroke=theme.ink, stroke_width=LINE),
            path(stems, fill="none", stroke=theme.ink, stroke_width=5.4, stroke_linecap="round"),
            path(heads, fill=theme.ink, stroke=theme.ink, stroke_width=2, stroke_linejoin="round"),
        )
    )


def _ramp(theme: Theme, length: float) -> Markup:
    """The end of a belt, printed before a truck that is printed too."""
    return joined(
        (
            rect(-HALF, -jigsaw.BELT, length, 2 * jigsaw.BELT, fill=theme.belt, stroke=theme.ink, stroke_width=2.2),
            chevrons((jigsaw.chevron(HALF - length / 2, 2, inward=True),), theme),
        )
    )


def _load(kind: Kind, shape: Cut, theme: Theme) -> Markup:
    """A truck with room for its holes, on a road."""
    spots = shape.holes.values()
    bed = min(36.0, max(spot.radius - spot.x for spot in spots) + 6)
    cab = max(spot.radius + spot.x for spot in spots) + 5
    width = min(78.0, 2 * max(abs(spot.y) + spot.radius for spot in spots) + 10)
    road = path(
        f"M{-HALF + 14} {-HALF + 5}H{HALF - 6}M{-HALF + 14} {HALF - 5}H{HALF - 6}",
        stroke=theme.paper,
        stroke_width=2.4,
        stroke_dasharray="9 7",
        stroke_linecap="round",
    )
    ramp = _ramp(theme, HALF - bed) if shape.sides[2] is Side.FLAT else ""
    return joined((road, ramp, artwork.truck(kind, theme, bed, cab, width)))
