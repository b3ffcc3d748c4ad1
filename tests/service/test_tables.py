"""Games at a physical table: a journal told entry by entry, undone, compared with the table, taken elsewhere."""

from __future__ import annotations

import random

import pytest

from mechanica_core.comparison import UnmovedBot
from mechanica_core.errors import GameError, IllegalAction, LayoutError, NotationError
from mechanica_core.factory import Factory
from mechanica_core.game import final_standings, read_record, replay, write_record
from mechanica_core.game.game_document import game_document
from mechanica_core.pieces import Model
from service.tables import FullTable, NothingToUndo, Position, Table, TableDocument, Undo, read_entry
from service.tables.actions import offers
from service.tables.entries import Follow
from service.tables.telling import headline, question, told
from tests.service.tables import begin, board, do, played

DRAWN = ("open 1", "open 9", "draw upgrader", "draw gift_wrapper")
"""What comes at the beginning of a game at a table."""


def texts(table: Table) -> list[str]:
    return [offer.text for offer in offers(table.game, table.set_up.follow)]


def story(table: Table) -> list[str]:
    return [str(message) for message in told(table.now)]


# -- the tracked game -------------------------------------------------------------------------------------------------


def test_a_game_of_two_is_followed_from_the_first_draw_into_the_second_day() -> None:
    table = do(begin("Ann", "Ben"), *DRAWN)
    assert str(headline(table)) == "Day 1, Ann: the factories run"
    assert texts(table) == ["run", "finish"]
    table = do(do(table, "run"), "run")
    table = do(table, "go on", "buy shop/2", "install floor/middle/2", "go on", "make start/middle basic", "rotate")
    assert str(question(table)) == "which improvement comes from the stack onto the spot for 7?"
    table = do(table, "draw fork" if "draw fork" in texts(table) else "draw downgrader", "go on")
    assert str(headline(table)) == "Day 1, Ben: selling"
    table = do(table, "go on", "go on", "make start/middle basic", "rotate", "draw duplicator", "go on")
    assert str(headline(table)) == "Day 2, Ann: the factories run"
    assert [factory.wallet for factory in table.game.factories] == [3, 8]


def test_what_came_of_an_entry_is_told_step_by_step_as_it_is_done() -> None:
    table = do(do(begin("Ann", "Ben"), *DRAWN), "run")
    assert story(table) == [
        "Ann: the factory runs; in the trucks: Basic",
        "Move the Basic from Basic Fabricator (middle) to Small Truck (middle).",
    ]


def test_a_choice_is_asked_and_its_decision_told() -> None:
    table = do(begin("Ann", "Ben"), *DRAWN)
    fork = Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo")
    table = table.after(board(1, fork))
    assert texts(table) == [
        "decide floor/middle/1<start/middle/centre ahead",
        "decide floor/middle/1<start/middle/centre left",
        "finish",
    ]
    assert str(question(table)).startswith("Fork (middle 1): which way")
    table = do(table, "decide floor/middle/1<start/middle/centre left")
    assert story(table) == ["Fork (middle 1) up for the bot from Basic Fabricator (middle), hole centre"]
    assert texts(table) == ["run", "finish"]


def test_an_entry_is_carried_out_as_a_whole_or_not_at_all() -> None:
    table = do(begin("Ann", "Ben"), *DRAWN)
    with pytest.raises(IllegalAction, match="buy shop/1"):
        do(table, "run", "run", "buy shop/1")
    assert table.version == 1
    with pytest.raises(NotationError):
        do(table, "dance")


def test_solo_the_chip_and_what_it_makes_armand_buy_are_told_and_scored_six_times() -> None:
    table = do(begin("Ann", difficulty="hard"), *DRAWN)
    table = do(table, "run", "go on", "go on", "make start/middle basic", "rotate", "draw repurposer", "go on")
    assert str(question(table)) == "which side of ARMAND-0's chip comes up?"
    assert texts(table) == ["chip 1", "chip 5", "finish"]
    table = do(table, "chip 5")
    armand = table.game.armand
    assert armand is not None
    assert (armand.wallet, armand.vault, armand.bought) == (6, 20, ("repurposer",))
    table = do(table, "draw upgrader", "finish")
    scores = {player.name: player.score.total for player in final_standings(table.game).players}
    assert scores["ARMAND-0"] == 6 + 20 + 6 * table.game.components.end_values[armand.bought[0]].value


def test_a_game_can_be_finished_at_any_time_and_is_over_then() -> None:
    table = do(begin("Ann", "Ben"), "open 1", "finish")
    assert table.game.is_over
    assert texts(table) == []
    with pytest.raises(IllegalAction, match="over"):
        do(table, "finish")


# -- only days --------------------------------------------------------------------------------------------------------


def test_a_game_followed_by_days_needs_boards_and_decisions_alone() -> None:
    table = begin("Ann", "Ben", follow="days")
    assert texts(table) == ["run", "finish"]
    table = do(table, "run", "run")
    assert str(headline(table)) == "Day 1: everybody takes a turn at the table"
    assert texts(table) == ["new day", "finish"]
    table = do(table, "new day")
    assert str(question(table)) == "Ann: what lies on the board now?"
    bought = Factory.from_text(".=4=1/B(b)=1FG1=1/.=4=1 3+0 print_2019 demo")
    table = table.after(board(1, bought))
    assert str(question(table)).startswith("Fork (middle 2)")
    table = do(table, "decide floor/middle/2<start/middle/centre ahead", "run")
    assert table.game.factories[0].vault == 1
    assert str(question(table)) == "Ben: what lies on the board now?"
    table = do(table, "run", "finish")
    totals = {player.name: player.score.total for player in final_standings(table.game).players}
    assert totals == {"Ann": 3 + 1 + 3, "Ben": 8}


def test_followed_by_days_no_turn_is_told() -> None:
    table = do(begin("Ann", "Ben", follow="days"), "run", "run")
    with pytest.raises(IllegalAction, match="what lies on the board"):
        do(table, "sell dock/middle basic")
    with pytest.raises(IllegalAction, match="new day"):
        do(begin("Ann", "Ben"), "new day")


def test_followed_by_days_money_is_known_until_turns_nobody_told_and_once_it_is_counted() -> None:
    table = do(begin("Ann", "Ben", follow="days"), "run", "run")
    assert table.now.counted == {0, 1}
    table = do(table, "new day")
    assert table.now.counted == set()
    lying = board(1, Factory.new().with_money(9, 4))
    assert table.after(lying).now.counted == set()
    table = do(table.after(lying.model_copy(update={"counted": True})), "run")
    assert table.now.counted == {0}
    assert do(table, "run", "new day").now.counted == set()
    assert table.after(Undo()).after(Undo()).now.counted == set()


def test_where_the_factories_close_the_day_turns_come_in_between() -> None:
    table = do(begin("Ann", "Ben", follow="days", rules="web_de"), "run", "run")
    assert str(headline(table)) == "Day 1: everybody takes a turn at the table"
    table = do(do(table, "new day"), "run", "run")
    assert str(headline(table)) == "Day 2: everybody takes a turn at the table"


def test_alone_and_followed_by_days_armands_purse_is_told_by_the_position() -> None:
    table = do(begin("Ann", follow="days"), "run", "new day", "run")
    position = game_document(table.game)
    position["armand"] |= {"wallet": 2, "vault": 7, "bought": ["upgrader"]}
    table = do(table.after(Position.model_validate({"position": position})), "finish")
    value = table.game.components.end_values[table.game.armand.bought[0]].value if table.game.armand else 0
    assert {player.name: player.score.total for player in final_standings(table.game).players}["ARMAND-0"] == (
        2 + 7 + 6 * value
    )


# -- what really lies there -------------------------------------------------------------------------------------------

RICH = ".=4=1/B(b)=4=1/.=4=1 999999999999999+0 print_2019 demo"
STUCK = Factory.from_text(".=4=1/B(b)=1U(p-)F1=1/.=4=1 8+0 print_2019 demo")


def test_a_bot_that_did_not_move_is_named_and_the_table_counts() -> None:
    morning = Factory.from_text(".(b)=4=1/B=1U(-p)2=1/.=4=1 8+0 print_2019 demo")
    table = do(do(begin("Ann", "Ben"), *DRAWN).after(board(1, morning)), "run")
    evening = table.game.factories[0]
    lies = evening.with_bots({"dock/middle/1": None, "floor/middle/2/ahead": Model.PLUS})
    seen = table.observe(0, lies)
    assert seen.sure
    assert [type(difference) for difference in seen.differences] == [UnmovedBot]
    assert [str(words) for words in told(table.after(board(1, lies)).now)] == [
        "Ann told what lies on the board",
        "the Plus in Upgrader (middle 2), hole ahead did not move, predicted: to Small Truck (middle), hole 1",
    ]
    assert table.after(board(1, lies)).game.factories[0] == lies
    assert table.game.factories[0] == evening


def test_nothing_differs_where_all_lies_as_it_should() -> None:
    table = do(do(begin("Ann", "Ben"), *DRAWN), "run")
    assert table.observe(0, table.game.factories[0]).differences == ()


def test_after_turns_that_nobody_told_a_difference_is_no_mistake() -> None:
    table = do(begin("Ann", "Ben", follow="days"), "run", "run")
    lies = table.game.factories[0]
    assert table.observe(0, lies).sure
    table = do(table, "new day")
    assert not table.observe(0, lies).sure
    assert table.after(board(1, lies)).observe(0, lies).sure


def test_what_cannot_lie_there_is_refused() -> None:
    table = begin("Ann", "Ben")
    with pytest.raises(GameError, match="player 3"):
        table.after(board(3, Factory.new()))
    with pytest.raises(GameError, match="other rules"):
        table.after(board(1, Factory.new("web_de")))
    with pytest.raises(GameError, match="12 columns"):
        table.after(board(1, Factory.from_json(Factory.new().to_json() | {"columns": 13})))
    with pytest.raises(GameError, match="so much money"):
        do(do(table.after(board(1, Factory.from_text(RICH))), *DRAWN), "run", "run", "sell dock/middle basic")
    broken = Factory.new().to_json() | {"floor": [{"row": "top", "col": 9, "kind": "fork", "facing": "east"}]}
    with pytest.raises(LayoutError):
        table.after(type(board(1, Factory.new())).model_validate({"player": 1, "factory": broken}))


def test_a_board_told_anew_drops_decisions_that_no_longer_arise() -> None:
    fork = Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo")
    table = do(do(begin("Ann", "Ben"), *DRAWN).after(board(1, fork)), "decide floor/middle/1<start/middle/centre left")
    assert texts(table.after(board(1, Factory.new()))) == ["run", "finish"]
    assert texts(table.after(board(2, fork))) == ["run", "finish"]


def test_anything_about_a_game_can_be_corrected_but_who_plays_what() -> None:
    table = do(do(begin("Ann", "Ben"), *DRAWN), "run", "run")
    position = game_document(table.game)
    position["shop"] = ["downgrader", None, "repurposer", None]
    position["stack"] = [None] * 9
    after = table.after(Position.model_validate({"position": position | {"turn": 2}}))
    assert (after.game.shop[0], len(after.game.stack), after.game.turn) == ("downgrader", 9, 1)
    with pytest.raises(GameError, match="stay as they are"):
        table.after(Position.model_validate({"position": position | {"players": ["Ann", "Bob"]}}))


# -- undo, history, taking it elsewhere -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_undo_goes_back_entry_by_entry_to_the_start(seed: int) -> None:
    """Entries of every kind by chance, undo among them; then undo alone."""
    dice = random.Random(seed)
    follow: Follow = "days" if dice.random() < 0.5 else "turns"
    start = table = begin(*("Ann", "Ben", "Cid")[: dice.randint(1, 3)], follow=follow)
    stood = [start]
    for _ in range(60):
        kind = dice.random()
        if kind < 0.2 and len(stood) > 1:
            table = table.after(Undo())
            stood.pop()
            assert table.game == stood[-1].game
            assert table.now.seen == stood[-1].now.seen
            continue
        if kind < 0.3:
            player = dice.randrange(len(table.game.players))
            money = table.game.factories[player].with_money(dice.randrange(30), 0)
            table = table.after(board(player + 1, money))
        elif kind < 0.35:
            table = table.after(Position.model_validate({"position": game_document(table.game)}))
        else:
            later = played(table, dice.randrange(999), 1)
            if later is table:
                break
            table = later
        stood.append(table)
    for back_to in reversed(stood[:-1]):
        table = table.after(Undo())
        assert table.game == back_to.game
    assert table.game == start.game
    assert texts(table) == texts(start)
    assert table.counting == ()
    with pytest.raises(NothingToUndo):
        table.after(Undo())


def test_a_journal_only_grows_and_knows_what_counts() -> None:
    table = do(do(begin("Ann", "Ben"), *DRAWN), "run").after(Undo())
    table = do(table, "run")
    assert (table.version, table.counting) == (4, (1, 4))
    assert table.at(2).game == table.game


@pytest.mark.parametrize(("players", "follow"), [(1, "turns"), (2, "turns"), (4, "turns"), (3, "days")])
def test_a_replay_of_the_written_journal_gives_the_same_game(players: int, follow: Follow) -> None:
    table = played(begin(*("Ann", "Ben", "Cid", "Dee")[:players], follow=follow), 7, 90)
    told_since = [moment.entry.model_dump_json() for moment in table.moments if moment.entry]
    again = Table.replay(table.set_up, map(read_entry, told_since))
    assert [moment.game for moment in again.moments] == [moment.game for moment in table.moments]


def test_a_game_goes_elsewhere_without_what_was_taken_back() -> None:
    table = played(begin("Ann", "Ben"), 3, 40).after(Undo())
    table = table.after(board(2, Factory.from_text(STUCK.to_text())))
    document = TableDocument.model_validate_json(table.document().model_dump_json())
    again = Table.replay(document, document.entries)
    assert again.game == table.game
    assert again.version == 40


def test_a_game_told_by_actions_alone_is_a_record_from_its_beginning() -> None:
    table = played(begin("Ann", "Ben"), 11, 5_000)
    record = read_record(write_record(table.record()))
    assert record.start == table.moments[0].game
    assert [*replay(record)][-1].game == table.game


def test_a_record_begins_where_a_board_was_told() -> None:
    table = do(begin("Ann", "Ben"), *DRAWN).after(board(1, STUCK))
    after = do(table, *(text for text in texts(table)[:1]))
    record = read_record(write_record(after.record()))
    assert record.start == table.game
    assert len(record.actions) == 1


def test_a_journal_longer_than_any_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that does and undoes the same for ever: a replay would do so too."""
    table = do(begin("Ann", "Ben"), *DRAWN)
    monkeypatch.setattr("service.tables.table.MOST_ACTIONS", 5)
    table = do(table, "run").after(Undo())
    with pytest.raises(FullTable, match="5 actions"):
        do(table, "run")
    monkeypatch.setattr("service.tables.table.MOST_ENTRIES", 4)
    with pytest.raises(FullTable, match="4 entries"):
        table.after(Undo()).after(Undo())
