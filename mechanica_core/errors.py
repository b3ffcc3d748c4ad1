"""Everything the library raises for bad input descends from :class:`MechanicaError`."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mechanica_core.messages import Language, Listed, Message, say
from mechanica_core.places import where_words


class MechanicaError(Exception):
    """Base class; ``str(error)`` is a sentence for people, naming the place and what to do."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.message)

    def text(self, language: Language) -> str:
        """The sentence in that language."""
        return self.message.text(language)


class EditionError(MechanicaError):
    """An unknown rule set or component set, or a broken component file, of which ``problems`` lists the entries."""

    def __init__(self, message: Message, problems: Sequence[str] = ()) -> None:
        self.problems = tuple(problems)
        super().__init__(message)

    def __reduce__(self) -> tuple[type[EditionError], tuple[Message, tuple[str, ...]]]:
        return EditionError, (self.message, self.problems)


class ProblemKind(StrEnum):
    """What can be wrong with a layout; the names that ``forgive`` takes."""

    SQUARE_TAKEN = "square_taken"
    OFF_THE_FLOOR = "off_the_floor"
    WRONG_AREA = "wrong_area"
    DOES_NOT_FIT = "does_not_fit"
    NOT_FLIPPABLE = "not_flippable"
    NO_SUCH_HOLE = "no_such_hole"
    HOLE_TAKEN = "hole_taken"
    TRUCK_OVERFULL = "truck_overfull"
    MISPLACED_BASIC_FABRICATOR = "misplaced_basic_fabricator"
    NO_MIDDLE_FABRICATOR = "no_middle_fabricator"
    IMPOSSIBLE_MONEY = "impossible_money"
    MORE_THAN_THE_BOX = "more_than_the_box"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a layout, or a warning about it: where, which rule, and a sentence."""

    kind: ProblemKind
    place: str
    rule: str
    message: Message

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: Language) -> str:
        """Place, sentence and rule in that language."""
        return self.sentence.text(language)

    @property
    def sentence(self) -> Message:
        """Place, sentence and rule."""
        return _with_rule(self.place, self.message, self.rule)


class LayoutError(MechanicaError):
    """A layout that is no factory; ``problems`` lists all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(_all_of(_place_sentence(where_words(p.place), p.message) for p in self.problems))

    def __reduce__(self) -> tuple[type[LayoutError], tuple[tuple[Problem, ...]]]:
        return LayoutError, (self.problems,)


class InstallError(MechanicaError):
    """A piece that may not be installed, replaced or demolished there; names place and rule."""

    def __init__(self, place: str, reason: Message, rule: str) -> None:
        self.place = place
        self.reason = reason
        self.rule = rule
        super().__init__(_with_rule(place, reason, rule))

    def __reduce__(self) -> tuple[type[InstallError], tuple[str, Message, str]]:
        return InstallError, (self.place, self.reason, self.rule)


class IllegalAction(MechanicaError):
    """An action of a game that may not be done now; names the action as a record writes it, the reason and the rule."""

    def __init__(self, action: str, reason: Message, rule: str) -> None:
        self.action = action
        self.reason = reason
        self.rule = rule
        super().__init__(say("{action}: {reason} ({rule})", action=action, reason=reason, rule=rule))

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Message, str]]:
        return IllegalAction, (self.action, self.reason, self.rule)


class GameError(MechanicaError):
    """A game that cannot be set up so; ``problems`` pairs fields of a :class:`Game` with what is wrong with each."""

    def __init__(self, message: Message, problems: Sequence[tuple[str, Message]] = ()) -> None:
        self.problems = tuple(problems)
        super().__init__(message)

    @classmethod
    def of(cls, problems: Sequence[tuple[str, Message]]) -> GameError:
        """The error that tells all of these."""
        return cls(_all_of(message for _, message in problems), problems)

    def __reduce__(self) -> tuple[type[GameError], tuple[Message, tuple[tuple[str, Message], ...]]]:
        return GameError, (self.message, self.problems)


class ObjectiveError(MechanicaError):
    """A plan is asked for that cannot be: an unknown objective or piece, unknown blueprints, too many workdays."""


class NotationError(MechanicaError):
    """Text that is no factory or action: the whole ``notation``, the ``position`` of the trouble (from 0) and why."""

    def __init__(self, notation: str, position: int, reason: Message) -> None:
        self.notation = notation
        self.position = position
        self.reason = reason
        super().__init__(say("character {position}: {reason}", position=position + 1, reason=reason))

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, Message]]:
        return NotationError, (self.notation, self.position, self.reason)


class RecordError(MechanicaError):
    """A game record that cannot be read, or cannot be replayed further.

    ``line`` (from 1) is where it breaks, None if the record was not read from text; ``action`` what was to be done
    there, as text, None if it breaks before any action; ``reason`` why not, and by which ``rule``, if one forbids it.
    """

    def __init__(self, line: int | None, reason: Message, action: str | None = None, rule: str | None = None) -> None:
        self.line = line
        self.reason = reason
        self.action = action
        self.rule = rule
        message = reason if rule is None else say("{reason} ({rule})", reason=reason, rule=rule)
        message = message if action is None else _place_sentence(action, message)
        super().__init__(message if line is None else _place_sentence(say("line {line}", line=line), message))

    def __reduce__(self) -> tuple[type[RecordError], tuple[int | None, Message, str | None, str | None]]:
        return RecordError, (self.line, self.reason, self.action, self.rule)


class DocumentError(MechanicaError):
    """A JSON document that cannot be read; ``problems`` pairs each place in it with a sentence."""

    def __init__(self, problems: Sequence[tuple[str, Message]]) -> None:
        self.problems = tuple(problems)
        super().__init__(_all_of(_place_sentence(where_words(place), message) for place, message in self.problems))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[tuple[tuple[str, Message], ...]]]:
        return DocumentError, (self.problems,)


class DecisionError(MechanicaError):
    """A decision that is missing, impossible or answers no open choice; ``choice`` is the choice's id."""

    def __init__(self, choice: str, reason: Message) -> None:
        self.choice = choice
        self.reason = reason
        super().__init__(_place_sentence(choice, reason))

    def __reduce__(self) -> tuple[type[DecisionError], tuple[str, Message]]:
        return type(self), (self.choice, self.reason)


class MissingDecision(DecisionError):
    """A choice is open and neither a decision nor a policy settles it (R-5.8, R-5.9, R-5.14 ...)."""


class ImpossibleDecision(DecisionError):
    """A decision takes what its choice does not offer, decides twice, or answers no open choice."""


def _all_of(sentences: Iterable[Message]) -> Message:
    return say("{problems}", problems=Listed(tuple(sentences)))


def _place_sentence(place: Message | str, sentence: Message) -> Message:
    return say("{place}: {sentence}", place=place, sentence=sentence)


def _with_rule(place: str, sentence: Message, rule: str) -> Message:
    return say("{place}: {sentence} ({rule})", place=where_words(place), sentence=sentence, rule=rule)


class NotAFile(OSError):
    """A pipe or a device was named where a file is wanted."""


_SYSTEM: Final[Mapping[int | None, Message]] = {
    errno.ENOENT: say("no such file or folder"),
    errno.EACCES: say("permission denied"),
    errno.EISDIR: say("it is a folder"),
    errno.ENOTDIR: say("what should be a folder is none"),
    errno.EEXIST: say("it is there already"),
    errno.ENOSPC: say("no space left on the device"),
}


def why_not(error: OSError | ValueError) -> Message | str:
    """Why a file cannot be read or written: what the system says, in the reader's language where it is common."""
    if isinstance(error, NotAFile):
        return say("it is a pipe or a device, no file")
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno) or error.strerror or str(error)
    if isinstance(error, UnicodeError):
        return say("it is not text in UTF-8")
    return say("no file can have such a name")  # one with a zero byte
