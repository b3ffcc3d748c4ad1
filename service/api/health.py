"""Whether the service lives, is ready for more, and which version it is."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from service.api.dependencies import TheService
from service.api.problems import PROBLEMS, busy

router = APIRouter(tags=["service"], responses=PROBLEMS)


class Health(BaseModel):
    """A sign of life."""

    status: Literal["ok"] = "ok"


class Version(BaseModel):
    """Which release answers."""

    version: Annotated[str, Field(examples=["0.1.0"])]


@router.get("/api/health", operation_id="getHealth")
async def health() -> Health:
    """Tell that the service lives."""
    return Health()


@router.get("/api/ready", operation_id="getReadiness")
async def ready(service: TheService) -> Health:
    """Tell whether the service takes on another photo now; 503 where it does not."""
    if service.scans.is_full:
        raise busy()
    return Health()


@router.get("/api/version", operation_id="getVersion")
async def which() -> Version:
    """Tell the release."""
    return Version(version=version("mechanica"))
