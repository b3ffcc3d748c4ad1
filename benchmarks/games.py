"""Whole games to measure: played at random, always the same."""

from __future__ import annotations

import random
from dataclasses import replace

from mechanica_core.game import Action, Game, apply, chance, legal_actions

PLAYERS = 4
WEALTH = 60
"""What each player begins with in the games whose positions are measured: poor random players soon do nothing."""


def random_game(game: Game, seed: int) -> list[tuple[Game, Action]]:
    """Play at random to the end; every position with what was done in it."""
    dice = random.Random(seed)
    steps = []
    while not game.is_over:
        action = chance(game) or dice.choice(legal_actions(game))
        steps.append((game, action))
        game = apply(game, action).game
    return steps


def positions(games: int = 3) -> list[tuple[Game, Action]]:
    """All positions of some games of wealthy players, with the actions taken in them."""
    found = []
    for seed in range(games):
        game = Game.new(PLAYERS, seed=seed)
        rich = tuple(factory.with_money(WEALTH, 0) for factory in game.factories)
        found += random_game(replace(game, factories=rich), seed)
    return found


class Games:
    """New games one after the other, so that nothing is known of the next."""

    def __init__(self) -> None:
        self.seed = 0

    def play(self) -> int:
        """Play one more at random; gives the number of its actions."""
        self.seed += 1
        return len(random_game(Game.new(PLAYERS, seed=self.seed), self.seed))
