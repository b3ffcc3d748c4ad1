"""How good readings are, measured on photos of which the truth is known."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from mechanica_core import Factory, MechanicaError, Model, Piece, ProblemKind
from mechanica_core.errors import why_not
from mechanica_core.files import open_file
from mechanica_core.geometry import ROWS, dock_place, floor_place, start_place
from mechanica_core.messages import say
from vision.decoding import UNKNOWN, Value
from vision.errors import Failure, PhotoError, what_is_wrong
from vision.reading import Point, Reading, is_hole

CONFIDENCE_LEVEL: Final = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""
COVERAGES: Final = (0.5, 0.8, 0.9, 0.95, 1.0)
"""Where the risk/coverage curve is told."""
_CORNERS: Final = ("NW", "NE", "SE", "SW")


class TruthError(MechanicaError):
    """A file that does not tell what a photo shows."""


class _TruthFile(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)

    difficulty: str = "-"
    factory: dict[str, Any] | None = None
    board_corners_px: dict[str, Point] = {}
    unreadable: list[str] = []


@dataclass(frozen=True)
class Truth:
    """What a photo of a board shows; ``unreadable`` are places of which nothing can be seen."""

    difficulty: str
    factory: Factory
    corners: Mapping[str, Point]
    unreadable: frozenset[str]


UNLOADED: Final = (Failure.BAD_FILE, Failure.TOO_LARGE)
"""Failures of files that cannot be loaded as photos."""


def file_beside(photo: Path) -> Path:
    """The file that tells what a photo shows."""
    return photo.with_suffix(".json")


def truth_of(photo: Path) -> Truth | None:
    """What the JSON beside a photo says that it shows; None if it says nothing of a factory, or there is none.

    Raises :class:`TruthError` if it says it wrongly.
    """
    file = file_beside(photo)
    if not file.exists():
        return None
    try:
        with open_file(file) as opened:
            read = _TruthFile.model_validate_json(opened.read())
        if read.factory is None:
            return None
        factory = Factory.from_json(read.factory, (ProblemKind.DOES_NOT_FIT,), ignore_unknown=True)
        return Truth(read.difficulty, factory, read.board_corners_px, frozenset(map(square_of, read.unreadable)))
    except OSError as error:
        raise TruthError(say("{file}: cannot be read: {why}", file=str(file), why=why_not(error))) from None
    except MechanicaError as error:
        why = error.message
    except ValidationError as error:
        why = what_is_wrong(error)
    raise TruthError(say("{file}: not the truth about a photo: {why}", file=str(file), why=why))


class Mistake(NamedTuple):
    """A place that was read wrong: a square, slot or truck with another piece, or a hole with another bot."""

    place: str
    truth: Value
    read: Value


@dataclass(frozen=True)
class Verdict:
    """How one photo was read.

    ``truth`` is None if there is no board in the photo, ``failure`` is None if a board was read. ``squares`` and
    ``holes`` count what could be mistaken: holes only of pieces read right. ``needless`` counts doubts about places
    that can be seen. ``corner_error`` is the worst corner's, in longest sides of the board. ``confidence`` is that of
    the least sure place.
    """

    photo: str
    truth: Truth | None
    failure: Failure | None
    milliseconds: float
    mistakes: tuple[Mistake, ...] = ()
    squares: int = 0
    holes: int = 0
    doubts: int = 0
    needless: int = 0
    corner_error: float | None = None
    confidence: float = 0.0

    @property
    def located(self) -> bool:
        """Whether a board was read."""
        return self.failure is None

    @property
    def exact(self) -> bool:
        """Whether the whole board was read right; a doubt about what cannot be seen is right."""
        return self.located and self.truth is not None and not self.mistakes

    @property
    def difficulty(self) -> str:
        """The photo's difficulty, ``no board`` if there is none in it."""
        return "no board" if self.truth is None else self.truth.difficulty

    @property
    def squares_wrong(self) -> int:
        """Squares, slots and trucks with anything wrong in them."""
        return len({square_of(mistake.place) for mistake in self.mistakes})

    @property
    def pieces_wrong(self) -> int:
        """Squares, slots and trucks with another piece."""
        return sum(not is_hole(mistake.place) for mistake in self.mistakes)

    @property
    def holes_wrong(self) -> int:
        """Holes with another bot, in pieces read right."""
        return sum(is_hole(mistake.place) for mistake in self.mistakes)

    def row(self) -> dict[str, object]:
        """The verdict as a line of a table."""
        return {
            "photo": self.photo,
            "difficulty": self.difficulty,
            "failure": self.failure.value if self.failure else "",
            "located": int(self.located),
            "exact": int(self.exact),
            "squares": self.squares,
            "squares_wrong": self.squares_wrong,
            "pieces_wrong": self.pieces_wrong,
            "holes": self.holes,
            "holes_wrong": self.holes_wrong,
            "doubts": self.doubts,
            "corner_error": "" if self.corner_error is None else round(self.corner_error, 5),
            "least_confidence": round(self.confidence, 4),
            "ms": round(self.milliseconds),
            "wrong": " ".join(mistake.place for mistake in self.mistakes),
        }


def judge(photo: str, truth: Truth | None, outcome: Reading | PhotoError, milliseconds: float) -> Verdict:
    """Compare what was read with the truth: pieces, bots and corners, but neither money nor names of sets."""
    if isinstance(outcome, PhotoError):
        return Verdict(photo, truth, outcome.code, milliseconds)
    confidence = min(belief.confidence for belief in outcome.places.values())
    if truth is None:
        return Verdict(photo, None, None, milliseconds, doubts=len(outcome.doubts), confidence=confidence)
    doubted = {square_of(doubt.where) for doubt in outcome.doubts}
    excused = doubted & truth.unreadable
    squares, seen = _squares(truth.factory), _squares(outcome.factory)
    mistakes = [
        mistake
        for square in squares | seen
        if square not in excused
        for mistake in _mistakes(square, squares.get(square, _BARE), seen.get(square, _BARE), outcome)
    ]
    wrong_pieces = {mistake.place for mistake in mistakes if not is_hole(mistake.place)}
    holes = {place: len(holes.names) for place, holes in truth.factory.machinery.range_of.items()}
    return Verdict(
        photo,
        truth,
        None,
        milliseconds,
        tuple(mistakes),
        squares=len(squares),
        holes=sum(count for square, count in holes.items() if square not in wrong_pieces),
        doubts=len(outcome.doubts),
        needless=len(doubted - truth.unreadable),
        corner_error=_corner_error(truth.corners, outcome.corners),
        confidence=confidence,
    )


def square_of(place: str) -> str:
    """The square, slot or truck that a place is or lies in."""
    return "/".join(place.split("/")[: 3 if place.startswith("floor/") else 2])


class _Square(NamedTuple):
    piece: Piece | None
    bots: Mapping[str, Model]


_BARE: Final = _Square(None, {})


def _squares(factory: Factory) -> dict[str, _Square]:
    bots: defaultdict[str, dict[str, Model]] = defaultdict(dict)
    for hole, model in factory.bots().items():
        bots[square_of(hole)][hole] = model
    places = [
        place
        for row in range(len(ROWS))
        for place in (
            start_place(row),
            *(floor_place(row, column) for column in range(factory.columns)),
            dock_place(row),
        )
    ]
    return {place: _Square(factory.piece_at(place), bots[place]) for place in places}


def _mistakes(place: str, truth: _Square, seen: _Square, reading: Reading) -> Iterator[Mistake]:
    if seen.piece != truth.piece:
        left_out = place in reading.places and reading.places[place].read is UNKNOWN
        yield Mistake(place, _value(place, truth.piece), UNKNOWN if left_out else _value(place, seen.piece))
    elif place.startswith("dock/"):  # a truck's bots have no order
        there, read = Counter(truth.bots.values()), Counter(seen.bots.values())
        pairs = zip_longest(sorted((there - read).elements()), sorted((read - there).elements()))
        for number, (right, wrong) in enumerate(pairs, start=1):
            yield Mistake(f"{place}/{number}", right, wrong)
    else:
        for hole in sorted({*truth.bots, *seen.bots}):
            right, wrong = truth.bots.get(hole), seen.bots.get(hole)
            if right != wrong:
                yield Mistake(hole, right, wrong)


def _value(place: str, piece: Piece | None) -> Value:
    return piece if piece is None or place.startswith("floor/") else piece.kind


def _corner_error(truth: Mapping[str, Point], read: Mapping[str, Point]) -> float | None:
    if not all(name in truth for name in _CORNERS):
        return None
    right, found = (np.array([corners[name] for name in _CORNERS]) for corners in (truth, read))
    longest = np.linalg.norm(right - np.roll(right, 1, axis=0), axis=1).max()
    return float(np.linalg.norm(found - right, axis=1).max() / longest)


# -- many verdicts -------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """So many of so many."""

    number: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share; all that is possible if nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        z2 = CONFIDENCE_LEVEL**2
        share = self.number / self.of
        middle = share + z2 / (2 * self.of)
        reach = CONFIDENCE_LEVEL * math.sqrt(share * (1 - share) / self.of + z2 / (4 * self.of**2))
        whole = 1 + z2 / self.of
        return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


@dataclass(frozen=True)
class Summary:
    """Photos with a board taken together; each share says of what."""

    located: Share
    """Of all photos."""
    unloaded: int
    """Of the same: files that are no photos, or broken ones."""
    exact: Share
    """Whole boards right, of all photos."""
    squares_wrong: Share
    """Of the squares, slots and trucks on located boards."""
    pieces_wrong: Share
    """Of the same."""
    holes_wrong: Share
    """Of the holes in pieces read right."""
    undoubted: Share
    """Wrong boards without any doubt, of located boards."""
    doubted: Share
    """Boards with a needless doubt, of exact ones."""
    corner_errors: tuple[float, ...]
    milliseconds: tuple[float, ...]

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Self:
        """Take verdicts together."""
        all_of = list(verdicts)
        located = [verdict for verdict in all_of if verdict.located]
        exact = [verdict for verdict in located if verdict.exact]
        squares = sum(verdict.squares for verdict in located)
        return cls(
            located=Share(len(located), len(all_of)),
            unloaded=sum(verdict.failure in UNLOADED for verdict in all_of),
            exact=Share(len(exact), len(all_of)),
            squares_wrong=Share(sum(verdict.squares_wrong for verdict in located), squares),
            pieces_wrong=Share(sum(verdict.pieces_wrong for verdict in located), squares),
            holes_wrong=Share(
                sum(verdict.holes_wrong for verdict in located), sum(verdict.holes for verdict in located)
            ),
            undoubted=Share(sum(not verdict.exact and not verdict.doubts for verdict in located), len(located)),
            doubted=Share(sum(verdict.needless > 0 for verdict in exact), len(exact)),
            corner_errors=tuple(verdict.corner_error for verdict in located if verdict.corner_error is not None),
            milliseconds=tuple(verdict.milliseconds for verdict in all_of),
        )


class Covered(NamedTuple):
    """If only boards at least so sure were believed: how many that is, and how many of those are wrong."""

    confidence: float
    believed: Share
    wrong: Share


def risk_and_coverage(verdicts: Sequence[Verdict]) -> list[Covered]:
    """What believing only the surest half, four fifths ... of all located boards would cost."""
    located = sorted((one for one in verdicts if one.located), key=lambda one: -one.confidence)
    curve = []
    for number in sorted({math.ceil(coverage * len(located)) for coverage in COVERAGES} - {0}):
        believed = located[:number]
        wrong = sum(not one.exact for one in believed)
        curve.append(Covered(believed[-1].confidence, Share(number, len(verdicts)), Share(wrong, number)))
    return curve


Confusion: TypeAlias = tuple[Value, Value]


def confusions(verdicts: Iterable[Verdict]) -> list[tuple[Confusion, int]]:
    """What was taken for what, most frequent first."""
    counted = Counter((mistake.truth, mistake.read) for verdict in verdicts for mistake in verdict.mistakes)
    return counted.most_common()
