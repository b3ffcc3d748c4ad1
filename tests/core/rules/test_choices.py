"""Open choices, decisions and policies of a workday, and what is refused."""

import pytest

from mechanica_core import (
    Choice,
    ChoiceKind,
    Decision,
    DecisionError,
    Facing,
    ImpossibleDecision,
    MechanicaError,
    MissingDecision,
    Option,
    open_choices,
    run_workday,
    take_first,
)
from mechanica_core.messages import say
from tests.core.rules.helpers import after, asked, only_choice, rows

FORK_CENTRE, FORK_SIDE = "floor/middle/1<start/middle/centre", "floor/middle/1<start/middle/side"


def last(choice: Choice) -> str:
    return choice.options[-1].take


# -- which choices are open ----------------------------------------------------------------------------------


@pytest.mark.rule("R-5.8", "R-5.11", "R-5.14", "R-6.3", "R-6.5")
def test_ways_come_first_then_charges_then_what_meets_and_is_made() -> None:
    busy = rows("A(bp)=FSR(b)2=1", top=".(b)=3D1=1(p)", bottom=".=1U(-d)1U(b)1=2(bb)")
    assert [(choice.id, choice.kind) for choice in open_choices(busy)] == [
        (FORK_CENTRE, ChoiceKind.EXIT),
        (FORK_SIDE, ChoiceKind.EXIT),
    ]
    one = {FORK_CENTRE: "left"}
    assert list(asked(busy, one)) == [FORK_SIDE]
    ways = one | {FORK_SIDE: "ahead"}
    assert [(choice.id, choice.kind) for choice in open_choices(busy, ways)] == [
        ("floor/middle/2<start/middle/side", ChoiceKind.CHARGE),
        ("floor/top/4:put", ChoiceKind.PUT),
        ("floor/middle/3:make", ChoiceKind.MAKE),
        ("floor/bottom/4:keep", ChoiceKind.KEEP),
    ]


@pytest.mark.rule("R-5.14", "R-6.5")
def test_what_is_made_is_asked_when_the_survivors_are_known() -> None:
    factory = rows("A(bp)=1R(d)2=1")
    assert list(asked(factory)) == ["floor/middle/2:keep"]
    assert list(asked(factory, {"floor/middle/2:keep": "basic+deluxe"})) == ["floor/middle/2:make"]
    both = {"floor/middle/2:keep": "basic+deluxe", "floor/middle/2:make": "plus"}
    assert open_choices(factory, both) == ()
    assert list(asked(factory, {"floor/middle/2:make": "plus"})) == ["floor/middle/2:keep"]


def test_a_decision_may_come_before_the_choice_it_settles() -> None:
    factory = rows("B(b)=FF2=1")
    second = {"floor/middle/2<start/middle/centre": "left"}
    assert list(asked(factory, second)) == ["floor/middle/1<start/middle/centre"]
    assert open_choices(factory, second | {"floor/middle/1<start/middle/centre": "ahead"}) == ()


def test_without_choices_nothing_is_open() -> None:
    assert open_choices(rows("B(b)=U3=1")) == ()
    assert open_choices(rows("B=FT2=1")) == ()


@pytest.mark.rule("R-12.24")
def test_a_choice_keeps_its_id_when_other_bots_change() -> None:
    alone = only_choice(rows("B(b)=1F2=1"))
    crowd = open_choices(rows("A(bp)=1F2=2", top=".(d)=U3=1", bottom=".=1Un(-b)2=3"))
    assert alone.id == "floor/middle/2<start/middle/centre"
    assert alone.id in [choice.id for choice in crowd]


# -- decisions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.23")
@pytest.mark.parametrize(
    "decisions",
    [
        {FORK_CENTRE: "left", FORK_SIDE: "ahead"},
        [(FORK_SIDE, "ahead"), (FORK_CENTRE, "left")],
        [Decision(FORK_CENTRE, "left"), Decision(FORK_SIDE, "ahead")],
        ((FORK_CENTRE, "left"), (FORK_SIDE, "ahead")),
    ],
    ids=["mapping", "pairs", "decisions", "tuple"],
)
def test_decisions_come_in_any_order_and_form(decisions: dict[str, str] | list[tuple[str, str]]) -> None:
    evening = after(rows("A(bp)=F3=1"), decisions)
    assert evening == rows("A=F3=1(p)", top=".=4=1(b)")


@pytest.mark.rule("R-12.23")
def test_decisions_may_come_one_by_one() -> None:
    decisions = iter([(FORK_CENTRE, "left"), (FORK_SIDE, "ahead")])
    assert after(rows("A(bp)=F3=1"), decisions) == rows("A=F3=1(p)", top=".=4=1(b)")


def test_the_workday_tells_what_was_decided() -> None:
    factory = rows("A(bp)=F3=1", money="8+2")
    workday = run_workday(factory, {FORK_SIDE: "ahead", FORK_CENTRE: "left"})
    assert workday.before == factory
    assert workday.gained == (0, 0)
    assert (workday.gained.wallet, workday.gained.vault) == (0, 0)
    assert workday.decisions == (Decision(FORK_SIDE, "ahead"), Decision(FORK_CENTRE, "left"))
    assert run_workday(rows("B(b)=4=1")).decisions == ()


def test_decisions_handed_in_are_not_changed() -> None:
    decisions = {FORK_CENTRE: "left"}
    run_workday(rows("A(bp)=F3=1"), decisions, policy=take_first)
    open_choices(rows("A(bp)=F3=1"), decisions)
    assert decisions == {FORK_CENTRE: "left"}


@pytest.mark.rule("R-12.25")
def test_money_earned_is_added() -> None:
    factory = rows("B(b)=TGn1G=1", money="8+2")
    workday = run_workday(factory, {"floor/middle/1<start/middle/centre": "floor/middle/4"})
    assert workday.gained == (1, 1)
    assert (workday.factory.wallet, workday.factory.vault) == (9, 3)


# -- policies ------------------------------------------------------------------------------------------------


def test_a_policy_decides_what_the_decisions_leave_open() -> None:
    factory = rows("A(bp)=F3=1")
    first = run_workday(factory, policy=take_first)
    assert first.decisions == (
        Decision(FORK_CENTRE, "ahead"),
        Decision(FORK_SIDE, "ahead"),
        Decision("dock/middle:keep", "basic"),
    )
    assert first.factory == rows("A=F3=1(b)")
    mixed = run_workday(factory, {FORK_SIDE: "ahead"}, policy=last)
    assert mixed.decisions == (Decision(FORK_SIDE, "ahead"), Decision(FORK_CENTRE, "left"))
    assert mixed.factory == rows("A=F3=1(p)", top=".=4=1(b)")


def test_a_policy_is_asked_every_kind_of_choice_in_order() -> None:
    seen: list[Choice] = []

    def remember(choice: Choice) -> str:
        seen.append(choice)
        return choice.options[0].take if choice.kind is not ChoiceKind.EXIT else last(choice)

    workday = run_workday(rows("A(bp)=1F2=1", top=".(b)=S2D=1(p)", bottom="A(pp)=T1U1=2"), policy=remember)
    assert [(choice.id, choice.kind) for choice in seen] == [
        ("floor/middle/2<start/middle/centre", ChoiceKind.EXIT),
        ("floor/middle/2<start/middle/side", ChoiceKind.EXIT),
        ("floor/bottom/1<start/bottom/centre", ChoiceKind.LANDING),
        ("floor/bottom/1<start/bottom/side", ChoiceKind.LANDING),
        ("floor/top/1<start/top/centre", ChoiceKind.CHARGE),
        ("floor/top/4:keep", ChoiceKind.KEEP),
        ("floor/top/4:put", ChoiceKind.PUT),
    ]
    assert workday.decisions == (
        Decision("floor/middle/2<start/middle/centre", "left"),
        Decision("floor/middle/2<start/middle/side", "left"),
        Decision("floor/bottom/1<start/bottom/centre", "floor/bottom/3"),
        Decision("floor/bottom/1<start/bottom/side", "floor/bottom/3"),
        Decision("floor/top/1<start/top/centre", "left"),
        Decision("floor/top/4:keep", "basic"),
        Decision("floor/top/4:put", "left"),
    )
    assert workday.factory == rows("A=1F2=1", top=".=S(b)2D(-b)=1(p)", bottom="A=T1U(-d)1=2")
    assert run_workday(workday.before, workday.decisions).factory == workday.factory


def test_a_policy_is_not_asked_what_is_decided() -> None:
    def refuse(choice: Choice) -> str:
        raise AssertionError(choice.id)

    assert run_workday(rows("B(b)=F3=1"), {FORK_CENTRE: "left"}, policy=refuse).factory == rows(
        "B=F3=1", top=".=4=1(b)"
    )


def test_a_policy_may_only_take_what_is_offered() -> None:
    for morning in ("B(b)=F3=1", "B(b)=T1U1=1", "B(b)=S3=1", "A(bp)=4=1", "B(b)=D3=1", "A(bp)=R3=1"):
        (choice,) = open_choices(rows(morning))
        with pytest.raises(ImpossibleDecision) as refused:
            run_workday(rows(morning), policy=lambda _: "nonsense")
        assert refused.value.choice == choice.id
        assert str(refused.value.reason) == f"cannot take 'nonsense'; decide one of {', '.join(choice.takes)}"


def test_the_first_option_is_the_plainest_policy() -> None:
    options = (Option("b", say("b")), Option("a", say("a")))
    assert take_first(Choice("id", ChoiceKind.MAKE, "floor/top/1", options, say("?"), "R-6.5")) == "b"


# -- what is refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("morning", "sentence"),
    [
        ("B(b)=F3=1", "floor/middle/1<start/middle/centre: decide one of ahead, left"),
        ("B(b)=TU2=1", "floor/middle/1<start/middle/centre: decide one of floor/middle/2, dock/middle"),
        ("B(b)=S3=1", "floor/middle/1<start/middle/centre: decide one of left, right"),
        ("A(bp)=4=1", "dock/middle:keep: decide one of basic, plus"),
        ("B(b)=D3=1", "floor/middle/1:put: decide one of left, ahead, right"),
        ("A(bp)=R3=1", "floor/middle/1:make: decide one of basic, plus, deluxe"),
    ],
)
@pytest.mark.rule("R-5.8", "R-5.9", "R-5.11", "R-5.14", "R-6.3", "R-6.5")
def test_a_missing_decision_is_named_with_its_options(morning: str, sentence: str) -> None:
    with pytest.raises(MissingDecision) as refused:
        run_workday(rows(morning))
    assert str(refused.value) == sentence
    assert refused.value.choice == sentence.partition(": ")[0]
    assert str(refused.value.reason) == sentence.partition(": ")[2]
    assert isinstance(refused.value, DecisionError)
    assert isinstance(refused.value, MechanicaError)


@pytest.mark.parametrize(
    ("morning", "choice", "takes"),
    [
        ("B(b)=F3=1", "floor/middle/1<start/middle/centre", "ahead, left"),
        ("B(b)=TU2=1", "floor/middle/1<start/middle/centre", "floor/middle/2, dock/middle"),
        ("B(b)=S3=1", "floor/middle/1<start/middle/centre", "left, right"),
        ("A(bp)=4=1", "dock/middle:keep", "basic, plus"),
        ("B(b)=D3=1", "floor/middle/1:put", "left, ahead, right"),
        ("A(bp)=R3=1", "floor/middle/1:make", "basic, plus, deluxe"),
    ],
)
def test_a_decision_must_take_what_is_offered(morning: str, choice: str, takes: str) -> None:
    for decide in (run_workday, open_choices):
        with pytest.raises(ImpossibleDecision) as refused:
            decide(rows(morning), {choice: "behind"})
        assert refused.value.choice == choice
        assert str(refused.value) == f"{choice}: cannot take 'behind'; decide one of {takes}"


@pytest.mark.parametrize(
    "needless",
    [
        "floor/middle/2<start/middle/centre",
        "floor/middle/1<start/middle/side",
        "floor/middle/1<start/middle/centre#2",
        "floor/middle/1",
        "dock/middle:keep",
        "",
    ],
)
def test_a_decision_that_answers_no_choice_is_refused(needless: str) -> None:
    for decide in (run_workday, open_choices):
        with pytest.raises(ImpossibleDecision) as refused:
            decide(rows("B(b)=F3=1"), {FORK_CENTRE: "ahead", needless: "ahead"})
        assert refused.value.choice == needless
        sentence = "this choice does not arise under the other decisions; leave it out"
        assert str(refused.value) == f"{needless}: {sentence}"


def test_the_first_needless_decision_is_named() -> None:
    with pytest.raises(ImpossibleDecision, match=r"^second: "):
        run_workday(rows("B(b)=F3=1"), [(FORK_CENTRE, "ahead"), ("second", "x"), ("third", "x")])
    with pytest.raises(ImpossibleDecision, match=r"^zero: "):
        open_choices(rows("B=4=1"), [("zero", "x"), ("one", "x")])


def test_what_is_missing_is_told_before_what_is_needless() -> None:
    with pytest.raises(MissingDecision, match=f"^{FORK_CENTRE}"):
        run_workday(rows("B(b)=F3=1"), {"dock/middle:keep": "basic"})
    assert list(asked(rows("B(b)=F3=1"), {"dock/middle:keep": "basic"})) == [FORK_CENTRE]


@pytest.mark.rule("R-12.23")
def test_decisions_are_taken_as_a_document_lists_them() -> None:
    day = rows("B(b)=F3=1")
    listed = [{"choice": FORK_CENTRE, "take": "left"}]
    assert (
        run_workday(day, listed) == run_workday(day, {FORK_CENTRE: "left"}) == run_workday(day, [(FORK_CENTRE, "left")])
    )


@pytest.mark.parametrize("second", ["left", "ahead"])
def test_a_choice_cannot_be_decided_twice(second: str) -> None:
    for decide in (run_workday, open_choices):
        with pytest.raises(ImpossibleDecision) as refused:
            decide(rows("B(b)=F3=1"), [(FORK_CENTRE, "left"), (FORK_CENTRE, second)])
        assert str(refused.value) == f"{FORK_CENTRE}: decided twice"
        assert refused.value.choice == FORK_CENTRE


# -- in words ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-5.8")
def test_a_fork_asks_which_way() -> None:
    choice = only_choice(rows("B(b)=1FU1=1"))
    assert choice.words() == "Fork (middle 2): which way for the bot from Basic Fabricator (middle), hole centre?"
    assert [option.words() for option in choice.options] == [
        "right: into Upgrader (middle 3)",
        "up: into Small Truck (top)",
    ]
    assert choice.takes == ("ahead", "left")
    from_an_empty_slot = only_choice(rows(bottom=".(b)=F3=2"))
    assert from_an_empty_slot.words() == (
        "Fork (bottom 1): which way for the bot from empty start slot (bottom), hole centre?"
    )
    assert from_an_empty_slot.options[0].words() == "right: into Big Truck (bottom)"


@pytest.mark.rule("R-5.9")
def test_a_flight_tester_asks_where_to() -> None:
    choice = only_choice(rows("B(b)=TUF1=3"))
    assert choice.words() == (
        "Flight Tester (middle 1): where to throw the bot from Basic Fabricator (middle), hole centre?"
    )
    assert [option.words() for option in choice.options] == [
        "right: into Upgrader (middle 2)",
        "right: on to Fork (middle 3), +1 wallet",
        "right: into Huge Truck (middle), +1 wallet",
    ]


@pytest.mark.rule("R-5.9", "R-5.10")
def test_an_option_tells_how_the_way_goes_on_and_what_it_earns() -> None:
    choice = only_choice(rows("B(b)=TUGG=1"))
    assert [(option.place, option.wallet, option.vault, option.words()) for option in choice.options] == [
        ("floor/middle/2", 0, 0, "right: into Upgrader (middle 2)"),
        (
            "dock/middle",
            1,
            2,
            "right: by way of Gift Wrapper (middle 3), into Small Truck (middle), +1 wallet, +2 vault",
        ),
        (
            "dock/middle",
            1,
            1,
            "right: by way of Gift Wrapper (middle 4), into Small Truck (middle), +1 wallet, +1 vault",
        ),
        ("dock/middle", 1, 0, "right: into Small Truck (middle), +1 wallet"),
    ]


@pytest.mark.rule("R-5.10")
def test_an_option_counts_only_what_is_still_to_be_earned() -> None:
    choice = only_choice(rows("B(b)=GFG1=1"))
    assert [(option.take, option.vault, option.words()) for option in choice.options] == [
        ("ahead", 1, "right: into Small Truck (middle), +1 vault"),
        ("left", 0, "up: into Small Truck (top)"),
    ]


def test_an_option_tells_how_a_bot_is_lost() -> None:
    firsts = [
        only_choice(rows(morning)).options[0].words() for morning in ("B(b)=F1Uw1=1", "B(b)=F1Gn1=1", "B(b)=FTs2=1")
    ]
    assert firsts == [
        "right: lost, running into an exit",
        "right: lost, running into a flat side",
        "right: lost, thrown with nowhere to land",
    ]
    west = only_choice(rows("B=4=1", top=".=2FwUw(-b)=1"))
    assert [(option.heading, option.place, option.words()) for option in west.options] == [
        (Facing.WEST, None, "left: lost, riding against a belt"),
        (Facing.SOUTH, "dock/middle", "down: into Small Truck (middle)"),
    ]
    off = only_choice(rows("B=4=1", top=".=FwUw(-b)2=1"))
    assert off.options[0].words() == "left: lost off the west of the floor"
    edge = only_choice(rows(top=".(b)=F3=1"))
    assert edge.options[1].words() == "up: lost over the edge of the board"


def test_an_option_leads_on_to_where_there_is_something_to_choose() -> None:
    choice = only_choice(rows("B(b)=FTU1=1"))
    assert [(option.take, option.place, option.wallet, option.words()) for option in choice.options] == [
        ("ahead", "floor/middle/2", 0, "right: on to Flight Tester (middle 2)"),
        ("left", "dock/top", 0, "up: into Small Truck (top)"),
    ]


@pytest.mark.rule("R-5.9", "R-5.10")
@pytest.mark.parametrize(
    ("morning", "top", "expected"),
    [
        ("B(b)=FTGn1=1", "", ("ahead", "dock/middle", 1, 0, "right: into Small Truck (middle), +1 wallet")),
        ("B(b)=FTn2=1", ".=1Fn2=1", ("ahead", "floor/top/2", 0, 0, "right: on to Fork (top 2)")),
        (
            "B(b)=FTn2=1",
            ".=1Gn2=1",
            ("ahead", None, 0, 1, "right: lost over the edge of the board, +1 vault"),
        ),
        (
            "B(b)=TTGn1=1",
            "",
            (
                "floor/middle/2",
                "dock/middle",
                1,
                0,
                "right: by way of Flight Tester (middle 2), into Small Truck (middle), +1 wallet",
            ),
        ),
    ],
    ids=["into a truck", "on to a fork", "over the edge", "from tester to tester"],
)
def test_an_option_tells_where_the_way_leads_past_a_throw_with_one_landing(
    morning: str, top: str, expected: tuple[str, str | None, int, int, str]
) -> None:
    """Nobody is asked at that tester, so the way neither ends nor forks there."""
    option = only_choice(rows(morning, top=top)).options[0]
    assert (option.take, option.place, option.wallet, option.vault, option.words()) == expected


@pytest.mark.rule("D-5.13")
def test_an_option_tells_where_the_way_ends_past_a_fork_with_one_way_on() -> None:
    """The other exit of the last fork leads into a circle, so nobody is asked there."""
    up = {"floor/middle/2<start/middle/centre": "left"}
    option = only_choice(rows("B(b)=1F2=1", top=".=FwFn2=1"), up).options[1]
    assert (option.take, option.place, option.words()) == ("left", None, "left: lost off the west of the floor")


@pytest.mark.rule("R-5.9")
def test_an_option_does_not_count_a_coin_again() -> None:
    thrown = {"floor/middle/1<start/middle/centre": "floor/middle/3"}
    choice = only_choice(rows("B(b)=TGnF1=1"), thrown)
    assert [(option.take, option.wallet, option.words()) for option in choice.options] == [
        ("ahead", 0, "right: into Small Truck (middle)"),
        ("left", 0, "up: into Small Truck (top)"),
    ]
    assert run_workday(rows("B(b)=TGnF1=1"), thrown | {choice.id: "ahead"}).gained == (1, 0)
