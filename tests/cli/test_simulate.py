"""``mechanica simulate``."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from service.cli.simulate import COLUMNS
from tests.cli.conftest import Mechanica, answer, complaint

FEW = ("simulate", "--games", "4", "--players", "random,random", "--jobs", "1")
VARIED = ("--vary", "pieces.upgrader.end_value=0")


def test_it_tells_who_wins_and_what_is_bought(mechanica: Mechanica) -> None:
    lines = mechanica(*FEW).stdout.splitlines()
    assert lines[0].startswith("workdays: 1")
    assert any(line.startswith("random") and "4/8 = 50.0 % (21.5–78.5)" in line for line in lines)
    assert any(line.startswith("Gift Wrapper") for line in lines)
    assert "it does not tell why" in lines[-2]


@pytest.mark.parametrize(("language", "days"), [("de", "Arbeitstage: "), ("es", "jornadas: ")])
def test_it_speaks_other_languages(mechanica: Mechanica, language: str, days: str) -> None:
    assert mechanica(*FEW, "--lang", language).stdout.startswith(days)


def test_the_same_seed_gives_the_same_answer(mechanica: Mechanica) -> None:
    told = answer(mechanica(*FEW, "--json"))
    assert told == answer(mechanica(*FEW, "--json"))
    assert told != answer(mechanica(*FEW, "--seed", "2", "--json"))
    assert (told["games"], told["seed"], told["players"]) == (4, 1, ["random", "random"])
    assert told["players"] == ["random", "random"]
    assert [player["player"] for player in told["summary"]["players"]] == ["random"]
    assert told["variants"] == {}


def test_a_variant_is_compared_game_by_game(mechanica: Mechanica) -> None:
    told = answer(mechanica(*FEW, *VARIED, "--json"))
    compared = {(one["measure"], one["of"]): one for one in told["variants"]["pieces.upgrader.end_value=0"]}
    assert compared["days", ""]["difference"]["interval"] == [0, 0]
    assert compared["bought", "upgrader"]["difference"]["mean"] == 0
    (player,) = told["summary"]["players"]
    for piece in player["pieces"]:  # a table means by "bought" what the other does
        assert compared["bought", piece["kind"]]["first"] == piece["bought"]["mean"]
    assert compared["score", "random"]["difference"]["mean"] <= 0
    shown = mechanica(*FEW, *VARIED).stdout
    assert "pieces.upgrader.end_value=0" in shown
    assert "random: score" in shown
    assert shown.splitlines()[-1] == "± and (...–...): intervals of 95 %"


def test_csv_has_a_line_for_each_player_of_each_game(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert mechanica(*FEW, *VARIED, "--csv", str(file)).exit_code == 0
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert tuple(rows[0]) == COLUMNS
    assert COLUMNS[:9] == ("variant", "game", "seed", "days", "seat", "player", "score", "won", "bought_upgrader")
    assert [row["variant"] for row in rows] == [""] * 8 + ["pieces.upgrader.end_value=0"] * 8
    assert [row["game"] for row in rows[:8]] == list("11223344")
    assert [row["seed"] for row in rows[:8]] == [row["seed"] for row in rows[8:]]
    assert {row["seat"] for row in rows} == {"1", "2"}


def test_csv_on_standard_output_sends_the_tables_elsewhere(mechanica: Mechanica) -> None:
    result = mechanica(*FEW, "--csv", "-")
    assert len(list(csv.DictReader(result.stdout.splitlines()))) == 8
    assert "workdays: " in result.stderr


def test_it_tells_that_a_set_rests_on_assumptions(mechanica: Mechanica) -> None:
    published = (*FEW, "--components", "published")
    assert "mechanica edition show published" in mechanica(*published).stderr
    assumed = [entry["what"] for entry in answer(mechanica(*published, "--json"))["assumed"]]
    assert "pieces.gift_wrapper.end_value" in assumed


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--games", "0"], "--games"),
        (["--games", "100001"], "--games"),
        (["--jobs", "0"], "--jobs"),
        (["--players", "best"], "unknown program 'best'; there are greedy, planner, random"),
        (["--players", "random,random,random,random,random"], "1 to 4 can play, not 5"),
        (["--rules", "house"], "unknown rule set 'house'"),
        (["--components", "mine"], "unknown component set 'mine'"),
        (["--difficulty", "hard"], "only a single player chooses a difficulty"),
        (["--vary", "nonsense"], "nonsense: wanted an entry and its value, as in pieces.upgrader.end_value=2"),
        (["--plot", "games.pdf"], "games.pdf: pictures are .svg or .png"),
        (["--csv", "-", "--json"], "only one of --csv - and --json can go to standard output"),
        (["--csv", "no/such/folder/games.csv"], "cannot be written: no such file or folder"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(mechanica: Mechanica, arguments: list[str], why: str) -> None:
    assert why in complaint(mechanica(*FEW, *arguments), 2)


def test_drawing_without_its_library_names_the_extra(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install '.[plots]'" in complaint(mechanica(*FEW, "--plot", "games.png"), 2)


@pytest.mark.parametrize(("name", "begins"), [("games.png", b"\x89PNG"), ("games.SVG", b"<?xml")])
def test_it_draws(mechanica: Mechanica, tmp_path: Path, name: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / name
    assert mechanica(*FEW, *VARIED, "--plot", str(file)).exit_code == 0
    first = file.read_bytes()
    assert first.startswith(begins)
    assert mechanica(*FEW, *VARIED, "--plot", str(file)).exit_code == 0
    assert file.read_bytes() == first
