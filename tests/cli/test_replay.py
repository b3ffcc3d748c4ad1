"""``mechanica replay``."""

from __future__ import annotations

import pytest

from mechanica_core.game import Game
from mechanica_core.game.actions import Buy, GoOn, Install, Make, Rotate, Run, Sell
from mechanica_core.game.game_document import game_document, read_game
from mechanica_core.game.record import Record, read_record, replay, write_record
from mechanica_core.pieces import Model
from tests.cli.conftest import Make as MakeFile
from tests.cli.conftest import Mechanica, answer, complaint
from tools.golden import golden_game

SHORT = Record(
    Game.new(["Ann", "Ben"], seed=7),
    (
        *(Run(), Run(), Sell("dock/middle", Model.BASIC), GoOn(), Buy(1), Install("floor/middle/2"), GoOn()),
        *(Make("start/middle", Model.BASIC), Rotate(), GoOn()),
    ),
)
TEXT = write_record(SHORT)
LINES = len(TEXT.splitlines())


def test_it_tells_a_game_day_by_day(mechanica: Mechanica, make: MakeFile) -> None:
    assert mechanica("replay", make(TEXT)).stdout.splitlines() == [
        "Day 1",
        "  Ann: the factory runs; in the trucks: Basic",
        "  Ben: the factory runs; in the trucks: Basic",
        "  Ann: Basic sold for 2; Flight Tester bought for 5; Flight Tester installed (middle 2); Basic made (middle); "
        "the shop is rotated; new in the shop: Overactive Fabricator for 7",
        "",
        "The record ends here; the game is not over.",
    ]


def test_it_tells_final_scores(mechanica: Mechanica) -> None:
    record = write_record(golden_game(1, "print_2019"))
    shown = mechanica("replay", "-", stdin=record)
    assert shown.exit_code == 0
    *_, heading, _, first, second = shown.stdout.splitlines()
    assert heading.split() == ["final", "score", "wallet", "vault", "improvements", "total"]
    assert first.split()[:2] == ["1.", "ARMAND-0"]
    assert second.split()[:2] == ["2.", "Ann"]
    totals = [line for line in record.splitlines() if line.startswith("result: ")]
    assert totals == [f"result: {second.split()[-1]} {first.split()[-1]}"]


@pytest.mark.parametrize(
    ("language", "day", "over"),
    [("de", "Vor dem ersten Tag", "Endstand"), ("es", "Antes del primer día", "puntuación final")],
)
def test_it_speaks_to_players(mechanica: Mechanica, language: str, day: str, over: str) -> None:
    lines = mechanica(
        "replay", "-", "--lang", language, stdin=write_record(golden_game(2, "web_de"))
    ).stdout.splitlines()
    assert lines[0] == day
    assert any(line.startswith(over) for line in lines)


def test_json_has_every_step(mechanica: Mechanica, make: MakeFile) -> None:
    told = answer(mechanica("replay", "--json", make(TEXT)))
    assert told["error"] is None
    assert told["result"] is None
    assert read_game(told["start"]) == SHORT.start
    assert told["end"] == game_document(list(replay(SHORT))[-1].game)
    assert [step["action"] for step in told["steps"]][:3] == ["run", "run", "sell dock/middle basic"]
    assert told["steps"][2] == {
        "line": read_record(TEXT).lines[2],
        "action": "sell dock/middle basic",
        "events": [
            {"event": "Sold", "player": 1, "truck": "dock/middle", "model": "basic", "coins": 2, "rule": "R-7.2"}
        ],
    }


def test_json_has_the_result_of_a_game_that_is_over(mechanica: Mechanica) -> None:
    told = answer(mechanica("replay", "--json", "-", stdin=write_record(golden_game(2, "web_es"))))
    assert told["end"]["phase"] == "over"
    assert set(told["result"]["scores"]) == {"Ann", "Ben"}


def test_a_record_that_breaks_the_rules_is_told_as_far_as_it_goes(mechanica: Mechanica, make: MakeFile) -> None:
    file = make(f"{TEXT}sell dock/top plus\n")
    result = mechanica("replay", file)
    assert result.exit_code == 1
    assert result.stdout.startswith("Day 1\n  Ann: the factory runs")
    assert result.stderr == (
        f"mechanica: {file}: line {LINES + 1}: sell dock/top plus: there is no such bot in that truck (R-7.2)\n"
    )
    told = answer(mechanica("replay", "--json", file), 1)
    assert told["error"] == {
        "line": LINES + 1,
        "action": "sell dock/top plus",
        "rule": "R-7.2",
        "message": "there is no such bot in that truck",
    }
    assert len(told["steps"]) == len(SHORT.actions)


def test_a_set_up_that_cannot_be_is_refused(mechanica: Mechanica, make: MakeFile) -> None:
    file = make(TEXT.replace("turn: 1", "turn: 3"))
    line = TEXT.splitlines().index("turn: 1") + 1
    why = f"{file}: line {line}: there is no player number 3 whose turn it could be"
    assert complaint(mechanica("replay", file), 2) == why
    assert complaint(mechanica("replay", "--json", file), 2) == why
    assert complaint(mechanica("play", "--record", file), 2) == why
    file = make("once upon a time")
    assert complaint(mechanica("replay", file), 2) == f"{file}: line 1: a record begins with record: mechanica-game/1"


def test_a_components_set_that_nobody_knows_is_refused(mechanica: Mechanica, make: MakeFile) -> None:
    file = make(TEXT.replace("components: demo", "components: mine"))
    assert complaint(mechanica("replay", file), 2).startswith(
        f"{file}: line 4: unknown component set 'mine'; there are "
    )


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\xfa", b"\x89PNG\r\n\x1a\n", b"x" * 300_000])
def test_what_is_no_text_is_wrong_usage(mechanica: Mechanica, make: MakeFile, content: bytes) -> None:
    assert complaint(mechanica("replay", make(content)), 2)


def test_a_missing_file_is_told(mechanica: Mechanica) -> None:
    assert complaint(mechanica("replay", "game.txt"), 2) == (
        "game.txt: there is no such file; wanted: a file with the record of a game"
    )
