"""Measure the photo reader beside plain decoding of the same photo, and its memory: ``python -m benchmarks.reading``.

Both are measured in one run on one machine, because machines differ: a reading is reported as a multiple of what
OpenCV takes to decode the photo at full size.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision import load_copy, read

SAMPLES: Final = Path(__file__).parents[1] / "samples"
SIZE: Final = (4000, 3000)
"""Twelve megapixels, as phones take them."""
MOST_DECODINGS: Final = 3.0
MOST_PEAK_MB: Final = 400.0
REPEATS: Final = 9
SCANS: Final = 100
MOST_GROWTH_MB: Final = 10.0
"""Memory is handed out in pages: a few megabytes up or down are no leak."""


def _enlarged(file: Path) -> bytes:
    photo = cv2.imread(str(file))
    assert photo is not None, file
    size = SIZE if photo.shape[1] > photo.shape[0] else SIZE[::-1]
    _, encoded = cv2.imencode(".jpg", cv2.resize(photo, size, interpolation=cv2.INTER_CUBIC), [1, 92])
    return encoded.tobytes()


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _memory_mb(entry: str) -> float:
    """This process's memory now (VmRSS) or at its highest (VmHWM), as Linux tells it; 0 elsewhere."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(entry + ":")), 0.0)


def main() -> int:
    """Print the table; exit status 1 if a bar is missed."""
    photos = {file.stem: _enlarged(file) for file in sorted((SAMPLES / "photos").glob("*.jpg"))}
    copy = load_copy(SAMPLES / "copy_a.zip")
    console = Console()
    table = Table("photo, 12 megapixels", "decode, ms", "read, ms", "decodings", "at most")
    missed = False
    for name, data in photos.items():
        pixels = np.frombuffer(data, np.uint8)
        read(data, copy)
        # In turns, so that a slow moment of the machine hits both.
        pairs = [
            (_seconds(lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR)), _seconds(lambda: read(data, copy)))  # noqa: B023
            for _ in range(REPEATS)
        ]
        decoding, reading = (statistics.median(times) for times in zip(*pairs, strict=True))
        ratio = reading / decoding
        missed |= ratio > MOST_DECODINGS
        told = f"[red]{ratio:.2f}[/]" if ratio > MOST_DECODINGS else f"{ratio:.2f}"
        table.add_row(name, f"{decoding * 1000:.0f}", f"{reading * 1000:.0f}", told, f"{MOST_DECODINGS:g}")
    console.print(table)
    data = next(iter(photos.values()))
    for _ in range(10):  # until memory has been handed out as scans of this photo need it
        read(data, copy)
    before = _memory_mb("VmRSS")
    for _ in track(range(SCANS), "scanning", console=Console(stderr=True), transient=True):
        read(data, copy)
    growth, peak = _memory_mb("VmRSS") - before, _memory_mb("VmHWM")
    console.print(f"{SCANS} more scans: {growth:+.0f} MB; at most {peak:.0f} MB of memory (bar: {MOST_PEAK_MB:g})")
    return missed or growth > MOST_GROWTH_MB or peak > MOST_PEAK_MB


if __name__ == "__main__":
    sys.exit(main())
