"""Choices that a workday leaves to its player, and decisions that settle them (R-12.23, R-12.24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from mechanica_core.geometry import Facing
from mechanica_core.messages import Language, Message
from mechanica_core.pieces import Model


class ChoiceKind(StrEnum):
    """What is to be chosen."""

    EXIT = "exit"
    """By which exit a bot leaves a Fork (R-5.8)."""
    LANDING = "landing"
    """Where a Flight Tester throws a bot (R-5.9)."""
    CHARGE = "charge"
    """Into which hole a Static Charger puts its Basic (R-5.11)."""
    KEEP = "keep"
    """Which bots survive where too many meet (R-5.14)."""
    PUT = "put"
    """Into which output hole a Downgrader puts a Basic (R-6.3)."""
    MAKE = "make"
    """Which model a Repurposer makes (R-6.5)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide. ``take`` is what a decision says; the rest tells what comes of it.

    For a bot on its way: the ``heading`` it takes, the ``place`` where its way ends or forks next (None if it
    is lost), and what it earns until then. For the others: the ``models`` kept or made.
    """

    take: str
    message: Message
    heading: Facing | None = None
    place: str | None = None
    wallet: int = 0
    vault: int = 0
    models: tuple[Model, ...] = ()

    def words(self, language: Language = "en") -> str:
        """The option in words."""
        return self.message.text(language)


@dataclass(frozen=True, slots=True)
class Choice:
    """An open choice.

    ``id`` names the place and, on the way, the bot by where it started; it stays the same when other bots
    change. ``bot`` is that starting hole, None where several bots or none are concerned.
    """

    id: str
    kind: ChoiceKind
    place: str
    options: tuple[Option, ...]
    message: Message
    rule: str
    bot: str | None = None

    def words(self, language: Language = "en") -> str:
        """The question in words."""
        return self.message.text(language)

    @property
    def takes(self) -> tuple[str, ...]:
        """What a decision may take."""
        return tuple(option.take for option in self.options)


class Decision(NamedTuple):
    """The settling of one choice; ``{"choice": ..., "take": ...}`` in JSON."""

    choice: str
    take: str


Policy: TypeAlias = Callable[[Choice], str]
"""Decides instead of a player: returns the ``take`` of one of the choice's options."""


def take_first(choice: Choice) -> str:
    """The plainest policy: always the first option."""
    return choice.options[0].take
