"""``mechanica show``: a factory as a board."""

from __future__ import annotations

from service.cli.inputs import read_factory
from service.cli.options import AsJson, CopyName, FactoryFile, Lang
from service.cli.output import Output, print_json


def show(file: FactoryFile, *, copy: CopyName = None, as_json: AsJson = False, lang: Lang) -> None:
    """Draw a factory, with warnings and assumptions below it.

    With --json: its document in canonical form, which every command reads back.
    """
    output = Output(lang)
    factory = read_factory(file, output, copy)
    if as_json:
        print_json(factory.to_json())
    else:
        output.board(factory)
        output.say(factory.to_text(), *(warning.text(lang) for warning in factory.warnings))
    output.assumptions(factory.assumed, aside=as_json)
