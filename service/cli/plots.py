"""Pictures of simulated games, by Matplotlib if it is installed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from mechanica_core.editions import ComponentSet
from mechanica_core.intervals import Mean
from mechanica_core.messages import say
from mechanica_core.simulation import Comparison, Played, Summary
from service.cli.needs import need
from service.cli.output import Output
from service.cli.refusal import Refusal

FORMATS: Final = ("svg", "png")
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Told apart by colour-blind people too (Okabe and Ito)."""
INCHES: Final = (12.0, 9.0)
MOST_BARS: Final = 20
"""More, and those of several players could not be told apart."""


class Picture:
    """A picture still to be drawn, for a file of that name.

    Raises :class:`Refusal` if its kind is unknown or Matplotlib is not installed.
    """

    def __init__(self, name: str) -> None:
        self._format = Path(name).suffix.lower().removeprefix(".")
        if self._format not in FORMATS:
            raise Refusal(say("{file}: pictures are .svg or .png", file=name or "''"))
        why = say("drawing needs a plotting library")
        self._figure: Any = need("plots", "matplotlib.figure", why).Figure(INCHES, layout="constrained")
        self._styled = need("plots", "matplotlib", why).rc_context

    def draw(
        self,
        file: BinaryIO,
        output: Output,
        components: ComponentSet,
        games: Sequence[Played],
        summary: Summary,
        variants: Mapping[str, Sequence[Comparison]],
    ) -> None:
        """Draw scores, wins, pieces, and the variants or else the length of the games."""
        (scores, wins), (pieces, last) = self._figure.subplots(2, 2)
        colours = {player.player: COLOURS[n % len(COLOURS)] for n, player in enumerate(summary.players)}
        self._histogram(
            scores,
            {name: [part.score for game in games for part in game.results if part.player == name] for name in colours},
            colours,
        )
        scores.set(title=output.words(say("score")), ylabel=output.words(say("players")))
        scores.legend()

        for at, player in enumerate(summary.players):
            low, high = player.wins.interval
            share = player.wins.value
            wins.errorbar(
                at, 100 * share, [[100 * (share - low)], [100 * (high - share)]], fmt="o", color=colours[player.player]
            )
        wins.set_xticks(range(len(colours)), list(colours))
        wins.set(title=output.words(say("wins, %")), xlim=(-0.5, len(colours) - 0.5), ylim=(-4, 104))

        rows: list[tuple[str, Mean | None, str]] = []
        for player in summary.players:
            for piece in player.pieces:
                name = components.piece_names[piece.kind].text(output.language)
                rows.append((name, piece.difference, colours[player.player]))
        nothing = output.words(say("too few games to tell"))
        self._differences(pieces, rows, nothing)
        pieces.set(title=output.words(say("score of those who installed it, less that of others")))

        if variants:
            rows = [
                (change, one.difference, colours[one.measure[1]])
                for change, comparisons in variants.items()
                for one in comparisons
                if one.measure[0] == "score"
            ]
            self._differences(last, rows, nothing)
            last.set(title=output.words(say("score with the variant, less that without")))
        else:
            self._histogram(last, {"": [game.days for game in games]}, {"": "grey"})
            last.set(title=output.words(say("workdays")), ylabel=output.words(say("games")))
        self._figure.supxlabel(output.words(say("points with lines: intervals of 95 %")), fontsize="small")
        # Without a date the same games draw the same file.
        metadata = {"Date": None} if self._format == "svg" else None
        with self._styled({"svg.hashsalt": "mechanica"}):  # else names in the file differ from run to run
            self._figure.savefig(file, format=self._format, dpi=120, metadata=metadata)

    @staticmethod
    def _histogram(axes: Any, values: Mapping[str, Sequence[int]], colours: Mapping[str, str]) -> None:
        """How often which whole number came, bars side by side."""
        everything = [value for some in values.values() for value in some]
        low, high = min(everything), max(everything)
        width = max(1, math.ceil((high - low) / MOST_BARS))
        edges = [edge - 0.5 for edge in range(low, high + width + 1, width)]
        shades = [colours[name] for name in values]
        axes.hist(list(values.values()), bins=edges, rwidth=0.9, color=shades, label=list(values))
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_major_locator().set_params(integer=True)

    @staticmethod
    def _differences(axes: Any, rows: Sequence[tuple[str, Mean | None, str]], nothing: str) -> None:
        """Differences with their intervals, one below the other; rows of the same name share a line.

        Without an interval none is drawn; ``nothing`` is said where all are without.
        """
        drawn = [(name, mean, colour) for name, mean, colour in rows if mean and math.isfinite(mean.reach)]
        names = list(dict.fromkeys(name for name, _, _ in drawn))
        colours = list(dict.fromkeys(colour for _, _, colour in drawn))
        for name, mean, colour in drawn:
            at = names.index(name) + 0.25 * (colours.index(colour) - (len(colours) - 1) / 2)
            axes.errorbar(mean.value, at, xerr=mean.reach, fmt="o", color=colour)
        axes.set_yticks(range(len(names)), names)
        if not drawn:
            axes.text(0.5, 0.5, nothing, transform=axes.transAxes, ha="center")
            axes.set_xticks([])
            return
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_ylim(len(names) - 0.5, -0.5)
