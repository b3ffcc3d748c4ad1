"""What holds for every hall: turned or mirrored, changed, built step by step, or full of circles."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanica_core.other_games.factory_fun import Hall, Rule, check, cost, is_legal
from mechanica_core.other_games.factory_fun.flows import token_inputs, trace
from mechanica_core.other_games.factory_fun.parts import Connector, Container, Reservoir
from tests.other_games.factory_fun.strategies import (
    built_halls,
    connectors,
    containers,
    grown_halls,
    messy_halls,
    reservoirs,
)

Loose = Connector | Container | Reservoir


def loose_parts(hall: Hall) -> tuple[Loose, ...]:
    """All but the machines."""
    return (*hall.connectors, *hall.containers, *hall.reservoirs)


def told(hall: Hall) -> list[str]:
    """The rules that a hall breaks, as often as it does, and the numbers under its tokens."""
    tokens = sorted(str(joint.end.number) for joint in token_inputs(hall))
    return sorted(violation.rule.value for violation in check(hall) if violation.rule is not Rule.OVERLAP) + tokens


def without_overlaps(hall: Hall) -> Hall:
    """The hall with at most one part on a square: what lies under another cannot be told to turn alike."""
    taken = {square for placed in hall.machines[:1] for square in placed.squares}
    kept: list[Loose] = []
    for part in loose_parts(hall):
        if part.square not in taken:
            taken.add(part.square)
            kept.append(part)
    empty = Hall(hall.machines[:1], (), (), (), hall.pillar, hall.rows, hall.columns)
    return empty.with_parts(*kept)


@given(messy_halls().map(without_overlaps) | grown_halls)
def test_turning_or_mirroring_a_hall_changes_nothing(hall: Hall) -> None:
    turned = hall
    for _ in range(4):
        assert told(turned) == told(hall)
        assert told(turned.mirrored()) == told(hall)
        turned = turned.turned()
    assert turned == hall
    assert hall.mirrored().mirrored() == hall


@st.composite
def changed(draw: st.DrawFn, hall: Hall) -> Hall:
    """The hall with other connectors, containers and reservoirs on some squares; machines stay."""
    others = loose_parts(hall)
    gone = draw(st.lists(st.sampled_from([part.square for part in others]))) if others else []
    other = hall.without(*gone)
    taken = {square for placed in other.machines for square in placed.squares} | {hall.pillar}
    taken |= {part.square for part in loose_parts(other)}
    more: list[Loose] = draw(st.lists(st.one_of(connectors, containers, reservoirs), max_size=8))
    for part in more:
        if part.square not in taken:
            taken.add(part.square)
            other = other.with_parts(part)
    return other


@given(st.data(), grown_halls)
def test_costs_obey_the_triangle_inequality(data: st.DataObject, hall: Hall) -> None:
    other, third = data.draw(changed(hall)), data.draw(changed(hall))
    assert cost(hall, hall) == cost(other, other) == 0
    assert min(cost(hall, other), cost(other, third), cost(hall, third)) >= 0
    assert cost(hall, third) <= cost(hall, other) + cost(other, third)


@given(st.integers(0, 30))
@settings(max_examples=15)
def test_a_hall_built_by_legal_steps_checks_at_every_step(seed: int) -> None:
    assert all(is_legal(hall) for hall in built_halls(seed))


@given(messy_halls())
def test_no_circle_is_accepted(hall: Hall) -> None:
    """Rule n against networkx: told exactly where the machines that feed each other have a cycle."""
    graph = nx.DiGraph((source, target) for source, target in trace(hall).feeding())
    circles = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    circles += [{machine} for machine in graph if graph.has_edge(machine, machine)]
    squares = {frozenset(placed.square for placed in circle) for circle in circles}
    rule_n = [violation.square for violation in check(hall) if violation.rule is Rule.N]
    assert bool(rule_n) == bool(circles)
    assert all(any(square in circle for circle in squares) for square in rule_n)
