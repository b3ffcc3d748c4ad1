"""Rule sets and component sets as typed values (section 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Literal, TypeVar

from mechanica_core.messages import Names
from mechanica_core.pieces import Kind, Model, Shape

T = TypeVar("T")


MAX_COLUMNS: Final = 99
"""A floor may have any number of columns (A-2.3); past this a file or a document is refused as a mistake."""


class Source(StrEnum):
    """How an entry of a component set is known."""

    PRINTED = "printed"
    MEASURED = "measured"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """A value together with how it is known."""

    value: T
    source: Source


@dataclass(frozen=True, slots=True, order=True)
class Assumption:
    """An assumed entry that a result rests on: the entry's path in the component file, and its value."""

    what: str
    value: int | str

    def as_json(self) -> dict[str, int | str]:
        """The ``{"what", "value"}`` object of an ``assumed`` list."""
        return {"what": self.what, "value": self.value}


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """The switches in which the rulebooks differ (table of section 11)."""

    name: str
    title: Names
    big_trucks: int
    huge_trucks: int
    bots_of_each_model: int
    double_rotate: bool
    solo_vault_bonus: Mapping[str, int]
    solo_chip_five: Literal["most_expensive_if_affordable", "most_expensive_affordable"]
    solo_end_of_turn: Literal["rotate_then_refresh", "refresh_then_rotate"]
    flight_coin: Literal["thrown_over", "landing_on"]
    factories_run: Literal["opens_the_workday", "closes_the_workday"]


@dataclass(frozen=True, slots=True)
class StartShape:
    """A start slot or a fabricator: its holes, and whether its knob reaches onto the floor (D-3.7)."""

    holes: tuple[str, ...]
    knob: bool


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A blueprint card: the bots it asks for and the money it pays into the vault (R-9.2, A-9.1)."""

    asks: tuple[Model, ...]
    pays: int


@dataclass(frozen=True, slots=True, eq=False)
class ComponentSet:
    """Everything that is printed on one set of physical pieces (A-n), each entry with its source.

    ``shapes`` is keyed by kind and flipped side, ``start_shapes`` by fabricator kind or None for an empty
    slot, ``truck_holes`` by truck kind. ``end_values``, ``recycling`` and ``counts`` cover the improvements,
    ``prices`` what is always for sale.
    """

    name: str
    title: Names
    columns: Fact[int]
    shapes: Mapping[tuple[Kind, bool], Fact[Shape]]
    start_shapes: Mapping[Kind | None, Fact[StartShape]]
    truck_holes: Mapping[Kind, Fact[int]]
    piece_names: Mapping[Kind, Names]
    model_names: Mapping[Model, Names]
    model_prices: Mapping[Model, Fact[int]]
    counts: Mapping[Kind, Fact[int]]
    prices: Mapping[Kind, Fact[int]]
    huge_truck_for_big: Fact[int]
    end_values: Mapping[Kind, Fact[int]]
    recycling: Mapping[Kind, Fact[tuple[Model, ...]]]
    shop_spots: Fact[tuple[int, ...]]
    blueprints: tuple[Fact[Blueprint], ...]
