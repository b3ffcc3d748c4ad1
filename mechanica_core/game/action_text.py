"""Actions in a word or two, as a person types them and a record keeps them.

``sell dock/top plus``, ``buy shop/1``, ``install floor/top/2 north flipped``, ``go on``: each kind of action has one
form, which :func:`write_action` writes; docs/RECORDS.md lists them all. Places are those of R-12.9; spots of the shop
(``shop/1`` is the dearest), stacks and blueprints are counted from 1, as people count. The reader takes any case,
spaces or hyphens within names, and the ``east`` that the writer leaves out. Whether an action is legal, or its place
there at all, is not asked here.
"""

from __future__ import annotations

import functools
import re
from typing import Final, Literal

from mechanica_core.errors import NotationError
from mechanica_core.game.actions import (
    Accept,
    Action,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    Draw,
    Flip,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Open,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
    refuse_stranger,
)
from mechanica_core.geometry import FACINGS, ROWS, Facing
from mechanica_core.messages import Message, say
from mechanica_core.pieces import IMPROVEMENTS, MODELS, Kind, Model

MAX_LENGTH: Final = 2_000
VERBS: Final = (
    *("decide", "run", "sell", "buy", "complete", "install", "recycle", "demolish", "put", "leave out"),
    *("make", "accept", "decline", "go on", "rotate", "chip", "draw", "open"),
)

_BOX: Final = ("fork", Kind.BIG_TRUCK.value, Kind.HUGE_TRUCK.value)
_ROW: Final = f"(?:{'|'.join(ROWS)})"
_TRUCK: Final = f"dock/{_ROW}"
_SLOT: Final = f"start/{_ROW}"


def write_action(action: Action) -> str:
    """The one form of an action."""
    match action:
        case Decide(choice, take):
            return f"decide {choice} {take}"
        case Run():
            return "run"
        case Sell(truck, model):
            return f"sell {truck} {model}"
        case Buy(spot):
            return f"buy shop/{spot + 1}"
        case BuyFork():
            return "buy fork"
        case BuyTruck(place, kind):
            return f"buy {kind} {place}"
        case Install(place, facing, flipped):
            turned = "" if facing is Facing.EAST else f" {facing}"
            return f"install {place}{turned}{' flipped' * flipped}"
        case Recycle():
            return "recycle"
        case Put(hole):
            return f"put {hole}"
        case LeaveOut():
            return "leave out"
        case Make(place, model, keep_old):
            return f"make {place} {model}{' keep' * keep_old}"
        case Accept(model, hole):
            return f"accept {model} {hole}"
        case Decline():
            return "decline"
        case Complete(stack, bots):
            return " ".join([f"complete {stack + 1}", *(f"{truck}:{model}" for truck, model in bots)])
        case Demolish(place):
            return f"demolish {place}"
        case GoOn():
            return "go on"
        case Rotate():
            return "rotate"
        case Flip(chip):
            return f"chip {chip}"
        case Draw(kind):
            return f"draw {kind}"
        case Open(blueprint):
            return f"open {blueprint + 1}"
        case _:
            refuse_stranger(action)


def read_action(text: str) -> Action:
    """Read an action. Raises :class:`NotationError` naming the position of what is no part of one."""
    if len(text) > MAX_LENGTH:
        raise NotationError(text[:MAX_LENGTH], MAX_LENGTH, say("longer than an action can be"))
    words = _Words(text)
    action = _action(words)
    words.end()
    return action


def _action(words: _Words) -> Action:
    match words.one_of(VERBS):
        case "decide":
            return Decide(
                words.take(_CHOICE, _like("floor/top/2<start/middle/centre")), words.take(_TAKE, _like("ahead"))
            )
        case "run":
            return Run()
        case "sell":
            return Sell(words.truck(), words.model())
        case "buy":
            return _purchase(words)
        case "complete":
            stack = int(words.one_of(("1", "2"))) - 1
            bots = []
            while bot := words.may(_BOT):
                truck, model = bot.split(":")
                bots.append((truck, Model(model)))
            return Complete(stack, tuple(bots))
        case "install":
            place = words.place()
            facing = words.may(_FACING)
            return Install(place, Facing(facing or "east"), bool(words.may(_FLIPPED)))
        case "recycle":
            return Recycle()
        case "demolish":
            return Demolish(words.place())
        case "put":
            return Put(words.hole())
        case "leave_out":
            return LeaveOut()
        case "make":
            return Make(words.take(_START, _like("start/middle")), words.model(), bool(words.may(_KEEP)))
        case "accept":
            return Accept(words.model(), words.hole())
        case "decline":
            return Decline()
        case "go_on":
            return GoOn()
        case "rotate":
            return Rotate()
        case "chip":
            side: Literal[1, 5] = 1 if words.one_of(("1", "5")) == "1" else 5
            return Flip(side)
        case "draw":
            return Draw(Kind(words.one_of(IMPROVEMENTS)))
        case _:  # open
            return Open(int(words.take(_NUMBER, _like("7"))) - 1)


def _purchase(words: _Words) -> Action:
    spot = words.may(_SPOT)
    if spot:
        return Buy(int(spot.removeprefix("shop/")) - 1)
    from_box = words.take(_names(_BOX), say("expected one of {known}", known=", ".join(("shop/1", *_BOX))))
    if from_box == "fork":
        return BuyFork()
    return BuyTruck(words.truck(), Kind(from_box))


def _word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\s*({pattern})(?=\s|$)", re.ASCII | re.IGNORECASE)


@functools.cache
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    return _word("|".join(re.sub("[ _]", r"[\\s_-]+", name) for name in names))


def _like(example: str) -> Message:
    return say("expected something like {example}", example=example)


_CHOICE: Final = _word(r"[a-z0-9_/<:]{1,100}")
_TAKE: Final = _word(r"[a-z0-9_/+]{1,200}")
_PLACE: Final = _word(rf"floor/{_ROW}/[1-9][0-9]{{0,2}}|{_SLOT}|{_TRUCK}")
_START: Final = _word(_SLOT)
_HOLE: Final = _word(rf"{_SLOT}/[a-z0-9_]{{1,16}}")
_DOCK: Final = _word(_TRUCK)
_BOT: Final = _word(rf"{_TRUCK}:(?:{'|'.join(MODELS)})")
_FACING: Final = _word("|".join(FACINGS))
_FLIPPED: Final = _word("flipped")
_KEEP: Final = _word("keep")
_SPOT: Final = _word("shop/[1-9][0-9]?")
_NUMBER: Final = _word("[1-9][0-9]{0,3}")
_NOTHING: Final = re.compile(r"\s*$", re.ASCII)


class _Words:
    """Takes a text apart, word after word, each as the writer would write it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def may(self, pattern: re.Pattern[str]) -> str:
        """The next word if it is such a one; else nothing, and it stays."""
        match = pattern.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return re.sub(r"[\s-]+", "_", match[1].lower())

    def take(self, pattern: re.Pattern[str], expected: Message) -> str:
        word = self.may(pattern)
        if not word:
            raise self._error(expected)
        return word

    def one_of(self, names: tuple[str, ...]) -> str:
        return self.take(_names(names), say("expected one of {known}", known=", ".join(names)))

    def model(self) -> Model:
        return Model(self.one_of(MODELS))

    def truck(self) -> str:
        return self.take(_DOCK, _like("dock/top"))

    def hole(self) -> str:
        return self.take(_HOLE, _like("start/middle/centre"))

    def place(self) -> str:
        return self.take(_PLACE, _like("floor/top/2"))

    def end(self) -> None:
        if not _NOTHING.match(self._text, self._at):
            raise self._error(say("expected the end of the action"))

    def _error(self, reason: Message) -> NotationError:
        rest = self._text[self._at :]
        return NotationError(self._text, self._at + len(rest) - len(rest.lstrip()), reason)
