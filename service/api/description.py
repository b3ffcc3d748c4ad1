"""The description of the service (OpenAPI), where FastAPI's own says less than is so."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from service.api.problems import MEDIA_TYPE

_PROBLEM: Final = {"$ref": "#/components/schemas/ProblemDocument"}
_UNUSED: Final = ("HTTPValidationError", "ValidationError")
"""How FastAPI would answer what is not as described; here that is a problem too."""


def describe(app: FastAPI) -> None:
    """Let every error be described as the problem document that it is."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            _correct(plain())
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


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
