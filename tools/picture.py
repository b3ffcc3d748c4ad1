"""Draw the README's pictures, workdays of the first sample and on a sample photo: ``make picture``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from mechanica_core import Factory, Workday, run_workday
from mechanica_core.best import best_day
from mechanica_core.render import THEMES, workday_svg
from vision import load_copy, load_photo, read
from vision.overlay import draw_workday, encoded

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
ON_PHOTO: Final = 900
"""Width of the picture on the photo."""


def workday() -> Workday:
    """The sample factory's workday under the decisions beside it."""
    factory = Factory.from_json((SAMPLES / "first_factory.json").read_text(encoding="utf-8"))
    return run_workday(factory, json.loads((SAMPLES / "first_decisions.json").read_text(encoding="utf-8")))


def on_photo() -> bytes:
    """The best workday of a sample photo, drawn on it, as WebP."""
    photo, copy = load_photo(SAMPLES / "photos" / "a_board_1016.jpg"), load_copy(SAMPLES / "copy_a.zip")
    reading = read(photo, copy)
    drawn = draw_workday(photo, reading, copy, best_day(reading.factory, "money").days[0])
    size = (ON_PHOTO, round(drawn.shape[0] * ON_PHOTO / drawn.shape[1]))
    return encoded(np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8), ".webp")


if __name__ == "__main__":
    for theme in THEMES:
        picture = workday_svg(workday(), theme=theme, animated=True)
        (ROOT / "docs" / f"workday_{theme}.svg").write_text(f"{picture}\n", encoding="utf-8")
    (ROOT / "docs" / "overlay.webp").write_bytes(on_photo())
