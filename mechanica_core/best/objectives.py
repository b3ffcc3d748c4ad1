"""What a workday can be best for: objectives, and what an evening is worth under them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from mechanica_core.editions import Blueprint, ComponentSet
from mechanica_core.errors import ObjectiveError
from mechanica_core.machinery import Machinery
from mechanica_core.messages import say
from mechanica_core.pieces import MODELS, TRUCKS
from mechanica_core.routes import Stop
from mechanica_core.settlement import COUNT_BITS

NOTHING: Final[tuple[int, ...]] = (0,) * (1 + len(MODELS))
"""What a hole is worth where bots count for nothing."""

EIGHTHS: Final = 8
"""What holes are worth is counted in eighths of a coin, so that bounds can share a coin out among bots."""

HoleValues: TypeAlias = Sequence[tuple[int, ...]]
"""For every hole of a machinery what it is worth, in eighths of a coin: empty, with a Basic, a Plus, a Deluxe."""


class Aim(StrEnum):
    """What is to be as much as possible."""

    MONEY = "money"
    """Coins earned for wallet and vault, and what the bots in the trucks sell for (R-7.2)."""
    VALUE = "value"
    """The same, and what every other bot would sell for, if it can still come to a truck (docs/RULINGS.md)."""
    BLUEPRINT = "blueprint"
    """What certain blueprints pay, then how few bots they still lack, then money (R-9.2)."""


@dataclass(frozen=True, slots=True)
class Objective:
    """An aim; for ``blueprint`` with cards as numbers into the component set's list, counted from 0 as in a game."""

    aim: Aim
    blueprints: tuple[int, ...] = ()

    @classmethod
    def of(cls, objective: Objective | str, components: ComponentSet) -> Objective:
        """An objective, or the one of that name, for factories of a component set.

        Raises :class:`ObjectiveError` if there is no such objective, or blueprints are missing, unknown or given to
        another aim.
        """
        if isinstance(objective, str):
            if objective not in set(Aim):
                raise ObjectiveError(
                    say("unknown objective {name}; there are {known}", name=repr(objective), known=", ".join(Aim))
                )
            objective = cls(Aim(objective))
        cards, known = objective.blueprints, len(components.blueprints)
        if (objective.aim is Aim.BLUEPRINT) != bool(cards):
            raise ObjectiveError(say("the objective blueprint, and no other, goes with the numbers of blueprints"))
        for card in cards:
            if not 0 <= card < known:
                raise ObjectiveError(
                    say("there is no blueprint {number}; there are 1 to {most}", number=card + 1, most=known)
                )
        if len(set(cards)) < len(cards):
            raise ObjectiveError(say("a blueprint is named twice"))
        return objective


class Worth(NamedTuple):
    """What a plan comes to.

    ``paid`` is what blueprints pay that the bots in the trucks complete on the last evening, ``lacking`` how many
    bots all of the objective's blueprints together still lack then; both are 0 for other aims. ``money`` is what
    was earned and sold on the way, the bots in the trucks at the end, and for ``value`` those elsewhere.
    """

    paid: int
    lacking: int
    money: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """What to compare plans by: the higher, the better."""
        return self.paid, -self.lacking, self.money


class Cards:
    """Blueprints to work towards. A *tally* counts bots in trucks in one number, as settlements do."""

    def __init__(self, blueprints: Sequence[Blueprint]) -> None:
        asked = Counter(model for blueprint in blueprints for model in blueprint.asks)
        self.asked = tuple(asked[model] for model in MODELS)
        """How many bots of each model all of them ask for."""
        self._payable = [
            (
                sum(blueprint.pays for blueprint in chosen),
                [sum(b.asks.count(model) for b in chosen) for model in MODELS],
            )
            for size in range(len(blueprints) + 1)
            for chosen in itertools.combinations(blueprints, size)
        ]

    def paid_and_lacking(self, tally: int) -> tuple[int, int]:
        """What those pay that can be completed together, and how many bots all still lack."""
        held = [tally >> COUNT_BITS * model & (1 << COUNT_BITS) - 1 for model in range(len(MODELS))]
        return self.at_best(held, sum(held))

    def at_best(self, most: Sequence[int], room: int) -> tuple[int, int]:
        """The same if there are at most so many bots of each model, and no more than ``room`` together."""
        paid = max(
            pays
            for pays, asks in self._payable
            if sum(asks) <= room and all(ask <= there for ask, there in zip(asks, most, strict=True))
        )
        lacking = sum(max(0, ask - there) for ask, there in zip(self.asked, most, strict=True))
        return paid, max(lacking, sum(self.asked) - room)


NO_CARDS: Final = Cards([])
"""For aims that look at no blueprints."""


def cards(objective: Objective, components: ComponentSet) -> Cards:
    """The blueprints of an objective; none for other aims."""
    return Cards([components.blueprints[number].value for number in objective.blueprints])


def truck_holes(machinery: Machinery) -> frozenset[int]:
    """The holes of all trucks."""
    trucks = (stop for stop in machinery.routes.stops if stop.kind in TRUCKS)
    return frozenset(hole for stop in trucks for hole in range(stop.first, stop.last))


def truck_values(machinery: Machinery) -> list[tuple[int, ...]]:
    """What the holes are worth if only bots in trucks count: what these sell for (R-7.2)."""
    prices, trucks = _prices(machinery), truck_holes(machinery)
    return [prices if hole in trucks else NOTHING for hole in range(len(machinery.holes))]


def last_values(machinery: Machinery, aim: Aim) -> list[tuple[int, ...]]:
    """What the holes are worth on the last evening."""
    values = truck_values(machinery)
    if aim is Aim.VALUE:
        prices = _prices(machinery)
        for hole in _holes_with_a_way_out(machinery):
            values[hole] = prices
    return values


def _prices(machinery: Machinery) -> tuple[int, ...]:
    return (0, *(EIGHTHS * machinery.components.model_prices[model].value for model in MODELS))


def _holes_with_a_way_out(machinery: Machinery) -> set[int]:
    """Holes outside the trucks whose bot, or what is made of it, can come to a truck on some day."""
    routes = machinery.routes
    stops = {route.hole: {ending.stop for ending in route.endings(route.root, {})} for route in routes.departures}
    stops |= {hole: {number} for hole, number in routes.resting if routes.stops[number].kind not in TRUCKS}
    good = {number for number, stop in enumerate(routes.stops) if stop.kind in TRUCKS}
    found: set[int] = set()
    while more := {hole for hole, reached in stops.items() if reached & good} - found:
        found |= more
        good |= {number for number, stop in enumerate(routes.stops) if not found.isdisjoint(_outputs(stop))}
    return found


def _outputs(stop: Stop) -> range:
    return range(stop.first + stop.inputs, stop.last)
