"""Places, directions, losses and bots in words that players use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from mechanica_core.editions import Assumption, ComponentSet, component_set
from mechanica_core.geometry import FACING_INDEX, parse_place
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Listed, Message, Names, say
from mechanica_core.pieces import FLOOR_KINDS, Kind, Model, Piece
from mechanica_core.places import row_words, square_words
from mechanica_core.routes import Loss

ARROWS: Final = "→↑←↓"
"""The way a piece faces, counterclockwise from the east."""
_HEADINGS: Final = (say("right"), say("up"), say("left"), say("down"))
_HOLES: Final[Mapping[str, Names]] = {
    "in": Names("in", "Eingang", "entrada"),
    "in1": Names("in 1", "Eingang 1", "entrada 1"),
    "in2": Names("in 2", "Eingang 2", "entrada 2"),
    "ahead": Names("ahead", "vorn", "delante"),
    "left": Names("left", "links", "izquierda"),
    "right": Names("right", "rechts", "derecha"),
    "centre": Names("centre", "Mitte", "centro"),
    "side": Names("side", "Seite", "lado"),
}
"""Exits, and holes named after them, are as the piece faces; in the catalogue "left" and "right" are headings."""
_LOSSES: Final = {
    Loss.OVER_THE_EDGE: say("lost over the edge of the board"),
    Loss.OFF_THE_WEST: say("lost off the west of the floor"),
    Loss.AGAINST_THE_BELT: say("lost, riding against a belt"),
    Loss.AT_AN_EXIT: say("lost, running into an exit"),
    Loss.AT_A_FLAT_SIDE: say("lost, running into a flat side"),
    Loss.SECOND_PASS: say("lost, passing a piece a second time"),
    Loss.NOWHERE_TO_LAND: say("lost, thrown with nowhere to land"),
    Loss.ENDLESS_CIRCLE: say("lost, riding in an endless circle"),
    Loss.COLLISION: say("lost in a collision"),
}


def heading_words(heading: int) -> Message:
    """A direction (0..3, counterclockwise from the east) as players see it on the board: right, up, left, down."""
    return _HEADINGS[heading]


def loss_words(loss: Loss) -> Message:
    """Why a bot is lost."""
    return _LOSSES[loss]


def place_words(machinery: Machinery, place: str) -> Message:
    """What stands at a place, and where: "Upgrader (top 2)", "Big Truck (bottom)"."""
    area, row, column = parse_place(place)
    in_row = row_words(row)
    names = machinery.components.piece_names
    if area == "floor":
        piece = machinery.piece(row, column)
        where = square_words(row, column)
        return say("{piece} ({where})", piece=names[piece.kind], where=where) if piece else where
    kind = machinery.start_kind(row) if area == "start" else machinery.dock_kind(row)
    if kind is None:
        return say("empty start slot ({where})", where=in_row)
    return say("{piece} ({where})", piece=names[kind], where=in_row)


def piece_words(components: ComponentSet, piece: Piece | None) -> Message | Names:
    """What lies at a place, as the board shows it: a floor piece's arrow points where it faces."""
    if piece is None:
        return say("nothing")
    name = components.piece_names[piece.kind]
    if piece.kind not in FLOOR_KINDS:
        return name
    arrow = ARROWS[FACING_INDEX[piece.facing]]
    if piece.flipped:
        return say("{arrow} {piece} (flipped)", arrow=arrow, piece=name)
    return say("{arrow} {piece}", arrow=arrow, piece=name)


def hole_name(hole: str) -> Names:
    """A hole's own name, or that of an exit; trucks number theirs, and one's own component set may name others."""
    return _HOLES.get(hole) or Names(hole, hole, hole)


def hole_words(machinery: Machinery, hole: str) -> Message:
    """A hole by its piece, its place and its own name."""
    place, _, name = hole.rpartition("/")
    return say("{place}, hole {name}", place=place_words(machinery, place), name=hole_name(name))


def bots_words(machinery: Machinery, models: Sequence[Model]) -> Listed:
    """Bots counted by model: "Basic, 2 × Plus"."""
    return models_words(machinery.components, models)


def models_words(components: ComponentSet, models: Sequence[Model]) -> Listed:
    """The same as :func:`bots_words` where there is no factory."""
    names = components.model_names
    counted = (
        say("{bot}", bot=names[model]) if number == 1 else say("{number} × {bot}", number=number, bot=names[model])
        for model, number in Counter(models).items()
    )
    return Listed(tuple(counted), ", ")


def assumption_words(assumption: Assumption) -> Message:
    """What a result rests on that nobody has looked up on the pieces: "assumed: Duplicator, end value 3"."""
    what, value = assumption.what, assumption.value
    if what == "board.columns":
        return say("assumed: {columns} columns on the floor", columns=value)
    if what == "board.empty_slot_holes":
        return say("assumed: empty start slot, holes: {holes}", holes=_holes_named(value))
    _, kind, entry = what.split(".")
    piece = component_set("published").piece_names[Kind(kind)]
    match entry:
        case "end_value":
            return say("assumed: {piece}, end value {value}", piece=piece, value=value)
        case "holes":
            return say("assumed: {piece}, holes: {holes}", piece=piece, holes=_holes_named(value))
        case "flipped":
            return say("assumed: {piece} (flipped), its sides and holes", piece=piece)
        case _:
            return say("assumed: {piece}, its sides and holes", piece=piece)


def _holes_named(value: int | str) -> Listed | int:
    """How many holes a truck has, or which there are elsewhere."""
    return value if isinstance(value, int) else Listed(tuple(map(hole_name, value.split())), ", ")
