"""Final scores: what counts, what it rests on, and who wins (R-9.5)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mechanica_core import Assumption, EndValue, Factory, Kind, Score, component_set, score, standings
from mechanica_core.editions.registry import built_in_text
from mechanica_core.pieces import IMPROVEMENTS
from mechanica_core.scoring import Unsure
from tests.core.conftest import Registers

EVERYTHING = "A(bp)=GXnf(pbd)R(bpd)T=1(b)/B(b)=1D(dbpd)S(pd)F=2(pd)/O(pd)=U3=3(bpd)"


def worth(total: int, least: int | None = None, most: int | None = None) -> Score:
    """A score of so much, all of it in the vault, perhaps unsure."""
    unsure = () if least is None or most is None else (Unsure("vault", least, most),)
    return Score(0, total, (), unsure=unsure)


@pytest.mark.rule("R-9.5")
def test_a_score_is_wallet_vault_and_the_end_value_of_each_improvement() -> None:
    final = score(Factory.from_text(f"{EVERYTHING} 5+7 print_2019 demo"))
    assert (final.wallet, final.vault) == (5, 7)
    assert [(entry.place, entry.kind.value, entry.value) for entry in final.improvements] == [
        ("start/top", "advanced_fabricator", 3),
        ("floor/top/1", "gift_wrapper", 3),
        ("floor/top/2", "duplicator", 2),
        ("floor/top/3", "repurposer", 4),
        ("floor/top/4", "flight_tester", 4),
        ("floor/middle/2", "downgrader", 2),
        ("floor/middle/3", "static_charger", 3),
        ("start/bottom", "overactive_fabricator", 1),
        ("floor/bottom/1", "upgrader", 3),
    ]
    assert final.total == 5 + 7 + 25
    assert {entry.kind for entry in final.improvements} == set(IMPROVEMENTS)


@pytest.mark.rule("R-9.5", "R-3.1")
def test_forks_trucks_bots_and_what_is_printed_have_no_end_value() -> None:
    factory = Factory.from_text(".(d)=FFFF=3(ddd)/B(d)=4=2(dd)/.=4=1(d) 1+2 print_2019 published")
    assert score(factory) == Score(1, 2, (), ())
    assert score(factory).total == 3
    assert score(Factory.new()).total == 8


@pytest.mark.rule("R-3.11", "A-3.11")
def test_values_are_those_of_the_factorys_own_components(register: Registers) -> None:
    register(built_in_text("demo").replace("end_value = { value = 3,", "end_value = { value = 30,"))
    upgrader = ".=4=1/B=U3=1/.=4=1 0+0 print_2019 {}"
    repurposer = ".=4=1/B=R3=1/.=4=1 0+0 print_2019 {}"
    assert score(Factory.from_text(upgrader.format("demo"))).total == 3
    assert score(Factory.from_text(upgrader.format("mine"))).total == 30
    assert [score(Factory.from_text(repurposer.format(name))).total for name in ("demo", "published", "mine")] == [
        4
    ] * 3


@pytest.mark.rule("A-3.11")
def test_a_score_names_each_assumed_value_once() -> None:
    final = score(Factory.from_text(".=U3=1/B=GRU1=1/.=UF2=3 0+0 print_2019 published"))
    value = component_set("published").end_values
    assert final.assumed == (
        Assumption("pieces.upgrader.end_value", value[Kind.UPGRADER].value),
        Assumption("pieces.gift_wrapper.end_value", value[Kind.GIFT_WRAPPER].value),
    )
    assert len(final.improvements) == 5
    assert score(Factory.from_text(f"{EVERYTHING} 5+7 print_2019 demo")).assumed == ()


@pytest.mark.rule("R-9.5")
def test_the_highest_score_wins() -> None:
    result = standings({"Ann": worth(5), "Ben": worth(9), "Cy": worth(0)})
    assert [(player.rank, player.name) for player in result.players] == [(1, "Ben"), (2, "Ann"), (3, "Cy")]
    assert result.winners == ("Ben",)
    assert result.players[0].score == worth(9)


@pytest.mark.rule("D-9.5")
def test_equal_scores_share_their_rank_and_the_next_one_is_left_out() -> None:
    first = standings({"Ann": worth(5), "Ben": worth(9), "Cy": worth(9)})
    assert [(player.rank, player.name) for player in first.players] == [(1, "Ben"), (1, "Cy"), (3, "Ann")]
    assert first.winners == ("Ben", "Cy")
    second = standings({"Ann": worth(5), "Ben": worth(9), "Cy": worth(5), "Di": worth(1)})
    assert [player.rank for player in second.players] == [1, 2, 2, 4]
    assert second.winners == ("Ben",)


@pytest.mark.rule("D-9.5")
def test_equal_totals_are_equal_whatever_they_are_made_of() -> None:
    result = standings({"Ann": Score(9, 0, ()), "Ben": Score(0, 6, (EndValue("floor/top/1", Kind.UPGRADER, 3),))})
    assert result.winners == ("Ann", "Ben")


def test_every_part_that_is_unsure_widens_the_range_by_itself() -> None:
    final = score(Factory.from_text(f"{EVERYTHING} 5+7 print_2019 demo"))
    assert (final.least, final.total, final.most) == (37, 37, 37)
    unsure = (
        Unsure("floor/top/1", 0, 3),  # counts 3
        Unsure("floor/bottom/4", 0, 4),  # counts nothing
        Unsure("wallet", 5, 10),
    )
    doubted = replace(final, unsure=unsure)
    assert (doubted.least, doubted.total, doubted.most) == (34, 37, 46)
    assert [doubted.counted(part.where) for part in unsure] == [3, 0, 5]


@pytest.mark.rule("R-9.5", "D-9.5")
@pytest.mark.parametrize(
    ("scores", "certain"),
    [
        ([worth(9), worth(5)], True),
        ([worth(9, 7, 9), worth(5, 0, 6)], True),
        ([worth(9, 6, 9), worth(5, 0, 6)], False),
        ([worth(9), worth(9), worth(5, 5, 8)], True),
        ([worth(9), worth(9, 9, 10)], False),
        ([worth(9, 0, 20)], True),
        ([], True),
    ],
)
def test_who_wins_is_certain_only_if_no_doubt_can_change_it(scores: list[Score], certain: bool) -> None:
    assert standings({str(number): one for number, one in enumerate(scores)}).certain is certain


def test_nobody_wins_among_nobody() -> None:
    assert (standings({}).players, standings({}).winners) == ((), ())


def test_standings_as_json() -> None:
    factory = Factory.from_text(".=G3=1/B=4=1/.=4=1 1+2 print_2019 published")
    answer = json.loads(json.dumps(standings({"Ann": worth(6, 5, 7), "Ben": score(factory)}).as_json()))
    assert answer == {
        "scores": {
            "Ann": {
                "rank": 1,
                "total": 6,
                "least": 5,
                "most": 7,
                "wallet": 0,
                "vault": 6,
                "improvements": [],
                "assumed": [],
                "unsure": [{"where": "vault", "least": 5, "most": 7}],
            },
            "Ben": {
                "rank": 1,
                "total": 6,
                "least": 6,
                "most": 6,
                "wallet": 1,
                "vault": 2,
                "improvements": [{"place": "floor/top/1", "kind": "gift_wrapper", "value": 3}],
                "assumed": [{"what": "pieces.gift_wrapper.end_value", "value": 3}],
                "unsure": [],
            },
        },
        "winners": ["Ann", "Ben"],
        "certain": False,
    }
