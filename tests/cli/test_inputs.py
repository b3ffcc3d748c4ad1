"""What commands are given, also by those who mean no good."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import FIRST, Make, Mechanica, complaint, document

COMMANDS = ("show", "check", "run", "outcomes")


def altered(**changes: object) -> str:
    return json.dumps(document() | changes)


@pytest.mark.parametrize(
    "content", [FIRST, f"\n {FIRST}\n", f"\ufeff{FIRST}", altered(), json.dumps(document(), indent=8)]
)
def test_text_and_documents_are_told_apart_by_content(mechanica: Mechanica, make: Make, content: str) -> None:
    file = make(content)
    assert FIRST in mechanica("show", file).stdout
    assert mechanica("show", "-", stdin=content).stdout == mechanica("show", file).stdout


def test_a_line_of_notation_may_be_the_argument_itself(mechanica: Mechanica) -> None:
    assert FIRST in mechanica("show", FIRST).stdout


def test_a_file_is_read_even_if_its_name_looks_like_notation(
    mechanica: Mechanica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("B=1").write_text(FIRST, encoding="utf-8")
    assert FIRST in mechanica("show", "B=1").stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\x00\x01\xff", "not text in UTF-8"),
        ("Überaktiv".encode("latin-1"), "not text in UTF-8"),
        (FIRST.encode("utf-16"), "not text in UTF-8"),
        (b"\x00\x00\x00\x00", "neither a factory document (JSON) nor a line of notation"),
        (b"hello", "neither a factory document (JSON) nor a line of notation"),
        (b"42", "neither a factory document (JSON) nor a line of notation"),
        (b"{", "line 1, column 2: this is not valid JSON"),
        (b"[1,\n 2", "line 2, column 3: this is not valid JSON"),
        (b"{'a': 1}", "line 1, column 2: this is not valid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 20_000, "nested too deeply"),
        (b'{"wallet": ' + b"9" * 5_000 + b"}", "a number has too many digits"),
        (b'{"wallet": 1, "wallet": 2}', "the key 'wallet' comes twice"),
        (b"B=4=1", "character 1: "),
        (b".=4=1/B=4=1/.=4=1/", "character 18: "),
        (f"{FIRST}\n{FIRST}".encode(), "character "),
        (b".=4=1/B=4=1/.=4=1 0+0 print_2019 ../demo", "character "),
        (b" " * 200_001, "larger than 200000 bytes"),
        (altered().encode() + b" " * 200_000, "larger than 200000 bytes"),
        (f".={'1' * 20_000}".encode(), "longer than a factory can be"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(
    mechanica: Mechanica, make: Make, command: str, content: bytes, told: str
) -> None:
    file = make(content)
    sentence = complaint(mechanica(command, file), 2)
    assert sentence.startswith(f"{file}: ")
    assert told in sentence
    sentence = complaint(mechanica(command, "-", stdin=content), 2)
    assert sentence.startswith("standard input: ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "document: the key 'format' is missing (R-12.1), and 3 more: mechanica check lists them"),
        ("[]", "document: "),
        (altered(wallet=-1), "wallet: -1 "),
        (altered(wallet="8"), 'wallet: "8" '),
        (altered(wallet=True), "wallet: true "),
        (altered(wallet=float("nan")), "wallet: NaN "),
        (altered(wallet=float("inf")), "wallet: Infinity "),
        (altered(wallet=10**400), "wallet: 1000"),
        (
            altered(rules="house_rules"),
            "rules: unknown rule set 'house_rules'; there are print_2019, web_de, web_es (R-12",
        ),
        (altered(rules="chess", components="mine"), "rules: unknown rule set 'chess'; there are "),
        (".=4=1/B=4=1/.=4=1 0+0 print_2019 my_copy", "components: unknown component set 'my_copy'; there are demo, "),
        (altered(components=["demo"]), 'components: ["demo"] '),
        (altered(components={"demo": 1}), 'components: {"demo": 1} '),
        (altered(components="../../etc/passwd"), 'components: "../../etc/passwd" '),
        (altered(floor={}), "floor: {} "),
        (altered(floor=document()["floor"] * 2), "top 1: two pieces on one square (R-3.2), and 6 more"),
        (altered(floor=document()["floor"] * 100), "floor: "),
        (json.dumps(document()).replace("big_truck", "bigger_truck"), "truck (top), kind: "),
        (altered(columns=0), "columns: 0 "),
        (altered(columns=10**9), "columns: 1000000000 "),
        (altered(**{f"key{number}": 1 for number in range(5_000)}), "document: unknown key 'key0' (R-12.1), and 4999"),
        (altered(**{"\x1b[31m": 1}), r"document: unknown key '\x1b[31m'"),
        (altered(**{"\ud800": 1}), r'document: "\ud800" '),
        (altered(start={"top": {"kind": None, "bots": {"\x1b[31m": "basic"}}}), r"start slot (top), \x1b[31m: "),
    ],
)
def test_a_document_that_is_no_factory_is_told_by_its_first_problem(
    mechanica: Mechanica, content: str, told: str
) -> None:
    for command in ("show", "run", "outcomes"):
        assert complaint(mechanica(command, "-", stdin=content), 1).startswith(f"standard input: {told}")
    assert mechanica("check", "-", stdin=content).exit_code == 1


@pytest.mark.parametrize("depth", range(100, 1000, 30))
def test_deep_nesting_is_refused(mechanica: Mechanica, depth: int) -> None:
    for content in (f'{{"format": {"[" * depth}{"]" * depth}}}', altered(dock="?").replace('"?"', '{"top": ' * depth)):
        assert mechanica("show", "-", stdin=content).exit_code in (1, 2)
        assert mechanica("check", "-", stdin=content).exit_code in (1, 2)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["missing.json", "x" * 5_000, "B=" + "x" * 5_000, "a\0b", "/dev/null/x", "."])
def test_names_of_no_file_are_told_in_a_sentence(mechanica: Mechanica, command: str, name: str) -> None:
    assert complaint(mechanica(command, name), 2)


def test_a_missing_file_is_named(mechanica: Mechanica) -> None:
    assert complaint(mechanica("show", "missing.json"), 2) == (
        "missing.json: there is no such file; wanted: a file with a factory, or its line of notation"
    )


def test_a_directory_is_no_factory(mechanica: Mechanica, tmp_path: Path) -> None:
    assert complaint(mechanica("show", str(tmp_path)), 2) == f"{tmp_path}: cannot be read: it is a folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_told(mechanica: Mechanica, make: Make) -> None:
    file = make(FIRST)
    Path(file).chmod(0)
    assert complaint(mechanica("show", file), 2) == f"{file}: cannot be read: permission denied"


def test_a_large_file_is_not_read_to_its_end(mechanica: Mechanica, make: Make) -> None:
    file = make(bytes(300_000))
    for command, wanted in (
        ("show", "wanted: a file with a factory, or its line of notation"),
        ("replay", "wanted: a file with the record of a game"),
    ):
        assert complaint(mechanica(command, file), 2) == f"{file}: larger than 200000 bytes; {wanted}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["replay"],
        ["run", FIRST, "--decisions"],
        ["score", FIRST],
        ["edition", "check"],
        ["play", "--record"],
        ["robo-rally", "show"],
        ["factory-fun", "check"],
        ["scan"],
        ["coins"],
        ["scan", "photo.jpg", "--copy"],
        ["scan", "photo.jpg", "--corners"],
        ["copies", "import"],
    ],
    ids=" ".join,
)
def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(
    mechanica: Mechanica, tmp_path: Path, command: list[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = mechanica(*command, str(pipe))
    assert (result.exit_code, result.stdout) == (1 if command in (["scan"], ["coins"]) else 2, "")
    assert "it is a pipe or a device, no file" in result.stderr


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this shell opens no files for programs")
def test_what_a_shell_has_opened_is_read(mechanica: Mechanica) -> None:
    there, here = os.pipe()
    with os.fdopen(there), os.fdopen(here, "w") as opened:
        opened.write(FIRST)
        opened.close()
        assert FIRST in mechanica("show", f"/dev/fd/{there}").stdout


PHOTOS = {
    "jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "png": b"\x89PNG\r\n\x1a\n\x00\x00",
    "webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    "heic": b"\x00\x00\x00\x18ftypheic\x00\x00",
}


@pytest.mark.parametrize("photo", PHOTOS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_photo_asks_for_the_photo_reader(
    mechanica: Mechanica, make: Make, monkeypatch: pytest.MonkeyPatch, command: str, photo: str
) -> None:
    monkeypatch.setitem(sys.modules, "vision", None)
    file = make(PHOTOS[photo] + bytes(1_000_000))
    assert complaint(mechanica(command, file), 2) == (
        f"{file} is a photo: reading photos needs the photo reader: pip install '.[vision]'"
    )


@pytest.mark.parametrize("command", [["edition", "check"], ["run", FIRST, "--decisions"]])
def test_what_only_text_can_be_is_read_from_no_photo(mechanica: Mechanica, make: Make, command: list[str]) -> None:
    file = make(PHOTOS["jpeg"])
    assert complaint(mechanica(*command, file), 2) == f"{file} is a photo, and this command reads text"


@pytest.mark.rule("R-12.23")
@pytest.mark.parametrize("command", ["run", "outcomes"])
@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "no list of decisions"),
        ("nothing", "line 1, column 1: this is not valid JSON"),
        ("[1]", "entry 1 is no decision; one looks like "),
        ('[{"choice": "a", "take": "b"}, {"choice": "a"}]', "entry 2 is no decision"),
        ('[{"choice": "a", "take": 1}]', "entry 1 is no decision"),
        ('[{"choice": "a", "take": "b", "why": "c"}]', "entry 1 is no decision"),
    ],
)
def test_broken_decisions_are_told_in_a_sentence(
    mechanica: Mechanica, make: Make, command: str, content: str, told: str
) -> None:
    file = make(content)
    sentence = complaint(mechanica(command, FIRST, "--decisions", file), 2)
    assert sentence.startswith(f"{file}: ")
    assert told in sentence
