"""The yardstick: a fixed pure-Python loop, so that figures from different machines can be compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def yard_loop() -> int:
    """Count 1,000 cells in a dictionary of 35. Never change it: every published figure is a multiple of it."""
    seen: dict[tuple[int, int], int] = {}
    for i in range(1000):
        cell = (i % 7, i % 5)
        seen[cell] = seen.get(cell, 0) + 1
    return len(seen)


def cpu_seconds(work: Callable[[], object], at_least: float = 0.02) -> float:
    """CPU seconds of one call, from as many calls as take ``at_least`` seconds together."""
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - start
        if spent >= at_least:
            return spent / calls
        calls = max(calls * 2, int(calls * at_least / spent) if spent else 0)


def in_yards(work: Callable[[], object], repeats: int = 9) -> float:
    """Median of ``work`` as a multiple of the yard, each repeat timed next to a yard of its own."""
    return statistics.median(cpu_seconds(work) / cpu_seconds(yard_loop) for _ in range(repeats))
