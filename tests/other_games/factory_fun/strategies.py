"""Halls drawn at random: messy ones, and legal ones built step by step."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

from mechanica_core.geometry import Facing
from mechanica_core.other_games.factory_fun import (
    ConnectError,
    Connector,
    Container,
    Flow,
    Hall,
    Machine,
    PipeEnd,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
)
from mechanica_core.other_games.factory_fun.connecting import Supplies, connect
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from mechanica_core.other_games.factory_fun.parts import COLOURS, SHAPES

ROWS, COLUMNS = 4, 5
PLACES = [(half, side) for half, inner in ((1, Facing.EAST), (2, Facing.WEST)) for side in Facing if side is not inner]

squares = st.builds(Square, st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
connectors = st.builds(Connector, squares, st.sampled_from(sorted(SHAPES)))
containers = st.builds(Container, squares, st.sampled_from(COLOURS))
reservoirs = st.builds(Reservoir, squares, st.sampled_from(Store))


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    """Any machine."""
    ends = []
    for half, side in draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6, unique=True)):
        flow = draw(st.sampled_from(Flow))
        product = draw(st.sampled_from(COLOURS if flow is Flow.IN else tuple(Product)))
        ends.append(PipeEnd(1 if half == 1 else 2, side, flow, product, draw(st.integers(1, 4))))
    name = draw(st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12))
    return Machine(name, tuple(ends), draw(st.integers(0, 9)), draw(st.sampled_from((None, "any", *COLOURS))))


@st.composite
def messy_halls(draw: st.DrawFn) -> Hall:
    """Anything that can be written down: parts may overlap, and little of it is joined."""
    kinds = draw(st.lists(machines(), max_size=3, unique_by=lambda machine: machine.name))
    placed = (
        st.builds(PlacedMachine, squares, st.sampled_from(kinds), st.sampled_from(Facing)) if kinds else st.nothing()
    )
    return Hall(
        machines=tuple(draw(st.lists(placed, max_size=3))) if kinds else (),
        connectors=tuple(draw(st.lists(connectors, max_size=8))),
        containers=tuple(draw(st.lists(containers, max_size=4))),
        reservoirs=tuple(draw(st.lists(reservoirs, max_size=4))),
        pillar=draw(st.none() | squares),
        rows=ROWS,
        columns=COLUMNS,
    )


@cache
def built_halls(seed: int) -> tuple[Hall, ...]:
    """A hall growing by up to six machines of the made-up set, joined cheaply one after the other; all are legal."""
    dice = random.Random(seed)
    halls = [Hall()]
    for machine in dice.sample(made_up_machines(), 8):
        try:
            halls.append(connect(halls[-1], machine, Supplies((3, 3, 3, 3), 3), nodes=60).hall)
        except ConnectError:
            continue
    return tuple(halls)


grown_halls = st.integers(0, 30).map(lambda seed: built_halls(seed)[-1])
