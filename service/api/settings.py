"""What an operator may set; ``mechanica serve`` has options for what depends on the machine and the place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from service.home import home

DATABASE: Final = "mechanica.sqlite3"
"""The one file in the data folder that holds games, evenings and kept photos."""


def _processors() -> int:
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """Where data lie and how much the service takes on at once; sizes are in bytes, times in seconds."""

    data: Path = field(default_factory=home)
    scan_workers: int = field(default_factory=_processors)
    """Photos read at the same time."""
    scans_waiting: int = 2
    """Photos that may wait for their turn; one more is answered 503."""
    drawings_waiting: int = 4
    """Pictures on photos that may wait while another is drawn."""
    scan_seconds: float = 20
    """An answer to a photo takes no longer; what is not read by then is answered 503."""
    work_workers: int = 1
    """Searches (all outcomes, best workdays) at the same time."""
    work_waiting: int = 4
    work_seconds: float = 20
    body_seconds: float = 60
    """A body must be here after this long."""
    body_bytes: int = 1_000_000
    """The longest body where no file is uploaded."""
    upload_bytes: int = 65_000_000
    """The longest body with a file, a little more than the largest photo that is read."""
    bodies_bytes: int = 260_000_000
    """All bodies together that are arriving."""
    readings: int = 200
    """Readings in memory, each with its photo; the oldest gives way."""
    readings_bytes: int = 400_000_000
    drafts: int = 20
    """Copies that are being taught at the same time."""
    reading_seconds: float = 6 * 3600
    """A reading is forgotten after this long without use."""

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.data / DATABASE

    @property
    def copies(self) -> Path:
        """The folder of taught copies."""
        return self.data / "copies"
