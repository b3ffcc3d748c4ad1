"""Random artwork of coins: every drawn copy has its own shapes, metals, rims, ornaments and, above all, numerals.

Only that each coin shows its value as a number is common to all copies.
"""

from __future__ import annotations

import importlib.util
import math
import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.training.art import Picture, _p, colour, noise, texture

Floats = NDArray[np.float32]

SIZE: Final = 192
"""Pixels of a drawn coin's picture, each way."""
RADIUS: Final = 88.0
"""Pixels of a drawn coin's mean radius."""
EM: Final = 120
"""Pixels of a drawn digit's height, about."""

FONTS: Final = (
    *("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-BoldOblique", "DejaVuSansMono-Bold", "DejaVuSerif"),
    *("DejaVuSerif-Italic", "DejaVuSansMono", "STIXGeneral", "STIXGeneralBol", "STIXGeneralItalic"),
    *("DejaVuSans-Oblique", "cmr10", "cmb10", "cmti10", "pillow"),
)
"""Typefaces that Matplotlib and Pillow bring along."""
STROKES: Final = (
    *(cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX),
    *(cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX),
)
HELD_BACK_FONTS: Final = ("DejaVuSerif-Bold", "cmss10", "cmtt10", "STIXGeneralBolIta")
"""Typefaces that nets never learn from; they are measured on them."""
ROUND, SCALLOPED, CORNERED, RING = "round", "scalloped", "cornered", "ring"
SHAPES: Final = (ROUND, SCALLOPED, CORNERED, RING)
HELD_BACK_CORNERS: Final = 7
"""Coins with so many corners are held back too."""
METALS: Final = ((60, 150, 205), (75, 175, 225), (150, 155, 160), (185, 190, 195), (60, 100, 165), (70, 85, 120))


class Numeral(NamedTuple):
    """A number's ink, 0..1, and which of its digits each pixel belongs to (1, 2; 0: none), shaped (h, w)."""

    ink: Floats
    digit: NDArray[np.uint8]


@dataclass
class DrawnCoin:
    """A coin's face (BGR), what of the picture it covers (0..1), its edge's colour and where its digits are."""

    value: int
    picture: Picture
    alpha: Floats
    digit: NDArray[np.uint8]
    edge: Any


@cache
def _typeface(name: str) -> ImageFont.FreeTypeFont:
    if name == "pillow":
        default = ImageFont.load_default(EM)
        assert isinstance(default, ImageFont.FreeTypeFont)
        return default
    spec = importlib.util.find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("drawing coins needs the typefaces of Matplotlib: pip install matplotlib")
    return ImageFont.truetype(Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / f"{name}.ttf", EM)


def _cut(ink: NDArray[Any]) -> Floats:
    x, y, width, height = cv2.boundingRect((ink > 0.3).astype(np.uint8))
    return np.asarray(ink[y : y + height, x : x + width], np.float32)


def _set_in_type(text: str, name: str) -> list[Floats]:
    glyphs = []
    for char in text:
        image = Image.new("L", (2 * EM, 2 * EM))
        ImageDraw.Draw(image).text((EM // 2, EM // 3), char, 255, _typeface(name))
        glyphs.append(_cut(np.asarray(image, np.float32) / 255))
    return glyphs


def _stroked(text: str, font: int, width: int) -> list[Floats]:
    glyphs = []
    for char in text:
        canvas = np.zeros((3 * EM, 3 * EM), np.uint8)
        (_, height), _ = cv2.getTextSize(char, font, 1.0, 1)
        cv2.putText(canvas, char, (EM, 2 * EM), font, EM / height, 255, width, cv2.LINE_AA)
        glyphs.append(_cut(canvas.astype(np.float32) / 255))
    return glyphs


class Pen(NamedTuple):
    """How an artist draws digits with strokes of one width: proportions that all digits share."""

    width: int
    wide: float
    squareness: float
    flag: float
    """How long the flag of a 1 is; 0: none."""
    foot: bool
    neck: float
    """How a 5's neck leans, and how straight a 2's is."""
    slashed: bool
    butt: bool

    @classmethod
    def of(cls, rng: np.random.Generator) -> Pen:
        """A random one."""
        return cls(
            int(rng.integers(7, 38)),
            rng.uniform(0.42, 0.85),
            rng.choice([2.0, rng.uniform(1.8, 5.0)]),
            rng.choice([0.0, rng.uniform(0.15, 0.55)], p=[0.12, 0.88]),
            rng.random() < 0.5,
            rng.uniform(-0.08, 0.12),
            rng.random() < 0.06,
            rng.random() < 0.3,
        )

    def _bow(self, x: float, y: float, rx: float, ry: float, start: float, end: float) -> list[tuple[float, float]]:
        angles = np.radians(np.linspace(start, end, 28))
        cos, sin = np.cos(angles), np.sin(angles)
        power = 2 / self.squareness
        xs = x + rx * np.sign(cos) * np.abs(cos) ** power
        ys = y + ry * np.sign(sin) * np.abs(sin) ** power
        return list(zip(xs.tolist(), ys.tolist(), strict=True))

    def _lines(self, char: str) -> list[list[tuple[float, float]]]:
        """Lines of a digit in a box one high, y down."""
        half = self.wide / 2
        if char == "0":
            ring = self._bow(half, 0.5, half, 0.5, 0, 360)
            return [ring, [(0.1 * half, 0.85), (1.9 * half, 0.15)]] if self.slashed else [ring]
        if char == "1":
            middle = max(self.flag, 0.5 * half)
            lines = [[(middle, 1.0), (middle, 0.0)]]
            if self.flag:
                lines = [[(middle, 1.0), (middle, 0.0), (middle - self.flag, 0.25 + self.neck)]]
            if self.foot:
                lines.append([(middle - 0.7 * half, 1.0), (middle + 0.7 * half, 1.0)])
            return lines
        if char == "2":
            low = 1.0
            bow = self._bow(half, 0.3, half, 0.3, 190, 360)
            turn = [(2 * half, 0.3), (1.75 * half, 0.5 + self.neck), (0.0, low), (2 * half, low)]
            return [bow + turn]
        belly = self._bow(0.95 * half, 0.67, 1.05 * half, 0.33, 230 if self.neck > 0 else 250, 360)
        round_ = self._bow(0.95 * half, 0.67, 1.05 * half, 0.33, 0, 150)
        neck = [(1.85 * half, 0.0), ((0.22 + self.neck) * half, 0.0), (0.12 * half, 0.48)]
        return [neck + belly + round_]

    def draw(self, text: str) -> list[Floats]:
        """The digits of a number."""
        glyphs = []
        for char in text:
            canvas = np.zeros((3 * EM, 3 * EM), np.uint8)
            inner = EM - self.width
            for line in self._lines(char):
                points = (np.array(line) * [EM, inner] + [EM, EM]) * 16
                cv2.polylines(canvas, [points.astype(np.int32)], False, 255, self.width, cv2.LINE_AA, 4)
            ink = canvas.astype(np.float32) / 255
            if self.butt:
                ink[: EM - self.width // 3] = 0
                ink[EM + inner + self.width // 3 :] = 0
            glyphs.append(_cut(ink))
        return glyphs


_PIXELS: Final = {"0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "5": "111100111001111"}


def _in_pixels(text: str, gap: int) -> list[Floats]:
    glyphs = []
    for char in text:
        rows = np.array(list(_PIXELS[char]), np.float32).reshape(5, 3)
        ink = np.kron(rows, np.ones((EM // 5, EM // 5), np.float32))
        for at in range(0, EM, EM // 5):
            ink[at : at + gap] = 0
            ink[:, at : at + gap] = 0
        glyphs.append(_cut(ink))
    return glyphs


class Lettering:
    """How one artist writes numbers; the same for all coins of a copy."""

    def __init__(self, rng: np.random.Generator, fonts: Sequence[str] = FONTS) -> None:
        self.rng = rng
        self.kind = int(rng.choice(4, p=[0.47, 0.05, 0.45, 0.03])) if fonts is FONTS else 0
        self.font = str(rng.choice(fonts))
        self.stroke = int(rng.choice(STROKES))
        self.width = int(rng.integers(4, 30))
        self.pen = Pen.of(rng)
        self.gap = int(rng.integers(0, 4))
        self.stretch = math.exp(rng.normal(0, 0.2))
        self.shear = rng.choice([0.0, rng.normal(0, 0.12)])
        self.bolder = int(rng.choice([0, int(rng.integers(-4, 16))]))
        self.rounder = rng.choice([0.0, rng.uniform(1, 7)])
        self.spacing = rng.uniform(-0.06, 0.16)
        self.wobble = rng.choice([0.0, rng.uniform(0.5, 3.0)], p=[0.8, 0.2])
        self.stencil = rng.random() < 0.05

    def write(self, value: int) -> Numeral:
        """A number as this artist writes it, cut out."""
        text = str(value)
        glyphs: list[Floats]
        if self.kind == 0:
            glyphs = _set_in_type(text, self.font)
        elif self.kind == 1:
            glyphs = _stroked(text, self.stroke, self.width)
        elif self.kind == 2:
            glyphs = self.pen.draw(text)
        else:
            glyphs = _in_pixels(text, self.gap)
        space = round(self.spacing * EM)
        room = 30
        height = max(glyph.shape[0] for glyph in glyphs) + 2 * room
        width = sum(glyph.shape[1] + space for glyph in glyphs) + 2 * room
        layers = []
        x = room
        for glyph in glyphs:
            layer = np.zeros((height, width + abs(space)), np.float32)
            y = height - room - glyph.shape[0]
            layer[y : y + glyph.shape[0], x : x + glyph.shape[1]] = glyph
            layers.append(self._styled(layer))
            x += glyph.shape[1] + space
        ink = np.asarray(np.max(layers, axis=0), np.float32)
        digit = np.where(ink > 0.4, 1 + np.argmax(layers, axis=0), 0).astype(np.uint8)
        x, y, width, height = cv2.boundingRect((ink > 0.3).astype(np.uint8))
        return Numeral(ink[y : y + height, x : x + width], digit[y : y + height, x : x + width])

    def _styled(self, layer: Floats) -> Floats:
        bolder = self.bolder
        if bolder:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(bolder) + 1, abs(bolder) + 1))
            changed = cv2.dilate(layer, disc) if bolder > 0 else cv2.erode(layer, disc)
            if bolder > 0 or changed.sum() > 0.5 * layer.sum():
                layer = np.asarray(changed, np.float32)
        if self.rounder:
            soft = np.asarray(cv2.GaussianBlur(layer, (0, 0), self.rounder), np.float32)
            rounded = np.clip((soft - 0.4) * 6 + 0.5, 0, 1).astype(np.float32)
            layer = rounded if rounded.sum() > 0.6 * layer.sum() else layer
        if self.stencil:
            x, _, width, _ = cv2.boundingRect((layer > 0.3).astype(np.uint8))
            if width > EM // 3:
                layer[:, x + width // 2 - 2 : x + width // 2 + 3] = 0
        if self.wobble:
            height, width = layer.shape
            ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
            xs += self.wobble * noise(self.rng, height, width, 6)
            ys += self.wobble * noise(self.rng, height, width, 6)
            layer = np.asarray(cv2.remap(layer, xs, ys, cv2.INTER_LINEAR), np.float32)
        height, width = layer.shape
        map_ = np.array([[self.stretch, -self.shear, max(self.shear, 0) * height], [0, 1, 0]], np.float32)
        size = (round(width * self.stretch + abs(self.shear) * height) + 1, height)
        return np.asarray(cv2.warpAffine(layer, map_, size, flags=cv2.INTER_AREA), np.float32)


def _apart(rng: np.random.Generator, ground: Any, least: float) -> Any:
    """A colour that can be told from the ground."""
    for _ in range(12):
        found = colour(rng, (0.0, 1.0), rng.choice([0.3, 1.0]))
        if np.abs(np.dot(np.subtract(found, ground), (0.15, 0.55, 0.3))) > least:
            return found
    return (250.0, 250.0, 250.0) if np.mean(ground) < 128 else (15.0, 15.0, 15.0)


class CoinStyle:
    """The choices that one artist would make once for all coins of a copy."""

    def __init__(self, rng: np.random.Generator, *, held_back: bool = False) -> None:
        """``held_back``: with a typeface and in a shape that no net learns from."""
        self.rng, self.held_back = rng, held_back
        self.lettering = Lettering(rng, HELD_BACK_FONTS if held_back else FONTS)
        self.shape = str(rng.choice(SHAPES, p=[0.64, 0.14, 0.16, 0.06]))
        self.corners = HELD_BACK_CORNERS if held_back else int(rng.choice([4, 5, 6, 6, 8, 8, 9, 10, 12]))
        if held_back and rng.random() < 0.4:
            self.shape = CORNERED
        self.bumps, self.depth = int(rng.integers(6, 26)), rng.uniform(0.015, 0.06)
        self.metal = rng.random() < 0.45
        self.one_ground = rng.random() < 0.35
        self.ground = self._ground()
        self.contrast = rng.uniform(35, 90)
        self.embossed = rng.choice([0.0, rng.uniform(0.3, 1.0)], p=[0.5, 0.5])
        self.only_embossed = self.embossed > 0.55 and rng.random() < 0.4
        self.outline = int(rng.choice([0, int(rng.integers(2, 9))]))
        self.hollow = self.outline > 2 and rng.random() < 0.25
        self.size = rng.uniform(0.62, 1.15)
        self.aside = rng.choice([0.0, rng.uniform(0.15, 0.32)], p=[0.8, 0.2])
        self.rings = int(rng.integers(0, 4))
        self.beads = int(rng.choice([0, int(rng.integers(8, 48))], p=[0.55, 0.45]))
        self.ticks = int(rng.choice([0, int(rng.integers(16, 90))], p=[0.75, 0.25]))
        self.ornaments = int(rng.choice([0, int(rng.integers(1, 7))], p=[0.4, 0.6]))
        self.letters = rng.random() < 0.2
        self.sign = rng.random() < 0.15
        self.inner = rng.choice([0.0, rng.uniform(0.55, 0.85)], p=[0.55, 0.45])
        self.pattern = rng.random() < 0.35 and not self.only_embossed
        self.growth = rng.uniform(0.0, 0.22)
        """How much larger each next value is."""

    def _ground(self) -> Any:
        if self.metal:
            metal = METALS[int(self.rng.integers(len(METALS)))]
            return tuple(np.clip(np.array(metal) * self.rng.uniform(0.7, 1.25) + self.rng.normal(0, 8, 3), 5, 250))
        return colour(self.rng, (0.2, 1.0))

    def radius_of(self, value: int) -> float:
        """How large a coin of that value is, beside the mean."""
        return 1 + self.growth * (1.5 - (20, 10, 5, 1).index(value)) / 1.5

    def draw(self, value: int) -> DrawnCoin:
        """The coin of a value."""
        rng, middle = self.rng, SIZE / 2
        ground = self.ground if self.one_ground else self._ground()
        alpha = self._outline()
        picture = np.empty((SIZE, SIZE, 3), np.uint8)
        picture[:] = np.array(ground, np.uint8)
        if self.pattern:
            picture = texture(rng, SIZE, SIZE, ground)
        relief = np.zeros((SIZE, SIZE), np.float32)
        line = _apart(rng, ground, 30)
        centre = _p(middle, middle)
        for _ in range(self.rings):
            ring = _apart(rng, ground, 12) if rng.random() < 0.7 else line
            radius, width = round(RADIUS * rng.uniform(0.76, 1.0)), int(rng.integers(1, 9))
            cv2.circle(picture, centre, radius, ring, width, cv2.LINE_AA)
            cv2.circle(relief, centre, radius, 1.0, width)
        if self.inner:
            field = (
                self._ground() if rng.random() < 0.6 else tuple(np.multiply(ground, rng.uniform(0.7, 1.3)).clip(0, 255))
            )
            cv2.circle(picture, centre, round(RADIUS * self.inner), field, -1, cv2.LINE_AA)
            ground = field
            if rng.random() < 0.5:
                cv2.circle(picture, centre, round(RADIUS * self.inner), line, int(rng.integers(1, 6)), cv2.LINE_AA)
        for count, long in ((self.beads, False), (self.ticks, True)):
            for angle in np.linspace(0, 2 * math.pi, count, endpoint=False):
                ends = [
                    (middle + RADIUS * r * math.cos(angle), middle + RADIUS * r * math.sin(angle)) for r in (0.88, 0.98)
                ]
                if long:
                    cv2.line(picture, _p(*ends[0]), _p(*ends[1]), line, 2, cv2.LINE_AA)
                else:
                    cv2.circle(picture, _p(*ends[0]), 3, line, -1, cv2.LINE_AA)
        self._decorate(picture, line)
        digit = self._number(picture, relief, value, ground)
        if self.shape == RING:
            hole = np.zeros_like(alpha)
            cv2.circle(hole, centre, round(RADIUS * 0.17), 1.0, -1, cv2.LINE_AA)
            alpha *= 1 - hole
        if self.embossed:
            picture = self._lit(picture, relief)
        edge = tuple(np.multiply(ground, rng.uniform(0.3, 0.9))) if rng.random() < 0.7 else colour(rng, (0.1, 0.8))
        return DrawnCoin(value, picture, np.asarray(cv2.GaussianBlur(alpha, (3, 3), 0)), digit, edge)

    def _outline(self) -> Floats:
        angles = np.linspace(0, 2 * math.pi, 240, endpoint=False)
        radii = np.ones_like(angles)
        if self.shape == SCALLOPED:
            radii += self.depth * np.cos(self.bumps * angles)
        elif self.shape == CORNERED:
            part = math.pi / self.corners
            radii = math.cos(part) / np.cos(np.mod(angles, 2 * part) - part)
            radii = np.minimum(radii, 1 - 0.35 * (1 - math.cos(part)))
            radii /= radii.mean()
        points = SIZE / 2 + RADIUS * radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
        alpha = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillPoly(alpha, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        return np.asarray(alpha / 255.0, np.float32)

    def _decorate(self, picture: Picture, line: Any) -> None:
        rng, middle = self.rng, SIZE / 2
        start = rng.uniform(0, 2 * math.pi)
        ink = line if rng.random() < 0.5 else colour(rng, (0.2, 1.0))
        corners, inner = int(rng.integers(3, 8)), rng.uniform(0.35, 1.0)
        size, away = RADIUS * rng.uniform(0.04, 0.12), RADIUS * rng.uniform(0.66, 0.8)
        for number in range(self.ornaments):
            angle = start + 2 * math.pi * number / self.ornaments
            at = np.array([middle + away * math.cos(angle), middle + away * math.sin(angle)])
            turns = angle + np.arange(2 * corners) * math.pi / corners
            radii = size * np.where(np.arange(2 * corners) % 2, inner, 1.0)
            points = at + radii[:, None] * np.stack([np.cos(turns), np.sin(turns)], 1)
            cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)
        if self.letters:  # a word along the rim
            font = int(rng.choice(STROKES[:4]))
            count = int(rng.integers(5, 14))
            for number, char in enumerate(
                rng.choice(list(string.ascii_uppercase.replace("O", "").replace("I", "")), count)
            ):
                angle = start + number * rng.choice([0.3, 0.34])
                stamp = np.zeros((32, 32), np.uint8)
                cv2.putText(stamp, str(char), (8, 24), font, 0.55, 255, 2, cv2.LINE_AA)
                turn = cv2.getRotationMatrix2D((15.5, 15.5), -math.degrees(angle) - 90, 1.0)
                letter = cv2.warpAffine(stamp, turn, (32, 32)).astype(np.float32) / 255
                x, y = _p(middle + RADIUS * 0.8 * math.cos(angle) - 16, middle + RADIUS * 0.8 * math.sin(angle) - 16)
                part = picture[y : y + 32, x : x + 32]
                part[:] = (part * (1 - letter[..., None]) + letter[..., None] * np.array(line)).astype(np.uint8)

    def _number(self, picture: Picture, relief: Floats, value: int, ground: Any) -> NDArray[np.uint8]:
        """Print the number; which digit's each pixel is."""
        rng = self.rng
        numeral = self.lettering.write(value)
        height, width = numeral.ink.shape
        aside = 0.45 if self.shape == RING else self.aside
        room = RADIUS * (1.45 - aside) * (self.inner * 1.1 if self.inner and not aside else 1.0)
        high = RADIUS * self.size * (0.55 if self.shape == RING else 1.0 - 0.5 * aside)
        scale = min(high / height, room / math.hypot(height, width))
        size = (max(2, round(width * scale)), max(2, round(height * scale)))
        ink = np.zeros((SIZE, SIZE), np.float32)
        digit = np.zeros((SIZE, SIZE), np.uint8)
        x = round(SIZE / 2 - size[0] / 2 + rng.normal(0, 1.5))
        y = round(SIZE / 2 - size[1] / 2 - aside * RADIUS + rng.normal(0, 1.5))
        where = np.s_[y : y + size[1], x : x + size[0]]
        ink[where] = cv2.resize(numeral.ink, size, interpolation=cv2.INTER_AREA)
        digit[where] = cv2.resize(numeral.digit, size, interpolation=cv2.INTER_NEAREST)
        fill = _apart(rng, ground, self.contrast)
        cover = ink
        if self.outline:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * self.outline + 1, 2 * self.outline + 1))
            rim = cv2.dilate(ink, disc)
            edge = _apart(rng, fill, 50)
            picture[:] = (picture * (1 - rim[..., None]) + rim[..., None] * np.array(edge)).astype(np.uint8)
            cover = np.asarray(rim, np.float32)
            if self.hollow:
                fill = tuple(np.clip(np.add(ground, rng.normal(0, 15, 3)), 0, 255))
        if not self.only_embossed:
            picture[:] = (picture * (1 - ink[..., None]) + ink[..., None] * np.array(fill)).astype(np.uint8)
        elif self.outline and rng.random() < 0.5:
            picture[:] = (picture * 0.9 + 0.1 * np.array(fill)).astype(np.uint8)
        if self.sign and not aside:
            font = int(rng.choice(STROKES[:4]))
            at = (round(SIZE / 2 - 10), round(SIZE / 2 + RADIUS * 0.86))
            cv2.putText(picture, str(rng.choice(list("$CMFKGE"))), at, font, 0.9, fill, 2, cv2.LINE_AA)
        np.maximum(relief, cover, out=relief)
        return digit

    def _lit(self, picture: Picture, relief: Floats) -> Picture:
        """The face with its relief lit from one side; who draws a scene turns the coin at random."""
        height = cv2.GaussianBlur(relief, (0, 0), self.rng.uniform(1.0, 2.5))
        dx, dy = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
        angle = self.rng.uniform(0, 2 * math.pi)
        slope = (dx * math.cos(angle) + dy * math.sin(angle)) * self.embossed * (1.2 if self.only_embossed else 0.6)
        return np.asarray(np.clip(picture * (1 + np.clip(slope, -0.75, 0.9))[..., None], 0, 255), np.uint8)
