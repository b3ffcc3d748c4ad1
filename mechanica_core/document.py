"""The JSON document of one factory (section 12), read through pydantic, and its JSON Schema."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from mechanica_core.editions import MAX_COLUMNS
from mechanica_core.errors import DocumentError
from mechanica_core.geometry import ROWS, Facing, Row
from mechanica_core.layout import (
    MAX_MONEY,
    PRINTED_DOCK,
    PRINTED_START,
    Bots,
    FloorPiece,
    Layout,
    StartSlot,
    Truck,
    bots,
)
from mechanica_core.messages import Message, say
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, TRUCKS, Kind, Model

T = TypeVar("T", bound=BaseModel)

FORMAT: Final = "mechanica-factory/1"
MAX_BYTES: Final = 200_000
SHOWN_COLUMNS: Final = 10_000
"""A floor piece is named by its column up to here, beyond by its number in the document."""
SHOWN_CHARACTERS: Final = 60
"""So much of a wrong value is shown in its error."""

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Money = Annotated[int, Field(ge=0, le=MAX_MONEY)]
_Hole = Annotated[str, Field(max_length=40)]
# JSON has no enumerations: their names are taken as text.
KindName = Annotated[Kind, Field(strict=False)]
ModelName = Annotated[Model, Field(strict=False)]
_Bots = Annotated[dict[_Hole, ModelName], Field(max_length=9)]


class Object(BaseModel):
    """An object of a document: nothing but its own keys, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _FloorPiece(Object):
    """A piece on the floor; columns count from 1 in the west."""

    row: Annotated[Row, Field(strict=False)]
    col: Annotated[int, Field(ge=1, le=MAX_COLUMNS)]
    kind: KindName
    facing: Annotated[Facing, Field(strict=False)]
    flipped: bool = False
    bots: _Bots = {}


class _StartSlot(Object):
    """A start slot: its fabricator, or null, and bots by hole."""

    kind: KindName | None
    bots: _Bots = {}


class _Truck(Object):
    """A truck and the bots in it."""

    kind: KindName
    bots: Annotated[list[ModelName], Field(max_length=99)] = []


class _Start(Object):
    """The Start Zone; a row left out is as printed on the board."""

    top: _StartSlot = _StartSlot(kind=PRINTED_START[0].kind)
    middle: _StartSlot = _StartSlot(kind=PRINTED_START[1].kind)
    bottom: _StartSlot = _StartSlot(kind=PRINTED_START[2].kind)


class _Dock(Object):
    """The Loading Dock; a row left out is as printed on the board."""

    top: _Truck = _Truck(kind=PRINTED_DOCK[0].kind)
    middle: _Truck = _Truck(kind=PRINTED_DOCK[1].kind)
    bottom: _Truck = _Truck(kind=PRINTED_DOCK[2].kind)


class FactoryDocument(Object):
    """One factory of the game Mechanica."""

    format: Literal["mechanica-factory/1"]
    rules: Name
    components: Name
    columns: Annotated[int, Field(ge=1, le=MAX_COLUMNS)] | None = None
    floor: Annotated[list[_FloorPiece], Field(max_length=3 * MAX_COLUMNS)]
    start: _Start = _Start()
    dock: _Dock = _Dock()
    wallet: Money = 0
    vault: Money = 0

    def layout(self) -> Layout:
        """The document as a layout, checked no further."""
        start, dock = self.start, self.dock
        slots = [StartSlot(slot.kind, bots(slot.bots)) for slot in (start.top, start.middle, start.bottom)]
        trucks = [Truck(truck.kind, tuple(truck.bots)) for truck in (dock.top, dock.middle, dock.bottom)]
        return Layout(
            floor=tuple(FloorPiece(p.row, p.col, p.kind, p.facing, p.flipped, bots(p.bots)) for p in self.floor),
            start=(slots[0], slots[1], slots[2]),
            dock=(trucks[0], trucks[1], trucks[2]),
            wallet=self.wallet,
            vault=self.vault,
            rules=self.rules,
            components=self.components,
            columns=self.columns,
        )


def read_layout(document: str | bytes | dict[str, Any], *, ignore_unknown: bool = False) -> Layout:
    """Read a document, given as JSON text or as the parsed object.

    Raises :class:`DocumentError` listing all that is malformed, unknown keys too unless they are to be ignored.
    Whether the layout is a factory is not asked here.
    """
    return validated(FactoryDocument, document, ignore_unknown=ignore_unknown).layout()


def validated(
    kind: type[T],
    document: str | bytes | dict[str, Any],
    *,
    ignore_unknown: bool,
    place: Callable[[list[int | str], Any], str] | None = None,
) -> T:
    """A document of that kind, given as JSON text or as the parsed object. Raises :class:`DocumentError`.

    ``place`` names the place that a path into the document leads to; without it, as in a factory's document.
    """
    parsed = parse_json(document) if isinstance(document, str | bytes) else document
    try:
        return kind.model_validate(parsed, extra="ignore" if ignore_unknown else "forbid")
    except ValidationError as error:
        raise DocumentError(
            [problem_at(detail, parsed, place or place_at) for detail in error.errors(include_url=False)]
        ) from None


def parse_json(text: str | bytes) -> Any:
    """Parse JSON text of bounded size without repeated keys. Raises :class:`DocumentError`."""
    if len(text) > MAX_BYTES:
        raise DocumentError([("document", say("longer than {most} bytes", most=MAX_BYTES))])
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        invalid = say("this is not valid JSON")
        why = say("line {line}, column {column}: {why}", line=error.lineno, column=error.colno, why=invalid)
    except RecursionError:
        why = say("nested too deeply")
    except UnicodeError:
        why = say("it is not text in UTF-8")
    except ValueError:
        why = say("a number has too many digits")
    raise DocumentError([("document", why)])


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) < len(pairs):
        repeated = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise DocumentError([("document", say("the key {key} comes twice", key=_quoted(repeated)))])
    return parsed


def layout_document(layout: Layout) -> dict[str, Any]:
    """The document of a layout, with every key (R-12.17); canonical for the layout of a factory."""
    document: dict[str, Any] = {"format": FORMAT, "rules": layout.rules, "components": layout.components}
    if layout.columns is not None:
        document["columns"] = layout.columns
    document["floor"] = [
        {
            "row": piece.row.value,
            "col": piece.col,
            "kind": piece.kind.value,
            "facing": piece.facing.value,
            "flipped": piece.flipped,
            "bots": _by_hole(piece.bots),
        }
        for piece in sorted(layout.floor, key=lambda piece: (ROWS.index(piece.row), piece.col))
    ]
    document["start"] = {
        row.value: {"kind": slot.kind and slot.kind.value, "bots": _by_hole(slot.bots)}
        for row, slot in zip(ROWS, layout.start, strict=True)
    }
    document["dock"] = {
        row.value: {"kind": truck.kind.value, "bots": [model.value for model in truck.bots]}
        for row, truck in zip(ROWS, layout.dock, strict=True)
    }
    return document | {"wallet": layout.wallet, "vault": layout.vault}


def _by_hole(held: Bots) -> dict[str, str]:
    return {hole: model.value for hole, model in held}


def factory_schema() -> dict[str, Any]:
    """The JSON Schema of a factory document."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | FactoryDocument.model_json_schema()


def problem_at(detail: ErrorDetails, parsed: Any, place: Callable[[list[int | str], Any], str]) -> tuple[str, Message]:
    """A pydantic error in a parsed document as place and sentence; ``place`` names where a path leads."""
    path = [part for part in detail["loc"] if part != "[key]"]
    match detail["type"]:
        case "missing":
            return place(path[:-1], parsed), say("the key {key} is missing", key=_quoted(path[-1]))
        case "extra_forbidden":
            return place(path[:-1], parsed), say("unknown key {key}", key=_quoted(path[-1]))
    if detail["type"] == "enum" and (kinds := _kinds_at(path)):
        known = ", ".join(kinds)
        return place(path, parsed), say(
            "unknown name {name}; there are {known}", name=_shortened(detail["input"]), known=known
        )
    return place(path, parsed), _what_is_wrong(detail, _shortened(detail["input"]))


def _kinds_at(path: list[int | str]) -> tuple[Kind, ...]:
    """The kinds of pieces that can be at a place of a factory, also of one in a game; none at others."""
    match path[2:] if path[:1] == ["factories"] else path:
        case ["floor", int(), "kind"]:
            return FLOOR_KINDS
        case ["start", _, "kind"]:
            return FABRICATORS
        case ["dock", _, "kind"]:
            return TRUCKS
        case _:
            return ()


def _what_is_wrong(detail: ErrorDetails, found: str) -> Message:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "enum" | "literal_error" | "union_tag_invalid":
            expected = context.get("expected") or context["expected_tags"]
            known = ", ".join(re.findall(r"'([^']*)'", expected))
            return say("unknown name {name}; there are {known}", name=found, known=known)
        case "int_type" | "int_from_float" | "int_parsing_size":
            return say("{found} is no whole number", found=found)
        case "greater_than_equal":
            return say("{found} is below {least}", found=found, least=context["ge"])
        case "less_than_equal":
            return say("{found} is above {most}", found=found, most=context["le"])
        case "bool_type":
            return say("{found} is neither true nor false", found=found)
        case "string_type" | "string_pattern_mismatch":
            return say("{found} is no name", found=found)
        case "list_type":
            return say("{found} is no list", found=found)
        case "model_type" | "dict_type" | "model_attributes_type":
            return say("{found} is no object", found=found)
        case "union_tag_not_found":
            return say("the key {key} is missing", key=context["discriminator"])
        case "too_long":
            return say("more than {most} entries", most=context["max_length"])
        case "too_short":
            return say("fewer than {least} entries", least=context["min_length"])
        case _:
            return say("{found} is wrong here", found=found)


def place_at(path: list[int | str], parsed: Any) -> str:
    """Name of the place that a path into the document leads to; a broken floor piece is named by its number."""
    match path:
        case ["floor", int(number), *rest]:
            piece = parsed["floor"][number]
            row, col = (piece.get("row"), piece.get("col")) if isinstance(piece, dict) else (None, None)
            known = row in ROWS and type(col) is int and abs(col) < SHOWN_COLUMNS
            path = [f"floor/{row}/{col}" if known else f"floor, piece {number + 1}", *rest]
        case ["factories", int(number), *rest] if rest:
            return f"factories/{number + 1}/{place_at(rest, parsed['factories'][number])}"
        case []:
            return "document"
        case _:  # of lists people count from 1
            path = [part + 1 if isinstance(part, int) else part for part in path]
    return "/".join(str(part) for part in path if part != "bots")


def _quoted(key: object) -> str:
    return repr(str(key)[:SHOWN_CHARACTERS])


def _shortened(value: object) -> str:
    try:
        text = json.dumps(value, default=str)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "..."
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}..."
