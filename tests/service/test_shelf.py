"""The user's own copies, by name, in the user's folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from service import shelf
from service.home import home
from tests.vision.test_copies import same, taught
from vision import CopyError, save_copy


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICA_HOME", str(tmp_path / "home"))


def test_copies_are_kept_listed_and_deleted() -> None:
    assert shelf.own().names() == ()
    kept = shelf.own().keep(taught("mine"))
    shelf.own().keep(taught("another"))
    assert kept == home() / "copies" / "mine.zip"
    assert shelf.own().names() == ("another", "mine")
    assert same(shelf.own().find("mine"), taught("mine"))
    shelf.own().delete("mine")
    assert shelf.own().names() == ("another",)


def test_a_copy_is_not_overwritten_by_mistake() -> None:
    shelf.own().keep(taught())
    other = replace(taught(), hole_radius=0.2)
    with pytest.raises(CopyError, match="there is a copy called mine already"):
        shelf.own().keep(other)
    shelf.own().keep(other, overwrite=True)
    assert same(shelf.own().find("mine"), other)


@pytest.mark.parametrize("name", ["../mine", "mine.zip", "/etc/passwd", "", "Mine", "a" * 41, "demo", "mine\n"])
def test_names_lead_nowhere_else(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.zip"
    save_copy(taught(), file)
    for use in (
        lambda: shelf.own().keep(taught(name)),
        lambda: shelf.own().import_from(file, name),
        lambda: shelf.own().find(name),
        lambda: shelf.own().delete(name),
        lambda: shelf.own().export_to(name, file.parent),
    ):
        with pytest.raises(CopyError):
            use()
    assert not home().exists()


def test_what_is_unknown_is_told_with_what_is_known() -> None:
    with pytest.raises(CopyError, match=r"^no copy is called 'mine'; there are: none$") as raised:
        shelf.own().find("mine")
    assert raised.value.text("de") == "kein Exemplar heißt 'mine'; es gibt: keins"
    shelf.own().keep(taught("other"))
    with pytest.raises(CopyError, match=r"^no copy is called 'mine'; there are: other$"):
        shelf.own().delete("mine")


def test_copies_are_exported_and_imported(tmp_path: Path) -> None:
    shelf.own().keep(taught())
    into_folder = shelf.own().export_to("mine", tmp_path)
    as_file = shelf.own().export_to("mine", tmp_path / "gift")
    assert (into_folder, as_file) == (tmp_path / "mine.zip", tmp_path / "gift")
    with pytest.raises(CopyError, match="already"):
        shelf.own().import_from(as_file)
    assert same(shelf.own().import_from(as_file, "gift"), taught("gift"))
    assert same(shelf.own().import_from(into_folder, overwrite=True), taught())
    assert shelf.own().names() == ("gift", "mine")


def test_the_name_of_its_file_is_a_copys_name() -> None:
    shelf.own().keep(taught()).rename(shelf.own().folder / "renamed.zip")
    assert shelf.own().find("renamed").name == "renamed"


def test_a_broken_copy_is_listed_told_and_can_be_deleted() -> None:
    shelf.own().keep(taught()).write_bytes(b"broken")
    (shelf.own().folder / "Not a name.zip").touch()
    assert shelf.own().names() == ("mine",)
    with pytest.raises(CopyError, match="it is no zip file"):
        shelf.own().find("mine")
    shelf.own().delete("mine")
    assert shelf.own().names() == ()


def test_without_a_setting_copies_are_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICA_HOME", "")
    monkeypatch.setattr("service.home.user_data_path", lambda name, appauthor: tmp_path / name)
    assert shelf.own().keep(taught()) == tmp_path / "mechanica/copies/mine.zip"
