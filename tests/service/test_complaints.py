"""What a user does wrong: each ends in a sentence that helps, and in the exit code that the README promises."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from mechanica_core import Kind
from mechanica_core.errors import why_not
from mechanica_core.messages import LANGUAGES, Message, say
from mechanica_core.wording import hole_name
from service import shelf
from service.cli.corners import EXAMPLE
from tests.cli.conftest import FIRST, QUIET, Mechanica, answer, complaint
from tests.cli.readings import FakeReader, jpeg, reader_of
from tests.vision.test_copies import taught
from tests.vision.test_reading import CORNERS, belief, read
from vision import Copy, CopyError, Failure, PhotoError
from vision.decoding import UNKNOWN
from vision.errors import TIPS
from vision.photo import load
from vision.reading import Reading
from vision.teaching import HOLES

CLEAR: Final = read(bots={"start/middle/centre": "basic"})
NO_BOARD: Final = PhotoError(Failure.NO_BOARD, say("there is a cat in the photo"))
OF_A_FACTORY: Final = (["show"], ["check"], ["run", "--policy", "first"], ["outcomes"])


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    return reader_of(monkeypatch, {64: CLEAR, 96: NO_BOARD})


@pytest.fixture
def photo(tmp_path: Path, reader: FakeReader) -> str:
    """A photo, and a copy to read it with."""
    shelf.own().keep(taught("mine"))
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())
    return str(file)


@pytest.fixture
def pieces(tmp_path: Path) -> str:
    """A folder with the photo of a piece."""
    folder = tmp_path / "pieces"
    folder.mkdir()
    (folder / "fork.jpg").write_bytes(jpeg())
    return str(folder)


def break_a_copy() -> str:
    """Put a broken file among the copies; what should be told of it."""
    file = shelf.own().keep(taught("broken"))
    file.write_bytes(b"PK")
    return (
        f"{file}: not a copy of the game: it is no zip file, or none of a copy. Delete it "
        "(mechanica copies delete broken) or teach it again (mechanica teach broken --force).\n"
    )


# -- a broken copy among good ones -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["scan"], *OF_A_FACTORY])
def test_a_broken_copy_is_told_and_skipped(
    mechanica: Mechanica, reader: FakeReader, photo: str, command: list[str]
) -> None:
    told = break_a_copy()
    result = mechanica(*command, photo)
    assert (result.exit_code, result.stderr) == (0, f"warning: {told}")
    assert [asked["copies"] for asked in reader.asked] == [["mine"]]
    assert mechanica("scan", photo, "--copy", "mine").stderr == ""
    assert complaint(mechanica("scan", photo, "--copy", "broken"), 2) + "\n" == told


def test_copies_tells_which_are_broken(mechanica: Mechanica, photo: str) -> None:
    assert mechanica("copies").exit_code == 0
    told = break_a_copy()
    result = mechanica("copies")
    assert (result.exit_code, result.stderr) == (1, f"mechanica: {told}")
    assert "\nmine " in result.stdout
    shelf.own().delete("mine")
    listed = answer(mechanica("copies", "--json"), 1)
    assert (listed["copies"], listed["broken"]) == ([], [told.removesuffix("\n")])


def test_without_copies_it_says_how_to_teach_one(mechanica: Mechanica) -> None:
    result = mechanica("copies")
    assert result.exit_code == 0
    assert result.stdout.endswith("This teaches one: mechanica teach NAME --board PHOTO --pieces DIR\n")
    listed = answer(mechanica("copies", "--json"))
    assert (listed["copies"], listed["broken"]) == ([], [])


# -- exit codes ------------------------------------------------------------------------------------------------

NO_PHOTOS: Final = {
    "missing": ("there is no such file", "Check its name"),
    "a folder": ("it is a folder", "Name the photos in it"),
    "empty": ("the file is empty", "Copy it from the phone again."),
    "cut off": ("cut off", "Copy it from the phone again."),
    "a GIF": ("the file is GIF", "Save it as JPEG"),
}


def no_photo(kind: str, folder: Path) -> str:
    file = folder / "given.jpg"
    match kind:
        case "a folder":
            file.mkdir()
        case "empty":
            file.write_bytes(b"")
        case "cut off":
            file.write_bytes(jpeg()[:-200])
        case "a GIF":
            file.write_bytes(b"GIF89a" + bytes(300_000))
    return str(file)


@pytest.mark.parametrize("kind", NO_PHOTOS)
def test_a_file_that_is_no_photo_is_told_with_a_fitting_tip(
    mechanica: Mechanica, photo: str, pieces: str, tmp_path: Path, kind: str
) -> None:
    given, (why, tip) = no_photo(kind, tmp_path), NO_PHOTOS[kind]
    scanned = mechanica("scan", photo, given, given)
    assert scanned.exit_code == 1
    assert scanned.stdout.startswith(f"{photo}, read with the copy mine:\n")
    assert re.fullmatch(f"(mechanica: {re.escape(given)}: .*{why}.*\\. {tip}.*\n){{2}}", scanned.stderr)
    lines = [json.loads(line) for line in mechanica("scan", "--json", given, photo).stdout.splitlines()]
    assert ["error" in line for line in lines] == [True, False]
    teaching = ["teach", "yours", "--board", given, "--pieces", pieces]
    assert why in complaint_at_the_end(mechanica(*teaching).stderr)
    assert mechanica(*teaching).exit_code == 2
    for command in OF_A_FACTORY:
        told = complaint(mechanica(*command, given), 2)
        assert why in told or kind == "empty"


def complaint_at_the_end(stderr: str) -> str:
    return stderr.splitlines()[-1].removeprefix("mechanica: ")


def test_a_photo_that_shows_no_board_is_a_no(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, pieces: str
) -> None:
    Path(photo).write_bytes(jpeg(96))
    for command in (["scan"], *OF_A_FACTORY):
        assert complaint(mechanica(*command, photo), 1).startswith(f"{photo}: there is a cat in the photo. ")

    def fail(*_: object, **__: object) -> Copy:
        raise CopyError(say("the board was not found"))

    monkeypatch.setattr("vision.teach", fail)
    assert complaint(mechanica("teach", "yours", "--board", photo, "--pieces", pieces), 1)


def test_without_a_copy_the_answer_is_no_everywhere(mechanica: Mechanica, photo: str) -> None:
    shelf.own().delete("mine")
    Path(photo).write_bytes(jpeg(96))
    for command in (["scan"], *OF_A_FACTORY):
        assert "no copy of the game has been taught. Teach " in complaint(mechanica(*command, photo), 1)
    assert "no copy of the game has been taught. Teach " in complaint(mechanica("evaluate", str(Path(photo).parent)), 1)


WRONG_USAGE: Final = {
    ("--copy", "nowhere"): "no copy is called 'nowhere'",
    ("--copy", ""): "no copy is called ''",
    ("--corners", ""): f"'': there is no such file; wanted: four corners such as {EXAMPLE}",
    ("--corners", "nan,1 2,3 4,5 6,7"): f"nan,1 2,3 4,5 6,7: four corners look like {EXAMPLE}",
    ("--corners", "1,1 9,1 9,9 1,9"): "1,1 9,1 9,9 1,9: the corners are too near each other",
    ("--corners", "1;2;3;4"): f"1;2;3;4: there is no such file; wanted: four corners such as {EXAMPLE}",
    ("--predicted", ""): "'': there is no such file; wanted: a file with a factory, or its line of notation",
    ("--predicted", "B is 4"): "B is 4: there is no such file; wanted: a file with a factory",
    ("--predicted", "B=4=1"): "character 1: ",
    ("--rules", "chess"): "unknown rule set 'chess'",
}


@pytest.mark.parametrize("arguments", WRONG_USAGE)
def test_wrong_usage_is_told_once_before_any_photo_is_read(
    mechanica: Mechanica, reader: FakeReader, photo: str, arguments: tuple[str, str]
) -> None:
    photos = [photo] if arguments[0] == "--corners" else [photo, photo]
    for as_json in ([], ["--json"]):
        assert WRONG_USAGE[arguments] in complaint(mechanica("scan", *photos, *arguments, *as_json), 2)
    assert reader.asked == []


def test_corners_are_those_of_one_photo(mechanica: Mechanica, reader: FakeReader, photo: str) -> None:
    assert "--corners are those of one photo" in complaint(mechanica("scan", photo, photo, "--corners", EXAMPLE), 2)
    assert reader.asked == []


@pytest.mark.parametrize("corners", ["", "[]", "nowhere"])
def test_corners_that_are_none_teach_nothing(
    mechanica: Mechanica, photo: str, pieces: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, corners: str
) -> None:
    monkeypatch.setattr("vision.teach", lambda *_, **__: pytest.fail("taught"))
    if corners == "[]":
        (tmp_path / "corners.json").write_text(corners, encoding="utf-8")
        corners = str(tmp_path / "corners.json")
    teaching = ["teach", "yours", "--board", photo, "--pieces", pieces]
    assert complaint(mechanica(*teaching, "--corners", corners), 2)
    assert "wanted: a component file" in complaint(mechanica(*teaching, "--components", ""), 2)


# -- the system's own errors -----------------------------------------------------------------------------------

COMMON: Final = (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EEXIST, errno.ENOTDIR)


@pytest.mark.parametrize("number", COMMON, ids=errno.errorcode.__getitem__)
def test_what_the_system_says_is_told_in_every_language(number: int) -> None:
    error = OSError(number, os.strerror(number))
    why = why_not(error)
    assert isinstance(why, Message)
    assert len({why.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_what_the_system_says_seldom_is_told_as_it_is() -> None:
    assert why_not(OSError(errno.EMFILE, "Too many open files")) == "Too many open files"


def test_an_accident_with_a_file_names_it(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path
) -> None:
    """Also where nobody thought of it."""

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path))

    monkeypatch.setattr("service.shelf.Shelf.delete", fail)
    assert complaint(mechanica("copies", "delete", "mine"), 2) == f"{tmp_path}: no space left on the device"


# -- what begins as a picture ----------------------------------------------------------------------------------

OTHER_FORMATS: Final = {
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"BM\x10\0\1\0\0\0\0\0": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"\0\0\0\x1cftypavif": "AVIF",
    b"\0\0\0\x14ftypqt  ": "MP4",
    b"\0\0\0\x18ftypmp42": "MP4",
    b"\xff\x0a": "JPEG XL",
    b"\0\0\0\x0cJXL \r\n\x87\n": "JPEG XL",
    b"\0\0\0\x0cjP  \r\n\x87\n": "JPEG 2000",
    b"8BPS": "Photoshop",
    b"%PDF-1.7": "PDF",
}


@pytest.mark.parametrize("start", OTHER_FORMATS)
def test_other_pictures_are_called_by_their_names(
    mechanica: Mechanica, photo: str, tmp_path: Path, start: bytes
) -> None:
    file = tmp_path / "given"
    file.write_bytes(start + bytes(300_000))
    with pytest.raises(PhotoError) as raised:
        load(file)
    assert str(raised.value) == f"the file is {OTHER_FORMATS[start]}, not JPEG, PNG, WebP or HEIC"
    assert raised.value.tip != TIPS[Failure.BAD_FILE]
    for command in OF_A_FACTORY:
        assert complaint(mechanica(*command, str(file)), 2).startswith(f"{file}: {raised.value}. Save it as JPEG")


# -- evaluate --------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, photo: str) -> Path:
    """A photo with its truth, and what is no photo."""
    there = tmp_path / "photos"
    there.mkdir()
    (there / "a.jpg").write_bytes(jpeg())
    truth = {"factory": CLEAR.factory.to_json(), "board_corners_px": CORNERS, "difficulty": "easy"}
    for name in ("a.json", "broken.json"):
        (there / name).write_text(json.dumps(truth), encoding="utf-8")
    (there / "broken.jpg").write_bytes(jpeg()[:-200])
    (there / "t.jpg").write_text("a list of my photos", encoding="utf-8")
    (there / "._a.jpg").write_bytes(b"what some systems leave behind")
    return there


def test_what_has_no_truth_and_is_no_photo_is_left_out(mechanica: Mechanica, folder: Path) -> None:
    result = mechanica("evaluate", str(folder))
    assert result.exit_code == 0
    assert result.stderr == f"warning: {folder / 't.jpg'}: the file is none of JPEG, PNG, WebP and HEIC; left out\n"
    told = [line.split() for line in result.stdout.splitlines()]
    assert ["photos", "2", "2"] in told
    assert ["could", "not", "be", "loaded", "1", "1"] in told
    lines = mechanica("evaluate", str(folder), "--csv", "-").stdout.splitlines()
    assert [line.split(",")[:3] for line in lines[1:]] == [["a.jpg", "easy", ""], ["broken.jpg", "easy", "bad_file"]]


def test_a_single_photo_has_one_row_of_confidence(mechanica: Mechanica, folder: Path) -> None:
    for name in ("broken.jpg", "t.jpg"):
        (folder / name).unlink()
    lines = mechanica("evaluate", str(folder)).stdout.splitlines()
    heading = next(number for number, line in enumerate(lines) if line.startswith("least confidence"))
    assert [line != "" for line in lines[heading + 2 : heading + 4]] == [True, False]


def test_a_folder_of_what_is_no_photo_has_none(mechanica: Mechanica, folder: Path) -> None:
    for name in ("a.jpg", "broken.jpg"):
        (folder / name).unlink()
    result = mechanica("evaluate", str(folder))
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint_at_the_end(result.stderr) == f"{folder}: there are no photos in it"


@pytest.mark.parametrize(
    ("truth", "told"),
    [
        ("", "it is no JSON"),
        ("[]", "[] is no object"),
        ('{"factory": 1}', "factory: 1 is no object"),
        ('{"factory": {}}', "document: the key 'format' is missing"),
        ('{"unreadable": [1]}', "unreadable.0: 1 is wrong here"),
        ('{"board_corners_px": {"NW": [1]}}', "board_corners_px.NW.1: [1] is wrong here"),
        ('{"board_corners_px": {"NW": [1, "a"]}}', 'board_corners_px.NW.1: "a" is no number'),
        ('{"board_corners_px": {"NW": [1, NaN]}}', "board_corners_px.NW.1: NaN is no number"),
    ],
)
def test_what_is_wrong_with_a_truth_is_named_in_plain_words(
    mechanica: Mechanica, folder: Path, truth: str, told: str
) -> None:
    (folder / "a.json").write_text(truth, encoding="utf-8")
    sentence = complaint(mechanica("evaluate", str(folder)), 2)
    assert sentence.startswith(f"{folder / 'a.json'}: not the truth about a photo: {told}")
    assert not re.search("_TruthFile|validation|Input", sentence)


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("nowhere/figures.csv", "nowhere/figures.csv"),
        ("photo.jpg/figures.csv", "photo.jpg/figures.csv"),
        ("", "''"),
        ("a\0b", r"a\x00b"),
    ],
)
def test_figures_that_cannot_be_written_are_told_by_their_file(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, folder: Path, file: str, shown: str
) -> None:
    monkeypatch.chdir(folder.parent)
    told = complaint(mechanica("evaluate", str(folder), "--csv", file), 2)
    assert told.startswith(f"{shown}: cannot be written: ")


# -- files of one's own ----------------------------------------------------------------------------------------


def test_a_file_is_not_overwritten_unasked(mechanica: Mechanica, photo: str, tmp_path: Path) -> None:
    for to in (tmp_path / "given.zip", tmp_path):
        assert mechanica("copies", "export", "mine", str(to)).exit_code == 0
        file = tmp_path / "mine.zip" if to == tmp_path else to
        file.write_bytes(b"dear to me")
        told = complaint(mechanica("copies", "export", "mine", str(to)), 2)
        assert told == f"{file} is there already; --force overwrites it"
        assert file.read_bytes() == b"dear to me"
        assert mechanica("copies", "export", "mine", str(to), "--force").exit_code == 0
        told = complaint(mechanica("copies", "import", str(file)), 2)
        assert told == "there is a copy called mine already; --force overwrites it"


@pytest.mark.parametrize("to", ["nowhere/mine.zip", "photo.jpg/mine.zip", "x" * 5_000, "a\0b", ""])
def test_where_nothing_can_be_exported_is_told(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, tmp_path: Path, to: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint(mechanica("copies", "export", "mine", to), 2)


def test_one_is_singular(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str, pieces: str, tmp_path: Path
) -> None:
    monkeypatch.setattr("service.shelf.Shelf.keep", lambda self, copy, overwrite: tmp_path)
    for columns, told in ((1, "a board of 1 column\n"), (2, "a board of 2 columns\n")):
        copy = replace(taught("yours"), columns=columns)
        monkeypatch.setattr("vision.teach", lambda *_, copy=copy, **__: copy)
        assert told in mechanica("teach", "yours", "--board", photo, "--pieces", pieces).stdout


# -- standard input and output ---------------------------------------------------------------------------------


def test_a_photo_comes_from_standard_input(mechanica: Mechanica, photo: str) -> None:
    told = mechanica("scan", photo).stdout
    assert mechanica("scan", "-", stdin=jpeg()).stdout == told.replace(photo, "standard input", 1)
    assert answer(mechanica("scan", "-", "--json", stdin=jpeg()))["photo"] == "-"
    assert complaint(mechanica("scan", "-", stdin=b"hello"), 1).startswith("standard input: the file is none of ")
    assert "standard input: the file has more than 64 MB" in complaint(
        mechanica("scan", "-", stdin=jpeg() + bytes(64_000_000)), 1
    )


@pytest.mark.parametrize("arguments", [["-", "-"], ["-", "--corners", "-"], ["-", "--predicted", "-"]])
def test_standard_input_is_read_once(mechanica: Mechanica, photo: str, arguments: list[str]) -> None:
    assert complaint(mechanica("scan", *arguments, stdin=b""), 2) == "standard input can be read only once"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["show", "--help"],
        ["--version"],
        ["show", QUIET],
        ["show", QUIET, "--json"],
        ["run", FIRST, "--json"],  # which ends with a complaint of its own
        ["edition", "list"],
        ["outcomes", ".(b)=FFFF=1/B(b)=FFFF=1/.(b)=FFFF=1", "--all"],
    ],
)
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    code = "import sys; sys.stdin.read(); from service.cli import app; app()"
    command = [sys.executable, "-c", code, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.close()
        told = program.stderr.read()
    assert (program.returncode, told) == (141, "")


# -- places in words -------------------------------------------------------------------------------------------


def doubtful() -> Reading:
    """A doubt about each kind of place."""
    return read(
        {
            "floor/top/1": belief(None, 0.5),
            "floor/middle/2": UNKNOWN,
            "start/top": belief(None, 0.5),
            "dock/top": belief(Kind.BIG_TRUCK, 0.5),
        },
        {"start/middle/centre": (0.4, 0.6, 0, 0), "dock/middle/1": (0.4, 0.6, 0, 0)},
    )


def test_doubts_name_places_in_the_language_of_the_reader(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    reading = doubtful()
    reader_of(monkeypatch, reading)
    assert len(reading.doubts) == 6
    for language in LANGUAGES:
        told = mechanica("scan", photo, "--lang", language).stdout.splitlines()[-6:]
        assert not [line for line in told if re.search(r"\b(floor|start|dock)/", line)]
    assert "Loch „Mitte“ [Basic-Herstellungsmaschine (Mitte)]: " in mechanica("scan", photo, "--lang", "de").stdout
    (line,) = mechanica("scan", photo, "--json").stdout.splitlines()
    assert {doubt["where"] for doubt in json.loads(line)["doubts"]} == {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize("hole", sorted({hole for holes in HOLES.values() for hole in holes if not hole.isdigit()}))
def test_every_hole_has_a_name_in_every_language(hole: str) -> None:
    assert len(set(hole_name(hole))) == len(LANGUAGES)
