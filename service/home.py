"""Where what belongs to the user is kept: component sets and copies of the game."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """The folder that ``MECHANICA_HOME`` names, else the program's own among the user's data."""
    return Path(os.environ.get("MECHANICA_HOME") or user_data_path("mechanica", appauthor=False))
