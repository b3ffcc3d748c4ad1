"""Programming cards, and the deck that a randomizer draws from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Order(StrEnum):
    """What a card tells a robot to do."""

    MOVE_1 = "move1"
    MOVE_2 = "move2"
    MOVE_3 = "move3"
    BACK_UP = "back_up"
    ROTATE_LEFT = "rotate_left"
    ROTATE_RIGHT = "rotate_right"
    U_TURN = "u_turn"


STEPS: Final = {Order.MOVE_1: 1, Order.MOVE_2: 2, Order.MOVE_3: 3, Order.BACK_UP: 1}
"""How many squares a movement card shows; the others turn."""
TURNS: Final = {Order.ROTATE_LEFT: 1, Order.U_TURN: 2, Order.ROTATE_RIGHT: 3}
"""Quarter turns counterclockwise."""


@dataclass(frozen=True, slots=True)
class Card:
    """A programming card; of two, the one of higher priority is carried out first."""

    order: Order
    priority: int = 0


def _cards(order: Order, first: int, last: int, step: int = 10) -> tuple[Card, ...]:
    return tuple(Card(order, priority) for priority in range(first, last + 1, step))


DECK: Final = (
    *_cards(Order.U_TURN, 10, 60),
    *_cards(Order.ROTATE_LEFT, 70, 410, 20),
    *_cards(Order.ROTATE_RIGHT, 80, 420, 20),
    *_cards(Order.BACK_UP, 430, 480),
    *_cards(Order.MOVE_1, 490, 660),
    *_cards(Order.MOVE_2, 670, 780),
    *_cards(Order.MOVE_3, 790, 840),
)
"""All 84 cards."""
