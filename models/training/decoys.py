"""Photos of other flat things, for the board finder to leave alone: other games' boards, cards, pages."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import art
from models.training.scenes import photograph, random_camera

PX = 40
"""Pixels a unit of a thing's picture; most things are a few units wide."""
LETTERS = "ABCDEFGHIKLMNOPRSTUVWZ0123456789"


def draw_decoy(rng: np.random.Generator, size: tuple[int, int] = (480, 360)) -> NDArray[np.uint8]:
    """One photo of a table without any factory board."""
    draw = (_chequered, _lettered, _cards, _page)[int(rng.integers(4))]
    picture, cover = draw(rng)
    height, width = picture.shape[:2]
    outline = (0.0, 0.0, width / PX, height / PX)
    camera = random_camera(rng, outline, size)
    scale = rng.uniform(0.02, 0.06)
    middle = np.array([[scale, 0, outline[2] / 2 - 320 * scale], [0, scale, outline[3] / 2 - 240 * scale], [0, 0, 1]])
    table = art.texture(rng, 480, 640)
    image = cv2.warpPerspective(table, camera.plane(-0.1) @ middle, size, borderMode=cv2.BORDER_REFLECT_101)
    place = np.diag([1 / PX, 1 / PX, 1.0])
    face = cv2.warpPerspective(picture, camera.plane(0) @ place, size).astype(np.float32)
    alpha = cv2.warpPerspective(cover, camera.plane(0) @ place, size)[..., None]
    return photograph(rng, image.astype(np.float32) * (1 - alpha) + face * alpha, camera, None)


def _board(rng: np.random.Generator, across: int, down: int, rim: float) -> tuple[NDArray[np.uint8], int]:
    """A plain board with room for a grid inside its rim; the grid begins so many pixels inside."""
    inset = round(rim * PX)
    return art.texture(rng, down * PX + 2 * inset, across * PX + 2 * inset), inset


def _chequered(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A board of squares in two colours, some with men or pieces on them."""
    number = int(rng.integers(5, 12))
    picture, inset = _board(rng, number, number, rng.uniform(0, 1))
    shades = [art.colour(rng), art.colour(rng)]
    men = [art.colour(rng), art.colour(rng)]
    crowd = rng.uniform(0, 0.7)
    for row in range(number):
        for column in range(number):
            x, y = inset + column * PX, inset + row * PX
            cv2.rectangle(picture, (x, y), (x + PX - 1, y + PX - 1), shades[(row + column) % 2], -1)
            if rng.random() < crowd:
                man = men[int(rng.integers(2))]
                cv2.ellipse(
                    picture,
                    (x + PX // 2, y + PX // 2),
                    (int(PX * rng.uniform(0.2, 0.45)), int(PX * rng.uniform(0.3, 0.6))),
                    0,
                    0,
                    360,
                    man,
                    -1,
                    cv2.LINE_AA,
                )
    return picture, np.ones(picture.shape[:2], np.float32)


def _lettered(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A board of many small fields, some coloured, some with a lettered tile."""
    across, down = (int(number) for number in rng.integers(7, 17, 2))
    picture, inset = _board(rng, across, down, rng.uniform(0.2, 1.5))
    line, tile, ink = art.colour(rng), art.colour(rng, (0.6, 1.0)), art.colour(rng, (0.0, 0.4))
    tints = [art.colour(rng) for _ in range(4)]
    coloured, crowd = rng.uniform(0.05, 0.4), rng.uniform(0, 0.6)
    for row in range(down):
        for column in range(across):
            x, y = inset + column * PX, inset + row * PX
            chance = rng.random()
            if chance < crowd:
                cv2.rectangle(picture, (x + 2, y + 2), (x + PX - 3, y + PX - 3), tile, -1)
                letter = LETTERS[int(rng.integers(len(LETTERS)))]
                cv2.putText(picture, letter, (x + 9, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 2, cv2.LINE_AA)
            elif chance > 1 - coloured:
                cv2.rectangle(picture, (x, y), (x + PX - 1, y + PX - 1), tints[int(rng.integers(4))], -1)
            cv2.rectangle(picture, (x, y), (x + PX - 1, y + PX - 1), line, 1)
    return picture, np.ones(picture.shape[:2], np.float32)


def _cards(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Cards in rows, each with a few signs on it; the table is seen between them."""
    across, down = int(rng.integers(2, 6)), int(rng.integers(2, 5))
    width, height = int(PX * rng.uniform(1.0, 2.2)), int(PX * rng.uniform(1.0, 2.2))
    gap = int(PX * rng.uniform(0.05, 0.7))
    shape = (down * (height + gap), across * (width + gap))
    picture, cover = np.zeros((*shape, 3), np.uint8), np.zeros(shape, np.float32)
    ground = art.colour(rng, (0.6, 1.0), 0.3)
    signs = [art.colour(rng) for _ in range(3)]
    for row in range(down):
        for column in range(across):
            x, y = column * (width + gap), row * (height + gap)
            cv2.rectangle(picture, (x, y), (x + width, y + height), ground, -1)
            cv2.rectangle(cover, (x, y), (x + width, y + height), 1.0, -1)
            for number in range(int(rng.integers(1, 4))):
                at = (x + width // 2, y + (number + 1) * height // 4)
                sign = signs[int(rng.integers(3))]
                size = (int(width * rng.uniform(0.1, 0.4)), int(height * rng.uniform(0.05, 0.2)))
                thickness = -1 if rng.random() < 0.6 else 3
                if rng.random() < 0.5:
                    cv2.ellipse(picture, at, size, 0, 0, 360, sign, thickness, cv2.LINE_AA)
                else:
                    low, high = np.subtract(at, size).tolist(), np.add(at, size).tolist()
                    cv2.rectangle(picture, low, high, sign, thickness)
    return picture, cover


def _page(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A page or a screen: lines of writing, boxes and a picture."""
    width, height = (int(PX * number) for number in rng.uniform(4, 12, 2))
    picture: Any = np.full((height, width, 3), art.colour(rng, (0.5, 1.0), 0.4), np.uint8)
    if rng.random() < 0.4:
        picture = art.texture(rng, height, width)
    ink = art.colour(rng, (0.0, 0.5))
    step = int(PX * rng.uniform(0.2, 0.6))
    for y in range(step, height - step, step):
        end = int(width * rng.uniform(0.3, 0.95))
        cv2.line(picture, (PX // 3, y), (end, y), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        size = int(PX * rng.uniform(0.3, 3))
        angle = rng.uniform(0, math.pi)
        turned = cv2.boxPoints(((x, y), (size, size * rng.uniform(0.3, 1)), math.degrees(angle)))
        cv2.fillPoly(picture, [turned.astype(np.int32)], art.colour(rng))
    return np.asarray(picture, np.uint8), np.ones((height, width), np.float32)
