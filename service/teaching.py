"""A copy of the game that is taught step by step: each photo is judged at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from mechanica_core.messages import say
from service.corners import not_round_a_board
from service.readings import Corners
from service.scanning import loaded
from vision import BoardPhoto, Copy, CopyError, CorrectionError
from vision.copies import MAX_PHOTOS, piece_name
from vision.geometry import Floats
from vision.teaching import TAUGHT, SeenBoard, SeenPiece, check_distinct, look_at_board, look_at_piece, put_together

PIECES: Final = {piece_name(*key): key for key in TAUGHT}
"""Every piece that can be taught, by the name of its photo: ``upgrader``, ``duplicator_flipped``."""


@dataclass(frozen=True)
class Draft:
    """What was taught of a copy until now; ``pieces`` by name, each with its photos in their order."""

    name: str
    columns: int | None = None
    components: str | None = None
    board: SeenBoard | None = None
    pieces: dict[str, tuple[SeenPiece, ...]] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Pieces that were not taught; what is not taught is read as unknown."""
        return tuple(name for name in PIECES if name not in self.pieces)

    def with_board(self, data: bytes, board: Corners | None = None, grid: Corners | None = None) -> Draft:
        """The draft with the empty board in a photo.

        Corners of board and grid are needed only where they are not found. Raises :class:`vision.PhotoError`,
        :class:`vision.CorrectionError` for odd corners, and :class:`vision.CopyError` if the board is not found or not
        empty.
        """
        photo = loaded(data)
        seen = BoardPhoto(photo, _points(board, photo.scale), _points(grid, photo.scale))
        return replace(self, board=look_at_board(seen, self.columns))

    def with_piece(self, name: str, data: bytes, *, more: bool = False) -> Draft:
        """The draft with the piece in a photo, in place of the photos it had or as one ``more``.

        Raises :class:`vision.PhotoError`, and :class:`vision.CopyError` if no piece is found, or the same as in the
        photo of another.
        """
        kind, flipped = PIECES[name]
        before = self.pieces.get(name, ()) if more else ()
        if len(before) == MAX_PHOTOS:
            raise CopyError(
                say(
                    "{piece}: {count} photos, and {most} are the most",
                    piece=name,
                    count=len(before) + 1,
                    most=MAX_PHOTOS,
                )
            )
        seen = look_at_piece(loaded(data), kind, flipped)
        draft = replace(self, pieces=self.pieces | {name: (*before, seen)})
        check_distinct([one.taught for photos in draft.pieces.values() for one in photos])
        return draft

    def without_piece(self, name: str) -> Draft:
        """The draft without a piece."""
        return replace(self, pieces={known: seen for known, seen in self.pieces.items() if known != name})

    def finished(self) -> Copy:
        """The copy. Raises :class:`vision.CopyError` while the board or every piece is missing."""
        if self.board is None:
            raise CopyError(say("the photo of the empty board is missing"))
        if not self.pieces:
            raise CopyError(say("no piece has been taught"))
        photos = [seen for name in PIECES for seen in self.pieces.get(name, ())]
        return put_together(self.name, self.board, photos, components=self.components)


def _points(corners: Corners | None, scale: float) -> Floats | None:
    if corners is None:
        return None
    points = [corners[name] for name in ("NW", "NE", "SE", "SW")]
    if why := not_round_a_board(points):
        raise CorrectionError("corners", why)
    return np.array(points) / scale
