"""Joining a new machine at little cost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanica_core.other_games.factory_fun import ConnectError, Hall, Machine, changes, cost, is_legal
from mechanica_core.other_games.factory_fun.connecting import Supplies, connect
from mechanica_core.other_games.factory_fun.game import forbidden_changes
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from tests.other_games.factory_fun.halls import hall
from tests.other_games.factory_fun.strategies import built_halls

PRESSED = hall("""
    a    b    c    d    e    f
1   ·    ·    ·    ·    ·    ·
2  (Y)   A>   A   [O]   ·    ·
3   ·    ·    ·    ·    ·    ·""")
MILL = (
    hall("""
    a    b    c    d
1  (R)   B>   B   [O]""")
    .machines[0]
    .machine
)
PRESS = PRESSED.machines[0].machine


def test_a_machine_goes_where_it_is_cheapest() -> None:
    """The press before feeds the mill; only its reservoir moves."""
    found = connect(PRESSED, MILL)
    assert found.cost == cost(PRESSED, found.hall) == 1
    assert found.exact
    assert is_legal(found.hall)


def test_an_empty_hall_needs_one_part_for_each_pipe_end() -> None:
    found = connect(Hall(), PRESS)
    assert (found.cost, found.exact) == (2, True)


def test_what_is_used_up_is_led_here_by_connectors() -> None:
    none_left = Supplies(containers=(1, 0, 0, 0), output_reservoirs=2)
    found = connect(PRESSED, PRESS, none_left)
    assert len(found.hall.containers) == 1
    assert is_legal(found.hall)


def test_a_way_that_costs_too_much_is_none() -> None:
    with pytest.raises(ConnectError, match="no way found to join Press"):
        connect(Hall(), PRESS, most=1)
    with pytest.raises(ConnectError):
        connect(Hall(), PRESS, Supplies(containers=(0, 1, 1, 1)), nodes=100)
    with pytest.raises(ConnectError):
        connect(Hall(), PRESS, nodes=0)
    with pytest.raises(ConnectError):
        connect(Hall(), PRESS, seconds=-1)


def test_the_same_search_finds_the_same() -> None:
    machine = made_up_machines()[0]
    assert connect(PRESSED, machine) == connect(PRESSED, machine, seconds=1e6)


@given(st.integers(0, 30), st.sampled_from(made_up_machines()))
@settings(max_examples=30, deadline=None)
def test_what_is_found_is_legal_and_costs_what_is_told(seed: int, machine: Machine) -> None:
    before = built_halls(seed)[-1]
    try:
        found = connect(before, machine, Supplies((3, 3, 3, 3), 3), nodes=200)
    except ConnectError:
        return
    assert is_legal(found.hall)
    assert found.cost == cost(before, found.hall)
    assert not list(forbidden_changes(changes(before, found.hall)))
