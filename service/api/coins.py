"""Coins counted in photos."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import numpy as np
from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from mechanica_core.messages import say
from service.api.dependencies import Service, TheService
from service.api.documents import EXAMPLE_ID, XY, Keep, PhotoFile, PhotoSize, picture
from service.api.photos import upright
from service.api.problems import PROBLEMS, ServiceError, not_found
from service.readings import SeenCoins, see_coins
from vision.scores import unsure_coins

router = APIRouter(tags=["coins"], responses=PROBLEMS)

CoinsId: TypeAlias = Annotated[str, Path(max_length=60, examples=[EXAMPLE_ID])]


class CoinDocument(BaseModel):
    """A coin."""

    value: Annotated[int | None, Field(description="Null if its numeral is hidden: it is not counted.", examples=[5])]
    confidence: Annotated[float, Field(ge=0, le=1)]
    runner_up: int | None
    doubtful: bool
    centre: Annotated[XY, Field(description="In pixels of the upright photo.")]
    outline: list[XY]


class CoinsAnswer(BaseModel):
    """The coins in a photo."""

    id: Annotated[str, Field(description="Names them in a score until they are forgotten.", examples=[EXAMPLE_ID])]
    total: Annotated[int, Field(examples=[26])]
    least: Annotated[int, Field(description="What they come to at least, if doubts go against them.")]
    most: int
    coins: list[CoinDocument]
    photo: PhotoSize
    kept: Annotated[str | None, Field(description="The id of the kept photo, if it was to be kept.")]


@router.post("/api/coins", status_code=201, operation_id="countCoins", responses={201: {"model": CoinsAnswer}})
async def count(service: TheService, photo: PhotoFile, keep: Keep = False) -> JSONResponse:
    """Count the coins in a photo by their numerals. Where most of them are doubtful it counts nothing."""
    data = await photo.read()
    seen = await service.scans.run(see_coins, data)
    if keep:
        seen = replace(seen, kept=await service.keep(data))
    name = service.coins.add(seen, len(data))
    return JSONResponse(_json(name, seen), 201, {"Location": f"/api/coins/{name}"})


@router.get("/api/coins/{coins}", operation_id="getCoins", responses={200: {"model": CoinsAnswer}})
async def get(coins: CoinsId, service: TheService) -> JSONResponse:
    """Tell coins again."""
    return JSONResponse(_json(coins, find(service, coins)))


@router.get(
    "/api/coins/{coins}/photo",
    operation_id="getCoinsPhoto",
    responses=picture("image/jpeg"),
    response_class=Response,
)
async def photo(coins: CoinsId, service: TheService) -> Response:
    """The photo upright as a JPEG."""
    data = await service.scans.run(upright, find(service, coins).photo)
    return Response(data, media_type="image/jpeg")


@router.delete("/api/coins/{coins}", status_code=204, operation_id="forgetCoins")
async def forget(coins: CoinsId, service: TheService) -> None:
    """Forget coins now, and their photo with them unless that was kept."""
    if not service.coins.delete(coins):
        raise _forgotten()


def find(service: Service, coins: str) -> SeenCoins:
    """The coins of that id. Raises a 404."""
    seen = service.coins.get(coins)
    if seen is None:
        raise _forgotten()
    return seen


def _forgotten() -> ServiceError:
    return not_found(say("there are no such coins; perhaps they were forgotten"), say("Send the photo again."))


def _json(name: str, seen: SeenCoins) -> dict[str, Any]:
    reading = seen.reading
    doubts = unsure_coins("coins", reading)
    return {
        "id": name,
        "total": reading.total,
        "least": doubts[0].least if doubts else reading.total,
        "most": doubts[0].most if doubts else reading.total,
        "coins": [
            {
                "value": coin.value,
                "confidence": round(coin.confidence, 4),
                "runner_up": coin.runner_up,
                "doubtful": coin.doubtful,
                "centre": np.round(coin.centre, 1).tolist(),
                "outline": np.round(coin.outline, 1).tolist(),
            }
            for coin in reading.coins
        ],
        "photo": {"width": reading.size[0], "height": reading.size[1]},
        "kept": seen.kept,
    }
