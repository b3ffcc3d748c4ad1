"""Boards and coins in photos over HTTP: read, corrected, undone, drawn, kept, forgotten."""

from __future__ import annotations

import io
import json
from typing import Any, Final

import httpx
import pytest
from PIL import Image

from mechanica_core import Factory
from tests.service.conftest import SAMPLES

BOARD: Final = (SAMPLES / "photos" / "a_board_1016.jpg").read_bytes()
TRUTH: Final = json.loads((SAMPLES / "photos" / "a_board_1016.json").read_text(encoding="utf-8"))
COINS: Final = (SAMPLES / "coins" / "a_coins_1004.jpg").read_bytes()


def read(api: httpx.Client, photo: bytes = BOARD, **form: str) -> Any:
    answer = api.post("/api/readings", files={"photo": ("../../etc/passwd", photo)}, data=form)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.fixture(scope="session")
def reading(api: httpx.Client) -> Any:
    """The board of a sample, read once: tests that change readings read their own."""
    return read(api, copy="copy_a")


def patch(api: httpx.Client, reading: Any, **change: Any) -> httpx.Response:
    return api.patch(f"/api/readings/{reading['id']}", json=change)


def test_a_board_is_read_as_its_truth_says(api: httpx.Client, reading: Any) -> None:
    assert Factory.from_json(reading["factory"]).to_text() == reading["text"]
    assert reading["factory"]["floor"] == TRUTH["factory"]["floor"]
    assert api.get(f"/api/readings/{reading['id']}").json() == reading


def test_every_place_lies_on_the_photo_inside_the_corners(reading: Any) -> None:
    assert {"start/top", "start/top/centre", "floor/top/1", "dock/bottom"} <= {at["place"] for at in reading["places"]}
    xs, ys = zip(*reading["corners"].values(), strict=True)
    for place in reading["places"]:
        x, y = place["centre"]
        assert min(xs) < x < max(xs)
        assert min(ys) < y < max(ys)
        assert min(point[0] for point in place["outline"]) < x < max(point[0] for point in place["outline"])


def test_the_plane_maps_squares_to_the_centres_of_places(reading: Any) -> None:
    top_left = next(place for place in reading["places"] if place["place"] == "start/top")
    x, y, w = (row[0] * 0.5 + row[1] * 0.5 + row[2] for row in reading["plane"])
    assert (x / w, y / w) == pytest.approx(top_left["centre"], abs=0.1)


def test_corrections_take_any_legal_value_and_are_undone_by_leaving_them_out(api: httpx.Client) -> None:
    first = read(api, copy="copy_a")
    fixes: list[dict[str, Any]] = [
        {"place": "dock/middle/1", "value": "basic"},
        {"place": "floor/top/2", "value": {"kind": "fork", "facing": "west"}},
        {"place": "floor/top/1", "value": {"kind": None}},
        {"place": "start/top", "value": {"kind": "overactive_fabricator"}},
        {"place": "start/top/side", "value": None},
        {"place": "dock/top", "value": {"kind": "big_truck"}},
    ]
    fixed = patch(api, first, corrections=fixes).json()
    seen = {place["place"]: place for place in fixed["places"]}
    assert seen["dock/middle/1"]["read"] == "basic"
    assert seen["floor/top/2"]["read"] == {"kind": "fork", "facing": "west", "flipped": False}
    assert seen["floor/top/1"]["read"] == {"kind": None}
    assert seen["start/top"]["read"] == {"kind": "overactive_fabricator"}
    assert seen["start/top/side"]["read"] is None
    assert seen["dock/top"]["read"] == {"kind": "big_truck"}
    assert all(seen[fix["place"]]["corrected"] for fix in fixes)
    assert patch(api, first, corrections=fixes).json() == fixed
    assert patch(api, first, corrections=fixed["corrections"]).json() == fixed
    without_last = patch(api, first, corrections=fixes[:-1]).json()
    assert without_last["factory"]["dock"]["top"]["kind"] == first["factory"]["dock"]["top"]["kind"]
    assert patch(api, first, corrections=[]).json() == first


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("floor/top/2", {"kind": "small_truck"}),
        ("floor/top/2", {"kind": "upgrader", "flipped": True}),
        ("dock/top", {"kind": None}),
        ("start/top/centre", {"kind": "fork"}),
        ("floor/top/2", "basic"),
        ("floor/top/99", {"kind": "fork"}),
        ("../../etc", None),
    ],
)
def test_illegal_corrections_are_refused_and_change_nothing(
    api: httpx.Client, reading: Any, place: str, value: object
) -> None:
    answer = patch(api, reading, corrections=[{"place": place, "value": value}])
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] in ("illegal_correction", "no_factory")
    assert api.get(f"/api/readings/{reading['id']}").json() == reading


def test_corners_by_hand_read_the_photo_anew_and_keep_corrections(api: httpx.Client) -> None:
    first = read(api, copy="copy_a", corners=json.dumps(TRUTH["board_corners_px"]))
    fix = [{"place": "dock/middle/1", "value": "basic"}]
    again = patch(api, first, corrections=fix, corners=first["corners"]).json()
    assert again["corrections"] == fix
    moved = patch(api, again, corners={name: [x + 4, y - 4] for name, (x, y) in first["corners"].items()}).json()
    assert moved["corrections"] == fix
    assert moved["factory"]["floor"] == first["factory"]["floor"]
    crossed = first["corners"] | {"NW": first["corners"]["SE"], "SE": first["corners"]["NW"]}
    assert patch(api, first, corners=crossed).status_code == 422


def test_a_prediction_and_a_rule_set_come_along(api: httpx.Client) -> None:
    answer = read(api, copy="copy_a", rules="web_de", expected=json.dumps(TRUTH["factory"]))
    assert answer["rules"] == answer["factory"]["rules"] == "web_de"


@pytest.mark.parametrize("form", [{"rules": "chess"}, {"copy": "nobody"}, {"expected": "{}"}, {"corners": "[1, 2]"}])
def test_odd_wishes_about_a_photo_are_refused(api: httpx.Client, form: dict[str, str]) -> None:
    answer = api.post("/api/readings", files={"photo": BOARD}, data=form)
    assert answer.status_code == 422
    assert answer.json()["tip"]


def test_pictures_are_drawn_on_the_photo(api: httpx.Client, reading: Any) -> None:
    address = f"/api/readings/{reading['id']}"
    for suffix, show in (("png", "reading"), ("jpg", "workday"), ("webp", "score")):
        drawn = api.get(f"{address}/overlay.{suffix}", params={"show": show, "wallet": 3})
        kind = {"jpg": "JPEG"}.get(suffix, suffix.upper())
        assert Image.open(io.BytesIO(drawn.content)).format == kind
    assert api.get(f"{address}/overlay.gif").json()["code"] == "bad_request"
    outlines = api.get(f"{address}/overlay.svg")
    assert outlines.text.count("<polygon") == len(reading["places"])
    preview = Image.open(io.BytesIO(api.get(f"{address}/photo").content))
    assert preview.size == (reading["photo"]["width"], reading["photo"]["height"])


@pytest.mark.slow
def test_a_workday_moves_on_the_photo(api: httpx.Client, reading: Any) -> None:
    film = api.get(f"/api/readings/{reading['id']}/overlay.gif", params={"show": "film"})
    assert Image.open(io.BytesIO(film.content)).n_frames > 10  # type: ignore[attr-defined]


def test_the_preview_is_upright_and_tells_nothing_of_the_phone(api: httpx.Client) -> None:
    image = Image.open(io.BytesIO(BOARD))
    stream = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "A phone maker"
    image.rotate(90, expand=True).save(stream, "JPEG", exif=exif, quality=95)
    turned = read(api, stream.getvalue(), copy="copy_a")
    assert (turned["photo"]["width"], turned["photo"]["height"]) == image.size
    preview = Image.open(io.BytesIO(api.get(f"/api/readings/{turned['id']}/photo").content))
    assert preview.size == image.size
    assert not preview.getexif()


def test_photos_are_kept_only_when_asked_then_listed_and_deleted(api: httpx.Client) -> None:
    before = api.get("/api/photos").json()["photos"]
    assert read(api, copy="copy_a")["kept"] is None
    assert api.get("/api/photos").json()["photos"] == before
    kept = read(api, copy="copy_a", keep="true")["kept"]
    (listed, *_) = api.get("/api/photos").json()["photos"]
    assert (listed["id"], listed["media_type"], listed["size"]) == (kept, "image/jpeg", len(BOARD))
    assert api.get(f"/api/photos/{kept}").content == BOARD
    assert api.delete(f"/api/photos/{kept}").status_code == 204
    assert api.get("/api/photos").json()["photos"] == before
    assert api.get(f"/api/photos/{kept}").status_code == api.delete(f"/api/photos/{kept}").status_code == 404


def test_a_forgotten_reading_is_gone(api: httpx.Client) -> None:
    address = f"/api/readings/{read(api, copy='copy_a')['id']}"
    assert api.delete(address).status_code == 204
    for answer in (api.get(address), api.delete(address), api.get(f"{address}/photo"), api.patch(address, json={})):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_coins_are_counted_and_go_into_a_score_with_a_reading(api: httpx.Client, reading: Any) -> None:
    truth = json.loads((SAMPLES / "coins" / "a_coins_1004.json").read_text(encoding="utf-8"))
    coins = api.post("/api/coins", files={"photo": COINS}).json()
    assert coins["total"] == truth["total"]
    assert coins["least"] <= coins["total"] <= coins["most"]
    assert api.get(f"/api/coins/{coins['id']}").json() == coins
    assert api.get(f"/api/coins/{coins['id']}/photo").headers["content-type"] == "image/jpeg"
    player = {"name": "Ann", "reading": reading["id"], "wallet": {"coins": coins["id"]}, "vault": 3}
    (score,) = api.post("/api/scores", json={"players": [player]}).json()["players"]
    assert (score["wallet"], score["vault"]) == (coins["total"], 3)
    assert score["assumed"]  # nobody told what is printed on the pieces of that copy
    assert api.delete(f"/api/coins/{coins['id']}").status_code == 204
    assert api.post("/api/scores", json={"players": [player]}).status_code == 404


def test_a_photo_of_no_coins_is_told(api: httpx.Client) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (400, 300), "white").save(stream, "PNG")
    answer = api.post("/api/coins", files={"photo": stream.getvalue()}, headers={"Accept-Language": "de"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_coins")
    assert answer.headers["content-language"] == "de"
