"""Blueprints, the end of a workday and of the game, and set-up (section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanica_core import Factory, Kind, Model, component_set
from mechanica_core.errors import GameError, IllegalAction
from mechanica_core.game import Game, Phase, apply, legal_actions
from mechanica_core.game.actions import Complete, GoOn, Open, Run
from mechanica_core.game.events import DayBegan, FactoryRan, GameOver
from tests.core.game.helpers import happened, in_turn, plainest, play, shop, until, with_factory

RICH = ".=4=3(bbb)/B=4=3(ppp)/.=4=3(ddd) 8+0 print_2019 demo"
RULES = ("print_2019", "web_de", "web_es")


def evening(players: int = 2, **changes: Any) -> Game:
    """The last player is about to end their turn."""
    return in_turn(players, Phase.END, turn=players - 1, **changes)


@pytest.mark.rule("R-9.1", "A-9.1")
def test_two_stacks_of_blueprints_lie_ready() -> None:
    game = Game.new(2, seed=3)
    assert sorted(map(len, game.blueprints)) == [7, 8]
    numbers = [number for stack in game.blueprints for number in stack if number is not None]
    assert sorted(numbers) == list(range(15)) != numbers


@pytest.mark.rule("R-9.1", "R-8.4")
def test_stacks_are_shuffled_by_the_seed() -> None:
    game, other = Game.new(2, seed=3), Game.new(2, seed=4)
    assert game == Game.new(2, seed=3)
    assert game.blueprints != other.blueprints
    assert (game.shop, game.stack) != (other.shop, other.stack)
    assert game.players == ("player 1", "player 2")


@pytest.mark.rule("R-9.2")
def test_a_blueprint_takes_its_bots_out_of_any_trucks() -> None:
    blueprint = component_set("demo").blueprints[0].value
    game = with_factory(in_turn(blueprints=((0,), ())), Factory.from_text(RICH))
    (complete,) = [action for action in legal_actions(game) if isinstance(action, Complete)]
    after = play(game, complete).factories[0]
    assert after.vault == blueprint.pays
    assert len(after.bots()) == len(game.factories[0].bots()) - len(blueprint.asks)


@pytest.mark.rule("R-9.2")
def test_which_trucks_give_the_bots_is_the_players_choice() -> None:
    number = next(
        number
        for number, fact in enumerate(component_set("demo").blueprints)
        if Model.BASIC in fact.value.asks and len(set(fact.value.asks)) > 1
    )
    spread = ".=4=3(bpd)/B=4=3(bpd)/.=4=3(bpd) 8+0 print_2019 demo"
    game = with_factory(in_turn(blueprints=((number,), ())), Factory.from_text(spread))
    ways = [action for action in legal_actions(game) if isinstance(action, Complete)]
    assert [[truck.removeprefix("dock/") for truck, _ in way.bots] for way in ways] == [
        *(["top", "top"], ["top", "middle"], ["top", "bottom"], ["top", "middle"], ["top", "bottom"]),
        *(["middle", "middle"], ["middle", "bottom"], ["middle", "bottom"], ["bottom", "bottom"]),
    ]
    for way in ways:
        assert play(game, way).factories[0].vault == component_set("demo").blueprints[number].value.pays
    with pytest.raises(IllegalAction, match="not what the blueprint asks for"):
        apply(game, Complete(0, (("dock/top", Model.BASIC),)))


@pytest.mark.rule("R-9.2")
def test_each_player_completes_each_open_blueprint_once() -> None:
    game = with_factory(in_turn(blueprints=((0,), (0,))), Factory.from_text(RICH))
    first = next(action for action in legal_actions(game) if isinstance(action, Complete) and action.stack == 0)
    game = with_factory(play(game, first), Factory.from_text(RICH))
    left = {action.stack for action in legal_actions(game) if isinstance(action, Complete)}
    assert left == {1}
    with pytest.raises(IllegalAction, match="completed already"):
        apply(game, first)
    other = with_factory(replace(game, turn=1), Factory.from_text(RICH), 1)
    ways = [action for action in legal_actions(other) if isinstance(action, Complete)]
    assert {action.stack for action in ways} == {0, 1}
    other = with_factory(play(other, ways[-1]), Factory.from_text(RICH), 1)
    assert other.completed == (1, 2)
    assert {action.stack for action in legal_actions(other) if isinstance(action, Complete)} == {0}


@pytest.mark.rule("R-9.3")
def test_the_vault_pays_for_nothing() -> None:
    poor = in_turn().factories[0].with_money(0, 50)
    game = with_factory(in_turn(phase=Phase.BUY, shop=(Kind.UPGRADER,) * 4), poor)
    assert legal_actions(game) == (GoOn(),)


@pytest.mark.rule("R-9.4", "R-4.1")
@pytest.mark.parametrize("rules", RULES)
def test_after_the_last_turn_a_new_day_begins(rules: str) -> None:
    game = evening(rules=rules)
    found = happened(game, GoOn())
    game = play(game, GoOn())
    if rules == "print_2019":
        assert (game.day, game.phase, game.turn) == (2, Phase.RUN, 0)
        assert DayBegan(2) in found
    else:
        assert (game.day, game.phase) == (1, Phase.RUN)  # the factories close the workday
        game = play(game, Run(), Run())
        assert (game.day, game.phase, game.turn) == (2, Phase.SELL, 0)


@pytest.mark.rule("R-9.4")
def test_blueprints_are_replaced_only_if_one_was_completed() -> None:
    assert play(evening(), GoOn()).blueprints == evening().blueprints
    game = evening(completed=(0, 2))
    after = play(game, GoOn())
    assert after.blueprints == tuple(stack[1:] + stack[:1] for stack in game.blueprints)
    assert after.completed == (0, 0)


@pytest.mark.rule("D-11.4")
def test_a_blueprint_that_comes_back_is_new() -> None:
    game = with_factory(evening(1 + 1, blueprints=((0,), (1,)), completed=(1, 0)), Factory.from_text(RICH), 0)
    game = until(play(game, GoOn()), lambda game: game.phase is Phase.SELL)
    assert any(isinstance(action, Complete) and action.stack == 0 for action in legal_actions(game))


@pytest.mark.rule("R-9.4")
def test_what_is_opened_on_an_unseen_stack_is_told() -> None:
    game = play(evening(blueprints=((0, None), (1, None)), completed=(1, 1)), GoOn())
    assert all(isinstance(action, Open) for action in legal_actions(game))
    game = play(game, Open(7), Open(8))
    assert game.blueprints == ((7, 0), (8, 1))


@pytest.mark.rule("R-9.4")
def test_what_went_under_its_stack_is_not_what_is_opened_next() -> None:
    game = play(evening(blueprints=((3, None, None), (9, None)), completed=(1, 0)), GoOn())
    assert game.blueprints == ((None, None, 3), (None, 9))
    assert legal_actions(game) == tuple(Open(number) for number in range(15) if number not in (3, 9))
    game = play(game, Open(14))
    assert legal_actions(game) == tuple(Open(number) for number in range(14) if number not in (3, 9))


@pytest.mark.rule("R-9.4")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_when_stack_and_shop_are_empty(players: int, rules: str) -> None:
    ending: dict[str, Any] = {"rules": rules, "shop": shop(), "stack": (), "extras": ()}
    game = evening(players, **ending)
    game = play(game, GoOn())
    if rules != "print_2019":
        game = play(game, *[Run()] * players)
    assert game.is_over
    assert legal_actions(game) == ()
    assert game.actor is None
    assert not game.by_chance


@pytest.mark.rule("R-9.4")
@pytest.mark.parametrize("left", [{"shop": shop(None, Kind.UPGRADER)}, {"stack": (Kind.UPGRADER,)}])
def test_it_goes_on_while_something_is_left(left: dict[str, Any]) -> None:
    game = evening(**({"shop": shop(), "stack": (), "extras": ()} | left))
    assert not play(game, GoOn()).is_over


@pytest.mark.rule("R-9.4", "R-8.4")
@pytest.mark.parametrize("players", [2, 4])
def test_the_extras_keep_only_four_players_going(players: int) -> None:
    game = play(evening(players, shop=shop(), stack=()), GoOn())
    assert game.is_over == (players == 2)


@pytest.mark.rule("R-9.4")
def test_the_end_of_the_game_is_told_last() -> None:
    assert happened(evening(shop=shop(), stack=()), GoOn())[-1] == GameOver("R-9.4")


@pytest.mark.rule("R-9.6", "R-2.4")
def test_each_player_begins_with_eight_and_a_basic() -> None:
    for factory in Game.new(4, seed=1).factories:
        assert factory == Factory.new()
        assert (factory.wallet, factory.vault, factory.bots()) == (8, 0, {"start/middle/centre": Model.BASIC})


@pytest.mark.rule("R-4.1")
@pytest.mark.parametrize("rules", RULES)
def test_factories_run_once_before_the_first_turn_and_once_a_day(rules: str) -> None:
    runs = 0
    game = Game.new(2, rules, seed=1)
    for _ in range(400):
        if game.day == 3 and game.phase is Phase.SELL:
            break
        game, found = apply(game, plainest(game))
        runs += sum(isinstance(event, FactoryRan) and event.player == 0 for event in found)
    assert runs == 3


@pytest.mark.parametrize("players", [0, 5, [], ["a", "a"], ["a", " "], ["a", "b\n"], ["ARMAND-0"]])
def test_wrong_players_are_refused(players: int | list[str]) -> None:
    with pytest.raises(GameError):
        Game.new(players, seed=1)


def test_only_a_single_player_chooses_a_difficulty() -> None:
    with pytest.raises(GameError, match="single player"):
        Game.new(2, seed=1, difficulty="hard")
