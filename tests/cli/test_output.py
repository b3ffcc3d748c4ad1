"""Files that are written: whole or not at all, and never over what was read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from service.cli.output import writing
from service.cli.refusal import Refusal
from tests.cli.conftest import Mechanica, complaint

FACTORY = Path(__file__).parents[2] / "samples" / "first_factory.json"


def write(file: Path, content: str, error: Exception | None = None) -> None:
    with writing(str(file)) as opened:
        opened.write(content)
        if error:
            raise error


def test_a_file_is_there_only_once_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    write(file, "first")
    with pytest.raises(Refusal, match=r"a\.svg: cannot be written: no space left"):
        write(file, "half", OSError(errno.ENOSPC, "full"))
    with pytest.raises(ZeroDivisionError):
        write(file, "half", ZeroDivisionError())
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.svg", "first")]
    write(file, "second")
    assert file.read_text() == "second"


def test_trouble_with_another_file_is_told_as_that(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "a.svg", "half", FileNotFoundError(errno.ENOENT, "gone", "other.json"))
    assert list(tmp_path.iterdir()) == []


def test_a_link_leads_to_the_file_that_is_written(tmp_path: Path) -> None:
    file, link = tmp_path / "a.svg", tmp_path / "b.svg"
    link.symlink_to(file)
    write(link, "through it")
    assert (link.is_symlink(), file.read_text()) == (True, "through it")


def test_a_device_takes_what_comes() -> None:
    with writing(os.devnull) as opened:
        opened.write("nothing")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["in.svg", "link.svg", "sub/../in.svg"])
def test_what_was_read_is_not_written_over(mechanica: Mechanica, tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "in.svg"
    file.write_bytes(FACTORY.read_bytes())
    (tmp_path / "link.svg").symlink_to(file)
    told = complaint(mechanica("draw", str(file), "-o", str(tmp_path / name)), 2)
    assert told.endswith("it is what was read; name another file to write")
    assert file.read_bytes() == FACTORY.read_bytes()
