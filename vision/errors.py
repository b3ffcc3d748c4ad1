"""What can be wrong with a photo or a copy of the game, each with a sentence for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pydantic import ValidationError

from mechanica_core.errors import MechanicaError
from mechanica_core.messages import Message, say


class Failure(StrEnum):
    """Why a photo gives no reading."""

    NO_BOARD = "no_board"
    NO_COINS = "no_coins"
    PARTLY_OUTSIDE = "partly_outside"
    TOO_BLURRED = "too_blurred"
    TOO_DARK = "too_dark"
    BAD_FILE = "bad_file"
    TOO_LARGE = "too_large"
    UNKNOWN_COPY = "unknown_copy"


TIPS: Final[Mapping[Failure, Message]] = {
    Failure.NO_BOARD: say(
        "Take the photo from above, with the whole board in it, at least a third of its width. A copy of the game that "
        "looks different has to be taught first."
    ),
    Failure.NO_COINS: say("Lay the coins with their numbers up, and take the photo from nearer and from above."),
    Failure.PARTLY_OUTSIDE: say("Step back until all four corners of the board are in the photo."),
    Failure.TOO_BLURRED: say("Hold the phone still, and tap on the board to focus."),
    Failure.TOO_DARK: say("Turn on a light, or take the photo where it is brighter."),
    Failure.BAD_FILE: say("Choose a photo as phones and cameras take them."),
    Failure.TOO_LARGE: say("Make the photo smaller: 12 megapixels are plenty."),
    Failure.UNKNOWN_COPY: say("Teach the program this copy of the game first, or name a copy that it knows."),
}
"""What to do about a failure, unless whoever raises it knows better."""


def what_is_wrong(error: ValidationError) -> Message:
    """The first thing that is wrong with a JSON file, by its field; our own checks raise ``ValueError(say(...))``."""
    first = error.errors(include_url=False)[0]
    path, context = [str(part)[:40] for part in first["loc"] if part != "[key]"], first.get("ctx", {})
    found = json.dumps(first["input"], default=str)[:60]
    match first["type"]:
        case "json_invalid":
            why = say("it is no JSON")
        case "value_error":
            (why,) = context["error"].args
        case "missing" if isinstance(first["loc"][-1], str):
            why = say("the key {key} is missing", key=repr(path.pop()))
        case "extra_forbidden":
            why = say("unknown key {key}", key=repr(path.pop()))
        case "dict_type" | "model_type" | "model_attributes_type":
            why = say("{found} is no object", found=found)
        case "finite_number" | "float_type" | "float_parsing":
            why = say("{found} is no number", found=found)
        case "greater_than_equal":
            why = say("{found} is below {least}", found=found, least=context["ge"])
        case "less_than_equal":
            why = say("{found} is above {most}", found=found, most=context["le"])
        case _:
            why = say("{found} is wrong here", found=found)
    return say("{field}: {why}", field=".".join(path), why=why) if path else why


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
