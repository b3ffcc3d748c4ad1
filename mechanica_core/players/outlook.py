"""What a machinery earns in the workdays to come, worked out quickly and remembered.

Every bot goes where it alone is worth most, what meets is settled for what its holes are worth, and nothing is bought:
nearly as good as the best workday (:mod:`mechanica_core.best`), in a fraction of the time. As there, worth is
counted in eighths of a coin.
"""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from mechanica_core.best.horizon import made_by_fabricators
from mechanica_core.best.objectives import EIGHTHS, NOTHING, Aim, HoleValues, last_values, truck_holes, truck_values
from mechanica_core.editions import Blueprint, ComponentSet
from mechanica_core.machinery import Machinery
from mechanica_core.pieces import MODEL_CODE, MODELS, TRUCKS, Kind, Model
from mechanica_core.routes import NOWHERE, Ending
from mechanica_core.settlement import BASIC, UNIT, Settlements

DAYS_AHEAD: Final = 3
"""A bot's way to a truck is followed over so many workdays."""
DAYS_TO_SPEND: Final = 2
"""Coins that come with no more workdays left buy nothing that pays."""
BLUEPRINTS_MET: Final = 0.5
"""How often a load finds the blueprints that it would complete, were they drawn anew each day."""
KNOWN_OUTLOOKS: Final = 2048
KNOWN_MEETINGS: Final = 1 << 16
CODES: Final = range(1, 1 + len(MODELS))

Load: TypeAlias = tuple[int, ...]
"""How many bots of each model are in trucks."""


class Income(NamedTuple):
    """What some workdays bring.

    ``coins`` for the wallet, ``invested`` the same coins, each times the days in which what it buys can pay, and
    ``points`` that cannot be spent: the vault's coins, and what blueprints can be expected to pay beyond a sale.
    """

    coins: int = 0
    invested: int = 0
    points: float = 0


class _Day(NamedTuple):
    coins: int
    vault: int
    load: Load
    morning: bytes
    """The holes next morning."""


class _End(NamedTuple):
    """How a bot's way can end: at which stop, with which coins, and the Static Chargers passed, as bits."""

    stop: int
    coins: int
    vault: int
    charged: int

    @property
    def earned(self) -> int:
        return self.coins + self.vault + self.charged.bit_count()


class Outlook:
    """What the bots of a machinery come to, day by day; made by :func:`outlook`."""

    def __init__(self, machinery: Machinery) -> None:
        self._machinery = machinery
        self._stops = machinery.routes.stops
        self._chargers = machinery.routes.chargers
        self._made = made_by_fabricators(machinery)
        self._sold = truck_values(machinery)
        self._trucks = truck_holes(machinery)
        self._starts = [hole for hole, _ in machinery.start_holes]
        self._ends = [
            (route.hole, self._ends_of(route.endings(route.root, {}))) for route in machinery.routes.departures
        ]
        # What holes are worth in the evening, what a bot is that comes to a stop then, and what the holes were worth
        # in the morning: each with so many days to come.
        self.values: list[HoleValues] = [last_values(machinery, Aim.MONEY)]
        self._arriving: list[list[tuple[int, ...]]] = []
        self._morning: list[list[tuple[int, ...]]] = []
        for _ in range(1 + DAYS_AHEAD):
            evening = self.values[-1]
            self._arriving.append(
                [_arriving(stop.kind, stop.inputs, tuple(evening[stop.first : stop.last])) for stop in self._stops]
            )
            self._morning.append(self._a_day_ahead(self._arriving[-1]))
            trucks, morning = self._trucks, self._morning[-1]
            self.values.append([self._sold[hole] if hole in trucks else worth for hole, worth in enumerate(morning)])
        self._days: dict[tuple[bytes, int], _Day] = {}
        self._incomes: dict[tuple[bytes, int], Income] = {}

    def income(self, contents: bytes, days: int) -> Income:
        """What so many workdays bring that begin with these bots; trucks are empty."""
        if days <= 0:
            return Income()
        known = self._incomes.get((contents, days))
        if known is None:
            coins, vault, load, morning = self._day(contents, min(days - 1, DAYS_AHEAD))
            later = self.income(morning, days - 1)
            points = vault + BLUEPRINTS_MET * expected_extra(self._machinery.components, load)
            invested = coins * max(0, days - 1 - DAYS_TO_SPEND)
            known = Income(coins + later.coins, invested + later.invested, points + later.points)
            self._incomes[contents, days] = known
        return known

    def emptied(self, contents: bytes) -> tuple[int, bytes]:
        """What the bots in trucks sell for, in coins, and the bots that are left."""
        left, worth = bytearray(contents), 0
        for hole in self._trucks:
            worth += self._sold[hole][left[hole]]
            left[hole] = 0
        return worth // EIGHTHS, bytes(left)

    def made(self, contents: bytes, overactive: Model = Model.DELUXE) -> bytes:
        """The bots after each fabricator made one, an Overactive one that model; the better of two is kept."""
        made = bytearray(contents)
        for hole, code in self._made:
            made[hole] = max(made[hole], min(code, MODEL_CODE[overactive]))
        return bytes(made)

    def placed(self, contents: bytes, models: Sequence[Model], days: int) -> bytes:
        """The bots after recycled ones were put into the Start Zone where they gain most, or left out."""
        if days <= 0:
            return contents
        morning, placed = self._morning[min(days - 1, DAYS_AHEAD)], bytearray(contents)
        for model in models:
            code = MODEL_CODE[model]
            gains = {hole: morning[hole][code] - morning[hole][placed[hole]] for hole in self._starts}
            hole = max(gains, key=lambda hole: gains[hole])
            if gains[hole] > 0:
                placed[hole] = code
        return bytes(placed)

    def _ends_of(self, endings: set[Ending]) -> list[_End]:
        """The ends of a way, at each stop only the one that earns most."""
        routes, best = self._machinery.routes, dict[int, _End]()
        for stop, passed, coins in sorted(endings):
            end = _End(stop, coins, (passed & routes.gifts).bit_count(), passed & routes.charges)
            if stop not in best or end.earned > best[stop].earned:
                best[stop] = end
        return [best[stop] for stop in sorted(best, reverse=True)]

    def _a_day_ahead(self, arriving: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """What holes are worth in the morning, if a bot that comes to a stop is worth that."""
        morning = [NOTHING] * len(self._machinery.holes)
        for hole, ends in self._ends:
            worths = [(EIGHTHS * end.earned, NOTHING if end.stop == NOWHERE else arriving[end.stop]) for end in ends]
            morning[hole] = (0, *(max(earned + worth[code] for earned, worth in worths) for code in CODES))
        for hole, number in self._machinery.routes.resting:
            if self._stops[number].kind not in TRUCKS:
                morning[hole] = arriving[number]
        return morning

    def _day(self, contents: bytes, later: int) -> _Day:
        known = self._days.get((contents, later))
        if known is None:
            known = self._days[contents, later] = self._run(contents, later)
        return known

    def _run(self, contents: bytes, later: int) -> _Day:
        """A workday, and the turn after it, with so many days to come."""
        arriving, values = self._arriving[later], self.values[later]
        crowds: defaultdict[int, list[int]] = defaultdict(list)
        for hole, number in self._machinery.routes.resting:
            if contents[hole]:
                crowds[number].append(contents[hole])
        coins = vault = 0
        charged: list[int] = []
        for hole, ends in self._ends:
            code = contents[hole]
            if not code:
                continue
            best, taken = -1, ends[0]
            for end in ends:
                worth = EIGHTHS * end.earned
                if end.stop != NOWHERE:
                    worths = arriving[end.stop]
                    worth += worths[code]
                    crowd = crowds.get(end.stop)
                    if crowd and len(crowd) >= self._stops[end.stop].inputs:
                        worth -= min(worths[code], *(worths[other] for other in crowd))
                if worth > best:
                    best, taken = worth, end
            coins += taken.coins
            vault += taken.vault
            if taken.charged:
                charged.append(taken.charged)
            if taken.stop != NOWHERE:
                crowds[taken.stop].append(code)
        evening = bytearray(len(contents))
        for charger in self._chargers if charged else ():
            passed = sum(1 for bits in charged if bits & charger.bit)
            holes = range(charger.first, charger.first + len(charger.names))
            for hole in sorted(holes, key=lambda hole: -values[hole][BASIC])[:passed]:
                evening[hole] = BASIC
        load = [0] * len(MODELS)
        for number, crowd in crowds.items():
            stop = self._stops[number]
            held = _settled(stop.kind, stop.inputs, tuple(sorted(crowd)), tuple(values[stop.first : stop.last]))
            if stop.kind not in TRUCKS:
                evening[stop.first : stop.last] = held
                continue
            for code in filter(None, held):
                load[code - 1] += 1
                coins += self._sold[stop.first][code] // EIGHTHS
        return _Day(coins, vault, tuple(load), self.made(bytes(evening)))


@functools.lru_cache(maxsize=KNOWN_OUTLOOKS)
def outlook(machinery: Machinery) -> Outlook:
    """The outlook of a machinery, the same as last time if it is still known."""
    return Outlook(machinery)


@functools.lru_cache(maxsize=KNOWN_MEETINGS)
def _settled(kind: Kind, inputs: int, crowd: Load, values: tuple[tuple[int, ...], ...]) -> bytes:
    """What a stop's holes hold after bots met there, their codes rising: what is worth most."""
    survivors = _settlements(kind, inputs, len(values) - inputs)[sum(UNIT[code] for code in crowd)].survivors
    return max(
        (held for kept in survivors.values() for held in kept.results.values()), key=lambda held: _sum(held, values)
    )


@functools.lru_cache(maxsize=KNOWN_MEETINGS)
def _arriving(kind: Kind, inputs: int, values: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """What a bot of each model is worth that comes to a stop: its share of what comes of it, with the best others."""
    most = [0]
    for code in CODES:
        shares = [0]
        for others in range(1 if kind in TRUCKS else inputs):
            for rest in itertools.combinations_with_replacement(CODES, others):
                held = _settled(kind, inputs, tuple(sorted((code, *rest))), values)
                shares.append(_sum(held, values) // (1 + others))
        most.append(max(shares))
    return tuple(most)


def _sum(held: bytes, values: Sequence[tuple[int, ...]]) -> int:
    return sum(worth[code] for worth, code in zip(values, held, strict=True))


@functools.cache
def _settlements(kind: Kind, inputs: int, outputs: int) -> Settlements:
    """Machinery keeps settlements for each stop; here they are shared, since far more machinery is looked at."""
    return Settlements(kind, inputs, tuple(map(str, range(outputs))))


# -- blueprints ---------------------------------------------------------------------------------------------------


def extra(components: ComponentSet, blueprint: Blueprint, coin: float = 1) -> float:
    """What a blueprint pays beyond the sale of its bots, if a coin in the wallet is worth that."""
    return blueprint.pays - coin * sum(components.model_prices[model].value for model in blueprint.asks)


def best_extra(components: ComponentSet, blueprints: Sequence[Blueprint], load: Load) -> float:
    """What these blueprints pay at most beyond the sale of the bots of a load."""
    most = 0.0
    for size in range(1, 1 + len(blueprints)):
        for chosen in itertools.combinations(blueprints, size):
            asked = [sum(blueprint.asks.count(model) for blueprint in chosen) for model in MODELS]
            if all(ask <= there for ask, there in zip(asked, load, strict=True)):
                most = max(most, sum(extra(components, blueprint) for blueprint in chosen))
    return most


@functools.lru_cache(maxsize=KNOWN_MEETINGS)
def expected_extra(components: ComponentSet, load: Load) -> float:
    """What two blueprints, any two of all, pay on average beyond the sale of the bots of a load."""
    pairs = list(itertools.combinations([fact.value for fact in components.blueprints], 2))
    return sum(best_extra(components, pair, load) for pair in pairs) / len(pairs) if pairs else 0.0
