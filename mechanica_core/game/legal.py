"""Every legal action, in a fixed order (section 7)."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from mechanica_core.editions import ComponentSet
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
from mechanica_core.machinery import KNOWN_MACHINERY, N_ROWS, Machinery, Parts, known_machinery
from mechanica_core.pieces import IMPROVEMENTS, KINDS, MODEL_CODE, MODELS, PRINTED, Kind, Model
from mechanica_core.placing import placements
from mechanica_core.workday import next_choice

ANY_TIME: Final = frozenset({Phase.SELL, Phase.BUY, Phase.MAKE, Phase.ROTATE, Phase.END})
"""Phases in which forks and trucks are bought, blueprints completed and pieces demolished (R-7.7, D-7.1)."""

RUN, RECYCLE, LEAVE_OUT, DECLINE, GO_ON, ROTATE, BUY_FORK = (
    *(Run(), Recycle(), LeaveOut(), Decline(), GoOn(), Rotate(), BuyFork()),
)
FLIPS: Final = (Flip(1), Flip(5))
DRAWS: Final = tuple(Draw(kind) for kind in IMPROVEMENTS)
DOCKS: Final = tuple(dock_place(row) for row in range(N_ROWS))
KNOWN_LOADS: Final = 1 << 12
"""For how many loads of trucks it is remembered what can be done with them."""

Load: TypeAlias = tuple[bytes, ...]
"""What each truck holds, from the top."""

# Actions are listed often and compared by value, so each is made once.
buy = functools.cache(Buy)
put = functools.cache(Put)
accept = functools.cache(Accept)
open_blueprint = functools.cache(Open)


def legal_actions(game: Game) -> tuple[Action, ...]:
    """What :attr:`Game.actor` may do, or what chance may bring, always in the same order.

    Empty when the game is over, and only then.
    """
    if game.waiting:
        return tuple(_settling(game))
    factory = game.factories[game.turn]
    match game.phase:
        case Phase.RUN:
            return _running(game, factory)
        case Phase.SELL:
            return (*_sales(load_of(factory)), *_at_any_time(game, factory), GO_ON)
        case Phase.BUY:
            return (*_purchases(game, factory), *_at_any_time(game, factory), GO_ON)
        case Phase.MAKE:
            return (*_at_any_time(game, factory), *_makings(game, factory))
        case Phase.ROTATE:
            return (*_at_any_time(game, factory), ROTATE)
        case Phase.END:
            return (*_at_any_time(game, factory), GO_ON)
        case Phase.OVER:
            return ()


def _running(game: Game, factory: Factory) -> tuple[Action, ...]:
    """The options of the choice that is to be decided next; when nothing is left open, to run."""
    choice = next_choice(factory, dict(game.decided))
    return (RUN,) if choice is None else tuple(Decide(choice.id, take) for take in choice.takes)


def _settling(game: Game) -> Iterator[Action]:
    """What settles the first thing that waits."""
    match game.waiting[0]:
        case Bought(kind):
            factory = game.factories[game.turn]
            yield from _installations(factory.machinery.parts, kind)
            if kind in IMPROVEMENTS:
                yield RECYCLE
            yield from _always(factory.machinery.parts).demolitions
        case Recycled():
            for _, hole in game.factories[game.turn].machinery.start_holes:
                yield put(hole)
            yield LEAVE_OUT
        case Gift(player, models):
            yield from _gifts(game.factories[player], models)
        case ToDraw():
            yield from DRAWS
        case ToOpen():
            yield from map(open_blueprint, unseen_blueprints(game))
        case Upkeep.FLIP:
            yield from FLIPS


def unseen_blueprints(game: Game) -> list[int]:
    """The blueprints that nobody has seen, in order: what lies under its stack again is known."""
    seen = {number for stack in game.blueprints for number in stack}
    return [number for number in range(len(game.components.blueprints)) if number not in seen]


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _installations(parts: Parts, kind: Kind) -> tuple[Install, ...]:
    """Every way to install a piece."""
    return tuple(Install(*placement) for placement in placements(known_machinery(*parts), kind))


def load_of(factory: Factory) -> Load:
    """What each truck of a factory holds."""
    contents = factory.contents
    return tuple([contents[first:last] for first, last in _always(factory.machinery.parts).trucks])


@functools.lru_cache(maxsize=KNOWN_LOADS)
def _sales(load: Load) -> tuple[Sell, ...]:
    """Every model in every truck."""
    return tuple(
        Sell(place, MODELS[code - 1])
        for place, codes in zip(DOCKS, load, strict=True)
        for code in sorted(set(codes) - {0})
    )


def _purchases(game: Game, factory: Factory) -> list[Buy]:
    """Every improvement in the shop that the player can pay."""
    prices, wallet = factory.machinery.components.shop_spots.value, factory.wallet
    return [buy(spot) for spot, kind in enumerate(game.shop) if kind is not None and prices[spot] <= wallet]


class _Always(NamedTuple):
    """What the pieces of a factory alone allow at any time."""

    box: tuple[tuple[int, BuyFork | BuyTruck], ...]
    """What can be bought from the box, with its price."""
    demolitions: tuple[Demolish, ...]
    trucks: tuple[tuple[int, int], ...]
    """The range of each truck's holes."""


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _always(parts: Parts) -> _Always:
    machinery = known_machinery(*parts)
    box: list[tuple[int, BuyFork | BuyTruck]] = []
    if placements(machinery, Kind.FORK):
        box.append((machinery.components.prices[Kind.FORK].value, BUY_FORK))
    for row, place in enumerate(DOCKS):
        for kind in (Kind.BIG_TRUCK, Kind.HUGE_TRUCK):
            price = truck_price(machinery.components, machinery.dock_kind(row), kind)
            if price is not None:
                box.append((price, BuyTruck(place, kind)))
    trucks = tuple(machinery.range_of[place][1:3] for place in DOCKS)
    return _Always(tuple(box), tuple(_demolitions(machinery)), trucks)


def _at_any_time(game: Game, factory: Factory) -> list[Action]:
    """What R-7.7 allows in every phase of a turn."""
    always, wallet = _always(factory.machinery.parts), factory.wallet
    found: list[Action] = [action for price, action in always.box if price <= wallet]
    load = load_of(factory)
    if any(map(any, load)):
        for stack in range(2):
            if may_complete(game, game.turn, stack):
                found += completions(game, load, stack)
    found += always.demolitions
    return found


def truck_price(components: ComponentSet, there: Kind, kind: Kind) -> int | None:
    """What a truck costs where another stands (R-7.7, D-3.10); None if trucks would not grow."""
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


def completions(game: Game, load: Load, stack: int) -> tuple[Complete, ...]:
    """Every choice of trucks to take a blueprint's bots from."""
    number = game.blueprints[stack][0]
    return () if number is None else _completions(game.components, number, load, stack)


@functools.lru_cache(maxsize=KNOWN_LOADS)
def _completions(components: ComponentSet, number: int, load: Load, stack: int) -> tuple[Complete, ...]:
    asks = components.blueprints[number].value.asks
    held = [[codes.count(MODEL_CODE[model]) for codes in load] for model in MODELS]
    ways = (_shares(there, asks.count(model)) for model, there in zip(MODELS, held, strict=True))
    found = [
        tuple(
            (place, model)
            for at, place in enumerate(DOCKS)
            for model, share in zip(MODELS, shares, strict=True)
            for _ in range(share[at])
        )
        for shares in itertools.product(*ways)
    ]
    return tuple(Complete(stack, bots) for bots in sorted(found, key=_bots_order))


def _bots_order(bots: tuple[tuple[str, Model], ...]) -> list[tuple[int, int]]:
    return [(DOCKS.index(place), MODELS.index(model)) for place, model in bots]


def _shares(available: Sequence[int], wanted: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``wanted`` out of a few heaps."""
    if len(available) == 1:
        if wanted <= available[0]:
            yield (wanted,)
        return
    for taken in range(min(available[0], wanted), -1, -1):
        for rest in _shares(available[1:], wanted - taken):
            yield (taken, *rest)


def _demolitions(machinery: Machinery) -> list[Demolish]:
    """Every installed piece, row by row from the start slot to the truck."""
    found = []
    for row in range(N_ROWS):
        if machinery.start_kind(row) not in (None, *PRINTED):
            found.append(Demolish(start_place(row)))
        for column in range(machinery.columns):
            if machinery.floor[row * machinery.columns + column]:
                found.append(Demolish(floor_place(row, column)))
        if machinery.dock_kind(row) not in PRINTED:
            found.append(Demolish(dock_place(row)))
    return found


def next_fabricator(machinery: Machinery, made: int) -> int | None:
    """The row of the next fabricator to make its bot, after ``made`` rows (D-7.1)."""
    return next((row for row in range(made, N_ROWS) if machinery.start[row]), None)


def _makings(game: Game, factory: Factory) -> tuple[Make, ...]:
    """What the next fabricator may make, and which bot it may keep."""
    machinery = factory.machinery
    row = next_fabricator(machinery, game.made)
    assert row is not None  # else the phase would be over
    place = start_place(row)
    return _made_at(place, machinery.start[row], factory.contents[machinery.hole_index[f"{place}/centre"]])


@functools.cache
def _made_at(place: str, fabricator: int, there: int) -> tuple[Make, ...]:
    found = []
    for model in models_made(KINDS[fabricator - 1]):
        found.append(Make(place, model))
        if there not in (0, MODEL_CODE[model]):
            found.append(Make(place, model, keep_old=True))
    return tuple(found)


def models_made(kind: Kind) -> tuple[Model, ...]:
    """What a fabricator can make (R-7.4)."""
    return (Model.PLUS, Model.DELUXE) if kind is Kind.OVERACTIVE_FABRICATOR else (Model.BASIC,)


def _gifts(factory: Factory, models: tuple[Model, ...]) -> Iterator[Accept | Decline]:
    """Where a gift may be put; it may be declined only without a free start hole (R-7.5, D-7.5)."""
    free = False
    for model in models:
        for index, hole in factory.machinery.start_holes:
            free = free or not factory.contents[index]
            yield accept(model, hole)
    if not free:
        yield DECLINE
