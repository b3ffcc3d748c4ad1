"""Networks: which pipe ends are joined, and what feeds what (3.5).

Pipe ends meet across the edge of two squares. A network is all that is joined so, through connectors; each pipe of a
connector with two belongs to one of its own. Containers and reservoirs stand at the ends of networks and join none:
no flow goes on through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mechanica_core.geometry import COLUMN_STEP, ROW_STEP
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    SIDES,
    Connector,
    Container,
    Flow,
    Joint,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    joints,
)

_STRIDE: Final = 128
"""Numbers of a square's sides in one row; no hall is so wide that rows could overlap."""
_STEPS: Final = tuple(
    _STRIDE * row + 4 * column + (side + 2) % 4 - side
    for side, (row, column) in enumerate(zip(ROW_STEP, COLUMN_STEP, strict=True))
)
"""From the number of a square's side to that of the side that faces it."""
_PIPE_SIDES: Final = {
    "".join(SIDES[side] for side in range(4) if sides >> side & 1): tuple(
        side for side in range(4) if sides >> side & 1
    )
    for sides in range(16)
}


@dataclass(slots=True)
class Network:
    """All that is joined to each other; whether it may be is not asked here."""

    outputs: list[Joint]
    inputs: list[Joint]
    containers: list[Container]
    reservoirs: list[Reservoir]
    pipes: list[tuple[Connector, str]]
    loose: bool = False
    """Whether a connector's end in it is joined to nothing."""

    @property
    def product(self) -> Product | None:
        """What flows in it: the product of its first source, else of its first input."""
        if self.outputs:
            return self.outputs[0].end.product
        if self.containers:
            return self.containers[0].product
        return self.inputs[0].end.product if self.inputs else None


@dataclass(slots=True)
class Flows:
    """The networks of a hall, and what is joined to nothing."""

    networks: list[Network]
    unjoined: list[Joint]
    """Pipe ends of machines; they belong to no network."""
    loose_ends: list[tuple[Connector, int]]
    """Connectors with the side on which one ends loosely."""
    untouched: list[Container | Reservoir]
    """Containers and reservoirs that no pipe end faces."""

    def feeding(self) -> Iterator[tuple[PlacedMachine, PlacedMachine]]:
        """Which machine feeds which, over all networks."""
        for network in self.networks:
            for output in network.outputs:
                for joint in network.inputs:
                    yield output.placed, joint.placed


def trace(hall: Hall) -> Flows:
    """Follow all pipes of a hall. Where several parts lie on one square, one of them counts."""
    parts: tuple[Container | Reservoir, ...] = (*hall.containers, *hall.reservoirs)
    stores = {_number(part.square, 0): part for part in parts}
    machine_ends = [joint for placed in hall.machines for joint in joints(placed)]
    connectors = {_number(connector.square, 0): connector for connector in hall.connectors}
    pipes = [(connector, pipe) for connector in connectors.values() for pipe in connector.pipes]
    node_at: dict[int, int] = {}
    for node, joint in enumerate(machine_ends):
        node_at.setdefault(_number(joint.square, joint.side), node)
    first_pipe = len(machine_ends)
    for node, (connector, pipe) in enumerate(pipes, first_pipe):
        base = _number(connector.square, 0)
        for side in _PIPE_SIDES[pipe]:
            node_at.setdefault(base + side, node)

    roots = list(range(first_pipe + len(pipes)))

    def root(node: int) -> int:
        while roots[node] != node:
            roots[node] = node = roots[roots[node]]
        return node

    touching: list[tuple[int, Container | Reservoir]] = []
    touched: set[int] = set()
    nothing: list[tuple[int, int]] = []
    for number, node in node_at.items():
        facing = number + _STEPS[number & 3]
        other = node_at.get(facing)
        if other is not None:
            if other > node:
                roots[root(other)] = root(node)
            continue
        store = stores.get(facing & ~3)
        if store is None:
            nothing.append((node, number & 3))
        else:
            touching.append((node, store))
            touched.add(facing & ~3)

    unjoined = [node for node, _ in nothing if node < first_pipe]
    by_root: dict[int, Network] = {}
    networks: list[Network] = []
    left_out = set(unjoined)
    for node in range(len(roots)):
        if node in left_out:
            continue
        top = root(node)
        network = by_root.get(top)
        if network is None:
            network = by_root[top] = Network([], [], [], [], [])
            networks.append(network)
        if node >= first_pipe:
            network.pipes.append(pipes[node - first_pipe])
        elif machine_ends[node].end.flow is Flow.OUT:
            network.outputs.append(machine_ends[node])
        else:
            network.inputs.append(machine_ends[node])
    for node, store in touching:
        network = by_root[root(node)]
        if isinstance(store, Container):
            if store not in network.containers:
                network.containers.append(store)
        elif store not in network.reservoirs:
            network.reservoirs.append(store)
    loose_ends = []
    for node, side in nothing:
        if node >= first_pipe:
            by_root[root(node)].loose = True
            loose_ends.append((pipes[node - first_pipe][0], side))
    return Flows(
        networks=networks,
        unjoined=[machine_ends[node] for node in unjoined],
        loose_ends=loose_ends,
        untouched=_uncovered(hall, [store for number, store in stores.items() if number not in touched]),
    )


def _uncovered(hall: Hall, parts: list[Container | Reservoir]) -> list[Container | Reservoir]:
    """Those on which nothing else lies."""
    if not parts:
        return parts
    covered = {square for placed in hall.machines for square in placed.squares}
    covered.update(connector.square for connector in hall.connectors)
    return [part for part in parts if part.square not in covered]


def _number(square: Square, side: int) -> int:
    return _STRIDE * (square.row + 2) + 4 * (square.column + 2) + side


def token_inputs(hall: Hall) -> list[Joint]:
    """The machine inputs that carry a clear token: those fed by outputs of machines (3.7)."""
    return [joint for network in trace(hall).networks if network.outputs for joint in network.inputs]
