"""The best evenings of one workday, exactly, without going through all outcomes.

Every neighbourhood (:mod:`mechanica_core.meetings`) is worked through bot by bot. Of all that leads to the same crowds
only the best is kept, and a meeting is settled as soon as no further bot can come to it. What else must be told apart
is *remembered* of settled holes, as one number: nothing, the tally of bots in trucks that blueprints look
at, or what the holes hold that the next day begins with.

To compare is to compare one number, the *cost*: money first (the more, the lower), then the holes, then the gain, as
:func:`mechanica_core.outcomes.outcomes` orders them. Costs are added up.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from mechanica_core.best.objectives import EIGHTHS, Cards, HoleValues
from mechanica_core.factory import Factory
from mechanica_core.meetings import (
    CROWD_BITS,
    CROWD_MASK,
    GAIN_BITS,
    GAIN_MASK,
    HOLE_BITS,
    VAULT_SHIFT,
    WALLET_MASK,
    LeastCrowds,
    Meetings,
    Neighbourhood,
    Way,
    WayEnd,
)
from mechanica_core.pieces import TRUCKS
from mechanica_core.routes import Ending
from mechanica_core.settlement import UNIT
from mechanica_core.workday import Decisions

Link: TypeAlias = "tuple[WayEnd, Link] | None"
"""How the bots so far went, the last one first."""
States: TypeAlias = dict[int, tuple[int, Link]]
"""The least cost of each state, and how to get there: crowds still open and, above them, what is remembered."""


class Remember(NamedTuple):
    """What is to be told apart of evenings: of the holes of a meeting, and the least number that comes to the same."""

    of: Callable[[int, int], int]
    least: Mapping[int, int] | None = None


class Part(NamedTuple):
    """The best that a neighbourhood can come to, with what is remembered of it."""

    money: int
    holes: int
    gain: int
    ends: tuple[tuple[Way, Ending], ...]


class Evening(NamedTuple):
    """An evening.

    What blueprints it pays, how many bots they lack, and its money, in eighths; what is in the holes; the gain; and
    how the ways of bots ended.
    """

    paid: int
    lacking: int
    money: int
    contents: bytes
    gain: int
    ends: tuple[tuple[Way, Ending], ...]


def tallies(factory: Factory, cards: Cards) -> Remember | None:
    """Remember how many bots of which model are in trucks, as far as blueprints ask for them."""
    if not any(cards.asked):
        return None
    trucks = {number: stop for number, stop in enumerate(factory.machinery.routes.stops) if stop.kind in TRUCKS}

    def tally(number: int, holes: int) -> int:
        if number not in trucks:
            return 0
        stop = trucks[number]
        return sum(UNIT[code] for code in (holes >> HOLE_BITS * stop.first).to_bytes(stop.inputs, "little"))

    return Remember(tally, LeastCrowds(cards.asked))


class DayParts:
    """The best that each neighbourhood of a factory can come to today, by what is remembered of it.

    ``values`` says in eighths of a coin what bots are worth in each hole in the evening; coins gained count as well.
    Where more than ``most`` states are to be told apart, the worst are dropped, and ``cut`` is set. Raises
    :class:`ImpossibleDecision` if no workday takes all ``decisions``.
    """

    def __init__(
        self,
        factory: Factory,
        values: HoleValues,
        remember: Remember | None = None,
        decisions: Decisions = (),
        most: float = math.inf,
    ) -> None:
        self.cut = False
        self._most = most
        self._values = values
        self._remember = remember
        self._meetings = meetings = Meetings(factory, decisions)
        self._shift = GAIN_BITS + HOLE_BITS * len(factory.contents)
        self._top = (len(factory.machinery.routes.stops) + len(factory.machinery.routes.chargers)) * CROWD_BITS
        self._settled: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.parts: list[dict[int, Part]] = [self._of(hood) for hood in meetings.neighbourhoods]
        meetings.require(all(self.parts))

    def _of(self, hood: Neighbourhood) -> dict[int, Part]:
        """All that a neighbourhood can come to, the best for each thing remembered."""
        states: States = {hood.standing >> GAIN_BITS: (0, None)}
        ways = _closing_early(hood.ways)
        for number in hood.meetings:
            if not any(number in way.meetings for way in ways):
                states = self._closed(states, number)
        for index, way in enumerate(ways):
            states = self._joined(states, way)
            for number in way.meetings:
                if not any(number in later.meetings for later in ways[index + 1 :]):
                    states = self._closed(states, number)
            if len(states) > self._most:
                states = dict(heapq.nsmallest(int(self._most), states.items(), key=lambda item: item[1][0]))
                self.cut = True
        return {state >> self._top: self._part(ways, cost, link) for state, (cost, link) in states.items()}

    def _joined(self, states: States, way: Way) -> States:
        """All states after one more bot, no crowd larger than makes a difference."""
        joined: States = {}
        for end, cost in self._best_ends(way):
            delta = end.delta >> GAIN_BITS
            limits = [(number * CROWD_BITS, self._meetings.least[number]) for number in end.meetings]
            for state, (cost_so_far, link) in states.items():
                grown, total = state + delta, cost_so_far + cost
                for shift, least in limits:
                    crowd = grown >> shift & CROWD_MASK
                    grown -= crowd - least[crowd] << shift
                known = joined.get(grown)
                if known is None or total < known[0]:
                    joined[grown] = total, (end, link)
        return joined

    def _best_ends(self, way: Way) -> list[tuple[WayEnd, int]]:
        """Of the ends of a way that differ in what they earn only the best, with its cost."""
        best: dict[int, tuple[WayEnd, int]] = {}
        for end in way.ends:
            gain = end.delta & GAIN_MASK
            cost = gain - ((gain & WALLET_MASK) + (gain >> VAULT_SHIFT) << self._shift) * EIGHTHS
            known = best.get(end.delta >> GAIN_BITS)
            if known is None or (cost, end.ending) < (known[1], known[0].ending):
                best[end.delta >> GAIN_BITS] = end, cost
        return list(best.values())

    def _closed(self, states: States, number: int) -> States:
        """All states after a meeting to which no further bot comes was settled."""
        shift, top, least = number * CROWD_BITS, self._top, self._remember and self._remember.least
        closed: States = {}
        for state, (cost_so_far, link) in states.items():
            crowd = state >> shift & CROWD_MASK
            for remembered, cost in self._settle(number, crowd):
                left, total = state - (crowd << shift) + (remembered << top), cost_so_far + cost
                if remembered and least is not None:
                    left += least[left >> top] - (left >> top) << top
                known = closed.get(left)
                if known is None or total < known[0]:
                    closed[left] = total, link
        return closed

    def _settle(self, number: int, crowd: int) -> list[tuple[int, int]]:
        """What a meeting can come to: the least cost for each thing remembered of its holes."""
        known = self._settled.get((number, crowd))
        if known is None:
            best: dict[int, int] = {}
            for holes in self._meetings.holes(number, crowd):
                remembered = self._remember.of(number, holes) if self._remember else 0
                cost = (holes << GAIN_BITS) - (self._worth(holes) << self._shift)
                best[remembered] = min(cost, best.get(remembered, cost))
            known = self._settled[number, crowd] = list(best.items())
        return known

    def _worth(self, holes: int) -> int:
        worth, hole = 0, 0
        while holes:
            worth += self._values[hole][holes & (1 << HOLE_BITS) - 1]
            holes >>= HOLE_BITS
            hole += 1
        return worth

    def _part(self, ways: list[Way], cost: int, link: Link) -> Part:
        ends = []
        for way in reversed(ways):
            assert link is not None  # one for each way
            end, link = link
            ends.append((way, end.ending))
        holes = cost >> GAIN_BITS & (1 << self._shift - GAIN_BITS) - 1
        return Part(-(cost >> self._shift), holes, cost & GAIN_MASK, tuple(ends))


def best_evening(factory: Factory, values: HoleValues, cards: Cards, decisions: Decisions = ()) -> Evening:
    """The best evening that a workday of the factory can have.

    The best is what the cards pay, then how little they lack, then money with bots worth their ``values`` (in eighths);
    of equals the first of :func:`mechanica_core.outcomes.outcomes`. Raises :class:`ImpossibleDecision`.
    """
    evenings = evenings_by_tally(factory, values, cards, decisions)
    return min(evenings, key=lambda evening: (-evening.paid, evening.lacking))


def evenings_by_tally(factory: Factory, values: HoleValues, cards: Cards, decisions: Decisions = ()) -> list[Evening]:
    """The best evening for each tally of bots in trucks that makes a difference to the cards.

    The one with most money comes first, as in :func:`best_evening`; raises as it does.
    """
    remember = tallies(factory, cards)
    # Of all so far the best for each tally: what it loses, its holes by neighbourhood, its gain; and its parts.
    totals: dict[int, tuple[tuple[int, tuple[int, ...], int], tuple[Part, ...]]] = {0: ((0, (), 0), ())}
    for parts in DayParts(factory, values, remember, decisions).parts:
        grown: dict[int, tuple[tuple[int, tuple[int, ...], int], tuple[Part, ...]]] = {}
        for tally, ((loss, holes, gain), before) in totals.items():
            for more, part in parts.items():
                both = tally + more
                if remember and remember.least:
                    both = remember.least[both]
                key = (loss - part.money, (*holes, part.holes), gain + part.gain)
                if both not in grown or key < grown[both][0]:
                    grown[both] = key, (*before, part)
        totals = grown
    size = len(factory.contents)
    return [
        Evening(
            *cards.paid_and_lacking(tally),
            -loss,
            sum(holes).to_bytes(size, "little"),
            gain,
            tuple(end for part in parts_taken for end in part.ends),
        )
        for tally, ((loss, holes, gain), parts_taken) in sorted(totals.items(), key=lambda item: item[1][0])
    ]


def _closing_early(ways: list[Way]) -> list[Way]:
    """Bots in an order in which few meetings are open at a time."""
    left, ordered, open_now = list(ways), list[Way](), frozenset[int]()
    while left:
        chosen = min(left, key=lambda way: len(way.meetings - open_now))
        left.remove(chosen)
        ordered.append(chosen)
        open_now = (open_now | chosen.meetings) & frozenset[int]().union(*(way.meetings for way in left))
    return ordered
