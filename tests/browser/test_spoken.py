"""A whole turn as a screen reader says it: the documentation shows it word for word, and nothing is left unsaid."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.prepared import prepare
from tests.browser.spoken import TABLES, documented, sit, spoken_turn


@pytest.fixture(scope="module", autouse=True)
def games(address: str, folder: Path) -> None:
    """Write the games into the database of the running server."""
    prepare(folder, list(TABLES.values()))


@pytest.mark.parametrize(("name", "language"), TABLES)
def test_a_turn_is_said_as_the_documentation_shows(chromium: Any, address: str, name: str, language: str) -> None:
    """`python -m tests.browser.spoken` writes the page anew; read it before committing it."""
    page = sit(chromium, address, name, language)
    heard = spoken_turn(page)
    page.context.close()
    assert heard == documented()[name, language].splitlines()
    said = [line for line in heard if line.startswith("  says:")]
    assert len(said) == len(set(said)), "nothing is said twice"
