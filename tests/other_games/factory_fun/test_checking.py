"""The flow check (3.4, 3.5, 3.8): for each letter halls that keep it and halls that break only it."""

from __future__ import annotations

import pytest

from mechanica_core.other_games.factory_fun import (
    Connector,
    Container,
    Hall,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    check,
)
from tests.other_games.factory_fun.halls import hall


def broken(drawn: Hall) -> list[tuple[str, str]]:
    """Rules and squares of what is wrong with a hall."""
    return [(violation.rule.value, str(violation.square)) for violation in check(drawn)]


KEPT = {
    "a, b, c, d: a machine between a container and a reservoir": """
    a    b    c    d
1  (Y)   A>   A   [O]""",
    "c: containers may touch each other": """
    a    b    c    d
1  (Y)   A>   A   [O]
2  (R)   B>   B   [O]""",
    "c: containers of one colour feed an input together": """
    a    b    c    d
1  (Y)   ·    ·    ·
2   ├─── A>   A   [O]
3  (Y)   ·    ·    ·""",
    "c: one container feeds several inputs, through connectors too": """
    a    b    c    d
1   ┌─── A>   A   [O]
2  (Y)   H>   H   [O]""",
    "d, e: a machine feeds a machine, pipe against pipe": """
    a    b    c    d    e    f
1  (Y)   A>   A    B>   B   [O]""",
    "f: a 3 feeds a 1, the surplus vanishes": """
    a    b    c    d    e    f
1  (Y)   C>   C    B>   B   [O]""",
    "f, k: a 3 is split into 2 and 1 and used up": """
    a    b    c    d    e    f    g
1   ·    ·    ·    ┌─── B>   B   [O]
2  (Y)   C>   C   ─┤    ·    ·    ·
3   ·    ·    ·    └─── D>   D   [O]""",
    "f, k: two outputs are united for a larger input": """
    a    b    c    d    e    f    g
1  (Y)   A>   A   ─┐    ·    ·    ·
2  (Y)   A>   A   ─┴─── D>   D   [O]""",
    "g: an end product goes into its reservoir": """
    a    b    c    d
1  (R)   E>   E   [E]""",
    "h: two end products have a reservoir each": """
    a    b    c    d
1  (R)   E>   E   [E]
2  (R)   E>   E   [E]""",
    "3.8: two outputs share an output reservoir": """
    a    b    c    d
1  (Y)   A>   A   [O]
2  (Y)   C>   C   ─┘""",
    "3.8: a reservoir and an input share a network": """
    a    b    c    d    e    f    g
1   ·    ·    ·   [O]   ·    ·    ·
2  (Y)   A>   A   ─┴─── B>   B   [O]""",
    "m: the two bends of one tile join nothing to each other": """
    a    b    c    d    e    f    g
1   ·    ·    ·   [O]   ·    ·    ·
2  (Y)   A>   A   ─┘┌── H>   H   [O]
3   ·    ·    ·   (Y)   ·    ·    ·""",
    "m: the two pipes of a crossing join nothing to each other": """
    a    b    c    d    e
1   ·    ·    ·   (R)   ·
2  (Y)   A>   A   ─┼───[O]
3   ·    ·    ·    F>   F
4   ·    ·    ·    ·   [O]""",
    "n: two ways from one machine to another are no circle": """
    a    b    c    d
1  (Y)   L>   L    ·
2   ·    M>   M   [O]""",
    "n: production of two machines ends in one reservoir, and leads on no further": """
    a    b    c    d    e    f
1  (Y)   A>   A   ─┬───[O]  ─┐
2   ·    ·    ·    K>   K   ─┘""",
    "an empty hall": """
    a    b
1   ·    ·""",
}
"""Halls that break no rule, by what they show."""

BROKEN = {
    "b: an input faces nothing": (
        "b",
        "b1",
        """
    a    b    c    d
1   ·    A>   A   [O]""",
    ),
    "b: an output faces the wall": (
        "b",
        "c1",
        """
    a    b    c
1  (Y)   A>   A""",
    ),
    "b: an output faces the blind side of a machine": (
        "b",
        "c1",
        """
    a    b    c    d    e    f
1  (Y)   A>   A    G>   G   (Y)""",
    ),
    "b: an output faces the pillar": (
        "b",
        "c1",
        """
    a    b    c    d
1  (Y)   A>   A   ###""",
    ),
    "c: an input is joined to a reservoir": (
        "c",
        "b1",
        """
    a    b    c    d    e    f    g
1  [O]   A>   A   [O]   ·    ·    ·""",
    ),
    "c: an input is joined to an input": (
        "c",
        "c1 d1",
        """
    a    b    c    d    e    f
1   ·    G>   G    H>   H   [O]""",
    ),
    "d: outputs are joined to each other": (
        "d",
        "c1 d1",
        """
    a    b    c    d    e    f
1  (Y)   A>   A    A    A<  (Y)""",
    ),
    "e: an output feeds an input of another colour": (
        "e",
        "d1",
        """
    a    b    c    d    e    f
1  (Y)   H>   H    B>   B   [O]""",
    ),
    "e: a container feeds an input of another colour": (
        "e",
        "b1",
        """
    a    b    c    d
1  (B)   A>   A   [O]""",
    ),
    "e: containers of two colours feed an input": (
        "e",
        "a3",
        """
    a    b    c    d
1  (Y)   ·    ·    ·
2   ├─── A>   A   [O]
3  (B)   ·    ·    ·""",
    ),
    "e: two colours meet in one reservoir": (
        "e",
        "d1",
        """
    a    b    c    d
1  (Y)   A>   A   [O]
2  (Y)   H>   H   ─┘""",
    ),
    "f: a 1 feeds a 2": (
        "f",
        "d1",
        """
    a    b    c    d    e    f
1  (Y)   A>   A    D>   D   [O]""",
    ),
    "f, k: a 3 is split into 2 and 2": (
        "f",
        "e1",
        """
    a    b    c    d    e    f    g
1   ·    ·    ·    ┌─── D>   D   [O]
2  (Y)   C>   C   ─┤    ·    ·    ·
3   ·    ·    ·    └─── D>   D   [O]""",
    ),
    "g: an end product goes into an output reservoir": (
        "g",
        "c1",
        """
    a    b    c    d
1  (R)   E>   E   [O]""",
    ),
    "g: an end product has two reservoirs": (
        "g",
        "c2",
        """
    a    b    c    d
1   ·    ·    ·   [E]
2  (R)   E>   E   ─┤
3   ·    ·    ·   [E]""",
    ),
    "h: two machines share an end-product reservoir": (
        "h",
        "d1",
        """
    a    b    c    d
1  (R)   E>   E   [E]
2  (R)   E>   E   ─┘""",
    ),
    "h: the end products of two machines are united": (
        "h",
        "c1",
        """
    a    b    c    d
1  (R)   E>   E   ─┐
2  (R)   E>   E   ─┤
3   ·    ·    ·   [E]""",
    ),
    "j: one end of a split is loose": (
        "j",
        "d1",
        """
    a    b    c    d    e
1  (Y)   A>   A   ─┬───[O]
2   ·    ·    ·    ·    ·""",
    ),
    "l: an output is joined to a container": (
        "l",
        "d2",
        """
    a    b    c    d    e
1  (Y)   A>   A   ─┬───[O]
2   ·    ·    ·   (R)   ·""",
    ),
    "m: two connectors on one space": (
        "m",
        "d1",
        """
    a    b    c    d    e
1  (Y)   A>   A   ─────[O]
also connector EW at d1""",
    ),
    "n: a machine feeds itself": (
        "n",
        "b2",
        """
    a    b    c    d
1   ·    ┌─────────┐
2   ·    K>   K   ─┘""",
    ),
    "pillar: a connector lies on it": (
        "pillar",
        "d1",
        """
    a    b    c    d    e
1  (Y)   A>   A   ###  [O]
also connector EW at d1""",
    ),
    "overlap: a reservoir lies under a connector": (
        "overlap",
        "d1",
        """
    a    b    c    d    e
1  (Y)   A>   A   ─────[O]
also reservoir output at d1""",
    ),
    "loose part: a container touches no pipe": (
        "loose part",
        "e1",
        """
    a    b    c    d    e
1  (Y)   A>   A   [O]  (R)""",
    ),
    "loose part: a reservoir touches no pipe": (
        "loose part",
        "e1",
        """
    a    b    c    d    e
1  (Y)   A>   A   [O]  [E]""",
    ),
}
"""Halls that break one rule alone, with its square, by what they show."""


@pytest.mark.parametrize("shown", KEPT)
def test_a_hall_that_keeps_the_rules(shown: str) -> None:
    assert broken(hall(KEPT[shown])) == []


@pytest.mark.parametrize("shown", BROKEN)
def test_a_hall_that_breaks_one_rule_alone(shown: str) -> None:
    rule, squares, picture = BROKEN[shown]
    assert broken(hall(picture)) == [(rule, square) for square in squares.split()]


PRESS = (
    hall("""
    a    b    c    d
1  (Y)   A>   A   [O]""")
    .machines[0]
    .machine
)


def test_what_lies_outside_the_hall_is_told_by_square() -> None:
    outside = Square(1, 4)
    parts = (Connector.of(outside, "EW"), Container(outside, Product.RED), Reservoir(outside))
    for part in parts:
        assert ("inside", "e2") in broken(Hall(rows=1, columns=4, pillar=None).with_parts(part))


def test_a_machine_covers_two_spaces_of_the_hall() -> None:
    over_the_edge = Hall(rows=2, columns=4, pillar=None).with_parts(PlacedMachine(Square(0, 3), PRESS))
    assert ("a", "d1") in broken(over_the_edge)
    within = Hall(rows=2, columns=4, pillar=None).with_parts(PlacedMachine(Square(0, 2), PRESS))
    assert "a" not in dict(broken(within))


def test_every_broken_rule_is_told_at_once() -> None:
    drawn = hall("""
    a    b    c    d    e    f
1  (B)   A>   A   ─┬─── D>   D
2   ·    ·    ·    ·    ·   (Y)""")
    assert broken(drawn) == [("e", "b1"), ("j", "d1"), ("f", "e1"), ("b", "f1"), ("loose part", "f2")]


def test_a_circle_of_machines_is_told_once_with_all_their_names() -> None:
    drawn = hall("""
    a    b    c    d    e
1   ┌───────────────────┐
2   K>   K   ─┐    ·    │
3   ·    ·    K>   K   ─┘""")
    (violation,) = check(drawn)
    assert str(violation) == "a2: production leads back to the same machine: Pump, Pump (n)"
