"""Every rule in docs/RULES.md is named by the mark of at least one test."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[2]
RULES = TESTS.parent / "docs" / "RULES.md"


def stated() -> set[str]:
    """The number of every rule: each is a paragraph that begins with its number in bold."""
    return set(re.findall(r"^\*\*([RDA]-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE))


@functools.cache
def marked() -> dict[str, list[str]]:
    """Every number in a mark, with the files that it is found in."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("*.py")):
        for number in numbers(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(number, []).append(file.relative_to(TESTS).as_posix())
    return found


def numbers(module: ast.Module) -> Iterator[str]:
    """The arguments of every ``pytest.mark.rule(...)``."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"line {argument.lineno}: a rule's number is plain text"
                yield str(argument.value)


def in_order(rules: set[str]) -> list[str]:
    """Sorted as the rules page is: by section, then by number."""
    return sorted(rules, key=lambda rule: [*map(int, rule[2:].split("."))])


def test_the_rules_page_is_read_right() -> None:
    sections = {rule[2:].partition(".")[0] for rule in stated()}
    assert sections == {str(section) for section in range(1, 13)}
    assert {"R-1.1", "A-3.4", "D-5.13", "R-6.5", "D-11.9", "R-12.26"} <= stated()


def test_no_rule_is_without_a_test() -> None:
    assert in_order(stated() - set(marked())) == []


def test_no_test_names_a_rule_that_is_not_stated() -> None:
    unknown = {rule: files for rule, files in marked().items() if rule not in stated()}
    assert unknown == {}
