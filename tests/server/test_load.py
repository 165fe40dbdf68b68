"""The load run works: it is started by hand only, and its parts change."""

import subprocess
import sys
from pathlib import Path


def test_a_short_load_run_prints_both_servers() -> None:
    command = [sys.executable, "-m", "tests.server.load", "2", "2"]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    for measured in ("server CPU for an action, ms", "memory for a game played, KB", "one to three seconds to think"):
        assert measured in run.stdout


def test_stored_games_are_measured() -> None:
    """Copies of a game do not show up in the list of a player, and the server starts with them."""
    command = [sys.executable, "-m", "tests.server.load", "stored", "50"]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    assert "20 games of one player, 50 of others" in run.stdout
    assert "ERROR" not in run.stderr
