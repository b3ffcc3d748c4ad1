"""What holds in every register, whatever the board."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanica_core.geometry import Facing
from mechanica_core.other_games.robo_rally import Board, Edge, Situation, Wall, resolve_register
from mechanica_core.other_games.robo_rally.board import beyond, opposite
from mechanica_core.other_games.robo_rally.board_text import draw_board, read_board_text
from mechanica_core.other_games.robo_rally.document import (
    Case,
    board_document,
    case_document,
    played_document,
    read_board,
    read_case,
)
from mechanica_core.other_games.robo_rally.events import (
    By,
    Damaged,
    Destroyed,
    Event,
    Moved,
    Repaired,
    Turned,
    event_json,
)
from mechanica_core.other_games.robo_rally.picture import situation_svg
from tests.other_games.robo_rally.random_cases import random_case

cases = st.integers(0, 10**9).map(lambda seed: random_case(random.Random(seed)))
BOARD_MOVES = (By.PUSH, By.BELT, By.CURRENT, By.PUSHER, By.OIL, By.REPULSOR)


def situations(case: Case) -> list[tuple[Situation, Situation, tuple[Event, ...]]]:
    """Before and after each register, and what happened."""
    played = case.play()[0].played
    return [
        (before, one.situation, one.events)
        for before, one in zip([case.situation, *(one.situation for one in played)], played, strict=False)
    ]


@given(cases)
def test_no_two_robots_on_a_square(document: dict[str, Any]) -> None:
    for _, after, _ in situations(read_case(document)):
        places = [robot.at for robot in after.robots if robot.at is not None]
        assert len(set(places)) == len(places)
        assert all(map(after.board.has, places))


@given(cases)
def test_destroyed_robots_stay_gone(document: dict[str, Any]) -> None:
    gone: set[str] = set()
    for _, after, events in situations(read_case(document)):
        assert not any(isinstance(event, Moved | Turned | Damaged) and event.robot in gone for event in events)
        gone |= {event.robot for event in events if isinstance(event, Destroyed)}
        assert gone == {robot.name for robot in after.robots if robot.destroyed}


@given(cases)
def test_damage_places_and_facings_are_what_the_events_tell(document: dict[str, Any]) -> None:
    for before, after, events in situations(read_case(document)):
        for robot in after.robots:
            damage, at, facing = (
                before.robot(robot.name).damage,
                before.robot(robot.name).at,
                before.robot(robot.name).facing,
            )
            for event in events:
                if getattr(event, "robot", None) != robot.name:
                    continue
                match event:
                    case Damaged():
                        damage += event.amount
                        assert event.damage == damage
                    case Repaired():
                        damage -= event.amount
                        assert event.damage == damage
                    case Moved():
                        assert event.start == at
                        at = event.to
                    case Turned():
                        facing = event.facing
                    case Destroyed():
                        assert event.at == at
                        at = None
            assert (robot.damage, robot.at, robot.facing) == (damage, at, facing)


@given(cases)
def test_no_move_of_a_square_crosses_a_wall(document: dict[str, Any]) -> None:
    case = read_case(document)
    walls = {
        crossing
        for edge in case.situation.board.edges
        if isinstance(edge.barrier, Wall)
        for crossing in ((edge.at, beyond(edge.at, edge.side)), (beyond(edge.at, edge.side), edge.at))
    }
    for _, _, events in situations(case):
        for event in events:
            if isinstance(event, Moved) and event.by in (*BOARD_MOVES, By.CARD):
                assert (event.start, event.to) not in walls
                assert sum(abs(a - b) for a, b in zip(event.start, event.to, strict=True)) == 1


@given(cases)
def test_the_same_comes_out_each_time(document: dict[str, Any]) -> None:
    case = read_case(document)
    assert played_document(case, events=True) == played_document(read_case(document), events=True)
    assert pickle.loads(pickle.dumps(case)) == case


@given(cases)
def test_a_case_is_read_back_from_its_document(document: dict[str, Any]) -> None:
    case = read_case(document)
    assert read_case(case_document(case)) == case
    assert case_document(read_case(case_document(case))) == case_document(case)


@given(cases)
def test_a_board_is_read_back_from_its_drawing_and_its_document(document: dict[str, Any]) -> None:
    situation = read_case(document).situation
    assert read_board_text(draw_board(situation.board)) == situation.board
    assert read_board_text(draw_board(situation.board, situation.robots)) == situation.board
    assert read_board(board_document(situation.board)) == situation.board


@given(cases)
def test_every_edge_can_be_told_of_the_other_square(document: dict[str, Any]) -> None:
    board = read_case(document).situation.board
    turned = [
        Edge(other, opposite(edge.side), edge.barrier.seen_from_beyond()) if board.has(other) else edge
        for edge in board.edges
        for other in [beyond(edge.at, edge.side)]
    ]
    assert Board(board.width, board.height, board.squares[::-1], (*turned, *board.edges)) == board


@given(cases)
def test_every_situation_can_be_drawn(document: dict[str, Any]) -> None:
    assert situation_svg(read_case(document).situation).startswith("<svg")


@pytest.mark.parametrize("side", Facing)
def test_opposite_sides_meet(side: Facing) -> None:
    assert beyond(beyond((5, 5), side), opposite(side)) == (5, 5)


def test_events_are_json() -> None:
    case = read_case(random_case(random.Random(3)))
    events = [event for one in case.play()[0].played for event in one.events]
    assert all(isinstance(event_json(event)["event"], str) for event in events)
    empty = resolve_register(case.situation, 1, {})
    assert empty.events == empty.events
