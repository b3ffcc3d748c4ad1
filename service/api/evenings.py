"""Evenings: several games in one event, with standings for a café."""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from mechanica_core.document import Object
from mechanica_core.game import final_standings, write_record
from mechanica_core.messages import Language, say
from service.api.dependencies import Lang, Service, TheService
from service.api.documents import picture
from service.api.game_documents import Links
from service.api.games import qr_code
from service.api.keeping import AnEvening, HostedEvening, no_such_game, only_watching
from service.api.problems import PROBLEMS, conflict, not_found
from service.keeper import Keeper, standings_of
from service.store import EveningGame, Role, StoredEvening
from service.tables import Table
from service.tables.entries import MAX_TITLE, Title
from service.tables.evening import standings_csv
from service.tables.telling import headline

router = APIRouter(tags=["evenings"], responses=PROBLEMS)

MOST_GAMES: Final = 100
"""So many games an evening may have."""
_CSV: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
_ZIP: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}
}
Number = Annotated[int, Path(ge=1, le=2**31, description="The number of the game in this evening.")]


class NewEvening(Object):
    """An evening that begins."""

    name: Annotated[Title, Field(min_length=1, examples=["Friday at the café"])]


class AddedGame(Object):
    """A game that joins an evening."""

    game: Annotated[
        str,
        Field(
            max_length=64,
            description="A link of the game. By the players' link the host can pass that on too, by the one for "
            "watching only look.",
            examples=["D2kIHc41yqvbzNUhe0bgtQ"],
        ),
    ]


class EveningLinks(BaseModel):
    """The ids that open the evening."""

    hosting: Annotated[str | None, Field(description="Lets change it; null to those who watch.")]
    watching: str


class EveningGameDocument(BaseModel):
    """A game of an evening as it stands."""

    number: int
    title: Annotated[str, Field(max_length=MAX_TITLE)]
    links: Links
    players: list[str]
    day: int
    over: bool
    version: int
    headline: str
    totals: Annotated[list[int], Field(description="Scores as the game stands, in the order of players.")]


class PlayerStanding(BaseModel):
    """How a player stands, over all finished games."""

    rank: int
    name: str
    games: int
    average_placing: Annotated[float, Field(description="Decides first: the lower, the better.")]
    average_score: Annotated[float, Field(description="Decides between equal placings: the higher, the better.")]
    placings: list[int]
    scores: list[int]


class Evening(BaseModel):
    """An evening as it stands: players by average placing in finished games, then by average score."""

    name: str
    created: str
    hosts: bool
    links: EveningLinks
    games: list[EveningGameDocument]
    standings: list[PlayerStanding]


@router.post("/api/evenings", operation_id="createEvening", status_code=201)
async def create_evening(service: TheService, asked: NewEvening, language: Lang) -> Evening:
    """Begin an evening; its links are in the answer."""
    made = await run_in_threadpool(service.keeper.evenings.create, asked.name)
    return await run_in_threadpool(_evening, service.keeper, made, language)


@router.get("/api/evenings/{link}", operation_id="getEvening")
async def get_evening(service: TheService, evening: AnEvening, language: Lang) -> Evening:
    """Tell how an evening stands, game by game and player by player."""
    return await run_in_threadpool(_evening, service.keeper, evening, language)


@router.delete("/api/evenings/{link}", operation_id="deleteEvening", status_code=204)
async def delete_evening(service: TheService, evening: HostedEvening) -> None:
    """Delete an evening for good. Its games stay: delete each by its own link."""
    await run_in_threadpool(service.keeper.evenings.delete, evening.id)


@router.post("/api/evenings/{link}/games", operation_id="addGame", status_code=201)
async def add_game(service: TheService, evening: HostedEvening, asked: AddedGame, language: Lang) -> Evening:
    """Add a game to an evening; one that is there already stays as it is."""
    return await run_in_threadpool(_added, service, evening, asked.game, language)


def _added(service: Service, evening: StoredEvening, link: str, language: Language) -> Evening:
    keeper = service.keeper
    game = keeper.games.find(link)
    if game is None:
        raise no_such_game()
    if len(keeper.evenings.games(evening.id)) >= MOST_GAMES:
        raise conflict(
            "evening_full", say("an evening has at most {most} games", most=MOST_GAMES), say("Begin another evening.")
        )
    keeper.evenings.add(evening.id, game.id, by_players=game.role is Role.PLAYERS)
    return _evening(keeper, evening, language)


@router.get(
    "/api/evenings/{link}/qr",
    operation_id="getEveningQrCode",
    response_class=Response,
    responses=picture("image/svg+xml"),
)
async def get_evening_qr_code(
    request: Request,
    evening: AnEvening,
    of: Annotated[Literal["hosting", "watching"], Query(description="Whose link; only hosts see theirs.")] = "watching",
) -> Response:
    """A link as a QR code: the page of this service with the evening open."""
    if of == "hosting" and not evening.hosts:
        raise only_watching()
    link = evening.hosting_link if of == "hosting" else evening.watching_link
    return Response(qr_code(f"{request.base_url}#/evenings/{link}"), media_type="image/svg+xml")


@router.delete("/api/evenings/{link}/games/{number}", operation_id="removeGame")
async def remove_game(service: TheService, evening: HostedEvening, number: Number, language: Lang) -> Evening:
    """Take a game out of an evening; the game itself stays."""
    if not await run_in_threadpool(service.keeper.evenings.remove, evening.id, number):
        raise not_found(say("the evening has no game number {number}", number=number))
    return await run_in_threadpool(_evening, service.keeper, evening, language)


@router.get("/api/evenings/{link}/standings", operation_id="getStandings", response_class=Response, responses=_CSV)
async def get_standings(service: TheService, evening: AnEvening, language: Lang) -> Response:
    """The standings for a spreadsheet (CSV)."""
    text = await run_in_threadpool(_csv, service.keeper, evening, language)
    return _file(text.encode("utf-8-sig"), "text/csv; charset=utf-8", "standings.csv")


@router.get("/api/evenings/{link}/archive", operation_id="getArchive", response_class=Response, responses=_ZIP)
async def get_archive(service: TheService, evening: AnEvening, language: Lang) -> Response:
    """All of an evening in a file: the standings, and each game as a record and as a document to import (ZIP)."""
    return _file(await run_in_threadpool(_archive, service.keeper, evening, language), "application/zip", "evening.zip")


def _file(content: bytes, media_type: str, name: str) -> Response:
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _evening(keeper: Keeper, evening: StoredEvening, language: Language) -> Evening:
    games = keeper.evening(evening)
    return Evening(
        name=evening.name,
        created=evening.created,
        hosts=evening.hosts,
        links=EveningLinks(hosting=evening.hosting_link if evening.hosts else None, watching=evening.watching_link),
        games=[_game(evening, entry, table, language) for entry, table in games],
        standings=[
            PlayerStanding(
                rank=player.rank,
                name=player.name,
                games=len(player.placings),
                average_placing=float(player.average_placing),
                average_score=float(player.average_score),
                placings=list(player.placings),
                scores=list(player.scores),
            )
            for player in standings_of([table for _, table in games])
        ],
    )


def _game(evening: StoredEvening, entry: EveningGame, table: Table, language: Language) -> EveningGameDocument:
    stored, game = entry.game, table.game
    totals = {player.name: player.score.total for player in final_standings(game).players}
    return EveningGameDocument(
        number=entry.number,
        title=table.set_up.title,
        links=Links(
            players=stored.players_link if entry.by_players and evening.hosts else None,
            watching=stored.watching_link,
        ),
        players=list(game.players),
        day=game.day,
        over=game.is_over,
        version=table.version,
        headline=headline(table).text(language),
        totals=[totals[name] for name in game.players],
    )


def _csv(keeper: Keeper, evening: StoredEvening, language: Language) -> str:
    return standings_csv(standings_of([table for _, table in keeper.evening(evening)]), language)


def _archive(keeper: Keeper, evening: StoredEvening, language: Language) -> bytes:
    """Files are called by numbers: what players call themselves is no name for a file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("standings.csv", _csv(keeper, evening, language).encode("utf-8-sig"))
        for entry, table in keeper.evening(evening):
            archive.writestr(f"game_{entry.number}.txt", write_record(table.record()))
            document = table.document().model_dump_json(by_alias=True, indent=1)
            archive.writestr(f"game_{entry.number}.json", document)
    return packed.getvalue()
