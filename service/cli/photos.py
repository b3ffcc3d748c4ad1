"""Photos for the commands that take them. Imported only when the photo reader is wanted: it is heavy."""

from __future__ import annotations

import os
from typing import Final

from mechanica_core.messages import Language, Message, say
from service import shelf
from service.cli.output import Output
from service.cli.refusal import BROKEN, NO, Refusal
from service.scanning import Turns
from vision import PhotoError, demo_copy, load_copy
from vision.copies import DEMO
from vision.evaluation import UNLOADED

SUFFIXES: Final = frozenset({".heic", ".heif", ".jpeg", ".jpg", ".png", ".webp"})
"""What names of photos end in, where photos are to be found among other files."""


def known_copies(output: Output, name: str | None = None) -> Turns:
    """The copy of that name or in that file, else the user's own, then the built-in one; of broken ones it warns.

    Raises :class:`CopyError` if there is none of that name, or it is broken.
    """
    if name == DEMO:
        return [[demo_copy()]]
    if name is not None:
        own = shelf.own()
        if name in own.names():
            return [[own.find(name)]]
        if os.path.exists(name):
            return [[load_copy(name)]]
        raise shelf.unknown(name, [*own.names(), DEMO])
    copies, broken = shelf.own().every()
    for error in broken:
        output.remark(say("warning: {problem}", problem=error.message))
    return [copies, [demo_copy()]]


def failure_words(photo: str | Message, error: PhotoError) -> Message:
    """Why a photo gives no reading and what to do about it."""
    return say("{file}: {why}. {tip}", file=photo, why=error.message, tip=error.tip)


def failure_json(error: PhotoError, language: Language) -> dict[str, dict[str, str]]:
    """The same for programs: the key ``error`` of an answer."""
    why, tip = error.message.text(language), error.tip.text(language)
    return {"error": {"code": error.code.value, "message": why, "tip": tip}}


def refusal(photo: str | Message, error: PhotoError) -> Refusal:
    """What to raise by a command that cannot go on without that photo: a broken file, or one that shows no board."""
    return Refusal(failure_words(photo, error), BROKEN if error.code in UNLOADED else NO)
