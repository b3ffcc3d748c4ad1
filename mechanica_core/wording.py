"""Places, directions, losses and bots in words that players use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mechanica_core.geometry import Row, parse_place
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Message, say
from mechanica_core.pieces import Model
from mechanica_core.routes import Loss

_HEADINGS: Final = (say("right"), say("up"), say("left"), say("down"))
_FLOOR: Final = {Row.TOP: say("top"), Row.MIDDLE: say("middle"), Row.BOTTOM: say("bottom")}
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
    row_words = _FLOOR[list(Row)[row]]
    names = machinery.components.piece_names
    if area == "floor":
        piece = machinery.piece(row, column)
        where = say("{row} {column}", row=row_words, column=column + 1)
        return say("{piece} ({where})", piece=names[piece.kind], where=where) if piece else where
    kind = machinery.start_kind(row) if area == "start" else machinery.dock_kind(row)
    if kind is None:
        return say("empty start slot ({where})", where=row_words)
    return say("{piece} ({where})", piece=names[kind], where=row_words)


def hole_words(machinery: Machinery, hole: str) -> Message:
    """A hole by its piece, its place and its own name."""
    place, _, name = hole.rpartition("/")
    return say("{place}, hole {name}", place=place_words(machinery, place), name=name)


def bots_words(machinery: Machinery, models: Sequence[Model]) -> Message:
    """Bots by model: "Basic, Plus, Plus"."""
    names = [machinery.components.model_names[model] for model in models]
    words = say("{bot}", bot=names[0])
    for name in names[1:]:
        words = say("{bots}, {bot}", bots=words, bot=name)
    return words
