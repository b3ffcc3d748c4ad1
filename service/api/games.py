"""Games at a physical table: begun, followed entry by entry, looked back on, taken elsewhere and deleted."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import segno
from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse

from mechanica_core.factory import Factory
from mechanica_core.game import read_record, write_action, write_record
from mechanica_core.game.game_document import GameDocument
from mechanica_core.messages import say
from service.api import coins, readings
from service.api.dependencies import Lang, Service, TheService
from service.api.documents import example_body
from service.api.game_documents import (
    EXAMPLE_POSITION,
    Actions,
    Comparison,
    CorrectedGame,
    GameState,
    History,
    ImportedGame,
    NewGame,
    Observed,
    ObservedBoard,
    ToUndo,
    comparison_of,
    history_of,
    state_of,
)
from service.api.keeping import AGame, PlayersGame, PlayersLink, no_such_game, only_watching
from service.api.problems import PROBLEMS, ServiceError, bad_request, conflict, not_found
from service.comparing import photo_differences
from service.keeper import Kept
from service.readings import Seen
from service.store import KeyReused, Role, VersionConflict
from service.tables import (
    Board,
    Do,
    Entry,
    FullTable,
    NothingToUndo,
    Observation,
    Position,
    SetUp,
    TableDocument,
    Undo,
    document_of,
    set_up_game,
)
from vision.copies import DEMO
from vision.reader import components_of

router = APIRouter(tags=["games"], responses=PROBLEMS)

MOST_HISTORY: Final = 200
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern="^[!-~]{1,64}$",
        description="Chosen anew by the caller for each entry. If the answer is lost, the same request with the same "
        "key is answered with the state and not written twice.",
    ),
]
_TEXT: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
_SVG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}


# -- beginning and ending -----------------------------------------------------------------------------------------


@router.post("/api/games", operation_id="createGame", status_code=201)
async def create_game(service: TheService, asked: NewGame, language: Lang) -> GameState:
    """Begin a game at a table; its links are in the answer."""
    kept = await run_in_threadpool(_created, service, asked)
    return await run_in_threadpool(state_of, kept, language)


def _created(service: Service, asked: NewGame) -> Kept:
    components = asked.components
    if components is None:
        components = DEMO if asked.copy_name is None else components_of(service.copies.turns(asked.copy_name)[0][0])
    start = set_up_game(asked.players, asked.rules, components, asked.difficulty, asked.follow)
    return service.keeper.create(SetUp(title=asked.title, follow=asked.follow, copy_name=asked.copy_name, start=start))


@router.post(
    "/api/games/import",
    operation_id="importGame",
    status_code=201,
    openapi_extra=example_body({"position": EXAMPLE_POSITION, "follow": "turns"}),
)
async def import_game(service: TheService, asked: ImportedGame, language: Lang) -> GameState:
    """Go on with a game from elsewhere: one exported here, a record, or a game as it stands."""
    kept = await service.work.run(_imported, service, asked)
    return await run_in_threadpool(state_of, kept, language)


def _imported(service: Service, asked: ImportedGame) -> Kept:
    entries: list[Entry] = []
    match asked:
        case ImportedGame(journal=TableDocument() as journal, record=None, position=None):
            set_up = SetUp(title=journal.title, follow=journal.follow, copy_name=journal.copy_name, start=journal.start)
            entries += journal.entries
        case ImportedGame(journal=None, record=str(text), position=None):
            record = read_record(text)
            start = document_of(record.start)
            set_up = SetUp(title=asked.title, copy_name=asked.copy_name, start=start)
            entries += [Do(actions=[write_action(action)]) for action in record.actions]
        case ImportedGame(journal=None, record=None, position=GameDocument() as start):
            set_up = SetUp(title=asked.title, follow=asked.follow, copy_name=asked.copy_name, start=start)
        case _:
            raise bad_request(say("wanted is a journal, a record or a position"), say("Send one of them."))
    return service.keeper.create(set_up, entries)


@router.get("/api/games/{link}", operation_id="getGame")
async def get_game(
    game: AGame,
    language: Lang,
    version: Annotated[int | None, Query(ge=0, description="How it stood at an earlier version.")] = None,
) -> GameState:
    """Tell how a game stands, and what can be done now."""
    if version is not None and version > game.table.version:
        raise not_found(say("the game has no version {version} yet", version=version))
    return await run_in_threadpool(state_of, game, language, version)


@router.delete("/api/games/{link}", operation_id="deleteGame", status_code=204)
async def delete_game(service: TheService, game: PlayersLink) -> None:
    """Delete a game for good: nothing of it stays in the database."""
    await run_in_threadpool(service.keeper.delete, game)
    service.changes.tell(game.id)


# -- entries ------------------------------------------------------------------------------------------------------


@router.post("/api/games/{link}/actions", operation_id="doActions")
async def do_actions(
    service: TheService, game: PlayersGame, asked: Actions, language: Lang, key: Key = None
) -> GameState:
    """Tell what was done: decisions, a run, purchases, a draw, the chip. One entry, all of it or nothing."""
    return await _write(service, game, asked.version, Do(actions=asked.actions), key, language)


@router.post("/api/games/{link}/boards", operation_id="tellBoard")
async def tell_board(
    service: TheService, game: PlayersGame, asked: ObservedBoard, language: Lang, key: Key = None
) -> GameState:
    """Tell what really lies on a player's board: it counts from now on, and what differs is named."""
    observation, _ = await run_in_threadpool(_observed, service, game, asked)
    counted = asked.wallet is not None and asked.vault is not None
    entry = Board.model_validate({"player": asked.player, "factory": observation.found.to_json(), "counted": counted})
    return await _write(service, game, asked.version, entry, key, language)


@router.post(
    "/api/games/{link}/position",
    operation_id="correctGame",
    openapi_extra=example_body({"version": 4, "position": EXAMPLE_POSITION | {"day": 2}}),
)
async def correct_game(
    service: TheService, game: PlayersGame, asked: CorrectedGame, language: Lang, key: Key = None
) -> GameState:
    """Correct anything about the game: shop, stacks, blueprints, day, turn, ARMAND-0, all boards."""
    return await _write(service, game, asked.version, Position(position=asked.position), key, language)


@router.post("/api/games/{link}/undo", operation_id="undoEntry")
async def undo_entry(
    service: TheService, game: PlayersGame, asked: ToUndo, language: Lang, key: Key = None
) -> GameState:
    """Take the last entry back that still counts; again and again down to the beginning."""
    return await _write(service, game, asked.version, Undo(), key, language)


async def _write(
    service: Service, game: Kept, version: int, entry: Entry, key: str | None, language: Lang
) -> GameState:
    try:
        written = await run_in_threadpool(service.keeper.write, game, version, entry, key)
    except VersionConflict as error:
        raise conflict(
            "version_conflict",
            say("the game has moved on to version {version}", version=error.version),
            say("Look at how it stands now, then do it again if it is still right."),
            error.version,
        ) from None
    except KeyReused:
        raise ServiceError(
            422,
            "key_reused",
            say("this idempotency key came with another entry before"),
            say("Choose a new key for each entry."),
        ) from None
    except NothingToUndo as error:
        raise conflict("nothing_to_undo", error.message, say("Go on with the game.")) from None
    except FullTable as error:
        raise conflict("game_too_long", error.message, say("Export the game as it stands and import that.")) from None
    if written:
        service.changes.tell(game.stored.id)
    kept = await run_in_threadpool(service.keeper.open, game.stored.players_link)
    if kept is None:
        raise no_such_game()
    return await run_in_threadpool(state_of, kept, language)


def _observed(service: Service, game: Kept, asked: Observed) -> tuple[Observation, Seen | None]:
    """What lies on a board as it was told, or read in a photo. Raises 404 for a forgotten reading, and as boards do."""
    expected = game.table.expected(asked.player - 1)
    seen = None
    if asked.factory is not None and asked.reading is None:
        layout = asked.factory.layout()
        money = {"wallet": layout.wallet, "vault": layout.vault}
    elif asked.reading is not None and asked.factory is None:
        # A photo shows neither money nor by which rules and with which numbers the game is played.
        seen = readings.find(service, asked.reading)
        layout = replace(seen.reading.layout, rules=expected.rules, components=expected.components)
        money = {"wallet": expected.wallet, "vault": expected.vault}
    else:
        raise bad_request(say("wanted is a factory or a reading"), say("Send one of them, not both."))
    for pot, told in (("wallet", asked.wallet), ("vault", asked.vault)):
        if told is not None:
            money[pot] = told if isinstance(told, int) else coins.find(service, told.coins).reading.total
    found = Factory.from_layout(layout, forgive=["does_not_fit"]).with_money(**money)
    return game.table.observe(asked.player - 1, found), seen


@router.post("/api/games/{link}/comparisons", operation_id="compareBoard")
async def compare_board(service: TheService, game: PlayersGame, asked: Observed, language: Lang) -> Comparison:
    """Compare what lies on a board with what should; nothing is written. Tell the board if the table is right."""
    observation, seen = await run_in_threadpool(_observed, service, game, asked)
    if seen is None:
        differences = await run_in_threadpool(lambda: observation.differences)
    else:
        differences = await service.scans.run(photo_differences, seen, observation)
    return comparison_of(observation, differences, language)


# -- looking back, and taking away --------------------------------------------------------------------------------


@router.get("/api/games/{link}/history", operation_id="getHistory")
async def get_history(
    service: TheService,
    game: AGame,
    language: Lang,
    before: Annotated[int | None, Query(ge=1, description="Only entries of lower versions.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_HISTORY)] = 50,
) -> History:
    """List the entries of a game, the newest first, also those that were taken back."""
    return await run_in_threadpool(_history, service, game, before, limit, language)


def _history(service: Service, game: Kept, before: int | None, limit: int, language: Lang) -> History:
    last = game.table.version if before is None else min(before - 1, game.table.version)
    first = max(1, last - limit + 1)
    journal = service.keeper.games.journal(game.stored.id, after=first - 1)
    created = {entry.version: entry.created for entry in journal}
    versions = range(first, last + 1) if all(version in created for version in range(first, last + 1)) else range(0)
    return History(entries=history_of(game.table, created, versions, language), more=first > 1)


@router.get("/api/games/{link}/journal", operation_id="exportGame", response_model_by_alias=True)
async def export_game(game: AGame) -> TableDocument:
    """The whole game as a document to import elsewhere, without what was taken back."""
    return await run_in_threadpool(game.table.document)


@router.get("/api/games/{link}/record", operation_id="getRecord", response_class=PlainTextResponse, responses=_TEXT)
async def get_record(game: AGame) -> Response:
    """The game as text that replays: from where it can be told by actions alone, so since a board was last told."""
    text = await run_in_threadpool(lambda: write_record(game.table.record()))
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="mechanica_game.txt"'})


@router.get("/api/games/{link}/qr", operation_id="getQrCode", response_class=Response, responses=_SVG)
async def get_qr_code(
    request: Request,
    game: AGame,
    of: Annotated[Literal["players", "watching"], Query(description="Whose link; only players see theirs.")] = (
        "watching"
    ),
) -> Response:
    """A link as a QR code: the page of this service with the game open."""
    stored = game.stored
    if of == "players" and stored.role is not Role.PLAYERS:
        raise only_watching()
    link = stored.players_link if of == "players" else stored.watching_link
    return Response(qr_code(f"{request.base_url}#/games/{link}"), media_type="image/svg+xml")


def qr_code(text: str) -> bytes:
    """A text as a QR code, dark on white with its quiet zone."""
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", scale=8, border=4, light="white")
    return drawn.getvalue()
