"""What a workday asks of hands: which bots to move at the table, in an order in which it can be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mechanica_core.events import Activated, Charged, Left, Lost, Stopped
from mechanica_core.factory import Factory
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Listed, Message, say
from mechanica_core.pieces import Model
from mechanica_core.wording import bots_words, hole_name, hole_words, loss_words, place_words
from mechanica_core.workday import Workday

Standing: TypeAlias = tuple[tuple[str, Model], ...]
"""Bots by the holes that they stand in."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """Something to do at the table: bots that are ``taken`` from holes, bots that are ``put`` into holes, in words.

    Bots that leave the board or are made go to the supply or come from it.
    """

    words: Message
    taken: Standing
    put: Standing


def by_hand(workday: Workday) -> Iterator[HandStep]:
    """Every step of a workday (R-4.2): lost bots off the board, the others to where they stop, then what pieces do.

    So no bot is ever put where another still stands. Who merely moves up within a truck, or among the inputs of one
    piece, stays: these holes are alike (D-5.14).
    """
    before, events = workday.before, workday.events
    machinery = before.machinery
    rode = {event.bot for event in events if isinstance(event, Left)}
    lost = [event for event in events if isinstance(event, Lost)]
    stopped = [event for event in events if isinstance(event, Stopped) and event.bot in rode]
    for gone in sorted(lost, key=lambda event: machinery.hole_index[event.bot]):
        yield HandStep(
            say(
                "Take the {bot} off {place}: {loss}.",
                bot=machinery.components.model_names[gone.model],
                place=_out_of(before, gone.bot),
                loss=loss_words(gone.loss),
            ),
            ((gone.bot, gone.model),),
            (),
        )
    for stop in sorted(stopped, key=lambda event: machinery.hole_index[event.bot]):
        yield HandStep(_moved(before, stop), ((stop.bot, stop.model),), ((stop.hole, stop.model),))
    for event in events:
        if isinstance(event, Charged) and event.hole is not None:
            basic = machinery.components.model_names[Model.BASIC]
            there = hole_words(machinery, event.hole)
            words = say("Put a new {bot} into {hole}.", bot=basic, hole=there)
            yield HandStep(words, (), ((event.hole, Model.BASIC),))
    for event in events:
        if isinstance(event, Activated):
            yield HandStep(_acted(machinery, event), event.used, event.made)


def _moved(before: Factory, stop: Stopped) -> Message:
    machinery = before.machinery
    place = stop.hole.rpartition("/")[0]
    if place == stop.bot.rpartition("/")[0]:  # round and back
        start, end = hole_words(machinery, stop.bot), hole_words(machinery, stop.hole)
    else:
        start, end = _out_of(before, stop.bot), place_words(machinery, place)
    return say(
        "Move the {bot} from {start} to {end}.",
        bot=machinery.components.model_names[stop.model],
        start=start,
        end=end,
    )


def _out_of(before: Factory, hole: str) -> Message:
    """Where a bot is taken from: its hole is named only where others stand in the same piece."""
    place = hole.rpartition("/")[0]
    alone = sum(other.rpartition("/")[0] == place for other in before.bots()) == 1
    alike = place.startswith("dock/")
    return place_words(before.machinery, place) if alone or alike else hole_words(before.machinery, hole)


def _acted(machinery: Machinery, event: Activated) -> Message:
    piece = place_words(machinery, event.place)
    used = bots_words(machinery, [model for _, model in event.used])
    made = bots_words(machinery, [model for _, model in event.made])
    names = [hole_name(hole.rpartition("/")[2]) for hole, _ in event.made]
    if len(names) == 1:
        if used == made:
            return say("{piece}: move the {bot} on to hole {hole}.", piece=piece, bot=made, hole=names[0])
        return say(
            "{piece}: take out {used}, put {made} into hole {hole}.", piece=piece, used=used, made=made, hole=names[0]
        )
    return say(
        "{piece}: take out {used}, put {made} into holes {holes}.",
        piece=piece,
        used=used,
        made=made,
        holes=Listed(tuple(names), ", "),
    )
