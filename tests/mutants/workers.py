"""`Worker`: a process of `tests.mutants.worker`, which runs tests with changed code."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Changed(NamedTuple):
    """Another text of a file, and the function in which it differs; empty outside all functions."""

    file: str
    function: str
    source: str


UNCHANGED = Changed("", "", "")


class Worker:
    """Runs tests of some files, with interpreted or compiled rules; laws with all examples, or with a tenth of them."""

    def __init__(
        self, tests: Sequence[str], *, is_interpreted: bool, few_examples: bool = True, changed: Changed = UNCHANGED
    ) -> None:
        own = {
            "PYTHONPATH": str(ROOT / "src"),
            "CI": "1",  # Hypothesis tries the same cases every time
            "ULPIA_TESTS": "few examples" if few_examples else "",
            "ULPIA_INTERPRETED": "1" if is_interpreted else "",
            "COVERAGE_CORE": "ctrace",  # the only one that tells tests apart on every version of Python
        }
        command, pipe = [sys.executable, "-m", "tests.mutants.worker"], subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdin=pipe, stdout=pipe, text=True)
        self._send({"tests": tests, "file": changed.file, "source": changed.source})

    def measure(self, test: str, files: Sequence[str], left_out: Sequence[str]) -> dict[str, Any]:
        """Run a file of tests; return the lines of some files that each test reaches, and its CPU time."""
        answer = self._ask({"test": test, "files": files, "left_out": left_out})
        if answer["failed"]:
            raise RuntimeError(f"these fail without a mutant: {answer['failed']}")
        return answer

    def try_mutant(self, changed: Changed, tests: dict[str, float], *, first_only: bool = True) -> list[str]:
        """Run tests, given with their CPU time, with a changed function; return those that fail."""
        answer = self._ask({**changed._asdict(), "tests": tests, "first_only": first_only})
        failed: list[str] = answer["failed"]
        if not failed and answer["ran"] < len(tests):
            raise RuntimeError("tests are missing")
        return failed

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._send(request)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "a process for tests has ended"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def _send(self, request: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def try_once(
    changed: Changed,
    tests: dict[str, float],
    *,
    is_interpreted: bool,
    few_examples: bool = True,
    first_only: bool = True,
) -> list[str]:
    """Run tests in a process of their own, which imports the changed file; return those that fail."""
    files = sorted({test.partition("::")[0] for test in tests})
    whole = changed._replace(function="")
    with closing(Worker(files, is_interpreted=is_interpreted, few_examples=few_examples, changed=whole)) as worker:
        return worker.try_mutant(whole, tests, first_only=first_only)
