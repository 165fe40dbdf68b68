"""An environment that does anything else than before has another version: `ulpia/trajan-v0` is what it was."""

import hashlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

from ulpia.catalogue import GAMES, find_game
from ulpia.research import Batch
from ulpia.research.table import VERSION

KEPT = Path(__file__).with_name("fingerprints.toml")
TABLES = {2: 334, 3: 333, 4: 333}
"""A thousand games."""


def fingerprint(game: str) -> str:
    """Of everything that random players see, may do and get in a thousand games."""
    digest = hashlib.sha256(",".join(map(str, find_game(game).actions)).encode())
    for seats, games in TABLES.items():
        for rewards in ("result", "points"):
            batch = Batch(
                game,
                seats,
                games if rewards == "result" else 10,
                observations="int8",
                rewards=rewards,
                auto_reset=False,
                seed=seats,
            )
            while (batch.seats >= 0).any():
                step = batch.step(batch.random_actions())
                for shown in step:
                    digest.update(np.ascontiguousarray(shown))
            digest.update(batch.points)
    return digest.hexdigest()[:32]


@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_games_are_what_they_were_in_this_version(game: str) -> None:
    """If this fails, environments do something else than before: raise VERSION in research/table.py, and add a line."""
    kept = tomllib.loads(KEPT.read_text())
    found = fingerprint(game)
    assert kept[f"v{VERSION}"][game] == found
    others = [version[game] for name, version in kept.items() if name != f"v{VERSION}"]
    assert found not in others
