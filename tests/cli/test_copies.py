"""``mechanica copies``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mechanica_core.editions.registry import built_in_text
from service import shelf
from service.home import home
from tests.cli.conftest import Mechanica, answer, complaint
from tests.vision.test_copies import taught
from vision import save_copy
from vision.teaching import TAUGHT


def test_copies_are_listed_with_what_they_lack(mechanica: Mechanica) -> None:
    shelf.own().keep(taught("mine"))
    shelf.own().keep(taught("yours"))
    (first, _) = answer(mechanica("copies", "--json"))["copies"]
    assert (first["name"], first["pieces"]) == ("mine", 3)
    assert len(first["missing"]) == len(TAUGHT) - 3
    assert first["missing"][0] == "upgrader"
    assert first["bytes"] == shelf.own().file_of("mine").stat().st_size
    lines = mechanica("copies").stdout.splitlines()
    rows = [line.split() for line in lines[2:] if not line.startswith(" ")]
    taught_ones = [["mine", "3", "upgrader"], ["yours", "3", "upgrader"]]
    assert [row[:3] for row in rows] == [*taught_ones, ["demo", str(len(TAUGHT)), "-"], ["demo", "is", "built"]]
    assert max(map(len, lines)) < 80


def test_the_built_in_copy_is_listed_and_stays(mechanica: Mechanica, tmp_path: Path) -> None:
    (built_in,) = answer(mechanica("copies", "--json"))["built_in"]
    assert (built_in["name"], built_in["pieces"], built_in["missing"]) == ("demo", len(TAUGHT), [])
    assert "demo is built in; mechanica sheet prints it." in mechanica("copies").stdout
    for command in (["delete", "demo"], ["export", "demo", str(tmp_path / "demo.zip")]):
        assert complaint(mechanica("copies", *command), 2) == "the copy demo is built in, and stays as it is"
    save_copy(taught("mine"), tmp_path / "mine.zip")
    assert "built in" in complaint(mechanica("copies", "import", str(tmp_path / "mine.zip"), "--name", "demo"), 2)


def test_a_broken_copy_is_a_sentence_in_the_list(mechanica: Mechanica) -> None:
    shelf.own().keep(taught("mine"))
    (shelf.own().folder / "broken.zip").write_bytes(b"PK")
    result = mechanica("copies")
    assert result.exit_code == 1
    assert "mine" in result.stdout
    assert result.stderr.startswith("mechanica: ")
    assert "broken.zip: not a copy of the game" in result.stderr
    listed = answer(mechanica("copies", "--json"), 1)
    assert [copy["name"] for copy in listed["copies"]] == ["mine"]
    assert [f"mechanica: {sentence}\n" for sentence in listed["broken"]] == [result.stderr]


def test_a_copy_is_exported_and_imported_under_another_name(mechanica: Mechanica, tmp_path: Path) -> None:
    shelf.own().keep(taught("mine"))
    file = tmp_path / "lent.zip"
    assert mechanica("copies", "export", "mine", str(file)).stdout == f"{file} is written.\n"
    assert mechanica("copies", "import", str(file), "--name", "lent").stdout == "lent is one of your copies now.\n"
    assert shelf.own().names() == ("lent", "mine")
    assert "there is a copy called lent already" in complaint(
        mechanica("copies", "import", str(file), "--name", "lent"), 2
    )
    assert mechanica("copies", "import", str(file), "--name", "lent", "--force").exit_code == 0


def test_components_come_with_an_imported_copy(mechanica: Mechanica, tmp_path: Path) -> None:
    text = built_in_text("published")
    save_copy(taught("lent", text), tmp_path / "lent.zip")
    mechanica("copies", "import", str(tmp_path / "lent.zip"))
    assert mechanica("show", ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 lent").exit_code == 0
    own = home() / "components/lent.toml"
    own.write_text(text.replace("Published game", "My game"), encoding="utf-8")
    kept = mechanica("copies", "import", str(tmp_path / "lent.zip"), "--name", "lent", "--force")
    assert (kept.exit_code, kept.stderr) == (0, "")
    assert own.read_text(encoding="utf-8") == text


def test_a_component_set_of_ones_own_stays_when_a_copy_is_imported(mechanica: Mechanica, tmp_path: Path) -> None:
    text = built_in_text("published")
    own = home() / "components/lent.toml"
    own.parent.mkdir(parents=True)
    own.write_text(text.replace("Published game", "My game"), encoding="utf-8")
    save_copy(replace(taught("lent"), components=text), tmp_path / "lent.zip")
    told = mechanica("copies", "import", str(tmp_path / "lent.zip")).stderr
    assert told == "warning: your component set lent is another, and stays; --force overwrites it\n"
    assert "My game" in own.read_text(encoding="utf-8")


def test_a_copy_is_deleted(mechanica: Mechanica) -> None:
    shelf.own().keep(taught("mine"))
    assert mechanica("copies", "delete", "mine").stdout == "mine is deleted.\n"
    assert shelf.own().names() == ()


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "mine", "mine.zip"],
        ["export", "../mine", "mine.zip"],
        ["import", "missing.zip"],
        ["import", "."],
        ["delete", "mine"],
        ["delete", "../../etc/passwd"],
    ],
)
def test_what_is_no_copy_is_told_in_a_sentence(mechanica: Mechanica, arguments: list[str]) -> None:
    assert complaint(mechanica("copies", *arguments), 2)


def test_it_asks_for_the_photo_reader(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    for arguments in ([], ["delete", "mine"]):
        assert complaint(mechanica("copies", *arguments), 2) == (
            "copies need the photo reader: pip install '.[vision]'"
        )
