"""The notebooks among the samples show what they would show now."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tools.notebook import NOTEBOOKS, ROOT, outputs, read

notebooks = pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.name)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@notebooks
def test_a_notebook_is_stored_without_traces_of_a_machine(file: Path) -> None:
    notebook = read(file)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"].keys() <= {"kernelspec", "language_info"}
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
            assert cell["execution_count"] is None
        assert cell.keys() == wanted
        assert cell["metadata"] == {}
        assert all(isinstance(line, str) for line in cell["source"])


@notebooks
def test_a_notebook_shows_what_its_cells_show_now(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    notebook = read(file)
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    now = list(outputs(notebook))
    assert [list(map(seen, each)) for each in stored] == [list(map(seen, each)) for each in now], "run make notebook"
    pictures = [output for each in stored for output in each if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 5


def seen(output: dict[str, Any]) -> dict[str, Any]:
    """An output, of a picture the structure alone: what is drawn and said, not exactly where."""
    if "image/svg+xml" not in output.get("data", {}):
        return output
    (svg,) = output["data"]["image/svg+xml"]
    parts = [
        (part.tag, part.text, {name: value for name, value in part.items() if name.startswith("data-")})
        for part in ET.fromstring(svg).iter()
        if not part.tag.endswith("style")
    ]
    return output | {"data": parts}
