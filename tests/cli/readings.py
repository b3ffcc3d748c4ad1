"""A photo reader that needs no nets: photos are real files, what they show is made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import Copy, Reading, load_photo


def jpeg(width: int = 64, height: int = 48) -> bytes:
    """A small grey photo."""
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


class FakeReader:
    """Stands in for ``vision.read``; ``shows`` is what a photo of that width shows, ``asked`` what it was given.

    ``or_else`` are the copies that it was to try where those did not fit.
    """

    def __init__(self, shows: Mapping[int, Reading | Exception]) -> None:
        self.shows = shows
        self.asked: list[dict[str, Any]] = []
        self.or_else: list[list[str]] = []

    def __call__(
        self, photo: Path | bytes, copies: Sequence[Copy], *, or_else: Sequence[Copy] = (), **options: Any
    ) -> Reading:
        self.or_else.append([copy.name for copy in or_else])
        self.asked.append({"copies": [copy.name for copy in copies]} | options)
        shown = self.shows[load_photo(photo).size[0]]
        if isinstance(shown, Exception):
            raise shown
        return shown


def reader_of(monkeypatch: pytest.MonkeyPatch, shows: Mapping[int, Reading | Exception] | Reading) -> FakeReader:
    """Put a fake reader in place, perhaps one to which all small photos show the same."""
    fake = FakeReader({64: shows} if isinstance(shows, Reading) else shows)
    monkeypatch.setattr("vision.read", fake)
    return fake
