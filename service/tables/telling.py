"""A table in words: whose turn it is, what is asked, what came of the last entry and what is to be done with it."""

from __future__ import annotations

from collections.abc import Iterator

from mechanica_core.by_hand import by_hand
from mechanica_core.choices import Choice
from mechanica_core.comparison import difference_words
from mechanica_core.game import Game, Phase
from mechanica_core.game.events import FactoryRan, GameEvent, PhaseBegan
from mechanica_core.game.narration import tell
from mechanica_core.game.state import PHASES, Bought, Gift, Recycled, ToDraw, ToOpen
from mechanica_core.messages import Message, say
from mechanica_core.narration import decision_words
from mechanica_core.workday import Workday, open_choices
from service.tables.entries import Board, Do, Position, Undo
from service.tables.table import Moment, Observation, Table


def headline(table: Table) -> Message:
    """Where the game has come to: the day, whose turn it is, and its phase."""
    game = table.game
    if game.is_over:
        return say("the game is over")
    if game.actor is None:
        return say("Day {day}: what comes up?", day=game.day)
    if table.set_up.follow == "days" and game.phase is not Phase.RUN:
        return say("Day {day}: everybody takes a turn at the table", day=game.day)
    player = game.players[game.actor]
    phase: Message = PHASES[game.phase]
    if game.waiting and isinstance(game.waiting[0], Gift):
        phase = say("a gift from {player}", player=game.players[game.turn])
    return say("Day {day}, {player}: {phase}", day=game.day, player=player, phase=phase)


def question(table: Table) -> Message | None:
    """What is to be told or decided next, where that is a question."""
    game = table.game
    if game.waiting:
        return _waiting_question(game)
    if game.phase is Phase.RUN:
        if game.turn not in table.now.seen and not game.decided:
            return say("{player}: what lies on the board now?", player=game.players[game.turn])
        choice = open_choice(game)
        return choice.message if choice else None
    return None


def open_choice(game: Game) -> Choice | None:
    """The choice that is to be decided next before a factory runs."""
    if game.waiting or game.phase is not Phase.RUN:
        return None
    choices = open_choices(game.factories[game.turn], game.decided)
    return choices[0] if choices else None


def _waiting_question(game: Game) -> Message | None:
    components = game.components
    match game.waiting[0]:
        case Bought(kind):
            return say("{piece}: where to?", piece=components.piece_names[kind])
        case Recycled(model):
            return say("recycled {bot}: where to?", bot=components.model_names[model])
        case Gift(player):
            return say("{player}: where does the gift go?", player=game.players[player])
        case ToDraw(from_extras, spot):
            price = components.shop_spots.value[spot]
            if from_extras:
                return say("which improvement comes from the Extras onto the spot for {price}?", price=price)
            return say("which improvement comes from the stack onto the spot for {price}?", price=price)
        case ToOpen(stack):
            return say("which blueprint is opened on stack {number}?", number=stack + 1)
        case _:
            return say("which side of ARMAND-0's chip comes up?")


def told(moment: Moment) -> Iterator[Message]:
    """What came of an entry, in the order in which it is done at the table."""
    game = moment.game
    match moment.entry:
        case Undo():
            yield say("the last entry was taken back")
        case Position():
            yield say("the game was corrected")
        case Board(player=number):
            yield say("{player} told what lies on the board", player=game.players[number - 1])
            if moment.observation:
                yield from differences_told(moment.observation)
        case Do(actions=actions):
            events = [event for event in moment.events if not isinstance(event, PhaseBegan)]
            if not events and game.decided:
                yield from _decisions_told(game, len(actions))
            for event in events or moment.events:  # that a phase began is told only where nothing else happened
                yield from _event_told(game, event)
        case None:
            pass


def _decisions_told(game: Game, last: int) -> Iterator[Message]:
    """The decisions taken last for the run that comes."""
    factory = game.factories[game.turn]
    for number in range(len(game.decided) - last, len(game.decided)):
        choice = open_choices(factory, game.decided[:number])[0]
        option = next(option for option in choice.options if option.take == game.decided[number].take)
        yield decision_words(factory.machinery, choice, option)


def differences_told(observation: Observation) -> Iterator[Message]:
    """All that lies otherwise than expected."""
    expected, found = observation.expected, observation.found
    return (difference_words(expected, found, difference) for difference in observation.differences)


def _event_told(game: Game, event: GameEvent) -> Iterator[Message]:
    yield tell(event, game)
    if isinstance(event, FactoryRan):
        yield from workday_told(event.workday)


def workday_told(workday: Workday) -> Iterator[Message]:
    """What is done at the table for a workday, step by step."""
    return (step.words for step in by_hand(workday))
