"""Learn an owner's copy from a photo of its empty board and one of each piece: seconds, no training."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mechanica_core.editions import MAX_COLUMNS, component_set
from mechanica_core.messages import Message, Names, say
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, PRINTED, TRUCKS, Kind
from mechanica_core.places import where_words
from vision import finder, lattice
from vision.copies import BOARD_PX, PIECE_PX, PIECE_SPAN, Copy, TaughtPiece
from vision.crops import FRAME
from vision.errors import CopyError
from vision.geometry import Floats, Outline, apply, corners, magnification
from vision.nets import nets
from vision.photo import Photo
from vision.recognition import as_cell, place_name
from vision.sampling import sampled

TAUGHT: Final = tuple(
    (kind, flipped)
    for kind in (*FLOOR_KINDS, *FABRICATORS, *TRUCKS)
    if kind not in PRINTED
    for flipped in ((False, True) if kind is Kind.DUPLICATOR else (False,))
)
"""Every piece that a copy can be taught."""
# Roughly where each hole is, facing east, from the centre in squares: only to tell found holes apart.
HOLES: Final[dict[tuple[Kind, bool], dict[str, tuple[float, float]]]] = {
    (Kind.UPGRADER, False): {"in": (-0.2, 0), "ahead": (0.25, 0)},
    (Kind.DOWNGRADER, False): {"in": (-0.2, 0), "left": (0, -0.28), "ahead": (0.28, 0), "right": (0, 0.28)},
    (Kind.DUPLICATOR, False): {"in": (-0.18, 0), "ahead": (0.27, 0), "left": (0, -0.28)},
    (Kind.DUPLICATOR, True): {"in": (-0.18, 0), "ahead": (0.27, 0), "right": (0, 0.28)},
    (Kind.REPURPOSER, False): {"in1": (-0.15, -0.18), "in2": (-0.15, 0.18), "ahead": (0.27, 0)},
    (Kind.STATIC_CHARGER, False): {"left": (0, -0.28), "right": (0, 0.28)},
    (Kind.ADVANCED_FABRICATOR, False): {"centre": (0.15, 0), "side": (-0.22, 0.1)},
    (Kind.OVERACTIVE_FABRICATOR, False): {"centre": (0.2, 0), "side": (-0.22, 0)},
    (Kind.BIG_TRUCK, False): {"1": (-0.15, 0), "2": (0.2, 0)},
    (Kind.HUGE_TRUCK, False): {"1": (-0.15, -0.2), "2": (0.2, 0), "3": (-0.15, 0.2)},
}

RADII: Final = (0.1, 0.24)
"""Between these, in squares, is the radius that all holes of a copy share."""
USUAL_RADIUS: Final = 0.17
FIRST_GUESS: Final = 0.1
"""So much more alike must the squares be in another count of columns than in the likeliest."""
ALIKE: Final = 0.65
"""So like each other are most squares of an empty floor, at least, with FIRST_GUESS: mostly 1, in glare 0.8."""
BARE: Final = 0.85
"""A square with less than this share of the others' likeness is not empty: drawn ones reach 0.93, with a piece 0.83."""
SAME: Final = 0.97
"""Pictures more alike than this show the same piece."""
MIRRORS: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Steps down and to the right that mirror a picture."""
EXACT: Final = 0.8
"""A square that covers what was marked worse than this is no piece; drawn pieces are covered to 0.85 and more."""
UPENDED: Final = 0.75
"""A grid that seems so narrow, for its height, has less than one column."""
CLOSE_UP_RIM: Final = 0.2
"""How much about a piece is seen in the second look, as a share of the frame."""
RECOUNTS: Final = 3
"""How often columns are counted again after the plane has moved."""
ROUGHLY: Final = 0.25
"""How far in squares the grid may seem to reach beyond the board's edge, as long as both are rough."""


@dataclass(frozen=True)
class BoardPhoto:
    """A photo of the empty board, with the corners of board and grid where the owner gave them: (4, 2) pixels."""

    photo: Photo
    board: Floats | None = None
    grid: Floats | None = None


def teach(
    name: str,
    board: BoardPhoto,
    pieces: Mapping[tuple[Kind, bool], Iterable[Photo]],
    *,
    columns: int | None = None,
    components: str | None = None,
) -> Copy:
    """A copy to read photos with.

    ``pieces`` maps (kind, flipped) to photos of that piece alone, facing east, from about above. The first photo
    gives its holes. ``columns`` is counted from the board's shape where it is not told.

    Raises :class:`CopyError` if the board or a piece is not found in its photo.
    """
    empty = look_at_board(board, columns)
    seen = [look_at_piece(photo, *key) for key, photos in pieces.items() for photo in photos]
    return put_together(name, empty, seen, components=components)


@dataclass(frozen=True)
class SeenBoard:
    """An empty board as seen in a photo, straightened; see :class:`vision.copies.Copy`.

    ``corners`` are those of its outer edge in pixels of the upright photo, NW, NE, SE, SW: (4, 2).
    """

    columns: int
    outline: Outline
    picture: NDArray[np.uint8]
    corners: Floats


@dataclass(frozen=True)
class SeenPiece:
    """A piece as seen in a photo; ``radii`` are those of its holes in squares.

    ``corners`` are those of its body in pixels of the upright photo: (4, 2).
    """

    taught: TaughtPiece
    radii: tuple[float, ...]
    corners: Floats


def look_at_board(board: BoardPhoto, columns: int | None = None) -> SeenBoard:
    """Find the empty board in its photo. Raises :class:`CopyError` if it is not found, or not empty."""
    plane, outline, columns = _board_plane(board, columns)
    left, top, right, bottom = outline
    size = (round((right - left) * BOARD_PX), round((bottom - top) * BOARD_PX))
    to_plane = np.array([[1 / BOARD_PX, 0, left], [0, 1 / BOARD_PX, top], [0, 0, 1]])
    picture = sampled(board.photo.pixels, plane @ to_plane, size)
    return SeenBoard(columns, outline, picture, apply(plane, corners(outline)) * board.photo.scale)


def look_at_piece(photo: Photo, kind: Kind, flipped: bool = False) -> SeenPiece:
    """Find a piece alone in its photo, and its holes. Raises :class:`CopyError` if it is not found."""
    body, marks = _body(photo, (kind, flipped))
    marked = _holes(body, marks, (kind, flipped))
    holes = {name: mark.spot for name, mark in marked.items()}
    radii = tuple(mark.radius / finder.HOLE_MARK for mark in marked.values())
    taught = TaughtPiece(kind, flipped, piece_picture(photo.pixels, body), holes)
    return SeenPiece(taught, radii, body * photo.scale)


def put_together(name: str, board: SeenBoard, pieces: Iterable[SeenPiece], *, components: str | None = None) -> Copy:
    """The copy that has this board and these pieces; of several photos of a piece the first gives its holes.

    Raises :class:`CopyError` if two pieces look the same.
    """
    taught: list[TaughtPiece] = []
    radii: list[float] = []
    known: set[tuple[Kind, bool]] = set()
    for piece in pieces:
        key = piece.taught.kind, piece.taught.flipped
        if key in known:
            taught.append(replace(piece.taught, holes={}))
        else:
            taught.append(piece.taught)
            radii += piece.radii
        known.add(key)
    check_distinct(taught)
    radius = float(np.clip(np.median(radii), *RADII)) if radii else USUAL_RADIUS
    board_holes = _board_holes(board.picture, board.outline, board.columns, radius)
    return Copy(name, board.columns, board.outline, board.picture, tuple(taught), radius, board_holes, components)


def check_distinct(taught: Sequence[TaughtPiece]) -> None:
    """Raise :class:`CopyError` if two pieces look the same, as when one photo was taken for two."""
    if not taught:
        return
    cells = [as_cell(piece) for piece in taught]
    described = nets().describe(np.stack([np.rot90(cell, turns) for cell in cells for turns in range(4)]))
    alike = nets().likeness(described[::4], described).reshape(len(taught), len(taught), 4).max(2)
    for (index, one), (other_index, other) in itertools.combinations(enumerate(taught), 2):
        pieces = (one.kind, one.flipped), (other.kind, other.flipped)
        if pieces[0] != pieces[1] and alike[index, other_index] > SAME:
            named = [_named(*piece) for piece in pieces]
            raise CopyError(say("the photos of {one} and {other} show the same piece", one=named[0], other=named[1]))


def _named(kind: Kind, flipped: bool) -> Message | Names:
    """A piece by its name in the game, whatever its owner calls it."""
    name = component_set("demo").piece_names[kind]
    return say("{piece} (flipped)", piece=name) if flipped else name


def _find_board(pixels: NDArray[np.uint8]) -> tuple[Floats, Floats] | None:
    """The board and its grid of slots, roughly: their corners in the photo."""
    frame = finder.whole(pixels)
    board, grid = (finder.quadrangle(likely) for likely in nets().find_board(frame.picture[None])[0])
    if board is None or grid is None:
        return None
    return finder.upright(finder.to_photo(frame, board)), finder.upright(finder.to_photo(frame, grid))


def _find_grid(pixels: NDArray[np.uint8], board: Floats) -> Floats | None:
    """The grid of slots on a board whose corners are known, roughly: its corners in the photo."""
    frame = finder.close_up(pixels, board)
    _, likely = nets().find_board(frame.picture[None])[0]
    grid = finder.quadrangle(likely)
    return None if grid is None else finder.to_photo(frame, finder.upright(grid))


def _board_plane(board: BoardPhoto, columns: int | None) -> tuple[Floats, Outline, int]:
    """The homography from the board plane to the photo, the board's outline in that plane, and the columns."""
    quad, grid = board.board, board.grid
    if quad is not None and grid is None:
        grid = _find_grid(board.photo.pixels, quad)
    if quad is None or grid is None:
        found = _find_board(board.photo.pixels)
        if found is not None:
            quad, grid = found[0] if quad is None else quad, found[1] if grid is None else grid
    if quad is None or grid is None:
        raise CopyError(say("the board was not found in its photo: photograph it alone, from above, on a plain table"))
    if board.grid is not None:  # by hand, so that a floor whose squares are not printed alike can be taught too
        if _aspect(grid) < UPENDED:
            raise CopyError(say("the grid's corners are turned: name them NW NE SE SW as they are printed"))
        columns = columns or _counted(grid)
        plane = _grid_plane(grid, columns)
    else:
        plane, columns = _lattice_plane(board.photo.pixels, grid, columns)
    _check_bare(lattice.likenesses(board.photo.pixels, plane, columns))
    edge = apply(np.linalg.inv(plane), quad)
    outline = (
        float(edge[[0, 3], 0].mean()),
        float(edge[[0, 1], 1].mean()),
        float(edge[[1, 2], 0].mean()),
        float(edge[[2, 3], 1].mean()),
    )
    if outline[0] > ROUGHLY or outline[1] > ROUGHLY or outline[2] < columns + 2 - ROUGHLY or outline[3] < 3 - ROUGHLY:
        raise CopyError(
            say("the grid of slots would reach beyond the board: photograph the board alone, or correct the corners")
        )
    if board.board is None:
        outline = lattice.outline(board.photo.pixels, plane, columns, outline)
    return plane, outline, columns


def _grid_plane(grid: Floats, columns: int) -> Floats:
    """The homography from the board plane to the photo in which the grid of slots has these corners."""
    slots = corners((0.0, 0.0, columns + 2.0, 3.0))
    return np.asarray(cv2.getPerspectiveTransform(slots.astype(np.float32), grid.astype(np.float32)), np.float64)


def _counted(grid: Floats) -> int:
    """The columns of the floor, from the corners of the grid of slots."""
    return min(max(round(3 * _aspect(grid)) - 2, 1), MAX_COLUMNS)


def _aspect(grid: Floats) -> float:
    """How much longer a grid of slots, (4, 2), is from west to east than from north to south."""
    across = np.linalg.norm(grid[1] - grid[0]) + np.linalg.norm(grid[2] - grid[3])
    down = np.linalg.norm(grid[3] - grid[0]) + np.linalg.norm(grid[2] - grid[1])
    return float(across / down)


def _lattice_plane(pixels: NDArray[np.uint8], grid: Floats, columns: int | None) -> tuple[Floats, int]:
    """The plane in which the squares of the floor are most alike, laid from a rough grid, and the columns.

    The shape of a rough grid may mislead about the columns by one or two; how often the floor repeats itself does not.
    """
    counted = _counted(grid)
    tried: list[tuple[float, Floats, int]] = []
    guesses = (columns,) if columns else (counted, counted - 1, counted + 1)
    for guess in guesses:
        if not 1 <= guess <= MAX_COLUMNS:
            continue
        count = guess
        for _ in range(RECOUNTS):
            plane = lattice.aligned(pixels, _grid_plane(grid, count), count)
            width = apply(np.linalg.inv(plane), grid)[:, 0]
            slots = float(width[[1, 2]].mean() - width[[0, 3]].mean())
            again = columns or (round(slots) - 2 if math.isfinite(slots) else 0)
            if again == count or not 1 <= again <= MAX_COLUMNS:
                break
            count = again
        alike = float(np.median(lattice.likenesses(pixels, plane, count)))
        tried.append((alike + (0 if tried else FIRST_GUESS), plane, count))
    alike, plane, count = max(tried, key=lambda one: one[0])
    if alike < ALIKE:
        raise CopyError(
            say(
                "no empty board was recognised in its photo, for its squares are not alike: photograph it empty and "
                "alone, or give the corners of board and grid by hand"
            )
        )
    return plane, count


def _check_bare(likenesses: Floats) -> None:
    """Raise if one square of a floor, (3, columns), is unlike the others, which are alike: something lies there."""
    usual = float(np.median(likenesses))
    if usual < ALIKE:
        return
    row, column = np.unravel_index(int(likenesses.argmin()), likenesses.shape)
    if likenesses[row, column] < BARE * usual:
        place = place_name(int(row), 1 + int(column), likenesses.shape[1] + 2)
        raise CopyError(say("something lies on the board at {place}: photograph it empty", place=where_words(place)))


class _Mark(NamedTuple):
    """What the finder net marked as a hole: how likely, where, and the radius of what it marked."""

    likely: float
    spot: tuple[float, float]
    radius: float


def _body(photo: Photo, key: tuple[Kind, bool]) -> tuple[Floats, list[_Mark]]:
    """The corners of a piece's body in its photo, and what may be its holes, in pixels."""
    looks: list[tuple[float, Floats, list[_Mark]]] = []
    frame = finder.whole(photo.pixels)
    for _ in range(2):
        body, holes = _steady_look(frame.picture)
        quad = finder.quadrangle(body, of_piece=True)
        if quad is None:
            break
        there = finder.upright(finder.to_photo(frame, quad))
        looks.append((finder.coverage(body, quad), there, _marks(frame, holes)))
        frame = finder.close_up(photo.pixels, there, rim=CLOSE_UP_RIM)
    exactness, quad, marks = max(looks, key=lambda look: look[0], default=(0.0, None, []))
    if quad is None or exactness < EXACT:
        raise CopyError(
            say(
                "{piece} was not found in its photo: photograph it alone, from above, on a plain table",
                piece=_named(*key),
            )
        )
    return quad, marks


def _marks(frame: finder.Frame, holes: NDArray[np.float32]) -> list[_Mark]:
    """What may be holes, in pixels of the photo."""
    smooth = cv2.GaussianBlur(holes, (0, 0), 1.0)
    peaks = np.argwhere((smooth == cv2.dilate(smooth, np.ones((5, 5)))) & (smooth > 0.05))
    if not len(peaks):
        return []
    scale = FRAME[0] / smooth.shape[1]
    spots = np.argwhere(holes > 0.05)
    marked = holes[spots[:, 0], spots[:, 1]]
    nearest = np.linalg.norm(spots[:, None] - peaks, axis=2).argmin(1)
    areas, down, right = (np.bincount(nearest, marked * weight, len(peaks)) for weight in (1, *(spots.T + 0.5)))
    found = []
    for (y, x), area, total_y, total_x in zip(peaks, areas, down, right, strict=True):
        at = (float(total_x / area) * scale, float(total_y / area) * scale)
        found.append(_mapped(_Mark(float(smooth[y, x]), at, scale * math.sqrt(area / math.pi)), frame.to_photo))
    return found


def _mapped(mark: _Mark, homography: Floats) -> _Mark:
    x, y = apply(homography, mark.spot).tolist()
    return _Mark(mark.likely, (x, y), mark.radius * magnification(homography, mark.spot))


def _steady_look(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What the finder net marks as body and as holes, (2, 96, 128): the mean over the picture and its mirrors."""
    answers = nets().find_piece(np.stack([picture[::down, ::right] for down, right in MIRRORS]))
    maps = [answer[:, ::down, ::right] for answer, (down, right) in zip(answers, MIRRORS, strict=True)]
    return np.ascontiguousarray(np.mean(maps, axis=0))


def _plane_of(body: Floats) -> Floats:
    """The homography from a piece's own plane (squares from its centre) to the photo."""
    unit = corners((-0.5, -0.5, 0.5, 0.5))
    return np.asarray(cv2.getPerspectiveTransform(unit.astype(np.float32), body.astype(np.float32)), np.float64)


def piece_picture(pixels: NDArray[np.uint8], body: Floats) -> NDArray[np.uint8]:
    """The piece straightened: (PIECE_PX, PIECE_PX, 3) over PIECE_SPAN squares."""
    scale = PIECE_SPAN / PIECE_PX
    to_plane = np.array([[scale, 0, -PIECE_SPAN / 2], [0, scale, -PIECE_SPAN / 2], [0, 0, 1]])
    return sampled(pixels, _plane_of(body) @ to_plane, (PIECE_PX, PIECE_PX))


def _holes(body: Floats, marked: list[_Mark], key: tuple[Kind, bool]) -> dict[str, _Mark]:
    """This piece's holes by name, in squares from its centre: the net's marks nearest to where they may be.

    Where the net marked too few, they are where they may be, as large as usual.
    """
    rough = HOLES.get(key, {})
    if not rough:
        return {}
    back = np.asarray(np.linalg.inv(_plane_of(body)), np.float64)
    marks = sorted((_mapped(mark, back) for mark in marked), reverse=True)
    marks = [mark for mark in marks if max(map(abs, mark.spot)) < 0.48][:7]
    if len(marks) < len(rough):
        return {name: _Mark(0.0, at, finder.HOLE_MARK * USUAL_RADIUS) for name, at in rough.items()}

    def worth(some: tuple[_Mark, ...]) -> float:
        away = [math.dist(mark.spot, at) for mark, at in zip(some, rough.values(), strict=True)]
        return sum(mark.likely for mark in some) - 1.5 * sum(away)

    best = max(itertools.permutations(marks, len(rough)), key=worth)
    return dict(zip(rough, best, strict=True))


def _ring(grey: NDArray[np.float32], at: tuple[float, float], radius: float) -> float:
    """How strongly a circle (pixels) is an edge all round: the mean change of brightness across it."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    cos, sin = np.cos(angles), np.sin(angles)
    samples = []
    for r in (radius - 1.5, radius + 1.5):
        xs, ys = (at[0] + r * cos - 0.5).astype(np.float32), (at[1] + r * sin - 0.5).astype(np.float32)
        samples.append(cv2.remap(grey, xs[None], ys[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0])
    change = samples[1] - samples[0]
    return abs(float(np.mean(change))) + 0.5 * float(np.mean(np.abs(change)))


def _board_holes(
    board: NDArray[np.uint8], outline: Outline, columns: int, radius: float
) -> dict[str, tuple[float, float]]:
    """The printed holes of start slots and trucks: alike in all three rows."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    left, top, *_ = outline
    found = {}
    for place, column in (("start/{}/centre", 0), ("dock/{}/1", columns + 1)):
        best, where = -1.0, (0.5, 0.5)
        for x in np.arange(0.3, 0.7, 0.01):
            for y in np.arange(0.42, 0.58, 0.02):
                for share in (0.85, 1.0, 1.15):
                    worth = sum(
                        _ring(
                            grey,
                            ((column + x - left) * BOARD_PX, (row + y - top) * BOARD_PX),
                            radius * share * BOARD_PX,
                        )
                        for row in range(3)
                    )
                    if worth > best:
                        best, where = worth, (float(x), float(y))
        for row, name in enumerate(("top", "middle", "bottom")):
            found[place.format(name)] = (column + where[0], row + where[1])
    return found
