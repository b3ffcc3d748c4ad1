"""A layout: anything that can lie on a table, checked by nobody (what a camera or an editor produces)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from mechanica_core.geometry import Facing, Row
from mechanica_core.pieces import Kind, Model, Piece

MAX_MONEY: Final = 10**15 - 1
"""Money has no limit (D-11.3); past this it is refused as a mistake."""

Bots: TypeAlias = tuple[tuple[str, Model], ...]
"""Which holes hold which bots: pairs of hole name and model, sorted by hole."""


def bots(holes: Mapping[str, Model | str] | Iterable[tuple[str, Model | str]]) -> Bots:
    """Bots by hole in the sorted, hashable form that layouts keep."""
    pairs = holes.items() if isinstance(holes, Mapping) else holes
    return tuple(sorted((hole, Model(model)) for hole, model in pairs))


@dataclass(frozen=True, slots=True)
class FloorPiece:
    """A piece on the Factory Floor; ``col`` counts from 1 in the west."""

    row: Row
    col: int
    kind: Kind
    facing: Facing = Facing.EAST
    flipped: bool = False
    bots: Bots = ()

    @property
    def place(self) -> str:
        """The square's name, ``floor/top/2``."""
        return f"floor/{self.row}/{self.col}"

    @property
    def piece(self) -> Piece:
        """The piece without where it lies and what it holds."""
        return Piece(self.kind, self.facing, self.flipped)


@dataclass(frozen=True, slots=True)
class StartSlot:
    """A slot of the Start Zone: its fabricator, or None, and the bots in its holes."""

    kind: Kind | None = None
    bots: Bots = ()


@dataclass(frozen=True, slots=True)
class Truck:
    """A truck of the Loading Dock and the bots in it."""

    kind: Kind = Kind.SMALL_TRUCK
    bots: tuple[Model, ...] = ()


PRINTED_START = (StartSlot(), StartSlot(Kind.BASIC_FABRICATOR), StartSlot())
PRINTED_DOCK = (Truck(), Truck(), Truck())


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces, bots and money as found, however nonsensical; ``Factory.from_layout`` checks it.

    ``start`` and ``dock`` list the rows from the top. ``columns`` is None for the component set's own number.
    """

    floor: tuple[FloorPiece, ...] = ()
    start: tuple[StartSlot, StartSlot, StartSlot] = field(default=PRINTED_START)
    dock: tuple[Truck, Truck, Truck] = field(default=PRINTED_DOCK)
    wallet: int = 0
    vault: int = 0
    rules: str = "print_2019"
    components: str = "demo"
    columns: int | None = None

    def _repr_svg_(self) -> str | None:
        """The layout as a notebook shows it; None if its component set is unknown."""
        from mechanica_core.errors import EditionError  # noqa: PLC0415
        from mechanica_core.render import factory_svg  # noqa: PLC0415 (pictures are made of layouts)

        try:
            return factory_svg(self)
        except EditionError:
            return None
