"""Variants of a component set: the same but for one entry, to see what comes of it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from typing import Any

from mechanica_core.editions.files import checked_component_set, parse_toml
from mechanica_core.editions.model import Assumption, ComponentSet, Source
from mechanica_core.errors import EditionError
from mechanica_core.messages import say


def varied(text: str, change: str) -> ComponentSet:
    """The set of a component file's text with one entry changed, as in ``"pieces.upgrader.end_value=2"``.

    What is before the equals sign is the entry's path in the file (blueprints count from 0), what is behind it its new
    value as TOML. The set gets a name of its own, and calls the entry assumed. Raises :class:`EditionError` if there is
    no such entry or it cannot have that value.
    """
    document = parse_toml(text, change)
    path, equals, written = (part.strip() for part in change.partition("="))
    try:
        value = tomllib.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError):
        value = None
    if not equals or value is None:
        raise EditionError(
            say("{change}: wanted an entry and its value, as in {example}", change=change or "''", example=_EXAMPLE)
        )
    *above, last = path.split(".")
    table: Any = document
    for part in above:
        table = _entry(table, part, change)
    entry = _entry(table, last, change)
    if isinstance(entry, dict) and "value" in entry:
        table, last = entry, "value"
    elif isinstance(entry, dict | list):
        known = ", ".join(_names(entry))
        raise EditionError(say("{change}: that is no single entry; it has {known}", change=change, known=known))
    table[_key(table, last)] = value
    if isinstance(table, dict) and "source" in table:
        table["source"] = Source.ASSUMED.value
    name = f"variant_{hashlib.sha256(f'{text}/{path}={value!r}'.encode()).hexdigest()[:16]}"
    return checked_component_set(document, name, change)


_EXAMPLE = "pieces.upgrader.end_value=2"


def _entry(table: Any, part: str, change: str) -> Any:
    """What a table or list holds under one part of a path."""
    if part not in _names(table):
        known = ", ".join(_names(table))
        raise EditionError(
            say("{change}: there is no {part}; there are {known}", change=change, part=part, known=known)
        )
    return table[_key(table, part)]


def _names(table: Any) -> list[str]:
    """What a path can go on with."""
    if isinstance(table, dict):
        return list(table)
    return [str(number) for number in range(len(table))] if isinstance(table, list) else []


def _key(table: Any, part: str) -> str | int:
    return int(part) if isinstance(table, list) else part


def assumed_entries(text: str) -> tuple[Assumption, ...]:
    """Every entry of a component file's text that nobody has looked up on the pieces."""
    return tuple(_assumed(parse_toml(text, "components"), ""))


def _assumed(table: Any, path: str) -> Iterator[Assumption]:
    if isinstance(table, dict) and table.get("source") == Source.ASSUMED:
        value = table.get("value", {name: entry for name, entry in table.items() if name != "source"})
        yield Assumption(path, value if isinstance(value, int | str) else str(value))
    elif isinstance(table, dict | list):
        for name, entry in table.items() if isinstance(table, dict) else enumerate(table):
            yield from _assumed(entry, f"{path}.{name}" if path else str(name))
