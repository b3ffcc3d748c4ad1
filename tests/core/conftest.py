"""What all tests of the rules library share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, Phase, settings

from mechanica_core import ComponentSet, machinery, placing, register_components
from mechanica_core.editions import registry
from mechanica_core.game import legal

MUTANTS = Path(__file__).parents[2].name == "mutants"
"""Whether this is the copy of the project in which the library is broken on purpose."""
KNOWN = [it for module in (machinery, placing, legal) for it in vars(module).values() if hasattr(it, "cache_clear")]

# The same examples on every machine and in every run. To look for new ones: HYPOTHESIS_PROFILE=explore pytest ...
settings.register_profile(
    "fast",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", settings.get_profile("fast"), derandomize=False, max_examples=2000)
settings.register_profile("no shrinking", settings.get_profile("fast"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "no shrinking" if MUTANTS else "fast"))


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    """Let no test rest on what the library has worked out in an earlier one."""
    for known in KNOWN:
        known.cache_clear()


class Registers(Protocol):
    """Registers the text of a component file under a name."""

    def __call__(self, text: str | bytes, name: str = "mine") -> ComponentSet: ...


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registers:
    """Registers component files that are forgotten after the test."""
    monkeypatch.setattr(registry, "_registered", {})

    def register_text(text: str | bytes, name: str = "mine") -> ComponentSet:
        file = tmp_path / "mine.toml"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return register_components(name, file)

    return register_text
