"""Movement as CSS inside a picture; it stands still at the end, and at once for whoever asked for no movement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from mechanica_core.render.svg import number

LEAD: Final = 0.8
"""Seconds before anything moves."""
TICK: Final = 0.7
"""Seconds for each tick of the events."""


class Frame(NamedTuple):
    """How something looks at a time: its shift from where it ends, how much it is seen, how large it is."""

    tick: float
    x: float = 0
    y: float = 0
    opacity: float = 1
    scale: float = 1


class Animation:
    """All movements of one picture, ``ticks`` long; ``name`` keeps its styles apart from those of other pictures."""

    def __init__(self, name: str, ticks: float) -> None:
        self._name = name
        self.seconds = LEAD + TICK * ticks
        self._rules: list[str] = []
        self._classes: list[str] = []

    def moving(self, frames: Iterable[Frame]) -> str:
        """The class of an element that goes through these frames, in the order of time."""
        name = f"{self._name}-{len(self._classes)}"
        steps = "".join(f"{self._percent(frame.tick)}%{{{_style(frame)}}}" for frame in frames)
        self._rules.append(f"@keyframes {name}{{{steps}}}")
        self._classes.append(f".{name}{{animation:{name} {number(self.seconds)}s linear both}}")
        return name

    def css(self) -> str:
        """The style sheet."""
        still = "@media (prefers-reduced-motion:no-preference){" + "".join(self._classes) + "}"
        return "".join(self._rules) + still

    def _percent(self, tick: float) -> str:
        return f"{max(0.0, min(100.0, 100 * (LEAD + TICK * tick) / self.seconds)):.3f}".rstrip("0").rstrip(".")


def _style(frame: Frame) -> str:
    scale = "" if frame.scale == 1 else f" scale({number(frame.scale)})"
    return f"transform:translate({number(frame.x)}px,{number(frame.y)}px){scale};opacity:{number(frame.opacity)}"
