"""What a piece earns: where to put it, which one to buy, what to demolish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from mechanica_core.best.objectives import Objective
from mechanica_core.best.plan import Plan, best_day
from mechanica_core.errors import ObjectiveError
from mechanica_core.factory import Factory
from mechanica_core.geometry import dock_place, floor_place, start_place
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import say
from mechanica_core.pieces import PRINTED, Kind, Piece
from mechanica_core.placing import Placement, placements


@dataclass(frozen=True)
class Change:
    """A piece installed at a place, or, with no ``piece``, what is there demolished.

    ``earns`` is the money that the best plan for the factory after it comes to beyond the best plan without it, less
    the ``price``; end values do not count. ``replaces`` is what lies there now and goes with the bots on it (R-3.9).
    It is ``exact`` if both plans are.
    """

    place: str
    piece: Piece | None
    replaces: Piece | None
    price: int
    earns: int
    exact: bool
    plan: Plan


def best_placements(
    factory: Factory,
    kind: Kind | str,
    days: int = 1,
    *,
    objective: Objective | str = "money",
    flipped: bool | None = None,
    price: int = 0,
) -> tuple[Change, ...]:
    """Every way to install a piece, the one that earns most over so many days first.

    Of equals the first in the order of :func:`mechanica_core.placing.placements`. ``flipped`` asks for one side only.
    Raises as :func:`best_day` does, :class:`ObjectiveError` if there is no such kind.
    """
    if kind not in set(Kind):
        known = ", ".join(each for each in Kind if each not in PRINTED)
        raise ObjectiveError(say("unknown name {name}; there are {known}", name=repr(kind), known=known))
    return best_pieces(factory, {Kind(kind): price}, days, objective=objective, flipped=flipped)


def best_pieces(
    factory: Factory,
    prices: Mapping[Kind, int] | Iterable[Kind],
    days: int = 1,
    *,
    objective: Objective | str = "money",
    flipped: bool | None = None,
    watch: Callable[[list[tuple[Kind, Placement]]], Iterable[tuple[Kind, Placement]]] = iter,
) -> tuple[Change, ...]:
    """Every way to install one of several pieces, such as those in a shop, the one that earns most first.

    With ``prices`` they are taken off. ``watch`` passes on what is tried, to show how far it is. Raises as
    :func:`best_placements` does.
    """
    costs = dict(prices) if isinstance(prices, Mapping) else dict.fromkeys(prices, 0)
    before = best_day(factory, objective, days)
    ways = [
        (kind, placement)
        for kind in costs
        for placement in placements(factory.machinery, kind)
        if flipped in (None, placement.flipped)
    ]
    found = []
    for kind, (place, facing, flip) in watch(ways):
        after = factory.install(place, kind, facing, flipped=flip)
        found.append(_change(before, after, place, Piece(kind, facing, flip), costs[kind]))
    return tuple(sorted(found, key=lambda change: -change.earns))


def best_demolitions(
    factory: Factory,
    days: int = 1,
    *,
    objective: Objective | str = "money",
    watch: Callable[[list[str]], Iterable[str]] = iter,
) -> tuple[Change, ...]:
    """Every installed piece by what its demolition earns, or loses least.

    ``watch`` passes on the places that are tried, to show how far it is. Raises as :func:`best_day` does.
    """
    before = best_day(factory, objective, days)
    found = [_change(before, factory.demolish(place), place, None, 0) for place in watch([*_installed(factory)])]
    return tuple(sorted(found, key=lambda change: -change.earns))


def _change(before: Plan, after: Factory, place: str, piece: Piece | None, price: int) -> Change:
    plan = best_day(after, before.objective, len(before.days))
    earns = plan.worth.money - before.worth.money - price
    return Change(place, piece, before.days[0].before.piece_at(place), price, earns, plan.exact and before.exact, plan)


def _installed(factory: Factory) -> Iterator[str]:
    """The places where something is installed, not just printed."""
    for row in range(N_ROWS):
        floor = (floor_place(row, column) for column in range(factory.columns))
        for place in (start_place(row), *floor, dock_place(row)):
            piece = factory.piece_at(place)
            if piece is not None and piece.kind not in PRINTED:
                yield place
