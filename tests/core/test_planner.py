"""The planner player: what it does alone, in whole games, and what it must not know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from mechanica_core import Factory, Kind, Model
from mechanica_core.editions import component_set
from mechanica_core.game import Action, Game, Phase, apply, legal_actions
from mechanica_core.game.actions import Buy, Complete, Decide, GoOn, Install, Make, Put, Sell
from mechanica_core.game.state import Recycled
from mechanica_core.players import GreedyPlayer, PlannerPlayer, Player, make_player, play, play_out
from mechanica_core.players.outlook import best_extra, outlook
from mechanica_core.simulation import Setup, Summary, simulate
from tests.core.game.helpers import in_turn, shop, with_factory

STARTS = ("start/top/centre", "start/middle/centre", "start/bottom/centre")


class Checked:
    """Plays as a planner does, and fails the test when that one does what it may not."""

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        chosen = PlannerPlayer().choose(game, legal)
        assert chosen in legal
        return chosen


class Blindfolded:
    """Plays as a planner does, and fails the test when what is face down changes what that one does."""

    def __init__(self) -> None:
        self.looked = 0

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        chosen = PlannerPlayer().choose(game, legal)
        dice = random.Random(self.looked)
        stack, extras = list(game.stack), list(game.extras)
        first, second = (list(numbers[1:]) for numbers in game.blueprints)
        for face_down in (stack, extras, first, second):
            dice.shuffle(face_down)
        other = replace(
            game,
            stack=tuple(stack),
            extras=(None,) * len(extras),
            blueprints=((*game.blueprints[0][:1], *first), (*game.blueprints[1][:1], *[None] * len(second))),
            seed=self.looked,
        )
        assert PlannerPlayer().choose(other, legal) == chosen
        self.looked += 1
        return chosen


def chosen(game: Game) -> Action:
    return PlannerPlayer().choose(game, legal_actions(game))


def asking(game: Game, *models: Model) -> Game:
    """The same game with a blueprint open on the first stack that asks for these, and none on the other."""
    numbers = range(len(game.components.blueprints))
    wanted = next(n for n in numbers if game.components.blueprints[n].value.asks == models)
    return replace(game, blueprints=((wanted,), ()))


# -- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["print_2019", "web_de", "web_es"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_does_what_is_legal_only(players: int, rules: str) -> None:
    game = play_out(Game.new(players, rules, "published", seed=3), [Checked()] * players)
    assert game.is_over


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_it_knows_nothing_that_is_face_down(players: int) -> None:
    blindfolded = Blindfolded()
    seats: list[Player] = [blindfolded, *[GreedyPlayer()] * (players - 1)]
    play_out(Game.new(players, seed=5), seats)
    assert blindfolded.looked > 50


def test_the_same_game_gets_the_same_answers() -> None:
    def first_days() -> list[Game]:
        games = []
        for step in play(Game.new(2, seed=4), [make_player("planner", random.Random(seat)) for seat in range(2)]):
            if step.game.day > 3:
                break
            games.append(step.game)
        return games

    assert first_days() == first_days()


@pytest.mark.slow
def test_it_beats_the_greedy_player() -> None:
    planner = next(
        player
        for player in Summary.of([*simulate(Setup(("planner", "greedy")), 12)]).players
        if player.player == "planner"
    )
    assert planner.wins.number > 6


# -- single choices -----------------------------------------------------------------------------------------------


def test_it_decides_a_workday_for_the_open_blueprint() -> None:
    """A Basic and a Plus come to one truck; the Basic alone completes a blueprint with the Deluxe below."""
    factory = Factory.from_text(".=3Us(-p)=1/B(b)=4=1/.=4=1(d) 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.RUN), factory)
    assert chosen(asking(game, Model.BASIC, Model.DELUXE)) == Decide("dock/middle:keep", "basic")
    assert chosen(asking(game, Model.PLUS, Model.PLUS)) == Decide("dock/middle:keep", "plus")


def test_it_completes_a_blueprint_rather_than_sell() -> None:
    game = asking(in_turn(), Model.BASIC, Model.BASIC)
    bots = {"dock/top/1": Model.BASIC, "dock/middle/1": Model.BASIC}
    game = with_factory(game, game.factories[0].with_bots(bots))
    assert chosen(game) == Complete(0, (("dock/top", Model.BASIC), ("dock/middle", Model.BASIC)))


def test_it_keeps_a_bot_for_the_blueprint_that_tomorrow_completes() -> None:
    game = asking(in_turn(), Model.BASIC, Model.DELUXE)
    game = with_factory(game, game.factories[0].with_bots({"dock/top/1": Model.DELUXE}))
    assert chosen(game) == GoOn()
    assert chosen(asking(game, Model.PLUS, Model.DELUXE)) == Sell("dock/top", Model.DELUXE)
    refreshed_tomorrow = replace(game, completed=(0, 2))
    assert chosen(refreshed_tomorrow) == Sell("dock/top", Model.DELUXE)
    last_day = replace(game, stack=(), shop=shop(None, None, None, Kind.UPGRADER))
    assert chosen(last_day) == Sell("dock/top", Model.DELUXE)


def test_it_installs_an_upgrader_where_bots_pass() -> None:
    """Recycled it would bring nothing: the Start Zone is full of better bots."""
    game = in_turn(phase=Phase.BUY, wallet=1, shop=shop(None, None, None, Kind.UPGRADER))
    game = with_factory(game, game.factories[0].with_bots(dict.fromkeys(STARTS, Model.DELUXE)))
    assert chosen(game) == Buy(3)
    action = chosen(apply(game, Buy(3)).game)
    assert isinstance(action, Install)
    assert action.place.startswith("floor/middle/")


@pytest.mark.parametrize(("players", "bought"), [(1, True), (2, False)])
def test_it_buys_what_is_worth_more_to_armand(players: int, bought: bool) -> None:
    game = in_turn(players, phase=Phase.BUY, stack=(), shop=shop(None, Kind.DOWNGRADER))
    game = with_factory(game, game.factories[0].with_bots(dict.fromkeys(STARTS, Model.DELUXE)))
    assert (chosen(game) == Buy(1)) == bought


@pytest.mark.parametrize(("players", "made"), [(1, Model.PLUS), (2, Model.DELUXE)])
def test_against_armand_it_makes_no_deluxe(players: int, made: Model) -> None:
    game = in_turn(players, phase=Phase.MAKE)
    factory = Factory.from_text(".=4=1/O=4=1/.=4=1 8+0 print_2019 demo")
    assert chosen(with_factory(game, factory)) == Make("start/middle", made)


def test_a_recycled_bot_does_not_replace_a_better_one() -> None:
    game = in_turn(phase=Phase.END, waiting=(Recycled(Model.PLUS),))
    bots = {"start/middle/centre": Model.DELUXE, "start/top/centre": Model.DELUXE}
    assert chosen(with_factory(game, game.factories[0].with_bots(bots))) == Put("start/bottom/centre")


# -- the outlook --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("factory", "days", "coins", "vault"),
    [
        (".=4=1/B(b)=4=1/.=4=1", 0, 0, 0),
        (".=4=1/B(b)=4=1/.=4=1", 3, 6, 0),
        (".=4=1/B(b)=U3=1/.=4=1", 1, 0, 0),
        (".=4=1/B(b)=U3=1/.=4=1", 3, 8, 0),
        (".=4=1/B(b)=G3=1/.=4=1", 2, 4, 2),
        (".=4=1/B(b)=F3=1/.=4=1", 1, 2, 0),
        (".=3Us(-p)=1/B(b)=4=1/.=4=1", 1, 4, 0),
        (".=4=1/B=R(bb-)3=1/.=4=1", 2, 6, 0),
    ],
)
def test_an_outlook_is_what_the_coming_days_bring(factory: str, days: int, coins: int, vault: int) -> None:
    there = Factory.from_text(f"{factory} 8+0 print_2019 demo")
    income = outlook(there.machinery).income(there.contents, days)
    assert income.coins == coins
    assert income.points >= vault


def test_what_blueprints_pay_beyond_a_sale() -> None:
    components = component_set("demo")
    two_basic, deluxe = (components.blueprints[number].value for number in (0, 3))
    assert two_basic.asks == (Model.BASIC, Model.BASIC)
    assert deluxe.asks == (Model.BASIC, Model.DELUXE)
    assert best_extra(components, [two_basic, deluxe], (2, 0, 1)) == 3
    assert best_extra(components, [two_basic, deluxe], (3, 0, 1)) == 5
    assert best_extra(components, [two_basic, deluxe], (1, 9, 0)) == 0
