"""What is drawn on a photo of a board: its grid, what was read and how surely, bots, coins, losses and numbers.

Nothing is told by colour alone: models have their shapes, doubts are dashed and have a question mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanica_core.editions import component_set
from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, ROW_STEP, ROWS
from mechanica_core.messages import Language, Message, Names, say
from mechanica_core.pieces import PRINTED, Kind, Model, Piece
from mechanica_core.places import row_words
from mechanica_core.render.theme import BOTS, GOLD, LIGHT, RED, STEEL
from mechanica_core.scoring import Unsure
from vision.decoding import Value
from vision.geometry import Floats
from vision.overlay.canvas import Canvas, balanced, circle, colour
from vision.overlay.room import WORDS, Box, Room
from vision.overlay.scene import Scene
from vision.reading import is_hole

INK: Final = colour(LIGHT.ink)
PAPER: Final = colour(LIGHT.paper)
YELLOW: Final = (60, 214, 255)
"""Of doubts: bright on any table, and never without a dark edge."""
LABEL: Final = 0.105
"""Height of a label's letters in squares."""
LEAST_LETTERS: Final = 11.0
MOST_LETTERS: Final = 26.0
"""In pixels of the canvas."""

LEVELS: Final = (1.0, 0.6, 0.2, -0.2, -0.6, -1.0)
"""How far words are moved from the middle of a square to that edge where they belong, as shares."""
ASIDE: Final = (0.0, -0.12, 0.12, -0.24, 0.24)
"""How far they are moved to a side, in widths of a square."""
STRAYED: Final = 0.12
"""Words go to the far edge, or half a square aside, where so much more of them would be over something."""

_HEXAGON: Final = np.array([(-0.58, -1), (0.58, -1), (1.15, 0), (0.58, 1), (-0.58, 1), (-1.15, 0)])
_SQUARE: Final = np.array([(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)])
_STAR: Final = np.array(
    [(r * np.sin(a), -r * np.cos(a)) for n in range(10) for r, a in ((0.62 if n % 2 == 0 else 0.26, n * np.pi / 5),)]
)
_SHIELD: Final = np.array([(-1, -1), (1, -1), (1, 0.7), (0.4, 0.7), (0, 1.2), (-0.4, 0.7), (-1, 0.7)])
_DIAMOND: Final = np.array([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)])
_SAFE: Final = np.array([(-1.1, -1.1), (1.1, -1.1), (1.1, 1.1), (-1.1, 1.1)])
_CROSS: Final = (np.array([(-0.55, -0.55), (0.55, 0.55)]), np.array([(-0.55, 0.55), (0.55, -0.55)]))


def grid(canvas: Canvas, scene: Scene, room: Room, language: Language) -> None:
    """The squares, and the names of rows and numbers of columns at the edges."""
    columns = scene.copy.columns + 2
    lines = [((0, row), (columns, row)) for row in range(len(ROWS) + 1)]
    lines += [((column, 0), (column, len(ROWS))) for column in range(columns + 1)]
    wide = _letters(scene, (columns / 2, 1.5)) / 14
    for ink, thickness in ((INK, 2.6 * wide), (PAPER, 1.2 * wide)):
        for ends in lines:
            canvas.line(scene.pixels(ends), ink, thickness)
    for row in range(len(ROWS)):
        _coordinate(canvas, scene, room, row_words(row).text(language), (-0.22, row + 0.5), (0, 1))
    for column in range(scene.copy.columns):
        _coordinate(canvas, scene, room, str(column + 1), (column + 1.5, -0.42), (1, 0))


def _coordinate(
    canvas: Canvas, scene: Scene, room: Room, text: str, at: tuple[float, float], along: tuple[int, int]
) -> None:
    """The name of a row or column at the board's edge, perhaps a little further along it."""
    size = _letters(scene, at)
    boxes = []
    for aside in ASIDE:
        x, y = scene.pixels((at[0] + aside * along[0], at[1] + aside * along[1]))
        boxes.append((canvas.plate_box([text], x, y, size), STRAYED * abs(aside)))
    x, y, *_ = room.place(boxes, WORDS)
    canvas.plate([text], x, y, size, ink=PAPER, fill=INK, edge=PAPER)


def _letters(scene: Scene, at: tuple[float, float]) -> float:
    """How high letters are at a point of the board."""
    return float(np.clip(LABEL * scene.scale(at), LEAST_LETTERS, MOST_LETTERS))


def wedges(canvas: Canvas, scene: Scene) -> None:
    """A wedge on every piece where it faces."""
    for place, belief in scene.reading.places.items():
        if isinstance(belief.read, Piece):
            _wedge(canvas, scene, place, belief.read)


def labels(canvas: Canvas, scene: Scene, room: Room, language: Language) -> None:
    """The name of what was read on each square; if it is doubtful, also a frame, and what else it may be."""
    doubts = {doubt.where: doubt for doubt in scene.reading.doubts}
    for place, belief in scene.reading.places.items():
        if is_hole(place):
            continue
        doubt = doubts.get(place)
        if doubt is not None:
            dashed(canvas, scene.outline(place, 0.03), max(3.0, 0.035 * scene.scale(scene.middle(place))))
        if doubt is None and (belief.read is None or belief.read in PRINTED):
            continue
        told = [value_words(scene, belief.read).text(language)]
        if doubt is not None:
            other = say("or {other}?", other=value_words(scene, doubt.runner_up)).text(language)
            told = [f"? {told[0]} ({int(100 * doubt.confidence)} %)", other]
        _label(canvas, scene, room, place, told, doubtful=doubt is not None)


def value_words(scene: Scene, value: Value) -> Message | Names:
    """What is read in a place by its name alone."""
    components = component_set(scene.reading.components)
    match value:
        case Piece():
            return components.piece_names[value.kind]
        case Kind():
            return components.piece_names[value]
        case Model():
            return components.model_names[value]
        case None:
            return say("nothing")
        case _:
            return say("something unknown")


def _label(canvas: Canvas, scene: Scene, room: Room, place: str, told: Sequence[str], *, doubtful: bool) -> None:
    """Words along the upper or lower edge of a square in the photo, or on it wherever they cover less."""
    middle, outline = scene.middle(place), scene.outline(place)
    size = _letters(scene, middle)
    across = 0.9 * float(np.ptp(outline[:, 0]))
    lines = [line for text in told for line in balanced(text, 1 if canvas.width_of([text], size) < across else 2)]
    size = max(LEAST_LETTERS, min(size, size * across / canvas.width_of(lines, size)))
    x, y = scene.pixels(middle)
    reach, side = 0.5 * _height(outline) - 0.62 * size * len(lines) - 0.3 * size, label_side(scene, place)
    boxes: list[tuple[Box, float]] = []
    for level in LEVELS:
        for aside in ASIDE:
            shifted = x + aside * float(np.ptp(outline[:, 0]))
            far = abs(level - 1) / 2 + 2 * abs(aside)
            boxes.append((canvas.plate_box(lines, shifted, y + level * side * reach, size), STRAYED * far))
    x, y, *_ = room.place(boxes, WORDS)
    ink, fill = (INK, YELLOW) if doubtful else (PAPER, INK)
    canvas.plate(lines, x, y, size, ink=ink, fill=fill, edge=ink)


def label_side(scene: Scene, place: str) -> int:
    """Where the label of a square is: -1 along its upper edge in the photo, 1 along the lower, if bots stand above."""
    middle = scene.pixels(scene.middle(place))[1]
    standing = [hole for hole, _ in scene.table.bots if hole.rpartition("/")[0] == place]
    above = sum(bool(scene.pixels(scene.hole(hole))[1] < middle) for hole in standing)
    return 1 if 2 * above > len(standing) else -1


def _height(outline: Floats) -> float:
    """How high a square is over its middle."""
    ys = np.sort(outline[:, 1])
    return float(ys[2:].mean() - ys[:2].mean())


def _wedge(canvas: Canvas, scene: Scene, place: str, piece: Piece) -> None:
    """A wedge at the edge of a piece that it faces."""
    direction = FACING_INDEX[piece.facing]
    ahead = np.array([COLUMN_STEP[direction], ROW_STEP[direction]], float)
    beside = ahead[::-1] * (1, -1)
    tip = np.array(scene.middle(place)) + 0.47 * ahead
    wedge = scene.pixels([tip, tip - 0.13 * ahead + 0.1 * beside, tip - 0.13 * ahead - 0.1 * beside])
    canvas.shape(wedge, PAPER, INK, 0.018 * scene.scale(scene.middle(place)))


def dashed(canvas: Canvas, outline: Floats, wide: float) -> None:
    """A frame in dark and bright dashes."""
    canvas.line(outline, INK, 1.5 * wide, closed=True)
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = 2 * int(np.clip(np.linalg.norm(end - start) / (6 * wide), 1, 20)) + 1
        steps = start + (end - start) * np.linspace(0, 1, count + 1)[:, None]
        for at in range(0, count, 2):
            canvas.line(steps[at : at + 2], YELLOW, wide)


def bots(canvas: Canvas, scene: Scene) -> None:
    """A ring at the foot of every bot that was read, with the sign of its model."""
    for seen in _seen(scene):
        wide = 0.42 * seen.radius
        canvas.line(seen.rim, INK, wide, closed=True)
        canvas.line(seen.rim, PAPER, 0.5 * wide, closed=True)
    for seen in _seen(scene):
        if seen.model is not None:
            token(canvas, *seen.beside(1), seen.radius, seen.model)


def doubtful_holes(canvas: Canvas, scene: Scene) -> None:
    """A ring in dashes and a question mark at every doubtful hole."""
    for seen in _seen(scene):
        if seen.doubtful:
            wide = 0.36 * seen.radius
            canvas.line(seen.rim, INK, 1.7 * wide, closed=True)
            for at in range(0, len(seen.rim), 8):
                canvas.line(seen.rim[at : at + 5], YELLOW, wide)
            question(canvas, *seen.beside(-1), seen.radius)


class _Seen(NamedTuple):
    """A hole with a bot or a doubt: its rim on the canvas, what was read, and where the label of its square is."""

    rim: Floats
    model: Model | None
    doubtful: bool
    label_side: int

    @property
    def radius(self) -> float:
        """Of a sign."""
        return 0.22 * float(np.sqrt(np.prod(np.ptp(self.rim, axis=0))))

    def beside(self, side: int) -> tuple[float, float]:
        """A corner of the hole off the label, to the right (1) or left (-1) of it."""
        low, high = self.rim.min(0), self.rim.max(0)
        x, y = (high if side > 0 else low)[0], (high if self.label_side < 0 else low)[1]
        return float(x - side * 0.3 * self.radius), float(y + self.label_side * 0.3 * self.radius)


def _seen(scene: Scene) -> Iterator[_Seen]:
    doubtful = {doubt.where for doubt in scene.reading.doubts}
    for hole, belief in scene.reading.places.items():
        if is_hole(hole) and (belief.read is not None or hole in doubtful):
            rim = scene.pixels(circle(*scene.hole(hole), 1.2 * scene.copy.hole_radius))
            model = belief.read if isinstance(belief.read, Model) else None
            yield _Seen(rim, model, hole in doubtful, label_side(scene, hole.rpartition("/")[0]))


def token(canvas: Canvas, x: float, y: float, radius: float, model: Model) -> None:
    """A bot's sign: a Basic is square, a Plus a hexagon with a plus sign, a Deluxe round with a star."""
    at, fill = (x, y), colour(BOTS[model])
    canvas.shape(_sized(_outline(model), at, radius), fill, INK, 0.2 * radius)
    if model is Model.PLUS:
        for ends in (((-0.5, 0), (0.5, 0)), ((0, -0.5), (0, 0.5))):
            canvas.line(_sized(np.array(ends), at, radius), PAPER, 0.34 * radius)
    elif model is Model.DELUXE:
        canvas.fill(_sized(_STAR, at, radius * 1.15), PAPER)
    else:
        for side in (-0.36, 0.36):
            canvas.fill(circle(x + side * radius, y - 0.12 * radius, 0.2 * radius), INK)


def _outline(model: Model) -> NDArray[np.float64]:
    if model is Model.DELUXE:
        return circle(0, 0, 1.05)
    return _HEXAGON if model is Model.PLUS else _SQUARE


def _sized(shape: NDArray[np.float64], at: tuple[float, float], radius: float) -> NDArray[np.float64]:
    return np.asarray(shape * radius + at)


def question(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """The mark of a doubt: a diamond with a question mark."""
    canvas.shape(_sized(_DIAMOND, (x, y), radius), YELLOW, INK, 0.22 * radius)
    canvas.words("?", x, y, 1.7 * radius, INK)


def coin(canvas: Canvas, x: float, y: float, radius: float, text: str, *, vault: bool) -> None:
    """A coin with a number: for the wallet round, for the vault in the door of a safe."""
    if vault:
        canvas.shape(_sized(_SAFE, (x, y), radius * 1.1), colour(STEEL), INK, 0.18 * radius)
    canvas.shape(circle(x, y, radius), colour(GOLD), INK, 0.18 * radius)
    canvas.words(text, x, y, (1.15 if len(text) < 3 else 0.9) * radius, INK)


def cross(canvas: Canvas, x: float, y: float, radius: float, bots: int) -> None:
    """A cross where bots are lost, beside it how many if there are several."""
    canvas.shape(circle(x, y, radius), PAPER, INK, 0.18 * radius)
    for stroke in _CROSS:
        canvas.line(_sized(stroke, (x, y), radius), colour(RED), 0.36 * radius)
    if bots > 1:
        canvas.shape(circle(x + 1.3 * radius, y, 0.7 * radius), INK, PAPER, 0.14 * radius)
        canvas.words(str(bots), x + 1.3 * radius, y, 0.9 * radius, PAPER)


def number(canvas: Canvas, x: float, y: float, radius: float, text: str) -> None:
    """The number of a decision."""
    canvas.shape(_sized(_SHIELD, (x, y), radius), colour("#12406b"), PAPER, 0.18 * radius)
    canvas.words(text, x, y - 0.12 * radius, (1.35 if len(text) < 2 else 1.1) * radius, PAPER)


def rays(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Rays around a bot that was made."""
    for angle in np.arange(0, 2 * np.pi, np.pi / 6):
        way = np.array([np.cos(angle), np.sin(angle)])
        for ink, wide in ((INK, 0.34), (colour(GOLD), 0.17)):
            canvas.line(np.array([(x, y) + 1.35 * radius * way, (x, y) + 1.75 * radius * way]), ink, wide * radius)


def worth(canvas: Canvas, scene: Scene, place: str, value: int, doubt: Unsure | None, language: Language) -> None:
    """A frame around a piece that earned points, and its value; dashed, with its range, if that is doubtful."""
    scale = scene.scale(scene.middle(place))
    outline = scene.outline(place, 0.03)
    told = str(value)
    if doubt is None:
        canvas.line(outline, INK, 0.07 * scale, closed=True)
        canvas.line(outline, colour(GOLD), 0.04 * scale, closed=True)
    else:
        dashed(canvas, outline, 0.04 * scale)
        told = "? " + say("{value} ({least} to {most})", value=value, least=doubt.least, most=doubt.most).text(language)
    x, y = scene.pixels(scene.middle(place))
    size = 2 * _letters(scene, scene.middle(place)) if doubt is None else 1.3 * _letters(scene, scene.middle(place))
    y -= 0.5 * _height(outline) - 0.8 * size
    canvas.plate([told], x, y, size, ink=INK, fill=YELLOW if doubt else colour(GOLD), edge=INK)


def captioned(canvas: Canvas, lines: Iterable[tuple[str, str]]) -> Canvas:
    """The picture with lines below it, each after its number if it has one."""
    size = float(np.clip(canvas.width / 62, 14, 26))
    indent = 2.4 * size
    rows: list[tuple[str, str]] = []
    for numbered, text in lines:
        fits = max(1, -(-int(canvas.width_of([text], size)) // int(canvas.width - indent - 1.5 * size)))
        for at, part in enumerate(balanced(text, fits)):
            rows.append((numbered if at == 0 else "", part))
    if not rows:
        return canvas
    step = 1.5 * size
    picture = canvas.picture()
    page = np.full((round(step * len(rows) + size), picture.shape[1], 3), PAPER, np.uint8)
    longer = Canvas(np.concatenate([picture, page]))
    for at, (numbered, text) in enumerate(rows):
        y = picture.shape[0] + 0.5 * size + step * (at + 0.5)
        if numbered:
            number(longer, 1.3 * size, y, 0.62 * size, numbered)
        longer.words(text, indent + longer.width_of([text], size) / 2, y, size, INK)
    return longer
