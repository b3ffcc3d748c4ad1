"""``mechanica copies``: the copies of the game that the user taught."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from mechanica_core.messages import say
from service.cli.needs import need_reader
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json
from service.cli.refusal import NO
from service.cli.teach import keep_components, missing_pieces

if TYPE_CHECKING:
    from vision import Copy

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="Name of one of your copies.")]

MISSING_WIDTH: Final = 40
"""The names of all pieces in one line would make the table wider than most terminals."""

app = typer.Typer(help="Copies of the game: list, export, import or delete them.", invoke_without_command=True)


@app.callback()
def list_copies(context: typer.Context, *, as_json: AsJson = False, lang: Lang) -> None:
    """Copies of the game that you taught: list, export, import or delete them. Exit code 1 if one is broken."""
    need_reader(say("copies need the photo reader"))
    if context.invoked_subcommand is not None:
        return
    from service import shelf  # noqa: PLC0415 (heavy)
    from vision import demo_copy  # noqa: PLC0415 (heavy)
    from vision.copies import DEMO_FILE  # noqa: PLC0415 (heavy)

    output = Output(lang)
    copies, broken = shelf.own().every()
    listed = [_listed(copy, shelf.own().file_of(copy.name)) for copy in copies]
    built_in = _listed(demo_copy(), DEMO_FILE)
    if as_json:
        print_json({"copies": listed, "built_in": [built_in], "broken": [error.text(lang) for error in broken]})
    else:
        _tell(output, listed, built_in)
        for error in broken:
            output.complain(error.message)
    if broken:
        raise typer.Exit(NO)


def _listed(copy: Copy, file: Path) -> dict[str, Any]:
    return {
        "name": copy.name,
        "pieces": len({(piece.kind, piece.flipped) for piece in copy.pieces}),
        "missing": missing_pieces(copy),
        "bytes": file.stat().st_size,
    }


def _tell(output: Output, listed: list[dict[str, Any]], built_in: dict[str, Any]) -> None:
    table = output.table(say("name"), say("pieces taught"), say("missing"), say("kB"))
    for one in (*listed, built_in):
        missing = textwrap.fill(" ".join(one["missing"]), MISSING_WIDTH) or "-"
        table.add_row(one["name"], str(one["pieces"]), missing, str(one["bytes"] // 1000))
    output.say(table)
    output.say(say("{name} is built in; {command} prints it.", name=built_in["name"], command="mechanica sheet"))
    if not listed:
        how = "mechanica teach NAME --board PHOTO --pieces DIR"
        output.say(
            say("There is no copy of your own to read photos with yet. This teaches one: {command}", command=how)
        )


@app.command("export")
def export_copy(
    name: Name,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="A file to write, or a folder.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
    lang: Lang,
) -> None:
    """Write a copy to a file, for another machine or another player."""
    from service import shelf  # noqa: PLC0415 (heavy)

    Output(lang).say(say("{file} is written.", file=str(shelf.own().export_to(name, file, overwrite=force))))


@app.command("import")
def import_copy(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="A copy file.")],
    *,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Another name for it.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the copy of that name.")] = False,
    lang: Lang,
) -> None:
    """Put a copy file among your copies."""
    from service import shelf  # noqa: PLC0415 (heavy)

    output = Output(lang)
    copy = shelf.own().import_from(file, name, overwrite=force)
    keep_components(output, copy, force)
    output.say(say("{name} is one of your copies now.", name=copy.name))


@app.command("delete")
def delete_copy(name: Name, *, lang: Lang) -> None:
    """Remove a copy for good."""
    from service import shelf  # noqa: PLC0415 (heavy)

    shelf.own().delete(name)
    Output(lang).say(say("{name} is deleted.", name=name))
