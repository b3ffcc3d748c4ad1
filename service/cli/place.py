"""``mechanica place``: where a piece earns most, which piece to buy, what to demolish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, TypeVar

import typer

from mechanica_core.best import Change, best_demolitions, best_pieces
from mechanica_core.factory import Factory
from mechanica_core.geometry import FACING_INDEX
from mechanica_core.messages import Message, say
from mechanica_core.pieces import FLOOR_KINDS, PRINTED, Kind
from mechanica_core.places import where_words
from mechanica_core.wording import heading_words
from service.cli.best import Days
from service.cli.explain import called
from service.cli.inputs import read_factory
from service.cli.options import AsJson, CopyName, FactoryFile, Lang
from service.cli.output import Output, assumed_json, print_json
from service.cli.refusal import Refusal

MOST_ROWS: Final = 10
"""So many ways are shown to people who do not ask for all."""

Way = TypeVar("Way")
"""Something that is tried."""

Pieces = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="PIECE[=PRICE]",
        show_default=False,
        help="Pieces to choose from, by name in English, German or Spanish or as in JSON, each with its price if that "
        "is to be taken off; without any: what to demolish.",
    ),
]


def place(
    file: FactoryFile,
    pieces: Pieces,
    *,
    days: Days = 1,
    everything: Annotated[bool, typer.Option("--all", help="List every way, however many.")] = False,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Rank the places, facings and sides of pieces by the money that they earn.

    That is what the best days come to with the piece beyond what they come to without it. Without a piece: what
    demolishing each of those there would earn or lose.

    With --json: every way, with its place and piece (null to demolish), what that replaces, its price, what it earns,
    and whether that is exact.
    """
    output = Output(lang)
    factory = read_factory(file, output, copy)
    prices = dict(_priced(piece, factory) for piece in pieces)

    def watched(ways: Sequence[Way]) -> Iterator[Way]:
        with output.bar(len(ways), say("trying places")) as bar:
            for way in ways:
                yield way
                bar.step()

    changes = (
        best_pieces(factory, prices, days, watch=watched) if prices else best_demolitions(factory, days, watch=watched)
    )
    if as_json:
        print_json(
            {"days": days, "changes": [_change_json(change) for change in changes]} | assumed_json(factory.assumed)
        )
        return
    _show(output, factory, changes, everything)
    output.assumptions(factory.assumed)


def _priced(piece: str, factory: Factory) -> tuple[Kind, int]:
    """A piece's kind and price, 0 without one. Raises :class:`Refusal`."""
    name, given, price = piece.partition("=")
    if given and not (price.isascii() and price.isdigit()):
        raise Refusal(say("{piece}: a price is a whole number from 0 on, as in upgrader=5", piece=repr(piece)))
    kind = called(name, factory.machinery.components)[0]
    if kind in PRINTED:
        raise Refusal(say("{piece} is printed on the board and never installed", piece=repr(name)))
    return kind, int(price or 0)


def _change_json(change: Change) -> dict[str, Any]:
    piece, there = change.piece, change.replaces
    return {
        "place": change.place,
        "piece": piece and {"kind": piece.kind, "facing": piece.facing, "flipped": piece.flipped},
        "replaces": there and there.kind,
        "price": change.price,
        "earns": change.earns,
        "exact": change.exact,
    }


def _show(output: Output, factory: Factory, changes: Sequence[Change], everything: bool) -> None:
    if not changes:
        output.say(say("There is no way to do that here."))
        return
    names = factory.machinery.components.piece_names
    table = output.table(say("earns"), say("piece"), say("where"), say("replaces"))
    shown = changes if everything else changes[:MOST_ROWS]
    for change in shown:
        cells: list[Message | str] = [_piece_words(change, factory), where_words(change.place)]
        there = change.replaces and names[change.replaces.kind].text(output.language)
        earns = f"{change.earns:+d}" if change.exact else f"~{change.earns:+d}"
        table.add_row(earns, *map(output.words, cells), output.words(there or ""))
    output.say(table)
    if len(shown) < len(changes):
        output.say(say("shown: {shown} of {count}; --all shows them all", shown=len(shown), count=len(changes)))


def _piece_words(change: Change, factory: Factory) -> Message:
    if change.piece is None:
        return say("demolish")
    kind, facing, flipped = change.piece
    name = factory.machinery.components.piece_names[kind]
    if kind not in FLOOR_KINDS:
        return say("{piece}", piece=name)
    heading = heading_words(FACING_INDEX[facing])
    if flipped:
        return say("{piece}, flipped, its arrow {heading}", piece=name, heading=heading)
    return say("{piece}, its arrow {heading}", piece=name, heading=heading)
