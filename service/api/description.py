"""The description of the service (OpenAPI), where FastAPI's own says less than is so."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Final

from fastapi import FastAPI

from service.api.problems import MEDIA_TYPE

_PROBLEM: Final = {"$ref": "#/components/schemas/ProblemDocument"}
_UNUSED: Final = ("HTTPValidationError", "ValidationError")
"""How FastAPI would answer what is not as described; here that is a problem too."""


_NAMED: Final = re.compile(r'(?<="#/components/schemas/)[^"]+')


def describe(app: FastAPI) -> None:
    """Let every error be described as the problem document that it is, and every document have a plain name."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = plain()
            _correct(described)
            app.openapi_schema = _named_plainly(described)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _correct(description: dict[str, Any]) -> None:
    for path in description["paths"].values():
        for operation in path.values():
            responses: dict[str, Any] = operation["responses"]
            responses.pop("422", None)
            for response in responses.values():
                for content in response.get("content", {}).values():
                    if content["schema"] == _PROBLEM:  # whatever the good answer of the route is
                        response["content"] = {MEDIA_TYPE: content}
    for name in _UNUSED:
        description["components"]["schemas"].pop(name, None)


def _named_plainly(description: dict[str, Any]) -> dict[str, Any]:
    """The same with schemas called as one would: no mark of what is private in a module, no module's name.

    Raises ValueError where two would share a name: then one of the classes is to be called otherwise.
    """
    schemas: dict[str, Any] = description["components"].pop("schemas")
    if shared := [name for name, times in Counter(map(_plain, schemas)).items() if times > 1]:
        raise ValueError(f"several documents are called {', '.join(shared)}")
    named = {_plain(name): schema | {"title": _plain(name)} for name, schema in schemas.items()}
    description["components"]["schemas"] = dict(sorted(named.items()))
    told: dict[str, Any] = json.loads(_NAMED.sub(lambda found: _plain(found[0]), json.dumps(description)))
    return told


def _plain(name: str) -> str:
    if name.startswith("Body_"):  # a form, which FastAPI calls by its operation
        operation = name.removeprefix("Body_")
        return f"{operation[0].upper()}{operation[1:]}Form"
    return name.lstrip("_")
