"""A workday on a photo: the way of every bot in perspective, what they earn, where they are lost, what is decided."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from mechanica_core.events import Activated, Charged, Earned, Lost
from mechanica_core.messages import Language, say
from mechanica_core.narration import decision_words, taken_options
from mechanica_core.pieces import Model
from mechanica_core.render.theme import LIGHT
from mechanica_core.render.ways import BEFORE, Way, lanes, path_data, shifted, ways_of
from mechanica_core.routes import Loss
from mechanica_core.workday import Workday
from vision.geometry import Floats
from vision.overlay import marks
from vision.overlay.canvas import Canvas, Colour, circle, colour
from vision.overlay.room import SIGN, WAY, Box, Room
from vision.overlay.scene import UNIT, Scene, on_board

MARK: Final = 0.1
"""Radius of a mark in squares."""
BESIDE: Final = 0.16
"""How far beside a hole, in squares, those are marked who were lost there: who stays is seen in it."""
BEND: Final = 8
"""Straight parts of a bend."""
DASHES: Final[dict[Model, tuple[float, float] | None]] = {
    Model.BASIC: None,
    Model.PLUS: (0.14, 0.09),
    Model.DELUXE: (0.02, 0.09),
}
"""Ways are told apart by their lines too: lengths of a dash and of a gap, in squares."""
CORNER: Final = 0.33
"""How far from the middle of a square, in its width and height in the photo, coins and numbers stand."""
IN_A_ROW: Final = 3
"""Numbers of decisions; so many have room on one square."""
AWAY: Final = 0.05
"""A sign goes on to the next corner where so much more of it would be over something."""
RAYS: Final = 1.8
"""How far the rays around a bot reach, in radii of it."""
_COMMAND: Final = re.compile(r"([MLQ])([^MLQ]*)")


class Line(NamedTuple):
    """A bot's way as it lies on the board: points (n, 2), its head, where that comes from, and how wide, in squares."""

    points: Floats
    end: Floats
    origin: Floats
    wide: float


class Day:
    """A workday of what was read, ready to be drawn."""

    def __init__(self, scene: Scene, workday: Workday, language: Language) -> None:
        self.scene, self.workday = scene, workday
        self.language: Language = language
        self.last = max((event.tick for event in workday.events), default=0)
        self.ways = [way for way in _arriving(ways_of(workday.events, scene.table), scene) if way.rode]
        self.lanes = lanes(self.ways)
        self.room = self._room()
        self._coins_at = {key: self._sign(key[0], 1, CORNER, 1.15) for key in self._earned(math.inf)}
        decided = Counter(choice.place for choice, _ in taken_options(workday))
        self._numbers_at = {place: self._sign(place, count, -CORNER, 1.0) for place, count in decided.items()}

    def draw_evening(self, canvas: Canvas) -> None:
        """All that the day comes to."""
        for way in self.ways:
            self.draw_way(canvas, way.model, self.line(way), head=way.lost is None)
        self.draw_happenings(canvas, math.inf)

    def draw_happenings(self, canvas: Canvas, until: float) -> None:
        """All that is to be seen over the ways at a tick."""
        marks.doubtful_holes(canvas, self.scene)
        self._draw_made(canvas, until)
        self._draw_coins(canvas, until)
        self._draw_numbers(canvas)
        self._draw_losses(canvas, until)

    # -- ways -----------------------------------------------------------------------------------------------------

    def line(self, way: Way) -> Line:
        """Where a way is drawn."""
        shift, wide = self.lanes[way.bot]
        d, end, origin = path_data(shifted(way, shift), 12.0 if way.lost else BEFORE)
        return Line(_flattened(d), np.array(on_board(end)), np.array(on_board(origin)), UNIT * wide)

    def draw_way(self, canvas: Canvas, model: Model, line: Line, *, head: bool) -> None:
        """A line in the look of a model, perhaps with the head of an arrow."""
        edge, ink = colour(LIGHT.path_edge), colour(LIGHT.paths[model])
        self._stripe(canvas, line.points, line.wide * 1.15, edge)
        dash = DASHES[model]
        for points in _dashed(line.points, *dash) if dash else [line.points]:
            self._stripe(canvas, points, 0.6 * line.wide, ink)
        if head:
            ahead = line.end - line.origin
            ahead = ahead / max(float(np.linalg.norm(ahead)), 1e-6)
            beside = np.array([-ahead[1], ahead[0]])
            back = line.end - 0.05 * ahead
            corners = [line.end + 0.08 * ahead, back + 0.085 * beside, back - 0.085 * beside]
            canvas.shape(self.scene.pixels(corners), ink, edge, 0.025 * self.scene.scale(line.end))

    def _stripe(self, canvas: Canvas, points: Floats, wide: float, ink: Colour) -> None:
        """A stripe that lies on the board."""
        for start, end in itertools.pairwise(points):
            along = end - start
            length = float(np.linalg.norm(along))
            if length > 1e-9:
                beside = np.array([-along[1], along[0]]) * (wide / 2 / length)
                canvas.fill(self.scene.pixels([start + beside, end + beside, end - beside, start - beside]), ink)
        for x, y in points:
            canvas.fill(self.scene.pixels(circle(x, y, wide / 2)), ink)

    # -- what happens ---------------------------------------------------------------------------------------------

    def _draw_coins(self, canvas: Canvas, until: float) -> None:
        """What was earned where until a tick, in one mark for each place and pot."""
        for (place, pot), coins in self._earned(until).items():
            x, y, radius = self._coins_at[place, pot]
            marks.coin(canvas, x, y, 1.15 * radius, f"+{coins}", vault=pot == "vault")

    def _earned(self, until: float) -> dict[tuple[str, str], int]:
        """Coins by place and pot."""
        earned: defaultdict[tuple[str, str], int] = defaultdict(int)
        for event in self.workday.events:
            if isinstance(event, Earned) and event.tick <= until:
                earned[event.place, event.pot] += event.coins
        return earned

    def _draw_losses(self, canvas: Canvas, until: float) -> None:
        """A cross wherever bots were lost until a tick."""
        lost: Counter[tuple[float, float]] = Counter()
        for way in self.ways:
            if way.lost is not None and max(way.lost.tick, way.points[-1].tick) <= until:
                lost[self._lost_at(way, way.lost)] += 1
        for (x, y), bots in lost.items():
            marks.cross(canvas, x, y, self._cross_radius(), bots)

    def _lost_at(self, way: Way, lost: Lost) -> tuple[float, float]:
        at = on_board(way.points[-1][1:3])
        x, y = self.scene.pixels(at).tolist()
        if lost.loss is Loss.COLLISION and lost.place is not None:
            aside = BESIDE * self.scene.scale(at)
            return x + aside, y + aside * marks.label_side(self.scene, lost.place)
        return x, y

    def _cross_radius(self) -> float:
        return MARK * self.scene.scale(self.scene.middle("floor/middle/1"))

    def _draw_made(self, canvas: Canvas, until: float) -> None:
        """The bots that were made until a tick, with rays around them."""
        for hole, model in self._made(until):
            at = self.scene.hole(hole)
            x, y = self.scene.pixels(at)
            marks.rays(canvas, x, y, MARK * self.scene.scale(at))
            marks.token(canvas, x, y, MARK * self.scene.scale(at), model)

    def _made(self, until: float) -> Iterator[tuple[str, Model]]:
        """Holes of the bots that were made, with their models."""
        for event in self.workday.events:
            if event.tick <= until and isinstance(event, Activated):
                yield from event.made
            elif event.tick <= until and isinstance(event, Charged) and event.hole is not None:
                yield event.hole, Model.BASIC

    def _draw_numbers(self, canvas: Canvas) -> None:
        """The number of each decision on its place."""
        crowd: Counter[str] = Counter()
        for number, (choice, _) in enumerate(taken_options(self.workday), start=1):
            row, beside = divmod(crowd[choice.place], IN_A_ROW)
            crowd[choice.place] += 1
            x, y, radius = self._numbers_at[choice.place]
            marks.number(canvas, x + 2.2 * radius * beside, y + 2.3 * radius * row, radius, str(number))

    def caption(self) -> list[tuple[str, str]]:
        """The decisions by number, and what is gained, in words."""
        machinery = self.workday.before.machinery
        told = [decision_words(machinery, *each).text(self.language) for each in taken_options(self.workday)]
        wallet, vault = self.workday.gained
        gained = say("Gained: {wallet} into the wallet, {vault} into the vault.", wallet=wallet, vault=vault)
        return [*((str(number), text) for number, text in enumerate(told, start=1)), ("", gained.text(self.language))]

    # -- where there is room --------------------------------------------------------------------------------------

    def _room(self) -> Room:
        """What words and signs would cover: ways, bots that are made, and crosses."""
        room = self.scene.room()
        for way in self.ways:
            line = self.line(way)
            room.take_line(self.scene.pixels(line.points), line.wide * self.scene.scale(line.end), WAY)
            if way.lost is not None:
                x, y = self._lost_at(way, way.lost)
                room.take(circle(x, y, 1.2 * self._cross_radius()), SIGN)
            else:
                x, y = line.end.tolist()
                room.take(self.scene.pixels(circle(x, y, MARK)), SIGN)
        for hole, _ in self._made(math.inf):
            at = self.scene.hole(hole)
            x, y = self.scene.pixels(at).tolist()
            room.take(circle(x, y, RAYS * MARK * self.scene.scale(at)), SIGN)
        return room

    def _sign(self, place: str, count: int, right: float, large: float) -> tuple[float, float, float]:
        """Where so many signs in a row begin, and how large they are: in that corner of a square which is free.

        ``right`` is where they belong, in its widths right of its middle; that is also off the label.
        """
        scene = self.scene
        low, high = (part.mean(0) for part in np.split(np.sort(scene.outline(place), axis=0), 2))
        down = -CORNER * marks.label_side(scene, place)
        radius = 0.9 * MARK * scene.scale(scene.middle(place))
        rows, columns = -(-count // IN_A_ROW), min(count, IN_A_ROW)
        # From the middle of the first sign to that of all.
        aside, below = 1.1 * radius * (columns - 1), 1.15 * radius * (rows - 1)
        wide, tall = aside + 1.1 * large * radius, below + 1.2 * large * radius
        boxes = []
        for number, corner in enumerate(itertools.product((right, -right), (down, -down))):
            x, y = scene.pixels(scene.middle(place)) + (high - low) * corner
            # A row that begins at the right edge would leave the square.
            x -= 2 * aside if corner[0] > 0 else 0
            boxes.append((Box(float(x) + aside, float(y) + below, wide, tall), AWAY * number))
        box = self.room.place(boxes, SIGN)
        return box.x - aside, box.y - below, radius


def _arriving(ways: Iterable[Way], scene: Scene) -> Iterator[Way]:
    """The same ways, but those to holes that bots choose among end where one was seen to be free (D-5.14)."""
    machinery = scene.reading.factory.machinery
    together = {hole for first, last in machinery.interchangeable for hole in machinery.holes[first:last]}
    free: defaultdict[str, list[str]] = defaultdict(list)
    for hole in machinery.holes:
        if hole in together and scene.reading.places[hole].read is None:
            free[hole.rpartition("/")[0]].append(hole)
    for way in ways:
        empty = free[way.rests.rpartition("/")[0]] if way.rests in together and way.rode and way.rests else []
        if empty:
            x, y, *_ = scene.table.spot(empty.pop(0))
            yield way._replace(points=(*way.points[:-1], way.points[-1]._replace(x=x, y=y)))
        else:
            yield way


def _flattened(d: str) -> Floats:
    """A path's data as points on the board."""
    points: list[tuple[float, float]] = []
    for command, told in _COMMAND.findall(d):
        numbers = [float(number) for number in told.split()]
        if command != "Q":
            points.append(on_board((numbers[0], numbers[1])))
            continue
        start, towards, end = points[-1], on_board((numbers[0], numbers[1])), on_board((numbers[2], numbers[3]))
        for t in np.linspace(0, 1, BEND + 1)[1:].tolist():
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * start[0] + b * towards[0] + c * end[0], a * start[1] + b * towards[1] + c * end[1]))
    return np.array(points)


def _dashed(points: Floats, dash: float, gap: float) -> Iterator[Floats]:
    """The parts of a line that are drawn."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])

    def at(distance: float) -> Sequence[float]:
        return [float(np.interp(distance, lengths, points[:, axis])) for axis in (0, 1)]

    start = 0.0
    while start < lengths[-1]:
        end = min(start + dash, float(lengths[-1]))
        inner = points[(lengths > start) & (lengths < end)]
        yield np.array([at(start), *inner.tolist(), at(end)])
        start += dash + gap
