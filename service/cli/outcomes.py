"""``mechanica outcomes``: all that can come of a workday."""

from __future__ import annotations

import itertools
import json
import textwrap
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import typer
from rich.text import Text

from mechanica_core.choices import Decision
from mechanica_core.factory import Factory
from mechanica_core.geometry import dock_place
from mechanica_core.messages import say
from mechanica_core.outcomes import count_outcomes, divide
from mechanica_core.outcomes import outcomes as possible_outcomes
from mechanica_core.render.text import HOLES
from service.cli.board import in_colour
from service.cli.canonical import Canonical
from service.cli.inputs import read_decisions, read_factory
from service.cli.options import AsJson, CopyName, DecisionsFile, FactoryFile, Lang
from service.cli.output import Output, assumed_json, print_json
from service.cli.refusal import NO, Refusal

MOST_ROWS: Final = 20
"""So many outcomes are shown to people who do not ask for all."""
MOST_LISTED: Final = 2000
"""Up to so many outcomes are listed in JSON for programs that do not ask for all."""
ROW_WORDS: Final = (say("top"), say("middle"), say("bottom"))
MIN_NOTATION: Final = 20
"""Notation is not wrapped into less than this."""
MOST_SORTED: Final = 5_000_000
"""Past this sorting takes too much memory."""


def outcomes(
    file: FactoryFile,
    *,
    decisions: DecisionsFile = None,
    everything: Annotated[bool, typer.Option("--all", help="List them all, however many.")] = False,
    by_way: Annotated[
        bool, typer.Option("--divide", help="Count them under each option of the first bot that has a choice of ways.")
    ] = False,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Count and list the distinct outcomes of one workday.

    With --json: their number, the sha256 of their sorted canonical lines, and up to 2000 of them.
    """
    output = Output(lang)
    factory, taken = read_factory(file, output, copy), read_decisions(decisions)
    if by_way:
        _divide(output, factory, taken, as_json)
    elif as_json:
        _list(output, factory, taken, everything)
    else:
        _show(output, factory, taken, everything)
    if not as_json:
        output.assumptions(factory.assumed)


def _divide(output: Output, factory: Factory, taken: Sequence[Decision], as_json: bool) -> None:
    counts = divide(factory, taken)
    if as_json:
        print_json({"divide": counts} | assumed_json(factory.assumed))
        return
    table = output.table(say("first way"), say("outcomes"))
    for way, count in counts.items():
        table.add_row(way or output.words(say("no bot has a choice of ways")), str(count))
    output.say(table)


def _list(output: Output, factory: Factory, taken: Sequence[Decision], everything: bool) -> None:
    """Print JSON by hand, a line an outcome: their lines are at hand, and there may be very many."""
    count = count_outcomes(factory, taken)
    if count > MOST_SORTED:
        raise Refusal(say("{count} outcomes are too many to sort; narrow them down by --decisions", count=count), NO)
    canonical = Canonical(factory)
    found = output.watched(possible_outcomes(factory, taken), count, say("collecting outcomes"))
    keys = sorted(map(canonical.key, found))
    sha256 = canonical.sha256(output.watched(keys, count, say("hashing outcomes")))
    print(f'{{"count": {count}, "sha256": "{sha256}"', end="")
    if everything or count <= MOST_LISTED:
        print(', "outcomes": [', end="")
        for before, key in zip(itertools.chain(["\n"], itertools.repeat(",\n")), keys, strict=False):
            print(before, canonical.line(key), sep="", end="")
        print("\n]", end="")
    if factory.assumed:
        print(",", json.dumps(assumed_json(factory.assumed))[1:-1], end="")
    print("}")


def _show(output: Output, factory: Factory, taken: Sequence[Decision], everything: bool) -> None:
    """Print a line an outcome as it comes, since there may be very many; the notation wraps below itself."""
    count = count_outcomes(factory, taken)
    shown = count if everything else min(count, MOST_ROWS)
    output.say(say("distinct outcomes: {count}", count=count))
    headings = [output.words(heading) for heading in (say("wallet"), say("vault"), *ROW_WORDS)]
    trucks = [factory.machinery.range_of[dock_place(row)] for row in range(len(ROW_WORDS))]
    least = [3, 3, *(2 * (truck.last - truck.first) for truck in trucks)]
    widths = [max(len(heading), width) for heading, width in zip(headings, least, strict=True)]
    indent = sum(widths) + 2 * len(widths)
    room = max(MIN_NOTATION, output.answers.width - indent)

    def row(cells: Iterable[str], notation: str) -> Text:
        start = "".join(cell.ljust(width + 2) for cell, width in zip(cells, widths, strict=True))
        return in_colour(start + f"\n{' ' * indent}".join(textwrap.wrap(notation, room, break_on_hyphens=False)))

    output.say(row(headings, output.words(say("factory"))))
    for outcome in itertools.islice(possible_outcomes(factory, taken), shown):
        gained = (f"+{outcome.wallet - factory.wallet}", f"+{outcome.vault - factory.vault}")
        held = (" ".join(HOLES[code] for code in outcome.contents[truck.first : truck.last]) for truck in trucks)
        output.say(row((*gained, *held), outcome.to_text()))
    if shown < count:
        output.say(say("shown: {shown} of {count}; --all shows them all", shown=shown, count=count))
