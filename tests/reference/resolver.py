"""Every outcome of one workday, found the slow way.

This is a second, independent reading of the rules (MECHANICA.md, sections 3 to 6, 11 and 12). It is
written to be obviously right, not fast: every history of every bot is walked to its end, every
combination of the bots' routes is formed, and in each of them every collision, every charger and every
activation is resolved in every way the rules allow.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, NamedTuple

ROWS = ("top", "middle", "bottom")
MODELS = ("basic", "plus", "deluxe")
DIRECTIONS = ("north", "east", "south", "west")
"""Clockwise: the next one is a quarter turn to the right."""

DEFAULT_COLUMNS = 4
PRINTED_START = {"top": None, "middle": "basic_fabricator", "bottom": None}
TRUCK_HOLES = {"small_truck": 1, "big_truck": 2, "huge_truck": 3}
START_HOLES = {
    None: ("centre",),
    "basic_fabricator": ("centre",),
    "advanced_fabricator": ("centre", "side"),
    "overactive_fabricator": ("centre", "side"),
}

# as printed there: the sides of a piece that faces east, in the order west, north, east, south.
SIDES_FACING_EAST = {
    "upgrader": ("entrance", "entrance", "exit", "entrance"),
    "downgrader": ("entrance", "exit", "exit", "exit"),
    "duplicator": ("entrance", "exit", "exit", "entrance"),
    "flipped duplicator": ("entrance", "entrance", "exit", "exit"),
    "repurposer": ("entrance", "entrance", "exit", "entrance"),
    "gift_wrapper": ("entrance", "flat", "exit", "flat"),
    "static_charger": ("entrance", "exit", "exit", "exit"),
    "flight_tester": ("entrance", "entrance", "flat", "entrance"),
    "fork": ("entrance", "exit", "exit", "entrance"),
}
INPUT_HOLES = {
    "upgrader": ("in",),
    "downgrader": ("in",),
    "duplicator": ("in",),
    "flipped duplicator": ("in",),
    "repurposer": ("in1", "in2"),
}
OUTPUT_HOLES = {
    "upgrader": ("ahead",),
    "downgrader": ("left", "ahead", "right"),
    "duplicator": ("ahead", "left"),
    "flipped duplicator": ("ahead", "right"),
    "repurposer": ("ahead",),
    "static_charger": ("left", "right"),
}
# Where a bot goes on that passes through (the Flight Tester throws it that way).
PASSES = {
    "gift_wrapper": ("ahead",),
    "static_charger": ("ahead",),
    "flight_tester": ("ahead",),
    "fork": ("ahead", "left"),
}

Square = tuple[int, int]
"""Row (0 is the top one) and column (1 is the westmost one)."""

Piece = dict[str, Any]
"""One entry of a factory's ``floor``."""


Outcome = dict[str, Any]
"""A factory after the workday (section 12)."""


class TooMany(Exception):
    """There is more to look at than the caller wants to wait for."""


# ---------------------------------------------------------------------------------------- the pieces


def turned(direction: str, quarters: int) -> str:
    """``direction`` after so many quarter turns clockwise."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + quarters) % 4]


def opposite(direction: str) -> str:
    return turned(direction, 2)


def step(square: Square, direction: str) -> Square:
    """The neighbouring square (it may lie outside the floor)."""
    row, col = square
    if direction == "north":
        return row - 1, col
    if direction == "south":
        return row + 1, col
    if direction == "east":
        return row, col + 1
    return row, col - 1


def form(piece: Piece) -> str:
    """The row of the table A-3.4 that describes the piece."""
    return "flipped duplicator" if piece.get("flipped") else str(piece["kind"])


def sides(piece: Piece) -> dict[str, str]:
    """What each side of the installed piece is: ``entrance``, ``exit`` or ``flat`` (R-3.3, A-3.4)."""
    west, north, east, south = SIDES_FACING_EAST[form(piece)]
    if piece["facing"] == "east":
        return {"west": west, "north": north, "east": east, "south": south}
    if piece["facing"] == "south":
        return {"north": west, "east": north, "south": east, "west": south}
    if piece["facing"] == "west":
        return {"east": west, "south": north, "west": east, "north": south}
    return {"south": west, "west": north, "north": east, "east": south}


def towards(piece: Piece, way: str) -> str:
    """The direction of ``ahead``, ``left`` or ``right``, seen from a bot that drives ahead (A-3.4)."""
    return turned(piece["facing"], {"ahead": 0, "right": 1, "left": 3}[way])


def ways_out(piece: Piece) -> list[str]:
    """The directions in which a bot that passes through the piece can go on."""
    return [towards(piece, way) for way in PASSES.get(form(piece), ())]


def floor_of(factory: dict[str, Any]) -> dict[Square, Piece]:
    """The installed floor pieces by square, in canonical order: row by row, each from the west."""
    board = {(ROWS.index(piece["row"]), piece["col"]): piece for piece in factory["floor"]}
    return {square: board[square] for square in sorted(board)}


def start_slot(factory: dict[str, Any], row: str) -> dict[str, Any]:
    """The start slot of a row; where the factory names none, what is printed there (R-2.4, A-2.5)."""
    slot: dict[str, Any] = factory["start"].get(row, {"kind": PRINTED_START[row]})
    return slot


def truck(factory: dict[str, Any], row: str) -> dict[str, Any]:
    """The truck of a row; where the factory names none, the printed one (R-2.4)."""
    standing: dict[str, Any] = factory["dock"].get(row, {"kind": "small_truck"})
    return standing


# ------------------------------------------------------------------------------------------- section 5


class Route(NamedTuple):
    """All that one bot's journey leaves behind: where it ends, what it earns, which chargers it woke.

    ``end`` is a floor square, a truck's row, or None for a lost bot.
    """

    end: Square | str | None = None
    wallet: int = 0
    vault: int = 0
    charged: frozenset[Square] = frozenset()


@dataclass(frozen=True)
class History:
    """What a bot has done so far, as far as the rules look back at it."""

    passed: frozenset[Square] = frozenset()
    """The Gift Wrappers, Flight Testers and Static Chargers it has passed (R-5.12)."""

    entered: frozenset[tuple[Square, str]] = frozenset()
    """The forks, with the side, that it has entered since it last passed one of those (D-5.13)."""

    def passing(self, square: Square) -> "History":
        """It passes a once-a-workday piece for the first time: all forks may be entered again."""
        return History(self.passed | {square})

    def entering(self, square: Square, side: str) -> "History":
        return History(self.passed, self.entered | {(square, side)})


@dataclass(frozen=True)
class Floor:
    """The floor as the bots see it, none of whom sees the others (D-5.16)."""

    board: dict[Square, Piece]
    columns: int
    coin_for_landing: bool
    """The Flight Tester's coin, section 11: for landing on an improvement, not for flying over one."""

    def journeys(self, square: Square, heading: str) -> set[Route]:
        """Every route of a bot that has just left a hole and comes to ``square``, driving ``heading``.

        If all its choices lead into circles, none of them is offered and it is lost (D-5.13). The rule
        provides for that, though no floor seems to do it: some fork of a ring has a way out of it.
        """
        return self.onward(square, heading, Route(), History()) or {Route()}

    def onward(self, square: Square, heading: str, route: Route, history: History) -> set[Route]:
        """Every complete route that begins with ``route``, for a bot coming to ``square``.

        There is none where every choice leads into a circle: such a way is not offered (D-5.13).
        """
        row, col = square
        if col > self.columns:
            return {route._replace(end=ROWS[row])}
        if row not in range(len(ROWS)) or col < 1:  # D-5.5
            return {route}
        if square not in self.board:  # D-5.3
            if heading == "west":
                return {route}
            return self.onward(step(square, "east"), "east", route, history)

        piece = self.board[square]
        side = opposite(heading)
        if sides(piece)[side] != "entrance":
            return {route}
        if form(piece) in INPUT_HOLES:
            return {route._replace(end=square)}

        if piece["kind"] == "fork":  # D-5.13
            if (square, side) in history.entered:
                return set()
            history = history.entering(square, side)
            left, ahead = towards(piece, "left"), towards(piece, "ahead")
            return self.onward(step(square, left), left, route, history) | self.onward(
                step(square, ahead), ahead, route, history
            )

        if square in history.passed:
            return {route}
        history = history.passing(square)
        ahead = towards(piece, "ahead")
        if piece["kind"] == "flight_tester":
            return self.thrown(square, ahead, route, history)
        if piece["kind"] == "gift_wrapper":
            route = route._replace(vault=route.vault + 1)
        else:  # the static charger
            route = route._replace(charged=route.charged | {square})
        return self.onward(step(square, ahead), ahead, route, history)

    def thrown(self, tester: Square, heading: str, route: Route, history: History) -> set[Route]:
        """Every complete route of a bot that the Flight Tester throws ``heading`` (R-5.9, D-5.9)."""
        landings: list[tuple[Square, bool]] = []  # where it can land, and whether that pays the coin
        flown_over = 0
        square = step(tester, heading)
        while square[0] in range(len(ROWS)) and square[1] in range(1, self.columns + 1):
            if square in self.board:
                if sides(self.board[square])[opposite(heading)] == "entrance":
                    landings.append((square, self.coin_for_landing or flown_over > 0))
                flown_over += 1
            square = step(square, heading)
        if heading == "east":  # the truck, which is no improvement (D-11.8)
            landings.append((square, not self.coin_for_landing and flown_over > 0))
        if not landings:
            return {route}

        routes: set[Route] = set()
        for square, coin in landings:
            landed = route._replace(wallet=route.wallet + 1) if coin else route
            routes |= self.onward(square, heading, landed, history)
        return routes


def departures(factory: dict[str, Any]) -> Iterator[tuple[str, Square, str]]:
    """Every bot that leaves its hole (R-5.1, R-5.2): its model, its first square, its heading."""
    for row, name in enumerate(ROWS):
        for model in start_slot(factory, name).get("bots", {}).values():
            yield model, (row, 1), "east"
    for square, piece in floor_of(factory).items():
        for hole, model in piece.get("bots", {}).items():
            if hole in OUTPUT_HOLES.get(form(piece), ()):
                direction = towards(piece, hole)
                yield model, step(square, direction), direction


# --------------------------------------------------------------------------- collisions and section 6


def activated(piece: Piece, arrived: list[str], passes: int) -> list[dict[str, str]]:
    """Every way the piece's holes can be filled in the end.

    ``arrived`` are all bots that would end up in its input holes, those already there counted, and
    ``passes`` is the number of bots that passed through it.
    """
    kind = piece["kind"]
    outputs = OUTPUT_HOLES.get(form(piece), ())
    if kind == "static_charger":  # free holes first; any further Basic collides with a Basic
        if passes == 0:
            return [{}]
        if passes == 1:
            return [{"left": "basic"}, {"right": "basic"}]
        return [{"left": "basic", "right": "basic"}]
    if not arrived:
        return [{}]
    if kind == "repurposer":  # D-5.14, R-6.5: whichever two survive, any one bot may come of them
        if len(arrived) == 1:
            return [{"in1": arrived[0]}]
        return [{"ahead": model} for model in MODELS]

    results: list[dict[str, str]] = []
    for survivor in dict.fromkeys(arrived):
        if kind == "upgrader":
            results.append({"ahead": {"basic": "plus", "plus": "deluxe", "deluxe": "deluxe"}[survivor]})
        elif kind == "duplicator":
            results.append(dict.fromkeys(outputs, survivor))
        elif survivor == "basic":  # the downgrader
            results += [{hole: "basic"} for hole in outputs]
        else:
            lower = {"plus": "basic", "deluxe": "plus"}[survivor]
            results.append(dict.fromkeys(outputs, lower))
    return results


def loaded(kind: str, arrived: list[str]) -> list[list[str]]:
    """Every way a truck can be filled: as many survive as it has holes, any of them (D-5.14)."""
    survivors = min(TRUCK_HOLES[kind], len(arrived))
    in_order = sorted(arrived, key=MODELS.index)
    return [list(some) for some in dict.fromkeys(combinations(in_order, survivors))]


def settled(factory: dict[str, Any], models: list[str], routes: tuple[Route, ...]) -> Iterator[Outcome]:
    """Every outcome of the workday in which the departing bots take these routes."""
    board = floor_of(factory)
    waiting: dict[Square | str, list[str]] = {}  # who would end up in each piece or truck
    for square, piece in board.items():
        inputs = INPUT_HOLES.get(form(piece), ())
        waiting[square] = [model for hole, model in piece.get("bots", {}).items() if hole in inputs]
    for row in ROWS:
        waiting[row] = list(truck(factory, row).get("bots", []))
    for model, route in zip(models, routes, strict=True):
        if route.end is not None:
            waiting[route.end].append(model)

    floors = product(
        *(
            activated(piece, waiting[square], sum(square in route.charged for route in routes))
            for square, piece in board.items()
        )
    )
    docks = product(*(loaded(truck(factory, row)["kind"], waiting[row]) for row in ROWS))
    for holes, loads in product(floors, docks):
        load = dict(zip(ROWS, loads, strict=True))
        outcome = {
            "format": factory["format"],
            "rules": factory["rules"],
            "components": factory["components"],
            "floor": [
                {
                    "row": piece["row"],
                    "col": piece["col"],
                    "kind": piece["kind"],
                    "facing": piece["facing"],
                    "flipped": piece.get("flipped", False),
                    "bots": bots,
                }
                for piece, bots in zip(board.values(), holes, strict=True)
            ],
            "start": {row: {"kind": start_slot(factory, row)["kind"], "bots": {}} for row in ROWS},
            "dock": {row: {"kind": truck(factory, row)["kind"], "bots": load[row]} for row in ROWS},
            "wallet": factory.get("wallet", 0) + sum(route.wallet for route in routes),
            "vault": factory.get("vault", 0) + sum(route.vault for route in routes),
        }
        if factory.get("columns", DEFAULT_COLUMNS) != DEFAULT_COLUMNS:
            outcome["columns"] = factory["columns"]
        yield outcome


def all_outcomes(factory: dict[str, Any], limit: int = 200_000) -> set[str]:
    """The canonical JSON of every outcome of one workday that the player's choices can reach.

    ``factory`` is the JSON of section 12, read as correct. Raises `TooMany` if the product of the
    bots' routes (D-5.16) is greater than ``limit``, or the outcomes that they lead to, each counted
    as often as it is reached.
    """
    floor = Floor(
        board=floor_of(factory),
        columns=factory.get("columns", DEFAULT_COLUMNS),
        coin_for_landing=factory["rules"] == "web_es",
    )
    leaving = list(departures(factory))
    models = [model for model, _, _ in leaving]
    journeys = [floor.journeys(square, heading) for _, square, heading in leaving]
    combined = 1
    for routes_of_one in journeys:
        combined *= len(routes_of_one)
    if combined > limit:
        raise TooMany(f"{combined} combinations of routes, more than {limit}")
    outcomes: set[str] = set()
    reached = 0
    for routes in product(*journeys):
        for outcome in settled(factory, models, routes):
            reached += 1
            if reached > limit:
                raise TooMany(f"more than {limit} ways through the workday")
            outcomes.add(json.dumps(outcome, sort_keys=True))
    return outcomes
