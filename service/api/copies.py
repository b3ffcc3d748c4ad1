"""Copies of the game: taught step by step, listed, exported, imported, deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeAlias, TypeVar

from fastapi import APIRouter, File, Form, Path, Response, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, JSONResponse
from pydantic import BaseModel, Field, Json

from mechanica_core.editions import MAX_COLUMNS
from mechanica_core.editions.files import MAX_FILE_BYTES, read_component_set
from mechanica_core.messages import Language, say
from service.api.dependencies import Lang, Service, TheService
from service.api.documents import EXAMPLE_ID, XY, Asked, CornersDocument, CornersForm, PhotoFile, example_body, picture
from service.api.problems import PROBLEMS, ServiceError, conflict, not_found
from service.teaching import PIECES, Draft
from vision import Copy, CopyError, load_copy
from vision.copies import DEMO, check_name, piece_name
from vision.overlay import encoded

P = ParamSpec("P")
T = TypeVar("T")

router = APIRouter(tags=["copies"], responses=PROBLEMS)

DRAFT_BYTES: Final = 4_000_000
"""What a draft takes in memory, about."""
CopyName: TypeAlias = Annotated[str, Path(max_length=40, examples=["mine"])]
DraftId: TypeAlias = Annotated[str, Path(max_length=60, examples=[EXAMPLE_ID])]
PieceName: TypeAlias = Literal[
    "upgrader",
    "downgrader",
    "duplicator",
    "duplicator_flipped",
    "repurposer",
    "gift_wrapper",
    "static_charger",
    "flight_tester",
    "fork",
    "advanced_fabricator",
    "overactive_fabricator",
    "big_truck",
    "huge_truck",
]
"""As :data:`service.teaching.PIECES`; a test compares them."""
Replace: TypeAlias = Annotated[bool, Form(description="Whether a copy of that name may be replaced; else 409.")]


class CopyDocument(BaseModel):
    """A copy of the game that photos are read with."""

    name: Annotated[str, Field(examples=["mine"])]
    built_in: Annotated[bool, Field(description="Whether it comes with the program, and stays.")]
    broken: Annotated[str | None, Field(description="What is wrong with its file, if anything is; then delete it.")]
    columns: int | None
    pieces: Annotated[list[str], Field(description="What it was taught.", examples=[["upgrader", "fork"]])]
    missing: Annotated[list[str], Field(description="What it was not taught, and so is read as unknown.")]
    numbers_told: Annotated[bool, Field(description="Whether its owner told what is printed on the pieces.")]


class CopiesAnswer(BaseModel):
    """All copies; without a name photos are read with whichever fits best."""

    copies: list[CopyDocument]


@router.get("/api/copies", operation_id="listCopies", responses={200: {"model": CopiesAnswer}})
async def every(service: TheService, language: Lang) -> JSONResponse:
    """List the copies that the service knows."""
    known = await run_in_threadpool(service.copies.every)
    return JSONResponse({"copies": [_copy_json(name, copy, language) for name, copy in known.items()]})


@router.get("/api/copies/{name}", operation_id="getCopy", responses={200: {"model": CopyDocument}})
async def get(name: CopyName, service: TheService, language: Lang) -> JSONResponse:
    """Tell what a copy was taught."""
    return JSONResponse(_copy_json(name, await _find(service, name), language))


@router.get(
    "/api/copies/{name}/board.jpg",
    operation_id="drawCopy",
    responses=picture("image/jpeg"),
    response_class=Response,
)
async def board(name: CopyName, service: TheService) -> Response:
    """The empty board as it was taught."""
    copy = await _find(service, name)
    if isinstance(copy, CopyError):
        raise copy
    return Response(encoded(copy.board, ".jpg"), media_type="image/jpeg")


@router.get(
    "/api/copies/{name}/file",
    operation_id="exportCopy",
    responses=picture("application/zip"),
    response_class=FileResponse,
)
async def export(name: CopyName, service: TheService) -> FileResponse:
    """A copy as a file, to import it elsewhere."""
    _refuse_built_in(name)
    await _find(service, name)
    return FileResponse(service.copies.shelf.file_of(name), media_type="application/zip", filename=f"{name}.zip")


@router.post("/api/copies", status_code=201, operation_id="importCopy", responses={201: {"model": CopyDocument}})
async def import_copy(
    service: TheService,
    language: Lang,
    file: Annotated[UploadFile, File(description="A copy that was exported, at most 32 MB. Its name is ignored.")],
    name: Annotated[str | None, Form(max_length=40, description="What to call it here.")] = None,
    overwrite: Replace = False,
) -> JSONResponse:
    """Take on a copy that was exported elsewhere."""
    copy = await service.scans.run(load_copy, await file.read())
    if name is not None:
        check_name(name)
        copy = replace(copy, name=name)
    return await _kept(service, copy, language, overwrite=overwrite)


@router.delete("/api/copies/{name}", status_code=204, operation_id="deleteCopy")
async def delete(name: CopyName, service: TheService) -> None:
    """Delete a copy for good; readings that are remembered keep it until they are forgotten."""
    _refuse_built_in(name)
    await _find(service, name)
    await run_in_threadpool(service.copies.shelf.delete, name)


# -- teaching ------------------------------------------------------------------------------------------------------


class DraftRequest(Asked):
    """A copy that is to be taught."""

    name: Annotated[str, Field(max_length=40, examples=["mine"])]
    columns: Annotated[
        int | None, Field(ge=1, le=MAX_COLUMNS, description="Of the floor; counted on the photo without it.")
    ] = None
    components: Annotated[
        str | None,
        Field(max_length=MAX_FILE_BYTES, description="What is printed on the pieces: the text of a component file."),
    ] = None


class DraftAnswer(BaseModel):
    """What was taught until now; photos may come in any order, and again."""

    id: Annotated[str, Field(examples=[EXAMPLE_ID])]
    name: str
    board: Annotated[bool, Field(description="Whether the empty board was seen.")]
    columns: int | None
    board_corners: Annotated[
        list[XY] | None,
        Field(description="Of the board in its photo, NW NE SE SW: look whether they are right."),
    ]
    pieces: Annotated[dict[str, int], Field(description="Pieces seen, with the number of their photos.")]
    missing: Annotated[list[str], Field(description="Pieces not yet seen; they may stay away.")]
    seen_corners: Annotated[list[XY] | None, Field(description="Of the piece in the photo that was just sent.")]
    ready: Annotated[bool, Field(description="Whether it can be finished.")]


@router.post(
    "/api/drafts",
    status_code=201,
    operation_id="beginTeaching",
    responses={201: {"model": DraftAnswer}},
    openapi_extra=example_body({"name": "mine"}),
)
async def begin(asked: DraftRequest, service: TheService) -> JSONResponse:
    """Begin to teach a copy: then send its empty board, its pieces one by one, and finish it."""
    check_name(asked.name)
    if asked.components is not None:
        read_component_set(asked.components, asked.name, "components")
    draft = Draft(asked.name, asked.columns, asked.components)
    name = service.drafts.add(draft, DRAFT_BYTES)
    return JSONResponse(_draft_json(name, draft), 201, {"Location": f"/api/drafts/{name}"})


@router.get("/api/drafts/{draft}", operation_id="getDraft", responses={200: {"model": DraftAnswer}})
async def look(draft: DraftId, service: TheService) -> JSONResponse:
    """Tell what was taught until now."""
    return JSONResponse(_draft_json(draft, _draft(service, draft)))


@router.put("/api/drafts/{draft}/board", operation_id="teachBoard", responses={200: {"model": DraftAnswer}})
async def teach_board(
    draft: DraftId,
    service: TheService,
    photo: PhotoFile,
    corners: CornersForm = None,
    grid: Annotated[
        Json[CornersDocument] | None, Form(description="Corners of the grid of slots by hand, as JSON.")
    ] = None,
) -> JSONResponse:
    """Teach the empty board: alone, from above, Start Zone to the left. It is judged at once."""
    return await _taught(
        service,
        draft,
        lambda known, data: known.with_board(
            data, None if corners is None else corners.points, None if grid is None else grid.points
        ),
        await photo.read(),
    )


@router.put("/api/drafts/{draft}/pieces/{piece}", operation_id="teachPiece", responses={200: {"model": DraftAnswer}})
async def teach_piece(
    draft: DraftId,
    piece: PieceName,
    service: TheService,
    photo: PhotoFile,
    more: Annotated[bool, Form(description="One more photo of it, beside those it has.")] = False,
) -> JSONResponse:
    """Teach a piece: alone, facing east, from about above. It is judged at once, and told apart from the others."""
    return await _taught(
        service, draft, lambda known, data: known.with_piece(piece, data, more=more), await photo.read(), piece
    )


@router.delete(
    "/api/drafts/{draft}/pieces/{piece}", operation_id="unteachPiece", responses={200: {"model": DraftAnswer}}
)
async def unteach_piece(draft: DraftId, piece: PieceName, service: TheService) -> JSONResponse:
    """Take a piece back."""
    known = _draft(service, draft).without_piece(piece)
    service.drafts.replace(draft, known)
    return JSONResponse(_draft_json(draft, known))


class Finish(Asked):
    """How a copy is finished."""

    overwrite: Annotated[bool, Field(description="Whether a copy of that name may be replaced; else 409.")] = False


@router.post(
    "/api/drafts/{draft}/copy",
    status_code=201,
    operation_id="finishTeaching",
    responses={201: {"model": CopyDocument}},
    openapi_extra=example_body({"overwrite": False}),
)
async def finish(draft: DraftId, asked: Finish, service: TheService, language: Lang) -> JSONResponse:
    """Make a copy of what was taught; photos can be read with it from now on."""
    copy = await _judged(service, _draft(service, draft).finished)
    answer = await _kept(service, copy, language, overwrite=asked.overwrite)
    service.drafts.delete(draft)
    return answer


@router.delete("/api/drafts/{draft}", status_code=204, operation_id="forgetDraft")
async def give_up(draft: DraftId, service: TheService) -> None:
    """Forget what was taught."""
    if not service.drafts.delete(draft):
        raise _no_draft()


async def _taught(
    service: Service, name: str, step: Callable[[Draft, bytes], Draft], data: bytes, piece: str | None = None
) -> JSONResponse:
    known = await _judged(service, step, _draft(service, name), data)
    service.drafts.replace(name, known)
    return JSONResponse(_draft_json(name, known, piece))


async def _judged(service: Service, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return await service.scans.run(step, *args, **kwargs)
    except CopyError as error:
        tip = say("Take the photo again, from above and on a plain table, or give the corners by hand.")
        raise ServiceError(422, "not_taught", error.message, tip) from None


def _draft(service: Service, name: str) -> Draft:
    draft = service.drafts.get(name)
    if draft is None:
        raise _no_draft()
    return draft


def _no_draft() -> ServiceError:
    return not_found(say("nothing is being taught there; perhaps it was forgotten"), say("Begin again."))


def _draft_json(name: str, draft: Draft, piece: str | None = None) -> dict[str, Any]:
    board = draft.board
    return {
        "id": name,
        "name": draft.name,
        "board": board is not None,
        "columns": board.columns if board else draft.columns,
        "board_corners": board and board.corners.round(1).tolist(),
        "pieces": {piece: len(photos) for piece, photos in draft.pieces.items()},
        "missing": list(draft.missing),
        "seen_corners": None if piece is None else draft.pieces[piece][-1].corners.round(1).tolist(),
        "ready": board is not None and bool(draft.pieces),
    }


def _refuse_built_in(name: str) -> None:
    if name == DEMO:
        raise conflict(
            "built_in",
            say("the copy {name} is built in, and stays as it is", name=name),
            say("Choose another name."),
        )


async def _find(service: Service, name: str) -> Copy | CopyError:
    known = await run_in_threadpool(service.copies.every)
    if name not in known:
        raise not_found(say("there is no copy of that name"), say("Teach it, or import it."))
    return known[name]


async def _kept(service: Service, copy: Copy, language: Language, *, overwrite: bool) -> JSONResponse:
    _refuse_built_in(copy.name)
    if not overwrite and copy.name in service.copies.shelf.names():
        raise conflict(
            "name_taken",
            say("there is a copy called {name} already", name=copy.name),
            say("Choose another name, or replace it."),
        )
    await run_in_threadpool(service.copies.shelf.keep, copy, overwrite=overwrite)
    location = {"Location": f"/api/copies/{copy.name}"}
    return JSONResponse(_copy_json(copy.name, copy, language), 201, location)


def _copy_json(name: str, copy: Copy | CopyError, language: Language) -> dict[str, Any]:
    if isinstance(copy, CopyError):
        told: dict[str, Any] = {"columns": None, "pieces": [], "missing": [], "numbers_told": False}
        return {"name": name, "built_in": False, "broken": copy.text(language)} | told
    taught = list(dict.fromkeys(piece_name(piece.kind, piece.flipped) for piece in copy.pieces))
    return {
        "name": name,
        "built_in": name == DEMO,
        "broken": None,
        "columns": copy.columns,
        "pieces": taught,
        "missing": [piece for piece in PIECES if piece not in taught],
        "numbers_told": copy.components is not None or name == DEMO,
    }
