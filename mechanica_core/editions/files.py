"""Rule sets and component sets as TOML files, read and checked through pydantic."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Generic, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from mechanica_core.editions.model import (
    MAX_COLUMNS,
    Blueprint,
    ComponentSet,
    Fact,
    RuleSet,
    Source,
    StartShape,
)
from mechanica_core.errors import EditionError
from mechanica_core.geometry import Turn
from mechanica_core.messages import Names, say
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, IMPROVEMENTS, TRUCKS, Kind, Model, Shape, Side

FORMAT: Final = "mechanica-components/1"
MAX_FILE_BYTES: Final = 200_000
MAX_LINE: Final = 1_000
"""A key of many dots in one line takes a TOML reader very long."""
_AT: Final = re.compile(r"\(at line (\d+), column (\d+)\)$")
"""How a TOML reader ends its English sentence, unless the text stops too early."""

T = TypeVar("T")
HOLE_COUNTS: Final[Mapping[Kind, tuple[int, int]]] = {
    Kind.UPGRADER: (1, 1),
    Kind.DOWNGRADER: (1, 3),
    Kind.DUPLICATOR: (1, 2),
    Kind.REPURPOSER: (2, 1),
    Kind.GIFT_WRAPPER: (0, 0),
    Kind.STATIC_CHARGER: (0, 2),
    Kind.FLIGHT_TESTER: (0, 0),
    Kind.FORK: (0, 0),
}
"""Input and output holes that a kind's effect needs (sections 5 and 6)."""
EXITS_THROUGH: Final[Mapping[Kind, int]] = {Kind.GIFT_WRAPPER: 1, Kind.STATIC_CHARGER: 1, Kind.FORK: 2}
"""Exits that a bot passing through may leave by (R-5.7, R-5.8)."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Entry(_Strict, Generic[T]):
    value: T
    source: Source = Field(strict=False)

    def fact(self) -> Fact[T]:
        return Fact(self.value, self.source)


_Text = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
_Coins = Annotated[int, Field(ge=0, le=999)]
# TOML has no enumerations: their names are taken as text.
_LooseModel = Annotated[Model, Field(strict=False)]
_LooseTurn = Annotated[Turn, Field(strict=False)]
_LooseSide = Annotated[Side, Field(strict=False)]
_Hole = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,15}$")]


def _distinct(holes: list[str]) -> list[str]:
    if len(set(holes)) < len(holes):
        raise ValueError("a hole is named twice")
    return holes


_Holes = Annotated[list[_Hole], Field(max_length=9), AfterValidator(_distinct)]


class _Names(_Strict):
    en: _Text
    de: _Text
    es: _Text

    def names(self) -> Names:
        return Names(self.en, self.de, self.es)


class _Sides(_Strict):
    west: _LooseSide
    north: _LooseSide
    east: _LooseSide
    south: _LooseSide


class _Shape(_Strict):
    """Sides and holes of a piece that faces east (A-3.4)."""

    source: Source = Field(strict=False)
    sides: _Sides
    inputs: list[_Hole] = Field(default=[], max_length=2)
    outputs: list[_LooseTurn] = Field(default=[], max_length=3)
    through: list[_LooseTurn] = Field(default=[], max_length=2)
    throws: _LooseTurn | None = None

    @model_validator(mode="after")
    def _exits_lead_out(self) -> Self:
        sides = dict(zip(Turn, self._sides(), strict=True))
        for turn in (*self.outputs, *self.through):
            if sides[turn] is not Side.EXIT:
                raise ValueError(f"bots leave {turn}, but that side is no exit")
        names = [*self.inputs, *self.outputs]
        if len(set(names)) < len(names) or len(set(self.through)) < len(self.through):
            raise ValueError("a hole or exit is named twice")
        return self

    def _sides(self) -> tuple[Side, Side, Side, Side]:
        return self.sides.east, self.sides.north, self.sides.west, self.sides.south

    def fact(self) -> Fact[Shape]:
        shape = Shape(
            sides=self._sides(),
            inputs=tuple(self.inputs),
            outputs=tuple(self.outputs),
            through=tuple(self.through),
            throws=self.throws,
        )
        return Fact(shape, self.source)


class _Board(_Strict):
    columns: _Entry[Annotated[int, Field(ge=1, le=MAX_COLUMNS)]]
    empty_slot_holes: _Entry[_Holes]


class _Shop(_Strict):
    spots: _Entry[Annotated[list[_Coins], Field(min_length=1, max_length=12)]]
    huge_truck_for_big: _Entry[_Coins]


class _Model(_Strict):
    names: _Names
    price: _Entry[_Coins]


class _Piece(_Strict):
    names: _Names
    count: _Entry[Annotated[int, Field(ge=0, le=99)]] | None = None
    price: _Entry[_Coins] | None = None
    end_value: _Entry[_Coins] | None = None
    recycling: _Entry[Annotated[list[_LooseModel], Field(min_length=1, max_length=4)]] | None = None
    shape: _Shape | None = None
    flipped: _Shape | None = None
    holes: _Entry[Annotated[_Holes, Field(min_length=1)]] | None = None
    knob: _Entry[bool] | None = None


class _Blueprint(_Strict):
    asks: Annotated[list[_LooseModel], Field(min_length=1, max_length=9)]
    pays: _Coins
    source: Source = Field(strict=False)


def _wanted_entries(kind: Kind) -> set[str]:
    """Which entries of a piece the set must give: all of these and no others."""
    wanted: set[str] = set()
    if kind in IMPROVEMENTS:
        wanted |= {"count", "end_value", "recycling"}
    if kind is Kind.FORK:
        wanted |= {"count", "price"}
    if kind in (Kind.BIG_TRUCK, Kind.HUGE_TRUCK):
        wanted |= {"price"}
    if kind in FLOOR_KINDS:
        wanted |= {"shape"}
    if kind is Kind.DUPLICATOR:
        wanted |= {"flipped"}
    if kind in FABRICATORS:
        wanted |= {"holes", "knob"}
    if kind in TRUCKS:
        wanted |= {"holes"}
    return wanted


class _ComponentFile(_Strict):
    format: Literal["mechanica-components/1"]
    title: _Names
    board: _Board
    shop: _Shop
    models: dict[_LooseModel, _Model]
    pieces: dict[Annotated[Kind, Field(strict=False)], _Piece]
    blueprints: Annotated[list[_Blueprint], Field(min_length=2, max_length=99)]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        problems = [f"lacks models.{model}" for model in Model if model not in self.models]
        problems += [f"lacks pieces.{kind}" for kind in Kind if kind not in self.pieces]
        for kind, piece in self.pieces.items():
            problems += _piece_problems(kind, piece)
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def component_set(self, name: str) -> ComponentSet:
        pieces = self.pieces
        shapes = {(kind, False): piece.shape.fact() for kind, piece in pieces.items() if piece.shape}
        shapes |= {(kind, True): piece.flipped.fact() for kind, piece in pieces.items() if piece.flipped}
        start_shapes: dict[Kind | None, Fact[StartShape]] = {
            None: Fact(
                StartShape(tuple(self.board.empty_slot_holes.value), knob=False),
                self.board.empty_slot_holes.source,
            )
        }
        for kind, piece in pieces.items():
            if piece.holes and piece.knob:
                start_shapes[kind] = Fact(StartShape(tuple(piece.holes.value), piece.knob.value), piece.holes.source)
        trucks = {kind: pieces[kind].holes for kind in TRUCKS}
        return ComponentSet(
            name=name,
            title=self.title.names(),
            columns=self.board.columns.fact(),
            shapes=shapes,
            start_shapes=start_shapes,
            truck_holes={k: Fact(len(holes.value), holes.source) for k, holes in trucks.items() if holes},
            piece_names={kind: piece.names.names() for kind, piece in pieces.items()},
            model_names={model: entry.names.names() for model, entry in self.models.items()},
            model_prices={model: entry.price.fact() for model, entry in self.models.items()},
            counts={kind: piece.count.fact() for kind, piece in pieces.items() if piece.count},
            prices={kind: piece.price.fact() for kind, piece in pieces.items() if piece.price},
            huge_truck_for_big=self.shop.huge_truck_for_big.fact(),
            end_values={kind: piece.end_value.fact() for kind, piece in pieces.items() if piece.end_value},
            recycling={
                kind: Fact(tuple(piece.recycling.value), piece.recycling.source)
                for kind, piece in pieces.items()
                if piece.recycling
            },
            shop_spots=Fact(tuple(self.shop.spots.value), self.shop.spots.source),
            blueprints=tuple(Fact(Blueprint(tuple(b.asks), b.pays), b.source) for b in self.blueprints),
        )


def _piece_problems(kind: Kind, piece: _Piece) -> Iterator[str]:
    """What a piece's entry lacks or has too much, and what of its shapes its effect cannot do with."""
    entries = set(type(piece).model_fields) - {"names"}
    given, wanted = {name for name in entries if getattr(piece, name) is not None}, _wanted_entries(kind)
    for name in sorted(wanted - given):
        yield f"pieces.{kind} lacks {name}"
    for name in sorted(given - wanted):
        yield f"pieces.{kind} has a needless {name}"
    if kind in FABRICATORS and piece.holes and "centre" not in piece.holes.value:
        yield f"pieces.{kind}.holes lacks centre, where bots are made"
    for side, shape in (("shape", piece.shape), ("flipped", piece.flipped)):
        if shape is not None and kind in HOLE_COUNTS:
            yield from _shape_problems(kind, f"pieces.{kind}.{side}", shape)


def _shape_problems(kind: Kind, where: str, shape: _Shape) -> Iterator[str]:
    """A piece's effect needs its holes and exits, wherever this copy's artwork puts them."""
    holes, through = (len(shape.inputs), len(shape.outputs)), EXITS_THROUGH.get(kind, 0)
    if holes != HOLE_COUNTS[kind]:
        yield f"{where} has {holes} input and output holes, not {HOLE_COUNTS[kind]}"
    if len(shape.through) != through:
        yield f"{where} lets bots through by {len(shape.through)} exits, not {through}"
    if (shape.throws is not None) != (kind is Kind.FLIGHT_TESTER):
        yield f"{where}: only a Flight Tester throws, and it must"


class _RuleSet(_Strict):
    title: _Names
    big_trucks: int
    huge_trucks: int
    bots_of_each_model: int
    double_rotate: bool
    solo_vault_bonus: dict[str, int]
    solo_chip_five: Literal["most_expensive_if_affordable", "most_expensive_affordable"]
    solo_end_of_turn: Literal["rotate_then_refresh", "refresh_then_rotate"]
    flight_coin: Literal["thrown_over", "landing_on"]
    factories_run: Literal["opens_the_workday", "closes_the_workday"]


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """A component file's text as it stands. Raises :class:`EditionError` if it is no TOML, or too long."""
    if len(text) > MAX_FILE_BYTES:
        raise EditionError(
            say(
                "{file}: longer than {most} characters, so no component file",
                file=source,
                most=MAX_FILE_BYTES,
            )
        )
    if max(map(len, text.splitlines()), default=0) > MAX_LINE:
        raise EditionError(say("{file}: a line is longer than {most} characters", file=source, most=MAX_LINE))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise EditionError(say("{file}: nested too deeply", file=source)) from None
    except ValueError as error:
        at, invalid = _AT.search(str(error)), say("this is not valid TOML")
        line, column = at.groups() if at else (text.count("\n") + 1, len(text) - text.rfind("\n"))
        why = say("line {line}, column {column}: {why}", line=line, column=column, why=invalid)
        raise EditionError(say("{file}: {why}", file=source, why=why)) from None


def read_component_set(text: str, name: str, source: str) -> ComponentSet:
    """Read a component file's text as the set ``name``; ``source`` names the file in errors.

    Raises :class:`EditionError` listing every broken entry.
    """
    return checked_component_set(parse_toml(text, source), name, source)


def checked_component_set(document: object, name: str, source: str) -> ComponentSet:
    """Check a component file that was parsed already, as :func:`read_component_set` does."""
    try:
        return _ComponentFile.model_validate(document).component_set(name)
    except ValidationError as error:
        problems = _sentences(error)
        why = say(
            "{file}: broken entries: {number}, the first: {why}", file=source, number=len(problems), why=problems[0]
        )
        raise EditionError(why, problems) from None


def read_rule_sets(text: str) -> dict[str, RuleSet]:
    """Read the package's table of rule sets."""
    tables = TypeAdapter(dict[str, _RuleSet]).validate_python(parse_toml(text, "rule_sets.toml"))
    return {
        name: RuleSet(name=name, **(dict(table) | {"title": table.title.names()})) for name, table in tables.items()
    }


def _sentences(error: ValidationError) -> list[str]:
    sentences = []
    for detail in error.errors(include_url=False):
        place = ".".join(str(part) for part in detail["loc"] if part != "[key]")
        for message in detail["msg"].removeprefix("Value error, ").splitlines():
            sentences.append(f"{place}: {message}" if place else message)
    return sentences
