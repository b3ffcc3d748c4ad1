"""What can be wrong with a photo or a copy of the game, each with a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from mechanica_core.errors import MechanicaError
from mechanica_core.messages import Message, say


class Failure(StrEnum):
    """Why a photo gives no reading."""

    NO_BOARD = "no_board"
    PARTLY_OUTSIDE = "partly_outside"
    TOO_BLURRED = "too_blurred"
    TOO_DARK = "too_dark"
    BAD_FILE = "bad_file"
    TOO_LARGE = "too_large"
    UNKNOWN_COPY = "unknown_copy"


TIPS: Final[Mapping[Failure, Message]] = {
    Failure.NO_BOARD: say("Take the photo from above, with the whole board in it, at least a third of its width."),
    Failure.PARTLY_OUTSIDE: say("Step back until all four corners of the board are in the photo."),
    Failure.TOO_BLURRED: say("Hold the phone still, and tap on the board to focus."),
    Failure.TOO_DARK: say("Turn on a light, or take the photo where it is brighter."),
    Failure.BAD_FILE: say("Choose a photo that is JPEG, PNG, WebP or HEIC, or copy it from the phone again."),
    Failure.TOO_LARGE: say("Make the photo smaller: 12 megapixels are plenty."),
    Failure.UNKNOWN_COPY: say("Teach the program this copy of the game first, or name a copy that it knows."),
}
"""What to do about a failure, unless whoever raises it knows better."""


class PhotoError(MechanicaError):
    """A photo that gives no reading: ``code`` for programs, ``message`` says what is wrong, ``tip`` what to do."""

    def __init__(self, code: Failure, message: Message, tip: Message | None = None) -> None:
        self.code = code
        self.tip = tip or TIPS[code]
        super().__init__(message)

    def __reduce__(self) -> tuple[type[PhotoError], tuple[Failure, Message, Message]]:
        return PhotoError, (self.code, self.message, self.tip)


class CopyError(MechanicaError):
    """A copy of the game that cannot be used: a broken file, or a name that is unknown, taken or none."""
