"""What players can do and what chance can bring, as small frozen records (section 7).

An action says what is wanted; events (:mod:`mechanica_core.game.events`) say what came of it. Who acts is
``Game.actor``: an opponent accepts a gift, and nobody, ``None``, flips the chip, draws and opens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Never, NoReturn, TypeAlias

from mechanica_core.geometry import Facing
from mechanica_core.pieces import Kind, Model


@dataclass(frozen=True, slots=True)
class Decide:
    """Settle one choice of the workday that is about to run (R-4.2)."""

    choice: str
    take: str


@dataclass(frozen=True, slots=True)
class Run:
    """Run the factory for a workday, all choices being settled (R-4.1)."""


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell one bot out of a truck (R-7.2)."""

    truck: str
    model: Model


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy the improvement on a spot of the shop, counted from 0 on the dearest (R-7.3)."""

    spot: int


@dataclass(frozen=True, slots=True)
class BuyFork:
    """Buy a fork, to be installed at once (R-7.7)."""


@dataclass(frozen=True, slots=True)
class BuyTruck:
    """Buy a Big or Huge Truck and put it into a row of the Loading Dock (R-7.7)."""

    place: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Install:
    """Install the piece that was bought (R-7.3)."""

    place: str
    facing: Facing = Facing.EAST
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class Recycle:
    """Recycle the improvement that was bought (R-7.3)."""


@dataclass(frozen=True, slots=True)
class Put:
    """Put the bot that waits into a hole of the Start Zone; a bot that is there is lost (R-7.3)."""

    hole: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Do not place the recycled bot that waits (D-7.3)."""


@dataclass(frozen=True, slots=True)
class Make:
    """Let a fabricator make its bot (R-7.4); ``keep_old`` keeps the bot that stands in its hole instead."""

    place: str
    model: Model
    keep_old: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the bot that an opponent's Overactive Fabricator gives, into a hole of the Start Zone (R-7.5)."""

    model: Model
    hole: str


@dataclass(frozen=True, slots=True)
class Decline:
    """Take no gift, without a free start hole (D-7.5)."""


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete the open blueprint of a stack with these bots out of trucks, as (truck, model) in order (R-9.2)."""

    stack: int
    bots: tuple[tuple[str, Model], ...]


@dataclass(frozen=True, slots=True)
class Demolish:
    """Demolish an installed piece (R-3.8)."""

    place: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Leave a phase for the next: stop selling, stop buying, end the turn (D-7.1)."""


@dataclass(frozen=True, slots=True)
class Rotate:
    """Rotate the shop (R-8.3)."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Chance: the side of ARMAND-0's chip that comes up (R-10.2)."""

    chip: Literal[1, 5]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the improvement that comes off a stack whose order is not known (R-8.3)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Open:
    """Chance: the blueprint that is opened on a stack whose order is not known (R-9.1).

    ``blueprint`` counts from 0 in the component set's list.
    """

    blueprint: int


Action: TypeAlias = (
    Decide
    | Run
    | Sell
    | Buy
    | BuyFork
    | BuyTruck
    | Install
    | Recycle
    | Put
    | LeaveOut
    | Make
    | Accept
    | Decline
    | Complete
    | Demolish
    | GoOn
    | Rotate
    | Flip
    | Draw
    | Open
)

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(Decide, Run, Sell, Buy, BuyFork, BuyTruck, Complete, Install, Recycle, Demolish),
    *(Put, LeaveOut, Make, Accept, Decline, GoOn, Rotate, Flip, Draw, Open),
)
"""Every kind of action, in the order in which legal ones are listed."""


def refuse_stranger(action: Never) -> NoReturn:
    """Raise TypeError: it is none of :data:`ACTIONS`, as a program without types may pass it."""
    raise TypeError(f"{action!r} is no action of mechanica_core.game.actions; read_action makes one from text")
