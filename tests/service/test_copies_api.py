"""Copies of the game over HTTP: taught step by step, exported, imported, deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import pytest

from service.api.app import create_app
from service.api.copies import PieceName
from service.api.settings import Settings
from service.shelf import Shelf
from service.teaching import PIECES
from tests.service.asgi import serving
from tests.service.conftest import SAMPLES
from tests.vision.test_teaching import chess, empty_board, piece_photo
from vision import Photo

FILE = (SAMPLES / "copy_a.zip").read_bytes()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def client(data: Path) -> Iterator[httpx.Client]:
    with serving(create_app(Settings(data=data))) as client:
        yield client


def encoded(photo: Photo) -> bytes:
    return cv2.imencode(".png", photo.pixels)[1].tobytes()


def names(client: httpx.Client) -> list[str]:
    return [copy["name"] for copy in client.get("/api/copies").json()["copies"]]


def import_file(client: httpx.Client, content: bytes = FILE, **form: str) -> httpx.Response:
    return client.post("/api/copies", files={"file": ("../../../etc/cron.d/x.zip", content)}, data=form)


def test_a_copy_is_taught_photo_by_photo(client: httpx.Client, data: Path) -> None:
    draft: Any = client.post("/api/drafts", json={"name": "mine"}).json()
    address = f"/api/drafts/{draft['id']}"
    assert (draft["ready"], len(draft["missing"])) == (False, len(PIECES))
    finish = client.post(f"{address}/copy", json={})
    assert (finish.status_code, finish.json()["code"]) == (422, "not_taught")

    seen = client.put(f"{address}/board", files={"photo": encoded(empty_board(1).photo)}).json()
    assert seen["board"]
    assert len(seen["board_corners"]) == 4
    fork = encoded(piece_photo(1, "fork"))
    seen = client.put(f"{address}/pieces/fork", files={"photo": fork}).json()
    assert (seen["pieces"], seen["ready"], len(seen["seen_corners"])) == ({"fork": 1}, True, 4)

    same = client.put(f"{address}/pieces/upgrader", files={"photo": fork}, headers={"Accept-Language": "en"})
    assert (same.status_code, same.json()["code"]) == (422, "not_taught")
    assert "the same piece" in same.json()["detail"]
    assert client.get(address).json()["pieces"] == {"fork": 1}

    client.put(f"{address}/pieces/upgrader", files={"photo": encoded(piece_photo(1, "upgrader"))})
    assert (
        client.put(f"{address}/pieces/fork", files={"photo": fork}, data={"more": "true"}).json()["pieces"]["fork"] == 2
    )
    assert client.delete(f"{address}/pieces/fork").json()["pieces"] == {"upgrader": 1}
    made = client.post(f"{address}/copy", json={})
    assert made.status_code == 201
    assert made.json()["pieces"] == ["upgrader"]
    assert names(client) == ["mine", "demo"]
    assert client.get(address).status_code == 404
    assert Shelf(data / "copies").names() == ("mine",)


def test_a_photo_that_does_not_show_it_is_told_at_once(client: httpx.Client) -> None:
    address = f"/api/drafts/{client.post('/api/drafts', json={'name': 'mine'}).json()['id']}"
    board = cv2.imencode(".png", chess())[1].tobytes()
    answer = client.put(f"{address}/board", files={"photo": board})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_taught")
    crossed = {"NW": [300, 200], "NE": [900, 700], "SE": [900, 200], "SW": [300, 700]}
    odd = client.put(f"{address}/board", files={"photo": board}, data={"corners": json.dumps(crossed)})
    assert (odd.status_code, odd.json()["code"]) == (422, "illegal_correction")
    assert client.put(f"{address}/pieces/fork", files={"photo": b"no photo"}).json()["code"] == "bad_file"
    assert client.put(f"{address}/pieces/queen", files={"photo": board}).status_code == 422
    assert client.delete(address).status_code == 204
    assert client.delete(address).status_code == 404


def test_names_are_those_of_copies(client: httpx.Client) -> None:
    for name in ("demo", "../x", "X", "", "a b", "<b>"):
        assert client.post("/api/drafts", json={"name": name}).status_code == 422


def test_what_is_printed_on_the_pieces_is_checked_when_it_is_told(client: httpx.Client) -> None:
    answer = client.post("/api/drafts", json={"name": "mine", "components": "not = 'a set'"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_edition")


def test_a_copy_goes_out_and_comes_back(client: httpx.Client) -> None:
    assert import_file(client).json()["name"] == "copy_a"
    assert import_file(client).json()["code"] == "name_taken"
    assert import_file(client, overwrite="true").status_code == 201
    exported = client.get("/api/copies/copy_a/file")
    assert exported.content == FILE
    assert import_file(client, exported.content, name="again").json()["name"] == "again"
    assert names(client) == ["again", "copy_a", "demo"]
    assert client.get("/api/copies/again/board.jpg").headers["content-type"] == "image/jpeg"
    assert client.delete("/api/copies/copy_a").status_code == 204
    assert names(client) == ["again", "demo"]
    assert client.get("/api/copies/copy_a").status_code == client.delete("/api/copies/copy_a").status_code == 404


def test_the_built_in_copy_stays(client: httpx.Client) -> None:
    assert client.delete("/api/copies/demo").json()["code"] == "built_in"
    assert client.get("/api/copies/demo/file").json()["code"] == "built_in"
    assert import_file(client, name="demo").status_code == 422


def test_a_copy_that_was_broken_meanwhile_is_told_and_can_be_deleted(client: httpx.Client, data: Path) -> None:
    import_file(client)
    (data / "copies" / "copy_a.zip").write_bytes(b"PK")
    told = client.get("/api/copies/copy_a").json()
    assert told["broken"]
    assert str(data) not in told["broken"]
    assert client.get("/api/copies/copy_a/board.jpg").json()["code"] == "bad_copy"
    assert client.delete("/api/copies/copy_a").status_code == 204


def test_the_pieces_that_can_be_taught_are_those_of_the_reader() -> None:
    assert set(PieceName.__args__) == set(PIECES)  # type: ignore[attr-defined]
