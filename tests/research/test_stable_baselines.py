"""Stable-Baselines3: a learner of theirs learns at our tables."""

import importlib
import sys
from typing import Any

import numpy as np
import pytest

from tests.research.games import every_game
from ulpia.core.errors import (
    BadCount,
    BadSeats,
    MissingExtra,
    UnknownGame,
)
from ulpia.research.errors import UnknownKind

sb3_contrib = pytest.importorskip("sb3_contrib")


def tables(game: str = "trajan", **options: Any) -> Any:
    return importlib.import_module("ulpia.research.stable_baselines").VecEnv(game, **{"games": 4} | options)


@every_game
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_maskable_learner_learns_a_little(game: str) -> None:
    envs = tables(game)
    model = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(256)
    assert model.num_timesteps == 256
    masks = np.stack(envs.env_method("action_masks"))
    actions, _ = model.predict(envs.reset(), action_masks=np.stack(envs.env_method("action_masks")))
    assert masks.shape == (4, envs.action_space.n)
    assert np.stack(envs.env_method("action_masks"))[np.arange(4), actions].all()


def test_the_end_of_a_game_is_told_as_the_library_wants_it() -> None:
    envs = tables(games=3)
    envs.seed(5)
    first = envs.reset()
    assert (envs.envs.reset(seed=5)[0] == first).all()
    for _ in range(500):
        observations, rewards, done, infos = envs.step(np.stack(envs.env_method("action_masks")).argmax(axis=1))
        for at in np.flatnonzero(done):
            assert infos[at]["terminal_observation"].shape == observations[at].shape
            assert (infos[at]["terminal_observation"] != observations[at]).any()
            assert rewards[at] == pytest.approx(2 * infos[at]["victory"] - 1)
            return
        assert not any(infos)
    pytest.fail("no game came to its end")


def test_tables_answer_together() -> None:
    envs = tables(games=3)
    envs.reset()
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("fame")
    assert len(envs.env_method("action_masks", indices=[0, 2])) == 2
    assert envs.get_attr("num_envs", indices=1) == [3]
    assert envs.env_is_wrapped(object) == [False] * 3
    envs.set_attr("remark", "Ave")
    assert envs.get_attr("remark") == ["Ave"] * 3
    with pytest.raises(UnknownKind, match="indices"):
        envs.set_attr("remark", "Vale", indices=0)
    assert envs.get_images() == [None] * 3
    envs.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_library_s_own_wrappers_and_judge_work() -> None:
    vec_env = importlib.import_module("stable_baselines3.common.vec_env")
    judging = importlib.import_module("sb3_contrib.common.maskable.evaluation")
    envs = vec_env.VecNormalize(vec_env.VecMonitor(tables(games=2)))
    model = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(512)
    assert model.ep_info_buffer
    assert {told["r"] for told in model.ep_info_buffer} <= {-1.0, 0.0, 1.0}
    envs.training = envs.norm_reward = False
    results, lengths = judging.evaluate_policy(model, envs, n_eval_episodes=4, return_episode_rewards=True)
    assert len(results) == 4
    assert min(lengths) > 10


def test_options_that_cannot_be_are_refused() -> None:
    for options, refusal in (({"game": "chess"}, UnknownGame), ({"seats": 5}, BadSeats), ({"games": 0}, BadCount)):
        with pytest.raises(refusal):
            tables(**options)


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ulpia.research.stable_baselines", raising=False)
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(MissingExtra, match=r"stable_baselines3.*ulpia\[train\]"):
        importlib.import_module("ulpia.research.stable_baselines")
