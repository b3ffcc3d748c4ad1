"""Every error as a problem document (RFC 9457): a stable code, a sentence and a tip in the caller's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException

from mechanica_core.document import place_at, problem_at
from mechanica_core.errors import (
    DecisionError,
    DocumentError,
    EditionError,
    GameError,
    IllegalAction,
    InstallError,
    LayoutError,
    MechanicaError,
    MissingDecision,
    NotationError,
    ObjectiveError,
    RecordError,
)
from mechanica_core.messages import LANGUAGES, Language, Message, say
from mechanica_core.other_games.robo_rally.board import SituationError
from mechanica_core.places import where_words
from service.searches import TooHard
from vision.errors import CopyError, Failure, PhotoError
from vision.reading import CorrectionError

MEDIA_TYPE: Final = "application/problem+json"
MOST_TOLD: Final = 20
"""So many things that are wrong with one request are told."""
_log: Final = structlog.get_logger("mechanica")


class Place(BaseModel):
    """One of several things that are wrong, and where."""

    place: str = Field(examples=["floor/top/2"])
    message: str = Field(examples=['unknown name "upgrade"; there are upgrader, downgrader'])
    kind: str | None = Field(None, examples=["does_not_fit"])
    rule: str | None = Field(None, examples=["R-3.7"])


class ProblemDocument(BaseModel):
    """Why a request was not carried out (RFC 9457)."""

    type: str = Field(examples=["urn:mechanica:problem:not_found"])
    code: str = Field(description="Stable, for programs.", examples=["not_found"])
    title: str = Field(examples=["Not found"])
    status: int = Field(examples=[404])
    detail: str = Field(
        description="A sentence in the language of Accept-Language: English, German or Spanish.",
        examples=["there is no such reading; perhaps it was forgotten"],
    )
    tip: str = Field(description="What to do about it.", examples=["Send the photo again."])
    problems: list[Place] = Field([], description="All that is wrong, where there may be several things.")
    version: int | None = Field(None, description="With a conflict about a game: the version to look at.")


class ServiceError(MechanicaError):
    """A request that the service itself refuses: status, stable code, sentence, tip, headers, and a game's version."""

    def __init__(
        self,
        status: int,
        code: str,
        message: Message,
        tip: Message,
        headers: Mapping[str, str] | None = None,
        version: int | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.tip = tip
        self.headers = dict(headers or {})
        self.version = version
        super().__init__(message)


def not_found(message: Message, tip: Message | None = None) -> ServiceError:
    """404: there is no such thing, or the caller guesses its id."""
    return ServiceError(404, "not_found", message, tip or say("Check the address."))


def bad_request(message: Message, tip: Message) -> ServiceError:
    """422: what is asked for cannot be."""
    return ServiceError(422, "bad_request", message, tip)


def conflict(code: str, message: Message, tip: Message, version: int | None = None) -> ServiceError:
    """409: the thing is not as the caller believes."""
    return ServiceError(409, code, message, tip, version=version)


def busy(seconds: int = 1) -> ServiceError:
    """503: all places are taken."""
    code, detail, tip = _HTTP[503]
    return ServiceError(503, code, detail, tip, {"Retry-After": str(seconds)})


TITLES: Final[Mapping[int, Message]] = {
    400: say("Bad request"),
    403: say("Not allowed"),
    404: say("Not found"),
    405: say("Method not allowed"),
    408: say("Too slow"),
    409: say("Conflict"),
    413: say("Too large"),
    415: say("Wrong kind of file"),
    422: say("Cannot be processed"),
    500: say("Error of the service"),
    503: say("Busy"),
}

_CORE: Final[tuple[tuple[type[MechanicaError], str, Message], ...]] = (
    (LayoutError, "no_factory", say("Correct what is wrong with the pieces.")),
    (DocumentError, "bad_document", say("Correct the document; its schema is in the description of the service.")),
    (SituationError, "bad_document", say("Correct the document; its schema is in the description of the service.")),
    (MissingDecision, "missing_decision", say("Send a decision for that choice, or a policy.")),
    (DecisionError, "impossible_decision", say("Take one of the options that the choice offers.")),
    (EditionError, "unknown_edition", say("Name a rule set and a component set that the service knows.")),
    (ObjectiveError, "bad_objective", say("Ask for something that can be planned.")),
    (InstallError, "cannot_install", say("Choose another place or piece.")),
    (IllegalAction, "illegal_action", say("Choose one of the actions that are legal now.")),
    (GameError, "bad_game", say("Correct what is wrong with the game.")),
    (NotationError, "bad_notation", say("Correct the line of notation.")),
    (RecordError, "bad_record", say("Correct the record of the game.")),
    (CorrectionError, "illegal_correction", say("Choose a value that can be in that place.")),
    (TooHard, "too_hard", say("Narrow it down by decisions, or ask for fewer days.")),
    (CopyError, "bad_copy", say("Choose a file that was exported from here, or teach the copy again.")),
)
"""The errors of the library: the code of each, and what to do; a class before those it descends from."""
_OTHER: Final = (MechanicaError, "bad_request", say("Correct the request."))


def language_of(request: Request) -> Language:
    """The language that the caller likes best of those spoken here; English without one."""
    wishes: list[tuple[float, Language]] = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.partition(";")
        code = re.split("[-_]", tag.strip())[0].lower()
        share = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", quality)
        wishes.extend(
            (float(share[1]) if share else 1.0, language)
            for language in LANGUAGES
            if code == language or (code == "*" and language == "en")
        )
    best = max((quality for quality, _ in wishes), default=0)
    return next((language for quality, language in wishes if quality == best > 0), "en")


def problem_response(
    request: Request,
    status: int,
    code: str,
    detail: Message,
    tip: Message,
    *,
    places: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
    version: int | None = None,
) -> JSONResponse:
    """The answer that tells of an error."""
    language = language_of(request)
    title = TITLES.get(status, TITLES[400])
    body = {
        "type": f"urn:mechanica:problem:{code}",
        "code": code,
        "title": title.text(language),
        "status": status,
        "detail": detail.text(language),
        "tip": tip.text(language),
        "problems": places or [],
        "version": version,
    }
    request.state.problem = code
    headers = {"Content-Language": language, **(headers or {})}
    return JSONResponse(body, status, headers, MEDIA_TYPE)


def _of_the_library(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, MechanicaError)
    language = language_of(request)
    match error:
        case ServiceError():
            told = error.status, error.code, error.message, error.tip
            return problem_response(request, *told, headers=error.headers, version=error.version)
        case PhotoError():
            status = 413 if error.code is Failure.TOO_LARGE else 422
            return problem_response(request, status, error.code.value, error.message, error.tip)
        case LayoutError():
            places = [
                {
                    "place": problem.place,
                    "message": problem.message.text(language),
                    "kind": problem.kind.value,
                    "rule": problem.rule,
                }
                for problem in error.problems
            ]
        case DocumentError() | GameError() | SituationError():
            places = [{"place": place, "message": message.text(language)} for place, message in error.problems]
        case CorrectionError():
            places = [{"place": error.place, "message": error.reason.text(language)}]
        case DecisionError():
            places = [{"place": error.choice, "message": error.reason.text(language)}]
        case _:
            places = []
    _, code, tip = next((entry for entry in _CORE if isinstance(error, entry[0])), _OTHER)
    return problem_response(request, 422, code, error.message, tip, places=places)


def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    language = language_of(request)
    found = [_what_is_wrong(detail, error.body) for detail in error.errors()[:MOST_TOLD]]
    place, message = found[0]
    return problem_response(
        request,
        422,
        "invalid_request",
        say("{place}: {sentence}", place=where_words(place), sentence=message),
        say("Compare the request with the description of the service."),
        places=[{"place": where, "message": why.text(language)} for where, why in found],
    )


def _what_is_wrong(detail: ErrorDetails, body: Any) -> tuple[str, Message]:
    """Where and what; places in a factory are named as everywhere."""
    path: list[Any] = [*detail["loc"][1:]]
    if not path and detail["type"] == "missing":
        return "request", say("the request has no body")
    place: Callable[[list[int | str], Any], str] = _place_of_a_request
    if "factory" in path[:-1]:
        inside = path.index("factory") + 1
        for part in path[:inside]:
            with suppress(LookupError, TypeError):  # among several kinds of objects, the kind is no part of the body
                body = body[part]
        path, place = path[inside:], place_at
    if not path:
        return "request", say("nothing was sent that could be read")
    shortened = detail.copy()
    shortened["loc"] = tuple(path)
    return problem_at(shortened, body, place)


def _place_of_a_request(path: list[int | str], _: Any) -> str:
    return "/".join(str(part + 1 if isinstance(part, int) else part)[:60] for part in path) or "request"


_HTTP: Final[Mapping[int, tuple[str, Message, Message]]] = {
    404: ("not_found", say("there is nothing at this address"), say("Check the address.")),
    405: ("method_not_allowed", say("this address is asked otherwise"), say("See the description of the service.")),
    408: ("too_slow", say("the request came too slowly"), say("Try again with a better connection.")),
    413: ("too_large", say("the request is too large"), say("Send less: photos of 12 megapixels are plenty.")),
    503: ("busy", say("the service is busy"), say("Try again in a moment.")),
}
_UNREADABLE: Final = ("unreadable_request", say("the request cannot be read"), say("Send it again."))


def http_problem(request: Request, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The answer to what HTTP itself cannot do."""
    code, detail, tip = _HTTP.get(status, _UNREADABLE)
    return problem_response(request, status, code, detail, tip, headers=headers)


def _of_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return http_problem(request, error.status_code, error.headers)


def _unforeseen(request: Request, error: Exception) -> JSONResponse:
    _log.error("unforeseen", error=type(error).__name__, exc_info=error)
    detail = say("something went wrong in the service")
    return problem_response(request, 500, "internal", detail, say("Try again, and report this if it fails too."))


def add_handlers(app: FastAPI) -> None:
    """Let every error end in a problem document."""
    app.add_exception_handler(MechanicaError, _of_the_library)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _unforeseen)


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {"model": ProblemDocument}, 503: {"model": ProblemDocument}}
"""How routers describe their errors."""
