"""What a photo shows otherwise than predicted, and how sure that is."""

from __future__ import annotations

from mechanica_core.comparison import Difference, OtherPiece, TurnedPiece, compare
from mechanica_core.factory import Factory
from vision.decoding import UNKNOWN
from vision.reading import Reading, is_hole


def differences(
    predicted: Factory, settled: Reading, plain: Reading, before: Factory | None = None
) -> tuple[Difference, ...]:
    """All that differs from a predicted factory in a photo of it, as :func:`mechanica_core.comparison.compare` tells.

    ``settled`` is the photo read with the prediction, which settles doubts, ``plain`` without. What is doubtful in the
    one, or was sure before the prediction outweighed it, is told as doubtful. Money is in no photo, so it is not
    compared.
    """
    told = compare(
        predicted,
        found_in(settled, predicted),
        before=before,
        doubtful=[doubt.where for doubt in settled.doubts],
        unseen=[place for place, belief in settled.places.items() if belief.read is UNKNOWN],
    )
    doubted = {doubt.where for doubt in plain.doubts}
    outweighed = {
        place
        for place, belief in plain.places.items()
        if not is_hole(place)
        and place not in doubted
        and place in settled.places
        and belief.read != settled.places[place].read
    }
    perhaps = compare(predicted, found_in(plain, predicted), doubtful=outweighed) if outweighed else ()
    return (*told, *(one for one in perhaps if isinstance(one, OtherPiece | TurnedPiece) and one.place in outweighed))


def found_in(reading: Reading, predicted: Factory) -> Factory:
    """What was read, with the money that is predicted."""
    return reading.factory.with_money(predicted.wallet, predicted.vault)
