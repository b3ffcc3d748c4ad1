"""Photos of the printed demonstration set: its PDF cut up along the outlines and laid out as a factory on a table.

Everything in them is flat: pieces lie on the board, and flat bots on their printed holes. Paper is matt, so there is no
glare; the light, the camera and its noise are otherwise those of training.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from mechanica_core import Factory
from mechanica_core.geometry import FACING_INDEX
from mechanica_core.messages import Language
from mechanica_core.pieces import PRINTED
from mechanica_core.render.board import BOTTOM, LEFT, MM, RIGHT, TOP, Table
from mechanica_core.render.jigsaw import SQUARE
from mechanica_core.render.sheet import Paper, Part, sheet
from models.training.art import texture
from models.training.scenes import photograph, random_camera
from service.cli.sheet import as_pdf
from tests.reference.random_factories import random_factory
from vision import Photo
from vision.copies import piece_name
from vision.geometry import Camera

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

PX: Final = 120
"""Pixels a square of what is cut out."""
PAPER: Final = 235
"""A pixel all of whose colours are brighter than this (of 255) is unprinted paper."""
SIZES: Final = ((1600, 1200), (1200, 1600))
TILT: Final = 45.0
"""Photos are taken from at most so far aside, in degrees."""
OUTLINE: Final = (-LEFT / SQUARE, -TOP / SQUARE, 6 + RIGHT / SQUARE, 3 + BOTTOM / SQUARE)
"""The board's edge in its own plane, in squares from the north-west corner of the slots."""
RIM: Final = 1.8
"""Squares around the board in which something may lie."""


class Cutting(NamedTuple):
    """Something cut out: its colours (BGR) and what of the picture it covers (0..1), its middle in the middle."""

    picture: Picture
    cover: Floats


@functools.cache
def cut_out(paper: Paper = "a4", language: Language = "en") -> Mapping[str, Cutting]:
    """One of each thing on the printed sheet, by name."""
    pages = sheet(paper, language=language)
    dots_a_mm = PX / (SQUARE * MM)
    cuttings: dict[str, Cutting] = {}
    for page, printed in zip(pages, pypdfium2.PdfDocument(as_pdf(pages, language)), strict=True):
        bitmap = printed.render(scale=dots_a_mm * 25.4 / 72).to_numpy()[..., :3]
        for part in page.parts:
            if part.name not in cuttings:
                cuttings[part.name] = _cut(np.ascontiguousarray(bitmap), part, dots_a_mm)
    return cuttings


def _cut(page: Picture, part: Part, dots_a_mm: float) -> Cutting:
    """Cut along the outline: what of the printed is connected to the part's middle, with all that it encloses."""
    centre = round(part.x * dots_a_mm), round(part.y * dots_a_mm)
    half = round(0.8 * PX) if part.name != "board" else round(3.6 * PX)
    padded = cv2.copyMakeBorder(page, half, half, half, half, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    picture = padded[centre[1] : centre[1] + 2 * half, centre[0] : centre[0] + 2 * half]
    printed = (picture.min(2) < PAPER).astype(np.uint8)
    outlines, _ = cv2.findContours(printed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    around = next(line for line in outlines if cv2.pointPolygonTest(line, (half, half), False) >= 0)
    cover = np.zeros(printed.shape, np.float32)
    cv2.drawContours(cover, [around], -1, 1.0, cv2.FILLED)
    return Cutting(np.ascontiguousarray(picture), np.asarray(cv2.GaussianBlur(cover, (3, 3), 0), np.float32))


class _Layer:
    """Flat things that lie at one height, from above, PX pixels a square."""

    def __init__(self) -> None:
        left, top, right, bottom = OUTLINE
        self.origin = left - RIM, top - RIM
        size = round((bottom - top + 2 * RIM) * PX), round((right - left + 2 * RIM) * PX)
        self.picture = np.zeros((*size, 3), np.float32)
        self.cover = np.zeros(size, np.float32)
        self.to_plane = np.array([[1 / PX, 0, self.origin[0]], [0, 1 / PX, self.origin[1]], [0, 0, 1]])

    def lay(self, thing: Cutting, x: float, y: float, angle: float = 0.0) -> None:
        """Lay something with its middle at (x, y) of the plane, turned by degrees counterclockwise."""
        side = len(thing.cover)
        corner = np.array([(x - self.origin[0]) * PX, (y - self.origin[1]) * PX]) - side / 2
        left, top = np.floor(corner).astype(int).tolist()
        turn = np.asarray(cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), angle, 1.0), np.float64)
        turn[:, 2] += corner - (left, top)
        picture = cv2.warpAffine(thing.picture.astype(np.float32), turn, (side, side), borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpAffine(thing.cover, turn, (side, side))
        here = np.s_[max(top, 0) : top + side, max(left, 0) : left + side]
        height, width = self.cover[here].shape
        shown = np.s_[max(-top, 0) : max(-top, 0) + height, max(-left, 0) : max(-left, 0) + width]
        self.picture[here] += cover[shown][..., None] * (picture[shown] - self.picture[here])
        self.cover[here] = np.maximum(self.cover[here], cover[shown])

    def onto(self, image: Floats, camera: Camera, height: float, shadow: float) -> None:
        """Paint all of it into a photo's light, so high above the table, with what it takes of the light beside it."""
        size = (image.shape[1], image.shape[0])
        warp = camera.plane(height) @ self.to_plane
        soft = cv2.GaussianBlur(self.cover, (0, 0), 2.5 + 60 * height)
        image *= (1 - shadow * cv2.warpPerspective(soft, warp, size))[..., None]
        cover = cv2.warpPerspective(self.cover, warp, size)[..., None]
        image += cover * (cv2.warpPerspective(self.picture, warp, size) - image)


@dataclass(frozen=True)
class Shot:
    """A photo of the printed set and the factory that it shows."""

    photo: Photo
    factory: Factory


def shots(seed: int, count: int, cuttings: Mapping[str, Cutting] | None = None, tilt: float = TILT) -> Iterator[Shot]:
    """Photos of random legal factories, the same ones for the same seed."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        factory = Factory.from_json(random_factory(random.Random(f"{seed} {number}")))
        photo = photo_of(factory, rng, cut_out() if cuttings is None else cuttings, tilt)
        yield Shot(Photo(photo, 1.0, (photo.shape[1], photo.shape[0])), factory)


def photo_of(factory: Factory, rng: np.random.Generator, cuttings: Mapping[str, Cutting], tilt: float) -> Picture:
    """A photo of a factory laid out with what was cut out."""
    board, pieces, bots = _Layer(), _Layer(), _Layer()
    left, top, right, bottom = OUTLINE
    board.lay(cuttings["board"], (left + right) / 2, (top + bottom) / 2)
    table = Table(factory.layout)
    for place, piece in table.pieces:
        if piece is not None and piece.kind not in PRINTED:
            x, y = plane(*table.grid.middle(place)) + rng.normal(0, 0.012, 2)
            name = piece_name(piece.kind, piece.flipped)
            pieces.lay(cuttings[name], x, y, 90 * FACING_INDEX[piece.facing] + rng.normal(0, 1.0))
    for hole, model in table.bots:
        x, y = plane(*table.spot(hole)[:2]) + rng.normal(0, 0.015, 2)
        bots.lay(cuttings[model.value], x, y, rng.uniform(0, 360))
    for name in rng.choice(sorted(cuttings.keys() - {"board"}), int(rng.integers(0, 6))):
        x, y = rng.uniform([left, bottom + 0.9], [right, bottom + RIM - 0.8])
        board.lay(cuttings[name], x, y, rng.uniform(0, 360))
    size = SIZES[int(rng.random() < 0.25)]
    camera = random_camera(rng, OUTLINE, size, tilt)
    image = _table(rng, camera, size)
    shadow, cardboard = rng.uniform(0.1, 0.5), rng.uniform(0.0, 0.03)
    board.onto(image, camera, 0.0, shadow)
    pieces.onto(image, camera, cardboard, shadow)
    bots.onto(image, camera, 2 * cardboard, shadow)
    return photograph(rng, image, camera, None)


def plane(x: float, y: float) -> NDArray[np.float64]:
    """A point of the board's picture in the plane of squares."""
    return np.array([(x - LEFT) / SQUARE, (y - TOP) / SQUARE])


def _table(rng: np.random.Generator, camera: Camera, size: tuple[int, int]) -> Floats:
    """A table top under the board."""
    wide = rng.uniform(15, 60) / 640
    angle = rng.uniform(0, math.pi)
    cos, sin = math.cos(angle) * wide, math.sin(angle) * wide
    place = np.array([[cos, -sin, 3], [sin, cos, 1.5], [0, 0, 1]]) @ np.array([[1, 0, -320], [0, 1, -240], [0, 0, 1]])
    top = texture(rng, 480, 640)
    painted = cv2.warpPerspective(top, camera.plane(-0.02) @ place, size, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(painted, np.float32)
