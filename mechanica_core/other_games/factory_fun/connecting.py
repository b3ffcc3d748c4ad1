"""A cheap legal way to place a new machine and join it: a search from open pipe end to open pipe end.

Every place and direction of the machine is a start. Then one open end after the other is closed by what may lie on the
square that it faces: a container, a reservoir, or a connector, which opens ends of its own. Older machines stay, and
pipes that join them stay joined, so the result is the cheapest of these ways, and ``exact`` only where it is proved
that no other can be cheaper.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from mechanica_core.geometry import FACINGS
from mechanica_core.messages import say
from mechanica_core.other_games.factory_fun.checking import check
from mechanica_core.other_games.factory_fun.costs import MACHINE_MOVE, cost
from mechanica_core.other_games.factory_fun.errors import ConnectError
from mechanica_core.other_games.factory_fun.flows import trace
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    COLOURS,
    SHAPES,
    SIDES,
    Connector,
    Container,
    Flow,
    Joint,
    Machine,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
    joints,
)

DEFAULT_NODES: Final = 3_000
"""So many partly joined halls are looked at unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Supplies:
    """How many of each may lie on the hall, those that do included: containers in ``COLOURS``' order, reservoirs."""

    containers: tuple[int, int, int, int] = (1, 1, 1, 1)
    output_reservoirs: int = 3
    end_reservoirs: int = 11
    connectors: int = 129


@dataclass(frozen=True, slots=True)
class Connection:
    """A legal hall with the new machine, what it costs, and whether it is proved that none is cheaper."""

    hall: Hall
    cost: int
    exact: bool
    nodes: int
    """How many partly joined halls were looked at."""


# What lies on a square, as a number: nothing, the wall or pillar, connectors from 1, stores, machines by their ends.
_WALL: Final = -1
_EMPTY: Final = 0
_SHAPE_LIST: Final = tuple(SHAPES)
_CODES: Final = {shape: code for code, shape in enumerate(_SHAPE_LIST, start=1)}
_LAST_CONNECTOR: Final = len(_SHAPE_LIST)
_FIRST_CONTAINER: Final = _LAST_CONNECTOR + 1
_OUTPUT_RESERVOIR: Final = _FIRST_CONTAINER + len(COLOURS)
_END_RESERVOIR: Final = _OUTPUT_RESERVOIR + 1
_MACHINE: Final = 32
"""A machine's half is this plus a bit for each side with a pipe end."""


def _bits(pipe: str) -> int:
    return sum(1 << SIDES.index(side) for side in pipe)


_MASK: Final = (0, *(sum(map(_bits, shape)) for shape in _SHAPE_LIST))
_PIPES: Final = ((), *(tuple(map(_bits, shape)) for shape in _SHAPE_LIST))
_JOINED: Final = tuple(
    tuple(next((pipe for pipe in pipes if pipe >> side & 1), 0) for side in range(4)) for pipes in _PIPES
)
"""For each connector and side the pipe that ends there, as bits of its sides."""
_DOUBLE: Final = tuple(len(pipes) == 2 for pipes in _PIPES)
_PRODUCTS: Final = (*COLOURS, Product.END)
_INPUT: Final = 0
_OUTPUT: Final = 1
_EITHER: Final = 2
"""What an open end wants: a source, a sink, or, after a split, whatever fits."""


class _Open(NamedTuple):
    """A pipe end that faces something it cannot be joined to: where it faces, through which side of that square."""

    square: int
    side: int
    product: int
    wants: int


class _State(NamedTuple):
    """A hall as far as it is joined: what was decided, and the ends still open."""

    cost: int
    decided: dict[int, int]
    opens: tuple[_Open, ...]
    placed: PlacedMachine


def connect(
    hall: Hall,
    machine: Machine,
    supplies: Supplies = Supplies(),
    *,
    most: int | None = None,
    nodes: int = DEFAULT_NODES,
    seconds: float | None = None,
) -> Connection:
    """Place a machine in a legal hall at little cost, ``most`` at the highest.

    The search ends after so many ``nodes``, or after so many ``seconds``, if these are told; then the result depends on
    the computer. Raises :class:`ConnectError` if it finds no way.
    """
    search = _Search(hall, machine, supplies)
    deadline = None if seconds is None else time.monotonic() + seconds
    found, looked_at = search.run(most, nodes, deadline)
    if found is None:
        raise ConnectError(say("no way found to join {machine}", machine=machine.name))
    price = cost(hall, found)
    return Connection(found, price, price <= search.at_least(), looked_at)


class _Search:
    """What stays the same while one machine is joined to one hall."""

    def __init__(self, hall: Hall, machine: Machine, supplies: Supplies) -> None:
        self.hall, self.machine, self.supplies = hall, machine, supplies
        self.width = hall.columns + 2
        self.steps = (1, -self.width, -1, self.width)
        self.base = self._base()
        self.product_at: dict[int, int] = {}
        """The product at a pipe end, by square and side."""
        for network in trace(hall).networks:
            if network.product is None:
                continue
            product = _PRODUCTS.index(network.product)
            for connector, pipe in network.pipes:
                for side in pipe:
                    self.product_at[4 * self.index(connector.square) + SIDES.index(side)] = product
            for joint in (*network.outputs, *network.inputs):
                self.product_at[4 * self.index(joint.square) + joint.side] = product
        on_hall = Counter(part.product for part in hall.containers)
        stores = Counter(part.store for part in hall.reservoirs)
        self.spare = [count - on_hall[colour] for colour, count in zip(COLOURS, supplies.containers, strict=True)]
        wanted = {end.product for end in machine.ends if end.flow is Flow.IN}
        stored = [part for part in trace(hall).networks if part.reservoirs and part.product in wanted]
        self.spare_reservoirs = supplies.output_reservoirs - stores[Store.OUTPUT] + len(stored)
        """What ends in a reservoir and could feed the machine would set that reservoir free."""
        self.far = {
            (product, wants): self._distances(product, wants)
            for product in {_PRODUCTS.index(end.product) for end in machine.ends}
            for wants in (_INPUT, _OUTPUT)
        }

    def index(self, square: Square) -> int:
        """A square's number; a border of walls lies around the hall."""
        return (square.row + 1) * self.width + square.column + 1

    def square(self, index: int) -> Square:
        """The square of a number."""
        return Square(index // self.width - 1, index % self.width - 1)

    def _base(self) -> list[int]:
        hall = self.hall
        base = [_WALL] * (self.width * (hall.rows + 2))
        for row in range(hall.rows):
            start = self.index(Square(row, 0))
            base[start : start + hall.columns] = [_EMPTY] * hall.columns
        if hall.pillar is not None:
            base[self.index(hall.pillar)] = _WALL
        for placed in hall.machines:
            for square in placed.squares:
                base[self.index(square)] = _MACHINE
            for joint in joints(placed):
                base[self.index(joint.square)] |= 1 << joint.side
        for connector in hall.connectors:
            base[self.index(connector.square)] = _CODES[connector.pipes]
        for container in hall.containers:
            base[self.index(container.square)] = _FIRST_CONTAINER + COLOURS.index(container.product)
        for reservoir in hall.reservoirs:
            store = _OUTPUT_RESERVOIR if reservoir.store is Store.OUTPUT else _END_RESERVOIR
            base[self.index(reservoir.square)] = store
        return base

    def _distances(self, product: int, wants: int) -> list[int]:
        """For each square how many must change, itself too, to join an end that faces it with what it wants.

        1 where a container or reservoir is to spare; else as far as the next flow of that product is.
        """
        base, far = self.base, [1] * len(self.base)
        spare = (
            product < len(COLOURS) and self.spare[product] > 0
            if wants == _INPUT
            else product == len(COLOURS) or self.spare_reservoirs > 0
        )
        if spare:
            return far
        far = [len(base)] * len(base)
        ahead: deque[int] = deque()
        for index, content in enumerate(base):
            if content == _WALL or content >= _MACHINE:
                continue
            if self._is_near(index, product):
                far[index] = 1
                ahead.append(index)
        while ahead:
            index = ahead.popleft()
            for step in self.steps:
                other = index + step
                if base[other] != _WALL and base[other] < _MACHINE and far[other] > far[index] + 1:
                    far[other] = far[index] + 1
                    ahead.append(other)
        return far

    def _is_near(self, index: int, product: int) -> bool:
        """Whether a pipe of the product lies on a square or ends there, or its container lies beside it."""
        for side, step in enumerate(self.steps):
            if self.product_at.get(4 * index + side) == product:
                return True
            if self.product_at.get(4 * (index + step) + (side + 2) % 4) == product:
                return True
            if self.base[index + step] == _FIRST_CONTAINER + product < _OUTPUT_RESERVOIR:
                return True
        return False

    # -- the search ------------------------------------------------------------------------------------------

    def run(self, most: int | None, nodes: int, deadline: float | None) -> tuple[Hall | None, int]:
        """The first legal hall, cheapest first, and how many states were looked at."""
        queue: list[tuple[int, int, int, _State]] = []
        number = 0
        for state in self._starts():
            ahead = self._ahead(state)
            heapq.heappush(queue, (state.cost + ahead, ahead, number, state))
            number += 1
        looked_at = 0
        while queue and looked_at < nodes:
            if deadline is not None and not looked_at & 63 and time.monotonic() > deadline:
                break
            bound, _, _, state = heapq.heappop(queue)
            if most is not None and bound > most:
                break
            looked_at += 1
            if not state.opens:
                found = self._hall(state)
                if found is not None:
                    return found, looked_at
                continue
            for following in self._closings(state):
                ahead = self._ahead(following)
                heapq.heappush(queue, (following.cost + ahead, ahead, number, following))
                number += 1
        return None, looked_at

    def _starts(self) -> Iterator[_State]:
        """The machine on every two squares where none lies, in every direction."""
        for row in range(self.hall.rows):
            for column in range(self.hall.columns):
                for facing in FACINGS:
                    state = self._start(PlacedMachine(Square(row, column), self.machine, facing))
                    if state is not None:
                        yield state

    def _start(self, placed: PlacedMachine) -> _State | None:
        first, second = map(self.index, placed.squares)
        if not all(self.base[at] == _EMPTY or _LAST_CONNECTOR < self.base[at] < _MACHINE for at in (first, second)):
            return None
        decided = {first: _MACHINE, second: _MACHINE}
        ends = joints(placed)
        for joint in ends:
            decided[self.index(joint.square)] |= 1 << joint.side
        product_of = {4 * self.index(joint.square) + joint.side: joint for joint in ends}
        opens = []
        for at in (first, second):
            for side, step in enumerate(self.steps):
                beside, back = at + step, (side + 2) % 4
                if beside in decided:
                    continue
                joint_here = product_of.get(4 * at + side)
                if joint_here is None:
                    if self._ends_at(beside, back):
                        return None  # a pipe that would end at the machine's blind side
                    continue
                product = _PRODUCTS.index(joint_here.end.product)
                wants = _INPUT if joint_here.end.flow is Flow.IN else _OUTPUT
                if self._ends_at(beside, back):
                    if self.product_at.get(4 * beside + back) != product:
                        return None
                    continue
                end = _Open(beside, back, product, wants)
                if not _takes(self.base[beside], end):
                    if self.base[beside] == _WALL or self.base[beside] >= _MACHINE:
                        return None
                    opens.append(end)
        return _State(0, decided, self._ordered(opens), placed)

    def at_least(self) -> int:
        """What any way costs at least, other changes of the hall and moves of machines considered too.

        Wherever the machine lies, a square that one of its ends faces and that holds nothing to join it to must get
        something new, for 1 or more, unless it holds a connector with two elements, which becomes a single one for
        nothing; or an older machine is moved for 2.
        """
        least = MACHINE_MOVE if self.hall.machines else len(self.base)
        for row in range(self.hall.rows):
            for column in range(self.hall.columns):
                for facing in FACINGS:
                    placed = PlacedMachine(Square(row, column), self.machine, facing)
                    if all(_WALL < self.base[self.index(square)] < _MACHINE for square in placed.squares):
                        least = min(least, sum(map(self._must_change, joints(placed))))
        return least

    def _must_change(self, joint: Joint) -> bool:
        beside, back = self.index(joint.square) + self.steps[joint.side], (joint.side + 2) % 4
        wants = _INPUT if joint.end.flow is Flow.IN else _OUTPUT
        content = self.base[beside]
        twofold = 0 < content <= _LAST_CONNECTOR and _DOUBLE[content]
        return not twofold and not _takes(content, _Open(beside, back, _PRODUCTS.index(joint.end.product), wants))

    def _ends_at(self, index: int, side: int) -> bool:
        """Whether what lies on a square from before has a pipe end on that side."""
        content = self.base[index]
        if content >= _MACHINE:
            return bool(content - _MACHINE >> side & 1)
        return 0 < content <= _LAST_CONNECTOR and bool(_MASK[content] >> side & 1)

    def _ordered(self, opens: list[_Open]) -> tuple[_Open, ...]:
        """The end that is hardest to join first."""
        return tuple(sorted(opens, key=lambda end: (-self._distance(end), end)))

    def _distance(self, end: _Open) -> int:
        if end.wants == _EITHER:
            return 1
        return self.far[end.product, end.wants][end.square]

    def _ahead(self, state: _State) -> int:
        """About how much the open ends will cost."""
        if not state.opens:
            return 0
        longest: dict[tuple[int, int], int] = {}
        for end in state.opens:
            key = end.product, end.wants
            longest[key] = max(longest.get(key, 1), self._distance(end))
        return len({end.square for end in state.opens}) + sum(longest.values()) - len(longest)

    def _closings(self, state: _State) -> Iterator[_State]:
        """Everything that may lie on the square that the first open end faces."""
        end, *others = state.opens
        square, back, product, wants = end
        if square in state.decided:
            return
        old = self.base[square]
        if old == _WALL or old >= _MACHINE:
            return
        users = self._users(state, square)
        shared = any(other.square == square for other in others)
        if wants != _OUTPUT and product < len(COLOURS):
            content = _FIRST_CONTAINER + product
            if content != old:
                yield from self._with(state, content, 1, users)
        if wants != _INPUT:
            content = _END_RESERVOIR if product == len(COLOURS) else _OUTPUT_RESERVOIR
            if content != old:
                yield from self._with(state, content, 1, users)
        is_connector = 0 < old <= _LAST_CONNECTOR
        for content in range(1, _LAST_CONNECTOR + 1):
            mask = _MASK[content]
            if not mask >> back & 1 or mask & users != users or content == old:
                continue
            if is_connector:
                if _DOUBLE[old] or not (set(_PIPES[old]) <= set(_PIPES[content]) or len(_PIPES[content]) == 1):
                    continue
                price = 1
            elif _DOUBLE[content]:
                if not shared and not users:
                    continue
                price = 2
            else:
                price = 1
            yield from self._with(state, content, price, users)

    def _users(self, state: _State, square: int) -> int:
        """The sides of a square through which older pipe ends face it, as bits; open ends of new parts not counted."""
        return sum(
            1 << side
            for side, step in enumerate(self.steps)
            if square + step not in state.decided and self._ends_at(square + step, (side + 2) % 4)
        )

    def _with(self, state: _State, content: int, price: int, users: int) -> Iterator[_State]:
        """The state with a new part on the square that the first open end faces, unless it cannot lie there."""
        first = state.opens[0]
        square = first.square
        opens = []
        for end in state.opens[1:]:
            if end.square != square:
                opens.append(end)
            elif not _takes(content, end):
                return
        if content > _LAST_CONNECTOR:
            wanted = content - _FIRST_CONTAINER
            for side in range(4):
                if users >> side & 1:
                    product = self.product_at.get(4 * (square + self.steps[side]) + (side + 2) % 4)
                    if content < _OUTPUT_RESERVOIR and product != wanted:
                        return
        else:
            pipe = _JOINED[content][first.side]
            wants = first.wants if pipe.bit_count() == 2 else _EITHER
            for side, step in enumerate(self.steps):
                if not _MASK[content] >> side & 1 or side == first.side:
                    continue
                beside, back = square + step, (side + 2) % 4
                same = bool(pipe >> side & 1)
                if users >> side & 1:
                    if same and self.product_at.get(4 * beside + back) != first.product:
                        return
                    continue
                end = _Open(beside, back, first.product, wants)
                if not same:
                    partner = next((o for o in state.opens[1:] if o.square == square), None)
                    if partner is None or partner.side == side:
                        if partner is None:
                            return
                        continue
                    end = _Open(beside, back, partner.product, partner.wants)
                if any(o.square == square and o.side == side for o in state.opens[1:]):
                    continue
                known = state.decided.get(beside)
                if known is not None:
                    if not _takes(known, end):
                        return
                elif not _takes(self.base[beside], end):
                    if self.base[beside] == _WALL or self.base[beside] >= _MACHINE:
                        return
                    opens.append(end)
        yield _State(state.cost + price, {**state.decided, square: content}, self._ordered(opens), state.placed)

    def _hall(self, state: _State) -> Hall | None:
        """The hall of a state in which all is joined; None if it is not legal or needs more than there is."""
        hall, changed = self.hall, {self.square(index): content for index, content in state.decided.items()}
        connectors = [part for part in hall.connectors if part.square not in changed]
        containers = [part for part in hall.containers if part.square not in changed]
        reservoirs = [part for part in hall.reservoirs if part.square not in changed]
        for square, content in changed.items():
            if 0 < content <= _LAST_CONNECTOR:
                connectors.append(Connector(square, _SHAPE_LIST[content - 1]))
            elif _FIRST_CONTAINER <= content < _OUTPUT_RESERVOIR:
                containers.append(Container(square, COLOURS[content - _FIRST_CONTAINER]))
            elif content in (_OUTPUT_RESERVOIR, _END_RESERVOIR):
                store = Store.OUTPUT if content == _OUTPUT_RESERVOIR else Store.END
                reservoirs.append(Reservoir(square, store))
        found = Hall(
            (*hall.machines, state.placed),
            tuple(connectors),
            tuple(containers),
            tuple(reservoirs),
            hall.pillar,
            hall.rows,
            hall.columns,
        )
        found = found.without(*(part.square for part in trace(found).untouched))
        return found if self._in_stock(found) and not check(found) else None

    def _in_stock(self, found: Hall) -> bool:
        used = Counter(part.product for part in found.containers)
        stores = Counter(part.store for part in found.reservoirs)
        return (
            all(used[colour] <= most for colour, most in zip(COLOURS, self.supplies.containers, strict=True))
            and stores[Store.OUTPUT] <= self.supplies.output_reservoirs
            and stores[Store.END] <= self.supplies.end_reservoirs
            and len(found.connectors) <= self.supplies.connectors
        )


def _takes(content: int, end: _Open) -> bool:
    """Whether what lies on a square can be joined to an end that faces it."""
    if content >= _MACHINE:
        return bool(content - _MACHINE >> end.side & 1)
    if content <= _LAST_CONNECTOR:
        return content > 0 and bool(_MASK[content] >> end.side & 1)
    if content < _OUTPUT_RESERVOIR:
        return end.wants != _OUTPUT and content - _FIRST_CONTAINER == end.product
    return end.wants != _INPUT and (content == _END_RESERVOIR) == (end.product == len(COLOURS))
