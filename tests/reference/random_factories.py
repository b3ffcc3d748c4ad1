"""Random legal factories, the same ones for the same seed, for checking the engine against the resolver.

They are made to be awkward rather than sensible: rings of forks and Flight Testers, pieces that face
backward, throws in all directions, and from hardly any to very many bots.
"""

import random
from typing import Any

from tests.reference.resolver import (
    DEFAULT_COLUMNS,
    DIRECTIONS,
    INPUT_HOLES,
    MODELS,
    OUTPUT_HOLES,
    ROWS,
    SIDES_FACING_EAST,
    START_HOLES,
    TRUCK_HOLES,
    Piece,
    Square,
    form,
    opposite,
    sides,
    step,
    turned,
    ways_out,
)

IN_THE_BOX = 3
"""Of each improvement (R-3.1). Forks never run out (R-3.10)."""

KNOBBED_FABRICATORS = ("advanced_fabricator", "overactive_fabricator")

# How often each form of piece is tried, by the character of the factory.
CHARACTERS = (
    dict.fromkeys(SIDES_FACING_EAST, 2),
    {**dict.fromkeys(SIDES_FACING_EAST, 1), "fork": 12, "static_charger": 2, "gift_wrapper": 2},
    {**dict.fromkeys(SIDES_FACING_EAST, 1), "flight_tester": 8, "fork": 4},
    {**dict.fromkeys(SIDES_FACING_EAST, 1), "static_charger": 6, "fork": 8, "repurposer": 3},
)


def random_factory(
    rng: random.Random,
    *,
    pieces: int | None = None,
    wild: bool = False,
    columns: int | None = None,
    rules: str = "print_2019",
) -> dict[str, Any]:
    """A random legal factory as canonical JSON (section 12).

    ``pieces`` is the number of floor pieces (by default 0 to 12), fewer where no more will fit.
    ``wild`` puts bots into any input hole; else only a Repurposer has a bot that waits (D-11.9).
    """
    width = DEFAULT_COLUMNS if columns is None else columns
    wanted = rng.randint(0, 12) if pieces is None else pieces
    start_kinds = {row: rng.choice(_start_kinds(row)) for row in ROWS}
    board = _random_floor(rng, min(wanted, len(ROWS) * width), width, start_kinds)
    density = rng.choice((0.2, 0.4, 0.6, 0.9))
    factory: dict[str, Any] = {
        "format": "mechanica-factory/1",
        "rules": rules,
        "components": "demo",
        "floor": [_with_bots(rng, board[square], density, wild) for square in sorted(board)],
        "start": {
            row: {"kind": kind, "bots": _some_bots(rng, START_HOLES[kind], density)}
            for row, kind in start_kinds.items()
        },
        "dock": {row: _random_truck(rng, density) for row in ROWS},
        "wallet": rng.randint(0, 20),
        "vault": rng.randint(0, 20),
    }
    if width != DEFAULT_COLUMNS:
        factory["columns"] = width
    return factory


def fits(
    board: dict[Square, Piece], square: Square, piece: Piece, width: int, start_kinds: dict[str, str | None]
) -> bool:
    """Whether the piece can be installed on the square, beside what is there already (R-3.7, D-3.7)."""
    for direction, mine in sides(piece).items():
        row, col = neighbour = step(square, direction)
        if neighbour in board:
            theirs = sides(board[neighbour])[opposite(direction)]
        elif row not in range(len(ROWS)):
            continue
        elif col == 0 and start_kinds[ROWS[row]] in KNOBBED_FABRICATORS:
            theirs = "exit"
        elif col == width + 1:
            theirs = "entrance"
        else:
            continue
        if "exit" in (mine, theirs) and "entrance" not in (mine, theirs):
            return False
    return True


def _start_kinds(row: str) -> tuple[str | None, ...]:
    """What can stand in a start slot, the printed state as often as a fabricator (R-2.4, A-2.5)."""
    printed = "basic_fabricator" if row == "middle" else None
    return (printed, printed, *KNOBBED_FABRICATORS)


def _random_floor(
    rng: random.Random, wanted: int, width: int, start_kinds: dict[str, str | None]
) -> dict[Square, Piece]:
    """At most ``wanted`` pieces that all fit, perhaps some of them in a ring."""
    board: dict[Square, Piece] = {}
    weights = rng.choice(CHARACTERS)
    backward = rng.choice((0.2, 0.5, 1.0))

    def fill(square: Square, arriving: str = "", leaving: str = "", *, fork: bool = False) -> None:
        """Put a piece on the square, if one fits, that takes bots in and on as told."""
        options = [
            piece
            for piece in _every_piece(square)
            if _left_in_box(board, piece)
            and fits(board, square, piece, width, start_kinds)
            and (not leaving or leaving in ways_out(piece))
            and (not arriving or sides(piece)[opposite(arriving)] == "entrance")
            and (piece["kind"] == "fork" or not fork)
        ]
        if options and len(board) < wanted:
            turns = {facing: 1.0 if facing == "east" else backward for facing in DIRECTIONS}
            chances = [weights[form(piece)] * turns[piece["facing"]] for piece in options]
            board[square] = rng.choices(options, chances)[0]

    character = rng.random()
    endless = character < 0.2 and width > 2  # a ring of nothing but forks and belt (D-5.13)
    ring = _random_ring(rng, width, endless) if character < 0.6 and width > 1 else []
    belt: list[Square] = []  # squares of the ring where the bare belt does as well as a piece
    for square, arriving, leaving in ring:
        if leaving == "east" and (endless or rng.random() < 0.5):
            belt.append(square)
        else:
            fill(square, arriving, leaving, fork=endless)
            if endless and arriving == "west":  # here bots may also go on west, so have them caught
                fill(step(square, "west"), "west")

    free = [(row, col) for row in range(len(ROWS)) for col in range(1, width + 1)]
    free = [square for square in free if square not in board and square not in belt]
    rng.shuffle(free)
    linked = rng.random() < 0.6  # whether exits rather lead into further pieces than nowhere
    while free and len(board) < wanted:
        reached = [square for square in free if linked and _exit_leads_to(square, board)]
        square = reached[0] if reached else free[0]
        free.remove(square)
        fill(square)
    for square in belt:
        fill(square)
    return board


def _exit_leads_to(square: Square, board: dict[Square, Piece]) -> bool:
    """Whether a bot can come to the square by the exit of a piece beside it."""
    beside = {direction: board.get(step(square, direction)) for direction in DIRECTIONS}
    return any(piece and sides(piece)[opposite(direction)] == "exit" for direction, piece in beside.items())


def _random_ring(rng: random.Random, width: int, endless: bool) -> list[tuple[Square, str, str]]:
    """A ring of squares, each with the headings in which a bot that goes round comes and leaves.

    Where it can be ``endless``, a bot has a way out of it at each of its three forks, and none of them
    need lose it: the ring's belt is the top or the bottom row, and the first column is left free.
    """
    if endless:
        across = down = 1
        north, west = rng.randint(0, 1), rng.randint(2, width - 1)
        clockwise = north == 0
    else:
        across, down = rng.randint(1, min(3, width - 1)), rng.randint(1, len(ROWS) - 1)
        north, west = rng.randint(0, len(ROWS) - 1 - down), rng.randint(1, width - across)
        clockwise = rng.random() < 0.5
    headings = ["east"] * across + ["south"] * down + ["west"] * across + ["north"] * down
    square = (north, west)
    ring: list[tuple[Square, str, str]] = []
    for arriving, leaving in zip([headings[-1], *headings[:-1]], headings, strict=True):
        ring.append((square, arriving, leaving))
        square = step(square, leaving)
    if clockwise:
        return ring
    return [(square, opposite(leaving), opposite(arriving)) for square, arriving, leaving in ring]


def _every_piece(square: Square) -> list[Piece]:
    """Every floor piece in every position, as it would stand on the square without bots."""
    row, col = square
    return [
        {
            "row": ROWS[row],
            "col": col,
            "kind": name.removeprefix("flipped "),
            "facing": turned(DIRECTIONS[0], quarters),
            "flipped": name.startswith("flipped "),
            "bots": {},
        }
        for name in SIDES_FACING_EAST
        for quarters in range(4)
    ]


def _left_in_box(board: dict[Square, Piece], piece: Piece) -> bool:
    kind: str = piece["kind"]
    return kind == "fork" or sum(other["kind"] == kind for other in board.values()) < IN_THE_BOX


def _some_bots(rng: random.Random, holes: tuple[str, ...], density: float) -> dict[str, str]:
    """A bot of any model in each hole, with probability ``density``."""
    return {hole: rng.choice(MODELS) for hole in holes if rng.random() < density}


def _with_bots(rng: random.Random, piece: Piece, density: float, wild: bool) -> Piece:
    """The piece with bots on it; those that wait in a Repurposer in their canonical holes (section 12)."""
    leaving = _some_bots(rng, OUTPUT_HOLES.get(form(piece), ()), density)
    inputs = INPUT_HOLES.get(form(piece), ())
    if wild:
        waiting = _some_bots(rng, inputs, density)
    elif piece["kind"] == "repurposer":
        waiting = _some_bots(rng, ("in1",), density)
    else:
        waiting = {}
    in_order = sorted(waiting.values(), key=MODELS.index)
    return {**piece, "bots": {**leaving, **dict(zip(inputs, in_order, strict=False))}}


def _random_truck(rng: random.Random, density: float) -> dict[str, Any]:
    kind = rng.choice(list(TRUCK_HOLES))
    bots = [rng.choice(MODELS) for _ in range(TRUCK_HOLES[kind]) if rng.random() < density]
    return {"kind": kind, "bots": sorted(bots, key=MODELS.index)}
