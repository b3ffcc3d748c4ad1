"""What it costs to make one hall of another: the cheapest difference between the two (3.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import PlacedMachine, Square

MACHINE_MOVE: Final = 2
"""What moving or turning an older machine costs."""
MOST_MOVED: Final = 2
"""So many older machines may be moved in a round."""


class Act(StrEnum):
    """What is done to a part, as the table of costs names it."""

    PLACE = "place"
    MOVE = "move"
    TURN = "turn"
    SWAP = "swap"
    REMOVE = "remove"
    PLACE_MACHINE = "place machine"
    MOVE_MACHINE = "move machine"
    REMOVE_MACHINE = "remove machine"


@dataclass(frozen=True, slots=True)
class Change:
    """One change between two halls: what is done, with what, on which square, and what it costs."""

    act: Act
    part: str
    square: Square
    cost: int


def changes(before: Hall, after: Hall) -> list[Change]:
    """A cheapest list of changes that makes ``after`` of ``before``, both legal, by square.

    Machines that look alike count as the same: the fewest possible have moved. Removing a machine is forbidden, and
    listed for 0. Raises ValueError if the two are not of one hall: of another size, or with another pillar.
    """
    if (before.rows, before.columns, before.pillar) != (after.rows, after.columns, after.pillar):
        raise ValueError("the two halls differ in size or pillar")
    found = [*_machines(before, after), *_connectors(before, after), *_stores(before, after)]
    return sorted(found, key=lambda change: change.square)


def cost(before: Hall, after: Hall) -> int:
    """What making ``after`` of ``before`` costs at least."""
    return sum(change.cost for change in changes(before, after))


def new_machines(before: Hall, after: Hall) -> list[PlacedMachine]:
    """The machines of ``after`` that are one more of their kind than in ``before``, at squares where none was."""
    older = Counter(placed.machine for placed in before.machines)
    stayed = set(before.machines)
    for placed in after.machines:
        if placed in stayed:
            older[placed.machine] -= 1
    found = []
    for placed in after.machines:
        if placed not in stayed:
            older[placed.machine] -= 1
            if older[placed.machine] < 0:
                found.append(placed)
    return found


def _machines(before: Hall, after: Hall) -> Iterator[Change]:
    new = new_machines(before, after)
    stayed = set(before.machines) & set(after.machines)
    for placed in after.machines:
        if placed not in stayed:
            act, price = (Act.PLACE_MACHINE, 0) if placed in new else (Act.MOVE_MACHINE, MACHINE_MOVE)
            yield Change(act, placed.machine.name, placed.square, price)
    gone = Counter(placed.machine for placed in before.machines)
    gone.subtract(placed.machine for placed in after.machines)
    for placed in before.machines:
        if placed not in stayed and gone[placed.machine] > 0:
            gone[placed.machine] -= 1
            yield Change(Act.REMOVE_MACHINE, placed.machine.name, placed.square, 0)


def _connectors(before: Hall, after: Hall) -> Iterator[Change]:
    """Connectors; of those with two elements, one taken up elsewhere is moved for 1 rather than placed for 2."""
    was = {part.square: part for part in before.connectors}
    now = {part.square: part for part in after.connectors}
    taken_up = Counter(part.kind for square, part in was.items() if square not in now)
    for square, part in now.items():
        old = was.get(square)
        if old is None:
            moved = taken_up[part.kind] > 0
            taken_up[part.kind] -= moved
            price = 1 if moved else 1 + part.is_double
            yield Change(Act.MOVE if moved else Act.PLACE, part.kind.value, square, price)
        elif old.pipes != part.pipes:
            swapped_down = old.is_double and not part.is_double
            act = Act.TURN if old.kind is part.kind else Act.SWAP
            yield Change(act, part.kind.value, square, 0 if swapped_down else 1)
    for square, part in was.items():
        if square not in now and taken_up[part.kind] > 0:
            taken_up[part.kind] -= 1
            yield Change(Act.REMOVE, part.kind.value, square, 0)


def _stores(before: Hall, after: Hall) -> Iterator[Change]:
    """Containers and reservoirs: whether moved or placed, each costs 1."""
    was, now = _named(before), _named(after)
    taken_up = Counter(name for name, _ in was - now)
    for name, square in sorted(now - was):
        moved = taken_up[name] > 0
        taken_up[name] -= moved
        yield Change(Act.MOVE if moved else Act.PLACE, name, square, 1)
    for name, square in sorted(was - now):
        if taken_up[name] > 0:
            taken_up[name] -= 1
            yield Change(Act.REMOVE, name, square, 0)


def _named(hall: Hall) -> set[tuple[str, Square]]:
    containers = {(f"{part.product.value} container", part.square) for part in hall.containers}
    return containers | {(f"{part.store.value} reservoir", part.square) for part in hall.reservoirs}
