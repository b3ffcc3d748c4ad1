"""Games at a table: nothing known of the stacks, or half way through."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest

from mechanica_core import Factory, Kind, Model
from mechanica_core.choices import Decision
from mechanica_core.editions import registry
from mechanica_core.editions.registry import built_in_text, register_component_text
from mechanica_core.errors import GameError
from mechanica_core.game import Game, Phase, apply, chance, legal_actions
from mechanica_core.game.actions import BuyFork, Draw, Flip, GoOn, Open, Rotate
from mechanica_core.game.checks import checked
from mechanica_core.game.state import Armand, Bought, Gift, Recycled, ToDraw, ToOpen, Upkeep
from mechanica_core.layout import MAX_MONEY
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


SEEDS = range(30)


def test_chance_can_be_overridden() -> None:
    game = play(in_turn(1, Phase.END), GoOn())
    ones, fives = play(game, Flip(1)), play(game, Flip(5))
    assert ones.armand != fives.armand
    assert chance(game, seed=3) == chance(game, seed=3)
    assert chance(game) == chance(game, seed=game.seed)


def test_chance_changes_with_its_seed_and_as_a_game_goes_on() -> None:
    game = play(in_turn(1, Phase.END), GoOn())
    drawing = play(in_turn(phase=Phase.ROTATE, stack=(None,) * 21, extras=(None,) * 6), Rotate())
    both = {Flip(1), Flip(5)}
    assert {chance(game, seed) for seed in SEEDS} == {chance(replace(game, seed=seed)) for seed in SEEDS} == both
    assert {chance(replace(game, day=day)) for day in SEEDS} == both
    assert len({chance(replace(drawing, stack=drawing.stack[left:])) for left in range(20)}) > 3
    assert len({chance(replace(drawing, extras=drawing.extras[left:])) for left in range(6)}) > 1


def test_where_a_player_acts_chance_brings_nothing() -> None:
    assert chance(in_turn()) is None
    assert chance(replace(in_turn(), phase=Phase.OVER)) is None


@pytest.mark.rule("R-3.1")
def test_chance_draws_what_is_neither_in_the_shop_nor_installed_nor_known() -> None:
    others = [kind for kind in IMPROVEMENTS if kind not in (Kind.UPGRADER, Kind.ADVANCED_FABRICATOR) for _ in range(3)]
    factory = Factory.from_text("A=U3=1/B(b)=4=1/A=4=1 8+0 print_2019 demo")
    game = in_turn(1, Phase.ROTATE, factories=(factory,), armand=Armand(8, 0, (Kind.UPGRADER,)))
    game = replace(game, stack=(None, *others[:9]), extras=(*others[9:18], None), shop=(*others[18:], None))
    game = play(game, Rotate())
    assert {chance(game, seed) for seed in SEEDS} == {Draw(Kind.UPGRADER), Draw(Kind.ADVANCED_FABRICATOR)}


@pytest.mark.rule("D-11.3")
def test_if_more_lies_there_than_the_box_holds_chance_draws_anything() -> None:
    game = in_turn(phase=Phase.ROTATE, shop=shop(), extras=tuple(IMPROVEMENTS) * 3, stack=(None,))
    assert {chance(play(game, Rotate()), seed) for seed in range(200)} == {Draw(kind) for kind in IMPROVEMENTS}


@pytest.mark.rule("R-9.1")
def test_chance_opens_a_blueprint_that_nobody_has_seen() -> None:
    game = in_turn(phase=Phase.END, turn=1, completed=(1, 0), blueprints=((0, None, 1, 2, 3, 4), (5, 6, *range(7, 13))))
    game = play(game, GoOn())
    assert {chance(game, seed) for seed in SEEDS} == {Open(13), Open(14)}


ALONE: dict[str, Any] = {"players": ["Ann"], "factories": FACTORIES[:1]}
WRONG: dict[str, dict[str, Any]] = {
    "players: 1, factories: 2": {"players": ["Ann"], "armand": Armand(8, 0)},
    "two players are called Ann; each needs a name of their own": {"players": ["Ann", "Ann"]},
    "the name of player 2 is empty": {"players": ["Ann", " "]},
    r"the name 'Be\x00n' contains characters that cannot be printed": {"players": ["Ann", "Be\0n"]},
    "ARMAND-0 plays himself": {"players": ["Ann", "ARMAND-0"]},
    "1 to 4 can play, not 5": {"players": [*"abcde"], "factories": FACTORIES[:1] * 5},
    "the shop has 4 spots, not 1": {"shop": (None,)},
    "Fork is no improvement": {"shop": shop(Kind.FORK)},
    "there is no blueprint 16, only 15": {"blueprints": (3, 15)},
    "there is no blueprint 0, only 15": {"blueprints": (-1, 3)},
    "a blueprint comes twice": {"blueprints": (3, 3)},
    "there is no player number 3 whose turn it could be": {"turn": 2},
    "there is no player number 0 whose turn it could be": {"turn": -1},
    "workdays are counted from 1": {"day": -1},
    "unknown difficulty 'tiny'; there are normal, hard, impossible, apocalyptic": (
        ALONE | {"armand": Armand(8, 0, difficulty="tiny")}
    ),
    f"ARMAND-0's money is 0 to {MAX_MONEY}": ALONE | {"armand": Armand(-1, 0)},
    "only improvements are bought from the shop": ALONE | {"armand": Armand(8, 0, (Kind.UPGRADER, Kind.FORK))},
    "ARMAND-0 plays against a single player, and only then": {"armand": Armand(8, 0)},
    "a stack holds at most 500": {"stack": 501},
    "the factory of Ben is played by other rules or with other components": {
        "factories": (FACTORIES[0], Factory.new("web_de"))
    },
    "a game needs the factory of each player": {"factories": ()},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_cannot_be_is_named(sentence: str) -> None:
    with pytest.raises(GameError) as told:
        Game.from_position(**(POSITION | WRONG[sentence]))
    assert str(told.value) == sentence
    assert {field for field, _ in told.value.problems} <= {field.name for field in fields(Game)}


@pytest.mark.parametrize("wrong", [{"stack": -1}, {"extras": -1}, {"extras": 501}, {"armand": Armand(8, -1)} | ALONE])
def test_what_is_too_much_or_too_little_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Game.from_position(**(POSITION | wrong))


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(GameError) as told:
        Game.from_position(**(POSITION | {"turn": 5, "shop": (), "blueprints": (3, 3)}))
    assert [field for field, _ in told.value.problems] == ["shop", "blueprints", "turn"]
    assert str(told.value).count(";") == 2


def test_of_a_position_only_what_lies_open_is_known() -> None:
    game = Game.from_position(**(POSITION | {"stack": 500, "extras": 0, "blueprints": (3, None)}))
    assert (game.stack, game.extras) == ((None,) * 500, ())
    assert game.blueprints == ((3, *[None] * 6), ())
    assert Game.from_position(**POSITION).blueprints == ((3, *[None] * 6), (9, *[None] * 7))
    alone = Game.from_position(
        ["Ann"], [Factory.new("web_de")], shop(), stack=0, extras=500, blueprints=(None, None), armand=Armand(0, 0)
    )
    assert (alone.rules_name, alone.day, alone.phase, alone.seed) == ("web_de", 1, Phase.SELL, None)


STUCK: dict[str, tuple[Game, dict[str, Any]]] = {
    "day: workdays are counted from 1": (in_turn(), {"day": MAX_MONEY + 1}),
    "made: fabricators stand in 3 rows": (in_turn(), {"made": 4}),
    "decided: decisions are taken only before a factory runs": (in_turn(), {"decided": (Decision("a", "b"),)}),
    "stack: Fork is no improvement": (in_turn(), {"stack": (Kind.UPGRADER, Kind.FORK)}),
    "extras: Fork is no improvement": (in_turn(), {"extras": (Kind.FORK,)}),
    "stack: a stack holds at most 500": (in_turn(), {"stack": (None,) * 501}),
    "extras: a stack holds at most 500": (in_turn(), {"extras": (None,) * 501}),
    "blueprints: more blueprints lie there than there are": (
        in_turn(),
        {"blueprints": ((3, *[None] * 7), (4, *[None] * 7))},
    ),
    "completed: somebody who does not play completed a blueprint": (in_turn(), {"completed": (0, 4)}),
    "blueprints: the open blueprint of stack 2 is not told": (in_turn(), {"blueprints": ((3,), (None, 4))}),
    "waiting: Big Truck never waits to be installed": (in_turn(), {"waiting": (Bought(Kind.BIG_TRUCK),)}),
    "waiting: a gift waits for nobody": (in_turn(), {"waiting": (Gift(2, (Model.BASIC,)),)}),
    "waiting: nothing is left to be drawn": (in_turn(), {"waiting": (ToDraw(),), "stack": ()}),
    "waiting: nothing is left to be opened": (in_turn(), {"waiting": (ToOpen(1),), "blueprints": ((3,), ())}),
    "waiting: a game that is over waits for nothing": (
        in_turn(phase=Phase.OVER),
        {"waiting": (Bought(Kind.FORK),)},
    ),
    "waiting: more is to be drawn than there is": (
        in_turn(),
        {"waiting": (ToDraw(), ToDraw(spot=1)), "stack": (None,)},
    ),
    "waiting: what is to be drawn or opened comes before what happens by itself": (
        in_turn(),
        {"waiting": (Bought(Kind.FORK), Upkeep.SHIFT, ToDraw())},
    ),
    "waiting: the same thing waits twice to happen by itself": (
        in_turn(),
        {"waiting": (Bought(Kind.FORK), Upkeep.SHIFT, Upkeep.SHIFT)},
    ),
    "waiting: only ARMAND-0 has a chip": (in_turn(), {"waiting": (Upkeep.FLIP,)}),
    "waiting: shift has happened by itself already": (in_turn(), {"waiting": (Upkeep.SHIFT,)}),
    "waiting: the next improvement is known, so it has been drawn already": (
        in_turn(),
        {"waiting": (ToDraw(from_extras=True),), "stack": (None,)},
    ),
    "waiting: the open blueprint is known, so it has been opened already": (
        in_turn(),
        {"waiting": (ToOpen(1),), "blueprints": ((3,), (4,))},
    ),
    "made: every fabricator has made its bot, so the phase is over": (in_turn(phase=Phase.MAKE), {"made": 2}),
    "decided: nothing is left to decide: run the factory": (
        in_turn(phase=Phase.RUN),
        {"decided": (Decision("a", "b"),)},
    ),
}


@pytest.mark.parametrize("told", STUCK)
def test_what_the_game_could_not_go_on_from_is_refused(told: str) -> None:
    game, wrong = STUCK[told]
    with pytest.raises(GameError) as refused:
        checked(replace(game, **wrong))
    ((field, message),) = refused.value.problems
    assert f"{field}: {message}" == told


ENTRANCE = ".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo"
FINE: list[dict[str, Any]] = [
    {"day": 0},
    {"day": MAX_MONEY},
    {"made": 3},
    {"stack": (None,) * 500, "extras": (None,) * 500},
    {"completed": (3, 3)},
    {"blueprints": ((), ())},
    {"blueprints": ((None,), (None,)), "phase": Phase.OVER},
    {"blueprints": ((3,), (None,)), "waiting": (ToOpen(1),)},
    {"waiting": (Bought(Kind.FORK), Bought(Kind.FLIGHT_TESTER), Gift(1, (Model.BASIC,)), Gift(0, (Model.PLUS,)))},
    {"waiting": (Recycled(Model.PLUS), Recycled(Model.PLUS), Upkeep.SHIFT, Upkeep.REFRESH)},
    {"waiting": (ToDraw(), ToDraw(spot=3), ToDraw(True)), "stack": (None, None), "extras": (None,)},
    {"phase": Phase.MAKE, "made": 1},
    {"phase": Phase.MAKE, "made": 3, "waiting": (Gift(1, (Model.BASIC,)),)},
    {
        "phase": Phase.RUN,
        "factories": (Factory.from_text(ENTRANCE), FACTORIES[1]),
        "decided": (Decision("floor/middle/1<start/middle/centre", "left"),),
    },
]


@pytest.mark.parametrize("fine", FINE)
def test_what_it_can_go_on_from_is_not(fine: dict[str, Any]) -> None:
    game = replace(in_turn(), **fine)
    assert checked(game) is game


def test_the_chip_may_wait_for_its_side() -> None:
    game = replace(in_turn(1, Phase.END), waiting=(Upkeep.FLIP, Upkeep.CLOSE_DAY))
    assert checked(game) is game
    rich = replace(game, armand=Armand(MAX_MONEY, MAX_MONEY, (Kind.UPGRADER,), "hard"))
    assert checked(rich) is rich


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
