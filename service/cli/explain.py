"""``mechanica explain``: what each piece does."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from mechanica_core import explanations
from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.messages import say
from mechanica_core.pieces import KINDS, Kind
from service.cli import own_components
from service.cli.options import Lang
from service.cli.output import Output
from service.cli.refusal import Refusal

Pieces = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="PIECE",
        show_default=False,
        help="Pieces by their name in English, German or Spanish, or as in JSON (gift_wrapper); without any, all.",
    ),
]


def explain(
    pieces: Pieces,
    *,
    components: Annotated[
        str, typer.Option("--components", metavar="NAME", help="Tell the numbers of this component set.")
    ] = "demo",
    lang: Lang,
) -> None:
    """Tell what a piece does, and what is printed on it. Without a piece: all of them, a line each."""
    own_components.know(components)
    known = component_set(components)
    kinds = dict.fromkeys(kind for piece in pieces for kind in called(piece, known))
    output = Output(lang)
    if not kinds:
        _list_pieces(output, known)
    for number, kind in enumerate(kinds):
        if number:
            output.say("")
        _explain_piece(output, kind, known)


def called(piece: str, components: ComponentSet) -> list[Kind]:
    """The kinds of that name, more than one only if a component set has a name twice. Raises :class:`Refusal`."""
    wanted = " ".join(piece.casefold().split())
    kinds = [kind for kind in KINDS if wanted in {kind.value, *map(str.casefold, components.piece_names[kind])}]
    if not kinds:
        raise Refusal(say("no piece is called {name}; there are {known}", name=repr(piece), known=", ".join(KINDS)))
    return kinds


def _list_pieces(output: Output, components: ComponentSet) -> None:
    table = output.table(say("piece"), say("name"), say("what it does"))
    table.columns[0].no_wrap = True
    for kind in KINDS:
        name, summary = components.piece_names[kind], explanations.explain(kind, components).summary
        table.add_row(kind, output.words(name.text(output.language)), output.words(summary))
    output.say(table)


def _explain_piece(output: Output, kind: Kind, components: ComponentSet) -> None:
    explanation = explanations.explain(kind, components)
    heading = say("{piece} ({where})", piece=components.piece_names[kind], where=components.title)
    output.say(Text(output.words(heading), style="bold"), explanation.summary, *explanation.details)
    output.say(*explanation.facts, say("rules: {rules}", rules=explanation.rules))
