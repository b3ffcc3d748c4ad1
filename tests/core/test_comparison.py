"""What differs between a predicted factory and the one at the table, in terms that players act on."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mechanica_core import Facing, Factory, Kind, Model, Piece, run_workday, take_first
from mechanica_core.comparison import (
    Difference,
    ExtraBot,
    MissingBot,
    MovedBot,
    NothingMoved,
    OtherBot,
    OtherFloor,
    OtherMoney,
    OtherPiece,
    TurnedPiece,
    UnmovedBot,
    UnseenPiece,
    UnusedPiece,
    compare,
    difference_json,
    difference_words,
)
from tests.core.strategies import factories

MORNING = Factory.from_text("A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo")
EVENING = run_workday(MORNING, policy=take_first).factory
"""The Basic of the top became the Plus of the Upgrader there, its old Plus is in the Big Truck; and so on."""


def words(predicted: Factory, found: Factory, *differences: Difference) -> list[str]:
    return [str(difference_words(predicted, found, difference)) for difference in differences]


@given(factories())
def test_a_factory_does_not_differ_from_itself(factory: Factory) -> None:
    assert compare(factory, factory) == ()
    assert compare(factory, factory, before=factory) == ()


def test_pieces_are_missing_too_many_other_or_turned() -> None:
    predicted = Factory.from_text("A=4=1/B=UG2=2/.=F3=1 0+0 print_2019 demo")
    found = Factory.from_text(".=4=1/B=UnT2=1/.=1Xf2=1 0+0 print_2019 demo")
    told = compare(predicted, found)
    assert told == (
        OtherPiece("start/top", Piece(Kind.ADVANCED_FABRICATOR), None),
        TurnedPiece("floor/middle/1", Piece(Kind.UPGRADER), Piece(Kind.UPGRADER, Facing.NORTH)),
        OtherPiece("floor/middle/2", Piece(Kind.GIFT_WRAPPER), Piece(Kind.FLIGHT_TESTER)),
        OtherPiece("dock/middle", Piece(Kind.BIG_TRUCK), Piece(Kind.SMALL_TRUCK)),
        OtherPiece("floor/bottom/1", Piece(Kind.FORK), None),
        OtherPiece("floor/bottom/2", None, Piece(Kind.DUPLICATOR, flipped=True)),
    )
    assert words(predicted, found, *told) == [
        "start slot (top): nothing, predicted: Advanced Fabricator",
        "middle 1: turned to ↑ Upgrader, predicted: → Upgrader",
        "middle 2: → Flight Tester, predicted: → Gift Wrapper",
        "truck (middle): Small Truck, predicted: Big Truck",
        "bottom 1: nothing, predicted: → Fork",
        "bottom 2: → Duplicator (flipped), predicted: nothing",
    ]


def test_the_other_side_of_a_duplicator_is_told() -> None:
    predicted, found = (Factory.from_text(f".=4=1/B={side}3=1/.=4=1 0+0 print_2019 demo") for side in ("X", "Xf"))
    (told,) = compare(predicted, found)
    assert words(predicted, found, told) == ["middle 1: turned to → Duplicator (flipped), predicted: → Duplicator"]


@pytest.mark.parametrize(
    ("changed", "told", "in_words"),
    [
        (
            {"floor/top/1/ahead": None},
            MissingBot("floor/top/1/ahead", Model.PLUS),
            "Upgrader (top 1), hole ahead: Plus missing",
        ),
        ({"start/bottom/centre": "basic"}, ExtraBot("start/bottom/centre", Model.BASIC), "Basic too many"),
        (
            {"floor/top/1/ahead": "deluxe"},
            OtherBot("floor/top/1/ahead", Model.PLUS, Model.DELUXE),
            "Upgrader (top 1), hole ahead: Deluxe, predicted: Plus",
        ),
        (
            {"floor/top/1/ahead": None, "start/bottom/centre": "plus"},
            MovedBot("floor/top/1/ahead", "start/bottom/centre", Model.PLUS),
            "empty start slot (bottom), hole centre: Plus, predicted in Upgrader (top 1), hole ahead",
        ),
        ({"dock/bottom/3": None}, MissingBot("dock/bottom", Model.DELUXE), "Huge Truck (bottom): Deluxe missing"),
    ],
)
def test_bots_are_missing_too_many_other_or_elsewhere(
    changed: dict[str, Model | str | None], told: Difference, in_words: str
) -> None:
    found = EVENING.with_bots(changed)
    assert compare(EVENING, found) == (told,)
    assert words(EVENING, found, told)[0].endswith(in_words)


@pytest.mark.rule("D-5.14")
def test_bots_in_a_truck_are_compared_whatever_holes_they_stand_in() -> None:
    """The Basic is gone, so the others move up in canonical order: still one difference."""
    found = EVENING.with_bots({"dock/bottom/1": None})
    assert compare(EVENING, found) == (MissingBot("dock/bottom", Model.BASIC),)


def test_a_bot_that_did_not_move_is_told_with_where_it_should_be() -> None:
    stayed = EVENING.with_bots({"start/top/centre": "basic", "floor/top/1/ahead": None})
    told = compare(EVENING, stayed, before=MORNING)
    assert told == (UnmovedBot("start/top/centre", Model.BASIC, "floor/top/1/in"),)
    assert words(EVENING, stayed, *told) == [
        "the Basic in Advanced Fabricator (top), hole centre did not move, predicted: to Upgrader (top 1), hole in"
    ]
    assert {type(difference) for difference in compare(EVENING, stayed)} == {MissingBot, ExtraBot}


def test_a_bot_that_is_one_stop_behind_in_a_hole_where_another_should_be() -> None:
    before = Factory.from_text(".=4=1/B(b)=U(-d)3=1/.=4=1 0+0 print_2019 demo")
    predicted = run_workday(before).factory
    found = predicted.with_bots({"floor/middle/1/ahead": "deluxe", "dock/middle/1": None})
    assert compare(predicted, found, before=before) == (
        UnmovedBot("floor/middle/1/ahead", Model.DELUXE, "dock/middle/1"),
        MissingBot("floor/middle/1/ahead", Model.PLUS),
    )


def test_a_piece_that_did_not_act_is_told_as_that() -> None:
    found = EVENING.with_bots({"floor/top/1/in": "basic", "floor/top/1/ahead": None})
    told = compare(EVENING, found, before=MORNING)
    assert told == (UnusedPiece("floor/top/1"),)
    assert words(EVENING, found, *told) == ["Upgrader (top 1) did not act"]


def test_who_waited_in_vain_for_a_bot_that_did_not_move_is_no_difference_of_its_own() -> None:
    before = Factory.from_text(".=4=1/B(b)=R(p--)3=1/.=4=1 0+0 print_2019 demo")
    predicted = run_workday(before, policy=take_first).factory
    found = before.with_bots({"dock/top/1": "basic"})
    assert compare(predicted, found, before=before) == (
        UnmovedBot("start/middle/centre", Model.BASIC, "floor/middle/1"),
        ExtraBot("dock/top/1", Model.BASIC),
    )


@given(factories(), st.data())
def test_one_bot_less_is_one_difference(factory: Factory, data: st.DataObject) -> None:
    bots = factory.bots()
    assume(bots)
    hole = data.draw(st.sampled_from(sorted(bots)))
    (told,) = compare(factory, factory.with_bots({hole: None}))
    assert isinstance(told, MissingBot)
    assert told.model is bots[hole]
    assert hole.startswith(told.hole)


def test_nothing_moved_is_told_once() -> None:
    told = compare(EVENING, MORNING.with_money(EVENING.wallet, EVENING.vault), before=MORNING)
    assert told == (NothingMoved(),)


def test_a_state_before_that_does_not_lead_there_still_tells_who_stayed() -> None:
    predicted = Factory.from_text("A=4=1/B=3G=1(d)/.=4=1 0+0 print_2019 demo")
    before = Factory.from_text("A=4=1/B(b)=4=1/.=4=1 0+0 print_2019 demo")
    found = predicted.with_bots({"start/middle/centre": "basic"})
    assert compare(predicted, found, before=before) == (UnmovedBot("start/middle/centre", Model.BASIC),)


def test_money_and_the_floor_are_compared() -> None:
    wide = Factory.from_text(".=5=1/B(b)=5=1/.=5=1 1+4 print_2019 demo")
    narrow = Factory.from_text(".=4=1/B(b)=4=1/.=4=1 3+0 print_2019 demo")
    told = compare(wide, narrow)
    assert told == (OtherFloor(5, 4), OtherMoney("wallet", 1, 3), OtherMoney("vault", 4, 0))
    assert words(wide, narrow, *told) == [
        "the floor has 4 columns, predicted: 5",
        "wallet: 3, predicted: 1",
        "vault: 0, predicted: 4",
    ]


def test_what_is_doubtful_is_told_as_doubtful() -> None:
    predicted = Factory.from_text(".=4=1/B(b)=UG2=2(bp)/.=F3=1 0+0 print_2019 demo")
    found = Factory.from_text(".=4=1/B=1(p)G2=2(bb)/.=4=1 0+0 print_2019 demo".replace("1(p)G", "FG"))
    told = compare(predicted, found, doubtful=["floor/middle/1", "dock/middle/2"], unseen=["floor/bottom/1"])
    assert told == (
        OtherPiece("floor/middle/1", Piece(Kind.UPGRADER), Piece(Kind.FORK), doubtful=True),
        UnseenPiece("floor/bottom/1", Piece(Kind.FORK)),
        OtherBot("dock/middle", Model.PLUS, Model.BASIC, doubtful=True),
        MissingBot("start/middle/centre", Model.BASIC),
    )
    assert words(predicted, found, *told)[:2] == [
        "middle 1: → Fork, predicted: → Upgrader (doubtful: look again)",
        "bottom 1: not recognised, predicted: → Fork (doubtful: look again)",
    ]


def test_a_doubt_about_a_piece_is_one_about_its_holes() -> None:
    found = EVENING.with_bots({"floor/top/1/ahead": None})
    (told,) = compare(EVENING, found, doubtful=["floor/top/1"])
    assert told.doubtful


def test_a_difference_as_json_has_its_name_and_all_its_fields() -> None:
    difference = TurnedPiece("floor/top/1", Piece(Kind.FORK), Piece(Kind.FORK, Facing.NORTH))
    assert json.loads(json.dumps(difference_json(difference))) == {
        "difference": "turned_piece",
        "place": "floor/top/1",
        "predicted": {"kind": "fork", "facing": "east", "flipped": False},
        "found": {"kind": "fork", "facing": "north", "flipped": False},
        "doubtful": False,
    }
