"""What careless and hostile callers send: each is refused as a problem, or does no harm."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from PIL import Image

from service.api.documents import EXAMPLE_FACTORY
from tests.service.conftest import SAMPLES
from tests.vision.test_complaints import Picture, keyboard, line, parquet, wall
from tests.vision.test_photo import packed, png

SCRIPT: Final = "<script>alert(1)</script>"
BOARD: Final = (SAMPLES / "photos" / "a_board_1016.jpg").read_bytes()


def drawn(scene: Picture) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(scene).save(stream, "JPEG")
    return stream.getvalue()


FILES: Final = {
    "letter.txt": (b"A letter to my aunt", 422, "bad_file"),
    "moving.gif": (packed(Image.new("P", (60, 60)), "GIF"), 422, "bad_file"),
    "cut_off.jpg": (BOARD[: len(BOARD) // 2], 422, "bad_file"),
    "empty.jpg": (b"", 422, "bad_file"),
    "giant.png": (png(12_000, 12_000), 413, "too_large"),
    "page.html": (f"<html>{SCRIPT}</html>".encode(), 422, "bad_file"),
    "drawing.svg": (f"<svg xmlns='http://www.w3.org/2000/svg'>{SCRIPT}</svg>".encode(), 422, "bad_file"),
    "wall.jpg": (drawn(wall()), 422, "no_board"),
    "keyboard.jpg": (drawn(keyboard()), 422, "no_board"),
    "parquet.jpg": (drawn(parquet()), 422, "no_board"),
    "line.jpg": (drawn(line()), 422, "no_board"),
}
"""The files of the complaints, and how each is refused."""


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_shows_no_board_is_refused_with_a_reason_and_a_tip(api: httpx.Client, name: str) -> None:
    content, status, code = FILES[name]
    answer = api.post("/api/readings", files={"photo": (name, content)}, data={"copy": "copy_a"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"]
    assert answer.json()["tip"]


@pytest.mark.parametrize("path", ["/api/coins", "/api/readings"])
def test_what_is_no_upload_is_refused(api: httpx.Client, path: str) -> None:
    for sent in (
        {"content": b"--x", "headers": {"Content-Type": "multipart/form-data; boundary=y"}},
        {"content": b"x", "headers": {"Content-Type": "multipart/form-data"}},
        {"data": {"photo": "a word"}},
        {"json": {"photo": "x"}},
        {"content": b""},
    ):
        answer = api.post(path, **sent)
        assert 400 <= answer.status_code < 500
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_hundred_megabytes_are_refused_before_they_are_read(api: httpx.Client) -> None:
    for kind in ("application/json", "multipart/form-data; boundary=x"):
        headers = {"Content-Length": str(100_000_000), "Content-Type": kind}
        answer = api.post("/api/readings", content=b"x", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def bomb(member: str, size: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(SAMPLES / "copy_a.zip") as good, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bad:
        for name in good.namelist():
            bad.writestr(name, bytes(size) if name == member else good.read(name))
    return stream.getvalue()


@pytest.mark.parametrize("member", ["manifest.json", "board.npy", "pieces.npy"])
def test_zip_bombs_are_no_copies(api: httpx.Client, member: str) -> None:
    answer = api.post("/api/copies", files={"file": bomb(member, 50_000_000)}, data={"name": "bomb"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_copy")
    assert [copy["name"] for copy in api.get("/api/copies").json()["copies"]] == ["copy_a", "demo"]


def test_members_with_paths_as_names_are_no_copies(api: httpx.Client, folder: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../../escaped.txt", "x")
    assert api.post("/api/copies", files={"file": stream.getvalue()}).json()["code"] == "bad_copy"
    assert not [*folder.parent.rglob("escaped.txt")]


@pytest.mark.parametrize("name", ["../escaped", "/etc/passwd", "..", "a/b", "con\0", SCRIPT])
def test_paths_as_names_lead_nowhere(api: httpx.Client, folder: Path, name: str) -> None:
    before = sorted(folder.rglob("*"))
    content = (SAMPLES / "copy_a.zip").read_bytes()
    assert api.post("/api/copies", files={"file": content}, data={"name": name}).status_code == 422
    assert api.post("/api/drafts", json={"name": name}).status_code == 422
    photo = {"photo": (name.replace("\0", ""), BOARD)}
    assert api.post("/api/readings", files=photo, data={"copy": name}).status_code == 422
    assert sorted(folder.rglob("*")) == before


def test_guessed_ids_open_nothing(api: httpx.Client) -> None:
    for guess in ("1", "0" * 22, "..%2f..%2fmechanica.sqlite3", "%00", "'%20OR%201=1--", "a" * 10_000):
        for kind in ("readings", "coins", "photos", "drafts", "copies"):
            for method in ("GET", "DELETE"):
                answer = api.request(method, f"/api/{kind}/{guess}")
                assert answer.status_code in (404, 422), (method, kind, guess)
                assert answer.json()["code"] in ("not_found", "invalid_request")


def test_script_in_a_name_is_a_name(api: httpx.Client) -> None:
    players = [{"name": SCRIPT, "factory": EXAMPLE_FACTORY}]
    answer = api.post("/api/scores", json={"players": players})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["winners"] == [SCRIPT]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"factory": ' + b"[" * 50_000,
        b'{"factory": 1e999}',
        b'{"factory": ' + b"9" * 5000 + b"}",
        b"\xff\xfe",
        b"{",
        b"null",
        b'{"factory": {"floor": ' + b"[" + b"{}," * 20_000 + b"{}]}}",
    ],
)
def test_odd_json_is_refused(api: httpx.Client, body: bytes) -> None:
    for path in ("/api/workdays", "/api/best", "/api/scores", "/api/factories"):
        answer = api.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, answer.text
        assert len(answer.content) < 20_000


def test_a_factory_as_large_as_can_be_is_run(api: httpx.Client) -> None:
    floor: list[dict[str, Any]] = [
        {"row": row, "col": col, "kind": "flight_tester", "facing": "north", "flipped": False, "bots": {}}
        for row in ("top", "middle", "bottom")
        for col in range(1, 100)
    ]
    wide = EXAMPLE_FACTORY | {"columns": 99, "floor": floor}
    answer = api.post("/api/workdays", json={"factory": wide, "policy": "first"})
    assert answer.status_code in (200, 422), answer.text


def test_the_log_holds_no_ids_names_or_content(api: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    api.get("/api/readings/secret-id?name=Ann", headers={"User-Agent": "phone"})
    api.post("/api/scores", json={"players": [{"name": "Annabella", "factory": EXAMPLE_FACTORY}]})
    lines = capsys.readouterr().out
    assert [json.loads(line)["route"] for line in lines.splitlines()] == ["/api/readings/{reading}", "/api/scores"]
    for secret in ("secret-id", "Ann", "phone", "127.0.0.1"):
        assert secret not in lines
