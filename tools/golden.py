"""Play the golden games again and write their records: ``make golden``.

Whole games at random, for each number of players and each rule set, so that a change of the rules shows as a change of
text. What a change does to them is to be read before it is kept.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Final

from mechanica_core.editions import RULE_SETS
from mechanica_core.game import Action, Game, apply, chance, legal_actions
from mechanica_core.game.actions import BuyFork, Complete, Demolish, LeaveOut
from mechanica_core.game.record import Record, write_record
from mechanica_core.game.state import MOST_PLAYERS

FOLDER: Final = Path(__file__).parents[1] / "tests" / "core" / "game" / "golden"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
MONEY: Final = 40
"""In each wallet at the start, so that much is bought."""
WASTEFUL: Final = (BuyFork, Demolish, LeaveOut)
"""What players at random do too much of: once in so many times they do it still."""
SELDOM: Final = 12


def golden_game(players: int, rules: str) -> Record:
    """A whole game at random, always the same; of the Spanish rules one whose stacks nobody knows."""
    names, seed = NAMES[:players], 10 * players + list(RULE_SETS).index(rules)
    start = Game.at_table(names, rules) if rules == "web_es" else Game.new(names, rules, seed=seed)
    start = replace(start, factories=tuple(factory.with_money(MONEY, 0) for factory in start.factories))
    dice = random.Random(seed)
    game, actions = start, []
    while not game.is_over:
        action = chance(game, seed) or _some_action(game, dice)
        actions.append(action)
        game = apply(game, action).game
    return Record(start, tuple(actions))


def _some_action(game: Game, dice: random.Random) -> Action:
    """A blueprint if one can be completed, else seldom something wasteful, else anything."""
    legal = legal_actions(game)
    completions = [action for action in legal if isinstance(action, Complete)]
    sensible = [action for action in legal if not isinstance(action, WASTEFUL)]
    return dice.choice(completions or (sensible if sensible and dice.randrange(SELDOM) else legal))


def golden_records() -> dict[str, str]:
    """The records by the names of their files."""
    return {
        f"{players}_{rules}.txt": write_record(golden_game(players, rules))
        for players in range(1, MOST_PLAYERS + 1)
        for rules in RULE_SETS
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, record in golden_records().items():
        (FOLDER / name).write_text(record, encoding="utf-8")
