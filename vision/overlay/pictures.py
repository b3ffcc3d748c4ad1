"""Whole pictures on a photo: the reading, the workday, the score."""

from __future__ import annotations

from typing import Final

from mechanica_core.messages import Language, say
from mechanica_core.render.scored import total_words
from mechanica_core.scoring import Score
from mechanica_core.workday import Workday
from vision.copies import Copy
from vision.overlay import marks
from vision.overlay.day import Day
from vision.overlay.scene import Scene
from vision.photo import Photo, Picture
from vision.reading import Reading, is_hole

LONG_SIDE: Final = 1600
"""Of a picture on a photo, in pixels; what stands below it comes on top."""
DIM: Final = 0.62
"""How much of what earned nothing is covered."""


def draw_reading(photo: Photo, reading: Reading, copy: Copy, *, language: Language = "en") -> Picture:
    """The photo with the grid, what was read on each square and in each hole, and the doubts: (height, width, 3), BGR.

    ``copy`` is the one that it was read with; it tells where holes are.
    """
    scene = Scene(photo, reading, copy, LONG_SIDE)
    canvas, room = scene.canvas(), scene.room()
    marks.grid(canvas, scene, room, language)
    marks.bots(canvas, scene)
    marks.wedges(canvas, scene)
    marks.labels(canvas, scene, room, language)
    marks.doubtful_holes(canvas, scene)
    return canvas.picture()


def draw_workday(photo: Photo, reading: Reading, copy: Copy, workday: Workday, *, language: Language = "en") -> Picture:
    """The photo with a workday of what was read: an arrow along every bot's way, coins, losses and numbered decisions.

    What is decided stands below the photo; doubts are there as in :func:`draw_reading`.
    """
    scene = Scene(photo, reading, copy, LONG_SIDE)
    day = Day(scene, workday, language)
    canvas = scene.canvas()
    marks.grid(canvas, scene, day.room, language)
    marks.labels(canvas, scene, day.room, language)
    day.draw_evening(canvas)
    return marks.captioned(canvas, day.caption()).picture()


def draw_score(photo: Photo, reading: Reading, copy: Copy, score: Score, *, language: Language = "en") -> Picture:
    """The photo with the pieces lit up that earned points, each with its value; a doubtful one has a dashed frame."""
    scene = Scene(photo, reading, copy, LONG_SIDE)
    canvas = scene.canvas()
    earning = {improvement.place: improvement.value for improvement in score.improvements}
    unsure = {part.where: part for part in score.unsure}
    places = [place for place in reading.places if not is_hole(place)]
    for place in places:
        if place not in earning and place not in unsure:
            canvas.fill(scene.outline(place), marks.INK, opacity=DIM)
    for place in places:
        if place in earning or place in unsure:
            marks.worth(canvas, scene, place, earning.get(place, 0), unsure.get(place), language)
    money = say("wallet {wallet}, vault {vault}", wallet=score.wallet, vault=score.vault)
    caption = [("", words.text(language)) for words in (money, total_words(score))]
    return marks.captioned(canvas, caption).picture()
