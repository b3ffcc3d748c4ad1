"""R-6.1 to R-6.5 and D-11.9: what the pieces make of their bots."""

import itertools

import pytest

from mechanica_core import ImpossibleDecision, Model, run_workday
from mechanica_core.events import Activated
from tests.core.rules.helpers import FACINGS, QUARTERS, B, D, P, after, asked, events, only_choice, rows, turned

MAKE = "floor/middle/2:make"
PUT = "floor/middle/2:put"

UPGRADED = {"b": "p", "p": "d", "d": "d"}
DOWNGRADED = {"p": "bbb", "d": "ppp"}


@pytest.mark.rule("R-6.2")
@pytest.mark.parametrize("facing", "enws")
@pytest.mark.parametrize(("used", "made"), UPGRADED.items())
def test_an_upgrader_makes_a_plus_of_a_basic_and_a_deluxe_of_a_plus(used: str, made: str, facing: str) -> None:
    morning = rows(f"B=1U{facing}({used}-)1=1")
    assert asked(morning) == {}
    assert after(morning) == rows(f"B=1U{facing}(-{made})1=1")


@pytest.mark.rule("R-6.2", "R-6.1")
@pytest.mark.parametrize("quarters", QUARTERS)
@pytest.mark.parametrize(("used", "made"), UPGRADED.items())
def test_an_upgrader_acts_on_the_day_its_bot_arrives(used: str, made: str, quarters: int) -> None:
    morning = turned(f"_ _ _ / U(-{used}) U _ / _ _ _", quarters)
    assert after(morning) == turned(f"_ _ _ / U U(-{made}) _ / _ _ _", quarters)


@pytest.mark.rule("R-6.3")
@pytest.mark.parametrize("facing", "enws")
@pytest.mark.parametrize(("used", "made"), DOWNGRADED.items())
def test_a_downgrader_turns_a_bot_into_three_of_the_next_lower_model(used: str, made: str, facing: str) -> None:
    morning = rows(f"B=1D{facing}({used})1=1")
    assert asked(morning) == {}
    assert after(morning) == rows(f"B=1D{facing}(-{made})1=1")


@pytest.mark.rule("R-6.3")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_basic_in_a_downgrader_goes_unchanged_into_the_hole_the_player_chooses(facing: str) -> None:
    letter = f"D{facing[0]}"
    morning = rows(f"B=1{letter}(b)1=1")
    choice = only_choice(morning)
    assert (choice.id, choice.kind, choice.place, choice.rule, choice.bot) == (
        PUT,
        "put",
        "floor/middle/2",
        "R-6.3",
        None,
    )
    assert choice.words() == "Downgrader (middle 2): which hole for the Basic?"
    forward = FACINGS.index(facing)
    compass = ("right", "up", "left", "down")
    assert [
        (option.take, option.place, option.heading, option.models, option.words()) for option in choice.options
    ] == [
        (
            name,
            f"floor/middle/2/{name}",
            FACINGS[(forward + turn) % 4],
            (B,),
            f"hole {name}: leaves {compass[(forward + turn) % 4]}",
        )
        for name, turn in (("left", 1), ("ahead", 0), ("right", 3))
    ]
    assert after(morning, {PUT: "left"}) == rows(f"B=1{letter}(-b)1=1")
    assert after(morning, {PUT: "ahead"}) == rows(f"B=1{letter}(--b)1=1")
    assert after(morning, {PUT: "right"}) == rows(f"B=1{letter}(---b)1=1")


@pytest.mark.rule("R-6.3")
def test_a_basic_goes_into_an_output_hole_and_nowhere_else() -> None:
    for take in ("in", "behind", "", "basic"):
        with pytest.raises(ImpossibleDecision) as refused:
            after(rows("B(b)=1D1=1"), {PUT: take})
        assert str(refused.value) == f"{PUT}: cannot take {take!r}; decide one of left, ahead, right"


@pytest.mark.rule("R-6.4")
@pytest.mark.parametrize("facing", "enws")
@pytest.mark.parametrize("flipped", ["", "f"])
@pytest.mark.parametrize("model", "bpd")
def test_a_duplicator_makes_two_of_its_bots_model(model: str, flipped: str, facing: str) -> None:
    morning = rows(f"B=1X{facing}{flipped}({model})1=1")
    assert asked(morning) == {}
    assert after(morning) == rows(f"B=1X{facing}{flipped}(-{model}{model})1=1")


@pytest.mark.rule("R-6.5")
@pytest.mark.parametrize("facing", "enws")
def test_a_repurposer_makes_of_two_bots_one_of_the_model_the_player_names(facing: str) -> None:
    for first, second in itertools.product("bpd", repeat=2):
        morning = rows(f"B=1R{facing}({first}{second})1=1")
        choice = only_choice(morning)
        assert (choice.id, choice.kind, choice.place, choice.rule, choice.bot) == (
            MAKE,
            "make",
            "floor/middle/2",
            "R-6.5",
            None,
        )
        assert choice.words() == "Repurposer (middle 2): which bot to make?"
        assert [(option.take, option.models, option.words()) for option in choice.options] == [
            ("basic", (B,), "make a Basic"),
            ("plus", (P,), "make a Plus"),
            ("deluxe", (D,), "make a Deluxe"),
        ]
        assert {(option.heading, option.place) for option in choice.options} == {(None, None)}
        for take, letter in zip(Model, "bpd", strict=True):
            assert after(morning, {MAKE: take}) == rows(f"B=1R{facing}(--{letter})1=1")


@pytest.mark.rule("R-6.5")
@pytest.mark.parametrize("model", "bpd")
def test_a_single_bot_in_a_repurposer_waits_from_one_workday_to_the_next(model: str) -> None:
    arriving = after(rows(f"B({model})=1R2=1"))
    assert arriving == rows(f"B=1R({model})2=1")
    assert after(arriving) == arriving
    second = arriving.with_bots({"start/middle/centre": "plus"})
    assert asked(second) == {MAKE: ("basic", "plus", "deluxe")}
    assert after(second, {MAKE: "deluxe"}) == rows("B=1R(--d)2=1")


@pytest.mark.rule("R-6.5", "D-5.14")
def test_it_does_not_matter_in_which_input_a_bot_waits() -> None:
    morning = rows("B=1R2=1").with_bots({"floor/middle/2/in2": "plus"})
    assert morning == rows("B=1R(p)2=1")
    assert after(morning) == morning
    assert rows("B=1R2=1").with_bots({"floor/middle/2/in1": "deluxe", "floor/middle/2/in2": "basic"}).bots() == {
        "floor/middle/2/in1": B,
        "floor/middle/2/in2": D,
    }


@pytest.mark.rule("R-6.1", "R-6.5")
def test_a_waiting_bot_and_what_leaves_do_not_get_mixed_up() -> None:
    assert after(rows("B=1R(b-d)2=1")) == rows("B=1R(b)2=1(d)")


# -- when and how often --------------------------------------------------------------------------------------


@pytest.mark.rule("R-6.1")
def test_a_piece_acts_once_and_its_bots_wait_in_its_output_holes() -> None:
    assert after(rows("B(b)=U3=1")) == rows("B=U(-p)3=1")
    assert after(rows("B(b)=UUUU=1")) == rows("B=U(-p)UUU=1")
    acted = [event for event in events(rows("B(b)=UUUU=1")) if isinstance(event, Activated)]
    assert [(event.place, event.used, event.made) for event in acted] == [
        ("floor/middle/1", (("floor/middle/1/in", B),), (("floor/middle/1/ahead", P),)),
    ]


@pytest.mark.rule("R-6.1")
def test_a_bot_just_made_is_not_worked_on_again() -> None:
    """Not even where the output of one piece leads straight into the next."""
    assert after(rows("B(d)=DD2=1")) == rows("B=D(-ppp)D2=1")
    assert after(rows("B(b)=XU2=1")) == rows("B=X(-bb)U2=1")


@pytest.mark.rule("R-6.1")
def test_a_piece_has_to_act() -> None:
    """Nothing is asked, even where the player would rather keep the bot as it is."""
    assert asked(rows("B(d)=D3=1")) == {}
    assert after(rows("B(d)=D3=1")) == rows("B=D(-ppp)3=1")
    for take in ("", "none", "in1"):
        with pytest.raises(ImpossibleDecision, match="decide one of basic, plus, deluxe"):
            after(rows("A(bp)=1R2=1"), {MAKE: take})


@pytest.mark.rule("R-6.1")
def test_a_piece_without_what_it_needs_does_nothing() -> None:
    idle = rows("B=UDXR=1", top=".=1R(d)1Xf=2(b)", bottom=".=4=3(pd)")
    workday = run_workday(idle)
    assert workday.factory == idle
    assert workday.events == ()


@pytest.mark.rule("R-6.1")
def test_all_pieces_act_on_one_workday() -> None:
    factory = rows("B(p)=U3=1", top=".(d)=D3=1", bottom="A(bb)=R3=1")
    assert after(factory, {"floor/bottom/1:make": "deluxe"}) == rows(
        "B=U(-d)3=1", top=".=D(-ppp)3=1", bottom="A=R(--d)3=1"
    )


@pytest.mark.rule("D-11.9", "R-6.1")
@pytest.mark.parametrize(
    ("morning", "evening"),
    [
        ("B=1U(b)2=1", "B=1U(-p)2=1"),
        ("B=1U(bd)2=1", "B=1U(-p)2=1(d)"),
        ("B=1D(d)2=1", "B=1D(-ppp)2=1"),
        ("B=1X(pb)2=1", "B=1X(-pp)2=1(b)"),
        ("B=1Xf(d)2=1", "B=1Xf(-dd)2=1"),
        ("B(p)=1R(b)2=1", "B=1R(--d)2=1"),
        ("B=1R(bp)2=1", "B=1R(--d)2=1"),
    ],
)
def test_a_piece_acts_on_a_bot_that_was_in_its_input_hole_before(morning: str, evening: str) -> None:
    factory = rows(morning)
    assert after(factory, {MAKE: "deluxe"} if "R" in morning else {}) == rows(evening)


@pytest.mark.rule("R-6.1", "D-11.9")
def test_trucks_do_not_act() -> None:
    assert after(rows("B=1=2(bd)", top=".=1=3(bpd)", bottom=".(p)=1=2(b)")) == rows(
        "B=1=2(bd)", top=".=1=3(bpd)", bottom=".=1=2(bp)"
    )
