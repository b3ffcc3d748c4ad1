"""The shop: set-up, rotation, Extras and the double rotate (section 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mechanica_core import Kind, Model, component_set
from mechanica_core.game import Game, Phase, legal_actions
from mechanica_core.game.actions import Buy, Draw, LeaveOut, Put, Rotate
from mechanica_core.game.events import ImprovementDrawn, ShopRotated
from mechanica_core.pieces import IMPROVEMENTS
from tests.core.game.helpers import happened, in_turn, kinds_of, play, shop

UPGRADER, FORK_TESTER, WRAPPER = Kind.UPGRADER, Kind.FLIGHT_TESTER, Kind.GIFT_WRAPPER


@pytest.mark.rule("R-8.1", "A-8.1")
def test_prices_are_those_of_the_spots() -> None:
    assert component_set("demo").shop_spots.value == (7, 5, 3, 1)
    game = in_turn(phase=Phase.BUY, wallet=20, shop=(UPGRADER,) * 4)
    for spot, price in enumerate((7, 5, 3, 1)):
        assert play(game, Buy(spot)).factories[0].wallet == 20 - price


@pytest.mark.rule("R-8.2", "R-8.4", "R-3.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_set_up_puts_the_first_two_of_the_stack_on_the_dearest_spots(players: int) -> None:
    game = Game.new(players, seed=5)
    assert [kind is not None for kind in game.shop] == [True, True, False, False]
    assert (len(game.stack), len(game.extras)) == (19, 6)
    everything = [*game.shop[:2], *game.stack, *game.extras]
    assert sorted(map(str, everything)) == sorted(str(kind) for kind in IMPROVEMENTS for _ in range(3))


@pytest.mark.rule("R-8.3")
def test_rotating_moves_every_improvement_one_spot_cheaper() -> None:
    game = in_turn(phase=Phase.ROTATE, shop=shop(UPGRADER, None, WRAPPER))
    after = play(game, Rotate())
    assert after.shop == (game.stack[0], UPGRADER, None, WRAPPER)
    assert after.stack == game.stack[1:]


@pytest.mark.rule("R-8.3", "R-8.1")
def test_what_falls_is_recycled_by_the_player_whose_turn_it_is() -> None:
    game = in_turn(phase=Phase.ROTATE, turn=1, shop=shop(None, UPGRADER, None, UPGRADER))
    game = play(game, Rotate())
    assert game.actor == 1
    game = play(game, Put("start/top/centre"), LeaveOut())
    assert game.factories[1].bot_at("start/top/centre") is Model.PLUS
    assert (game.phase, game.waiting) == (Phase.END, ())


@pytest.mark.rule("R-8.4", "D-11.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_only_four_players_draw_the_extras_when_the_stack_is_empty(players: int) -> None:
    game = in_turn(players, Phase.ROTATE, shop=shop(None, None, UPGRADER), stack=())
    after = play(game, Rotate())
    if players == 4:
        assert (after.shop[0], after.extras) == (game.extras[0], game.extras[1:])
    else:
        assert (after.shop, after.extras) == (shop(None, None, None, UPGRADER), game.extras)


@pytest.mark.rule("R-8.5", "D-8.5", "D-11.2")
@pytest.mark.parametrize("rules", ["print_2019", "web_de", "web_es"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_lonely_improvement_is_rotated_twice(players: int, rules: str) -> None:
    game = in_turn(players, Phase.ROTATE, rules=rules, shop=shop(), stack=(UPGRADER, WRAPPER))
    found = happened(game, Rotate())
    drawn = [(event.kind, event.from_extras) for event in found if isinstance(event, ImprovementDrawn)]
    if rules == "print_2019" and players in (2, 3):
        assert drawn == [(UPGRADER, False), (game.extras[0], True)]
        assert play(game, Rotate()).shop == shop(game.extras[0], UPGRADER)
        assert kinds_of(found).count(ShopRotated) == 1
    else:
        assert drawn == [(UPGRADER, False)]


@pytest.mark.rule("R-8.5", "D-8.5")
@pytest.mark.parametrize("others", [(UPGRADER, None, None), (None, None, UPGRADER)])
def test_with_company_it_is_not(others: tuple[Kind | None, ...]) -> None:
    game = in_turn(2, Phase.ROTATE, shop=(None, *others), stack=(WRAPPER,))
    game = replace(game, shop=(*others, None))
    assert play(game, Rotate()).extras == game.extras


@pytest.mark.rule("D-11.2")
def test_without_extras_the_double_rotate_does_nothing() -> None:
    game = in_turn(2, Phase.ROTATE, shop=shop(), stack=(UPGRADER,), extras=())
    assert play(game, Rotate()).shop == shop(UPGRADER)


@pytest.mark.rule("R-8.3")
def test_what_comes_off_an_unseen_stack_is_told() -> None:
    game = in_turn(2, Phase.ROTATE, shop=shop(WRAPPER), stack=(None,) * 3)
    game = play(game, Rotate())
    assert game.by_chance
    assert game.actor is None
    assert legal_actions(game) == tuple(Draw(kind) for kind in IMPROVEMENTS)
    after = play(game, Draw(FORK_TESTER))
    assert (after.shop, len(after.stack), after.phase) == (shop(FORK_TESTER, WRAPPER), 2, Phase.END)
