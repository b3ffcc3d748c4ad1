"""What happens in a workday, fine enough to animate every bot square by square without knowing the rules.

Every event has a ``tick``: events of one tick happen at the same time. Bots leave in tick 0 and ride one square a
tick; when all have arrived, one tick settles who stays in which hole, and in the last one the pieces act. A bot
is named by the hole it was in in the morning, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final, Literal, TypeAlias, get_args

from mechanica_core.geometry import FACINGS, Facing
from mechanica_core.pieces import MODELS, Kind, Model
from mechanica_core.routes import NOWHERE, Enter, Loss, Route, RouteNode, Stop, Throw
from mechanica_core.workday import Deciding, Moved, Workday, move


@dataclass(frozen=True, slots=True)
class Left:
    """A bot leaves its hole."""

    tick: int
    bot: str
    model: Model
    heading: Facing
    rule: str = "R-5.1"


@dataclass(frozen=True, slots=True)
class Rode:
    """A bot rides onto the next place; ``place`` is None beyond the edge of the board."""

    tick: int
    bot: str
    place: str | None
    heading: Facing
    rule: str = "R-5.2"


@dataclass(frozen=True, slots=True)
class Passed:
    """A bot passes through the piece it is on and leaves it in another or the same direction."""

    tick: int
    bot: str
    place: str
    kind: Kind
    heading: Facing
    rule: str = "R-5.7"


@dataclass(frozen=True, slots=True)
class Thrown:
    """A Flight Tester throws a bot over the squares in between; it lands at ``place``."""

    tick: int
    bot: str
    tester: str
    over: tuple[str, ...]
    place: str
    heading: Facing
    rule: str = "R-5.9"


@dataclass(frozen=True, slots=True)
class Earned:
    """A bot earns money for its player."""

    tick: int
    bot: str
    place: str
    pot: Literal["wallet", "vault"]
    coins: int
    rule: str


@dataclass(frozen=True, slots=True)
class Charged:
    """A Static Charger makes a Basic for a bot that passes; ``hole`` is None if both its holes are full."""

    tick: int
    bot: str
    place: str
    hole: str | None
    rule: str = "R-5.11"


@dataclass(frozen=True, slots=True)
class Lost:
    """A bot goes back to the supply (R-5.15); ``place`` is None beyond the edge of the board."""

    tick: int
    bot: str
    model: Model
    place: str | None
    loss: Loss
    rule: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """A bot comes to rest in a hole; also told of a bot that moves up within its truck."""

    tick: int
    bot: str
    model: Model
    hole: str
    rule: str = "R-5.2"


@dataclass(frozen=True, slots=True)
class Activated:
    """A piece acts: the bots in the holes ``used`` are replaced by what it ``made``, by hole."""

    tick: int
    place: str
    kind: Kind
    used: tuple[tuple[str, Model], ...]
    made: tuple[tuple[str, Model], ...]
    rule: str


Event: TypeAlias = Left | Rode | Passed | Thrown | Earned | Charged | Lost | Stopped | Activated

_ACTIVATION_RULE: Final = {
    Kind.UPGRADER: "R-6.2",
    Kind.DOWNGRADER: "R-6.3",
    Kind.DUPLICATOR: "R-6.4",
    Kind.REPURPOSER: "R-6.5",
}


def event_json(event: Event) -> dict[str, object]:
    """An event as a JSON object: its name, then its fields."""
    kind = type(event)
    document: dict[str, object] = {"event": kind.__name__.lower()}
    for name in _FIELDS[kind]:
        value = getattr(event, name)
        document[name] = _plain(value) if type(value) is tuple else value
    return document


_FIELDS: Final = {kind: [field.name for field in fields(kind)] for kind in get_args(Event)}
"""The names of an event's fields, for ``fields`` itself is slow."""


def _plain(value: object) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def tell(workday: Workday) -> Iterator[Event]:
    """Everything that happened in a workday, by tick, bots in the order of their morning holes."""
    moved = move(workday.before, Deciding(dict(workday.decisions), lambda choice: None))
    ways = [event for route, node in moved.ways for event in _way(workday, route, node)]
    ways.sort(key=lambda event: event.tick)
    yield from _with_charged_holes(workday, ways)
    settling = max((event.tick for event in ways), default=0) + 1
    decided = dict(workday.decisions)
    acting = []
    for stop, meeting in zip(workday.before.machinery.routes.stops, moved.meeting, strict=True):
        if meeting:
            possible = stop.settlements[meeting].survivors
            kept = decided[stop.keep_choice] if len(possible) > 1 else next(iter(possible))
            survivors = possible[kept].models
            yield from _meeting(workday, moved, stop, survivors, settling)
            acting.append((stop, survivors))
    for stop, survivors in acting:
        yield from _activation(workday, stop, survivors, settling + 1)


def _way(workday: Workday, route: Route, node: RouteNode) -> Iterator[Event]:
    """One bot's way, from its morning hole to where it arrives or is lost."""
    bot, model = route.start, _model(workday.before.contents[route.hole])
    tick = 0
    place: str | None = None
    yield Left(tick, bot, model, FACINGS[route.heading])
    for leg in node.way():
        for step in leg.steps:
            heading = FACINGS[step.heading]
            if isinstance(step, Enter):
                tick, place = tick + 1, step.place or None
                yield Rode(tick, bot, place, heading)
            elif isinstance(step, Throw):
                tick, place = tick + 1, step.place
                yield Thrown(tick, bot, step.tester, step.over, step.place, heading)
                if step.coin:
                    yield Earned(tick, bot, step.tester, "wallet", step.coin, "R-5.9")
            else:
                yield Passed(tick, bot, step.place, step.kind, heading, "R-5.8" if step.kind is Kind.FORK else "R-5.7")
                if step.kind is Kind.GIFT_WRAPPER:
                    yield Earned(tick, bot, step.place, "vault", 1, "R-5.10")
                elif step.kind is Kind.STATIC_CHARGER:
                    yield Charged(tick, bot, step.place, None)
    if node.loss is not None:
        yield Lost(tick, bot, model, place, node.loss, node.loss.rule)


def _with_charged_holes(workday: Workday, ways: list[Event]) -> Iterator[Event]:
    """The first bots to pass a Static Charger fill its holes; later Basics collide there (R-5.11)."""
    evening = workday.factory.contents
    free = {
        charger.place: [
            f"{charger.place}/{name}" for hole, name in enumerate(charger.names, charger.first) if evening[hole]
        ]
        for charger in workday.before.machinery.routes.chargers
    }
    for event in ways:
        if isinstance(event, Charged) and free[event.place]:
            yield replace(event, hole=free[event.place].pop(0))
        else:
            yield event


def _meeting(workday: Workday, moved: Moved, stop: Stop, survivors: tuple[int, ...], tick: int) -> Iterator[Event]:
    """Who stays in which hole of a stop, and who is lost (R-5.14); of equal bots those there before stay."""
    machinery, morning = workday.before.machinery, workday.before.contents
    holes = range(stop.first, stop.first + stop.inputs)
    bots = [(machinery.holes[hole], morning[hole]) for hole in holes if morning[hole]]
    bots += [
        (route.start, morning[route.hole])
        for route, node in moved.ways
        if node.stop != NOWHERE and machinery.routes.stops[node.stop] is stop
    ]
    for hole, model in zip(holes, survivors, strict=False):
        bot = next(bot for bot in bots if bot[1] == model)
        bots.remove(bot)
        if bot[0] != machinery.holes[hole]:
            yield Stopped(tick, bot[0], _model(model), machinery.holes[hole])
    for name, model in bots:
        yield Lost(tick, name, _model(model), stop.place, Loss.COLLISION, Loss.COLLISION.rule)


def _activation(workday: Workday, stop: Stop, survivors: tuple[int, ...], tick: int) -> Iterator[Event]:
    """What a piece makes of its bots; nothing if it lacks one (R-6.5) or is a truck."""
    holes, evening = workday.factory.machinery.holes, workday.factory.contents
    outputs = range(stop.first + stop.inputs, stop.last)
    made = tuple((holes[hole], _model(evening[hole])) for hole in outputs if evening[hole])
    if made:
        used = tuple((holes[stop.first + n], _model(model)) for n, model in enumerate(survivors))
        yield Activated(tick, stop.place, stop.kind, used, made, _ACTIVATION_RULE[stop.kind])


def _model(code: int) -> Model:
    return MODELS[code - 1]
