"""What routes ask for: the service's parts, and the caller's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from mechanica_core.messages import Language
from service.api.limits import Gate
from service.api.problems import language_of
from service.api.settings import Settings


@dataclass(frozen=True)
class Service:
    """What lives as long as the service does; ``request.app.state.service``."""

    settings: Settings
    scans: Gate
    """Where photos are read."""
    work: Gate
    """Where searches run."""


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService: TypeAlias = Annotated[Service, Depends(_service)]
Lang: TypeAlias = Annotated[Language, Depends(language_of)]
