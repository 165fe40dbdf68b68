"""The client's types are checked where TypeScript is installed; its language is checked by every browser test."""

import shutil
import subprocess
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "src" / "ulpia" / "server" / "pages"
STRICT = ("--noEmit", "--allowJs", "--checkJs", "--strict")
FLAGS = (*STRICT, "--target", "es2022", "--module", "es2022", "--lib", "es2023,dom,dom.iterable")


def test_the_client_is_well_typed() -> None:
    checker = shutil.which("tsc")
    if checker is None:
        pytest.skip("TypeScript is not installed on this machine")
    run = subprocess.run([checker, *FLAGS, *map(str, PAGES.glob("*.js"))], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
