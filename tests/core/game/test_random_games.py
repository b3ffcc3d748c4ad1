"""Whole games at random: nothing breaks, nothing is lost, and the lists tell exactly what is legal."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from benchmarks.games import random_game
from mechanica_core import Factory, Kind
from mechanica_core.errors import IllegalAction
from mechanica_core.game import Action, Game, apply, legal_actions
from mechanica_core.game.actions import (
    ACTIONS,
    Accept,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    Draw,
    Flip,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Open,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
)
from mechanica_core.game.events import (
    ArmandGained,
    BlueprintCompleted,
    FactoryRan,
    PieceBought,
    Sold,
)
from mechanica_core.geometry import FACINGS, dock_place, floor_place, start_place
from mechanica_core.pieces import IMPROVEMENTS, KINDS, MODELS

RULES = ("print_2019", "web_de", "web_es")
GAMES = [(players, rules) for players in (1, 2, 3, 4) for rules in RULES]


def rich(players: int, rules: str, seed: int) -> Game:
    """A game in which money is no object, so that much is bought."""
    game = Game.new(players, rules, seed=seed)
    return replace(game, factories=tuple(factory.with_money(60, 0) for factory in game.factories))


@pytest.mark.parametrize(("players", "rules"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_no_coin_is_lost(players: int, rules: str, seed: int) -> None:
    steps = random_game(rich(players, rules, seed), seed)
    for (before, action), (after, _) in pairwise(steps):
        found = apply(before, action).events
        for player, (old, new) in enumerate(zip(before.factories, after.factories, strict=True)):
            wallet = vault = 0
            for event in found:
                match event:
                    case FactoryRan(who, workday) if who == player:
                        wallet, vault = wallet + workday.gained.wallet, vault + workday.gained.vault
                    case Sold(who, coins=coins) if who == player:
                        wallet += coins
                    case PieceBought(who, coins=coins) if who == player:
                        wallet -= coins
                    case BlueprintCompleted(who, coins=coins) if who == player:
                        vault += coins
            assert (new.wallet, new.vault) == (old.wallet + wallet, old.vault + vault)
        if before.armand and after.armand:
            gained = sum(event.coins for event in found if isinstance(event, ArmandGained))
            assert after.armand.vault == before.armand.vault + gained


@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_every_position_is_legal_and_every_improvement_is_somewhere(players: int, rules: str) -> None:
    steps = random_game(rich(players, rules, 11), 11)
    for game, _ in steps:
        for factory in game.factories:
            assert Factory.from_layout(factory.layout) == factory
            assert factory.wallet >= 0
        here = Counter(kind for kind in (*game.shop, *game.stack, *game.extras) if kind)
        for factory in game.factories:
            here.update(piece.kind for piece in factory.layout.floor if piece.kind in IMPROVEMENTS)
        assert all(count <= 3 for count in here.values())


@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_lists_are_sorted_without_doubles_and_never_empty(players: int, rules: str) -> None:
    for game, _ in random_game(rich(players, rules, 12), 12):
        legal = legal_actions(game)
        assert legal
        assert len(set(legal)) == len(legal)
        order = [ACTIONS.index(type(action)) for action in legal]
        assert order == sorted(order)
        assert legal == legal_actions(game)


def imaginable(game: Game) -> list[Action]:
    """Far more than can be done."""
    columns = game.components.columns.value
    floors = [floor_place(row, column) for row in range(3) for column in range(columns + 1)]
    starts, docks = [start_place(row) for row in range(3)], [dock_place(row) for row in range(3)]
    holes = [f"{start}/{hole}" for start in starts for hole in ("centre", "side")]
    found: list[Action] = [
        *(Run(), BuyFork(), Recycle(), LeaveOut(), Decline(), GoOn(), Rotate(), Flip(1), Flip(5)),
        *(Decide("floor/top/1", "ahead"), Complete(0, ()), Complete(2, ())),
    ]
    found += [Sell(place, model) for place in (*docks, "floor/top/1") for model in MODELS]
    found += [Buy(spot) for spot in range(-1, 6)]
    found += [BuyTruck(place, kind) for place in docks for kind in KINDS]
    found += [Install(place, facing, flip) for place in floors for facing in FACINGS for flip in (False, True)]
    found += [Install(place) for place in (*starts, *docks, "nowhere")]
    found += [Put(hole) for hole in (*holes, "dock/top/1")]
    found += [Make(place, model, keep) for place in starts for model in MODELS for keep in (False, True)]
    found += [Accept(model, hole) for model in MODELS for hole in holes]
    found += [Demolish(place) for place in (*floors, *starts, *docks)]
    found += [Draw(kind) for kind in Kind]
    found += [Open(number) for number in range(-1, 17)]
    return found


@pytest.mark.parametrize(("players", "rules"), [(1, "print_2019"), (2, "web_es"), (4, "print_2019")])
def test_what_is_listed_is_what_can_be_done(players: int, rules: str) -> None:
    steps = random_game(rich(players, rules, 13), 13)
    for game, _ in steps[:: max(1, len(steps) // 60)]:
        legal = legal_actions(game)
        for action in legal:
            apply(game, action)
        for action in imaginable(game):
            if action not in legal:
                with pytest.raises(IllegalAction):
                    apply(game, action)


def digest(players: int, rules: str, seed: int) -> str:
    """A whole random game in a few letters."""
    return hashlib.sha256(repr(random_game(Game.new(players, rules, seed=seed), seed)).encode()).hexdigest()


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    program = "from tests.core.game.test_random_games import digest; print(digest(3, 'print_2019', 7))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert answers == {digest(3, "print_2019", 7)}
    assert digest(3, "print_2019", 8) not in answers


def test_games_are_values() -> None:
    game, other = Game.new(2, seed=1), Game.new(2, seed=1)
    assert game == other
    assert hash(game) == hash(other)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game != Game.new(2, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(20))
def test_twenty_thousand_games_end(batch: int) -> None:
    for seed in range(batch * 1000, batch * 1000 + 1000):
        players, rules = GAMES[seed % len(GAMES)]
        start = rich(players, rules, seed) if seed % 2 else Game.new(players, rules, seed=seed)
        steps = random_game(start, seed)
        game, action = steps[-1]
        assert apply(game, action).game.is_over
        assert all(factory.wallet >= 0 for factory in game.factories)
