"""The greedy player."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from mechanica_core.choices import Choice, Option
from mechanica_core.factory import Factory
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
from mechanica_core.game.state import Bought, Recycled
from mechanica_core.game.table import paid
from mechanica_core.game.upkeep import OVERACTIVE_TO_ARMAND
from mechanica_core.machinery import Machinery
from mechanica_core.pieces import IMPROVEMENTS, MODEL_CODE, MODELS, Kind, Model
from mechanica_core.players.options import STARTS, days_left, sensible_placements, with_model
from mechanica_core.scoring import score
from mechanica_core.workday import run_workday

DAYS_AHEAD: Final = 4
"""So many workdays a greedy player counts on: after them its factory is another anyway."""
KNOWN_DAYS: Final = 1 << 16
"""How many days of factories are remembered: the same few are looked at again and again."""


class GreedyPlayer:
    """Takes what is worth most by itself, without a plan of several steps.

    A factory is worth its score, and what it will earn over the next days if every bot that reaches a truck is sold.
    So the player buys whatever is worth more than its price, installs it where it is worth most, and decides
    likewise. It completes every blueprint that it can, and sells all bots but those of a blueprint that lacks only one.
    """

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """The best of them; of equals the first."""
        if len(legal) == 1 or game.actor is None:
            return legal[0]
        mind = _Mind(game, game.actor)
        if game.waiting or game.phase is Phase.RUN:
            return mind.best(legal)
        for action in legal:
            if isinstance(action, Complete) and mind.pays(action):
                return action
        match game.phase:
            case Phase.SELL:
                return mind.sale(legal)
            case Phase.BUY:
                return mind.purchase(legal)
            case Phase.MAKE:
                return mind.best([action for action in legal if isinstance(action, Make)])
            case _:
                return legal[-1]


class _Mind:
    """What a greedy player thinks of the actions open to it."""

    def __init__(self, game: Game, actor: int) -> None:
        self._game = game
        self._factory = game.factories[actor]
        self._days = min(days_left(game), DAYS_AHEAD)
        # Its Deluxe would give ARMAND-0 nearly what it is worth.
        self._overactive = Model.PLUS if game.armand else Model.DELUXE
        self._makes_today = game.phase in (Phase.RUN, Phase.SELL, Phase.BUY) or actor > game.turn

    def worth(self, factory: Factory) -> int:
        """What a factory of the player is worth, in money."""
        machinery, contents = factory.machinery, factory.contents
        if self._makes_today:
            contents = _made(machinery, contents, self._overactive)
        return score(factory).total + prospects(machinery, contents, self._days, self._overactive)

    def best(self, legal: Sequence[Action]) -> Action:
        """What settles a thing so that the player's factory is worth most."""
        waiting = self._game.waiting
        if waiting and isinstance(waiting[0], Bought):
            uses = self._uses(waiting[0].kind)
            return max(uses, key=lambda action: self.worth(uses[action]), default=legal[0])
        return max(legal, key=lambda action: self.worth(self._after(action)))

    def _after(self, action: Action) -> Factory:
        """The player's factory after it decided, or put a bot somewhere or not."""
        factory = self._factory
        match action:
            case Decide(choice, take):
                decisions = dict(self._game.decided) | {choice: take}
                return run_workday(factory, decisions, policy=_earning).factory
            case Make(place, model, keep_old):
                given = OVERACTIVE_TO_ARMAND.get(model, 0) if self._game.armand else 0
                return paid(factory if keep_old else with_model(factory, f"{place}/centre", model), given)
            case Accept(model, hole):
                return with_model(factory, hole, model)
            case Put(hole):
                (waits, *_) = self._game.waiting
                assert isinstance(waits, Recycled)  # else nothing could be put
                return with_model(factory, hole, waits.model)
            case _:
                return factory

    # -- trucks ---------------------------------------------------------------------------------------------------

    def sale(self, legal: Sequence[Action]) -> Action:
        """Sell what no blueprint waits for; go on if that is all."""
        kept = self._kept()
        for action in legal:
            if isinstance(action, Sell) and not (action.model in kept and self._has_room(action.truck)):
                return action
        return GoOn()

    def _kept(self) -> set[Model]:
        """The models of open blueprints that lack one bot only."""
        game, kept = self._game, set[Model]()
        held = Counter(model for hole, model in self._factory.bots().items() if hole.startswith("dock/"))
        for stack, blueprints in enumerate(game.blueprints):
            if self._days and may_complete(game, game.turn, stack) and blueprints[0] is not None:
                asks = Counter(game.components.blueprints[blueprints[0]].value.asks)
                if (asks - held).total() == 1:
                    kept |= asks.keys()
        return kept

    def _has_room(self, truck: str) -> bool:
        """Whether the next bot finds a free hole in the truck."""
        holes = self._factory.machinery.range_of[truck]
        return 0 in self._factory.contents[holes.first : holes.last]

    def pays(self, action: Complete) -> bool:
        """Whether a blueprint pays no less than its bots sell for."""
        number = self._game.blueprints[action.stack][0]
        assert number is not None  # else nothing completes it
        sold = sum(self._game.components.model_prices[model].value for _, model in action.bots)
        return self._game.components.blueprints[number].value.pays >= sold

    # -- purchases ------------------------------------------------------------------------------------------------

    def purchase(self, legal: Sequence[Action]) -> Action:
        """The purchase that gains most; go on if none gains anything."""
        gains: dict[Action, int] = {}
        for action in legal:
            match action:
                case Buy(spot):
                    kind, price = self._game.shop[spot], self._game.components.shop_spots.value[spot]
                    assert kind is not None  # else it could not be bought
                    gains[action] = self._gain(self._uses(kind), price)
                case BuyFork():
                    price = self._game.components.prices[Kind.FORK].value
                    gains[action] = self._gain(self._uses(Kind.FORK), price)
                case BuyTruck(place, kind):
                    there = self._factory.machinery.dock_kind(DOCKS.index(place))
                    grown = self._factory.install(place, kind)
                    gains[action] = self._gain({action: grown}, truck_price(self._game.components, there, kind) or 0)
        best = max(gains, key=lambda action: gains[action], default=None)
        return best if best is not None and gains[best] > 0 else GoOn()

    def _gain(self, uses: Mapping[Action, Factory], price: int) -> int:
        """What the best use of a piece is worth beyond its price, in money."""
        return max(map(self.worth, uses.values()), default=0) - price - self.worth(self._factory)

    def _uses(self, kind: Kind) -> dict[Action, Factory]:
        """What is worth trying with a piece that was bought, and the factory after it."""
        factory = self._factory
        uses: dict[Action, Factory] = {
            Install(place, facing, flipped): factory.install(place, kind, facing, flipped=flipped)
            for place, facing, flipped in sensible_placements(factory.machinery, kind)
        }
        if kind in IMPROVEMENTS:
            uses[Recycle()] = self._recycled(self._game.components.recycling[kind].value)
        return uses

    def _recycled(self, models: Sequence[Model]) -> Factory:
        """The factory after each of these bots was put where it is worth most."""
        factory = self._factory
        for model in models:
            put = [with_model(factory, hole, model) for _, hole in factory.machinery.start_holes]
            factory = max([factory, *put], key=self.worth)
        return factory


def prospects(machinery: Machinery, contents: bytes, days: int, overactive: Model = Model.DELUXE) -> int:
    """The money that a factory earns in so many workdays if all that reaches its trucks is sold, today's bots too.

    After each, every fabricator makes a bot, Overactive ones that model. Choices are settled by what earns
    most at once; nothing is bought, no blueprint completed.
    """
    earned, contents = _sold(machinery, contents)
    for _ in range(days):
        coins, contents = _day(machinery, contents, overactive)
        earned += coins
    return earned


@functools.lru_cache(maxsize=KNOWN_DAYS)
def _day(machinery: Machinery, contents: bytes, overactive: Model) -> tuple[int, bytes]:
    """A workday and the turn after it: what it earns, and the bots afterwards."""
    workday = run_workday(Factory(machinery, contents), policy=_earning)
    coins, contents = _sold(machinery, workday.factory.contents)
    return coins + sum(workday.gained), _made(machinery, contents, overactive)


def _sold(machinery: Machinery, contents: bytes) -> tuple[int, bytes]:
    """What all bots in trucks sell for, and the bots that are left."""
    left, coins = bytearray(contents), 0
    for dock in DOCKS:
        _, first, last, _ = machinery.range_of[dock]
        for hole in range(first, last):
            if left[hole]:
                coins += machinery.components.model_prices[MODELS[left[hole] - 1]].value
                left[hole] = 0
    return coins, bytes(left)


def _made(machinery: Machinery, contents: bytes, overactive: Model) -> bytes:
    """The bots after each fabricator made one; the better of two in a hole is kept."""
    made = bytearray(contents)
    for row, start in enumerate(STARTS):
        kind = machinery.start_kind(row)
        if kind is not None:
            model = overactive if kind is Kind.OVERACTIVE_FABRICATOR else Model.BASIC
            hole = machinery.hole_index[f"{start}/centre"]
            made[hole] = max(made[hole], MODEL_CODE[model])
    return bytes(made)


def _earning(choice: Choice) -> str:
    """Settle a choice by what earns most at once: no bot is lost, the dearest are kept or made."""

    def earns(option: Option) -> tuple[bool, int, int]:
        return option.place is not None, option.wallet + option.vault, sum(MODEL_CODE[m] for m in option.models)

    return max(choice.options, key=earns).take
