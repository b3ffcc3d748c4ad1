"""Final scores from photos: every doubt widens the range by what it may be worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mechanica_core import Facing, Kind, Piece, component_set, run_workday, score
from mechanica_core.comparison import OtherPiece, UnmovedBot, UnseenPiece
from mechanica_core.scoring import Unsure
from tests.vision.test_reading import FORK, REPURPOSER, UPGRADER, belief, read
from vision.coins import Coin, CoinReading
from vision.comparing import differences
from vision.decoding import UNKNOWN, Belief, Value
from vision.scores import unsure_coins, unsure_places

VALUES = {kind: fact.value for kind, fact in component_set("demo").end_values.items()}
MOST = max(VALUES.values())


def test_what_is_surely_read_leaves_no_doubt() -> None:
    assert unsure_places(read({"floor/top/2": UPGRADER, "start/top": Kind.ADVANCED_FABRICATOR})) == ()


@pytest.mark.rule("R-9.5")
@pytest.mark.parametrize(
    ("place", "seen", "least", "most"),
    [
        ("floor/top/2", belief(UPGRADER, 0.6, FORK), 0, VALUES[Kind.UPGRADER]),
        ("floor/top/2", belief(None, 0.6, REPURPOSER), 0, VALUES[Kind.REPURPOSER]),
        (
            "floor/top/2",
            Belief(UPGRADER, {UPGRADER: 0.6, REPURPOSER: 0.35, None: 0.05}),
            0,
            VALUES[Kind.REPURPOSER],
        ),
        ("floor/top/2", belief(UPGRADER, 0.6, UNKNOWN), 0, MOST),
        ("floor/top/2", belief(UNKNOWN, 0.6, UPGRADER), 0, MOST),
        (
            "start/top",
            belief(UNKNOWN, 0.6, None),
            0,
            max(VALUES[Kind.ADVANCED_FABRICATOR], VALUES[Kind.OVERACTIVE_FABRICATOR]),
        ),
    ],
)
def test_a_doubtful_place_may_count_whatever_may_lie_there(place: str, seen: Belief, least: int, most: int) -> None:
    assert unsure_places(read({place: seen})) == (Unsure(place, least, most),)


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        ("dock/top", belief(Kind.BIG_TRUCK, 0.5, UNKNOWN)),
        ("floor/top/2", belief(UPGRADER, 0.5, Piece(Kind.UPGRADER, Facing.NORTH))),
        ("floor/top/2", belief(None, 0.5, FORK)),
    ],
)
def test_a_doubt_that_changes_no_value_is_none_about_the_score(place: str, seen: Belief) -> None:
    assert unsure_places(read({place: seen})) == ()


def test_bots_do_not_count() -> None:
    reading = read({"floor/top/2": UPGRADER}, {"floor/top/2/in": (0.5, 0.5, 0, 0)})
    assert len(reading.doubts) == 1
    assert unsure_places(reading) == ()


def test_the_range_is_that_over_all_combinations() -> None:
    doubts: dict[str, Value | Belief] = {
        "floor/top/1": belief(UPGRADER, 0.6, FORK),
        "floor/top/2": belief(None, 0.6, REPURPOSER),
    }
    reading = read(doubts | {"floor/middle/1": UPGRADER})
    final = replace(score(reading.factory), unsure=unsure_places(reading))
    totals = {
        score(reading.correct("floor/top/1", one).correct("floor/top/2", other).factory).total
        for one in (UPGRADER, FORK)
        for other in (None, REPURPOSER)
    }
    assert (final.least, final.most) == (min(totals), max(totals))


def coin(value: int | None, confidence: float = 0.99, runner_up: int | None = None) -> Coin:
    return Coin(value, confidence, runner_up, (0, 0), ())


@pytest.mark.parametrize(
    ("coins", "unsure"),
    [
        ((coin(5), coin(10)), ()),
        ((coin(5), coin(10, 0.5, 20)), (Unsure("vault", 15, 25),)),
        ((coin(5), coin(None, 0.9, 10)), (Unsure("vault", 5, 25),)),
    ],
)
def test_doubtful_coins_widen_the_range(coins: tuple[Coin, ...], unsure: tuple[Unsure, ...]) -> None:
    assert unsure_coins("vault", CoinReading(coins, (64, 48))) == unsure


# -- compared with the prediction ----------------------------------------------------------------------------------


def test_what_is_clearly_seen_differs_and_what_the_prediction_settled_does_not() -> None:
    predicted = read({"floor/top/2": FORK, "floor/top/3": UPGRADER}).factory
    settled = read({"floor/top/2": belief(FORK, 0.95, UPGRADER)})
    plain = read({"floor/top/2": belief(UPGRADER, 0.6, FORK)})
    assert differences(predicted, settled, plain) == (OtherPiece("floor/top/3", UPGRADER, None),)


def test_what_was_sure_without_the_prediction_is_told_as_doubtful() -> None:
    predicted = read({"floor/top/2": FORK}).factory
    settled, plain = read({"floor/top/2": FORK}), read({"floor/top/2": belief(UPGRADER, 0.94, FORK)})
    assert differences(predicted, settled, plain) == (OtherPiece("floor/top/2", FORK, UPGRADER, doubtful=True),)


def test_doubts_of_the_reading_are_doubts_about_what_differs() -> None:
    predicted = read({"floor/top/2": FORK}).factory.with_money(3, 4)
    reading = read({"floor/top/2": UNKNOWN, "floor/top/3": belief(UPGRADER, 0.6, None)})
    assert differences(predicted, reading, reading) == (
        UnseenPiece("floor/top/2", FORK),
        OtherPiece("floor/top/3", None, UPGRADER, doubtful=True),
    )


def test_who_did_not_move_is_told_from_the_photo_too() -> None:
    morning = read(bots={"start/middle/centre": "basic"})
    predicted = run_workday(morning.factory).factory
    found = read({"floor/top/1": FORK}, {"start/middle/centre": "basic"})
    assert differences(predicted, found, found, morning.factory) == (
        OtherPiece("floor/top/1", None, FORK),
        UnmovedBot("start/middle/centre", found.factory.bots()["start/middle/centre"], "dock/middle/1"),
    )
