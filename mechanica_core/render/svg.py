"""A small writer of SVG: elements as text that is always well-formed, the same bytes each time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold."""
_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Markup(str):
    """Text that is SVG already; any other text is escaped when it is put into an element."""

    __slots__ = ()


class Picture(Markup):
    """A whole SVG document; notebooks show it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


Value: TypeAlias = str | float | None
"""Of an attribute; None leaves it out."""


def escaped(text: str) -> Markup:
    """Text as it may stand in an element or an attribute; what XML forbids becomes U+FFFD."""
    return text if isinstance(text, Markup) else Markup(_FORBIDDEN.sub("\ufffd", text).translate(_ENTITIES))


def number(value: float) -> str:
    """A number with at most two decimals, written in one way only."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: Value) -> Markup:
    """An element. Underscores in the names of attributes stand for hyphens, one at the end for nothing."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(map(escaped, children))
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def group(*children: str, **attributes: Value) -> Markup:
    """A ``g`` element."""
    return element("g", *children, **attributes)


def joined(parts: Iterable[str]) -> Markup:
    """Several pieces of SVG one after the other."""
    return Markup("".join(map(escaped, parts)))


def path(d: str, **attributes: Value) -> Markup:
    """A path, filled or stroked as the attributes say."""
    return element("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> Markup:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> Markup:
    """A rectangle by its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def moved(x: float, y: float, angle: float = 0, scale: float = 1) -> str:
    """A ``transform`` that turns by degrees (clockwise), scales, then moves."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    if angle % 360:
        steps.append(f"rotate({number(angle % 360)})")
    if scale != 1:
        steps.append(f"scale({scale:.4g})")
    return " ".join(steps)
