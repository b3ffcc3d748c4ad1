"""``mechanica compare``: like diff, of a state and a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from mechanica_core import Factory, run_workday
from mechanica_core.messages import say
from service import shelf
from tests.cli.conftest import QUIET, Make, Mechanica, answer, complaint
from tests.cli.readings import jpeg, reader_of
from tests.vision.test_copies import taught
from tests.vision.test_reading import FORK, UPGRADER, belief, read
from vision import Failure, PhotoError
from vision.decoding import UNKNOWN

PREDICTED = ".=4=1/B(b)=UG2=2(p)/.=4=1 8+3 print_2019 demo"
TABLE = ".=4=1/B=UnG1F=2(p)/.=4=1(b) 8+3 print_2019 demo"


@pytest.fixture
def photo(tmp_path: Path) -> str:
    """A photo, and a copy to read it with."""
    shelf.own().keep(taught("mine"))
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())
    return str(file)


def test_what_is_equal_gives_nothing_and_0(mechanica: Mechanica, make: Make) -> None:
    result = mechanica("compare", PREDICTED, make(PREDICTED))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "nothing differs\n", "")
    assert answer(mechanica("compare", PREDICTED, PREDICTED, "--json")) == {"equal": True, "differences": []}


def test_what_differs_is_told_in_words_and_1(mechanica: Mechanica) -> None:
    result = mechanica("compare", PREDICTED, TABLE)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "middle 1: turned to ↑ Upgrader, predicted: → Upgrader",
        "middle 4: → Fork, predicted: nothing",
        "Small Truck (bottom), hole 1: Basic, predicted in Basic Fabricator (middle), hole centre",
    ]


@pytest.mark.parametrize(
    ("language", "told"), [("de", "Mitte 4: → Gabelung, vorausgesagt: nichts"), ("es", "previsto")]
)
def test_it_speaks_the_readers_language(mechanica: Mechanica, language: str, told: str) -> None:
    assert told in mechanica("compare", PREDICTED, TABLE, "--lang", language).stdout


def test_json_names_every_difference(mechanica: Mechanica) -> None:
    told = answer(mechanica("compare", PREDICTED, TABLE, "--json"), 1)
    assert told["equal"] is False
    assert [one["difference"] for one in told["differences"]] == ["turned_piece", "other_piece", "moved_bot"]
    assert told["differences"][2] == {
        "difference": "moved_bot",
        "predicted": "start/middle/centre",
        "found": "dock/bottom/1",
        "model": "basic",
        "doubtful": False,
        "words": "Small Truck (bottom), hole 1: Basic, predicted in Basic Fabricator (middle), hole centre",
    }


def test_who_did_not_move_is_told_with_the_state_before(mechanica: Mechanica) -> None:
    before = ".=4=1/B(b)=4=1/A(b)=4=1 8+0 print_2019 demo"
    evening = run_workday(Factory.from_text(before)).factory
    half = evening.with_bots({"start/middle/centre": "basic", "dock/middle/1": None}).with_money(9, 0)
    told = mechanica("compare", evening.to_text(), half.to_text(), "--before", before).stdout.splitlines()
    assert told == [
        "the Basic in Basic Fabricator (middle), hole centre did not move, predicted: to Small Truck (middle), hole 1",
        "wallet: 9, predicted: 8",
    ]


def test_a_photo_is_read_with_the_prediction_and_without(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader = reader_of(monkeypatch, read({"floor/middle/1": UPGRADER}, {"start/middle/centre": "basic"}))
    result = mechanica("compare", ".=4=1/B(b)=U3=1/.=4=1 8+3 print_2019 demo", photo)
    assert (result.exit_code, result.stdout) == (0, "nothing differs\n")
    layouts = [asked["predicted"] for asked in reader.asked]
    assert [layout is None for layout in layouts] == [False, True]


def test_doubtful_differences_are_told_to_be_doubtful(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, read({"floor/middle/1": belief(UPGRADER, 0.6, FORK), "floor/middle/2": UNKNOWN}))
    result = mechanica("compare", ".=4=1/B=FF2=1/.=4=1 8+3 print_2019 demo", photo)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "middle 1: → Upgrader, predicted: → Fork (doubtful: look again)",
        "middle 2: not recognised, predicted: → Fork (doubtful: look again)",
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["missing.json", QUIET], "missing.json: there is no such file"),
        ([QUIET, ".=4=1/B=UUw2=1/A=Gn3=1 0+0 print_2019 demo"], "notation: middle 2: "),
        (["-", "-"], "standard input can be read only once"),
    ],
)
def test_what_cannot_be_compared_is_2(mechanica: Mechanica, arguments: list[str], told: str) -> None:
    assert told in complaint(mechanica("compare", *arguments), 2)


def test_a_photo_without_a_board_is_no_difference_but_2(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, {64: PhotoError(Failure.NO_BOARD, say("there is a cat in the photo"))})
    assert "there is a cat in the photo" in complaint(mechanica("compare", QUIET, photo), 2)
