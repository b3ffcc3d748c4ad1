"""Actions as text: one form each, read leniently."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mechanica_core import Facing, Kind, Model, NotationError
from mechanica_core.game import Action, Game, apply, legal_actions
from mechanica_core.game.action_text import MAX_LENGTH, read_action, write_action
from mechanica_core.game.actions import (
    ACTIONS,
    Accept,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    Draw,
    Flip,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Open,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
)
from mechanica_core.game.offers import action_words
from mechanica_core.game.record import read_record, replay, replay_while_valid
from mechanica_core.messages import LANGUAGES
from tools.golden import golden_game

RECORDS = Path(__file__).parents[3] / "docs" / "RECORDS.md"
FORMS: dict[Action, str] = {
    Decide("floor/top/2<start/middle/centre", "ahead"): "decide floor/top/2<start/middle/centre ahead",
    Decide("dock/top:keep", "basic+plus"): "decide dock/top:keep basic+plus",
    Run(): "run",
    Sell("dock/top", Model.PLUS): "sell dock/top plus",
    Buy(0): "buy shop/1",
    BuyFork(): "buy fork",
    BuyTruck("dock/bottom", Kind.HUGE_TRUCK): "buy huge_truck dock/bottom",
    Complete(0, (("dock/top", Model.PLUS), ("dock/middle", Model.BASIC))): "complete 1 dock/top:plus dock/middle:basic",
    Install("floor/top/2"): "install floor/top/2",
    Install("floor/top/2", Facing.NORTH): "install floor/top/2 north",
    Install("floor/bottom/99", Facing.EAST, True): "install floor/bottom/99 flipped",
    Install("start/top"): "install start/top",
    Recycle(): "recycle",
    Demolish("floor/top/2"): "demolish floor/top/2",
    Put("start/top/side"): "put start/top/side",
    LeaveOut(): "leave out",
    Make("start/middle", Model.BASIC): "make start/middle basic",
    Make("start/middle", Model.PLUS, keep_old=True): "make start/middle plus keep",
    Accept(Model.BASIC, "start/top/centre"): "accept basic start/top/centre",
    Decline(): "decline",
    GoOn(): "go on",
    Rotate(): "rotate",
    Flip(1): "chip 1",
    Flip(5): "chip 5",
    Draw(Kind.GIFT_WRAPPER): "draw gift_wrapper",
    Open(6): "open 7",
}


@pytest.mark.parametrize("action", FORMS, ids=FORMS.get)
def test_every_action_has_one_form(action: Action) -> None:
    assert write_action(action) == FORMS[action]
    assert read_action(FORMS[action]) == action


@pytest.mark.parametrize("stranger", [None, "run", 1, Run, Kind.FORK])
def test_what_is_no_action_at_all_is_refused_as_such(stranger: Any) -> None:
    game = Game.new(2, seed=1)
    for take in (write_action, partial(apply, game), partial(action_words, game)):
        with pytest.raises(TypeError, match=rf"^{re.escape(repr(stranger))} is no action of mechanica_core\.game"):
            take(stranger)


def test_no_kind_of_action_is_forgotten() -> None:
    assert {type(action) for action in FORMS} == set(ACTIONS)


DOCUMENTED = re.findall(r"^\| `[^`]+` \| `([^`]+)` \|", RECORDS.read_text(encoding="utf-8"), re.MULTILINE)
"""The examples of actions in the docs."""


@pytest.mark.parametrize("example", DOCUMENTED)
def test_every_example_in_the_docs_is_an_action(example: str) -> None:
    assert write_action(read_action(example)) == example


def test_the_docs_have_an_example_of_every_kind_of_action() -> None:
    assert {type(read_action(example)) for example in DOCUMENTED} == set(ACTIONS)


def test_the_record_in_the_docs_replays() -> None:
    (text,) = re.findall(r"^```\n(.*?)^```$", RECORDS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    steps, error = replay_while_valid(read_record(text))
    assert (len(steps), error) == (4, None)


@pytest.mark.parametrize(("players", "rules"), [(1, "print_2019"), (4, "web_es")])
def test_whatever_is_legal_in_a_game_can_be_written_and_read(players: int, rules: str) -> None:
    record = golden_game(players, rules)
    for game in (record.start, *(step.game for step in replay(record))):
        legal = legal_actions(game)
        assert [read_action(write_action(action)) for action in legal] == list(legal)
    assert apply(record.start, record.actions[0])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  SELL  Dock/Top\tPlus ", Sell("dock/top", Model.PLUS)),
        ("install FLOOR/top/2 East", Install("floor/top/2")),
        ("Go-On", GoOn()),
        ("leave_out", LeaveOut()),
        ("draw Gift Wrapper", Draw(Kind.GIFT_WRAPPER)),
        ("buy big-truck dock/top", BuyTruck("dock/top", Kind.BIG_TRUCK)),
    ],
)
def test_the_reader_is_lenient(text: str, action: Action) -> None:
    assert read_action(text) == action


@pytest.mark.parametrize(
    ("text", "position", "told"),
    [
        ("", 0, "expected one of decide, run, sell"),
        ("fly", 0, "expected one of decide, run, sell"),
        ("  jump ", 2, "expected one of"),
        ("sell", 4, "expected something like dock/top"),
        ("sell floor/top/1 plus", 5, "expected something like dock/top"),
        ("sell dock/top gold", 14, "expected one of basic, plus, deluxe"),
        ("sell dock/top  plus deluxe", 20, "expected the end of the action"),
        ("install floor/top/0", 8, "expected something like floor/top/2"),
        ("install floor/top/2 up", 20, "expected the end of the action"),
        ("put start/top", 4, "expected something like start/middle/centre"),
        ("make dock/top basic", 5, "expected something like start/middle"),
        ("buy 7", 4, "expected one of shop/1, fork, big_truck, huge_truck"),
        ("buy shop/0", 4, "expected one of shop/1"),
        ("draw fork", 5, "expected one of upgrader"),
        ("chip 3", 5, "expected one of 1, 5"),
        ("complete 3", 9, "expected one of 1, 2"),
        ("open 0", 5, "expected something like 7"),
        ("open 99999", 5, "expected something like 7"),
        ("decide a/b", 10, "expected something like ahead"),
        ("decide Ärger ahead", 7, "expected something like floor/top/2<start/middle/centre"),
        ("\u017fell dock/top plus", 0, "expected one of"),
        ("run" + " " * MAX_LENGTH, MAX_LENGTH, "longer than an action can be"),
    ],
)
def test_what_is_no_action_is_told_with_its_position(text: str, position: int, told: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_action(text)
    assert raised.value.position == position
    assert told in str(raised.value.reason)
    assert len({raised.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)
