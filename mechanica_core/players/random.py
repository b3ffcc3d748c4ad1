"""The random player."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mechanica_core.game import Action, Game


class RandomPlayer:
    """Does anything legal, as its own dice fall."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """Any of them, all equally likely."""
        return self._dice.choice(legal)
