"""The sheet to print: what is on which page, where, and how large."""

from __future__ import annotations

import itertools
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from mechanica_core.editions import component_set, rule_set
from mechanica_core.editions.registry import built_in_text
from mechanica_core.errors import EditionError
from mechanica_core.geometry import TURN_INDEX, Turn
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.pieces import IMPROVEMENTS, MODELS, Kind
from mechanica_core.render.board import MM
from mechanica_core.render.jigsaw import KNOB, SQUARE
from mechanica_core.render.pieces import HOLE, cut
from mechanica_core.render.sheet import COIN_COUNTS, MARGIN, PAPERS, RULER, TAB, Page, Paper, sheet
from mechanica_core.render.tokens import COINS, TOKEN
from tests.core.conftest import Registers

SVG = "{http://www.w3.org/2000/svg}"
REACH = {"board": 0.0} | {f"coin_{worth}": radius for worth, radius in COINS.items()} | dict.fromkeys(MODELS, TOKEN)
"""How far a part reaches from its middle at least, in units; a piece half a square."""
papers = pytest.mark.parametrize("paper", PAPERS)
languages = pytest.mark.parametrize("language", LANGUAGES)


def texts(page: Page) -> list[str]:
    return [text.text or "" for text in ET.fromstring(page.svg).iter(f"{SVG}text")]


@papers
def test_pages_are_the_paper_and_true_to_scale(paper: Paper) -> None:
    for number, page in enumerate(sheet(paper)):
        assert sorted((page.width, page.height)) == pytest.approx(sorted(PAPERS[paper]))
        assert (page.width > page.height) == (number == 0)
        drawing = ET.fromstring(page.svg)
        assert float(drawing.attrib["width"].removesuffix("mm")) == pytest.approx(page.width, abs=0.01)
        box = [float(value) for value in drawing.attrib["viewBox"].split()]
        assert box[:2] == [0, 0]
        assert page.width / box[2] == pytest.approx(40 / SQUARE, rel=1e-4)
        assert page.height / box[3] == pytest.approx(40 / SQUARE, rel=1e-4)
        assert "scale(" not in "".join(
            group.get("transform", "") for group in drawing.iter(f"{SVG}g") if group.get("data-part") == "item"
        )
        ruler = next(path for path in drawing.iter(f"{SVG}path") if path.get("data-part") == "ruler")
        start, end = (float(at.split()[0]) for at in ruler.attrib["d"].removeprefix("M").split("H")[:1]), RULER / MM
        assert next(iter(start)) + end == pytest.approx(float(ruler.attrib["d"].split("H")[1].split("M")[0]))


@papers
def test_there_is_all_that_the_box_holds(paper: Paper) -> None:
    rules, components = rule_set("print_2019"), component_set("demo")
    box = {kind.value: components.counts[kind].value for kind in (*IMPROVEMENTS, Kind.FORK)}
    box |= {"big_truck": rules.big_trucks, "huge_truck": rules.huge_trucks, "board": 1}
    box["duplicator_flipped"] = box["duplicator"]
    box |= {model.value: rules.bots_of_each_model for model in MODELS}
    box |= {f"coin_{worth}": count for worth, count in COIN_COUNTS.items()}
    pages = sheet(paper)
    assert Counter(part.name for page in pages for part in page.parts) == box
    assert len(pages) == 5


@papers
def test_nothing_lies_over_another_or_over_the_edge(paper: Paper) -> None:
    for page in sheet(paper):
        reach = [REACH.get(part.name, SQUARE / 2) * MM for part in page.parts]
        for part, far in zip(page.parts, reach, strict=True):
            assert part.x - far >= MARGIN * MM - 0.01
            assert part.x + far <= page.width - MARGIN * MM + 0.01
            assert part.y - far >= MARGIN * MM
            assert part.y + far <= page.height - MARGIN * MM
        for (one, far), (other, farther) in itertools.combinations(zip(page.parts, reach, strict=True), 2):
            apart = max(abs(one.x - other.x), abs(one.y - other.y))
            assert apart > far + farther + 1


def test_knobs_have_room_beside_other_pieces() -> None:
    for page in sheet("letter")[1:4]:
        for one, other in itertools.permutations(page.parts, 2):
            sides = cut(component_set("demo"), Kind(one.name.removesuffix("_flipped")), "_flipped" in one.name).sides
            knob = KNOB * MM * (sides[TURN_INDEX[Turn.AHEAD]] == "exit")
            if abs(one.y - other.y) < 20 and one.x < other.x:
                assert other.x - one.x > SQUARE * MM + knob + 1


def test_the_sides_of_a_folded_piece_cover_each_other() -> None:
    components = component_set("demo")
    ahead, left, behind, right = (cut(components, Kind.DUPLICATOR, True).sides[n] for n in (0, 3, 2, 1))
    assert cut(components, Kind.DUPLICATOR).sides == (ahead, left, behind, right)
    for page in sheet("a4"):
        fronts = [part for part in page.parts if part.name == "duplicator"]
        backs = [part for part in page.parts if part.name == "duplicator_flipped"]
        folds = [path for path in ET.fromstring(page.svg).iter(f"{SVG}path") if path.get("data-part") == "fold"]
        assert len(fronts) == len(backs) == len(folds)
        assert any("fold" in text for text in texts(page)) == bool(folds)
        for front, back in zip(fronts, backs, strict=True):
            assert front.x == back.x
            assert 40 < back.y - front.y < 60


def test_a_flat_bot_covers_a_hole() -> None:
    assert TOKEN == HOLE


@papers
def test_a_long_board_is_glued_together(register: Registers, paper: Paper) -> None:
    register(built_in_text("demo").replace("columns = { value = 4", "columns = { value = 11"), "long")
    pages = [page for page in sheet(paper, components="long") if page.parts[0].name == "board"]
    edges = [
        sum(group.get("data-part") == "glue" for group in ET.fromstring(page.svg).iter(f"{SVG}g")) for page in pages
    ]
    assert len(pages) > 1
    assert edges == [1] * (len(pages) - 1) + [0]
    shown = [2 * (page.parts[0].x - MARGIN * MM) for page in pages]
    whole = (40 + 13 * SQUARE + 16) * MM
    assert sum(shown) == pytest.approx(whole)
    assert all(part + TAB * MM <= page.width - 2 * MARGIN * MM + 0.01 for part, page in zip(shown, pages, strict=True))


@languages
def test_pages_speak_the_language(language: Language) -> None:
    pages = sheet("a4", language=language)
    expected = {"en": "page 5 of 5", "de": "Seite 5 von 5", "es": "página 5 de 5"}
    assert expected[language] in texts(pages[-1])
    for page in pages:
        assert any(str(RULER) in text and "100 %" in text for text in texts(page))
        assert all(ord(char) < 256 for text in texts(page) for char in text), "the fonts of every PDF lack others"
    zone = {"en": "Start Zone", "de": "Startbereich", "es": "Zona de Inicio"}
    assert zone[language] in texts(pages[0])


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(EditionError):
        sheet("a4", components="nowhere")
