"""``mechanica coins``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from mechanica_core.messages import say
from tests.cli.conftest import Mechanica, complaint
from tests.cli.readings import jpeg
from vision import Failure, PhotoError, load_photo
from vision.coins import Coin, CoinReading
from vision.errors import TIPS

NO_COINS = PhotoError(Failure.NO_COINS, say("there is a cat in the photo"))


def coin(
    value: int | None, confidence: float = 0.99, runner_up: int | None = 1, at: tuple[float, float] = (32, 12)
) -> Coin:
    return Coin(value, confidence, runner_up, at, ((0, 0), (1, 0), (1, 1)))


CLEAR = CoinReading((coin(20), coin(5), coin(5), coin(1, runner_up=5)), (64, 48))
DOUBTFUL = CoinReading((coin(10, 0.7219, 20), coin(None, 0.9, 5, (60.04, 40)), coin(1)), (64, 48))


@pytest.fixture
def photo(tmp_path: Path) -> str:
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())
    return str(file)


def reader_of(monkeypatch: pytest.MonkeyPatch, shows: dict[int, CoinReading | Exception] | CoinReading) -> None:
    """Put a reader in place that needs no nets: what photos of a width show is made up."""
    by_width = {64: shows} if isinstance(shows, CoinReading) else shows

    def fake(photo: Path | bytes) -> CoinReading:
        shown = by_width[load_photo(photo).size[0]]
        if isinstance(shown, Exception):
            raise shown
        return shown

    monkeypatch.setattr("vision.coins.read_coins", fake)


def lines(result: Result, exit_code: int = 0) -> list[Any]:
    assert result.exit_code == exit_code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_it_lists_coins_by_value_and_what_they_come_to(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, CLEAR)
    result = mechanica("coins", photo)
    assert result.stdout == f"{photo}: 31 in coins: 1 × 20, 2 × 5, 1 × 1\n"
    assert (result.exit_code, result.stderr) == (0, "")
    assert mechanica("coins", photo, "--lang", "de").stdout == f"{photo}: 31 in Münzen: 1 × 20, 2 × 5, 1 × 1\n"


def test_it_tells_doubts_in_words(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, DOUBTFUL)
    assert mechanica("coins", photo).stdout.splitlines() == [
        f"{photo}: 11 in coins: 1 × 10, 1 × 1",
        "the coin 50 % from the left and 25 % from the top: 10, 72 % sure, perhaps 20: look again",
        "the coin 94 % from the left and 83 % from the top: not recognised and left out, perhaps 5: look again",
    ]
    reader_of(monkeypatch, CoinReading((coin(None),), (64, 48)))
    assert mechanica("coins", photo).stdout.startswith(f"{photo}: coins, of which none shows its number\n")


def test_json_is_a_line_for_each_photo(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    cat = tmp_path / "cat.png"
    cat.write_bytes(jpeg(96))
    reader_of(monkeypatch, {64: DOUBTFUL, 96: NO_COINS})
    counted, *failures = lines(mechanica("coins", "--json", photo, str(cat), "missing.jpg"), 1)
    assert counted == {
        "photo": photo,
        "coins": [1, 10],
        "total": 11,
        "doubts": [
            {"where": [32, 12], "read": 10, "confidence": 0.7219, "runner_up": 20},
            {"where": [60.0, 40], "read": None, "confidence": 0.9, "runner_up": 5},
        ],
    }
    assert list(counted) == ["photo", "coins", "total", "doubts"]
    assert failures[0] == {
        "photo": str(cat),
        "error": {"code": "no_coins", "message": "there is a cat in the photo", "tip": str(TIPS[Failure.NO_COINS])},
    }
    assert (failures[1]["photo"], failures[1]["error"]["code"]) == ("missing.jpg", "bad_file")


def test_a_photo_from_standard_input(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, CLEAR)
    told = mechanica("coins", "-", stdin=Path(photo).read_bytes()).stdout
    assert told == "standard input: 31 in coins: 1 × 20, 2 × 5, 1 × 1\n"
    assert complaint(mechanica("coins", "-", "-", stdin=b""), 2) == "standard input can be read only once"


def test_one_photo_without_coins_does_not_stop_the_others(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    cat = tmp_path / "cat.jpg"
    cat.write_bytes(jpeg(96))
    reader_of(monkeypatch, {64: CLEAR, 96: NO_COINS})
    result = mechanica("coins", str(cat), photo)
    assert result.exit_code == 1
    assert result.stdout == f"{photo}: 31 in coins: 1 × 20, 2 × 5, 1 × 1\n"
    assert result.stderr == f"mechanica: {cat}: there is a cat in the photo. {NO_COINS.tip}\n"


def test_what_nobody_foresaw_is_told_too(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, {64: ValueError("odd")})
    assert "the photo reader failed: ValueError: odd" in complaint(mechanica("coins", photo), 1)


def test_it_asks_for_the_photo_reader(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    told = complaint(mechanica("coins", photo), 2)
    assert told == "counting coins needs the photo reader: pip install '.[vision]'"
