"""The copies of the game that photos are read with, kept in memory while their files stay as they are."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace

from mechanica_core.errors import EditionError
from mechanica_core.messages import say
from service.scanning import Turns
from service.shelf import Shelf
from vision import Copy, CopyError, Failure, PhotoError, demo_copy, load_copy
from vision.copies import DEMO
from vision.reader import components_of


class KnownCopies:
    """The copies on a shelf, and the built-in one."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._loaded: dict[str, tuple[tuple[int, int], Copy | CopyError]] = {}
        self._lock = threading.Lock()

    def every(self) -> dict[str, Copy | CopyError]:
        """All copies by name, the built-in one last; of a broken file its error."""
        with self._lock:
            fresh = {}
            for name in self.shelf.names():
                with suppress(FileNotFoundError):  # deleted meanwhile
                    status = self.shelf.file_of(name).stat()
                    stamp = status.st_mtime_ns, status.st_size
                    known = self._loaded.get(name)
                    fresh[name] = known if known and known[0] == stamp else (stamp, self._load(name))
            self._loaded = fresh
            return {name: copy for name, (_, copy) in fresh.items()} | {DEMO: demo_copy()}

    def turns(self, name: str | None = None) -> Turns:
        """The copy of that name, else all on the shelf and then the built-in one.

        Raises :class:`PhotoError` if there is none of that name, :class:`CopyError` if its file is broken.
        """
        if name == DEMO:
            return [[demo_copy()]]
        every = self.every()
        if name is not None:
            copy = every.get(name)
            if copy is None:
                known = ", ".join(every)
                raise PhotoError(
                    Failure.UNKNOWN_COPY,
                    say("no copy is called {name}; there are: {known}", name=repr(name), known=known),
                )
            if isinstance(copy, CopyError):
                raise copy
            return [[copy]]
        return [[copy for known, copy in every.items() if known != DEMO and isinstance(copy, Copy)], [demo_copy()]]

    def _load(self, name: str) -> Copy | CopyError:
        try:
            copy = replace(load_copy(self.shelf.file_of(name).read_bytes()), name=name)
            components_of(copy)  # makes its component set known, so that factories read with it can be sent back
        except CopyError as error:
            return error
        except EditionError as error:
            return CopyError(error.message)
        return copy
