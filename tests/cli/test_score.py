"""``mechanica score``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import say
from service import shelf
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Make, Mechanica, answer, complaint, document
from tests.cli.readings import jpeg, reader_of
from tests.vision.test_copies import taught
from tests.vision.test_reading import REPURPOSER, UPGRADER, belief, read
from vision import Failure, PhotoError
from vision.coins import Coin, CoinReading
from vision.decoding import UNKNOWN

TWO = ".=4=1/B(b)=UG2=1/.=4=1"
"""An Upgrader and a Gift Wrapper of the demonstration set, 3 each, in a line full of equals signs."""


@pytest.mark.rule("R-9.5")
def test_it_tells_every_part_of_a_score(mechanica: Mechanica) -> None:
    shown = mechanica("score", f"Ann={TWO} 8+3 print_2019 demo").stdout
    assert [line.rsplit(maxsplit=1) for line in shown.splitlines() if "─" not in line and line.strip()] == [
        ["Ann"],
        ["wallet", "8"],
        ["vault", "3"],
        ["Upgrader (middle 1)", "3"],
        ["Gift Wrapper (middle 2)", "3"],
        ["total", "17"],
    ]


@pytest.mark.rule("R-9.5")
def test_of_several_the_best_is_told_first_and_wins(mechanica: Mechanica) -> None:
    lines = mechanica("score", f"Ann={TWO},vault=1", f"Ben={TWO},vault=2", f"Cy={TWO}").stdout.splitlines()
    assert [line.strip() for line in lines if line[0:1].isdigit()] == ["1. Ben", "2. Ann", "3. Cy"]
    assert lines[-1] == "Ben wins"


@pytest.mark.rule("D-9.5")
@pytest.mark.parametrize(
    ("language", "shared"),
    [
        ("en", "Ann, Ben and Cy share the win"),
        ("de", "Ann, Ben und Cy teilen sich den Sieg"),
        ("es", "Ann, Ben y Cy comparten la victoria"),
    ],
)
def test_a_tie_is_shared(mechanica: Mechanica, language: str, shared: str) -> None:
    players = [f"Ann={TWO}", f"Ben={TWO}", f"Cy={QUIET},wallet=6", f"Di={QUIET},wallet=5"]
    assert mechanica("score", *players, "--lang", language).stdout.splitlines()[-1] == shared
    told = answer(mechanica("score", *players, "--json"))
    assert told["winners"] == ["Ann", "Ben", "Cy"]
    assert {name: score["rank"] for name, score in told["scores"].items()} == {"Ann": 1, "Ben": 1, "Cy": 1, "Di": 4}


@pytest.mark.rule("A-3.11")
def test_it_tells_assumptions_of_all_once(mechanica: Mechanica) -> None:
    shown = mechanica("score", f"Ann={ASSUMING}", f"Ben={ASSUMING}", f"Cy={TWO}").stdout
    assert shown.splitlines()[-2:] == ["Ann and Ben share the win", "assumed: Gift Wrapper, end value 3"]


@pytest.mark.rule("A-3.11")
def test_an_assumed_entry_is_marked_where_it_stands(mechanica: Mechanica) -> None:
    assert "Gift Wrapper (middle 1), assumed" in mechanica("score", ASSUMING).stdout


@pytest.mark.rule("R-9.5", "A-3.11")
def test_json_has_every_part(mechanica: Mechanica) -> None:
    assert answer(mechanica("score", "--json", f"Ann={ASSUMING},vault=2", f"Ben={TWO},wallet=1")) == {
        "scores": {
            "Ann": {
                "rank": 1,
                "total": 13,
                "least": 13,
                "most": 13,
                "wallet": 8,
                "vault": 2,
                "improvements": [{"place": "floor/middle/1", "kind": "gift_wrapper", "value": 3}],
                "assumed": [{"what": "pieces.gift_wrapper.end_value", "value": 3}],
                "unsure": [],
            },
            "Ben": {
                "rank": 2,
                "total": 7,
                "least": 7,
                "most": 7,
                "wallet": 1,
                "vault": 0,
                "improvements": [
                    {"place": "floor/middle/1", "kind": "upgrader", "value": 3},
                    {"place": "floor/middle/2", "kind": "gift_wrapper", "value": 3},
                ],
                "assumed": [],
                "unsure": [],
            },
        },
        "winners": ["Ann"],
        "certain": True,
    }


@pytest.mark.parametrize(
    ("money", "wallet", "vault"),
    [
        ("", 9, 4),
        (",wallet=0", 0, 4),
        (",vault=07", 9, 7),
        (",wallet=1,vault=2", 1, 2),
        (f",vault=2,wallet={MAX_MONEY}", MAX_MONEY, 2),
    ],
)
def test_money_that_is_told_counts_and_not_the_factorys(
    mechanica: Mechanica, money: str, wallet: int, vault: int
) -> None:
    told = answer(mechanica("score", "--json", f"Ann={FIRST}{money}"))["scores"]["Ann"]
    assert (told["wallet"], told["vault"]) == (wallet, vault)


def test_a_board_is_a_file_whatever_it_is_called_or_standard_input(
    mechanica: Mechanica, make: Make, tmp_path: Path
) -> None:
    odd = tmp_path / "a,wallet=x,b=c.json"
    odd.write_text(json.dumps(document(QUIET)), encoding="utf-8")
    told = answer(mechanica("score", "--json", f"Ann={odd},vault=1", f"Ben={make(FIRST)}", "Cy=-", stdin=QUIET))
    assert {name: score["total"] for name, score in told["scores"].items()} == {"Ann": 9, "Ben": 13 + 20, "Cy": 8}


def test_without_a_name_a_factory_is_called_as_its_file_or_by_its_number(
    mechanica: Mechanica, make: Make, tmp_path: Path
) -> None:
    odd = tmp_path / "a=b.c.json"
    odd.write_text(json.dumps(document(QUIET)), encoding="utf-8")
    told = answer(
        mechanica("score", "--json", f"{make(FIRST)},vault=1", str(odd), QUIET, "-", f"A={QUIET}", stdin=QUIET)
    )["scores"]
    names = ["given", "a=b.c", "player 3", "player 4", "A"]
    assert {name: score["total"] for name, score in told.items()} == dict(
        zip(names, [9 + 1 + 20, 8, 8, 8, 8], strict=True)
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["missing.json"], "missing: missing.json: there is no such file; wanted: a file with a factory"),
        (
            [QUIET, "player 1=-"],
            "the name player 1 comes twice; give each factory its own, NAME=BOARD[,wallet=N|PHOTO]",
        ),
        ([""], "'': wanted a name and a factory, NAME=BOARD[,wallet=N|PHOTO][,vault=N|PHOTO]"),
        ([f"={QUIET}"], f"={QUIET}: wanted a name"),
        ([f" ={QUIET}"], f" ={QUIET}: wanted a name"),
        (["Ann="], "Ann=: wanted a name and a factory"),
        (["Ann=,wallet=3"], "Ann=,wallet=3: wanted a name and a factory"),
        ([f"Ann={QUIET}", f"Ann={TWO}"], "the name Ann comes twice; give each factory its own"),
        ([f"Ann={QUIET},wallet=1,wallet=2"], "Ann: wallet comes twice; give it once"),
        (
            [f"Ann={QUIET},wallet=-1"],
            f"Ann: wallet is a whole number from 0 to {MAX_MONEY} or a photo of coins, not -1",
        ),
        (
            [f"Ann={QUIET},vault=1.5"],
            f"Ann: vault is a whole number from 0 to {MAX_MONEY} or a photo of coins, not 1.5",
        ),
        ([f"Ann={QUIET},vault="], f"Ann: vault is a whole number from 0 to {MAX_MONEY} or a photo of coins, not ''"),
        ([f"Ann={QUIET},vault=²"], "not ²"),
        ([f"Ann={QUIET},vault={MAX_MONEY + 1}"], f"not {MAX_MONEY + 1}"),
        ([f"Ann={QUIET},vault={'9' * 5000}"], "Ann: vault is a whole number"),
        (["Ann=-", f"Ben={QUIET},wallet=-"], "standard input can be read only once"),
        (["Ann=-", "Ben=-"], "standard input can be read only once"),
        (["Ann=missing.json"], "Ann: missing.json: there is no such file; wanted: a file with a factory"),
        ([f"Ann={QUIET}", "Ben=.=4=1/Z"], "Ben: notation: character 7: "),
        ([], "Missing argument 'NAME=BOARD'"),
    ],
)
def test_wrong_usage_is_one_sentence(mechanica: Mechanica, arguments: list[str], told: str) -> None:
    assert told in complaint(mechanica("score", *arguments), 2)


def test_what_is_no_factory_is_no_score(mechanica: Mechanica) -> None:
    told = complaint(mechanica("score", f"Ann={QUIET}", "Ben=.=4=1/B=UUw2=1/A=Gn3=1"), 1)
    assert told.startswith("Ben: notation: middle 2: ")
    assert told.endswith("mechanica check lists them")


# -- from photos ---------------------------------------------------------------------------------------------------


@pytest.fixture
def photo(tmp_path: Path) -> str:
    """A photo, and a copy to read it with."""
    shelf.own().keep(taught("mine"))
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())
    return str(file)


SURE = read({"floor/middle/1": UPGRADER})
UNSURE = read({"floor/middle/1": UPGRADER, "floor/top/2": belief(None, 0.6, REPURPOSER), "start/top": UNKNOWN})


@pytest.mark.rule("R-9.5")
def test_a_photo_that_is_surely_read_scores_as_its_factory(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, SURE)
    result = mechanica("score", "--json", f"Ann={photo},wallet=2,vault=5")
    told = answer(result)["scores"]["Ann"]
    assert (told["total"], told["least"], told["most"], told["unsure"]) == (10, 10, 10, [])
    assert result.stderr == ""


def test_doubts_give_a_range_and_an_uncertain_winner(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, UNSURE)
    shown = mechanica("score", f"Ann={photo},wallet=0,vault=0", f"Ben={QUIET}").stdout.splitlines()
    told = {line.rsplit("  ", 1)[0].strip(): line.rsplit("  ", 1)[1].strip() for line in shown if "  " in line.strip()}
    assert told["empty start slot (top)"] == "0 (0 to 3)"
    assert told["top 2"] == "0 (0 to 4)"
    assert "3 (3 to 10)" in [line[-11:].strip() for line in shown]
    assert shown[-1] == "Ben wins, if all is as it was read: doubts could change it"
    assert answer(mechanica("score", f"Ann={photo}", f"Ben={QUIET},wallet=99", "--json"))["certain"] is True


def test_it_tells_that_a_board_in_a_photo_shows_no_money(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, SURE)
    assert mechanica("score", f"Ann={photo},vault=1").stderr.splitlines() == [
        "Ann: the photo of a board shows no wallet: add ,wallet=N"
    ]


def test_money_is_counted_in_photos_of_coins(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    def coins(shot: object) -> CoinReading:
        there = (Coin(10, 0.99, 20, (9, 9), ()), Coin(5, 0.4, 1, (20, 20), ()))
        return CoinReading(there, (64, 48))

    monkeypatch.setattr("vision.coins.read_coins", coins)
    told = answer(mechanica("score", "--json", f"Ann={QUIET},wallet={photo}"))["scores"]["Ann"]
    assert (told["wallet"], told["total"]) == (15, 15)
    assert told["unsure"] == [{"where": "wallet", "least": 11, "most": 15}]


def test_a_photo_without_coins_is_told_with_the_player(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    def coins(shot: object) -> CoinReading:
        raise PhotoError(Failure.NO_COINS, say("no coins were found in the photo"))

    monkeypatch.setattr("vision.coins.read_coins", coins)
    told = complaint(mechanica("score", f"Ann={QUIET},wallet={photo}"), 1)
    assert told.startswith(f"Ann: {photo}: no coins were found in the photo. ")


def test_pictures_show_every_board_and_photos_themselves(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    reader_of(monkeypatch, UNSURE)
    folder = tmp_path / "scores"
    result = mechanica("score", f"Ann/../x={photo}", f"Ben={TWO}", "--pictures", str(folder))
    assert result.exit_code == 0
    assert sorted(file.name for file in folder.iterdir()) == ["1_Ann_x.jpg", "1_Ann_x.svg", "2_Ben.svg"]
    assert (folder / "1_Ann_x.jpg").read_bytes().startswith(b"\xff\xd8\xff")
    svg = (folder / "2_Ben.svg").read_text(encoding="utf-8")
    assert svg.count('data-part="earning"') == 2
    assert "Upgrader (middle 1): 3" in svg
