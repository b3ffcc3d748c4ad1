"""A hall as a picture of text that reads back: the spaces, and below them what the machines are.

>>> from mechanica_core.other_games.factory_fun import Hall
>>> hall = read_hall_text('''
...     a    b    c    d
... 1  (Y)   A>   A   [O]
... A: income 3, 1 west in yellow 1, 2 east out red 1: Press
... ''')
>>> hall == read_hall_text(hall_text(hall))
True

``(Y)`` is a supply container (yellow, ``R`` red, ``B`` blue, ``W`` brown), ``[O]`` an output reservoir, ``[E]`` one for
end products, ``###`` the pillar. A machine's half 1 points to its half 2. Connectors are drawn; of two bends on one
space the left one comes first. What lies where something is drawn already is listed below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from mechanica_core.errors import DocumentError
from mechanica_core.geometry import FACING_INDEX, FACINGS, Facing
from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun.errors import PartError
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    ANY,
    COLOURS,
    MAX_SIZE,
    Connector,
    Container,
    Extra,
    Flow,
    Machine,
    PipeEnd,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
)

MAX_CHARACTERS: Final = 100_000
_LEFT: Final = 3
_CELL: Final = 5
_PIPES: Final = {
    ("EW",): "──",
    ("NS",): "│",
    ("EN",): "└",
    ("NW",): "┘",
    ("WS",): "┐",
    ("ES",): "┌",
    ("ENW",): "┴",
    ("NWS",): "┤",
    ("EWS",): "┬",
    ("ENS",): "├",
    ("EN", "WS"): "┐└",
    ("ES", "NW"): "┘┌",
    ("EW", "NS"): "┼",
}
_SHAPES: Final = {drawn: shape for shape, drawn in _PIPES.items()}
_COLOURS: Final = dict(zip("YRBW", COLOURS, strict=True))
_COLOUR_LETTERS: Final = {colour: letter for letter, colour in _COLOURS.items()}
_STORES: Final = {"O": Store.OUTPUT, "E": Store.END}
_STORE_LETTERS: Final = {store: letter for letter, store in _STORES.items()}
_ARROWS: Final = ">^<v"
_PILLAR: Final = "###"
_ROW: Final = re.compile(r"\s{0,8}(\d{1,2})(?= |$)")
_MACHINE: Final = re.compile(r"([A-Z]{1,2}): income (\d{1,3}), (?:extra (\w{1,20}), )?(.+?): (.+)")
_END: Final = re.compile(r"([12]) (\w{1,9}) (in|out) (\w{1,12}) (\d{1,3})")
_ALSO: Final = re.compile(r"also (machine|connector|container|reservoir) (\S{1,20}) at ([a-t]\d{1,2})")


def hall_text(hall: Hall) -> str:
    """A hall as text. Raises ValueError if a part lies on no square that has a name."""
    kinds = list(dict.fromkeys(placed.machine for placed in hall.machines))
    letters = {machine: _letters(number) for number, machine in enumerate(kinds)}
    cells: dict[Square, str] = {} if hall.pillar is None else {hall.pillar: _PILLAR}
    also = []
    for placed in hall.machines:
        letter, arrow = letters[placed.machine], _ARROWS[FACING_INDEX[placed.facing]]
        if any(square in cells or not hall.has(square) for square in placed.squares):
            also.append(f"also machine {letter}{arrow} at {_name(placed.square)}")
        else:
            cells |= dict(zip(placed.squares, (f" {letter}{arrow}", f" {letter}"), strict=True))
    for connector in hall.connectors:
        if connector.square in cells or not hall.has(connector.square):
            also.append(f"also connector {'+'.join(connector.pipes)} at {_name(connector.square)}")
        else:
            sides = "".join(connector.pipes)
            drawn = _PIPES[connector.pipes]
            if len(drawn) == 1:
                drawn += "─" if "E" in sides else " "
            cells[connector.square] = ("─" if "W" in sides else " ") + drawn + ("──" if "E" in sides else "")
    for container in hall.containers:
        if container.square in cells or not hall.has(container.square):
            also.append(f"also container {container.product.value} at {_name(container.square)}")
        else:
            cells[container.square] = f"({_COLOUR_LETTERS[container.product]})"
    for reservoir in hall.reservoirs:
        if reservoir.square in cells or not hall.has(reservoir.square):
            also.append(f"also reservoir {reservoir.store.value} at {_name(reservoir.square)}")
        else:
            cells[reservoir.square] = f"[{_STORE_LETTERS[reservoir.store]}]"
    head = " " * _LEFT + "".join(f" {chr(ord('a') + column)}".ljust(_CELL) for column in range(hall.columns))
    lines = [head.rstrip()]
    for row in range(hall.rows):
        drawn_row = (cells.get(Square(row, column), " ·").ljust(_CELL) for column in range(hall.columns))
        lines.append((str(row + 1).rjust(2).ljust(_LEFT) + "".join(drawn_row)).rstrip())
    lines += [f"{letters[machine]}: {_machine_text(machine)}" for machine in kinds]
    return "\n".join([*lines, *also])


def _name(square: Square) -> str:
    Square.named(str(square))
    return str(square)


def _letters(number: int) -> str:
    first, second = divmod(number, 26)
    return ("" if first == 0 else chr(ord("A") + first - 1)) + chr(ord("A") + second)


def _machine_text(machine: Machine) -> str:
    told = [f"income {machine.income}"]
    if machine.extra is not None:
        told.append(f"extra {machine.extra}")
    told += [f"{end.half} {end.side} {end.flow} {end.product} {end.number}" for end in machine.ends]
    return f"{', '.join(told)}: {machine.name}"


def read_hall_text(text: str) -> Hall:
    """Read a picture that ``hall_text`` wrote, or one drawn like it. Raises :class:`DocumentError` naming the place."""
    if len(text) > MAX_CHARACTERS:
        raise _error("document", say("longer than {most} characters", most=MAX_CHARACTERS))
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines or lines[0].split() != [chr(ord("a") + column) for column in range(len(lines[0].split()))]:
        raise _error("document", say("the first line names the columns: a b c ..."))
    columns = len(lines[0].split())
    rows: list[str] = []
    while len(rows) + 1 < len(lines) and (match := _ROW.match(lines[len(rows) + 1])):
        if int(match[1]) != len(rows) + 1:
            raise _error("document", say("the rows are numbered from 1: {found}", found=match[1]))
        rows.append(lines[len(rows) + 1])
    legend = lines[len(rows) + 1 :]
    machines = dict(_machine(line) for line in legend if not line.startswith("also "))
    parts: dict[str, list[Any]] = {"machines": [], "connectors": [], "containers": [], "reservoirs": []}
    pillar = None
    if not (0 < columns <= MAX_SIZE and 0 < len(rows) <= MAX_SIZE):
        raise _error("document", say("a hall has 1 to {most} rows and columns", most=MAX_SIZE))
    for row, line in enumerate(rows):
        if len(line) > _LEFT + _CELL * columns:
            raise _error(f"{row + 1}", say("more spaces than columns"))
        for column in range(columns):
            square = Square(row, column)
            cell = line[_LEFT + _CELL * column : _LEFT + _CELL * (column + 1)].strip()
            if cell == _PILLAR and pillar is None:
                pillar = square
            else:
                _read_cell(square, cell, machines, parts)
    for line in legend:
        if line.startswith("also "):
            _read_also(line, machines, parts)
    return Hall(**{name: tuple(found) for name, found in parts.items()}, pillar=pillar, rows=len(rows), columns=columns)


def _read_cell(square: Square, cell: str, machines: dict[str, Machine], parts: dict[str, list[Any]]) -> None:
    if cell in ("", "·", "."):
        return
    drawn = "".join(char for char in cell if char != "─") or "──"
    if cell.strip("─ ") == "" or drawn in _SHAPES:
        parts["connectors"].append(Connector(square, _SHAPES[drawn]))
    elif match := re.fullmatch(r"\(([YRBW])\)", cell):
        parts["containers"].append(Container(square, _COLOURS[match[1]]))
    elif match := re.fullmatch(r"\[([OE])\]", cell):
        parts["reservoirs"].append(Reservoir(square, _STORES[match[1]]))
    elif match := re.fullmatch(r"([A-Z]{1,2})([>^<v]?)", cell):
        if match[2]:
            parts["machines"].append(_placed(square, match[1], match[2], machines))
    else:
        raise _error(str(square), say("{found} is no part of a hall", found=repr(cell)))


def _placed(square: Square, letter: str, arrow: str, machines: dict[str, Machine]) -> PlacedMachine:
    if letter not in machines or arrow not in _ARROWS:
        raise _error(str(square), say("machine {letter} is not described below the hall", letter=letter))
    return PlacedMachine(square, machines[letter], FACINGS[_ARROWS.index(arrow)])


def _machine(line: str) -> tuple[str, Machine]:
    match = _MACHINE.fullmatch(line)
    if match is None:
        example = "A: income 3, 1 west in yellow 1, 2 east out red 1: Press"
        raise _error(
            "document", say("{line} describes no machine; one is {example}", line=repr(line[:60]), example=example)
        )
    letter, income, extra, ends, name = match.groups()
    try:
        return letter, Machine(name, tuple(_ends(ends)), int(income), _extra(extra))
    except PartError as error:
        raise _error(f"machine {letter}", error.message) from None
    except ValueError:
        raise _error(f"machine {letter}", say("{line} describes no machine", line=repr(line[:60]))) from None


def _extra(name: str | None) -> Extra:
    if name is None:
        return None
    return ANY if name == ANY else Product(name)


def _ends(text: str) -> Iterator[PipeEnd]:
    for part in text.split(", "):
        match = _END.fullmatch(part)
        if match is None:
            example = "1 west in yellow 2"
            raise PartError(say("{found} is no pipe end; one is {example}", found=repr(part[:40]), example=example))
        half, side, flow, product, number = match.groups()
        yield PipeEnd(1 if half == "1" else 2, Facing(side), Flow(flow), Product(product), int(number))


def _read_also(line: str, machines: dict[str, Machine], parts: dict[str, list[Any]]) -> None:
    match = _ALSO.fullmatch(line)
    if match is None:
        raise _error(line[:60], say("what else lies there looks like {example}", example="also connector EW at c4"))
    what, name, where = match.groups()
    try:
        square = Square.named(where)
        if what == "machine":
            parts["machines"].append(_placed(square, name[:-1], name[-1], machines))
        elif what == "connector":
            parts["connectors"].append(Connector.of(square, *name.split("+")))
        elif what == "container":
            parts["containers"].append(Container(square, Product(name)))
        else:
            parts["reservoirs"].append(Reservoir(square, Store(name)))
    except ValueError:
        raise _error(where, say("there is no {what} {name}", what=what, name=name)) from None


def _error(place: str, why: Message) -> DocumentError:
    return DocumentError([(place, why)])
