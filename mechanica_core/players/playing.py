"""What a player is, and games played out by players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from mechanica_core.errors import GameError
from mechanica_core.game import Action, Game, Step, apply, chance, legal_actions
from mechanica_core.messages import say


class Player(Protocol):
    """Whoever chooses for one player of a game."""

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """One of the ``legal`` actions of a game in which this player is to act; there is at least one."""
        ...


def play(game: Game, players: Sequence[Player]) -> Iterator[Step]:
    """Play a game out: every game on the way with what happened. Chance follows the game's seed.

    Raises :class:`GameError` unless there is a player for each factory, :class:`IllegalAction` if one of them
    does what it may not.
    """
    if len(players) != len(game.factories):
        raise GameError(say("{wanted} play this game, not {given}", wanted=len(game.factories), given=len(players)))
    while not game.is_over:
        actor = game.actor
        action = chance(game) if actor is None else players[actor].choose(game, legal_actions(game))
        assert action is not None  # while nobody acts, chance does
        step = apply(game, action)
        yield step
        game = step.game


def play_out(game: Game, players: Sequence[Player]) -> Game:
    """The end of a game, played as by :func:`play`."""
    for step in play(game, players):
        game = step.game
    return game
