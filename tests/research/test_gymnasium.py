"""Gymnasium: one seat against agents, single and at many tables; the library's own tests, and refusals."""

import copy
import importlib
import sys
from pathlib import Path
from typing import Any

import gymnasium as library
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.research.games import COPYING, every_game, every_table
from tests.support.games import BUILT_IN
from ulpia.agents.errors import AgentRaised, NoAgentFile
from ulpia.core.errors import (
    BadCount,
    BadSeats,
    BadSeed,
    IllegalAction,
    MissingExtra,
    NumberOutOfRange,
    UnknownAgent,
    UnknownGame,
    UnknownSetting,
)
from ulpia.research import gymnasium
from ulpia.research.errors import (
    NobodyDecides,
    UnknownKind,
    WrongNumbers,
    WrongOpponents,
)
from ulpia.research.gymnasium import (
    Env,
    VectorEnv,
    env,
    vector,
)


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


@every_game
@every_table
def test_the_library_s_own_check_passes(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes actions without asking the mask, so an illegal one must be answered by the game's end."""
    monkeypatch.setattr("ulpia.research.row.find_rasterizer", lambda: None)
    monkeypatch.setattr("ulpia.research.row.pixels", lambda _picture: np.zeros((8, 8, 3), np.uint8))
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


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_what_others_gain_before_the_learner_s_first_decision_counts(opponents: str, thinking: None) -> None:
    one = env("trajan", 3, rewards="points", opponents=opponents, seat=2)
    for seed in range(5):
        course, info = finish(one, one.reset(seed=seed)[1], np.random.default_rng(seed))
        points = info["points"].astype(float)
        assert sum(reward for _, reward, _ in course) == pytest.approx(points[2] - points[:2].mean(), abs=1e-2)


FAILING = """
class Failing:
    def __init__(self, seed):
        self.asked = 0

    def choose(self, look):
        self.asked += 1
        return look.options[0] if self.asked < 4 else 1 / 0
"""


def test_where_an_opponent_fails_nothing_can_be_played_until_the_next_reset(tmp_path: Path, thinking: None) -> None:
    """Otherwise the learner's next action would be the opponent's."""
    file = tmp_path / "failing.py"
    file.write_text(FAILING)
    opponents = f"{file}:Failing"
    one, many = env("trajan", opponents=opponents), vector("trajan", games=1, opponents=opponents)
    _, info = one.reset(seed=1)
    with pytest.raises(AgentRaised, match="ZeroDivisionError"):
        finish(one, info, np.random.default_rng(0))
    assert not one.action_masks().any()
    for call in (lambda: one.step(30), one.render):
        with pytest.raises(NobodyDecides):
            call()
    assert one.reset(seed=1)[1]["action_mask"].any()

    def play_on() -> None:
        while True:
            many.step(many.action_masks().argmax(axis=1))

    many.reset(seed=1)
    with pytest.raises(AgentRaised):
        play_on()
    for again in (lambda: many.step(np.zeros(1, np.int64)), many.action_masks):
        with pytest.raises(NobodyDecides):
            again()
    many.reset(seed=1)
    assert many.action_masks().any()


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


@pytest.mark.parametrize(("rewards", "lost"), [("result", -1.0), ("points", -100.0)])
def test_an_illegal_action_can_be_made_to_lose(rewards: str, lost: float) -> None:
    one = env("trajan", illegal="lose", rewards=rewards)
    _, info = one.reset(seed=1)
    _, reward, is_over, _, after = one.step(int((info["action_mask"] == 0).argmax()))
    assert (reward, is_over) == (lost, True)
    assert "Allowed" in after["illegal"]
    assert after["victory"] == 0
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
    ({"game": "chess"}, UnknownGame),
    ({"seats": 1}, BadSeats),
    ({"seats": 5}, BadSeats),
    ({"colour": "red"}, UnknownSetting),
    ({"auto_reset": True}, UnknownSetting),
]


@pytest.mark.parametrize(("options", "refusal"), OPTIONS)
@pytest.mark.parametrize("make", [env, vector])
def test_options_that_cannot_be_are_refused(make: Any, options: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        make(**{"game": "trajan"} | options)


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
    assert {f"ulpia/{game}-v0" for game in BUILT_IN} <= set(library.registry)
    assert isinstance(library.make("ulpia/trajan-v0", seats=3).unwrapped, Env)
    assert isinstance(library.make("ulpia.research.gymnasium:ulpia/trajan-v0").unwrapped, Env)
    many = library.make_vec("ulpia/trajan-v0", num_envs=5, seats=3)
    assert isinstance(many, VectorEnv)
    assert many.num_envs == 5
    apart = library.make_vec("ulpia/trajan-v0", num_envs=2, vectorization_mode="sync")
    assert apart.reset(seed=1)[0].shape == (2, *apart.single_observation_space.shape)


@every_game
@pytest.mark.parametrize("way", COPYING)
def test_a_copy_in_mid_game_goes_on_alike(game: str, way: str) -> None:
    one = env(game, 3)
    _, info = one.reset(seed=4)
    for _ in range(10):
        *_, info = one.step(int(info["action_mask"].argmax()))
    twin = COPYING[way](one)
    ended = finish(twin, info, np.random.default_rng(0))[0]
    assert finish(one, info, np.random.default_rng(0))[0] == ended
    assert (one.reset()[0] == twin.reset()[0]).all()


CAUTIOUS = """
class Cautious:
    def __init__(self, seed):
        self.asked = seed

    def choose(self, decision):
        self.asked += 1
        return decision.options[self.asked % len(decision.options)]
"""


@pytest.mark.parametrize("opponents", [["greedy", "centurio"], ["miles", "FILE"]], ids=" ".join)
@pytest.mark.parametrize("way", COPYING)
def test_opponents_are_copied_with_what_they_remember(way: str, opponents: list[str], tmp_path: Path) -> None:
    """Trees and random streams are copied; an external agent is asked again what it was asked before."""
    (tmp_path / "cautious.py").write_text(CAUTIOUS)
    names = [f"{tmp_path / 'cautious.py'}:Cautious" if name == "FILE" else name for name in opponents]
    one = env("trajan", 3, opponents=names)
    _, info = one.reset(seed=4)
    dice = np.random.default_rng(1)
    for _ in range(12):
        *_, info = one.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
    twin = COPYING[way](one)
    third = COPYING[way](twin)  # a copy of a copy that has not gone on yet
    courses = [[step_along(each, 12)] for each in (one, twin, third)]
    assert courses[0] == courses[1] == courses[2]


def step_along(one: Env, steps: int) -> list[bytes]:
    """Play some decisions at random; return what was seen."""
    dice, seen = np.random.default_rng(2), []
    for _ in range(steps):
        observation, *_ = one.step(int(dice.choice(np.flatnonzero(one.action_masks()))))
        seen.append(observation.tobytes())
    return seen


def test_a_copied_table_of_many_games_goes_on_alike() -> None:
    many = vector("trajan", 2, 3, opponents="miles")
    many.reset(seed=3)
    for _ in range(5):
        many.step(many.action_masks().argmax(axis=1))
    twin = copy.deepcopy(many)
    for _ in range(5):
        left = many.step(many.action_masks().argmax(axis=1))[0]
        assert np.array_equal(left, twin.step(twin.action_masks().argmax(axis=1))[0])


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gymnasium", "vector", "spaces"):
        monkeypatch.delitem(sys.modules, f"ulpia.research.{name}")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtra, match=r"gymnasium.*ulpia\[research\]"):
        importlib.import_module("ulpia.research.gymnasium")
    assert gymnasium.env is env
