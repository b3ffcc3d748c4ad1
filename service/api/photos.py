"""Photos that somebody asked to keep: listed, shown, deleted."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from mechanica_core.messages import say
from service.api.dependencies import TheService
from service.api.documents import EXAMPLE_ID, picture
from service.api.problems import PROBLEMS, ServiceError, not_found
from service.scanning import loaded
from vision.overlay import encoded

router = APIRouter(tags=["photos"], responses=PROBLEMS)

PhotoId: TypeAlias = Annotated[str, Path(max_length=60, examples=[EXAMPLE_ID])]


class PhotoDocument(BaseModel):
    """A kept photo."""

    id: Annotated[str, Field(examples=[EXAMPLE_ID])]
    kept: Annotated[str, Field(description="When, in UTC.", examples=["2026-05-01T18:30:00+00:00"])]
    media_type: Annotated[str, Field(examples=["image/jpeg"])]
    size: Annotated[int, Field(description="In bytes.")]


class PhotosAnswer(BaseModel):
    """All kept photos, the newest first."""

    photos: list[PhotoDocument]


@router.get("/api/photos", operation_id="listPhotos")
async def every(service: TheService) -> PhotosAnswer:
    """List the photos that somebody asked to keep; others are not stored."""
    kept = await run_in_threadpool(service.photos.every)
    return PhotosAnswer(
        photos=[PhotoDocument(id=one.id, kept=one.kept, media_type=one.media_type, size=one.size) for one in kept]
    )


@router.get(
    "/api/photos/{photo}",
    operation_id="getPhoto",
    responses=picture("image/jpeg", "image/png", "image/webp", "image/heic"),
    response_class=Response,
)
async def get(photo: PhotoId, service: TheService) -> Response:
    """A kept photo as it was sent."""
    found = await run_in_threadpool(service.photos.content, photo)
    if found is None:
        raise _gone()
    content, media_type = found
    return Response(content, media_type=media_type)


@router.delete("/api/photos/{photo}", status_code=204, operation_id="deletePhoto")
async def delete(photo: PhotoId, service: TheService) -> None:
    """Delete a kept photo for good."""
    if not await run_in_threadpool(service.photos.delete, photo):
        raise _gone()


def upright(data: bytes) -> bytes:
    """A photo for people to look at: upright, as a JPEG, without what else the file tells."""
    return encoded(loaded(data).pixels, ".jpg")


def _gone() -> ServiceError:
    return not_found(say("there is no such photo; perhaps it was deleted"))
