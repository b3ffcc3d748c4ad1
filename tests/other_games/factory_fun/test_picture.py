"""A hall as an SVG picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.other_games.factory_fun import Hall, check
from mechanica_core.other_games.factory_fun.picture import hall_svg
from tests.other_games.factory_fun.halls import hall
from tests.other_games.factory_fun.strategies import messy_halls

DRAWN = hall("""
    a    b    c    d    e    f    g
1  (Y)   A>   A   ─┬─── B>   B   [O]
2   ·    ·    ·    ·   ###   ·    ·""")


def parts(svg: str, kind: str) -> list[str]:
    return re.findall(rf'data-part="{kind}" data-square="([^"]+)"', svg)


def test_everything_in_the_hall_is_drawn_where_it_lies() -> None:
    svg = hall_svg(DRAWN, check(DRAWN))
    assert parts(svg, "machine") == ["b1", "e1"]
    assert parts(svg, "pipe") == ["d1"]
    assert (parts(svg, "container"), parts(svg, "reservoir"), parts(svg, "pillar")) == (["a1"], ["g1"], ["e2"])
    assert (parts(svg, "in"), parts(svg, "out")) == (["b1", "e1"], ["c1", "f1"])
    assert parts(svg, "token") == ["e1"]
    assert parts(svg, "broken") == ["d1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_well_formed_in_every_language(language: Language) -> None:
    root = ET.fromstring(hall_svg(DRAWN, check(DRAWN), language=language))
    assert root.attrib["lang"] == language


@given(messy_halls())
@settings(max_examples=30)
def test_any_hall_can_be_drawn(drawn: Hall) -> None:
    ET.fromstring(hall_svg(drawn, check(drawn)))
