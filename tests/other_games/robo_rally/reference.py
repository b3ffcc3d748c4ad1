"""A second resolver, slow and plain, written from docs/ROBORALLY.md alone: cases in, robots out, as JSON.

It shares nothing with the library. Squares are pairs, every question is asked of the case's own lists, and the board
moves by trying: who can go is found by striking out who cannot until nobody is left to strike out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CLOCK = "NESW"
VALUE = {"move1": 1, "move2": 2, "move3": 3, "back_up": 1}
QUARTERS = {"rotate_right": 1, "u_turn": 2, "rotate_left": 3}
DEFAULTS: dict[str, Any] = {
    "belt_into_robot": "push",
    "belt_follower": "drop",
    "repulsor": "edge",
    "teleporter_back_up": 2,
    "portal_moves": "own_card",
    "damage_limit": 10,
    "laser_crosses_ledge": False,
    "lava_neighbours": "four",
    "lava_through_walls": True,
    "non_flat": ["mirror", "crusher"],
}

At = tuple[int, int]


def back(side: str) -> str:
    return CLOCK[(CLOCK.index(side) + 2) % 4]


def turned(side: str, quarters: int) -> str:
    """So many quarters clockwise."""
    return CLOCK[(CLOCK.index(side) + quarters) % 4]


def ahead(at: At, side: str, squares: int = 1) -> At:
    return at[0] + squares * STEP[side][0], at[1] + squares * STEP[side][1]


class Robot:
    def __init__(self, given: dict[str, Any]) -> None:
        self.id = given["id"]
        self.at: At | None = tuple(given["at"])
        self.facing = given["facing"]
        self.damage = given.get("damage", 0)
        self.archive = given.get("archive")

    @property
    def gone(self) -> bool:
        return self.at is None

    @property
    def here(self) -> At:
        """Where it is, if it is anywhere."""
        assert self.at is not None
        return self.at

    def state(self) -> dict[str, Any]:
        return {
            "at": None if self.at is None else list(self.at),
            "facing": self.facing,
            "damage": self.damage,
            "archive": self.archive,
            "destroyed": self.at is None,
        }


class Table:
    """A case on the table."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.board = case["board"]
        self.rules = DEFAULTS | case.get("rules", {})
        self.robots = [Robot(robot) for robot in case["robots"]]
        self.draws = {name: list(cards) for name, cards in case.get("forced_draw", {}).items()}
        self.decisions = case.get("decisions", [])
        self.register = 0
        self.segment = ""
        self.mover: Robot | None = None
        self.throws = 0

    # -- asking the board ----------------------------------------------------------------------------------

    def inside(self, at: At) -> bool:
        return bool(0 <= at[0] < self.board["width"] and 0 <= at[1] < self.board["height"])

    def elements(self, at: At, *kinds: str) -> list[dict[str, Any]]:
        """The elements of these kinds on a square that act in this register."""
        return [
            element
            for square in self.board["squares"]
            if tuple(square["at"]) == at
            for element in square.get("elements", [])
            if element["kind"] in kinds and self.register in element.get("active", [self.register])
        ]

    def level(self, at: At) -> int:
        return next((int(s.get("level", 0)) for s in self.board["squares"] if tuple(s["at"]) == at), 0)

    def edges(self, at: At, side: str) -> Iterator[tuple[dict[str, Any], bool]]:
        """What stands on an edge, and whether it is told of the square that one leaves."""
        for edge in self.board["edges"]:
            if tuple(edge["at"]) == at and edge["side"] == side:
                yield edge, True
            elif tuple(edge["at"]) == ahead(at, side) and edge["side"] == back(side):
                yield edge, False

    def wall(self, at: At, side: str) -> bool:
        """Whether there is a wall, or what is as good as one, for who leaves the square that way."""
        for edge, leaving in self.edges(at, side):
            match edge["kind"]:
                case "wall":
                    return True
                case "door" if self.register not in edge["active"]:
                    return True
                case "one_way_wall" if edge["red_faces"] == ("inward" if leaving else "outward"):
                    return True
        return False

    def slope(self, at: At, side: str) -> tuple[str, bool, int] | None:
        """Kind of a slope on that edge, whether it goes down, and over how many levels."""
        levels = self.level(at) - self.level(ahead(at, side)) if self.inside(ahead(at, side)) else 0
        for edge, leaving in self.edges(at, side):
            if edge["kind"] in ("ledge", "ramp"):
                return edge["kind"], (edge["upper"] == "inside") is leaving, max(1, abs(levels))
        return ("ledge", levels > 0, abs(levels)) if levels else None

    def repulsor(self, at: At, side: str) -> bool:
        if self.rules["repulsor"] == "edge":
            return any(edge["kind"] == "repulsor" for edge, _ in self.edges(at, side))
        return bool(self.elements(ahead(at, side), "repulsor"))

    def closed(self, at: At, side: str) -> bool:
        """Whether no robot can leave the square that way, repulsors aside."""
        slope = self.slope(at, side)
        below = bool(slope and slope[0] == "ledge" and not slope[1])
        return self.wall(at, side) or below or bool(self.elements(ahead(at, side), "mirror"))

    def on(self, at: At | None) -> Robot | None:
        return next((robot for robot in self.robots if at is not None and robot.at == at), None)

    def standing(self) -> list[Robot]:
        return [robot for robot in self.robots if robot.at is not None]

    # -- what happens to robots ----------------------------------------------------------------------------

    def hurt(self, robot: Robot, amount: int) -> None:
        robot.damage += amount
        if robot.damage >= self.rules["damage_limit"]:
            robot.at = None

    def enter(self, robot: Robot, start: At | None, side: str, *, walking: bool, by_portal: bool = False) -> None:
        """A robot has come to where it is."""
        if start is not None:
            slope = self.slope(start, side)
            if slope is not None and slope[0] == "ledge" and slope[1]:
                self.hurt(robot, 2 * slope[2])
        if robot.at is None:
            return
        here = robot.at
        if not self.inside(here) or self.elements(here, "pit", "drain", "radioactive_drain", "trapdoor"):
            robot.at = None
            return
        if self.segment == "B" and self.elements(here, "lava_pit"):
            self.hurt(robot, 1)
        if walking and not robot.gone and self.elements(here, "flamer"):
            self.hurt(robot, 1)
        if robot.gone or by_portal:
            return
        for portal in self.elements(here, "portal"):
            twin = next(
                tuple(square["at"])
                for square in self.board["squares"]
                for element in square.get("elements", [])
                if element["kind"] == "portal" and element["colour"] == portal["colour"] and tuple(square["at"]) != here
            )
            allowed = robot is self.mover or self.rules["portal_moves"] == "any"
            if allowed and self.on(twin) is None:
                robot.at = twin
                self.enter(robot, None, side, walking=walking, by_portal=True)

    def chain(self, robot: Robot, side: str) -> tuple[list[Robot], str]:
        """The robots in a row, this one first, and what stops the last: "", "closed" or "repulsor"."""
        row = [robot]
        while True:
            at = row[-1].here
            if self.closed(at, side):
                return row, "closed"
            if self.repulsor(at, side):
                return row, "repulsor"
            following = self.on(ahead(at, side))
            if following is None:
                return row, ""
            row.append(following)

    def advance(self, row: list[Robot], side: str, *, walking: bool) -> None:
        """A row of robots goes a square."""
        starts = {}
        for robot in row:
            starts[robot.id] = robot.here
            robot.at = ahead(robot.here, side)
        for robot in reversed(row):
            self.enter(robot, starts[robot.id], side, walking=walking and robot is row[0])

    # -- segments ------------------------------------------------------------------------------------------

    def play(self, register: int, cards: dict[str, dict[str, Any]]) -> None:
        self.register = register
        for robot in self.standing():
            if self.elements(robot.here, "randomizer") and self.draws.get(robot.id):
                cards = cards | {robot.id: self.draws[robot.id].pop(0)}
        for robot in self.standing():
            if self.elements(robot.here, "pit", "drain", "radioactive_drain", "trapdoor"):
                robot.at = None
        self.segment = "B"
        for robot in sorted(self.robots, key=lambda robot: -cards.get(robot.id, {"priority": 0})["priority"]):
            if robot.at is not None and robot.id in cards:
                self.mover, self.throws = robot, 0
                self.card(robot, cards[robot.id]["card"])
        self.mover, self.segment = None, "C"
        pushing, behind = self.rules["belt_into_robot"] == "push", self.rules["belt_follower"] == "push"
        self.board_moves(lambda e: e["kind"] == "belt" and e["speed"] == "express", "to", pushing, behind)
        self.board_moves(lambda e: e["kind"] == "belt", "to", pushing, behind)
        self.board_moves(lambda e: e["kind"] == "current", "to", pushing, behind)
        self.board_moves(lambda e: e["kind"] == "pusher", "push", True, True)
        for robot in self.standing():
            for gear in self.elements(robot.here, "gear"):
                robot.facing = turned(robot.facing, 1 if gear["turn"] == "cw" else 3)
        for robot in self.standing():
            if self.elements(robot.here, "crusher"):
                robot.at = None
        self.fire()
        self.check_in()

    def card(self, robot: Robot, card: str) -> None:
        here = robot.here
        if card in QUARTERS:
            robot.facing = turned(robot.facing, QUARTERS[card])
            if self.elements(here, "flamer"):
                self.hurt(robot, 1)
            return
        steps = VALUE[card]
        if self.elements(here, "water", "oil"):
            steps -= 1
        if steps == 0:
            return
        side = robot.facing
        if self.elements(here, "teleporter"):
            far = self.rules["teleporter_back_up"] if card == "back_up" else steps + 2
            target = ahead(here, side, far)
            high = self.elements(target, "mirror", "repulsor") or self.not_flat(target)
            if not high and self.on(target) is None:
                robot.at = target
                self.enter(robot, None, side, walking=True)
                self.slide(robot, side)
                return
        if card == "back_up":
            side = back(side)
        while steps > 0 and robot.at is not None:
            slope = self.slope(robot.at, side)
            blocked = self.closed(robot.at, side) or self.repulsor(robot.at, side)
            if not blocked and slope is not None and slope[0] == "ramp" and not slope[1]:
                steps -= 1
                if steps == 0:
                    return
            row, stop = self.chain(robot, side)
            if stop == "repulsor":
                self.throw(row[-1], back(side), VALUE[card])
            if stop:
                return
            self.advance(row, side, walking=True)
            steps -= 1
        self.slide(robot, side)

    def not_flat(self, at: At) -> bool:
        return any(
            element["kind"] in self.rules["non_flat"]
            for square in self.board["squares"]
            if tuple(square["at"]) == at
            for element in square.get("elements", [])
        )

    def throw(self, robot: Robot, side: str, squares: int) -> None:
        self.throws += 1
        for _ in range(squares):
            if robot.at is None:
                return
            row, stop = self.chain(robot, side)
            if stop == "repulsor" and self.throws < 2:
                self.throw(row[-1], back(side), squares)
            if stop:
                return
            self.advance(row, side, walking=False)

    def slide(self, robot: Robot, side: str) -> None:
        passed = []
        while robot.at is not None and self.elements(robot.here, "oil") and robot.at not in passed:
            passed.append(robot.at)
            row, stop = self.chain(robot, side)
            if stop or any(not self.elements(other.here, "oil") for other in row):
                return
            self.advance(row, side, walking=False)

    def board_moves(self, moves: Any, way: str, pushing: bool, behind: bool) -> None:
        """Belts, currents or pushers move all at once."""
        carried: dict[str, str] = {}
        for robot in self.standing():
            for element in self.elements(robot.here, "belt", "current", "pusher"):
                if moves(element):
                    carried[robot.id] = element[way]
        where = {robot.id: robot.here for robot in self.standing()}
        goals: dict[str, At] = {
            name: ahead(where[name], side)
            for name, side in carried.items()
            if not self.closed(where[name], side) and not self.repulsor(where[name], side)
        }
        goals = {name: to for name, to in goals.items() if list(goals.values()).count(to) == 1}
        goals = {
            name: to
            for name, to in goals.items()
            if not any(goals[other] == where[name] and where[other] == to for other in goals)
        }
        while True:
            pushes: dict[str, dict[str, At]] = {}
            struck = set()
            for name, to in goals.items():
                side, at = carried[name], to
                pushes[name] = {}
                while True:
                    met = self.on(at)
                    if met is None or met.id in goals:
                        break
                    further = ahead(at, side)
                    if (
                        not pushing
                        or (met.id in carried and not behind)
                        or self.closed(at, side)
                        or self.repulsor(at, side)
                        or further in goals.values()
                    ):
                        struck.add(name)
                        break
                    pushes[name][met.id] = further
                    at = further
            sound = [name for name in goals if name not in struck]
            for name in sound:
                others = [to for other in sound if other != name for to in pushes[other].values()]
                if any(to in others for to in pushes[name].values()):
                    struck.add(name)
            if not struck:
                break
            goals = {name: to for name, to in goals.items() if name not in struck}
        paths = {name: (to, carried[name], True) for name, to in goals.items()}
        for name, pushed in pushes.items():
            paths |= {other: (to, carried[name], False) for other, to in pushed.items()}
        for robot in self.standing():
            if robot.id in paths:
                robot.at = paths[robot.id][0]
        for robot in self.robots:
            if robot.id in paths:
                to, side, rode = paths[robot.id]
                for belt in self.elements(to, "belt"):
                    on_belt = any(moves(e) for e in self.elements(where[robot.id], "belt"))
                    if rode and on_belt and back(side) in belt.get("curve_from", []):
                        quarters = (CLOCK.index(belt["to"]) - CLOCK.index(side)) % 4
                        if quarters != 2:
                            robot.facing = turned(robot.facing, quarters)
                self.enter(robot, where[robot.id], side, walking=False)

    def beam(self, at: At, side: str) -> Iterator[At]:
        """The squares that a beam comes to which leaves a square that way."""
        been = []
        while (at, side) not in been:
            been.append((at, side))
            slope = self.slope(at, side)
            stopped = slope is not None and slope[0] == "ledge" and not self.rules["laser_crosses_ledge"]
            at = ahead(at, side)
            if self.wall(ahead(at, back(side)), side) or stopped or not self.inside(at):
                return
            for mirror in self.elements(at, "mirror"):
                rising = {"E": "N", "N": "E", "W": "S", "S": "W"}
                falling = {"E": "S", "S": "E", "W": "N", "N": "W"}
                side = rising[side] if mirror["diagonal"] == "NE-SW" else falling[side]
            yield at

    def fire(self) -> None:
        self.segment = "D"
        damage = dict.fromkeys((robot.id for robot in self.standing()), 0)
        for square in self.board["squares"]:
            at = tuple(square["at"])
            for laser in self.elements(at, "laser_emitter"):
                hit = self.first_hit([at, *self.beam(at, laser["fires"])])
                if hit is not None:
                    damage[hit.id] += laser.get("beams", 1)
        for robot in self.standing():
            hit = self.first_hit(list(self.beam(robot.here, robot.facing)))
            if hit is not None and hit is not robot:
                damage[hit.id] += 1
        for robot in self.standing():
            damage[robot.id] += len(self.elements(robot.here, "flamer"))
            damage[robot.id] += 2 * len(self.elements(robot.here, "lava_pit"))
            for side in CLOCK:
                beside = ahead(robot.here, side)
                if self.rules["lava_through_walls"] or not self.wall(beside, back(side)):
                    damage[robot.id] += len(self.elements(beside, "lava_pit"))
                if self.rules["lava_neighbours"] == "eight":
                    damage[robot.id] += len(self.elements(ahead(beside, turned(side, 1)), "lava_pit"))
            if self.register == 5:
                damage[robot.id] += len(self.elements(robot.here, "radiation", "waste"))
        for robot in self.standing():
            self.hurt(robot, damage[robot.id])

    def first_hit(self, path: list[At]) -> Robot | None:
        return next((hit for at in path if (hit := self.on(at)) is not None), None)

    def check_in(self) -> None:
        for robot in self.standing():
            if self.elements(robot.here, "repair", "double_repair"):
                robot.archive = list(robot.here)

    def end(self) -> None:
        for robot in self.standing():
            draws = any(d["robot"] == robot.id and d["take"] == "draw" for d in self.decisions)
            for site in self.elements(robot.here, "repair", "double_repair"):
                most = site.get("wrenches", 1) if site["kind"] == "repair" else 0 if draws else 2
                robot.damage -= min(most, robot.damage)


def play(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The robots after each register, the end of the round counted to the last."""
    table = Table(case)
    after = []
    for number, register in enumerate(case["registers"]):
        cards = {
            name: program[number]
            for name, program in case.get("program", {}).items()
            if number < len(program) and program[number] is not None
        }
        table.play(register, cards)
        if case.get("end_of_turn") and number == len(case["registers"]) - 1:
            table.end()
        after.append({robot.id: robot.state() for robot in table.robots})
    return after
