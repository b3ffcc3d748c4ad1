"""``mechanica show``."""

from __future__ import annotations

import pytest

from mechanica_core import Factory
from tests.cli.conftest import ASSUMING, FIRST, Mechanica, answer, document


def test_it_draws_the_board_and_its_line(mechanica: Mechanica) -> None:
    assert mechanica("show", FIRST).stdout == f"{Factory.from_text(FIRST)}\n{FIRST}\n"


def test_it_warns_of_more_than_the_box_holds(mechanica: Mechanica) -> None:
    upgraders = ".=U3=1/B=U3=1/.=UU2=1 0+0 print_2019 demo"
    (warning,) = Factory.from_text(upgraders).warnings
    assert mechanica("show", upgraders).stdout.splitlines()[-1] == str(warning)


def test_it_tells_assumptions(mechanica: Mechanica) -> None:
    columns, shape = Factory.from_text(ASSUMING).assumed
    assert mechanica("show", ASSUMING).stdout.splitlines()[-2:] == [
        f"assumed: {columns.value} columns on the floor",
        "assumed: Gift Wrapper, its sides and holes",
    ]
    assert shape.what == "pieces.gift_wrapper.shape"


@pytest.mark.rule("R-12.17")
@pytest.mark.parametrize("text", [FIRST, ASSUMING])
def test_json_is_the_canonical_document_and_reads_back(mechanica: Mechanica, text: str) -> None:
    result = mechanica("show", "--json", text)
    assert answer(result) == document(text)
    assert mechanica("show", "--json", "-", stdin=result.stdout).stdout == result.stdout


def test_json_leaves_assumptions_to_standard_error(mechanica: Mechanica) -> None:
    assert mechanica("show", "--json", ASSUMING).stderr.startswith("assumed: 4 columns on the floor\n")
    assert mechanica("show", "--json", FIRST).stderr == ""
