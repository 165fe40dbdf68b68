"""Pickles of environments hold no objects of NumPy or Gymnasium, whose readers can crash on damaged ones."""

import pickle
import pickletools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ulpia.core.errors import BadPickle
from ulpia.research import gymnasium, pettingzoo
from ulpia.research.plain_pickles import DRAWN, GENERATORS

SEED = 4
MAKE: dict[str, Callable[[], Any]] = {
    "single": lambda: gymnasium.env("trajan", observations="int8"),
    "vector": lambda: gymnasium.vector("trajan", games=2, observations="int8"),
    "table": lambda: pettingzoo.env("trajan", observations="int8"),
}


def new_env(kind: str) -> Any:
    env = MAKE[kind]()
    env.reset(seed=SEED)
    action_space(env).seed(SEED)
    return env


def action_space(env: Any) -> Any:
    return env.action_spaces["seat_0"] if hasattr(env, "action_spaces") else env.action_space


@pytest.mark.parametrize("kind", MAKE)
def test_a_pickle_names_nothing_of_numpy_and_no_space(kind: str) -> None:
    strings = [given for _, given, _ in pickletools.genops(pickle.dumps(new_env(kind))) if isinstance(given, str)]
    assert any(string.startswith("ulpia.research") for string in strings)
    assert not [string for string in strings if string.startswith(("numpy", "gymnasium.spaces"))]


@pytest.mark.parametrize("kind", MAKE)
def test_spaces_and_generators_go_on_as_before(kind: str) -> None:
    env = new_env(kind)
    action_space(env).sample()
    twin = pickle.loads(pickle.dumps(env))
    assert vars(twin).keys() == vars(env).keys()
    assert action_space(twin) == action_space(env)
    drawn = [action_space(each).sample() for each in (env, twin)]
    assert np.array_equal(drawn[0], drawn[1])
    sources = [each._seed_source if kind == "table" else each.np_random for each in (env, twin)]
    assert sources[0].integers(1 << 60) == sources[1].integers(1 << 60)


def test_a_generator_of_another_kind_is_kept() -> None:
    env = new_env("single")
    env.np_random = np.random.Generator(np.random.MT19937(7))
    twin = pickle.loads(pickle.dumps(env))
    assert twin.np_random.integers(1 << 60) == np.random.Generator(np.random.MT19937(7)).integers(1 << 60)


@pytest.mark.parametrize("key", [GENERATORS, DRAWN])
@pytest.mark.parametrize("value", [None, 7, {"_np_random": 7}, {"_np_random": {}}, {("x", ""): {}}])
def test_damaged_numbers_are_refused_by_name(key: str, value: object) -> None:
    state = new_env("single").__getstate__()
    with pytest.raises(BadPickle):
        gymnasium.Env.__new__(gymnasium.Env).__setstate__(state | {key: value})
