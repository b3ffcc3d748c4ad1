"""Canonical lines (R-12.22) of many factories with the same machinery, in the order of their text.

Such lines differ in bots and money alone. So a factory is kept as a short *key*, which sorts as its line does and
holds all that is needed to write it: a rank a hole, in the order of the text, and the money.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from mechanica_core.factory import Factory
from mechanica_core.geometry import ROWS
from mechanica_core.pieces import MODELS

IN_TEXT_ORDER: Final = (*sorted(MODELS), None)
"""What a hole can hold, by rank: where one text lists a bot and the other none, the bot's text comes first."""
RANKS: Final = bytes(IN_TEXT_ORDER.index(held) for held in (None, *MODELS)).ljust(256, b"\0")
"""From what a factory's contents say of a hole to its rank."""
GAP: Final = re.compile(r'"@([^"]*)"')


class Canonical:
    """Keys and lines of the factories with one machinery."""

    def __init__(self, factory: Factory) -> None:
        self._places: list[tuple[_Place, int, int]] = []
        order: list[int] = []
        text, *rest = GAP.split(_line_with_gaps(factory))
        for place, after in zip(rest[::2], rest[1::2], strict=True):
            holes = factory.machinery.range_of.get(place)
            if holes is None:
                text += "{}" + after
                continue
            in_truck = place.startswith("dock/")
            names = holes.names if in_truck else tuple(sorted(holes.names))
            self._places.append((_Place(text, names, in_truck), len(order), len(order) + len(names)))
            order += [holes.first + holes.names.index(name) for name in names]
            text = after
        self._pick = itemgetter(*order)
        self._holes = len(order)
        self._tail = text.removesuffix("}")

    def key(self, factory: Factory) -> bytes:
        """The factory's key."""
        money = f"{factory.vault},{factory.wallet}}}"  # ended as in the line, so that 5 and 50 sort alike there
        return bytes(self._pick(factory.contents.translate(RANKS))) + money.encode()

    def line(self, key: bytes) -> str:
        """The line of the factory with that key: its document as ``json.dumps(document, sort_keys=True)`` writes it."""
        bots = "".join([place[key[first:last]] for place, first, last in self._places])
        vault, wallet = key[self._holes :].decode().split(",")
        return f'{bots}{self._tail}, "vault": {vault}, "wallet": {wallet}'

    def sha256(self, keys: Iterable[bytes]) -> str:
        """Hash of the lines with those keys, a newline after each."""
        digest = hashlib.sha256()
        for key in keys:
            digest.update(f"{self.line(key)}\n".encode())
        return digest.hexdigest()


class _Place(dict[bytes, str]):
    """A place's bots as JSON text by their ranks, together with the text before them; written when first asked for."""

    def __init__(self, before: str, names: tuple[str, ...], in_truck: bool) -> None:
        super().__init__()
        self._before = before
        self._names = names
        self._in_truck = in_truck

    def __missing__(self, ranks: bytes) -> str:
        held = {name: model for name, rank in zip(self._names, ranks, strict=True) if (model := IN_TEXT_ORDER[rank])}
        text = self._before + json.dumps(list(held.values()) if self._in_truck else held)
        self[ranks] = text
        return text


def _line_with_gaps(factory: Factory) -> str:
    """A factory's line without its money and with ``"@PLACE"`` instead of the bots of each place."""
    document = factory.to_json()
    del document["vault"], document["wallet"]
    for piece in document["floor"]:
        piece["bots"] = f"@floor/{piece['row']}/{piece['col']}"
    for area in ("start", "dock"):
        for row in ROWS:
            document[area][row]["bots"] = f"@{area}/{row}"
    return json.dumps(document, sort_keys=True)
