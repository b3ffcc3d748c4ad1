"""The ways that bots took in a workday, as points in a picture, made of the day's events alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from mechanica_core.events import Event, Left, Lost, Rode, Stopped, Thrown
from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, ROW_STEP, Facing
from mechanica_core.pieces import Model
from mechanica_core.render.board import Table
from mechanica_core.render.jigsaw import HALF, Point
from mechanica_core.render.svg import number
from mechanica_core.routes import Loss

BEYOND: Final = 18.0
"""How far past an edge a bot is seen to be lost."""
AGAINST: Final = 24.0
"""The same for who rides west, against a belt too: clear of those that are lost at the piece it came from."""
LANE: Final = 7.0
"""How far apart two ways over the same square are drawn, and how wide they are, if they have room."""
LANES: Final = 35.0
"""How wide all ways over the same square are drawn at most: they keep to the belt."""
ROUND: Final = 12.0
"""Radius of a way's bends."""
BEFORE: Final = 19.0
"""How far before the middle of a hole the head of an arrow stops."""


class Waypoint(NamedTuple):
    """Where a bot is when: ``tick`` as in events, halves on the edges of squares; ``flown`` if it was thrown here."""

    tick: float
    x: float
    y: float
    flown: bool = False


class Way(NamedTuple):
    """One bot's way; ``lost`` tells why and when, ``rests`` is the hole it ends in otherwise."""

    bot: str
    model: Model
    points: tuple[Waypoint, ...]
    lost: Lost | None
    rests: str | None
    rode: bool


def ways_of(events: Iterable[Event], table: Table) -> list[Way]:
    """Every bot that left its hole, moved within its truck, or was lost, in the order of the events."""
    told: defaultdict[str, list[Event]] = defaultdict(list)
    models: dict[str, Model] = {}
    for event in events:
        if isinstance(event, Left | Rode | Thrown | Stopped | Lost):
            told[event.bot].append(event)
        if isinstance(event, Left | Stopped | Lost):
            models[event.bot] = event.model
    return [_way(bot, models[bot], own, table) for bot, own in told.items()]


def _way(bot: str, model: Model, events: list[Event], table: Table) -> Way:
    grid = table.grid
    place = bot.rpartition("/")[0]
    points = [Waypoint(0, *table.spot(bot)[:2])]
    lost = next((event for event in events if isinstance(event, Lost)), None)
    rests = next((event for event in events if isinstance(event, Stopped)), None)
    rides = [event for event in events if isinstance(event, Rode | Thrown)]
    for at, ride in enumerate(rides):
        last = at == len(rides) - 1
        flown = isinstance(ride, Thrown)
        edge = _edge(grid.middle(place), ride.heading)
        if not flown:
            points.append(Waypoint(ride.tick - 0.5, *edge))
        if ride.place is None:
            reach = AGAINST if ride.heading is Facing.WEST else BEYOND
            points.append(Waypoint(ride.tick, *_edge(edge, ride.heading, reach)))
            break
        place = ride.place
        middle = grid.middle(place)
        if last and rests is not None:
            middle = table.spot(rests.hole)[:2]
        elif last and lost is not None:
            middle = _where_lost(lost, place, middle, _edge(middle, ride.heading, -HALF), ride.heading, table)
        points.append(Waypoint(ride.tick, *middle, flown))
    if not rides and rests is not None:  # moves up at once, before others arrive
        points.append(Waypoint(1, *table.spot(rests.hole)[:2]))
    return Way(bot, model, tuple(points), lost, rests.hole if rests else None, bool(rides))


def _edge(middle: Point, heading: Facing, reach: float = HALF) -> Point:
    direction = FACING_INDEX[heading]
    return middle[0] + reach * COLUMN_STEP[direction], middle[1] + reach * ROW_STEP[direction]


def _where_lost(lost: Lost, place: str, middle: Point, edge: Point, heading: Facing, table: Table) -> Point:
    """Where on its last square a bot is seen to be lost."""
    match lost.loss:
        case Loss.AT_AN_EXIT | Loss.AT_A_FLAT_SIDE:
            return _edge(edge, heading, -4)
        case Loss.AGAINST_THE_BELT:
            return _edge(edge, heading, AGAINST)
        case Loss.COLLISION:
            return table.spot(table.arrival(place))[:2]
        case _:
            return middle


class Lane(NamedTuple):
    """How far a way is drawn beside the middle of the belt, and how wide."""

    shift: float
    wide: float


def lanes(ways: Iterable[Way]) -> dict[str, Lane]:
    """A lane for every bot's way, so that no two lie on each other; the more share their squares the narrower."""
    bundles: list[dict[str, set[Point]]] = []
    for way in ways:
        own = {(point.x, point.y) for point in way.points[1:-1]}
        bundle = {way.bot: own}
        apart = []
        for other in bundles:
            if any(points & own for points in other.values()):
                bundle = other | bundle
            else:
                apart.append(other)
        bundles = [*apart, bundle]
    return {bot: lane for bundle in bundles for bot, lane in _side_by_side(bundle).items()}


def _side_by_side(bundle: Mapping[str, set[Point]]) -> dict[str, Lane]:
    """Lanes from the middle outwards for ways that share points."""
    taken: list[set[Point]] = []
    numbers = {}
    for bot, points in bundle.items():
        number = next((number for number, others in enumerate(taken) if not points & others), len(taken))
        if number == len(taken):
            taken.append(set())
        taken[number] |= points
        numbers[bot] = number
    wide = min(LANE, LANES / len(taken))
    return {bot: Lane(wide * ((n + 1) // 2) * (1 if n % 2 else -1), wide) for bot, n in numbers.items()}


def shifted(way: Way, shift: float) -> list[Waypoint]:
    """The points of a way in its lane; it begins and ends where it should."""
    inner = [point._replace(x=point.x + shift, y=point.y + shift) for point in way.points[1:-1]]
    return [way.points[0], *inner, way.points[-1]]


def control(start: Point, end: Point) -> Point:
    """Where a throw's curve is drawn towards: above its middle, or to the left if it goes up or down."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    rise = 0.34 * (abs(dx) + abs(dy))
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return (x, y - rise) if abs(dx) > abs(dy) else (x - rise, y)


def flight(start: Waypoint, end: Waypoint) -> Iterator[tuple[float, float, float, float]]:
    """Where a bot is on the way between two points: tick, x, y, and how large, for what is thrown comes nearer."""
    if not end.flown:
        yield end.tick, end.x, end.y, 1
        return
    x, y = control(start[1:3], end[1:3])
    steps = 8
    for n in range(1, steps + 1):
        t = n / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (
            start.tick + (end.tick - start.tick) * t,
            a * start.x + b * x + c * end.x,
            a * start.y + b * y + c * end.y,
            1 + 1.6 * t * (1 - t),
        )


def path_data(points: list[Waypoint], stop_before: float) -> tuple[str, Point, Point]:
    """A way as data of a path with rounded bends, its end, and where the end comes from.

    The last ``stop_before`` units are left out, so that what stands at the end stays free.
    """
    *_, before, last = points
    origin = control(before[1:3], last[1:3]) if last.flown else before[1:3]
    length = max(1.0, ((last.x - origin[0]) ** 2 + (last.y - origin[1]) ** 2) ** 0.5)
    cut = min(stop_before, 0.6 * length)
    end = (last.x + (origin[0] - last.x) * cut / length, last.y + (origin[1] - last.y) * cut / length)
    points = [*points[:-1], last._replace(x=end[0], y=end[1])]
    d = f"M{_pair(points[0][1:3])}"
    for at in range(1, len(points)):
        here, previous = points[at], points[at - 1]
        if here.flown:
            d += f"Q{_pair(control(previous[1:3], here[1:3]))} {_pair(here[1:3])}"
            continue
        following = points[at + 1] if at + 1 < len(points) else None
        if following is None or following.flown:
            d += f"L{_pair(here[1:3])}"
            continue
        d += f"L{_pair(_towards(here, previous))}Q{_pair(here[1:3])} {_pair(_towards(here, following))}"
    return d, end, origin


def _towards(here: Waypoint, there: Waypoint) -> Point:
    """A point near ``here`` on the line to ``there``."""
    dx, dy = there.x - here.x, there.y - here.y
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    step = min(ROUND, length / 2)
    return here.x + dx * step / length, here.y + dy * step / length


def _pair(point: tuple[float, ...]) -> str:
    return f"{number(point[0])} {number(point[1])}"
