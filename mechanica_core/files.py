"""Opening files that people name, where waiting for what never comes would help nobody."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from mechanica_core.errors import NotAFile

_OPEN_ALREADY: Final = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""What a shell has opened for the program, as in ``mechanica show <(make_one)``: something will come of it, or end."""


def open_file(file: str | Path) -> BinaryIO:
    """Open a file to read its bytes.

    Raises what ``open`` does, and :class:`NotAFile` of named pipes and devices, which may never answer.
    """
    mode = os.stat(file).st_mode
    # Of a folder open says itself what is wrong.
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or str(file).startswith(_OPEN_ALREADY)):
        raise NotAFile(file)
    return open(file, "rb")  # Path would take an empty name for a folder
