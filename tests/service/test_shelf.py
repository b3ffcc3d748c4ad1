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
    assert shelf.names() == ()
    kept = shelf.keep(taught("mine"))
    shelf.keep(taught("another"))
    assert kept == home() / "copies" / "mine.zip"
    assert shelf.names() == ("another", "mine")
    assert same(shelf.find("mine"), taught("mine"))
    shelf.delete("mine")
    assert shelf.names() == ("another",)


def test_a_copy_is_not_overwritten_by_mistake() -> None:
    shelf.keep(taught())
    other = replace(taught(), hole_radius=0.2)
    with pytest.raises(CopyError, match="there is a copy called mine already"):
        shelf.keep(other)
    shelf.keep(other, overwrite=True)
    assert same(shelf.find("mine"), other)


@pytest.mark.parametrize("name", ["../mine", "mine.zip", "/etc/passwd", "", "Mine", "a" * 41, "demo", "mine\n"])
def test_names_lead_nowhere_else(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.zip"
    save_copy(taught(), file)
    for use in (
        lambda: shelf.keep(taught(name)),
        lambda: shelf.import_from(file, name),
        lambda: shelf.find(name),
        lambda: shelf.delete(name),
        lambda: shelf.export_to(name, file.parent),
    ):
        with pytest.raises(CopyError):
            use()
    assert not home().exists()


def test_what_is_unknown_is_told_with_what_is_known() -> None:
    with pytest.raises(CopyError, match=r"^no copy is called 'mine'; there are: none$") as raised:
        shelf.find("mine")
    assert raised.value.text("de") == "kein Exemplar heißt 'mine'; es gibt: keins"
    shelf.keep(taught("other"))
    with pytest.raises(CopyError, match=r"^no copy is called 'mine'; there are: other$"):
        shelf.delete("mine")


def test_copies_are_exported_and_imported(tmp_path: Path) -> None:
    shelf.keep(taught())
    into_folder = shelf.export_to("mine", tmp_path)
    as_file = shelf.export_to("mine", tmp_path / "gift")
    assert (into_folder, as_file) == (tmp_path / "mine.zip", tmp_path / "gift")
    with pytest.raises(CopyError, match="already"):
        shelf.import_from(as_file)
    assert same(shelf.import_from(as_file, "gift"), taught("gift"))
    assert same(shelf.import_from(into_folder, overwrite=True), taught())
    assert shelf.names() == ("gift", "mine")


def test_the_name_of_its_file_is_a_copys_name() -> None:
    shelf.keep(taught()).rename(shelf.folder() / "renamed.zip")
    assert shelf.find("renamed").name == "renamed"


def test_a_broken_copy_is_listed_told_and_can_be_deleted() -> None:
    shelf.keep(taught()).write_bytes(b"broken")
    (shelf.folder() / "Not a name.zip").touch()
    assert shelf.names() == ("mine",)
    with pytest.raises(CopyError, match="it is no zip file"):
        shelf.find("mine")
    shelf.delete("mine")
    assert shelf.names() == ()


def test_without_a_setting_copies_are_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICA_HOME", "")
    monkeypatch.setattr("service.home.user_data_path", lambda name, appauthor: tmp_path / name)
    assert shelf.keep(taught()) == tmp_path / "mechanica/copies/mine.zip"
