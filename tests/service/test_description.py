"""The description of the service is complete, and whatever comes gets the answer that it promises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.app import create_app
from service.api.settings import Settings
from tests.service.live import listening

DESCRIPTION: Final[dict[str, Any]] = create_app().openapi()
CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ANYTHING: Final = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
quick = schemathesis.openapi.from_dict(DESCRIPTION)
quick.config.phases.update(phases=["examples", "fuzzing"])
thorough = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    with listening(create_app(Settings(data=folder, work_seconds=2, scans_waiting=100, work_waiting=100))) as address:
        yield address


def test_every_document_has_a_plain_name_of_its_own() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    assert [name for name in schemas if not re.fullmatch("([A-Z][a-z0-9]+)+", name)] == []
    assert all(schema["title"] == name for name, schema in schemas.items())
    named = set(re.findall('"#/components/schemas/([^"]+)"', json.dumps(DESCRIPTION)))
    assert named <= schemas.keys()


@quick.parametrize()
@settings(max_examples=2, deadline=None, derandomize=True, database=None, suppress_health_check=ANYTHING)
def test_every_operation_answers_as_described(case: schemathesis.Case[Any], url: str) -> None:
    case.validate_response(case.call(base_url=url, timeout=30), checks=CHECKS)


@pytest.mark.slow
@thorough.parametrize()
@settings(max_examples=300, deadline=None, suppress_health_check=ANYTHING)
def test_every_operation_answers_as_described_whatever_comes(case: schemathesis.Case[Any], url: str) -> None:
    case.validate_response(case.call(base_url=url, timeout=30), checks=CHECKS)
