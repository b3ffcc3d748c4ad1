"""Boards read from photos: read, looked at, corrected, drawn on."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal, TypeAlias

from fastapi import APIRouter, Form, Path, Query, Response
from fastapi.responses import JSONResponse
from pydantic import Field, Json

from mechanica_core.choices import Decision
from mechanica_core.document import FactoryDocument
from mechanica_core.editions import rule_set
from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import Language, say
from mechanica_core.scoring import score
from mechanica_core.workday import run_workday
from service.api.dependencies import Lang, Service, TheService
from service.api.documents import (
    EXAMPLE_CHOICE,
    EXAMPLE_ID,
    CornersForm,
    Keep,
    PhotoFile,
    example_body,
    picture,
)
from service.api.photos import upright
from service.api.problems import PROBLEMS, ServiceError, bad_request, not_found
from service.api.reading_documents import ReadingAnswer, ReadingChange, outlines_svg, reading_json, value_of
from service.api.workdays import settled
from service.readings import Seen, see_board
from service.scanning import loaded
from vision import overlay
from vision.scores import unsure_places

router = APIRouter(tags=["readings"], responses=PROBLEMS)

ReadingId: TypeAlias = Annotated[str, Path(max_length=60, examples=[EXAMPLE_ID])]
Money: TypeAlias = Annotated[int, Query(ge=0, le=MAX_MONEY)]
FILMS: Final = ("gif", "webp")


@router.post("/api/readings", status_code=201, operation_id="readBoard", responses={201: {"model": ReadingAnswer}})
async def read(
    service: TheService,
    language: Lang,
    photo: PhotoFile,
    copy_name: Annotated[
        str | None,
        Form(alias="copy", max_length=40, description="The copy of the game; without it, whichever fits best."),
    ] = None,
    corners: CornersForm = None,
    rules: Annotated[str, Form(max_length=40)] = "print_2019",
    expected: Annotated[
        Json[FactoryDocument] | None,
        Form(description="The factory as it should be, as JSON: it settles doubt and hides nothing clearly seen."),
    ] = None,
    keep: Keep = False,
) -> JSONResponse:
    """Read a board from a photo.

    The reading is forgotten after some hours, and the photo with it unless it is to be kept.
    """
    predicted = None if expected is None else expected.layout()
    points = None if corners is None else corners.points
    data = await photo.read()
    rule_set(rules)
    turns = service.copies.turns(copy_name)
    seen = await service.scans.run(see_board, data, turns, corners=points, expected=predicted, rules=rules)
    if keep:
        seen = replace(seen, kept=await service.keep(data))
    name = service.readings.add(seen, len(data))
    return JSONResponse(reading_json(name, seen, language), 201, {"Location": f"/api/readings/{name}"})


@router.get("/api/readings/{reading}", operation_id="getReading", responses={200: {"model": ReadingAnswer}})
async def get(reading: ReadingId, service: TheService, language: Lang) -> JSONResponse:
    """Tell a reading again."""
    return JSONResponse(reading_json(reading, find(service, reading), language))


@router.patch(
    "/api/readings/{reading}",
    operation_id="correctReading",
    responses={200: {"model": ReadingAnswer}},
    openapi_extra=example_body(
        {
            "corrections": [
                {"place": "floor/top/2", "value": {"kind": "fork", "facing": "east"}},
                {"place": "start/top/centre", "value": "plus"},
            ]
        }
    ),
)
async def correct(reading: ReadingId, change: ReadingChange, service: TheService, language: Lang) -> JSONResponse:
    """Correct a reading, or read its photo anew with corners by hand. The same request twice changes nothing more.

    Corrections are the whole list, so whoever undoes one sends the list without it.
    """
    seen = find(service, reading)
    corrections = seen.corrections
    if change.corrections is not None:
        corrections = tuple((one.place, value_of(one)) for one in change.corrections)
    if change.corners is not None:
        seen = await service.scans.run(seen.at, change.corners.points)
    seen = seen.corrected(corrections)
    service.readings.replace(reading, seen)
    return JSONResponse(reading_json(reading, seen, language))


@router.delete("/api/readings/{reading}", status_code=204, operation_id="forgetReading")
async def forget(reading: ReadingId, service: TheService) -> None:
    """Forget a reading now, and its photo with it unless that was kept."""
    if not service.readings.delete(reading):
        raise _forgotten()


@router.get(
    "/api/readings/{reading}/photo",
    operation_id="getReadingPhoto",
    responses=picture("image/jpeg"),
    response_class=Response,
)
async def photo(reading: ReadingId, service: TheService) -> Response:
    """The photo upright as a JPEG, its long side up to about 3000 pixels, without what else the file tells."""
    data = await service.scans.run(upright, find(service, reading).photo)
    return Response(data, media_type="image/jpeg")


@router.get(
    "/api/readings/{reading}/overlay.svg",
    operation_id="outlineReading",
    responses=picture("image/svg+xml"),
    response_class=Response,
)
async def outline(reading: ReadingId, service: TheService, language: Lang) -> Response:
    """What was read as a transparent picture to lay over the photo, each place with its name in `data-place`."""
    seen = find(service, reading)
    return Response(outlines_svg(reading_json(reading, seen, language), language), media_type="image/svg+xml")


@router.get(
    "/api/readings/{reading}/overlay.{suffix}",
    operation_id="drawReading",
    responses=picture("image/png", "image/jpeg", "image/webp", "image/gif"),
    response_class=Response,
)
async def draw(
    reading: ReadingId,
    suffix: Literal["png", "jpg", "webp", "gif"],
    service: TheService,
    language: Lang,
    show: Annotated[
        Literal["reading", "workday", "film", "score"],
        Query(description="What was read; its next workday, still or as a film (gif, webp); what earned points."),
    ] = "reading",
    decision: Annotated[
        list[Annotated[str, Field(max_length=300, pattern="^[^=]+=[^=]+$")]],
        Query(
            max_length=100,
            description="Of the workday, each as CHOICE=TAKE; what is left open takes its first option.",
            examples=[[f"{EXAMPLE_CHOICE}=ahead"]],
        ),
    ] = [],  # noqa: B006 (never changed)
    wallet: Money = 0,
    vault: Money = 0,
) -> Response:
    """Draw on the photo."""
    seen = find(service, reading)
    if (show == "film") != (suffix == "gif") and not (show == "film" and suffix in FILMS):
        raise bad_request(say("a film is a gif or webp, and a gif is a film"), say("Ask for another format."))
    taken = settled(seen.reading.factory, [Decision(*one.split("=")) for one in decision], "first")
    drawn = await service.drawings.run(_drawn, seen, suffix, show, taken, (wallet, vault), language)
    return Response(drawn, media_type="image/jpeg" if suffix == "jpg" else f"image/{suffix}")


def find(service: Service, reading: str) -> Seen:
    """The reading of that id. Raises a 404."""
    seen = service.readings.get(reading)
    if seen is None:
        raise _forgotten()
    return seen


def _forgotten() -> ServiceError:
    return not_found(say("there is no such reading; perhaps it was forgotten"), say("Send the photo again."))


def _drawn(
    seen: Seen, suffix: str, show: str, decisions: list[Decision], money: tuple[int, int], language: Language
) -> bytes:
    reading, photo = seen.reading, loaded(seen.photo)
    match show:
        case "workday" | "film":
            workday = run_workday(reading.factory, decisions)
            if show == "film":
                film = overlay.film_of(photo, reading, seen.copy, workday, language=language)
                return overlay.encoded_film(film, f".{suffix}")
            drawn = overlay.draw_workday(photo, reading, seen.copy, workday, language=language)
        case "score":
            final = replace(score(reading.factory.with_money(*money)), unsure=unsure_places(reading))
            drawn = overlay.draw_score(photo, reading, seen.copy, final, language=language)
        case _:
            drawn = overlay.draw_reading(photo, reading, seen.copy, language=language)
    return overlay.encoded(drawn, f".{suffix}")
