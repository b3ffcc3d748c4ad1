"""All pieces of a photo read together: what the nets saw, weighed with what the rules know (D-3.7).

The board is a grid of three rows; its columns are the Start Zone, the floor's and the Loading Dock. Each place depends
on its neighbours alone, so sums and maxima over all boards go from column to column with one number for each
filling of a column: exact, and quick because few candidates of a place matter.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mechanica_core import ComponentSet, Kind, Layout, Model, Piece
from mechanica_core.geometry import EAST, ROWS, SOUTH, dock_place, floor_place, start_place
from mechanica_core.machinery import turned_shape
from mechanica_core.pieces import FABRICATORS, PIECE_CODE, Side


class Unknown(Enum):
    """What is in a place when it is none of the taught things: a hand, a face-down stand-in (R-3.10)."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN

Value: TypeAlias = Piece | Kind | Model | Unknown | None
"""What can be read in a place: a floor piece, a fabricator or truck, a bot's model, nothing, or UNKNOWN."""

Evidence: TypeAlias = Mapping[str, Mapping[Value, float]]
"""For each square, start slot and truck by its name (R-12.9) the natural log-probability of whatever may be there.

On the floor that is a Piece or None, in a start slot a fabricator's Kind or None, in the dock a truck's Kind, and
anywhere UNKNOWN. Each place has one possible value at least.
"""

MISFIT: Final = 6.0
"""Neighbours that do not fit are exp(-6) times as likely: that settles doubt and hides nothing that is clear."""
SURPRISE: Final = 3.0
"""A place that differs from the predicted state is exp(-3) times as likely."""
CANDIDATES: Final = 6
"""So many values of a place are weighed one by one. The others count together, as something that fits anywhere."""

_Floats: TypeAlias = NDArray[np.float64]
_Flags: TypeAlias = NDArray[np.bool_]
_NO_SIDES: Final[tuple[Side | None, ...]] = (None,) * 4
_KNOB: Final[tuple[Side | None, ...]] = (Side.EXIT, None, None, None)


@dataclass(frozen=True, slots=True)
class Belief:
    """What was read in a place, and the probability of each possible value; these add up to 1.

    ``read`` belongs to the likeliest board as a whole, which need not be the likeliest value of this place alone.
    """

    read: Value
    shares: Mapping[Value, float]

    @property
    def confidence(self) -> float:
        """The probability, 0 to 1, of what was read."""
        return self.shares[self.read]

    @property
    def runner_up(self) -> Value:
        """The likeliest other value; UNKNOWN if there is none."""
        others = [value for value in self.shares if value != self.read]
        return max(others, key=self.shares.__getitem__, default=UNKNOWN)


def decode(
    evidence: Evidence,
    components: ComponentSet,
    predicted: Layout | None = None,
    *,
    misfit: float = MISFIT,
    surprise: float = SURPRISE,
) -> dict[str, Belief]:
    """Read all places together: the likeliest board, and the exact probabilities of each place's values.

    An exit that meets no entrance (D-3.7) costs ``misfit``, a value that contradicts the ``predicted`` state costs
    ``surprise``, both in natural logarithms. UNKNOWN fits and contradicts nothing. The beliefs are in the order of the
    rows, each from the start slot to the truck. Raises KeyError if the evidence leaves out a place of its floor.
    """
    columns = sum(place.startswith("floor/") for place in evidence) // len(ROWS)
    grid = _places(columns)
    expected = None if predicted is None else _expected(predicted)
    squares = [
        [_square(components, _weighed(evidence[place], place, expected, surprise)) for place in column]
        for column in grid
    ]
    inside = [_vertical_bonds(column, misfit) for column in squares]
    across = [
        [_bonds(west, EAST, east, misfit) for west, east in zip(*pair, strict=True)]
        for pair in itertools.pairwise(squares)
    ]
    scores = [_scores([square.logs for square in column], bonds) for column, bonds in zip(squares, inside, strict=True)]
    named = [_scores([square.named for square in column], bonds) for column, bonds in zip(squares, inside, strict=True)]
    beliefs = {
        place: square.belief(choice, share)
        for places, column, choices, shares in zip(
            grid, squares, _likeliest(named, across), _marginals(scores, across), strict=True
        )
        for place, square, choice, share in zip(places, column, choices, shares, strict=True)
    }
    return {place: beliefs[place] for row in zip(*grid, strict=True) for place in row}


def _places(columns: int) -> list[list[str]]:
    """Names of all places, by column from the Start Zone to the Loading Dock, then by row."""
    rows = range(len(ROWS))
    floor = [[floor_place(row, column) for row in rows] for column in range(columns)]
    return [[start_place(row) for row in rows], *floor, [dock_place(row) for row in rows]]


def _expected(layout: Layout) -> dict[str, Value]:
    """What the predicted state says of each place; a floor square that it does not name is empty."""
    expected: dict[str, Value] = {piece.place: piece.piece for piece in layout.floor}
    expected |= {start_place(row): slot.kind for row, slot in enumerate(layout.start)}
    return expected | {dock_place(row): truck.kind for row, truck in enumerate(layout.dock)}


def _weighed(
    logs: Mapping[Value, float], place: str, expected: Mapping[str, Value] | None, surprise: float
) -> dict[Value, float]:
    """The possible values with their log-probabilities, less what contradicting the prediction costs."""
    possible = {value: log for value, log in logs.items() if log > -math.inf}
    if expected is None:
        return possible
    welcome = (expected.get(place), UNKNOWN)
    return {value: log if value in welcome else log - surprise for value, log in possible.items()}


class _Square(NamedTuple):
    """The candidates of a place in numbers. If some values are not weighed one by one, the last entry is theirs."""

    values: tuple[Value, ...]
    rest: Mapping[Value, float]
    """Those values that count together, with their parts of what they have together."""
    logs: _Floats
    exits: _Flags
    """Whether a candidate has an exit, by direction on the board: shaped (candidates, 4)."""
    blocks: _Flags
    """Whether a candidate turns a side that is no entrance there, so that no exit may meet it (D-3.7)."""

    @property
    def named(self) -> _Floats:
        """The log-probabilities without the last entry's, which nothing in particular can be read for."""
        return np.append(self.logs[:-1], -np.inf) if self.rest else self.logs

    def belief(self, choice: int, shares: _Floats) -> Belief:
        """What is believed, by the number of the candidate read and the probabilities of all."""
        parts: list[float] = shares.tolist()
        known = dict(zip(self.values, parts, strict=False))
        return Belief(self.values[choice], known | {value: parts[-1] * part for value, part in self.rest.items()})


def _square(components: ComponentSet, logs: Mapping[Value, float]) -> _Square:
    ranked = sorted(logs, key=logs.__getitem__, reverse=True)
    values, others = tuple(ranked[:CANDIDATES]), ranked[CANDIDATES:]
    numbers, sides = [logs[value] for value in values], [_sides(components, value) for value in values]
    rest: dict[Value, float] = {}
    if others:
        parts = np.array([logs[value] for value in others])
        together = np.logaddexp.reduce(parts)
        rest = dict(zip(others, np.exp(parts - together).tolist(), strict=True))
        numbers.append(float(together))
        sides.append(_NO_SIDES)
    exits = np.array([[side is Side.EXIT for side in around] for around in sides])
    blocks = np.array([[side is not None and side is not Side.ENTRANCE for side in around] for around in sides])
    return _Square(values, rest, np.array(numbers), exits, blocks)


def _sides(components: ComponentSet, value: Value) -> tuple[Side | None, ...]:
    """Sides of what lies in a place, counterclockwise from the east; None fits with anything.

    A truck's one side is an entrance, which fits with anything too.
    """
    if isinstance(value, Piece):
        return turned_shape(components, PIECE_CODE[value]).sides
    if isinstance(value, Kind) and value in FABRICATORS and components.start_shapes[value].value.knob:
        return _KNOB
    return _NO_SIDES


def _bonds(here: _Square, direction: int, there: _Square, misfit: float) -> _Floats:
    """What candidates here and those of the neighbour in a direction add to their logarithms: (here's, there's)."""
    back = (direction + 2) % 4
    mine = here.exits[:, direction, None] & there.blocks[:, back]
    theirs = here.blocks[:, direction, None] & there.exits[:, back]
    return np.where(mine | theirs, -misfit, 0.0)


def _vertical_bonds(column: Sequence[_Square], misfit: float) -> _Floats:
    """The bonds inside a column for all fillings of its rows: shaped (top, middle, bottom)."""
    top, middle, bottom = column
    return _bonds(top, SOUTH, middle, misfit)[:, :, None] + _bonds(middle, SOUTH, bottom, misfit)


def _scores(logs: Sequence[_Floats], bonds: _Floats | float = 0.0) -> _Floats:
    """The log-probabilities of all fillings of a column, from those of its rows: shaped (top, middle, bottom)."""
    top, middle, bottom = logs
    return np.asarray(top[:, None, None] + middle[:, None] + bottom + bonds)


def _likeliest(scores: Sequence[_Floats], across: Sequence[Sequence[_Floats]]) -> list[tuple[int, ...]]:
    """The candidates of the likeliest board, by column and row."""
    onward = [np.zeros_like(scores[-1])]
    for column, bonds in zip(reversed(scores[1:]), reversed(across), strict=True):
        best = column + onward[0]
        for bond in bonds:  # each turn takes the first axis away and puts that row of the column before last
            best = (best[..., None] + bond.T[:, None, None]).max(0)
        onward.insert(0, best)
    choices: list[tuple[int, ...]] = []
    for number, column in enumerate(scores):
        total = column + onward[number]
        if choices:
            total = total + _scores([bond[at] for bond, at in zip(across[number - 1], choices[-1], strict=True)])
        choices.append(tuple(map(int, np.unravel_index(total.argmax(), total.shape))))
    return choices


def _marginals(scores: Sequence[_Floats], across: Sequence[Sequence[_Floats]]) -> list[list[_Floats]]:
    """The probabilities of all candidates, by column and row."""
    # Neighbours change a filling's odds by some misfits only, so what is too small for a float beside its column's
    # greatest is nothing in the end, and sums need no logarithms.
    weights = [np.exp(column - column.max()) for column in scores]
    factors = [[np.exp(bond) for bond in bonds] for bonds in across]
    forward, backward = [np.ones_like(weights[0])], [np.ones_like(weights[-1])]
    for weight, bonds in zip(weights[:-1], factors, strict=True):
        forward.append(_passed_on(forward[-1] * weight, bonds))
    for weight, bonds in zip(reversed(weights[1:]), reversed(factors), strict=True):
        backward.append(_passed_on(backward[-1] * weight, [bond.T for bond in bonds]))
    marginals = []
    for before, weight, after in zip(forward, weights, reversed(backward), strict=True):
        joint = before * weight * after
        joint /= joint.sum()
        marginals.append([joint.sum((1, 2)), joint.sum((0, 2)), joint.sum((0, 1))])
    return marginals


def _passed_on(message: _Floats, bonds: Sequence[_Floats]) -> _Floats:
    """Sums over a column's fillings, for all fillings of its neighbour; scaled, since only ratios matter."""
    for bond in bonds:
        message = np.tensordot(message, bond, (0, 0))
    return np.asarray(message / message.max())
