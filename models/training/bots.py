"""Random bots: solids put together from simple bodies, drawn from several heights by marching rays.

Only the models' colours are common to all copies (R-1.1); shapes, sizes and details are random.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SPRITE_PX: Final = 14
"""Pixels of a sprite per hole radius."""
HALF_WIDTH: Final = 2.4
BELOW: Final = 1.8
ABOVE: Final = 5.6
"""What a sprite covers, in hole radii from the middle of the bot's base."""
POLAR_ANGLES: Final = (0.0, 12.0, 24.0, 36.0, 48.0, 60.0, 68.0)
"""The angles between the line of sight and the vertical that sprites are drawn for, in degrees."""
BASIC, PLUS, DELUXE = 1, 2, 3


@dataclass
class Sprite:
    """A bot seen from one height: surface normals (right, away, up), coverage 0..1 and which part is a detail."""

    normals: Floats
    alpha: Floats
    detail: Floats


def _bodies(rng: np.random.Generator) -> list[tuple[str, NDArray[np.float64], NDArray[np.float64], int]]:
    """A random bot as a list of (shape, centre, size, is detail), in hole radii, z up, the base at z = 0."""
    bodies: list[tuple[str, tuple[float, ...], tuple[float, ...], int]] = []
    base = rng.uniform(0.7, 1.15)
    low = rng.uniform(0.12, 0.6)
    kind = rng.integers(4)
    z = 0.0
    if kind == 0:  # a dome
        height = rng.uniform(0.35, 1.0)
        bodies.append(("ellipsoid", (0, 0, height * 0.6), (base, base * rng.uniform(0.85, 1), height), 0))
        z = height * 1.5
    elif kind == 1:  # a disc with something on it
        bodies.append(("cylinder", (0, 0, low / 2), (base, low / 2, rng.uniform(0.6, 1.0)), 0))
        z = low
    elif kind == 2:  # a tall peg
        height = rng.uniform(0.6, 1.6)
        bodies.append(("cylinder", (0, 0, height / 2), (base * 0.9, height / 2, rng.uniform(0.4, 1.1)), 0))
        z = height
    else:  # a box with round edges
        height = rng.uniform(0.3, 1.0)
        bodies.append(("box", (0, 0, height / 2), (base * 0.75, base * rng.uniform(0.6, 0.8), height / 2), 0))
        z = height
    if rng.random() < 0.6:
        waist = rng.uniform(0.2, 0.6)
        tall = rng.uniform(0.2, 1.0)
        bodies.append(("cylinder", (0, 0, z + tall / 2 - 0.1), (waist, tall / 2 + 0.1, 1.0), 0))
        z += tall
    if rng.random() < 0.6:
        head = rng.uniform(0.4, 0.95)
        squash = rng.uniform(0.6, 1.15)
        shape = "ellipsoid" if rng.random() < 0.7 else "box"
        size = (head, head * rng.uniform(0.8, 1), head * squash) if shape == "ellipsoid" else (head * 0.7,) * 3
        bodies.append((shape, (0, 0, z + head * squash * 0.7), size, 0))
        z += head * squash * 1.4
    for _ in range(int(rng.integers(0, 3))):  # antennas, arms, hooks
        angle, lean = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.9)
        length = rng.uniform(0.2, 1.1)
        start = np.array([0.0, 0.0, z - 0.1])
        if rng.random() < 0.4:
            start = np.array([math.cos(angle) * 0.6, math.sin(angle) * 0.6, z * rng.uniform(0.3, 0.9)])
        end = start + length * np.array([math.cos(angle) * lean, math.sin(angle) * lean, math.sqrt(1 - lean**2)])
        bodies.append(("rod", tuple(start), (*end, rng.uniform(0.06, 0.16)), 0))
        if rng.random() < 0.5:
            bodies.append(("ellipsoid", tuple(end), (rng.uniform(0.1, 0.25),) * 3, int(rng.random() < 0.3)))
        if rng.random() < 0.4:
            hook = end + rng.uniform(0.2, 0.7) * np.array([math.cos(angle + 1), math.sin(angle + 1), 0.0])
            bodies.append(("rod", tuple(end), (*hook, 0.1), 0))
    for _ in range(int(rng.integers(0, 4))):  # eyes and buttons
        angle = rng.uniform(0, 2 * math.pi)
        at = rng.uniform(0.2, 1.0)
        where = (math.cos(angle) * base * 0.75, math.sin(angle) * base * 0.75, z * at * 0.7)
        bodies.append(("ellipsoid", where, (rng.uniform(0.1, 0.22),) * 3, 1))
    return [(shape, np.array(at, float), np.array(size, float), detail) for shape, at, size, detail in bodies]


def _distance(shape: str, at: NDArray[np.float64], size: NDArray[np.float64], points: NDArray[Any]) -> NDArray[Any]:
    if shape == "rod":
        along = size[:3] - at
        share = np.clip((points - at) @ along / (along @ along), 0, 1)
        return np.asarray(np.linalg.norm(points - at - share[..., None] * along, axis=-1) - size[3])
    offset = points - at
    if shape == "ellipsoid":
        near = np.linalg.norm(offset / size, axis=-1)
        return np.asarray((near - 1) * size.min())
    if shape == "box":
        beyond = np.abs(offset) - size * 0.85
        outside = np.linalg.norm(np.maximum(beyond, 0), axis=-1)
        return np.asarray(outside + np.minimum(beyond.max(-1), 0) - 0.15 * size.min())
    share = np.clip((offset[..., 2] / size[1] + 1) / 2, 0, 1)
    radius = size[0] * (1 + (size[2] - 1) * share)
    beyond = np.stack([np.hypot(offset[..., 0], offset[..., 1]) - radius, np.abs(offset[..., 2]) - size[1]], -1)
    return np.asarray(np.linalg.norm(np.maximum(beyond, 0), axis=-1) + np.minimum(beyond.max(-1), 0))


def draw_bot(rng: np.random.Generator) -> list[Sprite]:
    """One random bot, turned at random, from each of :data:`POLAR_ANGLES`."""
    bodies = _bodies(rng)
    scale = rng.uniform(0.85, 1.3)
    width, height = round(2 * HALF_WIDTH * SPRITE_PX), round((BELOW + ABOVE) * SPRITE_PX)
    us, vs = np.meshgrid(
        (np.arange(width, dtype=np.float32) + 0.5) / SPRITE_PX - HALF_WIDTH,
        ABOVE - (np.arange(height, dtype=np.float32) + 0.5) / SPRITE_PX,
    )
    sprites = []
    for degrees in POLAR_ANGLES:
        polar = math.radians(degrees)
        sight = np.array([0, math.sin(polar), -math.cos(polar)], np.float32)
        up = np.array([0, math.cos(polar), math.sin(polar)], np.float32)
        points = us[..., None] * np.array([1, 0, 0], np.float32) + vs[..., None] * up - 8 * sight
        points /= scale

        def all_distances(at: NDArray[Any]) -> NDArray[Any]:
            return np.stack([_distance(shape, where, size, at) for shape, where, size, _ in bodies])

        flat = points.reshape(-1, 3)
        open_rays = np.arange(len(flat))
        for _ in range(40):
            step = all_distances(flat[open_rays]).min(0)
            flat[open_rays] += (step * 0.9)[:, None] * sight
            going = (step > 0.02) & (flat[open_rays, 2] > -0.3)
            open_rays = open_rays[going]
            if not len(open_rays):
                break
        distances = all_distances(flat)
        hit = (distances.min(0) < 0.06) & (flat[:, 2] > -0.05)
        detail = np.array([body[3] for body in bodies])[distances.argmin(0)] * hit
        normals = np.zeros_like(flat)
        if hit.any():
            on = flat[hit]
            gradient = [
                all_distances(on + np.eye(3, dtype=np.float32)[axis] * 0.02).min(0)
                - all_distances(on - np.eye(3, dtype=np.float32)[axis] * 0.02).min(0)
                for axis in range(3)
            ]
            found = np.stack(gradient, -1)
            normals[hit] = found / np.maximum(np.linalg.norm(found, axis=-1, keepdims=True), 1e-6)
        shape = (height, width)
        alpha = cv2.GaussianBlur(hit.reshape(shape).astype(np.float32), (3, 3), 0.6)
        sprites.append(
            Sprite(normals.reshape(*shape, 3).astype(np.float32), alpha, detail.reshape(shape).astype(np.float32))
        )
    return sprites


def bot_colour(rng: np.random.Generator, model: int) -> Floats:
    """A model's paint as BGR 0..1: matte white, vibrant orange or rich purple (R-1.1), as makers vary them."""
    if model == BASIC:
        hue, saturation, value = rng.uniform(0, 180), rng.uniform(0, 0.16), rng.uniform(0.5, 1.0)
    elif model == PLUS:
        hue, saturation, value = rng.uniform(4, 15), rng.uniform(0.65, 1.0), rng.uniform(0.55, 1.0)
    else:
        hue, saturation, value = rng.uniform(124, 150), rng.uniform(0.45, 0.95), rng.uniform(0.28, 0.75)
    pixel = np.array([[[hue, saturation * 255, value * 255]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255)


def shade(sprite: Sprite, paint: Floats, light: Floats, ambient: float, gloss: float, detail_paint: Floats) -> Floats:
    """A sprite under a distant light: BGR 0..~1.5 before exposure."""
    facing = np.clip(sprite.normals @ light, 0, 1)
    sky = 0.5 + 0.5 * sprite.normals[..., 2]
    strength = ambient * (0.45 + 0.55 * sky) + (1 - ambient) * facing
    albedo = np.where(sprite.detail[..., None] > 0.5, detail_paint, paint)
    return np.asarray(albedo * strength[..., None] + gloss * facing[..., None] ** 24, np.float32)
