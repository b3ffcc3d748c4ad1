"""Measure the library and print a table in yards, beside the bars it is held to."""

from __future__ import annotations

import json
import random
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.factory_fun import full_hall, joining_seconds
from benchmarks.games import Games, positions
from benchmarks.robo_rally import play_all, registers
from benchmarks.yard import cpu_seconds, in_yards, yard_loop
from mechanica_core import Choice, Factory, count_outcomes, outcomes, run_workday
from mechanica_core.best import best_day
from mechanica_core.game import apply, legal_actions
from mechanica_core.other_games.factory_fun import Hall, check, cost

BUSY_FACTORIES = (
    ".=GUsSw(-p)Xn(-dd)=2(pd)/O(d-)=TsRw(--d)U(-d)Xs=3(b)/O(d-)=GRnFnU(-b)=3(b) 1+0 print_2019 demo",
    ".(d)=TnSnRnTw=3(b)/A(-b)=S(pp)Rn(--b)FT=2(p)/O(-p)=Us(-b)XwfDw(---p)Fn=2(b) 19+3 print_2019 demo",
    ".(b)=Rs(b--)XsfR(p--)D(-d-p)=3(p)/B=GsTsTwXs(-bd)=2(bb)/A(-b)=Xf(-pd)TFR=3 3+13 print_2019 demo",
    "A(pd)=FUn(-b)FwFn=1(p)/B=FFTF=2(d)/A(bd)=Xf(-bb)FU(-b)F=3 0+1 print_2019 demo",
    "O(db)=FRn(p-b)Sn(pp)Fs=1(d)/A(b-)=FFFsR(b-p)=3(bpd)/.(p)=FnFwTwF=3(bbp) 4+10 print_2019 demo",
)
"""Factories of 12 pieces and 8 moving bots, from one choice to sixteen."""
HUNDRED_OUTCOMES = ".(d)=TsFnTwTw=2(bb)/B(p)=FsFFsF=2(p)/.(p)=FwXn(-db)Rs(p-d)Sw(bp)=3(pdd) 18+2 print_2019 demo"
CROWDED_FACTORY = (
    "O(bp)=TFRs(b--)Dn(d-p-)=3(bbd)/O(bb)=TnDw(pddb)Xsf(pbb)Xwf(bdb)=3(bpp)/A(pd)=TnDs(b--p)R(ppb)R(p--)=1(p)"
    " 15+3 print_2019 demo"
)
"""16 moving bots."""
MIDDLES = 200
MOST_JOINING = 2.0


@dataclass(frozen=True)
class Figure:
    """A case, what it took in yards, the most it may take (None: only reported), and what a peer takes."""

    name: str
    yards: float
    bar: float | None
    peer: str = ""


def _decided(line: str) -> tuple[Factory, dict[str, str]]:
    """A factory and decisions for all its choices, drawn at random but always the same."""
    rng = random.Random(line)

    def draw(choice: Choice) -> str:
        return rng.choice(choice.takes)

    factory = Factory.from_text(line)
    return factory, dict(run_workday(factory, policy=draw).decisions)


def _strange(factory: Factory) -> Factory:
    """The same factory on machinery that has never been seen before: nothing is compiled yet."""
    return Factory(replace(factory.machinery), factory.contents, factory.wallet, factory.vault)


def _over_busy(case: Callable[[Factory, dict[str, str]], Callable[[], object]]) -> float:
    return statistics.mean(in_yards(case(*_decided(line))) for line in BUSY_FACTORIES)


def _figures() -> Iterator[Callable[[], Figure]]:
    hundred = Factory.from_text(HUNDRED_OUTCOMES)
    text = BUSY_FACTORIES[1]
    written = Factory.from_text(text)
    document = json.dumps(written.to_json())
    yield lambda: Figure(
        "run a workday: 12 pieces, 8 moving bots, decisions checked",
        _over_busy(lambda factory, decisions: lambda: run_workday(factory, decisions)),
        0.29,
        "catanatron: apply an action, list the next 0.22",
    )
    yield lambda: Figure(
        "the same, pieces never seen before",
        _over_busy(lambda factory, decisions: lambda: run_workday(_strange(factory), decisions)),
        None,
    )
    yield lambda: Figure(
        "the same as the first, with all events",
        _over_busy(lambda factory, decisions: lambda: run_workday(factory, decisions).events),
        None,
    )
    yield lambda: Figure("all 100 outcomes of a factory", in_yards(lambda: list(outcomes(hundred))), 15)
    yield lambda: Figure(
        "the same, pieces never seen before", in_yards(lambda: list(outcomes(_strange(hundred)))), None
    )
    yield lambda: Figure("count those 100 outcomes", in_yards(lambda: count_outcomes(hundred)), None)
    yield lambda: Figure(
        "best day for money: 12 pieces, 8 moving bots",
        _over_busy(lambda factory, _: lambda: best_day(factory, "money")),
        40,
    )
    yield lambda: Figure(
        "the same, with a reason for each decision",
        _over_busy(lambda factory, _: lambda: best_day(factory, "money").reasons),
        None,
    )
    crowded = Factory.from_text(CROWDED_FACTORY)
    yield lambda: Figure(
        f"best day for money: 16 moving bots, {count_outcomes(crowded):,} outcomes",
        in_yards(lambda: best_day(crowded, "money")),
        400,
    )
    yield lambda: Figure("write a factory on one line", in_yards(written.to_text), 0.23, "python-chess: write FEN 0.23")
    yield lambda: Figure("read it", in_yards(lambda: Factory.from_text(text)), 0.37, "python-chess: read FEN 0.37")
    steps = positions()
    listed = sum(len(legal_actions(game)) for game, _ in steps)
    yield lambda: Figure(
        "carry out an action: mean over games of 4",
        in_yards(lambda: [apply(game, action) for game, action in steps]) / len(steps),
        0.15,
        "catanatron: apply an action, list the next 0.22",
    )
    yield lambda: Figure(
        "list legal actions, for each one listed",
        in_yards(lambda: [legal_actions(game) for game, _ in steps]) / listed,
        0.004,
    )
    yield lambda: Figure("a whole random game of 4", in_yards(Games().play), 230, "catanatron: a random game 230")
    robo_rally = registers()
    yield lambda: Figure(
        "RoboRally, a register: 12 × 12 squares, 40 elements, 8 robots",
        in_yards(lambda: play_all(robo_rally)) / len(robo_rally),
        1.0,
    )
    yield lambda: Figure(
        "the same, with all events",
        in_yards(lambda: [played.events for played in play_all(robo_rally)]) / len(robo_rally),
        None,
    )
    hall = full_hall()
    empty = Hall(pillar=hall.pillar)
    yield lambda: Figure("Factory Fun, check a hall: 10 machines, 40 connectors", in_yards(lambda: check(hall)), 5)
    yield lambda: Figure("the cost of building it at once", in_yards(lambda: cost(empty, hall)), 50)
    yield lambda: Figure("write a factory as JSON", in_yards(lambda: json.dumps(written.to_json())), None)
    yield lambda: Figure("read it", in_yards(lambda: Factory.from_json(document)), None)


def _memory_per_outcome(number: int = 10_000) -> float:
    """Bytes that one outcome of a list of many takes."""
    factory = Factory.from_text(BUSY_FACTORIES[3])
    every = list(outcomes(factory))
    tracemalloc.start()
    kept = [Factory(other.machinery, bytes(bytearray(other.contents))) for other in every * (number // len(every))]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(kept)


def main() -> int:
    """Print the table; exit status 1 if a bar is missed."""
    console = Console()
    cases = list(_figures())
    figures = [case() for case in track(cases, "measuring", console=Console(stderr=True), transient=True)]
    table = Table(title=f"Mechanica in yards (1 yard here: {cpu_seconds(yard_loop) * 1e6:.0f} µs)")
    table.add_column("case")
    table.add_column("yards", justify="right")
    table.add_column("at most", justify="right")
    table.add_column("a peer, measured the same way")
    for figure in figures:
        missed = figure.bar is not None and figure.yards > figure.bar
        table.add_row(
            figure.name,
            f"[red]{figure.yards:.3f}[/]" if missed else f"{figure.yards:.3f}",
            "" if figure.bar is None else f"{figure.bar:g}",
            figure.peer,
        )
    console.print(table)
    console.print(f"one more factory on known pieces: {_memory_per_outcome():.0f} bytes")
    median, longest, joined = joining_seconds(MIDDLES)
    console.print(
        f"Factory Fun, joining a machine amid a game: median {median:.2f} s of CPU (bar: {MOST_JOINING:g}), "
        f"at most {longest:.2f}; {joined} of {MIDDLES} joined"
    )
    return median > MOST_JOINING or any(figure.bar is not None and figure.yards > figure.bar for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
