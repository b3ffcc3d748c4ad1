"""What hands do at the table after a workday, in words."""

import pytest

from mechanica_core import Factory, run_workday
from mechanica_core.by_hand import by_hand
from mechanica_core.choices import take_first
from tests.core.rules.helpers import rows


def steps(factory: Factory) -> list[str]:
    return [str(step.words) for step in by_hand(run_workday(factory, policy=take_first))]


@pytest.mark.rule("R-4.2", "R-6.2")
def test_bots_move_first_and_then_pieces_act() -> None:
    assert steps(rows("B(b)=U(-p)1=1")) == [
        "Move the Basic from Basic Fabricator (middle) to Upgrader (middle 1).",
        "Move the Plus from Upgrader (middle 1) to Small Truck (middle).",
        "Upgrader (middle 1): take out Basic, put Plus into hole ahead.",
    ]


@pytest.mark.rule("R-5.5", "R-5.14", "R-5.15")
def test_lost_bots_go_off_the_board_before_others_take_their_place() -> None:
    first, second = steps(rows("B(b)=2=1(d)"))
    assert first == "Take the Deluxe off Small Truck (middle): lost in a collision."
    assert second == "Move the Basic from Basic Fabricator (middle) to Small Truck (middle)."


@pytest.mark.rule("R-6.3", "R-6.4")
def test_a_hole_is_named_where_another_could_be_meant() -> None:
    assert steps(rows("B(b)=D(-bp-)1=1")) == [
        "Move the Basic from Basic Fabricator (middle) to Downgrader (middle 1).",
        "Move the Basic from Downgrader (middle 1), hole left to Small Truck (top).",
        "Move the Plus from Downgrader (middle 1), hole ahead to Small Truck (middle).",
        "Downgrader (middle 1): move the Basic on to hole left.",
    ]
    assert steps(rows("B=D(p---)1=1")) == [
        "Downgrader (middle 1): take out Plus, put 3 × Basic into holes left, ahead, right."
    ]
