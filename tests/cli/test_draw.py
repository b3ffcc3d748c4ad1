"""``mechanica draw``."""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from mechanica_core import Factory, run_workday, take_first
from mechanica_core.pieces import KINDS
from mechanica_core.render import factory_svg, piece_svg, workday_svg
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Mechanica, complaint


def drawn(mechanica: Mechanica, *arguments: str) -> str:
    """The SVG that a command wrote to standard output."""
    result = mechanica("draw", *arguments)
    assert result.exit_code == 0, result.output
    assert ET.fromstring(result.stdout).tag.endswith("svg")
    return result.stdout.removesuffix("\n")


def test_a_factory_is_drawn_to_standard_output(mechanica: Mechanica) -> None:
    assert drawn(mechanica, FIRST) == factory_svg(Factory.from_text(FIRST))


def test_theme_and_language(mechanica: Mechanica) -> None:
    svg = drawn(mechanica, FIRST, "--theme", "dark", "--lang", "de")
    assert svg == factory_svg(Factory.from_text(FIRST), theme="dark", language="de")


def test_a_workday_is_drawn_and_animated(mechanica: Mechanica, tmp_path: Path) -> None:
    decided = tmp_path / "decisions.json"
    day = run_workday(Factory.from_text(FIRST), policy=take_first)
    decided.write_text(json.dumps([decision._asdict() for decision in day.decisions]), encoding="utf-8")
    assert drawn(mechanica, FIRST, "--run", "--decisions", str(decided)) == workday_svg(day)
    assert drawn(mechanica, FIRST, "--policy", "first", "--animate") == workday_svg(day, animated=True)
    assert 'data-part="way"' in drawn(mechanica, QUIET, "--run")


def test_open_choices_are_a_no(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "day.svg"
    result = mechanica("draw", FIRST, "--run", "-o", str(file))
    assert result.exit_code == 1
    assert result.stderr.endswith("settle them by --decisions, or all by --policy first\n")
    assert result.stderr == mechanica("run", FIRST).stderr
    assert not file.exists()


def test_a_png_is_as_wide_as_wanted(mechanica: Mechanica, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "factory.PNG"
    assert mechanica("draw", FIRST, "--out", str(file), "--width", "300").output == ""
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", content[16:20]) == (300,)


def test_a_png_needs_a_library(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    file = tmp_path / "factory.png"
    told = complaint(mechanica("draw", FIRST, "-o", str(file)), 2)
    assert told == "drawing a .png needs a library for it: pip install '.[png]'"
    assert not file.exists()


def test_assumptions_are_told_beside_the_picture(mechanica: Mechanica) -> None:
    result = mechanica("draw", ASSUMING)
    assert "assumed" in result.stderr
    assert ET.fromstring(result.stdout) is not None


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((FIRST, "-o", "factory.jpg"), "factory.jpg: pictures are .svg or .png"),
        ((FIRST, "-o", "day.svg", "--width", "300"), "day.svg: only a .png has a width; leave out --width"),
        ((FIRST, "-o", ""), "'': pictures are .svg or .png"),
        ((FIRST, "-o", "day.png", "--policy", "first", "--animate"), "day.png: only an .svg can move"),
        ((FIRST, "-o", "nowhere/day.svg"), "nowhere/day.svg: cannot be written: "),
        ((FIRST, "--prints", "prints"), "only one of FILE and --prints can be drawn"),
        ((), "nothing to draw; name a factory, or a folder after --prints"),
        (("nothing",), "nothing: there is no such file"),
        (("--prints", "prints", "--components", "nowhere"), "nowhere"),
        ((FIRST, "--theme", "grey"), "'--theme'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in complaint(mechanica("draw", *arguments), 2)
    assert list(tmp_path.iterdir()) == []


def test_every_piece_and_the_board_are_printed(mechanica: Mechanica, tmp_path: Path) -> None:
    result = mechanica("draw", "--prints", str(tmp_path / "a" / "b"), "--lang", "es")
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert sorted(result.stdout.splitlines()) == [str(file) for file in files]
    assert {file.stem for file in files} == {*KINDS, "duplicator_flipped", "board"}
    fork = (tmp_path / "a" / "b" / "fork.svg").read_text(encoding="utf-8")
    assert fork == piece_svg("fork", language="es") + "\n"


def test_a_folder_that_cannot_be_made_is_refused(mechanica: Mechanica, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written" in complaint(mechanica("draw", "--prints", str(tmp_path / "file")), 2)
