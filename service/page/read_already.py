"""In the browser, in the place of :mod:`mechanica_core.editions.files`: editions as the service has read them.

Reading TOML files takes pydantic, which is not there.
"""

from __future__ import annotations

import pickle
from importlib.resources import files
from typing import Any

from mechanica_core.editions.model import ComponentSet, RuleSet


def _read() -> dict[str, Any]:
    packed = (files("mechanica_core.editions") / "read.pickle").read_bytes()
    found: dict[str, Any] = pickle.loads(packed)  # from the service itself, with this module
    return found


def read_rule_sets(text: str) -> dict[str, RuleSet]:
    """All rule sets there are."""
    rule_sets: dict[str, RuleSet] = _read()["rules"]
    return rule_sets


def read_component_set(text: str, name: str, source: str) -> ComponentSet:
    """A built-in component set."""
    components: ComponentSet = _read()["components"][name]
    return components
