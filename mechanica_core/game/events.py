"""What came of an action, fine enough to tell at the table what to do (sections 7 to 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mechanica_core.pieces import Kind, Model
from mechanica_core.workday import Workday


@dataclass(frozen=True, slots=True)
class FactoryRan:
    """A player's factory ran for a workday."""

    player: int
    workday: Workday
    rule: str = "R-4.2"


@dataclass(frozen=True, slots=True)
class Sold:
    """A bot out of a truck was sold."""

    player: int
    truck: str
    model: Model
    coins: int
    rule: str = "R-7.2"


@dataclass(frozen=True, slots=True)
class PieceBought:
    """A piece was paid; ``spot`` is where it stood in the shop, None if it comes from the box."""

    player: int
    kind: Kind
    coins: int
    spot: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Installed:
    """A piece was installed; ``instead_of`` is what was demolished or replaced for it."""

    player: int
    place: str
    kind: Kind
    instead_of: Kind | None
    rule: str = "R-3.2"


@dataclass(frozen=True, slots=True)
class PieceRecycled:
    """An improvement was recycled into bots, by the player or because it fell out of the shop."""

    player: int
    kind: Kind
    models: tuple[Model, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class BotPut:
    """A bot came into a hole of a Start Zone; ``lost`` is the bot that it replaced.

    ``source`` tells where it came from: recycling, a player's own fabricator, or an opponent's gift.
    """

    player: int
    model: Model
    hole: str
    lost: Model | None
    source: Literal["recycling", "fabricator", "gift"]
    rule: str


@dataclass(frozen=True, slots=True)
class BotRefused:
    """A bot went to the supply instead of into a hole: left out, declined, or its hole's old bot was kept."""

    player: int
    model: Model
    source: Literal["recycling", "fabricator", "gift"]
    rule: str
    place: str | None = None
    """The start slot whose fabricator made it."""


@dataclass(frozen=True, slots=True)
class BlueprintCompleted:
    """A blueprint's bots were handed in, and it paid into the vault."""

    player: int
    stack: int
    blueprint: int
    coins: int
    rule: str = "R-9.2"


@dataclass(frozen=True, slots=True)
class Demolished:
    """An installed piece was demolished."""

    player: int
    place: str
    kind: Kind
    rule: str = "R-3.8"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A player's turn has come to a phase."""

    player: int
    phase: str
    rule: str = "D-7.1"


@dataclass(frozen=True, slots=True)
class ShopRotated:
    """Every improvement moved one spot cheaper; ``fell`` is what left the cheapest one."""

    fell: Kind | None
    rule: str = "R-8.3"


@dataclass(frozen=True, slots=True)
class ImprovementDrawn:
    """The next improvement stands on a spot of the shop."""

    kind: Kind
    spot: int
    from_extras: bool
    rule: str = "R-8.3"


@dataclass(frozen=True, slots=True)
class BlueprintOpened:
    """A blueprint was opened."""

    stack: int
    blueprint: int
    rule: str = "R-9.4"


@dataclass(frozen=True, slots=True)
class ChipFlipped:
    """ARMAND-0's chip came up with one of its sides, and he got his coins."""

    chip: int
    coins: int
    rule: str = "R-10.3"


@dataclass(frozen=True, slots=True)
class ArmandBought:
    """ARMAND-0 bought an improvement."""

    kind: Kind
    coins: int
    spot: int
    rule: str = "R-10.3"


@dataclass(frozen=True, slots=True)
class ArmandGained:
    """An Overactive Fabricator put money into ARMAND-0's vault."""

    coins: int
    rule: str = "R-10.4"


@dataclass(frozen=True, slots=True)
class DayBegan:
    """A new workday begins."""

    day: int
    rule: str = "R-9.4"


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    rule: str


GameEvent: TypeAlias = (
    FactoryRan
    | Sold
    | PieceBought
    | Installed
    | PieceRecycled
    | BotPut
    | BotRefused
    | BlueprintCompleted
    | Demolished
    | PhaseBegan
    | ShopRotated
    | ImprovementDrawn
    | BlueprintOpened
    | ChipFlipped
    | ArmandBought
    | ArmandGained
    | DayBegan
    | GameOver
)
