"""What was read in a photo: a layout, how sure each place of it is, and where somebody should look again."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from mechanica_core import (
    ComponentSet,
    Facing,
    Factory,
    FloorPiece,
    Kind,
    Layout,
    LayoutError,
    MechanicaError,
    Model,
    Piece,
    Problem,
    ProblemKind,
    StartSlot,
    Truck,
    component_set,
)
from mechanica_core.document import layout_document
from mechanica_core.geometry import ROWS, dock_place, parse_place, start_place
from mechanica_core.layout import PRINTED_DOCK, PRINTED_START
from mechanica_core.layout import bots as bots_by_hole
from mechanica_core.machinery import truck_hole_names
from mechanica_core.messages import Message, say
from mechanica_core.pieces import MODELS
from vision.decoding import UNKNOWN, Belief, Unknown, Value

BELIEVED: Final = 0.75
"""A reading is believed whose places are all right with this probability; of another the least sure are doubts."""
_IN_HOLE: Final[tuple[Model | None, ...]] = (None, *MODELS)
UNSEEN: Final = Belief(None, dict.fromkeys(_IN_HOLE, 1 / len(_IN_HOLE)))
"""What is believed of a hole that nobody looked into."""

Point: TypeAlias = tuple[float, float]
Homography: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class CorrectionError(MechanicaError):
    """A correction that is not legal: its ``place`` and the ``reason``."""

    def __init__(self, place: str, reason: Message) -> None:
        self.place = place
        self.reason = reason
        super().__init__(say("{place}: {sentence}", place=place, sentence=reason))

    def __reduce__(self) -> tuple[type[CorrectionError], tuple[str, Message]]:
        return CorrectionError, (self.place, self.reason)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place to look at again: what was read, its probability, and what it is most likely otherwise."""

    where: str
    read: Value
    confidence: float
    runner_up: Value

    def as_json(self) -> dict[str, Any]:
        """The doubt in JSON, with each value as :func:`value_json` writes it."""
        return {
            "where": self.where,
            "read": value_json(self.where, self.read),
            "confidence": round(self.confidence, 4),
            "runner_up": value_json(self.where, self.runner_up),
        }


@dataclass(frozen=True)
class Reading:
    """A factory as read in a photo. Everything about it follows from what is believed of each place.

    ``places`` has every square, slot, truck and hole by its name (R-12.9), row by row from the west. ``corners`` are
    those of the board's outer edge, NW, NE, SE and SW by the board's own print, ``homography`` maps the board plane
    (in squares, from the north-west corner of the slots); both are in pixels of the upright photo. ``unverified`` says
    that the corners are those given by hand, as they were given, because no board was recognised there.
    """

    places: Mapping[str, Belief]
    doubts: tuple[Doubt, ...]
    copy: str
    components: str
    rules: str
    corners: Mapping[str, Point]
    homography: Homography
    timings_ms: Mapping[str, float]
    unverified: bool = False

    @functools.cached_property
    def factory(self) -> Factory:
        """What was read as a factory in which pieces need not fit (D-3.7): as it was seen, not as it should be."""
        return _factory(self.places, self.components, self.rules)

    @property
    def layout(self) -> Layout:
        """What was read, in canonical order and without money.

        An unknown square is left out, an unknown slot or truck is taken for what is printed there (R-12.7).
        """
        return self.factory.layout

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Pieces that do not fit, and what there is more of than the box holds."""
        return (*(misfit.problem for misfit in self.factory.machinery.misfits), *self.factory.warnings)

    def correct(self, place: str, value: Piece | str | None) -> Reading:
        """The reading after somebody looked: ``place`` is sure to hold ``value``, and no doubt about it is left.

        A floor square takes a piece or None, a start slot a kind or None, a truck's place a kind, a hole a model or
        None. A new piece keeps the bots in those holes that it has too. Raises :class:`CorrectionError` if there is no
        such place, or nothing such can be there; that a piece does not fit its neighbours is allowed (D-3.7).
        """
        if place not in self.places:
            raise CorrectionError(place, say("there is no such place in this reading"))
        seen = _typed(place, value)
        changed: dict[str, Belief] = {**self.places, place: Belief(seen, {seen: 1.0})}
        if not is_hole(place):
            pieces = {place: belief for place, belief in changed.items() if not is_hole(place)}
            try:
                _factory(pieces, self.components, self.rules)
            except LayoutError as error:
                raise CorrectionError(place, error.problems[0].message) from None
            components = component_set(self.components)
            changed = {
                there: changed.get(there, UNSEEN)
                for piece, belief in pieces.items()
                for there in (piece, *holes_of(piece, belief.read, components))
            }
        doubts = tuple(doubt for doubt in self.doubts if doubt.where != place and doubt.where in changed)
        return replace(self, places=changed, doubts=doubts)

    def as_json(self) -> dict[str, Any]:
        """The reading as ``mechanica scan --json`` prints it, but for the photo's name."""
        return {
            "factory": layout_document(self.layout),
            "doubts": [doubt.as_json() for doubt in self.doubts],
            "corners": {name: [round(x, 2), round(y, 2)] for name, (x, y) in self.corners.items()},
            "timings_ms": {stage: round(time, 2) for stage, time in self.timings_ms.items()},
        }


def assemble(
    pieces: Mapping[str, Belief],
    holes: Mapping[str, Sequence[float]],
    *,
    copy: str,
    components: str,
    corners: Mapping[str, Point],
    homography: Homography,
    timings_ms: Mapping[str, float],
    rules: str = "print_2019",
    unverified: bool = False,
) -> Reading:
    """Make a reading of the decoded pieces and of what stands in their holes.

    ``pieces`` has every square, slot and truck, as ``decode`` returns them. ``holes`` has, by name, the probabilities
    of nothing, a Basic, a Plus and a Deluxe, which add up to 1, for the holes of what was read (:func:`holes_of`);
    more holes do no harm, and one that is not there is a doubt. ``components`` and ``rules`` are names of known sets.

    There is a doubt about what is unknown, about the least sure places until the rest is believed together, and about
    the least sure of what there is more of than the box holds. A doubt about a piece covers the holes in it.
    """
    known = component_set(components)
    places: dict[str, Belief] = {}
    for place, belief in pieces.items():
        places[place] = belief
        for hole in holes_of(place, belief.read, known):
            places[hole] = UNSEEN
            if hole in holes:
                shares: dict[Value, float] = dict(zip(_IN_HOLE, map(float, holes[hole]), strict=True))
                places[hole] = Belief(max(shares, key=shares.__getitem__), shares)
    reading = Reading(places, (), copy, components, rules, corners, homography, timings_ms, unverified)
    return replace(reading, doubts=tuple(_doubts(reading)))


def is_hole(place: str) -> bool:
    """Whether the name of a place is that of a hole rather than of a square, slot or truck (R-12.9)."""
    return place.count("/") > (2 if place.startswith("floor/") else 1)


def holes_of(place: str, value: Value, components: ComponentSet) -> tuple[str, ...]:
    """Names of the holes there are in a square, slot or truck with that value; none in an unknown one."""
    names: tuple[str, ...] = ()
    if isinstance(value, Piece):
        names = components.shapes[value.kind, value.flipped].value.holes
    elif place.startswith("start/") and (value is None or isinstance(value, Kind)):
        names = components.start_shapes[value].value.holes
    elif isinstance(value, Kind):
        names = truck_hole_names(components, value)
    return tuple(f"{place}/{name}" for name in names)


def value_json(where: str, value: Value) -> Any:
    """What is read in a place, in the words of section 12.

    A floor piece is ``{"kind", "facing", "flipped"}``, a fabricator or truck ``{"kind"}``, an empty square or slot
    ``{"kind": null}``; a bot is its model, an empty hole null. For a square, slot or truck null is UNKNOWN: none of the
    taught things, and as a ``read`` the sign of a place that was left out.
    """
    if isinstance(value, Unknown):
        return None
    if isinstance(value, Piece):
        return {"kind": value.kind.value, "facing": value.facing.value, "flipped": value.flipped}
    name = None if value is None else value.value
    return name if is_hole(where) else {"kind": name}


def _doubts(reading: Reading) -> Iterator[Doubt]:
    places = reading.places
    doubted = _unsure(places)
    for what, (here, box) in reading.factory.beyond_the_box.items():
        found = [place for place, belief in places.items() if _what(belief.read) == what]
        doubted.update(sorted(found, key=lambda place: places[place].confidence)[: here - box])
    for place, belief in places.items():
        if place in doubted:
            yield Doubt(place, belief.read, belief.confidence, belief.runner_up)


def _unsure(places: Mapping[str, Belief]) -> set[str]:
    """What is unknown, and the least sure places, so many that the rest is right with a probability of BELIEVED."""
    unsure = {place for place, belief in places.items() if belief.read is UNKNOWN}
    rest = {place: belief.confidence for place, belief in places.items() if place not in unsure}
    while math.prod(rest.values()) < BELIEVED:
        least = min(rest, key=rest.__getitem__)
        unsure.add(least)
        rest = {place: sure for place, sure in rest.items() if place != least and not place.startswith(f"{least}/")}
    return {place for place in unsure if place.rpartition("/")[0] not in unsure}


def _what(value: Value) -> Value:
    """What the box holds so many of: a piece's kind, however it lies, or a bot's model."""
    return value.kind if isinstance(value, Piece) else value


def _typed(place: str, value: Piece | str | None) -> Value:
    """A correction's value in the library's types. Raises :class:`CorrectionError` if it is of none that goes there."""
    area = "hole" if is_hole(place) else parse_place(place)[0]
    if value is None and area != "dock":
        return None
    try:
        if isinstance(value, Piece) and area == "floor":
            return Piece(Kind(value.kind), Facing(value.facing), value.flipped)
        if isinstance(value, str) and area != "floor":
            return Model(value) if area == "hole" else Kind(value)
    except ValueError:
        pass
    raise CorrectionError(place, say("{value} is nothing that can be here", value=value))


def _factory(places: Mapping[str, Belief], components: str, rules: str) -> Factory:
    """What was read, fitting or not. Raises :class:`LayoutError` if something is where nothing such can be."""
    held: defaultdict[str, dict[str, Model]] = defaultdict(dict)
    floor: dict[str, Value] = {}
    for place, belief in places.items():
        if is_hole(place):
            piece, _, hole = place.rpartition("/")
            if isinstance(belief.read, Model):
                held[piece][hole] = belief.read
        elif place.startswith("floor/"):
            floor[place] = belief.read
    slots, trucks = [], []
    for row, (slot, truck) in enumerate(zip(PRINTED_START, PRINTED_DOCK, strict=True)):
        start, dock = start_place(row), dock_place(row)
        fabricator, load = places[start].read, places[dock].read
        slots.append(
            StartSlot(
                fabricator if fabricator is None or isinstance(fabricator, Kind) else slot.kind,
                bots_by_hole(held[start]),
            )
        )
        trucks.append(Truck(load if isinstance(load, Kind) else truck.kind, tuple(held[dock].values())))
    layout = Layout(
        floor=tuple(
            FloorPiece(ROWS[row], column + 1, *read, bots=bots_by_hole(held[place]))
            for place, read in floor.items()
            if isinstance(read, Piece)
            for _, row, column in (parse_place(place),)
        ),
        start=(slots[0], slots[1], slots[2]),
        dock=(trucks[0], trucks[1], trucks[2]),
        rules=rules,
        components=components,
        columns=len(floor) // len(ROWS),
    )
    return Factory.from_layout(layout, (ProblemKind.DOES_NOT_FIT,))
