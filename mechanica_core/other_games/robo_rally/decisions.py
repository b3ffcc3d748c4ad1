"""What robots choose and what they draw: inputs of a register, so that it comes out the same each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from mechanica_core.errors import ImpossibleDecision, MechanicaError
from mechanica_core.messages import say
from mechanica_core.other_games.robo_rally.cards import Card
from mechanica_core.other_games.robo_rally.elements import ElementKind
from mechanica_core.other_games.robo_rally.robots import Option


class Take(StrEnum):
    """What a robot can choose."""

    REPAIR = "repair"
    DRAW = "draw"
    SCRAP = "scrap"
    REFILL = "refill"
    NOTHING = "nothing"


OFFERS: Final[Mapping[ElementKind, tuple[Take, ...]]] = {
    ElementKind.DOUBLE_REPAIR: (Take.REPAIR, Take.DRAW),
    ElementKind.WASTE: (Take.DRAW, Take.NOTHING),
    ElementKind.CHOP_SHOP: (Take.DRAW, Take.SCRAP, Take.REFILL, Take.NOTHING),
}
"""Where there is a choice, and between what; the first is taken where nothing is decided.

To draw in a chop shop is to wait for the end of the round (RR-28).
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a robot takes if it is on such an element in that register; to scrap or refill it names an option.

    A decision for what does not come about is no error. Raises :class:`ImpossibleDecision` if it takes what is not on
    offer, KeyError if the element offers nothing.
    """

    robot: str
    register: int
    element: ElementKind
    take: Take
    option: str | None = None

    def __post_init__(self) -> None:
        offered = OFFERS[self.element]
        if self.take not in offered:
            reason = say("unknown name {name}; there are {known}", name=self.take, known=", ".join(offered))
            raise ImpossibleDecision(self.name, reason)
        if (self.option is not None) is not (self.take in (Take.SCRAP, Take.REFILL)):
            raise ImpossibleDecision(self.name, say("to scrap or refill, and only then, name an option"))

    @property
    def name(self) -> str:
        """Whose decision it is, when and where."""
        return f"{self.robot}/{self.register}/{self.element}"


class Draws(NamedTuple):
    """What chance gave, by robot and in order: cards of randomizers, and options.

    Where no option is recorded, one is drawn whose name is ``UNKNOWN_OPTION``.
    """

    cards: Mapping[str, Sequence[Card]] = {}
    options: Mapping[str, Sequence[Option]] = {}


UNKNOWN_OPTION: Final = "unknown"


class MissingDraw(MechanicaError):
    """A randomizer exchanges a card, and none is recorded for that robot."""

    def __init__(self, robot: str, register: int) -> None:
        self.robot = robot
        self.register = register
        super().__init__(
            say(
                "{robot}: no card is recorded that the randomizer gives in register {register}",
                robot=robot,
                register=register,
            )
        )

    def __reduce__(self) -> tuple[type[MissingDraw], tuple[str, int]]:
        return MissingDraw, (self.robot, self.register)
