"""What a photo shows otherwise than a game expects it."""

from __future__ import annotations

from contextlib import suppress

from mechanica_core.comparison import Difference
from mechanica_core.layout import Layout
from service.readings import Seen, see_board
from service.tables import Observation
from vision import CorrectionError, Reading
from vision.comparing import differences


def photo_differences(seen: Seen, observation: Observation) -> tuple[Difference, ...]:
    """All that differs in a photo from what is expected there.

    It is read with what is expected and without, unless it was so already: that settles doubts and hides nothing. Where
    the player has taken a turn that nobody told, it is read without alone. Raises :class:`vision.PhotoError`.
    """
    plain = seen.reading if seen.expected is None else _read_again(seen, None)
    settled = plain
    if observation.sure:
        layout = observation.expected.layout
        settled = seen.reading if seen.expected == layout else _read_again(seen, layout)
    return differences(observation.expected, settled, plain, observation.before)


def _read_again(seen: Seen, expected: Layout | None) -> Reading:
    """The same photo read with another expectation, and corrected where what was corrected is there too."""
    first = seen.first
    reading = see_board(seen.photo, seen.known, corners=first.corners, expected=expected, rules=first.rules).reading
    for place, value in seen.corrections:
        with suppress(CorrectionError):
            reading = reading.correct(place, value)
    return reading
