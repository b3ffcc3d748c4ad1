"""A game as it stands: one frozen value (sections 7 to 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from mechanica_core.choices import Decision
from mechanica_core.editions import ComponentSet, RuleSet, component_set, rule_set
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.pieces import Kind, Model

MOST_PLAYERS: Final = 4
EXTRAS: Final = 6
"""So many of the improvements are Extras (R-8.4)."""
ARMAND: Final = "ARMAND-0"
"""His name among the players."""
SOLO_MULTIPLE: Final = 6
"""ARMAND-0 scores so many times the value of what he bought (R-10.5)."""


class Phase(StrEnum):
    """What the player whose turn it is is doing (R-4.1, D-7.1)."""

    RUN = "run"
    """Run the factory; every player does before the first takes a turn."""
    SELL = "sell"
    BUY = "buy"
    MAKE = "make"
    ROTATE = "rotate"
    END = "end"
    """Everything is done, the turn is to be ended."""
    OVER = "over"
    """The game is over."""


PHASES: Final = {
    Phase.RUN: say("the factories run"),
    Phase.SELL: say("selling"),
    Phase.BUY: say("buying"),
    Phase.MAKE: say("making bots"),
    Phase.ROTATE: say("rotating the shop"),
    Phase.END: say("the end of the turn"),
    Phase.OVER: say("the end of the game"),
}
"""What a phase is called."""


@dataclass(frozen=True, slots=True)
class Bought:
    """A piece waits to be installed or recycled (D-7.1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Recycled:
    """A recycled bot waits to be put into the Start Zone or left out (R-7.3, R-8.3)."""

    model: Model


@dataclass(frozen=True, slots=True)
class Gift:
    """A player is to take a bot of one of these models (R-7.5)."""

    player: int
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class ToDraw:
    """The next improvement is to be drawn, from the Extras or from the stack, onto the dearest spot (R-8.3, R-8.5)."""

    from_extras: bool = False
    spot: int = 0


@dataclass(frozen=True, slots=True)
class ToOpen:
    """The top blueprint of a stack is to be opened (R-9.1)."""

    stack: int


class Upkeep(StrEnum):
    """What happens by itself as soon as nothing waits before it."""

    SHIFT = "shift"
    """The shop is rotated, by the player whose turn it is (R-8.3)."""
    SHIFT_FOR_ARMAND = "shift_for_armand"
    """The shop is rotated at the end of ARMAND-0's turn: he gains nothing from recycling (R-10.2)."""
    SHIFT_AGAIN = "shift_again"
    """The double rotate, if it is due (R-8.5)."""
    FLIP = "flip"
    """ARMAND-0's chip is flipped: waits for chance (R-10.2)."""
    REFRESH = "refresh"
    """Blueprints that lie sideways are replaced (R-9.4)."""
    STOP_IF_SOLD_OUT = "stop_if_sold_out"
    """A solo game ends when no improvement is left to buy (R-10.5)."""
    TURNS_DONE = "turns_done"
    """The last player's turn of the workday is over; ARMAND-0's comes next, if he plays."""
    CLOSE_DAY = "close_day"
    """All turns of the workday are over."""
    DAY_DONE = "day_done"
    """The workday is over (R-9.4)."""
    NEW_DAY = "new_day"
    """The next workday begins."""


Waiting: TypeAlias = Bought | Recycled | Gift | ToDraw | ToOpen | Upkeep
"""What is to be settled before anything else, first things first."""


@dataclass(frozen=True, slots=True)
class Armand:
    """ARMAND-0, the opponent of a single player: no factory, but money and what he bought (R-10.1)."""

    wallet: int
    vault: int
    bought: tuple[Kind, ...] = ()
    difficulty: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands. Frozen: :func:`apply` gives the next one and leaves this one as it is.

    ``shop`` has a kind or None for each spot, the dearest first. Of ``stack`` and ``extras`` the first is drawn
    next; None is an improvement that nobody has seen. Of both ``blueprints`` stacks the first is open, as numbers
    into the component set's list, None if unknown; ``completed`` has for each the players who completed it since it
    was opened, as bits. ``decided`` are the decisions taken so far for the run that comes next, ``made`` the rows
    whose fabricators have made their bots this turn. Factories hold their players' money.
    """

    players: tuple[str, ...]
    rules_name: str
    components_name: str
    factories: tuple[Factory, ...]
    day: int
    phase: Phase
    turn: int
    shop: tuple[Kind | None, ...]
    stack: tuple[Kind | None, ...]
    extras: tuple[Kind | None, ...]
    blueprints: tuple[tuple[int | None, ...], tuple[int | None, ...]]
    completed: tuple[int, int] = (0, 0)
    waiting: tuple[Waiting, ...] = ()
    decided: tuple[Decision, ...] = ()
    made: int = 0
    armand: Armand | None = None
    seed: int | None = None

    @classmethod
    def new(
        cls,
        players: int | Sequence[str],
        rules: str = "print_2019",
        components: str = "demo",
        *,
        seed: int,
        difficulty: str | None = None,
    ) -> Game:
        """A game before its first workday, shuffled by ``seed`` (R-8.2, R-8.4, R-9.1, R-9.6).

        ``players`` are 1 to 4 names, or how many play; alone one plays against ARMAND-0, in some rule sets at a
        ``difficulty`` (R-10.1). Raises :class:`GameError` or :class:`EditionError`.
        """
        from mechanica_core.game.setup import new_game  # noqa: PLC0415 (setting up is done with games)

        return new_game(players, rules, components, seed, difficulty)

    @classmethod
    def at_table(
        cls,
        players: int | Sequence[str],
        rules: str = "print_2019",
        components: str = "demo",
        *,
        difficulty: str | None = None,
    ) -> Game:
        """A game at a physical table, before its first workday: nobody knows its stacks.

        What is drawn and opened is told by :class:`Draw` and :class:`Open`. Raises as :meth:`new` does.
        """
        from mechanica_core.game.setup import new_game  # noqa: PLC0415 (setting up is done with games)

        return new_game(players, rules, components, None, difficulty)

    @classmethod
    def from_position(
        cls,
        players: Sequence[str],
        factories: Sequence[Factory],
        shop: Sequence[Kind | None],
        *,
        stack: int,
        extras: int,
        blueprints: tuple[int | None, int | None],
        day: int = 1,
        turn: int = 0,
        phase: Phase = Phase.SELL,
        armand: Armand | None = None,
    ) -> Game:
        """A game that is under way, as it lies on a table, say from photos of its factories.

        ``stack`` and ``extras`` say how many improvements are left, which nobody has seen; ``blueprints`` which two are
        open, counted from 0 in the component set's list, None where a stack is used up. Rules and components are those
        of the factories. Raises :class:`GameError` naming all that cannot be.
        """
        from mechanica_core.game.setup import position  # noqa: PLC0415 (setting up is done with games)

        return position(players, factories, shop, stack, extras, blueprints, day, turn, phase, armand)

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return rule_set(self.rules_name)

    @property
    def components(self) -> ComponentSet:
        """What is printed on the pieces."""
        return component_set(self.components_name)

    @property
    def actor(self) -> int | None:
        """The player who is to act; None if chance is, or nobody."""
        if self.waiting:
            first = self.waiting[0]
            if isinstance(first, Gift):
                return first.player
            return self.turn if isinstance(first, Bought | Recycled) else None
        return None if self.phase is Phase.OVER else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def by_chance(self) -> bool:
        """Whether chance is to act: the chip, or a draw from what nobody has seen."""
        return self.actor is None and not self.is_over
