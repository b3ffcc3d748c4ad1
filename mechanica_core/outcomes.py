"""Every distinct outcome of a workday, exactly and lazily; their number is our perft (R-12.26).

Bots' routes are independent (D-5.16), so bots that can never meet are settled apart: a *neighbourhood* is a set of
bots, stops and Static Chargers that share no hole with any other. An outcome is one result of each
neighbourhood; only the money is added up over all of them.

Inside, an outcome's holes are one number, a byte a hole, and its money another, so that putting outcomes
together is addition.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from mechanica_core.choices import ChoiceKind
from mechanica_core.errors import ImpossibleDecision
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.pieces import MODELS
from mechanica_core.routes import NOWHERE, Charger, Ending, Route, Routes, Stop
from mechanica_core.settlement import BASIC, COUNT_BITS, UNIT
from mechanica_core.workday import Decisions, by_choice, open_choices

VAULT_SHIFT: Final = 24
"""A gain is the wallet's coins, and the vault's this many bits higher."""
GAIN_BITS: Final = 2 * VAULT_SHIFT
CROWD_BITS: Final = len(MODELS) * COUNT_BITS
CROWD_MASK: Final = (1 << CROWD_BITS) - 1
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
HOLE_BITS: Final = 8

WAYS: Final = (ChoiceKind.EXIT, ChoiceKind.LANDING)
"""Choices about a bot's way."""

T = TypeVar("T")

Results: TypeAlias = dict[int, frozenset[int]]
"""What a neighbourhood's holes can hold, each with every gain that can come with it."""


def outcomes(factory: Factory, decisions: Decisions = ()) -> Iterator[Factory]:
    """Every distinct outcome of one workday, each once, in a fixed order.

    With ``decisions`` only those of workdays in which they are all taken. What bots that can meet do together is
    worked out ahead; the rest comes as it is asked for. Raises :class:`ImpossibleDecision` if no workday takes
    these decisions.
    """
    neighbourhoods = _neighbourhood_results(factory, decisions)
    machinery, wallet, vault = factory.machinery, factory.wallet, factory.vault
    size = len(factory.contents)
    wallet_mask = (1 << VAULT_SHIFT) - 1
    for parts in itertools.product(*(sorted(results.items()) for results in neighbourhoods)):
        contents = sum(holes for holes, _ in parts).to_bytes(size, "little")
        for gain in sorted(_all_sums(gains for _, gains in parts)):
            yield Factory(machinery, contents, wallet + (gain & wallet_mask), vault + (gain >> VAULT_SHIFT))


def count_outcomes(factory: Factory, decisions: Decisions = ()) -> int:
    """How many outcomes :func:`outcomes` gives, without making them one by one."""
    # Outcomes of one combination of holes differ in their gains alone, so only the sets of gains matter.
    totals: Counter[frozenset[int]] = Counter({frozenset({0}): 1})
    for results in _neighbourhood_results(factory, decisions):
        grown: Counter[frozenset[int]] = Counter()
        for gains, number in Counter(results.values()).items():
            for sums, combinations in totals.items():
                grown[_sums(sums, gains)] += number * combinations
        totals = grown
    return sum(len(sums) * combinations for sums, combinations in totals.items())


def divide(factory: Factory, decisions: Decisions = ()) -> dict[str, int]:
    """The number of outcomes under each option of the first open way, to find where two engines part.

    Outcomes that several options lead to count under each. Without an open way there is one entry, ``""``.
    """
    taken = by_choice(decisions)
    ways = [choice for choice in open_choices(factory, taken) if choice.kind in WAYS]
    everything = count_outcomes(factory, taken)  # refuses decisions that no workday takes
    if not ways:
        return {"": everything}
    first = ways[0]
    counts = {}
    for take in first.takes:
        try:
            counts[f"{first.id} {take}"] = count_outcomes(factory, taken | {first.id: take})
        except ImpossibleDecision:  # not together with the other decisions
            counts[f"{first.id} {take}"] = 0
    return counts


def _sums(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
    """Every sum of a gain from the left and one from the right."""
    return frozenset(a + b for a in left for b in right)


def _all_sums(gains: Iterable[frozenset[int]]) -> frozenset[int]:
    total = frozenset({0})
    for more in gains:
        total = _sums(total, more)
    return total


def _neighbourhood_results(factory: Factory, decisions: Decisions) -> list[Results]:
    taken = by_choice(decisions)
    routes = factory.machinery.routes
    meetings = _Meetings(routes, taken)
    standing = [0] * len(routes.stops)
    for hole, stop in routes.resting:
        standing[stop] += UNIT[factory.contents[hole]]
    ways = [
        meetings.way(route, factory.contents[route.hole]) for route in routes.departures if factory.contents[route.hole]
    ]
    results = [
        meetings.results(neighbourhood, bots, standing) for neighbourhood, bots in _neighbourhoods(ways, standing)
    ]
    if taken and not (meetings.all_arise() and all(results)):
        raise ImpossibleDecision(next(iter(taken)), say("no workday of this factory takes these decisions together"))
    return results


class _Way(NamedTuple):
    """A bot's endings: what each can add to a state and the meetings it takes part in; and all these together."""

    endings: list[tuple[int, tuple[int, ...]]]
    meetings: frozenset[int]


def _neighbourhoods(ways: list[_Way], standing: list[int]) -> list[tuple[frozenset[int], list[_Way]]]:
    """Join bots that can meet, over any number of others; bots that stand alone at a stop count as well."""
    joined: list[tuple[frozenset[int], list[_Way]]] = [
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
    return joined


class _LeastCrowds(dict[int, int]):
    """Crowds at a place, each by the smallest one that comes to the same: no more of a model than holes."""

    def __init__(self, holes: int) -> None:
        super().__init__()
        self._holes = holes

    def __missing__(self, crowd: int) -> int:
        counts = [crowd >> COUNT_BITS * model & COUNT_MASK for model in range(len(MODELS))]
        least = self[crowd] = sum(min(count, self._holes) << COUNT_BITS * model for model, count in enumerate(counts))
        return least


class _Meetings:
    """Where bots can meet, numbered, first the stops, then the Static Chargers, and what decisions leave of it.

    A state of a move is one number: its gain and, above it, for each meeting a *crowd*: how many bots of which
    model are at a stop, or how many passed a Static Charger and, in the next bits, whether the bot did about which
    something is decided there. Crowds only count as far as it makes a difference.
    """

    def __init__(self, routes: Routes, taken: dict[str, str]) -> None:
        self._routes = routes
        self._taken = taken
        self._arisen: set[str] = set()
        self._settled: dict[tuple[int, int], tuple[int, ...]] = {}
        self._chargers = dict(enumerate(routes.chargers, start=len(routes.stops)))
        self._least_crowds = [_LeastCrowds(stop.inputs) for stop in routes.stops]
        self._least_crowds += [_LeastCrowds(len(charger.names)) for charger in routes.chargers]
        self._charges = {
            choice: number
            for choice in taken
            for number, charger in self._chargers.items()
            if choice.startswith(f"{charger.place}<")
        }

    def all_arise(self) -> bool:
        """Whether every decision is about a bot or a meeting that is there."""
        return self._arisen == self._taken.keys()

    def way(self, route: Route, model: int) -> _Way:
        """What a bot can do under the decisions about its way."""
        own = {
            choice: take for choice, take in self._taken.items() if route.owns(choice) and choice not in self._charges
        }
        self._arisen |= own.keys()
        endings = [self._ending(route, ending, model) for ending in route.endings(route.root, own)]
        return _Way(endings, frozenset(number for _, numbers in endings for number in numbers))

    def _ending(self, route: Route, ending: Ending, model: int) -> tuple[int, tuple[int, ...]]:
        delta = ending.coins + ((ending.passed & self._routes.gifts).bit_count() << VAULT_SHIFT)
        numbers = []
        if ending.stop != NOWHERE:
            numbers.append(ending.stop)
            delta += UNIT[model] << _first_bit(ending.stop)
        for number, charger in self._chargers.items():
            if ending.passed & charger.bit:
                numbers.append(number)
                decided = f"{charger.place}<{route.start}" in self._charges
                delta += (1 + (decided << COUNT_BITS)) << _first_bit(number)
        return delta, tuple(numbers)

    def results(self, numbers: Iterable[int], bots: list[_Way], standing: list[int]) -> Results:
        """All that can come of the bots that move among these meetings and the bots that stand there."""
        there = sorted(numbers)
        for number in there:
            self._arisen |= self._decided_at(number).keys()
        states = {sum(standing[number] << _first_bit(number) for number in there if number < len(standing))}
        for bot in bots:
            states = self._joined(states, bot)
        gains: defaultdict[int, set[int]] = defaultdict(set)
        for state in states:
            gains[state >> GAIN_BITS].add(state & (1 << GAIN_BITS) - 1)
        results: defaultdict[int, set[int]] = defaultdict(set)
        for crowds, gained in gains.items():
            parts = [self._holes(number, crowds >> number * CROWD_BITS & CROWD_MASK) for number in there]
            for holes in itertools.product(*parts):
                results[sum(holes)] |= gained
        return {holes: frozenset(gained) for holes, gained in results.items()}

    def _joined(self, states: Iterable[int], bot: _Way) -> set[int]:
        """All states after one more bot, no crowd larger than makes a difference."""
        joined: set[int] = set()
        for delta, touched in bot.endings:
            grown = [state + delta for state in states]
            for number in touched:
                first_bit, least = _first_bit(number), self._least_crowds[number]
                crowds = [state >> first_bit & CROWD_MASK for state in grown]
                grown = [
                    state - (crowd - least[crowd] << first_bit) for state, crowd in zip(grown, crowds, strict=True)
                ]
            joined.update(grown)
        return joined

    def _holes(self, number: int, crowd: int) -> tuple[int, ...]:
        """What the holes of one meeting can hold in the evening, each way once."""
        known = self._settled.get((number, crowd))
        if known is None:
            decided = self._decided_at(number)
            if not crowd:
                found = set() if decided else {0}
            elif number in self._chargers:
                found = self._at_charger(self._chargers[number], crowd, decided)
            else:
                found = self._at_stop(self._routes.stops[number], crowd, decided)
            known = self._settled[number, crowd] = tuple(found)
        return known

    def _decided_at(self, number: int) -> dict[str, str]:
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


def _left(options: Mapping[str, T], take: str | None) -> list[T]:
    """What a decision leaves of options; nothing if it is not offered or there is nothing to decide."""
    if take is None:
        return list(options.values())
    return [options[take]] if take in options and len(options) > 1 else []


def _first_bit(number: int) -> int:
    return GAIN_BITS + number * CROWD_BITS
