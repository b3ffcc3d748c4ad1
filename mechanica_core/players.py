"""Players that choose for themselves, and games played out by them.

>>> from mechanica_core.game import Game
>>> from mechanica_core.players import GreedyPlayer, play_out
>>> play_out(Game.new(2, seed=1), (GreedyPlayer(), GreedyPlayer())).is_over
True
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from mechanica_core.choices import Choice, Option
from mechanica_core.errors import GameError
from mechanica_core.factory import Factory
from mechanica_core.game import Action, Game, Phase, Step, apply, chance, legal_actions
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
from mechanica_core.game.state import MOST_PLAYERS, Bought, Recycled
from mechanica_core.game.table import paid, with_bot
from mechanica_core.game.upkeep import OVERACTIVE_TO_ARMAND
from mechanica_core.geometry import floor_place, start_place
from mechanica_core.machinery import KNOWN_MACHINERY, N_ROWS, Machinery, turned_shape
from mechanica_core.messages import say
from mechanica_core.pieces import FABRICATORS, IMPROVEMENTS, MODEL_CODE, MODELS, PIECE_CODE, Kind, Model, Piece, Side
from mechanica_core.placing import Placement, placements
from mechanica_core.routes import Enter
from mechanica_core.scoring import score
from mechanica_core.workday import run_workday

DAYS_AHEAD: Final = 4
"""So many workdays a greedy player counts on: after them its factory is another anyway."""
KNOWN_DAYS: Final = 1 << 16
"""How many days of factories are remembered: the same few are looked at again and again."""
STARTS: Final = tuple(start_place(row) for row in range(N_ROWS))


class Player(Protocol):
    """Whoever chooses for one player of a game."""

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """One of the ``legal`` actions of a game in which this player is to act; there is at least one."""
        ...


def play(game: Game, players: Sequence[Player]) -> Iterator[Step]:
    """Play a game out: every game on the way with what happened. Chance follows the game's seed.

    Raises :class:`GameError` unless there is a player for each factory, :class:`IllegalAction` if one of them
    does what it may not.
    """
    if len(players) != len(game.factories):
        raise GameError(say("{wanted} play this game, not {given}", wanted=len(game.factories), given=len(players)))
    while not game.is_over:
        actor = game.actor
        action = chance(game) if actor is None else players[actor].choose(game, legal_actions(game))
        assert action is not None  # while nobody acts, chance does
        step = apply(game, action)
        yield step
        game = step.game


def play_out(game: Game, players: Sequence[Player]) -> Game:
    """The end of a game, played as by :func:`play`."""
    for step in play(game, players):
        game = step.game
    return game


class RandomPlayer:
    """Does anything legal, as its own dice fall."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        """Any of them, all equally likely."""
        return self._dice.choice(legal)


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


PLAYERS: Final[Mapping[str, Callable[[random.Random], Player]]] = {
    "greedy": lambda _: GreedyPlayer(),
    "random": RandomPlayer,
}
"""Every kind of player by its name: what makes one from dice of its own."""


def make_player(name: str, dice: random.Random) -> Player:
    """A player of a kind in :data:`PLAYERS`. Raises :class:`GameError` if there is no such kind."""
    if name not in PLAYERS:
        raise GameError(say("unknown program {name}; there are {known}", name=repr(name), known=", ".join(PLAYERS)))
    return PLAYERS[name](dice)


# -- what a greedy player thinks ----------------------------------------------------------------------------------


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
                return paid(factory if keep_old else _with(factory, f"{place}/centre", model), given)
            case Accept(model, hole):
                return _with(factory, hole, model)
            case Put(hole):
                (waits, *_) = self._game.waiting
                assert isinstance(waits, Recycled)  # else nothing could be put
                return _with(factory, hole, waits.model)
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
            for place, facing, flipped in _sensible_placements(factory.machinery, kind)
        }
        if kind in IMPROVEMENTS:
            uses[Recycle()] = self._recycled(self._game.components.recycling[kind].value)
        return uses

    def _recycled(self, models: Sequence[Model]) -> Factory:
        """The factory after each of these bots was put where it is worth most."""
        factory = self._factory
        for model in models:
            put = [_with(factory, hole, model) for _, hole in factory.machinery.start_holes]
            factory = max([factory, *put], key=self.worth)
        return factory


def _with(factory: Factory, hole: str, model: Model) -> Factory:
    return with_bot(factory, factory.machinery.hole_index[hole], MODEL_CODE[model])


def days_left(game: Game) -> int:
    """How many workdays will come after this one, if nothing more is bought."""
    per_day = len(game.factories) + (game.armand is not None)
    later_turns = per_day - 1 - game.turn + (game.phase not in (Phase.END, Phase.OVER))
    drawn = len(game.stack) + (len(game.extras) if len(game.factories) == MOST_PLAYERS else 0)
    dearest = 0 if drawn else next((spot for spot, kind in enumerate(game.shop) if kind), len(game.shop))
    rotations = drawn + len(game.shop) - dearest
    return max(0, -((later_turns - rotations) // per_day))


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


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _sensible_placements(machinery: Machinery, kind: Kind) -> tuple[Placement, ...]:
    """Ways to install a piece where no other is lost: all in which bots enter it, and one more."""
    if kind in FABRICATORS:
        return placements(machinery, kind)
    traffic = _traffic(machinery)
    entered: list[Placement] = []
    aside: list[Placement] = []
    for placement in placements(machinery, kind):
        place, facing, flipped = placement
        if place in traffic:
            sides = turned_shape(machinery.components, PIECE_CODE[Piece(kind, facing, flipped)]).sides
            enters = any(sides[(heading + 2) % 4] is Side.ENTRANCE for heading in traffic[place])
            (entered if enters else aside).append(placement)
    return (*entered, *aside[:1])


def _traffic(machinery: Machinery) -> dict[str, set[int]]:
    """How bots of fabricators and pieces ride onto each empty square, up to a second choice on their way."""
    squares: dict[str, set[int]] = {
        floor_place(*divmod(square, machinery.columns)): set()
        for square, code in enumerate(machinery.floor)
        if not code
    }
    idle = {f"{start}/centre" for row, start in enumerate(STARTS) if machinery.start_kind(row) is None}
    for route in machinery.routes.departures:
        if route.start not in idle:
            for leg in (*route.root.legs, *route.root.options.values()):
                for step in leg.steps:
                    if isinstance(step, Enter) and step.place in squares:
                        squares[step.place].add(step.heading)
    return squares
