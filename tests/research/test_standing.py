"""Who stands higher, as one number: what the rewards of environments and batches go by."""

from pathlib import Path

import numpy as np
import pytest

from tests.research.test_observation import interpret
from tests.support.games import BUILT_IN
from ulpia.research import Batch

TIE_BREAKS: dict[str, tuple[str, ...]] = {"trajan": (), "forum_trajanum": ("rows", "active", "resources")}
every_game = pytest.mark.parametrize("game", BUILT_IN)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def finished(game: str, seats: int, games: int) -> Batch:
    """Games played to their end; the rewards are those of the last action of each."""
    batch = Batch(game, seats, games, seed=seats, observations=None, auto_reset=False)
    rewards = batch.rewards.copy()
    while (batch.current_players >= 0).any():
        batch.step(batch.random_actions())
        rewards[batch.terminated] = batch.rewards[batch.terminated]
    batch.rewards[:] = rewards
    return batch


@every_game
@every_table
def test_who_stands_higher_is_ranked_higher(game: str, seats: int, tmp_path: Path) -> None:
    """T-105, F-80: points, then what breaks ties; equals share a place where the rules let them."""
    batch = finished(game, seats, 60)
    rules, states = batch.game, batch.get_states()
    for at, field in enumerate(("points", *TIE_BREAKS[game])):  # the closer, the more of what follows decides
        states["players"][field][10 * at :, :seats] = states["players"][field][10 * at :, :1]
    _, standings = interpret(game, states, 0, tmp_path)
    shared = 0
    for at, standing in enumerate(standings):
        outcome = rules.rules.outcome(states[at : at + 1])
        assert outcome is not None
        by_place = sorted(set(standing), reverse=True)
        places = tuple(tuple(seat for seat in range(seats) if standing[seat] == one) for one in by_place)
        assert outcome.ranking == places
        shared += len(outcome.winners) > 1
    assert (shared > 0) == (game == "forum_trajanum")


@every_game
@every_table
def test_the_reward_of_a_game_is_shared_by_its_winners(game: str, seats: int) -> None:
    """T-105, F-80: 1 for who wins alone, less what the others get on average."""
    batch = finished(game, seats, 40)
    states = batch.get_states()
    for at, rewards in enumerate(batch.rewards):
        outcome = batch.game.rules.outcome(states[at : at + 1])
        assert outcome is not None
        shares = np.array([(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)])
        assert np.allclose(rewards, shares - (1 - shares) / (seats - 1))
