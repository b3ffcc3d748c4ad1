"""What is remembered for a while under ids that nobody guesses: bounded in number, bytes and age."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

ID_BYTES: Final = 16
"""So much chance is in an id."""


class Memory(Generic[T]):
    """Items by id; where there is no room for one more, those go that were not used for longest."""

    def __init__(self, most: int, most_bytes: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._most_bytes, self._seconds, self._clock = most, most_bytes, seconds, clock
        self._held: OrderedDict[str, tuple[T, int, float]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def add(self, item: T, size: int) -> str:
        """Remember an item that takes about so many bytes, and tell its id."""
        name = secrets.token_urlsafe(ID_BYTES)
        with self._lock:
            self._held[name] = item, size, self._clock()
            self._bytes += size
            self._forget()
        return name

    def get(self, name: str) -> T | None:
        """The item of that id, unless it was never there or is forgotten."""
        with self._lock:
            self._forget()
            held = self._held.get(name)
            if held is None:
                return None
            self._held[name] = held[0], held[1], self._clock()
            self._held.move_to_end(name)
            return held[0]

    def replace(self, name: str, item: T) -> None:
        """Put another item in the place of one, if that is still there."""
        with self._lock:
            if held := self._held.get(name):
                self._held[name] = item, held[1], self._clock()
                self._held.move_to_end(name)

    def delete(self, name: str) -> bool:
        """Forget an item; False if there is none of that id."""
        with self._lock:
            return self._drop(name)

    def _forget(self) -> None:
        while self._held:
            name, (_, _, used) = next(iter(self._held.items()))
            late = used < self._clock() - self._seconds
            if not (late or len(self._held) > self._most or (self._bytes > self._most_bytes and len(self._held) > 1)):
                break
            self._drop(name)

    def _drop(self, name: str) -> bool:
        held = self._held.pop(name, None)
        if held is not None:
            self._bytes -= held[1]
        return held is not None
