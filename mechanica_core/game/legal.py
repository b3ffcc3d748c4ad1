"""Every legal action, in a fixed order (section 7)."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Final

from mechanica_core.factory import Factory
from mechanica_core.game.actions import (
    Accept,
    Action,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    Draw,
    Flip,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Open,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
)
from mechanica_core.game.state import Bought, Game, Gift, Phase, Recycled, ToDraw, ToOpen, Upkeep
from mechanica_core.geometry import dock_place, floor_place, start_place
from mechanica_core.machinery import N_ROWS, Machinery
from mechanica_core.pieces import IMPROVEMENTS, KINDS, MODELS, PRINTED, Kind, Model
from mechanica_core.placing import placements
from mechanica_core.workday import open_choices

ANY_TIME: Final = frozenset({Phase.SELL, Phase.BUY, Phase.MAKE, Phase.ROTATE, Phase.END})
"""Phases in which forks and trucks are bought, blueprints completed and pieces demolished (R-7.7, D-7.1)."""

RUN, RECYCLE, LEAVE_OUT, DECLINE, GO_ON, ROTATE, BUY_FORK = (
    *(Run(), Recycle(), LeaveOut(), Decline(), GoOn(), Rotate(), BuyFork()),
)
FLIPS: Final = (Flip(1), Flip(5))
DRAWS: Final = tuple(Draw(kind) for kind in IMPROVEMENTS)
DOCKS: Final = tuple(dock_place(row) for row in range(N_ROWS))

# Actions are listed often and compared by value, so each is made once.
sell = functools.cache(Sell)
buy = functools.cache(Buy)
buy_truck = functools.cache(BuyTruck)
put = functools.cache(Put)
accept = functools.cache(Accept)
make = functools.cache(Make)
demolish = functools.cache(Demolish)
open_blueprint = functools.cache(Open)


def legal_actions(game: Game) -> tuple[Action, ...]:
    """What :attr:`Game.actor` may do, or what chance may bring, always in the same order.

    Empty when the game is over, and only then.
    """
    return tuple(_legal(game))


def _legal(game: Game) -> Iterator[Action]:
    if game.waiting:
        yield from _settling(game)
        return
    if game.phase is Phase.OVER:
        return
    factory = game.factories[game.turn]
    match game.phase:
        case Phase.RUN:
            choices = open_choices(factory, game.decided)
            if not choices:
                yield RUN
                return
            for take in choices[0].takes:
                yield Decide(choices[0].id, take)
            return
        case Phase.SELL:
            yield from sales(factory)
        case Phase.BUY:
            yield from purchases(game, factory)
    yield from _at_any_time(game, factory)
    match game.phase:
        case Phase.MAKE:
            yield from makings(game, factory)
        case Phase.ROTATE:
            yield ROTATE
        case _:
            yield GO_ON


def _settling(game: Game) -> Iterator[Action]:
    """What settles the first thing that waits."""
    match game.waiting[0]:
        case Bought(kind):
            factory = game.factories[game.turn]
            yield from installations(factory.machinery, kind)
            if kind in IMPROVEMENTS:
                yield RECYCLE
            yield from demolitions(factory.machinery)
        case Recycled():
            for _, hole in game.factories[game.turn].machinery.start_holes:
                yield put(hole)
            yield LEAVE_OUT
        case Gift(player, models):
            yield from gifts(game.factories[player], models)
        case ToDraw():
            yield from DRAWS
        case ToOpen():
            seen = {game.blueprints[stack][0] for stack in range(2) if game.blueprints[stack]}
            for number in range(len(game.components.blueprints)):
                if number not in seen:
                    yield open_blueprint(number)
        case Upkeep.FLIP:
            yield from FLIPS


@functools.lru_cache(maxsize=4096)
def installations(machinery: Machinery, kind: Kind) -> tuple[Install, ...]:
    """Every way to install a piece."""
    return tuple(Install(*placement) for placement in placements(machinery, kind))


def sales(factory: Factory) -> Iterator[Sell]:
    """Every model in every truck."""
    for place in DOCKS:
        holes = factory.machinery.range_of[place]
        for code in sorted(set(factory.contents[holes.first : holes.last])):
            if code:
                yield sell(place, MODELS[code - 1])


def purchases(game: Game, factory: Factory) -> Iterator[Buy]:
    """Every improvement in the shop that the player can pay."""
    for spot, price in enumerate(game.components.shop_spots.value):
        if game.shop[spot] is not None and price <= factory.wallet:
            yield buy(spot)


def _at_any_time(game: Game, factory: Factory) -> Iterator[Action]:
    components, machinery = game.components, factory.machinery
    if components.prices[Kind.FORK].value <= factory.wallet and placements(machinery, Kind.FORK):
        yield BUY_FORK
    for row, place in enumerate(DOCKS):
        there = machinery.dock_kind(row)
        for kind in (Kind.BIG_TRUCK, Kind.HUGE_TRUCK):
            price = truck_price(game, there, kind)
            if price is not None and price <= factory.wallet:
                yield buy_truck(place, kind)
    for stack in range(2):
        if may_complete(game, game.turn, stack):
            yield from completions(game, factory, stack)
    yield from demolitions(machinery)


def truck_price(game: Game, there: Kind, kind: Kind) -> int | None:
    """What a truck costs where another stands (R-7.7, D-3.10); None if trucks would not grow."""
    components = game.components
    match there, kind:
        case Kind.SMALL_TRUCK, Kind.BIG_TRUCK | Kind.HUGE_TRUCK:
            return components.prices[kind].value
        case Kind.BIG_TRUCK, Kind.HUGE_TRUCK:
            return components.huge_truck_for_big.value
        case _:
            return None


def may_complete(game: Game, player: int, stack: int) -> bool:
    """Whether the open blueprint of a stack is known and not yet completed by this player (R-9.2)."""
    return bool(game.blueprints[stack]) and not game.completed[stack] >> player & 1


def completions(game: Game, factory: Factory, stack: int) -> Iterator[Complete]:
    """Every choice of trucks to take a blueprint's bots from."""
    number = game.blueprints[stack][0]
    if number is None:
        return
    asks = game.components.blueprints[number].value.asks
    wanted = [asks.count(model) for model in MODELS]
    held = {place: _held(factory, place) for place in DOCKS}
    if any(sum(counts[model] for counts in held.values()) < wanted[model] for model in range(len(MODELS))):
        return
    ways = [list(_shares([held[place][model] for place in DOCKS], wanted[model])) for model in range(len(MODELS))]
    found = []
    for shares in itertools.product(*ways):
        found.append(
            tuple(
                (place, MODELS[model])
                for at, place in enumerate(DOCKS)
                for model in range(len(MODELS))
                for _ in range(shares[model][at])
            )
        )
    for bots in sorted(found, key=_bots_order):
        yield Complete(stack, bots)


def _bots_order(bots: tuple[tuple[str, Model], ...]) -> list[tuple[int, int]]:
    return [(DOCKS.index(place), MODELS.index(model)) for place, model in bots]


def _held(factory: Factory, place: str) -> list[int]:
    holes = factory.machinery.range_of[place]
    contents = factory.contents[holes.first : holes.last]
    return [contents.count(code) for code in range(1, len(MODELS) + 1)]


def _shares(available: list[int], wanted: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``wanted`` out of a few heaps."""
    if len(available) == 1:
        if wanted <= available[0]:
            yield (wanted,)
        return
    for taken in range(min(available[0], wanted), -1, -1):
        for rest in _shares(available[1:], wanted - taken):
            yield (taken, *rest)


@functools.lru_cache(maxsize=4096)
def demolitions(machinery: Machinery) -> tuple[Demolish, ...]:
    """Every installed piece, row by row from the start slot to the truck."""
    found = []
    for row in range(N_ROWS):
        if machinery.start_kind(row) not in (None, *PRINTED):
            found.append(demolish(start_place(row)))
        for column in range(machinery.columns):
            if machinery.floor[row * machinery.columns + column]:
                found.append(demolish(floor_place(row, column)))
        if machinery.dock_kind(row) not in PRINTED:
            found.append(demolish(dock_place(row)))
    return tuple(found)


def next_fabricator(machinery: Machinery, made: int) -> int | None:
    """The row of the next fabricator to make its bot, after ``made`` rows (D-7.1)."""
    return next((row for row in range(made, N_ROWS) if machinery.start[row]), None)


def makings(game: Game, factory: Factory) -> Iterator[Make]:
    """What the next fabricator may make, and which bot it may keep."""
    row = next_fabricator(factory.machinery, game.made)
    assert row is not None  # else the phase would be over
    place = start_place(row)
    there = factory.contents[factory.machinery.hole_index[f"{place}/centre"]]
    for model in models_made(KINDS[factory.machinery.start[row] - 1]):
        yield make(place, model, False)
        if there and MODELS[there - 1] is not model:
            yield make(place, model, True)


def models_made(kind: Kind) -> tuple[Model, ...]:
    """What a fabricator can make (R-7.4)."""
    return (Model.PLUS, Model.DELUXE) if kind is Kind.OVERACTIVE_FABRICATOR else (Model.BASIC,)


def gifts(factory: Factory, models: tuple[Model, ...]) -> Iterator[Accept | Decline]:
    """Where a gift may be put; it may be declined only without a free start hole (R-7.5, D-7.5)."""
    free = False
    for model in models:
        for index, hole in factory.machinery.start_holes:
            free = free or not factory.contents[index]
            yield accept(model, hole)
    if not free:
        yield DECLINE
