"""The picture of a score: what earned points is lit up, all else dimmed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from mechanica_core import Factory, score
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.render import THEMES, ThemeName, score_svg
from mechanica_core.scoring import Unsure

FACTORY = Factory.from_text("A(bp)=GF2=1(b)/B(b)=1D(dbpd)2=2(pd)/.=U3=3(bpd) 5+7 print_2019 demo")


def places(svg: str, part: str) -> list[str]:
    return re.findall(rf'data-part="{part}" data-place="([^"]+)"', svg)


@pytest.mark.rule("R-9.5", "R-3.1")
def test_pieces_that_earned_points_are_lit_up_and_all_else_is_dimmed() -> None:
    final = score(FACTORY)
    svg = score_svg(FACTORY, final)
    lit = places(svg, "earning")
    assert lit == [improvement.place for improvement in final.improvements]
    assert len(places(svg, "dimmed")) == 3 * 6 - len(lit)
    assert "floor/top/2" in places(svg, "dimmed")  # a Fork
    for words in ("Advanced Fabricator (top): 3", f"total {final.total}", "Wallet 5", "Vault 7"):
        assert words in svg


def test_a_doubtful_place_is_dashed_and_tells_its_range() -> None:
    unsure = (Unsure("floor/bottom/1", 0, 4), Unsure("floor/top/4", 0, 3))
    final = replace(score(FACTORY), unsure=unsure)
    sure, doubted = score_svg(FACTORY, score(FACTORY)), score_svg(FACTORY, final)
    assert doubted.count('stroke-dasharray="13 9"') == 2 > sure.count('stroke-dasharray="13 9"')
    assert "Upgrader (bottom 1): 3, perhaps 0 to 4" in doubted
    assert f"total {final.total} ({final.least} to {final.most})" in doubted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_it_is_well_formed_in_every_language_and_theme(language: Language, theme: ThemeName) -> None:
    root = ET.fromstring(score_svg(FACTORY, score(FACTORY), theme=theme, language=language))
    assert root.attrib["lang"] == language
