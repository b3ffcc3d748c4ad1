"""What the rules call things, in English and in Polish; a table in ``data/terms.toml``."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple


class Term(NamedTuple):
    """A thing's name in the two languages of our sources."""

    en: str
    pl: str


@functools.cache
def terms() -> Mapping[str, Term]:
    """All terms by their keys, such as ``terms()["connector"].pl == "łącznik"``."""
    text = (files("mechanica_core.other_games.factory_fun") / "data" / "terms.toml").read_text(encoding="utf-8")
    return {key: Term(**names) for key, names in tomllib.loads(text).items()}
