"""Every command starts in an empty folder and speaks English unless asked otherwise."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ulpia.registry import find_game, game_names


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def replace_game(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let a game have other attributes."""

    def change(name: str, **changes: Any) -> None:
        games = {each: find_game(each) for each in game_names()}
        games[name] = replace(games[name], **changes)
        monkeypatch.setattr("ulpia.registry._load", lambda: (games, {}))

    return change
