"""Rounds and whole games (3.2, 3.3, 3.7), with the worked examples of the rules."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest

from mechanica_core.other_games.factory_fun import (
    Build,
    BuildError,
    Connector,
    Game,
    GameSetupError,
    Hall,
    Machine,
    PlacedMachine,
    Player,
    Product,
    Reservoir,
    Rule,
    Square,
    Store,
    Taking,
    TakingError,
    changes,
    cost,
    is_legal,
    play_round,
    winners,
)
from mechanica_core.other_games.factory_fun.game import forbidden_changes
from mechanica_core.other_games.factory_fun.machines import made_up_machines
from mechanica_core.other_games.factory_fun.simple_player import simple_round
from mechanica_core.other_games.factory_fun.text import read_hall_text
from tests.other_games.factory_fun.halls import hall

PRESSED: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A   [O]   ·    ·
2   ·    ·    ·    ·    ·    ·""")
PRESS: Final = PRESSED.machines[0].machine
MILLED: Final = hall("""
    a    b    c    d    e    f
1  (Y)   A>   A    B>   B   [O]
2   ·    ·    ·    ·    ·    ·""")
MILL: Final = MILLED.machines[1].machine
EMPTY: Final = Hall((), (), (), (), None, 2, 6)


def game(start: Hall, *machines: Machine, money: int = 5, players: int = 2) -> Game:
    """A game in which all have this hall, and these machines are turned over next."""
    stock = (*machines, *[PRESS] * (10 * players - len(machines)))
    return Game(tuple(Player(name, start, money) for name in ("Ann", "Ben", "Cy", "Di")[:players]), stock)


# -- worked examples -----------------------------------------------------------------------------------------


def test_the_example_of_round_10() -> None:
    """Income 5 and four new connectors and containers: net +1, and at the end 5 for the 1 under a token."""
    works = "\nX: income 4, 1 west in yellow 1, 2 east out brown 2: Brown works"
    wonder = "\nP: income 5, extra any, 1 west in brown 1, 1 north in blue 1, 2 east out red 1: Wonder"
    before = read_hall_text(f"""
    a    b    c    d    e    f    g    h
1   ·    ·    ·    ·    ·    ·    ·    ·
2  (Y)   X>   X   [O]   ·    ·    ·    ·{works}""")
    after = read_hall_text(f"""
    a    b    c    d    e    f    g    h
1   ·    ·    ·    ·    ·   (B)   ·    ·
2  (Y)   X>   X   ────────── P>   P   [O]{works}{wonder}""")
    assert is_legal(before)
    assert is_legal(after)
    machine = next(placed.machine for placed in after.machines if placed.machine.name == "Wonder")
    last = replace(game(before, machine), round=10, stock=(machine, PRESS))
    played = play_round(last, [Taking(0, machine)], [Build(0, after, Product.BLUE)])
    ann = played.accounts[0]
    assert (ann.income, ann.costs, ann.net, ann.extra) == (5, 4, 1, Product.BLUE)
    assert played.game.is_over
    assert played.game.players[0].owns(Product.BLUE) == 2
    assert played.game.players[0].final_money - played.game.players[0].money == 5


def test_clear_tokens_of_3_1_and_2_give_30() -> None:
    drawn = hall("""
    a    b    c    d    e    f
1  (Y)   C>   C    T>   T   [O]
2  (Y)   C>   C    B>   B   [O]
3  (Y)   C>   C    D>   D   [O]""")
    ann = Player("Ann", drawn, money=7)
    assert ann.tokens == 3 + 1 + 2
    assert ann.final_money == 7 + 30


# -- taking --------------------------------------------------------------------------------------------------


def test_who_takes_and_does_not_place_pays_5_but_keeps_1() -> None:
    start = game(EMPTY, PRESS, MILL, MILL, players=3, money=4)
    rich = replace(start, players=(replace(start.players[0], money=9), *start.players[1:]))
    played = play_round(rich, [Taking(0, PRESS), Taking(1, MILL), Taking(2, None)], [])
    assert [player.money for player in played.game.players] == [4, 1, 4]
    assert [account.penalty for account in played.accounts] == [5, 5, 0]
    assert played.game.stock == start.stock[3:]


def test_the_last_player_may_decline_the_last_machine() -> None:
    start = game(EMPTY, PRESS, MILL)
    played = play_round(start, [Taking(1, MILL), Taking(0, PRESS)], [])
    assert [account.penalty for account in played.accounts] == [0, 5]


def test_a_choice_of_two_excuses_nobody() -> None:
    start = game(EMPTY, PRESS, MILL)
    played = play_round(start, [Taking(1, None), Taking(0, PRESS)], [])
    assert [account.penalty for account in played.accounts] == [5, 0]


@pytest.mark.parametrize(
    ("takings", "why"),
    [
        ([Taking(0, PRESS), Taking(0, MILL)], "Ann: takes twice in a round"),
        ([Taking(0, PRESS), Taking(1, PRESS)], "Ben: Press is not there to be taken"),
        ([Taking(2, PRESS)], "there is no player 3"),
        ([Taking(-1, PRESS)], "there is no player 0"),
    ],
)
def test_a_taking_that_cannot_be(takings: list[Taking], why: str) -> None:
    with pytest.raises(TakingError) as refused:
        play_round(game(EMPTY, PRESS, MILL), takings, [])
    assert str(refused.value) == why


def test_nothing_is_taken_after_the_last_round() -> None:
    over = replace(game(EMPTY), round=11)
    assert over.is_over
    assert over.offered == ()
    with pytest.raises(TakingError, match="the game is over"):
        play_round(over, [Taking(0, PRESS)], [])


# -- building ------------------------------------------------------------------------------------------------


def test_income_and_costs_are_moved_by_the_banker_after_building() -> None:
    played = play_round(game(PRESSED, MILL, money=5), [Taking(0, MILL)], [Build(0, MILLED)])
    account = played.accounts[0]
    assert (account.income, account.costs, account.net) == (3, 1, 2)
    assert [player.money for player in played.game.players] == [7, 5]
    assert played.game.players[0].hall == MILLED
    assert played.game.round == 2


def wrong(built: Hall, machine: Machine = MILL, start: Hall = PRESSED, money: int = 5) -> str:
    """Why a hall may not be built."""
    with pytest.raises(BuildError) as refused:
        play_round(game(start, machine, money=money), [Taking(0, machine)], [Build(0, built)])
    return str(refused.value)


def test_every_broken_rule_of_a_built_hall_is_told() -> None:
    built = MILLED.without(Square.named("f1"))
    with pytest.raises(BuildError) as refused:
        play_round(game(PRESSED, MILL), [Taking(0, MILL)], [Build(0, built)])
    assert [violation.rule for violation in refused.value.violations] == [Rule.B]
    assert str(refused.value) == "Ann: e1: the output blue 1 of Mill is joined to nothing (b)"


def test_the_hall_changes_only_with_a_new_machine() -> None:
    with pytest.raises(BuildError, match="only in a round in which a machine is placed"):
        play_round(game(PRESSED), [Taking(0, None)], [Build(0, PRESSED)])
    assert wrong(PRESSED) == "Ann: exactly one machine is new, Mill"
    assert wrong(MILLED, machine=PRESS) == "Ann: exactly one machine is new, Press"


def test_no_machine_is_removed() -> None:
    built = hall("""
    a    b    c    d    e    f
1   ·    ·   (R)   B>   B   [O]
2   ·    ·    ·    ·    ·    ·""")
    assert wrong(built) == "Ann: no machine may be removed"


def shifted(rows: str) -> Hall:
    """Three presses, those of these rows one space further east, and a mill below."""
    lines = [
        f"{row}   ·   (Y)   A>   A   [O]" if str(row) in rows else f"{row}  (Y)   A>   A   [O]" for row in (1, 2, 3)
    ]
    return hall("\n".join(["    a    b    c    d    e    f    g    h", *lines]))


def test_at_most_two_older_machines_are_moved() -> None:
    start, placed = shifted(""), PlacedMachine(Square(2, 6), MILL)
    for rows, moved in (("1", 1), ("12", 2), ("123", 3)):
        assert cost(start, shifted(rows)) == 4 * moved
    assert not list(forbidden_changes(changes(start, shifted("12").with_parts(placed))))
    (why,) = forbidden_changes(changes(start, shifted("123").with_parts(placed)))
    assert str(why) == "at most two older machines may be moved in a round"


def test_money_does_not_fall_below_1() -> None:
    assert wrong(MILLED, money=-2) == "Ann: money would fall to 0, below 1"
    assert play_round(game(PRESSED, MILL, money=-1), [Taking(0, MILL)], [Build(0, MILLED)]).game.players[0].money == 1


def test_a_player_has_three_output_reservoirs_and_one_container_of_each_colour() -> None:
    four = hall("""
    a    b    c    d    e
1  (Y)   A>   A   ─┬───[O]
2   ·    ·    ·    ├───[O]
3   ·    ·    ·    ├───[O]
4   ·    ·    ·   [O]   ·""")
    told = wrong(four, PRESS, Hall((), (), (), (), None, 4, 5), 50)
    assert told == "Ann: d4: the output reservoir: there are only 3"
    two = hall("""
    a    b    c    d
1  (Y)   ·    ·    ·
2   ├─── A>   A   [O]
3  (Y)   ·    ·    ·""")
    assert wrong(two, PRESS, Hall((), (), (), (), None, 3, 4)) == (
        "Ann: a3: the supply container (yellow): there are only 1"
    )


def test_end_product_reservoirs_are_common() -> None:
    toy = hall("""
    a    b    c    d
1  (R)   E>   E   [E]""")
    start = game(Hall((), (), (), (), None, 1, 4), toy.machines[0].machine)
    full = Hall(reservoirs=tuple(Reservoir(Square(0, column), Store.END) for column in range(11)))
    crowded = replace(start, players=(start.players[0], replace(start.players[1], hall=full)))
    assert play_round(start, [Taking(0, start.offered[0])], [Build(0, toy)]).accounts[0].placed
    with pytest.raises(BuildError, match="d1: the end-product reservoir: there are only 0"):
        play_round(crowded, [Taking(0, start.offered[0])], [Build(0, toy)])


def test_connectors_are_common() -> None:
    start = game(Hall((), (), (), (), None, 1, 5), PRESS)
    built = hall("""
    a    b    c    d    e
1  (Y)   A>   A   ─────[O]""")
    squares = [Square(row, column) for row in range(12) for column in range(11)]
    full = Hall(connectors=tuple(Connector.of(square, "EW") for square in squares[:129]), rows=12)
    crowded = replace(start, players=(start.players[0], replace(start.players[1], hall=full)))
    assert play_round(start, [Taking(0, PRESS)], [Build(0, built)]).accounts[0].placed
    with pytest.raises(BuildError, match="d1: connector: there are only 0"):
        play_round(crowded, [Taking(0, PRESS)], [Build(0, built)])


# -- super supply --------------------------------------------------------------------------------------------


def built_with(machine: Machine, colour: Product | None, common: tuple[int, int, int, int]) -> tuple[Game, int]:
    """The game after a press of that kind was built, and what that cost."""
    built = Hall(
        tuple(placed._replace(machine=machine) for placed in PRESSED.machines),
        (),
        PRESSED.containers,
        PRESSED.reservoirs,
        None,
        2,
        6,
    )
    start = replace(game(EMPTY, machine), common=common)
    played = play_round(start, [Taking(0, machine)], [Build(0, built, colour)])
    return played.game, played.accounts[0].costs


def test_a_super_supply_gives_a_container_of_its_colour() -> None:
    after, costs = built_with(replace(PRESS, extra=Product.BLUE), None, (2, 2, 2, 2))
    assert (after.players[0].containers, after.common, costs) == ((1, 1, 2, 1), (2, 2, 1, 2), 2)


def test_a_question_mark_lets_the_owner_choose() -> None:
    after, _ = built_with(replace(PRESS, extra="any"), Product.RED, (2, 2, 2, 2))
    assert (after.players[0].containers, after.common) == ((1, 2, 1, 1), (2, 1, 2, 2))
    with pytest.raises(BuildError, match="Press leaves no colour to choose"):
        built_with(PRESS, Product.RED, (2, 2, 2, 2))


def test_an_empty_stock_gives_nothing() -> None:
    after, _ = built_with(replace(PRESS, extra=Product.BLUE), None, (2, 2, 0, 2))
    assert (after.players[0].containers, after.common) == ((1, 1, 1, 1), (2, 2, 0, 2))


def test_the_extra_container_is_usable_at_once_and_placing_it_costs_1() -> None:
    two = hall("""
    a    b    c    d
1  (Y)   ·    ·    ·
2   ├─── A>   A   [O]
3  (Y)   ·    ·    ·""")
    machine = replace(PRESS, extra=Product.YELLOW)
    placed = two.machines[0]._replace(machine=machine)
    built = Hall((placed,), two.connectors, two.containers, two.reservoirs, None, 3, 4)
    start = game(Hall((), (), (), (), None, 3, 4), machine)
    assert play_round(start, [Taking(0, machine)], [Build(0, built)]).accounts[0].costs == 4


# -- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "machines", "why"),
    [
        (["Ann"], made_up_machines(), "a game has 2 to 4 players, not 1"),
        (["Ann", "Ben", "Cy", "Di", "Ed"], made_up_machines(), "a game has 2 to 4 players, not 5"),
        (["Ann", "Ann"], made_up_machines(), "two players have one name"),
        (["Ann", "Ben"], made_up_machines()[:19], "2 players need 20 machines, not 19"),
    ],
)
def test_a_game_that_cannot_be_set_up(names: list[str], machines: tuple[Machine, ...], why: str) -> None:
    with pytest.raises(GameSetupError) as refused:
        Game.new(names, machines)
    assert str(refused.value) == why


def test_setup() -> None:
    start = Game.new(["Ann", "Ben", "Cy"], made_up_machines(), seed=3)
    assert len(start.stock) == 30
    assert [player.money for player in start.players] == [1, 1, 1]
    assert start.common == (2, 2, 2, 2)
    assert start.players[0].hall == Hall()
    assert start == Game.new(["Ann", "Ben", "Cy"], made_up_machines(), seed=3)
    assert start.stock != Game.new(["Ann", "Ben", "Cy"], made_up_machines(), seed=4).stock


def test_most_money_wins_and_a_tie_is_shared() -> None:
    tied = game(EMPTY, players=3)
    assert [player.name for player in winners(tied)] == ["Ann", "Ben", "Cy"]
    richer = replace(tied, players=(*tied.players[:2], replace(tied.players[2], money=6)))
    assert [player.name for player in winners(richer)] == ["Cy"]


def played_out(seed: int) -> Game:
    """A game of simple players to its end, with every rule that holds between rounds looked at."""
    dice = random.Random(seed)
    current = Game.new(("Ann", "Ben", "Cy", "Di")[: 2 + seed % 3], made_up_machines(), seed)
    while not current.is_over:
        takings, builds = simple_round(current, dice)
        current = play_round(current, takings, builds).game
        assert all(player.money >= 1 for player in current.players)
        for part in range(4):
            assert sum(player.containers[part] - 1 for player in current.players) + current.common[part] == 2
    assert current.stock == ()
    assert all(is_legal(player.hall) for player in current.players)
    return current


def test_a_game_of_simple_players_ends() -> None:
    ended = played_out(1)
    assert sum(len(player.hall.machines) for player in ended.players) > 6
    assert winners(ended)


@pytest.mark.slow
def test_2000_games_of_simple_players_end_without_an_error() -> None:
    for seed in range(2_000):
        played_out(seed)
