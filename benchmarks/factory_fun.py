"""Halls of Factory Fun to measure: a full one, a round of building, and halls in the middle of games."""

from __future__ import annotations

import random
import statistics
from itertools import count

from benchmarks.yard import cpu_seconds
from mechanica_core.other_games.factory_fun import ConnectError, Game, Hall, Machine, Player, play_round
from mechanica_core.other_games.factory_fun.connecting import Supplies, connect
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from mechanica_core.other_games.factory_fun.simple_player import simple_round
from mechanica_core.other_games.factory_fun.text import read_hall_text

MIDDLE = 6
"""The round before which a game is in its middle."""
MACHINES = """
A: income 3, 1 west in yellow 1, 2 east out red 3: Strong press
B: income 3, 1 west in red 1, 2 east out blue 1: Mill"""


def full_hall() -> Hall:
    """10 machines and 40 connectors, legal."""
    pipe = "─────"
    two = f"(Y)   A>   A   {pipe * 4} B>   B   "
    rows = [f"{two}{pipe}[O]"] * 2 + [f"{two}[O]"] * 3 + [f"(R)  {pipe * 9}[O]"] * 2
    head = "    a    b    c    d    e    f    g    h    i    j    k"
    lines = [f"{number}  {row}" for number, row in enumerate(rows, start=1)]
    return read_hall_text("\n".join([head, *lines]) + MACHINES)


def middles(number: int) -> list[tuple[Player, Machine]]:
    """Players of simple games in the middle, each with a machine to be joined."""
    found: list[tuple[Player, Machine]] = []
    for seed in count():
        dice = random.Random(seed)
        game = Game.new(("Ann", "Ben", "Cy", "Di"), made_up_machines(), seed)
        while game.round < MIDDLE:
            game = play_round(game, *simple_round(game, dice)).game
        found += zip(game.players, game.offered, strict=True)
        if len(found) >= number:
            return found[:number]
    raise AssertionError("there is always another game")


def join(player: Player, machine: Machine) -> int | None:
    """Join a machine as far as the player can pay; its cost, None if no way is found."""
    try:
        most = player.money + machine.income - 1
        return connect(player.hall, machine, Supplies(player.containers), most=most).cost
    except ConnectError:
        return None


def joining_seconds(number: int = 200) -> tuple[float, float, int]:
    """CPU seconds that joining a machine takes in the middle of a game: median, longest; how often a way is found."""
    seconds, joined = [], 0
    for player, machine in middles(number):
        costs: list[int | None] = []

        def work(player: Player = player, machine: Machine = machine, costs: list[int | None] = costs) -> None:
            costs.append(join(player, machine))

        seconds.append(cpu_seconds(work, at_least=0))
        joined += costs[0] is not None
    return statistics.median(seconds), max(seconds), joined
