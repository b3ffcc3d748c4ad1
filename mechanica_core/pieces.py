"""Bots' models, kinds of pieces and their shapes: sides and holes as data (sections 1 and 3)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from mechanica_core.geometry import FACING_INDEX, FACINGS, TURN_INDEX, TURNS, Facing, Turn


class Model(StrEnum):
    """A bot's model, in rising order (R-1.1)."""

    BASIC = "basic"
    PLUS = "plus"
    DELUXE = "deluxe"


MODELS: Final = tuple(Model)
MODEL_CODE: Final = {model: code for code, model in enumerate(MODELS, start=1)}
"""Inside the library a hole holds 0 (nothing), 1 (Basic), 2 (Plus) or 3 (Deluxe)."""


class Kind(StrEnum):
    """Every kind of piece, by the area it goes into (R-3.1, R-3.2)."""

    UPGRADER = "upgrader"
    DOWNGRADER = "downgrader"
    DUPLICATOR = "duplicator"
    REPURPOSER = "repurposer"
    GIFT_WRAPPER = "gift_wrapper"
    STATIC_CHARGER = "static_charger"
    FLIGHT_TESTER = "flight_tester"
    FORK = "fork"
    BASIC_FABRICATOR = "basic_fabricator"
    ADVANCED_FABRICATOR = "advanced_fabricator"
    OVERACTIVE_FABRICATOR = "overactive_fabricator"
    SMALL_TRUCK = "small_truck"
    BIG_TRUCK = "big_truck"
    HUGE_TRUCK = "huge_truck"


FLOOR_KINDS: Final = (
    Kind.UPGRADER,
    Kind.DOWNGRADER,
    Kind.DUPLICATOR,
    Kind.REPURPOSER,
    Kind.GIFT_WRAPPER,
    Kind.STATIC_CHARGER,
    Kind.FLIGHT_TESTER,
    Kind.FORK,
)
FABRICATORS: Final = (Kind.BASIC_FABRICATOR, Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR)
TRUCKS: Final = (Kind.SMALL_TRUCK, Kind.BIG_TRUCK, Kind.HUGE_TRUCK)
PRINTED: Final = (Kind.BASIC_FABRICATOR, Kind.SMALL_TRUCK)
"""Printed on the board, so never bought, installed or demolished (R-2.4)."""
IMPROVEMENTS: Final = (*FLOOR_KINDS[:-1], Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR)
"""The nine kinds in the improvement stacks (R-3.1)."""
ONCE_A_WORKDAY: Final = frozenset({Kind.GIFT_WRAPPER, Kind.STATIC_CHARGER, Kind.FLIGHT_TESTER})
"""A bot may pass each single one of these once a workday (R-5.12)."""


class Side(StrEnum):
    """What one side of a jigsaw piece is (R-3.3)."""

    ENTRANCE = "entrance"
    EXIT = "exit"
    FLAT = "flat"


@dataclass(frozen=True, slots=True)
class Shape:
    """Sides and holes of a kind of piece, as seen facing ahead (A-3.4).

    ``sides`` are ahead, left, behind and right. Bots stop in ``inputs``; each of ``outputs`` is the exit by
    which that hole's bot leaves (R-3.5). A pass-through piece sends bots on by one of ``through``, a Flight
    Tester throws them in the direction ``throws``.
    """

    sides: tuple[Side, Side, Side, Side]
    inputs: tuple[str, ...] = ()
    outputs: tuple[Turn, ...] = ()
    through: tuple[Turn, ...] = ()
    throws: Turn | None = None

    @property
    def holes(self) -> tuple[str, ...]:
        """Every hole's name, inputs first."""
        return self.inputs + self.outputs

    def __str__(self) -> str:
        sides = ", ".join(f"{turn} {side}" for turn, side in zip(TURNS, self.sides, strict=True))
        return f"{sides}; holes: {' '.join(self.holes) or 'none'}"


class Piece(NamedTuple):
    """A piece as it lies: kind, the way it faces, and whether it was flipped (R-3.6)."""

    kind: Kind
    facing: Facing = Facing.EAST
    flipped: bool = False


KINDS: Final = tuple(Kind)
KIND_CODE: Final[dict[Kind | None, int]] = {None: 0} | {kind: code for code, kind in enumerate(KINDS, start=1)}
"""Inside the library a kind is a small number; 0 is nothing."""
PIECES: Final = (None, *(Piece(*of) for of in itertools.product(FLOOR_KINDS, FACINGS, (False, True))))
PIECE_CODE: Final[dict[Piece | None, int]] = {piece: code for code, piece in enumerate(PIECES)}
"""A floor square's piece as a small number; 0 is an empty belt."""


class TurnedShape(NamedTuple):
    """A floor piece's shape with every direction on the board: 0..3, counterclockwise from the east."""

    kind: Kind
    sides: tuple[Side, ...]
    inputs: tuple[str, ...]
    outputs: tuple[tuple[str, int], ...]
    through: tuple[tuple[str, int], ...]
    throws: int | None

    @classmethod
    def of(cls, shape: Shape, piece: Piece) -> TurnedShape:
        """The shape of ``piece`` as it lies."""
        facing = FACING_INDEX[piece.facing]

        def directions(turns: tuple[Turn, ...]) -> tuple[tuple[str, int], ...]:
            return tuple((turn.value, (facing + TURN_INDEX[turn]) % 4) for turn in turns)

        return cls(
            kind=piece.kind,
            sides=tuple(shape.sides[(direction - facing) % 4] for direction in range(4)),
            inputs=shape.inputs,
            outputs=directions(shape.outputs),
            through=directions(shape.through),
            throws=None if shape.throws is None else directions((shape.throws,))[0][1],
        )
