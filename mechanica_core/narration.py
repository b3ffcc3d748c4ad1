"""The events of a workday in sentences for players."""

from __future__ import annotations

from typing import assert_never

from mechanica_core.events import Activated, Charged, Earned, Event, Left, Lost, Passed, Rode, Stopped, Thrown
from mechanica_core.geometry import FACING_INDEX
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Message, say
from mechanica_core.wording import bots_words, heading_words, hole_words, loss_words, place_words


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


def _way(event: Left | Rode | Passed) -> Message:
    return heading_words(FACING_INDEX[event.heading])
