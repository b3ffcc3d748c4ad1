"""Events of a register in words, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from mechanica_core.geometry import Facing
from mechanica_core.messages import Message, Names, say
from mechanica_core.other_games.robo_rally.board import square_text
from mechanica_core.other_games.robo_rally.cards import Order
from mechanica_core.other_games.robo_rally.elements import ElementKind, catalogue
from mechanica_core.other_games.robo_rally.events import (
    Archived,
    By,
    CardBegan,
    CardExchanged,
    Damaged,
    Destroyed,
    Event,
    Fired,
    Harm,
    Moved,
    OptionDrawn,
    OptionRefilled,
    Repaired,
    Repelled,
    Segment,
    SegmentBegan,
    SlidBack,
    StepLost,
    Stopped,
    Turned,
)

FACING_WORDS: Final[Mapping[Facing, Message]] = {
    Facing.NORTH: say("north"),
    Facing.EAST: say("east"),
    Facing.SOUTH: say("south"),
    Facing.WEST: say("west"),
}
ORDER_WORDS: Final[Mapping[Order, Message]] = {
    Order.MOVE_1: say("Move 1"),
    Order.MOVE_2: say("Move 2"),
    Order.MOVE_3: say("Move 3"),
    Order.BACK_UP: say("Back up"),
    Order.ROTATE_LEFT: say("Rotate left"),
    Order.ROTATE_RIGHT: say("Rotate right"),
    Order.U_TURN: say("U-turn"),
}
_SEGMENTS: Final[Mapping[Segment, Message]] = {
    Segment.REVEAL: say("cards are revealed"),
    Segment.MOVES: say("robots move"),
    Segment.FAST_BELTS: say("fast belts"),
    Segment.ALL_BELTS: say("all belts"),
    Segment.CURRENTS: say("currents"),
    Segment.PUSHERS: say("pushers"),
    Segment.GEARS: say("gears"),
    Segment.CRUSHERS: say("crushers"),
    Segment.FIRE: say("laser fire"),
    Segment.CHECKPOINTS: say("checkpoints"),
    Segment.END: say("end of the round"),
}
_HARMS: Final[Mapping[Harm, Message]] = {
    Harm.FALL: say("a fall"),
    Harm.ROBOT: say("a robot's laser"),
    Harm.RIM: say("off the board"),
    Harm.DAMAGE: say("too much damage"),
}


def tell(event: Event) -> Message:
    """What happened, in a sentence."""
    match event:
        case SegmentBegan():
            return say("{segment}: {what}", segment=event.segment.value, what=_SEGMENTS[event.segment])
        case CardExchanged(old=None):
            return say(
                "{robot} gets a card from the randomizer: {new}", robot=event.robot, new=ORDER_WORDS[event.new.order]
            )
        case CardExchanged():
            old = None if event.old is None else ORDER_WORDS[event.old.order]
            new = ORDER_WORDS[event.new.order]
            return say(
                "{robot} gets another card from the randomizer: {new} for {old}", robot=event.robot, new=new, old=old
            )
        case CardBegan():
            order, priority = ORDER_WORDS[event.card.order], event.card.priority
            return say("{robot} plays {card} ({priority})", robot=event.robot, card=order, priority=priority)
        case StepLost():
            return say("{robot} loses its first step ({what})", robot=event.robot, what=_cause(event.element))
        case Moved():
            return _told_move(event)
        case Turned():
            return say("{robot} turns {way}", robot=event.robot, way=FACING_WORDS[event.facing])
        case Stopped():
            return say("{robot} is stopped on its way {way}", robot=event.robot, way=FACING_WORDS[event.way])
        case SlidBack():
            return say("{robot} slides back to the foot of the ramp", robot=event.robot)
        case Repelled():
            way = FACING_WORDS[event.way]
            return say(
                "{robot} is thrown {way} by the repulsor: {count}", robot=event.robot, way=way, count=event.squares
            )
        case Fired(robot=None, hit=None):
            return say("a laser hits nobody")
        case Fired(robot=None):
            return say("a laser hits {robot}", robot=event.hit)
        case Fired(hit=None):
            return say("{robot} hits nobody", robot=event.robot)
        case Fired():
            return say("{robot} hits {other}", robot=event.robot, other=event.hit)
        case Damaged():
            cause = _cause(event.by)
            return say(
                "{robot} takes {count} damage ({what}), now {damage}",
                robot=event.robot,
                count=event.amount,
                what=cause,
                damage=event.damage,
            )
        case Destroyed():
            return say("{robot} is destroyed ({what})", robot=event.robot, what=_cause(event.by))
        case Archived():
            return say("{robot} is archived on {square}", robot=event.robot, square=square_text(event.at))
        case Repaired():
            return say(
                "{robot} is repaired by {count}, damage now {damage}",
                robot=event.robot,
                count=event.amount,
                damage=event.damage,
            )
        case OptionDrawn(scrapped=None):
            return say("{robot} draws an option: {option}", robot=event.robot, option=event.option)
        case OptionDrawn():
            return say(
                "{robot} scraps {old} and draws an option: {option}",
                robot=event.robot,
                old=event.scrapped,
                option=event.option,
            )
        case OptionRefilled():
            return say("{robot} refills {option}", robot=event.robot, option=event.option)
        case _:
            assert_never(event)


def _told_move(event: Moved) -> Message:
    robot, to = event.robot, square_text(event.to)
    match event.by:
        case By.CARD:
            return say("{robot} goes to {square}", robot=robot, square=to)
        case By.PUSH:
            return say("{robot} is pushed to {square}", robot=robot, square=to)
        case By.BELT:
            return say("the belt carries {robot} to {square}", robot=robot, square=to)
        case By.CURRENT:
            return say("the current carries {robot} to {square}", robot=robot, square=to)
        case By.PUSHER:
            return say("the pusher moves {robot} to {square}", robot=robot, square=to)
        case By.OIL:
            return say("{robot} slides to {square}", robot=robot, square=to)
        case By.REPULSOR:
            return say("{robot} flies to {square}", robot=robot, square=to)
        case By.PORTAL:
            return say("the portal moves {robot} to {square}", robot=robot, square=to)
        case By.TELEPORTER:
            return say("{robot} reappears on {square}", robot=robot, square=to)
        case _:
            assert_never(event.by)


def _cause(by: ElementKind | Harm) -> Message | Names:
    return _HARMS[by] if isinstance(by, Harm) else catalogue()[by].names
