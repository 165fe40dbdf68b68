"""Gymnasium: one seat against agents, single and at many tables; the library's own tests, and refusals."""

import copy
import importlib
import pickle
import sys
from pathlib import Path
from typing import Any

import gymnasium as library
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tests.research.games import every_game, every_table
from ulpia.agents.errors import NoAgentFile
from ulpia.catalogue import GAMES
from ulpia.kernel.errors import (
    BadCount,
    BadSeats,
    BadSeed,
    IllegalAction,
    MissingExtra,
    NumberOutOfRange,
    UnknownAgent,
    UnknownSetting,
)
from ulpia.research import gymnasium
from ulpia.research.errors import (
    NobodyDecides,
    NotAllowed,
    OpponentsStay,
    UnknownKind,
    WrongNumbers,
    WrongOpponents,
    WrongShape,
)
from ulpia.research.gymnasium import Env, VectorEnv, env, vector

LAST = """
class Last:
    def __init__(self, seed):
        pass

    def choose(self, look):
        return look.options[-1]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """An agent of one's own."""
    file = tmp_path / "last.py"
    file.write_text(LAST)
    return f"{file}:Last"


def finish(one: Env, info: dict[str, Any], dice: np.random.Generator) -> tuple[list[Any], dict[str, Any]]:
    """Play at random to the end; tell what was seen and got on the way, and the last info."""
    course: list[Any] = []
    is_over = False
    while not is_over:
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, is_over, is_cut, info = one.step(action)
        assert not is_cut
        course.append((observation.tobytes(), reward, is_over))
    return course, info


def any_actions(masks: Any, dice: np.random.Generator) -> Any:
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])


@every_game
@every_table
def test_the_library_s_own_check_passes(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes actions without asking the mask, so an illegal one must be answered by the game's end."""
    monkeypatch.setattr("ulpia.research.table.painter", lambda: None)
    monkeypatch.setattr("ulpia.research.table.pixels", lambda _picture: np.zeros((8, 8, 3), np.uint8))
    check_env(library.make(f"ulpia/{game}-v0", seats=seats, illegal="lose").unwrapped)


@every_game
@every_table
@pytest.mark.parametrize("rewards", ["result", "points"])
def test_the_rewards_of_a_game_add_up_to_its_result(game: str, seats: int, rewards: str) -> None:
    one = env(game, seats, rewards=rewards)
    for seed in range(3):
        course, info = finish(one, one.reset(seed=seed)[1], np.random.default_rng(seed))
        points, seat = info["points"].astype(float), info["seat"]
        others = (points.sum() - points[seat]) / (seats - 1)
        worth = info["victory"] - (1 - info["victory"]) / (seats - 1) if rewards == "result" else points[seat] - others
        assert sum(reward for _, reward, _ in course) == pytest.approx(worth, abs=1e-2)
        assert not info["action_mask"].any()


@every_game
def test_opponents_that_are_asked_are_rewarded_alike(game: str, own: str) -> None:
    one = env(game, 2, rewards="points", opponents=own)
    course, info = finish(one, one.reset(seed=3)[1], np.random.default_rng(0))
    mine, other = info["points"][info["seat"]], info["points"][1 - info["seat"]]
    assert sum(reward for _, reward, _ in course) == pytest.approx(mine - other)


@every_game
@pytest.mark.parametrize("opponents", ["random", "greedy", ["tiro", "random"], "own"])
def test_equal_seeds_give_equal_games(game: str, opponents: Any, own: str, thinking: None) -> None:
    opponents = own if opponents == "own" else opponents
    played = []
    for _ in range(2):
        one = env(game, 3, opponents=opponents)
        first = finish(one, one.reset(seed=9)[1], np.random.default_rng(0))[0]
        second = finish(one, one.reset()[1], np.random.default_rng(0))[0]
        assert first != second
        played.append((first, second))
    assert played[0] == played[1]


def test_a_greedy_opponent_beats_chance(thinking: None) -> None:
    one, won = env("trajan", opponents="greedy"), 0.0
    for seed in range(5):
        won += finish(one, one.reset(seed=seed)[1], np.random.default_rng(seed))[1]["victory"]
    assert won <= 1


def test_the_learner_sits_where_it_chose_or_anywhere() -> None:
    assert {env("trajan", 4, seat=2).reset(seed=seed)[1]["seat"] for seed in range(8)} == {2}
    one = env("trajan", 4)
    assert {one.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_masks_are_there_for_maskable_learners() -> None:
    one = env("trajan")
    _, info = one.reset(seed=1)
    assert one.action_masks().dtype == np.bool_
    assert (one.action_masks() == info["action_mask"]).all()
    assert one.action_space.sample(info["action_mask"]) in np.flatnonzero(one.action_masks())


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    one = env("trajan")
    _, info = one.reset(seed=1)
    illegal = int((info["action_mask"] == 0).argmax())
    with pytest.raises(IllegalAction, match="Allowed"):
        one.step(illegal)
    with pytest.raises(NumberOutOfRange):
        one.step(257)
    with pytest.raises(WrongNumbers):
        one.step(1.5)  # type: ignore[arg-type]
    assert (one.action_masks() == info["action_mask"]).all()


def test_an_illegal_action_can_be_made_to_lose() -> None:
    one = env("trajan", illegal="lose")
    _, info = one.reset(seed=1)
    _, reward, is_over, _, after = one.step(int((info["action_mask"] == 0).argmax()))
    assert (reward, is_over) == (-1.0, True)
    assert "Allowed" in after["illegal"]
    with pytest.raises(NobodyDecides):
        one.step(30)


def test_before_reset_and_after_the_end_nobody_decides() -> None:
    one = env("trajan", render_mode="ansi")
    for call in (one.render, lambda: one.step(30)):
        with pytest.raises(NobodyDecides, match="reset"):
            call()
    finish(one, one.reset(seed=1)[1], np.random.default_rng(0))
    assert "points" in one.render()
    with pytest.raises(NobodyDecides):
        one.step(30)


OPTIONS: list[tuple[dict[str, Any], type[Exception]]] = [
    ({"opponents": "nobody"}, UnknownAgent),
    ({"opponents": "missing.py:Agent"}, NoAgentFile),
    ({"opponents": ["random", "random"]}, WrongOpponents),
    ({"opponents": 3}, WrongOpponents),
    ({"opponents": [3]}, WrongOpponents),
    ({"seat": 2}, UnknownKind),
    ({"seat": "0"}, UnknownKind),
    ({"observations": None}, UnknownKind),
    ({"observations": "float64"}, UnknownKind),
    ({"rewards": "fame"}, UnknownKind),
    ({"render_mode": "hologram"}, UnknownKind),
    ({"seats": 1}, BadSeats),
    ({"colour": "red"}, UnknownSetting),
    ({"auto_reset": True}, UnknownSetting),
]


@pytest.mark.parametrize(("options", "refusal"), OPTIONS)
@pytest.mark.parametrize("make", [env, vector])
def test_options_that_cannot_be_are_refused(make: Any, options: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        make("trajan", **options)


def test_each_kind_has_options_of_its_own() -> None:
    with pytest.raises(UnknownKind, match="error, lose"):
        env("trajan", illegal="ignore")
    with pytest.raises(UnknownSetting):
        env("trajan", games=3)
    with pytest.raises(BadCount):
        vector("trajan", games=0)


@pytest.mark.parametrize("seed", [-1, 2**63, "7", 1.5, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadSeed):
        env("trajan").reset(seed=seed)
    with pytest.raises(BadSeed):
        vector("trajan", games=1).reset(seed=seed if seed != "7" else ["7"])


def test_games_are_registered_by_their_ids() -> None:
    assert {f"ulpia/{game}-v0" for game in GAMES} <= set(library.registry)
    assert isinstance(library.make("ulpia/trajan-v0", seats=3).unwrapped, Env)
    assert isinstance(library.make("ulpia.research.gymnasium:ulpia/trajan-v0").unwrapped, Env)
    many = library.make_vec("ulpia/trajan-v0", num_envs=5, seats=3)
    assert isinstance(many, VectorEnv)
    assert many.num_envs == 5
    apart = library.make_vec("ulpia/trajan-v0", num_envs=2, vectorization_mode="sync")
    assert apart.reset(seed=1)[0].shape == (2, *apart.single_observation_space.shape)


WAYS = {"deepcopy": copy.deepcopy, "pickle": lambda one: pickle.loads(pickle.dumps(one))}


@every_game
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_in_mid_game_goes_on_alike(game: str, way: str) -> None:
    one = env(game, 3)
    _, info = one.reset(seed=4)
    for _ in range(10):
        *_, info = one.step(int(info["action_mask"].argmax()))
    twin = WAYS[way](one)
    ended = finish(twin, info, np.random.default_rng(0))[0]
    assert finish(one, info, np.random.default_rng(0))[0] == ended
    assert (one.reset()[0] == twin.reset()[0]).all()


def test_opponents_in_thought_cannot_be_copied() -> None:
    one = env("trajan", opponents="greedy")
    for way in WAYS.values():
        with pytest.raises(OpponentsStay, match="greedy"):
            way(one)


# Many tables


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
    twins = [way(many) for way in WAYS.values()]
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


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gymnasium", "vector", "spaces"):
        monkeypatch.delitem(sys.modules, f"ulpia.research.{name}")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtra, match=r"gymnasium.*ulpia\[research\]"):
        importlib.import_module("ulpia.research.gymnasium")
    assert gymnasium.env is env
