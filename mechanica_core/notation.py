"""The one-line notation of a factory, short enough for a chat message.

``A(b-)=2U(b-)1=1/B(b)=4=2(p)/.=Xnf(-bp)3=3(bbd) 8+0 print_2019 demo`` is a factory: three rows from the top, each
with its start slot, the squares of its floor and its truck; then wallet + vault, the rule set and the component
set. A number on the floor stands for that many empty squares. A piece is its letter, the way it faces (``n``,
``w``, ``s``; nothing for east), ``f`` if it is flipped, and what its holes hold, inputs first: ``b``, ``p``, ``d``
or ``-``. Holes are left out where all are empty; a truck lists its bots only.

The reader also takes spaces between the parts, ``e`` for east, ``_`` for an empty square, holes without the empty
ones at their end, bots in any order where the order means nothing, and a line that ends after the third row
(0+0, print_2019, demo) or anywhere later. The writer only writes the canonical form.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection
from typing import Final, NamedTuple

from mechanica_core.editions import MAX_COLUMNS, ComponentSet, component_set, rule_set
from mechanica_core.errors import LayoutError, NotationError, ProblemKind
from mechanica_core.factory import MIDDLE, Factory, canonical, forgivable
from mechanica_core.geometry import Facing, dock_place, floor_place, start_place
from mechanica_core.machinery import KNOWN_MACHINERY, N_ROWS, Machinery, known_machinery, turned_shape
from mechanica_core.messages import Message, say
from mechanica_core.pieces import KIND_CODE, PIECE_CODE, Kind, Piece

MAX_LENGTH: Final = 10_000
DEFAULT_EDITION: Final = ("print_2019", "demo")
FLOOR_LETTERS: Final = {
    Kind.UPGRADER: "U",
    Kind.DOWNGRADER: "D",
    Kind.DUPLICATOR: "X",
    Kind.REPURPOSER: "R",
    Kind.GIFT_WRAPPER: "G",
    Kind.STATIC_CHARGER: "S",
    Kind.FLIGHT_TESTER: "T",
    Kind.FORK: "F",
}
START_LETTERS: Final = {
    None: ".",
    Kind.BASIC_FABRICATOR: "B",
    Kind.ADVANCED_FABRICATOR: "A",
    Kind.OVERACTIVE_FABRICATOR: "O",
}
TRUCK_LETTERS: Final = {Kind.SMALL_TRUCK: "1", Kind.BIG_TRUCK: "2", Kind.HUGE_TRUCK: "3"}
HOLE_LETTERS: Final = "-bpd"
"""What a hole holds, by the model's code."""


def _piece_text(piece: Piece) -> str:
    facing = "" if piece.facing is Facing.EAST else piece.facing[0]
    return FLOOR_LETTERS[piece.kind] + facing + "f" * piece.flipped


_FLOOR_CODE: Final = {
    text: code
    for piece, code in PIECE_CODE.items()
    if piece and (piece.kind is Kind.DUPLICATOR or not piece.flipped)
    for text in (_piece_text(piece), f"{FLOOR_LETTERS[piece.kind]}{piece.facing[0]}{'f' * piece.flipped}")
}
_START_KIND: Final = {letter: kind for kind, letter in START_LETTERS.items()}
_TRUCK_KIND: Final = {letter: kind for kind, letter in TRUCK_LETTERS.items()}
_HOLE_CODE: Final = bytes.maketrans(HOLE_LETTERS.encode(), bytes(range(len(HOLE_LETTERS))))
_HOLE_LETTER: Final = bytes.maketrans(bytes(range(len(HOLE_LETTERS))), HOLE_LETTERS.encode())
_START: Final = re.compile(r"\s*([.BAO])(?:\(([-bpd]*)\))?\s*=\s*")
_SQUARE: Final = re.compile(r"(?:([UDXRGSTF][enws]?f?)(?:\(([-bpd]*)\))?|([0-9]{1,4}|_))\s*")
_TRUCK: Final = re.compile(r"=\s*([123])(?:\(([-bpd]*)\))?\s*")
_WORD: Final = re.compile(r"\S+")
_TAIL_WORDS: Final = 3
_TAIL: Final = re.compile(r"([0-9]{1,15})\+([0-9]{1,15})(?:\s+([a-z0-9_]+)(?:\s+([a-z0-9_]+))?)?\s*$")


def write_factory(factory: Factory) -> str:
    """The canonical line of a factory."""
    held = factory.contents.translate(_HOLE_LETTER).decode()
    parts = []
    for before, first, last, in_truck in _template(factory.machinery):
        parts.append(before)
        bots = held[first:last]
        if bots.strip("-"):
            parts.append(f"({bots.rstrip('-') if in_truck else bots})")
    return f"{''.join(parts)} {factory.wallet}+{factory.vault} {factory.rules} {factory.components}"


class _Part(NamedTuple):
    """Text up to and with the next place that has holes, and those holes."""

    text: str
    first: int
    last: int
    in_truck: bool


@functools.lru_cache(maxsize=KNOWN_MACHINERY)
def _template(machinery: Machinery) -> tuple[_Part, ...]:
    parts = []
    text = ""
    for row in range(N_ROWS):
        start, dock = machinery.range_of[start_place(row)], machinery.range_of[dock_place(row)]
        parts.append(_Part(text + START_LETTERS[machinery.start_kind(row)], start.first, start.last, False))
        text = "="
        pieces = [(machinery.piece(row, column), floor_place(row, column)) for column in range(machinery.columns)]
        for piece, squares in itertools.groupby(pieces, key=lambda square: square[0]):
            places = [place for _, place in squares]
            if piece is None:
                text += str(len(places))
                continue
            for place in places:
                text += _piece_text(piece)
                holes = machinery.range_of.get(place)
                if holes:
                    parts.append(_Part(text, holes.first, holes.last, False))
                    text = ""
        text += "=" + TRUCK_LETTERS[machinery.dock_kind(row)]
        parts.append(_Part(text, dock.first, dock.last, True))
        text = "/"
    return tuple(parts)


def read_factory(text: str, forgive: Collection[str] = ()) -> Factory:
    """Read a line.

    Raises :class:`NotationError` naming the position, :class:`LayoutError` if pieces do not fit,
    :class:`EditionError` for an unknown edition.
    """
    forgiven = forgivable(forgive)
    if len(text) > MAX_LENGTH:
        raise NotationError(text[:MAX_LENGTH], MAX_LENGTH, say("longer than a factory can be"))
    end, wallet, vault, edition = len(text), 0, 0, DEFAULT_EDITION
    for last in list(_WORD.finditer(text))[-_TAIL_WORDS:]:
        tail = _TAIL.fullmatch(text, last.start())
        if tail is None:
            continue
        end = len(text[: last.start()].rstrip())
        wallet, vault = int(tail[1]), int(tail[2])
        edition = (tail[3] or edition[0], tail[4] or edition[1])
    rules, components = rule_set(edition[0]), component_set(edition[1])
    reader = _Reader(text, end, components)
    for row in range(N_ROWS):
        reader.read_row(row)
    start, floor, dock = bytes(reader.start), bytes(reader.floor), bytes(reader.dock)
    machinery = known_machinery(rules, components, len(floor) // N_ROWS, floor, start, dock)
    if machinery.misfits and ProblemKind.DOES_NOT_FIT not in forgiven:
        raise LayoutError([misfit.problem for misfit in machinery.misfits])
    return Factory(machinery, canonical(machinery, reader.contents), wallet, vault)


class _Reader:
    """Reads row after row into codes of pieces and contents of holes."""

    def __init__(self, text: str, end: int, components: ComponentSet) -> None:
        self.floor, self.start, self.dock = bytearray(), bytearray(), bytearray()
        self.contents = bytearray()
        self._text = text
        self._end = end
        self._at = 0
        self._components = components

    def read_row(self, row: int) -> None:
        text, end = self._text, self._end
        start = _START.match(text, self._at, end)
        if start is None:
            raise self._error(say("expected a start slot (. B A O) and ="))
        kind = _START_KIND[start[1]]
        if (kind is None) if row == MIDDLE else (kind is Kind.BASIC_FABRICATOR):
            raise self._error(say("the middle row, and only it, has at least its Basic Fabricator, B (R-2.4)"))
        self.start.append(KIND_CODE[kind])
        self._hold(start, 2, len(self._components.start_shapes[kind].value.holes))
        self._at = start.end()
        first_square = len(self.floor)
        while square := _SQUARE.match(text, self._at, end):
            self._read_square(square)
            self._at = square.end()
        truck = _TRUCK.match(text, self._at, end)
        if truck is None:
            raise self._error(say("expected a piece (U D X R G S T F), a number of empty squares, or = and a truck"))
        columns = len(self.floor) - first_square
        if not 1 <= columns <= MAX_COLUMNS:
            raise self._error(say("expected 1 to {most} squares", most=MAX_COLUMNS))
        if columns * (row + 1) != len(self.floor):
            raise self._error(say("the rows must have equally many squares"))
        truck_kind = _TRUCK_KIND[truck[1]]
        self.dock.append(KIND_CODE[truck_kind])
        self._hold(truck, 2, self._components.truck_holes[truck_kind].value)
        self._at = truck.end()
        last = row == N_ROWS - 1
        if (self._at != end) if last else not text.startswith("/", self._at, end):
            raise self._error(say("expected the end of the rows") if last else say("expected / and the next row"))
        self._at += 1

    def _read_square(self, square: re.Match[str]) -> None:
        piece, _, empty = square.groups()
        if piece is None:
            number = 1 if empty == "_" else int(empty)
            if not 1 <= number <= MAX_COLUMNS:
                raise self._error(say("expected 1 to {most} squares", most=MAX_COLUMNS))
            self.floor += bytes(number)
            return
        code = _FLOOR_CODE.get(piece)
        if code is None:
            raise self._error(say("only a Duplicator, X, can be flipped (R-3.6)"))
        self.floor.append(code)
        shape = turned_shape(self._components, code)
        self._hold(square, 2, len(shape.inputs) + len(shape.outputs))

    def _hold(self, match: re.Match[str], group: int, holes: int) -> None:
        """Take the bots in brackets into the contents, and empty holes where they are not named."""
        bots = match[group] or ""
        if len(bots) > holes:
            self._at = match.start(group) + holes
            raise self._error(say("more bots than holes here"))
        self.contents += bots.encode().translate(_HOLE_CODE).ljust(holes, b"\0")

    def _error(self, reason: Message) -> NotationError:
        return NotationError(self._text, self._at, reason)
