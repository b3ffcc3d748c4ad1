"""Errors as a person at a terminal sees them: one sentence and an exit code."""

from __future__ import annotations

from typing import Final

from mechanica_core.errors import DecisionError, DocumentError, LayoutError, MechanicaError
from mechanica_core.messages import Message

NO: Final = 1
"""Exit code when the answer is "no": that is or shows no factory, a decision is missing; one of several is broken."""
BROKEN: Final = 2
"""Exit code for wrong usage and for files that cannot be read at all."""
PIPE_CLOSED: Final = 141
"""Exit code when nobody reads the answer: what a shell tells of a program that SIGPIPE ended."""


class Refusal(MechanicaError):
    """A command cannot go on; carries its exit code."""

    def __init__(self, message: Message, exit_code: int = BROKEN) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def exit_code(error: MechanicaError) -> int:
    """The exit code of a command that ended with this error."""
    if isinstance(error, Refusal):
        return error.exit_code
    return NO if isinstance(error, LayoutError | DocumentError | DecisionError) else BROKEN
