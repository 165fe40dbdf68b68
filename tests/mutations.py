"""Break one rule at a time and see which tests notice.   python -m tests.mutations trajan

A mutation is two lines of tests/games/GAME/mutations.txt: ruling, file and the mistake in words; then code that occurs
once there => what replaces it. It is caught when a test fails that cites the ruling. Prints a Markdown table; fails if
one survives. Takes ten minutes a game.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GAME = sys.argv[1] if len(sys.argv) > 1 else "trajan"
RULES = Path("src/ulpia/games") / GAME
TESTS = Path("tests/games") / GAME / "rules"
MUTATIONS = ROOT / "tests/games" / GAME / "mutations.txt"


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
    table = [Mutation(*found) for found in re.findall(r"^([TF]-\d+) (\S+): (.*)\n +(.*) => (.*)$", text, re.M)]
    if 2 * len(table) != len(text.strip().splitlines()):
        raise ValueError("a mutation is not written as two lines")
    for mutation in table:
        occurs = (ROOT / RULES / mutation.file).read_text().count(mutation.old)
        if occurs != 1:
            raise ValueError(f"occurs {occurs} times in {mutation.file}: {mutation.old}")
    return table


def citations() -> dict[str, set[str]]:
    """The rulings that each test cites."""
    nodes = [node for path in (ROOT / TESTS).glob("test_*.py") for node in ast.parse(path.read_text()).body]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {node.name: set(re.findall(r"\b[TF]-\d+\b", ast.get_docstring(node) or "")) for node in functions}


def failing_tests(copy: Path) -> list[str]:
    """Run the rule tests of a copy of the project, interpreted; name those that fail, each once."""
    own = {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "ULPIA_INTERPRETED": "1"}
    command = [sys.executable, "-m", "pytest", str(TESTS), "-rf", "--tb=no"]
    done = subprocess.run(command, cwd=copy, env=os.environ | own, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # neither passed nor failed: not a wrong rule but a slip in the table
        raise RuntimeError(done.stdout + done.stderr)
    return list(dict.fromkeys(re.findall(r"^FAILED .*?::(\w+)", done.stdout, re.M)))


def main() -> int:
    """Try every mutation; return how many survived."""
    table, cited, survivors = mutations(), citations(), 0
    with tempfile.TemporaryDirectory(prefix="ulpia-") as folder:
        copy = Path(folder)
        for room in ("src", "tests"):
            shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        if failed := failing_tests(copy):
            raise RuntimeError(f"these fail before any rule is broken: {failed}")
        print("| ruling | mutation | tests that caught it |\n| --- | --- | --- |")
        for number, mutation in enumerate(table, start=1):
            file = copy / RULES / mutation.file
            rules = file.read_text()
            file.write_text(rules.replace(mutation.old, mutation.new))
            failed = failing_tests(copy)
            file.write_text(rules)
            citing = [name for name in failed if mutation.ruling in cited[name]]
            survivors += not citing
            names = ", ".join(f"`{name}`" for name in citing[:2]) or "**survived**"
            print(f"| {mutation.ruling} | {mutation.mistake} | {names}; {len(failed)} in all |", flush=True)
            print(f"{number}/{len(table)} {mutation.ruling}: {len(failed)} tests failed", file=sys.stderr)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
