"""Where bots can go: a machinery's belts and pieces compiled into routes, leg by leg (section 5).

A *leg* is a stretch of a bot's way without a choice. It ends at a *stop* (a piece with input holes, or a truck),
in a loss, or at a *junction*, where the bot's owner chooses. A bot's *route* is the tree of its choices; a fork
of that tree is made when a bot first gets there and kept for the next workday.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from mechanica_core.geometry import (
    COLUMN_STEP,
    EAST,
    ROW_STEP,
    ROWS,
    WEST,
    dock_place,
    floor_place,
    parse_place,
)
from mechanica_core.pieces import ONCE_A_WORKDAY, Kind, Side, TurnedShape
from mechanica_core.settlement import Settlements

if TYPE_CHECKING:
    from mechanica_core.machinery import HoleRange, Machinery

N_ROWS: Final = len(ROWS)
NOWHERE: Final = -1
"""The stop of a bot that is lost, or still on its way."""


class Loss(StrEnum):
    """Why a bot is lost."""

    OVER_THE_EDGE = "over_the_edge"
    OFF_THE_WEST = "off_the_west"
    AGAINST_THE_BELT = "against_the_belt"
    AT_AN_EXIT = "at_an_exit"
    AT_A_FLAT_SIDE = "at_a_flat_side"
    SECOND_PASS = "second_pass"
    NOWHERE_TO_LAND = "nowhere_to_land"
    ENDLESS_CIRCLE = "endless_circle"
    COLLISION = "collision"

    @property
    def rule(self) -> str:
        """Number of the rule that says so."""
        return _LOSS_RULE[self]


_LOSS_RULE: Final = {
    Loss.OVER_THE_EDGE: "R-5.5",
    Loss.OFF_THE_WEST: "D-5.5",
    Loss.AGAINST_THE_BELT: "D-5.3",
    Loss.AT_AN_EXIT: "R-5.4",
    Loss.AT_A_FLAT_SIDE: "R-5.4",
    Loss.SECOND_PASS: "R-5.12",
    Loss.NOWHERE_TO_LAND: "D-5.9",
    Loss.ENDLESS_CIRCLE: "D-5.13",
    Loss.COLLISION: "R-5.14",
}


class Enter(NamedTuple):
    """A step of a leg: the bot rides onto the next place. ``place`` is "" beyond the edge of the board."""

    place: str
    heading: int


class Pass(NamedTuple):
    """A step of a leg: the bot passes through the piece it is on and now heads that way."""

    place: str
    kind: Kind
    heading: int


class Throw(NamedTuple):
    """A step of a leg: a Flight Tester throws the bot to ``place``, over the places between."""

    tester: str
    place: str
    over: tuple[str, ...]
    heading: int
    coin: int


Step = Enter | Pass | Throw


class Junction(NamedTuple):
    """A bot's arrival where its owner may have to choose; what it has passed is part of it (D-5.13)."""

    square: int
    heading: int
    passed: int


class Leg(NamedTuple):
    """A stretch without a choice; it ends at ``stop``, at ``junction`` or with ``loss``.

    ``passed`` is the set of once-a-workday pieces passed since the morning, as bits, ``coins`` what this leg
    earned for the wallet.
    """

    steps: tuple[Step, ...]
    passed: int
    coins: int
    stop: int
    junction: Junction | None
    loss: Loss | None


class Ending(NamedTuple):
    """How a route can end: at a stop or NOWHERE, having passed and earned so much."""

    stop: int
    passed: int
    coins: int


class Stop:
    """A place where bots stay: the holes that arriving bots take, and what may come of their meeting.

    ``keep_choice`` and ``make_choice`` are the ids of the choices which bots survive and what the piece makes of
    them or where it puts it.
    """

    __slots__ = (
        "empty",
        "first",
        "inputs",
        "keep_choice",
        "kind",
        "last",
        "make_choice",
        "place",
        "settlements",
    )

    def __init__(self, kind: Kind, holes: HoleRange, inputs: int) -> None:
        self.kind = kind
        self.place = holes.place
        self.first = holes.first
        self.last = holes.last
        self.inputs = inputs
        self.keep_choice = f"{holes.place}:keep"
        self.make_choice = f"{holes.place}:make" if kind is Kind.REPURPOSER else f"{holes.place}:put"
        self.empty = bytes(holes.last - holes.first)
        self.settlements = Settlements(kind, inputs, holes.names[inputs:])

    def decisions_to(self, meeting: int, contents: bytes) -> dict[str, str]:
        """The decisions by which these holes hold that after bots met here; it must be possible."""
        survivors = self.settlements[meeting].survivors
        for keep, kept in survivors.items():
            for make, made in kept.results.items():
                if made == contents:
                    keeping = {self.keep_choice: keep} if len(survivors) > 1 else {}
                    return keeping | ({self.make_choice: str(make)} if len(kept.results) > 1 else {})
        raise AssertionError("nothing that meets here comes to this")


class Charger(NamedTuple):
    """A Static Charger: its bit in ``passed`` and its two output holes."""

    bit: int
    place: str
    first: int
    names: tuple[str, ...]

    def choice(self, passer: Route) -> str:
        """The id of the choice into which hole the Basic goes, if that bot alone passes."""
        return f"{self.place}<{passer.start}"


class RouteNode:
    """A bot's way up to its next choice, or to its end if ``choice`` is empty.

    ``legs`` lead here from ``parent``; ``passed`` and ``coins`` count from the morning on. ``options`` are the
    legs offered by what a decision takes, ``children`` the nodes made for them so far, ``endings`` all that the way
    can come to, once asked for.
    """

    __slots__ = (
        "children",
        "choice",
        "coins",
        "endings",
        "junction",
        "legs",
        "loss",
        "options",
        "parent",
        "passed",
        "stop",
    )

    def __init__(self, legs: tuple[Leg, ...], parent: RouteNode | None) -> None:
        last = legs[-1]
        self.legs = legs
        self.parent = parent
        self.stop = last.stop
        self.passed = last.passed
        self.coins: int = sum(leg.coins for leg in legs) + (parent.coins if parent else 0)
        self.loss = last.loss
        self.junction = last.junction
        self.choice = ""
        self.options: dict[str, Leg] = {}
        self.children: dict[str, RouteNode] = {}
        self.endings: set[Ending] | None = None

    def way(self) -> tuple[Leg, ...]:
        """Every leg from the morning to here."""
        return self.legs if self.parent is None else (*self.parent.way(), *self.legs)

    def history(self) -> set[Junction]:
        """Every junction of the way here, the present one included."""
        return {leg.junction for leg in self.way() if leg.junction is not None}


class Route:
    """The tree of one bot's choices: the hole it starts from and how its way can go (D-5.16)."""

    __slots__ = ("_root", "_routes", "_square", "heading", "hole", "start")

    def __init__(self, routes: Routes, hole: int, start: str, square: tuple[int, int], heading: int) -> None:
        self._routes = routes
        self._square = square
        self.heading = heading
        self._root: RouteNode | None = None
        self.hole = hole
        self.start = start

    @property
    def root(self) -> RouteNode:
        """The way up to the first choice, made when first asked for."""
        if self._root is None:
            self._root = self._node((self._routes.leave(self._square, self.heading, 0),), None)
        return self._root

    def follow(self, node: RouteNode, take: str) -> RouteNode:
        """The node after that decision; KeyError if the choice does not offer it."""
        child = node.children.get(take)
        if child is None:
            child = node.children[take] = self._node((node.options[take],), node)
        return child

    def owns(self, choice: str) -> bool:
        """Whether a choice id is about this bot's way."""
        return choice.partition("#")[0].endswith(f"<{self.start}")

    def endings(self, node: RouteNode, decisions: Mapping[str, str]) -> set[Ending]:
        """Every way the route can end from there if all these decisions, about this bot, are taken on it."""
        if not node.choice:
            return set() if decisions else {Ending(node.stop, node.passed, node.coins)}
        if not decisions:
            if node.endings is None:
                history, legs = node.history(), node.options.values()
                node.endings = {end for leg in legs for end in self._routes.reachable(leg, node.coins, history)}
            return node.endings
        takes = [decisions[node.choice]] if node.choice in decisions else list(node.options)
        left = {choice: take for choice, take in decisions.items() if choice != node.choice}
        return {
            ending for take in takes if take in node.options for ending in self.endings(self.follow(node, take), left)
        }

    def decisions_to(self, ending: Ending, decisions: Mapping[str, str]) -> dict[str, str]:
        """Decisions, these among them, on a way that ends so: one of ``endings(root, decisions)``."""
        node, left, taken = self.root, dict(decisions), dict[str, str]()
        while node.choice:
            wanted = left.pop(node.choice, None)
            take = next(
                take
                for take in node.options
                if wanted in (None, take) and ending in self.endings(self.follow(node, take), left)
            )
            taken[node.choice] = take
            node = self.follow(node, take)
        return taken

    def _node(self, legs: tuple[Leg, ...], parent: RouteNode | None) -> RouteNode:
        """Ride on through every junction that offers one way only, until there is something to choose."""
        while True:
            node = RouteNode(legs, parent)
            if node.junction is None:
                return node
            history = node.history()
            # Offered is what can end somewhere without coming back to a junction of the way so far (D-5.13).
            offered = {
                take: leg
                for take, leg in self._routes.options(node.junction)
                if next(self._routes.reachable(leg, 0, history), None)
            }
            if len(offered) > 1:
                node.options = offered
                node.choice = self._choice_id(node.junction, history)
                return node
            if offered:
                legs = (*legs, *offered.values())
            else:
                legs = (*legs[:-1], legs[-1]._replace(junction=None, loss=Loss.ENDLESS_CIRCLE))

    def _choice_id(self, junction: Junction, history: set[Junction]) -> str:
        """Place and bot; a bot that comes back to a piece gets a number for the visit."""
        visits = sum(1 for earlier in history if earlier.square == junction.square)
        return f"{self._routes.place(junction)}<{self.start}" + (f"#{visits}" if visits > 1 else "")


class Routes:
    """A machinery's stops, Static Chargers and the route of every hole that bots leave in the morning (R-5.1).

    ``resting`` pairs every hole whose bot stays with the number of its stop. ``gifts`` and ``charges`` are the
    Gift Wrappers and Static Chargers among the bits of ``passed``.
    """

    def __init__(self, machinery: Machinery) -> None:
        self._columns = columns = machinery.columns
        self._landing_pays = machinery.rules.flight_coin == "landing_on"
        self._shapes = [machinery.shape(row, column) for row in range(N_ROWS) for column in range(columns)]
        self._bits = [0] * len(self._shapes)
        self._legs: dict[tuple[int, int, int, int], Leg] = {}
        self._options: dict[Junction, tuple[tuple[str, Leg], ...]] = {}
        self._stop_at: dict[tuple[int, int], int] = {}
        self.stops: list[Stop] = []
        self.chargers: list[Charger] = []
        self.departures: list[Route] = []
        self.resting: list[tuple[int, int]] = []
        self.gifts = 0
        self.charges = 0
        once_a_workday = [n for n, shape in enumerate(self._shapes) if shape and shape.kind in ONCE_A_WORKDAY]
        for bit, square in enumerate(once_a_workday):
            self._bits[square] = 1 << bit
        for holes in machinery.hole_ranges:
            area, row, column = parse_place(holes.place)
            if area == "start":
                for number, name in enumerate(holes.names):
                    start = f"{holes.place}/{name}"
                    self.departures.append(Route(self, holes.first + number, start, (row, -1), EAST))
            elif area == "dock":
                self._add_stop((row, columns), Stop(machinery.dock_kind(row), holes, len(holes.names)))
            else:
                self._add_piece((row, column), holes)
        for square, shape in enumerate(self._shapes):
            if shape and shape.kind is Kind.GIFT_WRAPPER:
                self.gifts |= self._bits[square]

    def place(self, junction: Junction) -> str:
        """Name of the square where the junction is."""
        return floor_place(*divmod(junction.square, self._columns))

    def leave(self, square: tuple[int, int], heading: int, passed: int) -> Leg:
        """The leg of a bot that leaves a square that way."""
        row, column = square
        return self._leg(row + ROW_STEP[heading], column + COLUMN_STEP[heading], heading, passed)

    def options(self, junction: Junction) -> tuple[tuple[str, Leg], ...]:
        """The legs that start there by what a decision takes, before any is refused for its circle."""
        known = self._options.get(junction)
        if known is None:
            shape = self._shapes[junction.square]
            assert shape is not None
            make = self._exits if shape.throws is None else self._landings
            known = self._options[junction] = tuple(make(junction, shape))
        return known

    def reachable(self, leg: Leg, coins: int, blocked: Collection[Junction]) -> Iterator[Ending]:
        """Every ending that can be reached by ``leg`` without a junction of ``blocked``; some may come twice.

        Circles earn nothing, so leaving out the junctions seen before loses no ending.
        """
        seen = set()
        ahead = [(leg, coins)]
        while ahead:
            leg, coins = ahead.pop()
            coins += leg.coins
            junction = leg.junction
            if junction is None:
                yield Ending(leg.stop, leg.passed, coins)
            elif junction not in blocked and (junction, coins) not in seen:
                seen.add((junction, coins))
                ahead += [(option, coins) for _, option in self.options(junction)]

    def _add_piece(self, square: tuple[int, int], holes: HoleRange) -> None:
        index = square[0] * self._columns + square[1]
        shape = self._shapes[index]
        assert shape is not None
        if shape.inputs:
            self._add_stop(square, Stop(shape.kind, holes, len(shape.inputs)))
        if shape.kind is Kind.STATIC_CHARGER:
            self.chargers.append(Charger(self._bits[index], holes.place, holes.first, holes.names))
            self.charges |= self._bits[index]
        for hole, (name, heading) in enumerate(shape.outputs, start=holes.first + len(shape.inputs)):
            self.departures.append(Route(self, hole, f"{holes.place}/{name}", square, heading))

    def _add_stop(self, square: tuple[int, int], stop: Stop) -> None:
        self._stop_at[square] = len(self.stops)
        self.resting += [(hole, len(self.stops)) for hole in range(stop.first, stop.first + stop.inputs)]
        self.stops.append(stop)

    def _leg(self, row: int, column: int, heading: int, passed: int) -> Leg:
        key = (row, column, heading, passed)
        leg = self._legs.get(key)
        if leg is None:
            leg = self._legs[key] = self._ride(row, column, heading, passed)
        return leg

    def _ride(self, row: int, column: int, heading: int, passed: int) -> Leg:
        """Ride onto that square and on, until the bot stops, is lost, or there may be something to choose."""
        steps: list[Step] = []

        def end(stop: int = NOWHERE, junction: Junction | None = None, loss: Loss | None = None) -> Leg:
            return Leg(tuple(steps), passed, 0, stop, junction, loss)

        while True:
            if not 0 <= row < N_ROWS or column < 0:
                steps.append(Enter("", heading))
                return end(loss=Loss.OFF_THE_WEST if column < 0 else Loss.OVER_THE_EDGE)
            if column == self._columns:
                steps.append(Enter(dock_place(row), heading))
                return end(stop=self._stop_at[row, column])
            square = row * self._columns + column
            shape = self._shapes[square]
            steps.append(Enter(floor_place(row, column), heading))
            if shape is None:
                if heading == WEST:
                    return end(loss=Loss.AGAINST_THE_BELT)
                heading = EAST
            else:
                side = shape.sides[(heading + 2) % 4]
                bit = self._bits[square]
                if side is not Side.ENTRANCE:
                    return end(loss=Loss.AT_AN_EXIT if side is Side.EXIT else Loss.AT_A_FLAT_SIDE)
                if shape.inputs:
                    return end(stop=self._stop_at[row, column])
                if passed & bit:
                    return end(loss=Loss.SECOND_PASS)
                passed |= bit
                if shape.throws is not None and not any(self._landings(Junction(square, heading, passed), shape)):
                    return end(loss=Loss.NOWHERE_TO_LAND)
                if len(shape.through) != 1:
                    return end(junction=Junction(square, heading, passed))
                heading = shape.through[0][1]
                steps.append(Pass(floor_place(row, column), shape.kind, heading))
            row += ROW_STEP[heading]
            column += COLUMN_STEP[heading]

    def _exits(self, junction: Junction, shape: TurnedShape) -> Iterator[tuple[str, Leg]]:
        """A Fork's exits (R-5.8)."""
        square = divmod(junction.square, self._columns)
        for exit_name, heading in shape.through:
            leg = self.leave(square, heading, junction.passed)
            step = Pass(self.place(junction), shape.kind, heading)
            yield exit_name, leg._replace(steps=(step, *leg.steps))

    def _landings(self, junction: Junction, shape: TurnedShape) -> Iterator[tuple[str, Leg]]:
        """Where a Flight Tester can throw a bot to, the nearest first (R-5.9, D-5.9, D-11.5)."""
        heading = shape.throws
        assert heading is not None
        row, column = divmod(junction.square, self._columns)
        over: list[str] = []
        improvements_below = 0
        while True:
            row += ROW_STEP[heading]
            column += COLUMN_STEP[heading]
            if not 0 <= row < N_ROWS or column < 0:
                return
            in_truck = column == self._columns
            target = None if in_truck else self._shapes[row * self._columns + column]
            place = dock_place(row) if in_truck else floor_place(row, column)
            if in_truck or (target and target.sides[(heading + 2) % 4] is Side.ENTRANCE):
                coin = int(not in_truck if self._landing_pays else improvements_below > 0)
                step = Throw(self.place(junction), place, tuple(over), heading, coin)
                leg = self._leg(row, column, heading, junction.passed)
                yield place, leg._replace(steps=(step, *leg.steps[1:]), coins=coin)
            if in_truck:
                return
            improvements_below += target is not None
            over.append(place)
