"""Whether a game put together by hand, out of photos or a file can be one: everything that is wrong at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mechanica_core.errors import GameError
from mechanica_core.game.state import ARMAND, MOST_PLAYERS, Bought, Game, Gift, Phase, Recycled, ToDraw, ToOpen
from mechanica_core.layout import MAX_MONEY
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Listed, Message, say
from mechanica_core.pieces import IMPROVEMENTS, Kind

MAX_STACK: Final = 500
"""More improvements or blueprints than this are refused as a mistake."""


def checked(game: Game) -> Game:
    """The game itself. Raises :class:`GameError` naming all that is wrong with it, :class:`EditionError`."""
    problems = tuple(_problems(game))
    if problems:
        raise GameError(say("{problems}", problems=Listed(problems)))
    return game


def _problems(game: Game) -> Iterator[Message]:
    yield from name_problems(game.players)
    if len(game.factories) != len(game.players):
        yield say(
            "players: {players}, factories: {factories}", players=len(game.players), factories=len(game.factories)
        )
    for name, factory in zip(game.players, game.factories, strict=False):
        if (factory.rules, factory.components) != (game.rules_name, game.components_name):
            yield say("the factory of {name} is played by other rules or with other components", name=name)
    yield from _shop_problems(game)
    yield from _blueprint_problems(game)
    count = len(game.factories)
    if not 0 <= game.turn < max(count, 1):
        yield say("there is no player number {turn} whose turn it could be", turn=game.turn)
    if game.day < 0 or game.day > MAX_MONEY:
        yield say("workdays are counted from 1")
    if not 0 <= game.made <= N_ROWS:
        yield say("fabricators stand in {rows} rows", rows=N_ROWS)
    if game.decided and game.phase is not Phase.RUN:
        yield say("decisions are taken only before a factory runs")
    if (game.armand is None) != (len(game.players) > 1):
        yield say("ARMAND-0 plays against a single player, and only then")
    if game.armand and not set(game.armand.bought) <= set(IMPROVEMENTS):
        yield say("only improvements are bought from the shop")
    for waiting in game.waiting:
        yield from _waiting_problems(game, waiting)


def name_problems(names: tuple[str, ...]) -> Iterator[Message]:
    """What is wrong with the players of a game."""
    if not 1 <= len(names) <= MOST_PLAYERS:
        yield say("1 to {most} can play, not {count}", most=MOST_PLAYERS, count=len(names))
    if len(set(names)) < len(names) or not all(name.strip() and name.isprintable() for name in names):
        yield say("each player needs a name of their own")
    if ARMAND in names:
        yield say("{name} plays himself", name=ARMAND)


def _shop_problems(game: Game) -> Iterator[Message]:
    spots = len(game.components.shop_spots.value)
    if len(game.shop) != spots:
        yield say("the shop has {spots} spots, not {count}", spots=spots, count=len(game.shop))
    if max(len(game.stack), len(game.extras)) > MAX_STACK:
        yield say("a stack holds at most {most}", most=MAX_STACK)
    for kind in (*game.shop, *game.stack, *game.extras):
        if kind is not None and kind not in IMPROVEMENTS:
            yield say("{kind} is no improvement", kind=game.components.piece_names[kind])


def _blueprint_problems(game: Game) -> Iterator[Message]:
    known = [number for stack in game.blueprints for number in stack if number is not None]
    there = len(game.components.blueprints)
    if len(set(known)) < len(known):
        yield say("a blueprint comes twice")
    if not all(0 <= number < there for number in known):
        yield say("blueprints are numbered from 0 to {last}", last=there - 1)
    if max(map(len, game.blueprints)) > MAX_STACK:
        yield say("a stack holds at most {most}", most=MAX_STACK)
    everybody = (1 << len(game.players)) - 1
    if any(bits & ~everybody for bits in game.completed):
        yield say("somebody who does not play completed a blueprint")
    waits = {waiting.stack for waiting in game.waiting if isinstance(waiting, ToOpen)}
    for number, stack in enumerate(game.blueprints):
        if stack and stack[0] is None and number not in waits and game.phase is not Phase.OVER:
            yield say("the open blueprint of stack {number} is not told", number=number + 1)


def _waiting_problems(game: Game, waiting: object) -> Iterator[Message]:
    match waiting:
        case Bought(kind):
            if kind not in (*IMPROVEMENTS, Kind.FORK):
                yield say("{kind} never waits to be installed", kind=game.components.piece_names[kind])
        case Gift(player, models):
            if not (0 <= player < len(game.players) and models):
                yield say("a gift waits for nobody")
        case ToDraw(from_extras, spot):
            if not (game.extras if from_extras else game.stack) or not 0 <= spot < len(game.shop):
                yield say("nothing is left to be drawn")
        case ToOpen(stack):
            if stack not in (0, 1) or not game.blueprints[stack]:
                yield say("nothing is left to be opened")
        case Recycled():
            pass
