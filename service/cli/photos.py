"""Photos for the commands that take them. Imported only when the photo reader is wanted: it is heavy."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import vision
from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.layout import Layout
from mechanica_core.messages import Language, Message, Names, say
from mechanica_core.pieces import Kind, Model, Piece
from mechanica_core.places import where_words
from mechanica_core.wording import hole_words, piece_words
from service import shelf
from service.cli.corners import Corners
from service.cli.output import Output
from service.cli.problems import trouble
from service.cli.refusal import BROKEN, NO, Refusal
from vision import Copy, Doubt, Failure, PhotoError, Reading, demo_copy, load_copy
from vision.copies import DEMO
from vision.decoding import Unknown, Value
from vision.evaluation import UNLOADED
from vision.reading import is_hole

__all__ = ["PhotoError"]

SUFFIXES: Final = frozenset({".heic", ".heif", ".jpeg", ".jpg", ".png", ".webp"})
"""What names of photos end in, where photos are to be found among other files."""
Turns: TypeAlias = Sequence[Sequence[Copy]]
"""Copies to read a photo with, in turns: another looks only where those before do not fit, for it takes seconds."""
OF_ANOTHER_COPY: Final = frozenset({Failure.NO_BOARD, Failure.UNKNOWN_COPY})
NONE_TAUGHT: Final = PhotoError(Failure.UNKNOWN_COPY, say("no copy of the game has been taught"))


def known_copies(output: Output, name: str | None = None) -> Turns:
    """The copy of that name or in that file, else the user's own, then the built-in one; of broken ones it warns.

    Raises :class:`CopyError` if there is none of that name, or it is broken.
    """
    if name == DEMO:
        return [[demo_copy()]]
    if name is not None:
        in_file = name not in shelf.names() and os.path.exists(name)
        return [[load_copy(name) if in_file else shelf.find(name)]]
    copies, broken = shelf.every()
    for error in broken:
        output.remark(say("warning: {problem}", problem=error.message))
    return [copies, [demo_copy()]]


def read_photo(
    photo: str | bytes,
    known: Turns,
    corners: Corners | None = None,
    predicted: Layout | None = None,
    rules: str = "print_2019",
) -> Reading | PhotoError:
    """What a photo shows, or why that cannot be told; never raises, whatever the photo holds."""
    source = Path(photo) if isinstance(photo, str) else photo
    failure = None if known[0] else NONE_TAUGHT
    try:
        for copies in filter(None, known):
            try:
                return vision.read(source, copies, board_corners=corners, predicted=predicted, rules=rules)
            except PhotoError as error:
                if error.code not in OF_ANOTHER_COPY:
                    return error
                failure = failure or error
        return failure or NONE_TAUGHT
    except Exception as error:  # nobody can foresee all photos, and each of many must get its answer
        return unforeseen(error)


def unforeseen(error: Exception) -> PhotoError:
    """What to tell of a photo with which the reader itself failed."""
    why = f"{type(error).__name__}: {error}"
    tip = say("Try another photo, and report this if that fails too.")
    return PhotoError(Failure.BAD_FILE, say("the photo reader failed: {why}", why=why), tip)


def copy_of(reading: Reading, known: Turns) -> Copy:
    """The copy that a photo was read with."""
    return next(copy for copies in known for copy in copies if copy.name == reading.copy)


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


def doubts_and_warnings(reading: Reading) -> Iterator[Message]:
    """What to look at again in a reading, and what is odd about it."""
    components = component_set(reading.components)
    for doubt in reading.doubts:
        yield _doubt_words(doubt, reading, components)
    if reading.unverified:
        unknown = say("no board was recognised at the given corners, so they were taken as they are")
        yield say("warning: {problem}", problem=unknown)
    for warning in reading.warnings:
        yield say("warning: {problem}", problem=trouble(warning).sentence)


def _doubt_words(doubt: Doubt, reading: Reading, components: ComponentSet) -> Message:
    other = value_words(doubt.runner_up, components)
    place = hole_words(reading.factory.machinery, doubt.where) if is_hole(doubt.where) else where_words(doubt.where)
    if isinstance(doubt.read, Unknown):
        return say("{place}: not recognised and left out, perhaps {other}: look again", place=place, other=other)
    return say(
        "{place}: {read}, {percent} % sure, perhaps {other}: look again",
        place=place,
        read=value_words(doubt.read, components),
        percent=int(100 * doubt.confidence),
        other=other,
    )


def value_words(value: Value, components: ComponentSet) -> Message | Names:
    """What is read in a place, as the board shows it: a piece's arrow points where it faces."""
    match value:
        case Piece():
            return piece_words(components, value)
        case Kind():
            return components.piece_names[value]
        case Model():
            return components.model_names[value]
        case None:
            return say("nothing")
        case Unknown():
            return say("something unknown")
