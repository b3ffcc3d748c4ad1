"""Series of games, their statistics, and variants of a component set."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import pytest

from mechanica_core import Kind, component_set
from mechanica_core.editions import registry
from mechanica_core.editions.registry import built_in_text, register_component_set
from mechanica_core.editions.variation import assumed_entries, varied
from mechanica_core.errors import EditionError, GameError
from mechanica_core.game.state import ARMAND
from mechanica_core.intervals import Mean, Share
from mechanica_core.simulation import MOST_GAMES, Played, Result, Setup, Summary, compare, simulate

RANDOM = Setup(("random", "random"))
LESS = "pieces.upgrader.end_value=1"


@pytest.fixture(autouse=True)
def _no_sets_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})


# -- series -------------------------------------------------------------------------------------------------------


def test_games_depend_on_the_seed_alone_and_not_on_the_processes() -> None:
    alone = list(simulate(RANDOM, 12, seed=4))
    assert alone == list(simulate(RANDOM, 12, seed=4, jobs=2))
    assert alone[:5] == list(simulate(RANDOM, 5, seed=4))
    assert [game.number for game in alone] == list(range(12))
    assert {game.seed for game in alone}.isdisjoint(game.seed for game in simulate(RANDOM, 12, seed=5))


def test_players_move_on_one_seat_from_game_to_game() -> None:
    games = list(simulate(Setup(("greedy", "random", "random")), 3))
    assert [[result.player for result in game.results].index("greedy") for game in games] == [0, 2, 1]
    assert all(result.won == (result.player == "greedy") for game in games for result in game.results)


def test_a_single_player_meets_armand() -> None:
    (game,) = simulate(Setup(("random",), difficulty="hard"), 1)
    player, armand = game.results
    assert (player.player, armand.player, armand.seat) == ("random", ARMAND, 1)
    assert armand.score >= 20 + 6 * len(armand.bought)
    assert (player.won, armand.won) == (0, 1)


@pytest.mark.parametrize(
    ("setup", "games", "jobs", "why"),
    [
        (RANDOM, 0, 1, "1 to 100000 games can be played, not 0"),
        (RANDOM, MOST_GAMES + 1, 1, "1 to 100000 games"),
        (RANDOM, 1, 0, "processes"),
        (Setup(("random",) * 5), 1, 1, "1 to 4 can play, not 5"),
        (Setup(("random", "")), 1, 1, "unknown program ''"),
        (Setup(("random", "random"), difficulty="hard"), 1, 1, "difficulty"),
        (Setup(("random",), rules="house"), 1, 1, "unknown rule set"),
        (Setup(("random",), components="mine"), 1, 1, "unknown component set"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(setup: Setup, games: int, jobs: int, why: str) -> None:
    with pytest.raises((GameError, EditionError), match=why):
        simulate(setup, games, jobs=jobs)


# -- statistics ---------------------------------------------------------------------------------------------------


def part(player: str, score: int, won: float, *installed: Kind) -> Result:
    return Result(0, player, score, won, installed, installed)


def game(number: int, days: int, *results: Result) -> Played:
    return Played(number, 100 + number, days, tuple(replace(one, seat=seat) for seat, one in enumerate(results)))


SERIES = (
    game(0, 10, part("greedy", 30, 1, Kind.FORK, Kind.FORK), part("random", 10, 0)),
    game(1, 12, part("random", 20, 0.5), part("greedy", 20, 0.5, Kind.FORK)),
    game(2, 11, part("greedy", 10, 0), part("random", 40, 1)),
)


def test_a_summary_tells_wins_scores_and_pieces() -> None:
    summary = Summary.of(SERIES)
    assert (summary.days.value, summary.days.of) == (11, 3)
    assert [seat.number for seat in summary.seats] == [1.5, 1.5]
    greedy, other = summary.players
    assert (greedy.player, greedy.wins, greedy.score.value) == ("greedy", Share(1.5, 3), 20)
    assert (other.player, other.wins, other.score.value) == ("random", Share(1.5, 3), 70 / 3)
    fork = next(piece for piece in greedy.pieces if piece.kind is Kind.FORK)
    assert (fork.bought.value, fork.installed) == (1, Share(2, 3))
    assert fork.difference is not None
    assert fork.difference.value == 25 - 10
    assert next(piece for piece in greedy.pieces if piece.kind is Kind.UPGRADER).difference is None


def test_a_share_has_wilsons_interval() -> None:
    assert Share(5, 6).interval == pytest.approx((0.436, 0.970), abs=0.001)
    assert Share(0, 0).interval == (0, 1)
    assert Share(0, 10).interval == pytest.approx((0, 0.2775), abs=0.001)


def test_a_mean_has_students_interval() -> None:
    assert Mean.of_values([1, 2, 3, 4]).interval == pytest.approx((0.446, 4.554), abs=0.02)
    assert math.isinf(Mean.of_values([3]).reach)
    assert Mean.of_values([3]).as_json() == {"mean": 3, "of": 1, "interval": None}


def test_a_difference_of_two_means_has_welchs_interval() -> None:
    difference = Mean.difference([27.5, 21.0, 19.0, 23.6, 17.0, 17.9], [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0])
    assert difference.value == pytest.approx(-2.5, abs=0.001)
    assert difference.reach == pytest.approx(4.23, abs=0.1)
    assert Mean.difference([1, 1], [1, 1]) == Mean(0, 0, 4)
    assert math.isinf(Mean.difference([1], [2, 3]).reach)


def test_only_series_of_the_same_games_are_compared() -> None:
    with pytest.raises(ValueError, match="the same seed"):
        compare(SERIES, SERIES[:2])


def test_a_comparison_pairs_games() -> None:
    richer = [
        replace(each, results=tuple(replace(one, score=one.score + 5) for one in each.results)) for each in SERIES
    ]
    found = {one.measure: one for one in compare(SERIES, richer)}
    assert found["score", "greedy"].difference == Mean(5, 0, 3)
    assert (found["score", "greedy"].first, found["score", "greedy"].second) == (20, 25)
    assert found["wins", "random"].difference.value == 0
    assert found["bought", "fork"].first == 0.5
    assert found["days", ""].difference.value == 0


def test_what_armand_buys_is_not_counted_among_what_players_buy() -> None:
    alone = (game(0, 10, part("greedy", 30, 1, Kind.FORK), part(ARMAND, 10, 0, Kind.UPGRADER)),)
    found = {one.measure: one.first for one in compare(alone, alone)}
    assert (found["bought", "fork"], found["bought", "upgrader"]) == (1, 0)


# -- variants -----------------------------------------------------------------------------------------------------


def test_a_variant_differs_only_in_what_was_varied() -> None:
    demo, variant = component_set("demo"), varied(built_in_text("demo"), LESS)
    different = {field.name for field in fields(demo) if getattr(demo, field.name) != getattr(variant, field.name)}
    assert different == {"name", "end_values"}
    assert {kind for kind in demo.end_values if demo.end_values[kind] != variant.end_values[kind]} == {Kind.UPGRADER}
    assert variant.end_values[Kind.UPGRADER].value == 1


def test_paired_games_differ_only_by_what_was_varied() -> None:
    """Random players look at no value, so they do the same, and score no more."""
    variant = varied(built_in_text("demo"), "pieces.gift_wrapper.end_value=0")
    register_component_set(variant)
    before, after = (
        list(simulate(replace(RANDOM, components=name), 20, seed=2, jobs=jobs))
        for name, jobs in (("demo", 1), (variant.name, 2))
    )
    for one, other in zip(before, after, strict=True):
        assert (one.seed, one.days) == (other.seed, other.days)
        for mine, less in zip(one.results, other.results, strict=True):
            assert (mine.bought, mine.installed) == (less.bought, less.installed)
            assert 0 <= mine.score - less.score <= 3 * mine.installed.count(Kind.GIFT_WRAPPER)
    greedy = Setup(("greedy", "random"))
    assert list(simulate(greedy, 1)) != list(simulate(replace(greedy, components=variant.name), 1))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("shop.spots=[6, 4, 2, 1]", "shop_spots"),
        ("models.basic.price = 3", "model_prices"),
        ("blueprints.0.pays=9", "blueprints"),
        ('pieces.upgrader.recycling=["deluxe"]', "recycling"),
        ("board.columns=5", "columns"),
    ],
)
def test_any_entry_can_be_varied(change: str, field: str) -> None:
    demo, variant = component_set("demo"), varied(built_in_text("demo"), change)
    assert getattr(demo, field) != getattr(variant, field)


def test_a_variants_name_tells_it_apart() -> None:
    names = {varied(built_in_text("demo"), f"pieces.upgrader.end_value={value}").name for value in (1, 2, 2)}
    assert len(names) == 2


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("", "wanted an entry and its value"),
        ("pieces.upgrader.end_value", "wanted an entry and its value"),
        ("pieces.upgrader.end_value=", "wanted an entry and its value"),
        ("pieces.upgrader.end_value=" + "[" * 5000, "wanted an entry and its value"),
        ("pieces.upgrader.price=2", "there is no price; there are names, count, end_value, recycling, shape"),
        ("pieces.upgrader=2", "that is no single entry; it has names, count"),
        ("blueprints.15.pays=2", "there is no 15; there are 0, 1, 2"),
        ("pieces.upgrader.end_value.value.more=2", "there is no more"),
        ("pieces.upgrader.end_value=-1", "greater than or equal to 0"),
        ("pieces.upgrader.end_value=true", "valid integer"),
        ('pieces.upgrader.recycling=["gold"]', "broken entries: 1"),
    ],
)
def test_what_cannot_be_varied_is_refused(change: str, why: str) -> None:
    with pytest.raises(EditionError, match=why):
        varied(built_in_text("demo"), change)


def test_assumed_entries_are_named_as_in_the_file() -> None:
    assert assumed_entries(built_in_text("demo")) == ()
    assumed = {entry.what: entry.value for entry in assumed_entries(built_in_text("published"))}
    assert assumed["pieces.gift_wrapper.end_value"] == 3
    assert "blueprints.0" in assumed
