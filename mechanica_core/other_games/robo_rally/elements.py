"""The 31 board elements as values: what lies on squares, what stands on edges, and what each is called."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from mechanica_core.geometry import Facing
from mechanica_core.messages import Names

REGISTERS: Final = (1, 2, 3, 4, 5)


class ElementKind(StrEnum):
    """The entries of the catalogue, in its order (RR-1 to RR-31)."""

    PIT = "pit"
    TRAPDOOR = "trapdoor"
    FAST_BELT = "fast_belt"
    SLOW_BELT = "slow_belt"
    TURNING_BELT = "turning_belt"
    GEAR = "gear"
    WALL = "wall"
    LASER = "laser"
    PUSHER = "pusher"
    CRUSHER = "crusher"
    WATER = "water"
    CURRENT = "current"
    DRAIN = "drain"
    RANDOMIZER = "randomizer"
    LEDGE = "ledge"
    RAMP = "ramp"
    OIL = "oil"
    REPAIR = "repair"
    DOUBLE_REPAIR = "double_repair"
    REPULSOR = "repulsor"
    RADIATION = "radiation"
    WASTE = "waste"
    ONE_WAY_WALL = "one_way_wall"
    RADIOACTIVE_DRAIN = "radioactive_drain"
    TELEPORTER = "teleporter"
    PORTAL = "portal"
    FLAMER = "flamer"
    CHOP_SHOP = "chop_shop"
    MIRROR = "mirror"
    DOOR = "door"
    LAVA_PIT = "lava_pit"


K: Final = ElementKind


@dataclass(frozen=True, slots=True)
class Plain:
    """An element that its kind tells all about; a repulsor lies on a square only by some rule sets (RR-20)."""

    kind: ElementKind


@dataclass(frozen=True, slots=True)
class Timed:
    """A trapdoor pit, crusher or flamer, and the registers in which it is active."""

    kind: ElementKind
    active: frozenset[int]


@dataclass(frozen=True, slots=True)
class Belt:
    """A belt, which a curve makes a turning belt: robots that a belt carries in from those sides turn (RR-3 to 5)."""

    to: Facing
    fast: bool = False
    curve_from: frozenset[Facing] = frozenset()

    @property
    def kind(self) -> ElementKind:
        """Turning where it has a curve, else fast or slow."""
        return K.TURNING_BELT if self.curve_from else K.FAST_BELT if self.fast else K.SLOW_BELT


@dataclass(frozen=True, slots=True)
class Current:
    """A current (RR-12)."""

    to: Facing
    kind: Literal[ElementKind.CURRENT] = ElementKind.CURRENT


@dataclass(frozen=True, slots=True)
class Gear:
    """A gear, which turns robots by 90 degrees (RR-6)."""

    clockwise: bool
    kind: Literal[ElementKind.GEAR] = ElementKind.GEAR


@dataclass(frozen=True, slots=True)
class Laser:
    """A laser whose beams start on its square; each of them is a damage (RR-8)."""

    fires: Facing
    beams: int = 1
    kind: Literal[ElementKind.LASER] = ElementKind.LASER


@dataclass(frozen=True, slots=True)
class Pusher:
    """A pusher and the registers in which it is active (RR-9)."""

    push: Facing
    active: frozenset[int]
    kind: Literal[ElementKind.PUSHER] = ElementKind.PUSHER


@dataclass(frozen=True, slots=True)
class Portal:
    """One of two portals of a colour (RR-26)."""

    colour: str
    kind: Literal[ElementKind.PORTAL] = ElementKind.PORTAL


@dataclass(frozen=True, slots=True)
class Mirror:
    """A mirror along a diagonal: it turns beams and no robot can enter its square (RR-29)."""

    rising: bool
    """From the southwest to the northeast (NE-SW), else from the northwest to the southeast (NW-SE)."""
    kind: Literal[ElementKind.MIRROR] = ElementKind.MIRROR


Element: TypeAlias = Plain | Timed | Belt | Current | Gear | Laser | Pusher | Portal | Mirror
"""What lies on a square."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall (RR-7)."""

    kind: Literal[ElementKind.WALL] = ElementKind.WALL

    def seen_from_beyond(self) -> Wall:
        """The same, told of the square on the other side."""
        return self


@dataclass(frozen=True, slots=True)
class OneWayWall:
    """A wall for who comes from its red side (RR-23)."""

    red_outward: bool
    """The red side looks away from the square, so that nobody can come in; else nobody can go out."""
    kind: Literal[ElementKind.ONE_WAY_WALL] = ElementKind.ONE_WAY_WALL

    def seen_from_beyond(self) -> OneWayWall:
        """The same, told of the square on the other side."""
        return OneWayWall(not self.red_outward)


@dataclass(frozen=True, slots=True)
class Slope:
    """A ledge or a ramp between two levels (RR-15, RR-16)."""

    kind: Literal[ElementKind.LEDGE, ElementKind.RAMP]
    upper_inside: bool
    """The square itself is the upper one, else the one beyond."""

    def seen_from_beyond(self) -> Slope:
        """The same, told of the square on the other side."""
        return Slope(self.kind, not self.upper_inside)


@dataclass(frozen=True, slots=True)
class Repulsor:
    """A repulsor on an edge (RR-20)."""

    kind: Literal[ElementKind.REPULSOR] = ElementKind.REPULSOR

    def seen_from_beyond(self) -> Repulsor:
        """The same, told of the square on the other side."""
        return self


@dataclass(frozen=True, slots=True)
class Door:
    """A door and the registers in which it is absent; in the others it is a wall (RR-30)."""

    active: frozenset[int]
    kind: Literal[ElementKind.DOOR] = ElementKind.DOOR

    def seen_from_beyond(self) -> Door:
        """The same, told of the square on the other side."""
        return self


Barrier: TypeAlias = Wall | OneWayWall | Slope | Repulsor | Door
"""What stands on an edge."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An element of the catalogue: its number, its names, and whether it is in none of the published sets."""

    number: int
    names: Names
    unofficial: bool


@functools.cache
def catalogue() -> Mapping[ElementKind, Entry]:
    """All 31 elements, by kind."""
    text = (files(__package__) / "data" / "elements.toml").read_text(encoding="utf-8")
    return {
        ElementKind(kind): Entry(entry["number"], Names(**entry["names"]), entry.get("unofficial", False))
        for kind, entry in tomllib.loads(text).items()
    }
