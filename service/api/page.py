"""The page for the phone, and what it asks about factories. It is no part of the API: both change together."""

from __future__ import annotations

import gzip
import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from mechanica_core.document import FactoryDocument, layout_document
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.notation import MAX_LENGTH
from service.api import readings
from service.api.dependencies import Lang, TheService
from service.api.problems import not_found
from service.comparing import photo_differences
from service.page.answers import answer, best_day_of, read
from service.page.differences import cards
from service.page.shell import File, python_file, shell
from service.tables import Observation
from vision.comparing import found_in

router = APIRouter(include_in_schema=False)

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


def _send(request: Request, file: File, cache: str) -> Response:
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    body = file.body
    if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = file.compressed
    return Response(body, media_type=file.media_type, headers=headers)


@router.get("/")
def index(request: Request) -> Response:
    """The page."""
    return _send(request, shell().index, ASK_AGAIN)


@router.get("/sw.js")
def worker(request: Request) -> Response:
    """What keeps the page at hand without a connection; at the root, since it can only keep what lies below it."""
    return _send(request, shell().worker, ASK_AGAIN)


@router.get("/page/release")
def release() -> Response:
    """Which release of the page is served, and whether Python for the browser is."""
    told = {"release": shell().release, "python": python_file("pyodide.mjs") is not None}
    return Response(json.dumps(told), media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/page/python/{name}")
def python(request: Request, name: str) -> Response:
    """A file of Python for the browser."""
    found = python_file(name)
    if found is None:
        raise not_found(say("there is nothing at this address"))
    return _send(request, found, "public, max-age=86400")


@router.get("/page/{release}/{name:path}")
def file(request: Request, release: str, name: str) -> Response:
    """A file of the page; only the release that is served has any."""
    known = shell()
    if release != known.release or name not in known.files:
        raise not_found(say("there is nothing at this address"))
    return _send(request, known.files[name], FOR_EVER)


class Line(BaseModel):
    """A factory as a line of notation."""

    text: Annotated[str, Field(max_length=MAX_LENGTH)]


@router.post("/page/line")
def line(factory: FactoryDocument) -> Line:
    """The line of a factory, whether or not its pieces fit."""
    return Line(text=Factory.from_layout(factory.layout(), ("does_not_fit",)).to_text())


@router.post("/page/document")
def document(asked: Line) -> dict[str, Any]:
    """The document of a line, whether or not its pieces fit."""
    return layout_document(Factory.from_text(asked.text, ("does_not_fit",)).layout)


class Compared(BaseModel):
    """A reading of a photo, and what is expected there: both factories as lines of notation."""

    reading: Annotated[str, Field(max_length=60)]
    expected: Annotated[str, Field(max_length=MAX_LENGTH)]
    before: Annotated[str | None, Field(max_length=MAX_LENGTH)] = None
    """The factory before the workday that led to what is expected."""
    sure: bool = True
    """False where the player has taken a turn that nobody told."""


@router.post("/page/differences")
async def differences(service: TheService, lang: Lang, asked: Compared) -> dict[str, Any]:
    """What a photo shows, with the money that is expected; and what is otherwise, card by card."""
    seen = readings.find(service, asked.reading)
    expected, before = read(asked.expected), None if asked.before is None else read(asked.before)
    found = found_in(seen.reading, expected)
    observation = Observation(0, expected, found, before, asked.sure)
    told = await service.scans.run(photo_differences, seen, observation)
    return {"text": found.to_text(), "cards": await run_in_threadpool(cards, expected, found, told, lang)}


@router.post("/page/ask/{question}")
async def ask(
    request: Request, service: TheService, lang: Lang, question: str, asked: Annotated[dict[str, Any], Body()]
) -> Response:
    """Answer what the page asks about a factory."""
    if question == "day" and asked.get("hints"):
        told = await service.search(best_day_of, read(str(asked.get("text"))), asked, lang)
    else:
        told = await run_in_threadpool(answer, question, asked, lang)
    body = json.dumps(told).encode()
    headers = {"Cache-Control": "no-store"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = await run_in_threadpool(gzip.compress, body, 4)
    return Response(body, media_type="application/json", headers=headers)
