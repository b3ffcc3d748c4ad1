"""Final scores, from factories or from photos."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from mechanica_core.factory import Factory
from mechanica_core.messages import Language, say
from mechanica_core.scoring import Score, Unsure, score, standings
from mechanica_core.wording import place_words
from service.api import coins, readings
from service.api.dependencies import Lang, Service, TheService
from service.api.documents import (
    EXAMPLE_FACTORY,
    EXAMPLE_ID,
    AFactory,
    Asked,
    AssumptionDocument,
    Money,
    Name,
    assumed_json,
    example_body,
)
from service.api.problems import PROBLEMS, bad_request
from service.winners import who_won
from vision.scores import unsure_coins, unsure_places

router = APIRouter(tags=["scores"], responses=PROBLEMS)


class Counted(Asked):
    """Coins that were counted in a photo."""

    coins: Annotated[str, Field(max_length=60, examples=[EXAMPLE_ID])]


Pot: TypeAlias = Annotated[
    Money | Counted | None,
    Field(description="A number, or coins counted in a photo; without it the factory's own counts.", examples=[12]),
]


class ScoredBoard(Asked):
    """A player's board at the end: a factory or a reading, not both."""

    name: Name
    factory: AFactory | None = None
    reading: Annotated[str | None, Field(max_length=60, description="The id of a reading.")] = None
    wallet: Pot = None
    vault: Pot = None


class ScoresRequest(Asked):
    """Everybody's board."""

    players: Annotated[list[ScoredBoard], Field(min_length=1, max_length=8)]


class PartDocument(BaseModel):
    """What one improvement counts."""

    place: Annotated[str, Field(examples=["floor/middle/2"])]
    kind: Annotated[str, Field(examples=["gift_wrapper"])]
    value: int
    words: Annotated[str, Field(examples=["Gift Wrapper (middle 2)"])]


class UnsureDocument(BaseModel):
    """A part of a score that was seen with doubt: a place or a pot, and what it may count."""

    where: Annotated[str, Field(examples=["floor/middle/2"])]
    least: int
    most: int


class PlayerScore(BaseModel):
    """How a player came off."""

    name: str
    rank: Annotated[int, Field(description="From 1; equal scores share it.")]
    total: int
    least: Annotated[int, Field(description="The lowest total that doubts leave room for, exactly.")]
    most: int
    wallet: int
    vault: int
    improvements: list[PartDocument]
    assumed: list[AssumptionDocument]
    unsure: list[UnsureDocument]


class ScoresAnswer(BaseModel):
    """All scores, the best first."""

    players: list[PlayerScore]
    winners: list[str]
    certain: Annotated[bool, Field(description="Whether no doubt can change who wins.")]
    words: Annotated[str, Field(examples=["Ann wins"])]


@router.post(
    "/api/scores",
    operation_id="scoreBoards",
    responses={200: {"model": ScoresAnswer}},
    openapi_extra=example_body(
        {
            "players": [
                {"name": "Ann", "factory": EXAMPLE_FACTORY, "wallet": 12, "vault": 9},
                {"name": "Ben", "factory": EXAMPLE_FACTORY},
            ]
        }
    ),
)
async def scores(asked: ScoresRequest, service: TheService, language: Lang) -> JSONResponse:
    """Add up final scores: wallet, vault and the end value of each improvement. Equal scores share the win."""
    boards = {player.name: _board(player, service) for player in asked.players}
    if len(boards) < len(asked.players):
        raise bad_request(say("two players have the same name"), say("Give each player a name of their own."))
    result = standings({name: final for name, (_, final) in boards.items()})
    return JSONResponse(
        {
            "players": [
                {"name": player.name, "rank": player.rank} | _score_json(*boards[player.name], language)
                for player in result.players
            ],
            "winners": list(result.winners),
            "certain": result.certain,
            "words": who_won(result).text(language),
        }
    )


def _board(player: ScoredBoard, service: Service) -> tuple[Factory, Score]:
    unsure: list[Unsure] = []
    if player.factory is not None and player.reading is None:
        factory = Factory.from_layout(player.factory.layout())
    elif player.reading is not None and player.factory is None:
        seen = readings.find(service, player.reading)
        factory, unsure = seen.reading.factory, [*unsure_places(seen.reading)]
    else:
        raise bad_request(
            say("{name}: wanted is a factory or a reading", name=player.name), say("Send one of them, not both.")
        )
    money = {"wallet": factory.wallet, "vault": factory.vault}
    for pot, told in (("wallet", player.wallet), ("vault", player.vault)):
        if isinstance(told, Counted):
            counted = coins.find(service, told.coins).reading
            money[pot] = counted.total
            unsure += unsure_coins(pot, counted)
        elif told is not None:
            money[pot] = told
    factory = factory.with_money(**money)
    return factory, replace(score(factory), unsure=tuple(unsure))


def _score_json(factory: Factory, final: Score, language: Language) -> dict[str, Any]:
    told = final.as_json()
    for part in told["improvements"]:
        part["words"] = place_words(factory.machinery, part["place"]).text(language)
    return told | {"assumed": assumed_json(final.assumed)}
