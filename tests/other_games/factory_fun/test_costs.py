"""Costs as the cheapest difference between two halls (3.6)."""

from __future__ import annotations

import heapq
import itertools
import random
from typing import Final

import pytest

from mechanica_core.geometry import FACINGS
from mechanica_core.other_games.factory_fun import (
    Act,
    Connector,
    Container,
    Hall,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    changes,
    cost,
    new_machines,
)
from mechanica_core.other_games.factory_fun.parts import SHAPES
from tests.other_games.factory_fun.halls import hall

EMPTY: Final = Hall(rows=1, columns=4, pillar=None)
C1: Final = Square(0, 2)
D1: Final = Square(0, 3)


def connector(square: Square, *pipes: str) -> Hall:
    return EMPTY.with_parts(Connector.of(square, *pipes))


@pytest.mark.parametrize(
    ("before", "after", "price"),
    [
        (EMPTY, EMPTY, 0),
        (EMPTY, EMPTY.with_parts(Container(C1, Product.RED)), 1),
        (EMPTY, EMPTY.with_parts(Reservoir(C1)), 1),
        (EMPTY, connector(C1, "EW"), 1),
        (EMPTY, connector(C1, "ENW"), 1),
        (EMPTY, connector(C1, "EN", "WS"), 2),
        (EMPTY, connector(C1, "EW", "NS"), 2),
        (connector(C1, "EW", "NS"), connector(C1, "EW"), 0),
        (connector(C1, "EW", "NS"), connector(C1, "EN"), 0),
        (connector(C1, "EW"), connector(C1, "EW", "NS"), 1),
        (connector(C1, "EN"), connector(C1, "EW", "NS"), 1),
        (connector(C1, "EW"), connector(D1, "EW"), 1),
        (connector(C1, "EN", "WS"), connector(D1, "ES", "NW"), 1),
        (connector(C1, "EN", "WS"), connector(D1, "EW", "NS"), 2),
        (connector(C1, "EN"), connector(C1, "ES"), 1),
        (connector(C1, "EW"), connector(C1, "EN"), 1),
        (connector(C1, "EN", "WS"), connector(C1, "ES", "NW"), 1),
        (connector(C1, "EW"), EMPTY, 0),
        (EMPTY.with_parts(Container(C1, Product.RED)), EMPTY.with_parts(Container(D1, Product.RED)), 1),
        (EMPTY.with_parts(Container(C1, Product.RED)), EMPTY, 0),
        (EMPTY.with_parts(Reservoir(C1)), EMPTY, 0),
    ],
)
def test_the_table_of_costs(before: Hall, after: Hall, price: int) -> None:
    assert cost(before, after) == price


BEFORE: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A   [O]   ·    ·
2   ·    ·    ·    ·    ·    ·""")


def test_a_new_machine_costs_nothing_and_what_joins_it_does() -> None:
    after = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A    B>   B   [O]
2   ·    ·    ·    ·    ·    ·""")
    assert [(change.act, change.part, str(change.square), change.cost) for change in changes(BEFORE, after)] == [
        (Act.PLACE_MACHINE, "Mill", "d1", 0),
        (Act.MOVE, "output reservoir", "f1", 1),
    ]
    assert [placed.machine.name for placed in new_machines(BEFORE, after)] == ["Mill"]


def test_moving_or_turning_an_older_machine_costs_2() -> None:
    press = BEFORE.machines[0].machine
    for square, facing in itertools.product((Square(0, 1), Square(1, 2)), FACINGS):
        after = Hall((PlacedMachine(square, press, facing),), (), BEFORE.containers, BEFORE.reservoirs, None, 2, 6)
        assert cost(BEFORE, after) == (0 if after.machines == BEFORE.machines else 2)


def test_machines_that_look_alike_are_not_told_apart() -> None:
    press = BEFORE.machines[0].machine
    after = BEFORE.with_parts(PlacedMachine(Square(1, 0), press))
    assert [change.act for change in changes(BEFORE, after)] == [Act.PLACE_MACHINE]


def test_a_removed_machine_is_listed() -> None:
    without = Hall((), (), BEFORE.containers, BEFORE.reservoirs, None, 2, 6)
    assert [change.act for change in changes(BEFORE, without)] == [Act.REMOVE_MACHINE]


def test_halls_of_another_size_have_no_difference() -> None:
    with pytest.raises(ValueError, match="differ in size or pillar"):
        cost(Hall(), Hall(rows=8))


# -- the same by hand moves: the cheapest way through the table, found without cleverness ---------------------

_PLACES: Final = 3
_WHAT: Final = (None, *SHAPES, "yellow", "red", "output")
Position = tuple[object, ...]


def _is_double(part: object) -> bool:
    return isinstance(part, tuple) and len(part) == 2


def _moves(position: Position) -> list[tuple[int, Position]]:
    """Every single action of the table and what it costs; turning a moved connector is part of the move."""
    found: list[tuple[int, Position]] = []
    for place, part in enumerate(position):

        def put(what: object, at: int = place) -> Position:
            return (*position[:at], what, *position[at + 1 :])

        if part is None:
            found += [(1 + _is_double(new), put(new)) for new in _WHAT[1:]]
            continue
        found.append((0, put(None)))
        if isinstance(part, tuple):
            alike = [shape for shape in SHAPES if SHAPES[shape] is SHAPES[part]]
            found += [(1, put(shape)) for shape in alike]
            swapped = [shape for shape in SHAPES if _is_double(shape) != _is_double(part)]
            found += [(0 if _is_double(part) else 1, put(shape)) for shape in swapped]
        else:
            alike = [part]  # type: ignore[list-item]
        for other, there in enumerate(position):
            if there is None:
                gone = put(None)
                found += [(1, (*gone[:other], shape, *gone[other + 1 :])) for shape in alike]
    return found


def _cheapest_from(start: Position) -> dict[Position, int]:
    best: dict[Position, int] = {start: 0}
    queue: list[tuple[int, int, Position]] = [(0, 0, start)]
    number = 0
    while queue:
        spent, _, position = heapq.heappop(queue)
        if spent > best[position]:
            continue
        for price, following in _moves(position):
            if spent + price < best.get(following, 99):
                best[following] = spent + price
                number += 1
                heapq.heappush(queue, (spent + price, number, following))
    return best


def _as_hall(position: Position) -> Hall:
    drawn = Hall(rows=1, columns=_PLACES, pillar=None)
    for column, part in enumerate(position):
        square = Square(0, column)
        if isinstance(part, tuple):
            drawn = drawn.with_parts(Connector(square, part))
        elif part == "output":
            drawn = drawn.with_parts(Reservoir(square))
        elif part is not None:
            drawn = drawn.with_parts(Container(square, Product(str(part))))
    return drawn


def test_no_sequence_of_moves_is_cheaper_than_the_difference() -> None:
    dice = random.Random(6)
    for _ in range(2):
        start = tuple(dice.choice(_WHAT) for _ in range(_PLACES))
        before = _as_hall(start)
        for position, price in _cheapest_from(start).items():
            assert cost(before, _as_hall(position)) == price, (start, position)
