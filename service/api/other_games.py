"""The two other factory games: registers of RoboRally and halls of Factory Fun."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from mechanica_core.messages import Language
from mechanica_core.other_games.factory_fun.document import HallDocument, read_document
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from mechanica_core.other_games.factory_fun.report import hall_report
from mechanica_core.other_games.robo_rally.document import Case, CaseDocument, played_document, read_case
from mechanica_core.other_games.robo_rally.picture import situation_svg
from service.api.dependencies import Lang, TheService
from service.api.documents import example_body
from service.api.problems import PROBLEMS

router = APIRouter(tags=["other games"], responses=PROBLEMS)

EXAMPLE_CASE: Final = {
    "board": {"width": 4, "height": 1, "squares": [{"at": [2, 0], "elements": [{"kind": "gear", "turn": "cw"}]}]},
    "robots": [{"id": "A", "at": [0, 0], "facing": "E"}],
    "program": {"A": [{"card": "move2", "priority": 670}]},
    "registers": [1],
}
EXAMPLE_HALL: Final = {
    "format": "factory-fun-hall/1",
    "machines": [{"machine": "Zip Fitter", "square": "b1", "facing": "south"}],
}


class CaseBody(CaseDocument):
    """A case; other keys at its top, such as a title, are for its readers."""

    model_config = ConfigDict(extra="ignore")


class RobotState(BaseModel):
    """A robot after a register."""

    at: Annotated[tuple[int, int] | None, Field(description="Column and row; null once it is destroyed.")]
    facing: Annotated[str, Field(examples=["E"])]
    damage: int
    archive: tuple[int, int] | None
    destroyed: bool

    model_config = ConfigDict(extra="allow")


class RegistersAnswer(BaseModel):
    """What came of the registers played."""

    robots: Annotated[dict[str, RobotState], Field(description="Where each robot is in the end.")]
    after: Annotated[list[dict[str, RobotState]], Field(description="The same after each register.")]
    forced_draw: Annotated[
        dict[str, list[Any]] | None,
        Field(
            description="All cards that randomizers gave, if the case did not tell them: send them to play it again."
        ),
    ] = None
    events: Annotated[
        list[list[dict[str, Any]]] | None, Field(description="All that happened in each register, in order.")
    ] = None
    svg: Annotated[str | None, Field(description="A picture of the board in the end.")] = None


@router.post(
    "/api/robo-rally/registers",
    operation_id="playRegisters",
    responses={200: {"model": RegistersAnswer}},
    openapi_extra=example_body(EXAMPLE_CASE),
)
async def play_registers(
    case: CaseBody,
    service: TheService,
    language: Lang,
    seed: Annotated[int, Query(ge=0, le=2**31, description="Shuffles the deck for cards that are not told.")] = 0,
    events: Annotated[bool, Query(description="Tell all that happened.")] = False,
    picture: Annotated[bool, Query(description="Draw the board in the end.")] = False,
) -> JSONResponse:
    """Play registers of RoboRally in its older rules, with all 31 board elements."""
    read = read_case(case.model_dump(mode="json", by_alias=True, exclude_unset=True))
    return JSONResponse(await service.work.run(_played, read, language, seed, events, picture))


def _played(case: Case, language: Language, seed: int, events: bool, picture: bool) -> dict[str, Any]:
    played = played_document(case, seed=seed, events=events)
    if picture:
        end, _ = case.play(seed)
        played["svg"] = str(situation_svg(end.situation, language=language))
    return played


class ViolationDocument(BaseModel):
    """A rule that a hall breaks."""

    rule: Annotated[str, Field(description="Its letter.", examples=["b"])]
    square: Annotated[str, Field(examples=["c3"])]
    message: str


class TokenDocument(BaseModel):
    """A clear token that stays at the end."""

    square: str
    number: int


class HallAnswer(BaseModel):
    """What there is to tell of a hall."""

    ok: Annotated[bool, Field(description="Whether it breaks no rule.")]
    violations: list[ViolationDocument]
    tokens: list[TokenDocument]
    bonus: Annotated[int, Field(description="What the tokens are worth at the end of the game.")]
    hall: Annotated[dict[str, Any], Field(description="The hall, written as it is kept.")]
    svg: Annotated[str | None, Field(description="Its picture, what is broken marked.")] = None


@router.post(
    "/api/factory-fun/halls",
    operation_id="checkHall",
    responses={200: {"model": HallAnswer}},
    openapi_extra=example_body(EXAMPLE_HALL),
)
async def check_hall(
    hall: HallDocument,
    service: TheService,
    language: Lang,
    picture: Annotated[bool, Query(description="Draw it.")] = False,
) -> JSONResponse:
    """Check a hall of Factory Fun; machines are told whole, or named if they are of the made-up set."""
    read = read_document(hall.model_dump(mode="json", by_alias=True, exclude_unset=True), made_up_machines())
    assert isinstance(read, Hall)
    return JSONResponse(await service.work.run(hall_report, read, language=language, picture=picture))
