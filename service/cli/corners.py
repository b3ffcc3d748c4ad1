"""Corners given by hand: of a board's outer edge and of its grid of slots, north-west first, clockwise as printed."""

from __future__ import annotations

import os
import re
from typing import Any, Final, NamedTuple, TypeAlias

from mechanica_core.messages import say
from service.cli.inputs import read
from service.cli.refusal import Refusal
from service.corners import not_round_a_board

Corners: TypeAlias = tuple[tuple[float, float], ...]

EXAMPLE: Final = "210,180 1450,200 1500,980 150,960"
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
    if why := not_round_a_board(points):
        raise Refusal(say("{given}: {why}", given=given, why=why))
    return tuple(points)
