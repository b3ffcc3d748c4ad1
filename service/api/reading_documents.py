"""A reading as JSON: every place with what was read there and where it is on the photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

import numpy as np
from pydantic import BaseModel, Field

from mechanica_core.editions import component_set
from mechanica_core.errors import Problem
from mechanica_core.geometry import Facing, parse_place
from mechanica_core.messages import Language
from mechanica_core.pieces import Model, Piece
from mechanica_core.places import where_words
from mechanica_core.render.board import document
from mechanica_core.render.svg import element
from mechanica_core.wording import hole_words
from service.api.documents import (
    EXAMPLE_ID,
    XY,
    Asked,
    AssumptionDocument,
    CornersDocument,
    PhotoSize,
    PieceDocument,
    StateDocument,
    assumed_json,
    piece_json,
    state_json,
    text_of,
)
from service.readings import Seen, Value
from service.scanning import doubt_words, value_words
from vision.geometry import corners
from vision.overlay.canvas import circle
from vision.overlay.scene import OnPhoto
from vision.reading import Reading, is_hole, value_json
from vision.scores import unsure_places

Read: TypeAlias = PieceDocument | Model | None
"""What is in a place: a piece for squares, slots and trucks, a model or null for holes."""
SURE: Final = "#14b8a6"
DOUBTFUL: Final = "#ef4444"
EVERY: Final = 4
"""One in so many points of a circle is told as a corner of the outline of a hole."""


class CorrectionDocument(Asked):
    """What really is in a place."""

    place: Annotated[str, Field(max_length=60, examples=["floor/top/2"])]
    value: Annotated[
        Read,
        Field(
            description="For a square, slot or truck a piece, with kind null for none; for a hole a model, or null for "
            "none. Anything that can be there by the rules, whether it fits its neighbours or not.",
            examples=[{"kind": "fork", "facing": "east"}, "plus"],
        ),
    ]


class ReadingChange(Asked):
    """What is to be changed about a reading. What is left out stays as it is."""

    corrections: Annotated[
        list[CorrectionDocument] | None,
        Field(
            max_length=500,
            description="All corrections, carried out in their order on what was read in the photo. They take the "
            "place of those before: send the list without its last to undo that, and [] to undo all.",
        ),
    ] = None
    corners: Annotated[
        CornersDocument | None,
        Field(description="Read the photo anew with these corners; corrections that stay are carried out on that."),
    ] = None


class PlaceDocument(BaseModel):
    """A place of the board, what was read there, and where it is on the photo."""

    place: Annotated[str, Field(examples=["floor/top/2"])]
    kind: Literal["floor", "start", "dock", "hole"]
    name: Annotated[str, Field(description="The place in words.", examples=["top 2"])]
    read: Annotated[Read, Field(description="For squares, slots and trucks null is something unknown, left out.")]
    words: Annotated[str, Field(examples=["→ Fork"])]
    confidence: Annotated[float, Field(ge=0, le=1)]
    runner_up: Annotated[Read, Field(description="What it is most likely otherwise.")]
    runner_up_words: str
    doubtful: bool
    corrected: bool
    centre: Annotated[XY, Field(description="In pixels of the upright photo.")]
    outline: Annotated[list[XY], Field(description="Of the square, or round the hole: a polygon in the same pixels.")]


class DoubtDocument(BaseModel):
    """A place to look at again."""

    where: Annotated[str, Field(examples=["floor/top/2/ahead"])]
    read: Read
    confidence: float
    runner_up: Read
    words: Annotated[str, Field(examples=["Fork (top 2): → Fork, 71 % sure, perhaps → Duplicator: look again"])]
    least: Annotated[int | None, Field(description="What it may count in a final score; null if that is sure.")]
    most: int | None


class WarningDocument(BaseModel):
    """Something odd about what was read."""

    kind: Annotated[str, Field(examples=["does_not_fit"])]
    place: str
    rule: str
    words: str


class ReadingAnswer(StateDocument):
    """A board as it was read, corrections included."""

    id: Annotated[str, Field(description="Opens the reading until it is forgotten.", examples=[EXAMPLE_ID])]
    places: list[PlaceDocument]
    doubts: list[DoubtDocument]
    warnings: list[WarningDocument]
    unverified: Annotated[
        bool, Field(description="No board was recognised at the corners given by hand; they were taken as they are.")
    ]
    corrections: Annotated[list[CorrectionDocument], Field(description="Those carried out, in their order.")]
    corners: CornersDocument
    plane: Annotated[
        list[list[float]],
        Field(description="3 x 3: from squares, as in the ways of a workday, to pixels of the upright photo."),
    ]
    photo: PhotoSize
    kept: Annotated[str | None, Field(description="The id of the kept photo, if it was to be kept.")]
    copy_name: Annotated[str, Field(alias="copy", description="The copy that fits.", examples=["demo"])]
    rules: str
    components: str
    assumed: list[AssumptionDocument]
    timings_ms: dict[str, float]


def value_of(correction: CorrectionDocument) -> Value:
    """A correction's value as the reader takes it."""
    value = correction.value
    if not isinstance(value, PieceDocument):
        return value and value.value
    if value.kind is not None and correction.place.startswith("floor/") and not is_hole(correction.place):
        return Piece(value.kind, value.facing or Facing.EAST, value.flipped)
    return value.kind and value.kind.value


def reading_json(name: str, seen: Seen, language: Language) -> dict[str, Any]:
    """A reading as :class:`ReadingAnswer` has it."""
    reading = seen.reading
    scene = OnPhoto(seen.size, reading, seen.copy)
    state = state_json(reading.factory)
    return {
        "id": name,
        **state,
        "places": [*_places(seen, scene, language)],
        "doubts": [*_doubts(reading, language)],
        "warnings": warnings_json(reading.warnings, language),
        "unverified": reading.unverified,
        "corrections": [{"place": place, "value": correction_json(place, value)} for place, value in seen.corrections],
        "corners": {corner: [round(x, 2), round(y, 2)] for corner, (x, y) in reading.corners.items()},
        "plane": (scene.plane / scene.plane[2, 2]).tolist(),
        "photo": {"width": seen.size[0], "height": seen.size[1]},
        "kept": seen.kept,
        "copy": reading.copy,
        "rules": reading.rules,
        "components": reading.components,
        "assumed": assumed_json(reading.factory.assumed),
        "timings_ms": {stage: round(time, 1) for stage, time in reading.timings_ms.items()},
    }


def _doubts(reading: Reading, language: Language) -> Iterator[dict[str, Any]]:
    worth = {part.where: part for part in unsure_places(reading)}
    for doubt in reading.doubts:
        counts = worth.get(doubt.where)
        yield doubt.as_json() | {
            "words": doubt_words(doubt, reading).text(language),
            "least": counts and counts.least,
            "most": counts and counts.most,
        }


def warnings_json(warnings: Iterable[Problem], language: Language) -> list[dict[str, Any]]:
    """What is odd about a factory, as :class:`WarningDocument` has it."""
    return [{"kind": one.kind, "place": one.place, "rule": one.rule, "words": one.text(language)} for one in warnings]


def correction_json(place: str, value: Value) -> Any:
    """A correction's value as it was sent."""
    if is_hole(place):
        return value
    return piece_json(value) if isinstance(value, Piece) else {"kind": value}


def _places(seen: Seen, scene: OnPhoto, language: Language) -> Iterator[dict[str, Any]]:
    reading = seen.reading
    components = component_set(reading.components)
    doubtful = {doubt.where for doubt in reading.doubts}
    corrected = {place for place, _ in seen.corrections}
    for place, belief in reading.places.items():
        if is_hole(place):
            kind, name = "hole", hole_words(reading.factory.machinery, place).text(language)
            middle = scene.hole(place)
            outline = circle(*middle, seen.copy.hole_radius)[::EVERY]
        else:
            kind, name = parse_place(place)[0], text_of(where_words(place), language)
            middle = scene.middle(place)
            row, column = scene.square(place)
            outline = corners((column, row, column + 1, row + 1))
        yield {
            "place": place,
            "kind": kind,
            "name": name,
            "read": value_json(place, belief.read),
            "words": value_words(belief.read, components).text(language),
            "confidence": round(belief.confidence, 4),
            "runner_up": value_json(place, belief.runner_up),
            "runner_up_words": value_words(belief.runner_up, components).text(language),
            "doubtful": place in doubtful,
            "corrected": place in corrected,
            "centre": np.round(scene.pixels(middle), 1).tolist(),
            "outline": np.round(scene.pixels(outline), 1).tolist(),
        }


def outlines_svg(reading: dict[str, Any], language: Language) -> str:
    """The places of a reading's JSON as an SVG picture in pixels of the upright photo; what is doubtful is dashed."""
    width, height = reading["photo"]["width"], reading["photo"]["height"]
    line = max(width, height) / 400
    shapes = [
        element(
            "polygon",
            element("title", f"{place['name']}: {place['words']}"),
            points=" ".join(f"{x:g},{y:g}" for x, y in place["outline"]),
            data_place=place["place"],
            fill="transparent",
            stroke=DOUBTFUL if place["doubtful"] else SURE,
            stroke_width=2 * line if place["doubtful"] else line,
            stroke_dasharray=f"{4 * line:g} {3 * line:g}" if place["doubtful"] else None,
        )
        for place in reading["places"]
    ]
    return document(
        (0, 0, width, height), shapes, title=reading["text"], language=language, width=str(width), height=str(height)
    )
