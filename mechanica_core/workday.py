"""A workday: every bot moves, then every piece that has what it needs acts (sections 4 to 6)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from mechanica_core.choices import Choice, Decision, Policy
from mechanica_core.editions import Assumption
from mechanica_core.errors import ImpossibleDecision, MissingDecision
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.questions import ask_charge, ask_keep, ask_result, ask_way
from mechanica_core.routes import NOWHERE, Charger, Route, RouteNode, Stop
from mechanica_core.settlement import BASIC, UNIT, Settlement, Survivors

if TYPE_CHECKING:
    from mechanica_core.events import Event
    from mechanica_core.machinery import Machinery

T = TypeVar("T")

Decisions: TypeAlias = Mapping[str, str] | Iterable[Decision] | Iterable[tuple[str, str]]
"""Decisions by choice id: a mapping or pairs, in any order."""


def by_choice(decisions: Decisions) -> dict[str, str]:
    """Decisions as a dictionary of one's own. Raises :class:`ImpossibleDecision` if one is decided twice."""
    if isinstance(decisions, Mapping):
        return dict(decisions)
    taken: dict[str, str] = {}
    for choice, take in decisions:
        if choice in taken:
            raise ImpossibleDecision(choice, say("decided twice"))
        taken[choice] = take
    return taken


class Gained(NamedTuple):
    """Money earned in a workday."""

    wallet: int
    vault: int


@dataclass(frozen=True)
class Workday:
    """A finished workday.

    ``factory`` is the factory afterwards, its money grown by what was ``gained``, ``before`` the one before it;
    ``decisions`` are those taken, a policy's included.
    """

    factory: Factory
    gained: Gained
    before: Factory
    decisions: tuple[Decision, ...]

    @functools.cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened, square by square; told when first asked for."""
        from mechanica_core.events import tell  # noqa: PLC0415 (events are told of workdays)

        return tuple(tell(self))

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """The assumptions that the result rests on."""
        return self.before.assumed


def run_workday(factory: Factory, decisions: Decisions = (), *, policy: Policy | None = None) -> Workday:
    """Run a factory for one workday under the decisions of its player (R-4.2).

    ``decisions`` settle choices by id (:func:`open_choices` lists them); what they leave open, ``policy``
    decides. Raises :class:`MissingDecision` if a choice stays open, :class:`ImpossibleDecision` if a decision
    takes what is not offered, decides a choice a second time, or answers none that arises.
    """
    taken = by_choice(decisions)

    def decide(choice: Choice) -> str:
        if policy is None:
            raise MissingDecision(choice.id, say("decide one of {takes}", takes=", ".join(choice.takes)))
        return policy(choice)

    moved = move(factory, taken, decide)
    contents = act(factory, moved, taken, decide)
    if len(moved.asked) < len(taken):
        raise _needless(taken, moved.asked)
    wallet, vault = factory.wallet + moved.wallet, factory.vault + moved.vault
    evening = Factory(factory.machinery, contents, wallet, vault)
    return Workday(evening, Gained(moved.wallet, moved.vault), factory, tuple(map(Decision._make, taken.items())))


def open_choices(factory: Factory, decisions: Decisions = ()) -> tuple[Choice, ...]:
    """The choices that a workday of this factory leaves open after these decisions, in a fixed order.

    Bots' ways come first; what meets and what is made can only be asked once they are settled. Empty when
    :func:`run_workday` would run. Raises :class:`ImpossibleDecision` like it.
    """
    found: list[Choice] = []
    taken = by_choice(decisions)
    moved = move(factory, taken, found.append)
    if not found:
        act(factory, moved, taken, found.append)
    if not found and len(moved.asked) < len(taken):
        raise _needless(taken, moved.asked)
    return tuple(found)


class Moved(NamedTuple):
    """All bots after the move: which way each went, what they earned, and how many met at each stop.

    ``once`` and ``twice`` are the Static Chargers passed by at least one and at least two bots, as bits;
    ``asked`` collects the ids of the choices that were settled.
    """

    ways: list[tuple[Route, RouteNode]]
    meeting: list[int]
    wallet: int
    vault: int
    once: int
    twice: int
    asked: list[str]


Decide: TypeAlias = Callable[[Choice], str | None]
"""Settles a choice that the decisions leave open; None leaves it open."""


def move(factory: Factory, taken: dict[str, str], decide: Decide) -> Moved:
    """Move every bot (section 5). What ``decide`` settles is added to ``taken``."""
    routes = factory.machinery.routes
    contents = factory.contents
    meeting = [0] * len(routes.stops)
    for hole, stop in routes.resting:
        if contents[hole]:
            meeting[stop] += UNIT[contents[hole]]
    gifts, charges = routes.gifts, routes.charges
    wallet = vault = once = twice = 0
    ways: list[tuple[Route, RouteNode]] = []
    asked: list[str] = []
    for route in routes.departures:
        model = contents[route.hole]
        if not model:
            continue
        node = route.root
        while node.choice:
            take = taken.get(node.choice)
            if take is None:
                take = decide(ask_way(factory.machinery, route, node))
                if take is None:
                    break
                taken[node.choice] = take
            asked.append(node.choice)
            if take not in node.options:
                raise _impossible(ask_way(factory.machinery, route, node), take)
            node = route.follow(node, take)
        ways.append((route, node))
        wallet += node.coins
        if node.passed:
            vault += (node.passed & gifts).bit_count()
            charged = node.passed & charges
            twice |= once & charged
            once |= charged
        if node.stop != NOWHERE:
            meeting[node.stop] += UNIT[model]
    return Moved(ways, meeting, wallet, vault, once, twice, asked)


def act(factory: Factory, moved: Moved, taken: dict[str, str], decide: Decide) -> bytes:
    """Settle collisions (R-5.14), place the Static Chargers' Basics (R-5.11) and activate (section 6).

    Gives the contents of all holes in the evening; holes whose choice ``decide`` leaves open are empty.
    """
    routes = factory.machinery.routes
    evening = bytearray(len(factory.contents))
    if moved.once:
        for charger in routes.chargers:
            for hole in _charged_holes(factory.machinery, charger, moved, taken, decide):
                evening[charger.first + hole] = BASIC
    for stop, meeting in zip(routes.stops, moved.meeting, strict=True):
        if meeting:
            settlement = stop.settlements[meeting]
            certain = settlement.certain
            if certain is None:
                certain = _chosen(factory.machinery, stop, settlement, moved, taken, decide)
            evening[stop.first : stop.last] = certain
    return bytes(evening)


def _charged_holes(
    machinery: Machinery, charger: Charger, moved: Moved, taken: dict[str, str], decide: Decide
) -> Collection[int]:
    """Output holes that get a Basic: both if two bots passed, else the one that is chosen."""
    if moved.twice & charger.bit:
        return range(len(charger.names))
    if not moved.once & charger.bit:
        return ()
    passer = next(route for route, node in moved.ways if node.passed & charger.bit)
    holes = {name: (hole,) for hole, name in enumerate(charger.names)}
    choice = f"{charger.place}<{passer.start}"
    return _settled(choice, holes, partial(ask_charge, machinery, charger, passer), moved, taken, decide) or ()


def _chosen(
    machinery: Machinery,
    stop: Stop,
    settlement: Settlement,
    moved: Moved,
    taken: dict[str, str],
    decide: Decide,
) -> bytes:
    """The stop's holes after its player's choices."""
    kept: Survivors | None
    if len(settlement.survivors) == 1:
        (kept,) = settlement.survivors.values()
    else:
        ask = partial(ask_keep, machinery, stop, settlement)
        kept = _settled(stop.keep_choice, settlement.survivors, ask, moved, taken, decide)
        if kept is None:
            return stop.empty
    if "" in kept.results:
        return kept.results[""]
    ask = partial(ask_result, machinery, stop, kept)
    return _settled(stop.make_choice, kept.results, ask, moved, taken, decide) or stop.empty


def _settled(
    choice: str,
    options: Mapping[str, T],
    ask: Callable[[], Choice],
    moved: Moved,
    taken: dict[str, str],
    decide: Decide,
) -> T | None:
    """What the decision about a choice takes; None if it stays open. The question is only put if it must."""
    take = taken.get(choice)
    if take is None:
        take = decide(ask())
        if take is None:
            return None
        taken[choice] = take
    moved.asked.append(choice)
    if take not in options:
        raise _impossible(ask(), take)
    return options[take]


def _impossible(choice: Choice, take: str) -> ImpossibleDecision:
    takes = ", ".join(choice.takes)
    return ImpossibleDecision(choice.id, say("cannot take {take}; decide one of {takes}", take=repr(take), takes=takes))


def _needless(taken: Mapping[str, str], asked: Collection[str]) -> ImpossibleDecision:
    needless = next(choice for choice in taken if choice not in asked)
    return ImpossibleDecision(needless, say("this choice does not arise under the other decisions; leave it out"))
