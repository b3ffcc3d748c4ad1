"""Pictures: what is drawn where, compared by the structure of the SVG."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanica_core import (
    Choice,
    Facing,
    Factory,
    FloorPiece,
    Kind,
    Layout,
    Model,
    Row,
    StartSlot,
    Truck,
    component_set,
    run_workday,
    take_first,
)
from mechanica_core.editions.registry import built_in_text
from mechanica_core.events import Activated, Charged, Earned, Left, Lost
from mechanica_core.geometry import FACING_INDEX, FACINGS
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.narration import decision_words, taken_options
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, KINDS, MODELS, TRUCKS, Side
from mechanica_core.render import THEMES, ThemeName, board_svg, factory_svg, piece_svg, workday_svg
from mechanica_core.render.artwork import EMBLEMS, bot
from mechanica_core.render.jigsaw import HALF, KNOB, outline, turned
from mechanica_core.render.svg import element, number
from mechanica_core.render.theme import LIGHT
from mechanica_core.render.ways import Way, Waypoint, lanes
from mechanica_core.workday import Workday
from tests.core.conftest import Registers
from tests.core.strategies import crowded_factories, factories, messy_layouts, policies
from tools.picture import workday

ROOT = Path(__file__).parents[2]
FIRST = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"
DECISIONS = {
    "floor/middle/1<start/middle/centre": "left",
    "floor/middle/2<start/middle/centre": "dock/middle",
    "floor/bottom/3<floor/bottom/2/ahead": "left",
    "floor/middle/4:make": "deluxe",
}
SVG = "{http://www.w3.org/2000/svg}"
SIDES = [(kind, False) for kind in KINDS] + [(Kind.DUPLICATOR, True)]


def first_day() -> Workday:
    return run_workday(Factory.from_text(FIRST), DECISIONS)


def parsed(svg: str) -> ET.Element:
    """The picture, after what every picture must keep to."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    # Pictures share a notebook's page: nothing may be named that another picture could name too.
    assert not any("id" in part.attrib for part in root.iter())
    assert "url(" not in svg
    assert "nan" not in re.sub(r">[^<]*<", "", svg)
    return root


def parts(root: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in root.iter() if part.get("data-part") == name]


def texts(root: ET.Element, name: str) -> list[str]:
    return ["".join(part.itertext()) for part in parts(root, name)]


def position(part: ET.Element) -> tuple[float, float]:
    match = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", part.get("transform", ""))
    assert match
    return float(match[1]), float(match[2])


def everything() -> Layout:
    """A board on which every floor piece lies in every way, with all fabricators and trucks."""
    kinds = [(kind, False) for kind in FLOOR_KINDS] + [(Kind.DUPLICATOR, True)]
    lying = itertools.product(kinds, FACINGS)
    squares = itertools.product(Row, range(1, 13))
    return Layout(
        floor=tuple(
            FloorPiece(row, column, kind, facing, flipped)
            for (row, column), ((kind, flipped), facing) in zip(squares, lying, strict=True)
        ),
        start=(StartSlot(FABRICATORS[0]), StartSlot(FABRICATORS[1]), StartSlot(FABRICATORS[2])),
        dock=(Truck(TRUCKS[0]), Truck(TRUCKS[1]), Truck(TRUCKS[2])),
        columns=12,
    )


# -- pieces ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_is_drawn_in_every_facing_theme_and_language(theme: ThemeName, language: Language) -> None:
    names = component_set("demo").piece_names
    root = parsed(factory_svg(everything(), theme=theme, language=language))
    drawn = parts(root, "piece")
    assert Counter(part.attrib["data-kind"] for part in drawn) == {
        kind: 8 if kind is Kind.DUPLICATOR else 4 if kind in FLOOR_KINDS else 1 for kind in KINDS
    }
    for piece in drawn:
        assert piece[0].tag == f"{SVG}title"
        assert (piece[0].text or "").startswith(names[Kind(piece.attrib["data-kind"])].text(language))


@pytest.mark.parametrize(("kind", "flipped"), SIDES)
def test_a_piece_has_its_holes_and_only_inputs_are_dotted(kind: Kind, flipped: bool) -> None:
    components = component_set("demo")
    if kind in FABRICATORS:
        inputs, all_holes = 0, len(components.start_shapes[kind].value.holes)
    elif kind in TRUCKS:
        inputs, all_holes = 0, components.truck_holes[kind].value
    else:
        shape = components.shapes[kind, flipped].value
        inputs, all_holes = len(shape.inputs), len(shape.holes)
    holes = parts(parsed(piece_svg(kind, flipped=flipped)), "hole")
    dotted = [hole for hole in holes if any("stroke-dasharray" in ring.attrib for ring in hole)]
    assert (len(dotted), len(holes)) == (inputs, all_holes)


def corners(d: str) -> Iterator[tuple[float, float]]:
    """The ends of all lines and arcs of an outline."""
    for command in re.findall(r"[MLA][^MLAZ]*", d):
        x, y = command[1:].split()[-2:]
        yield float(x), float(y)


@pytest.mark.parametrize(("kind", "flipped"), SIDES)
def test_a_piece_has_a_knob_at_each_exit_and_a_socket_at_each_entrance(kind: Kind, flipped: bool) -> None:
    if kind not in FLOOR_KINDS:
        return
    sides = component_set("demo").shapes[kind, flipped].value.sides
    points = list(corners(outline(sides)))
    for turn, side in enumerate(sides):
        ahead = [turned(point, -turn) for point in points]
        reach = max((x for x, y in ahead if abs(y) < 10), default=HALF)
        assert (reach > HALF) == (side is Side.EXIT), turn
        if side is Side.ENTRANCE:
            assert any(HALF - KNOB < x < HALF for x, y in ahead if abs(y) < 10), turn
        assert reach <= HALF + KNOB


def test_every_kind_looks_different() -> None:
    pictures = {piece_svg(kind, flipped=flipped) for kind, flipped in SIDES}
    assert len(pictures) == len(SIDES)
    colourless = {re.sub("#[0-9a-f]{6}", "", emblem(LIGHT)) for emblem in EMBLEMS.values()}
    assert len(colourless) == len(EMBLEMS)


def test_bots_are_told_apart_without_colours() -> None:
    shapes = [re.sub("#[0-9a-f]{6}", "", bot(model, LIGHT)) for model in MODELS]
    assert len(set(shapes)) == len(MODELS)


def test_pieces_come_out_true_to_scale() -> None:
    for svg in (piece_svg("upgrader"), board_svg()):
        root = parsed(svg)
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        for side, units in (("width", wide), ("height", high)):
            millimetres = float(root.attrib[side].removesuffix("mm"))
            assert millimetres / units * 2 * HALF == pytest.approx(40, abs=0.01)


def test_a_piece_without_another_side_is_refused() -> None:
    with pytest.raises(ValueError, match="fork has no other side"):
        piece_svg("fork", flipped=True)
    with pytest.raises(ValueError, match="spoon"):
        piece_svg("spoon")


def test_the_bare_board_shows_what_is_printed_on_it() -> None:
    root = parsed(board_svg(columns=6, language="de"))
    kinds = Counter(piece.get("data-kind") for piece in parts(root, "piece"))
    assert kinds == {None: 2, "basic_fabricator": 1, "small_truck": 3}
    assert texts(root, "column") == list("123456")
    assert parts(root, "bot") == parts(root, "money") == []


# -- factories -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "rows", "zones", "money"),
    [
        ("en", ["top", "middle", "bottom"], ["Start Zone", "Loading Dock"], ["Wallet 9", "Vault 4"]),
        ("de", ["oben", "Mitte", "unten"], ["Startbereich", "Laderampe"], ["Geldvorrat 9", "Tresor 4"]),
        ("es", ["arriba", "centro", "abajo"], ["Zona de Inicio", "Zona de Carga"], ["Cartera 9", "Caja Fuerte 4"]),
    ],
)
def test_words_are_in_the_language(language: Language, rows: list[str], zones: list[str], money: list[str]) -> None:
    root = parsed(factory_svg(Factory.from_text(FIRST), language=language))
    assert root.get("lang") == language
    assert texts(root, "row") == rows
    assert texts(root, "zone") == zones
    assert texts(root, "column") == list("1234")
    assert texts(root, "money") == money


def test_pieces_and_bots_are_where_they_should_be() -> None:
    factory = Factory.from_text(FIRST)
    root = parsed(factory_svg(factory))
    pieces = {part.attrib["data-place"]: part for part in parts(root, "piece")}
    assert len(pieces) == len(factory.layout.floor) + 6
    across = {place: position(part) for place, part in pieces.items()}
    assert across["floor/top/1"][0] - across["start/top"][0] == 2 * HALF
    assert across["floor/bottom/2"][1] - across["floor/top/1"][1] == 4 * HALF
    assert across["dock/middle"][0] - across["start/middle"][0] == 10 * HALF
    bots = {part.attrib["data-hole"]: part.attrib["data-model"] for part in parts(root, "bot")}
    assert bots == factory.bots()
    for part in parts(root, "bot"):
        (x, y), (px, py) = position(part), across[part.attrib["data-hole"].rpartition("/")[0]]
        assert max(abs(x - px), abs(y - py)) < HALF


@pytest.mark.parametrize("facing", FACINGS)
def test_holes_turn_with_their_piece(facing: Facing) -> None:
    layout = Layout(floor=(FloorPiece(Row.MIDDLE, 2, Kind.UPGRADER, facing, bots=(("ahead", Model.PLUS),)),))
    root = parsed(factory_svg(layout))
    (piece,) = [part for part in parts(root, "piece") if part.get("data-place") == "floor/middle/2"]
    (standing,) = parts(root, "bot")
    (x, y), (px, py) = position(standing), position(piece)
    dx, dy = turned((x - px, y - py), -FACING_INDEX[facing])
    assert dx > 0.5 * HALF
    assert abs(dy) < 0.01


def test_pictures_tell_what_they_show() -> None:
    root = parsed(factory_svg(Factory.from_text(FIRST), language="de"))
    told = root.findtext(f"{SVG}desc") or ""
    assert "Gabelung (Mitte 1)" in told
    assert "Riesiger Transporter (unten): Basic, Deluxe" in told
    told = parsed(workday_svg(first_day())).findtext(f"{SVG}desc") or ""
    assert "Flight Tester (middle 2) pays 1 into the wallet." in told


def test_notebooks_show_factories_layouts_and_workdays() -> None:
    day = first_day()
    assert day._repr_svg_() == workday_svg(day)
    assert day.before._repr_svg_() == factory_svg(day.before) == day.before.layout._repr_svg_()
    assert Layout(components="nowhere")._repr_svg_() is None


def test_the_same_factory_gives_the_same_bytes() -> None:
    for theme in THEMES:
        assert len({factory_svg(Factory.from_text(FIRST), theme=theme) for _ in range(2)}) == 1
    assert workday_svg(first_day(), animated=True) == workday_svg(first_day(), animated=True)
    light, dark = (factory_svg(Factory.from_text(FIRST), theme=theme) for theme in THEMES)
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)


def test_hostile_names_are_text(register: Registers) -> None:
    name = '<script>alert("1")</script> & \' ]]>\ud800\ufffe'
    register(built_in_text("demo").replace('en = "Upgrader"', "en = '<b onload=\"x\">&amp;]]>'"), "mine")
    root = parsed(factory_svg(Layout(floor=(FloorPiece(Row.TOP, 1, Kind.UPGRADER),), components="mine")))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert '<b onload="x">&amp;]]> (top 1)' in titles
    written = element("text", name, data_x=name)
    assert ET.fromstring(written).text == name[:-2] + "\ufffd\ufffd"
    assert number(-0.001) == "0"


@given(messy_layouts())
def test_anything_that_can_lie_on_a_table_is_drawn(layout: Layout) -> None:
    root = parsed(factory_svg(layout))
    on_the_floor = [place for part in parts(root, "piece") if "floor" in (place := part.attrib["data-place"])]
    told = sum(1 for text in texts(root, "notes") for _ in re.finditer("off the floor", text))
    assert len(on_the_floor) + told == len(layout.floor)


@pytest.mark.skipif(ROOT.name == "mutants", reason="looks at the files of the project")
def test_the_pictures_of_the_readme_are_as_they_would_be_drawn_now() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for theme in THEMES:
        name = f"docs/workday_{theme}.svg"
        assert name in readme
        drawn = workday_svg(workday(), theme=theme, animated=True)
        assert (ROOT / name).read_text(encoding="utf-8") == f"{drawn}\n", "run make picture"


# -- workdays --------------------------------------------------------------------------------------------------------


def check_day(day: Workday, svg: str) -> ET.Element:
    """A picture of a workday tells all of its events."""
    root = parsed(svg)
    events = day.events
    shown = Counter((part.attrib["data-hole"], part.attrib["data-model"]) for part in parts(root, "bot"))
    assert shown == Counter(day.factory.bots().items())
    left = {event.bot for event in events if isinstance(event, Left)}
    ways = {part.attrib["data-bot"]: part for part in parts(root, "way")}
    lost = [event for event in events if isinstance(event, Lost)]
    assert set(ways) == left
    for name, way in ways.items():
        assert bool(parts(way, "head")) == (name not in {event.bot for event in lost})
    marks = parts(root, "lost")
    assert Counter(bot for mark in marks for bot in mark.attrib["data-bots"].split()) == Counter(
        event.bot for event in lost
    )
    assert all(math.dist(*map(position, pair)) > 16 for pair in itertools.combinations(marks, 2))
    made = [hole for event in events if isinstance(event, Activated) for hole, _ in event.made]
    made += [event.hole for event in events if isinstance(event, Charged) and event.hole]
    assert Counter(part.get("data-hole") for part in parts(root, "made")) == Counter(made)
    earned = {(event.place, event.pot) for event in events if isinstance(event, Earned)}
    assert {(part.get("data-place"), part.get("data-pot")) for part in parts(root, "earned")} == earned
    numbers = parts(root, "decision")
    assert {part.get("data-choice") for part in numbers} == {choice for choice, _ in day.decisions}
    assert all(math.dist(*map(position, pair)) > 16 for pair in itertools.combinations(numbers, 2))
    assert len(parts(root, "note-number")) == len(day.decisions)
    told = {decision_words(day.before.machinery, *each).text("en") for each in taken_options(day)}
    assert len(told) == len(day.decisions)
    return root


def test_a_workday_is_told_by_arrows_marks_and_numbers() -> None:
    root = check_day(first_day(), workday_svg(first_day()))
    assert texts(root, "money") == ["Wallet 10 (+1)", "Vault 5 (+1)"]
    (notes,) = parts(root, "notes")
    told = " ".join("".join(line.itertext()) for line in notes.iter(f"{SVG}text")).replace("\N{NO-BREAK SPACE}", " ")
    assert "Fork (middle 1) right for the bot from Basic Fabricator (middle), hole centre" in told
    assert "Repurposer (middle 4): make a Deluxe" in told
    assert {part.get("data-hole") for part in parts(root, "ghost")} >= {"start/top/centre", "start/middle/centre"}
    dashes = {
        part.attrib["data-model"]: [line.get("stroke-dasharray") for line in part][1] for part in parts(root, "way")
    }
    assert dashes["basic"] != dashes["plus"]


def test_an_animation_ends_as_the_picture_that_stands_still() -> None:
    day = first_day()
    still, moving = workday_svg(day), workday_svg(day, animated=True)
    assert "<style>" not in still
    root = check_day(day, moving)
    style = root.findtext(f"{SVG}style") or ""
    named = re.findall(r"@keyframes ([\w-]+)", style)
    assert len(set(named)) == len(named) > 10
    used = [name for part in root.iter() if (name := part.get("class"))]
    assert sorted(used) == sorted(named)
    assert "@media (prefers-reduced-motion:no-preference)" in style
    assert "infinite" not in style
    # Without its style, only what is gone in the evening is there besides, and nobody sees it.
    gone = [part[0].get("opacity") for part in parts(root, "passing")]
    assert set(gone) == {"0"}
    other = workday_svg(run_workday(day.factory, policy=take_first), animated=True)
    assert not set(named) & set(re.findall(r"@keyframes ([\w-]+)", other))


def keyframes(root: ET.Element, part: ET.Element) -> list[tuple[float, float, float, float]]:
    """When what moves in an element is where in the picture, and how much of it is seen."""
    style = root.findtext(f"{SVG}style") or ""
    rule = re.search(rf"@keyframes {part[0].attrib['class']}{{(.*?}})}}", style)
    assert rule
    x, y = position(part)
    frame = r"([\d.]+)%{transform:translate\(([-\d.]+)px,([-\d.]+)px\)[^;]*;opacity:([\d.]+)}"
    found = re.findall(frame, rule[1])
    return [(float(at), x + float(dx), y + float(dy), float(seen)) for at, dx, dy, seen in found]


def take_last(choice: Choice) -> str:
    return choice.takes[-1]


def test_bots_move_along_the_belts_and_vanish_where_they_are_lost() -> None:
    day = run_workday(Factory.from_text("O(d-)=F3=1/B(b)=UnF2=1/.=1Fs2=1 0+0 print_2019 demo"), policy=take_last)
    root = check_day(day, workday_svg(day, animated=True))
    pieces = {part.attrib["data-place"]: position(part) for part in parts(root, "piece")}
    (mark,) = [mark for mark in parts(root, "lost") if mark.get("data-bots") == "start/top/centre"]
    (bot,) = [part for part in parts(root, "passing") if part.get("data-hole") == "start/top/centre"]
    frames = keyframes(root, bot)
    assert frames == sorted(frames, key=lambda frame: frame[0])
    for (_, x, y, _), (_, to_x, to_y, _) in itertools.pairwise(frames):
        assert x == to_x or y == to_y
    assert any(frame[1:3] == pieces["floor/top/1"] for frame in frames)
    assert frames[-1][1:3] == position(mark)
    assert [seen for *_, seen in frames[-2:]] == [1, 0]


def test_marks_and_counters_grow_with_what_happens() -> None:
    factory = Factory.from_text("O(dp)=G3=1/B(b)=4=1/.=4=1 0+5 print_2019 demo")
    day = run_workday(factory, policy=take_last)
    still, moving = check_day(day, workday_svg(day)), check_day(day, workday_svg(day, animated=True))
    assert texts(still, "money") == ["Wallet 0", "Vault 7 (+2)"]
    assert texts(moving, "money")[1::2] == ["Vault 5", "Vault 7", "Vault 7 (+2)"]
    (mark,) = parts(moving, "lost")
    title, *stages = mark
    assert title.text == "The Plus from Overactive Fabricator (top), hole side is gone: lost in a collision."
    assert len(stages) == 1


def test_many_ways_keep_to_the_belt() -> None:
    def way(bot: int) -> Way:
        points = (Waypoint(0, 0, bot), Waypoint(1, 100, 0), Waypoint(2, 200, 0), Waypoint(3, 300, bot))
        return Way(str(bot), Model.BASIC, points, None, "hole", True)

    for bots in range(1, 12):
        side_by_side = sorted(lanes(map(way, range(bots))).values())
        assert all(right.shift - left.shift > right.wide - 0.01 for left, right in itertools.pairwise(side_by_side))
        assert all(abs(lane.shift) + lane.wide / 2 < 21 for lane in side_by_side)
    apart = way(0)._replace(points=tuple(point._replace(y=500) for point in way(0).points))
    assert lanes([*map(way, range(1, 12)), apart])["0"] == (0, 7)


@settings(max_examples=60)
@given(crowded_factories() | factories(), st.data(), st.sampled_from(LANGUAGES), st.sampled_from(sorted(THEMES)))
def test_any_workday_is_drawn(factory: Factory, data: st.DataObject, language: Language, theme: ThemeName) -> None:
    day = run_workday(factory, policy=policies(data))
    check_day(day, workday_svg(day, theme=theme, language=language))
    check_day(day, workday_svg(day, theme=theme, language=language, animated=True))
