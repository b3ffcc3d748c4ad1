"""Who waits for a game to change, and is woken when it does."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Changes:
    """Only for the event loop: one event for each game that somebody waits for."""

    def __init__(self) -> None:
        self._next: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        self.streams = 0

    def next(self, game: int) -> asyncio.Event:
        """What is set when the game changes next; ask for it before looking at the game."""
        return self._next.setdefault(game, asyncio.Event())

    def tell(self, game: int) -> None:
        """The game has changed, or is gone."""
        if event := self._next.pop(game, None):
            event.set()
