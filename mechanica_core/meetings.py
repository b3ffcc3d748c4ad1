"""Where bots can meet in a workday, and which of them can meet at all.

Bots' routes are independent (D-5.16), so bots that can never meet are settled apart: a *neighbourhood* is a set of
bots, stops and Static Chargers that share no hole with any other. An evening is one result of each
neighbourhood; only the money is added up over all of them.

Meetings are numbered, first the stops, then the Static Chargers. A state of a move is one number: its *gain* and,
above it, for each meeting a *crowd*: how many bots of which model are at a stop, or how many passed a Static Charger
and, in the next bits, whether the bot did about which something is decided there. What holes contain is another
number, a byte a hole. So putting states or evenings together is addition.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from mechanica_core.errors import ImpossibleDecision
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.pieces import MODELS
from mechanica_core.routes import NOWHERE, Charger, Ending, Route, Stop
from mechanica_core.settlement import BASIC, COUNT_BITS, UNIT
from mechanica_core.workday import Decisions, by_choice

VAULT_SHIFT: Final = 24
"""A gain is the wallet's coins, and the vault's this many bits higher."""
WALLET_MASK: Final = (1 << VAULT_SHIFT) - 1
GAIN_BITS: Final = 2 * VAULT_SHIFT
GAIN_MASK: Final = (1 << GAIN_BITS) - 1
CROWD_BITS: Final = len(MODELS) * COUNT_BITS
CROWD_MASK: Final = (1 << CROWD_BITS) - 1
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
HOLE_BITS: Final = 8

T = TypeVar("T")


class WayEnd(NamedTuple):
    """How a bot's way can end: what that adds to a state, the meetings it takes part in, and the ending itself."""

    delta: int
    meetings: tuple[int, ...]
    ending: Ending


class Way(NamedTuple):
    """A bot's route, how it can end under the decisions about it, and all meetings it may come to."""

    route: Route
    decided: Mapping[str, str]
    ends: list[WayEnd]
    meetings: frozenset[int]


class Neighbourhood(NamedTuple):
    """Bots that can meet, over any number of others, and where; bots that stand alone at a stop count as well.

    ``standing`` is the state in which no bot has moved.
    """

    meetings: list[int]
    ways: list[Way]
    standing: int


class LeastCrowds(dict[int, int]):
    """Crowds, each by the smallest one that comes to the same: of each model no more than make a difference."""

    def __init__(self, most: Sequence[int]) -> None:
        super().__init__()
        self._most = most

    def __missing__(self, crowd: int) -> int:
        least = self[crowd] = sum(
            min(crowd >> COUNT_BITS * model & COUNT_MASK, most) << COUNT_BITS * model
            for model, most in enumerate(self._most)
        )
        return least


class Meetings:
    """Where the bots of a factory can meet today, and what decisions leave of it.

    Crowds only count as far as it makes a difference: ``least`` has the smallest that come to the same.
    """

    def __init__(self, factory: Factory, decisions: Decisions = ()) -> None:
        self._taken = by_choice(decisions)
        self._settled: dict[tuple[int, int], tuple[int, ...]] = {}
        self._routes = routes = factory.machinery.routes
        self._chargers = dict(enumerate(routes.chargers, start=len(routes.stops)))
        room = [stop.inputs for stop in routes.stops] + [len(charger.names) for charger in routes.chargers]
        self.least = [LeastCrowds([holes] * len(MODELS)) for holes in room]
        self._charges = {
            choice: number
            for choice in self._taken
            for number, charger in self._chargers.items()
            if choice.startswith(f"{charger.place}<")
        }
        ways = [self._way(route, model) for route in routes.departures if (model := factory.contents[route.hole])]
        standing = [0] * len(routes.stops)
        for hole, stop in routes.resting:
            standing[stop] += UNIT[factory.contents[hole]]
        self.neighbourhoods = _neighbourhoods(ways, standing)

    def require(self, possible: bool) -> None:
        """Raise :class:`ImpossibleDecision` unless every decision arises and, all taken together, they are possible."""
        if not self._taken:
            return
        arisen = {choice for hood in self.neighbourhoods for way in hood.ways for choice in way.decided}
        arisen.update(choice for hood in self.neighbourhoods for number in hood.meetings for choice in self._at(number))
        if not possible or arisen != self._taken.keys():
            reason = say("no workday of this factory takes these decisions together")
            raise ImpossibleDecision(next(iter(self._taken)), reason)

    def holes(self, number: int, crowd: int) -> tuple[int, ...]:
        """What the holes of one meeting can hold in the evening, each way once; none if decisions forbid it."""
        known = self._settled.get((number, crowd))
        if known is None:
            decided = self._at(number)
            if not crowd:
                found = set() if decided else {0}
            elif number in self._chargers:
                found = self._at_charger(self._chargers[number], crowd, decided)
            else:
                found = self._at_stop(self._routes.stops[number], crowd, decided)
            known = self._settled[number, crowd] = tuple(found)
        return known

    def _way(self, route: Route, model: int) -> Way:
        """What a bot can do under the decisions about its way."""
        own = {
            choice: take for choice, take in self._taken.items() if route.owns(choice) and choice not in self._charges
        }
        ends = [self._end(route, ending, model) for ending in route.endings(route.root, own)]
        return Way(route, own, ends, frozenset(number for end in ends for number in end.meetings))

    def _end(self, route: Route, ending: Ending, model: int) -> WayEnd:
        delta = ending.coins + ((ending.passed & self._routes.gifts).bit_count() << VAULT_SHIFT)
        numbers = []
        if ending.stop != NOWHERE:
            numbers.append(ending.stop)
            delta += UNIT[model] << first_bit(ending.stop)
        for number, charger in self._chargers.items():
            if ending.passed & charger.bit:
                numbers.append(number)
                decided = charger.choice(route) in self._charges
                delta += (1 + (decided << COUNT_BITS)) << first_bit(number)
        return WayEnd(delta, tuple(numbers), ending)

    def _at(self, number: int) -> dict[str, str]:
        """Decisions about a meeting itself."""
        if number in self._chargers:
            choices = [choice for choice, charger in self._charges.items() if charger == number]
        else:
            stop = self._routes.stops[number]
            choices = [choice for choice in (stop.keep_choice, stop.make_choice) if choice in self._taken]
        return {choice: self._taken[choice] for choice in choices}

    def _at_stop(self, stop: Stop, crowd: int, decided: dict[str, str]) -> set[int]:
        kept = _left(stop.settlements[crowd].survivors, decided.get(stop.keep_choice))
        made = [contents for survivors in kept for contents in _left(survivors.results, decided.get(stop.make_choice))]
        return {int.from_bytes(contents, "little") << HOLE_BITS * stop.first for contents in made}

    def _at_charger(self, charger: Charger, crowd: int, decided: dict[str, str]) -> set[int]:
        """One Basic goes into either hole, two or more fill both (R-5.11)."""
        holes = {name: BASIC << HOLE_BITS * (charger.first + hole) for hole, name in enumerate(charger.names)}
        if decided:
            takes = list(decided.values())
            asked = crowd == 1 + (1 << COUNT_BITS) and len(takes) == 1
            return {holes[takes[0]]} if asked and takes[0] in holes else set()
        passed = min(crowd & COUNT_MASK, len(holes))
        return {sum(filled) for filled in itertools.combinations(holes.values(), passed)}


def first_bit(number: int) -> int:
    """Where the crowd of a meeting begins in a state."""
    return GAIN_BITS + number * CROWD_BITS


def _neighbourhoods(ways: Iterable[Way], standing: Sequence[int]) -> list[Neighbourhood]:
    joined: list[tuple[frozenset[int], list[Way]]] = [
        (frozenset({stop}), []) for stop, bots in enumerate(standing) if bots
    ]
    for way in ways:
        numbers, bots = way.meetings, [way]
        apart = []
        for neighbourhood in joined:
            if numbers.isdisjoint(neighbourhood[0]):
                apart.append(neighbourhood)
            else:
                numbers |= neighbourhood[0]
                bots = neighbourhood[1] + bots
        joined = [*apart, (numbers, bots)]
    return [
        Neighbourhood(
            sorted(numbers),
            bots,
            sum(standing[number] << first_bit(number) for number in numbers if number < len(standing)),
        )
        for numbers, bots in joined
    ]


def _left(options: Mapping[str, T], take: str | None) -> list[T]:
    """What a decision leaves of options; nothing if it is not offered or there is nothing to decide."""
    if take is None:
        return list(options.values())
    return [options[take]] if take in options and len(options) > 1 else []
