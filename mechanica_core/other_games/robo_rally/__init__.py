"""RoboRally in its older rules: all 31 board elements, and what a register or a round does to the robots on them.

>>> from mechanica_core.geometry import Facing
>>> from mechanica_core.other_games.robo_rally import *
>>> board = Board(4, 1, (Square((2, 0), (Gear(clockwise=True),)),))
>>> situation = Situation(board, (Robot("A", (0, 0), Facing.EAST),))
>>> played = resolve_register(situation, 1, {"A": Card(Order.MOVE_2)})
>>> played.situation.robot("A")
Robot(name='A', at=(2, 0), facing=<Facing.SOUTH: 'south'>, damage=0, archive=None, options=())
>>> [type(event).__name__ for event in played.events[:5]]
['SegmentBegan', 'SegmentBegan', 'CardBegan', 'Moved', 'Moved']

Values are frozen. Rule numbers are those of docs/ROBORALLY.md. ``document`` reads and writes JSON, ``board_text``
boards drawn as text, ``picture`` draws SVG, ``narration`` tells events.
"""

from mechanica_core.other_games.robo_rally.board import At, Board, Edge, SituationError, Square
from mechanica_core.other_games.robo_rally.cards import DECK, Card, Order
from mechanica_core.other_games.robo_rally.decisions import OFFERS, Decision, Draws, MissingDraw, Take
from mechanica_core.other_games.robo_rally.elements import (
    Barrier,
    Belt,
    Current,
    Door,
    Element,
    ElementKind,
    Gear,
    Laser,
    Mirror,
    OneWayWall,
    Plain,
    Portal,
    Pusher,
    Repulsor,
    Slope,
    Timed,
    Wall,
    catalogue,
)
from mechanica_core.other_games.robo_rally.events import Event, event_json
from mechanica_core.other_games.robo_rally.playing import Played, Round, resolve_register, resolve_round
from mechanica_core.other_games.robo_rally.robots import Option, Robot, Situation
from mechanica_core.other_games.robo_rally.rules import DEFAULT_RULES, RuleSet

__all__ = [
    "DECK",
    "DEFAULT_RULES",
    "OFFERS",
    "At",
    "Barrier",
    "Belt",
    "Board",
    "Card",
    "Current",
    "Decision",
    "Door",
    "Draws",
    "Edge",
    "Element",
    "ElementKind",
    "Event",
    "Gear",
    "Laser",
    "Mirror",
    "MissingDraw",
    "OneWayWall",
    "Option",
    "Order",
    "Plain",
    "Played",
    "Portal",
    "Pusher",
    "Repulsor",
    "Robot",
    "Round",
    "RuleSet",
    "Situation",
    "SituationError",
    "Slope",
    "Square",
    "Take",
    "Timed",
    "Wall",
    "catalogue",
    "event_json",
    "resolve_register",
    "resolve_round",
]
