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
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from mechanica_core.choices import ChoiceKind
from mechanica_core.errors import ImpossibleDecision
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.pieces import MODELS
from mechanica_core.routes import NOWHERE, Charger, Ending, Routes, Stop
from mechanica_core.settlement import BASIC, COUNT_BITS, UNIT
from mechanica_core.workday import Decisions, by_choice, open_choices

VAULT_SHIFT: Final = 24
"""A gain is the wallet's coins, and the vault's this many bits higher."""
GAIN_BITS: Final = 2 * VAULT_SHIFT
MEETING_BITS: Final = len(MODELS) * COUNT_BITS
"""A state of a move is its gain and, above it, what meets at each stop or passes each Static Charger."""
HOLE_BITS: Final = 8

WAYS: Final = (ChoiceKind.EXIT, ChoiceKind.LANDING)
"""Choices about a bot's way."""

Results: TypeAlias = dict[int, frozenset[int]]
"""What a neighbourhood's holes can hold, each with every gain that can come with it."""


def outcomes(factory: Factory, decisions: Decisions = ()) -> Iterator[Factory]:
    """Every distinct outcome of one workday, each once, in a fixed order.

    ``decisions`` about bots' ways narrow them down. Only what bots that can meet do together is worked out
    ahead; the rest comes as it is asked for. Raises :class:`ImpossibleDecision` for a decision that does not
    arise.
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
    """How many distinct outcomes there are, without making them one by one."""
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
    if not ways:
        return {"": count_outcomes(factory, taken)}
    first = ways[0]
    return {f"{first.id} {take}": count_outcomes(factory, taken | {first.id: take}) for take in first.takes}


def _sums(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
    """Every sum of a gain from the left and one from the right."""
    return frozenset(a + b for a in left for b in right)


def _all_sums(gains: Iterable[frozenset[int]]) -> frozenset[int]:
    total = frozenset({0})
    for more in gains:
        total = _sums(total, more)
    return total


def _neighbourhood_results(factory: Factory, decisions: Decisions) -> list[Results]:
    routes = factory.machinery.routes
    meetings = _Meetings(routes)
    standing = [0] * len(routes.stops)
    for hole, stop in routes.resting:
        standing[stop] += UNIT[factory.contents[hole]]
    ways = _ways(factory, by_choice(decisions), meetings)
    return [
        meetings.results(neighbourhood, [deltas for deltas, _ in bots], standing)
        for neighbourhood, bots in _neighbourhoods(ways, standing)
    ]


Way: TypeAlias = tuple[frozenset[int], frozenset[int]]
"""What a bot's endings can add to a state, and the numbers of the meetings they touch."""


def _ways(factory: Factory, taken: dict[str, str], meetings: _Meetings) -> list[Way]:
    ways = []
    asked: set[str] = set()
    for route in factory.machinery.routes.departures:
        model = factory.contents[route.hole]
        if not model:
            continue
        own = {choice: take for choice, take in taken.items() if route.owns(choice)}
        try:
            endings = route.endings(route.root, own, asked)
        except KeyError as refused:
            choice = next(choice for choice in own if own[choice] == refused.args[0])
            raise ImpossibleDecision(choice, say("cannot take {take}", take=repr(own[choice]))) from None
        deltas = frozenset(meetings.delta(ending, model) for ending in endings)
        touched = frozenset(number for ending in endings for number in meetings.touched(ending))
        ways.append((deltas, touched))
    needless = [choice for choice in taken if choice not in asked]
    if needless:
        raise ImpossibleDecision(needless[0], say("no bot that is here has this choice on its way"))
    return ways


def _neighbourhoods(ways: list[Way], standing: list[int]) -> list[tuple[frozenset[int], list[Way]]]:
    """Join bots that can meet, over any number of others; bots that stand alone at a stop count as well."""
    joined: list[tuple[frozenset[int], list[Way]]] = [
        (frozenset({stop}), []) for stop, bots in enumerate(standing) if bots
    ]
    for way in ways:
        numbers, bots = way[1], [way]
        apart = []
        for neighbourhood in joined:
            if numbers.isdisjoint(neighbourhood[0]):
                apart.append(neighbourhood)
            else:
                numbers |= neighbourhood[0]
                bots = neighbourhood[1] + bots
        joined = [*apart, (numbers, bots)]
    return joined


class _Meetings:
    """Where bots can meet, numbered: first the stops, then the Static Chargers."""

    def __init__(self, routes: Routes) -> None:
        self._routes = routes
        self._holes: dict[tuple[int, int], tuple[int, ...]] = {}

    def touched(self, ending: Ending) -> Iterator[int]:
        """Numbers of the meetings that a bot with that ending takes part in."""
        if ending.stop != NOWHERE:
            yield ending.stop
        for number, charger in enumerate(self._routes.chargers, start=len(self._routes.stops)):
            if ending.passed & charger.bit:
                yield number

    def delta(self, ending: Ending, model: int) -> int:
        """What a bot of that model adds to a state by ending so."""
        gain = ending.coins + ((ending.passed & self._routes.gifts).bit_count() << VAULT_SHIFT)
        for number in self.touched(ending):
            gain += (UNIT[model] if number == ending.stop else 1) << _first_bit(number)
        return gain

    def results(self, numbers: Iterable[int], bots: list[frozenset[int]], standing: list[int]) -> Results:
        """All that can come of the bots that move among these meetings and the bots that stand there."""
        there = sorted(numbers)
        start = sum(standing[number] << _first_bit(number) for number in there if number < len(standing))
        states = {start}
        for deltas in bots:
            states = {state + delta for state in states for delta in deltas}
        gains: defaultdict[int, set[int]] = defaultdict(set)
        for state in states:
            gains[state >> GAIN_BITS].add(state & (1 << GAIN_BITS) - 1)
        results: defaultdict[int, set[int]] = defaultdict(set)
        mask = (1 << MEETING_BITS) - 1
        for meeting, gained in gains.items():
            parts = [self._settled(number, meeting >> number * MEETING_BITS & mask) for number in there]
            for holes in itertools.product(*parts):
                results[sum(holes)] |= gained
        return {holes: frozenset(gained) for holes, gained in results.items()}

    def _settled(self, number: int, meeting: int) -> tuple[int, ...]:
        """What the holes of one meeting can hold in the evening, each way once."""
        known = self._holes.get((number, meeting))
        if known is None:
            stops = self._routes.stops
            if not meeting:
                found = {0}
            elif number < len(stops):
                found = self._at_stop(stops[number], meeting)
            else:
                found = self._at_charger(self._routes.chargers[number - len(stops)], meeting)
            known = self._holes[number, meeting] = tuple(found)
        return known

    def _at_stop(self, stop: Stop, meeting: int) -> set[int]:
        return {
            int.from_bytes(contents, "little") << HOLE_BITS * stop.first
            for survivors in stop.settlements[meeting].survivors.values()
            for contents in survivors.results.values()
        }

    def _at_charger(self, charger: Charger, passed: int) -> set[int]:
        """One Basic goes into either hole, two or more fill both (R-5.11)."""
        holes = [BASIC << HOLE_BITS * (charger.first + hole) for hole in range(len(charger.names))]
        return {sum(filled) for filled in itertools.combinations(holes, min(passed, len(holes)))}


def _first_bit(number: int) -> int:
    return GAIN_BITS + number * MEETING_BITS
