"""Places, directions, losses and bots in words that players use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mechanica_core.geometry import parse_place
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Listed, Message, say
from mechanica_core.pieces import Model
from mechanica_core.routes import Loss

_HEADINGS: Final = (say("right"), say("up"), say("left"), say("down"))
_ROWS: Final = (say("top"), say("middle"), say("bottom"))
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


def row_words(row: int) -> Message:
    """A row (0..2, from the top) by its name."""
    return _ROWS[row]


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
        where = say("{row} {column}", row=in_row, column=column + 1)
        return say("{piece} ({where})", piece=names[piece.kind], where=where) if piece else where
    kind = machinery.start_kind(row) if area == "start" else machinery.dock_kind(row)
    if kind is None:
        return say("empty start slot ({where})", where=in_row)
    return say("{piece} ({where})", piece=names[kind], where=in_row)


def hole_words(machinery: Machinery, hole: str) -> Message:
    """A hole by its piece, its place and its own name."""
    place, _, name = hole.rpartition("/")
    return say("{place}, hole {name}", place=place_words(machinery, place), name=name)


def bots_words(machinery: Machinery, models: Sequence[Model]) -> Listed:
    """Bots counted by model: "Basic, 2 × Plus"."""
    names = machinery.components.model_names
    counted = (
        say("{bot}", bot=names[model]) if number == 1 else say("{number} × {bot}", number=number, bot=names[model])
        for model, number in Counter(models).items()
    )
    return Listed(tuple(counted), ", ")
