"""The program as a whole: help, usage, languages, what it imports and how it bears its surroundings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from mechanica_core import Factory
from service.cli.main import EXAMPLES
from service.cli.options import default_language
from tests.cli.conftest import FIRST, Mechanica, complaint

MAIN = "from service.cli import app; app()"
HEAVY = ("cv2", "fastapi", "numpy", "onnxruntime", "torch", "uvicorn", "vision")


def test_the_version_is_that_of_the_package(mechanica: Mechanica) -> None:
    assert mechanica("--version").stdout == f"mechanica {version('mechanica')}\n"


def test_without_a_command_it_shows_help(mechanica: Mechanica) -> None:
    assert mechanica().stdout == mechanica("--help").stdout
    assert all(command in mechanica().stdout for command in EXAMPLES)


@pytest.mark.parametrize("command", EXAMPLES)
def test_help_gives_examples(mechanica: Mechanica, command: str) -> None:
    shown = mechanica(command, "--help").stdout
    assert all(example in shown for example in EXAMPLES[command])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bogus"], "No such option: --bogus; see mechanica --help"),
        (["bogus"], "No such command 'bogus'; see mechanica --help"),
        (["show"], "Missing argument 'FILE'; see mechanica show --help"),
        (["show", "a", "b"], "unexpected extra argument"),
        (["show", "--lang", "fr", FIRST], "'--lang'"),
        (["run", "--policy", "best", FIRST], "'--policy'"),
        (["run", "--decisions"], "'--decisions'"),
        (["check", "--forgive", "hole_taken", FIRST], "'hole_taken' cannot be forgiven, only does_not_fit"),
        (["edition"], "Missing command; see mechanica edition --help"),
        (["edition", "new", "mine", "--from", "mine"], "'--from'"),
    ],
)
def test_wrong_usage_is_one_sentence(mechanica: Mechanica, arguments: list[str], told: str) -> None:
    assert told in complaint(mechanica(*arguments), 2)


@pytest.mark.parametrize("language", ["de", "es"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--bogus"],
        ["simulate", "--jbs", "2"],
        ["bogus"],
        ["sho"],
        ["show"],
        ["edition"],
        ["show", "a", "b"],
        ["run", "--decisions"],
        ["show", "--json=yes", FIRST],
        ["run", "--policy", "best", FIRST],
        ["check", "--forgive", "hole_taken", FIRST],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "1000000"],
        ["simulate", "--seed", "x"],
        ["simulate", "--vary", "nonsense"],
    ],
)
def test_wrong_usage_is_told_in_the_users_language(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, language: str, arguments: list[str]
) -> None:
    english = complaint(mechanica(*arguments), 2)
    first, *others = arguments
    asked = (["--lang", language], [f"--lang={language}"])
    told = [complaint(mechanica(first, *how, *others), 2) for how in asked]
    monkeypatch.setenv("MECHANICA_LANG", language)
    for sentence in (*told, complaint(mechanica(*arguments), 2)):
        assert not {"should", "Invalid", "such", "Missing", "error", "requires", "unexpected"} & set(
            re.findall(r"\w+", sentence)
        )
        assert sentence != english


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "es"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "C.UTF-8"}, "en"),
        ({"LANG": "de", "LC_ALL": "de", "MECHANICA_LANG": "es_ES@euro"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de", "MECHANICA_LANG": ""}, "de"),
    ],
)
def test_the_language_is_that_of_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], language: str
) -> None:
    for variable, value in settings.items():
        monkeypatch.setenv(variable, value)
    assert default_language() == language


def test_a_language_that_is_not_spoken_is_told_once(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the variable for this program; all others are for many, and English is what those expect."""
    english = mechanica("show", FIRST)
    monkeypatch.setenv("MECHANICA_LANG", "fr_FR.UTF-8")
    french = mechanica("show", FIRST)
    assert (french.exit_code, french.stdout) == (0, english.stdout)
    assert french.stderr == "warning: MECHANICA_LANG is 'fr_FR.UTF-8', and there are en, de, es\n"
    assert mechanica("edition", "list", "--lang", "de").stderr.startswith("Warnung: MECHANICA_LANG ist")
    monkeypatch.delenv("MECHANICA_LANG")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert mechanica("show", FIRST).stderr == ""


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", FIRST],
        ["check", FIRST],
        ["run", "--policy", "first", FIRST],
        ["outcomes", FIRST],
        ["outcomes", "--divide", FIRST],
        ["copies"],
        ["edition", "list"],
        ["edition", "show", "published"],
        ["edition", "show", "web_es"],
    ],
)
def test_every_command_answers_in_every_language(mechanica: Mechanica, language: str, arguments: list[str]) -> None:
    result = mechanica(*arguments, "--lang", language)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


def test_the_language_of_the_command_is_that_of_its_complaints(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mechanica_core.messages.translate", lambda text, language: f"{language}: {text}")
    assert mechanica("show", "missing", "--lang", "es").stderr.startswith("es: mechanica: es: ")
    monkeypatch.setenv("MECHANICA_LANG", "de")
    assert mechanica("show", "missing").stderr.startswith("de: mechanica: de: ")
    assert mechanica("--bogus").stderr.startswith("de: mechanica: de: ")


def python(code: str, *arguments: str, shell: str = 'exec "$@"') -> subprocess.CompletedProcess[str]:
    """Run code in a fresh Python, in surroundings that a shell makes."""
    command = ["sh", "-c", shell, "sh", sys.executable, "-c", code, *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [["--help"], ["show", FIRST], ["outcomes", FIRST, "--json"]])
def test_nothing_beyond_the_base_install_is_imported(arguments: list[str]) -> None:
    code = f"import atexit, sys\natexit.register(lambda: print(sys.modules.keys() & set({HEAVY!r})))\n{MAIN}"
    assert python(code, *arguments).stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    ("shell", "exit_code", "told"),
    [
        ('exec "$@" >&-', 0, ""),
        ('exec "$@" <&- 2>&-', 0, ""),
        ('"$@" | true', 0, ""),
        pytest.param(
            'exec "$@" > /dev/full',
            2,
            "mechanica: no space left on the device\n",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full"),
        ),
    ],
)
def test_closed_and_full_outputs_are_borne(shell: str, exit_code: int, told: str) -> None:
    done = python(MAIN, "show", FIRST, shell=shell)
    assert (done.returncode, done.stderr) == (exit_code, told)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["draw", "--help"],
        ["draw", "--prints", "prints"],
        ["draw", FIRST],
        ["outcomes", FIRST, "--json"],
        ["play", "Ann=random", "--seed", "1"],
        ["edition", "list"],
    ],
    ids=" ".join,
)
def test_nobody_reading_ends_every_command_as_others_end(tmp_path: Path, arguments: list[str]) -> None:
    there, here = os.pipe()
    os.close(there)
    command = [sys.executable, "-c", MAIN, *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=here, stderr=subprocess.PIPE, cwd=tmp_path, check=False
    )
    os.close(here)
    assert (done.returncode, done.stderr) == (141, b"")


def test_whoever_reads_only_the_beginning_sees_no_traceback() -> None:
    done = python(MAIN, "outcomes", "--all", ".(b)=FFFF=1/B(b)=FFFF=1/.(b)=FFFF=1", shell='"$@" | head -n 1')
    assert (done.stdout.partition(" ")[0], done.stderr) == ("distinct", "")


def test_a_latin_terminal_gets_text_all_the_same() -> None:
    done = python(MAIN, "show", FIRST, shell='PYTHONIOENCODING=ascii LC_ALL=C exec "$@"')
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(str(Factory.from_text(FIRST)))
