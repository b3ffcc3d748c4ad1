"""What holds for every factory and every workday, whatever lies on the floor."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mechanica_core import (
    ChoiceKind,
    Decision,
    Facing,
    Factory,
    ImpossibleDecision,
    Kind,
    Layout,
    LayoutError,
    MissingDecision,
    Model,
    Problem,
    Row,
    Workday,
    count_outcomes,
    divide,
    open_choices,
    outcomes,
    run_workday,
    take_first,
)
from mechanica_core.by_hand import by_hand
from mechanica_core.document import read_layout
from mechanica_core.events import (
    Activated,
    Charged,
    Earned,
    Event,
    Left,
    Lost,
    Passed,
    Rode,
    Stopped,
    Thrown,
    event_json,
)
from mechanica_core.geometry import dock_place, floor_place, start_place
from mechanica_core.narration import event_words
from mechanica_core.pieces import PRINTED
from mechanica_core.places import where_words
from mechanica_core.placing import placements
from mechanica_core.workday import next_choice
from tests.core.strategies import crowded_factories, factories, messy_layouts, policies

WAYS = (ChoiceKind.EXIT, ChoiceKind.LANDING)
MANY = 3_000
"""Outcomes that a test looks through one by one; factories with more are left to other tests."""


def busy(max_columns: int = 4) -> st.SearchStrategy[Factory]:
    """Factories in which bots usually have something to choose."""
    return factories(max_columns=max_columns, min_bots=3)


def everywhere(factory: Factory) -> list[str]:
    """Every square, start slot and dock."""
    floor = [floor_place(row, column) for row in range(3) for column in range(factory.columns)]
    return [*map(start_place, range(3)), *floor, *map(dock_place, range(3))]


def few_outcomes(factory: Factory) -> list[Factory]:
    """All outcomes of a factory that has not too many."""
    assume(count_outcomes(factory) <= MANY)
    return list(outcomes(factory))


# -- round trips ---------------------------------------------------------------------------------------------


@given(factories())
def test_a_factory_comes_back_from_its_document(factory: Factory) -> None:
    assert Factory.from_json(factory.to_json()) == factory
    assert Factory.from_json(json.dumps(factory.to_json())) == factory
    assert Factory.from_json(json.dumps(factory.to_json(), indent=2).encode()) == factory


@given(factories())
def test_a_factory_comes_back_from_its_line(factory: Factory) -> None:
    line = factory.to_text()
    assert "\n" not in line
    assert Factory.from_text(line) == factory
    assert Factory.from_text(line).to_text() == line


@given(factories(), st.sampled_from(range(2, pickle.HIGHEST_PROTOCOL + 1)))
def test_a_factory_comes_back_from_a_pickle_and_a_copy(factory: Factory, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(factory, protocol)) == factory
    assert copy.copy(factory) == factory
    assert copy.deepcopy(factory) == factory


@given(factories())
def test_a_factory_comes_back_from_its_layout(factory: Factory) -> None:
    assert Factory.from_layout(factory.layout) == factory
    assert read_layout(factory.to_json()) == factory.layout


@given(factories())
def test_a_factory_comes_back_from_its_repr(factory: Factory) -> None:
    assert eval(repr(factory), {"Factory": Factory}) == factory


@given(factories(), factories())
def test_factories_are_equal_when_their_documents_are(one: Factory, other: Factory) -> None:
    same = canonical(one) == canonical(other)
    assert (one == other) is same
    assert (one.to_text() == other.to_text()) is same
    assert len({one, other}) == (1 if same else 2)


@given(messy_layouts())
def test_any_layout_is_a_factory_or_named_problems(layout: Layout) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        factory = Factory.from_layout(layout)
    except LayoutError as error:
        problems = error.problems
        sentence = str(error)
    else:
        assert Factory.from_layout(factory.layout) == factory
        return
    assert problems
    for problem in problems:
        assert str(problem) == f"{where_words(problem.place)}: {problem.message} ({problem.rule})"
        assert f"{where_words(problem.place)}: {problem.message}" in sentence


def canonical(factory: Factory) -> str:
    """The canonical document as text (R-12.22)."""
    return json.dumps(factory.to_json(), sort_keys=True)


# -- what happens in a workday -------------------------------------------------------------------------------


def bots_of(events: Iterable[Event]) -> Mapping[str, list[Event]]:
    """The events about each bot, in order."""
    by_bot: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        if not isinstance(event, Activated):
            by_bot[event.bot].append(event)
    return by_bot


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_no_bot_appears_or_disappears_unseen(factory: Factory, data: st.DataObject) -> None:
    workday = run_workday(factory, policy=policies(data))
    there = Counter(factory.bots().values())
    gone: Counter[Model] = Counter()
    for event in workday.events:
        match event:
            case Lost():
                gone[event.model] += 1
            case Charged():
                there[Model.BASIC] += 1
                gone[Model.BASIC] += event.hole is None
            case Activated():
                gone.update(model for _, model in event.used)
                there.update(model for _, model in event.made)
            case _:
                pass
    assert there - gone == Counter(workday.factory.bots().values())
    assert not gone - there


def play(morning: Mapping[str, Model], events: Iterable[Event]) -> tuple[dict[str, Model], Counter[str]]:
    """Move bots as the events say, knowing no rule: which bot is in which hole in the end, and the money."""
    bots: dict[str, tuple[str | None, Model]] = {hole: (hole, model) for hole, model in morning.items()}
    money: Counter[str] = Counter()
    for event in events:
        match event:
            case Left():
                assert bots[event.bot] == (event.bot, event.model)
                bots[event.bot] = (None, event.model)
            case Stopped():
                assert bots[event.bot][1] is event.model
                bots[event.bot] = (event.hole, event.model)
            case Lost():
                assert bots.pop(event.bot)[1] is event.model
            case Earned():
                money[event.pot] += event.coins
            case Charged():
                if event.hole is not None:
                    bots[f"new in {event.hole}"] = (event.hole, Model.BASIC)
            case Activated():
                for used in event.used:
                    (name,) = (name for name, bot in bots.items() if bot == used)
                    del bots[name]
                bots |= {f"made in {hole}": (hole, model) for hole, model in event.made}
            case Rode() | Passed() | Thrown():
                assert bots[event.bot][0] is None
    holes = [hole for hole, _ in bots.values()]
    assert None not in holes
    assert len(set(holes)) == len(holes)
    return {hole: model for hole, model in bots.values() if hole is not None}, money


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_the_events_alone_tell_the_evening(factory: Factory, data: st.DataObject) -> None:
    workday = run_workday(factory, policy=policies(data))
    evening, money = play(factory.bots(), workday.events)
    assert evening == workday.factory.bots()
    assert (money["wallet"], money["vault"]) == workday.gained
    assert workday.factory.wallet == factory.wallet + money["wallet"]
    assert workday.factory.vault == factory.vault + money["vault"]


def neighbour(place: str, heading: str, columns: int) -> str | None:
    """The place next to a square or start slot in that direction, None beyond the edge of the board."""
    area, row, *column = place.split("/")
    at = (list(Row).index(Row(row)), int(column[0]) if area == "floor" else 0)
    step = {"east": (0, 1), "north": (-1, 0), "west": (0, -1), "south": (1, 0)}[heading]
    to_row, to_column = at[0] + step[0], at[1] + step[1]
    if not 0 <= to_row < len(Row) or to_column < 1:
        return None
    name = list(Row)[to_row].value
    return f"dock/{name}" if to_column > columns else f"floor/{name}/{to_column}"


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_a_bot_rides_from_place_to_neighbouring_place_a_square_a_tick(factory: Factory, data: st.DataObject) -> None:
    workday = run_workday(factory, policy=policies(data))
    for bot, events in bots_of(workday.events).items():
        here: str | None = bot.rpartition("/")[0]
        tick = 0
        for event in events:
            match event:
                case Rode():
                    tick += 1
                    assert here is not None
                    assert event.place == neighbour(here, event.heading, factory.columns)
                    here = event.place
                case Thrown():
                    tick += 1
                    assert event.tester == here
                    for place in (*event.over, event.place):
                        assert here is not None
                        here = neighbour(here, event.heading, factory.columns)
                        assert place == here
                case Left() | Passed() | Earned() | Charged():
                    assert isinstance(event, Left) or event.place == here or event.place in flight_testers(events)
                case Lost():
                    assert event.place == here
                    continue  # bots that have arrived settle at once, in a later tick than some of them came in
                case Stopped():
                    assert event.hole.rpartition("/")[0] == here
                    continue
                case Activated():
                    pytest.fail("pieces act, not bots")
            assert event.tick == tick


def flight_testers(events: Iterable[Event]) -> set[str]:
    """The Flight Testers among the places of a bot's way: they pay when the bot has gone already."""
    return {event.tester for event in events if isinstance(event, Thrown)}


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_a_bot_keeps_its_heading_but_where_a_piece_or_the_belt_turns_it(factory: Factory, data: st.DataObject) -> None:
    workday = run_workday(factory, policy=policies(data))
    for events in bots_of(workday.events).values():
        heading = None
        for event in events:
            if isinstance(event, Rode):
                assert event.heading == heading
                on_belt = (event.place or "").startswith("floor") and factory.piece_at(event.place or "") is None
                heading = Facing.EAST if on_belt else heading
            elif isinstance(event, Left | Passed | Thrown):
                heading = event.heading


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_events_come_in_the_order_of_their_ticks_move_then_settle_then_act(
    factory: Factory, data: st.DataObject
) -> None:
    events = run_workday(factory, policy=policies(data)).events
    assert [event.tick for event in events] == sorted(event.tick for event in events)
    moving = max((event.tick for event in events if isinstance(event, Left | Rode | Thrown | Passed)), default=0)
    for event in events:
        if isinstance(event, Stopped) or (isinstance(event, Lost) and event.rule == "R-5.14"):
            assert event.tick == moving + 1
        elif isinstance(event, Activated):
            assert event.tick == moving + 2
        else:
            assert event.tick <= moving


RULES: Final = {
    (Passed, Kind.FORK): "R-5.8",
    (Passed, Kind.GIFT_WRAPPER): "R-5.7",
    (Passed, Kind.STATIC_CHARGER): "R-5.7",
    (Thrown, Kind.FLIGHT_TESTER): "R-5.9",
    (Earned, Kind.FLIGHT_TESTER): "R-5.9",
    (Earned, Kind.GIFT_WRAPPER): "R-5.10",
    (Charged, Kind.STATIC_CHARGER): "R-5.11",
    (Activated, Kind.UPGRADER): "R-6.2",
    (Activated, Kind.DOWNGRADER): "R-6.3",
    (Activated, Kind.DUPLICATOR): "R-6.4",
    (Activated, Kind.REPURPOSER): "R-6.5",
}


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_events_name_the_piece_that_did_it_and_its_rule(factory: Factory, data: st.DataObject) -> None:
    for event in run_workday(factory, policy=policies(data)).events:
        match event:
            case Passed() | Activated():
                assert factory_kind(factory, event.place) is event.kind
                assert event.rule == RULES[type(event), event.kind]
            case Thrown():
                assert event.rule == RULES[Thrown, factory_kind(factory, event.tester)]
            case Charged():
                assert event.rule == RULES[Charged, factory_kind(factory, event.place)]
                assert event.hole is None or event.hole.rpartition("/")[0] == event.place
            case Earned():
                kind = factory_kind(factory, event.place)
                assert event.rule == RULES[Earned, kind]
                assert (event.pot, event.coins) == ("vault" if kind is Kind.GIFT_WRAPPER else "wallet", 1)
            case Lost():
                assert event.rule == event.loss.rule
            case Left() | Rode() | Stopped():
                assert event.rule == ("R-5.1" if isinstance(event, Left) else "R-5.2")


def factory_kind(factory: Factory, place: str) -> Kind:
    """The kind of the piece at a place."""
    piece = factory.piece_at(place)
    assert piece is not None
    return piece.kind


def test_a_piece_that_need_not_wait_for_any_bot_acts_all_the_same() -> None:
    (acted,) = run_workday(Factory.from_text(".=U(b)3=1/B=4=1/.=4=1")).events
    assert event_json(acted) == {
        "event": "activated",
        "tick": 2,
        "place": "floor/top/1",
        "kind": "upgrader",
        "used": [["floor/top/1/in", "basic"]],
        "made": [["floor/top/1/ahead", "plus"]],
        "rule": "R-6.2",
    }


def test_a_throw_as_json() -> None:
    workday = run_workday(Factory.from_text(".=4=1/B(b)=TU_Us=1/.=4=1"), policy=lambda choice: choice.takes[-1])
    assert [event_json(event) for event in workday.events] == [
        {
            "event": "left",
            "tick": 0,
            "bot": "start/middle/centre",
            "model": "basic",
            "heading": "east",
            "rule": "R-5.1",
        },
        {
            "event": "rode",
            "tick": 1,
            "bot": "start/middle/centre",
            "place": "floor/middle/1",
            "heading": "east",
            "rule": "R-5.2",
        },
        {
            "event": "thrown",
            "tick": 2,
            "bot": "start/middle/centre",
            "tester": "floor/middle/1",
            "over": ["floor/middle/2", "floor/middle/3", "floor/middle/4"],
            "place": "dock/middle",
            "heading": "east",
            "rule": "R-5.9",
        },
        {
            "event": "earned",
            "tick": 2,
            "bot": "start/middle/centre",
            "place": "floor/middle/1",
            "pot": "wallet",
            "coins": 1,
            "rule": "R-5.9",
        },
        {
            "event": "stopped",
            "tick": 3,
            "bot": "start/middle/centre",
            "model": "basic",
            "hole": "dock/middle/1",
            "rule": "R-5.2",
        },
    ]


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_every_event_is_json_and_a_sentence(factory: Factory, data: st.DataObject) -> None:
    for event in run_workday(factory, policy=policies(data)).events:
        told = event_json(event)
        assert told["event"] == type(event).__name__.lower()
        assert told["rule"] == event.rule
        assert json.loads(json.dumps(told)) == told
        assert str(event_words(factory.machinery, event))


@settings(max_examples=150)
@given(crowded_factories(), st.data())
def test_what_hands_do_leads_from_morning_to_evening_and_puts_no_bot_onto_another(
    factory: Factory, data: st.DataObject
) -> None:
    workday = run_workday(factory, policy=policies(data))
    alike = {
        hole: place
        for first, last in factory.machinery.interchangeable
        for hole in factory.machinery.holes[first:last]
        for place in [hole.rpartition("/")[0]]
    }
    room = Counter(alike.get(hole, hole) for hole in factory.machinery.holes)

    def spots(bots: Iterable[tuple[str, Model]]) -> Counter[tuple[str, Model]]:
        return Counter((alike.get(hole, hole), model) for hole, model in bots)

    standing = spots(factory.bots().items())
    for step in by_hand(workday):
        assert str(step.words)
        taken, put = spots(step.taken), spots(step.put)
        assert taken <= standing
        standing = standing - taken + put
        for there, number in Counter(there for there, _ in standing.elements()).items():
            assert number <= room[there]
    assert standing == spots(workday.factory.bots().items())


@given(factories(), st.data())
def test_a_workday_changes_nothing_that_went_into_it(factory: Factory, data: st.DataObject) -> None:
    before = pickle.dumps(factory), factory.contents, factory.to_text(), hash(factory)
    decisions = dict(run_workday(factory, policy=policies(data)).decisions)
    given_decisions = dict(decisions)
    workday = run_workday(factory, decisions)
    assert workday.events == run_workday(factory, decisions).events
    assert pickle.loads(pickle.dumps(workday)) == workday
    open_choices(factory, decisions)
    count_outcomes(factory, decisions)
    list(outcomes(factory, decisions))
    divide(factory, decisions)
    assert (pickle.dumps(factory), factory.contents, factory.to_text(), hash(factory)) == before
    assert decisions == given_decisions
    assert workday.before is factory


# -- decisions -----------------------------------------------------------------------------------------------


@given(factories(), st.data())
def test_the_decisions_of_a_policy_replay_its_workday(factory: Factory, data: st.DataObject) -> None:
    workday = run_workday(factory, policy=policies(data))
    again = run_workday(factory, workday.decisions)
    assert again == workday
    assert again.events == workday.events
    shuffled = list(workday.decisions)
    random.Random(0).shuffle(shuffled)
    assert run_workday(factory, dict(shuffled)).factory == workday.factory
    assert open_choices(factory, workday.decisions) == ()


@given(busy(), st.data())
def test_deciding_every_open_choice_makes_a_workday(factory: Factory, data: st.DataObject) -> None:
    decisions: dict[str, str] = {}
    while choices := open_choices(factory, decisions):
        with pytest.raises(MissingDecision) as missing:
            run_workday(factory, decisions)
        assert missing.value.choice == choices[0].id
        assert not {choice.id for choice in choices} & decisions.keys()
        for choice in choices:
            assert len(choice.options) > 1
            assert len(set(choice.takes)) == len(choice.options)
        at_once = choices if data.draw(st.booleans(), label="all at once") else choices[:1]
        decisions |= {choice.id: data.draw(st.sampled_from(choice.takes), label=choice.id) for choice in at_once}
    workday = run_workday(factory, decisions)
    assert dict(workday.decisions) == decisions


@given(busy())
def test_open_choices_have_ids_of_their_own_and_always_the_same_order(factory: Factory) -> None:
    choices = open_choices(factory)
    assert len({choice.id for choice in choices}) == len(choices)
    assert open_choices(pickle.loads(pickle.dumps(factory))) == choices


@given(busy(), st.data())
def test_a_decision_that_is_not_offered_is_refused(factory: Factory, data: st.DataObject) -> None:
    choices = open_choices(factory)
    assume(choices)
    choice = data.draw(st.sampled_from(choices))
    for refused in (
        lambda: run_workday(factory, {choice.id: "nowhere"}, policy=take_first),
        lambda: open_choices(factory, {choice.id: "nowhere"}),
        lambda: run_workday(factory, [(choice.id, choice.takes[0])] * 2, policy=take_first),
        lambda: run_workday(factory, policy=lambda choice: "nowhere"),
    ):
        with pytest.raises(ImpossibleDecision):
            refused()


# -- outcomes ------------------------------------------------------------------------------------------------


@given(busy())
def test_outcomes_are_distinct_and_counted(factory: Factory) -> None:
    found = few_outcomes(factory)
    assert len(set(map(canonical, found))) == len(found) == count_outcomes(factory)
    assert found == list(outcomes(factory))


@given(busy(), st.data())
def test_every_workday_ends_in_one_of_the_outcomes(factory: Factory, data: st.DataObject) -> None:
    found = few_outcomes(factory)
    assert run_workday(factory, policy=policies(data)).factory in found


def every_workday(factory: Factory) -> Iterator[Workday]:
    """A workday for every way to decide, one choice at a time."""
    undecided: list[dict[str, str]] = [{}]
    while undecided:
        decisions = undecided.pop()
        choices = open_choices(factory, decisions)
        if not choices:
            yield run_workday(factory, decisions)
        for take in choices[0].takes if choices else ():
            undecided.append(decisions | {choices[0].id: take})


@given(factories(max_columns=3, min_bots=2, max_bots=4))
def test_every_outcome_can_be_decided(factory: Factory) -> None:
    found = few_outcomes(factory)
    reached = set()
    for number, workday in enumerate(every_workday(factory)):
        assume(number < MANY)
        reached.add(workday.factory)
    assert reached == set(found)


@given(busy())
def test_a_decision_narrows_the_outcomes_and_all_options_together_give_them_all(factory: Factory) -> None:
    everything = set(few_outcomes(factory))
    for choice in open_choices(factory):
        if choice.kind in WAYS:
            parts = [set(outcomes(factory, {choice.id: take})) for take in choice.takes]
            assert set().union(*parts) == everything


@given(busy())
def test_divide_counts_the_outcomes_under_each_option_of_the_first_way(factory: Factory) -> None:
    taken: dict[str, str] = {}
    while ways := [choice for choice in open_choices(factory, taken) if choice.kind in WAYS]:
        first, divided = ways[0], divide(factory, taken)
        assert divided == {
            f"{first.id} {take}": count_outcomes(factory, taken | {first.id: take}) for take in first.takes
        }
        assert max(divided.values()) <= count_outcomes(factory, taken) <= sum(divided.values())
        taken[first.id] = first.takes[-1]
    assert divide(factory, taken) == {"": count_outcomes(factory, taken)}


@given(busy(), st.data())
def test_under_all_decisions_of_a_workday_its_evening_is_the_only_outcome(
    factory: Factory, data: st.DataObject
) -> None:
    workday = run_workday(factory, policy=policies(data))
    assert list(outcomes(factory, workday.decisions)) == [workday.factory]
    assert count_outcomes(factory, dict(workday.decisions)) == 1
    assert divide(factory, workday.decisions) == {"": 1}


@given(factories(max_columns=3, min_bots=2, max_bots=5), st.data())
def test_outcomes_under_decisions_are_those_of_the_workdays_that_take_them(
    factory: Factory, data: st.DataObject
) -> None:
    workdays = list(itertools.islice(every_workday(factory), 500))
    assume(len(workdays) < 500)
    taken = sorted({decision for workday in workdays for decision in workday.decisions})
    some = st.sets(st.sampled_from(taken), max_size=3) if taken else st.just(set[Decision]())
    for decisions in [*([decision] for decision in taken), sorted(data.draw(some, label="decisions"))]:
        expected = {workday.factory for workday in workdays if set(decisions) <= set(workday.decisions)}
        if expected:
            assert set(outcomes(factory, decisions)) == expected
            assert count_outcomes(factory, decisions) == len(expected)
        else:
            with pytest.raises(ImpossibleDecision):
                count_outcomes(factory, decisions)


@pytest.mark.parametrize(
    ("line", "choice", "counts"),
    [
        (".=4=1/B(b)=S3=1/.=4=1", "floor/middle/1<start/middle/centre", {"left": 1, "right": 1}),
        (".=4=1/A(bp)=U3=1/.=4=1", "floor/middle/1:keep", {"basic": 1, "plus": 1}),
        (".=4=1/A(bp)=D3=1/.=4=1", "floor/middle/1:keep", {"basic": 3, "plus": 1}),
        (".=4=1/A(bp)=D3=1/.=4=1", "floor/middle/1:put", {"left": 1, "ahead": 1, "right": 1}),
        (".=4=1/A(bp)=R3=1/.=4=1", "floor/middle/1:make", {"basic": 1, "plus": 1, "deluxe": 1}),
        (".=4=1/A(bp)=4=1(d)/.=4=1", "dock/middle:keep", {"basic": 1, "plus": 1, "deluxe": 1}),
        (".(b)=F3=1/B=U3=1/.=4=1", "floor/top/1<start/top/centre", {"ahead": 1, "left": 1}),
    ],
)
def test_a_decision_of_any_kind_narrows_the_outcomes(line: str, choice: str, counts: dict[str, int]) -> None:
    factory = Factory.from_text(line)
    assert {take: count_outcomes(factory, {choice: take}) for take in counts} == counts


@pytest.mark.parametrize(
    "stray",
    [
        {"floor/middle/1<start/middle/centre": "back"},
        {"floor/middle/1:keep": "basic"},
        {"floor/top/4<start/middle/centre": "left"},
        {"floor/middle/1<start/top/centre": "left"},
        {"floor/middle/1<start/middle/centre#2": "left"},
        {"": ""},
    ],
    ids=["no such hole", "no collision", "off its way", "no such bot", "no second visit", "nothing"],
)
@pytest.mark.parametrize("ask", [count_outcomes, divide, lambda *asked: list(outcomes(*asked))])
def test_outcomes_refuse_decisions_that_no_workday_takes(
    ask: Callable[[Factory, dict[str, str]], object], stray: dict[str, str]
) -> None:
    factory = Factory.from_text(".=4=1/B(b)=S3=1/.=4=1")
    assert count_outcomes(factory) == 2
    with pytest.raises(ImpossibleDecision) as refused:
        ask(factory, stray)
    assert refused.value.choice == next(iter(stray))


# -- many outcomes -------------------------------------------------------------------------------------------


def downgraders(pieces: int) -> Factory:
    """A row of Downgraders with a Basic in each; every one may put it into any of its three holes."""
    return Factory.from_text(f".={2 * pieces}=1/B={'D(b)_' * pieces}=1/.={2 * pieces}=1")


def test_the_first_of_too_many_outcomes_comes_at_once() -> None:
    factory = downgraders(49)
    assert count_outcomes(factory) == 3**49
    first = list(itertools.islice(outcomes(factory), 100))
    assert len(set(first)) == 100
    assert all(len(outcome.bots()) == 49 for outcome in first)


def test_ways_that_differ_in_money_alone_make_an_outcome_for_each_sum_of_money() -> None:
    """The fork leads over the edge, or by a Gift Wrapper into a flat side: two bots bring 0, 1 or 2."""
    factory = Factory.from_text("A(bp)=FG1Gn=1/B=4=1/.=4=1")
    assert [(outcome.vault, outcome.bots()) for outcome in outcomes(factory)] == [(0, {}), (1, {}), (2, {})]


def test_ways_of_bots_that_never_meet_multiply_whatever_they_earn() -> None:
    """Over the edge for nothing, or by a Gift Wrapper into the truck: one bot above, one below."""
    factory = Factory.from_text(".(b)=FG2=1/B=4=1/.(p)=FsG2=1")
    assert [(outcome.vault, len(outcome.bots())) for outcome in outcomes(factory)] == [(0, 0), (1, 1), (1, 1), (2, 2)]
    assert count_outcomes(factory) == 4


def test_a_truck_that_five_bots_want_has_as_many_outcomes_as_loads() -> None:
    factory = Factory.from_text(".=1=1/B=1=1/A(bp)=1=3(bbd)")
    loads = {tuple(sorted(load)) for load in itertools.combinations("bbbpd", 3)}
    assert count_outcomes(factory) == len(loads) == 4


@pytest.mark.parametrize("crowd", ["b" * 20, "b" * 19 + "d", "bp" * 15, "b" * 30 + "p" * 10 + "dd", "bpd" * 12])
@pytest.mark.parametrize("truck", ["1", "2(d)", "3(bp)"])
def test_a_crowd_before_a_truck_leaves_any_load_that_fills_it(crowd: str, truck: str) -> None:
    """Upgraders that face the middle row from above and below each send a bot onto it."""
    half = len(crowd) // 2
    above, below = (
        "".join(f"U{way}(-{bot})" for bot in bots) for way, bots in (("s", crowd[:half]), ("n", crowd[half:]))
    )
    factory = Factory.from_text(f".={above}=1/B={half}={truck}/.={below}=1")
    there = crowd + truck[2:-1]
    loads = {tuple(sorted(load)) for load in itertools.combinations(there, int(truck[0]))}
    assert {tuple(sorted(bot[0] for bot in outcome.bots().values())) for outcome in outcomes(factory)} == loads
    assert count_outcomes(factory) == len(loads)


def test_meetings_that_do_not_touch_multiply() -> None:
    """16 Downgraders with a Basic, a full Repurposer, the two bots by the Gift Wrapper, and the truck above."""
    top = "A(bp)=FG_Gn" + 8 * "D(b)_" + "=1"
    middle = "B=R(bp)__" + 8 * "D(b)_" + "_=1"
    bottom = "A(bp)=20=3(bbd)"
    factory = Factory.from_text(f"{top}/{middle}/{bottom}")
    assert count_outcomes(factory) == 3**16 * 3 * 3 * 4 > 10**9
    assert next(outcomes(factory)).columns == 20


# -- quick ways to the same ------------------------------------------------------------------------------------


@given(busy())
def test_the_next_choice_is_the_first_of_the_open_ones(factory: Factory) -> None:
    decided: dict[str, str] = {}
    while choices := open_choices(factory, decided):
        following = next_choice(factory, decided)
        assert following == (choices[0].id, choices[0].takes)
        decided[choices[0].id] = choices[0].takes[-1]
    assert next_choice(factory, decided) is None


@given(factories(), st.sampled_from([kind for kind in Kind if kind not in PRINTED]))
def test_placements_are_all_that_can_be_installed(factory: Factory, kind: Kind) -> None:
    turned = [(facing, flipped) for flipped in (False, True) for facing in Facing]
    fitting = {
        (place, *way)
        for place in everywhere(factory)
        for way in turned
        if factory.fits(place, kind, way[0], flipped=way[1])
    }
    found = placements(factory.machinery, kind)
    assert set(found) == fitting
    assert len(set(found)) == len(found)
