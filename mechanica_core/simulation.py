"""Many games played by the library's own players, and what they tell; the same from the same seed on any machine."""

from __future__ import annotations

import gc
import multiprocessing
import random
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from mechanica_core.editions import ComponentSet, component_set
from mechanica_core.editions.registry import register_component_set
from mechanica_core.errors import GameError
from mechanica_core.game import Game
from mechanica_core.game.events import Installed, PieceBought
from mechanica_core.game.final import armand_score
from mechanica_core.game.state import ARMAND
from mechanica_core.intervals import Mean, Share
from mechanica_core.messages import say
from mechanica_core.pieces import IMPROVEMENTS, TRUCKS, Kind
from mechanica_core.players import make_player, play
from mechanica_core.scoring import score

MOST_GAMES: Final = 100_000
MOST_JOBS: Final = 256
FOR_SALE: Final = (*IMPROVEMENTS, Kind.FORK, *TRUCKS[1:])
"""Every kind that can be bought."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: the kinds of ``players`` (:data:`mechanica_core.players.PLAYERS`) and with what."""

    players: tuple[str, ...]
    rules: str = "print_2019"
    components: str = "demo"
    difficulty: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How one player came off; ``seat`` counts from 0, ``score`` is the final score (R-9.5) in money.

    ``won`` is 1 for the winner, and 1/n for each of n who share the win (D-9.5). ``bought`` and ``installed`` name
    every piece that was, in that order, also those that were demolished later.
    """

    seat: int
    player: str
    score: int
    won: float
    bought: tuple[Kind, ...]
    installed: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its ``number`` in the series, the ``seed`` of its :class:`Game`, its workdays."""

    number: int
    seed: int
    days: int
    results: tuple[Result, ...]


def simulate(setup: Setup, games: int, seed: int = 1, *, jobs: int = 1) -> Iterator[Played]:
    """Play so many games, in the order of their numbers.

    The players move on one seat from game to game. What is dealt, and every player's dice, depend on ``seed``
    and the game's number alone: so not on ``jobs``, the number of processes, and two setups with one seed meet the
    same luck as far as they have the same pieces. A program that asks for more than one process must be importable
    (``if __name__ == "__main__":``). Raises :class:`GameError` or :class:`EditionError` before the first game is
    played.
    """
    if not 1 <= games <= MOST_GAMES:
        raise GameError(say("1 to {most} games can be played, not {count}", most=MOST_GAMES, count=games))
    if not 1 <= jobs <= MOST_JOBS:
        raise GameError(say("1 to {most} processes can play, not {count}", most=MOST_JOBS, count=jobs))
    Game.new(len(setup.players), setup.rules, setup.components, seed=0, difficulty=setup.difficulty)
    for name in setup.players:
        make_player(name, random.Random(0))
    return _simulated(setup, games, seed, min(jobs, games))


def _simulated(setup: Setup, games: int, seed: int, jobs: int) -> Iterator[Played]:
    play_number = partial(_play, setup, seed)
    if jobs == 1:
        yield from map(play_number, range(games))
        return
    # New interpreters, since forking a program with threads, such as a progress bar's, can hang it.
    with ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=_prepare,
        initargs=(component_set(setup.components),),
    ) as pool:
        try:
            yield from pool.map(play_number, range(games), chunksize=max(1, min(16, games // (4 * jobs))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _prepare(components: ComponentSet) -> None:
    """Make a process ready to play with these components."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the program stops the process that waits for this one
    gc.set_threshold(100_000)  # what the players remember makes every collection slow
    register_component_set(components)


def _play(setup: Setup, seed: int, number: int) -> Played:
    """The game of that number."""
    game_seed = random.Random(f"{seed}/{number}").getrandbits(32)
    count = len(setup.players)
    names = [setup.players[(seat + number) % count] for seat in range(count)]
    players = [make_player(name, random.Random(f"{game_seed}/{seat}")) for seat, name in enumerate(names)]
    game = Game.new(count, setup.rules, setup.components, seed=game_seed, difficulty=setup.difficulty)
    bought: defaultdict[int, list[Kind]] = defaultdict(list)
    installed: defaultdict[int, list[Kind]] = defaultdict(list)
    for step in play(game, players):
        game = step.game
        for event in step.events:
            match event:
                case PieceBought(player, kind):
                    bought[player].append(kind)
                case Installed(player, _, kind):
                    installed[player].append(kind)
    scores = [score(factory).total for factory in game.factories]
    if game.armand is not None:
        names.append(ARMAND)
        bought[count] = list(game.armand.bought)
        scores.append(armand_score(game.armand, game.components).total)
    best = max(scores)
    return Played(
        number,
        game_seed,
        game.day,
        tuple(
            Result(
                seat,
                name,
                scores[seat],
                (scores[seat] == best) / scores.count(best),
                tuple(bought[seat]),
                tuple(installed[seat]),
            )
            for seat, name in enumerate(names)
        ),
    )


# -- what the games tell ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceSummary:
    """How a kind of piece did with one kind of player; a *part* is one player's part in one game.

    ``bought`` is how many were bought a part, ``installed`` in how many parts at least one was installed.
    ``difference`` is the mean score of these parts less that of all others, in money, None if there are only such or
    only others. It tells that those who installed the piece scored so much more, not that they did because of it:
    who is rich installs more.
    """

    kind: Kind
    bought: Mean
    installed: Share
    difference: Mean | None

    def as_json(self) -> dict[str, Any]:
        """The summary as a JSON object."""
        return {
            "kind": self.kind.value,
            "bought": self.bought.as_json(),
            "installed": self.installed.as_json(),
            "difference": self.difference.as_json() if self.difference else None,
        }


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How one kind of player did: wins (a shared one counts in part) of its parts in games, and its scores."""

    player: str
    wins: Share
    score: Mean
    pieces: tuple[PieceSummary, ...]

    def as_json(self) -> dict[str, Any]:
        """The summary as a JSON object."""
        return {
            "player": self.player,
            "wins": self.wins.as_json(),
            "score": self.score.as_json(),
            "pieces": [piece.as_json() for piece in self.pieces],
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A series of games taken together: their length in workdays, every kind of player, and the wins of each seat."""

    days: Mean
    players: tuple[PlayerSummary, ...]
    seats: tuple[Share, ...]

    @classmethod
    def of(cls, games: Sequence[Played]) -> Summary:
        """The summary of at least one game."""
        parts: defaultdict[str, list[Result]] = defaultdict(list)
        seats: defaultdict[int, list[float]] = defaultdict(list)
        for game in games:
            for result in game.results:
                parts[result.player].append(result)
                seats[result.seat].append(result.won)
        return cls(
            Mean.of_values([game.days for game in games]),
            tuple(_player_summary(name, parts[name]) for name in sorted(parts)),
            tuple(Share(sum(seats[seat]), len(seats[seat])) for seat in sorted(seats)),
        )

    def as_json(self) -> dict[str, Any]:
        """The summary as a JSON object."""
        return {
            "days": self.days.as_json(),
            "players": [player.as_json() for player in self.players],
            "seats": [seat.as_json() for seat in self.seats],
        }


def _player_summary(name: str, parts: Sequence[Result]) -> PlayerSummary:
    return PlayerSummary(
        name,
        Share(sum(part.won for part in parts), len(parts)),
        Mean.of_values([part.score for part in parts]),
        () if name == ARMAND else tuple(_piece_summary(kind, parts) for kind in FOR_SALE),
    )


def _piece_summary(kind: Kind, parts: Sequence[Result]) -> PieceSummary:
    having = [part.score for part in parts if kind in part.installed]
    lacking = [part.score for part in parts if kind not in part.installed]
    return PieceSummary(
        kind,
        Mean.of_values([part.bought.count(kind) for part in parts]),
        Share(len(having), len(parts)),
        Mean.difference(having, lacking) if having and lacking else None,
    )


Measure: TypeAlias = tuple[Literal["days", "score", "wins", "bought"], str]
"""What two series of games are compared by: days, the score and wins of a player, how many of a kind a player buys."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure, a game, in two series, and how much larger it is in the second; ``difference`` pairs the games."""

    measure: Measure
    first: float
    second: float
    difference: Mean

    def as_json(self) -> dict[str, Any]:
        """The comparison as a JSON object."""
        what, of = self.measure
        return {
            "measure": what,
            "of": of,
            "first": self.first,
            "second": self.second,
            "difference": self.difference.as_json(),
        }


def compare(first: Sequence[Played], second: Sequence[Played]) -> tuple[Comparison, ...]:
    """Compare two series with the same players and seed, game by game: what they share in luck cancels out.

    Raises ValueError if they are not of the same games.
    """
    if [game.seed for game in first] != [game.seed for game in second]:
        raise ValueError("only series from the same seed, of the same length, can be compared")
    pairs = [(_measured(one), _measured(other)) for one, other in zip(first, second, strict=True)]
    return tuple(
        Comparison(
            measure,
            Mean.of_values([one[measure] for one, _ in pairs]).value,
            Mean.of_values([other[measure] for _, other in pairs]).value,
            Mean.of_values([other[measure] - one[measure] for one, other in pairs]),
        )
        for measure in pairs[0][0]
    )


def _measured(game: Played) -> Mapping[Measure, float]:
    """Every measure of one game; of players of one kind the mean, of pieces the mean of all players but ARMAND-0."""
    measured: dict[Measure, float] = {("days", ""): game.days}
    counts = Counter(result.player for result in game.results)
    for name, count in sorted(counts.items()):
        parts = [result for result in game.results if result.player == name]
        measured["score", name] = sum(part.score for part in parts) / count
        if len(counts) > 1:  # else one of them wins in any case
            measured["wins", name] = sum(part.won for part in parts) / count
    buyers = [result.bought for result in game.results if result.player != ARMAND]
    for kind in FOR_SALE:
        measured["bought", kind.value] = sum(bought.count(kind) for bought in buyers) / len(buyers)
    return measured
