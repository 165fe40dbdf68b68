"""States from outside: nothing that a batch accepts leaves an array, crashes or hangs; the rest is refused by name.

The tests run a sample; `python -m tests.research.forged GAME` runs as many as one likes.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.games import BUILT_IN
from ulpia.engine.state_check import fields_of
from ulpia.registry import find_game, game_names
from ulpia.research import Batch
from ulpia.research.errors import BadState

STATES = 600


@pytest.mark.parametrize("bounds", ["", "1"], ids=["as usual", "with bounds checks"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_forged_states_do_no_harm(game: str, bounds: str) -> None:
    """In a process of its own: an access outside an array can end it."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.research.forged", game, "--states", str(STATES), "--seed", "3"],
        env=os.environ | {"ULPIA_BOUNDSCHECK": bounds},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "'played'" in run.stdout  # some are accepted: else the test would try nothing


@pytest.mark.parametrize("game", game_names())
def test_every_byte_of_a_state_is_checked(game: str) -> None:
    """Fields, gaps between them and cells of arrays cover the record, once each."""
    rules = find_game(game).rules
    bytes_of = np.zeros(rules.state_type.itemsize, int)
    for field in fields_of(rules.state):
        bytes_of[field.offset : field.offset + field.of.itemsize] += 1
    assert (bytes_of == 1).all()


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("setup", ["dealt", "chosen"])
def test_real_states_are_never_refused(game: str, setup: str) -> None:
    for seats in (2, 3, 4):
        batch = Batch(game, seats, 60, seed=17, observations=None, auto_reset=False, setup=setup)
        check = batch.game.rules.state_check
        while (batch.current_players >= 0).any():
            assert check.first_fault(batch.arrays.states) is None
            batch.step(batch.random_actions())
        assert check.first_fault(batch.arrays.states) is None


def middle(game: str) -> Batch:
    batch = Batch(game, 3, 4, seed=9, observations=None)
    for _ in range(60):
        batch.step(batch.random_actions())
    return batch


def break_agenda(state: Any) -> None:
    state["agenda"]["first"][state["agenda"]["depth"] - 1] = -20_000


def break_depth(state: Any) -> None:
    state["agenda"]["depth"] = 100


def break_seat(state: Any) -> None:
    state["active"] = 3


def break_order(state: Any) -> None:
    state["agenda"]["kinds"][0] = state["agenda"]["kinds"][state["agenda"]["depth"] - 1]


def break_unused_frame(state: Any) -> None:
    state["agenda"]["kinds"][-1] = 1


def break_count(state: Any) -> None:
    state["chance"]["count"] = -1


@pytest.mark.parametrize("forge", [break_agenda, break_depth, break_seat, break_order, break_unused_frame, break_count])
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_forged_state_is_refused_by_name(game: str, forge: Callable[[Any], None]) -> None:
    """By every way in, and nothing is changed."""
    batch = middle(game)
    before = batch.get_states().tobytes()
    states = batch.get_states()
    forge(states[2])
    with pytest.raises(BadState, match="2"):
        batch.set_states(states)
    snapshot = batch.snapshot()
    snapshot.states[:] = states
    with pytest.raises(BadState):
        batch.restore(snapshot)
    assert batch.get_states().tobytes() == before
    batch.arrays.states[:] = states
    with pytest.raises(BadState):
        pickle.loads(pickle.dumps(batch))


def test_a_snapshot_with_forged_options_is_not_believed() -> None:
    """Options and masks are computed again from the states."""
    batch = middle("trajan")
    masks = batch.legal_action_masks.copy()
    snapshot = batch.snapshot()
    snapshot.option_counts[:] = 30_000
    snapshot.options[:] = 30_000
    snapshot.legal_action_masks[:] = 1
    batch.restore(snapshot)
    assert (batch.legal_action_masks == masks).all()
    batch.step(batch.random_actions())
