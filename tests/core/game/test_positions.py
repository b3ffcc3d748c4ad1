"""Games at a table: nothing known of the stacks, or half way through."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mechanica_core import Factory, Kind
from mechanica_core.editions import registry
from mechanica_core.editions.registry import built_in_text, register_component_text
from mechanica_core.errors import GameError
from mechanica_core.game import Game, Phase, apply, chance, legal_actions
from mechanica_core.game.actions import BuyFork, Draw, Flip, GoOn, Open
from mechanica_core.game.state import Armand
from mechanica_core.pieces import IMPROVEMENTS
from tests.core.game.helpers import in_turn, play, shop, with_factory

FACTORIES = (
    Factory.from_text("A(p-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"),
    Factory.from_text("O(db)=4=1/B(b)=4=1/.=4=1 3+11 print_2019 demo"),
)
POSITION: dict[str, Any] = {
    "players": ["Ann", "Ben"],
    "factories": FACTORIES,
    "shop": shop(Kind.REPURPOSER, None, Kind.UPGRADER),
    "stack": 7,
    "extras": 6,
    "blueprints": (3, 9),
    "day": 5,
}


def test_at_a_table_the_set_up_is_told() -> None:
    game = Game.at_table(2)
    assert game.by_chance
    assert chance(game) in legal_actions(game)
    game = play(game, Open(4), Open(2), Draw(Kind.UPGRADER), Draw(Kind.GIFT_WRAPPER))
    assert game.shop == shop(Kind.UPGRADER, Kind.GIFT_WRAPPER)
    assert [stack[0] for stack in game.blueprints] == [4, 2]
    assert (len(game.stack), set(game.stack)) == (19, {None})
    assert game.phase is Phase.RUN


def test_an_open_blueprint_is_not_opened_again() -> None:
    game = play(Game.at_table(2), Open(4))
    assert Open(4) not in legal_actions(game)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_goes_on_from_any_position(seed: int) -> None:
    game = Game.from_position(**POSITION)
    assert (game.actor, game.phase, game.day) == (0, Phase.SELL, 5)
    dice = random.Random(seed)
    drawn = []
    while not game.is_over:
        action = chance(game, seed) or dice.choice(legal_actions(game))
        drawn += [action.kind] if isinstance(action, Draw) else []
        game = apply(game, action).game
    assert len(drawn) >= POSITION["stack"]
    assert all(drawn.count(kind) <= 3 for kind in IMPROVEMENTS)


def test_chance_can_be_overridden() -> None:
    game = in_turn(1, Phase.END)
    game = play(game, GoOn())
    ones, fives = play(game, Flip(1)), play(game, Flip(5))
    assert ones.armand != fives.armand
    assert chance(game, seed=3) == chance(game, seed=3)


ALONE: dict[str, Any] = {"players": ["Ann"], "factories": FACTORIES[:1]}
WRONG: dict[str, dict[str, Any]] = {
    "players: 1, factories: 2": {"players": ["Ann"]},
    "each player needs a name of their own": {"players": ["Ann", "Ann"]},
    "the shop has 4 spots, not 1": {"shop": (None,)},
    "Fork is no improvement": {"shop": shop(Kind.FORK)},
    "there is no blueprint 16, only 15": {"blueprints": (3, 15)},
    "a blueprint comes twice": {"blueprints": (3, 3)},
    "no player number 3": {"turn": 2},
    "unknown difficulty 'tiny'": ALONE | {"armand": Armand(8, 0, difficulty="tiny")},
    "ARMAND-0's money is 0 to": ALONE | {"armand": Armand(-1, 0)},
    "ARMAND-0 plays against a single player": {"armand": Armand(8, 0)},
    "a stack holds at most 500": {"stack": 10**9},
    "other rules or with other components": {"factories": (FACTORIES[0], Factory.new("web_de"))},
    "a game needs the factory of each player": {"factories": ()},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_cannot_be_is_named(sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        Game.from_position(**(POSITION | WRONG[sentence]))


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(GameError) as told:
        Game.from_position(**(POSITION | {"turn": 5, "shop": (), "blueprints": (3, 3)}))
    assert str(told.value).count(";") == 2


def test_what_fits_is_asked_of_the_very_components(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    text = built_in_text("demo")
    flat = text.replace(
        'sides = { west = "entrance", north = "exit", east = "exit", south = "entrance" }\nthrough',
        'sides = { west = "flat", north = "exit", east = "exit", south = "flat" }\nthrough',
    )
    assert flat != text
    counts = []
    for told in (text, flat):
        register_component_text("mine", told, "mine.toml")
        factory = Factory.from_text("A=U3=1/B(b)=4=1/A=U3=1 8+0 print_2019 mine")
        counts.append(len(legal_actions(play(with_factory(in_turn(components="mine"), factory), BuyFork()))))
    assert counts[0] > counts[1]
