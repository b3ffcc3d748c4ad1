"""Corners given by hand: of a board's outer edge and of its grid of slots, north-west first, clockwise as printed."""

from __future__ import annotations

import math
import os
import re
from typing import Any, Final, NamedTuple, TypeAlias

from mechanica_core.messages import say
from service.cli.inputs import read
from service.cli.refusal import Refusal

Corners: TypeAlias = tuple[tuple[float, float], ...]

EXAMPLE: Final = "210,180 1450,200 1500,980 150,960"
SHORTEST: Final = 20
"""The shortest side in pixels that a board or grid may have; nothing could be read on a smaller one."""
_NUMBER: Final = r"-?\d{1,6}(?:\.\d+)?"
_FOUR: Final = re.compile(r"\s+".join([rf"({_NUMBER})\s*,\s*({_NUMBER})"] * 4), re.ASCII)


class GivenCorners(NamedTuple):
    """Corners in pixels of the upright photo."""

    board: Corners | None
    grid: Corners | None


def read_corners(given: str) -> GivenCorners:
    """Read four points, or a JSON file with ``board_corners_px`` and perhaps ``grid_corners_px``.

    Raises :class:`Refusal` if that is neither, or if the points do not go round a board clockwise.
    """
    if points := _FOUR.fullmatch(given.strip()):
        numbers = [float(number) for number in points.groups()]
        return GivenCorners(_round_the_board(given, list(zip(numbers[::2], numbers[1::2], strict=True))), None)
    if re.fullmatch(r"[-\d.,\s]+", given) or (given.count(",") > 1 and not os.path.exists(given)):
        raise Refusal(say("{given}: four corners look like {example}", given=given, example=EXAMPLE))
    wanted = say("wanted: four corners such as {example}, or a JSON file with board_corners_px", example=EXAMPLE)
    document = read(given, wanted).parsed()
    if not isinstance(document, dict):
        return GivenCorners(None, None)
    named = (document.get(key) for key in ("board_corners_px", "grid_corners_px"))
    return GivenCorners(*(None if corners is None else _named(given, corners) for corners in named))


def _named(given: str, corners: Any) -> Corners:
    match corners:
        case {"NW": [_, _] as nw, "NE": [_, _] as ne, "SE": [_, _] as se, "SW": [_, _] as sw}:
            points = [nw, ne, se, sw]
            if all(type(number) in (int, float) and abs(number) < 1e6 for point in points for number in point):
                return _round_the_board(given, [(float(x), float(y)) for x, y in points])
    example = '{"NW": [x, y], "NE": [x, y], "SE": [x, y], "SW": [x, y]}'
    raise Refusal(say("{given}: four corners look like {example}", given=given, example=example))


def _round_the_board(given: str, points: list[tuple[float, float]]) -> Corners:
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True):
        across = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
        if across < 1:
            raise Refusal(say("{given}: the corners do not go round a board, NW NE SE SW", given=given))
    if min(map(math.dist, points, points[1:] + points[:1])) < SHORTEST:
        raise Refusal(say("{given}: the corners are too near each other", given=given))
    return tuple(points)
