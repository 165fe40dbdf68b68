"""The pages that answer reports: every line of a report is there, and every test that they name exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REPORTED = {
    "attacks": {"S": 12, "A": 15, "F": 12, "L": 5},
    "newcomer": {"P": 10, "S": 15, "M": 10},
}
"""How many lines each part of a report has, by the page that answers it."""
STATES = ("held", "mended", "kept", "open", "later")
WITHOUT_A_TEST = ("kept", "open", "later")


def read_rows(page: str) -> dict[str, list[str]]:
    """The cells of each row by its number; lines with several parts have numbers such as P3.1."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if re.match(r"\| [A-Z]\d", line)
    ]
    numbers = [row[0] for row in rows]
    assert len(numbers) == len(set(numbers))
    return {number: cells for number, *cells in rows}


ROWS = {page: read_rows(page) for page in REPORTED}
LINES = [(page, number) for page, rows in ROWS.items() for number in rows]
NAMED = sorted(
    {test for rows in ROWS.values() for *_, tests in rows.values() for test in re.findall(r"`([^`]+)`", tests)}
)


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the tests in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return frozenset(re.findall(r'^test\("([^"]+)"', text, re.MULTILINE))
    return frozenset(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("page", REPORTED)
def test_every_line_of_the_report_is_there(page: str) -> None:
    reported = REPORTED[page]
    expected = {f"{part}{number}" for part, count in reported.items() for number in range(1, count + 1)}
    assert {number for number in ROWS[page] if number[0] in reported and "." not in number} == expected


@pytest.mark.parametrize(("page", "number"), LINES)
def test_a_line_says_how_it_stands_and_what_shows_it(page: str, number: str) -> None:
    _, now, tests = ROWS[page][number]
    assert now.startswith(STATES)
    assert re.findall(r"`[^`]+`", tests) or now.startswith(WITHOUT_A_TEST)


@pytest.mark.parametrize("test", NAMED)
def test_a_test_that_is_named_exists(test: str) -> None:
    path, _, name = test.partition("::")
    assert name in names_in(ROOT / path)
