"""How a game ends: final scores of all who play, ARMAND-0 included (R-9.5, R-10.5)."""

from __future__ import annotations

from mechanica_core.editions import Assumption, ComponentSet, Source
from mechanica_core.game.state import ARMAND, SOLO_MULTIPLE, Armand, Game
from mechanica_core.scoring import EndValue, Score, Standings, score, standings


def final_standings(game: Game) -> Standings:
    """Everybody's score as the game stands, best first; final once it is over (R-9.5, R-10.5)."""
    scores = dict(zip(game.players, map(score, game.factories), strict=True))
    if game.armand:
        scores[ARMAND] = armand_score(game.armand, game.components)
    return standings(scores)


def armand_score(armand: Armand, components: ComponentSet) -> Score:
    """ARMAND-0's score: wallet, vault and six times the end value of each improvement he bought (R-10.5).

    What he bought is nowhere installed: its ``place`` is ``bought/1``, ``bought/2`` and so on.
    """
    values = [components.end_values[kind] for kind in armand.bought]
    improvements = tuple(
        EndValue(f"bought/{number}", kind, SOLO_MULTIPLE * fact.value)
        for number, (kind, fact) in enumerate(zip(armand.bought, values, strict=True), start=1)
    )
    assumed = (
        Assumption(f"pieces.{kind}.end_value", fact.value)
        for kind, fact in zip(armand.bought, values, strict=True)
        if fact.source is Source.ASSUMED
    )
    return Score(armand.wallet, armand.vault, improvements, tuple(dict.fromkeys(assumed)))
