"""Random photos of a drawn copy in play, with the truth about them.

Layers are warped into the picture from the bottom up: table, clutter, the board's edge and face, the pieces'
edges and faces (holes show the board below), then the bots from the farthest to the nearest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import art
from models.training.art import DIRECTIONS, DOCK, FLOOR, PX, START, DrawnCopy, Picture, Point
from models.training.bots import (
    ABOVE,
    HALF_WIDTH,
    POLAR_ANGLES,
    SPRITE_PX,
    Sprite,
    bot_colour,
    shade,
)
from vision.copies import PIECE_SPAN
from vision.geometry import Camera, apply, corners, turned

Floats = NDArray[np.float32]
ROWS: Final = ("top", "middle", "bottom")
BRIGHT: Final = 1.1
"""A camera exposes so that a fiftieth of what it sees, at most, is brighter than this (1: white)."""
MARGIN: Final = 0.6
"""Squares drawn around the board, so that nothing is cut off at its edge."""


@dataclass
class Square:
    """What lies on one square: kind (None: as printed), quarter turns counterclockwise from the east, bots by hole."""

    kind: str | None = None
    turns: int = 0
    bots: dict[str, int] = field(default_factory=dict)


@dataclass
class Scene:
    """A photo (BGR) with its truth: the squares by (row, column of the grid), and how the board plane maps to it."""

    photo: Picture
    homography: NDArray[np.float64]
    camera: Camera
    squares: dict[tuple[int, int], Square]
    covered: NDArray[Any] | None
    """Where a hand hides the board, 0..1, if one does."""


def holes_of(copy: DrawnCopy, place: tuple[int, int], square: Square) -> dict[str, Point]:
    """The holes of a square in the board plane, whatever lies there."""
    row, column = place
    if square.kind is None:
        if 0 < column <= copy.columns:
            return {}
        name = f"start/{ROWS[row]}/centre" if column == 0 else f"dock/{ROWS[row]}/1"
        return {name.rsplit("/", 1)[1]: copy.board_holes[name]}
    centre = (column + 0.5, row + 0.5)
    found = {}
    for name, hole in copy.pieces[square.kind].holes.items():
        x, y = turned(hole, square.turns)
        found[name] = (centre[0] + x, centre[1] + y)
    return found


def _side(kind: str, turns: int, direction: int) -> str:
    """The side (i, o, -) that a turned floor piece shows towards W, N, E or S (0..3)."""
    return FLOOR[kind][0][(direction + turns) % 4]


def random_squares(
    rng: np.random.Generator, columns: int, bots: float | None = None, full: float | None = None
) -> dict[tuple[int, int], Square]:
    """A random layout that mostly fits, from bare to crowded; what share of squares and holes is taken may be told."""
    if full is None:
        full = float(rng.choice([rng.uniform(0, 0.3), rng.uniform(0.2, 1.0)]))
    fits = rng.random() < 0.85
    kinds = list(FLOOR)
    squares: dict[tuple[int, int], Square] = {}
    for row in range(3):
        start = Square(str(rng.choice(list(START)))) if rng.random() < max(0.25, full * 0.8) else Square()
        squares[row, 0] = start
        squares[row, columns + 1] = Square(str(rng.choice(list(DOCK)))) if rng.random() < 0.6 else Square()
    for row in range(3):
        for column in range(1, columns + 1):
            squares[row, column] = Square()
            if rng.random() > full:
                continue
            for _ in range(12):
                kind, turns = str(rng.choice(kinds)), int(rng.integers(4))
                if not fits or all(_meets(squares, (row, column), kind, turns, way) for way in range(4)):
                    squares[row, column] = Square(kind, turns)
                    break
    share = rng.choice([rng.uniform(0, 0.2), rng.uniform(0.1, 1.0)]) if bots is None else bots
    for (_, column), square in squares.items():
        if square.kind is None:
            names = [] if 0 < column <= columns else ["centre" if column == 0 else "1"]
        else:
            names = list((FLOOR | START | DOCK)[square.kind][1])
        square.bots = {name: int(rng.integers(1, 4)) for name in names if rng.random() < share}
    return squares


def _meets(squares: dict[tuple[int, int], Square], place: tuple[int, int], kind: str, turns: int, way: int) -> bool:
    dx, dy = DIRECTIONS[way]
    other_place = (place[0] + dy, place[1] + dx)
    other = squares.get(other_place)
    mine = _side(kind, turns, way)
    if other is None or other.kind is None:
        return True
    if other.kind in START:
        theirs = "o"
    elif other.kind in DOCK:
        theirs = "i"
    else:
        theirs = _side(other.kind, other.turns, (way + 2) % 4)
    return not ((mine == "o" and theirs != "i") or (theirs == "o" and mine != "i"))


def random_camera(
    rng: np.random.Generator,
    outline: tuple[float, float, float, float],
    size: tuple[int, int],
    most_tilt: float = 57,
    *,
    upright: bool = False,
    least_tilt: float = 0,
) -> Camera:
    """A phone held somewhere above the board, the whole board in the frame; ``upright``: with the west about left."""
    width, height = size
    focal = rng.uniform(0.62, 0.85) * max(size)
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    tilt = math.radians(rng.uniform(least_tilt, most_tilt))
    toward = math.pi / 2 if upright else rng.uniform(0, 2 * math.pi)
    roll = rng.normal(0, math.radians(9)) if upright or rng.random() < 0.75 else rng.uniform(0, 2 * math.pi)
    left, top, right, bottom = outline
    middle = np.array([(left + right) / 2, (top + bottom) / 2, 0.0])
    # The world is x east, y south, z up as heights go: mirrored, so the board's own axes are used with z = -height.
    back = np.array([math.sin(tilt) * math.cos(toward), math.sin(tilt) * math.sin(toward), -math.cos(tilt)])
    forward = -back
    side = np.array([math.sin(toward), -math.cos(toward), 0.0])
    down = np.cross(forward, side)
    turn = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    rotation = turn @ np.stack([side, down, forward])
    board = np.concatenate([corners(outline), np.zeros((4, 1))], 1)
    wanted = rng.uniform(0.3, 1.0)
    low, high = 2.0, 80.0
    shift = np.zeros(2)
    for _ in range(30):
        distance = (low + high) / 2
        translation = -rotation @ (middle + back * distance)
        seen = (board @ rotation.T + translation) @ inner.T
        pixels = seen[:, :2] / seen[:, 2:]
        extent = np.ptp(pixels, axis=0)
        too_near = (seen[:, 2] < 0.5).any() or extent[0] > wanted * width or extent[1] > 0.97 * height
        low, high = (distance, high) if too_near else (low, distance)
    distance = high
    translation = -rotation @ (middle + back * distance)
    seen = (board @ rotation.T + translation) @ inner.T
    pixels = seen[:, :2] / seen[:, 2:]
    least, most = pixels.min(0), pixels.max(0)
    room_low, room_high = -least + 4, np.array([width, height]) - most - 4
    shift = np.array([rng.uniform(min(a, b), max(a, b)) for a, b in zip(room_low, room_high, strict=True)])
    middle_shift = (room_low + room_high) / 2
    shift = middle_shift + (shift - middle_shift) * rng.uniform(0, 1)
    inner[:2, 2] += shift  # a crop of a wider photo, nearly what turning the phone a little does
    full = np.concatenate([rotation, translation[:, None]], 1)
    projection = inner @ full
    projection[:, 2] *= -1
    return Camera(projection)


def _over(image: Floats, layer: Floats, alpha: Floats) -> None:
    """Paint a layer, or one colour, over an image in place; alpha is (h, w)."""
    x, y, width, height = cv2.boundingRect((alpha > 0).view(np.uint8))
    if not width:
        return
    part = np.s_[y : y + height, x : x + width]
    below = np.ascontiguousarray(image[part])
    painted = np.full_like(below, layer) if layer.ndim == 1 else np.ascontiguousarray(layer[part], np.float32)
    shown = np.ascontiguousarray(alpha[part], np.float32)
    image[part] = cv2.blendLinear(painted, below, shown, 1 - shown)


def _warp(layer: Any, homography: NDArray[np.float64], size: tuple[int, int], flags: int = cv2.INTER_LINEAR) -> Any:
    return cv2.warpPerspective(layer, homography, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)


class Renderer:
    """Draws scenes of one copy; keeps what all of them share."""

    def __init__(self, rng: np.random.Generator, copy: DrawnCopy, bots: dict[int, list[list[Sprite]]]) -> None:
        """``bots``: for each model the shapes that this copy has, each as its sprites by polar angle."""
        self.rng, self.copy, self.bots = rng, copy, bots
        self.paint: dict[int, Floats] = {}
        self.gloss: dict[int, float] = {}
        left, top, right, bottom = copy.outline
        self.origin = (left - MARGIN, top - MARGIN)
        self.canvas_size = (round((right - left + 2 * MARGIN) * PX), round((bottom - top + 2 * MARGIN) * PX))
        self.to_plane = np.array([[1 / PX, 0, self.origin[0]], [0, 1 / PX, self.origin[1]], [0, 0, 1]])
        margin = round(MARGIN * PX)
        board_height, board_width = copy.board.shape[:2]
        self.board = np.zeros((self.canvas_size[1], self.canvas_size[0], 3), np.uint8)
        self.board[margin : margin + board_height, margin : margin + board_width] = copy.board[
            : self.canvas_size[1] - margin, : self.canvas_size[0] - margin
        ]
        self.board_alpha = np.zeros((self.canvas_size[1], self.canvas_size[0]), np.float32)
        radius = round(copy.corner_radius * PX)
        low, high = (margin, margin), (margin + board_width - 1, margin + board_height - 1)
        cv2.rectangle(self.board_alpha, (low[0] + radius, low[1]), (high[0] - radius, high[1]), 1.0, -1)
        cv2.rectangle(self.board_alpha, (low[0], low[1] + radius), (high[0], high[1] - radius), 1.0, -1)
        for x in (low[0] + radius, high[0] - radius):
            for y in (low[1] + radius, high[1] - radius):
                cv2.circle(self.board_alpha, (x, y), radius, 1.0, -1)

    def _paint_bots(self) -> None:
        """Paint the models anew, matte or glossy."""
        self.paint = {model: bot_colour(self.rng, model) for model in (1, 2, 3)}
        self.gloss = {model: float(self.rng.choice([0.0, self.rng.uniform(0, 0.5)])) for model in (1, 2, 3)}

    def draw(
        self,
        squares: dict[tuple[int, int], Square],
        size: tuple[int, int],
        most_tilt: float = 57,
        *,
        teaching: bool = False,
        least_tilt: float = 0,
    ) -> Scene:
        """One photo of a layout, with everything else about it at random; ``teaching``: upright, without clutter."""
        rng, copy = self.rng, self.copy
        self._paint_bots()
        camera = random_camera(rng, copy.outline, size, most_tilt, upright=teaching, least_tilt=least_tilt)
        thickness = rng.uniform(0.015, 0.06)
        azimuth, elevation = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(15, 80))
        # Where the light comes from, as (east, south, up).
        light = np.array([
            math.cos(azimuth) * math.cos(elevation),
            math.sin(azimuth) * math.cos(elevation),
            math.sin(elevation),
        ])  # fmt: skip
        hardness = rng.uniform(0, 1) ** 1.5

        pieces, pieces_alpha = self._pieces_layer(squares)
        shadow = self._shadow(squares, light, hardness, thickness, pieces_alpha)
        image = self._table(camera, size)
        if not teaching:
            self._clutter(image, camera, size, light, hardness)
        plane_0 = camera.plane(0) @ self.to_plane
        board_depth = rng.uniform(0.02, 0.1)
        ground = camera.plane(-board_depth) @ self.to_plane
        offset = np.eye(3)
        offset[:2, 2] = -light[:2] / light[2] * board_depth * PX
        cast = cv2.GaussianBlur(_warp(self.board_alpha, ground @ offset, size), (0, 0), 3 + 6 * (1 - hardness))
        image *= 1 - (0.2 + 0.5 * rng.random()) * cast[..., None]
        edge = np.array(copy.edge_colour, np.float32)
        for depth in (board_depth, board_depth / 2):
            alpha = _warp(self.board_alpha, camera.plane(-depth) @ self.to_plane, size)
            _over(image, edge * np.float32(rng.uniform(0.5, 0.9)), alpha)
        face = _warp(self.board.astype(np.float32) * shadow[..., None], plane_0, size)
        _over(image, face, _warp(self.board_alpha, plane_0, size))
        side = np.array(art.colour(rng, (0.1, 0.7)), np.float32)
        for share in (0.1, 0.55):
            alpha = _warp(pieces_alpha, camera.plane(thickness * share) @ self.to_plane, size)
            _over(image, side, alpha)
        top = camera.plane(thickness) @ self.to_plane
        lit = 0.5 + 0.5 * shadow if hardness < 0.5 else shadow
        _over(image, _warp(pieces.astype(np.float32) * lit[..., None], top, size), _warp(pieces_alpha, top, size))
        self._stand_bots(image, squares, camera, light, hardness)
        covered = self._hand(image, camera, size) if not teaching and rng.random() < 0.1 else None
        photo = photograph(rng, image, camera, None if teaching else copy, careful=teaching)
        return Scene(photo, camera.plane(0), camera, squares, covered)

    def _hand(self, image: Floats, camera: Camera, size: tuple[int, int]) -> Floats:
        """A hand, sleeve or sheet of paper over a part of the board; returns what it covers."""
        rng, (left, top, right, bottom) = self.rng, self.copy.outline
        tip = apply(camera.plane(0.3), rng.uniform([left, top], [right, bottom]))
        wrist = np.array([rng.uniform(0, size[0]), size[1] * rng.choice([-0.2, 1.2])])
        width = rng.uniform(0.04, 0.12) * size[0]
        cover = np.zeros((size[1], size[0]), np.float32)
        cv2.line(cover, art._p(*tip), art._p(*wrist), 1.0, round(width))
        for _ in range(int(rng.integers(0, 5))):
            finger = tip + rng.normal(0, width, 2)
            cv2.line(cover, art._p(*tip), art._p(*finger), 1.0, round(width * 0.4))
        cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.5), np.float32)
        skin = cv2.cvtColor(
            np.array([[[rng.uniform(4, 16), rng.uniform(50, 160), rng.uniform(90, 240)]]], np.uint8), cv2.COLOR_HSV2BGR
        )[0, 0]
        paint = skin if rng.random() < 0.7 else np.array(art.colour(rng))
        shade_ = 1 + 0.25 * art.noise(rng, size[1], size[0], 12)
        _over(image, paint.astype(np.float32) * shade_[..., None], cover)
        return cover

    def _pieces_layer(self, squares: dict[tuple[int, int], Square]) -> tuple[Picture, Floats]:
        layer = np.zeros_like(self.board)
        alpha = np.zeros(self.board.shape[:2], np.float32)
        half = art.PIECE_SIZE // 2
        for (row, column), square in squares.items():
            if square.kind is None:
                continue
            piece = self.copy.pieces[square.kind]
            angle = 90 * square.turns + self.rng.normal(0, 0.7)
            turn = np.asarray(cv2.getRotationMatrix2D((half - 0.5, half - 0.5), angle, 1.0), np.float64)
            turn[:, 2] += self.rng.normal(0, 0.008 * PX, 2)
            size = (art.PIECE_SIZE, art.PIECE_SIZE)
            picture = cv2.warpAffine(piece.picture, turn, size, borderMode=cv2.BORDER_REPLICATE)
            cover = cv2.warpAffine(piece.alpha, turn, size)
            x = round((column + 0.5 - self.origin[0]) * PX) - half
            y = round((row + 0.5 - self.origin[1]) * PX) - half
            where = np.s_[y : y + art.PIECE_SIZE, x : x + art.PIECE_SIZE]
            layer[where] = np.where((cover > 0.02)[..., None], picture, layer[where])
            alpha[where] = np.maximum(alpha[where], cover)
        return layer, alpha

    def _shadow(
        self,
        squares: dict[tuple[int, int], Square],
        light: NDArray[np.float64],
        hardness: float,
        thickness: float,
        pieces_alpha: Floats,
    ) -> Floats:
        """What the bots and pieces leave of the light on the board, 0..1 over the canvas."""
        cover = np.zeros_like(pieces_alpha)
        radius = self.copy.hole_radius
        slope = light[:2] / light[2]
        tall = self.rng.uniform(1.5, 4.5)
        for place, square in squares.items():
            for name, (x, y) in holes_of(self.copy, place, square).items():
                if name not in square.bots:
                    continue
                for z in np.arange(0, tall * radius, radius * 0.25):
                    at = ((x - slope[0] * z - self.origin[0]) * PX, (y - slope[1] * z - self.origin[1]) * PX)
                    cv2.circle(cover, art._p(*at), round(radius * PX * (0.95 - 0.3 * z / radius / tall)), 1.0, -1)
        blur = 1.5 + 9 * (1 - hardness)
        cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), blur), np.float32)
        moved = np.array([[1, 0, -slope[0] * thickness * PX], [0, 1, -slope[1] * thickness * PX]], np.float32)
        near = cv2.GaussianBlur(cv2.warpAffine(pieces_alpha, moved, self.canvas_size), (0, 0), 2 + 2 * (1 - hardness))
        strength = self.rng.uniform(0.15, 0.35) + 0.35 * hardness
        return np.asarray((1 - strength * cover) * (1 - 0.6 * strength * near), np.float32)

    def _table(self, camera: Camera, size: tuple[int, int]) -> Floats:
        surface = art.texture(self.rng, 480, 640)
        if self.rng.random() < 0.7:
            middle = np.mean(self.copy.outline[::2]), np.mean(self.copy.outline[1::2])
            scale = self.rng.uniform(15, 60) / 640
            place = np.array([[scale, 0, middle[0] - 320 * scale], [0, scale, middle[1] - 240 * scale], [0, 0, 1]])
            angle = self.rng.uniform(0, math.pi)
            turn = np.eye(3)
            turn[:2, :2] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
            turn[:2, 2] = np.array(middle) - turn[:2, :2] @ np.array(middle)
            image = cv2.warpPerspective(
                surface, camera.plane(-0.05) @ turn @ place, size, borderMode=cv2.BORDER_REFLECT_101
            )
        else:
            image = cv2.resize(surface, size)
        return image.astype(np.float32)

    def _clutter(
        self, image: Floats, camera: Camera, size: tuple[int, int], light: NDArray[np.float64], hardness: float
    ) -> None:
        """Loose pieces, cards, coins and bots beside the board, now and then over its edge."""
        rng, (left, top, right, bottom) = self.rng, self.copy.outline
        for _ in range(int(rng.integers(0, 7))):
            for _ in range(10):
                x, y = rng.uniform(left - 4, right + 4), rng.uniform(top - 3, bottom + 3)
                if x < left - 0.8 or x > right + 0.8 or y < top - 0.8 or y > bottom + 0.8:
                    break
            else:
                continue
            kind = rng.integers(4)
            angle = rng.uniform(0, 2 * math.pi)
            if kind == 0:
                piece = self.copy.pieces[str(rng.choice(list(self.copy.pieces)))]
                picture, alpha, span = piece.picture, piece.alpha, PIECE_SPAN
            elif kind == 1:
                picture = art.texture(rng, 120, 90)
                cv2.rectangle(picture, (8, 8), (82, 112), art.colour(rng), 3)
                cv2.circle(picture, (45, 60), 20, art.colour(rng), -1)
                alpha, span = np.ones((120, 90), np.float32), rng.uniform(0.8, 1.6)
            elif kind == 2:
                picture = np.zeros((64, 64, 3), np.uint8)
                cv2.circle(picture, (32, 32), 30, art.colour(rng, (0.4, 1.0)), -1, cv2.LINE_AA)
                cv2.circle(picture, (32, 32), 22, art.colour(rng), 2, cv2.LINE_AA)
                alpha = np.zeros((64, 64), np.float32)
                cv2.circle(alpha, (32, 32), 30, 1.0, -1, cv2.LINE_AA)
                alpha = np.clip(alpha, 0, 1)
                span = rng.uniform(0.3, 0.6)
            else:
                model = int(rng.integers(1, 4))
                spot = np.array([x, y])
                self._stand(image, camera, model, spot, light, hardness, -0.05)
                continue
            scale = span / max(picture.shape[:2])
            height, width = picture.shape[:2]
            place = np.array([
                [math.cos(angle) * scale, -math.sin(angle) * scale, x],
                [math.sin(angle) * scale, math.cos(angle) * scale, y],
                [0, 0, 1],
            ]) @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])  # fmt: skip
            warp = camera.plane(-0.03) @ place
            _over(image, _warp(picture, warp, size).astype(np.float32), _warp(alpha, warp, size))

    def _stand_bots(
        self,
        image: Floats,
        squares: dict[tuple[int, int], Square],
        camera: Camera,
        light: NDArray[np.float64],
        hardness: float,
    ) -> None:
        standing = []
        for place, square in squares.items():
            for name, hole in holes_of(self.copy, place, square).items():
                if name in square.bots:
                    standing.append((square.bots[name], np.array(hole) + self.rng.normal(0, 0.012, 2)))
        eye = camera.position
        standing.sort(key=lambda bot: -float(np.hypot(*(bot[1] - eye[:2]))))
        spots = np.array([spot for _, spot in standing]).reshape(-1, 2)
        for model, spot in standing:
            shaded = self._shaded(spots - spot, light)
            strength = 1 - shaded * self.rng.uniform(0, 0.6) * hardness
            self._stand(image, camera, model, spot, light, hardness, 0.0, strength)

    def _shaded(self, others: NDArray[np.float64], light: NDArray[np.float64]) -> bool:
        """Whether a bot stands in the shadow of one of the others, which are so far from it."""
        flat = float(np.hypot(light[0], light[1]))
        towards = light[:2] / flat
        near = others @ towards
        aside = np.abs(others @ np.array([-towards[1], towards[0]]))
        radius = self.copy.hole_radius
        return bool(((near > radius) & (near < radius * (1 + 2 * flat / light[2])) & (aside < radius)).any())

    def _stand(
        self,
        image: Floats,
        camera: Camera,
        model: int,
        spot: NDArray[np.float64],
        light: NDArray[np.float64],
        hardness: float,
        ground: float,
        strength: float = 1.0,
    ) -> None:
        """Paint one bot where it stands; ``strength``: what falls of the light on it."""
        radius = self.copy.hole_radius
        eye = camera.position
        sight = np.array([*spot, ground]) - eye
        flat = float(np.hypot(sight[0], sight[1]))
        polar = math.degrees(math.atan2(flat, abs(sight[2])))
        shapes = self.bots[model]
        sprites = shapes[int(self.rng.integers(len(shapes)))]
        sprite = sprites[int(np.argmin(np.abs(np.array(POLAR_ANGLES) - polar)))]
        away = sight[:2] / max(flat, 1e-6) if flat > 1e-6 else np.array([0.0, -1.0])
        # "Right" and "away" as the sprite has them, in the board plane (y south makes the turn the other way).
        right = np.array([-away[1], away[0]])
        local = np.array([light[:2] @ right, light[:2] @ away, light[2]], np.float32)
        ambient = 0.75 - 0.45 * hardness
        painted = shade(sprite, self.paint[model], local, ambient, self.gloss[model], np.full(3, 0.05, np.float32))
        base = np.array([*spot, ground])
        unit = radius
        # The image of one radius to the right and of the sprite's upward direction fix an affine map.
        cos, sin = math.cos(math.radians(polar)), math.sin(math.radians(polar))
        up = np.array([*(away * cos), sin])
        step = unit * 0.5
        foot = camera.project(base)
        to_right = (camera.project(base + step * np.array([*right, 0])) - foot) / 0.5
        to_up = (camera.project(base + step * up) - foot) / 0.5
        map_ = np.zeros((2, 3))
        map_[:, 0] = to_right / SPRITE_PX
        map_[:, 1] = -to_up / SPRITE_PX
        map_[:, 2] = foot - map_[:, :2] @ np.array([HALF_WIDTH * SPRITE_PX, ABOVE * SPRITE_PX])
        rows, columns = sprite.alpha.shape
        box = np.array([(0, 0), (columns, 0), (0, rows), (columns, rows)]) @ map_[:, :2].T + map_[:, 2]
        low = np.maximum(np.floor(box.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(box.max(0)).astype(int) + 1, [image.shape[1], image.shape[0]])
        if (high - low < 2).any():
            return
        map_[:, 2] -= low
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        shrink = float(np.linalg.norm(map_[:, 0]))
        alpha = sprite.alpha
        if shrink < 0.8:
            sigma = 0.4 / shrink
            painted, alpha = (
                np.asarray(cv2.GaussianBlur(sharp, (0, 0), sigma), np.float32) for sharp in (painted, alpha)
            )
        layer = np.asarray(cv2.warpAffine(painted, map_, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        layer *= 235 * strength
        cover = np.asarray(cv2.warpAffine(alpha, map_, size), np.float32)
        _over(image[low[1] : high[1], low[0] : high[0]], layer, cover)


def _mixed(apart: float) -> Floats:
    """A map of colours towards their grey (below 1) or away from it (above)."""
    return np.asarray(np.eye(3) * apart + (1 - apart) / 3, np.float32)


def _exposure(scene: Floats, mean: float) -> float:
    """How long a camera exposes by itself: for this mean brightness, or less so that little is too bright."""
    some = scene[::8, ::8]
    return min(mean / max(float(some.mean()), 1e-3), BRIGHT / max(float(np.quantile(some, 0.98)), 1e-3))


def photograph(
    rng: np.random.Generator, image: Floats, camera: Camera, copy: DrawnCopy | None, *, careful: bool = False
) -> Picture:
    """What light, lens, sensor and compression make of a scene; ``careful``: neither dim nor blurred nor shadowed."""
    height, width = image.shape[:2]
    light = 1 + rng.uniform(0, 0.45) * art.noise(rng, height, width, int(rng.integers(1, 4)))
    if not careful and rng.random() < 0.4:  # the shadow of a phone, a person or something small
        cover = np.ones((height, width), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            middle = rng.uniform(0, 1, 2) * [width, height]
            angles = np.sort(rng.uniform(0, 2 * math.pi, 6))
            radii = rng.uniform(0.15, 0.6, 6) * width * rng.choice([1.0, 0.25])
            points = np.stack([middle[0] + radii * np.cos(angles), middle[1] + radii * np.sin(angles)], 1)
            cv2.fillPoly(cover, [points.astype(np.int32)], float(rng.uniform(0.3, 0.85)))
        light = light * cv2.GaussianBlur(cover, (0, 0), float(math.exp(rng.uniform(-0.5, 3.7))))
    if rng.random() < 0.4:
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        away = ((xs / width - 0.5) ** 2 + (ys / height - 0.5) ** 2) * 2
        light = light * (1 - rng.uniform(0, 0.5) * away)
    warm = rng.normal(0, 0.12)
    tint = rng.normal(0, 0.045)
    gains = np.array([1 - warm, 1 + tint, 1 + warm], np.float32)
    dim = not careful and rng.random() < 0.15
    lit = cv2.merge([np.asarray(light * gain, np.float32) for gain in gains / 255])
    linear = np.asarray(cv2.multiply(np.clip(image, 0, 255, out=image), lit), np.float32)
    linear *= _exposure(linear, rng.uniform(0.12, 0.25) if dim else rng.uniform(0.3, 0.55))
    if rng.random() < 0.3 and copy is not None:  # glare on the board or somewhere
        for _ in range(int(rng.integers(1, 3))):
            spot = rng.uniform([copy.outline[0], copy.outline[1]], [copy.outline[2], copy.outline[3]])
            at = apply(camera.plane(0), spot)
            spread = rng.uniform(0.015, 0.08) * width
            ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
            away = ((xs - at[0]) ** 2 + ((ys - at[1]) * rng.uniform(0.8, 2)) ** 2) / (2 * spread**2)
            linear = linear + rng.uniform(0.15, 1.0) * np.exp(-(away ** rng.uniform(0.8, 2.0)))[..., None]
    contrast = rng.uniform(0.75, 1.3)
    linear = np.maximum(linear, 0).astype(np.float32, copy=False)
    toned = cv2.pow(np.minimum(linear, 1), contrast) + np.maximum(linear - 1, 0)
    if not careful and rng.random() < 0.2:
        toned = (toned - 0.5) * rng.uniform(0.5, 0.95) + rng.uniform(0.4, 0.55)
    toned = cv2.transform(toned, _mixed(rng.uniform(0.6, 1.25)))
    softness = rng.random() * (0.4 if careful else 1.0)
    if softness < 0.65:
        toned = cv2.GaussianBlur(
            toned, (0, 0), float(rng.uniform(0.3, 1.0) if softness < 0.4 else rng.uniform(0.8, 2.2))
        )
    if not careful and rng.random() < 0.15:
        length = int(rng.integers(3, 9))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, math.pi)
        end = (length * 0.5 * math.cos(angle), length * 0.5 * math.sin(angle))
        cv2.line(kernel, art._p(length - end[0], length - end[1]), art._p(length + end[0], length + end[1]), 1.0, 1)
        toned = cv2.filter2D(toned, -1, kernel / kernel.sum())
    noise = rng.uniform(0.002, 0.02) * (2.0 if dim else 1.0)
    grain = cv2.transform(rng.standard_normal((height, width, 3), np.float32), _mixed(0.4) * 1.2)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.6
    toned = toned + noise * grain
    picture = np.clip(toned * 255, 0, 255).astype(np.uint8)
    quality = int(rng.integers(55, 97))
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
