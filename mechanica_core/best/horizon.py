"""The best of several workdays: exact search with an upper bound, within a stated amount of work.

Between two days all bots in trucks are sold, every fabricator makes its bot (an Overactive one a Deluxe), and nothing
is bought. So a day hands on nothing but money and what the holes outside the trucks hold; of the evenings that agree in
that only the one that earns most matters.

On the last evening no more bots can be in the trucks than if no two ever collided; that bounds what blueprints pay.

An evening's *promise* is what it earned and what its bots could come to at most, each for itself: as if no two ever
collided. Evenings are tried in the order of their promises until none left can beat the best found.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from mechanica_core.best.evenings import DayParts, Evening, Remember, best_evening
from mechanica_core.best.objectives import (
    EIGHTHS,
    NO_CARDS,
    NOTHING,
    HoleValues,
    Objective,
    cards,
    last_values,
    truck_holes,
    truck_values,
)
from mechanica_core.factory import Factory
from mechanica_core.geometry import start_place
from mechanica_core.machinery import N_ROWS, Machinery
from mechanica_core.meetings import HOLE_BITS
from mechanica_core.pieces import MODEL_CODE, MODELS, TRUCKS, Kind, Model
from mechanica_core.routes import NOWHERE, Stop
from mechanica_core.settlement import BASIC, UNIT
from mechanica_core.workday import Decisions

MOST_MORNINGS: Final = 2000
"""So many mornings a search looks at before it settles for a bound, if nobody says otherwise."""
MOST_STATES: Final = 10_000
"""So many evenings of bots that can meet are told apart; of more only the most promising are tried."""
SURE: Final = 1 << 40
"""More than any money, in eighths of a coin: makes sure that an evening is met."""

Rank: TypeAlias = tuple[int, int, int]
"""What is compared: what blueprints pay, minus how many bots they lack, and money in eighths of a coin."""
LOWEST: Final[Rank] = (-1, 0, 0)


class Line(NamedTuple):
    """Evenings day by day, each by what its holes outside the trucks hold, but for the last; and what they come to."""

    rank: Rank
    evenings: tuple[int, ...]


class Found(NamedTuple):
    """The best line found, None if none beats what was to be beaten; none at all is better than the ``bound``."""

    line: Line | None
    bound: Rank


class Horizon:
    """Searches the days of one machinery for an objective.

    Once so many ``mornings`` were looked at it settles for a bound; ``step`` is called for each.
    """

    def __init__(
        self, machinery: Machinery, objective: Objective, days: int, mornings: int, step: Callable[[], object] | None
    ) -> None:
        self._machinery = machinery
        self._days = days
        self._step = step
        self._left = mornings
        self._cards = cards(objective, machinery.components)
        self._sold = truck_values(machinery)
        self._made = made_by_fabricators(machinery)
        # What holes are worth at most in an evening with so many days to come, and bots that will yet be made.
        self._values: list[HoleValues] = [last_values(machinery, objective.aim)]
        self._to_come = [0]
        for _ in range(days - 1):
            ahead = _a_day_ahead(machinery, self._values[-1])
            self._values.append([*map(_sum, ahead, self._sold)])
            self._to_come.append(self._to_come[-1] + sum(ahead[hole][code] for hole, code in self._made))
        self._trucks = truck_holes(machinery)
        self._kept = sum(0xFF << HOLE_BITS * hole for hole in range(len(machinery.holes)) if hole not in self._trucks)
        self._known: dict[tuple[bytes, int], Found] = {}
        self._last_evenings: dict[bytes, Evening] = {}

    def search(self, contents: bytes, later: int, beat: Rank = LOWEST, decisions: Decisions = ()) -> Found:
        """The best line that begins with these bots in the morning, with so many ``later`` days, if it beats that."""
        found = self._known.get((contents, later))
        if found and not decisions and (found.bound <= beat or (found.line and found.line.rank == found.bound)):
            return found
        if self._step:
            self._step()
        self._left -= 1
        factory = Factory(self._machinery, contents)
        found = self._branch(factory, later, beat, decisions) if later else self._last(factory, decisions)
        if not decisions:
            self._known[contents, later] = found
        return found

    def evening(self, factory: Factory, kept: int | None, decisions: Decisions) -> Evening:
        """The best evening of a day in the line found: of the last one, or one whose kept holes hold that."""
        if kept is None:
            return self._last_evenings[factory.contents]
        wanted = kept.to_bytes(len(factory.contents), "little")
        codes = range(1, 1 + len(MODELS))
        values = [
            self._sold[hole] if hole in self._trucks else (0, *(SURE if code == want else -SURE for code in codes))
            for hole, want in enumerate(wanted)
        ]
        return best_evening(factory, values, NO_CARDS, decisions)

    def _last(self, factory: Factory, decisions: Decisions) -> Found:
        evening = best_evening(factory, self._values[0], self._cards, decisions)
        self._last_evenings[factory.contents] = evening
        rank = (evening.paid, -evening.lacking, evening.money)
        return Found(Line(rank, ()), rank)

    def _branch(self, factory: Factory, later: int, beat: Rank, decisions: Decisions) -> Found:
        # Holes worth what their bots may yet come to, evenings are ordered by their promises.
        values = self._values[later]
        paid, lacking = self._cards_at_best(factory.contents, later)

        def at_most(promise: int) -> Rank:
            return paid, -lacking, promise + self._to_come[later]

        day = DayParts(factory, values, Remember(lambda _, holes: holes & self._kept), decisions, MOST_STATES)
        bound = LOWEST
        if day.cut:
            bound = at_most(best_evening(factory, values, NO_CARDS, decisions).money)
        best: Line | None = None
        options = [
            sorted(((part.money, kept) for kept, part in parts.items()), key=lambda option: -option[0])
            for parts in day.parts
        ]
        for promise, kept in _best_first(options):
            most = at_most(promise)
            if most <= beat or (self._left <= 0 and beat != LOWEST):
                bound = max(bound, most)
                break
            held = kept.to_bytes(len(factory.contents), "little")
            earned = promise - sum(values[hole][code] for hole, code in enumerate(held))
            to_beat = beat if beat == LOWEST else _plus(beat, -earned)
            found = self.search(self._next(held), later - 1, to_beat)
            bound = max(bound, _plus(found.bound, earned))
            if found.line and (rank := _plus(found.line.rank, earned)) > beat:
                best, beat = Line(rank, (kept, *found.line.evenings)), rank
        return Found(best, max(bound, best.rank) if best else bound)

    @cached_property
    def _counts(self) -> list[_Count]:
        """For each model, then for all of them: only days before the last ask."""
        each = ([model] for model in MODELS)
        return [_Count(self._machinery, models, self._days) for models in (*each, MODELS)]

    def _cards_at_best(self, morning: bytes, later: int) -> tuple[int, int]:
        """What the cards can pay at most on the last evening, and how many bots they then lack at least."""
        *each, together = (count.at_most(morning, later) for count in self._counts)
        return self._cards.at_best(each, min(together, len(self._trucks)))

    def _next(self, kept: bytes) -> bytes:
        """The holes on the next morning."""
        contents = bytearray(kept)
        for hole, code in self._made:
            contents[hole] = code
        return bytes(contents)


class _Count:
    """How many bots of certain models there can be in the trucks on the last evening, each bot for itself."""

    def __init__(self, machinery: Machinery, models: Collection[Model], days: int) -> None:
        one = (0, *(EIGHTHS * (model in models) for model in MODELS))
        trucks = truck_holes(machinery)
        evening: HoleValues = [one if hole in trucks else NOTHING for hole in range(len(machinery.holes))]
        made = made_by_fabricators(machinery)
        self._mornings = []
        to_come = 0
        for _ in range(days):
            morning = _a_day_ahead(machinery, evening, earning=False)
            self._mornings.append((morning, to_come))
            to_come += sum(morning[hole][code] for hole, code in made)
            evening = morning

    def at_most(self, morning: bytes, later: int) -> int:
        """If the holes hold that in the morning and so many days follow."""
        values, to_come = self._mornings[later]
        return (sum(value[code] for value, code in zip(values, morning, strict=True)) + to_come) // EIGHTHS


def next_morning(factory: Factory) -> Factory:
    """A factory after a turn in which all bots in trucks were sold, every fabricator made its bot, nothing was bought.

    Overactive Fabricators make a Deluxe. In the evening the Start Zone is empty, so that there is room (R-5.1).
    """
    contents, coins = bytearray(factory.contents), 0
    values = truck_values(factory.machinery)
    for hole in truck_holes(factory.machinery):
        coins += values[hole][contents[hole]] // EIGHTHS
        contents[hole] = 0
    for hole, code in made_by_fabricators(factory.machinery):
        contents[hole] = code
    return Factory(factory.machinery, bytes(contents), factory.wallet + coins, factory.vault)


def made_by_fabricators(machinery: Machinery) -> list[tuple[int, int]]:
    """Into which hole each fabricator makes a bot between two days, and which."""
    made = []
    for row in range(N_ROWS):
        kind = machinery.start_kind(row)
        if kind is not None:
            model = Model.DELUXE if kind is Kind.OVERACTIVE_FABRICATOR else Model.BASIC
            made.append((machinery.hole_index[f"{start_place(row)}/centre"], MODEL_CODE[model]))
    return made


def _a_day_ahead(machinery: Machinery, evening: HoleValues, *, earning: bool = True) -> list[tuple[int, ...]]:
    """What a bot in each hole outside the trucks can be worth at most in the morning, if holes are worth that then.

    What it earns on its way counts if ``earning``. Bots that act together share what comes of it equally, rounded up,
    so that no evening is worth more than its bots.
    """
    routes, codes = machinery.routes, range(1, 1 + len(MODELS))
    arriving = {NOWHERE: NOTHING}
    for number, stop in enumerate(routes.stops):
        arriving[number] = (0, *(_most_at(stop, code, evening) for code in codes))
    ahead = [NOTHING] * len(machinery.holes)
    for route in routes.departures:
        ends = []
        for ending in route.endings(route.root, {}):
            earned = EIGHTHS * (ending.coins + (ending.passed & routes.gifts).bit_count()) if earning else 0
            for charger in routes.chargers:
                if ending.passed & charger.bit:
                    last = charger.first + len(charger.names)
                    earned += max(evening[hole][BASIC] for hole in range(charger.first, last))
            ends.append((earned, ending.stop))
        ahead[route.hole] = (0, *(max(earned + arriving[stop][code] for earned, stop in ends) for code in codes))
    for hole, number in routes.resting:
        if routes.stops[number].kind not in TRUCKS:
            ahead[hole] = arriving[number]
    return ahead


def _most_at(stop: Stop, code: int, evening: HoleValues) -> int:
    """What a bot's share of what comes of its arrival is worth at most, alone or with others that find room."""
    if stop.kind in TRUCKS:
        return evening[stop.first][code]
    most = 0
    crowds = {UNIT[code]}
    for bots in range(1, stop.inputs + 1):
        for crowd in crowds:
            for survivors in stop.settlements[crowd].survivors.values():
                for contents in survivors.results.values():
                    worth = sum(evening[hole][held] for hole, held in enumerate(contents, stop.first) if held)
                    most = max(most, -(-worth // bots))
        crowds = {crowd + one for crowd in crowds for one in UNIT[1:]}
    return most


def _best_first(options: Sequence[Sequence[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Sums of one pair of each list, the highest sum of first numbers first; the lists fall."""
    heap = [(-sum(choices[0][0] for choices in options), 0, (0,) * len(options))]
    while heap:
        total, last, at = heapq.heappop(heap)
        yield -total, sum(choices[index][1] for choices, index in zip(options, at, strict=True))
        for number in range(last, len(options)):  # so that each combination comes up once
            index, choices = at[number], options[number]
            if index + 1 < len(choices):
                less = total + choices[index][0] - choices[index + 1][0]
                heapq.heappush(heap, (less, number, (*at[:number], index + 1, *at[number + 1 :])))


def _sum(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, left, right))


def _plus(rank: Rank, money: int) -> Rank:
    return rank[0], rank[1], rank[2] + money
