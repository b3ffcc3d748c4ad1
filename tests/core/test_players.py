"""Players that choose for themselves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from mechanica_core import Factory, Kind, Model, score
from mechanica_core.errors import GameError
from mechanica_core.game import Action, Game, Phase, apply, legal_actions
from mechanica_core.game.actions import (
    Buy,
    BuyTruck,
    Complete,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Put,
    Rotate,
    Run,
    Sell,
)
from mechanica_core.game.state import Recycled
from mechanica_core.players import (
    PLAYERS,
    GreedyPlayer,
    Player,
    RandomPlayer,
    days_left,
    make_player,
    play,
    play_out,
    prospects,
)
from tests.core.game.helpers import in_turn, shop, with_factory


class Checked:
    """Plays as another player does, and fails the test when that one does what it may not."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        chosen = self.player.choose(game, legal)
        assert chosen in legal
        return chosen


class Idle:
    """Buys and sells nothing, and leaves recycled bots out."""

    def choose(self, game: Game, legal: Sequence[Action]) -> Action:
        return next(action for action in legal if isinstance(action, Run | Make | Rotate | GoOn | LeaveOut))


def chosen(game: Game) -> Action:
    """What a greedy player does now."""
    return GreedyPlayer().choose(game, legal_actions(game))


# -- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rules"), [(1, "web_de"), (2, "web_es"), (4, "print_2019")])
def test_a_greedy_player_does_what_is_legal_only(players: int, rules: str) -> None:
    game = play_out(Game.new(players, rules, seed=3), [Checked(GreedyPlayer())] * players)
    assert game.is_over
    assert all(score(factory).total > 8 for factory in game.factories)


@pytest.mark.parametrize("seed", range(6))
def test_a_greedy_player_beats_a_random_one(seed: int) -> None:
    seats: list[Player] = [GreedyPlayer(), RandomPlayer(random.Random(seed))]
    if seed % 2:
        seats.reverse()
    game = play_out(Game.new(2, seed=seed), seats)
    greedy, other = (score(game.factories[place]).total for place in (seed % 2, 1 - seed % 2))
    assert greedy > 2 * other


def test_dice_decide_what_a_random_player_does() -> None:
    def played(seed: int) -> Game:
        return play_out(Game.new(2, seed=1), [RandomPlayer(random.Random(seed)), RandomPlayer(random.Random(seed + 1))])

    assert played(1) == played(1) != played(2)


def test_every_step_comes_with_what_happened() -> None:
    game = Game.new(2, seed=1)
    steps = list(play(game, [Idle(), Idle()]))
    assert steps[-1].game.is_over
    assert not any(step.game.is_over for step in steps[:-1])
    assert all(step.events for step in steps)


def test_every_factory_needs_a_player() -> None:
    with pytest.raises(GameError, match="2 play this game, not 1"):
        play_out(Game.new(2, seed=1), [Idle()])


def test_players_are_known_by_name() -> None:
    assert isinstance(make_player("greedy", random.Random(1)), GreedyPlayer)
    assert isinstance(make_player("random", random.Random(1)), RandomPlayer)
    with pytest.raises(GameError, match="unknown program 'best'; there are greedy, planner, random"):
        make_player("best", random.Random(1))
    assert list(PLAYERS) == ["greedy", "planner", "random"]


# -- looking ahead ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["print_2019", "web_de"])
def test_the_days_left_are_those_that_come_if_nothing_is_bought(players: int, rules: str) -> None:
    steps = list(play(Game.new(players, rules, seed=5), [Idle()] * players))
    last = steps[-1].game.day
    for step in steps:
        if step.game.phase in (Phase.SELL, Phase.END):
            assert days_left(step.game) == last - step.game.day


@pytest.mark.parametrize(
    ("factory", "days", "earned"),
    [
        (".=4=1/B(b)=4=1/.=4=1", 0, 0),
        (".=4=1/B(b)=4=1/.=4=1", 3, 6),
        (".=4=1/B(b)=4=1(d)/.=4=1", 0, 6),
        (".=4=1/B(b)=U3=1/.=4=1", 1, 0),
        (".=4=1/B(b)=U3=1/.=4=1", 3, 8),
        (".=4=1/B(b)=G3=1/.=4=1", 1, 3),
    ],
)
def test_prospects_are_what_the_coming_days_bring(factory: str, days: int, earned: int) -> None:
    there = Factory.from_text(f"{factory} 8+0 print_2019 demo")
    assert prospects(there.machinery, there.contents, days) == earned


# -- single choices -----------------------------------------------------------------------------------------------


def with_bots(game: Game, bots: dict[str, Model]) -> Game:
    return with_factory(game, game.factories[0].with_bots(bots))


def asking(game: Game, *models: Model) -> Game:
    """The same game with a blueprint open on the first stack that asks for these, and none on the other."""
    numbers = range(len(game.components.blueprints))
    wanted = next(n for n in numbers if game.components.blueprints[n].value.asks == models)
    return replace(game, blueprints=((wanted,), ()))


def test_it_completes_a_blueprint_rather_than_sell() -> None:
    bots = {"dock/top/1": Model.BASIC, "dock/middle/1": Model.BASIC}
    game = with_bots(asking(in_turn(), Model.BASIC, Model.BASIC), bots)
    assert chosen(game) == Complete(0, (("dock/top", Model.BASIC), ("dock/middle", Model.BASIC)))


def test_it_sells_what_no_blueprint_asks_for() -> None:
    game = with_bots(asking(in_turn(), Model.PLUS, Model.PLUS), {"dock/top/1": Model.BASIC})
    assert chosen(game) == Sell("dock/top", Model.BASIC)


def test_it_keeps_a_bot_for_a_blueprint_that_lacks_one_more_where_there_is_room() -> None:
    game = asking(in_turn(), Model.BASIC, Model.BASIC)
    factory = game.factories[0].install("dock/middle", Kind.BIG_TRUCK).with_bots({"dock/middle/1": Model.BASIC})
    assert chosen(with_factory(game, factory)) == GoOn()
    in_a_full_truck = with_bots(game, {"dock/middle/1": Model.BASIC})
    assert chosen(in_a_full_truck) == Sell("dock/middle", Model.BASIC)
    last_day = replace(with_factory(game, factory), stack=(), shop=shop(None, None, None, Kind.UPGRADER))
    assert chosen(last_day) == Sell("dock/middle", Model.BASIC)


def test_it_buys_what_is_worth_more_than_its_price() -> None:
    game = in_turn(phase=Phase.BUY, wallet=1, shop=shop(None, None, None, Kind.REPURPOSER))
    assert chosen(game) == Buy(3)
    on_the_last_day = replace(game, stack=(), shop=shop(None, None, None, Kind.OVERACTIVE_FABRICATOR))
    assert chosen(on_the_last_day) == GoOn()


def test_it_installs_an_upgrader_where_bots_pass() -> None:
    """Recycled it would bring nothing: the Start Zone is full of better bots."""
    game = in_turn(phase=Phase.BUY, wallet=1, shop=shop(None, None, None, Kind.UPGRADER))
    game = with_bots(game, {f"start/{row}/centre": Model.DELUXE for row in ("top", "middle", "bottom")})
    action = chosen(apply(game, chosen(game)).game)
    assert isinstance(action, Install)
    assert action.place.startswith("floor/middle/")


def test_it_buys_a_truck_where_bots_are_lost_for_want_of_room() -> None:
    """The upper fabricator's bots come down onto the middle belt."""
    factory = Factory.from_text("A(b-)=Us3=1/B(b)=4=1/.=4=1 3+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.BUY, shop=shop()), factory)
    assert chosen(game) == BuyTruck("dock/middle", Kind.BIG_TRUCK)


@pytest.mark.parametrize(("players", "made"), [(1, Model.PLUS), (2, Model.DELUXE)])
def test_against_armand_it_makes_no_deluxe(players: int, made: Model) -> None:
    game = in_turn(players, phase=Phase.MAKE)
    factory = Factory.from_text(".=4=1/O=4=1/.=4=1 8+0 print_2019 demo")
    assert chosen(with_factory(game, factory)) == Make("start/middle", made)


def test_a_recycled_bot_does_not_replace_a_better_one() -> None:
    game = in_turn(phase=Phase.END, waiting=(Recycled(Model.PLUS),))
    deluxe = with_bots(game, {"start/middle/centre": Model.DELUXE, "start/top/centre": Model.DELUXE})
    assert chosen(deluxe) == Put("start/bottom/centre")


def test_it_decides_a_workday_for_what_earns_most() -> None:
    """A fork sends a bot up off the board, or ahead into the truck."""
    factory = Factory.from_text(".(b)=F3=1/B=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.RUN), factory)
    assert getattr(chosen(game), "take", None) == "ahead"
