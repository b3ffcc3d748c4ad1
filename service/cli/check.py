"""``mechanica check``: everything that is wrong with a factory file at once."""

from __future__ import annotations

from typing import Annotated

import typer

from mechanica_core.errors import DocumentError, LayoutError
from mechanica_core.factory import FORGIVABLE, Factory
from mechanica_core.messages import say
from service.cli.inputs import read_given_factory
from service.cli.options import AsJson, CopyName, FactoryFile, Lang
from service.cli.output import Output, print_json
from service.cli.problems import Trouble, found_in, trouble
from service.cli.refusal import NO, Refusal


def _forgivable(kinds: list[str]) -> list[str]:
    for kind in kinds:
        if kind not in FORGIVABLE:
            known = ", ".join(sorted(FORGIVABLE))
            raise Refusal(say("{kind} cannot be forgiven, only {known}", kind=repr(kind), known=known))
    return kinds


Forgive = Annotated[
    list[str],
    typer.Option(
        default_factory=list,
        show_default=False,
        metavar="KIND",
        callback=_forgivable,
        help=f"Mend problems of this kind instead and warn: {', '.join(sorted(FORGIVABLE))}. May be given again.",
    ),
]


def check(
    file: FactoryFile,
    *,
    forgive: Forgive,
    ignore_unknown: Annotated[bool, typer.Option("--ignore-unknown", help="Skip keys that no document has.")] = False,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """List every problem of a factory file, and warnings. Exit code 1 if it is no factory."""
    output = Output(lang)
    given = read_given_factory(file)
    layout = given.reading(output, given.copies(output, copy)).layout if given.is_photo else None

    def forgiving(*kinds: str) -> Factory:
        if layout is not None:
            return Factory.from_layout(layout, kinds)
        return given.factory(kinds, ignore_unknown=ignore_unknown)

    factory: Factory | None = None
    found: list[Trouble] = []
    try:
        factory = forgiving()
    except (LayoutError, DocumentError) as error:
        found = found_in(error)
    problems = [problem for problem in found if problem.kind not in forgive]
    warnings = [problem for problem in found if problem.kind in forgive]
    if factory is None and not problems:
        factory = forgiving(*forgive)
    if factory is not None:
        warnings += [trouble(warning) for warning in factory.warnings]
    if as_json:
        print_json(
            {
                "ok": factory is not None,
                "problems": [problem.as_json(lang) for problem in problems],
                "warnings": [warning.as_json(lang) for warning in warnings],
                "factory": factory and factory.to_text(),
            }
        )
    else:
        output.say(*(problem.sentence for problem in problems))
        output.say(*(say("warning: {problem}", problem=warning.sentence) for warning in warnings))
        if factory is None:
            output.say(say("{file}: no factory; problems: {count}", file=given.name, count=len(problems)))
        else:
            output.say(say("{file}: a factory", file=given.name), factory.to_text())
    if factory is None:
        raise typer.Exit(NO)
