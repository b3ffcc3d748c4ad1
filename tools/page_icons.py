"""Draw the icons of the page with the artwork of the game: a bot on a belt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import resvg_py

from mechanica_core.pieces import Model
from mechanica_core.render import artwork
from mechanica_core.render.board import document
from mechanica_core.render.jigsaw import chevron
from mechanica_core.render.pieces import chevrons
from mechanica_core.render.svg import Markup, group, joined, moved, path, rect
from mechanica_core.render.theme import LIGHT

FOLDER: Final = Path("service/page/static/icons")
SIZE: Final = 96


def icon(corner: float, bot: float) -> Markup:
    """The icon around the origin; masks of phones cut more off than a small ``corner``, so the ``bot`` is smaller."""
    half = SIZE / 2
    arrows = [chevron(x, 0, inward=False) for x in (-38.0, -26.0, 26.0, 38.0)]
    return joined(
        (
            rect(-half, -half, SIZE, SIZE, rx=corner, fill=LIGHT.frame),
            rect(-half, 6, SIZE, 30, fill=LIGHT.belt),
            path(f"M{-half} 6H{half}M{-half} 36H{half}", stroke=LIGHT.frame_line, stroke_width=3, fill="none"),
            group(chevrons(arrows, LIGHT, 4), transform=moved(0, 21)),
            group(artwork.bot(Model.PLUS, LIGHT), transform=moved(0, 2, scale=bot)),
        )
    )


def picture(corner: float, bot: float) -> str:
    """The icon as an SVG document."""
    half = SIZE / 2
    box = (-half, -half, float(SIZE), float(SIZE))
    return document(box, [icon(corner, bot)], title="Mechanica", language="en", width=str(SIZE), height=str(SIZE))


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "icon.svg").write_text(picture(20, 2.2), encoding="utf-8")
    for name, width, corner, bot in (
        ("icon-180", 180, 0, 2.1),
        ("icon-192", 192, 20, 2.2),
        ("icon-512", 512, 20, 2.2),
        ("mask-512", 512, 0, 1.7),
    ):
        png = resvg_py.svg_to_bytes(svg_string=picture(corner, bot), width=width)
        (FOLDER / f"{name}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
