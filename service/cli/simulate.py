"""``mechanica simulate``: many games by the library's own players, and what they tell."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, Final, TextIO

import typer
from rich.table import Table

from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.editions.registry import register_component_set
from mechanica_core.editions.variation import assumed_entries, varied
from mechanica_core.intervals import Mean, Share
from mechanica_core.messages import Message, say
from mechanica_core.pieces import Kind
from mechanica_core.players import PLAYERS
from mechanica_core.simulation import (
    FOR_SALE,
    MOST_GAMES,
    MOST_JOBS,
    Comparison,
    Measure,
    Played,
    PlayerSummary,
    Setup,
    Summary,
    compare,
)
from mechanica_core.simulation import simulate as simulated
from service.cli import own_components, plots
from service.cli.options import AsJson, Lang
from service.cli.output import Bar, Output, assumed_json, print_json, writing
from service.cli.refusal import Refusal

COLUMNS: Final = (
    *("variant", "game", "seed", "days", "seat", "player", "score", "won"),
    *(f"bought_{kind}" for kind in FOR_SALE),
    *(f"installed_{kind}" for kind in FOR_SALE),
)
"""Of a CSV file, which has a line for each player of each game; ``variant`` is empty for the set as it is."""


def simulate(
    *,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, max=MOST_GAMES, help="So many games.")
    ] = 200,
    players: Annotated[
        str, typer.Option(metavar="KIND,...", help=f"Who plays, 1 to 4 of these: {', '.join(PLAYERS)}.")
    ] = "greedy,greedy",
    rules: Annotated[str, typer.Option(metavar="NAME", help="The rule set.")] = "print_2019",
    components: Annotated[str, typer.Option(metavar="NAME", help="The component set, one of your own too.")] = "demo",
    difficulty: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Alone against ARMAND-0: how hard.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed plays the same games, another one others.")] = 1,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ENTRY=VALUE",
            show_default=False,
            help="Play the same games with another value of an entry of the component file too, as in "
            "pieces.upgrader.end_value=2, and compare; may be repeated for more variants.",
        ),
    ] = None,
    csv_file: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Write a line for each player of each game there; - for here."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", show_default=False, help="Draw the results there, as .svg or .png.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MOST_JOBS, show_default="one for each core", help="So many processes."),
    ] = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Let the computer play many games: who wins, with what score, how long it takes, which pieces are bought.

    With --vary it tells what would be different if something else were printed on a piece. The same seed gives the
    same results on any number of cores. With --csv - the tables go to standard error.
    """
    output = Output(lang)
    if csv_file == "-" and as_json:
        raise Refusal(say("only one of {one} and {other} can go to standard output", one="--csv -", other="--json"))
    picture = plots.Picture(plot) if plot is not None else None
    own_components.know(components)
    known = component_set(components)
    text = own_components.text(components)
    setup = Setup(tuple(name.strip() for name in players.split(",")), rules, components, difficulty)
    setups = {"": setup}
    for change in vary or ():
        variant = varied(text, change)
        register_component_set(variant)
        setups[change] = replace(setup, components=variant.name)
    running = {change: simulated(each, games, seed, jobs=jobs or _cores()) for change, each in setups.items()}
    with ExitStack() as stack:
        drawn = stack.enter_context(writing(plot)) if plot is not None else None
        lines = stack.enter_context(writing(csv_file)) if csv_file is not None else None
        with output.bar(games * len(setups), say("playing")) as bar:
            series = {change: list(_counted(each, bar)) for change, each in running.items()}
        if lines is not None:
            _write_csv(lines, series)
        summary = Summary.of(series[""])
        variants = {change: compare(series[""], each) for change, each in series.items() if change}
        if picture is not None and drawn is not None:
            picture.draw(drawn.buffer, output, known, series[""], summary, variants)
    assumed = assumed_entries(text)
    if as_json:
        told = {"players": setup.players, "rules": rules, "components": components, "games": games, "seed": seed}
        compared = {change: [one.as_json() for one in comparisons] for change, comparisons in variants.items()}
        print_json(told | {"summary": summary.as_json(), "variants": compared} | assumed_json(assumed))
        return
    _tell(output, known, summary, variants, aside=csv_file == "-")
    if assumed:
        see = f"mechanica edition show {components}"
        output.remark(
            say("assumed entries of {name}: {count}; see {command}", name=components, count=len(assumed), command=see)
        )


def _cores() -> int:
    """How many cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _counted(games: Iterator[Played], bar: Bar) -> Iterator[Played]:
    for game in games:
        yield game
        bar.step()


def _write_csv(lines: TextIO, series: Mapping[str, Sequence[Played]]) -> None:
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for change, games in series.items():
        for game in games:
            for part in game.results:
                came_off = (part.seat + 1, part.player, part.score, round(part.won, 4))
                pieces = (pile.count(kind) for pile in (part.bought, part.installed) for kind in FOR_SALE)
                writer.writerow((change, game.number + 1, game.seed, game.days, *came_off, *pieces))


# -- tables -------------------------------------------------------------------------------------------------------


def _tell(
    output: Output,
    components: ComponentSet,
    summary: Summary,
    variants: Mapping[str, Sequence[Comparison]],
    *,
    aside: bool,
) -> None:
    answers: list[Message | str | Table] = [say("workdays: {mean}", mean=_mean(summary.days)), ""]
    table = output.table(say("player"), say("wins"), say("score"))
    for player in summary.players:
        table.add_row(player.player, _share(player.wins), _mean(player.score))
    answers += [table, ""]
    table = output.table(say("seat"), say("wins"))
    for seat, wins in enumerate(summary.seats, start=1):
        table.add_row(str(seat), _share(wins))
    answers += [table, ""]
    for player in summary.players:
        if player.pieces:
            answers += [_pieces(output, components, player), ""]
    for change, comparisons in variants.items():
        answers += [_compared(output, components, change, comparisons), ""]
    answers.append(say("bought: how many, by one player in one game"))
    answers.append(
        say("score with it: of those who installed one, less that of those who did not; it does not tell why")
    )
    answers.append(say("± and (...–...): intervals of 95 %"))
    for answer in answers:
        if aside:
            output.remark(answer)
        else:
            output.say(answer)


def _pieces(output: Output, components: ComponentSet, player: PlayerSummary) -> Table:
    table = output.table(player.player, say("bought"), say("installed by"), say("score with it"))
    for piece in player.pieces:
        table.add_row(
            components.piece_names[piece.kind].text(output.language),
            _mean(piece.bought, 2),
            f"{100 * piece.installed.value:.1f} %",
            _difference(piece.difference) if piece.difference else "-",
        )
    return table


def _compared(output: Output, components: ComponentSet, change: str, comparisons: Sequence[Comparison]) -> Table:
    table = output.table(change, say("before"), say("after"), say("difference"))
    for one in comparisons:
        label = output.words(_measure(one.measure, components))
        table.add_row(label, f"{one.first:.2f}", f"{one.second:.2f}", _difference(one.difference, 2))
    return table


def _measure(measure: Measure, components: ComponentSet) -> Message:
    match measure:
        case "days", _:
            return say("workdays")
        case "score", player:
            return say("{player}: score", player=player)
        case "wins", player:
            return say("{player}: wins", player=player)
        case _, kind:
            return say("{kind}: bought", kind=components.piece_names[Kind(kind)])


def _mean(mean: Mean, digits: int = 1) -> str:
    """As in ``146.2 ± 3.1``."""
    return f"{mean.value:.{digits}f}" + (f" ± {mean.reach:.{digits}f}" if math.isfinite(mean.reach) else "")


def _difference(mean: Mean, digits: int = 1) -> str:
    return ("+" if mean.value > 0 else "") + _mean(mean, digits)


def _share(share: Share) -> str:
    """As in ``5/6 = 83.3 % (43.6–97.0)``."""
    low, high = share.interval
    return f"{share.number:.6g}/{share.of} = {100 * share.value:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
