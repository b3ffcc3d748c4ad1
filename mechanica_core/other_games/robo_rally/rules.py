"""The rule set: every decision where the rules are silent or editions differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mechanica_core.other_games.robo_rally.elements import ElementKind


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What docs/ROBORALLY.md decides, each with its default (RR-D)."""

    belt_into_robot: Literal["push", "stop"] = "push"
    """A belt or current that carries a robot onto one that the belts do not move pushes it, or stops before it."""
    belt_follower: Literal["drop", "push"] = "drop"
    """A robot behind one that its belt cannot move stays too, or pushes it as it would any other."""
    repulsor: Literal["edge", "square"] = "edge"
    """Where repulsors are: on edges, or on squares that nobody can enter."""
    teleporter_back_up: Literal[2, 1] = 2
    """How many squares in front of a teleporter a robot reappears that backs up: the sentence says 2, the formula 1."""
    portal_moves: Literal["own_card", "any"] = "own_card"
    """Which robots a portal moves: those that enter it on their own card, or whoever enters it."""
    damage_limit: int = 10
    """So much damage destroys a robot."""
    laser_crosses_ledge: bool = False
    """Whether beams cross a ledge between levels."""
    lava_neighbours: Literal["four", "eight"] = "four"
    """Which squares are adjacent to a lava pit: the four orthogonal ones, or those across corners too."""
    lava_through_walls: bool = True
    """Whether a lava pit burns through walls; else not the square beyond one. Corners have no walls."""
    non_flat: frozenset[ElementKind] = frozenset({ElementKind.MIRROR, ElementKind.CRUSHER})
    """Devices on which no teleporter sets a robot down."""


DEFAULT_RULES = RuleSet()
"""The older rules as this project reads them."""
