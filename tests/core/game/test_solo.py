"""A single player against ARMAND-0 (section 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanica_core import Assumption, EndValue, Factory, Kind, Model, Score
from mechanica_core.errors import GameError
from mechanica_core.game import Game, Phase, apply, chance, legal_actions
from mechanica_core.game.actions import Buy, Flip, GoOn, Install, LeaveOut, Make, Recycle, Rotate
from mechanica_core.game.events import ArmandBought, BlueprintOpened, PieceRecycled, ShopRotated
from mechanica_core.game.final import final_standings
from mechanica_core.game.state import Armand
from tests.core.game.helpers import happened, in_turn, kinds_of, play, shop, with_factory

RULES = ("print_2019", "web_de", "web_es")
UPGRADER, WRAPPER = Kind.UPGRADER, Kind.GIFT_WRAPPER


def his_turn(wallet: int = 8, rules: str = "print_2019", **changes: Any) -> Game:
    """The chip is about to be flipped."""
    game = in_turn(1, Phase.END, rules=rules, armand=Armand(wallet, 0), **changes)
    return play(game, GoOn())


@pytest.mark.rule("R-10.1")
@pytest.mark.parametrize(
    ("level", "vault"), [(None, 0), ("normal", 0), ("hard", 20), ("impossible", 40), ("apocalyptic", 60)]
)
def test_difficulty_fills_his_vault(level: str | None, vault: int) -> None:
    armand = Game.new(1, seed=1, difficulty=level).armand
    assert Game.at_table(1, difficulty=level).armand == armand
    assert armand == Armand(8, vault, (), level or "normal")


@pytest.mark.rule("R-10.1")
def test_levels_are_those_of_the_rule_set() -> None:
    assert Game.new(1, "web_de", seed=1).armand == Armand(8, 0)
    with pytest.raises(GameError, match="no levels"):
        Game.new(1, "web_es", seed=1, difficulty="hard")
    with pytest.raises(GameError, match="unknown difficulty 'easy'; there are normal, hard"):
        Game.new(1, seed=1, difficulty="easy")
    assert Game.new(2, seed=1).armand is None


@pytest.mark.rule("R-10.2")
def test_after_the_turn_his_chip_is_flipped() -> None:
    game = his_turn()
    assert game.by_chance
    assert legal_actions(game) == (Flip(1), Flip(5))
    assert chance(game) in legal_actions(game)
    assert chance(game) == chance(game)


@pytest.mark.rule("R-10.3")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("wallet", "stock", "left", "bought"),
    [
        (8, shop(UPGRADER, None, WRAPPER), 8 + 1 - 3, WRAPPER),
        (2, shop(UPGRADER, None, WRAPPER), 0, WRAPPER),
        (0, shop(UPGRADER, None, WRAPPER), 5, None),
        (0, shop(), 5, None),
    ],
)
def test_a_one_buys_the_cheapest_or_pays_four_more(
    rules: str, wallet: int, stock: tuple[Kind | None, ...], left: int, bought: Kind | None
) -> None:
    game = play(his_turn(wallet, rules, shop=stock), Flip(1))
    assert game.armand == Armand(left, 0, (bought,) if bought else ())


@pytest.mark.rule("R-10.3")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("wallet", "left", "bought"), [(2, 0, UPGRADER), (9, 7, UPGRADER), (1, 6, None), (0, 5, None)])
def test_a_five_buys_the_most_expensive(rules: str, wallet: int, left: int, bought: Kind | None) -> None:
    game = play(his_turn(wallet, rules, shop=shop(UPGRADER, None, None, WRAPPER)), Flip(5))
    if rules == "web_es" and bought is None:
        left, bought = left - 1, WRAPPER
    assert game.armand == Armand(left, 0, (bought,) if bought else ())


@pytest.mark.rule("R-10.2")
def test_he_gains_nothing_from_what_falls() -> None:
    game = his_turn(0, shop=shop(UPGRADER, None, None, WRAPPER))
    found = happened(game, Flip(5))
    assert ShopRotated(WRAPPER) in found
    assert PieceRecycled not in kinds_of(found)


@pytest.mark.rule("R-10.2")
@pytest.mark.parametrize("rules", RULES)
def test_blueprints_are_refreshed_in_the_order_of_the_rule_set(rules: str) -> None:
    game = his_turn(0, rules, completed=(1, 0))
    kinds = [kind for kind in kinds_of(happened(game, Flip(1))) if kind in (ShopRotated, BlueprintOpened)]
    assert kinds == ([ShopRotated, BlueprintOpened] if rules == "print_2019" else [BlueprintOpened, ShopRotated])
    assert play(game, Flip(1)).completed == (0, 0)


@pytest.mark.rule("R-10.4")
@pytest.mark.parametrize(("model", "coins"), [(Model.PLUS, 1), (Model.DELUXE, 5)])
def test_overactive_fabricators_fill_his_vault(model: Model, coins: int) -> None:
    factory = Factory.from_text("O(b-)=4=1/B=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(1, Phase.MAKE), factory)
    for keep_old in (False, True):
        after = play(game, Make("start/top", model, keep_old))
        assert after.armand is not None
        assert after.armand.vault == coins
        assert after.waiting == ()


@pytest.mark.rule("R-10.5", "D-10.5")
@pytest.mark.parametrize("how", [Install("floor/top/1"), Recycle()])
def test_it_ends_at_once_when_the_last_piece_is_bought_and_settled(how: Install | Recycle) -> None:
    game = in_turn(1, Phase.BUY, shop=shop(UPGRADER), stack=())
    game = play(game, Buy(0))
    assert not game.is_over
    game = play(game, how)
    if isinstance(how, Recycle):
        assert not game.is_over
        game = play(game, LeaveOut(), LeaveOut())
    assert game.is_over


@pytest.mark.rule("R-10.5", "D-10.5")
def test_it_ends_when_he_buys_the_last_piece() -> None:
    game = his_turn(8, shop=shop(UPGRADER), stack=(), completed=(1, 0))
    found = happened(game, Flip(5))
    assert ArmandBought(UPGRADER, 7, 0) in found
    assert not {ShopRotated, BlueprintOpened} & set(kinds_of(found))
    assert play(game, Flip(5)).is_over


@pytest.mark.rule("D-10.5")
def test_it_ends_when_the_last_piece_falls() -> None:
    game = in_turn(1, Phase.ROTATE, shop=shop(None, None, None, UPGRADER), stack=())
    assert play(game, Rotate()).is_over
    game = his_turn(0, shop=shop(None, None, None, UPGRADER), stack=())
    assert play(replace(game, armand=Armand(0, 0)), Flip(1)).is_over is True


@pytest.mark.rule("D-10.5", "R-8.4")
def test_the_extras_do_not_keep_it_going() -> None:
    game = in_turn(1, Phase.BUY, shop=shop(UPGRADER), stack=(), extras=(WRAPPER,))
    assert apply(play(game, Buy(0)), Install("floor/top/1")).game.is_over


@pytest.mark.rule("R-10.5", "D-9.5")
def test_he_scores_six_times_the_value_of_what_he_bought() -> None:
    game = in_turn(1, wallet=3, armand=Armand(5, 20, (UPGRADER, WRAPPER)))
    first, second = final_standings(game).players
    assert (first.name, first.rank, first.score.total) == ("ARMAND-0", 1, 5 + 20 + 6 * 3 + 6 * 3)
    assert first.score == Score(5, 20, (EndValue("bought/1", UPGRADER, 18), EndValue("bought/2", WRAPPER, 18)))
    assert (second.name, second.rank, second.score.total) == ("player 1", 2, 3)


@pytest.mark.rule("A-3.11")
def test_his_score_names_each_assumed_value_once() -> None:
    game = in_turn(1, components="published", armand=Armand(0, 0, (UPGRADER, Kind.REPURPOSER, UPGRADER)))
    value = game.components.end_values[UPGRADER].value
    armand = next(player for player in final_standings(game).players if player.name == "ARMAND-0")
    assert armand.score.assumed == (Assumption("pieces.upgrader.end_value", value),)
