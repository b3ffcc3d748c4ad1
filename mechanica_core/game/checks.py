"""Whether a game put together by hand, out of photos or a file can be one, and the engine can go on from it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from mechanica_core.choices import Decision
from mechanica_core.errors import GameError, IllegalAction
from mechanica_core.game.actions import Decide
from mechanica_core.game.engine import apply
from mechanica_core.game.legal import next_fabricator
from mechanica_core.game.state import (
    ARMAND,
    MOST_PLAYERS,
    Armand,
    Bought,
    Game,
    Gift,
    Phase,
    Recycled,
    ToDraw,
    ToOpen,
    Upkeep,
    Waiting,
)
from mechanica_core.layout import MAX_MONEY
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Message, say
from mechanica_core.pieces import IMPROVEMENTS, Kind

MAX_STACK: Final = 500
"""More improvements or blueprints than this are refused as a mistake."""

Problem: TypeAlias = tuple[str, Message]
"""The field of a game with which something is wrong, and a sentence."""


def checked(game: Game) -> Game:
    """The game itself, if somebody or chance is to act in it, or it is over.

    Raises :class:`GameError` naming all that is wrong with it, :class:`EditionError` for an unknown edition.
    """
    for look in (_impossible, _stuck):  # where a field is impossible, the engine cannot even try
        problems = tuple(look(game))
        if problems:
            raise GameError.of(problems)
    return game


def name_problems(names: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with the players of a game."""
    if not 1 <= len(names) <= MOST_PLAYERS:
        yield "players", say("1 to {most} can play, not {count}", most=MOST_PLAYERS, count=len(names))
    for seat in range(len(names)):
        problem = name_problem(names, seat)
        if problem is not None:
            yield "players", problem


def name_problem(names: Sequence[str], seat: int) -> Message | None:
    """What is wrong with the name of that player, if anything; of equal names it is the later one's fault."""
    name = names[seat]
    if not name.strip():
        return say("the name of player {number} is empty", number=seat + 1)
    if not name.isprintable():
        return say("the name {name} contains characters that cannot be printed", name=repr(name))
    if name in names[:seat]:
        return say("two players are called {name}; each needs a name of their own", name=name)
    return say("{name} plays himself", name=ARMAND) if name == ARMAND else None


# -- what can be in no game ---------------------------------------------------------------------------------------


def _impossible(game: Game) -> Iterator[Problem]:
    yield from name_problems(game.players)
    count = len(game.factories)
    if count != len(game.players):
        yield "factories", say("players: {players}, factories: {factories}", players=len(game.players), factories=count)
    for name, factory in zip(game.players, game.factories, strict=False):
        if (factory.rules, factory.components) != (game.rules_name, game.components_name):
            wrong = say("the factory of {name} is played by other rules or with other components", name=name)
            yield "factories", wrong
    yield from _shop_problems(game)
    yield from _blueprint_problems(game)
    if not 0 <= game.turn < max(count, 1):
        yield "turn", say("there is no player number {turn} whose turn it could be", turn=game.turn + 1)
    if game.day < 0 or game.day > MAX_MONEY:
        yield "day", say("workdays are counted from 1")
    if not 0 <= game.made <= N_ROWS:
        yield "made", say("fabricators stand in {rows} rows", rows=N_ROWS)
    if game.decided and game.phase is not Phase.RUN:
        yield "decided", say("decisions are taken only before a factory runs")
    if (game.armand is None) != (len(game.players) > 1):
        yield "armand", say("ARMAND-0 plays against a single player, and only then")
    if game.armand:
        yield from _armand_problems(game, game.armand)
    for waiting in game.waiting:
        for problem in _waiting_problems(game, waiting):
            yield "waiting", problem


def _shop_problems(game: Game) -> Iterator[Problem]:
    spots = len(game.components.shop_spots.value)
    if len(game.shop) != spots:
        yield "shop", say("the shop has {spots} spots, not {count}", spots=spots, count=len(game.shop))
    for field, stack in (("stack", game.stack), ("extras", game.extras)):
        if len(stack) > MAX_STACK:
            yield field, say("a stack holds at most {most}", most=MAX_STACK)
    for field, kinds in (("shop", game.shop), ("stack", game.stack), ("extras", game.extras)):
        for kind in kinds:
            if kind is not None and kind not in IMPROVEMENTS:
                yield field, say("{kind} is no improvement", kind=game.components.piece_names[kind])


def _blueprint_problems(game: Game) -> Iterator[Problem]:
    known = [number for stack in game.blueprints for number in stack if number is not None]
    there = len(game.components.blueprints)
    if len(set(known)) < len(known):
        yield "blueprints", say("a blueprint comes twice")
    for number in known:
        if not 0 <= number < there:
            yield "blueprints", say("there is no blueprint {number}, only {count}", number=number + 1, count=there)
    if sum(map(len, game.blueprints)) > there:
        yield "blueprints", say("more blueprints lie there than there are")
    everybody = (1 << len(game.players)) - 1
    if any(bits & ~everybody for bits in game.completed):
        yield "completed", say("somebody who does not play completed a blueprint")
    waits = {waiting.stack for waiting in game.waiting if isinstance(waiting, ToOpen)}
    for number, stack in enumerate(game.blueprints):
        if stack and stack[0] is None and number not in waits and game.phase is not Phase.OVER:
            yield "blueprints", say("the open blueprint of stack {number} is not told", number=number + 1)


def _armand_problems(game: Game, armand: Armand) -> Iterator[Problem]:
    if not set(armand.bought) <= set(IMPROVEMENTS):
        yield "armand", say("only improvements are bought from the shop")
    levels = list(game.rules.solo_vault_bonus)
    level = armand.difficulty
    if level is not None and level not in levels:
        yield "armand", say("unknown difficulty {name}; there are {known}", name=repr(level), known=", ".join(levels))
    if not (0 <= armand.wallet <= MAX_MONEY and 0 <= armand.vault <= MAX_MONEY):
        yield "armand", say("ARMAND-0's money is 0 to {most}", most=MAX_MONEY)


def _waiting_problems(game: Game, waiting: Waiting) -> Iterator[Message]:
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
        case Recycled() | Upkeep():
            pass


# -- what the engine cannot go on from ----------------------------------------------------------------------------


def _stuck(game: Game) -> Iterator[Problem]:
    for problem in _order_problems(game):
        yield "waiting", problem
    machinery = game.factories[game.turn].machinery
    if game.phase is Phase.MAKE and not game.waiting and next_fabricator(machinery, game.made) is None:
        yield "made", say("every fabricator has made its bot, so the phase is over")
    try:
        functools.reduce(_decided, game.decided, replace(game, decided=()))
    except IllegalAction as error:
        yield "decided", error.reason


def _decided(game: Game, decision: Decision) -> Game:
    return apply(game, Decide(*decision)).game


def _order_problems(game: Game) -> Iterator[Message]:
    """What is wrong with all that waits, taken together."""
    waiting = game.waiting
    if waiting and game.is_over:
        yield say("a game that is over waits for nothing")
    for from_extras, stack in ((False, game.stack), (True, game.extras)):
        if sum(isinstance(item, ToDraw) and item.from_extras is from_extras for item in waiting) > len(stack):
            yield say("more is to be drawn than there is")
    first_upkeep = next((at for at, item in enumerate(waiting) if isinstance(item, Upkeep)), len(waiting))
    if any(isinstance(item, ToDraw | ToOpen) for item in waiting[first_upkeep:]):
        yield say("what is to be drawn or opened comes before what happens by itself")
    if len(set(waiting[first_upkeep:]) & set(Upkeep)) < sum(isinstance(item, Upkeep) for item in waiting):
        yield say("the same thing waits twice to happen by itself")
    if Upkeep.FLIP in waiting and game.armand is None:
        yield say("only ARMAND-0 has a chip")
    match waiting[:1]:
        case (Upkeep() as item,) if item is not Upkeep.FLIP:
            yield say("{item} has happened by itself already", item=item.value)
        case (ToDraw(from_extras=extras),) if (game.extras if extras else game.stack)[:1] != (None,):
            yield say("the next improvement is known, so it has been drawn already")
        case (ToOpen(stack=number),) if game.blueprints[number][:1] != (None,):
            yield say("the open blueprint is known, so it has been opened already")
