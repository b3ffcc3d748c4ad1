"""The commands are run here as in ``tests/cli``."""

from __future__ import annotations

from tests.cli.conftest import mechanica, surroundings

__all__ = ["mechanica", "surroundings"]
