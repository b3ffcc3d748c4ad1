"""Coins in a photo: found by one net wherever they lie, their numerals read by another. No copy is taught for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mechanica_core.messages import say
from vision import photo as photos
from vision.errors import Failure, PhotoError
from vision.geometry import Floats, in_opencv
from vision.nets import nets
from vision.photo import Photo, Picture
from vision.reading import Point

VALUES: Final = (1, 5, 10, 20)
DOUBT_BELOW: Final = 0.8
"""A coin read with less confidence is a doubt."""
LOOKS: Final = ((1024, 768), (384, 288))
"""Photos are looked at in frames of these sizes (width, height): small coins are found in one, large in the other."""
STRIDE: Final = 4
"""Pixels of a frame between the spots that the finder judges."""
MEAN_RADIUS: Final = 16.0
"""The finder tells sizes relative to this radius, in pixels of its frame."""
LEAST_RADIUS: Final = (5.0, 10.0)
"""Coins are sought from this radius on, in pixels of the frame of each look; smaller ones show no numeral."""
LEAST_HEAT: Final = 0.35
"""How likely a spot must be the middle of a coin to be looked at closely."""
MOST_DOUBTFUL: Final = 0.5
"""Where a greater share of the coins is doubtful, most of them are none: a table, a board, another game."""
SAME_COIN: Final = 0.3
"""Two finds whose middles are nearer than this, in the sum of their radii, are one coin."""
CROP_PX: Final = 56
CROP_SPAN: Final = 1.2
"""A coin is read in a square of CROP_PX pixels, which reaches CROP_SPAN radii from its middle each way."""
OUTLINE_POINTS: Final = 24


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin in a photo. ``value`` None: its numeral is hidden or cannot be read, and it is not counted.

    ``confidence`` is that of ``value``, 0 to 1, and ``runner_up`` the next likely value. ``centre`` and ``outline``, a
    polygon, are in pixels of the upright photo.
    """

    value: int | None
    confidence: float
    runner_up: int | None
    centre: Point
    outline: tuple[Point, ...]

    @property
    def doubtful(self) -> bool:
        """Whether somebody should look again."""
        return self.value is None or self.confidence < DOUBT_BELOW


@dataclass(frozen=True, slots=True)
class CoinReading:
    """The coins in a photo, from the most valuable down, and the size (width, height) of the upright photo."""

    coins: tuple[Coin, ...]
    size: tuple[int, int]

    @property
    def values(self) -> tuple[int, ...]:
        """The values that were read, in ascending order; doubtful ones too."""
        return tuple(sorted(coin.value for coin in self.coins if coin.value is not None))

    @property
    def total(self) -> int:
        """What they come to."""
        return sum(self.values)

    @property
    def doubts(self) -> tuple[Coin, ...]:
        """The coins to look at again."""
        return tuple(coin for coin in self.coins if coin.doubtful)

    def as_json(self) -> dict[str, Any]:
        """The reading as ``mechanica coins --json`` prints it, but for the photo's name."""
        return {
            "coins": list(self.values),
            "total": self.total,
            "doubts": [
                {
                    "where": [round(part, 1) for part in coin.centre],
                    "read": coin.value,
                    "confidence": round(coin.confidence, 4),
                    "runner_up": coin.runner_up,
                }
                for coin in self.doubts
            ],
        }


def read_coins(photo: Photo | str | Path | bytes) -> CoinReading:
    """Read the coins in a photo.

    Raises :class:`vision.errors.PhotoError` if the photo cannot be read, or shows no coins, or hardly one that
    is sure (``no_coins``).
    """
    shot = photo if isinstance(photo, Photo) else photos.load(photo)
    finds = find(shot.pixels)
    coins = []
    if finds:
        pyramid = pyramid_of(shot.pixels)
        likely = np.exp(nets().read_coins(np.stack([cut(pyramid, at) for at in finds])))
        coins = [
            _coin(at, shares, shot.scale) for at, shares in zip(finds, likely.tolist(), strict=True) if shares[0] < 0.5
        ]
    if not coins:
        raise PhotoError(Failure.NO_COINS, say("no coins were found in the photo"))
    if sum(coin.doubtful for coin in coins) > MOST_DOUBTFUL * len(coins):
        raise PhotoError(Failure.NO_COINS, say("what may be coins in the photo cannot be told"))
    coins.sort(key=lambda coin: (-(coin.value or 0), coin.centre))
    return CoinReading(tuple(coins), shot.size)


def _coin(at: Find, shares: Sequence[float], scale: float) -> Coin:
    """What the reader says of a find: shares of nothing, of each value, and of a hidden numeral."""
    by_value = dict(zip(VALUES, shares[1:-1], strict=True))
    best, second = sorted(VALUES, key=by_value.__getitem__, reverse=True)[:2]
    hidden = shares[-1] > by_value[best]
    angles = np.linspace(0, 2 * np.pi, OUTLINE_POINTS, endpoint=False)
    outline = scale * (at.centre + np.stack([np.cos(angles), np.sin(angles)], 1) @ at.shape)
    return Coin(
        None if hidden else best,
        shares[-1] if hidden else by_value[best],
        best if hidden else second,
        _point(scale * at.centre),
        tuple(_point(point) for point in outline),
    )


def _point(at: Floats) -> Point:
    x, y = at.tolist()
    return x, y


class Find(NamedTuple):
    """Where a coin may lie: how likely, its centre, and the symmetric (2, 2) map from the unit circle to its edge."""

    likely: float
    centre: Floats
    shape: Floats


def find(pixels: Picture) -> list[Find]:
    """Where coins may lie in a photo, the likeliest first; each coin once."""
    finds = sorted((at for look in range(len(LOOKS)) for at in _seen(pixels, look)), key=lambda at: -at.likely)
    kept: list[Find] = []
    for at in finds:
        if not any(_same(at, other) for other in kept):
            kept.append(at)
    return kept


def _same(one: Find, other: Find) -> bool:
    """Whether two finds are of one coin, because their middles are nearer than coins lie whose numerals can be seen."""
    return float(np.linalg.norm(np.linalg.solve(one.shape + other.shape, one.centre - other.centre))) < SAME_COIN


def _seen(pixels: Picture, look: int) -> list[Find]:
    """The coins in one look at a photo, in pixels of the photo."""
    upright = pixels.shape[0] > pixels.shape[1]
    lying = pixels.transpose(1, 0, 2) if upright else pixels  # the finder minds neither turns nor mirrors
    width, height = LOOKS[look]
    scale = min(width / lying.shape[1], height / lying.shape[0])
    size = (max(1, round(lying.shape[1] * scale)), max(1, round(lying.shape[0] * scale)))
    frame = np.zeros((height, width, 3), np.uint8)
    frame[: size[1], : size[0]] = cv2.resize(np.ascontiguousarray(lying), size, interpolation=cv2.INTER_AREA)
    (answer,) = nets().find_coins(frame[None])
    found = []
    for at in decode(answer):
        if np.linalg.eigvalsh(at.shape)[0] < LEAST_RADIUS[look]:
            continue
        centre, shape = at.centre / scale, at.shape / scale
        found.append(Find(at.likely, centre[::-1], shape[::-1, ::-1]) if upright else Find(at.likely, centre, shape))
    return found


def decode(answer: NDArray[np.float32]) -> list[Find]:
    """The peaks in what the finder says of a frame, (6, h, w), in pixels of the frame.

    Its maps: how likely a spot is the middle of a coin; where that is from the spot (x, y in strides); and three
    numbers of the outline's shape, the logarithm of which is ((p + q, r), (r, p - q)).
    """
    heat = answer[0]
    peaks = (heat >= LEAST_HEAT) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    found = []
    for y, x in np.argwhere(peaks):
        dx, dy, p, q, r = answer[1:, y, x].astype(np.float64)
        turn = float(np.hypot(q, r))
        grown = np.array([[q, r], [r, -q]]) * (np.sinh(turn) / turn if turn > 1e-6 else 1.0)
        shape = MEAN_RADIUS * np.exp(p) * (np.cosh(turn) * np.eye(2) + grown)
        found.append(Find(float(heat[y, x]), STRIDE * np.array([x + 0.5 + dx, y + 0.5 + dy]), shape))
    return found


def pyramid_of(pixels: Picture) -> list[Picture]:
    """A photo, and it halved again and again, so that large coins are cut out as smoothly as small ones."""
    pyramid = [pixels]
    while min(pyramid[-1].shape[:2]) > 4 * CROP_PX:
        half = cv2.resize(pyramid[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        pyramid.append(np.asarray(half, np.uint8))
    return pyramid


def cut(pyramid: list[Picture], at: Find, size: int = CROP_PX, span: float = CROP_SPAN) -> Picture:
    """A coin as seen straight from above, (size, size, 3), turned as it happens to lie."""
    shrink = 2 * span * float(np.sqrt(abs(np.linalg.det(at.shape)))) / size
    level = int(np.clip(np.floor(np.log2(max(shrink, 1.0)) + 0.3), 0, len(pyramid) - 1))
    source = pyramid[level]
    to_photo = np.eye(3)
    to_photo[:2, :2] = at.shape * (2 * span / size)
    to_photo[:2, 2] = at.centre - at.shape @ (span, span)
    scale = np.diag([source.shape[1] / pyramid[0].shape[1], source.shape[0] / pyramid[0].shape[0], 1.0])
    map_ = in_opencv(scale @ to_photo)[:2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(source, map_, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
