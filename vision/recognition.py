"""What lies on every square and stands in every hole, as probabilities: the nets asked all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mechanica_core.geometry import FACINGS, ROWS, dock_place, floor_place, start_place
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, Kind, Piece
from vision import crops
from vision.copies import BOARD_PX, PIECE_PX, PIECE_SPAN, Copy, TaughtPiece
from vision.crops import Expected, Spot
from vision.decoding import UNKNOWN, Belief, Evidence, Value
from vision.geometry import Camera, Floats, turned
from vision.nets import log_softmax, nets

Picture = NDArray[np.uint8]

UNKNOWN_RARITY: Final = 7.0
"""Training shows a thing that was not taught in every fourth cell; at a table it is one in a thousand: exp(-7)."""


@dataclass(frozen=True, eq=False)
class _Gallery:
    """A copy as the nets describe it: candidates with what each is, and the bare squares by (row, column)."""

    values: tuple[Piece | Kind, ...]
    described: NDArray[np.float32]
    bare: NDArray[np.float32]


@lru_cache(maxsize=16)
def _gallery(copy: Copy) -> _Gallery:
    values: list[Piece | Kind] = []
    cells: list[Picture] = []
    for taught in copy.pieces:
        cell = as_cell(taught)
        if taught.kind in FLOOR_KINDS:
            for turns, facing in enumerate(FACINGS):
                values.append(Piece(taught.kind, facing, taught.flipped))
                cells.append(np.rot90(cell, turns))
        else:
            values.append(taught.kind)
            cells.append(cell)
    to_board = _plane_to_board(copy)
    bare = [crops.cell(copy.board, to_board, row, column) for row in range(3) for column in range(copy.columns + 2)]
    described = nets().describe(np.stack(cells + bare))
    return _Gallery(tuple(values), described[: len(cells)], described[len(cells) :])


def as_cell(taught: TaughtPiece) -> Picture:
    """A taught picture cut as a cell."""
    scale = PIECE_PX / PIECE_SPAN
    to_picture = np.array([[scale, 0, PIECE_PX / 2 - scale / 2], [0, scale, PIECE_PX / 2 - scale / 2], [0, 0, 1]])
    return crops.cell(taught.picture, to_picture, 0, 0)


def _plane_to_board(copy: Copy) -> Floats:
    left, top, *_ = copy.outline
    return np.array([[BOARD_PX, 0, -left * BOARD_PX], [0, BOARD_PX, -top * BOARD_PX], [0, 0, 1.0]])


def see_pieces(photo: Picture, camera: Camera, copy: Copy) -> Evidence:
    """For every square, slot and dock the log-probability of whatever may lie there."""
    gallery = _gallery(copy)
    plane = camera.plane(crops.PIECE_HEIGHT)
    width = copy.columns + 2
    places = [(row, column) for row in range(3) for column in range(width)]
    described = nets().describe(np.stack([crops.cell(photo, plane, row, column) for row, column in places]))
    scores = nets().match(described, np.concatenate([gallery.described, gallery.bare]))
    scores[:, -1] -= UNKNOWN_RARITY
    taught = len(gallery.values)
    evidence: dict[str, dict[Value, float]] = {}
    for index, (row, column) in enumerate(places):
        allowed = [number for number, value in enumerate(gallery.values) if _may_lie(value, column, width)]
        chosen = [*allowed, taught + index, scores.shape[1] - 1]
        logs = log_softmax(scores[index, chosen] / nets().calibration.get("cell_temperature", 1.0))
        values: list[Value] = [gallery.values[number] for number in allowed]
        values += [_printed(row, column, width), UNKNOWN]
        name = place_name(row, column, width)
        evidence[name] = {}
        for value, log in zip(values, logs.tolist(), strict=True):
            known = evidence[name].get(value)
            evidence[name][value] = log if known is None else float(np.logaddexp(known, log))
    return evidence


def place_name(row: int, column: int, width: int) -> str:
    """The name of a square of the grid, whatever area it is in."""
    if column == 0:
        return start_place(row)
    return dock_place(row) if column == width - 1 else floor_place(row, column - 1)


def _may_lie(value: Piece | Kind, column: int, width: int) -> bool:
    if isinstance(value, Piece):
        return 0 < column < width - 1
    return column == 0 if value in FABRICATORS else column == width - 1


def _printed(row: int, column: int, width: int) -> Kind | None:
    if column == 0:
        return Kind.BASIC_FABRICATOR if row == 1 else None
    return Kind.SMALL_TRUCK if column == width - 1 else None


def holes_of(copy: Copy, row: int, column: int, value: Value) -> dict[str, Spot]:
    """The holes of a square in the board plane, when ``value`` lies there."""
    width = copy.columns + 2
    if value is UNKNOWN:
        return {}
    if value == _printed(row, column, width):
        prefix = place_name(row, column, width) + "/"
        return {name[len(prefix) :]: at for name, at in copy.board_holes.items() if name.startswith(prefix)}
    taught = _taught(copy, value)
    if taught is None:
        return {}
    turns = FACINGS.index(value.facing) if isinstance(value, Piece) else 0
    found = {}
    for name, at in taught.holes.items():
        x, y = turned(at, turns)
        found[name] = (column + 0.5 + x, row + 0.5 + y)
    return found


def _taught(copy: Copy, value: Value) -> TaughtPiece | None:
    for taught in copy.pieces:
        if isinstance(value, Piece):
            if (taught.kind, taught.flipped) == (value.kind, value.flipped) and taught.holes:
                return taught
        elif taught.kind == value and taught.holes:
            return taught
    return None


def bare_board(copy: Copy, read: Mapping[str, Value]) -> Expected:
    """The taught board with these pieces on it and no bots: what a hole looks like without a bot."""
    picture = copy.board.copy()
    left, top, *_ = copy.outline
    width = copy.columns + 2
    spots = [
        spot
        for row in range(len(ROWS))
        for column in range(width)
        for spot in holes_of(copy, row, column, read[place_name(row, column, width)]).values()
    ]
    to_board = _plane_to_board(copy)
    holes = crops.hole_mask(picture.shape[:2], to_board, spots, copy.hole_radius)
    scale = PIECE_PX / PIECE_SPAN
    low = round(PIECE_PX / 2 - scale / 2)
    side = round(scale)
    for row in range(len(ROWS)):
        for column in range(width):
            value = read[place_name(row, column, width)]
            x, y = round((column - left) * BOARD_PX), round((row - top) * BOARD_PX)
            taught = next(
                (
                    one
                    for one in copy.pieces
                    if (one.kind, one.flipped)
                    == ((value.kind, value.flipped) if isinstance(value, Piece) else (value, False))
                ),
                None,
            )
            if taught is None:
                continue
            face: NDArray[Any] = taught.picture[low : low + side, low : low + side]
            if isinstance(value, Piece):
                face = np.rot90(face, FACINGS.index(value.facing))
            square = np.s_[max(y, 0) : y + BOARD_PX, max(x, 0) : x + BOARD_PX]
            where = picture[square]
            face = cv2.resize(face, (where.shape[1], where.shape[0]), interpolation=cv2.INTER_AREA)
            # Through holes that are cut the board is seen, not the table that the piece was taught on.
            through = copy.holes_cut & (holes[square][..., None] > 0)
            where[:] = np.where(through, where, face)
    return Expected(np.dstack([picture, holes]), np.asarray(np.linalg.inv(to_board), np.float64))


def see_bots(
    photo: Picture, camera: Camera, copy: Copy, beliefs: Mapping[str, Belief]
) -> dict[str, NDArray[np.float64]]:
    """For every hole of the pieces read, by name: how likely nothing, a Basic, a Plus or a Deluxe is there."""
    width = copy.columns + 2
    read = {place: belief.read for place, belief in beliefs.items()}
    expected = bare_board(copy, read)
    names: list[str] = []
    spots: list[Spot] = []
    for row in range(len(ROWS)):
        for column in range(width):
            place = place_name(row, column, width)
            for name, at in holes_of(copy, row, column, read[place]).items():
                names.append(f"{place}/{name}")
                spots.append(at)
    if not names:
        return {}
    shares = np.exp(nets().stand(crops.holes(photo, expected, camera, spots, copy.hole_radius)).astype(np.float64))
    return dict(zip(names, shares / shares.sum(1, keepdims=True), strict=True))
