"""Draw photos of coins on a table, with the truth about them, and cut them up as the nets will see them."""

from __future__ import annotations

import math
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import art
from models.training.art import DOCK, FLOOR, START, Picture, Style, draw_piece
from models.training.bots import Sprite, bot_colour, shade
from models.training.coin_art import RADIUS, SIZE, STROKES, CoinStyle, DrawnCoin
from models.training.scenes import photograph, random_camera
from vision.coins import CROP_PX, CROP_SPAN, MEAN_RADIUS, STRIDE, VALUES, Find, cut, pyramid_of
from vision.geometry import Camera, apply, in_opencv, magnification

Floats = NDArray[np.float32]

SCENES: Final = 8
"""Photos in a shard."""
PHOTO: Final = (1024, 768)
WINDOWS: Final = 3
"""Pieces of each photo that the finder learns from."""
WINDOW: Final = 256
MIDDLE: Final = 0.16
"""How far from a coin's middle, in radii, a spot still counts as it by half, about."""
MOST_COINS: Final = 40
"""Room for so many coins in a window's truth."""
ROOMY: Final = 1.4
"""The reader's crops are kept with so much more around, to be cut out turned and out of place."""
ROOMY_PX: Final = round(ROOMY * CROP_PX)
LEAST_RADIUS: Final = 8.0
"""Of coins that are narrower in a photo, in pixels, nobody could read the number."""
NOTHING, HIDDEN, UNSURE = 0, len(VALUES) + 1, -1
"""Labels of crops: no coin with a number, one whose number is covered, and neither clear (not learned from).

Those between are the values in order, from 1 on.
"""


class Coin(NamedTuple):
    """A coin in a photo: its value, its centre and shape, and how much can be seen of it and of its number, 0..1.

    ``shape`` (2, 2) maps the unit circle to its outline about ``centre``, in pixels.
    """

    value: int
    centre: NDArray[np.float64]
    shape: NDArray[np.float64]
    seen: float
    number_seen: float

    @property
    def narrow(self) -> float:
        """The shorter of its half axes."""
        return float(np.linalg.eigvalsh(self.shape)[0])

    @property
    def label(self) -> int:
        """What a reader should say of it."""
        if self.narrow < LEAST_RADIUS:
            return UNSURE
        if self.number_seen < 0.2:
            return HIDDEN
        return 1 + VALUES.index(self.value) if self.number_seen > 0.62 else UNSURE


class CoinScene(NamedTuple):
    """A photo (BGR), its coins, and where things lie that are no coins."""

    photo: Picture
    coins: list[Coin]
    others: list[tuple[NDArray[np.float64], float]]
    """Centre and radius of each, in pixels."""


class Spot(NamedTuple):
    """Where a coin lies: its style, value, place on the table (in mean radii), radius, and on how many others."""

    style: CoinStyle
    value: int
    at: NDArray[np.float64]
    radius: float
    level: int


def scatter(rng: np.random.Generator, styles: list[CoinStyle], half: tuple[float, float], count: int) -> list[Spot]:
    """Lay coins on a table, some by themselves, some touching or overlapping others, from the lowest up."""
    spots: list[Spot] = []
    together = rng.uniform(0, 0.9)
    for _ in range(count):
        style = styles[int(rng.integers(len(styles)))]
        value = int(rng.choice(VALUES, p=[0.3, 0.26, 0.22, 0.22]))
        radius = style.radius_of(value)
        for _ in range(25):
            at = rng.uniform(-1, 1, 2) * half
            if spots and rng.random() < together:
                other = spots[int(rng.integers(len(spots)))]
                near = rng.uniform(0.1, 0.65) if rng.random() < 0.1 else rng.uniform(0.66, 1.06)
                angle = rng.uniform(0, 2 * math.pi)
                at = other.at + near * (radius + other.radius) * np.array([math.cos(angle), math.sin(angle)])
                others = [spot for spot in spots if spot is not other]
            else:
                others = spots
            free = all(np.hypot(*(at - spot.at)) > 0.7 * (radius + spot.radius) for spot in others)
            if free and (np.abs(at) <= half).all():
                below = [spot.level for spot in spots if np.hypot(*(at - spot.at)) < 0.97 * (radius + spot.radius)]
                spots.append(Spot(style, value, at, radius, 1 + max(below, default=-1)))
                break
    return spots


class Painter:
    """Paints flat things into a picture, from the lowest up, and keeps what lies on top at each pixel."""

    def __init__(self, rng: np.random.Generator, image: Floats, camera: Camera, light: NDArray[np.float64]) -> None:
        self.rng, self.image, self.camera, self.light = rng, image, camera, light
        self.top = np.zeros(image.shape[:2], np.int16)
        self.softness, self.strength = rng.uniform(0.05, 0.5), rng.uniform(0.1, 0.75)

    def lay(
        self,
        layers: tuple[Any, Floats],
        place: NDArray[np.float64],
        heights: tuple[float, float],
        number: int,
        edge: Any = None,
    ) -> tuple[NDArray[np.float64], tuple[slice, slice]] | None:
        """Lay a picture with its alpha on what is there; ``heights`` of its under and upper side, edge between.

        Returns the homography from its pixels to those of the part of the image that it touches, and that part;
        None if nothing of it is in the image.
        """
        picture, alpha = layers
        height, width = alpha.shape
        low, high = heights
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        drop = low * self.light[:2] / self.light[2] + (high - low) * self.light[:2] / self.light[2]
        bottom, upper = (self.camera.plane(z) @ place for z in heights)
        shade_ = self.camera.plane(low) @ _moved(-drop) @ place
        points = np.concatenate([apply(one, frame) for one in (bottom, upper, shade_)])
        spread = max(1.0, self.softness * (high - low) * magnification(self.camera.plane(low), place[:2, 2]))
        least = np.floor(points.min(0) - 3 * spread).astype(int)
        most = np.ceil(points.max(0) + 3 * spread).astype(int)
        x0, y0 = np.maximum(least, 0).tolist()
        x1, y1 = np.minimum(most, [self.image.shape[1], self.image.shape[0]]).tolist()
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        part = np.s_[y0:y1, x0:x1]
        size = (x1 - x0, y1 - y0)
        here = _moved(np.array([-x0, -y0], np.float64))
        region = self.image[part]
        cast = cv2.warpPerspective(alpha, here @ shade_, size)
        cast = cv2.GaussianBlur(np.maximum(cast, cv2.warpPerspective(alpha, here @ bottom, size)), (0, 0), spread)
        region *= 1 - self.strength * cast[..., None]
        cover = np.zeros(size[::-1], np.float32)
        if edge is not None:
            for share in np.linspace(0, 1, 6)[:-1]:
                between = self.camera.plane(low + share * (high - low)) @ place
                cover = np.maximum(cover, cv2.warpPerspective(alpha, here @ between, size))
            region += cover[..., None] * (np.array(edge, np.float32) - region)
        warp = here @ upper
        face = cv2.warpPerspective(alpha, warp, size)
        painted = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32)
        region += face[..., None] * (painted - region)
        self.top[part][np.maximum(face, cover) > 0.5] = 0
        self.top[part][face > 0.5] = number
        return warp, part


def _moved(by: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def _placed(at: NDArray[np.float64], angle: float, scale: float, size: tuple[int, int]) -> NDArray[np.float64]:
    """Pixels of a picture of ``size`` (width, height) to the table: turned and scaled about its middle."""
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    return np.array([[cos, -sin, at[0]], [sin, cos, at[1]], [0, 0, 1]]) @ _moved(-np.array(size) / 2.0)


def _shrunk(picture: Any, scale: float) -> Any:
    """A picture smaller, if at all; so that warping it smaller still does not alias."""
    if scale >= 1:
        return picture
    size = (max(4, round(picture.shape[1] * scale)), max(4, round(picture.shape[0] * scale)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


PIECES: Final = FLOOR | START | DOCK


def _thing(rng: np.random.Generator) -> tuple[Picture, Floats, float, float]:
    """Something flat that is no coin: picture, alpha, its longer side and its thickness in coin radii."""
    kind = int(rng.integers(7))
    if kind == 0:  # a piece of the game
        style = Style(rng)
        name = str(rng.choice(list(PIECES)))
        piece = draw_piece(style, name, *PIECES[name], int(rng.integers(9)))
        return piece.picture, piece.alpha, rng.uniform(3, 7), rng.uniform(0.1, 0.3)
    if kind == 1:  # a die
        picture = np.empty((96, 96, 3), np.uint8)
        picture[:] = art.colour(rng, (0.3, 1.0))
        pip = tuple(255.0 - part for part in picture[0, 0].astype(float))
        spots = [(24, 24), (72, 72), (24, 72), (72, 24), (48, 48), (24, 48), (72, 48)][: int(rng.integers(1, 8))]
        for x, y in spots:
            cv2.circle(picture, (x, y), 9, pip, -1, cv2.LINE_AA)
        return picture, np.ones((96, 96), np.float32), rng.uniform(0.8, 1.6), rng.uniform(0.6, 1.2)
    if kind == 2:  # a card or a sheet of paper with writing
        picture = art.texture(rng, 150, 110) if rng.random() < 0.5 else np.full((150, 110, 3), 235, np.uint8)
        ink = art.colour(rng, (0.0, 0.4))
        font = int(rng.choice(STROKES[:4]))
        for _ in range(int(rng.integers(0, 8))):
            text = "".join(rng.choice(list("ABCDEFGHKLMNPRSTUVWXYZ0123456789+-%"), int(rng.integers(1, 6))))
            at = (int(rng.integers(4, 60)), int(rng.integers(20, 146)))
            cv2.putText(picture, text, at, font, float(rng.uniform(0.4, 1.4)), ink, 2, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.rectangle(picture, (6, 6), (103, 143), ink, int(rng.integers(1, 5)))
        if rng.random() < 0.4:
            cv2.circle(picture, (55, 75), int(rng.integers(15, 40)), art.colour(rng), int(rng.choice([-1, 3, 6])))
        return picture, np.ones((150, 110), np.float32), rng.uniform(3, 9), 0.02
    if kind == 3:  # a tile with a letter
        picture = art.texture(rng, 96, 96)
        ink = art.colour(rng, (0.0, 0.3))
        font = int(rng.choice(STROKES[:4]))
        cv2.putText(picture, str(rng.choice(list("ABCDEFGHKLMNPRSTUVWXYZ"))), (22, 72), font, 2.0, ink, 4, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.putText(picture, str(rng.integers(1, 11)), (68, 88), font, 0.6, ink, 1, cv2.LINE_AA)
        return picture, np.ones((96, 96), np.float32), rng.uniform(1.4, 2.4), rng.uniform(0.1, 0.5)
    if kind == 4:  # something long
        picture = art.texture(rng, 24, 192)
        return picture, np.ones((24, 192), np.float32), rng.uniform(4, 12), rng.uniform(0.1, 0.5)
    # a disc without a number: a counter, a lid, a button
    blank = CoinStyle(rng).draw(1)
    middle, radius = (SIZE // 2, SIZE // 2), round(RADIUS * rng.uniform(0.72, 0.9))
    cv2.circle(blank.picture, middle, radius, art.colour(rng), -1, cv2.LINE_AA)
    inner = round(radius * rng.uniform(0.3, 0.9))
    sign = int(rng.integers(5))
    if sign == 0:
        cv2.circle(blank.picture, middle, inner, art.colour(rng), int(rng.integers(2, 12)), cv2.LINE_AA)
    elif sign == 1:
        corners = int(rng.integers(3, 7))
        turns = np.arange(2 * corners) * math.pi / corners
        radii = inner * np.where(np.arange(2 * corners) % 2, rng.uniform(0.35, 1), 1.0)
        points = SIZE / 2 + radii[:, None] * np.stack([np.cos(turns), np.sin(turns)], 1)
        cv2.fillPoly(blank.picture, [points.astype(np.int32)], art.colour(rng), cv2.LINE_AA)
    elif sign == 2:
        font, ink = int(rng.choice(STROKES[:4])), art.colour(rng)
        letter = str(rng.choice(list("ABCEFGHKLMNPRTUVWXY?!&+*")))
        cv2.putText(blank.picture, letter, (62, 130), font, 3.0, ink, int(rng.integers(3, 9)), cv2.LINE_AA)
    return blank.picture, blank.alpha, SIZE / RADIUS * rng.uniform(0.7, 1.6), rng.uniform(0.05, 0.5)


@cache
def bots_of(file: Path) -> list[list[Sprite]]:
    """Shapes of bots to stand about, from a pool that was drawn before."""
    with np.load(file, allow_pickle=False) as pool:
        drawn = [pool[key][:60].astype(np.float32) for key in ("normals", "alpha", "detail")]
    return [[Sprite(*sprite) for sprite in zip(*shape, strict=True)] for shape in zip(*drawn, strict=True)]


def _stand(rng: np.random.Generator, painter: Painter, bots: list[list[Sprite]], at: NDArray[np.float64]) -> None:
    """Stand a bot on the table, as high in the picture as it is upright."""
    foot = apply(painter.camera.plane(0), at)
    unit = magnification(painter.camera.plane(0), at) * rng.uniform(0.5, 1.1) / 14
    sprite = bots[int(rng.integers(len(bots)))][int(rng.integers(1, 5))]
    light = painter.light.astype(np.float32)
    painted = 235 * shade(
        sprite, bot_colour(rng, int(rng.integers(1, 4))), light, 0.6, 0.2, np.full(3, 0.1, np.float32)
    )
    rows, columns = sprite.alpha.shape
    map_ = np.array([[unit, 0, foot[0] - unit * columns / 2], [0, unit, foot[1] - unit * rows * 0.76]])
    size = (painter.image.shape[1], painter.image.shape[0])
    alpha = np.asarray(cv2.warpAffine(sprite.alpha, map_, size), np.float32)
    x, y, width, height = cv2.boundingRect((alpha > 0).view(np.uint8))
    if not width:
        return
    part = np.s_[y : y + height, x : x + width]
    layer = cv2.warpAffine(painted.astype(np.float32), map_, size)[part]
    painter.image[part] += alpha[part][..., None] * (layer - painter.image[part])
    painter.top[part][alpha[part] > 0.5] = 0


def draw_coins(
    rng: np.random.Generator,
    size: tuple[int, int],
    bots: list[list[Sprite]],
    *,
    held_back: bool = False,
    one_copy: bool = False,
    most_tilt: float = 52,
) -> CoinScene:
    """One photo of coins on a table; ``one_copy``: all of one style."""
    mixed = not one_copy and rng.random() < 0.6
    styles = [CoinStyle(rng, held_back=held_back) for _ in range(8 if mixed else 1)]
    half_width = math.exp(rng.uniform(math.log(3.0), math.log(19)))
    half = (half_width, half_width * rng.uniform(0.5, 0.9))
    camera = random_camera(rng, (-half[0], -half[1], half[0], half[1]), size, most_tilt)
    azimuth, elevation = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(18, 80))
    light = np.array([
        math.cos(azimuth) * math.cos(elevation),
        math.sin(azimuth) * math.cos(elevation),
        math.sin(elevation),
    ])  # fmt: skip
    image = _table(rng, camera, size, half_width)
    painter = Painter(rng, image, camera, light)
    others: list[tuple[NDArray[np.float64], float]] = []

    def clutter(count: int, reach: float, height: float) -> None:
        for _ in range(count):
            at = rng.uniform(-reach, reach, 2) * half
            if rng.random() < 0.2 and bots:
                _stand(rng, painter, bots, at)
                continue
            picture, alpha, span, thickness = _thing(rng)
            scale = span / max(alpha.shape)
            shrink = 1.2 * scale * magnification(camera.plane(0), at)
            picture, alpha = _shrunk(picture, shrink), _shrunk(alpha, shrink)
            place = _placed(at, rng.uniform(0, 2 * math.pi), span / max(alpha.shape), alpha.shape[::-1])
            edge = art.colour(rng, (0.1, 0.7))
            if painter.lay((picture, alpha), place, (height, height + thickness), 0, edge) is not None:
                others.append((apply(camera.plane(thickness), at), span / 2 * magnification(camera.plane(0), at)))

    clutter(int(rng.choice([0, int(rng.integers(1, 8))])), 1.3, 0.0)
    count = 0 if rng.random() < 0.03 else min(MOST_COINS, 1 + int(rng.exponential(14)))
    spots = sorted(scatter(rng, styles, half, count), key=lambda spot: spot.level)
    thickness = rng.uniform(0.04, 0.36)
    digits = np.zeros(image.shape[:2], np.uint8)
    whole: list[tuple[float, list[float]]] = []
    faces: dict[tuple[int, int], DrawnCoin] = {}
    gloss = rng.choice([0.0, rng.uniform(0.05, 0.45)])
    for number, spot in enumerate(spots, 1):
        key = (id(spot.style), spot.value)
        if key not in faces:
            faces[key] = spot.style.draw(spot.value)
        coin = faces[key]
        low = spot.level * thickness
        scale = spot.radius / RADIUS
        shrink = min(1.0, 1.3 * scale * magnification(camera.plane(low), spot.at))
        picture, alpha, digit = _shrunk(coin.picture, shrink), _shrunk(coin.alpha, shrink), coin.digit
        place = _placed(spot.at, rng.uniform(0, 2 * math.pi), scale * SIZE / len(alpha), alpha.shape[::-1])
        if gloss:  # a flat thing shines on one side
            ramp = np.linspace(-1, 1, len(alpha), dtype=np.float32)
            angle = rng.uniform(0, 2 * math.pi)
            bright = 1 + gloss * (math.cos(angle) * ramp[None] + math.sin(angle) * ramp[:, None])
            picture = np.clip(picture * bright[..., None], 0, 255).astype(np.uint8)
        laid = painter.lay((picture, alpha), place, (low, low + thickness), number, coin.edge)
        if laid is None:
            whole.append((0.0, []))
            continue
        warp, part = laid
        extent = (part[1].stop - part[1].start, part[0].stop - part[0].start)
        enlarge = np.diag([len(alpha) / SIZE, len(alpha) / SIZE, 1.0])
        marks = cv2.warpPerspective(digit, warp @ enlarge, extent, flags=cv2.INTER_NEAREST)
        mine = painter.top[part] == number
        digits[part][mine] = marks[mine]
        shape = _shape_of(camera, spot.at, spot.radius, low + thickness)
        ink = [float(np.count_nonzero(marks == k)) for k in (1, 2)]
        whole.append((math.pi * float(np.linalg.det(shape)), [area for area in ink if area > 0]))
    if rng.random() < 0.12:
        clutter(int(rng.integers(1, 3)), 0.9, 2.5 * thickness)
    coins = []
    for number, (spot, (area, inks)) in enumerate(zip(spots, whole, strict=True), 1):
        mine = painter.top == number if area else np.zeros((1, 1), np.bool_)
        marks = digits[mine] if area else np.zeros(0, np.uint8)
        left = [np.count_nonzero(marks == k + 1) / ink for k, ink in enumerate(inks)]
        high = spot.level * thickness + thickness
        coins.append(
            Coin(
                spot.value,
                apply(camera.plane(high), spot.at),
                _shape_of(camera, spot.at, spot.radius, high),
                min(1.0, np.count_nonzero(mine) / area) if area else 0.0,
                min(left, default=0.0),
            )
        )
    photo = photograph(rng, image, camera, None)
    return CoinScene(_glared(rng, photo), coins, others)


def _shape_of(camera: Camera, at: NDArray[np.float64], radius: float, height: float) -> NDArray[np.float64]:
    """The symmetric (2, 2) map from the unit circle to a coin's outline in the photo."""
    plane = camera.plane(height)
    step = 0.5 * radius
    east, south = (
        (apply(plane, at + step * way) - apply(plane, at - step * way)) / (2 * step) * radius for way in np.eye(2)
    )
    jacobian = np.stack([east, south], 1)
    values, vectors = np.linalg.eigh(jacobian @ jacobian.T)
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)


def _table(rng: np.random.Generator, camera: Camera, size: tuple[int, int], half: float) -> Floats:
    surface = art.texture(rng, 480, 640)
    if rng.random() < 0.2:
        return cv2.resize(surface, size).astype(np.float32)
    scale = half * rng.uniform(1.5, 8) / 640
    place = _placed(np.zeros(2), rng.uniform(0, 2 * math.pi), scale, (640, 480))
    warped = cv2.warpPerspective(surface, camera.plane(0) @ place, size, borderMode=cv2.BORDER_REFLECT_101)
    return warped.astype(np.float32)


def _glared(rng: np.random.Generator, photo: Picture) -> Picture:
    """Now and then a lamp's reflection, small or large."""
    if rng.random() > 0.25:
        return photo
    height, width = photo.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    spread = rng.uniform(0.02, 0.12) * width
    away = ((xs - x) ** 2 + ((ys - y) * rng.uniform(0.8, 1.6)) ** 2) / (2 * spread**2)
    share = rng.uniform(0.2, 1.0) * np.exp(-(np.minimum(away, 60) ** rng.uniform(0.8, 1.6)))
    return np.asarray(photo + (255 - photo) * share[..., None], np.uint8)


def _roomy(pyramid: list[Picture], centre: Any, shape: Any) -> Picture:
    return cut(pyramid, Find(1.0, np.asarray(centre), np.asarray(shape)), ROOMY_PX, ROOMY * CROP_SPAN)


def crops_of(rng: np.random.Generator, scene: CoinScene) -> tuple[list[Picture], list[int]]:
    """Crops as the reader will see them, with room around, and their labels: all coins, and places where none is."""
    pyramid = pyramid_of(scene.photo)
    height, width = scene.photo.shape[:2]
    pictures, labels = [], []
    for coin in scene.coins:
        inside = (0 < coin.centre[0] < width) and (0 < coin.centre[1] < height)
        if coin.label != UNSURE and coin.seen > 0.2 and inside:
            pictures.append(_roomy(pyramid, coin.centre, coin.shape))
            labels.append(coin.label)
    # Where no coin is: other things, places between coins, the bare table.
    spots = [(centre, radius * np.eye(2)) for centre, radius in scene.others]
    for coin in scene.coins[:3]:
        angle = rng.uniform(0, 2 * math.pi)
        away = rng.uniform(1.0, 1.8) * np.array([math.cos(angle), math.sin(angle)])
        spots.append((coin.centre + coin.shape @ away, coin.shape * rng.uniform(0.6, 1.5)))
    for _ in range(2):
        radius = rng.uniform(10, 60)
        spots.append((rng.uniform(0, 1, 2) * [width, height], radius * np.eye(2)))
    for centre, shape in spots:
        radius = float(np.sqrt(np.linalg.det(shape)))
        inside = (0 < centre[0] < width) and (0 < centre[1] < height)
        near = any(np.linalg.norm(np.linalg.solve(coin.shape, centre - coin.centre)) < 0.75 for coin in scene.coins)
        if inside and not near and radius > LEAST_RADIUS:
            pictures.append(_roomy(pyramid, centre, shape))
            labels.append(NOTHING)
    return pictures, labels


class Window(NamedTuple):
    """A part of a photo as the finder sees it, and of up to MOST_COINS coins centre, shape and whether to find it.

    The last number of each is 1 for coins to be found, 0 for those that may be, NaN for none.
    """

    picture: Picture
    coins: Floats


def window_of(rng: np.random.Generator, scene: CoinScene) -> Window:
    """A random part of a photo at a random scale at which some coins are of the size that the finder seeks."""
    height, width = scene.photo.shape[:2]
    middle, radius = rng.uniform(0, 1, 2) * [width, height], rng.uniform(10, 80)
    if scene.coins and rng.random() < 0.9:
        coin = scene.coins[int(rng.integers(len(scene.coins)))]
        radius = float(np.sqrt(np.linalg.det(coin.shape)))
        middle = coin.centre
    scale = min(1.25, math.exp(rng.uniform(math.log(7), math.log(46))) / radius)
    scale = max(scale, 0.8 * WINDOW / height)
    source, shrunk = scene.photo, 1.0
    while scale / shrunk <= 0.5:
        source, shrunk = np.asarray(cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)), shrunk / 2
    if scale < 0.9 * shrunk:
        size = (round(width * scale), round(height * scale))
        source = np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA))
        shrunk = scale
    corner = middle * scale - WINDOW * rng.uniform(0.1, 0.9, 2)
    if rng.random() < 0.85:  # mostly inside the photo; beyond its edge a frame is black
        corner = np.clip(corner, 0, np.maximum(np.array([width, height]) * scale - WINDOW, 0))
    to_photo = np.array(
        [[shrunk / scale, 0, corner[0] * shrunk / scale], [0, shrunk / scale, corner[1] * shrunk / scale]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(source, in_opencv(np.vstack([to_photo, [0, 0, 1]]))[:2], (WINDOW, WINDOW), flags=flags)
    coins = np.full((MOST_COINS, 6), np.nan, np.float32)
    for number, coin in enumerate(scene.coins[:MOST_COINS]):
        shape = coin.shape * scale
        clear = coin.seen > 0.45 and of_a_size_to_find(shape)
        coins[number] = (*(coin.centre * scale - corner), *shape.ravel()[[0, 1, 3]], float(clear))
    return Window(np.asarray(picture, np.uint8), coins)


def of_a_size_to_find(shape: NDArray[np.float64]) -> bool:
    """Whether the finder is asked for a coin of this shape, in pixels of its frame; others may be found or not."""
    small, large = np.linalg.eigvalsh(shape).tolist()
    return bool(small > 5.5 and large < 62)


def maps_of(coins: NDArray[np.float32], size: int = WINDOW) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the finder should say of a window, (6, h, w), and how much each spot counts for its score and for its shape.

    ``coins`` are as in :class:`Window`.
    """
    count = size // STRIDE
    wanted, weight = np.zeros((6, count, count), np.float32), np.ones((2, count, count), np.float32)
    weight[1] = 0
    spots = np.stack(np.meshgrid(np.arange(count) + 0.5, np.arange(count) + 0.5), -1)
    for x, y, a, b, d, clear in coins[np.isfinite(coins[:, 0])].astype(np.float64):
        shape, centre = np.array([[a, b], [b, d]]) / STRIDE, np.array([x, y]) / STRIDE
        away = np.linalg.norm((spots - centre) @ np.linalg.inv(shape), axis=-1)
        if not clear:
            weight[0][away < 0.8] = 0
            continue
        least = np.abs(spots - centre).max(-1) <= 0.5  # the spot of its middle, however small the coin is
        heat = np.where(least, 1.0, np.exp(-0.5 * (away / MIDDLE) ** 2))
        values, vectors = np.linalg.eigh(shape * STRIDE / MEAN_RADIUS)
        (along_x, aslant), (_, along_y) = vectors @ np.diag(np.log(values)) @ vectors.T
        outline = ((along_x + along_y) / 2, (along_x - along_y) / 2, aslant)
        here = (heat > wanted[0]) & (heat > 0.1)
        wanted[1:3, here] = (centre - spots[here]).T
        wanted[3:, here] = np.array(outline)[:, None]
        wanted[0] = np.maximum(wanted[0], heat)
        weight[0][here] = 1
        weight[1][here] = heat[here]
    return wanted, weight


class Shard(NamedTuple):
    """Photos to be drawn: their seed, and where to."""

    seed: int
    folder: Path


def draw_shard(shard: Shard) -> Path:
    """Draw a shard and write it as SEED.npz."""
    seed, folder = shard
    file = folder / f"{seed:05}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = np.random.default_rng([20261201, seed])
    bots = bots_of(folder.parent / "bots.npz")
    found: dict[str, list[Any]] = {key: [] for key in ("windows", "coins", "crops", "labels")}
    for _ in range(SCENES):
        scene = draw_coins(rng, PHOTO if rng.random() < 0.7 else PHOTO[::-1], bots)
        for _ in range(WINDOWS):
            window = window_of(rng, scene)
            found["windows"].append(window.picture)
            found["coins"].append(window.coins)
        pictures, labels = crops_of(rng, scene)
        found["crops"].extend(pictures)
        found["labels"].extend(labels)
    arrays = {key: np.array(value) for key, value in found.items()}
    part = file.with_suffix(".part.npz")
    np.savez(part, allow_pickle=False, **arrays)
    part.rename(file)
    return file


def draw_all_coins(folder: Path, shards: int, workers: int = 2) -> list[Path]:
    """Draw what is missing of so many shards into the folder ``coins``; can be stopped and started again.

    The shapes of bots are those in ``bots.npz``, which :func:`models.training.data.draw_all` has drawn.
    """
    from rich.progress import track  # noqa: PLC0415

    (folder / "coins").mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(workers) as pool:
        drawn = pool.imap(draw_shard, [Shard(seed, folder / "coins") for seed in range(shards)])
        return list(track(drawn, "Drawing coins", total=shards))
