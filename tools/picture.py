"""Draw the README's picture, a workday of the first sample, for light and for dark pages: ``make picture``."""

from __future__ import annotations

import json
from pathlib import Path

from mechanica_core import Factory, Workday, run_workday
from mechanica_core.render import THEMES, workday_svg

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"


def workday() -> Workday:
    """The sample factory's workday under the decisions beside it."""
    factory = Factory.from_json((SAMPLES / "first_factory.json").read_text(encoding="utf-8"))
    return run_workday(factory, json.loads((SAMPLES / "first_decisions.json").read_text(encoding="utf-8")))


if __name__ == "__main__":
    for theme in THEMES:
        picture = workday_svg(workday(), theme=theme, animated=True)
        (ROOT / "docs" / f"workday_{theme}.svg").write_text(f"{picture}\n", encoding="utf-8")
