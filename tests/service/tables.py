"""Tables for tests: begun, and played by chance."""

from __future__ import annotations

import random

from mechanica_core.factory import Factory
from mechanica_core.game.game_document import GameDocument
from service.tables import Board, Do, SetUp, Table, set_up_game
from service.tables.actions import offers
from service.tables.entries import Follow


def begin(
    *players: str,
    follow: Follow = "turns",
    rules: str = "print_2019",
    difficulty: str | None = None,
) -> Table:
    """A table before anything was told."""
    start: GameDocument = set_up_game(players, rules, "demo", difficulty, follow)
    return Table.begin(SetUp(follow=follow, start=start))


def do(table: Table, *actions: str) -> Table:
    """The table after these actions, told at once."""
    return table.after(Do(actions=list(actions)))


def board(player: int, factory: Factory) -> Board:
    """An entry that tells what lies on a board; players count from 1."""
    return Board.model_validate({"player": player, "factory": factory.to_json()})


def played(table: Table, seed: int, most: int) -> Table:
    """The table after so many actions taken by chance, each told by itself; fewer if the game is over."""
    dice = random.Random(seed)
    for _ in range(most):
        found = [offer.text for offer in offers(table.game, table.set_up.follow) if offer.text != "finish"]
        if not found:
            break
        table = do(table, dice.choice(found))
    return table
