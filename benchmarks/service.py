"""Measure the service over loopback, with a real server: ``python -m benchmarks.service [SECONDS]``.

Eight clients send photos for two minutes; then one sends workdays and asks an empty route in turns; then come the files
that others complain of. The server has a process of its own, and shares the processors with those who ask.
"""

from __future__ import annotations

import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import cv2
import httpx
import numpy as np
import psutil
from PIL import Image
from rich.console import Console
from rich.table import Table

from benchmarks.__main__ import BUSY_FACTORIES
from mechanica_core import Factory, run_workday, take_first

SAMPLES: Final = Path(__file__).parents[1] / "samples"
SIZE: Final = (1600, 1200)
CLIENTS: Final = 8
SECONDS: Final = 120.0
LEAST_ACCEPTED: Final = 4.0
"""Photos read a second, at least."""
MOST_P95: Final = 1.5
"""Seconds in which 95 of 100 photos that are read are answered, at most."""
LEAST_SHARE: Final = 0.6
"""Of the rate of an empty route, at least, is that of workdays."""
MOST_GROWTH_MB: Final = 30.0
"""Between a third of the time, when every reading that is remembered has its place, and the end."""
WARM_UP: Final = 10.0
MOST_REFUSAL: Final = 1.0
"""Seconds in which a file that is no photo of a board is refused, at most."""
REMEMBERED: Final = 40
"""Readings that the server remembers: few, so that memory is full soon and what grows then is a leak."""


@contextmanager
def _server(data: Path) -> Iterator[tuple[str, int, psutil.Process]]:
    """A server of its own, with the copy of the samples; where it listens, and its process."""
    (data / "copies").mkdir()
    shutil.copy(SAMPLES / "copy_a.zip", data / "copies" / "copy_a.zip")
    command = [sys.executable, "-m", "benchmarks.service", "--serve", str(data)]
    with (data / "log").open("wb") as log:
        started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert started.stdout is not None
        try:
            port = int(started.stdout.readline())
            threading.Thread(target=started.stdout.read, daemon=True).start()
            yield "127.0.0.1", port, psutil.Process(started.pid)
        finally:
            started.terminate()
            started.wait(30)


def _serve(data: Path) -> None:
    import socket  # noqa: PLC0415 (in the server alone)

    import uvicorn  # noqa: PLC0415

    from service.api.app import create_app  # noqa: PLC0415
    from service.api.settings import Settings  # noqa: PLC0415

    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    server = uvicorn.Server(
        uvicorn.Config(create_app(Settings(data=data, readings=REMEMBERED)), access_log=False, log_level="warning")
    )
    server.run(sockets=[listening])


@dataclass
class Scans:
    """What came of photos: how often which status, and how long those took that were read."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def _photos() -> list[bytes]:
    """The sample boards at the size that phones send to pages."""
    found = []
    for file in sorted((SAMPLES / "photos").glob("*.jpg")):
        photo = cv2.imread(str(file))
        assert photo is not None, file
        size = SIZE if photo.shape[1] > photo.shape[0] else SIZE[::-1]
        found.append(cv2.imencode(".jpg", cv2.resize(photo, size, interpolation=cv2.INTER_AREA), [1, 92])[1].tobytes())
    return found


def _form(photo: bytes) -> tuple[bytes, dict[str, str]]:
    """A photo as a browser would send it, made once."""
    request = httpx.Request("POST", "http://x/", files={"photo": ("photo.jpg", photo)}, data={"copy": "copy_a"})
    return request.read(), {"Content-Type": request.headers["content-type"]}


def _scan_until(end: float, host: str, port: int, forms: list[tuple[bytes, dict[str, str]]], into: Scans) -> None:
    connection = HTTPConnection(host, port, timeout=60)
    number = 0
    while time.monotonic() < end:
        body, headers = forms[number % len(forms)]
        begun = time.monotonic()
        connection.request("POST", "/api/readings", body, headers)
        answer = connection.getresponse()
        answer.read()
        into.statuses[answer.status] += 1
        if answer.status == 201:
            into.seconds.append(time.monotonic() - begun)
            number += 1
        else:
            time.sleep(0.25)  # a client that is told to come again does not hammer
    connection.close()


def _megabytes(server: psutil.Process) -> float:
    return sum(process.memory_info().rss for process in (server, *server.children(recursive=True))) / 1e6


def _scans(host: str, port: int, server: psutil.Process, seconds: float) -> tuple[Scans, list[float]]:
    """What came of scans from all clients, and the server's memory on the way, a figure a second."""
    forms = [_form(photo) for photo in _photos()]
    results = [Scans() for _ in range(CLIENTS)]
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=_scan_until, args=(end, host, port, forms, result)) for result in results]
    for thread in threads:
        thread.start()
    memory = []
    while time.monotonic() < end:
        memory.append(_megabytes(server))
        time.sleep(1)
    for thread in threads:
        thread.join()
    together = Scans()
    for result in results:
        together.statuses += result.statuses
        together.seconds += result.seconds
    return together, memory


def _rate(connection: HTTPConnection, method: str, path: str, bodies: list[bytes], seconds: float) -> float:
    """Answers a second to one client."""
    headers = {"Content-Type": "application/json"} if bodies[0] else {}
    begun, number = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        connection.request(method, path, bodies[number % len(bodies)], headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        number += 1
    return number / spent


def _workdays(details: list[str]) -> list[bytes]:
    """Requests for the workdays of busy factories, all decided."""
    bodies = []
    for line in BUSY_FACTORIES:
        factory = Factory.from_text(line)
        decisions = [decision._asdict() for decision in run_workday(factory, policy=take_first).decisions]
        asked: dict[str, Any] = {"factory": factory.to_json(), "decisions": decisions, "details": details}
        bodies.append(httpx.Request("POST", "http://x/", json=asked).read())
    return bodies


def _shares(host: str, port: int, rounds: int = 5, seconds: float = 2.0) -> dict[str, tuple[float, float]]:
    """For each kind of workday its rate and its share of that of an empty route, asked next to it each time."""
    connection = HTTPConnection(host, port, timeout=60)
    kinds = {"outcome": [], "with events": ["events"], "with events, words and ways": ["events", "words", "ways"]}
    found = {}
    for name, details in kinds.items():
        bodies = _workdays(details)
        pairs = []
        for _ in range(rounds):
            empty = _rate(connection, "GET", "/api/health", [b""], seconds)
            pairs.append((_rate(connection, "POST", "/api/workdays", bodies, seconds), empty))
        found[name] = (
            statistics.median(rate for rate, _ in pairs),
            statistics.median(rate / empty for rate, empty in pairs),
        )
    connection.close()
    return found


def _no_boards() -> dict[str, bytes]:
    """Files that people send by mistake or by malice."""
    board = (SAMPLES / "photos" / "a_board_1016.jpg").read_bytes()
    wall = np.full((1200, 1600, 3), 200, np.uint8)
    noise = np.random.default_rng(1).integers(0, 255, wall.shape, np.uint8)
    return {
        "letter.txt": b"A letter to my aunt",
        "moving.gif": _packed(Image.new("P", (60, 60)), "GIF"),
        "cut_off.jpg": board[: len(board) // 2],
        "empty.jpg": b"",
        "giant.png": _packed(Image.new("1", (12_000, 12_000)), "PNG"),
        "wall.jpg": _packed(Image.fromarray(wall), "JPEG"),
        "noise.jpg": _packed(Image.fromarray(noise), "JPEG"),
        "coins.jpg": (SAMPLES / "coins" / "a_coins_1004.jpg").read_bytes(),
    }


def _packed(image: Image.Image, kind: str) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind)
    return stream.getvalue()


def _refusals(host: str, port: int) -> dict[str, tuple[int, float]]:
    """How each file that others complain of is answered, and in how many seconds."""
    found = {}
    with httpx.Client(base_url=f"http://{host}:{port}", timeout=60) as client:
        for name, content in _no_boards().items():
            begun = time.perf_counter()
            answer = client.post("/api/readings", files={"photo": (name, content)}, data={"copy": "copy_a"})
            found[name] = (answer.status_code, time.perf_counter() - begun)
    return found


def _told(value: str, good: bool) -> str:
    return value if good else f"[red]{value}[/]"


def main(seconds: float = SECONDS) -> int:
    """Print the table; exit status 1 if a bar is missed."""
    console = Console()
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (host, port, server):
        _scans(host, port, server, min(WARM_UP, seconds))
        scans, memory = _scans(host, port, server, seconds)
        shares = _shares(host, port)
        refusals = _refusals(host, port)
        highest = _megabytes(server)
    rate = len(scans.seconds) / seconds
    p95 = statistics.quantiles(scans.seconds, n=20)[-1]
    third = len(memory) // 3
    growth = statistics.median(memory[-third:]) - statistics.median(memory[third : 2 * third])
    odd = {status: number for status, number in scans.statuses.items() if status not in (201, 503)}
    slowest, (_, longest) = max(refusals.items(), key=lambda refusal: refusal[1][1])
    taken = [status for status, _ in refusals.values() if not 400 <= status < 500]
    _, share = shares["outcome"]
    rows = [
        (
            f"photos read a second, {CLIENTS} clients",
            f"{rate:.1f}",
            rate >= LEAST_ACCEPTED,
            f"at least {LEAST_ACCEPTED:g}",
        ),
        ("95 of 100 of them answered in", f"{p95:.2f} s", p95 <= MOST_P95, f"at most {MOST_P95:g} s"),
        ("told to come again (503)", str(scans.statuses[503]), True, ""),
        ("other answers", str(odd or "none"), not odd, "none"),
        (
            "memory, last third beyond the middle",
            f"{growth:+.0f} MB",
            growth <= MOST_GROWTH_MB,
            f"{MOST_GROWTH_MB:g} MB",
        ),
        ("memory at the end", f"{highest:.0f} MB", True, ""),
        *(
            (f"workdays a second, {name}", f"{rate:.0f}", True, f"{part:.0%} of an empty route")
            for name, (rate, part) in shares.items()
        ),
        ("workdays beside an empty route", f"{share:.0%}", share >= LEAST_SHARE, f"at least {LEAST_SHARE:.0%}"),
        (
            f"slowest refusal of a file ({slowest})",
            f"{longest:.2f} s",
            longest <= MOST_REFUSAL,
            f"at most {MOST_REFUSAL:g} s",
        ),
        ("files of the complaints not refused", str(len(taken)), not taken, "none"),
    ]
    table = Table("service", "", "bar", title=f"{os.cpu_count()} processors, {seconds:g} s of photos")
    for name, value, good, bar in rows:
        table.add_row(name, _told(value, good), bar)
    console.print(table)
    return not all(good for _, _, good, _ in rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(Path(sys.argv[2]))
    else:
        sys.exit(main(*map(float, sys.argv[1:2])))
