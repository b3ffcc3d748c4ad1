"""What can be done at a table: the actions of a game, and two of its own.

``new day`` says that the turns of a day are over that nobody told; ``finish`` that the players stop here and count.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final, TypeAlias

from mechanica_core.errors import IllegalAction
from mechanica_core.game import Action, Game, GameEvent, Phase, Step, apply, legal_actions, read_action, write_action
from mechanica_core.game.actions import Decide, Run
from mechanica_core.game.events import DayBegan, GameOver, PhaseBegan
from mechanica_core.game.offers import action_words
from mechanica_core.messages import Message, say
from service.tables.entries import Follow


@dataclass(frozen=True, slots=True)
class NewDay:
    """The turns are over, and the factories run (R-4.1)."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over here, and the scores are final (R-9.5)."""


TableAction: TypeAlias = Action | NewDay | Finish

_OWN: Final[dict[str, TableAction]] = {"new day": NewDay(), "finish": Finish()}
_PLACES: Final = ("place", "hole", "truck")
"""Fields of actions that name where something is done."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done now: the text that does it, its words, its kind, and where on the board, if there."""

    text: str
    words: Message
    kind: str
    place: str | None


def read_table_action(text: str) -> TableAction:
    """Read an action; raises :class:`NotationError`."""
    own = _OWN.get(" ".join(text.lower().split()))
    return read_action(text) if own is None else own


def write_table_action(action: TableAction) -> str:
    """The one form of an action."""
    own = next((text for text, known in _OWN.items() if known == action), None)
    if own is not None:
        return own
    assert not isinstance(action, NewDay | Finish)
    return write_action(action)


def offers(game: Game, follow: Follow) -> list[Offer]:
    """What can be done now, always in the same order; nothing once the game is over."""
    if game.is_over:
        return []
    untold = follow == "days" and game.phase is not Phase.RUN
    found: tuple[TableAction, ...] = (NewDay(),) if untold else legal_actions(game)
    return [_offer(game, action) for action in (*found, Finish())]


def _offer(game: Game, action: TableAction) -> Offer:
    match action:
        case NewDay():
            words = say("the turns are over: the factories run")
        case Finish():
            words = say("end the game and count the scores")
        case _:
            words = action_words(game, action)
    kind = type(action).__name__
    places = (getattr(action, field.name) for field in fields(action) if field.name in _PLACES)
    spelled = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind).lstrip("_")
    return Offer(write_table_action(action), words, spelled, next((str(place) for place in places), None))


def carry_out(game: Game, action: TableAction, follow: Follow) -> Step:
    """The game after an action, and what came of it. Raises :class:`IllegalAction`."""
    match action:
        case Finish():
            if game.is_over:
                raise IllegalAction(write_table_action(action), say("the game is over"), "R-9.5")
            return Step(replace(game, phase=Phase.OVER, waiting=(), decided=()), (GameOver("R-9.5"),))
        case NewDay():
            if follow != "days" or game.phase in (Phase.RUN, Phase.OVER):
                raise IllegalAction(write_table_action(action), say("no turns are over that nobody told"), "R-4.1")
            return _new_day(game)
        case Decide() | Run():
            return apply(game, action)
        case _:
            if follow == "days":
                why = say("of this game only the workdays are followed: tell what lies on the board instead")
                raise IllegalAction(write_table_action(action), why, "R-4.1")
            return apply(game, action)


def _new_day(game: Game) -> Step:
    """The factories run next: they open the new day, or close the one whose turns are over (section 11)."""
    told: list[GameEvent] = []
    day = game.day
    if game.rules.factories_run == "opens_the_workday":
        day += 1
        told.append(DayBegan(day))
    told.append(PhaseBegan(0, Phase.RUN.value))
    return Step(replace(game, day=day, phase=Phase.RUN, turn=0, waiting=(), made=0), tuple(told))
