"""The planner player."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from mechanica_core.best.evenings import Evening, evenings_by_tally
from mechanica_core.best.objectives import EIGHTHS, Cards
from mechanica_core.best.plan import workday_to
from mechanica_core.editions import Blueprint, ComponentSet, RuleSet
from mechanica_core.factory import Factory, canonical
from mechanica_core.game import Action, Game, Phase
from mechanica_core.game.actions import (
    Accept,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    GoOn,
    Install,
    Make,
    Put,
    Recycle,
    Sell,
)
from mechanica_core.game.legal import DOCKS, may_complete, truck_price
from mechanica_core.game.state import SOLO_MULTIPLE, Bought, Recycled
from mechanica_core.game.table import paid
from mechanica_core.game.upkeep import CONSOLATION, OVERACTIVE_TO_ARMAND
from mechanica_core.pieces import IMPROVEMENTS, MODELS, TRUCKS, Kind, Model
from mechanica_core.players.options import days_left, sensible_placements, with_model
from mechanica_core.players.outlook import DAYS_AHEAD, DAYS_TO_SPEND, Load, best_extra, extra, outlook
from mechanica_core.scoring import score
from mechanica_core.workday import Decisions

HORIZON: Final = 5
"""So many workdays are counted on: what is earned later would come too late to buy what earns."""
GROWTH: Final = 0.1
"""A coin in the wallet grows by so much for each workday in which what it buys can pay."""
RICH: Final = 30
"""With so many coins in the wallet more of them buy nothing; the nearer, the less they grow."""
WIDTH: Final = 2
"""So many ways to begin a shopping tour are followed further."""
PURCHASES: Final = 3
"""So many purchases are planned together."""
STAYS: Final = 0.6
"""How likely an open blueprint is still open tomorrow while others play; alone it is certain."""
ARMAND_TURNS: Final = 2
"""So many of ARMAND-0's turns are foreseen: what lies in the shop then is gone."""
ARMAND_COIN: Final = 2.0
"""What a coin is worth to ARMAND-0 while he can still spend it: he scores six times what he buys."""
KNOWN_SHOPS: Final = 1 << 14

Shop: TypeAlias = tuple[Kind | None, ...]
Values: TypeAlias = tuple[float | None, ...]
Held: TypeAlias = Counter[tuple[str, Model]]
"""Bots by truck and model."""


class _Purchase(NamedTuple):
    """A way through a shopping tour: what it is worth in the end, and its first action."""

    worth: float
    first: Action
    factory: Factory
    shop: Shop


class PlannerPlayer:
    """Plans its turns for what the game brings to its end.

    A factory is worth its score, and what it earns in all workdays to come (:mod:`mechanica_core.players.outlook`);
    early coins count more, as they buy what earns. The player plans several purchases together, decides its workday by
    the best of all evenings, today's blueprints included, and keeps bots for a blueprint if tomorrow's best evening
    is worth more with them. Against ARMAND-0 it counts what is left for him to buy. It looks at nothing that is
    face down, and the same game always gets the same answer.
    """

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """The best of them; of equals the first."""
        if len(legal) == 1 or game.actor is None:
            return legal[0]
        return _Mind(game, game.actor).choose(legal)


class _Mind:
    """What a planner thinks of the actions open to it."""

    def __init__(self, game: Game, actor: int) -> None:
        self._game = game
        self._actor = actor
        self._factory = game.factories[actor]
        self._components = game.components
        self._days = min(days_left(game), HORIZON)
        self._growth = GROWTH * max(0.0, 1 - self._factory.wallet / RICH)
        self._coin = 1 + self._growth * max(0, self._days - DAYS_TO_SPEND)
        # Its Deluxe would give ARMAND-0 nearly what it is worth.
        self._overactive = Model.PLUS if game.armand else Model.DELUXE
        self._makes_today = game.phase in (Phase.RUN, Phase.SELL, Phase.BUY) or actor > game.turn
        self._rotates_today = actor > game.turn or game.phase not in (Phase.END, Phase.OVER)

    def choose(self, legal: Sequence[Action]) -> Action:
        """The best of the legal actions."""
        waiting = self._game.waiting
        if waiting and isinstance(waiting[0], Bought):
            return self._use(waiting[0].kind, legal)
        if waiting:
            return max(legal, key=self._worth_after)
        if isinstance(legal[0], Decide):
            evening = self._evening(self._factory, self._days, 1, self._game.decided)
            taken = dict(workday_to(self._factory, evening).decisions)
            return Decide(legal[0].choice, taken[legal[0].choice])
        if completion := self._completion([action for action in legal if isinstance(action, Complete)]):
            return completion
        match self._game.phase:
            case Phase.SELL:
                return self._sale([action for action in legal if isinstance(action, Sell)])
            case Phase.BUY:
                return self._purchase()
            case Phase.MAKE:
                return max([action for action in legal if isinstance(action, Make)], key=self._worth_after)
            case _:
                return legal[-1]

    # -- what things are worth ------------------------------------------------------------------------------------

    def _worth(self, factory: Factory, shop: Shop) -> float:
        """What the player's factory is worth with what is left in the shop, in money at the end."""
        ahead = outlook(factory.machinery)
        coins, contents = ahead.emptied(factory.contents)
        if self._makes_today:
            contents = ahead.made(contents, self._overactive)
        falls = shop[-1] if self._rotates_today and self._actor == self._game.turn else None
        if falls is not None:
            contents = ahead.placed(contents, self._components.recycling[falls].value, self._days)
        income = ahead.income(contents, self._days)
        grown = (self._coin - 1) * (factory.wallet + coins) + self._growth * income.invested
        return score(factory).total + coins + income.coins + income.points + grown - self._left_to_armand(shop)

    def _worth_after(self, action: Action) -> float:
        """What the player's factory is worth after a bot was put somewhere or not."""
        factory, given = self._factory, 0
        match action:
            case Make(place, model, keep_old):
                factory = factory if keep_old else with_model(factory, f"{place}/centre", model)
                given = OVERACTIVE_TO_ARMAND.get(model, 0) if self._game.armand else 0
            case Accept(model, hole):
                factory = with_model(factory, hole, model)
            case Put(hole):
                (waits, *_) = self._game.waiting
                assert isinstance(waits, Recycled)  # else nothing could be put
                factory = with_model(factory, hole, waits.model)
        return self._worth(factory, self._game.shop) - given

    def _left_to_armand(self, shop: Shop) -> float:
        armand = self._game.armand
        if armand is None or not self._rotates_today:
            return 0
        turns = min(ARMAND_TURNS, 1 + self._days)
        values = tuple(None if kind is None else self._components.end_values[kind].value for kind in shop)
        coin = ARMAND_COIN if self._days > ARMAND_TURNS else 1
        stack = len(self._game.stack)
        return _armand_gains(self._game.rules, self._components, values, stack, armand.wallet, turns, coin)

    # -- workdays and trucks --------------------------------------------------------------------------------------

    def _blueprints(self) -> list[Blueprint]:
        """The open blueprints that the player can complete and that pay more than their bots sell for."""
        tops = [(stack, blueprints[0]) for stack, blueprints in enumerate(self._game.blueprints) if blueprints]
        found = [
            self._components.blueprints[number].value
            for stack, number in tops
            if number is not None and may_complete(self._game, self._actor, stack)
        ]
        return [blueprint for blueprint in found if extra(self._components, blueprint) > 0]

    def _evening(self, factory: Factory, later: int, likely: float, decisions: Decisions = ()) -> Evening:
        """The best evening with so many days to come, if the open blueprints are so likely to be open then."""
        evenings = evenings_by_tally(
            factory, outlook(factory.machinery).values[min(later, DAYS_AHEAD)], Cards(self._blueprints()), decisions
        )
        return max(evenings, key=lambda evening: self._evening_worth(factory, evening, likely))

    def _evening_worth(self, factory: Factory, evening: Evening, likely: float) -> float:
        """In eighths of a coin."""
        load = _load(Factory(factory.machinery, evening.contents))
        return evening.money + EIGHTHS * likely * best_extra(self._components, self._blueprints(), load)

    def _completion(self, completions: Sequence[Complete]) -> Complete | None:
        """The blueprint to complete now, the one first that leaves most for the other; None if a sale is better."""
        gains: dict[Complete, float] = {}
        for action in completions:
            number = self._game.blueprints[action.stack][0]
            assert number is not None  # else nothing completes it
            blueprint = self._components.blueprints[number].value
            gain = extra(self._components, blueprint, self._coin)
            if gain >= 0:
                left = Counter(_held(self._factory)) - Counter(action.bots)
                others = [other for other in self._blueprints() if other is not blueprint]
                load = tuple(sum(count for (_, held), count in left.items() if held is model) for model in MODELS)
                gains[action] = gain + best_extra(self._components, others, load)
        return max(gains, key=lambda action: gains[action], default=None)

    def _sale(self, sales: Sequence[Sell]) -> Action:
        """Sell what is not kept for a blueprint; go on if that is all."""
        held = Counter(_held(self._factory))
        kept = self._kept() if sales else held
        for action in sales:
            if held[action.truck, action.model] > kept[action.truck, action.model]:
                return action
        return GoOn()

    def _kept(self) -> Held:
        """The bots in trucks that are worth more tomorrow, with those that come, than sold today."""
        if not self._days or any(self._game.completed):  # else the blueprints are others tomorrow
            return Counter()
        options: list[Held] = [Counter()]
        for blueprint in self._blueprints():
            wanted, kept = Counter(blueprint.asks), Held()
            for truck, model in _held(self._factory):
                if wanted[model]:
                    wanted[model] -= 1
                    kept[truck, model] += 1
            options.append(kept)
        return max(options, key=self._worth_kept)

    def _worth_kept(self, kept: Held) -> float:
        """What today's sale and tomorrow's evening come to, in eighths of a coin, if these bots are kept."""
        factory = self._factory
        ahead = outlook(factory.machinery)
        contents, left = bytearray(factory.contents), kept.copy()
        for truck in DOCKS:
            _, first, last, _ = factory.machinery.range_of[truck]
            for hole in range(first, last):
                if contents[hole]:
                    model = MODELS[contents[hole] - 1]
                    if left[truck, model]:
                        left[truck, model] -= 1
                    else:
                        contents[hole] = 0
        coins, _ = ahead.emptied(factory.contents)
        coins_kept, _ = ahead.emptied(bytes(contents))
        morning = Factory(factory.machinery, ahead.made(canonical(factory.machinery, contents), self._overactive))
        likely = STAYS if len(self._game.factories) > 1 else 1
        evening = self._evening(morning, self._days - 1, likely)
        return EIGHTHS * (coins - coins_kept) + self._evening_worth(morning, evening, likely)

    # -- purchases ------------------------------------------------------------------------------------------------

    def _purchase(self) -> Action:
        """The first purchase of the best shopping tour; go on if none is worth more than to buy nothing."""
        nothing = _Purchase(self._worth(self._factory, self._game.shop), GoOn(), self._factory, self._game.shop)
        return self._tour([nothing], PURCHASES).first

    def _use(self, kind: Kind, legal: Sequence[Action]) -> Action:
        """What is best done with a piece that was bought, with what may be bought after it."""
        shop = self._game.shop
        uses = [_Purchase(self._worth(after, shop), use, after, shop) for use, after in self._uses(self._factory, kind)]
        if not uses:
            return legal[0]
        return self._tour(uses, PURCHASES - 1 if self._game.phase is Phase.BUY else 0).first

    def _tour(self, starts: Sequence[_Purchase], purchases: int) -> _Purchase:
        """The best way on from one of these, with at most so many purchases more; of equals the shortest."""
        best, ways = max(starts, key=lambda way: way.worth), list(starts)
        for _ in range(purchases):
            ways = sorted(ways, key=lambda way: -way.worth)[:WIDTH]
            further: dict[tuple[Factory, Shop], _Purchase] = {}
            for way in ways:
                for action, factory, shop in self._steps(way.factory, way.shop):
                    if (factory, shop) not in further:
                        first = action if isinstance(way.first, GoOn) else way.first
                        further[factory, shop] = _Purchase(self._worth(factory, shop), first, factory, shop)
            ways = [*further.values()]
            best = max([best, *ways], key=lambda way: way.worth)
        return best

    def _steps(self, factory: Factory, shop: Shop) -> Iterator[tuple[Action, Factory, Shop]]:
        """Every purchase with every use worth trying, and the factory and the shop after it."""
        components = self._components
        for spot, kind in enumerate(shop):
            price = components.shop_spots.value[spot]
            if kind is not None and price <= factory.wallet:
                for _, after in self._uses(paid(factory, price), kind):
                    yield Buy(spot), after, (*shop[:spot], None, *shop[spot + 1 :])
        price = components.prices[Kind.FORK].value
        if price <= factory.wallet:
            for _, after in self._uses(paid(factory, price), Kind.FORK):
                yield BuyFork(), after, shop
        for row, place in enumerate(DOCKS):
            for kind in TRUCKS:
                cost = truck_price(components, factory.machinery.dock_kind(row), kind)
                if cost is not None and cost <= factory.wallet:
                    yield BuyTruck(place, kind), paid(factory.install(place, kind), cost), shop

    def _uses(self, factory: Factory, kind: Kind) -> Iterator[tuple[Action, Factory]]:
        """What is worth trying with a piece, and the factory after it."""
        for place, facing, flipped in sensible_placements(factory.machinery, kind):
            yield Install(place, facing, flipped), factory.install(place, kind, facing, flipped=flipped)
        if kind in IMPROVEMENTS:
            models = self._components.recycling[kind].value
            contents = outlook(factory.machinery).placed(factory.contents, models, self._days)
            yield Recycle(), Factory(factory.machinery, contents, factory.wallet, factory.vault)


def _held(factory: Factory) -> list[tuple[str, Model]]:
    """Every bot in a truck, by truck and model."""
    return [(hole.rpartition("/")[0], model) for hole, model in factory.bots().items() if hole.startswith("dock/")]


def _load(factory: Factory) -> Load:
    models = [model for _, model in _held(factory)]
    return tuple(models.count(model) for model in MODELS)


@functools.lru_cache(maxsize=KNOWN_SHOPS)
def _armand_gains(
    rules: RuleSet, components: ComponentSet, shop: Values, stack: int, wallet: int, turns: int, coin: float
) -> float:
    """What ARMAND-0 scores on average in so many turns, if the player rotates and buys nothing (R-10.2, R-10.3).

    A ``coin`` that he has left is worth that. ``shop`` has the end value of what is on each spot; what comes off the
    stack has that of any improvement.
    """
    if not turns:
        return 0
    unseen, prices = _mean_value(components), components.shop_spots.value
    shop = (unseen if stack else None, *shop[:-1])
    total = 0.0
    for chip in (1, 5):
        money = wallet + chip
        taken = [spot for spot, value in enumerate(shop) if value is not None]
        if chip == 5 and rules.solo_chip_five == "most_expensive_affordable":
            taken = [spot for spot in taken if prices[spot] <= money]
        spot = (taken[-1] if chip == 1 else taken[0]) if taken else None
        left = list(shop)
        if spot is not None and prices[spot] <= money:
            total += SOLO_MULTIPLE * (left[spot] or 0)
            money -= prices[spot]
            left[spot] = None
        elif chip == 1:
            money += CONSOLATION
        later = (unseen if stack > 1 else None, *left[:-1])
        total += coin * (money - wallet)
        total += _armand_gains(rules, components, later, max(0, stack - 2), money, turns - 1, coin)
    return total / 2


@functools.cache
def _mean_value(components: ComponentSet) -> float:
    """The end value of an improvement that nobody has seen, on average."""
    counts = {kind: components.counts[kind].value for kind in IMPROVEMENTS}
    worth = sum(components.end_values[kind].value * count for kind, count in counts.items())
    return worth / max(1, sum(counts.values()))
