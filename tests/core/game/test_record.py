"""Records of games: what is written is read again, replayed as far as it goes, and refused with the line."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from mechanica_core import Factory, Kind
from mechanica_core.errors import RecordError
from mechanica_core.game import Game, Phase
from mechanica_core.game.actions import ACTIONS, Decline, GoOn, Run, Sell
from mechanica_core.game.final import final_standings
from mechanica_core.game.record import (
    LIKE,
    MAX_ACTIONS,
    MAX_LENGTH,
    MAX_LINE,
    MAX_LINES,
    RULES_VERSION,
    Record,
    read_record,
    replay,
    replay_while_valid,
    write_record,
)
from mechanica_core.game.state import Armand
from mechanica_core.messages import LANGUAGES
from mechanica_core.pieces import Model
from tests.core.game.helpers import in_turn
from tools.golden import FOLDER, golden_game, golden_records

GOLDEN = sorted(FOLDER.glob("*.txt"))
SHORT = write_record(Record(Game.new(["Ann", "Ben"], seed=7), (Run(), Run(), GoOn())))
FIRST_ACTION = SHORT.splitlines().index("actions:") + 1
"""The number of the line before the first action."""


# -- golden play-throughs -----------------------------------------------------------------------------------------


def test_golden_games_come_out_as_they_did() -> None:
    """If the rules were meant to change: make golden, and read what changes."""
    assert {file.name: file.read_text(encoding="utf-8") for file in GOLDEN} == golden_records()


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_record_that_is_replayed_and_written_again_gives_the_same_bytes(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read_record(text)
    assert write_record(record) == text
    steps = list(replay(record))
    assert steps[-1].game.is_over
    assert record.claim
    totals = {player.name: player.score.total for player in final_standings(steps[-1].game).players}
    assert sorted(record.claim.totals) == sorted(totals.values())


def test_golden_games_show_nearly_every_action() -> None:
    shown = {type(action) for file in GOLDEN for action in read_record(file.read_text(encoding="utf-8")).actions}
    assert set(ACTIONS) - shown <= {Decline}


@pytest.mark.parametrize("file", GOLDEN[::5], ids=lambda file: file.stem)
def test_a_record_cut_at_any_line_replays_what_is_there(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = list(replay(read_record("".join(lines))))
    set_up = lines.index("actions:\n") + 1
    for end in range(len(lines)):
        text = "".join(lines[:end])
        if end < set_up:
            with pytest.raises(RecordError) as raised:
                read_record(text)
            assert raised.value.line is not None
        elif end % 40 == 0:
            record = read_record(text)
            steps, error = replay_while_valid(record)
            assert error is None
            assert list(steps) == whole[: len(record.actions)]
            assert write_record(read_record(write_record(record))) == write_record(record)


# -- what a record holds ------------------------------------------------------------------------------------------


def test_chance_is_written_down_and_not_computed_again() -> None:
    text = SHORT.replace("seed: 7", "seed: 8")
    assert read_record(text).start.stack == Game.new(2, seed=7).stack


@pytest.mark.parametrize(("players", "rules"), [(1, "web_es"), (2, "print_2019"), (4, "web_de")])
def test_any_moment_of_a_game_can_be_a_start(players: int, rules: str) -> None:
    record = golden_game(players, rules)
    steps = list(replay(record))
    for at in range(0, len(steps), 40):
        rest = Record(steps[at].game, record.actions[at + 1 :])
        again = read_record(write_record(rest))
        assert again == rest
        assert list(replay(again)) == steps[at + 1 :]


def test_photographed_factories_of_which_nobody_knows_the_stacks_can_be_a_start() -> None:
    misfit = Factory.from_text("A=Gn3=1/B=1UUw1=1/.=4=1 8+0", forgive=["does_not_fit"])
    game = Game.from_position(
        ["Ann", "Ben"], [misfit, Factory.new()], [None] * 4, stack=9, extras=6, blueprints=(3, None), day=4
    )
    record = Record(game, (GoOn(),), date(2026, 11, 30))
    again = read_record(write_record(record))
    assert again == record
    assert again.start.factories[0] == misfit


def test_names_may_be_anything_that_can_be_read() -> None:
    names = ['"Ann"', " # Ben ", "player: Cleo", "D;n"]
    record = Record(Game.new(names, seed=1), (Run(),))
    assert read_record(write_record(record)) == record


def test_the_seed_the_date_and_the_difficulty_are_kept() -> None:
    record = Record(Game.new(1, seed=-(10**30), difficulty="hard"), (), date(2026, 2, 28))
    text = write_record(record)
    assert {f"seed: -{10**30}", "date: 2026-02-28", "difficulty: hard", "armand: 8+20"} <= set(text.splitlines())
    assert read_record(text) == record


def test_the_reader_is_lenient_with_what_people_do_to_text() -> None:
    text = "\ufeff" + SHORT.replace("\n", "  \r\n\r\n# a remark\r\n").replace("day:", "Day :").replace(
        "go on", "GO ON #!"
    )
    assert read_record(text) == read_record(SHORT)


@pytest.mark.rule("R-10.5")
def test_armand_scores_six_times_what_he_bought() -> None:
    bought = (Kind.UPGRADER, Kind.REPURPOSER, Kind.UPGRADER)
    game = in_turn(1, wallet=3, armand=Armand(5, 20, bought), phase=Phase.OVER)
    armand, player = final_standings(game).players
    assert (armand.name, armand.score.total) == ("ARMAND-0", 5 + 20 + 6 * (3 + 4 + 3))
    assert (player.rank, player.score.total) == (2, 3)
    assert "result: 3 85" in write_record(Record(game)).splitlines()


# -- what is refused ----------------------------------------------------------------------------------------------


def test_an_illegal_action_is_told_with_its_line_its_reason_and_the_rule() -> None:
    record = read_record(f"{SHORT}sell dock/top deluxe; go on\n")
    steps, error = replay_while_valid(record)
    assert len(steps) == 3
    assert error
    assert (error.line, error.action, error.rule) == (FIRST_ACTION + 7, "sell dock/top deluxe", "D-7.1")
    assert str(error).startswith(f"line {FIRST_ACTION + 7}: sell dock/top deluxe: this is not done in this phase")
    assert pickle.loads(pickle.dumps(error)).__dict__ == error.__dict__
    assert len({error.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    with pytest.raises(RecordError):
        list(replay(record))
    with pytest.raises(RecordError):
        write_record(record)


def test_a_record_made_by_a_program_has_no_lines() -> None:
    (error,) = (replay_while_valid(Record(Game.new(2, seed=1), (GoOn(),))).error,)
    assert error
    assert str(error) == "go on: this is not done in this phase: the factories run (D-7.1)"


@pytest.mark.parametrize("kept", [0, 1, 5, 20])
def test_a_record_that_was_read_can_be_gone_on_with(kept: int) -> None:
    whole = read_record(GOLDEN[0].read_text(encoding="utf-8"))
    read = read_record(write_record(Record(whole.start, whole.actions[:kept])))
    longer = replace(read, actions=whole.actions[:40])
    assert len(list(replay(longer))) == 40
    assert write_record(longer) == write_record(Record(whole.start, whole.actions[:40]))


def test_what_cannot_be_read_as_an_action_ends_the_record_there() -> None:
    record = read_record(SHORT.replace("go on", "go on; fly; go on"))
    steps, error = replay_while_valid(record)
    assert len(steps) == 3
    assert error
    assert str(error).startswith(f"line {FIRST_ACTION + 6}: fly: character 1: expected one of decide, run")


def test_another_result_than_told_is_refused() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("result:"))
    steps, error = replay_while_valid(read_record(text.replace(line, "result: 1 2")))
    assert steps[-1].game.is_over
    assert error
    assert str(error) == f"line {text.splitlines().index(line) + 1}: the result is {line[8:]}, not 1 2"


def refusal(text: str) -> str:
    """Why a record is refused; nothing if it is read."""
    try:
        read_record(text)
    except RecordError as error:
        return str(error)
    return ""


SPOILT: dict[str, Callable[[str], str]] = {
    "a record begins with record: mechanica-game/1": lambda text: text.replace("game/1", "game/2"),
    "line 1: a record begins with": lambda text: "[White Ann]\n" + text,
    "rules comes twice": lambda text: text.replace("rules: ", "rules: print_2019\nrules: ", 1),
    "the entry shop is missing": lambda text: text.replace("shop:", "# shop:"),
    "'colour: red' is no entry of a record": lambda text: text.replace("day:", "colour: red\nday:"),
    "'day' is no entry of a record": lambda text: text.replace("day:", "day\nday:"),
    "day: expected something like 1, not '-1'": lambda text: text.replace("day: 1", "day: -1"),
    "day: expected something like 1, not '999": lambda text: text.replace("day: 1", "day: " + "9" * 5000),
    "seed: expected something like 7, not '999": lambda text: text.replace("seed: 7", "seed: " + "9" * 5000),
    "phase: expected something like run | sell | buy | make | rotate | end | over, not 'dinner'": lambda text: (
        text.replace("phase: run", "phase: dinner")
    ),
    "date: expected something like 2026-11-30, not 'spring'": lambda text: text.replace("day:", "date: spring\nday:"),
    "player: expected something like Ann, not '\"Ann'": lambda text: text.replace("player: Ann", 'player: "Ann'),
    "shop: expected something like upgrader - gift_wrapper -, not 'gold ": lambda text: text.replace(
        "shop: ", "shop: gold "
    ),
    "completed: expected something like 1 2, not '9'": lambda text: text.replace(
        "day:", "completed: 9\ncompleted: 1\nday:"
    ),
    "waiting: expected something like gift 2 basic plus; open 1, not 'tea'": lambda text: text.replace(
        "day:", "waiting: tea\nday:"
    ),
    "decided: expected something like decide floor/top/2<start/middle/centre ahead, not 'run'": lambda text: (
        text.replace("day:", "decided: run\nday:")
    ),
    "armand: expected something like 8+0 upgrader, not 'rich'": lambda text: text.replace("day:", "armand: rich\nday:"),
    "expected a start slot": lambda text: text.replace("factory: .", "factory: "),
    "line 7: two players are called Ann; each needs a name of their own": lambda text: text.replace("Ben", "Ann"),
    "the shop has 4 spots, not 5": lambda text: text.replace("shop: ", "shop: - "),
    "players: 3, factories: 2": lambda text: text.replace("player: Ben", "player: Ben\nplayer: Cleo"),
    "so two lines of blueprints": lambda text: text.replace("blueprints:", "blueprints: 1\nblueprints:", 1),
    "so two lines of completed": lambda text: text.replace("day:", "completed: 1\nday:"),
    "turn: expected something like 1, not '0'": lambda text: text.replace("turn: 1", "turn: 0"),
    "player: expected something like Ann, not ''": lambda text: text.replace("player: Ann", "player:"),
    "player: expected something like Ann, not '\" \"'": lambda text: text.replace("player: Ann", 'player: " "'),
    "blueprints: expected something like 5 9 ?, not '0 ": lambda text: text.replace(
        "blueprints: ", "blueprints: 0 ", 1
    ),
    "there is no player number 3 whose turn": lambda text: text.replace("turn: 1", "turn: 3"),
    "there is no blueprint 99, only 15": lambda text: text.replace("blueprints: ", "blueprints: 99 ", 1),
    "more blueprints lie there than there are": lambda text: text.replace("blueprints: ", "blueprints: ? ", 1),
    "by newer rules": lambda text: text.replace(f"version: {RULES_VERSION}", f"version: {RULES_VERSION + 1}"),
    "the set-up ends before actions:": lambda text: text[: text.index("actions:")],
    "shift has happened by itself already": lambda text: text.replace("day:", "waiting: shift\nday:"),
    "only ARMAND-0 has a chip": lambda text: text.replace("day:", "waiting: flip\nday:"),
    "more is to be drawn than there is": lambda text: text.replace(
        "day:", f"waiting: {'draw stack shop/1;' * 90}\nday:"
    ),
    "it has been drawn already": lambda text: text.replace("day:", "waiting: draw stack shop/1\nday:"),
    "it has been opened already": lambda text: text.replace("day:", "waiting: open 1\nday:"),
    "waits twice": lambda text: text.replace("day:", "waiting: recycled plus; shift; shift\nday:"),
    "comes before what": lambda text: text.replace("day:", "waiting: recycled plus; shift; open 1\nday:"),
    "waits for nothing": lambda text: text.replace("run", "over").replace("day:", "waiting: gift 1 plus\nday:"),
    "every fabricator has made": lambda text: text.replace("phase: run", "phase: make\nmade: 3"),
    "nothing is left to decide": lambda text: text.replace("day:", "decided: decide dock/top:keep plus\nday:"),
    f"longer than {MAX_LENGTH} characters": lambda text: text + "\n" * MAX_LENGTH,
    f"more than {MAX_LINES} lines": lambda text: text + "\n" * MAX_LINES,
    f"line 2: longer than {MAX_LINE} characters": lambda text: text.replace("\n", "\n#" + " " * MAX_LINE + ".\n", 1),
}


@pytest.mark.parametrize("told", SPOILT)
def test_a_spoilt_set_up_is_refused_with_its_reason(told: str) -> None:
    text = SPOILT[told](SHORT)
    assert text != SHORT
    with pytest.raises(RecordError) as raised:
        read_record(text)
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("entry", "spoilt"),
    [
        ("turn: 1", "turn: 3"),
        ("turn: 1", "turn: 0"),
        ("player: Ann", "player: ARMAND-0"),
        ("phase: run", "phase: dinner"),
        ("phase: run", "phase: sell\ndecided: decide dock/top:keep plus"),
        ("phase: run", "phase: run\nwaiting: open 1"),
        ("phase: run", "phase: make\nmade: 3"),
        ("rules-version: 1", "rules-version: 2"),
        ("day: 1", "day: 1\ncompleted: 1\ncompleted: 3"),
    ],
)
def test_what_is_wrong_with_a_set_up_is_told_with_the_line_that_says_it(entry: str, spoilt: str) -> None:
    text = SHORT.replace(f"{entry}\n", f"{spoilt}\n")
    name = spoilt.splitlines()[min(1, spoilt.count("\n"))].partition(":")[0]
    with pytest.raises(RecordError) as raised:
        read_record(text)
    assert raised.value.line == 1 + next(at for at, line in enumerate(text.splitlines()) if line.startswith(name + ":"))


@pytest.mark.parametrize("name", LIKE)
def test_what_an_entry_should_look_like_can_be_read(name: str) -> None:
    for example in LIKE[name].split(" | "):
        lines = [line for line in SHORT.splitlines() if not line.startswith(f"{name}: ")]
        lines[1:1] = [f"{name}: {example}"] * (2 if name in ("player", "blueprints", "completed") else 1)
        assert "expected something like" not in refusal("\n".join(lines))  # though such a game may be none


@pytest.mark.parametrize(
    ("armand", "told"),
    [
        ("armand: 8+0 fork", "only improvements are bought"),
        ("armand: 8+0\ndifficulty: tiny", "unknown difficulty 'tiny'"),
        ("# nobody", "ARMAND-0 plays against a single player"),
    ],
)
def test_armand_is_checked_too(armand: str, told: str) -> None:
    text = write_record(Record(Game.new(1, "web_de", seed=1)))
    with pytest.raises(RecordError, match=told):
        read_record(text.replace("armand: 8+0", armand))


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("rules: print_2019", "line 2: unknown rule set 'chess'; there are print_2019, "),
        ("components: demo", "line 4: unknown component set 'chess'; there are demo, "),
    ],
)
def test_unknown_editions_are_told_with_the_line_that_names_them(entry: str, told: str) -> None:
    name = entry.partition(":")[0]
    assert refusal(SHORT.replace(f"{entry}\n", f"{name}: chess\n")).startswith(told)
    everywhere = SHORT.replace(entry.split()[1], "chess")
    assert refusal(everywhere).startswith(told)


@pytest.mark.parametrize(("more", "told"), [("run;" * (MAX_ACTIONS // 10), "longer than"), ("#" * 9_000, "")])
def test_long_lines_end_the_actions(more: str, told: str) -> None:
    record = read_record(SHORT + more + "." * 2_500)
    assert len(record.actions) == 3
    assert told in str(record.broken or "")


def test_no_more_actions_are_read_than_any_game_has() -> None:
    record = read_record(SHORT + f"{'run;' * 2_000}\n" * (MAX_ACTIONS // 2_000))
    assert (len(record.actions), str(record.broken)) == (
        MAX_ACTIONS,
        f"line {len(SHORT.splitlines()) + MAX_ACTIONS // 2_000}: more than {MAX_ACTIONS} actions",
    )


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_to_a_record_it_is_read_or_refused(seed: int) -> None:
    texts = [file.read_text(encoding="utf-8") for file in GOLDEN]
    words = sorted({word for text in texts for word in text.split()})
    words += [
        "shift",
        "flip",
        "refresh",
        "turns_done",
        "close_day",
        "day_done",
        "waiting:",
        "made:",
        "0",
        "99",
        "?",
        "-",
    ]
    dice = random.Random(seed)
    for _ in range(40):
        lines = dice.choice(texts).split("\n")
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(min(30, len(lines)))
            spoilt = lines[at].split(" ")
            spoilt[dice.randrange(len(spoilt))] = dice.choice(words)
            lines[at] = " ".join(spoilt)
        try:
            record = read_record("\n".join(lines))
        except RecordError:
            continue
        replay_while_valid(record)


def test_records_compare_by_what_was_played() -> None:
    assert read_record(SHORT) == Record(Game.new(["Ann", "Ben"], seed=7), (Run(), Run(), GoOn()))
    assert read_record(SHORT) != Record(
        Game.new(["Ann", "Ben"], seed=7), (Run(), Run(), Sell("dock/middle", Model.BASIC))
    )
