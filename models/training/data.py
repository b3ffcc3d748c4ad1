"""Draw training data: many random copies, a few photos of each, cut up as the nets will see them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import art
from models.training.art import DOCK, FLOOR, START, DrawnCopy, Point, draw_copy
from models.training.bots import Sprite, draw_bot
from models.training.scenes import Renderer, Scene, holes_of, photograph, random_camera, random_squares
from vision import crops
from vision.crops import CELL_PX, CELL_SPAN, FRAME, Expected
from vision.geometry import Camera, apply, corners

SCENES: Final = 6
"""Photos drawn of each copy."""
PIECE_PHOTOS: Final = 10
"""Photos of single pieces drawn of each copy."""
CROWDED_TILT: Final = 20
"""Crowded boards are seen at least so much from the side, in degrees, because bots hide each other then."""
SHAPES: Final = 8
"""So many shapes each model of a drawn copy has. A real copy has one, but the nets must not get used to it."""
EMPTY, UNKNOWN, UNSURE = -1, -2, -3
"""Labels of cells without a piece, under a hand, and half under a hand (not learned from)."""


@dataclass
class Gallery:
    """The pictures that teaching would keep of a copy, as cells: floor pieces, fabricators, trucks, bare squares."""

    pieces: NDArray[np.uint8]
    bare: NDArray[np.uint8]


PIECE_NAMES: Final = (*FLOOR, *START, *DOCK)


def disturb(rng: np.random.Generator, picture: NDArray[Any]) -> NDArray[np.uint8]:
    """A picture under another light, out of another camera."""
    height, width = picture.shape[:2]
    gains = np.exp(rng.normal(0, 0.12, 3)) * rng.uniform(0.6, 1.15)
    light = 1 + rng.uniform(0, 0.2) * art.noise(rng, height, width, 2)
    bright = (picture / 255.0 * light[..., None] * gains).clip(0, None) ** rng.uniform(0.8, 1.2)
    toned = bright.astype(np.float32)
    if rng.random() < 0.6:
        toned = np.asarray(cv2.GaussianBlur(toned, (0, 0), float(rng.uniform(0.3, 1.2))), np.float32)
    toned += rng.normal(0, rng.uniform(0, 0.015), toned.shape)
    return np.clip(toned * 255, 0, 255).astype(np.uint8)


def gallery_of(rng: np.random.Generator, copy: DrawnCopy) -> Gallery:
    """What an owner's teaching photos of this copy would give."""
    pieces = []
    for name in PIECE_NAMES:
        piece = copy.pieces[name]
        table = art.texture(rng, art.PIECE_SIZE, art.PIECE_SIZE).astype(np.float32)
        shaded = table * (1 - 0.4 * cv2.GaussianBlur(piece.alpha, (0, 0), 3))[..., None]
        alpha = piece.alpha[..., None]
        whole = (shaded * (1 - alpha) + piece.picture * alpha).astype(np.uint8)
        half = art.PIECE_SIZE / 2
        turned = cv2.getRotationMatrix2D((half - 0.5, half - 0.5), rng.normal(0, 1.5), 1 + rng.normal(0, 0.02))
        turn = np.asarray(turned, np.float64)
        turn[:, 2] += rng.normal(0, 0.012 * art.PX, 2)
        zoom = CELL_PX / CELL_SPAN / art.PX
        cut = np.array([[zoom, 0, CELL_PX / 2 - half * zoom], [0, zoom, CELL_PX / 2 - half * zoom]])
        map_ = cut[:, :2] @ turn
        map_[:, 2] += cut[:, 2]
        small = cv2.warpAffine(
            cv2.GaussianBlur(whole, (0, 0), 0.7), map_, (CELL_PX, CELL_PX), borderMode=cv2.BORDER_REPLICATE
        )
        pieces.append(disturb(rng, small))
    left, top, *_ = copy.outline
    to_picture = np.array([[art.PX, 0, -left * art.PX], [0, art.PX, -top * art.PX], [0, 0, 1.0]])
    board = disturb(rng, cv2.GaussianBlur(copy.board, (0, 0), 0.7))
    to_picture[:2, 2] += rng.normal(0, 0.008 * art.PX, 2)
    bare = [crops.cell(board, to_picture, row, column) for row in range(3) for column in range(copy.columns + 2)]
    return Gallery(np.stack(pieces), np.stack(bare))


def expected_of(rng: np.random.Generator, copy: DrawnCopy, scene: Scene) -> Expected:
    """The board with its pieces and no bots, put together from teaching pictures."""
    left, top, *_ = copy.outline
    picture = copy.board.copy()
    half = art.PIECE_SIZE // 2
    for (row, column), square in scene.squares.items():
        if square.kind is None:
            continue
        piece = np.rot90(copy.pieces[square.kind].picture, square.turns)
        cover = np.rot90(copy.pieces[square.kind].alpha, square.turns)
        body = round(art.PX / 2)
        x, y = round((column + 0.5 - left) * art.PX), round((row + 0.5 - top) * art.PX)
        inner = np.s_[half - body : half + body, half - body : half + body]
        where = np.s_[y - body : y + body, x - body : x + body]
        if picture[where].shape[:2] == (2 * body, 2 * body):
            picture[where] = np.where((cover[inner] > 0.5)[..., None], piece[inner], picture[where])
    to_plane = np.array([[1 / art.PX, 0, left], [0, 1 / art.PX, top], [0, 0, 1.0]])
    to_plane[:2, 2] += rng.normal(0, 0.006, 2)
    spots = [spot for place, square in scene.squares.items() for spot in holes_of(copy, place, square).values()]
    from_plane = np.array([[art.PX, 0, -left * art.PX], [0, art.PX, -top * art.PX], [0, 0, 1.0]])
    holes = crops.hole_mask(picture.shape[:2], from_plane, spots, copy.hole_radius)
    return Expected(np.dstack([disturb(rng, cv2.GaussianBlur(picture, (0, 0), 0.7)), holes]), to_plane)


def jittered(rng: np.random.Generator, scene: Scene, copy: DrawnCopy) -> Camera:
    """The camera as it would be found: corners off by a little, the lens unknown."""
    outline = corners(copy.outline)
    moved = outline + rng.normal(0, rng.choice([0.006, 0.012, 0.03]), (4, 2))
    off = cv2.getPerspectiveTransform(moved.astype(np.float32), outline.astype(np.float32))
    size = (scene.photo.shape[1], scene.photo.shape[0])
    return Camera.of(scene.homography @ off, size)


def _small(photo: NDArray[np.uint8], points: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A photo shrunk into FRAME (its rest is black) and points in it."""
    height, width = photo.shape[:2]
    scale = min(FRAME[0] / width, FRAME[1] / height)
    small = cv2.resize(photo, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    frame = np.zeros((FRAME[1], FRAME[0], 3), np.uint8)
    frame[: small.shape[0], : small.shape[1]] = small
    return frame, points * [small.shape[1] / width, small.shape[0] / height]


def draw_piece_photo(
    rng: np.random.Generator, copy: DrawnCopy, name: str, size: tuple[int, int] = (640, 480), *, teaching: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
    """One loose piece from about above; with its body's corners and its holes (pixels).

    ``teaching``: as an owner is asked to take it, with the piece facing about east and in fair light.
    """
    piece = copy.pieces[name]
    span = 0.5 * rng.uniform(1.0, 1.6)
    camera = random_camera(rng, (-span, -span, span, span), size, 25, upright=teaching)
    image = cv2.warpPerspective(
        art.texture(rng, 480, 640),
        camera.plane(0) @ _place(rng.uniform(10, 30) / 640, rng.uniform(0, 6.3), 640, 480),
        size,
        borderMode=cv2.BORDER_REFLECT_101,
    ).astype(np.float32)
    shift = np.eye(3)
    shift[:2, 2] = rng.normal(0, 0.05 * art.PX, 2)
    place = _place(1 / art.PX, 0.0, art.PIECE_SIZE, art.PIECE_SIZE)
    shadow = cv2.warpPerspective(cv2.GaussianBlur(piece.alpha, (0, 0), 3), camera.plane(0) @ place @ shift, size)
    image *= 1 - rng.uniform(0.1, 0.7) * shadow[..., None]
    side = np.array(art.colour(rng, (0.1, 0.7)), np.float32)
    thickness = rng.uniform(0.01, 0.05)
    for height, layer in ((0.3, None), (0.7, None), (1.0, piece.picture)):
        warp = camera.plane(thickness * height) @ place
        alpha = cv2.warpPerspective(piece.alpha, warp, size)[..., None]
        face = side if layer is None else cv2.warpPerspective(layer, warp, size).astype(np.float32)
        image += alpha * (face - image)
    photo = photograph(rng, image, camera, None, careful=teaching)
    plane = camera.plane(thickness)
    body = apply(plane, corners((-0.5, -0.5, 0.5, 0.5)))
    holes = apply(plane, np.array(list(piece.holes.values())).reshape(-1, 2))
    return photo, body, holes


def _place(scale: float, angle: float, width: int, height: int) -> NDArray[np.float64]:
    """A picture's pixels to the board plane: turned and scaled about its middle."""
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return np.asarray(turn @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]))


class Shard(NamedTuple):
    """One copy's worth of training data to be drawn: its seed, where to, and whether its boards are crowded."""

    seed: int
    folder: Path
    crowded: bool


def draw_shard(shard: Shard) -> Path:
    """Draw a shard and write it as SEED.npz."""
    seed, folder, crowded = shard
    file = folder / f"{seed:05}.npz"
    if file.exists():
        return file
    cv2.setNumThreads(1)
    rng = np.random.default_rng([20261130, seed])
    copy = draw_copy(rng)
    pool = _bot_pool(folder / "bots.npz")
    bots = {model: [pool[shape] for shape in rng.integers(0, len(pool), SHAPES)] for model in (1, 2, 3)}
    renderer = Renderer(rng, copy, bots)
    gallery = gallery_of(rng, copy)
    found: dict[str, list[Any]] = {key: [] for key in (
        "cells", "cell_kind", "cell_turns", "cell_place", "holes", "hole_model", "frames", "frame_corners",
        "frame_grid", "piece_frames", "piece_corners", "piece_holes",
    )}  # fmt: skip
    for _ in range(SCENES):
        wide = (1280, 960) if rng.random() < 0.7 else (960, 1280)
        if crowded:
            squares = random_squares(rng, copy.columns, full=rng.uniform(0.6, 1), bots=rng.uniform(0.6, 1))
            scene = renderer.draw(squares, wide, least_tilt=CROWDED_TILT)
        else:
            scene = renderer.draw(random_squares(rng, copy.columns), wide)
        camera = jittered(rng, scene, copy)
        plane = camera.plane(crops.PIECE_HEIGHT)
        expected = expected_of(rng, copy, scene)
        spots: list[Point] = []
        for place, square in scene.squares.items():
            found["cells"].append(crops.cell(scene.photo, plane, *place))
            kind = EMPTY if square.kind is None else PIECE_NAMES.index(square.kind)
            hidden = 0.0
            if scene.covered is not None:
                hidden = float(crops.cell(scene.covered, plane, *place).mean())
            found["cell_kind"].append(kind if hidden < 0.2 else UNKNOWN if hidden > 0.55 else UNSURE)
            found["cell_turns"].append(square.turns)
            found["cell_place"].append(place[0] * (copy.columns + 2) + place[1])
            for name, at in holes_of(copy, place, square).items():
                spots.append(at)
                found["hole_model"].append(square.bots.get(name, 0) if hidden < 0.2 else UNSURE)
        found["holes"].extend(crops.holes(scene.photo, expected, camera, spots, copy.hole_radius))
        grid = (0.0, 0.0, copy.columns + 2.0, 3.0)
        frame, points = _small(
            scene.photo, apply(scene.homography, np.concatenate([corners(copy.outline), corners(grid)]))
        )
        found["frames"].append(frame)
        found["frame_corners"].append(points[:4])
        found["frame_grid"].append(points[4:])
    for _ in range(PIECE_PHOTOS):
        upended = (640, 480) if rng.random() < 0.75 else (480, 640)
        photo, body, holes = draw_piece_photo(rng, copy, str(rng.choice(PIECE_NAMES)), upended)
        frame, points = _small(photo, np.concatenate([body, holes]))
        padded = np.full((4, 2), np.nan)
        padded[: len(holes)] = points[4:]
        found["piece_frames"].append(frame)
        found["piece_corners"].append(points[:4])
        found["piece_holes"].append(padded)
    arrays = {key: np.array(value) for key, value in found.items()}
    part = file.with_suffix(".part.npz")
    np.savez(
        part, allow_pickle=False, gallery=gallery.pieces, bare=gallery.bare, hole_radius=copy.hole_radius, **arrays
    )
    part.rename(file)
    return file


@cache
def _bot_pool(file: Path) -> list[list[Sprite]]:
    with np.load(file, allow_pickle=False) as pool:
        drawn = [pool[key].astype(np.float32) for key in ("normals", "alpha", "detail")]
    return [[Sprite(*sprite) for sprite in zip(*shape, strict=True)] for shape in zip(*drawn, strict=True)]


def draw_bot_shape(number: int) -> list[Sprite]:
    """One shape of the pool."""
    cv2.setNumThreads(1)
    return draw_bot(np.random.default_rng([7, number]))


def draw_all(folder: Path, bots: int, copies: int, crowded: int, workers: int = 2) -> list[Path]:
    """Draw what is missing of a pool of ``bots`` shapes and of shards; can be stopped and started again.

    There is a shard for each of ``copies`` copies, then one for each of ``crowded`` more, whose boards are crowded.
    """
    from rich.progress import track  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    pool_file = folder / "bots.npz"
    with get_context("spawn").Pool(workers) as pool:
        if not pool_file.exists():
            drawn = pool.imap(draw_bot_shape, range(bots))
            shapes = list(track(drawn, "Drawing bots", total=bots))
            np.savez(
                pool_file,
                normals=np.array([[sprite.normals for sprite in shape] for shape in shapes], np.float16),
                alpha=np.array([[sprite.alpha for sprite in shape] for shape in shapes], np.float16),
                detail=np.array([[sprite.detail for sprite in shape] for shape in shapes], np.float16),
            )
        shards = [Shard(seed, folder, seed >= copies) for seed in range(copies + crowded)]
        return list(track(pool.imap(draw_shard, shards), "Drawing copies", total=len(shards)))
