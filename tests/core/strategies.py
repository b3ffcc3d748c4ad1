"""Random factories for hypothesis. They shrink to few columns, empty belts, no bots and the first rule set."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from hypothesis import strategies as st

from mechanica_core import Choice, Facing, Factory, FloorPiece, Kind, Layout, Model, Piece, Row, StartSlot, Truck
from mechanica_core.editions import RULE_SETS, component_set
from mechanica_core.geometry import EAST, FACINGS, NORTH, ROWS, SOUTH, WEST
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, KINDS, MODELS, TRUCKS, Side, TurnedShape
from tests.reference.random_factories import random_factory

# A belt full of pieces that only stop bots tells little about ways, so some floors hold few kinds.
PALETTES = (
    FLOOR_KINDS,
    (Kind.FORK, Kind.GIFT_WRAPPER),
    (Kind.FORK, Kind.STATIC_CHARGER, Kind.REPURPOSER),
    (Kind.FORK, Kind.FLIGHT_TESTER, Kind.DOWNGRADER),
    (Kind.FORK, Kind.FLIGHT_TESTER, Kind.GIFT_WRAPPER),
)


class Lying(NamedTuple):
    """A floor piece as it lies, with what it shows to the east, north, west and south."""

    piece: Piece
    sides: tuple[Side, ...]


@functools.cache
def _fitting(palette: tuple[Kind, ...], to_the_west: Side | None, to_the_north: Side | None) -> tuple[Lying, ...]:
    """The pieces of the palette that fit beside those sides of their neighbours (D-3.7)."""
    shapes = component_set("demo").shapes
    lying = []
    for kind in palette:
        for flipped in (False, True) if kind is Kind.DUPLICATOR else (False,):
            for facing in FACINGS:
                piece = Piece(kind, facing, flipped)
                sides = TurnedShape.of(shapes[kind, flipped].value, piece).sides
                if _fit(sides[WEST], to_the_west) and _fit(sides[NORTH], to_the_north):
                    lying.append(Lying(piece, sides))
    return tuple(lying)


def _fit(side: Side, neighbour: Side | None) -> bool:
    return neighbour is None or Side.EXIT not in (side, neighbour) or Side.ENTRANCE in (side, neighbour)


@st.composite
def factories(
    draw: st.DrawFn,
    *,
    max_columns: int = 5,
    min_bots: int = 0,
    max_bots: int = 6,
    components: str = "demo",
) -> Factory:
    """Any factory of so many columns and bots; bots may stand in any hole (D-11.9)."""
    columns = draw(st.integers(1, max_columns))
    palette = draw(st.sampled_from(PALETTES))
    kinds: list[Kind | None] = []
    for row in Row:
        printed = Kind.BASIC_FABRICATOR if row is Row.MIDDLE else None
        kinds.append(draw(st.sampled_from((printed, *FABRICATORS[1:]))))
    floor: list[FloorPiece] = []
    above: list[Side | None] = [None] * columns
    for row, kind in zip(Row, kinds, strict=True):
        before = Side.EXIT if kind in FABRICATORS[1:] else None
        for column in range(columns):
            fitting = _fitting(palette, before, above[column])
            lying = draw(st.sampled_from((*(None,) * (len(fitting) // 3 + 1), *fitting)))
            before = lying.sides[EAST] if lying else None
            above[column] = lying.sides[SOUTH] if lying else None
            if lying:
                floor.append(FloorPiece(row, column + 1, *lying.piece))
    trucks = [Truck(draw(st.sampled_from(TRUCKS))) for _ in Row]
    empty = Factory.from_layout(
        Layout(
            floor=tuple(floor),
            start=(StartSlot(kinds[0]), StartSlot(kinds[1]), StartSlot(kinds[2])),
            dock=(trucks[0], trucks[1], trucks[2]),
            wallet=draw(st.sampled_from((0, 8, 999))),
            vault=draw(st.sampled_from((0, 5))),
            rules=draw(st.sampled_from(RULE_SETS)),
            components=components,
            columns=columns,
        )
    )
    holes = empty.machinery.holes
    leaving = [hole for hole in holes if "/in" not in hole and not hole.startswith("dock")]
    hole = st.sampled_from((*leaving * 3, *holes))
    least = min(min_bots, len(holes))
    return empty.with_bots(draw(st.dictionaries(hole, st.sampled_from(MODELS), min_size=least, max_size=max_bots)))


def crowded_factories() -> st.SearchStrategy[Factory]:
    """Factories with much going on, most of them too large to shrink; those that shrink come first."""
    drawn = st.builds(random.Random, st.integers(0, 2**32))
    awkward = drawn.map(lambda rng: Factory.from_json(random_factory(rng, pieces=9, wild=True)))
    return factories(min_bots=3, max_bots=10) | awkward | awkward


def policies(data: st.DataObject) -> Callable[[Choice], str]:
    """A policy that hypothesis makes up as it goes; it shrinks to first options."""
    return lambda choice: data.draw(st.sampled_from(choice.takes), label=choice.id)


@st.composite
def messy_layouts(draw: st.DrawFn) -> Layout:
    """Anything that a camera could take for a factory."""
    hole = st.sampled_from(("in", "in1", "ahead", "left", "centre", "side", "1", "nest"))
    bots = st.lists(st.tuples(hole, st.sampled_from(Model)), max_size=3).map(tuple)
    kinds = st.sampled_from(KINDS)
    pieces = st.builds(
        FloorPiece, st.sampled_from(ROWS), st.integers(-1, 6), kinds, st.sampled_from(Facing), st.booleans(), bots
    )
    slots = st.builds(StartSlot, st.none() | kinds, bots)
    trucks = st.builds(Truck, kinds, st.lists(st.sampled_from(Model), max_size=5).map(tuple))
    return Layout(
        floor=draw(st.lists(pieces, max_size=8).map(tuple)),
        start=draw(st.tuples(slots, slots, slots)),
        dock=draw(st.tuples(trucks, trucks, trucks)),
        wallet=draw(st.integers(-2, 9)),
        vault=draw(st.integers(-2, 9)),
        columns=draw(st.none() | st.integers(-1, 5) | st.just(100)),
    )


@st.composite
def forgivable_layouts(draw: st.DrawFn) -> Layout:
    """A factory's layout with such mistakes in it as can be forgiven, or none."""
    layout = draw(factories(max_columns=3)).layout
    floor = [
        replace(
            piece,
            facing=draw(st.sampled_from((piece.facing, *Facing))),
            flipped=draw(st.booleans()),
            bots=draw(st.sampled_from((piece.bots, (*piece.bots, ("nest", Model.DELUXE))))),
        )
        for piece in layout.floor
    ]
    dock = [replace(truck, bots=draw(st.lists(st.sampled_from(Model), max_size=4).map(tuple))) for truck in layout.dock]
    top, middle, bottom = layout.start
    middle = replace(middle, kind=draw(st.sampled_from((middle.kind, None))))
    return replace(layout, floor=tuple(floor), start=(top, middle, bottom), dock=(dock[0], dock[1], dock[2]))
