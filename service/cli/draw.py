"""``mechanica draw``: pictures of factories and workdays, and pieces to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from mechanica_core.choices import take_first
from mechanica_core.editions import component_set
from mechanica_core.errors import why_not
from mechanica_core.messages import Language, say
from mechanica_core.pieces import KINDS
from mechanica_core.render import board_svg, factory_svg, piece_svg, workday_svg
from mechanica_core.workday import open_choices, run_workday
from service.cli import own_components
from service.cli.inputs import read_decisions, read_factory
from service.cli.needs import need
from service.cli.options import CopyName, DecisionsFile, Lang
from service.cli.output import Output, writing
from service.cli.refusal import Refusal
from service.cli.run import PolicyName, refuse_open

FORMATS: Final = (".svg", ".png")
PIXELS: Final = 1400
MOST_PIXELS: Final = 10_000


class ThemeName(StrEnum):
    """What a picture is drawn for."""

    LIGHT = "light"
    DARK = "dark"


def draw(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", show_default=False, help="The factory, as other commands take it."),
    ] = None,
    *,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Write the picture there, .svg or .png; - for here.")
    ] = "-",
    day: Annotated[bool, typer.Option("--run", help="Draw its workday: the evening, and how it came about.")] = False,
    animate: Annotated[
        bool, typer.Option("--animate", help="Let the bots of the workday move; then the picture stands still.")
    ] = False,
    decisions: DecisionsFile = None,
    policy: Annotated[
        PolicyName | None, typer.Option(help="Decide what is left open: always the first option.")
    ] = None,
    theme: Annotated[ThemeName, typer.Option(help="For a light or a dark page.")] = ThemeName.LIGHT,
    width: Annotated[
        int | None,
        typer.Option(metavar="PIXELS", min=50, max=MOST_PIXELS, help=f"How wide a .png is, else {PIXELS}."),
    ] = None,
    prints: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Instead, write every piece and the bare board there as .svg, true to scale, to be printed.",
        ),
    ] = None,
    components: Annotated[
        str, typer.Option(metavar="NAME", help="The component set of what is to be printed.")
    ] = "demo",
    copy: CopyName = None,
    lang: Lang,
) -> None:
    """Draw a factory, its workday, or pieces to print.

    Without a choice of its own a workday needs no more than --run; others take --decisions or --policy.
    """
    output = Output(lang)
    if prints is not None:
        if file is not None:
            raise Refusal(say("only one of {one} and {other} can be drawn", one="FILE", other="--prints"))
        _print(prints, components, output)
        return
    if file is None:
        raise Refusal(say("nothing to draw; name a factory, or a folder after --prints"))
    suffix = ".svg" if out == "-" else Path(out).suffix.lower()
    if suffix not in FORMATS:
        raise Refusal(say("{file}: pictures are .svg or .png", file=out or "''"))
    if animate and suffix == ".png":
        raise Refusal(say("{file}: only an .svg can move", file=out))
    if width is not None and suffix == ".svg":
        raise Refusal(say("{file}: only a .png has a width; leave out {option}", file=out, option="--width"))
    png = need("png", "resvg_py", say("drawing a .png needs a library for it")) if suffix == ".png" else None
    factory = read_factory(file, output, copy)
    if day or animate or decisions is not None or policy is not None:
        taken = read_decisions(decisions)
        if policy is None and (choices := open_choices(factory, taken)):
            refuse_open(output, choices)
        workday = run_workday(factory, taken, policy=take_first if policy else None)
        svg = workday_svg(workday, theme=theme.value, language=lang, animated=animate)
    else:
        svg = factory_svg(factory, theme=theme.value, language=lang)
    with writing(out, [file, decisions]) as opened:
        if png:
            opened.buffer.write(bytes(png.svg_to_bytes(svg_string=svg, width=width or PIXELS)))
        else:
            opened.write(f"{svg}\n")
    output.assumptions(factory.assumed, aside=True)


def _print(folder: str, components: str, output: Output) -> None:
    """Write every piece of a component set and its board, and tell the files."""
    own_components.know(components)
    known = component_set(components)
    language: Language = output.language
    sheets = {"board": board_svg(components=components, language=language)}
    for kind in KINDS:
        sheets[kind.value] = piece_svg(kind, components=components, language=language)
        if (kind, True) in known.shapes:
            sheets[f"{kind}_flipped"] = piece_svg(kind, flipped=True, components=components, language=language)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Refusal(say("{file}: cannot be written: {why}", file=folder or "''", why=why_not(error))) from None
    for name, svg in sheets.items():
        file = str(Path(folder) / f"{name}.svg")
        with writing(file) as opened:
            opened.write(f"{svg}\n")
        output.say(file)
