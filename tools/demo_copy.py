"""Draw the built-in copy of the game, the demonstration set as its prints look, into ``vision``: ``make copy``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from mechanica_core.editions import component_set
from mechanica_core.geometry import ROWS, dock_place, start_place
from mechanica_core.layout import Layout
from mechanica_core.messages import LANGUAGES
from mechanica_core.pieces import Kind
from mechanica_core.render import board_svg, piece_svg
from mechanica_core.render.board import BOTTOM, LEFT, RIGHT, TOP, Table
from mechanica_core.render.jigsaw import SQUARE
from mechanica_core.render.pieces import HOLE, cut
from mechanica_core.render.prints import MARGIN
from vision import Copy, save_copy
from vision.copies import BOARD_PX, DEMO_FILE, PIECE_PX, PIECE_SPAN, TaughtPiece
from vision.teaching import TAUGHT

Picture = NDArray[np.uint8]

ROOT: Final = Path(__file__).parents[1]

TABLE: Final = (120, 132, 138)
"""What a piece lies on (BGR): a table as good as any."""
FINER: Final = 4
"""Drawn so many times as large, then made smaller."""


def painted(svg: str, width: int, height: int) -> NDArray[np.float32]:
    """A drawing in BGR with its coverage (0..1) as the fourth channel."""
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width * FINER, dpi=96))
    large = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED), np.float32)
    large[..., 3] /= 255
    large[..., :3] *= large[..., 3:]
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def lying(drawn: NDArray[np.float32]) -> Picture:
    """A drawing on the table."""
    return np.asarray(np.rint(drawn[..., :3] + (1 - drawn[..., 3:]) * np.array(TABLE, np.float32)), np.uint8)


def piece(kind: Kind, flipped: bool) -> TaughtPiece:
    """A piece as teaching would give it."""
    shape = cut(component_set("demo"), kind, flipped)
    side = round(2 * MARGIN / SQUARE * PIECE_PX / PIECE_SPAN)
    drawn = painted(piece_svg(kind, flipped=flipped), side, side)
    rim = (PIECE_PX - side) // 2
    whole = cv2.copyMakeBorder(drawn, rim, PIECE_PX - side - rim, rim, PIECE_PX - side - rim, cv2.BORDER_CONSTANT)
    holes = {name: (spot.x / SQUARE, spot.y / SQUARE) for name, spot in shape.holes.items()}
    return TaughtPiece(kind, flipped, lying(np.asarray(whole, np.float32)), holes)


def demo_copy() -> Copy:
    """The copy, in English, because what is written on the board hardly matters."""
    table = Table(Layout(components="demo"))
    columns = table.grid.columns
    outline = (-LEFT / SQUARE, -TOP / SQUARE, columns + 2 + RIGHT / SQUARE, len(ROWS) + BOTTOM / SQUARE)
    left, top, right, bottom = outline
    size = (round((right - left) * BOARD_PX), round((bottom - top) * BOARD_PX))
    holes = {}
    for row in range(len(ROWS)):
        for hole in (f"{start_place(row)}/centre", f"{dock_place(row)}/1"):
            spot = table.spot(hole)
            holes[hole] = (spot.x / SQUARE + left, spot.y / SQUARE + top)
    return Copy(
        name="prints",
        columns=columns,
        outline=outline,
        board=lying(painted(board_svg(language=LANGUAGES[0]), *size)),
        pieces=tuple(piece(kind, flipped) for kind, flipped in TAUGHT),
        hole_radius=HOLE / SQUARE,
        board_holes=holes,
    )


if __name__ == "__main__":
    save_copy(demo_copy(), DEMO_FILE)
    print(f"{DEMO_FILE.relative_to(ROOT)} is written")
