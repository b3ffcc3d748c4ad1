"""``mechanica teach``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanica_core import Kind, component_set
from mechanica_core.editions import Source
from mechanica_core.editions.files import read_component_set
from mechanica_core.editions.registry import built_in_text
from mechanica_core.messages import say
from mechanica_core.pieces import IMPROVEMENTS, Model
from service import shelf
from service.cli.output import Output
from service.cli.printed_numbers import ask_numbers
from service.cli.refusal import Refusal
from service.home import home
from tests.cli.conftest import Mechanica, complaint
from tests.cli.readings import jpeg
from tests.vision.test_copies import taught
from vision import BoardPhoto, Copy, CopyError, Photo, load_copy
from vision.teaching import TAUGHT

CORNERS = {"NW": [10.0, 10.0], "NE": [50.0, 10.0], "SE": [50.0, 40.0], "SW": [10.0, 40.0]}
GRID = {"NW": [12.0, 12.0], "NE": [48.0, 12.0], "SE": [48.0, 38.0], "SW": [12.0, 38.0]}


class FakeTeacher:
    """Stands in for ``vision.teach``: remembers what it was given and learns three pieces."""

    def __init__(self) -> None:
        self.pieces: dict[tuple[Kind, bool], list[Photo]] = {}
        self.given: dict[str, Any] = {}

    def __call__(
        self,
        name: str,
        board: BoardPhoto,
        pieces: Mapping[tuple[Kind, bool], Iterable[Photo]],
        *,
        columns: int | None,
        components: str | None,
    ) -> Copy:
        self.pieces = {key: list(photos) for key, photos in pieces.items()}
        self.given = {"board": board, "columns": columns}
        return taught(name, components)


@pytest.fixture
def teacher(monkeypatch: pytest.MonkeyPatch) -> FakeTeacher:
    fake = FakeTeacher()
    monkeypatch.setattr("vision.teach", fake)
    return fake


@pytest.fixture
def lesson(tmp_path: Path) -> list[str]:
    """The arguments of a command that teaches; the photos of pieces tell by their width which they are."""
    (tmp_path / "empty.jpg").write_bytes(jpeg())
    folder = tmp_path / "pieces"
    folder.mkdir()
    for name, width in (("fork-2.jpg", 80), ("fork.JPEG", 64), ("duplicator_flipped.png", 96), ("fork-10.webp", 112)):
        (folder / name).write_bytes(jpeg(width))
    return ["teach", "mine", "--board", str(tmp_path / "empty.jpg"), "--pieces", str(folder)]


def test_it_learns_from_files_by_their_names(mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str]) -> None:
    result = mechanica(*lesson)
    assert result.exit_code == 0
    widths = {key: [photo.size[0] for photo in photos] for key, photos in teacher.pieces.items()}
    assert widths == {(Kind.DUPLICATOR, True): [96], (Kind.FORK, False): [64, 80, 112]}
    assert shelf.own().names() == ("mine",)
    missing = [kind + "_flipped" * flipped for kind, flipped in TAUGHT][:2]
    assert result.stdout.splitlines() == [
        "mine: a board of 4 columns",
        "pieces taught: 3",
        result.stdout.splitlines()[2],
        "The numbers on its pieces stay assumed: tell them by --components, or at a terminal.",
        f"{home() / 'copies/mine.zip'} is written.",
    ]
    assert result.stdout.splitlines()[2].startswith(f"not taught, so read as unknown: {' '.join(missing)} ")


def test_what_is_not_named_like_a_piece_is_told_and_skipped(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str]
) -> None:
    folder = Path(lesson[-1])
    skipped = ("basic_fabricator.jpg", "fork.json", "fork_flipped.jpg", "forks.jpg", "upgrader-x.jpg")
    for name in (*skipped, ".DS_Store"):
        (folder / name).write_bytes(jpeg())
    result = mechanica(*lesson)
    assert (result.exit_code, len(teacher.pieces)) == (0, 2)
    assert result.stderr.splitlines() == [
        f"{folder / name}: not named like the photo of a piece, so skipped" for name in skipped
    ]


def test_a_folder_without_pieces_teaches_nothing(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str], tmp_path: Path
) -> None:
    empty = tmp_path / "nothing"
    empty.mkdir()
    assert "nothing: no photo of a piece, named KIND.jpg, is in it" in complaint(mechanica(*lesson[:-1], str(empty)), 2)
    assert shelf.own().names() == ()


def test_corners_by_hand_come_from_the_file_beside_the_board(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str], tmp_path: Path
) -> None:
    mechanica(*lesson)
    assert (teacher.given["board"].board, teacher.given["board"].grid) == (None, None)
    (tmp_path / "empty.jpg").write_bytes(jpeg(3200, 2400))  # decoded at half its size
    beside = {"board_corners_px": CORNERS, "grid_corners_px": GRID}
    (tmp_path / "empty.json").write_text(json.dumps(beside), encoding="utf-8")
    mechanica(*lesson, "--force")
    np.testing.assert_allclose(teacher.given["board"].board, np.array(list(CORNERS.values())) / 2)
    np.testing.assert_allclose(teacher.given["board"].grid, np.array(list(GRID.values())) / 2)
    mechanica(*lesson, "--force", "--corners", "0,0 900,0 900,900 0,900")
    np.testing.assert_allclose(teacher.given["board"].board, np.array([(0, 0), (900, 0), (900, 900), (0, 900)]) / 2)
    assert teacher.given["board"].grid is None


def test_a_copy_is_not_overwritten_unasked(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str], tmp_path: Path
) -> None:
    mechanica(*lesson)
    teacher.pieces = {}
    assert "there is a copy called mine already; --force" in complaint(mechanica(*lesson), 2)
    assert teacher.pieces == {}
    assert mechanica(*lesson, "--force", "--columns", "6").exit_code == 0
    assert teacher.given["columns"] == 6
    file = tmp_path / "elsewhere.zip"
    assert mechanica(*lesson, "-o", str(file)).stdout.endswith(f"{file} is written.\n")
    assert load_copy(file).name == "mine"
    assert "is there already; --force" in complaint(mechanica(*lesson, "-o", str(file)), 2)


@pytest.mark.parametrize("how", ["a file", "a set of one's own"])
def test_components_are_a_file_or_a_set(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str], tmp_path: Path, how: str
) -> None:
    text = built_in_text("published").replace("Published game", "My game").strip()
    file = tmp_path / "own.toml" if how == "a file" else home() / "components/own.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    result = mechanica(*lesson, "--components", str(file) if how == "a file" else "own")
    assert "stay assumed" not in result.stdout
    assert shelf.own().find("mine").components == text
    assert mechanica("show", ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 mine").exit_code == 0


def test_wrong_components_and_names_are_refused(
    mechanica: Mechanica, teacher: FakeTeacher, lesson: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text("[board]", encoding="utf-8")
    assert "broken entries" in complaint(mechanica(*lesson, "--components", str(file)), 2)
    assert "there is no such file" in complaint(mechanica(*lesson, "--components", "nothing"), 2)
    assert "'demo' is built in" in complaint(mechanica("teach", "demo", *lesson[2:]), 2)
    assert shelf.own().names() == ()


def test_photos_that_teach_nothing_are_named(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, teacher: FakeTeacher, lesson: list[str]
) -> None:
    broken = Path(lesson[-1]) / "fork-2.jpg"
    broken.write_bytes(b"")
    assert complaint(mechanica(*lesson), 2).startswith(f"{broken}: the file is empty. ")
    assert "there is no such file" in complaint(mechanica(*lesson[:3], "nothing.jpg", *lesson[4:]), 2)
    assert "cannot be read" in complaint(mechanica(*lesson[:-1], "nowhere"), 2)

    def fail(*_: object, **__: object) -> Copy:
        raise CopyError(say("the board was not found"))

    monkeypatch.setattr("vision.teach", fail)
    assert complaint(mechanica(*lesson), 1) == "the board was not found"


def test_it_asks_for_the_photo_reader(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, lesson: list[str]) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    assert complaint(mechanica(*lesson), 2) == "teaching needs the photo reader: pip install '.[vision]'"


# -- what is printed on the pieces ---------------------------------------------------------------------------


def asked(monkeypatch: pytest.MonkeyPatch, *answers: str) -> str:
    left = iter(answers)

    def answer() -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return ask_numbers(Output("en"), 5)


def test_answers_are_measured_and_the_rest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    text = asked(monkeypatch, "", "", "none", "7", "p x", "B, deluxe", *[""] * 14)
    read, before = read_component_set(text, "mine", "mine.toml"), component_set("published")
    told, untold = Kind.DOWNGRADER, [kind for kind in IMPROVEMENTS if kind is not Kind.DOWNGRADER]
    assert (read.end_values[told].value, read.end_values[told].source) == (7, Source.MEASURED)
    assert (read.recycling[told].value, read.recycling[told].source) == (
        (Model.BASIC, Model.DELUXE),
        Source.MEASURED,
    )
    assert (read.columns.value, read.columns.source) == (5, Source.MEASURED)
    assert {kind: (read.end_values[kind], read.recycling[kind]) for kind in untold} == {
        kind: (before.end_values[kind], before.recycling[kind]) for kind in untold
    }


def test_every_number_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = asked(monkeypatch, *[answer for number in range(9) for answer in (str(10 + number), "d d b p")])
    read = read_component_set(text, "mine", "mine.toml")
    assert [read.end_values[kind].value for kind in IMPROVEMENTS] == list(range(10, 19))
    assert {recycling.source for recycling in read.recycling.values()} == {Source.MEASURED}


def test_at_a_terminal_it_asks_unless_it_is_told(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, teacher: FakeTeacher, lesson: list[str]
) -> None:
    monkeypatch.setattr("service.cli.teach._at_a_terminal", lambda: True)
    result = mechanica(*lesson, stdin="9\n" + "\n" * 17)
    assert "Upgrader: end value [3]: Upgrader: bots for recycling it [plus plus]: " in result.stderr
    text = shelf.own().find("mine").components
    assert text is not None
    assert read_component_set(text, "mine", "mine.toml").end_values[Kind.UPGRADER].value == 9
    assert (home() / "components/mine.toml").read_text(encoding="utf-8") == text
    assert mechanica(*lesson, "--force", "--components", "demo", stdin="").stderr == ""
    assert "stopped, and nothing is kept" in mechanica(*lesson, "--force", stdin="").stderr


def test_who_stops_answering_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal, match="stopped, and nothing is kept"):
        asked(monkeypatch, "1")
