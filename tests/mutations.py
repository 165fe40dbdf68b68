"""Break one rule at a time and report which tests fail.   python -m tests.mutations trajan

A mutation is two lines of tests/games/GAME/mutations.txt: ruling, file and the mistake in words; then code that occurs
once in the file => its replacement. It is caught when a test that cites the ruling fails; only those tests are run,
interpreted. Prints a Markdown table and fails if a mutation survives. Takes a few minutes per game.
`tests.mutants` makes mistakes at random.
"""

import ast
import re
import sys
from pathlib import Path
from typing import NamedTuple

from tests.mutants.workers import Changed, try_once

ROOT = Path(__file__).parents[1]
GAME = sys.argv[1] if len(sys.argv) > 1 else "trajan"
RULES = Path("src/ulpia/games") / GAME / "rules"
TESTS = Path("tests/games") / GAME
MUTATIONS = ROOT / "tests/games" / GAME / "mutations.txt"
SECONDS = 2.0
"""More CPU time than any of these tests takes."""


class Mutation(NamedTuple):
    """A rule, and a mistake made in it."""

    ruling: str
    file: str
    mistake: str
    old: str
    new: str


def mutations() -> list[Mutation]:
    """Read the table; each old text must occur once."""
    text = MUTATIONS.read_text()
    table = [Mutation(*found) for found in re.findall(r"^([A-Z]-\d+) (\S+): (.*)\n +(.*) => (.*)$", text, re.M)]
    if 2 * len(table) != len(text.strip().splitlines()):
        raise ValueError("a mutation is not written as two lines")
    for mutation in table:
        occurs = (ROOT / RULES / mutation.file).read_text().count(mutation.old)
        if occurs != 1:
            raise ValueError(f"occurs {occurs} times in {mutation.file}: {mutation.old}")
    return table


def citations() -> dict[str, list[str]]:
    """The tests that cite each ruling."""
    citing: dict[str, list[str]] = {}
    for path in [*sorted((ROOT / TESTS / "rules").glob("test_*.py")), ROOT / TESTS / "laws" / "test_secrecy.py"]:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for ruling in set(re.findall(r"\b[A-Z]-\d+\b", ast.get_docstring(node) or "")):
                    citing.setdefault(ruling, []).append(f"{path.relative_to(ROOT)}::{node.name}")
    return citing


def failing_tests(file: str, source: str, tests: list[str]) -> list[str]:
    """Run tests with another text of a file, interpreted; name those that fail, each once."""
    changed, seconds = Changed((RULES / file).as_posix(), "", source), dict.fromkeys(tests, SECONDS)
    answer = try_once(changed, seconds, is_interpreted=True, few_examples=False, first_only=False)
    names = [re.search(r"::(\w+)", failed) for failed in answer]
    if not all(names):  # neither passed nor failed: not a wrong rule but a slip in the table
        raise RuntimeError(f"{file}: {answer}")
    return list(dict.fromkeys(name[1] for name in names if name))


def main() -> int:
    """Try every mutation; return how many survived."""
    table, citing, survivors = mutations(), citations(), 0
    concerned = sorted({test for mutation in table for test in citing[mutation.ruling]})
    if failed := failing_tests("flow.py", (ROOT / RULES / "flow.py").read_text(), concerned):
        raise RuntimeError(f"these fail before any rule is broken: {failed}")
    print("| ruling | mutation | tests that caught it |\n| --- | --- | --- |")
    for number, mutation in enumerate(table, start=1):
        broken = (ROOT / RULES / mutation.file).read_text().replace(mutation.old, mutation.new)
        failed = failing_tests(mutation.file, broken, citing[mutation.ruling])
        survivors += not failed
        names = ", ".join(f"`{name}`" for name in failed[:2]) or "**survived**"
        more = f" and {len(failed) - 2} more" if len(failed) > 2 else ""
        print(f"| {mutation.ruling} | {mutation.mistake} | {names}{more} |", flush=True)
        print(f"{number}/{len(table)} {mutation.ruling}: {len(failed)} tests failed", file=sys.stderr)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
