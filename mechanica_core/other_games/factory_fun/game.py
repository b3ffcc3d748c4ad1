"""Rounds and whole games for 2 to 4 (3.2, 3.3, 3.7). Who takes which machine, in which order, comes from outside."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun.checking import check, part_words
from mechanica_core.other_games.factory_fun.costs import MOST_MOVED, Act, Change, changes, new_machines
from mechanica_core.other_games.factory_fun.errors import BuildError, GameSetupError, TakingError
from mechanica_core.other_games.factory_fun.flows import token_inputs
from mechanica_core.other_games.factory_fun.hall import PILLAR, Hall
from mechanica_core.other_games.factory_fun.parts import ANY, COLOURS, Machine, Product, Reservoir, Square, Store

LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
ROUNDS: Final = 10
START_MONEY: Final = 1
LEAST_MONEY: Final = 1
"""Money never falls below it (3.7)."""
PENALTY: Final = 5
"""For a machine that was taken and not placed."""
TOKEN_WORTH: Final = 5
OWN_RESERVOIRS: Final = 3
"""Output reservoirs of a player."""
COMMON_CONTAINERS: Final = 2
"""Supply containers per colour in the common stock at the start."""
END_RESERVOIRS: Final = 11
CONNECTORS: Final = 129
"""End-product reservoirs and connectors in the box, for all players together."""
EMPTY_HALL: Final = Hall()


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the hall, money, and how many supply containers of each colour (in ``COLOURS``' order) are theirs."""

    name: str
    hall: Hall = EMPTY_HALL
    money: int = START_MONEY
    containers: tuple[int, int, int, int] = (1, 1, 1, 1)

    def owns(self, colour: Product) -> int:
        """How many supply containers of a colour are theirs, on the hall or beside it."""
        return self.containers[COLOURS.index(colour)]

    @property
    def tokens(self) -> int:
        """The sum of the numbers under the clear tokens."""
        return sum(joint.end.number for joint in token_inputs(self.hall))

    @property
    def final_money(self) -> int:
        """Money with the bonus of the end: 5 for each number under a token."""
        return self.money + TOKEN_WORTH * self.tokens


@dataclass(frozen=True, slots=True)
class Taking:
    """In their order: who took which machine, or that a player took none."""

    player: int
    machine: Machine | None


@dataclass(frozen=True, slots=True)
class Build:
    """A player's hall after building; the colour chosen for a super supply with a question mark."""

    player: int
    hall: Hall
    colour: Product | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What a round did to a player: the machine taken, whether it was placed, and the banker's figures."""

    player: int
    machine: Machine | None
    placed: bool
    changes: tuple[Change, ...] = ()
    income: int = 0
    penalty: int = 0
    extra: Product | None = None
    """The colour of the extra container received."""

    @property
    def costs(self) -> int:
        """What all changes cost."""
        return sum(change.cost for change in self.changes)

    @property
    def net(self) -> int:
        """By how much the banker moves the disc, unless money would fall below 1."""
        return self.income - self.costs - self.penalty


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two rounds. ``stock`` is what is still to be turned over, the next machines first."""

    players: tuple[Player, ...]
    stock: tuple[Machine, ...]
    common: tuple[int, int, int, int] = (COMMON_CONTAINERS,) * 4
    """Supply containers in the common stock, in ``COLOURS``' order."""
    round: int = 1

    @classmethod
    def new(
        cls,
        names: Sequence[str],
        machines: Sequence[Machine],
        seed: int | None = None,
        pillars: Sequence[Square | None] | None = None,
    ) -> Game:
        """A new game with 10 machines a player, shuffled by the seed; without one, the first in the order given.

        The pillars stand in the middle unless their squares are told, one for each player (3.2). Raises
        :class:`GameSetupError` if there are not 2 to 4 players of different names, or too few machines or pillars.
        """
        if not LEAST_PLAYERS <= len(names) <= MOST_PLAYERS:
            raise GameSetupError(say("a game has 2 to 4 players, not {number}", number=len(names)))
        if len(set(names)) < len(names):
            raise GameSetupError(say("two players have one name"))
        needed = ROUNDS * len(names)
        if len(machines) < needed:
            raise GameSetupError(
                say(
                    "{players} players need {needed} machines, not {number}",
                    players=len(names),
                    needed=needed,
                    number=len(machines),
                )
            )
        stock = list(machines)
        if seed is not None:
            random.Random(seed).shuffle(stock)
        if pillars is None:
            pillars = [PILLAR] * len(names)
        if len(pillars) != len(names):
            raise GameSetupError(
                say("{players} players, but {pillars} pillars", players=len(names), pillars=len(pillars))
            )
        players = tuple(Player(name, Hall(pillar=pillar)) for name, pillar in zip(names, pillars, strict=True))
        return cls(players, tuple(stock[:needed]))

    @property
    def is_over(self) -> bool:
        """Whether all 10 rounds are played."""
        return self.round > ROUNDS

    @property
    def offered(self) -> tuple[Machine, ...]:
        """The machines turned over in this round: as many as players."""
        return () if self.is_over else self.stock[: len(self.players)]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played: the game after it and each player's account, in the order of the players."""

    game: Game
    accounts: tuple[Account, ...]


def play_round(game: Game, takings: Sequence[Taking], builds: Sequence[Build]) -> Round:
    """Play a round: machines are taken in the order given, then halls are built in theirs, then the banker moves.

    Who is not named took no machine; who took one and does not build pays for it. Raises :class:`TakingError` for a
    taking that cannot be, :class:`BuildError` for a hall that breaks a rule.
    """
    taken = take(game, takings)
    players, common = list(game.players), game.common
    accounts = [Account(seat, taken.get(seat), placed=False) for seat in range(len(players))]
    built: set[int] = set()
    for build in builds:
        name = _name(game, build.player)
        machine = taken.get(build.player)
        if build.player in built:
            raise BuildError(name, say("builds twice in a round"))
        if machine is None:
            raise BuildError(name, say("may change the hall only in a round in which a machine is placed"))
        built.add(build.player)
        others = [player.hall for seat, player in enumerate(players) if seat != build.player]
        player, common, account = build_hall(players[build.player], machine, build, common, others)
        players[build.player], accounts[build.player] = player, account
    excused = _excused(game, takings)
    for seat, machine in taken.items():
        if seat not in built and seat != excused:
            accounts[seat] = Account(seat, machine, placed=False, penalty=PENALTY)
            players[seat] = replace(players[seat], money=max(LEAST_MONEY, players[seat].money - PENALTY))
    after = Game(tuple(players), game.stock[len(players) :], common, game.round + 1)
    return Round(after, tuple(accounts))


def take(game: Game, takings: Sequence[Taking]) -> dict[int, Machine]:
    """Who has which machine after phase 1. Raises :class:`TakingError` for a taking that cannot be."""
    if game.is_over:
        raise TakingError(None, say("the game is over"))
    left = Counter(game.offered)
    taken: dict[int, Machine] = {}
    seen: set[int] = set()
    for taking in takings:
        if not 0 <= taking.player < len(game.players):
            raise TakingError(None, say("there is no player {number}", number=taking.player + 1))
        name = game.players[taking.player].name
        if taking.player in seen:
            raise TakingError(name, say("takes twice in a round"))
        seen.add(taking.player)
        if taking.machine is None:
            continue
        if left[taking.machine] < 1:
            raise TakingError(name, say("{machine} is not there to be taken", machine=taking.machine.name))
        left[taking.machine] -= 1
        taken[taking.player] = taking.machine
    return taken


def _excused(game: Game, takings: Sequence[Taking]) -> int | None:
    """Who may decline without penalty: who took the last machine when all others had theirs (3.3)."""
    takers = [taking.player for taking in takings if taking.machine is not None]
    return takers[-1] if len(takers) == len(game.players) else None


def build_hall(
    player: Player, machine: Machine, build: Build, common: tuple[int, int, int, int], others: Sequence[Hall]
) -> tuple[Player, tuple[int, int, int, int], Account]:
    """Build the taken machine: the player and the common containers afterwards, and the account.

    ``others`` are the other players' halls, which share end-product reservoirs and connectors with this one. Raises
    :class:`BuildError` telling every rule that the hall breaks, or what else forbids it.
    """
    name, before, after = player.name, player.hall, build.hall
    if (before.rows, before.columns, before.pillar) != (after.rows, after.columns, after.pillar):
        raise BuildError(name, say("the hall has another size or pillar than before"))
    if broken := check(after):
        raise BuildError(name, violations=broken)
    if [placed.machine for placed in new_machines(before, after)] != [machine]:
        raise BuildError(name, say("exactly one machine is new, {machine}", machine=machine.name))
    done = tuple(changes(before, after))
    if forbidden := next(forbidden_changes(done), None):
        raise BuildError(name, forbidden)
    extra, common = _extra(name, machine, build.colour, common)
    owned = tuple(count + (colour is extra) for count, colour in zip(player.containers, COLOURS, strict=True))
    money = player.money + machine.income - sum(change.cost for change in done)
    after_player = Player(name, after, money, (owned[0], owned[1], owned[2], owned[3]))
    _check_stock(after_player, others)
    if money < LEAST_MONEY:
        raise BuildError(name, say("money would fall to {money}, below {least}", money=money, least=LEAST_MONEY))
    return after_player, common, Account(build.player, machine, True, done, machine.income, extra=extra)


def forbidden_changes(done: Sequence[Change]) -> Iterator[Message]:
    """What no player may do in a round: remove a machine, move more than two, change the hall without a new one."""
    acts = Counter(change.act for change in done)
    if acts[Act.REMOVE_MACHINE]:
        yield say("no machine may be removed")
    if acts[Act.MOVE_MACHINE] > MOST_MOVED:
        yield say("at most two older machines may be moved in a round")
    if done and acts[Act.PLACE_MACHINE] != 1:
        number = acts[Act.PLACE_MACHINE]
        yield say("a hall is changed by placing exactly one new machine, not {number}", number=number)


def _extra(
    name: str, machine: Machine, chosen: Product | None, common: tuple[int, int, int, int]
) -> tuple[Product | None, tuple[int, int, int, int]]:
    """The colour of the extra container, and the common stock without it; an empty stock gives nothing (3.8)."""
    if machine.extra != ANY:
        if chosen is not None:
            raise BuildError(name, say("{machine} leaves no colour to choose", machine=machine.name))
        chosen = machine.extra
    if chosen is not None and chosen not in COLOURS:
        raise BuildError(name, say("no supply container holds the end product"))
    if chosen is None or not common[COLOURS.index(chosen)]:
        return None, common
    left = [count - (colour is chosen) for count, colour in zip(common, COLOURS, strict=True)]
    return chosen, (left[0], left[1], left[2], left[3])


def _check_stock(player: Player, others: Sequence[Hall]) -> None:
    """That the hall holds no more than the player and the common stock have."""
    hall = player.hall
    used = Counter(part.product for part in hall.containers)
    for colour in COLOURS:
        if used[colour] > player.owns(colour):
            part = next(part for part in reversed(hall.containers) if part.product is colour)
            raise BuildError(player.name, _too_many(str(part.square), part_words(part), player.owns(colour)))
    limits = (
        (Store.OUTPUT, OWN_RESERVOIRS, 0),
        (Store.END, END_RESERVOIRS, sum(part.store is Store.END for other in others for part in other.reservoirs)),
    )
    for store, most, elsewhere in limits:
        stored = [part for part in hall.reservoirs if part.store is store]
        if len(stored) + elsewhere > most:
            last = stored[-1] if stored else Reservoir(hall.machines[0].square, store)
            raise BuildError(player.name, _too_many(str(last.square), part_words(last), most - elsewhere))
    laid = len(hall.connectors) + sum(len(other.connectors) for other in others)
    if hall.connectors and laid > CONNECTORS:
        square = str(hall.connectors[-1].square)
        raise BuildError(player.name, _too_many(square, say("connector"), CONNECTORS - laid + len(hall.connectors)))


def _too_many(square: str, part: Message, most: int) -> Message:
    return say("{square}: {part}: there are only {most}", square=square, part=part, most=most)


def _name(game: Game, seat: int) -> str:
    if not 0 <= seat < len(game.players):
        raise TakingError(None, say("there is no player {number}", number=seat + 1))
    return game.players[seat].name


def winners(game: Game) -> tuple[Player, ...]:
    """Who has most at the end, the bonus for tokens counted; a tie is shared (3.8)."""
    most = max(player.final_money for player in game.players)
    return tuple(player for player in game.players if player.final_money == most)
