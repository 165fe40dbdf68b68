"""Words that newcomers misread are not used."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.test_views import GAMES
from ulpia.core.components import read_toml
from ulpia.registry import find_game

UNOCCUPIED = {"en": re.compile(r"\bfree\b", re.I), "de": re.compile(r"\bfreie?[mnrs]?\b", re.I)}
UNCOVERED = re.compile(r"\bl(?:ie|e)gs?t\b[^.;:]*\bfrei\b", re.I)
"""A crane "liegt frei", and taking its tile "legt ihn frei": nobody takes that for a price."""


def texts(entry: Any) -> Iterator[str]:
    """Every text of a catalogue."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, (dict, list)):
        for part in entry.values() if isinstance(entry, dict) else entry:
            yield from texts(part)


def catalogues(game: str, language: str) -> list[Path]:
    """The files with everything that people read about a game."""
    folder = find_game(game).folder
    return [file for file in sorted(folder.rglob(f"*{language}.toml")) if file.stem.split(".")[-1] == language]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_empty_and_never_free(game: str, language: str) -> None:
    """A newcomer read "free" on a tile that costs a tribune; it meant that nothing stood there."""
    files = catalogues(game, language)
    assert {file.parent.name for file in files} == {"text", "rulebook"}
    assert len(files) == 4
    found = [
        (str(file), text)
        for file in files
        for text in texts(read_toml(file))
        if UNOCCUPIED[language].search(UNCOVERED.sub("", text))
    ]
    assert found == []
