"""Quadrangles in photos: the outlines of flat things that a finder net has marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import FRAME
from vision.geometry import Floats, apply, corners, in_opencv

Picture = NDArray[np.uint8]

HOLE_MARK: Final = 0.5
"""The piece finder marks the inner part of a hole: a disc with this share of its radius, so that no two touch."""
LEAST_AREA: Final = 0.006
"""The share of the frame below which a marked region is no find."""


@dataclass(frozen=True)
class Frame:
    """A photo or a part of it as a finder net sees it, and how its pixels map to the photo's."""

    picture: Picture
    to_photo: Floats


def whole(photo: Picture) -> Frame:
    """The whole photo, shrunk; the frame's rest is black."""
    height, width = photo.shape[:2]
    scale = min(FRAME[0] / width, FRAME[1] / height)
    small_width, small_height = round(width * scale), round(height * scale)
    source: NDArray[Any] = photo
    while source.shape[1] >= 4 * small_width:  # halving is much quicker than shrinking by an odd factor
        source = cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    frame = np.zeros((FRAME[1], FRAME[0], 3), np.uint8)
    frame[:small_height, :small_width] = cv2.resize(source, (small_width, small_height), interpolation=cv2.INTER_AREA)
    return Frame(frame, np.diag([width / small_width, height / small_height, 1.0]))


def close_up(photo: Picture, quad: Floats, rim: float = 0.12) -> Frame:
    """What lies in a quadrangle (4, 2), straightened, north-west first, with a rim about it."""
    long_side = max(_length(quad[1] - quad[0]), _length(quad[2] - quad[3]))
    short_side = max(_length(quad[3] - quad[0]), _length(quad[2] - quad[1]))
    aspect = float(np.clip(long_side / max(short_side, 1.0), 0.4, 2.5))
    width = min(FRAME[0], FRAME[1] * aspect) * (1 - 2 * rim)
    height = width / aspect
    left, top = (FRAME[0] - width) / 2, (FRAME[1] - height) / 2
    target = corners((left, top, left + width, top + height))
    to_photo = cv2.getPerspectiveTransform(target.astype(np.float32), quad.astype(np.float32))
    shrink = np.sqrt(cv2.contourArea(quad.astype(np.float32)) / (width * height))
    source, scale = photo, np.eye(3)
    if shrink > 2:
        smaller = cv2.resize(photo, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        source = np.asarray(smaller, np.uint8)
        scale = np.diag([source.shape[1] / photo.shape[1], source.shape[0] / photo.shape[0], 1.0])
    picture = cv2.warpPerspective(
        source,
        in_opencv(scale @ to_photo),
        FRAME,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,  # black wedges would look like edges
    )
    return Frame(np.asarray(picture, np.uint8), np.asarray(to_photo, np.float64))


def _length(side: Floats) -> float:
    return float(np.linalg.norm(side))


def quadrangle(likely: NDArray[np.float32], *, of_piece: bool = False) -> Floats | None:
    """The quadrangle that bounds the largest marked region, in frame pixels, clockwise as seen; None if there is none.

    Each side is a line through the region's edge, so that a hidden or rounded corner does not matter. ``of_piece``:
    what is sought is nearly a square, and the middles of its sides may have knobs and sockets.
    """
    return next(iter(quadrangles(likely, of_piece=of_piece)), None)


def quadrangles(likely: NDArray[np.float32], *, of_piece: bool = False) -> list[Floats]:
    """As :func:`quadrangle`; then, where another one covers the region better, that too.

    It is the right one if something lies against the board and was marked with it.
    """
    smooth = cv2.GaussianBlur(likely, (0, 0), 0.8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((smooth > 0.5).astype(np.uint8))
    if count < 2:
        return []
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < LEAST_AREA * likely.size:
        return []
    region = _without_gaps(np.where(labels == largest, smooth, 0))
    scale = FRAME[0] / likely.shape[1]
    if of_piece:
        square = _rough_square((region > 0.5).astype(np.uint8))
        return [] if square is None else [scale * _squared(region, square)]
    big = (cv2.resize(region, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR) > 0.5).astype(np.uint8)
    contours, _ = cv2.findContours(big, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea).reshape(-1, 2).astype(np.float64)

    def in_frame(points: Floats) -> Floats:
        return np.asarray((points + 0.5) * scale / 4)

    found = [
        in_frame(_fitted(rough, outline)) for rough in _rough(outline, lambda quad: coverage(region, in_frame(quad)))
    ]
    return [quad if turning > 0 else quad[::-1] for quad in found if (turning := _turning(quad))]


def _turning(quad: Floats) -> int:
    """1 if a quadrangle goes clockwise as seen, -1 if the other way, 0 if it is not convex."""
    sides = np.roll(quad, -1, 0) - quad
    onward = np.roll(sides, -1, 0)
    turning = sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0]
    return int((turning > 0).all()) - int((turning < 0).all())


def _without_gaps(region: NDArray[np.float32]) -> NDArray[np.float32]:
    """A region with what it encloses: the middle of a plain surface may not be marked, its edge is."""
    contours, _ = cv2.findContours((region > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(region.shape, np.uint8)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    inside = cv2.erode(filled, np.ones((3, 3), np.uint8))
    return np.asarray(np.where(inside == 1, 1.0, region), np.float32)


ALONG: Final = (0.12, 0.88)
"""The part of a side that its line goes through."""
REACH: Final = 0.06
"""How far beside a side the region's edge may be, in its lengths."""
BETTER: Final = 0.01
"""So much more exactly than the quadrangle about its hull another one covers a region that has bulges."""
STRAIGHT: Final = 0.025
"""How far from a straight line a side of a region may be, in square roots of its area."""
PARALLEL: Final = 0.99
"""Lines whose directions' product is more than this may be parts of one side."""
MOST_SIDES: Final = 8
"""So many straight parts of an outline may be sides of the board."""
SOFT: Final = 0.7
"""How soft the edge of a marked region is, in pixels of what the net answers."""
USUAL: Final = np.array([0.03, 0.03, 0.06, 0.06])
"""How much a square seen from about above is usually stretched, skewed, and narrowed across and along."""
TOGETHER: Final = 15.0
"""Neighbouring spots of a map err together: so many count as one."""


def _rough(outline: Floats, covered: Callable[[Floats], float]) -> list[Floats]:
    """The quadrangle about an outline's hull, and that on its longest straight parts if it is ``covered`` better."""
    points = outline.astype(np.float32)
    hull = cv2.convexHull(points)
    if len(hull) < 4:
        return []
    about = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float64)
    fine = STRAIGHT * float(np.sqrt(cv2.contourArea(points)))
    polygon = cv2.approxPolyDP(points, fine, closed=True).reshape(-1, 2).astype(np.float64)
    sides = np.roll(polygon, -1, 0) - polygon
    lines: list[tuple[Floats, Floats]] = []
    for index in np.argsort(-np.linalg.norm(sides, axis=1)).tolist():
        start, along = polygon[index], sides[index] / max(_length(sides[index]), 1e-6)
        if len(lines) < MOST_SIDES and not any(_same_line(start, along, *line, fine) for line in lines):
            lines.append((start, along))
    lines.sort(key=lambda line: float(np.arctan2(line[1][1], line[1][0])))
    quads = [quad for four in combinations(lines, 4) if (quad := _crossed(four)) is not None]
    extent, middle = np.ptp(points, axis=0).max(), points.mean(0)
    best = max((quad for quad in quads if np.abs(quad - middle).max() < 2 * extent), key=covered, default=None)
    quads = [about] if len(about) == 4 else []
    if best is not None and covered(best) > max(map(covered, quads), default=0.0) + BETTER:
        quads.append(best)
    return quads


def _same_line(start: Floats, along: Floats, other: Floats, onward: Floats, apart: float) -> bool:
    """Whether two lines are parts of one side."""
    offset = start - other
    beside = abs(float(offset[0] * onward[1] - offset[1] * onward[0]))
    return beside < 2 * apart and float(along @ onward) > PARALLEL


def _crossed(lines: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """The points where lines (a point and a direction each) cross the next one; None if two are parallel."""
    crossings = []
    for index, (q, e) in enumerate(lines):
        p, d = lines[index - 1]
        system = np.stack([d, -e], 1)
        if abs(np.linalg.det(system)) < 1e-3:
            return None
        crossings.append(p + d * np.linalg.solve(system, q - p)[0])
    return np.stack(crossings)


def _rough_square(region: NDArray[np.uint8]) -> Floats | None:
    """The square about a region without what sticks out of it, (4, 2), clockwise."""
    reach = round(0.13 * float(np.sqrt(region.sum())))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    points = np.argwhere(cv2.morphologyEx(region, cv2.MORPH_OPEN, disc))[:, ::-1]
    if len(points) < 9:
        return None
    box = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32))).astype(np.float64) + 0.5
    return box if cv2.contourArea(box.astype(np.float32), oriented=True) > 0 else box[::-1]


def _squared(region: NDArray[np.float32], rough: Floats) -> Floats:
    """The square, seen from about above, that covers a marked region best as a whole.

    Where the net marked a knob or missed a corner, the other sides decide: the square has a size, a turn and a little
    perspective, not four free corners.
    """
    height, width = region.shape
    spots = np.stack(np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5), -1)
    side = float(np.sqrt(cv2.contourArea(rough.astype(np.float32))))
    turn = rough[1] - rough[0]
    unit = corners((-0.5, -0.5, 0.5, 0.5))

    def quad_of(eight: Floats) -> Floats:
        x, y, grown, turned, stretch, skew, across, along = eight
        shape = unit @ np.array([[1 + stretch, skew], [skew, 1 - stretch]])
        shape = shape / (1 + unit @ np.array([across, along]))[:, None]
        angle = float(np.arctan2(turn[1], turn[0])) + turned
        cos, sin = np.cos(angle), np.sin(angle)
        size = side * np.exp(grown)
        return np.asarray(rough.mean(0) + side * np.array([x, y]) + size * shape @ np.array([[cos, sin], [-sin, cos]]))

    def missed(eight: Floats) -> Floats:
        quad = quad_of(eight)
        inside = np.ones(region.shape)
        for start, end in zip(quad, np.roll(quad, -1, 0), strict=True):
            along = (end - start) / max(_length(end - start), 1e-6)
            deep = (spots - start) @ np.array([-along[1], along[0]])
            inside = inside / (1 + np.exp(np.clip(-deep / SOFT, -30, 30)))
        return np.asarray((inside - region).ravel())

    eight = np.zeros(8)
    for _ in range(8):
        now = missed(eight)
        slope = np.stack([(missed(eight + 1e-4 * np.eye(8)[k]) - now) / 1e-4 for k in range(8)], axis=1)
        prior = np.concatenate([np.full(4, 1e-6), TOGETHER / USUAL**2])
        step = np.linalg.solve(slope.T @ slope + np.diag(prior), slope.T @ now + prior * eight)
        eight = eight - np.clip(step, -0.2, 0.2)
    return quad_of(eight)


def _fitted(rough: Floats, outline: Floats) -> Floats:
    """A rough quadrangle with every side moved onto the outline's points beside it."""
    lines = []
    for index in range(4):
        start, end = rough[index], rough[(index + 1) % 4]
        length = float(np.linalg.norm(end - start))
        along = (end - start) / max(length, 1e-6)
        offset = outline - start
        share = offset @ along / max(length, 1e-6)
        apart = offset @ np.array([-along[1], along[0]])
        near = outline[(share > ALONG[0]) & (share < ALONG[1]) & (np.abs(apart) < max(4.0, REACH * length))]
        if len(near) < 6:
            lines.append((start, along))
            continue
        dx, dy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        lines.append((np.array([x, y]), np.array([dx, dy])))
    found = _crossed(lines)
    if found is None:
        return rough
    return found if np.linalg.norm(found - rough, axis=1).max() < 0.25 * np.linalg.norm(np.ptp(rough, 0)) else rough


def coverage(likely: NDArray[np.float32], quad: Floats) -> float:
    """How exactly a quadrangle (frame pixels) covers what is marked, 0..1: what both have beside what either has."""
    cover = np.zeros(likely.shape, np.uint8)
    cv2.fillConvexPoly(cover, np.round(quad * 16 * likely.shape[1] / FRAME[0] - 8).astype(np.int32), 1, shift=4)
    return float(np.minimum(likely, cover).sum() / np.maximum(likely, cover).sum())


def to_photo(frame: Frame, quad: Floats) -> Floats:
    """A quadrangle in a frame as pixels of the photo."""
    return apply(frame.to_photo, quad)


def upright(quad: Floats) -> Floats:
    """The same quadrangle starting with the corner that is nearest the photo's top left."""
    middle = quad.mean(0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    first = int(np.argmin(np.abs(angles + 0.75 * np.pi)))
    return np.roll(quad, -first, axis=0)
