"""``mechanica edition``: rule sets and component sets, the built-in ones and the user's own."""

from __future__ import annotations

import dataclasses
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from mechanica_core.editions import BUILT_IN, RULE_SETS, ComponentSet, RuleSet, component_set, rule_set
from mechanica_core.editions.files import read_component_set
from mechanica_core.editions.registry import built_in_text, check_name
from mechanica_core.errors import EditionError, why_not
from mechanica_core.messages import say
from service.cli import own_components
from service.cli.edition_tables import show_components, show_rules
from service.cli.inputs import read
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json
from service.cli.refusal import NO, Refusal

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="Name of a set.")]


class BuiltIn(StrEnum):
    """The component sets that come with the program."""

    DEMO = "demo"
    PUBLISHED = "published"


app = typer.Typer(help="Rule sets and component sets: list, show or check them, or start one of your own.")


@app.command("list")
def list_editions(*, as_json: AsJson = False, lang: Lang) -> None:
    """List all rule sets and component sets, your own ones too. Exit code 1 if one of these is broken."""
    broken = own_components.register()
    own = [name for name in own_components.files() if name not in broken]
    rules = [rule_set(name) for name in RULE_SETS]
    components = [component_set(name) for name in (*BUILT_IN, *own)]
    output = Output(lang)
    if as_json:
        sets = {"rules": [_summary(edition) for edition in rules], "components": [_summary(one) for one in components]}
        print_json(sets | {"broken": [error.text(lang) for error in broken.values()]})
    else:
        table = output.table(say("name"), say("title"), say("what it is"))
        for edition in rules:
            table.add_row(edition.name, edition.title.text(lang), output.words(say("rule set")))
        for one in components:
            what = say("component set of your own") if one.name in own else say("component set")
            table.add_row(one.name, one.title.text(lang), output.words(what))
        output.say(table)
        for error in broken.values():
            output.complain(error.message)
    if broken:
        raise typer.Exit(NO)


def _summary(edition: RuleSet | ComponentSet) -> dict[str, Any]:
    return {"name": edition.name, "title": edition.title._asdict()}


@app.command("show")
def show_edition(name: Name, *, as_json: AsJson = False, lang: Lang) -> None:
    """Show a rule set's switches, or a component set's pieces and how each entry is known.

    With --json: the same as in the set's file.
    """
    output = Output(lang)
    if name in RULE_SETS:
        rules = rule_set(name)
        if as_json:
            print_json(dataclasses.asdict(rules) | {"title": rules.title._asdict()})
        else:
            show_rules(output, rules)
        return
    own_components.know(name)
    components = component_set(name)
    if as_json:
        print_json({"name": name} | tomllib.loads(own_components.text(name)))
    else:
        show_components(output, components)


@app.command("check")
def check_edition(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="A component file (TOML).")],
    *,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """List every problem of a component file. Exit code 1 if it is none."""
    given = read(file)
    problems: list[str] = []
    try:
        components = read_component_set(given.text, Path(file).stem, file)
    except EditionError as error:
        problems = list(error.problems) or [error.text(lang)]
    output = Output(lang)
    if as_json:
        print_json({"ok": not problems, "problems": problems})
    elif problems:
        output.say(*problems, say("{file}: no component set; problems: {count}", file=given.name, count=len(problems)))
    else:
        output.say(say("{file}: a component set: {title}", file=given.name, title=components.title))
    if problems:
        raise typer.Exit(NO)


@app.command("new")
def new_edition(
    name: Name,
    *,
    start: Annotated[
        BuiltIn, typer.Option("--from", help="The built-in set to start with; published is for a copy of the game.")
    ] = BuiltIn.PUBLISHED,
    to: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there, not among your own sets.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Start a component set of your own: a copy of a built-in one, to fill in what your pieces say."""
    check_name(name)
    file = to or own_components.folder() / f"{name}.toml"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w" if force else "x", encoding="utf-8") as opened:
            opened.write(built_in_text(start))
    except OSError as error:
        if isinstance(error, FileExistsError) and file.exists():
            raise Refusal(say("{file} is there already; --force overwrites it", file=str(file))) from None
        raise Refusal(say("{file}: cannot be written: {why}", file=str(file), why=why_not(error))) from None
    if as_json:
        print_json({"name": name, "file": str(file)})
        return
    output = Output(lang)
    output.say(say("{file} is written. Fill in what your pieces say, then:", file=str(file)))
    output.say(f"    mechanica edition check {file}")
