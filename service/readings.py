"""Photos of boards and of coins as they were read, and readings that somebody corrects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mechanica_core.layout import Layout
from mechanica_core.pieces import Piece
from service.corners import not_round_a_board
from service.scanning import Turns, copy_of, loaded, read_photo, unforeseen
from vision import Copy, CorrectionError, PhotoError, Reading, read_coins
from vision.coins import CoinReading
from vision.reading import Point

Value: TypeAlias = Piece | str | None
"""What a correction may say of a place, as :meth:`vision.Reading.correct` takes it."""
Corners: TypeAlias = Mapping[str, Point]
"""Corners of a board's outer edge by hand: NW, NE, SE and SW as printed, in pixels of the upright photo."""


@dataclass(frozen=True)
class Seen:
    """A photo of a board, what was read in it, and that after its ``corrections``, one after the other."""

    photo: bytes
    size: tuple[int, int]
    copy: Copy
    known: Turns
    expected: Layout | None
    first: Reading
    reading: Reading
    corrections: tuple[tuple[str, Value], ...] = ()
    kept: str | None = None
    """The id of the kept photo."""

    def corrected(self, corrections: Sequence[tuple[str, Value]]) -> Seen:
        """The same photo with these corrections and no others.

        Raises :class:`vision.CorrectionError` for the first that is not legal.
        """
        reading = self.first
        for place, value in corrections:
            reading = reading.correct(place, value)
        return replace(self, reading=reading, corrections=tuple(corrections))

    def at(self, corners: Corners) -> Seen:
        """The same photo read anew with corners by hand, without corrections. Raises :class:`vision.PhotoError`."""
        seen = see_board(self.photo, self.known, corners=corners, expected=self.expected, rules=self.first.rules)
        return replace(seen, kept=self.kept)


@dataclass(frozen=True)
class SeenCoins:
    """A photo of coins, and what was read in it."""

    photo: bytes
    reading: CoinReading
    kept: str | None = None


def see_board(
    data: bytes,
    known: Turns,
    *,
    corners: Corners | None = None,
    expected: Layout | None = None,
    rules: str = "print_2019",
) -> Seen:
    """Read a photo of a board. Raises :class:`vision.PhotoError`, and for odd corners ``CorrectionError``."""
    points = None if corners is None else [corners[name] for name in ("NW", "NE", "SE", "SW")]
    if points is not None and (why := not_round_a_board(points)):
        raise CorrectionError("corners", why)
    photo = loaded(data)
    found = read_photo(photo, known, points, expected, rules)
    if isinstance(found, PhotoError):
        raise found
    return Seen(data, photo.size, copy_of(found, known), known, expected, found, found)


def see_coins(data: bytes) -> SeenCoins:
    """Count the coins in a photo. Raises :class:`vision.PhotoError`."""
    photo = loaded(data)
    try:
        return SeenCoins(data, read_coins(photo))
    except PhotoError:
        raise
    except Exception as error:  # nobody can foresee all photos
        raise unforeseen(error) from error
