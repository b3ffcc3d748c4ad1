"""Whatever is sent to a game or an evening by its own link is answered as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.schemas import BaseSchema

from service.api.app import create_app
from service.api.settings import Settings
from tests.service.live import listening
from tests.service.test_description import ANYTHING, CHECKS


def by_link() -> BaseSchema:
    """The operations on a game or an evening that neither delete it nor go on for ever."""
    schema = schemathesis.openapi.from_dict(create_app().openapi())
    return (
        schema.include(path_regex=r"/(games|evenings)/\{link\}")
        .exclude(operation_id="watchGame")
        .exclude(method="DELETE")
    )


quick, thorough = by_link(), by_link()
quick.config.phases.update(phases=["examples", "fuzzing"])
PLAYERS: Final = {"players": ["Ann", "Ben"], "follow": "days"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with listening(create_app(Settings(data=tmp_path_factory.mktemp("data"), work_waiting=100))) as address:
        yield address


@pytest.fixture(scope="module")
def links(url: str) -> dict[str, str]:
    """A link to change each with, by what it opens."""
    game: dict[str, Any] = httpx.post(f"{url}/api/games", json=PLAYERS).json()
    evening: dict[str, Any] = httpx.post(f"{url}/api/evenings", json={"name": "Friday"}).json()
    return {"games": game["links"]["players"], "evenings": evening["links"]["hosting"]}


def send(case: schemathesis.Case[Any], url: str, links: dict[str, str]) -> None:
    link = links[case.path.split("/")[2]]
    case.path_parameters["link"] = link
    if isinstance(case.body, dict) and "version" in case.body:  # else every write would be a conflict
        case.body["version"] = httpx.get(f"{url}/api/games/{link}").json()["version"]
    case.validate_response(case.call(base_url=url, timeout=30), checks=CHECKS)


@quick.parametrize()
@settings(max_examples=3, deadline=None, derandomize=True, database=None, suppress_health_check=ANYTHING)
def test_a_game_answers_whatever_comes_as_described(
    case: schemathesis.Case[Any], url: str, links: dict[str, str]
) -> None:
    send(case, url, links)


@pytest.mark.slow
@thorough.parametrize()
@settings(max_examples=50, deadline=None, suppress_health_check=ANYTHING)
def test_a_game_answers_whatever_comes_for_long_as_described(
    case: schemathesis.Case[Any], url: str, links: dict[str, str]
) -> None:
    send(case, url, links)
