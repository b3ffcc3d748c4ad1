"""Reads ``examples.txt``: for every board element situations in a few lines, and what comes of them.

An example begins with ``# ELEMENT: what it shows``. Then come, in any order,

    A 5,5 N 2 move1 700 -> 5,4 N 2    a robot: where, facing, damage, card, priority; and what becomes of it, or "gone"
    5,4: pit E:wall                   a square: its signs, as in drawings of boards
    size 3x1                          the size of the board, else 12x12
    register 5                        the register, else 1
    end                               the end of the round follows
    rules belt_into_robot=stop        the rule set
    draw A move2 300                  a card of a randomizer

Damage, card, priority and the end of an outcome may be left out; then they are 0, none, 100 and anything.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mechanica_core.geometry import FACINGS
from mechanica_core.other_games.robo_rally import Board, Card, Draws, Edge, Order, Robot, RuleSet, Situation, Square
from mechanica_core.other_games.robo_rally.board_text import read_square
from mechanica_core.other_games.robo_rally.document import Case

FILE: Final = Path(__file__).with_name("examples.txt")
FACING: Final = {facing.value[0].upper(): facing for facing in FACINGS}
ROBOT: Final = re.compile(r"(\w+) (\d+),(\d+) ([NESW])(?: (\d+))?(?: ([a-z_]+[123]?)(?: (\d+))?)? -> (.+)")


@dataclass
class Example:
    """A situation that shows something of an element, and its outcome by robot."""

    element: str
    title: str
    robots: list[Robot] = field(default_factory=list)
    cards: dict[str, list[Card | None]] = field(default_factory=dict)
    outcome: dict[str, str] = field(default_factory=dict)
    squares: list[Square] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    size: tuple[int, int] = (12, 12)
    register: int = 1
    ends_round: bool = False
    rules: dict[str, Any] = field(default_factory=dict)
    draws: dict[str, list[Card]] = field(default_factory=dict)

    @property
    def case(self) -> Case:
        """The example to play."""
        board = Board(*self.size, tuple(self.squares), tuple(self.edges))
        situation = Situation(board, tuple(self.robots), RuleSet(**self.rules))
        return Case(situation, (self.register,), self.cards, self.ends_round, Draws(self.draws))

    def read(self, line: str) -> None:
        """Take in a line of the file."""
        if robot := ROBOT.fullmatch(line):
            name, x, y, facing, damage, card, priority, outcome = robot.groups()
            self.robots.append(Robot(name, (int(x), int(y)), FACING[facing], int(damage or 0)))
            self.outcome[name] = outcome
            if card:
                self.cards[name] = [Card(Order(card), int(priority or 100))]
            return
        match line.split():
            case ["size", size]:
                width, height = size.split("x")
                self.size = int(width), int(height)
            case ["register", number]:
                self.register = int(number)
            case ["end"]:
                self.ends_round = True
            case ["rules", *rules]:
                for rule in rules:
                    name, value = rule.split("=")
                    self.rules[name] = _value(value)
            case ["draw", name, card, priority]:
                self.draws.setdefault(name, []).append(Card(Order(card), int(priority)))
            case [place, *signs] if place.endswith(":"):
                x, y = place[:-1].split(",")
                square, edges = read_square((int(x), int(y)), signs)
                self.squares.append(square)
                self.edges += edges
            case _:
                raise ValueError(line)

    def differences(self, robots: dict[str, Any]) -> list[str]:
        """What of the robots is otherwise than it should be."""
        found = []
        for name, wanted in self.outcome.items():
            robot = robots[name]
            got = "gone"
            if not robot["destroyed"]:
                got = f"{robot['at'][0]},{robot['at'][1]} {robot['facing']} {robot['damage']}"
            if not f"{got} ".startswith(f"{wanted} "):
                found.append(f"{name}: {got}, not {wanted}")
        return found


def _value(text: str) -> Any:
    try:
        value = ast.literal_eval(text)
    except ValueError:
        return text
    return frozenset(value) if isinstance(value, set) else value


def examples() -> Iterator[Example]:
    """All of the file."""
    example: Example | None = None
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            if example:
                yield example
            element, title = line.removeprefix("# ").split(": ", 1)
            example = Example(element, title)
        elif example and line.strip():
            example.read(line.strip())
    if example:
        yield example
