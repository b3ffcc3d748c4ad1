"""The page's own sentences: found in its modules, and given to it from the catalogue of all players' sentences.

In the modules they are written out, in double quotes: ``t("Run the workday")``, or ``tn("{n} bot", "{n} bots", n)``
for what is counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from mechanica_core.messages import Language, counted, entries

MODULES: Final = Path(__file__).parent / "static" / "js"
Counted: TypeAlias = tuple[str, str]
"""A sentence about one thing, and the same about several."""

_TEXT: Final = r'"(?:[^"\\\n]|\\.)*"'
_ONE: Final = re.compile(rf"\bt\(\s*({_TEXT})")
_COUNTED: Final = re.compile(rf"\btn\(\s*({_TEXT}),\s*({_TEXT})")


def _sources() -> Iterator[str]:
    for file in sorted(MODULES.rglob("*.js")):
        yield file.read_text(encoding="utf-8")


def sentences() -> tuple[str, ...]:
    """Every sentence of the page, sorted."""
    return tuple(sorted({json.loads(text) for source in _sources() for text in _ONE.findall(source)}))


def counted_sentences() -> tuple[Counted, ...]:
    """Every sentence of the page that counts something, sorted."""
    found = {(json.loads(one), json.loads(many)) for source in _sources() for one, many in _COUNTED.findall(source)}
    return tuple(sorted(found))


def words(language: Language) -> dict[str, str | Counted]:
    """The page's sentences in a language, by their English ones; counted ones as a pair, by the first."""
    several = {one: counted(one, many, language) for one, many in counted_sentences()}
    return {**entries(sentences(), language), **several}
