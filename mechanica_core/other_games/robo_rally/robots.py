"""Robots, their options, and the situation they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mechanica_core.geometry import Facing
from mechanica_core.messages import Message, say
from mechanica_core.other_games.robo_rally.board import At, Board, SituationError, square_text
from mechanica_core.other_games.robo_rally.elements import ElementKind, Repulsor, catalogue
from mechanica_core.other_games.robo_rally.rules import DEFAULT_RULES, RuleSet

MAX_ROBOTS: Final = 40


@dataclass(frozen=True, slots=True)
class Option:
    """An option card; what it does is no matter here. ``ammunition`` is what is left of ``capacity`` shots."""

    name: str
    ammunition: int = 0
    capacity: int = 0


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot; ``at`` is None once it is destroyed."""

    name: str
    at: At | None
    facing: Facing
    damage: int = 0
    archive: At | None = None
    options: tuple[Option, ...] = ()

    @property
    def destroyed(self) -> bool:
        """Whether it is out of play; what comes after that is not told here."""
        return self.at is None


@dataclass(frozen=True, slots=True)
class Situation:
    """Robots on a board, and the rules they play by. Raises :class:`SituationError` listing all that is impossible.

    Where two robots have cards of the same priority, the one listed first moves first.
    """

    board: Board
    robots: tuple[Robot, ...]
    rules: RuleSet = DEFAULT_RULES

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise SituationError(problems)

    def robot(self, name: str) -> Robot:
        """The robot of that name. Raises KeyError if there is none."""
        for robot in self.robots:
            if robot.name == name:
                return robot
        raise KeyError(name)

    def with_robots(self, robots: tuple[Robot, ...]) -> Situation:
        """The same with robots that are known to be possible."""
        other = object.__new__(Situation)
        for name, value in (("board", self.board), ("robots", robots), ("rules", self.rules)):
            object.__setattr__(other, name, value)
        return other

    def _problems(self) -> Iterator[tuple[str, Message]]:
        solid = {}
        for square in self.board.squares:
            for element in square.elements:
                if element.kind in (ElementKind.MIRROR, ElementKind.REPULSOR):
                    solid[square.at] = element.kind
                if element.kind is ElementKind.REPULSOR and self.rules.repulsor == "edge":
                    why = say("by these rules repulsors are on edges; list it there, or set {rule}", rule="repulsor")
                    yield f"{square_text(square.at)}/repulsor", why
        for edge in self.board.edges:
            if isinstance(edge.barrier, Repulsor) and self.rules.repulsor == "square":
                why = say("by these rules repulsors are on squares; list it there, or set {rule}", rule="repulsor")
                yield f"{square_text(edge.at)}/repulsor", why
        if self.rules.damage_limit < 1:
            yield "rules/damage_limit", say("{found} is below {least}", found=self.rules.damage_limit, least=1)
        if len(self.robots) > MAX_ROBOTS:
            yield "robots", say("more than {most} entries", most=MAX_ROBOTS)
        names = Counter(robot.name for robot in self.robots)
        places = Counter(robot.at for robot in self.robots)
        for robot in self.robots:
            where = f"robots/{robot.name}"
            if names[robot.name] > 1:
                yield where, say("two robots have this name")
            if robot.at is not None:
                if not self.board.has(robot.at):
                    yield f"{where}/at", say("{square} is not on the board", square=square_text(robot.at))
                elif robot.at in solid:
                    why = say(
                        "{square} has a {kind}; no robot can be there",
                        square=square_text(robot.at),
                        kind=catalogue()[solid[robot.at]].names,
                    )
                    yield f"{where}/at", why
                elif places[robot.at] > 1:
                    yield f"{where}/at", say("another robot is on {square} too", square=square_text(robot.at))
                if robot.damage >= self.rules.damage_limit:
                    why = say("{found} destroys a robot; it is out of play", found=robot.damage)
                    yield f"{where}/damage", why
            if robot.damage < 0:
                yield f"{where}/damage", say("{found} is below {least}", found=robot.damage, least=0)
            if robot.archive is not None and not self.board.has(robot.archive):
                yield f"{where}/archive", say("{square} is not on the board", square=square_text(robot.archive))
