"""``mechanica sheet``: the PDF as a printer gets it, and what it is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from mechanica_core.render.board import MM
from mechanica_core.render.sheet import PAPERS, RULER, Paper
from service.cli import sheet
from tests.cli.conftest import Mechanica, complaint

DOTS = 10
"""A millimetre, of pages as they are looked at."""
INK = 90
"""A pixel darker than this (of 255) is a line."""


def pages(content: bytes | Path) -> list[NDArray[np.uint8]]:
    """The pages of a PDF as grey pictures."""
    return [page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy() for page in pypdfium2.PdfDocument(content)]


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_printed_is_true_to_scale(mechanica: Mechanica, tmp_path: Path, paper: Paper) -> None:
    file = tmp_path / "demo.pdf"
    assert mechanica("sheet", "--paper", paper, "-o", str(file)).stdout == f"{file} is written.\n"
    assert file.stat().st_size < 1_000_000
    printed = pages(file)
    assert len(printed) == 5
    for page in printed:
        height, width = page.shape
        assert sorted((width / DOTS, height / DOTS)) == pytest.approx(sorted(PAPERS[paper]), abs=0.2)
        foot = page[-13 * DOTS :, : 60 * DOTS] < INK
        longest = foot.sum(1).max() / DOTS
        assert longest == pytest.approx(RULER, abs=0.3), "the ruler"
    board = np.flatnonzero((printed[0] < 200).sum(0) > 100 * DOTS)
    assert (board[-1] - board[0]) / DOTS == pytest.approx(656 * MM, abs=0.3)
    # Lines between Start Zone, floor and Loading Dock, in a row of pixels where nothing else is: 160 mm of floor.
    top = np.flatnonzero((printed[0] < 200).sum(1) > 200 * DOTS)[0]
    across = printed[0][top + round((80 + 5) * MM * DOTS)]
    zones = [board[0] + round((40 + 100 * n) * MM * DOTS) for n in (1, 5)]
    lines = [at - 15 + np.flatnonzero(across[at - 15 : at + 16] < INK).mean() for at in zones]
    assert (lines[1] - lines[0]) / DOTS == pytest.approx(4 * 40, abs=0.2)


def test_it_goes_into_a_file_of_its_own_or_to_standard_output(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sheet, "as_pdf", lambda *_: b"%PDF")
    assert mechanica("sheet", "--lang", "de").stdout == "mechanica_sheet.pdf ist geschrieben.\n"
    assert (tmp_path / "mechanica_sheet.pdf").read_bytes() == b"%PDF"
    assert mechanica("sheet", "-o", "-").stdout == "%PDF"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--paper", "a5"), "'--paper'"),
        (("--components", "nowhere"), "nowhere"),
        (("-o", "nowhere/sheet.pdf"), "nowhere/sheet.pdf: cannot be written: "),
        (("-o", ""), "'': a sheet is a .pdf"),
        (("-o", "sheet.png"), "sheet.png: a sheet is a .pdf"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sheet, "as_pdf", lambda *_: b"%PDF")
    assert why in complaint(mechanica("sheet", *arguments), 2)
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_needs_a_library(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert complaint(mechanica("sheet"), 2) == "making a PDF needs a library for it: pip install '.[pdf]'"
    assert list(tmp_path.iterdir()) == []
