"""A workday: every bot moves, then every piece that has what it needs acts (sections 4 to 6)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVarTuple

from mechanica_core.choices import Choice, Decision, Policy
from mechanica_core.editions import Assumption
from mechanica_core.errors import ImpossibleDecision, MissingDecision
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.questions import ask_charge, ask_keep, ask_result, ask_way
from mechanica_core.routes import NOWHERE, Charger, Route, RouteNode, Stop
from mechanica_core.settlement import BASIC, UNIT, Settlement

if TYPE_CHECKING:
    from mechanica_core.events import Event
    from mechanica_core.machinery import Machinery

Ts = TypeVarTuple("Ts")

Decisions: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]] | Iterable[Mapping[str, str]]
"""Decisions by choice id: a mapping, pairs such as :class:`Decision`, or objects as in R-12.23, in any order."""


def by_choice(decisions: Decisions) -> dict[str, str]:
    """Decisions as a dictionary of one's own. Raises :class:`ImpossibleDecision` if one is decided twice."""
    if isinstance(decisions, Mapping):
        return dict(decisions)
    taken: dict[str, str] = {}
    for decision in decisions:
        choice, take = Decision(**decision) if isinstance(decision, Mapping) else decision
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

    def _repr_svg_(self) -> str:
        from mechanica_core.render import workday_svg  # noqa: PLC0415 (pictures are made of workdays)

        return workday_svg(self)


def run_workday(factory: Factory, decisions: Decisions = (), *, policy: Policy | None = None) -> Workday:
    """Run a factory for one workday under the decisions of its player (R-4.2).

    ``decisions`` settle choices by id (:func:`open_choices` lists them); what they leave open, ``policy``
    decides. Raises :class:`MissingDecision` if a choice stays open, :class:`ImpossibleDecision` if a decision
    takes what is not offered, decides a choice a second time, or answers none that arises.
    """

    def decide(choice: Choice) -> str:
        if policy is None:
            raise MissingDecision(choice.id, say("decide one of {takes}", takes=", ".join(choice.takes)))
        return policy(choice)

    deciding = Deciding(by_choice(decisions), decide)
    moved = move(factory, deciding)
    contents = act(factory, moved, deciding)
    deciding.refuse_needless()
    wallet, vault = factory.wallet + moved.wallet, factory.vault + moved.vault
    evening = Factory(factory.machinery, contents, wallet, vault)
    taken = tuple(map(Decision._make, deciding.taken.items()))
    return Workday(evening, Gained(moved.wallet, moved.vault), factory, taken)


def open_choices(factory: Factory, decisions: Decisions = ()) -> tuple[Choice, ...]:
    """The choices that a workday of this factory leaves open after these decisions, in a fixed order.

    Bots' ways come first; what meets and what is made can only be asked once they are settled. Empty when
    :func:`run_workday` would run. Raises :class:`ImpossibleDecision` like it.
    """
    found: list[Choice] = []
    deciding = Deciding(by_choice(decisions), found.append)
    moved = move(factory, deciding)
    if not found:
        act(factory, moved, deciding)
    if not found:
        deciding.refuse_needless()
    return tuple(found)


class Deciding:
    """Settles choices as they arise: by the decisions ``taken``, or by asking ``decide``, which adds to them."""

    __slots__ = ("asked", "decide", "taken")

    def __init__(self, taken: dict[str, str], decide: Callable[[Choice], str | None]) -> None:
        self.taken = taken
        self.decide = decide
        self.asked: list[str] = []

    def take(self, choice: str, options: Collection[str], ask: Callable[[*Ts], Choice], *question: *Ts) -> str | None:
        """What is taken of the options of a choice; None if it stays open.

        ``ask(*question)`` makes the choice to decide, only if it must.
        """
        take = self.taken.get(choice)
        if take is None:
            take = self.decide(ask(*question))
            if take is None:
                return None
            self.taken[choice] = take
        self.asked.append(choice)
        if take not in options:
            takes = ", ".join(ask(*question).takes)
            raise ImpossibleDecision(
                choice, say("cannot take {take}; decide one of {takes}", take=repr(take), takes=takes)
            )
        return take

    def refuse_needless(self) -> None:
        """Raise :class:`ImpossibleDecision` if a decision was never asked for."""
        if len(self.asked) < len(self.taken):
            needless = next(choice for choice in self.taken if choice not in self.asked)
            raise ImpossibleDecision(
                needless, say("this choice does not arise under the other decisions; leave it out")
            )


def decisions_to(factory: Factory, ways: Mapping[str, str], evening: bytes) -> dict[str, str]:
    """All decisions of a workday whose bots take these ways and whose holes in the evening hold that.

    There must be such a workday, and ``ways`` must settle every choice on the way.
    """
    moved = move(factory, Deciding(dict(ways), lambda choice: None))
    taken = dict(ways)
    for charger in factory.machinery.routes.chargers:
        if moved.once & ~moved.twice & charger.bit:
            filled = next(n for n in range(len(charger.names)) if evening[charger.first + n])
            taken[charger.choice(_first_passer(charger, moved))] = charger.names[filled]
    for stop, meeting in zip(factory.machinery.routes.stops, moved.meeting, strict=True):
        if meeting:
            taken |= stop.decisions_to(meeting, evening[stop.first : stop.last])
    return taken


class OpenChoice(NamedTuple):
    """A choice without its words: its id and what may be taken."""

    id: str
    takes: tuple[str, ...]


def next_choice(factory: Factory, decisions: Mapping[str, str]) -> OpenChoice | None:
    """The first of :func:`open_choices`, found without putting any of them into words; None if there is none."""
    deciding = _StopsToAsk(dict(decisions))
    try:
        act(factory, move(factory, deciding), deciding)
    except _Stop as stop:
        return stop.choice
    deciding.refuse_needless()
    return None


class _Stop(Exception):
    def __init__(self, choice: OpenChoice) -> None:
        super().__init__(choice)
        self.choice = choice


class _StopsToAsk(Deciding):
    """Settles choices by decisions, and stops at the first that they leave open."""

    __slots__ = ()

    def __init__(self, taken: dict[str, str]) -> None:
        super().__init__(taken, lambda _: None)

    def take(self, choice: str, options: Collection[str], ask: Callable[[*Ts], Choice], *question: *Ts) -> str | None:
        if choice not in self.taken:
            raise _Stop(OpenChoice(choice, tuple(options)))
        return super().take(choice, options, ask, *question)


class Moved(NamedTuple):
    """All bots after the move: which way each went, what they earned, and how many met at each stop.

    ``once`` and ``twice`` are the Static Chargers passed by at least one and at least two bots, as bits.
    """

    ways: list[tuple[Route, RouteNode]]
    meeting: list[int]
    wallet: int
    vault: int
    once: int
    twice: int


def move(factory: Factory, deciding: Deciding) -> Moved:
    """Move every bot (section 5)."""
    machinery, contents = factory.machinery, factory.contents
    routes = machinery.routes
    meeting = [0] * len(routes.stops)
    for hole, stop in routes.resting:
        if contents[hole]:
            meeting[stop] += UNIT[contents[hole]]
    gifts, charges = routes.gifts, routes.charges
    wallet = vault = once = twice = 0
    ways: list[tuple[Route, RouteNode]] = []
    for route in routes.departures:
        model = contents[route.hole]
        if not model:
            continue
        node = route.root
        while node.choice:
            take = deciding.take(node.choice, node.options, ask_way, machinery, route, node)
            if take is None:
                break
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
    return Moved(ways, meeting, wallet, vault, once, twice)


def act(factory: Factory, moved: Moved, deciding: Deciding) -> bytes:
    """Settle collisions (R-5.14), place the Static Chargers' Basics (R-5.11) and activate (section 6).

    Gives the contents of all holes in the evening; holes whose choice stays open are empty.
    """
    machinery = factory.machinery
    routes = machinery.routes
    evening = bytearray(len(factory.contents))
    if moved.once:
        for charger in routes.chargers:
            for hole in _charged_holes(machinery, charger, moved, deciding):
                evening[hole] = BASIC
    for stop, meeting in zip(routes.stops, moved.meeting, strict=True):
        if meeting:
            settlement = stop.settlements[meeting]
            certain = settlement.certain
            if certain is None:
                certain = _chosen(machinery, stop, settlement, deciding)
            evening[stop.first : stop.last] = certain
    return bytes(evening)


def _charged_holes(machinery: Machinery, charger: Charger, moved: Moved, deciding: Deciding) -> Collection[int]:
    """Output holes that get a Basic: both if two bots passed, else the one that is chosen."""
    if moved.twice & charger.bit:
        return range(charger.first, charger.first + len(charger.names))
    if not moved.once & charger.bit:
        return ()
    passer = _first_passer(charger, moved)
    take = deciding.take(charger.choice(passer), charger.names, ask_charge, machinery, charger, passer)
    return () if take is None else (charger.first + charger.names.index(take),)


def _first_passer(charger: Charger, moved: Moved) -> Route:
    return next(route for route, node in moved.ways if node.passed & charger.bit)


def _chosen(machinery: Machinery, stop: Stop, settlement: Settlement, deciding: Deciding) -> bytes:
    """The stop's holes after its player's choices."""
    survivors = settlement.survivors
    kept: str | None
    made: str | None
    if len(survivors) > 1:
        kept = deciding.take(stop.keep_choice, survivors, ask_keep, machinery, stop, settlement)
    else:
        (kept,) = survivors
    if kept is None:
        return stop.empty
    results = survivors[kept].results
    if len(results) > 1:
        made = deciding.take(stop.make_choice, results, ask_result, machinery, stop, survivors[kept])
    else:
        (made,) = results
    return stop.empty if made is None else results[made]
