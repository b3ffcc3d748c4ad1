"""Run the notebooks among the samples and store in them what each cell shows: ``make notebook``.

Nothing but that is stored, so that the same code gives the same bytes on every machine.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
NOTEBOOKS: Final = sorted((ROOT / "samples").glob("*.ipynb"))


def read(file: Path) -> dict[str, Any]:
    """A notebook as its JSON says."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(notebook, dict)
    return notebook


def outputs(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """What each code cell shows, in the form in which notebooks store it; one cell is run after the other."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield list(_outputs("".join(cell["source"]), names))


def _outputs(code: str, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a cell prints, then what its last line is worth if that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), names)
        shown = None if last is None else eval(ast.unparse(last), names)
    if text := printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
    if shown is not None:
        draw = getattr(shown, "_repr_svg_", None)
        data = {"image/svg+xml": [draw()]} if draw else {"text/plain": repr(shown).splitlines(keepends=True)}
        yield {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}


if __name__ == "__main__":
    os.chdir(ROOT)
    for path in NOTEBOOKS:
        stored = read(path)
        code_cells = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
        for code_cell, found in zip(code_cells, outputs(stored), strict=True):
            code_cell["outputs"] = found
        path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
