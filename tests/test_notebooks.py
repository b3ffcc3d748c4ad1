"""The notebooks among the samples run as they are stored, cell by cell."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

ROOT: Final = Path(__file__).parents[1]
NOTEBOOKS: Final = sorted((ROOT / "samples").glob("*.ipynb"))

notebooks = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.name)


def read(file: Path) -> dict[str, Any]:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(notebook, dict)
    return notebook


def run(code: str, names: dict[str, Any]) -> object:
    """Run a cell as a notebook does: the value of a last line that is an expression is what it shows."""
    tree = ast.parse(code)
    shown = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return None if shown is None else eval(ast.unparse(shown), names)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@notebooks
def test_a_notebook_is_stored_without_results_or_traces_of_a_machine(file: Path) -> None:
    notebook = read(file)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"].keys() <= {"kernelspec", "language_info"}
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
            assert (cell["execution_count"], cell["outputs"]) == (None, [])
        assert cell.keys() == wanted
        assert all(isinstance(line, str) for line in cell["source"])


@notebooks
def test_a_notebook_runs_and_shows_pictures(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    for cell in read(file)["cells"]:
        if cell["cell_type"] != "code":
            continue
        shown = run("".join(cell["source"]), names)
        if draw := getattr(shown, "_repr_svg_", None):
            ET.fromstring(draw())
            pictures += 1
    assert pictures >= 4
    assert "evenings" in capsys.readouterr().out
