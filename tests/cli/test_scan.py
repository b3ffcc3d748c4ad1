"""``mechanica scan``, and photos given to commands that take factories."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from mechanica_core import Facing, Factory, Kind, Piece, open_choices, run_workday, take_first
from mechanica_core.document import layout_document
from mechanica_core.geometry import ROWS
from mechanica_core.messages import say
from service import shelf
from service.cli.corners import EXAMPLE
from tests.cli.conftest import QUIET, Mechanica, answer, complaint
from tests.cli.readings import jpeg, reader_of
from tests.vision.test_copies import taught
from tests.vision.test_reading import FORK, belief, read
from vision import Failure, PhotoError, save_copy
from vision.decoding import UNKNOWN

NO_BOARD = PhotoError(Failure.NO_BOARD, say("there is a cat in the photo"))
CLEAR = read(bots={"start/middle/centre": "basic"})
DOUBTFUL = read(
    {
        "floor/top/2": belief(FORK, 0.7219, Piece(Kind.DUPLICATOR, FORK.facing, True)),
        "floor/middle/2": UNKNOWN,
        "dock/top": belief(Kind.BIG_TRUCK, 0.5, UNKNOWN),
    },
    {"start/middle/centre": (0.3, 0.7, 0, 0)},
)


@pytest.fixture
def photo(tmp_path: Path) -> str:
    """A photo, and a copy to read it with."""
    shelf.own().keep(taught("mine"))
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())
    return str(file)


def lines(result: Result, exit_code: int = 0) -> list[Any]:
    assert result.exit_code == exit_code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_it_draws_what_it_read(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, CLEAR)
    result = mechanica("scan", photo)
    assert result.stdout == f"{photo}, read with the copy mine:\n{CLEAR.factory}\n{CLEAR.factory.to_text()}\n"
    assert (result.exit_code, result.stderr) == (0, "")


def test_it_tells_doubts_in_words(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, DOUBTFUL)
    assert mechanica("scan", photo).stdout.splitlines()[-4:] == [
        "top 2: → Fork, 72 % sure, perhaps → Duplicator (flipped): look again",
        "truck (top): Big Truck, 50 % sure, perhaps something unknown: look again",
        "Basic Fabricator (middle), hole centre: Basic, 70 % sure, perhaps nothing: look again",
        "middle 2: not recognised and left out, perhaps → Fork: look again",
    ]


def test_it_warns_of_misfits_and_of_more_than_the_box_holds(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    west = Piece(Kind.UPGRADER, Facing.WEST)
    odd = read({"floor/top/1": FORK} | {f"floor/{row}/2": west for row in ROWS} | {"floor/top/4": west})
    reader_of(monkeypatch, odd)
    assert len(odd.warnings) == 2
    told = mechanica("scan", photo).stdout.splitlines()[-len(odd.warnings) :]
    assert told == [f"warning: {warning}" for warning in odd.warnings]


def test_it_warns_of_corners_that_show_no_board(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, replace(read({}), unverified=True))
    told = mechanica("scan", photo).stdout.splitlines()[-1]
    assert told == "warning: no board was recognised at the given corners, so they were taken as they are"


def test_json_is_a_line_for_each_photo(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    cat = tmp_path / "cat.png"
    cat.write_bytes(jpeg(96))
    reader_of(monkeypatch, {64: DOUBTFUL, 96: NO_BOARD})
    read_one, *failures = lines(mechanica("scan", "--json", photo, str(cat), "missing.jpg"), 1)
    assert list(read_one) == ["photo", "factory", "doubts", "corners", "timings_ms"]
    assert read_one == {"photo": photo} | DOUBTFUL.as_json()
    assert [list(failure) for failure in failures] == [["photo", "error"]] * 2
    assert failures[0]["photo"] == str(cat)
    assert failures[0]["error"] == {
        "code": "no_board",
        "message": "there is a cat in the photo",
        "tip": str(NO_BOARD.tip),
    }
    assert (failures[1]["photo"], failures[1]["error"]["code"]) == ("missing.jpg", "bad_file")


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"GIF89a", b"\xff\xd8\xff", jpeg()[:-200], b"\x89PNG\r\n\x1a\n", b"\0" * 1000]
)
def test_no_file_whatever_gives_a_traceback(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, content: bytes
) -> None:
    reader_of(monkeypatch, CLEAR)
    Path(photo).write_bytes(content)
    (failure,) = lines(mechanica("scan", "--json", photo), 1)
    assert failure["error"]["code"] == "bad_file"
    result = mechanica("scan", photo)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"mechanica: {photo}: ")


@pytest.mark.parametrize("name", ["missing.jpg", "x" * 5_000, "a\0b", ".", "/dev/null/x"])
def test_names_of_no_file_get_their_line(mechanica: Mechanica, name: str) -> None:
    (failure,) = lines(mechanica("scan", "--json", name), 1)
    assert (failure["photo"], failure["error"]["code"]) == (name, "bad_file")


def test_an_accident_of_the_reader_gets_its_line(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, {64: ZeroDivisionError("by zero")})
    (failure,) = lines(mechanica("scan", "--json", photo), 1)
    assert failure["error"]["message"] == "the photo reader failed: ZeroDivisionError: by zero"


def test_failures_come_in_the_language_asked_for(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, {64: PhotoError(Failure.TOO_DARK, NO_BOARD.message)})
    (failure,) = lines(mechanica("scan", "--json", "--lang", "de", photo), 1)
    assert failure["error"]["tip"].startswith("Mach ")


# -- which copy ----------------------------------------------------------------------------------------------


def test_without_a_name_all_copies_are_tried(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    fake = reader_of(monkeypatch, CLEAR)
    mechanica("scan", photo)
    shelf.own().keep(taught("other"))
    mechanica("scan", photo)
    mechanica("scan", photo, "--copy", "other")
    assert [asked["copies"] for asked in fake.asked] == [["mine"], ["mine", "other"], ["other"]]


def test_the_built_in_copy_is_tried_where_no_other_fits(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    Path(photo).write_bytes(jpeg(96))
    fake = reader_of(monkeypatch, {64: CLEAR, 96: NO_BOARD})
    (failure,) = lines(mechanica("scan", "--json", photo), 1)
    assert failure["error"]["message"] == "there is a cat in the photo"
    assert mechanica("scan", photo, "--copy", "demo").exit_code == 1
    shelf.own().delete("mine")
    Path(photo).write_bytes(jpeg())
    assert mechanica("scan", photo).exit_code == 0
    assert [asked["copies"] for asked in fake.asked] == [["mine"], ["demo"], []]
    assert fake.or_else == [["demo"], [], ["demo"]]


def test_a_copy_may_be_a_file(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    save_copy(taught("lent"), tmp_path / "copy.zip")
    fake = reader_of(monkeypatch, CLEAR)
    mechanica("scan", photo, "--copy", str(tmp_path / "copy.zip"))
    assert fake.asked[0]["copies"] == ["lent"]


@pytest.mark.parametrize("name", ["other", "photo.jpg", "x" * 5_000, "a\0b"])
def test_a_copy_that_is_not_known_is_told_once(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    fake = reader_of(monkeypatch, CLEAR)
    assert complaint(mechanica("scan", "--json", photo, photo, "--copy", name), 2)
    assert fake.asked == []


def test_the_copies_to_choose_from_are_told_with_the_built_in_one(mechanica: Mechanica, photo: str) -> None:
    told = complaint(mechanica("scan", photo, "--copy", "other"), 2)
    assert told == "no copy is called 'other'; there are: mine, demo"


@pytest.mark.parametrize(
    "command",
    [
        *(["show"], ["check"], ["run", "--policy", "first"], ["outcomes"], ["best"], ["place"], ["draw"], ["score"]),
        *(["compare", QUIET], ["scan"], ["scan", "--predicted"]),
    ],
    ids=" ".join,
)
def test_wherever_a_photo_is_read_its_copy_can_be_told(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, command: list[str]
) -> None:
    shelf.own().keep(taught("other"))
    fake = reader_of(monkeypatch, CLEAR)
    photos = [photo, photo] if command[-1] == "--predicted" else [photo]
    assert mechanica(*command, *photos, "--copy", "other").exit_code in (0, 1)
    assert fake.asked
    assert all(asked["copies"] == ["other"] for asked in fake.asked)


def test_without_any_copy_it_asks_to_teach_one(mechanica: Mechanica, photo: str) -> None:
    shelf.own().delete("mine")
    result = mechanica("scan", photo)
    assert result.exit_code == 1
    assert "no copy of the game has been taught. Teach the program" in result.stderr


# -- what else it is told ------------------------------------------------------------------------------------

POINTS = ((210.0, 180.0), (1450.0, 200.0), (1500.0, 980.0), (150.0, 960.0))
NAMED = dict(zip(("NW", "NE", "SE", "SW"), POINTS, strict=True))


def test_corners_are_points_or_a_file(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    fake = reader_of(monkeypatch, CLEAR)
    file = tmp_path / "corners.json"
    file.write_text(json.dumps({"difficulty": "easy", "board_corners_px": NAMED}), encoding="utf-8")
    for given in (EXAMPLE, str(file)):
        assert mechanica("scan", photo, "--corners", given).exit_code == 0
    assert [asked["board_corners"] for asked in fake.asked] == [POINTS, POINTS]


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        ("1,2 3,4", "four corners look like 210,180"),
        ("1;2;3;4", "there is no such file"),
        ("0,0 0,9 9,9 9,0", "the corners do not go round a board"),
        ("1,1 1,1 1,1 1,1", "the corners do not go round a board"),
        ('{"board_corners_px": {"NW": [1, 2]}}', "four corners look like {"),
        ('{"board_corners_px": {"NW": [1, NaN], "NE": [1, 2], "SE": [1, 2], "SW": [1, 2]}}', "four corners look like"),
        ('{"board_corners_px": {"NW": [true, 1], "NE": [1, 2], "SE": [1, 2], "SW": [1, 2]}}', "four corners look"),
        ('{"board_corners_px": [1]}', "four corners look like {"),
        ("{}", "there are no board_corners_px in it"),
        ("[]", "there are no board_corners_px in it"),
        ("[", "line 1, column 2: this is not valid JSON"),
    ],
)
def test_corners_that_are_none_are_refused(
    mechanica: Mechanica, photo: str, tmp_path: Path, corners: str, told: str
) -> None:
    given = corners
    if corners.startswith(("{", "[")):
        (tmp_path / "corners.json").write_text(corners, encoding="utf-8")
        given = str(tmp_path / "corners.json")
    assert told in complaint(mechanica("scan", photo, "--corners", given), 2)


def test_the_predicted_state_and_the_rules_are_passed_on(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    fake = reader_of(monkeypatch, CLEAR)
    mechanica("scan", photo, "--predicted", QUIET, "--rules", "web_de")
    assert fake.asked[0]["predicted"] == Factory.from_text(QUIET).layout
    assert fake.asked[0]["rules"] == "web_de"
    assert "unknown rule set 'chess'" in complaint(mechanica("scan", photo, "--rules", "chess"), 2)
    assert complaint(mechanica("scan", photo, "--predicted", "missing"), 2)


def test_it_goes_on_to_the_next_workday(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    reader_of(monkeypatch, CLEAR)
    told = mechanica("scan", photo, "--run").stdout
    assert "\nThe next workday:\n" in told
    assert told.endswith(mechanica("run", CLEAR.factory.to_text()).stdout)
    (line,) = lines(mechanica("scan", photo, "--run", "--json"))
    assert line["workday"] == answer(mechanica("run", CLEAR.factory.to_text(), "--json"))


def test_doubts_and_open_choices_do_not_stop_the_workday(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    unsure = read({"floor/middle/1": belief(FORK, 0.6)}, {"start/middle/centre": "basic"})
    reader_of(monkeypatch, unsure)
    workday = run_workday(unsure.factory, policy=take_first)
    told = mechanica("scan", photo, "--run").stdout
    assert "The next workday, if all is as it was read:\n" in told
    assert workday.decisions
    for choice in open_choices(unsure.factory):
        assert f"decided: {choice.words()} {choice.options[0].words()}\n" in told
    (line,) = lines(mechanica("scan", photo, "--run", "--json"))
    assert line["workday"]["factory"] == layout_document(workday.factory.layout)


def test_it_asks_for_the_photo_reader(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    assert complaint(mechanica("scan", photo), 2) == ("scanning needs the photo reader: pip install '.[vision]'")


# -- photos instead of factories -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["show"], ["run", "--policy", "first"], ["outcomes"]])
def test_commands_that_take_factories_take_photos(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, command: list[str]
) -> None:
    reader_of(monkeypatch, DOUBTFUL)
    result = mechanica(*command, photo)
    assert result.stdout == mechanica(*command, DOUBTFUL.factory.to_text()).stdout
    assert result.stderr.startswith("top 2: → Fork, 72 % sure, ")
    assert len(result.stderr.splitlines()) == len(DOUBTFUL.doubts) + len(DOUBTFUL.warnings)
    assert mechanica(*command, "-", stdin=Path(photo).read_bytes()).stdout == result.stdout


def test_pieces_in_a_photo_need_not_fit_but_to_be_checked(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    odd = read({"floor/top/1": FORK, "floor/top/2": Piece(Kind.FORK, Facing.WEST)})
    reader_of(monkeypatch, odd)
    assert mechanica("show", photo).stdout.startswith(str(odd.factory))
    checked = answer(mechanica("check", photo, "--json"), 1)
    assert [problem["kind"] for problem in checked["problems"]] == ["does_not_fit"]
    assert answer(mechanica("check", photo, "--json", "--forgive", "does_not_fit"))["ok"]


def test_a_photo_that_shows_no_factory_is_told_with_a_tip(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, {64: NO_BOARD})
    for command in ("show", "check", "run", "outcomes"):
        told = complaint(mechanica(command, photo), 1)
        assert told == f"{photo}: there is a cat in the photo. {NO_BOARD.tip}"


# -- on the photo --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "file", "begins"),
    [
        ([], "read.png", b"\x89PNG"),
        (["--run"], "day.jpg", b"\xff\xd8\xff"),
        (["--best", "--objective", "value"], "day.webp", b"RIFF"),
        (["--run"], "day.gif", b"GIF89a"),
        (["--best", "--animate"], "day.WEBP", b"RIFF"),
    ],
)
def test_it_draws_on_the_photo(
    mechanica: Mechanica,
    monkeypatch: pytest.MonkeyPatch,
    photo: str,
    tmp_path: Path,
    options: list[str],
    file: str,
    begins: bytes,
) -> None:
    corners = {"NW": (4.0, 8.0), "NE": (60.0, 8.0), "SE": (60.0, 40.0), "SW": (4.0, 40.0)}
    reader_of(monkeypatch, replace(CLEAR, corners=corners, homography=((8, 0, 8), (0, 8, 12), (0, 0, 1))))
    monkeypatch.setattr("vision.overlay.film.A_TICK", 1)
    out = tmp_path / file
    result = mechanica("scan", photo, *options, "--overlay", str(out), "--json")
    assert answer(result)["photo"] == photo
    assert out.read_bytes().startswith(begins)
    assert (b"ANIM" in out.read_bytes()) == ("--animate" in options)


def test_the_best_workday_is_told_with_its_reasons(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reader_of(monkeypatch, CLEAR)
    shown = mechanica("scan", photo, "--best").stdout
    assert "The best next workday:\nGained: 0 into the wallet, 0 into the vault." in shown
    (told,) = lines(mechanica("scan", photo, "--best", "--json"))
    assert told["best"]["worth"] == {"paid": 0, "lacking": 0, "money": 2}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--overlay", "day.svg"], "day.svg: pictures are .png, .jpg, .jpeg, .webp, .gif"),
        (["--overlay", ""], "'': pictures are .png"),
        (["--overlay", "day.gif"], "day.gif: only a workday moves; add --run or --best"),
        (["--run", "--animate", "--overlay", "day.png"], "day.png: only .gif, .webp can move"),
        (["--run", "--animate"], "--animate is for a picture; add --overlay"),
        (["--run", "--best"], "only one of --run and --best"),
        (["--objective", "value"], "an objective is for the best workday; add --best"),
        (["--best", "--objective", "blueprint"], "the objective blueprint needs cards"),
        (["--overlay", "no/such/folder/day.png"], "no/such/folder/day.png: cannot be written: "),
        (["other.jpg", "--overlay", "day.png"], "--overlay is for one photo, and there are 2"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, options: list[str], told: str
) -> None:
    reader_of(monkeypatch, CLEAR)
    assert told in complaint(mechanica("scan", photo, *options), 2)
