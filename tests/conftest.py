"""For all tests: how Hypothesis looks for cases, and the search compiled once for all workers."""

import fcntl
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.games import BUILT_IN
from tests.support.tiers import IS_QUICK, TENTH
from ulpia.registry import find_game
from ulpia.search.searcher import prepare

# New cases during development; the same ones every time where a change is judged.
settings.register_profile("judged", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("judged")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the quick tier, keep every tenth law, spread over all files; laws of Hypothesis try a tenth of their cases."""
    if not IS_QUICK:
        return
    laws = [item for item in items if item.path.parent.name == "laws"]
    kept = {*laws[::TENTH], *(item for item in laws if item.path.name == "test_machine.py")}
    dropped = [item for item in laws if item not in kept]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item not in set(dropped)]


@pytest.fixture(scope="session")
def thinking() -> None:
    """For tests with opponents that search while a client waits: everything they need is compiled."""
    with (Path(tempfile.gettempdir()) / "ulpia-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for game in BUILT_IN:
            prepare(find_game(game))
