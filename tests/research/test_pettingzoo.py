"""PettingZoo: its own tests, copies in mid-game, and refusals."""

import copy
import importlib
import itertools
import pickle
import sys
import warnings
from typing import Any

import numpy as np
import pettingzoo as library
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from tests.research.games import every_game, every_table
from tests.support.games import BUILT_IN
from ulpia import new
from ulpia.core.errors import (
    BadSeats,
    BadSeed,
    BadSetting,
    IllegalAction,
    MissingExtra,
    NumberOutOfRange,
    UnknownGame,
    UnknownSetting,
)
from ulpia.research import pettingzoo
from ulpia.research import row as table
from ulpia.research.errors import (
    NobodyDecides,
    OnlyNone,
    UnknownKind,
    WrongNumbers,
)

with warnings.catch_warnings():  # where pygame is installed, it loads games by a door that it warns of itself
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from ulpia.research.pettingzoo import Env, env

# PettingZoo knows by name which environments have observations with a mask, and warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]


def play(one: Env, dice: np.random.Generator, steps: int = 10**6) -> list[Any]:
    """Step at random until the end, or so often; tell what was seen, and for what reward."""
    course: list[Any] = []
    for agent in one.agent_iter(steps):
        observation, reward, is_over, _, info = one.last()
        assert observation is not None
        choices = np.flatnonzero(observation["action_mask"])
        action = None if is_over else int(dice.choice(choices))
        course.append((agent, observation["observation"].tobytes(), choices.tolist(), reward, is_over, info, action))
        one.step(action)
    return course


def begun(game: str = "trajan", seats: int = 2, seed: int = 7, **options: Any) -> Env:
    one = env(game, seats, **options)
    one.reset(seed=seed)
    return one


@every_game
@every_table
@pytest.mark.parametrize("rewards", ["result", "points"])
def test_the_library_s_own_test_of_the_interface_passes(game: str, seats: int, rewards: str) -> None:
    api_test(env(game, seats, rewards=rewards), num_cycles=700)


@every_game
def test_small_numbers_pass_it_too(game: str) -> None:
    api_test(env(game, 3, observations="int8"), num_cycles=300)


@every_game
@every_table
def test_equal_seeds_give_equal_games_by_the_library_s_own_test(game: str, seats: int) -> None:
    seed_test(lambda: env(game, seats), num_cycles=300)


def can_paint() -> bool:
    try:
        table.find_rasterizer()
    except MissingExtra:
        return False
    return True


@every_game
@every_table
def test_all_ways_of_showing_pass_the_library_s_own_test(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not can_paint():
        monkeypatch.setattr(table, "find_rasterizer", lambda: None)
        monkeypatch.setattr(table, "pixels", lambda _picture: np.zeros((8, 8, 3), np.uint8))
    render_test(lambda **mode: env(game, seats, **mode), {"svg": lambda shown: shown.startswith("<svg")})
    assert new(game).game.texts.say("en", "seat", number=1) in capsys.readouterr().out  # what "human" printed


@every_game
@every_table
def test_the_library_s_benchmark_runs(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    clock = itertools.count()
    monkeypatch.setattr(module, "time", type("Clock", (), {"time": staticmethod(lambda: next(clock) / 100)}))
    performance_benchmark(env(game, seats))
    assert "turns per second" in capsys.readouterr().out


@every_game
@every_table
def test_a_game_is_the_match_of_its_seed(game: str, seats: int) -> None:
    one, match, dice = begun(game, seats, seed=11), new(game, seats, 11, setup="dealt"), np.random.default_rng(0)
    while match.seat is not None:
        assert one.agent_selection == f"seat_{match.seat}"
        mask = one.observe(one.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == [option.number for option in match.options]
        action = dice.choice(match.options)
        match.play(action)
        one.step(action.number)
    assert match.outcome
    assert [one.infos[agent]["points"] for agent in one.agents] == list(match.points)
    assert {seat for seat, agent in enumerate(one.agents) if one.infos[agent]["victory"]} == set(match.outcome.winners)


@every_game
@every_table
@pytest.mark.parametrize("rewards", ["result", "points"])
def test_rewards_add_up_to_zero_and_to_the_result(game: str, seats: int, rewards: str) -> None:
    one, dice = begun(game, seats, rewards=rewards), np.random.default_rng(0)
    total = dict.fromkeys(one.agents, 0.0)
    while not any(one.terminations.values()):
        observation = one.last()[0]
        assert observation is not None
        one.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
        assert sum(one.rewards.values()) == pytest.approx(0, abs=1e-4)
        for agent, reward in one.rewards.items():
            total[agent] += reward
    kind = "victory" if rewards == "result" else "points"
    worth = {agent: float(one.infos[agent][kind]) for agent in one.agents}
    for agent in one.agents:
        others = [worth[other] for other in one.agents if other != agent]
        assert total[agent] == pytest.approx(worth[agent] - sum(others) / len(others), abs=1e-2)


@every_game
@pytest.mark.parametrize("rewards", ["result", "points"])
def test_what_each_agent_is_told_adds_up_to_what_it_gets(game: str, rewards: str) -> None:
    one = begun(game, 3, rewards=rewards)
    told = dict.fromkeys(one.agents, 0.0)
    for agent, _, _, reward, is_over, info, _ in play(one, np.random.default_rng(0)):
        told[agent] += reward
        assert bool(info) == is_over
    best = max(told, key=lambda agent: told[agent])
    assert told[best] > 0
    assert sum(told.values()) == pytest.approx(0, abs=1e-2)


@every_game
def test_whoever_does_not_decide_sees_the_table_but_may_do_nothing(game: str) -> None:
    one = begun(game, 3)
    play(one, np.random.default_rng(0), 20)
    for seat, agent in enumerate(one.agents):
        observation = one.observe(agent)
        assert one.observation_space(agent).contains(observation)
        assert observation["action_mask"].any() == (agent == one.agent_selection)
        assert (observation["observation"] == one._batch.observe(seat)[0]).all()
    assert one.state_space.contains(one.state())


def test_what_is_given_out_can_be_kept() -> None:
    one = begun()
    before = one.last()[0]
    assert before is not None
    kept = copy.deepcopy(before)
    play(one, np.random.default_rng(0), 50)
    assert all((before[part] == kept[part]).all() for part in kept)


WAYS = {"deepcopy": copy.deepcopy, "copy": copy.copy, "pickle": lambda one: pickle.loads(pickle.dumps(one))}


@every_game
@every_table
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_in_mid_game_goes_on_alike_and_apart(game: str, seats: int, way: str) -> None:
    one = begun(game, seats, rewards="points")
    play(one, np.random.default_rng(0), 60)
    before = one.state()
    twin, third = WAYS[way](one), WAYS[way](one)
    assert twin is not one
    first = play(twin, np.random.default_rng(1))
    assert first[-1][4]  # it came to its end
    assert (one.state() == before).all()
    assert play(one, np.random.default_rng(1)) == first
    for each in (one, third):
        each.reset()
    play(third, np.random.default_rng(1), 10)
    assert one.agents == one.possible_agents


@every_game
def test_copies_are_equal_after_the_next_reset(game: str) -> None:
    one = begun(game)
    play(one, np.random.default_rng(0), 60)
    twin = copy.deepcopy(one)
    one.reset()
    twin.reset()
    assert (one.state() == twin.state()).all()


def test_a_copy_can_be_made_before_the_first_game_and_after_the_last_action() -> None:
    fresh = copy.deepcopy(env("trajan"))
    with pytest.raises(NobodyDecides):
        fresh.last()
    one = begun()
    while not any(one.terminations.values()):
        one.step(int(one.observe(str(one.agent_selection))["action_mask"].argmax()))
    twin = pickle.loads(pickle.dumps(one))
    assert twin.infos == one.infos
    twin.step(None)
    assert (twin.num_agents, one.num_agents) == (1, 2)


def test_games_differ_from_reset_to_reset_and_follow_from_the_seed() -> None:
    def three(one: Env) -> list[bytes]:
        one.reset(seed=5)
        states = [one.state().tobytes()]
        for _ in range(2):
            one.reset()
            states.append(one.state().tobytes())
        return states

    assert three(env("trajan")) == three(env("trajan"))
    assert len(set(three(env("trajan")))) == 3


def test_without_a_seed_games_differ() -> None:
    states = set()
    for _ in range(3):
        one = env("trajan")
        one.reset()
        states.add(one.state().tobytes())
    assert len(states) > 1


def test_games_are_registered_by_their_ids() -> None:
    assert {f"ulpia/{game}-v0" for game in BUILT_IN} <= set(library.aec_registry)
    one = library.make("aec", "ulpia/trajan-v0", seats=3, rewards="points")
    assert isinstance(one, Env)
    assert one.max_num_agents == 3


def test_settings_of_the_game_are_its_options() -> None:
    one = begun(setup="chosen")
    assert new("trajan", 2, 7).options[0].number == one.observe(str(one.agent_selection))["action_mask"].argmax()


def test_an_illegal_action_is_refused_with_what_is_legal_and_nothing_is_played() -> None:
    one = begun()
    before = one.state()
    legal = np.flatnonzero(one.observe(str(one.agent_selection))["action_mask"])
    illegal = next(number for number in range(257) if number not in legal)
    with pytest.raises(IllegalAction, match=rf"Allowed: {legal[0]} \("):
        one.step(illegal)
    for number in (-1, 257, 10**30):
        with pytest.raises(NumberOutOfRange):
            one.step(number)
    assert (one.state() == before).all()
    one.step(np.int32(legal[0]))
    assert (one.state() != before).any()


@pytest.mark.parametrize(
    "action", [None, 1.0, True, "sow forum", [3], np.float32(3), np.array([3, 4]), np.array([1.0])]
)
def test_what_is_no_whole_number_is_refused(action: Any) -> None:
    one = begun()
    with pytest.raises(WrongNumbers):
        one.step(action)


def test_the_library_s_wrapper_can_end_a_game_for_an_illegal_action() -> None:
    one = TerminateIllegalWrapper(begun(), illegal_reward=-1)
    one.reset(seed=7)
    loser, told = one.agent_selection, {}
    one.step(int((one.observe(loser)["action_mask"] == 0).argmax()))
    for agent in one.agent_iter():
        told[agent] = one.last()[1]
        one.step(None)
    assert told == {"seat_0": 0, "seat_1": 0} | {loser: -1}


def test_one_number_in_an_array_is_a_number() -> None:
    one = begun()
    before = one.state()
    one.step(np.array(one.observe(str(one.agent_selection))["action_mask"].argmax()))  # type: ignore[arg-type]
    assert (one.state() != before).any()


def test_after_the_end_only_none_can_be_given() -> None:
    one = begun()
    while not any(one.terminations.values()):
        one.step(int(one.observe(str(one.agent_selection))["action_mask"].argmax()))
    assert all(one.terminations.values())
    assert not one.observe("seat_1")["action_mask"].any()
    with pytest.raises(OnlyNone, match="seat_0"):
        one.step(30)
    one.step(None)
    one.step(None)
    assert one.agents == []
    for call in (one.last, lambda: one.step(None), lambda: one.step(30)):
        with pytest.raises(NobodyDecides):
            call()


def test_before_reset_nobody_decides() -> None:
    one = env("trajan", render_mode="ansi")
    for call in (one.last, one.state, one.render, lambda: one.step(30), lambda: one.observe("seat_0")):
        with pytest.raises(NobodyDecides, match="reset"):
            call()


def test_unknown_agents_are_refused() -> None:
    one = begun()
    for ask in (one.observe, one.action_space, one.observation_space):
        with pytest.raises(UnknownKind, match="seat_0, seat_1"):
            ask("seat_2")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"render_mode": "hologram"}, UnknownKind),
        ({"rewards": "fame"}, UnknownKind),
        ({"observations": "float64"}, UnknownKind),
        ({"observations": None}, UnknownKind),
        ({"seats": 5}, BadSeats),
        ({"seats": "2"}, BadSeats),
        ({"setup": "shaken"}, BadSetting),
        ({"seed": 3}, UnknownSetting),
        ({"games": 3}, UnknownSetting),
        ({"auto_reset": True}, UnknownSetting),
        ({"game": "chess"}, UnknownGame),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        env(**{"game": "trajan"} | options)


@pytest.mark.parametrize("seed", [-1, 2**63, "7", 1.5, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadSeed):
        env("trajan").reset(seed=seed)


def test_render_without_a_mode_says_which_there_are() -> None:
    with pytest.raises(UnknownKind, match="human, ansi, svg, rgb_array"):
        begun().render()


def test_a_picture_in_points_needs_a_painter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(MissingExtra, match=r"ulpia\[png\]"):
        env("trajan", render_mode="rgb_array")


def test_a_picture_in_points_is_as_large_as_the_table() -> None:
    if not can_paint():
        pytest.skip("neither cairosvg nor rsvg-convert is here")
    shown = begun(render_mode="rgb_array").render()
    assert isinstance(shown, np.ndarray)
    assert shown.shape == (800, 1280, 3)
    assert len(np.unique(shown)) > 100


def test_what_others_hold_is_not_shown() -> None:
    one = begun(render_mode="ansi")
    match = new("trajan", 2, 7, setup="dealt")
    shown = one.render()
    assert isinstance(shown, str)
    assert "[bold" not in shown
    assert "Hand: 3 cards" in shown
    assert match.seat is not None
    assert one.agent_selection == f"seat_{match.seat}"


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_package_is_named_with_its_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ulpia.research.pettingzoo", "ulpia.research.spaces"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"{package}.*ulpia\[research\]"):
        importlib.import_module("ulpia.research.pettingzoo")
    assert pettingzoo.env is env
