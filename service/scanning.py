"""Reading photos with the copies of the game that are known, and what is read in words.

It loads the photo reader, so import it only where photos are wanted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import vision
from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.layout import Layout
from mechanica_core.messages import Message, Names, say
from mechanica_core.pieces import Kind, Model, Piece
from mechanica_core.places import where_words
from mechanica_core.wording import hole_words, piece_words
from vision import Copy, Doubt, Failure, Photo, PhotoError, Reading
from vision.decoding import Unknown, Value
from vision.reading import Point, is_hole

Turns: TypeAlias = Sequence[Sequence[Copy]]
"""Copies to read a photo with; those after the first turn are looked for where none of it fits clearly."""
OF_ANOTHER_COPY: Final = frozenset({Failure.NO_BOARD, Failure.UNKNOWN_COPY})
NONE_TAUGHT: Final = PhotoError(Failure.UNKNOWN_COPY, say("no copy of the game has been taught"))


def read_photo(
    photo: Photo | Path | bytes,
    known: Turns,
    corners: Sequence[Point] | None = None,
    predicted: Layout | None = None,
    rules: str = "print_2019",
) -> Reading | PhotoError:
    """What a photo shows, or why that cannot be told; never raises, whatever the photo holds."""
    first, *rest = known
    or_else = list(itertools.chain(*rest))
    try:
        return vision.read(photo, first, board_corners=corners, predicted=predicted, rules=rules, or_else=or_else)
    except PhotoError as error:
        return NONE_TAUGHT if not first and error.code in OF_ANOTHER_COPY else error
    except Exception as error:  # nobody can foresee all photos, and each of many must get its answer
        return unforeseen(error)


def loaded(data: bytes) -> Photo:
    """The photo in a file's bytes. Raises :class:`vision.PhotoError`, whatever they hold."""
    try:
        return vision.load_photo(data)
    except PhotoError:
        raise
    except Exception as error:  # nobody can foresee all files
        raise unforeseen(error) from error


def unforeseen(error: Exception) -> PhotoError:
    """What to tell of a photo with which the reader itself failed."""
    why = f"{type(error).__name__}: {error}"
    tip = say("Try another photo, and report this if that fails too.")
    return PhotoError(Failure.BAD_FILE, say("the photo reader failed: {why}", why=why), tip)


def copy_of(reading: Reading, known: Turns) -> Copy:
    """The copy that a photo was read with."""
    return next(copy for copies in known for copy in copies if copy.name == reading.copy)


def doubts_and_warnings(reading: Reading) -> Iterator[Message]:
    """What to look at again in a reading, and what is odd about it."""
    for doubt in reading.doubts:
        yield doubt_words(doubt, reading)
    if reading.unverified:
        unknown = say("no board was recognised at the given corners, so they were taken as they are")
        yield say("warning: {problem}", problem=unknown)
    for warning in reading.warnings:
        yield say("warning: {problem}", problem=warning.sentence)


def doubt_words(doubt: Doubt, reading: Reading) -> Message:
    """What is doubtful about a place, and what it may be otherwise."""
    components = component_set(reading.components)
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
