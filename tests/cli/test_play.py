"""``mechanica play``."""

from __future__ import annotations

from pathlib import Path

import pytest

from mechanica_core.game import legal_actions
from mechanica_core.game.actions import Install
from mechanica_core.game.record import read_record, replay_while_valid
from tests.cli.conftest import Mechanica, complaint


def lines(*answers: str) -> str:
    """What a person types."""
    return "".join(f"{answer}\n" for answer in answers)


@pytest.mark.parametrize("players", [["Ann=greedy"], ["Ann=random", "Ben=greedy", "Cid=random"]])
def test_programs_play_to_the_end(mechanica: Mechanica, players: list[str]) -> None:
    shown = mechanica("play", *players, "--seed", "1")
    assert shown.exit_code == 0
    assert "final score" in shown.stdout
    assert shown.stdout == mechanica("play", *players, "--seed", "1").stdout
    assert shown.stdout != mechanica("play", *players, "--seed", "2").stdout


def test_quiet_tells_scores_alone(mechanica: Mechanica) -> None:
    loud, quiet = (mechanica("play", "Ann=greedy", "--seed", "1", *how).stdout for how in ([], ["--quiet"]))
    assert quiet.startswith("final score")
    assert loud.endswith(quiet)


def test_a_person_answers_by_number_or_by_typing(mechanica: Mechanica) -> None:
    shown = mechanica("play", "Ann", "Ben=greedy", "--seed", "5", stdin=lines("1", "go on", "buy fork", "1", "quit"))
    assert shown.exit_code == 0
    assert "Ann: Basic sold for 2" in shown.stdout
    assert "Ann: Fork bought for 1" in shown.stdout
    assert "Fork: where to?" in shown.stderr
    assert "Ann: Fork installed (top 1)" in shown.stdout
    assert shown.stdout.endswith("The game is not over.\n")


def test_what_cannot_be_done_is_told_and_asked_again(mechanica: Mechanica) -> None:
    typed = lines("sell dock/top plus", "dance", "999", "", "quit")
    shown = mechanica("play", "Ann", "--seed", "5", stdin=typed)
    assert shown.exit_code == 0
    assert "there is no such bot in that truck (R-7.2)" in shown.stderr
    assert shown.stderr.count("answer a number from 1 to 9, or an action such as go on") == 3
    assert "Basic sold" not in shown.stdout


def test_undo_takes_back(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = lines("undo", "1", "go on", "undo", "undo", "quit")
    shown = mechanica("play", "Ann", "--seed", "5", "--record", str(file), stdin=typed)
    assert "There is nothing to take back." in shown.stderr
    record = read_record(file.read_text(encoding="utf-8"))
    assert len(record.actions) == 1  # the factory ran, which nobody was asked


def test_a_game_goes_on_from_its_record(mechanica: Mechanica, tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    first = mechanica("play", "Ann", "Ben=greedy", "--seed", "5", "--record", file, stdin=lines("1", "quit"))
    assert f"The game is kept in {file}." in first.stdout
    again = mechanica("play", "--record", file, stdin=lines("?", "quit"))
    assert "wallet 10" in again.stderr
    assert "this game is played by Ann, Ben" in complaint(mechanica("play", "Cid", "--record", file), 2)
    for option in (["--rules", "web_de"], ["--seed", "6"], ["--components", "published"]):
        assert "this game began otherwise" in complaint(mechanica("play", "--record", file, *option), 2)
    assert mechanica("play", "--record", file, "--rules", "print_2019", stdin=lines("quit")).exit_code == 0
    Path(file).write_text("nonsense", encoding="utf-8")
    assert complaint(mechanica("play", "--record", file), 2)


@pytest.mark.parametrize("undone", [0, 2])
def test_a_game_played_in_many_sittings_is_kept_as_if_in_one(mechanica: Mechanica, tmp_path: Path, undone: int) -> None:
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    players = ["Ann", "Ben=greedy", "--seed", "5"]
    mechanica("play", *players, "--record", str(one), stdin=lines(*["1"] * 14, "quit"))
    mechanica("play", *players, "--record", str(many), stdin=lines("1", "quit"))
    for answers in (5, 1, 7):
        typed = [*["1"] * (answers + undone), *["undo"] * undone]
        shown = mechanica("play", "Ann", "Ben=greedy", "--record", str(many), stdin=lines(*typed, "quit"))
        assert shown.exit_code == 0
    assert many.read_text(encoding="utf-8") == one.read_text(encoding="utf-8")


def test_a_record_that_cannot_be_written_leaves_nothing_behind(
    mechanica: Mechanica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"

    def interrupted(record: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.play.write_record", interrupted)
    assert mechanica("play", "Ann", "--record", str(file), stdin=lines("quit")).exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_a_record_needs_a_folder(mechanica: Mechanica, tmp_path: Path) -> None:
    file = str(tmp_path / "nowhere" / "game.txt")
    assert "there is no such folder" in complaint(mechanica("play", "Ann=greedy", "--record", file), 2)


def test_everybody_elses_money_is_seen(mechanica: Mechanica) -> None:
    alone = mechanica("play", "Ann", "--difficulty", "hard", "--seed", "1", stdin=lines("quit"))
    assert "ARMAND-0: wallet 8, vault 20" in alone.stderr
    together = mechanica("play", "Ann", "Ben", "--seed", "1", stdin=lines("quit"))
    assert "Ben: .=4=1/B=4=1(b)/.=4=1 8+0 print_2019 demo" in together.stderr


def test_a_gift_says_whose_it_is(mechanica: Mechanica) -> None:
    typed = lines("go on", "buy shop/2", "install start/top", "go on", "make start/top deluxe", "quit")
    shown = mechanica("play", "Ann", "Ben", "--seed", "1", stdin=typed)
    assert "Day 1, Ben: a gift from Ann" in shown.stderr


def test_at_a_table_people_tell_what_comes(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = lines("open 3", "open 9", "draw upgrader", "draw fork", "draw gift wrapper", "quit")
    shown = mechanica("play", "Ann", "Ben", "--at-table", "--record", str(file), stdin=typed)
    assert "What comes at the table?" in shown.stderr
    game = replay_while_valid(read_record(file.read_text(encoding="utf-8"))).steps[-1].game
    assert [str(kind) for kind in game.shop if kind] == ["upgrader", "gift_wrapper"]


def test_ways_to_install_are_a_table(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shown = mechanica("play", "Ann", "--seed", "3", "--record", str(file), stdin=lines("go on", "buy fork", "quit"))
    game = replay_while_valid(read_record(file.read_text(encoding="utf-8"))).steps[-1].game
    ways = [number for number, action in enumerate(legal_actions(game), start=1) if isinstance(action, Install)]
    row = next(line for line in shown.stderr.splitlines() if line.startswith("bottom 4"))
    assert row.split()[2:] == [str(number) for number in ways[-4:]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Ann=clever"], "unknown program 'clever'; there are greedy, planner, random"),
        (["Ann", "Ann"], "two players are called Ann; each needs a name of their own"),
        ([""], "the name of player 1 is empty"),
        (["Ann", "=greedy"], "the name of player 2 is empty"),
        (["A\tnn"], r"the name 'A\tnn' contains characters that cannot be printed"),
        (["a", "b", "c", "d", "e"], "1 to 4 can play, not 5"),
        (["Ann", "Ben", "--difficulty", "hard"], "only a single player chooses a difficulty"),
        (["Ann", "--difficulty", "easy"], "unknown difficulty 'easy'"),
        (["Ann", "--rules", "chess"], "unknown rule set 'chess'"),
        (["Ann", "--components", "nowhere"], "unknown component set 'nowhere'"),
    ],
)
def test_wrong_usage_is_one_sentence(mechanica: Mechanica, arguments: list[str], sentence: str) -> None:
    assert sentence in complaint(mechanica("play", *arguments), 2)


@pytest.mark.parametrize(
    ("language", "asked", "undo", "quit_"),
    [("de", "1 bis", "zurück", "ende"), ("es", "1 a", "deshacer", "salir"), ("en", "1 to", "undo", "quit")],
)
def test_it_asks_and_understands_in_the_players_language(
    mechanica: Mechanica, language: str, asked: str, undo: str, quit_: str
) -> None:
    for words in ((undo.upper(), quit_), ("undo", "quit")):
        shown = mechanica("play", "--seed", "1", "--lang", language, stdin=lines("1", *words, "rotate"))
        assert shown.stderr.count(asked) == 3  # it was asked again after undo, and no more after quit
        assert f"{undo} " in shown.stderr
        assert f"{quit_}:" in shown.stderr
