"""Compare the reference resolver with known outcomes: ``python -m tests.reference.check_cases PATH``.

The first line of the file is about the file; each further line is one factory with the number of its
distinct outcomes, the sha256 of the sorted outcomes, each followed by a newline, and, where they are
not too many, the outcomes themselves.
"""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.reference.resolver import TooMany, all_outcomes


def digest(outcomes: set[str]) -> str:
    """The sha256 by which two sets of outcomes are compared."""
    return hashlib.sha256("".join(f"{outcome}\n" for outcome in sorted(outcomes)).encode()).hexdigest()


def differences(case: dict[str, Any]) -> list[str]:
    """What the resolver finds otherwise than the case says; empty where they agree."""
    try:
        found = all_outcomes({**case["factory"], "rules": case["rules"]})
    except TooMany as error:
        return [f"not looked at: {error}"]
    if len(found) == case["count"] and digest(found) == case["sha256"]:
        return []
    lines = [f"{len(found)} outcomes, expected {case['count']}"]
    if "outcomes" in case:
        expected = {json.dumps(outcome, sort_keys=True) for outcome in case["outcomes"]}
        lines += [f"not expected: {outcome}" for outcome in sorted(found - expected)[:3]]
        lines += [f"not found: {outcome}" for outcome in sorted(expected - found)[:3]]
    return lines


def main(path: Path) -> int:
    """Print every disagreement and the totals; the exit status says whether there was one."""
    started = time.monotonic()
    agree = disagree = 0
    with path.open(encoding="utf-8") as cases:
        next(cases)
        for number, line in enumerate(cases, start=2):
            found = differences(json.loads(line))
            if found:
                disagree += 1
                print(f"line {number}:", *found, sep="\n  ")
            else:
                agree += 1
    print(f"{agree} agree, {disagree} disagree, {time.monotonic() - started:.1f} s")
    return 1 if disagree else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.reference.check_cases PATH")
    sys.exit(main(Path(sys.argv[1])))
