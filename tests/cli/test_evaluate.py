"""``mechanica evaluate`` and what it counts."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mechanica_core import Facing, Factory, Kind, Model, Piece
from mechanica_core.messages import say
from service import shelf
from tests.cli.conftest import Mechanica, complaint
from tests.cli.readings import jpeg, reader_of
from tests.vision.test_copies import taught
from tests.vision.test_reading import CORNERS, FORK, UPGRADER, belief, read
from vision import Failure, PhotoError, Reading
from vision.decoding import UNKNOWN, Value
from vision.evaluation import Share, Summary, Truth, Verdict, judge, risk_and_coverage, truth_of

PIECES: dict[str, Value] = {"floor/top/2": UPGRADER, "floor/middle/1": FORK, "dock/top": Kind.HUGE_TRUCK}
BOTS = {"floor/top/2/in": "basic", "dock/top/1": "basic", "dock/top/2": "deluxe"}
RIGHT = read(PIECES, BOTS)
NO_BOARD = PhotoError(Failure.NO_BOARD, say("no board"))


def verdict(reading: Reading | PhotoError, *unreadable: str, true: Reading = RIGHT) -> Verdict:
    truth = Truth("easy", true.factory, CORNERS, frozenset(unreadable))
    return judge("a.jpg", truth, reading, 100.0)


def wrong(reading: Reading, *unreadable: str, true: Reading = RIGHT) -> list[tuple[str, Value, Value]]:
    return [tuple(mistake) for mistake in verdict(reading, *unreadable, true=true).mistakes]  # type: ignore[misc]


# -- one photo -----------------------------------------------------------------------------------------------


def test_what_is_read_right_has_no_mistakes() -> None:
    right = verdict(RIGHT)
    assert (right.exact, right.located, right.squares, right.squares_wrong) == (True, True, 18, 0)
    assert right.holes == len(RIGHT.factory.machinery.holes)
    assert right.corner_error == 0


def test_money_rules_and_components_do_not_matter() -> None:
    other = Factory.from_json(RIGHT.factory.to_json() | {"rules": "web_de", "components": "published", "wallet": 9})
    assert judge("a.jpg", Truth("easy", other, {}, frozenset()), RIGHT, 0).exact


def test_a_wrong_piece_is_one_mistake_whatever_it_holds() -> None:
    other = Piece(Kind.FORK, Facing.NORTH)
    mistaken = read(PIECES | {"floor/top/2": other}, {hole: BOTS[hole] for hole in BOTS if hole.startswith("dock")})
    assert wrong(mistaken) == [("floor/top/2", UPGRADER, other)]
    assert verdict(mistaken).holes == len(RIGHT.factory.machinery.holes) - 2


def test_wrong_bots_count_by_hole_and_by_square() -> None:
    mistaken = read(PIECES, BOTS | {"floor/top/2/in": "plus", "floor/top/2/ahead": "basic"})
    assert wrong(mistaken) == [
        ("floor/top/2/ahead", None, Model.BASIC),
        ("floor/top/2/in", Model.BASIC, Model.PLUS),
    ]
    judged = verdict(mistaken)
    assert (judged.squares_wrong, judged.pieces_wrong, judged.holes_wrong) == (1, 0, 2)


def test_the_order_of_bots_in_a_truck_does_not_matter() -> None:
    assert wrong(read(PIECES, {"floor/top/2/in": "basic", "dock/top/1": "deluxe", "dock/top/3": "basic"})) == []
    assert wrong(read(PIECES, {"floor/top/2/in": "basic", "dock/top/1": "deluxe"})) == [
        ("dock/top/1", Model.BASIC, None)
    ]


def test_a_square_left_out_is_wrong_unless_nothing_is_there() -> None:
    hidden = read(PIECES | {"floor/middle/1": UNKNOWN, "floor/middle/2": UNKNOWN}, BOTS)
    assert wrong(hidden) == [("floor/middle/1", FORK, UNKNOWN)]


def test_a_doubt_about_what_cannot_be_read_is_right() -> None:
    doubtful = read(PIECES | {"floor/middle/1": belief(UPGRADER, 0.6, FORK)}, BOTS)
    sure = read(PIECES | {"floor/middle/1": UPGRADER}, BOTS)
    assert verdict(doubtful, "floor/middle/1").exact
    assert verdict(doubtful, "floor/middle/1").needless == 0
    assert not verdict(doubtful, "floor/top/1").exact
    assert not verdict(sure, "floor/middle/1").exact


def test_the_worst_corner_counts_in_longest_sides() -> None:
    moved = replace(RIGHT, corners=CORNERS | {"NE": (90.0, 29.0)})
    assert verdict(moved).corner_error == pytest.approx(8 / 82.006, rel=1e-3)


def test_a_failure_is_neither_located_nor_exact() -> None:
    failed = verdict(NO_BOARD)
    assert (failed.located, failed.exact, failed.failure) == (False, False, "no_board")


# -- many ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [((0, 0), 0, 1), ((0, 10), 0, 0.2775), ((10, 10), 0.7225, 1), ((38, 40), 0.8350, 0.9862)],
)
def test_intervals_are_those_of_wilson(share: tuple[int, int], low: float, high: float) -> None:
    assert Share(*share).interval == pytest.approx((low, high), abs=1e-4)


def test_a_summary_counts_failures_in() -> None:
    mistaken = read(PIECES, {})
    doubtful = read(PIECES | {"floor/middle/1": belief(FORK, 0.6)}, BOTS)
    summary = Summary.of([verdict(RIGHT), verdict(NO_BOARD), verdict(mistaken), verdict(doubtful)])
    assert summary.located == (3, 4)
    assert summary.exact == (2, 4)
    assert summary.squares_wrong == (2, 3 * 18)
    assert summary.pieces_wrong == (0, 3 * 18)
    assert summary.holes_wrong == (3, 3 * len(RIGHT.factory.machinery.holes))
    assert summary.undoubted == (1, 3)
    assert summary.doubted == (1, 2)


def test_the_surest_boards_are_believed_first() -> None:
    unsure = verdict(read({"floor/top/1": belief(None, 0.5)}))
    curve = risk_and_coverage([unsure, *[verdict(RIGHT)] * 3, verdict(NO_BOARD)])
    assert [(covered.believed, covered.wrong) for covered in curve] == [
        ((2, 5), (0, 2)),
        ((4, 5), (1, 4)),
    ]
    assert curve[-1].confidence == 0.5
    assert risk_and_coverage([verdict(NO_BOARD)]) == []


# -- the command ---------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Photos with their truth beside them, and one of something else."""
    shelf.own().keep(taught("mine"))
    photos = tmp_path / "photos"
    photos.mkdir()
    truth: dict[str, Any] = {"factory": RIGHT.factory.to_json(), "board_corners_px": CORNERS, "unreadable": []}
    for name, width, difficulty in (("a", 64, "easy"), ("b", 80, "hard"), ("c", 96, "hard")):
        (photos / f"{name}.jpg").write_bytes(jpeg(width))
        (photos / f"{name}.json").write_text(json.dumps(truth | {"difficulty": difficulty}), encoding="utf-8")
    (photos / "cat.png").write_bytes(jpeg(112))
    (photos / "README.md").write_text("Photos", encoding="utf-8")
    return photos


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    mistaken = read(PIECES | {"floor/middle/1": belief(UPGRADER, 0.6, FORK)}, BOTS)
    reader_of(monkeypatch, {64: RIGHT, 80: mistaken, 96: NO_BOARD, 112: NO_BOARD})


def test_it_tells_how_good_the_reader_is(mechanica: Mechanica, folder: Path) -> None:
    result = mechanica("evaluate", str(folder))
    assert (result.exit_code, result.stderr) == (0, "")
    told = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert told[0] == "easy hard all"
    assert "photos 1 2 3" in told
    start = "whole board exact, of all photos 1/1 = 100.00 % (20.7–100.0) 0/2 = 0.00 % (0.0–65.8) 1/3 = 33.33 % ("
    assert any(line.startswith(start) for line in told)
    assert any(line.startswith("squares wrong, on located boards 0/18 = 0.00 % (") for line in told)
    assert "1 → Fork → Upgrader" in told
    assert told[-1] == "photos of something else, refused as no_board: 1/1 = 100.00 % (20.7–100.0)"


def test_it_writes_a_line_for_each_photo(mechanica: Mechanica, folder: Path, tmp_path: Path) -> None:
    result = mechanica("evaluate", str(folder), "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["photo"], row["failure"], row["exact"], row["wrong"]) for row in rows] == [
        ("a.jpg", "", "1", ""),
        ("b.jpg", "", "0", "floor/middle/1"),
        ("c.jpg", "no_board", "0", ""),
        ("cat.png", "no_board", "0", ""),
    ]
    assert "whole board exact" in result.stderr
    file = tmp_path / "lines.csv"
    mechanica("evaluate", str(folder), "--csv", str(file), "--copy", "mine")
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5


def test_what_is_taken_for_a_board_is_told(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    reader_of(monkeypatch, {64: RIGHT, 80: RIGHT, 96: RIGHT, 112: RIGHT})
    told = mechanica("evaluate", str(folder)).stdout.splitlines()
    assert "nothing was taken for anything else" in told
    assert told[-1] == "cat.png: read as a board"


@pytest.mark.parametrize("language", ["de", "es"])
def test_it_speaks_other_languages(mechanica: Mechanica, folder: Path, language: str) -> None:
    assert mechanica("evaluate", str(folder), "--lang", language).exit_code == 0


@pytest.mark.parametrize(
    "truth",
    ["", "[]", '{"factory": {}}', '{"factory": [1]}', '{"unreadable": 1}', '{"board_corners_px": {"NW": [1]}}', "\xff"],
)
def test_a_truth_that_is_none_is_refused(mechanica: Mechanica, folder: Path, truth: str) -> None:
    (folder / "a.json").write_bytes(truth.encode("latin-1"))
    assert f"{folder / 'a.json'}: not the truth about a photo: " in complaint(mechanica("evaluate", str(folder)), 2)


def test_a_photo_without_a_factory_in_its_truth_shows_none(folder: Path) -> None:
    (folder / "a.json").write_text("{}", encoding="utf-8")
    assert truth_of(folder / "a.jpg") is None


def test_folders_without_photos_are_refused(mechanica: Mechanica, tmp_path: Path, folder: Path) -> None:
    assert "cannot be read" in complaint(mechanica("evaluate", str(tmp_path / "nowhere")), 2)
    assert "there are no photos in it" in complaint(mechanica("evaluate", str(tmp_path)), 2)
    assert "no copy is called 'other'" in complaint(mechanica("evaluate", str(folder), "--copy", "other"), 2)


def test_it_asks_for_the_photo_reader(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    assert complaint(mechanica("evaluate", str(folder)), 2) == (
        "evaluating needs the photo reader: pip install '.[vision]'"
    )
