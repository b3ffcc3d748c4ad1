"""A game at a table as it stands: its journal replayed."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Self

from mechanica_core.comparison import Difference, compare
from mechanica_core.errors import GameError, MechanicaError
from mechanica_core.factory import Factory
from mechanica_core.game import Action, Game, GameEvent, Record
from mechanica_core.game.checks import MAX_STACK, checked
from mechanica_core.game.events import FactoryRan
from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import say
from mechanica_core.workday import Workday
from service.tables.actions import Finish, NewDay, carry_out, read_table_action
from service.tables.entries import MOST_ENTRIES, Board, Do, Entry, Position, SetUp, TableDocument, Undo

MOST_ACTIONS: Final = 5_000
"""More actions than this are refused as a mistake; a long game has 1,000."""


MOST_COLUMNS: Final = 12
"""On longer belts a bot can take so many ways that telling them takes seconds; A-2.3 has 4 columns."""
MOST_WAITING: Final = 99
"""More than this cannot wait to be settled, as in a document of a game."""


class NothingToUndo(MechanicaError):
    """The game is as it began."""


class FullTable(MechanicaError):
    """A journal that is longer than any game can be."""


@dataclass(frozen=True)
class Observation:
    """What really lay on a player's board, beside what was expected there.

    ``sure`` is false where the player has taken a turn since that nobody told: then what differs is mostly what they
    did. ``before`` is the factory before the workday that led to what was expected, if nothing has happened since.
    """

    player: int
    expected: Factory
    found: Factory
    before: Factory | None
    sure: bool

    @functools.cached_property
    def differences(self) -> tuple[Difference, ...]:
        """All that differs; looked for when first asked, since it takes longer than a replay."""
        return compare(self.expected, self.found, before=self.before)


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """How a game stands after an entry, and what that entry brought.

    ``seen`` are the players of whom it is known what lies on their boards, ``counted`` those whose money is known,
    ``ran`` is each player's last workday as long as nothing has changed since. ``counts`` is the version whose entry is
    the last that counts, ``undo`` the one that is gone back to when it is taken back. ``actions`` counts all that were
    ever done.
    """

    game: Game
    entry: Entry | None
    events: tuple[GameEvent, ...]
    observation: Observation | None
    seen: frozenset[int]
    counted: frozenset[int]
    ran: tuple[Workday | None, ...]
    counts: int
    undo: int | None
    actions: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """A game at a table: how it was set up, and every moment since; the number of the last is its version."""

    set_up: SetUp
    moments: tuple[Moment, ...]

    @classmethod
    def begin(cls, set_up: SetUp) -> Self:
        """A table before anything was told. Raises :class:`DocumentError`, :class:`EditionError`."""
        game = set_up.start.game()
        _keep_within_bounds(game)
        players = frozenset(range(len(game.players)))
        moment = Moment(game, None, (), None, players, players, (None,) * len(players), 0, None, 0)
        return cls(set_up, (moment,))

    @classmethod
    def replay(cls, set_up: SetUp, entries: Iterable[Entry]) -> Self:
        """A table after these entries; raises as :meth:`after` does."""
        table = cls.begin(set_up)
        for entry in entries:
            table = table.after(entry)
        return table

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.moments) - 1

    @property
    def now(self) -> Moment:
        """How it stands."""
        return self.moments[-1]

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.now.game

    @property
    def counting(self) -> tuple[int, ...]:
        """The versions whose entries count, in order: those that were not taken back."""
        found = []
        at: int | None = self.now.counts
        while at:
            found.append(at)
            at = self.moments[at].undo
        return tuple(reversed(found))

    def at(self, version: int) -> Self:
        """The table as it stood at an earlier version."""
        return type(self)(self.set_up, self.moments[: version + 1])

    def after(self, entry: Entry) -> Self:
        """The table after an entry; this one stays as it is.

        Raises :class:`IllegalAction` or :class:`NotationError` for actions, :class:`LayoutError`,
        :class:`DocumentError` or :class:`GameError` for what cannot lie there, :class:`NothingToUndo` and
        :class:`FullTable`.
        """
        if self.version >= MOST_ENTRIES:
            raise FullTable(say("a game has at most {most} entries", most=MOST_ENTRIES))
        match entry:
            case Do():
                moment = self._done(entry)
            case Board():
                moment = self._seen(entry)
            case Position():
                moment = self._corrected(entry)
            case Undo():
                return type(self)(self.set_up, (*self.moments, self._undone(entry)))
        _keep_within_bounds(moment.game)
        moment = replace(moment, entry=entry, counts=len(self.moments), undo=self.now.counts)
        return type(self)(self.set_up, (*self.moments, moment))

    def expected(self, player: int) -> Factory:
        """What should lie on a player's board (from 0). Raises :class:`GameError` if there is no such player."""
        factories = self.game.factories
        if not 0 <= player < len(factories):
            raise GameError(say("there is no player {number}", number=player + 1))
        return factories[player]

    def observe(self, player: int, found: Factory) -> Observation:
        """What really lies on a player's board (from 0), beside what should; nothing is changed."""
        expected, workday = self.expected(player), self.now.ran[player]
        before = workday.before if workday else None
        return Observation(player, expected, found, before, player in self.now.seen)

    # -- entries ------------------------------------------------------------------------------------------------

    def _done(self, entry: Do) -> Moment:
        now, follow = self.now, self.set_up.follow
        if now.actions + len(entry.actions) > MOST_ACTIONS:
            raise FullTable(say("a game has at most {most} actions", most=MOST_ACTIONS))
        game, seen, counted, ran, events = now.game, now.seen, now.counted, now.ran, list[GameEvent]()
        for text in entry.actions:
            action = read_table_action(text)
            if isinstance(action, NewDay):
                seen = counted = frozenset()
            game, told = carry_out(game, action, follow)
            events += told
            for event in told:
                if isinstance(event, FactoryRan):
                    ran = (*ran[: event.player], event.workday, *ran[event.player + 1 :])
        return replace(
            now,
            game=game,
            events=tuple(events),
            observation=None,
            seen=seen,
            counted=counted,
            ran=_still(ran, game),
            actions=now.actions + len(entry.actions),
        )

    def _seen(self, entry: Board) -> Moment:
        player, game = entry.player - 1, self.game
        found = Factory.from_layout(entry.factory.layout(), forgive=["does_not_fit"])
        observation = self.observe(player, found)
        factories = (*game.factories[:player], found, *game.factories[player + 1 :])
        decided = () if player == game.turn else game.decided
        game = checked(replace(game, factories=factories, decided=decided))
        return replace(
            self.now,
            game=game,
            events=(),
            observation=observation,
            seen=self.now.seen | {player},
            counted=self.now.counted | {player} if entry.counted else self.now.counted,
            ran=_still(self.now.ran, game),
        )

    def _corrected(self, entry: Position) -> Moment:
        game, was = entry.position.game(), self.game
        if (game.players, game.rules_name, game.components_name) != (was.players, was.rules_name, was.components_name):
            raise GameError(say("players, rules and components of a game stay as they are"))
        known, ran = frozenset(range(len(game.players))), _still(self.now.ran, game)
        return replace(self.now, game=game, events=(), observation=None, seen=known, counted=known, ran=ran)

    def _undone(self, entry: Undo) -> Moment:
        back_to = self.now.undo
        if back_to is None:
            raise NothingToUndo(say("nothing was told that could be taken back"))
        # Actions are counted on, since a replay carries them out whether they count or not.
        there = self.moments[back_to]
        return replace(there, entry=entry, events=(), observation=None, actions=self.now.actions)

    # -- taking it elsewhere ------------------------------------------------------------------------------------

    def document(self) -> TableDocument:
        """The whole game, without what was taken back."""
        told = [self.moments[version].entry for version in self.counting]
        entries = [entry for entry in told if entry is not None]
        return TableDocument(**dict(self.set_up), entries=entries)

    def record(self) -> Record:
        """The game as a record: from where it can be replayed by actions alone, so since a board was last told."""
        start, actions = self.moments[0].game, list[Action]()
        for version in self.counting:
            moment = self.moments[version]
            told = [read_table_action(text) for text in moment.entry.actions] if isinstance(moment.entry, Do) else None
            if told is None or any(isinstance(action, NewDay) for action in told):
                start, actions = moment.game, []
            else:
                actions += [action for action in told if not isinstance(action, NewDay | Finish)]
        return Record(start, tuple(actions))


def _keep_within_bounds(game: Game) -> None:
    """Raise :class:`GameError` for a game that no document can hold, or that takes too long to think through."""
    if any(factory.columns > MOST_COLUMNS for factory in game.factories):
        raise GameError(say("a board at a table has at most {most} columns", most=MOST_COLUMNS))
    pots = [pot for factory in game.factories for pot in (factory.wallet, factory.vault)]
    pots += [game.armand.wallet, game.armand.vault] if game.armand else []
    if max(*pots, game.day) > MAX_MONEY or len(game.waiting) > MOST_WAITING or len(game.decided) > MAX_STACK:
        raise GameError(say("no game has so much money, so many days or so much to settle"))


def _still(ran: tuple[Workday | None, ...], game: Game) -> tuple[Workday | None, ...]:
    """The last workdays of those whose factories are still as these left them."""
    return tuple(
        workday if workday is not None and workday.factory == factory else None
        for workday, factory in zip(ran, game.factories, strict=True)
    )
