"""What all tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
from typer.testing import CliRunner, Result

from mechanica_core import Factory
from mechanica_core.editions import registry
from service.cli import app
from service.cli.options import LANGUAGE_VARIABLES

FIRST = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"
"""The first sample: two choices are open in the morning, and there are 14 outcomes."""
QUIET = ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo"
"""Nothing to choose, one outcome."""
ASSUMING = ".=4=1/B(b)=G3=1/.=4=1 8+0 print_2019 published"
"""Rests on assumptions."""

Make = Callable[[str | bytes], str]
"""Writes a file and gives its path."""


class Mechanica(Protocol):
    """Runs a command; a traceback fails the test."""

    def __call__(self, *arguments: str, stdin: str | bytes | None = None) -> Result: ...


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English, no component sets of one's own, and a terminal that asks for nothing."""
    for variable in (*LANGUAGE_VARIABLES, "FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("MECHANICA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(registry, "_registered", {})


@pytest.fixture
def mechanica() -> Mechanica:
    runner = CliRunner()

    def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
        result = runner.invoke(app, list(arguments), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        return result

    return run


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(content: str | bytes) -> str:
        file = tmp_path / "given"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)

    return write


def document(text: str = FIRST) -> dict[str, Any]:
    """The document of a line of notation."""
    return Factory.from_text(text).to_json()


def answer(result: Result, exit_code: int = 0) -> Any:
    """The JSON that a command printed."""
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def complaint(result: Result, exit_code: int) -> str:
    """The one sentence on standard error that a command ended with."""
    assert result.exit_code == exit_code, result.output
    assert result.stdout == ""
    program, _, sentence = result.stderr.removesuffix("\n").partition(": ")
    assert program == "mechanica"
    assert "\n" not in sentence
    return sentence
