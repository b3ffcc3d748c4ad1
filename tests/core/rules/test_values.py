"""Public values are frozen, and equal, hashed, pickled, copied and shown by value."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from mechanica_core import (
    Assumption,
    Choice,
    Decision,
    DocumentError,
    EditionError,
    Facing,
    Factory,
    FloorPiece,
    Gained,
    ImpossibleDecision,
    InstallError,
    Kind,
    Layout,
    LayoutError,
    MechanicaError,
    MissingDecision,
    Model,
    NotationError,
    Piece,
    Problem,
    ProblemKind,
    Row,
    StartSlot,
    Truck,
    open_choices,
    run_workday,
)
from mechanica_core.events import Activated, Charged, Earned, Left, Lost, Passed, Rode, Stopped, Thrown
from mechanica_core.layout import bots
from mechanica_core.messages import say
from mechanica_core.routes import Loss
from tests.core.rules.helpers import B, D, P, rows


def full() -> Factory:
    """A bot in every hole."""
    return rows("A(bp)=1D(dbpd)S(pd)F=2(pd)", top=".(d)=GXnf(pbd)R(bpd)T=1(b)", bottom="O(pd)=4=3(bpd)", money="5+7")


def choice() -> Choice:
    return open_choices(rows("B(b)=TUF1=1"))[0]


PROBLEM = Problem(ProblemKind.DOES_NOT_FIT, "floor/top/1", "D-3.7", say("no {room}", room=say("room")))
VALUES: dict[str, Callable[[], object]] = {
    "factory": full,
    "machinery": lambda: full().machinery,
    "piece": lambda: Piece(Kind.DUPLICATOR, Facing.WEST, True),
    "layout": lambda: full().layout,
    "empty layout": Layout,
    "floor piece": lambda: FloorPiece(Row.TOP, 2, Kind.UPGRADER, bots=(("in", B),)),
    "start slot": lambda: StartSlot(Kind.ADVANCED_FABRICATOR, (("centre", P),)),
    "truck": lambda: Truck(Kind.BIG_TRUCK, (B, D)),
    "choice": choice,
    "option": lambda: choice().options[0],
    "decision": lambda: Decision("floor/top/1<start/top/centre", "left"),
    "problem": lambda: PROBLEM,
    "assumption": lambda: Assumption("board.columns", 4),
    "workday": lambda: run_workday(rows("B(b)=U3=1")),
    "left": lambda: Left(0, "start/top/centre", B, Facing.EAST),
    "rode": lambda: Rode(1, "start/top/centre", None, Facing.NORTH),
    "passed": lambda: Passed(1, "start/top/centre", "floor/top/1", Kind.FORK, Facing.WEST, "R-5.8"),
    "thrown": lambda: Thrown(2, "start/top/centre", "floor/top/1", ("floor/top/2",), "floor/top/3", Facing.EAST),
    "earned": lambda: Earned(2, "start/top/centre", "floor/top/1", "wallet", 1, "R-5.9"),
    "charged": lambda: Charged(2, "start/top/centre", "floor/top/1", None),
    "lost": lambda: Lost(3, "start/top/centre", D, None, Loss.OVER_THE_EDGE, "R-5.5"),
    "stopped": lambda: Stopped(3, "start/top/centre", P, "dock/top/1"),
    "activated": lambda: Activated(4, "floor/top/1", Kind.UPGRADER, (("in", B),), (("ahead", P),), "R-6.2"),
}
values = pytest.mark.parametrize("name", VALUES)


@values
def test_a_value_survives_pickling_and_copying(name: str) -> None:
    value = VALUES[name]()
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert again == value
    assert hash(again) == hash(value)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


@values
def test_a_value_equals_no_other(name: str) -> None:
    value = VALUES[name]()
    others = [make() for other, make in VALUES.items() if other != name]
    assert value not in others
    assert value != "value"
    assert value is not None


def test_a_factory_shows_itself_as_the_call_that_makes_it() -> None:
    text = ".(d)=GXnf(pbd)R(bpd)T=1(b)/A(bp)=1D(dbpd)S(pd)F=2(pd)/O(pd)=4=3(bpd) 5+7 print_2019 demo"
    assert repr(full()) == f"Factory.from_text({text!r})"
    assert eval(repr(full()), {"Factory": Factory}) == full()


@values
def test_other_values_show_what_they_are_made_of(name: str) -> None:
    value = VALUES[name]()
    assert repr(value) == repr(copy.deepcopy(value))
    assert type(value).__name__ in repr(value)


# -- frozen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["machinery", "contents", "wallet", "vault", "other"])
def test_a_factory_cannot_be_changed(name: str) -> None:
    factory = rows("B(b)=4=1", money="3+4")
    with pytest.raises(AttributeError, match=f"^a Factory cannot be changed; {name} was not set$"):
        setattr(factory, name, 5)
    with pytest.raises(AttributeError, match=f"^a Factory cannot be changed; {name} was not deleted$"):
        delattr(factory, name)
    assert factory.to_text() == ".=4=1/B(b)=4=1/.=4=1 3+4 print_2019 demo"


@pytest.mark.parametrize("name", [name for name in VALUES if name not in ("factory", "piece", "decision")])
def test_a_dataclass_cannot_be_changed(name: str) -> None:
    value = VALUES[name]()
    assert is_dataclass(value)
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)


@pytest.mark.parametrize("value", [Piece(Kind.FORK), Decision("a", "b"), Gained(1, 2), say("x")])
def test_a_tuple_cannot_be_changed(value: tuple[object, ...]) -> None:
    with pytest.raises(AttributeError):
        value._fields = ()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        setattr(value, value._fields[0], None)  # type: ignore[attr-defined]


# -- equality ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-12.22")
def test_factories_are_equal_by_value() -> None:
    factory, same = rows("B(b)=1U2=2(p)", money="3+4"), rows("B(b)=1U2=2(p)", money="3+4")
    assert factory == same
    assert hash(factory) == hash(same)
    assert len({factory, same}) == 1
    others = [
        rows("B(p)=1U2=2(p)", money="3+4"),
        rows("B(b)=1U2=2(p)", money="4+4"),
        rows("B(b)=1U2=2(p)", money="3+3"),
        rows("B(b)=1Un2=2(p)", money="3+4"),
        rows("B(b)=2U1=2(p)", money="3+4"),
        rows("B(b)=1U2=3(p)", money="3+4"),
        rows("B(b)=1U3=2(p)", money="3+4"),
        rows("A(b)=1U2=2(p)", money="3+4"),
        rows("B(b)=1U2=2(p)", money="3+4", rules="web_de"),
        Factory.from_text(".=4=1/B(b)=1U2=2(p)/.=4=1 3+4 print_2019 published"),
    ]
    assert factory not in others
    assert len({factory, *others}) == 11
    assert len(set(map(hash, [factory, *others]))) > 5
    assert (factory == factory.to_text()) is False
    assert factory.__eq__("B") is NotImplemented
    assert factory != factory.machinery


@pytest.mark.rule("R-12.20", "R-12.21")
def test_where_it_does_not_matter_which_hole_holds_a_bot_factories_are_equal() -> None:
    truck = rows("B=1=3")
    assert truck.with_bots({"dock/middle/1": D, "dock/middle/3": B}) == truck.with_bots(
        {"dock/middle/2": B, "dock/middle/3": D}
    )
    waiting = rows("B=R=1")
    assert waiting.with_bots({"floor/middle/1/in1": B}) == waiting.with_bots({"floor/middle/1/in2": B})
    assert rows("B=D=1").with_bots({"floor/middle/1/left": B}) != rows("B=D=1").with_bots({"floor/middle/1/right": B})
    assert rows("A=1=1").with_bots({"start/middle/side": B}) != rows("A=1=1").with_bots({"start/middle/centre": B})


def test_the_same_pieces_share_what_was_worked_out_about_them() -> None:
    factory = rows("B(b)=1U2=1")
    assert factory.machinery is rows("B(p)=1U2=1(d)", money="1+2").machinery
    assert factory.machinery is run_workday(factory).factory.machinery
    assert factory.machinery is factory.install("floor/top/1", "fork").demolish("floor/top/1").machinery
    assert factory.machinery is pickle.loads(pickle.dumps(factory)).machinery
    assert factory.machinery is pickle.loads(pickle.dumps(factory.machinery))
    assert factory.machinery.routes is factory.machinery.routes


def test_a_factory_is_made_of_pieces_contents_and_money() -> None:
    factory = rows("B(b)=1U2=2(p)", money="3+4")
    assert Factory(factory.machinery, factory.contents, 3, 4) == factory
    assert Factory(factory.machinery, factory.contents) == rows("B(b)=1U2=2(p)")
    assert factory.contents == bytes((0, 0, 1, 0, 0, 2, 0, 0, 0))


def test_models_and_kinds_are_their_names() -> None:
    assert Model("plus") is P
    assert f"{Kind.GIFT_WRAPPER} {Facing.SOUTH} {Row.BOTTOM} {Model.DELUXE}" == "gift_wrapper south bottom deluxe"


# -- errors --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (MechanicaError(say("{what} is wrong", what="it")), "it is wrong"),
        (EditionError(say("unknown")), "unknown"),
        (InstallError("floor/top/1", say("no"), "D-3.7"), "top 1: no (D-3.7)"),
        (LayoutError([PROBLEM, PROBLEM]), "top 1: no room; top 1: no room"),
        (EditionError(say("two"), ["a", "b"]), "two"),
        (NotationError("B=", 2, say("no end")), "character 3: no end"),
        (DocumentError([("dock", say("a")), ("wallet", say("b"))]), "dock: a; wallet: b"),
        (MissingDecision("id", say("decide")), "id: decide"),
        (ImpossibleDecision("id", say("decided twice")), "id: decided twice"),
    ],
    ids=["any", "edition", "install", "layout", "entries", "notation", "document", "missing", "impossible"],
)
def test_an_error_is_a_sentence_and_survives_pickling(error: MechanicaError, sentence: str) -> None:
    assert str(error) == error.text("en") == sentence
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == sentence
    assert again.__dict__ == error.__dict__
    assert isinstance(again, MechanicaError)


def test_a_choice_is_asked_in_words() -> None:
    asked = choice()
    assert asked.words("en") == asked.words() == str(asked.message)
    assert asked.takes == tuple(option.take for option in asked.options)
    assert asked.options[0].words("en") == asked.options[0].words() == str(asked.options[0].message)


def test_bots_of_a_layout_are_given_as_a_mapping_or_as_pairs() -> None:
    assert bots({"in": "basic", "ahead": P}) == bots([("in", B), ("ahead", "plus")]) == (("ahead", P), ("in", B))


def test_other_pieces_give_another_hash() -> None:
    assert len({hash(rows(f"B=1{piece}=1").machinery) for piece in ("U1", "Un1", "D1")}) == 3
