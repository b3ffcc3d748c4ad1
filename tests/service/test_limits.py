"""What the service takes on: bodies, work in flight, what it remembers, and how it tells of errors."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import Request
from starlette.datastructures import Headers

from mechanica_core.messages import LANGUAGES
from service.api.app import SECURITY, create_app
from service.api.limits import Gate
from service.api.problems import ServiceError, language_of
from service.api.settings import Settings
from service.memory import Memory
from tests.service.asgi import serving


@pytest.mark.parametrize(
    ("wish", "spoken"),
    [
        ("", "en"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr,es;q=0.5,de;q=0.7", "de"),
        ("fr", "en"),
        ("*", "en"),
        ("de;q=0, es;q=0.1", "es"),
        ("de;q=x,,;;", "de"),
        ("de" * 10_000, "en"),
    ],
)
def test_the_language_is_the_best_liked_of_those_spoken(wish: str, spoken: str) -> None:
    request = Request({"type": "http", "headers": Headers({"accept-language": wish}).raw})
    assert language_of(request) == spoken


def test_every_error_is_a_problem_in_the_callers_language(api: httpx.Client) -> None:
    told = set()
    for language in LANGUAGES:
        answer = api.get("/api/readings/guessed", headers={"Accept-Language": language})
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["content-language"] == language
        assert (problem["status"], problem["code"], problem["type"]) == (
            404,
            "not_found",
            "urn:mechanica:problem:not_found",
        )
        told.add((problem["title"], problem["detail"], problem["tip"]))
    assert len(told) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/nothing", "not_found"),
        ("PUT", "/api/health", "method_not_allowed"),
        ("POST", "/api/scores", "invalid_request"),
    ],
)
def test_errors_of_http_itself_have_the_same_shape(api: httpx.Client, method: str, path: str, code: str) -> None:
    assert api.request(method, path).json()["code"] == code


def test_a_mistake_of_the_service_is_told_without_its_inside(
    api: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("service.api.pieces.component_set_names", fail)
    answer = api.get("/api/editions")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "secret" not in answer.text


def test_every_answer_has_the_security_headers_and_lets_no_other_site_in(api: httpx.Client) -> None:
    for answer in (api.get("/api/health", headers={"Origin": "https://elsewhere.test"}), api.get("/api/nothing")):
        assert {name: answer.headers[name] for name in SECURITY} == SECURITY
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[httpx.Client]:
    limits = Settings(data=tmp_path, body_bytes=1000, upload_bytes=2000, bodies_bytes=1500)
    with serving(create_app(limits)) as client:
        yield client


def test_a_body_that_says_it_is_too_long_is_not_read(narrow: httpx.Client) -> None:
    for length in ("1001", "9" * 30):
        answer = narrow.post("/api/scores", content=b"{}", headers={"Content-Length": length})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_that_is_too_long_without_saying_so_is_read_only_so_far(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, body_bytes=1000))
    sent: list[int] = []
    answers: list[int] = []

    async def receive() -> dict[str, object]:
        sent.append(1)
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            status = message["status"]
            assert isinstance(status, int)
            answers.append(status)

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http"}
    place = {"path": "/api/scores", "raw_path": b"/api/scores", "query_string": b"", "root_path": ""}
    headers = [(b"content-type", b"application/json")]
    asyncio.run(app(scope | place | {"headers": headers, "client": None, "server": None}, receive, send))  # type: ignore[arg-type]
    assert answers == [413]
    assert len(sent) == 11


def test_a_body_that_comes_too_slowly_is_given_up(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, body_seconds=0.01))
    answers: list[object] = []

    async def receive() -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, object]) -> None:
        answers.append(message.get("status"))

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http"}
    place = {"path": "/api/scores", "raw_path": b"/api/scores", "query_string": b"", "root_path": ""}
    headers = [(b"content-type", b"application/json")]
    asyncio.run(app(scope | place | {"headers": headers, "client": None, "server": None}, receive, send))  # type: ignore[arg-type]
    assert answers[0] == 408


def test_all_bodies_together_have_a_limit(narrow: httpx.Client) -> None:
    answer = narrow.post("/api/coins", files={"photo": b"x" * 1600})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert narrow.post("/api/coins", files={"photo": b"x" * 1000}).status_code == 422


def test_a_full_gate_refuses_and_opens_again() -> None:
    async def play() -> None:
        gate = Gate("test", workers=1, waiting=1, seconds=30)
        may_end = threading.Event()
        taken = [asyncio.create_task(gate.run(may_end.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        assert gate.is_full
        with pytest.raises(ServiceError) as refused:
            await gate.run(may_end.wait)
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "1"})
        may_end.set()
        assert await asyncio.gather(*taken) == [True, True]
        assert await gate.run(str, 1) == "1"
        gate.close()

    asyncio.run(play())


def test_work_that_is_late_is_given_up_but_keeps_its_place_until_it_ends() -> None:
    async def play() -> None:
        gate = Gate("test", workers=1, waiting=0, seconds=0.01)
        may_end = threading.Event()
        with pytest.raises(ServiceError) as refused:
            await gate.run(may_end.wait)
        assert refused.value.code == "busy"
        assert gate.is_full
        may_end.set()
        while gate.is_full:
            await asyncio.sleep(0)
        gate.close()

    asyncio.run(play())


def test_readiness_follows_the_gate(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, scan_workers=1, scans_waiting=0))
    with serving(app) as client:
        assert client.get("/api/ready").status_code == 200
        app.state.service.scans._in_flight = 1
        assert client.get("/api/ready").headers["retry-after"] == "1"
        assert client.get("/api/health").status_code == 200


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_memory_forgets_what_was_not_used_for_longest() -> None:
    memory: Memory[str] = Memory(2, 100, 1000)
    first, second = memory.add("first", 10), memory.add("second", 10)
    assert memory.get(first) == "first"
    third = memory.add("third", 10)
    assert [memory.get(name) for name in (first, second, third)] == ["first", None, "third"]


def test_memory_keeps_no_more_bytes_than_it_may() -> None:
    memory: Memory[str] = Memory(100, 100, 1000)
    first, second = memory.add("first", 60), memory.add("second", 60)
    assert (memory.get(first), memory.get(second)) == (None, "second")
    huge = memory.add("huge", 1000)
    assert memory.get(huge) == "huge"
    assert memory.get(second) is None


def test_memory_forgets_in_time() -> None:
    clock = Clock()
    memory: Memory[str] = Memory(100, 100, 1000, clock)
    name = memory.add("item", 1)
    clock.now = 900
    assert memory.get(name) == "item"
    clock.now = 1800
    assert memory.get(name) == "item"
    clock.now = 2900
    assert memory.get(name) is None
    assert not memory.delete(name)


def test_ids_are_long_and_never_the_same() -> None:
    memory: Memory[int] = Memory(1000, 1000, 1000)
    names = {memory.add(number, 1) for number in range(100)}
    assert len(names) == 100
    assert min(map(len, names)) >= 22
