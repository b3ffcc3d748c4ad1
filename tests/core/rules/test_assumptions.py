"""What a result rests on (A-n), and what is more than the box holds (D-11.3)."""

import pytest

from mechanica_core import Assumption, Factory, Problem, ProblemKind, open_choices, run_workday
from tests.core.rules.helpers import LYING, rows

COLUMNS = Assumption("board.columns", 4)
FABRICATOR = Assumption("pieces.advanced_fabricator.holes", "centre side")


def published(text: str, top: str = ".=4=1", bottom: str = ".=4=1") -> Factory:
    return Factory.from_text(f"{top}/{text}/{bottom} 0+0 print_2019 published")


@pytest.mark.rule("A-2.3", "A-2.5", "A-3.4")
def test_of_the_projects_own_pieces_nothing_is_assumed() -> None:
    for form, facing in LYING:
        factory = rows(f"A(bp)=2{form.token(facing)}1=2", top=".(b)=4=3", bottom="O=4=1", forgive=["does_not_fit"])
        assert factory.assumed == ()
        assert factory.machinery.assumptions == ()


@pytest.mark.rule("A-2.3")
def test_a_published_factory_rests_on_its_columns_unless_they_are_given() -> None:
    assert published("B(b)=4=1").assumed == (COLUMNS,)
    assert Factory.from_text(".=5=1/B=5=1/.=5=1 0+0 print_2019 published").assumed == ()
    assert Factory.from_text(".=3=1/B=3=1/.=3=1 0+0 print_2019 published").assumed == ()


@pytest.mark.rule("A-3.4")
def test_a_published_factory_rests_on_the_sides_of_its_pieces() -> None:
    factory = published("B=UUn1Xf=1", top=".=GFS1=1", bottom=".=X3=2")
    assert factory.assumed == (
        COLUMNS,
        Assumption(
            "pieces.upgrader.shape", "ahead exit, left entrance, behind entrance, right entrance; holes: in ahead"
        ),
        Assumption(
            "pieces.duplicator.shape",
            "ahead exit, left exit, behind entrance, right entrance; holes: in ahead left",
        ),
        Assumption(
            "pieces.duplicator.flipped",
            "ahead exit, left entrance, behind entrance, right exit; holes: in ahead right",
        ),
        Assumption("pieces.gift_wrapper.shape", "ahead exit, left flat, behind entrance, right flat; holes: none"),
        Assumption(
            "pieces.static_charger.shape", "ahead exit, left exit, behind entrance, right exit; holes: left right"
        ),
        Assumption("pieces.fork.shape", "ahead exit, left exit, behind entrance, right entrance; holes: none"),
    )


@pytest.mark.rule("A-3.4")
def test_a_published_factory_rests_on_the_holes_of_its_fabricators() -> None:
    assert published("A=4=1").assumed == (COLUMNS, FABRICATOR)
    assert published("A=4=3", top="O=4=2", bottom="A=4=1").assumed == (
        COLUMNS,
        FABRICATOR,
        Assumption("pieces.overactive_fabricator.holes", "centre side"),
    )


@pytest.mark.rule("A-2.5")
def test_a_published_factory_rests_on_an_empty_slot_only_if_a_bot_is_there() -> None:
    slot = Assumption("board.empty_slot_holes", "centre")
    assert published("B(b)=4=1", top=".(d)=4=1").assumed == (COLUMNS, slot)
    assert published("B(b)=4=1", bottom=".(d)=4=1").assumed == (COLUMNS, slot)
    assert published("B(b)=4=1", top="A(b)=4=1").assumed == (COLUMNS, FABRICATOR)
    assert published("B(b)=U3=1(d)").assumed[0] == COLUMNS
    assert slot not in published("B(b)=U(bb)3=1(d)").assumed


def test_a_workday_rests_on_what_its_factory_rests_on() -> None:
    factory = published("A(b)=4=1", top=".(d)=4=1")
    workday = run_workday(factory)
    assert workday.assumed == factory.assumed
    assert len(workday.assumed) == 3
    assert workday.factory.assumed == (COLUMNS, FABRICATOR)
    assert open_choices(factory) == ()


def test_an_assumption_as_json() -> None:
    assert COLUMNS.as_json() == {"what": "board.columns", "value": 4}
    assert FABRICATOR.as_json() == {"what": "pieces.advanced_fabricator.holes", "value": "centre side"}


# -- more than the box holds ---------------------------------------------------------------------------------


@pytest.mark.rule("D-11.3", "R-3.1")
def test_more_of_a_piece_than_the_box_holds_is_legal_and_reported() -> None:
    assert rows("B=UUU1=1").warnings == ()
    factory = rows("B=UUUU=1", top=".=G3=1", bottom=".=GGG1=1")
    (first, second) = factory.warnings
    assert str(first) == "factory: Upgrader: 4 here, 3 in the box (D-11.3)"
    assert str(second) == "factory: Gift Wrapper: 4 here, 3 in the box (D-11.3)"
    assert isinstance(first, Problem)
    assert (first.kind, first.place, first.rule) == (ProblemKind.MORE_THAN_THE_BOX, "factory", "D-11.3")
    assert run_workday(factory).factory == factory


@pytest.mark.rule("D-11.3")
def test_each_kind_is_counted_whichever_way_it_lies() -> None:
    factory = rows("A=XXfXsXnf=1", top="A=4=1", bottom="A=4=1", forgive=["does_not_fit"])
    assert [str(warning) for warning in factory.warnings] == ["factory: Duplicator: 4 here, 3 in the box (D-11.3)"]
    ten = rows("B=FFFF=1", top=".=FFF1=1", bottom=".=FFF1=1")
    assert ten.warnings == ()
    assert [str(warning) for warning in ten.install("floor/top/4", "fork").warnings] == [
        "factory: Fork: 11 here, 10 in the box (D-11.3)"
    ]


@pytest.mark.rule("D-11.3")
@pytest.mark.parametrize(("rules", "box"), [("print_2019", 22), ("web_de", 24), ("web_es", 24)])
@pytest.mark.parametrize(("letter", "model"), [("b", "basic"), ("p", "plus"), ("d", "deluxe")])
def test_more_bots_of_a_model_than_the_box_holds_are_legal_and_reported(
    letter: str, model: str, rules: str, box: int
) -> None:
    full = f"D({letter * 4})"
    six = rows(f"B={full * 6}=1", rules=rules, forgive=["does_not_fit"])
    assert [str(warning) for warning in six.warnings if model.title() in str(warning)] == (
        [f"factory: {model.title()}: 24 here, 22 in the box (D-11.3)"] if box == 22 else []
    )
    exactly = rows(f"B={full * 5}D({letter * (box - 20)})=1", rules=rules, forgive=["does_not_fit"])
    assert [warning for warning in exactly.warnings if model.title() in str(warning)] == []
    one_more = exactly.with_bots({"start/middle/centre": model})
    assert [str(warning) for warning in one_more.warnings if model.title() in str(warning)] == [
        f"factory: {model.title()}: {box + 1} here, {box} in the box (D-11.3)"
    ]


@pytest.mark.rule("D-11.3")
def test_pieces_are_reported_before_bots() -> None:
    factory = rows(f"B={'D(pppp)' * 7}=1", forgive=["does_not_fit"])
    assert [str(warning) for warning in factory.warnings] == [
        "factory: Downgrader: 7 here, 3 in the box (D-11.3)",
        "factory: Plus: 28 here, 22 in the box (D-11.3)",
    ]
