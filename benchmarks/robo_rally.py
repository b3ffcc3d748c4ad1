"""Registers of RoboRally to measure: crowded boards drawn at random, always the same."""

from __future__ import annotations

import random
from typing import Final

from mechanica_core.geometry import FACINGS, Facing
from mechanica_core.other_games.robo_rally import (
    DECK,
    Belt,
    Board,
    Card,
    Current,
    Edge,
    Element,
    ElementKind,
    Gear,
    Laser,
    Plain,
    Played,
    Pusher,
    Robot,
    Situation,
    Square,
    Timed,
    Wall,
    resolve_register,
)

SIDE: Final = 12
ROBOTS: Final = 8
ON_SQUARES: Final = 32
ON_EDGES: Final = 8
SITUATIONS: Final = 20


def _element(rng: random.Random) -> Element:
    way, active = rng.choice(FACINGS), frozenset(rng.sample(range(1, 6), 2))
    came: Facing = rng.choice([side for side in FACINGS if side is not way])
    kinds = ElementKind
    elements: list[Element] = [
        *(Belt(way), Belt(way), Belt(way, fast=True), Belt(way, fast=True, curve_from=frozenset({came}))),
        *(Current(way), Gear(clockwise=True), Laser(way), Pusher(way, active)),
        *(Timed(kinds.FLAMER, active), Timed(kinds.TRAPDOOR, active)),
        *(Plain(kind) for kind in (kinds.WATER, kinds.OIL, kinds.REPAIR, kinds.RADIATION)),
    ]
    return rng.choice(elements)


def registers() -> list[tuple[Situation, int, dict[str, Card]]]:
    """Situations on 12 x 12 boards with 40 elements and 8 robots, the register to play, and everybody's card."""
    rng = random.Random(12)
    found = []
    for number in range(SITUATIONS):
        squares = [(x, y) for x in range(SIDE) for y in range(SIDE)]
        board = Board(
            SIDE,
            SIDE,
            tuple(Square(at, (_element(rng),)) for at in rng.sample(squares, ON_SQUARES)),
            tuple(Edge(at, rng.choice(FACINGS), Wall()) for at in rng.sample(squares, ON_EDGES)),
        )
        robots = tuple(Robot(f"R{n}", at, rng.choice(FACINGS)) for n, at in enumerate(rng.sample(squares, ROBOTS)))
        cards = dict(zip((robot.name for robot in robots), rng.sample(DECK, ROBOTS), strict=True))
        found.append((Situation(board, robots), number % 5 + 1, cards))
    return found


def play_all(situations: list[tuple[Situation, int, dict[str, Card]]]) -> list[Played]:
    """Play them all, events not asked for."""
    return [resolve_register(*situation) for situation in situations]
