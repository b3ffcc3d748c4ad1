"""What is raised for input that breaks the rules of Factory Fun; all descend from ``MechanicaError``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mechanica_core.errors import DocumentError, MechanicaError
from mechanica_core.messages import Listed, Message, say

if TYPE_CHECKING:
    from mechanica_core.other_games.factory_fun.checking import Violation


class PartError(MechanicaError, ValueError):
    """A machine, connector, square or hall that cannot be."""


class GameSetupError(MechanicaError):
    """A game that cannot be set up so."""


class TakingError(MechanicaError):
    """A machine that cannot be taken so in phase 1; names the player, if there is one."""

    def __init__(self, player: str | None, reason: Message) -> None:
        self.player = player
        self.reason = reason
        super().__init__(reason if player is None else say("{player}: {reason}", player=player, reason=reason))

    def __reduce__(self) -> tuple[type[TakingError], tuple[str | None, Message]]:
        return TakingError, (self.player, self.reason)


class BuildError(MechanicaError):
    """A hall that may not be built: the player, the reason, and the rules that the hall breaks, if that is why."""

    def __init__(self, player: str, reason: Message | None = None, violations: Sequence[Violation] = ()) -> None:
        self.player = player
        self.reason = reason
        self.violations = tuple(violations)
        why = reason or Listed(tuple(violation.sentence for violation in self.violations))
        super().__init__(say("{player}: {reason}", player=player, reason=why))

    def __reduce__(self) -> tuple[type[BuildError], tuple[str, Message | None, tuple[Violation, ...]]]:
        return BuildError, (self.player, self.reason, self.violations)


class ConnectError(MechanicaError):
    """No legal way was found to place a machine in a hall."""


class BrokenRound(DocumentError):
    """A round in a game's document that breaks a rule; all before it is well."""

    def __reduce__(self) -> tuple[type[BrokenRound], tuple[tuple[tuple[str, Message], ...]]]:
        return BrokenRound, (self.problems,)
