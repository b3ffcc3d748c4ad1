"""The Python client: a method for every operation, answers with types, refusals with their code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from mechanica_core import Decision, Factory, Kind, Piece, run_workday, take_first
from service.api.app import create_app
from service.api.settings import Settings
from service.client import Client, Refused
from tests.service.asgi import AppTransport
from tests.service.conftest import SAMPLES

BOARD = (SAMPLES / "photos" / "a_board_1016.jpg").read_bytes()
COINS = (SAMPLES / "coins" / "a_coins_1004.jpg").read_bytes()
FACTORY = Factory.from_text("A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    app = create_app(Settings(data=tmp_path))
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(app.router.lifespan_context(app)),
        Client("http://mechanica.test", transport=AppTransport(app, portal)) as client,
    ):
        yield client


def test_from_a_photo_to_a_score(client: Client) -> None:
    assert client.health() == client.ready()
    assert client.version().version
    assert client.import_copy((SAMPLES / "copy_a.zip").read_bytes()).name == "copy_a"
    reading = client.read_board(BOARD, copy="copy_a", rules="web_de", expected=FACTORY, keep=True)
    assert reading.checked().to_text() == reading.text
    fixed = client.correct_reading(
        reading.id, [("floor/top/2", Piece(Kind.FORK)), ("start/top", "advanced_fabricator"), ("dock/middle/1", None)]
    )
    assert fixed.checked().piece_at("floor/top/2") == Piece(Kind.FORK)
    assert client.correct_reading(reading.id, []) == client.reading(reading.id) == reading
    corners = {name: (x, y) for name, (x, y) in reading.corners.model_dump().items()}
    assert client.correct_reading(reading.id, corners=corners).id == reading.id
    assert client.reading_photo(reading.id)[:2] == b"\xff\xd8"
    assert client.outline_reading(reading.id).startswith("<svg")
    assert client.draw_reading(reading.id, "jpg", show="workday")[:2] == b"\xff\xd8"
    (kept,) = client.photos().photos
    assert client.photo(kept.id) == BOARD
    client.delete_photo(kept.id)
    coins = client.count_coins(COINS)
    assert client.coins(coins.id) == coins
    assert client.coins_photo(coins.id)
    players: list[dict[str, Any]] = [
        {"name": "Ann", "reading": reading.id, "wallet": {"coins": coins.id}},
        {"name": "Ben", "factory": FACTORY},
    ]
    assert {player.name for player in client.scores(players).players} == {"Ann", "Ben"}
    client.forget_coins(coins.id)
    client.forget_reading(reading.id)
    with pytest.raises(Refused) as refused:
        client.reading(reading.id)
    assert refused.value.code == "not_found"


def test_factories_are_run_searched_and_drawn(client: Client) -> None:
    waiting = client.run_workday(FACTORY)
    decided = [Decision(waiting.open[0].choice, waiting.open[0].options[0].take)]
    day = client.run_workday(FACTORY, decided, policy="first")
    assert day.next is not None
    assert day.next.checked() == run_workday(FACTORY, policy=take_first).factory
    assert client.outcomes(FACTORY, decided, most=1).count
    assert client.best_day(FACTORY, days=2).exact
    assert client.placements(FACTORY, {Kind.FORK: 1}).changes
    assert client.check_factory(FACTORY.to_text(), ["does_not_fit"]).text == FACTORY.to_text()
    assert client.draw_factory(FACTORY, show="film", policy="first", theme="dark").startswith("<svg")
    assert client.draw_piece(Kind.FORK).startswith("<svg")
    assert client.pieces("published").components == "published"
    assert client.editions().rules


def test_the_other_games_are_asked(client: Client) -> None:
    case = json.loads((SAMPLES / "robo_rally.json").read_text(encoding="utf-8"))
    assert set(client.play_registers(case).robots) == {robot["id"] for robot in case["robots"]}
    hall = json.loads((SAMPLES / "factory_fun_hall.json").read_text(encoding="utf-8"))
    assert client.check_hall(hall, picture=True).svg


def test_copies_are_managed(client: Client) -> None:
    draft = client.begin_teaching("mine", columns=4)
    assert client.draft(draft.id) == draft
    for teach in (client.teach_board, lambda draft, photo: client.teach_piece(draft, "fork", photo)):
        with pytest.raises(Refused):
            teach(draft.id, b"no photo")
    assert client.unteach_piece(draft.id, "fork").pieces == {}
    with pytest.raises(Refused):
        client.finish_teaching(draft.id)
    client.forget_draft(draft.id)
    client.import_copy((SAMPLES / "copy_a.zip").read_bytes(), name="mine")
    assert client.copy("mine").columns == 4
    assert client.draw_copy("mine")
    assert client.export_copy("mine")
    client.delete_copy("mine")
    assert [copy.name for copy in client.copies().copies] == ["demo"]


def test_every_operation_has_a_method() -> None:
    """By the words of its id: ``readBoard`` is ``read_board``; methods with shorter names are told here."""
    shorter = {
        "getHealth": "health",
        "getReadiness": "ready",
        "getVersion": "version",
        "getReading": "reading",
        "getReadingPhoto": "reading_photo",
        "getCoins": "coins",
        "getCoinsPhoto": "coins_photo",
        "getPhoto": "photo",
        "getCopy": "copy",
        "getDraft": "draft",
        "listPhotos": "photos",
        "listCopies": "copies",
        "listEditions": "editions",
        "listOutcomes": "outcomes",
        "findBestDay": "best_day",
        "rankPlacements": "placements",
        "scoreBoards": "scores",
        "explainPieces": "pieces",
        "getGame": "game",
        "getHistory": "history",
        "exportGame": "journal",
        "undoEntry": "undo",
        "getRecord": "record",
        "getQrCode": "qr_code",
        "getEvening": "evening",
        "getEveningQrCode": "evening_qr_code",
        "getStandings": "standings",
        "getArchive": "archive",
    }
    paths = create_app().openapi()["paths"]
    ids = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert len(set(ids)) == len(ids)
    names = (
        shorter.get(name) or "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        for name in ids
    )
    assert [name for name in names if not hasattr(Client, name)] == []
