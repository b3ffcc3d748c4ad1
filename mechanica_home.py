"""Where the user's own component sets and copies are kept: one rule for the command line and the photo reader."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """The folder that ``MECHANICA_HOME`` names, else the program's own among the user's data."""
    return Path(os.environ.get("MECHANICA_HOME") or user_data_path("mechanica", appauthor=False))
