"""Draw the README's picture, what ``mechanica run`` prints of the sample, as an SVG: ``make picture``."""

from __future__ import annotations

import io
import json
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from mechanica_core import Factory, run_workday
from service.cli.board import painted_board

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "workday.svg"
WIDTH = 118
SVG = """<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{
font: {char_height}px/{line_height}px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }}
.{unique_id}-title {{ font: bold 18px sans-serif; fill: #c5c8c6; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g>
</g>
</svg>
"""
"""Rich's own template names a font on the network; this one takes the reader's."""


def draw() -> str:
    """The picture: the sample factory, and the evening of its workday."""
    factory = Factory.from_json((ROOT / "samples" / "first_factory.json").read_text(encoding="utf-8"))
    decisions = json.loads((ROOT / "samples" / "first_decisions.json").read_text(encoding="utf-8"))
    evening = run_workday(factory, [(decision["choice"], decision["take"]) for decision in decisions]).factory
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    for title, shown in (("In the morning", factory), ("In the evening", evening)):
        console.print(f"[bold]{title}[/]")
        console.print(painted_board(shown, "en", WIDTH))
    return console.export_svg(title="mechanica run", theme=MONOKAI, code_format=SVG, unique_id="workday")


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
