"""The events of a workday: exact lists, with ticks and rule numbers."""

from collections.abc import Callable
from functools import partial

import pytest

from mechanica_core import Facing, Factory, Kind, run_workday
from mechanica_core.events import (
    Activated,
    Charged,
    Earned,
    Event,
    Left,
    Lost,
    Passed,
    Rode,
    Stopped,
    Thrown,
    event_json,
)
from mechanica_core.routes import Loss
from tests.core.rules.helpers import B, D, P, events, rows

E, N, W, S = Facing.EAST, Facing.NORTH, Facing.WEST, Facing.SOUTH
CENTRE, SIDE = "start/middle/centre", "start/middle/side"


def of_bot(bot: str, told: tuple[Event, ...]) -> list[Event]:
    return [event for event in told if not isinstance(event, Activated) and event.bot == bot]


@pytest.mark.rule("R-5.1", "R-5.2", "R-6.1", "R-6.2")
def test_a_bot_leaves_rides_square_by_square_stops_and_is_worked_on() -> None:
    assert list(events(rows("B(b)=2U1=1"))) == [
        Left(0, CENTRE, B, E, "R-5.1"),
        Rode(1, CENTRE, "floor/middle/1", E, "R-5.2"),
        Rode(2, CENTRE, "floor/middle/2", E, "R-5.2"),
        Rode(3, CENTRE, "floor/middle/3", E, "R-5.2"),
        Stopped(4, CENTRE, B, "floor/middle/3/in", "R-5.2"),
        Activated(
            5,
            "floor/middle/3",
            Kind.UPGRADER,
            (("floor/middle/3/in", B),),
            (("floor/middle/3/ahead", P),),
            "R-6.2",
        ),
    ]


@pytest.mark.rule("R-5.1", "R-5.6")
def test_what_happens_at_one_moment_has_one_tick() -> None:
    assert list(events(rows("B(b)=1U(-d)=1", top=".(p)=2=1"))) == [
        Left(0, "start/top/centre", P, E),
        Left(0, CENTRE, B, E),
        Left(0, "floor/middle/2/ahead", D, E),
        Rode(1, "start/top/centre", "floor/top/1", E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Rode(1, "floor/middle/2/ahead", "dock/middle", E),
        Rode(2, "start/top/centre", "floor/top/2", E),
        Rode(2, CENTRE, "floor/middle/2", E),
        Rode(3, "start/top/centre", "dock/top", E),
        Stopped(4, "start/top/centre", P, "dock/top/1"),
        Stopped(4, CENTRE, B, "floor/middle/2/in"),
        Stopped(4, "floor/middle/2/ahead", D, "dock/middle/1"),
        Activated(
            5,
            "floor/middle/2",
            Kind.UPGRADER,
            (("floor/middle/2/in", B),),
            (("floor/middle/2/ahead", P),),
            "R-6.2",
        ),
    ]


@pytest.mark.rule("R-5.3", "R-5.10")
def test_a_gift_wrapper_is_passed_and_pays() -> None:
    assert list(events(rows("B=1Gs2=1", top=".=1Us(-b)2=1", bottom=".=4=1"))) == [
        Left(0, "floor/top/2/ahead", B, S),
        Rode(1, "floor/top/2/ahead", "floor/middle/2", S),
        Passed(1, "floor/top/2/ahead", "floor/middle/2", Kind.GIFT_WRAPPER, S, "R-5.7"),
        Earned(1, "floor/top/2/ahead", "floor/middle/2", "vault", 1, "R-5.10"),
        Rode(2, "floor/top/2/ahead", "floor/bottom/2", S),
        Rode(3, "floor/top/2/ahead", "floor/bottom/3", E),
        Rode(4, "floor/top/2/ahead", "floor/bottom/4", E),
        Rode(5, "floor/top/2/ahead", "dock/bottom", E),
        Stopped(6, "floor/top/2/ahead", B, "dock/bottom/1"),
    ]


@pytest.mark.rule("R-5.8")
def test_a_fork_is_passed_the_way_that_was_chosen() -> None:
    told = events(rows("B(b)=1F1=1", top=".=3=2(d)"), {f"floor/middle/2<{CENTRE}": "left"})
    assert list(told) == [
        Left(0, CENTRE, B, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Rode(2, CENTRE, "floor/middle/2", E),
        Passed(2, CENTRE, "floor/middle/2", Kind.FORK, N, "R-5.8"),
        Rode(3, CENTRE, "floor/top/2", N),
        Rode(4, CENTRE, "floor/top/3", E),
        Rode(5, CENTRE, "dock/top", E),
        Stopped(6, CENTRE, B, "dock/top/1"),
        Stopped(6, "dock/top/1", D, "dock/top/2"),
    ]


@pytest.mark.rule("R-5.9")
def test_a_throw_takes_one_tick_however_far() -> None:
    assert list(events(rows("B(b)=TGn2=1"))) == [
        Left(0, CENTRE, B, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Thrown(
            2,
            CENTRE,
            "floor/middle/1",
            ("floor/middle/2", "floor/middle/3", "floor/middle/4"),
            "dock/middle",
            E,
            "R-5.9",
        ),
        Earned(2, CENTRE, "floor/middle/1", "wallet", 1, "R-5.9"),
        Stopped(3, CENTRE, B, "dock/middle/1"),
    ]


@pytest.mark.rule("R-5.9", "R-5.10", "D-11.5")
def test_a_thrown_bot_passes_what_it_lands_on_but_not_what_it_flies_over() -> None:
    told = events(rows("B(b)=TGG1=1"), {f"floor/middle/1<{CENTRE}": "floor/middle/3"})
    assert list(told) == [
        Left(0, CENTRE, B, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Thrown(2, CENTRE, "floor/middle/1", ("floor/middle/2",), "floor/middle/3", E),
        Earned(2, CENTRE, "floor/middle/1", "wallet", 1, "R-5.9"),
        Passed(2, CENTRE, "floor/middle/3", Kind.GIFT_WRAPPER, E, "R-5.7"),
        Earned(2, CENTRE, "floor/middle/3", "vault", 1, "R-5.10"),
        Rode(3, CENTRE, "floor/middle/4", E),
        Rode(4, CENTRE, "dock/middle", E),
        Stopped(5, CENTRE, B, "dock/middle/1"),
    ]


@pytest.mark.rule("R-5.9")
def test_a_throw_without_a_coin_earns_nothing() -> None:
    told = events(rows("B(b)=TU2=1"), {f"floor/middle/1<{CENTRE}": "floor/middle/2"})
    assert list(told) == [
        Left(0, CENTRE, B, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Thrown(2, CENTRE, "floor/middle/1", (), "floor/middle/2", E),
        Stopped(3, CENTRE, B, "floor/middle/2/in"),
        Activated(
            4,
            "floor/middle/2",
            Kind.UPGRADER,
            (("floor/middle/2/in", B),),
            (("floor/middle/2/ahead", P),),
            "R-6.2",
        ),
    ]


@pytest.mark.rule("R-5.11")
@pytest.mark.parametrize("hole", ["left", "right"])
def test_a_static_charger_makes_a_basic_in_the_chosen_hole(hole: str) -> None:
    told = events(rows("B(p)=1S=1"), {f"floor/middle/2<{CENTRE}": hole})
    assert list(told) == [
        Left(0, CENTRE, P, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Rode(2, CENTRE, "floor/middle/2", E),
        Passed(2, CENTRE, "floor/middle/2", Kind.STATIC_CHARGER, E, "R-5.7"),
        Charged(2, CENTRE, "floor/middle/2", f"floor/middle/2/{hole}", "R-5.11"),
        Rode(3, CENTRE, "dock/middle", E),
        Stopped(4, CENTRE, P, "dock/middle/1"),
    ]


@pytest.mark.rule("R-5.11")
def test_the_first_bots_to_pass_fill_a_charger_and_later_basics_collide() -> None:
    factory = rows("A(pd)=1S=3", top=".=Us(-b)1=1")
    assert [event for event in events(factory) if isinstance(event, Charged)] == [
        Charged(2, "floor/top/1/ahead", "floor/middle/2", "floor/middle/2/left"),
        Charged(2, CENTRE, "floor/middle/2", "floor/middle/2/right"),
        Charged(2, SIDE, "floor/middle/2", None),
    ]
    one_comes_earlier = rows("O(pd)=2S=3", top=".=1Us(-b)1=1")
    assert [event for event in events(one_comes_earlier) if isinstance(event, Charged)] == [
        Charged(2, "floor/top/2/ahead", "floor/middle/3", "floor/middle/3/left"),
        Charged(3, CENTRE, "floor/middle/3", "floor/middle/3/right"),
        Charged(3, SIDE, "floor/middle/3", None),
    ]
    one_comes_later = rows("O(pd)=2S=3", top=".(b)=Fs2=1")
    taken = {"floor/top/1<start/top/centre": "ahead"}
    assert [event.bot for event in events(one_comes_later, taken) if isinstance(event, Charged)] == [
        CENTRE,
        SIDE,
        "start/top/centre",
    ]


@pytest.mark.rule("R-5.11")
def test_two_chargers_are_filled_apart() -> None:
    told = events(rows("A(pd)=SS=2"))
    assert [(event.tick, event.bot, event.hole) for event in told if isinstance(event, Charged)] == [
        (1, CENTRE, "floor/middle/1/left"),
        (1, SIDE, "floor/middle/1/right"),
        (2, CENTRE, "floor/middle/2/left"),
        (2, SIDE, "floor/middle/2/right"),
    ]


# -- losses --------------------------------------------------------------------------------------------------

ROUND_A_WRAPPER = {f"floor/middle/3<{CENTRE}": "left", f"floor/top/3<{CENTRE}": "left", f"floor/top/1<{CENTRE}": "left"}


@pytest.mark.parametrize(
    ("morning", "decisions", "expected"),
    [
        pytest.param(
            partial(rows, "B=4=1", top=".=1Un(-p)2=1"),
            {},
            [
                Left(0, "floor/top/2/ahead", P, N),
                Rode(1, "floor/top/2/ahead", None, N),
                Lost(1, "floor/top/2/ahead", P, None, Loss.OVER_THE_EDGE, "R-5.5"),
            ],
            marks=pytest.mark.rule("R-5.5"),
            id="over the edge",
        ),
        pytest.param(
            partial(rows, "B=Uw(-p)3=1"),
            {},
            [
                Left(0, "floor/middle/1/ahead", P, W),
                Rode(1, "floor/middle/1/ahead", None, W),
                Lost(1, "floor/middle/1/ahead", P, None, Loss.OFF_THE_WEST, "D-5.5"),
            ],
            marks=pytest.mark.rule("D-5.5"),
            id="off the west",
        ),
        pytest.param(
            partial(rows, "B=1Uw(-p)2=1"),
            {},
            [
                Left(0, "floor/middle/2/ahead", P, W),
                Rode(1, "floor/middle/2/ahead", "floor/middle/1", W),
                Lost(1, "floor/middle/2/ahead", P, "floor/middle/1", Loss.AGAINST_THE_BELT, "D-5.3"),
            ],
            marks=pytest.mark.rule("D-5.3"),
            id="against the belt",
        ),
        pytest.param(
            partial(rows, "B(d)=Uw3=1"),
            {},
            [
                Left(0, CENTRE, D, E),
                Rode(1, CENTRE, "floor/middle/1", E),
                Lost(1, CENTRE, D, "floor/middle/1", Loss.AT_AN_EXIT, "R-5.4"),
            ],
            marks=pytest.mark.rule("R-5.4"),
            id="at an exit",
        ),
        pytest.param(
            partial(rows, "B(d)=Gn3=1"),
            {},
            [
                Left(0, CENTRE, D, E),
                Rode(1, CENTRE, "floor/middle/1", E),
                Lost(1, CENTRE, D, "floor/middle/1", Loss.AT_A_FLAT_SIDE, "R-5.4"),
            ],
            marks=pytest.mark.rule("R-5.4"),
            id="at a flat side",
        ),
        pytest.param(
            partial(rows, "B(d)=Tn3=1"),
            {},
            [
                Left(0, CENTRE, D, E),
                Rode(1, CENTRE, "floor/middle/1", E),
                Lost(1, CENTRE, D, "floor/middle/1", Loss.NOWHERE_TO_LAND, "D-5.9"),
            ],
            marks=pytest.mark.rule("D-5.9"),
            id="nowhere to land",
        ),
        pytest.param(
            partial(rows, "B(b)=1GF1=1", top=".=FwGwFn1=1"),
            ROUND_A_WRAPPER,
            [
                Left(0, CENTRE, B, E),
                Rode(1, CENTRE, "floor/middle/1", E),
                Rode(2, CENTRE, "floor/middle/2", E),
                Passed(2, CENTRE, "floor/middle/2", Kind.GIFT_WRAPPER, E, "R-5.7"),
                Earned(2, CENTRE, "floor/middle/2", "vault", 1, "R-5.10"),
                Rode(3, CENTRE, "floor/middle/3", E),
                Passed(3, CENTRE, "floor/middle/3", Kind.FORK, N, "R-5.8"),
                Rode(4, CENTRE, "floor/top/3", N),
                Passed(4, CENTRE, "floor/top/3", Kind.FORK, W, "R-5.8"),
                Rode(5, CENTRE, "floor/top/2", W),
                Passed(5, CENTRE, "floor/top/2", Kind.GIFT_WRAPPER, W, "R-5.7"),
                Earned(5, CENTRE, "floor/top/2", "vault", 1, "R-5.10"),
                Rode(6, CENTRE, "floor/top/1", W),
                Passed(6, CENTRE, "floor/top/1", Kind.FORK, S, "R-5.8"),
                Rode(7, CENTRE, "floor/middle/1", S),
                Rode(8, CENTRE, "floor/middle/2", E),
                Lost(8, CENTRE, B, "floor/middle/2", Loss.SECOND_PASS, "R-5.12"),
            ],
            marks=pytest.mark.rule("R-5.12"),
            id="second pass",
        ),
    ],
)
def test_how_a_bot_is_lost(morning: Callable[[], Factory], decisions: dict[str, str], expected: list[Event]) -> None:
    assert list(events(morning(), decisions)) == expected


@pytest.mark.rule("R-5.12", "D-5.9")
def test_a_bot_thrown_onto_a_piece_that_has_had_it_is_lost_as_it_lands() -> None:
    factory = rows("B=G1Fs1=1", top=".(b)=T1Fs1=1", bottom=".=TnFwFw1=1")
    bot = "start/top/centre"
    round_ = {
        f"floor/top/1<{bot}": "floor/top/3",
        f"floor/top/3<{bot}": "ahead",
        f"floor/middle/3<{bot}": "ahead",
        f"floor/bottom/3<{bot}": "ahead",
        f"floor/bottom/2<{bot}": "ahead",
    }
    assert list(events(factory, round_)) == [
        Left(0, bot, B, E),
        Rode(1, bot, "floor/top/1", E),
        Thrown(2, bot, "floor/top/1", ("floor/top/2",), "floor/top/3", E),
        Passed(2, bot, "floor/top/3", Kind.FORK, S, "R-5.8"),
        Rode(3, bot, "floor/middle/3", S),
        Passed(3, bot, "floor/middle/3", Kind.FORK, S, "R-5.8"),
        Rode(4, bot, "floor/bottom/3", S),
        Passed(4, bot, "floor/bottom/3", Kind.FORK, W, "R-5.8"),
        Rode(5, bot, "floor/bottom/2", W),
        Passed(5, bot, "floor/bottom/2", Kind.FORK, W, "R-5.8"),
        Rode(6, bot, "floor/bottom/1", W),
        Thrown(7, bot, "floor/bottom/1", ("floor/middle/1",), "floor/top/1", N),
        Earned(7, bot, "floor/bottom/1", "wallet", 1, "R-5.9"),
        Lost(7, bot, B, "floor/top/1", Loss.SECOND_PASS, "R-5.12"),
    ]


@pytest.mark.rule("R-5.14")
def test_who_does_not_survive_a_collision_is_lost_when_all_have_arrived() -> None:
    told = events(rows("A(bp)=U1=1"), {"floor/middle/1:keep": "plus"})
    assert list(told) == [
        Left(0, CENTRE, B, E),
        Left(0, SIDE, P, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Rode(1, SIDE, "floor/middle/1", E),
        Stopped(2, SIDE, P, "floor/middle/1/in"),
        Lost(2, CENTRE, B, "floor/middle/1", Loss.COLLISION, "R-5.14"),
        Activated(
            3,
            "floor/middle/1",
            Kind.UPGRADER,
            (("floor/middle/1/in", P),),
            (("floor/middle/1/ahead", D),),
            "R-6.2",
        ),
    ]


@pytest.mark.rule("R-5.14", "D-11.9")
def test_of_equal_bots_those_that_were_there_stay() -> None:
    assert list(events(rows("B(b)=U(b)1=1"))) == [
        Left(0, CENTRE, B, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Lost(2, CENTRE, B, "floor/middle/1", Loss.COLLISION, "R-5.14"),
        Activated(
            3,
            "floor/middle/1",
            Kind.UPGRADER,
            (("floor/middle/1/in", B),),
            (("floor/middle/1/ahead", P),),
            "R-6.2",
        ),
    ]


@pytest.mark.rule("D-5.14")
def test_bots_move_up_within_their_truck() -> None:
    told = events(rows("B(b)=1=3(pd)"))
    assert list(told)[2:] == [
        Rode(2, CENTRE, "dock/middle", E),
        Stopped(3, CENTRE, B, "dock/middle/1"),
        Stopped(3, "dock/middle/1", P, "dock/middle/2"),
        Stopped(3, "dock/middle/2", D, "dock/middle/3"),
    ]
    full = events(rows("A(bd)=1=2(pd)"), {"dock/middle:keep": "plus+deluxe"})
    assert [event for event in full if isinstance(event, Stopped | Lost)] == [
        Lost(3, CENTRE, B, "dock/middle", Loss.COLLISION, "R-5.14"),
        Lost(3, SIDE, D, "dock/middle", Loss.COLLISION, "R-5.14"),
    ]
    pushed_out = events(rows("A(bd)=1=2(pd)"), {"dock/middle:keep": "deluxe+deluxe"})
    assert [event for event in pushed_out if isinstance(event, Stopped | Lost)] == [
        Stopped(3, "dock/middle/2", D, "dock/middle/1"),
        Stopped(3, SIDE, D, "dock/middle/2"),
        Lost(3, "dock/middle/1", P, "dock/middle", Loss.COLLISION, "R-5.14"),
        Lost(3, CENTRE, B, "dock/middle", Loss.COLLISION, "R-5.14"),
    ]


# -- activation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("morning", "decisions", "expected"),
    [
        pytest.param(
            "B=D(d)1=1",
            {},
            Activated(
                2,
                "floor/middle/1",
                Kind.DOWNGRADER,
                (("floor/middle/1/in", D),),
                (("floor/middle/1/left", P), ("floor/middle/1/ahead", P), ("floor/middle/1/right", P)),
                "R-6.3",
            ),
            marks=pytest.mark.rule("R-6.3"),
            id="downgrader",
        ),
        pytest.param(
            "B=D(b)1=1",
            {"floor/middle/1:put": "right"},
            Activated(
                2,
                "floor/middle/1",
                Kind.DOWNGRADER,
                (("floor/middle/1/in", B),),
                (("floor/middle/1/right", B),),
                "R-6.3",
            ),
            marks=pytest.mark.rule("R-6.3"),
            id="downgrader with a Basic",
        ),
        pytest.param(
            "B=X(p)1=1",
            {},
            Activated(
                2,
                "floor/middle/1",
                Kind.DUPLICATOR,
                (("floor/middle/1/in", P),),
                (("floor/middle/1/ahead", P), ("floor/middle/1/left", P)),
                "R-6.4",
            ),
            marks=pytest.mark.rule("R-6.4"),
            id="duplicator",
        ),
        pytest.param(
            "B=R(bd)1=1",
            {"floor/middle/1:make": "plus"},
            Activated(
                2,
                "floor/middle/1",
                Kind.REPURPOSER,
                (("floor/middle/1/in1", B), ("floor/middle/1/in2", D)),
                (("floor/middle/1/ahead", P),),
                "R-6.5",
            ),
            marks=pytest.mark.rule("R-6.5"),
            id="repurposer",
        ),
    ],
)
def test_without_a_move_pieces_act_in_the_second_tick(
    morning: str, decisions: dict[str, str], expected: Activated
) -> None:
    assert list(events(rows(morning), decisions)) == [expected]


@pytest.mark.rule("R-6.5")
def test_what_waits_in_a_repurposer_is_told_and_nothing_is_made() -> None:
    assert list(events(rows("B(d)=R1=1"))) == [
        Left(0, CENTRE, D, E),
        Rode(1, CENTRE, "floor/middle/1", E),
        Stopped(2, CENTRE, D, "floor/middle/1/in1"),
    ]
    second = events(rows("B(b)=R(d)1=1"), {"floor/middle/1:make": "plus"})
    assert list(second)[2:] == [
        Stopped(2, CENTRE, B, "floor/middle/1/in1"),
        Stopped(2, "floor/middle/1/in1", D, "floor/middle/1/in2"),
        Activated(
            3,
            "floor/middle/1",
            Kind.REPURPOSER,
            (("floor/middle/1/in1", B), ("floor/middle/1/in2", D)),
            (("floor/middle/1/ahead", P),),
            "R-6.5",
        ),
    ]


@pytest.mark.rule("R-4.2", "R-6.1")
def test_all_pieces_act_in_the_last_tick() -> None:
    told = events(rows("B(b)=U3=1", top=".(b)=3U=1", bottom=".=X(d)3=1"))
    acted = [(event.tick, event.place) for event in told if isinstance(event, Activated)]
    assert acted == [(6, "floor/top/4"), (6, "floor/middle/1"), (6, "floor/bottom/1")]
    assert [event.tick for event in told] == sorted(event.tick for event in told)
    assert {event.tick for event in told if isinstance(event, Stopped)} == {5}


def test_a_quiet_factory_tells_nothing() -> None:
    assert events(rows("B=4=1(d)")) == ()


def test_events_are_told_once() -> None:
    workday = run_workday(rows("B(b)=F3=1"), {f"floor/middle/1<{CENTRE}": "left"})
    assert workday.events is workday.events
    assert of_bot(CENTRE, workday.events) == list(workday.events)


@pytest.mark.parametrize(
    ("event", "document"),
    [
        (
            Left(0, CENTRE, B, E),
            {"event": "left", "tick": 0, "bot": CENTRE, "model": "basic", "heading": "east", "rule": "R-5.1"},
        ),
        (
            Rode(1, CENTRE, None, N),
            {"event": "rode", "tick": 1, "bot": CENTRE, "place": None, "heading": "north", "rule": "R-5.2"},
        ),
        (
            Passed(1, CENTRE, "floor/top/1", Kind.FORK, W, "R-5.8"),
            {
                "event": "passed",
                "tick": 1,
                "bot": CENTRE,
                "place": "floor/top/1",
                "kind": "fork",
                "heading": "west",
                "rule": "R-5.8",
            },
        ),
        (
            Thrown(2, CENTRE, "floor/top/1", ("floor/top/2",), "floor/top/3", E),
            {
                "event": "thrown",
                "tick": 2,
                "bot": CENTRE,
                "tester": "floor/top/1",
                "over": ["floor/top/2"],
                "place": "floor/top/3",
                "heading": "east",
                "rule": "R-5.9",
            },
        ),
        (
            Earned(2, CENTRE, "floor/top/1", "wallet", 1, "R-5.9"),
            {
                "event": "earned",
                "tick": 2,
                "bot": CENTRE,
                "place": "floor/top/1",
                "pot": "wallet",
                "coins": 1,
                "rule": "R-5.9",
            },
        ),
        (
            Charged(2, CENTRE, "floor/top/1", None),
            {"event": "charged", "tick": 2, "bot": CENTRE, "place": "floor/top/1", "hole": None, "rule": "R-5.11"},
        ),
        (
            Lost(3, CENTRE, D, None, Loss.OVER_THE_EDGE, "R-5.5"),
            {
                "event": "lost",
                "tick": 3,
                "bot": CENTRE,
                "model": "deluxe",
                "place": None,
                "loss": "over_the_edge",
                "rule": "R-5.5",
            },
        ),
        (
            Stopped(3, CENTRE, P, "dock/top/1"),
            {
                "event": "stopped",
                "tick": 3,
                "bot": CENTRE,
                "model": "plus",
                "hole": "dock/top/1",
                "rule": "R-5.2",
            },
        ),
        (
            Activated(4, "floor/top/1", Kind.UPGRADER, (("floor/top/1/in", B),), (("floor/top/1/ahead", P),), "R-6.2"),
            {
                "event": "activated",
                "tick": 4,
                "place": "floor/top/1",
                "kind": "upgrader",
                "used": [["floor/top/1/in", "basic"]],
                "made": [["floor/top/1/ahead", "plus"]],
                "rule": "R-6.2",
            },
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, dict) else "",
)
def test_an_event_as_json(event: Event, document: dict[str, object]) -> None:
    assert event_json(event) == document
    assert list(event_json(event)) == list(document)


@pytest.mark.parametrize(
    ("loss", "rule"),
    [
        ("over_the_edge", "R-5.5"),
        ("off_the_west", "D-5.5"),
        ("against_the_belt", "D-5.3"),
        ("at_an_exit", "R-5.4"),
        ("at_a_flat_side", "R-5.4"),
        ("second_pass", "R-5.12"),
        ("nowhere_to_land", "D-5.9"),
        ("endless_circle", "D-5.13"),
        ("collision", "R-5.14"),
    ],
)
@pytest.mark.rule("R-5.15")
def test_every_loss_names_its_rule(loss: str, rule: str) -> None:
    assert Loss(loss).rule == rule
