"""The joint reading agrees with looking at every board one by one, and with what people would read."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from mechanica_core import Facing, FloorPiece, Kind, Layout, Piece, Row, StartSlot, Truck, component_set, rule_set
from mechanica_core.geometry import ROWS
from mechanica_core.machinery import known_machinery
from mechanica_core.pieces import KIND_CODE, PIECE_CODE, PIECES, TRUCKS
from vision.decoding import MISFIT, SURPRISE, UNKNOWN, Evidence, Value, decode

DEMO: Final = component_set("demo")
POSES: Final = tuple(piece for piece in PIECES if piece is None or not piece.flipped or piece.kind is Kind.DUPLICATOR)
SLOTS: Final[Mapping[str, tuple[Value, ...]]] = {
    "top": (None, Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR, UNKNOWN),
    "middle": (Kind.BASIC_FABRICATOR, Kind.ADVANCED_FABRICATOR, Kind.OVERACTIVE_FABRICATOR, UNKNOWN),
}
UPGRADER: Final = Piece(Kind.UPGRADER)
FORK: Final = Piece(Kind.FORK)
# Both face each other's exits.
WEST_UPGRADER: Final = Piece(Kind.UPGRADER, Facing.WEST)


def candidates(place: str) -> tuple[Value, ...]:
    if place.startswith("floor/"):
        return (*POSES, UNKNOWN)
    if place.startswith("dock/"):
        return (*TRUCKS, UNKNOWN)
    return SLOTS["middle" if place == "start/middle" else "top"]


def places(columns: int) -> list[str]:
    return [
        place
        for row in ROWS
        for place in (f"start/{row}", *(f"floor/{row}/{column + 1}" for column in range(columns)), f"dock/{row}")
    ]


def spread(place: str, *seen: tuple[Value, float]) -> dict[Value, float]:
    """Logarithms in which the values seen have these probabilities, and the others share the rest evenly."""
    named: dict[Value, float] = dict(seen)
    others = [value for value in candidates(place) if value not in named]
    each = (1 - sum(named.values())) / len(others)
    return {value: math.log(named.get(value, each)) for value in candidates(place)}


def board(columns: int = 4, **seen: Sequence[tuple[Value, float]]) -> dict[str, Mapping[Value, float]]:
    """A clearly seen board as printed, but for what is seen in places such as ``floor_top_2``."""
    evidence: dict[str, Mapping[Value, float]] = {}
    for place in places(columns):
        printed = {"dock": Kind.SMALL_TRUCK, "floor": None, "start": None}[place.split("/")[0]]
        clear = Kind.BASIC_FABRICATOR if place == "start/middle" else printed
        evidence[place] = spread(place, *seen.get(place.replace("/", "_"), [(clear, 0.999)]))
    return evidence


def misfits(columns: int, filling: Mapping[str, Value]) -> int:
    """How many neighbours do not fit, as the library counts them."""

    def code(place: str) -> int:
        value = filling[place]
        if isinstance(value, Kind):
            return KIND_CODE[value]
        return PIECE_CODE[value] if isinstance(value, Piece) else 0

    floor = bytes(code(f"floor/{row}/{column + 1}") for row in ROWS for column in range(columns))
    start = bytes(code(f"start/{row}") for row in ROWS)
    dock = bytes(KIND_CODE[Kind.SMALL_TRUCK] for _ in ROWS)
    return len(known_machinery(rule_set("print_2019"), DEMO, columns, floor, start, dock).misfits)


def one_by_one(
    columns: int, evidence: Evidence, misfit: float
) -> tuple[dict[str, Value], dict[str, dict[Value, float]]]:
    """The likeliest board and the probabilities in each place, from all boards there are."""
    names = places(columns)
    weights: defaultdict[str, defaultdict[Value, float]] = defaultdict(lambda: defaultdict(float))
    best, likeliest, total = -math.inf, {}, 0.0
    for values in itertools.product(*(evidence[name] for name in names)):
        filling = dict(zip(names, values, strict=True))
        log = sum(evidence[name][value] for name, value in filling.items()) - misfit * misfits(columns, filling)
        if log > best:
            best, likeliest = log, filling
        total += math.exp(log)
        for name, value in filling.items():
            weights[name][value] += math.exp(log)
    return likeliest, {name: {value: part / total for value, part in of.items()} for name, of in weights.items()}


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_looking_at_every_board(seed: int) -> None:
    """Four places are uncertain, and misfits are common and cost little, so that much hangs on all of them."""
    rng = random.Random(seed)
    columns, misfit = rng.choice((1, 2, 3)), rng.choice((1.0, 2.5, MISFIT))
    evidence: dict[str, dict[Value, float]] = {}
    uncertain = rng.sample([place for place in places(columns) if not place.startswith("dock/")], 4)
    for place in places(columns):
        number = min(6, len(candidates(place))) if place in uncertain else 1
        values = rng.sample(candidates(place), number)
        evidence[place] = {value: rng.uniform(-3, 0) for value in values}
    likeliest, shares = one_by_one(columns, evidence, misfit)
    beliefs = decode(evidence, DEMO, misfit=misfit)
    assert {place: belief.read for place, belief in beliefs.items()} == likeliest
    for place, belief in beliefs.items():
        assert belief.shares == pytest.approx(shares[place], abs=1e-12)


def test_every_candidate_keeps_its_share() -> None:
    """Nothing that the nets gave a chance is forgotten, and every place's probabilities add up to one."""
    rng = random.Random(3)
    evidence = {place: {value: rng.uniform(-5, 0) for value in candidates(place)} for place in places(4)}
    for place, belief in decode(evidence, DEMO).items():
        assert belief.shares.keys() == evidence[place].keys()
        assert sum(belief.shares.values()) == pytest.approx(1)
        assert min(belief.shares.values()) > 0
        assert belief.runner_up != belief.read


def test_nothing_is_read_for_the_many_that_are_counted_together() -> None:
    even = dict.fromkeys(candidates("floor/top/1"), 0.0)
    belief = decode({**board(), "floor/top/1": even}, DEMO)["floor/top/1"]
    assert belief.read in even
    assert belief.confidence == pytest.approx(1 / len(even), rel=0.001)


def test_a_board_clearly_seen_is_read_as_seen() -> None:
    beliefs = decode(board(floor_top_1=[(UPGRADER, 0.99)]), DEMO)
    assert list(beliefs) == places(4)
    assert [place for place, belief in beliefs.items() if belief.read is UNKNOWN or belief.confidence < 0.98] == []
    assert beliefs["floor/top/1"].read == UPGRADER


@pytest.mark.rule("D-3.7")
def test_a_misfit_clearly_seen_is_read_as_seen() -> None:
    seen = board(floor_top_2=[(UPGRADER, 0.9999)], floor_top_3=[(WEST_UPGRADER, 0.9999)])
    beliefs = decode(seen, DEMO)
    assert beliefs["floor/top/2"].read == UPGRADER
    assert beliefs["floor/top/3"].read == WEST_UPGRADER


@pytest.mark.rule("D-3.7")
def test_fit_settles_a_doubt() -> None:
    doubt = [(UPGRADER, 0.4), (WEST_UPGRADER, 0.55)]
    alone = decode(board(floor_top_3=doubt), DEMO)["floor/top/3"]
    beside = decode(board(floor_top_2=[(UPGRADER, 0.99)], floor_top_3=doubt), DEMO)["floor/top/3"]
    assert (alone.read, alone.runner_up) == (WEST_UPGRADER, UPGRADER)
    assert beside.read == UPGRADER
    assert alone.confidence < 0.6
    assert beside.confidence > 0.85


@pytest.mark.rule("D-3.7")
def test_a_fabricators_exit_settles_a_doubt_in_the_first_column() -> None:
    doubt = [(UPGRADER, 0.45), (WEST_UPGRADER, 0.5)]
    printed = decode(board(floor_top_1=doubt), DEMO)["floor/top/1"]
    built = decode(board(start_top=[(Kind.ADVANCED_FABRICATOR, 0.99)], floor_top_1=doubt), DEMO)["floor/top/1"]
    assert (printed.read, built.read) == (WEST_UPGRADER, UPGRADER)


@pytest.mark.rule("D-3.7")
@pytest.mark.parametrize("neighbour", [None, UNKNOWN])
def test_nothing_and_the_unknown_fit_everything(neighbour: Value) -> None:
    doubt = [(UPGRADER, 0.4), (WEST_UPGRADER, 0.55)]
    belief = decode(board(floor_top_2=[(neighbour, 0.999)], floor_top_3=doubt), DEMO)["floor/top/3"]
    assert belief.shares[WEST_UPGRADER] == pytest.approx(0.55, abs=0.01)


def test_the_predicted_state_settles_a_doubt_and_hides_nothing() -> None:
    predicted = Layout(
        floor=(FloorPiece(Row.TOP, 2, Kind.FORK),),
        start=(StartSlot(), StartSlot(Kind.BASIC_FABRICATOR), StartSlot(Kind.ADVANCED_FABRICATOR)),
        dock=(Truck(), Truck(Kind.BIG_TRUCK), Truck()),
    )
    doubtful = board(
        floor_top_2=[(UPGRADER, 0.5), (FORK, 0.4)],
        floor_bottom_4=[(UPGRADER, 0.5), (None, 0.4)],
        start_bottom=[(None, 0.5), (Kind.ADVANCED_FABRICATOR, 0.4)],
        dock_middle=[(Kind.SMALL_TRUCK, 0.5), (Kind.BIG_TRUCK, 0.4)],
    )
    beliefs = decode(doubtful, DEMO, predicted)
    settled = ("floor/top/2", "floor/bottom/4", "start/bottom", "dock/middle")
    assert [beliefs[place].read for place in settled] == [FORK, None, Kind.ADVANCED_FABRICATOR, Kind.BIG_TRUCK]
    clear = decode(board(floor_top_2=[(UPGRADER, 0.999)]), DEMO, predicted)
    assert [clear[place].read for place in settled] == [UPGRADER, None, None, Kind.SMALL_TRUCK]


def test_the_unknown_contradicts_no_prediction() -> None:
    covered = board(floor_top_2=[(UNKNOWN, 0.5), (FORK, 0.4)])
    shares = decode(covered, DEMO, Layout(floor=(FloorPiece(Row.TOP, 2, Kind.FORK),)))["floor/top/2"].shares
    assert shares[UNKNOWN] / shares[FORK] == pytest.approx(0.5 / 0.4, rel=0.001)
    assert shares[UPGRADER] / shares[FORK] == pytest.approx(0.1 / 36 / 0.4 * math.exp(-SURPRISE), rel=0.001)


def test_what_is_impossible_is_not_read_however_well_it_would_fit() -> None:
    sure: dict[Value, float] = dict.fromkeys(candidates("floor/top/3"), -math.inf) | {WEST_UPGRADER: 0.0}
    seen = {**board(floor_top_2=[(UPGRADER, 0.9)]), "floor/top/3": sure}
    assert decode(seen, DEMO)["floor/top/3"].shares == {WEST_UPGRADER: pytest.approx(1)}


def test_evidence_that_leaves_out_a_place_is_refused() -> None:
    evidence = board()
    del evidence["dock/top"]
    with pytest.raises(KeyError, match="dock/top"):
        decode(evidence, DEMO)


@pytest.mark.slow
def test_a_board_of_doubts_is_read_in_three_milliseconds() -> None:
    rng = random.Random(1)
    evidence = {place: {value: rng.uniform(-2, 0) for value in candidates(place)} for place in places(4)}
    times = []
    for _ in range(50):
        began = time.perf_counter()
        decode(evidence, DEMO)
        times.append(time.perf_counter() - began)
    assert min(times) < 0.003
