"""Whether the engine can go on from a game that a file describes: what only a file can get wrong."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from mechanica_core.choices import Decision
from mechanica_core.errors import GameError, IllegalAction
from mechanica_core.game.actions import Decide
from mechanica_core.game.checks import checked
from mechanica_core.game.engine import apply
from mechanica_core.game.legal import next_fabricator
from mechanica_core.game.setup import unseen_blueprints
from mechanica_core.game.state import Game, Phase, ToDraw, ToOpen, Upkeep
from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import Listed, Message, say


def playable(game: Game) -> Game:
    """The game itself, if somebody or chance is to act in it, or it is over.

    Raises :class:`GameError` naming all that is wrong, :class:`EditionError` for an unknown edition.
    """
    problems = tuple(_problems(checked(game)))
    if problems:
        raise GameError(say("{problems}", problems=Listed(problems)))
    return game


def _problems(game: Game) -> Iterator[Message]:
    yield from _waiting_problems(game)
    if game.armand:
        levels = list(game.rules.solo_vault_bonus)
        level = game.armand.difficulty
        if level is not None and level not in levels:
            yield say("unknown difficulty {name}; there are {known}", name=repr(level), known=", ".join(levels))
        if not (0 <= game.armand.wallet <= MAX_MONEY and 0 <= game.armand.vault <= MAX_MONEY):
            yield say("ARMAND-0's money is 0 to {most}", most=MAX_MONEY)
    if any(None in stack for stack in game.blueprints) and not unseen_blueprints(game):
        yield say("more blueprints lie there than there are")
    machinery = game.factories[game.turn].machinery
    if game.phase is Phase.MAKE and not game.waiting and next_fabricator(machinery, game.made) is None:
        yield say("every fabricator has made its bot, so the phase is over")
    try:
        functools.reduce(_decided, game.decided, replace(game, decided=()))
    except IllegalAction as error:
        yield error.reason


def _decided(game: Game, decision: Decision) -> Game:
    return apply(game, Decide(*decision)).game


def _waiting_problems(game: Game) -> Iterator[Message]:
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
