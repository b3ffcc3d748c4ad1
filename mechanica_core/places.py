"""Where places are on the board, in words that players use, whatever lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mechanica_core.geometry import parse_place
from mechanica_core.messages import Message, say

_ROWS: Final = (say("top"), say("middle"), say("bottom"))
_ELSEWHERE: Final[Mapping[str, Message]] = {
    "document": say("document"),
    "factory": say("factory"),
    "floor": say("floor"),
    "vault": say("vault"),
    "wallet": say("wallet"),
}
"""What else something can be wrong with."""


def row_words(row: int) -> Message:
    """A row (0..2, from the top) by its name."""
    return _ROWS[row]


def square_words(row: int, column: int) -> Message:
    """A floor square, its column counted from 0 in the west: "top 2"."""
    return say("{row} {column}", row=row_words(row), column=column + 1)


def where_words(place: str) -> Message | str:
    """Where a place is: "top 2", "truck (bottom)"; holes and keys in it as its document names them: "top 2, in1"."""
    parts = place.split("/")
    length = 3 if parts[0] == "floor" else 2
    try:
        area, row, column = parse_place("/".join(parts[:length]))
    except ValueError:
        return _ELSEWHERE.get(place, place)
    if area == "floor":
        where = square_words(row, column)
    else:
        slot = say("start slot") if area == "start" else say("truck")
        where = say("{piece} ({where})", piece=slot, where=row_words(row))
    within = "/".join(parts[length:])
    return say("{place}, {name}", place=where, name=within) if within else where
