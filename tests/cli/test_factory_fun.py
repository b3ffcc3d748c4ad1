"""``mechanica factory-fun``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from mechanica_core.other_games.factory_fun.document import HallChange, change_document, hall_document
from mechanica_core.other_games.factory_fun.text import hall_text
from tests.cli.conftest import Make, Mechanica, answer, complaint
from tests.other_games.factory_fun.halls import hall

SAMPLES: Final = Path(__file__).parents[2] / "samples"
GAME: Final = str(SAMPLES / "factory_fun_game.json")
PRESSED: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A   [O]   ·    ·
2   ·    ·    ·    ·    ·    ·""")
MILLED: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A    B>   B   [O]
2   ·    ·    ·    ·    ·    ·""")
LOOSE: Final = MILLED.without(MILLED.reservoirs[0].square)


def test_a_legal_hall_is_good(mechanica: Mechanica, make: Make) -> None:
    for text in (hall_text(MILLED), json.dumps(hall_document(MILLED))):
        file = make(text)
        result = mechanica("factory-fun", "check", file)
        assert (result.exit_code, result.stdout) == (0, f"{file}: a legal hall\n")
    assert mechanica("factory-fun", "check", str(SAMPLES / "factory_fun_hall.json")).exit_code == 0


def test_every_broken_rule_is_told(mechanica: Mechanica, make: Make) -> None:
    file = make(hall_text(LOOSE))
    result = mechanica("factory-fun", "check", file)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "e1: the output blue 1 of Mill is joined to nothing (b)",
        f"{file}: no legal hall; broken rules: 1",
    ]
    told = answer(mechanica("factory-fun", "check", "--json", file), exit_code=1)
    assert [(broken["rule"], broken["square"]) for broken in told["violations"]] == [("b", "e1")]


def test_a_hall_is_drawn_on_request(mechanica: Mechanica, make: Make, tmp_path: Path) -> None:
    picture = tmp_path / "hall.svg"
    assert mechanica("factory-fun", "check", make(hall_text(LOOSE)), "-o", str(picture)).exit_code == 1
    assert 'data-part="broken" data-square="e1"' in picture.read_text(encoding="utf-8")


def change(**entries: Any) -> str:
    return json.dumps(change_document(HallChange(PRESSED, MILLED, 1)) | entries)


def test_costs_are_told_change_by_change(mechanica: Mechanica, make: Make) -> None:
    told = answer(mechanica("factory-fun", "cost", "--json", make(change())))
    assert [(each["part"], each["square"], each["cost"]) for each in told["changes"]] == [
        ("Mill", "d1", 0),
        ("output reservoir", "f1", 1),
    ]
    assert (told["ok"], told["cost"], told["income"], told["net"], told["money"]) == (True, 1, 3, 2, 3)
    shown = mechanica("factory-fun", "cost", make(change())).stdout
    assert "cost 1, income 3, net +2\nmoney afterwards: 3\n" in shown


def test_what_the_rules_forbid_is_told_with_its_costs(mechanica: Mechanica, make: Make) -> None:
    back = json.dumps(change_document(HallChange(MILLED, PRESSED)))
    result = mechanica("factory-fun", "cost", make(back))
    assert result.exit_code == 1
    assert "no machine may be removed" in result.stdout
    moved = hall("""
    a    b    c    d    e    f
1   ·    ·    ·    ·    ·    ·
2  (Y)   A>   A   [O]   ·    ·""")
    told = answer(
        mechanica("factory-fun", "cost", "--json", make(json.dumps(change_document(HallChange(PRESSED, moved))))), 1
    )
    assert told["problems"] == ["a hall is changed by placing exactly one new machine, not 0"]
    assert told["cost"] == 4


def test_scores_of_a_hall_and_of_a_game(mechanica: Mechanica, make: Make) -> None:
    result = mechanica("factory-fun", "score", make(hall_text(MILLED)))
    assert result.stdout == "clear tokens: 1; at the end × 5: 5\n"
    told = answer(mechanica("factory-fun", "score", "--json", GAME))
    assert told["over"]
    assert all(player["total"] == player["money"] + player["bonus"] for player in told["players"])
    assert told["winners"] == [max(told["players"], key=lambda player: int(player["total"]))["name"]]


def test_a_game_is_gone_through(mechanica: Mechanica) -> None:
    told = answer(mechanica("factory-fun", "play", "--json", GAME))
    money = {player["name"]: 1 for player in told["end"]["players"]}
    for accounts, after in zip(told["rounds"], told["money"], strict=True):
        for account, now in zip(accounts, after, strict=True):
            assert now == max(1, money[account["player"]] + account["net"])
            money[account["player"]] = now
    shown = mechanica("factory-fun", "play", GAME).stdout
    assert shown.startswith("Round 1\n")
    assert "won: " in shown


def test_a_game_may_end_early_or_break_a_rule(mechanica: Mechanica, make: Make) -> None:
    game = json.loads(Path(GAME).read_text(encoding="utf-8"))
    short = game | {"rounds": game["rounds"][:3]}
    assert "The game is not over: round 4 is next." in mechanica("factory-fun", "play", make(json.dumps(short))).stdout
    game["rounds"][2]["takings"][0]["machine"] = game["stock"][0]
    assert "is not there to be taken" in complaint(mechanica("factory-fun", "play", make(json.dumps(game))), 1)


def test_a_broken_file_is_one_sentence_with_square_and_field(mechanica: Mechanica, make: Make) -> None:
    wrong = hall_document(MILLED)
    wrong["containers"] = [{"square": "a1", "product": "green"}]
    file = make(json.dumps(wrong))
    assert complaint(mechanica("factory-fun", "check", file), 2) == (
        f'{file}: containers/a1/product: unknown name "green"; there are yellow, red, blue, brown'
    )
    wrong["rows"] = 0
    assert complaint(mechanica("factory-fun", "check", make(json.dumps(wrong))), 2).endswith(", and 1 more")
    file = make("    a\n1  (Q)")
    assert complaint(mechanica("factory-fun", "score", file), 2) == f"{file}: a1: '(Q)' is no part of a hall"


@pytest.mark.parametrize(
    ("command", "content", "told"),
    [
        ("check", change(), "wanted: a hall"),
        ("cost", hall_text(MILLED), "wanted: a hall before and after building"),
        ("score", change(), "wanted: a hall or a game"),
        ("play", hall_text(MILLED), "wanted: a game"),
        ("check", "[1]", "a document is an object"),
    ],
)
def test_each_command_wants_its_document(
    mechanica: Mechanica, make: Make, command: str, content: str, told: str
) -> None:
    assert complaint(mechanica("factory-fun", command, make(content)), 2).endswith(told)


def test_machines_of_ones_own(mechanica: Mechanica, make: Make, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'format = "factory-fun-machines/1"\nname = "Mine"\nmade_up = false\n[[machines]]\nname = "Tap"\nincome = 3\n'
        'ends = [{ half = 1, side = "west", flow = "in", product = "yellow", number = 1 }]\n',
        encoding="utf-8",
    )
    drawn = hall_document(MILLED) | {"kinds": [], "machines": [{"machine": "Tap", "square": "b1"}], "reservoirs": []}
    file = make(json.dumps(drawn))
    assert "no machine is called 'Tap'" in complaint(mechanica("factory-fun", "check", file), 2)
    assert mechanica("factory-fun", "check", file, "--machines", str(own)).exit_code == 0
    own.write_text("name =", encoding="utf-8")
    assert "this is not valid TOML" in complaint(mechanica("factory-fun", "check", file, "--machines", str(own)), 2)
