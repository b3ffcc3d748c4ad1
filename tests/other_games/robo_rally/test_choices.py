"""What robots choose and draw: double repair sites, waste, chop shops."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mechanica_core.errors import ImpossibleDecision
from mechanica_core.geometry import Facing
from mechanica_core.other_games.robo_rally import (
    Board,
    Decision,
    Draws,
    ElementKind,
    Laser,
    Option,
    Plain,
    Robot,
    Situation,
    Square,
    Take,
    resolve_register,
    resolve_round,
)

K = ElementKind
BRAKES, SHIELD, MORTAR = Option("Brakes"), Option("Shield"), Option("Mortar", 1, 3)


def ended(
    kind: ElementKind,
    decisions: Sequence[Decision] = (),
    register: int = 5,
    damage: int = 3,
    options: tuple[Option, ...] = (),
    ends_round: bool = True,
) -> Robot:
    """A robot that played a register on such an element; Brakes are on top of the options."""
    board = Board(5, 5, (Square((2, 2), (Plain(kind),)),))
    situation = Situation(board, (Robot("A", (2, 2), Facing.NORTH, damage, options=options),))
    draws = Draws(options={"A": [BRAKES, SHIELD]})
    return resolve_register(situation, register, {}, draws, decisions, ends_round=ends_round).situation.robot("A")


def test_a_double_repair_site_repairs_two_or_gives_an_option() -> None:
    draw = Decision("A", 5, K.DOUBLE_REPAIR, Take.DRAW)
    assert (ended(K.DOUBLE_REPAIR).damage, ended(K.DOUBLE_REPAIR).options) == (1, ())
    assert (ended(K.DOUBLE_REPAIR, [draw]).damage, ended(K.DOUBLE_REPAIR, [draw]).options) == (3, (BRAKES,))
    assert ended(K.DOUBLE_REPAIR, [draw], ends_round=False).options == ()


def test_a_double_repair_site_archives_in_every_register() -> None:
    assert ended(K.DOUBLE_REPAIR, register=2, ends_round=False).archive == (2, 2)


def test_waste_may_give_an_option_in_the_fifth_register() -> None:
    assert ended(K.WASTE).options == (BRAKES,)
    assert ended(K.WASTE, [Decision("A", 5, K.WASTE, Take.NOTHING)]).options == ()
    assert ended(K.WASTE, register=4, ends_round=False).options == ()


def test_whoever_waste_destroys_draws_nothing() -> None:
    robot = ended(K.WASTE, damage=9)
    assert robot.destroyed
    assert robot.options == ()


def test_a_chop_shop_gives_an_option_at_the_end_of_the_round() -> None:
    assert ended(K.CHOP_SHOP).options == (BRAKES,)
    assert ended(K.CHOP_SHOP, [Decision("A", 5, K.CHOP_SHOP, Take.NOTHING)]).options == ()
    assert ended(K.CHOP_SHOP, register=3, ends_round=False).options == ()


def test_a_chop_shop_takes_an_option_for_a_new_one() -> None:
    scrap = [Decision("A", 3, K.CHOP_SHOP, Take.SCRAP, "Mortar")]
    assert ended(K.CHOP_SHOP, scrap, 3, options=(MORTAR, SHIELD), ends_round=False).options == (SHIELD, BRAKES)


def test_a_chop_shop_refills_ammunition() -> None:
    refill = [Decision("A", 3, K.CHOP_SHOP, Take.REFILL, "Mortar")]
    assert ended(K.CHOP_SHOP, refill, 3, options=(SHIELD, MORTAR), ends_round=False).options == (
        SHIELD,
        Option("Mortar", 3, 3),
    )


def test_a_chop_shop_is_used_once_in_a_register() -> None:
    refill = [Decision("A", 5, K.CHOP_SHOP, Take.REFILL, "Mortar")]
    assert ended(K.CHOP_SHOP, refill, options=(MORTAR,)).options == (Option("Mortar", 3, 3),)


def test_an_option_that_is_not_recorded_has_no_name() -> None:
    board = Board(5, 5, (Square((2, 2), (Plain(K.CHOP_SHOP),)),))
    situation = Situation(board, (Robot("A", (2, 2), Facing.NORTH),))
    assert resolve_round(situation, {}).situation.robot("A").options == (Option("unknown"),)


def test_decisions_that_cannot_be_are_refused() -> None:
    with pytest.raises(ImpossibleDecision, match=r"A/5/waste: unknown name repair; there are draw, nothing"):
        Decision("A", 5, K.WASTE, Take.REPAIR)
    with pytest.raises(ImpossibleDecision, match="name an option"):
        Decision("A", 5, K.CHOP_SHOP, Take.SCRAP)
    with pytest.raises(ImpossibleDecision, match=r"A/3/chop_shop: A has no option Mortar"):
        ended(K.CHOP_SHOP, [Decision("A", 3, K.CHOP_SHOP, Take.SCRAP, "Mortar")], 3)


def test_a_round_plays_five_registers_and_its_end() -> None:
    board = Board(5, 5, (Square((2, 2), (Plain(K.REPAIR),)), Square((0, 2), (Laser(Facing.EAST),))))
    situation = Situation(board, (Robot("A", (2, 2), Facing.NORTH),))
    result = resolve_round(situation, {})
    assert [played.situation.robot("A").damage for played in result.played] == [1, 2, 3, 4, 4]
    assert result.situation.robot("A").archive == (2, 2)
    assert len(result.events) == sum(len(played.events) for played in result.played)


def test_there_are_five_registers() -> None:
    with pytest.raises(ValueError, match="there are 1 to 5"):
        resolve_register(Situation(Board(1, 1), ()), 6, {})
