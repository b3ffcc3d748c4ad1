"""A hall as a picture of text, which reads back."""

from __future__ import annotations

import pytest
from hypothesis import given

from mechanica_core.errors import DocumentError
from mechanica_core.other_games.factory_fun import Hall
from mechanica_core.other_games.factory_fun.text import hall_text, read_hall_text
from tests.other_games.factory_fun.strategies import grown_halls, messy_halls


@given(messy_halls() | grown_halls)
def test_every_hall_reads_back(hall: Hall) -> None:
    assert read_hall_text(hall_text(hall)) == hall


def test_a_hall_is_drawn_as_it_lies() -> None:
    drawn = """\
    a    b    c    d
 1 (Y)   A>   A   [O]
 2  ·   ###  ─┐└───────
 3 [E]   ·    │    ·
A: income 3, extra any, 1 west in yellow 1, 2 east out red 1: Press
also reservoir output at a1"""
    assert hall_text(read_hall_text(drawn)) == drawn


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "document: the first line names the columns: a b c ..."),
        ("hello", "document: the first line names the columns: a b c ..."),
        ("    a    b\n1  (Y)  (Q)", "b1: '(Q)' is no part of a hall"),
        ("    a    b\n1   A>   A", "a1: machine A is not described below the hall"),
        ("    a\n2   ·", "document: the rows are numbered from 1: 2"),
        ("    a\n1   ·    ·    ·", "1: more spaces than columns"),
        ("    a\n1   ·\nalso nothing", "also nothing: what else lies there looks like also connector EW at c4"),
        ("    a\n1   ·\nalso connector EX at a1", "a1: there is no connector EX"),
        (
            "    a\n1   ·\nA: 3",
            "document: 'A: 3' describes no machine; one is A: income 3, 1 west in",
        ),
        ("    a\n1   ·\nA: income 3, 1 east in red 1: X", "machine A: pipe end 1: the other half is on this side"),
        ("a" * 100_001, "document: longer than 100000 characters"),
    ],
)
def test_what_cannot_be_read_is_told_by_square(text: str, told: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_hall_text(text)
    assert str(refused.value).startswith(told)
