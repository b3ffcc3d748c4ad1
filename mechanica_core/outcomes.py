"""Every distinct outcome of a workday, exactly and lazily; their number is our perft (R-12.26)."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from mechanica_core.choices import ChoiceKind
from mechanica_core.errors import ImpossibleDecision
from mechanica_core.factory import Factory
from mechanica_core.meetings import (
    CROWD_BITS,
    CROWD_MASK,
    GAIN_BITS,
    GAIN_MASK,
    VAULT_SHIFT,
    WALLET_MASK,
    Meetings,
    Neighbourhood,
    Way,
    first_bit,
)
from mechanica_core.workday import Decisions, by_choice, open_choices

WAYS: Final = (ChoiceKind.EXIT, ChoiceKind.LANDING)
"""Choices about a bot's way."""

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
    for parts in itertools.product(*(sorted(results.items()) for results in neighbourhoods)):
        contents = sum(holes for holes, _ in parts).to_bytes(size, "little")
        for gain in sorted(_all_sums(gains for _, gains in parts)):
            yield Factory(machinery, contents, wallet + (gain & WALLET_MASK), vault + (gain >> VAULT_SHIFT))


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
    meetings = Meetings(factory, decisions)
    results = [_results(meetings, neighbourhood) for neighbourhood in meetings.neighbourhoods]
    meetings.require(all(results))
    return results


def _results(meetings: Meetings, neighbourhood: Neighbourhood) -> Results:
    """All that can come of the bots that move in a neighbourhood and the bots that stand there."""
    states = {neighbourhood.standing}
    for way in neighbourhood.ways:
        states = _joined(meetings, states, way)
    gains: defaultdict[int, set[int]] = defaultdict(set)
    for state in states:
        gains[state >> GAIN_BITS].add(state & GAIN_MASK)
    results: defaultdict[int, set[int]] = defaultdict(set)
    for crowds, gained in gains.items():
        parts = [
            meetings.holes(number, crowds >> number * CROWD_BITS & CROWD_MASK) for number in neighbourhood.meetings
        ]
        for holes in itertools.product(*parts):
            results[sum(holes)] |= gained
    return {holes: frozenset(gained) for holes, gained in results.items()}


def _joined(meetings: Meetings, states: Iterable[int], way: Way) -> set[int]:
    """All states after one more bot, no crowd larger than makes a difference."""
    joined: set[int] = set()
    for delta, touched, _ in way.ends:
        grown = [state + delta for state in states]
        for number in touched:
            shift, least = first_bit(number), meetings.least[number]
            crowds = [state >> shift & CROWD_MASK for state in grown]
            grown = [state - (crowd - least[crowd] << shift) for state, crowd in zip(grown, crowds, strict=True)]
        joined.update(grown)
    return joined
