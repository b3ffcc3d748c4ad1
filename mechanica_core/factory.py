"""A factory: a checked layout, immutable, with one byte a hole inside (sections 2 and 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final, NoReturn

from mechanica_core.editions import MAX_COLUMNS, Assumption, Source, component_set, rule_set
from mechanica_core.errors import EditionError, InstallError, LayoutError, Problem, ProblemKind
from mechanica_core.geometry import (
    ROW_INDEX,
    ROWS,
    Facing,
    Row,
    dock_place,
    floor_place,
    parse_place,
    start_place,
)
from mechanica_core.layout import MAX_MONEY, FloorPiece, Layout, StartSlot, Truck
from mechanica_core.machinery import N_ROWS, Machinery, known_machinery, truck_hole_names
from mechanica_core.messages import Message, Names, say
from mechanica_core.pieces import (
    FABRICATORS,
    FLOOR_KINDS,
    KIND_CODE,
    MODEL_CODE,
    MODELS,
    PIECE_CODE,
    PIECES,
    PRINTED,
    TRUCKS,
    Kind,
    Model,
    Piece,
)
from mechanica_core.places import where_words

FORGIVABLE: Final = frozenset(
    {
        ProblemKind.DOES_NOT_FIT,
        ProblemKind.NOT_FLIPPABLE,
        ProblemKind.NO_SUCH_HOLE,
        ProblemKind.TRUCK_OVERFULL,
        ProblemKind.NO_MIDDLE_FABRICATOR,
    }
)
"""Problems that a caller may forgive, since there is a sensible factory without them (docs/RULINGS.md)."""
STARTING_WALLET: Final = 8
MIDDLE: Final = ROW_INDEX[Row.MIDDLE]


class Factory:
    """One player's factory with the bots in it and the money earned; frozen, hashable, picklable.

    Two factories are equal if their canonical documents are (R-12.22). Make one with :meth:`new`,
    :meth:`from_layout`, :meth:`from_text` or :meth:`from_json`; change it with the methods that return a new one.
    """

    __slots__ = ("contents", "machinery", "vault", "wallet")

    machinery: Machinery
    """The pieces without the bots."""
    contents: bytes
    """What each of ``machinery.holes`` holds: 0 nothing, 1 Basic, 2 Plus, 3 Deluxe. Always canonical."""
    wallet: int
    """Money that can be spent."""
    vault: int
    """Money that only counts at the end (R-9.3)."""

    def __init__(self, machinery: Machinery, contents: bytes, wallet: int = 0, vault: int = 0) -> None:
        """For the library's own use, unchecked: ``contents`` must be canonical, one byte a hole."""
        put = object.__setattr__
        put(self, "machinery", machinery)
        put(self, "contents", contents)
        put(self, "wallet", wallet)
        put(self, "vault", vault)

    # -- making one ------------------------------------------------------------------------------------------

    @classmethod
    def new(cls, rules: str = "print_2019", components: str = "demo") -> Factory:
        """A player's factory at the start of a game (R-2.4, R-9.6): one Basic, and 8 in the wallet."""
        layout = Layout(rules=rules, components=components, wallet=STARTING_WALLET)
        return cls.from_layout(layout).with_bots({"start/middle/centre": Model.BASIC})

    @classmethod
    def from_layout(cls, layout: Layout, forgive: Collection[str] = ()) -> Factory:
        """Check a layout and make a factory of it.

        ``forgive`` names kinds of problems (:data:`FORGIVABLE`) that are mended as docs/RULINGS.md says.
        Raises :class:`LayoutError` listing every other problem, :class:`EditionError` if the layout names an
        unknown edition, ValueError if ``forgive`` names what cannot be forgiven.
        """
        forgiven = forgivable(forgive)
        check = _LayoutCheck(layout)
        problems = [problem for problem in check.problems if problem.kind not in forgiven]
        if problems:
            raise LayoutError(problems)
        return cls(check.machinery, canonical(check.machinery, check.contents()), layout.wallet, layout.vault)

    @classmethod
    def from_text(cls, text: str, forgive: Collection[str] = ()) -> Factory:
        """Read the one-line notation. Raises :class:`NotationError` or :class:`LayoutError`."""
        from mechanica_core.notation import read_factory  # noqa: PLC0415 (notation is made of factories)

        return read_factory(text, forgive)

    @classmethod
    def from_json(cls, document: Any, forgive: Collection[str] = (), *, ignore_unknown: bool = False) -> Factory:
        """Read a document of section 12: JSON text or the parsed object.

        ``ignore_unknown`` skips keys that the format does not know. Raises :class:`DocumentError`,
        :class:`LayoutError` or :class:`EditionError`.
        """
        from mechanica_core.document import read_layout  # noqa: PLC0415 (pydantic on first use)

        return cls.from_layout(read_layout(document, ignore_unknown=ignore_unknown), forgive)

    # -- looking at it ---------------------------------------------------------------------------------------

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self.machinery.rules.name

    @property
    def components(self) -> str:
        """Name of the component set."""
        return self.machinery.components.name

    @property
    def columns(self) -> int:
        """Columns of the Factory Floor (A-2.3)."""
        return self.machinery.columns

    def piece_at(self, place: str) -> Piece | None:
        """What was installed or is printed at a place such as ``"floor/top/2"``; None for belt or empty slot.

        Raises ValueError if there is no such place.
        """
        area, row, column = self._locate(place)
        if area == "floor":
            return self.machinery.piece(row, column)
        kind = self.machinery.start_kind(row) if area == "start" else self.machinery.dock_kind(row)
        return None if kind is None else Piece(kind)

    def bot_at(self, hole: str) -> Model | None:
        """The bot in a hole such as ``"floor/top/2/ahead"``. Raises ValueError if there is no such hole."""
        code = self.contents[self._hole(hole)]
        return MODELS[code - 1] if code else None

    def bots(self) -> dict[str, Model]:
        """Every bot by its hole, row by row from the start slot to the truck."""
        return {hole: MODELS[code - 1] for hole, code in zip(self.machinery.holes, self.contents, strict=True) if code}

    @property
    def layout(self) -> Layout:
        """The factory as a layout, in canonical order."""
        machinery = self.machinery
        floor = []
        for row, column in ((row, column) for row in range(N_ROWS) for column in range(self.columns)):
            piece = machinery.piece(row, column)
            if piece is not None:
                place = floor_place(row, column)
                floor.append(FloorPiece(ROWS[row], column + 1, *piece, bots=tuple(sorted(self._bots_of(place)))))
        slots = [
            StartSlot(machinery.start_kind(row), tuple(sorted(self._bots_of(start_place(row)))))
            for row in range(N_ROWS)
        ]
        trucks = [
            Truck(machinery.dock_kind(row), tuple(model for _, model in self._bots_of(dock_place(row))))
            for row in range(N_ROWS)
        ]
        columns = None if self.columns == machinery.components.columns.value else self.columns
        return Layout(
            floor=tuple(floor),
            start=(slots[0], slots[1], slots[2]),
            dock=(trucks[0], trucks[1], trucks[2]),
            wallet=self.wallet,
            vault=self.vault,
            rules=self.rules,
            components=self.components,
            columns=columns,
        )

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """The assumptions that a workday of this factory rests on (docs/RULES.md, A-n)."""
        assumptions = self.machinery.assumptions
        empty = self.machinery.components.start_shapes[None]
        if empty.source is Source.ASSUMED and any(
            self.machinery.start[row] == 0 and self._bots_of(start_place(row)) for row in range(N_ROWS)
        ):
            assumptions += (Assumption("board.empty_slot_holes", " ".join(empty.value.holes)),)
        return assumptions

    @property
    def beyond_the_box(self) -> dict[Kind | Model, tuple[int, int]]:
        """What there is more of than the box holds, which is legal (D-11.3): how many here, how many in the box."""
        rules, components = self.machinery.rules, self.machinery.components
        here: Counter[Kind | Model] = Counter(piece.kind for code in self.machinery.floor if (piece := PIECES[code]))
        here.update(kind for row in range(N_ROWS) if (kind := self.machinery.start_kind(row)))
        here.update(self.machinery.dock_kind(row) for row in range(N_ROWS))
        here.update(self.bots().values())
        box: dict[Kind | Model, int] = {kind: count.value for kind, count in components.counts.items()}
        box |= {Kind.BIG_TRUCK: rules.big_trucks, Kind.HUGE_TRUCK: rules.huge_trucks}
        box |= dict.fromkeys(MODELS, rules.bots_of_each_model)
        return {what: (here[what], number) for what, number in box.items() if here[what] > number}

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is legal but more than the box holds: bots of a model, or copies of a piece (D-11.3)."""
        pieces, models = self.machinery.components.piece_names, self.machinery.components.model_names
        return tuple(
            Problem(
                ProblemKind.MORE_THAN_THE_BOX,
                "factory",
                "D-11.3",
                say(
                    "{what}: {there} here, {box} in the box",
                    what=models[what] if isinstance(what, Model) else pieces[what],
                    there=there,
                    box=box,
                ),
            )
            for what, (there, box) in self.beyond_the_box.items()
        )

    def to_text(self) -> str:
        """The canonical one-line notation."""
        from mechanica_core.notation import write_factory  # noqa: PLC0415 (notation is made of factories)

        return write_factory(self)

    def to_json(self) -> dict[str, Any]:
        """The canonical document of section 12, ready for ``json.dumps``."""
        from mechanica_core.document import layout_document  # noqa: PLC0415

        return layout_document(self.layout)

    # -- changing it -----------------------------------------------------------------------------------------

    def with_bots(self, bots: Mapping[str, Model | str | None]) -> Factory:
        """The same factory with other bots in the named holes; None empties one.

        Raises ValueError if there is no such hole or model.
        """
        contents = bytearray(self.contents)
        for hole, model in bots.items():
            contents[self._hole(hole)] = 0 if model is None else MODEL_CODE[Model(model)]
        return Factory(self.machinery, canonical(self.machinery, contents), self.wallet, self.vault)

    def with_money(self, wallet: int, vault: int) -> Factory:
        """The same factory with other money. Raises ValueError if an amount is below 0 or above ``MAX_MONEY``."""
        if not (0 <= wallet <= MAX_MONEY and 0 <= vault <= MAX_MONEY):
            raise ValueError(f"money is 0 to {MAX_MONEY}, not wallet {wallet}, vault {vault}")
        return Factory(self.machinery, self.contents, wallet, vault)

    def install(
        self, place: str, kind: Kind | str, facing: Facing | str = Facing.EAST, *, flipped: bool = False
    ) -> Factory:
        """Install a piece, replacing what is there (R-3.7 to R-3.10).

        Trucks and fabricators keep the bots that were there, any other piece loses them (R-3.9). Paying is not
        done here. Raises :class:`InstallError` with the rule that forbids it, ValueError if there is no such
        place, kind or facing.
        """
        area, row, column = self._locate(place)
        piece = Piece(Kind(kind), Facing(facing), flipped)
        names = self.machinery.components.piece_names
        name = names[piece.kind]
        if piece.kind in PRINTED:
            raise InstallError(place, say("{kind} is printed on the board and never installed", kind=name), "R-2.4")
        if piece.kind not in {"floor": FLOOR_KINDS, "start": FABRICATORS, "dock": TRUCKS}[area]:
            raise InstallError(place, say("{kind} does not go here", kind=name), "R-3.2")
        if flipped and piece.kind is not Kind.DUPLICATOR:
            raise InstallError(place, say("{kind} cannot be flipped, only a Duplicator", kind=name), "R-3.6")
        if area != "floor" and piece.facing is not Facing.EAST:
            raise InstallError(place, say("only floor pieces are turned"), "R-3.6")
        if area == "dock" and TRUCKS.index(piece.kind) <= TRUCKS.index(self.machinery.dock_kind(row)):
            there = names[self.machinery.dock_kind(row)]
            raise InstallError(place, say("trucks only grow, and there is {kind} here", kind=there), "D-3.10")
        if area == "start" and piece.kind is self.machinery.start_kind(row):
            raise InstallError(place, say("{kind} is here already", kind=name), "R-3.9")
        changed = self._with_piece(area, row, column, piece, keep_bots=area != "floor")
        for misfit in changed.machinery.misfits:
            if place in (misfit.place, misfit.exit_of):
                raise InstallError(
                    place,
                    say("does not fit: {place}: {misfit}", place=where_words(misfit.place), misfit=misfit.message),
                    "D-3.7",
                )
        return changed

    def fits(self, place: str, kind: Kind | str, facing: Facing | str = Facing.EAST, *, flipped: bool = False) -> bool:
        """Whether :meth:`install` would do it. Raises ValueError if there is no such place, kind or facing."""
        try:
            self.install(place, kind, facing, flipped=flipped)
        except InstallError:
            return False
        return True

    def demolish(self, place: str) -> Factory:
        """Remove an installed piece; its bots are lost and what is printed there is there again (R-3.8, D-3.8).

        Raises :class:`InstallError` if nothing installed is there, ValueError if there is no such place.
        """
        area, row, column = self._locate(place)
        piece = self.piece_at(place)
        if piece is None or piece.kind in PRINTED:
            raise InstallError(place, say("nothing was installed here that could be demolished"), "R-3.8")
        printed: Piece | None = None
        if area == "dock":
            printed = Piece(Kind.SMALL_TRUCK)
        elif area == "start" and row == MIDDLE:
            printed = Piece(Kind.BASIC_FABRICATOR)
        return self._with_piece(area, row, column, printed, keep_bots=False)

    # -- Python ----------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Factory):
            return NotImplemented
        return (
            self.contents == other.contents
            and self.wallet == other.wallet
            and self.vault == other.vault
            and self.machinery == other.machinery
        )

    def __hash__(self) -> int:
        return hash((self.contents, self.wallet, self.vault, self.machinery))

    def __repr__(self) -> str:
        return f"Factory.from_text({self.to_text()!r})"

    def __str__(self) -> str:
        from mechanica_core.render.text import draw_factory  # noqa: PLC0415 (pictures are made of factories)

        return draw_factory(self)

    def _repr_svg_(self) -> str:
        from mechanica_core.render import factory_svg  # noqa: PLC0415 (pictures are made of factories)

        return factory_svg(self)

    def __reduce__(self) -> tuple[object, tuple[Machinery, bytes, int, int]]:
        return _unpickle, (self.machinery, self.contents, self.wallet, self.vault)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Factory cannot be changed; {name} was not set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Factory cannot be changed; {name} was not deleted")

    # -- inside ----------------------------------------------------------------------------------------------

    def _locate(self, place: str) -> tuple[str, int, int]:
        area, row, column = parse_place(place)
        if column >= self.columns:
            raise ValueError(f"{place!r}: this floor has {self.columns} columns")
        return area, row, column

    def _hole(self, hole: str) -> int:
        index = self.machinery.hole_index.get(hole)
        if index is None:
            raise ValueError(f"there is no hole {hole!r} in this factory")
        return index

    def _bots_of(self, place: str) -> list[tuple[str, Model]]:
        holes = self.machinery.range_of.get(place)
        if holes is None:
            return []
        held = zip(holes.names, self.contents[holes.first : holes.last], strict=True)
        return [(name, MODELS[code - 1]) for name, code in held if code]

    def _with_piece(self, area: str, row: int, column: int, piece: Piece | None, *, keep_bots: bool) -> Factory:
        old = self.machinery
        codes = {"floor": bytearray(old.floor), "start": bytearray(old.start), "dock": bytearray(old.dock)}
        if area == "floor":
            codes["floor"][row * old.columns + column] = PIECE_CODE[piece]
            place = floor_place(row, column)
        else:
            codes[area][row] = KIND_CODE[piece.kind if piece else None]
            place = start_place(row) if area == "start" else dock_place(row)
        new = known_machinery(
            old.rules,
            old.components,
            old.columns,
            bytes(codes["floor"]),
            bytes(codes["start"]),
            bytes(codes["dock"]),
        )
        held = dict(zip(old.holes, self.contents, strict=True))
        if not keep_bots and place in old.range_of:
            for name in old.range_of[place].names:
                del held[f"{place}/{name}"]
        contents = bytes(held.get(hole, 0) for hole in new.holes)
        return Factory(new, canonical(new, contents), self.wallet, self.vault)


def _unpickle(machinery: Machinery, contents: bytes, wallet: int, vault: int) -> Factory:
    if len(contents) != len(machinery.holes):
        name = machinery.components.name
        raise EditionError(say("{name} has other holes here than where the factory was pickled", name=name))
    return Factory(machinery, contents, wallet, vault)


def forgivable(kinds: Collection[str]) -> frozenset[ProblemKind]:
    """The kinds of problems named. Raises ValueError if one cannot be forgiven."""
    refused = [kind for kind in kinds if kind not in FORGIVABLE]
    if refused:
        known = ", ".join(sorted(FORGIVABLE))
        raise ValueError(f"cannot forgive {', '.join(refused)}, only {known}")
    return frozenset(map(ProblemKind, kinds))


def canonical(machinery: Machinery, contents: bytes | bytearray) -> bytes:
    """Contents in canonical order: bots rise, empty holes last, wherever bots choose among holes (D-5.14)."""
    ordered = bytearray(contents)
    for first, last in machinery.interchangeable:
        ordered[first:last] = bytes(sorted(filter(None, ordered[first:last]))).ljust(last - first, b"\0")
    return bytes(ordered)


class _LayoutCheck:
    """Finds all that is wrong with a layout while turning it into machinery and contents."""

    def __init__(self, layout: Layout) -> None:
        rules, components = rule_set(layout.rules), component_set(layout.components)
        self.layout = layout
        self.problems: list[Problem] = []
        self.components = components
        self.columns = components.columns.value if layout.columns is None else layout.columns
        if not 1 <= self.columns <= MAX_COLUMNS:
            self._report(
                ProblemKind.OFF_THE_FLOOR,
                "floor",
                "A-2.3",
                say("a floor has 1 to {most} columns", most=MAX_COLUMNS),
            )
            raise LayoutError(self.problems)
        for pot, money in (("wallet", layout.wallet), ("vault", layout.vault)):
            if not 0 <= money <= MAX_MONEY:
                message = say("money is 0 to {most}, not {money}", most=MAX_MONEY, money=money)
                self._report(ProblemKind.IMPOSSIBLE_MONEY, pot, "R-7.3", message)
        self.held: dict[str, int] = {}
        floor, start, dock = self._floor(), self._start(), self._dock()
        self.machinery = known_machinery(rules, components, self.columns, floor, start, dock)
        self.problems += [misfit.problem for misfit in self.machinery.misfits]

    def contents(self) -> bytes:
        return bytes(self.held.get(hole, 0) for hole in self.machinery.holes)

    def _report(self, kind: ProblemKind, place: str, rule: str, message: Message) -> None:
        self.problems.append(Problem(kind, place, rule, message))

    def _report_wrong_area(self, place: str, kind: Kind) -> None:
        self._report(ProblemKind.WRONG_AREA, place, "R-3.2", say("{kind} does not go here", kind=self._name(kind)))

    def _name(self, kind: Kind) -> Names:
        return self.components.piece_names[kind]

    def _hold(self, place: str, bots: tuple[tuple[str, Model], ...], holes: tuple[str, ...]) -> None:
        for name, model in bots:
            hole = f"{place}/{name}"
            if name not in holes:
                known = say("there is no such hole, only {holes}", holes=", ".join(holes))
                message = known if holes else say("this piece has no holes")
                self._report(ProblemKind.NO_SUCH_HOLE, hole, "A-3.4", message)
            elif hole in self.held:
                self._report(ProblemKind.HOLE_TAKEN, hole, "R-5.14", say("two bots in one hole"))
            else:
                self.held[hole] = MODEL_CODE[model]

    def _floor(self) -> bytes:
        floor = bytearray(N_ROWS * self.columns)
        for piece in self.layout.floor:
            place = piece.place
            square = ROW_INDEX[piece.row] * self.columns + piece.col - 1
            if piece.kind not in FLOOR_KINDS:
                self._report_wrong_area(place, piece.kind)
            elif not 1 <= piece.col <= self.columns:
                message = say("the floor has columns 1 to {columns}", columns=self.columns)
                self._report(ProblemKind.OFF_THE_FLOOR, place, "A-2.3", message)
            elif floor[square]:
                self._report(ProblemKind.SQUARE_TAKEN, place, "R-3.2", say("two pieces on one square"))
            else:
                flipped = piece.flipped and piece.kind is Kind.DUPLICATOR
                if piece.flipped and not flipped:
                    message = say("{kind} cannot be flipped, only a Duplicator", kind=self._name(piece.kind))
                    self._report(ProblemKind.NOT_FLIPPABLE, place, "R-3.6", message)
                floor[square] = PIECE_CODE[Piece(piece.kind, piece.facing, flipped)]
                self._hold(place, piece.bots, self.components.shapes[piece.kind, flipped].value.holes)
        return bytes(floor)

    def _start(self) -> bytes:
        start = bytearray(N_ROWS)
        for row, slot in enumerate(self.layout.start):
            place = start_place(row)
            kind = slot.kind
            if kind is not None and kind not in FABRICATORS:
                self._report_wrong_area(place, kind)
                continue
            if kind is Kind.BASIC_FABRICATOR and row != MIDDLE:
                message = say("a Basic Fabricator is printed in the middle row only")
                self._report(ProblemKind.MISPLACED_BASIC_FABRICATOR, place, "R-2.4", message)
            if kind is None and row == MIDDLE:
                message = say("no fabricator, but at least the printed Basic Fabricator is there")
                self._report(ProblemKind.NO_MIDDLE_FABRICATOR, place, "R-2.4", message)
                kind = Kind.BASIC_FABRICATOR
            start[row] = KIND_CODE[kind]
            self._hold(place, slot.bots, self.components.start_shapes[kind].value.holes)
        return bytes(start)

    def _dock(self) -> bytes:
        dock = bytearray(N_ROWS)
        for row, truck in enumerate(self.layout.dock):
            place = dock_place(row)
            if truck.kind not in TRUCKS:
                self._report_wrong_area(place, truck.kind)
                dock[row] = KIND_CODE[Kind.SMALL_TRUCK]
                continue
            dock[row] = KIND_CODE[truck.kind]
            holes = truck_hole_names(self.components, truck.kind)
            if len(truck.bots) > len(holes):
                message = say("{bots} bots in a truck that holds {holes}", bots=len(truck.bots), holes=len(holes))
                self._report(ProblemKind.TRUCK_OVERFULL, place, "A-3.4", message)
            dearest = sorted(truck.bots, key=MODELS.index, reverse=True)[: len(holes)]
            self._hold(place, tuple(zip(holes, dearest, strict=False)), holes)
        return bytes(dock)
