"""The examples in the docstrings are true, and the example of a learner runs."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.research.games import every_game

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


@every_game
@pytest.mark.parametrize("module", ["", ".pettingzoo", ".gymnasium", ".vector"])
def test_the_example_of_a_module_is_true(module: str, game: str, thinking: None) -> None:
    tried = doctest.testmod(importlib.import_module(f"ulpia.research{module}"), extraglobs={"GAME": game})
    assert tried.attempted > 0
    assert tried.failed == 0


@every_game
def test_a_learner_learns_is_judged_and_can_be_kept(game: str, tmp_path: Path) -> None:
    """Too short to play well; the whole of it takes some minutes."""
    pytest.importorskip("sb3_contrib")
    kept = tmp_path / "model.zip"
    short = ["--game", game, "--steps", "100", "--games", "6", "--save", str(kept)]
    done = subprocess.run([sys.executable, str(TRAIN), *short], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"{game}, 2 seats: won [\d.]+% of 6 fresh games against random", done.stdout)
    assert re.findall(r"from seat (\d)", done.stdout) == ["1", "2"]
    assert kept.exists()
