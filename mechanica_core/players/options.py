"""What players that look ahead have in common: how long a game lasts, and what is worth trying with a piece."""

from __future__ import annotations

import functools
from typing import Final

from mechanica_core.factory import Factory
from mechanica_core.game import Game, Phase
from mechanica_core.game.state import MOST_PLAYERS
from mechanica_core.game.table import with_bot
from mechanica_core.geometry import floor_place, start_place
from mechanica_core.machinery import KNOWN_MACHINERY, N_ROWS, Machinery, turned_shape
from mechanica_core.pieces import FABRICATORS, MODEL_CODE, PIECE_CODE, Kind, Model, Piece, Side
from mechanica_core.placing import Placement, placements
from mechanica_core.routes import Enter

STARTS: Final = tuple(start_place(row) for row in range(N_ROWS))


def days_left(game: Game) -> int:
    """How many workdays will come after this one, if nothing more is bought."""
    per_day = len(game.factories) + (game.armand is not None)
    later_turns = per_day - 1 - game.turn + (game.phase not in (Phase.END, Phase.OVER))
    drawn = len(game.stack) + (len(game.extras) if len(game.factories) == MOST_PLAYERS else 0)
    dearest = 0 if drawn else next((spot for spot, kind in enumerate(game.shop) if kind), len(game.shop))
    rotations = drawn + len(game.shop) - dearest
    return max(0, -((later_turns - rotations) // per_day))


def with_model(factory: Factory, hole: str, model: Model) -> Factory:
    """A factory with a bot of that model in the hole of that name, whatever was there."""
    return with_bot(factory, factory.machinery.hole_index[hole], MODEL_CODE[model])


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def sensible_placements(machinery: Machinery, kind: Kind) -> tuple[Placement, ...]:
    """Ways to install a piece where no other is lost: all in which bots enter it, and one more."""
    if kind in FABRICATORS:
        return placements(machinery, kind)
    traffic = _traffic(machinery)
    entered: list[Placement] = []
    aside: list[Placement] = []
    for placement in placements(machinery, kind):
        place, facing, flipped = placement
        if place in traffic:
            sides = turned_shape(machinery.components, PIECE_CODE[Piece(kind, facing, flipped)]).sides
            enters = any(sides[(heading + 2) % 4] is Side.ENTRANCE for heading in traffic[place])
            (entered if enters else aside).append(placement)
    return (*entered, *aside[:1])


def _traffic(machinery: Machinery) -> dict[str, set[int]]:
    """How bots of fabricators and pieces ride onto each empty square, up to a second choice on their way."""
    squares: dict[str, set[int]] = {
        floor_place(*divmod(square, machinery.columns)): set()
        for square, code in enumerate(machinery.floor)
        if not code
    }
    idle = {f"{start}/centre" for row, start in enumerate(STARTS) if machinery.start_kind(row) is None}
    for route in machinery.routes.departures:
        if route.start not in idle:
            for leg in (*route.root.legs, *route.root.options.values()):
                for step in leg.steps:
                    if isinstance(step, Enter) and step.place in squares:
                        squares[step.place].add(step.heading)
    return squares
