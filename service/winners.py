"""Who has won, in words."""

from __future__ import annotations

from mechanica_core.messages import Message, say
from mechanica_core.scoring import Standings


def who_won(result: Standings) -> Message:
    """The winners, and whether doubts could change that."""
    *others, last = result.winners
    won = say("{others} and {last} share the win", others=", ".join(others), last=last)
    if not others:
        won = say("{name} wins", name=last)
    return won if result.certain else say("{who}, if all is as it was read: doubts could change it", who=won)
