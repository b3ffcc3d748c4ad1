"""Games at a physical table: what the players tell, entry by entry, and how the game stands after it.

Everything here is a value or a pure function: no HTTP, no store, no clock.
"""

from service.tables.entries import (
    Board,
    Do,
    Entry,
    Position,
    SetUp,
    TableDocument,
    Undo,
    document_of,
    read_entry,
    set_up_game,
)
from service.tables.table import FullTable, Moment, NothingToUndo, Observation, Table

__all__ = [
    "Board",
    "Do",
    "Entry",
    "FullTable",
    "Moment",
    "NothingToUndo",
    "Observation",
    "Position",
    "SetUp",
    "Table",
    "TableDocument",
    "Undo",
    "document_of",
    "read_entry",
    "set_up_game",
]
