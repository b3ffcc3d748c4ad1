"""``mechanica sheet``: the demonstration set as a PDF to print, cut out and try the photo reader with."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mechanica_core.messages import Language, say
from mechanica_core.render.sheet import Page
from mechanica_core.render.sheet import sheet as pages_of
from service.cli import own_components
from service.cli.needs import need
from service.cli.options import Lang
from service.cli.output import Output, writing
from service.cli.refusal import Refusal


class PaperName(StrEnum):
    """What the sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"


def sheet(
    *,
    paper: Annotated[PaperName, typer.Option(help="What it is to be printed on.")] = PaperName.A4,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Write the PDF there; - for standard output.")
    ] = "mechanica_sheet.pdf",
    components: Annotated[str, typer.Option(metavar="NAME", help="The component set to print.")] = "demo",
    lang: Lang,
) -> None:
    """Write a PDF of board, pieces, flat bots and coins to print and cut out, true to scale.

    The copy demo is built in, so photos of the printed demonstration set can be read without teaching.
    """
    if out != "-" and Path(out).suffix.lower() != ".pdf":
        raise Refusal(say("{file}: a sheet is a .pdf", file=out or "''"))
    need("pdf", "fpdf", say("making a PDF needs a library for it"))
    own_components.know(components)
    content = as_pdf(pages_of(paper.value, components=components, language=lang), lang)
    with writing(out) as opened:
        opened.buffer.write(content)
    if out != "-":
        Output(lang).say(say("{file} is written.", file=out))


def as_pdf(pages: Sequence[Page], language: Language) -> bytes:
    """The pages of a sheet as one PDF, drawn as lines and not as dots, which asks viewers to print it true to scale."""
    from fpdf import FPDF  # noqa: PLC0415 (an extra, and heavy)
    from fpdf.prefs import ViewerPreferences  # noqa: PLC0415
    from fpdf.svg import SVGObject  # noqa: PLC0415

    # It warns of every title in a picture, and those need not be printed.
    logging.getLogger("fpdf.svg").setLevel(logging.ERROR)
    pdf = FPDF(unit="mm")
    pdf.set_margin(0)
    pdf.set_auto_page_break(False)
    pdf.set_title(pages[0].title)
    pdf.set_lang(language)
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    for page in pages:
        pdf.add_page(orientation="portrait", format=(page.width, page.height))
        _, _, drawing = SVGObject(page.svg.encode()).transform_to_page_viewport(pdf)
        pdf.draw_path(drawing, copy=False)
    return bytes(pdf.output())
