"""Colours: what is light and what is dark, so that nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from mechanica_core.pieces import Kind, Model

ThemeName = Literal["light", "dark"]

_PLATES: Final[Mapping[Kind, str]] = {
    Kind.UPGRADER: "#9ed8c6",
    Kind.DOWNGRADER: "#f3b3a2",
    Kind.DUPLICATOR: "#f6d98a",
    Kind.REPURPOSER: "#bddb8f",
    Kind.GIFT_WRAPPER: "#f3bfd3",
    Kind.STATIC_CHARGER: "#bcc8f1",
    Kind.FLIGHT_TESTER: "#a6d9f2",
    Kind.FORK: "#e6dac2",
    Kind.BASIC_FABRICATOR: "#cfd8dc",
    Kind.ADVANCED_FABRICATOR: "#93c4de",
    Kind.OVERACTIVE_FABRICATOR: "#f2a58c",
    Kind.SMALL_TRUCK: "#c3cfd6",
    Kind.BIG_TRUCK: "#c3cfd6",
    Kind.HUGE_TRUCK: "#c3cfd6",
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. Bots have theirs in every theme, as on the table."""

    page: str
    text: str
    frame: str
    frame_text: str
    frame_line: str
    floor: str
    floor_line: str
    start: str
    slot: str
    dock: str
    belt: str
    belt_rail: str
    chevron: str
    ink: str
    paper: str
    hole: str
    hole_edge: str
    plates: Mapping[Kind, str]
    paths: Mapping[Model, str]
    path_edge: str


def _shade(colour: str, factor: float) -> str:
    """A colour made darker."""
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * factor):02x}" for at in (1, 3, 5))


LIGHT: Final = Theme(
    page="#ffffff",
    text="#1d2733",
    frame="#27566b",
    frame_text="#f4f8fa",
    frame_line="#f0b429",
    floor="#dce7e4",
    floor_line="#9db3b0",
    start="#efe3c8",
    slot="#766f63",
    dock="#c9d6de",
    belt="#4d5866",
    belt_rail="#77838f",
    chevron="#c6d0d8",
    ink="#1b2430",
    paper="#fffdf7",
    hole="#2c3440",
    hole_edge="#161c24",
    plates=_PLATES,
    paths={Model.BASIC: "#ffffff", Model.PLUS: "#ff8a1f", Model.DELUXE: "#b98cf0"},
    path_edge="#1b2430",
)
DARK: Final = replace(
    LIGHT,
    page="#10151c",
    text="#e8eef4",
    frame="#16303d",
    frame_text="#dfe9ef",
    frame_line="#b98a20",
    floor="#2b373d",
    floor_line="#4d5d64",
    start="#4a4434",
    slot="#8b8069",
    dock="#36424c",
    belt="#1c232c",
    belt_rail="#46525f",
    chevron="#7b8996",
    ink="#0b0f14",
    paper="#e9e6dd",
    hole="#0f141a",
    hole_edge="#05070a",
    plates={kind: _shade(colour, 0.8) for kind, colour in _PLATES.items()},
    path_edge="#05070a",
)
THEMES: Final[Mapping[ThemeName, Theme]] = {"light": LIGHT, "dark": DARK}

BOTS: Final[Mapping[Model, str]] = {Model.BASIC: "#ffffff", Model.PLUS: "#f47b20", Model.DELUXE: "#6f3fae"}
"""Matte white, vibrant orange, rich purple (R-1.1)."""
BOTS_SHADE: Final[Mapping[Model, str]] = {Model.BASIC: "#c9d1d8", Model.PLUS: "#c35a0c", Model.DELUXE: "#4c2782"}
RED: Final = "#d3222a"
GOLD: Final = "#f5c542"
GOLD_SHADE: Final = "#c08a12"
STEEL: Final = "#8fa1af"
GREEN: Final = "#1f7a4d"
