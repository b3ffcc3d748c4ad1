"""The events and decisions of a workday in words for players."""

from __future__ import annotations

from typing import assert_never

from mechanica_core.choices import Choice, ChoiceKind, Option
from mechanica_core.events import Activated, Charged, Earned, Event, Left, Lost, Passed, Rode, Stopped, Thrown
from mechanica_core.geometry import FACING_INDEX
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Message, say
from mechanica_core.wording import bots_words, heading_words, hole_name, hole_words, loss_words, place_words
from mechanica_core.workday import Workday, run_workday


def event_words(machinery: Machinery, event: Event) -> Message:
    """What happened, in a sentence that names bots, pieces and places as players do."""
    bot = None if isinstance(event, Activated) else hole_words(machinery, event.bot)
    match event:
        case Left():
            model = machinery.components.model_names[event.model]
            return say("The {model} in {bot} leaves {heading}.", model=model, bot=bot, heading=_way(event))
        case Rode():
            if event.place is None:
                return say("The bot from {bot} rides {heading} over the edge.", bot=bot, heading=_way(event))
            there = place_words(machinery, event.place)
            return say("The bot from {bot} rides {heading} to {place}.", bot=bot, heading=_way(event), place=there)
        case Passed():
            there = place_words(machinery, event.place)
            return say(
                "The bot from {bot} passes {place}, going {heading}.",
                bot=bot,
                place=there,
                heading=_way(event),
            )
        case Thrown():
            tester, there = place_words(machinery, event.tester), place_words(machinery, event.place)
            return say("{tester} throws the bot from {bot} to {place}.", tester=tester, bot=bot, place=there)
        case Earned():
            there = place_words(machinery, event.place)
            if event.pot == "wallet":
                return say("{place} pays {coins} into the wallet.", place=there, coins=event.coins)
            return say("{place} pays {coins} into the vault.", place=there, coins=event.coins)
        case Charged():
            if event.hole is None:
                return say("{place} is full; its new Basic is lost.", place=place_words(machinery, event.place))
            return say("A new Basic appears in {hole}.", hole=hole_words(machinery, event.hole))
        case Lost():
            model = machinery.components.model_names[event.model]
            return say("The {model} from {bot} is gone: {loss}.", model=model, bot=bot, loss=loss_words(event.loss))
        case Stopped():
            model, hole_name = (
                machinery.components.model_names[event.model],
                hole_words(machinery, event.hole),
            )
            return say("The {model} from {bot} ends in {hole}.", model=model, bot=bot, hole=hole_name)
        case Activated():
            used = bots_words(machinery, [model for _, model in event.used])
            made = bots_words(machinery, [model for _, model in event.made])
            there = place_words(machinery, event.place)
            return say("{piece} turns {used} into {made}.", piece=there, used=used, made=made)
        case _:
            assert_never(event)


def matters(event: Event) -> bool:
    """Whether the short story of a workday tells an event: what is earned, made, lost, and where bots stop."""
    if isinstance(event, Stopped):
        return event.hole.rpartition("/")[0] != event.bot.rpartition("/")[0]  # not who moves up in a truck
    return isinstance(event, Activated | Charged | Earned | Lost)


def _way(event: Left | Rode | Passed) -> Message:
    return heading_words(FACING_INDEX[event.heading])


def taken_options(workday: Workday) -> list[tuple[Choice, Option]]:
    """The choices that arose in a workday, in their order, with the options taken."""
    found: list[tuple[Choice, Option]] = []
    taken = dict(workday.decisions)

    def take(choice: Choice) -> str:
        found.append((choice, next(option for option in choice.options if option.take == taken[choice.id])))
        return taken[choice.id]

    run_workday(workday.before, policy=take)
    return found


def decision_words(machinery: Machinery, choice: Choice, option: Option) -> Message:
    """What is decided: "Fork (top 2) up for the bot from Upgrader (top 1), hole ahead"."""
    piece = place_words(machinery, choice.place)
    match choice.kind:
        case ChoiceKind.EXIT:
            assert choice.bot is not None
            assert option.heading is not None
            heading, bot = heading_words(FACING_INDEX[option.heading]), hole_words(machinery, choice.bot)
            visit = choice.id.partition("#")[2]
            if visit:
                return say(
                    "{fork} {heading} on visit {number} of the bot from {bot}",
                    fork=piece,
                    heading=heading,
                    number=visit,
                    bot=bot,
                )
            return say("{fork} {heading} for the bot from {bot}", fork=piece, heading=heading, bot=bot)
        case ChoiceKind.LANDING:
            assert choice.bot is not None
            bot, there = hole_words(machinery, choice.bot), place_words(machinery, option.take)
            return say("{tester}: the bot from {bot} to {place}", tester=piece, bot=bot, place=there)
        case ChoiceKind.CHARGE | ChoiceKind.PUT:
            return say("{piece}: the Basic into hole {name}", piece=piece, name=hole_name(option.take))
        case ChoiceKind.KEEP | ChoiceKind.MAKE:
            return say("{piece}: {option}", piece=piece, option=option.message)
        case _:
            assert_never(choice.kind)
