"""Registers and rounds as pure functions: a situation in, what came of it out."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from mechanica_core.other_games.robo_rally.cards import DECK, Card
from mechanica_core.other_games.robo_rally.decisions import Decision, Draws, MissingDraw
from mechanica_core.other_games.robo_rally.elements import REGISTERS
from mechanica_core.other_games.robo_rally.events import Event
from mechanica_core.other_games.robo_rally.resolver import Play
from mechanica_core.other_games.robo_rally.robots import Situation

T = TypeVar("T")
NO_DRAWS: Final = Draws()


@dataclass(frozen=True)
class Played:
    """What came of a register; ``draws`` are those not used yet."""

    situation: Situation
    draws: Draws
    _again: Callable[[Callable[[Event], None]], object]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order; worked out when asked for."""
        events: list[Event] = []
        self._again(events.append)
        return tuple(events)


@dataclass(frozen=True)
class Round:
    """What came of registers played one after the other; the last ``played`` holds the end of the round too."""

    situation: Situation
    played: tuple[Played, ...]
    draws: Draws

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order; worked out when asked for."""
        return tuple(event for played in self.played for event in played.events)


def resolve_register(
    situation: Situation,
    register: int,
    cards: Mapping[str, Card],
    draws: Draws = NO_DRAWS,
    decisions: Sequence[Decision] = (),
    *,
    ends_round: bool = False,
) -> Played:
    """Play a register (1 to 5), in which each robot named carries out its card, and the end of the round after it.

    Raises :class:`MissingDraw` if a randomizer gives a card that is not among the ``draws``,
    :class:`ImpossibleDecision` if a robot decides about an option that it has not, ValueError if there is no such
    register.
    """
    if register not in REGISTERS:
        raise ValueError(f"{register} is no register; there are 1 to 5")

    def play(log: Callable[[Event], None] | None = None) -> Play:
        playing = Play(situation, register, draws, decisions, log)
        playing.play(cards)
        if ends_round:
            playing.end_round()
        return playing

    played = play()
    return Played(situation.with_robots(played.robots()), played.draws_left(), play)


def resolve_round(
    situation: Situation,
    programs: Mapping[str, Sequence[Card | None]],
    draws: Draws = NO_DRAWS,
    decisions: Sequence[Decision] = (),
    *,
    registers: Sequence[int] = REGISTERS,
    ends_round: bool = True,
) -> Round:
    """Play a round, or just those registers of one; programs hold a card, or None, for each register played.

    Raises what :func:`resolve_register` raises.
    """
    played: list[Played] = []
    for number, register in enumerate(registers):
        cards = {name: card for name, program in programs.items() if (card := _nth(program, number)) is not None}
        last = ends_round and number == len(registers) - 1
        played.append(resolve_register(situation, register, cards, draws, decisions, ends_round=last))
        situation, draws = played[-1].situation, played[-1].draws
    return Round(situation, tuple(played), draws)


def _nth(program: Sequence[Card | None], number: int) -> Card | None:
    return program[number] if number < len(program) else None


def with_random_draws(play: Callable[[Draws], T], draws: Draws, held: Collection[Card], seed: int) -> tuple[T, Draws]:
    """Play with cards out of the deck wherever no draw is recorded; what came of it, and all draws to record.

    Cards that are ``held`` are not in the deck.
    """
    deck = [card for card in DECK if card not in held]
    random.Random(seed).shuffle(deck)
    while True:
        try:
            return play(draws), draws
        except MissingDraw as missing:
            if not deck:
                raise
            cards = dict(draws.cards)
            cards[missing.robot] = (*cards.get(missing.robot, ()), deck.pop())
            draws = draws._replace(cards=cards)
