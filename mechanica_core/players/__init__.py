"""Players that choose for themselves, and games played out by them.

>>> from mechanica_core.game import Game
>>> from mechanica_core.players import GreedyPlayer, play_out
>>> play_out(Game.new(2, seed=1), (GreedyPlayer(), GreedyPlayer())).is_over
True
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from mechanica_core.errors import GameError
from mechanica_core.messages import say
from mechanica_core.players.greedy import GreedyPlayer, prospects
from mechanica_core.players.options import days_left
from mechanica_core.players.planner import PlannerPlayer
from mechanica_core.players.playing import Player, play, play_out
from mechanica_core.players.random import RandomPlayer

__all__ = [
    "PLAYERS",
    "GreedyPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "days_left",
    "make_player",
    "play",
    "play_out",
    "prospects",
]

PLAYERS: Final[Mapping[str, Callable[[random.Random], Player]]] = {
    "greedy": lambda _: GreedyPlayer(),
    "planner": lambda _: PlannerPlayer(),
    "random": RandomPlayer,
}
"""Every kind of player by its name: what makes one from dice of its own."""


def make_player(name: str, dice: random.Random) -> Player:
    """A player of a kind in :data:`PLAYERS`. Raises :class:`GameError` if there is no such kind."""
    if name not in PLAYERS:
        raise GameError(say("unknown program {name}; there are {known}", name=repr(name), known=", ".join(PLAYERS)))
    return PLAYERS[name](dice)
