"""A simple player: takes a machine at random and joins it cheaply. For trying things out, not for winning."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from mechanica_core.other_games.factory_fun.connecting import Supplies, connect
from mechanica_core.other_games.factory_fun.errors import ConnectError
from mechanica_core.other_games.factory_fun.game import (
    CONNECTORS,
    END_RESERVOIRS,
    LEAST_MONEY,
    OWN_RESERVOIRS,
    Build,
    Game,
    Player,
    Taking,
    build_hall,
)
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import ANY, COLOURS, Flow, Machine, Product, Store

NODES: Final = 100
BLIND: Final = 0.1
"""How often it takes a machine that it cannot join."""


def simple_round(game: Game, dice: random.Random, nodes: int = NODES) -> tuple[list[Taking], list[Build]]:
    """What simple players, in random order, take and build in a round; all of it can be played together."""
    seats = list(range(len(game.players)))
    dice.shuffle(seats)
    left, common = list(game.offered), game.common
    halls = {seat: player.hall for seat, player in enumerate(game.players)}
    takings: list[Taking] = []
    builds: list[Build] = []
    for seat in seats:
        machine, player = dice.choice(left), game.players[seat]
        others = [hall for number, hall in halls.items() if number != seat]
        build = simple_build(seat, player, machine, common, others, nodes)
        if build is None and dice.random() >= BLIND:
            takings.append(Taking(seat, None))
            continue
        left.remove(machine)
        takings.append(Taking(seat, machine))
        if build is not None:
            builds.append(build)
            halls[seat] = build.hall
            _, common, _ = build_hall(player, machine, build, common, others)
    return takings, builds


def simple_build(
    seat: int,
    player: Player,
    machine: Machine,
    common: Sequence[int],
    others: Sequence[Hall],
    nodes: int = NODES,
) -> Build | None:
    """How a player builds a machine cheaply; None if no way is found that can be paid.

    ``common`` are the supply containers in the common stock, ``others`` the halls of the others as they are now.
    """
    extra = _wanted(machine) if machine.extra == ANY else machine.extra
    owned = tuple(
        count + (colour is extra and stock > 0)
        for colour, count, stock in zip(COLOURS, player.containers, common, strict=True)
    )
    supplies = Supplies(
        containers=(owned[0], owned[1], owned[2], owned[3]),
        output_reservoirs=OWN_RESERVOIRS,
        end_reservoirs=END_RESERVOIRS - sum(part.store is Store.END for hall in others for part in hall.reservoirs),
        connectors=CONNECTORS - sum(len(hall.connectors) for hall in others),
    )
    most = player.money + machine.income - LEAST_MONEY
    try:
        found = connect(player.hall, machine, supplies, most=most, nodes=nodes)
    except ConnectError:
        return None
    return Build(seat, found.hall, extra if machine.extra == ANY else None)


def _wanted(machine: Machine) -> Product:
    """The colour to choose: what the machine itself needs."""
    return next((end.product for end in machine.ends if end.flow is Flow.IN), Product.YELLOW)
