"""What happens in a register, in order and enough to animate it without knowing the rules."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from mechanica_core.geometry import Facing
from mechanica_core.other_games.robo_rally.board import LETTERS, At
from mechanica_core.other_games.robo_rally.cards import Card
from mechanica_core.other_games.robo_rally.elements import ElementKind


class Segment(StrEnum):
    """The segments of a register, in order, and the end of a round (RR-S)."""

    REVEAL = "A"
    MOVES = "B"
    FAST_BELTS = "C1"
    ALL_BELTS = "C2"
    CURRENTS = "C3"
    PUSHERS = "C4"
    GEARS = "C5"
    CRUSHERS = "C6"
    FIRE = "D"
    CHECKPOINTS = "E"
    END = "F"


class By(StrEnum):
    """What moved a robot."""

    CARD = "card"
    PUSH = "push"
    BELT = "belt"
    CURRENT = "current"
    PUSHER = "pusher"
    OIL = "oil"
    REPULSOR = "repulsor"
    PORTAL = "portal"
    TELEPORTER = "teleporter"


class Harm(StrEnum):
    """What damaged or destroyed a robot, where that is no element of a square."""

    FALL = "fall"
    ROBOT = "robot"
    RIM = "rim"
    DAMAGE = "damage"


@dataclass(frozen=True, slots=True)
class SegmentBegan:
    """A segment begins in which something may happen."""

    register: int
    segment: Segment


@dataclass(frozen=True, slots=True)
class CardExchanged:
    """A randomizer exchanged a robot's card; ``old`` is None if it had none."""

    robot: str
    old: Card | None
    new: Card


@dataclass(frozen=True, slots=True)
class CardBegan:
    """A robot begins to carry out its card."""

    robot: str
    card: Card


@dataclass(frozen=True, slots=True)
class StepLost:
    """The first step of a card came to nothing, in water or on oil."""

    robot: str
    at: At
    element: ElementKind


@dataclass(frozen=True, slots=True)
class Moved:
    """A robot came from a square to another; ``to`` may be off the board, where it is destroyed next."""

    robot: str
    start: At
    to: At
    by: By


@dataclass(frozen=True, slots=True)
class Turned:
    """A robot faces another way."""

    robot: str
    facing: Facing
    by: By | ElementKind


@dataclass(frozen=True, slots=True)
class Stopped:
    """A robot cannot go on that way; the rest of its card is lost."""

    robot: str
    at: At
    way: Facing


@dataclass(frozen=True, slots=True)
class SlidBack:
    """A robot came up a ramp with its last step and slid back to its foot."""

    robot: str
    at: At


@dataclass(frozen=True, slots=True)
class Repelled:
    """A robot ran or was pushed into a repulsor, which throws it so many squares that way."""

    robot: str
    at: At
    way: Facing
    squares: int


@dataclass(frozen=True, slots=True)
class Fired:
    """A beam: from a robot, or from a board laser if ``robot`` is None, over ``path``, and the robot it hit."""

    robot: str | None
    path: tuple[At, ...]
    beams: int
    hit: str | None


@dataclass(frozen=True, slots=True)
class Damaged:
    """A robot took damage; ``damage`` is what it has now."""

    robot: str
    amount: int
    by: ElementKind | Harm
    damage: int


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A robot is destroyed and leaves; ``at`` is where, perhaps off the board."""

    robot: str
    at: At
    by: ElementKind | Harm


@dataclass(frozen=True, slots=True)
class Archived:
    """A robot saved itself on a repair site."""

    robot: str
    at: At


@dataclass(frozen=True, slots=True)
class Repaired:
    """A robot was repaired; ``damage`` is what it has now."""

    robot: str
    amount: int
    damage: int


@dataclass(frozen=True, slots=True)
class OptionDrawn:
    """A robot drew an option; ``scrapped`` is the one it gave for it, if it gave one."""

    robot: str
    option: str
    by: ElementKind
    scrapped: str | None = None


@dataclass(frozen=True, slots=True)
class OptionRefilled:
    """A robot's option has its full ammunition again."""

    robot: str
    option: str


Event: TypeAlias = (
    SegmentBegan
    | CardExchanged
    | CardBegan
    | StepLost
    | Moved
    | Turned
    | Stopped
    | SlidBack
    | Repelled
    | Fired
    | Damaged
    | Destroyed
    | Archived
    | Repaired
    | OptionDrawn
    | OptionRefilled
)


def event_json(event: Event) -> dict[str, Any]:
    """An event as an object of JSON; ``event`` is its name, the other keys are its fields."""
    written = {field.name: _plain(getattr(event, field.name)) for field in dataclasses.fields(event)}
    return {"event": _NAMES[type(event)]} | written


_NAMES = {
    SegmentBegan: "segment_began",
    CardExchanged: "card_exchanged",
    CardBegan: "card_began",
    StepLost: "step_lost",
    Moved: "moved",
    Turned: "turned",
    Stopped: "stopped",
    SlidBack: "slid_back",
    Repelled: "repelled",
    Fired: "fired",
    Damaged: "damaged",
    Destroyed: "destroyed",
    Archived: "archived",
    Repaired: "repaired",
    OptionDrawn: "option_drawn",
    OptionRefilled: "option_refilled",
}


def _plain(value: object) -> object:
    match value:
        case Facing():
            return LETTERS[value]
        case StrEnum():
            return value.value
        case Card():
            return {"card": value.order.value, "priority": value.priority}
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value
