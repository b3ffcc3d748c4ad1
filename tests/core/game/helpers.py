"""Games in a position to try one rule in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from mechanica_core import Factory, Kind
from mechanica_core.game import Action, Game, GameEvent, Phase, apply, chance, legal_actions
from mechanica_core.game.actions import GoOn, Make, Rotate, Run

Chooser = Callable[[tuple[Action, ...]], Action]


def in_turn(
    players: int = 2,
    phase: Phase = Phase.SELL,
    *,
    rules: str = "print_2019",
    components: str = "demo",
    wallet: int = 8,
    **changes: Any,
) -> Game:
    """A game on its first day, in the first player's turn, every factory as it is at the start."""
    game = Game.new(players, rules, components, seed=1)
    factories = tuple(factory.with_money(wallet, 0) for factory in game.factories)
    usual: dict[str, Any] = {"phase": phase, "day": 1, "factories": factories}
    return replace(game, **(usual | changes))


def with_factory(game: Game, factory: Factory, player: int = 0) -> Game:
    """The same game with another factory for one player."""
    factories = list(game.factories)
    factories[player] = factory
    return replace(game, factories=tuple(factories))


def shop(*kinds: Kind | None) -> tuple[Kind | None, ...]:
    """A shop of four spots, the dearest first."""
    return (*kinds, *[None] * (4 - len(kinds)))


def play(game: Game, *actions: Action) -> Game:
    """The game after these actions."""
    for action in actions:
        game = apply(game, action).game
    return game


def happened(game: Game, *actions: Action) -> list[GameEvent]:
    """Everything that came of these actions."""
    found: list[GameEvent] = []
    for action in actions:
        game, events = apply(game, action)
        found += events
    return found


def kinds_of(actions: Sequence[object]) -> list[type]:
    """The kinds of actions or events, each once, in order."""
    return list(dict.fromkeys(map(type, actions)))


def plainest(game: Game) -> Action:
    """What brings a game forward and changes least: chance by its seed, else run, go on, make and rotate."""
    came = chance(game)
    if came is not None:
        return came
    legal = legal_actions(game)
    return next((action for action in legal if isinstance(action, Run | GoOn | Make | Rotate)), legal[0])


def until(game: Game, wanted: Callable[[Game], bool]) -> Game:
    """Play the plainest game until something is so."""
    for _ in range(5000):
        if wanted(game):
            return game
        game = apply(game, plainest(game)).game
    raise AssertionError("it never came to that")
