"""A board drawn as text, which can be read back.

Squares stand in a grid whose lines are walls. What is on a square is told by signs, one below the other; what else
stands on its edges too, after the letter of the side::

       0     1
    +-----+-----+
    | >>s   C13 | 0
    |     E:door|
    +     +-----+

docs/ROBORALLY.md lists the signs. Numbers around the grid are for people, and so are robots: ``@A>``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, assert_never

from mechanica_core.geometry import FACINGS, Facing
from mechanica_core.messages import Message, say
from mechanica_core.other_games.robo_rally.board import (
    LETTERS,
    MAX_SIDE,
    At,
    Board,
    Edge,
    SituationError,
    Square,
    square_text,
)
from mechanica_core.other_games.robo_rally.elements import (
    REGISTERS,
    Barrier,
    Belt,
    Current,
    Door,
    Element,
    ElementKind,
    Gear,
    Laser,
    Mirror,
    OneWayWall,
    Plain,
    Portal,
    Pusher,
    Repulsor,
    Slope,
    Timed,
    Wall,
)
from mechanica_core.other_games.robo_rally.robots import Robot

K: Final = ElementKind
MAX_CHARACTERS: Final = 1_000_000
ARROWS: Final = dict(zip(FACINGS, ">^<v", strict=True))
_PLAIN: Final = {
    K.PIT: "pit",
    K.DRAIN: "drain",
    K.RADIOACTIVE_DRAIN: "rdrain",
    K.LAVA_PIT: "lava",
    K.WATER: "water",
    K.OIL: "oil",
    K.RANDOMIZER: "random",
    K.TELEPORTER: "tele",
    K.REPAIR: "fix",
    K.DOUBLE_REPAIR: "fix2",
    K.CHOP_SHOP: "chop",
    K.RADIATION: "rad",
    K.WASTE: "waste",
    K.REPULSOR: "repel",
}
_TIMED: Final = {K.TRAPDOOR: "T", K.CRUSHER: "C", K.FLAMER: "F"}
_FACING: Final = {arrow: facing for facing, arrow in ARROWS.items()}
_SIDE: Final = {letter: facing for facing, letter in LETTERS.items()}
_SIGN: Final = re.compile(
    r"(?P<belt>(?P<arrow>[>^<v])(?P=arrow)?)(?P<curve>[enws]{0,4})|(?P<timed>[TCF])(?P<active>1?2?3?4?5?)|(?P<plain>[a-z]+2?)"
    r"|~(?P<current>[>^<v])|(?P<gear>C?CW)|\*(?P<fires>[>^<v])(?P<beams>[1-9])|P(?P<push>[>^<v])(?P<pushes>1?2?3?4?5?)"
    r"|=(?P<colour>[\w.-]{1,20})|(?P<mirror>[/\\])|L(?P<level>-?[1-9])"
    r"|(?P<side>[ENWS]):(?:(?P<wall>wall)|(?P<red>red[+-])|(?P<slope>ledge|ramp)(?P<upper>[+-])|(?P<repulsor>repel)"
    r"|door(?P<absent>1?2?3?4?5?))|@(?P<robot>\S+[<>v^])"
)


def draw_board(board: Board, robots: Sequence[Robot] = ()) -> str:
    """The board as text, with robots on it if any are given."""
    signs = {at: list[str]() for at in board.every_square()}
    walls = set()
    for robot in robots:
        if robot.at is not None:
            signs[robot.at].append(f"@{robot.name.replace(' ', '_')}{ARROWS[robot.facing]}")
    for square in board.squares:
        signs[square.at] += [f"L{square.level}"] * bool(square.level) + list(map(sign_of, square.elements))
    for edge in board.edges:
        if isinstance(edge.barrier, Wall):
            walls.add((edge.at, edge.side))
        else:
            signs[edge.at].append(f"{LETTERS[edge.side]}:{_edge_sign(edge.barrier)}")
    widths = [max([5, *(len(s) + 2 for y in range(board.height) for s in signs[x, y])]) for x in range(board.width)]
    lines = ["".join(f" {str(x).center(width)}" for x, width in enumerate(widths))]
    for y in range(board.height):
        lines.append(_across(board, y, widths, walls))
        height = max([1, *(len(signs[x, y]) for x in range(board.width))])
        for number in range(height):
            cells = [signs[x, y][number] if number < len(signs[x, y]) else "" for x in range(board.width)]
            line = "".join(
                ("|" if _walled(walls, (x - 1, y), (x, y)) else " ") + sign.center(width)
                for x, (sign, width) in enumerate(zip(cells, widths, strict=True))
            )
            end = "|" if _walled(walls, (board.width - 1, y), (board.width, y)) else " "
            lines.append(f"{line}{end}{f' {y}' if not number else ''}")
    lines.append(_across(board, board.height, widths, walls))
    return "\n".join(line.rstrip() for line in lines)


def _walled(walls: set[tuple[At, Facing]], one: At, other: At) -> bool:
    """Whether there is a wall between two squares, the first in the west or north of the second."""
    towards, back = (Facing.EAST, Facing.WEST) if one[0] < other[0] else (Facing.SOUTH, Facing.NORTH)
    return (one, towards) in walls or (other, back) in walls


def _across(board: Board, y: int, widths: Sequence[int], walls: set[tuple[At, Facing]]) -> str:
    parts = (("-" if _walled(walls, (x, y - 1), (x, y)) else " ") * width for x, width in enumerate(widths))
    return "".join(f"+{part}" for part in parts) + "+"


def _digits(active: frozenset[int]) -> str:
    return "".join(map(str, sorted(active)))


def sign_of(element: Element) -> str:
    """How a drawing writes an element."""
    match element:
        case Plain():
            return _PLAIN[element.kind]
        case Timed():
            return f"{_TIMED[element.kind]}{_digits(element.active)}"
        case Belt():
            curve = "".join(LETTERS[side].lower() for side in FACINGS if side in element.curve_from)
            return ARROWS[element.to] * (2 if element.fast else 1) + curve
        case Current():
            return f"~{ARROWS[element.to]}"
        case Gear():
            return "CW" if element.clockwise else "CCW"
        case Laser():
            return f"*{ARROWS[element.fires]}{element.beams}"
        case Pusher():
            return f"P{ARROWS[element.push]}{_digits(element.active)}"
        case Portal():
            return f"={element.colour}"
        case Mirror():
            return "/" if element.rising else "\\"
        case _:
            assert_never(element)


def _edge_sign(barrier: Barrier) -> str:
    match barrier:
        case Wall():
            return "wall"
        case OneWayWall():
            return "red+" if barrier.red_outward else "red-"
        case Slope():
            return f"{barrier.kind.value}{'+' if barrier.upper_inside else '-'}"
        case Repulsor():
            return "repel"
        case Door():
            return f"door{_digits(barrier.active)}"
        case _:
            assert_never(barrier)


def read_board_text(text: str) -> Board:
    """The board of such a drawing. Raises :class:`SituationError` naming the line or the square."""
    if len(text) > MAX_CHARACTERS:
        raise SituationError([("picture", say("longer than {most} bytes", most=MAX_CHARACTERS))])
    lines = text.splitlines()
    across = [number for number, line in enumerate(lines) if line.startswith("+")]
    columns = [place for place, char in enumerate(lines[across[0]]) if char == "+"] if across else []
    width, height = len(columns) - 1, len(across) - 1
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        why = say(
            "this is no drawing of a board; wanted: lines that begin with {sign} between rows of squares", sign="+"
        )
        raise SituationError([("picture", why)])
    edges, squares = [], []
    for y, number in enumerate(across):
        line = lines[number].ljust(columns[-1] + 1)
        if [place for place, char in enumerate(line) if char == "+"] != columns:
            raise SituationError([_at_line(number, "+")])
        for x in range(width):
            if _line_of(line[columns[x] + 1 : columns[x + 1]], number):
                edges.append(
                    Edge((x, y), Facing.NORTH, Wall()) if y < height else Edge((x, y - 1), Facing.SOUTH, Wall())
                )
    for y in range(height):
        rows = [line.ljust(columns[-1] + 1) for line in lines[across[y] + 1 : across[y + 1]]]
        for x, place in enumerate(columns):
            marks = {row[place] for row in rows}
            if not marks <= {" ", "|"}:
                raise SituationError([_at_line(across[y] + 1, "|")])
            if "|" in marks:
                edges.append(Edge((x, y), Facing.WEST, Wall()) if x < width else Edge((x - 1, y), Facing.EAST, Wall()))
        for x in range(width):
            signs = [sign for row in rows for sign in row[columns[x] + 1 : columns[x + 1]].split()]
            square, barriers = read_square((x, y), signs)
            squares.append(square)
            edges += barriers
    return Board(width, height, tuple(squares), tuple(edges))


def _line_of(part: str, number: int) -> bool:
    """Whether a part of a line across is a wall, else it is empty."""
    if part.strip("-") and part.strip():
        raise SituationError([_at_line(number, "-")])
    return bool(part.strip())


def _at_line(number: int, sign: str) -> tuple[str, Message]:
    return f"picture/{number + 1}", say("each {sign} must stand below that of the first line", sign=sign)


def read_square(at: At, signs: Sequence[str]) -> tuple[Square, list[Edge]]:
    """A square and what stands on its edges, from the signs on it. Raises :class:`SituationError` naming the square."""
    elements: list[Element] = []
    edges: list[Edge] = []
    level = 0
    for sign in signs:
        read = _SIGN.fullmatch(sign)
        found = None if read is None else _meaning(read)
        if isinstance(found, int):
            level = found
        elif isinstance(found, tuple):
            edges.append(Edge(at, *found))
        elif found is not None:
            elements.append(found)
        elif read is None or read["robot"] is None:
            raise SituationError([(square_text(at), say("unknown sign {sign}", sign=repr(sign)))])
    return Square(at, tuple(elements), level), edges


_PLAIN_OF: Final = {sign: kind for kind, sign in _PLAIN.items()}
_TIMED_OF: Final = {sign: kind for kind, sign in _TIMED.items()}


def _meaning(read: re.Match[str]) -> Element | tuple[Facing, Barrier] | int | None:
    """What a sign means: an element, a barrier and its side, a level; None for a robot or if it means nothing."""
    if read["plain"] is not None:
        kind = _PLAIN_OF.get(read["plain"])
        return None if kind is None else Plain(kind)
    if read["timed"]:
        return Timed(_TIMED_OF[read["timed"]], _registers(read["active"]))
    if read["belt"]:
        curve = frozenset(_SIDE[letter] for letter in read["curve"].upper())
        return Belt(_FACING[read["arrow"]], len(read["belt"]) == 2, curve)
    if read["current"]:
        return Current(_FACING[read["current"]])
    if read["gear"]:
        return Gear(read["gear"] == "CW")
    if read["fires"]:
        return Laser(_FACING[read["fires"]], int(read["beams"]))
    if read["push"]:
        return Pusher(_FACING[read["push"]], _registers(read["pushes"]))
    if read["colour"]:
        return Portal(read["colour"])
    if read["mirror"]:
        return Mirror(read["mirror"] == "/")
    if read["level"]:
        return int(read["level"])
    return (_SIDE[read["side"]], _barrier(read)) if read["side"] else None


def _barrier(read: re.Match[str]) -> Barrier:
    if read["wall"]:
        return Wall()
    if read["red"]:
        return OneWayWall(read["red"] == "red+")
    if read["slope"]:
        return Slope(K.LEDGE if read["slope"] == "ledge" else K.RAMP, read["upper"] == "+")
    return Repulsor() if read["repulsor"] else Door(_registers(read["absent"]))


def _registers(digits: str) -> frozenset[int]:
    return frozenset(register for register in REGISTERS if str(register) in digits)
