"""What comes of the bots that meet at a stop: who survives (R-5.14) and what the piece makes (section 6)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple

from mechanica_core.pieces import MODEL_CODE, MODELS, Kind, Model

COUNT_BITS: Final = 12
"""Bots that meet are counted in one number: Basics lowest, then Plus, then Deluxe, this many bits each."""
UNIT: Final = (0, *(1 << (COUNT_BITS * model) for model in range(len(MODELS))))
"""One bot of a model as such a number, by the model's code."""
_MASK: Final = (1 << COUNT_BITS) - 1
BASIC: Final = MODEL_CODE[Model.BASIC]
DELUXE: Final = MODEL_CODE[Model.DELUXE]


class Survivors(NamedTuple):
    """One legal outcome of a collision: the models that survive, rising, and what the piece then makes.

    ``results`` gives the contents of the piece's holes, by what a decision takes where the player chooses
    (R-6.3, R-6.5) and under ``""`` where there is nothing to choose.
    """

    models: tuple[int, ...]
    results: dict[str, bytes]


class Settlement(NamedTuple):
    """All that can come of one meeting: survivors by what a decision takes.

    ``certain`` is the holes' contents where there is nothing to choose.
    """

    survivors: dict[str, Survivors]
    certain: bytes | None


class Settlements(dict[int, Settlement]):
    """The settlements of one stop by the number of bots that meet there, worked out when first asked for."""

    def __init__(self, kind: Kind, inputs: int, outputs: tuple[str, ...]) -> None:
        super().__init__()
        self._kind = kind
        self._inputs = inputs
        self._outputs = outputs

    def __missing__(self, meeting: int) -> Settlement:
        survivors = {
            "+".join(MODELS[model - 1] for model in models): Survivors(models, dict(self._results(models)))
            for models in _survivors(meeting, self._inputs)
        }
        everything = [contents for kept in survivors.values() for contents in kept.results.values()]
        certain = everything[0] if len(everything) == 1 else None
        self[meeting] = settlement = Settlement(survivors, certain)
        return settlement

    def _results(self, models: tuple[int, ...]) -> Iterator[tuple[str, bytes]]:
        """The piece acts once if it has what it needs (R-6.1); else its bots stay as they are."""
        waiting = bytes(models).ljust(self._inputs, b"\0")
        used = bytes(self._inputs)
        outputs = len(self._outputs)
        match self._kind:
            case Kind.UPGRADER:
                yield "", used + bytes([min(models[0] + 1, DELUXE)])
            case Kind.DUPLICATOR:
                yield "", used + bytes([models[0]] * outputs)
            case Kind.DOWNGRADER if models[0] == BASIC:
                for hole, name in enumerate(self._outputs):
                    yield name, used + bytes(BASIC if hole == at else 0 for at in range(outputs))
            case Kind.DOWNGRADER:
                yield "", used + bytes([models[0] - 1] * outputs)
            case Kind.REPURPOSER if len(models) == self._inputs:
                for made in MODELS:
                    yield made, used + bytes([MODEL_CODE[made]])
            case _:
                yield "", waiting + bytes(outputs)


def _survivors(meeting: int, holes: int) -> Iterator[tuple[int, ...]]:
    """Every set of models that can survive: as many as there are holes, at the player's choice (D-5.14)."""
    counts = [meeting >> COUNT_BITS * model & _MASK for model in range(len(MODELS))]
    surviving = min(sum(counts), holes)
    for kept in itertools.product(*(range(min(count, surviving), -1, -1) for count in counts)):
        if sum(kept) == surviving:
            yield tuple(model for model, number in enumerate(kept, start=1) for _ in range(number))
