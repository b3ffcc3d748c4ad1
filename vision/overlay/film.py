"""A workday that moves on the photo: bots ride along their ways, then the picture stands still."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mechanica_core.events import Activated
from mechanica_core.messages import Language
from mechanica_core.render.ways import Way, Waypoint, control, shifted
from mechanica_core.workday import Workday
from vision.copies import Copy
from vision.overlay import marks
from vision.overlay.canvas import Canvas, circle
from vision.overlay.day import MARK, Day, Line
from vision.overlay.scene import UNIT, Scene, on_board
from vision.photo import Photo, Picture
from vision.reading import Reading

LONG_SIDE: Final = 800
"""Of the photo in a film, in pixels."""
MOST_FRAMES: Final = 72
"""That move; a long workday has fewer for each tick."""
A_TICK: Final = 8
"""Frames for each tick of the events, if there are not too many."""
MS: Final = 90
"""Milliseconds that a frame is shown."""
BEFORE_MS: Final = 900
AFTER_MS: Final = 4000
"""Milliseconds that the first and the last frame are shown."""
ROBOT: Final = 1.5
"""How much larger a bot's sign is when it rides than when it stands for a bot in the photo."""


@dataclass(frozen=True)
class Film:
    """Pictures of one size, (height, width, 3), BGR, made one by one as they are taken, and how long each is shown.

    The last of them is the ``evening``.
    """

    frames: Iterator[Picture]
    milliseconds: Sequence[int]
    evening: Picture


def film_of(photo: Photo, reading: Reading, copy: Copy, workday: Workday, *, language: Language = "en") -> Film:
    """A workday of what was read, moving: the morning, the bots on their ways, and the evening with all ways."""
    scene = Scene(photo, reading, copy, LONG_SIDE)
    day = Day(scene, workday, language)
    canvas = scene.canvas()
    marks.grid(canvas, scene, day.room, language)
    marks.labels(canvas, scene, day.room, language)
    canvas = marks.captioned(canvas, day.caption())
    ticks = day.last + 1
    moving = max(2, min(MOST_FRAMES, A_TICK * ticks))
    times = np.linspace(0, ticks, moving).tolist()
    still = canvas.copy()
    day.draw_evening(still)
    evening = still.picture()

    def frames() -> Iterator[Picture]:
        for time in times:
            frame = canvas.copy()
            _draw(frame, day, time)
            yield frame.picture()
        yield evening

    return Film(frames(), [BEFORE_MS, *[MS] * (moving - 1), AFTER_MS], evening)


def _draw(canvas: Canvas, day: Day, time: float) -> None:
    """How the workday stands at a time, in ticks."""
    scene = day.scene
    acting = {
        hole: event.tick for event in day.workday.events if isinstance(event, Activated) for hole, _ in event.used
    }
    riders = []
    for way in day.ways:
        shift, wide = day.lanes[way.bot]
        points = shifted(way, shift)
        trail = [on_board(_at(points, when)) for when in _times(points, time)]
        if len(trail) > 1:
            ring = scene.pixels(circle(*trail[0], 1.15 * scene.copy.hole_radius))
            canvas.fill(ring, marks.INK, opacity=0.5)
            there = np.array(trail)
            day.draw_way(canvas, way.model, Line(there, there[-1], there[-2], UNIT * wide), head=False)
        if time < _gone(way, acting):
            riders.append((way, trail[-1]))
    day.draw_happenings(canvas, time)
    for way, at in riders:
        x, y = scene.pixels(at)
        marks.token(canvas, x, y, ROBOT * MARK * scene.scale(at), way.model)


def _gone(way: Way, acting: dict[str, int]) -> float:
    """The tick at which a bot is to be seen no more."""
    if way.lost is not None:
        return max(way.lost.tick, way.points[-1].tick)
    return acting.get(way.rests or "", float("inf"))


def _times(points: Sequence[Waypoint], until: float) -> list[float]:
    """When a bot is at the points between which its way is straight, until a tick."""
    times = [points[0].tick]
    for before, here in itertools.pairwise(points):
        steps = 8 if here.flown else 1
        times += np.linspace(before.tick, here.tick, steps + 1)[1:].tolist()
    return [time for time in times if time < until] + [max(times[0], min(until, times[-1]))]


def _at(points: Sequence[Waypoint], time: float) -> tuple[float, float]:
    """Where a bot is at a time."""
    for before, here in itertools.pairwise(points):
        if time <= here.tick:
            t = (time - before.tick) / max(here.tick - before.tick, 1e-6)
            if not here.flown:
                return before.x + t * (here.x - before.x), before.y + t * (here.y - before.y)
            x, y = control(before[1:3], here[1:3])
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            return a * before.x + b * x + c * here.x, a * before.y + b * y + c * here.y
    return points[-1].x, points[-1].y
