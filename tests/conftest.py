"""For all tests: how Hypothesis looks for cases, and thinking compiled once for all workers."""

import fcntl
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from ulpia.registry import GAMES, find_game
from ulpia.search.searcher import prepare

# New cases on a desk; the same ones again where a change is judged.
settings.register_profile("judged", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("judged")


@pytest.fixture(scope="session")
def thinking() -> None:
    """For tests with opponents that think while somebody waits: whatever they need is compiled."""
    with (Path(tempfile.gettempdir()) / "ulpia-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for game in GAMES:
            prepare(find_game(game))
