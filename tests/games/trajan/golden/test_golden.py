"""Golden games read back to the letter, contain everything, and are the same interpreted and compiled."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ulpia
from tests.games.trajan.golden import GAMES, WANTED, annotate, features


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_told_as_it_was_written(path: Path) -> None:
    """What every action caused is the same, sentence by sentence. `make golden` rewrites; the review reads the diff."""
    assert annotate(ulpia.load(path.read_text())) == path.read_text()


def test_everything_wanted_occurs_in_a_golden_game() -> None:
    """Every kind of tile, ship side, province, bonus tile, action and way to end a round."""
    found = set().union(*(features(ulpia.load(path.read_text())) for path in GAMES))
    assert sorted(WANTED - found) == []


def digests(mode: dict[str, str]) -> list[str]:
    """Digests of every state of every golden game, from a process of its own, with warnings as errors."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"from {__name__} import print_digests; print_digests()"],
        env=os.environ | mode,
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_interpreted_and_compiled_games_are_equal_state_by_state() -> None:
    """The same source, two ways to run it, byte-equal records after every action."""
    interpreted = digests({"ULPIA_INTERPRETED": "1"})
    compiled = digests({"ULPIA_INTERPRETED": ""})
    assert interpreted == compiled
    assert len(compiled) > 2000


def print_digests() -> None:
    for path in GAMES:
        recorded = ulpia.load(path.read_text())
        match = ulpia.new("trajan", recorded.seats, recorded.seed, **recorded.settings)
        for action in recorded.actions:
            match.play(action)
            print(path.stem, hashlib.sha256(match.state.tobytes()).hexdigest())
