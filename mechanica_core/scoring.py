"""Final scores, piece by piece, and who won (R-9.5); for factories with or without a game behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mechanica_core.editions import Assumption, Source
from mechanica_core.factory import Factory
from mechanica_core.geometry import floor_place, start_place
from mechanica_core.machinery import N_ROWS, Machinery
from mechanica_core.pieces import IMPROVEMENTS, Kind


@dataclass(frozen=True, slots=True)
class EndValue:
    """What one installed improvement is worth at the end: where it is, its kind, and the value in money (A-3.11)."""

    place: str
    kind: Kind
    value: int

    def as_json(self) -> dict[str, str | int]:
        """The entry of an ``improvements`` list."""
        return {"place": self.place, "kind": self.kind.value, "value": self.value}


@dataclass(frozen=True, slots=True)
class Unsure:
    """A part of a score that is not sure: a place, or a pot, and the least and the most that it may count in money."""

    where: str
    least: int
    most: int

    def as_json(self) -> dict[str, str | int]:
        """The entry of an ``unsure`` list."""
        return {"where": self.where, "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Score:
    """One player's final score (R-9.5), in money.

    ``improvements`` are row by row from the start slot to the truck. ``assumed`` lists the end values that nobody
    has looked up on the pieces, such as ``pieces.gift_wrapper.end_value``, each once. ``unsure`` are the parts that
    were seen with doubt, if the board or the money was read in a photo.
    """

    wallet: int
    vault: int
    improvements: tuple[EndValue, ...]
    assumed: tuple[Assumption, ...] = ()
    unsure: tuple[Unsure, ...] = ()

    @property
    def total(self) -> int:
        """Wallet, vault and all end values together."""
        return self.wallet + self.vault + sum(improvement.value for improvement in self.improvements)

    @property
    def least(self) -> int:
        """The lowest total that the doubts leave room for: exact, since every part counts by itself."""
        return self.total + sum(part.least - self.counted(part.where) for part in self.unsure)

    @property
    def most(self) -> int:
        """The highest total that the doubts leave room for."""
        return self.total + sum(part.most - self.counted(part.where) for part in self.unsure)

    def counted(self, where: str) -> int:
        """What a place or pot counts in the total."""
        counted = {"wallet": self.wallet, "vault": self.vault}
        return (counted | {improvement.place: improvement.value for improvement in self.improvements}).get(where, 0)

    def as_json(self) -> dict[str, Any]:
        """The score as a JSON object."""
        return {
            "total": self.total,
            "least": self.least,
            "most": self.most,
            "wallet": self.wallet,
            "vault": self.vault,
            "improvements": [improvement.as_json() for improvement in self.improvements],
            "assumed": [assumption.as_json() for assumption in self.assumed],
            "unsure": [part.as_json() for part in self.unsure],
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player came off: ``rank`` counts from 1, and equal scores share it (D-9.5)."""

    rank: int
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class Standings:
    """All players, best first; who shares a rank in the order they were given."""

    players: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the highest score; several if they share the win (D-9.5)."""
        return tuple(player.name for player in self.players if player.rank == 1)

    @property
    def certain(self) -> bool:
        """Whether those win whatever the doubts come to: no other may have as much, and who shares is sure."""
        winners = [player.score for player in self.players if player.rank == 1]
        if len(winners) > 1 and any(score.unsure for score in winners):
            return False
        others = [player.score.most for player in self.players if player.rank > 1]
        return not others or min(score.least for score in winners) > max(others)

    def as_json(self) -> dict[str, Any]:
        """Every score with its rank by name, the names of the winners, and whether that is certain."""
        scores = {player.name: {"rank": player.rank} | player.score.as_json() for player in self.players}
        return {"scores": scores, "winners": list(self.winners), "certain": self.certain}


def score(factory: Factory) -> Score:
    """The final score of a factory as it stands (R-9.5).

    Forks, trucks and what is printed on the board have no end value (R-3.1), nor have bots.
    """
    components = factory.machinery.components
    improvements = tuple(
        EndValue(place, kind, components.end_values[kind].value) for place, kind in _improvements(factory.machinery)
    )
    assumed = (
        Assumption(f"pieces.{improvement.kind}.end_value", improvement.value)
        for improvement in improvements
        if components.end_values[improvement.kind].source is Source.ASSUMED
    )
    return Score(factory.wallet, factory.vault, improvements, tuple(dict.fromkeys(assumed)))


def standings(scores: Mapping[str, Score]) -> Standings:
    """Rank players by their scores: 1, 1, 3 where the first two are equal (D-9.5)."""
    totals = [score.total for score in scores.values()]
    players = (
        Standing(1 + sum(other > score.total for other in totals), name, score) for name, score in scores.items()
    )
    return Standings(tuple(sorted(players, key=lambda player: player.rank)))


def _improvements(machinery: Machinery) -> Iterator[tuple[str, Kind]]:
    """Every installed improvement with its place, row by row from the start slot to the truck."""
    for row in range(N_ROWS):
        fabricator = machinery.start_kind(row)
        if fabricator in IMPROVEMENTS:
            yield start_place(row), fabricator
        for column in range(machinery.columns):
            piece = machinery.piece(row, column)
            if piece is not None and piece.kind in IMPROVEMENTS:
                yield floor_place(row, column), piece.kind
