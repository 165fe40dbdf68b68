"""The page about attacks: every line of the report is there, and every test that it names exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REPORTED = {"S": 12, "A": 15, "F": 12, "L": 5}
"""How many lines each part of the report has."""
STATES = ("held", "mended", "open", "later")


def read_rows() -> dict[str, list[str]]:
    """The cells of each row by its number."""
    text = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if re.match(r"\| [A-Z]\d", line)
    ]
    numbers = [row[0] for row in rows]
    assert len(numbers) == len(set(numbers))
    return {number: cells for number, *cells in rows}


ROWS = read_rows()
NAMED = sorted({test for *_, tests in ROWS.values() for test in re.findall(r"`([^`]+)`", tests)})


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the tests in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return frozenset(re.findall(r'^test\("([^"]+)"', text, re.MULTILINE))
    return frozenset(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


def test_every_line_of_the_report_is_there() -> None:
    expected = {f"{part}{number}" for part, count in REPORTED.items() for number in range(1, count + 1)}
    assert {number for number in ROWS if number[0] in REPORTED} == expected


@pytest.mark.parametrize("number", ROWS)
def test_a_line_says_how_it_stands_and_what_shows_it(number: str) -> None:
    _, now, tests = ROWS[number]
    assert now.startswith(STATES)
    assert re.findall(r"`[^`]+`", tests) or now.startswith(("open", "later"))


@pytest.mark.parametrize("test", NAMED)
def test_a_test_that_is_named_exists(test: str) -> None:
    path, _, name = test.partition("::")
    assert name in names_in(ROOT / path)
