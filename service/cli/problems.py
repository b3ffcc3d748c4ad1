"""What can be wrong with a factory file, in one form for people and programs."""

from __future__ import annotations

from typing import Final, NamedTuple

from mechanica_core.errors import DocumentError, LayoutError, Problem
from mechanica_core.messages import Language, Message, say
from mechanica_core.places import where_words

MALFORMED: Final = "malformed"
"""The kind of a problem with the document itself, before its pieces are looked at."""


class Trouble(NamedTuple):
    """One problem or warning: its kind, where, by which rule, and a sentence."""

    kind: str
    place: str
    rule: str
    message: Message

    @property
    def sentence(self) -> Message:
        """Place, sentence and rule."""
        where = where_words(self.place)
        return say("{place}: {sentence} ({rule})", place=where, sentence=self.message, rule=self.rule)

    def as_json(self, language: Language) -> dict[str, str]:
        """The problem as a JSON object."""
        return self._asdict() | {"message": self.message.text(language)}


def found_in(error: LayoutError | DocumentError) -> list[Trouble]:
    """Every problem of a file that is no factory."""
    if isinstance(error, LayoutError):
        return [trouble(problem) for problem in error.problems]
    return [Trouble(MALFORMED, place, "R-12.1", message) for place, message in error.problems]


def trouble(problem: Problem) -> Trouble:
    """The library's problem or warning in this form."""
    return Trouble(problem.kind.value, problem.place, problem.rule, problem.message)
