"""Gymnasium's vector environment: many tables at once, each as a single one, and refusals."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.research.games import COPYING, any_actions, every_game, every_table
from ulpia.core.errors import BadSeed
from ulpia.research.errors import (
    NobodyDecides,
    NotAllowed,
    UnknownKind,
    WrongNumbers,
    WrongShape,
)
from ulpia.research.gymnasium import VectorEnv, env, vector


@every_game
@every_table
def test_every_table_plays_as_a_single_environment_does(game: str, seats: int) -> None:
    games = 2 * seats
    many = vector(game, seats, games)
    observations, infos = many.reset(seed=50)
    assert infos["seat"].tolist() == [at % seats for at in range(games)]
    singles = [env(game, seats, seat=at % seats) for at in range(games)]
    for at, one in enumerate(singles):
        assert (one.reset(seed=50 + at)[0] == observations[at]).all()
    dice, ended = np.random.default_rng(0), np.zeros(games, bool)
    for _ in range(600):
        actions = any_actions(infos["action_mask"], dice)
        observations, rewards, done, cut, infos = many.step(actions)
        assert not cut.any()
        for at in np.flatnonzero(~ended):
            seen, reward, is_over, _, info = singles[at].step(int(actions[at]))
            assert (reward, is_over) == (rewards[at], done[at])
            assert ((infos["final_obs"][at] if is_over else observations[at]) == seen).all()
            if is_over:
                assert infos["_final_obs"][at]
                assert infos["final_info"]["points"][at].tolist() == info["points"].tolist()
                assert infos["final_info"]["victory"][at] == pytest.approx(info["victory"])
                assert infos["seat"][at] == (at + 1) % seats
                ended[at] = True
        if ended.all():
            return
    pytest.fail("not all games came to their end")


@every_game
@pytest.mark.parametrize("opponents", ["random", "own"])
def test_steps_are_equal_for_equal_seeds_on_any_number_of_cores(game: str, opponents: str, own: str) -> None:
    courses = []
    for workers in (1, 2):
        many = vector(game, 2, 2, workers=workers, opponents=own if opponents == "own" else "random")
        _, infos = many.reset(seed=3)
        dice, course = np.random.default_rng(0), []
        for _ in range(300):
            observations, rewards, done, _, infos = many.step(any_actions(infos["action_mask"], dice))
            course.append((observations.tobytes(), rewards.tolist(), done.tolist(), infos["seat"].tolist()))
        assert any(any(done) for _, _, done, _ in course)
        courses.append(course)
    assert courses[0] == courses[1]


def test_observations_and_actions_are_in_their_spaces_and_can_be_kept() -> None:
    many = vector("trajan", 3, 6, observations="int8")
    observations, infos = many.reset(seed=0)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert many.observation_space.contains(observations)
    kept = observations.copy()
    actions = any_actions(many.action_masks(), np.random.default_rng(0))
    assert many.action_space.contains(actions)
    many.step(actions)
    assert (observations == kept).all()
    assert infos["action_mask"].sum(axis=1).min() >= 1
    many.close()


def test_a_seed_can_be_given_for_every_table() -> None:
    many = vector("trajan", games=3)
    first = many.reset(seed=[5, 6, 7])[0]
    assert (many.reset(seed=5)[0] == first).all()
    assert (many.reset(seed=[5, None, 7])[0][[0, 2]] == first[[0, 2]]).all()
    with pytest.raises(WrongShape):
        many.reset(seed=[5, 6])


def test_resets_without_a_seed_differ_and_follow_from_the_last_seed() -> None:
    def three(many: VectorEnv) -> list[bytes]:
        return [many.reset(seed=5)[0].tobytes(), many.reset()[0].tobytes(), many.reset()[0].tobytes()]

    assert three(vector("trajan", games=2)) == three(vector("trajan", games=2))
    assert len(set(three(vector("trajan", games=2)))) == 3


def test_what_follows_a_seed_for_every_table_follows_from_them() -> None:
    def played(seeds: Any) -> list[bytes]:
        many = vector("trajan", games=3, workers=1)
        return [many.reset(seed=seeds)[0].tobytes(), many.reset()[0].tobytes()]

    assert played([5, 6, 7]) == played(np.array([5, 6, 7]))
    assert played([5, 6, 7])[1] != played([5, 6, 8])[1]


def test_seeds_do_not_run_over() -> None:
    many = vector("trajan", games=3, workers=1)
    with pytest.raises(BadSeed):
        many.reset(seed=2**63 - 1)


def test_wrong_actions_for_many_tables_are_refused_and_nothing_is_played() -> None:
    many = vector("trajan", games=3)
    with pytest.raises(NobodyDecides):
        many.step(np.zeros(3, np.int64))
    _, infos = many.reset(seed=0)
    legal = any_actions(infos["action_mask"], np.random.default_rng(0))
    with pytest.raises(WrongShape):
        many.step(legal[:2])
    with pytest.raises(WrongNumbers):
        many.step(legal.astype(np.float32))
    wrong = legal.copy()
    wrong[1] = (infos["action_mask"][1] == 0).argmax()
    with pytest.raises(NotAllowed, match="Table 1"):
        many.step(wrong)
    assert (many.action_masks() == infos["action_mask"]).all()


@every_game
def test_many_tables_can_be_copied(game: str) -> None:
    many = vector(game, games=3, workers=2)
    many.reset(seed=0)
    twins = [way(many) for way in COPYING.values()]
    actions = any_actions(many.action_masks(), np.random.default_rng(0))
    expected = many.step(actions)
    for twin in twins:
        observed = twin.step(actions)
        assert (observed[0] == expected[0]).all()
        assert (observed[4]["action_mask"] == expected[4]["action_mask"]).all()


def test_every_table_is_shown() -> None:
    many = vector("trajan", games=3, render_mode="svg")
    with pytest.raises(NobodyDecides):
        many.render()
    many.reset(seed=0)
    shown = many.render()
    assert [picture[:4] for picture in shown] == ["<svg"] * 3
    assert len(set(shown)) == 3
    silent = vector("trajan", games=1)
    silent.reset()
    with pytest.raises(UnknownKind, match="render_mode"):
        silent.render()


def test_the_library_s_own_counting_of_games_works() -> None:
    many = RecordEpisodeStatistics(vector("trajan", games=3))
    _, infos = many.reset(seed=0)
    dice, counted = np.random.default_rng(0), np.zeros(3)
    for _ in range(300):
        _, rewards, done, _, infos = many.step(any_actions(infos["action_mask"], dice))
        counted += 1
        if done.any():
            assert infos["episode"]["r"][done].tolist() == rewards[done].tolist()
            assert infos["episode"]["l"][done].tolist() == counted[done].tolist()
            return
    pytest.fail("no game came to its end")
