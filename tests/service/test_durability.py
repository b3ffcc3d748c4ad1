"""A real service, ended by force in the middle of writes or politely in the middle of a stream."""

from __future__ import annotations

import multiprocessing
import random
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import uvicorn

from service.api.app import create_app
from service.api.settings import Settings
from service.keeper import Keeper
from service.store import Database
from service.tables import Do

Json = dict[str, Any]
DAY: Final = ("run", "run", "new day")
"""What two players tell of a day, entry by entry."""
WRITERS: Final = 3

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its processes are ended otherwise")


def serve(data: Path, listening: socket.socket) -> None:
    """What the process of a service does."""
    config = uvicorn.Config(create_app(Settings(data=data)), access_log=False, log_config=None)
    uvicorn.Server(config).run([listening])


@contextmanager
def service(data: Path) -> Iterator[tuple[ForkServerProcess, str]]:
    """A service in a process of its own; requests wait until it is ready. What it loads is loaded only once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = context.Process(target=serve, args=(data, listening), daemon=True)
        process.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        yield process, url
    finally:
        process.kill()
        process.join()


class Writer(threading.Thread):
    """Plays days into a game of its own, for ever; knows what was acknowledged and what was sent last."""

    def __init__(self, url: str, link: str, version: int, enough: threading.Semaphore) -> None:
        super().__init__(daemon=True)
        self._url, self._enough = url, enough
        self.link, self.acknowledged = link, version
        self.unanswered: Json | None = None

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=60) as client, suppress(httpx.TransportError):
            while True:
                self.unanswered = {"version": self.acknowledged, "actions": [DAY[self.acknowledged % len(DAY)]]}
                self.acknowledged = tell(client, self.link, self.unanswered)
                self.unanswered = None
                self._enough.release()


def tell(client: httpx.Client, link: str, asked: Json) -> int:
    """The version after an entry, which has a key of its own."""
    key = {"Idempotency-Key": f"entry-{asked['version']}"}
    answer = client.post(f"/api/games/{link}/actions", json=asked, headers=key)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_a_service_killed_while_it_writes_loses_no_acknowledged_day(tmp_path: Path, kills: int) -> None:
    """After each kill, at a moment by chance, every client sends once more what it got no answer to."""
    dice = random.Random(kills)
    known: dict[str, int] = {}
    unanswered: dict[str, Json] = {}
    for _ in range(kills):
        with service(tmp_path) as (process, url):
            with httpx.Client(base_url=url, timeout=60) as client:
                for link, asked in unanswered.items():
                    known[link] = tell(client, link, asked)
                while len(known) < WRITERS:
                    game = client.post("/api/games", json={"players": ["Ann", "Ben"], "follow": "days"}).json()
                    known[game["links"]["players"]] = 0
            enough = threading.Semaphore(0)
            writers = [Writer(url, link, version, enough) for link, version in known.items()]
            for writer in writers:
                writer.start()
            for _ in range(dice.randint(1, 40)):
                assert enough.acquire(timeout=120)
            process.kill()
            for writer in writers:
                writer.join()
        database = Database(Settings(data=tmp_path).database)
        for writer in writers:
            _is_whole(Keeper(database), writer)
        database.close()
        known |= {writer.link: writer.acknowledged for writer in writers}
        unanswered = {writer.link: writer.unanswered for writer in writers if writer.unanswered is not None}


def _is_whole(keeper: Keeper, writer: Writer) -> None:
    """Every acknowledged entry is there, at most the one in flight besides, each once and in order."""
    kept = keeper.open(writer.link)
    assert kept is not None
    there = kept.table.version
    assert there - writer.acknowledged in (0, 1)
    told = [moment.entry.actions for moment in kept.table.moments if isinstance(moment.entry, Do)]
    assert told == [[DAY[version % len(DAY)]] for version in range(there)]
    assert kept.table.game.day == 1 + there // len(DAY)


def test_an_open_stream_does_not_keep_the_service_from_ending(tmp_path: Path) -> None:
    with service(tmp_path) as (process, url), httpx.Client(base_url=url, timeout=60) as client:
        link = client.post("/api/games", json={"players": ["Ann"]}).json()["links"]["watching"]
        with client.stream("GET", f"/api/games/{link}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "id: 0"
            process.terminate()
            with suppress(httpx.TransportError):
                assert sum(line.startswith("event:") for line in lines) == 1
        process.join(60)
        assert process.exitcode in (0, -signal.SIGTERM)
