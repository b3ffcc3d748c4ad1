"""Final scores from photos: what was read with doubt widens a score to a range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, IMPROVEMENTS, Kind, Piece
from mechanica_core.scoring import Unsure
from vision.coins import VALUES, Coin, CoinReading
from vision.decoding import UNKNOWN, Belief, Value
from vision.reading import Reading, is_hole

POSSIBLE: Final = 0.01
"""What is likelier than this in a doubtful place may lie there; the runner-up may in any case."""


def unsure_places(reading: Reading) -> tuple[Unsure, ...]:
    """What the doubtful places of a board in a photo may count in its final score (R-9.5).

    Each may also hold the runner-up or whatever else is likely there; if that is UNKNOWN, anything that goes there. A
    score is a sum over places, so that its range is exact for what is doubted.
    """
    components = component_set(reading.components)
    unsure = []
    for doubt in reading.doubts:
        if not is_hole(doubt.where):
            values = [*_worths(doubt.where, _possible(reading.places[doubt.where]), components)]
            if min(values) < max(values):
                unsure.append(Unsure(doubt.where, min(values), max(values)))
    return tuple(unsure)


def _possible(belief: Belief) -> set[Value]:
    likely = {value for value, share in belief.shares.items() if share >= POSSIBLE}
    return likely | {belief.read, belief.runner_up}


def _worths(place: str, values: Iterable[Value], components: ComponentSet) -> Iterator[int]:
    """What the values that a place may hold are worth at the end; something unknown may be anything that goes there."""
    for value in values:
        kind = value.kind if isinstance(value, Piece) else value
        if value is UNKNOWN:
            kinds = FLOOR_KINDS if place.startswith("floor/") else FABRICATORS if place.startswith("start/") else ()
            yield 0
            yield from (components.end_values[kind].value for kind in kinds if kind in IMPROVEMENTS)
        elif isinstance(kind, Kind) and kind in IMPROVEMENTS:
            yield components.end_values[kind].value
        else:
            yield 0


def unsure_coins(pot: str, reading: CoinReading) -> tuple[Unsure, ...]:
    """What the coins of a wallet or vault in a photo may count, if one of them is doubtful.

    A doubtful coin may be the runner-up, and one whose numeral is hidden anything from no coin to the most valuable.
    """
    if not reading.doubts:
        return ()
    values = [_may_be(coin) for coin in reading.coins]
    return (Unsure(pot, sum(map(min, values)), sum(map(max, values))),)


def _may_be(coin: Coin) -> set[int]:
    if coin.value is None:
        return {0, *VALUES}
    return {coin.value, coin.runner_up or 0} if coin.doubtful else {coin.value}
