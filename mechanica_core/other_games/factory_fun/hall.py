"""A factory hall with all that lies in it, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

from mechanica_core.geometry import FACING_INDEX, FACINGS, Facing
from mechanica_core.messages import say
from mechanica_core.other_games.factory_fun.errors import PartError
from mechanica_core.other_games.factory_fun.parts import (
    MAX_SIZE,
    SIDES,
    Connector,
    Container,
    PlacedMachine,
    Reservoir,
    Square,
)

ROWS: Final = 7
COLUMNS: Final = 11
"""A printed hall has 77 spaces (3.1)."""
PILLAR: Final = Square(ROWS // 2, COLUMNS // 2)
"""The middle space, f4."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What lies in a hall; ``check`` tells whether it may. Parts are kept by square, so equal halls compare equal.

    Raises :class:`PartError` if it is no hall: without rows, too large, or with its pillar elsewhere.
    """

    machines: tuple[PlacedMachine, ...] = ()
    connectors: tuple[Connector, ...] = ()
    containers: tuple[Container, ...] = ()
    reservoirs: tuple[Reservoir, ...] = ()
    pillar: Square | None = PILLAR
    rows: int = ROWS
    columns: int = COLUMNS

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIZE and 1 <= self.columns <= MAX_SIZE):
            raise PartError(say("a hall has 1 to {most} rows and columns", most=MAX_SIZE))
        if self.pillar is not None and not self.has(self.pillar):
            raise PartError(say("the pillar on {square} is outside the hall", square=str(self.pillar)))
        by_square = sorted(self.machines, key=lambda placed: (placed.square, placed.facing, placed.machine.name))
        object.__setattr__(self, "machines", tuple(by_square))
        for parts in ("connectors", "containers", "reservoirs"):
            object.__setattr__(self, parts, tuple(sorted(getattr(self, parts))))

    def has(self, square: Square) -> bool:
        """Whether a square is in the hall; the pillar's is."""
        return 0 <= square.row < self.rows and 0 <= square.column < self.columns

    def with_parts(self, *parts: PlacedMachine | Connector | Container | Reservoir) -> Self:
        """The hall with more parts in it."""
        return replace(
            self,
            machines=(*self.machines, *(part for part in parts if isinstance(part, PlacedMachine))),
            connectors=(*self.connectors, *(part for part in parts if isinstance(part, Connector))),
            containers=(*self.containers, *(part for part in parts if isinstance(part, Container))),
            reservoirs=(*self.reservoirs, *(part for part in parts if isinstance(part, Reservoir))),
        )

    def without(self, *squares: Square) -> Self:
        """The hall without the connectors, containers and reservoirs on these squares; machines stay."""
        return replace(
            self,
            connectors=tuple(part for part in self.connectors if part.square not in squares),
            containers=tuple(part for part in self.containers if part.square not in squares),
            reservoirs=tuple(part for part in self.reservoirs if part.square not in squares),
        )

    def turned(self) -> Hall:
        """The hall turned counterclockwise by a quarter of a circle."""
        return self._mapped(
            lambda square: Square(self.columns - 1 - square.column, square.row),
            lambda side: (side + 1) % 4,
            lambda placed: placed,
            (self.columns, self.rows),
        )

    def mirrored(self) -> Hall:
        """The hall as a mirror in the north shows it, its machines mirrored too."""
        return self._mapped(
            lambda square: Square(self.rows - 1 - square.row, square.column),
            lambda side: -side % 4,
            lambda placed: placed._replace(machine=placed.machine.mirrored()),
            (self.rows, self.columns),
        )

    def _mapped(
        self,
        move: Callable[[Square], Square],
        turn: Callable[[int], int],
        change: Callable[[PlacedMachine], PlacedMachine],
        size: tuple[int, int],
    ) -> Hall:
        def facing(was: Facing) -> Facing:
            return FACINGS[turn(FACING_INDEX[was])]

        def pipe(was: str) -> str:
            return "".join(SIDES[turn(SIDES.index(side))] for side in was)

        return Hall(
            machines=tuple(
                change(placed)._replace(square=move(placed.square), facing=facing(placed.facing))
                for placed in self.machines
            ),
            connectors=tuple(
                Connector.of(move(part.square), *(pipe(pipe_) for pipe_ in part.pipes)) for part in self.connectors
            ),
            containers=tuple(part._replace(square=move(part.square)) for part in self.containers),
            reservoirs=tuple(part._replace(square=move(part.square)) for part in self.reservoirs),
            pillar=None if self.pillar is None else move(self.pillar),
            rows=size[0],
            columns=size[1],
        )
