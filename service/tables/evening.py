"""How an evening of several games stands, and its table for a spreadsheet.

A player is a name, whatever its case. Of each finished game a player gets the placing (R-9.5: equal scores share it)
and the score; ARMAND-0 takes a placing and is not listed. The lower average placing stands higher, then the higher
average score; averages, so that who played more games is not behind for that. Equal in both is an equal rank (D-9.5).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from mechanica_core.game.state import ARMAND
from mechanica_core.messages import Language, say
from mechanica_core.scoring import Standings

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula."""


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """What came of a player's evening: placings and scores, one for each finished game in the order of games."""

    rank: int
    name: str
    placings: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def average_placing(self) -> Fraction:
        """The lower, the better."""
        return Fraction(sum(self.placings), len(self.placings))

    @property
    def average_score(self) -> Fraction:
        """The higher, the better."""
        return Fraction(sum(self.scores), len(self.scores))


def evening_standings(finished: Iterable[Standings]) -> tuple[PlayerEvening, ...]:
    """Everybody who finished a game, best first; equals in the order of names."""
    names: dict[str, str] = {}
    results: dict[str, list[tuple[int, int]]] = {}
    for game in finished:
        for player in game.players:
            if player.name != ARMAND:
                key = " ".join(player.name.split()).casefold()
                names.setdefault(key, player.name)
                results.setdefault(key, []).append((player.rank, player.score.total))
    players = [
        PlayerEvening(0, names[key], tuple(rank for rank, _ in got), tuple(score for _, score in got))
        for key, got in sorted(results.items())
    ]
    worth = [(player.average_placing, -player.average_score) for player in players]
    ranked = [
        PlayerEvening(1 + sum(other < own for other in worth), player.name, player.placings, player.scores)
        for player, own in zip(players, worth, strict=True)
    ]
    return tuple(sorted(ranked, key=lambda player: player.rank))


def standings_csv(players: Sequence[PlayerEvening], language: Language) -> str:
    """The standings for a spreadsheet; a name that would be a formula there is led by an apostrophe."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    heads = (
        *(say("rank"), say("player"), say("games")),
        *(say("average placing"), say("average score"), say("placings"), say("scores")),
    )
    writer.writerow([head.text(language) for head in heads])
    for player in players:
        placing, score = (f"{float(value):.2f}" for value in (player.average_placing, player.average_score))
        listed = (" / ".join(map(str, values)) for values in (player.placings, player.scores))
        writer.writerow([player.rank, _harmless(player.name), len(player.placings), placing, score, *listed])
    return sheet.getvalue()


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
