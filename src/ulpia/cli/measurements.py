"""Speed of every way to run the rules: complete random games, batches, environments of other libraries.

CPU time on one core is measured; where all cores or a GPU are used, wall time.
"""

import os
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ulpia.core.game import Game
from ulpia.engine.batch_types import Array
from ulpia.engine.playouts import Playouts
from ulpia.research.batch import Batch
from ulpia.research.batch_config import BatchConfig

CHUNK = 500
GAMES_IN_BATCH = 1024
GAME_LENGTH = 512
"""About the number of decisions in a game."""
GAMES_ON_GPU = 131_072


@dataclass(frozen=True)
class Speed:
    """Measured speed, per second."""

    decisions: float | None
    """None where decisions cannot be counted."""
    games: float | None = None
    """Complete games, where they are counted."""
    real_decisions: float | None = None
    """Decisions with more than one option, where they are counted."""
    games_measured: int | None = None
    seconds_measured: float | None = None


class PettingZooEnv(Protocol):
    """An environment of PettingZoo, as far as it is measured."""

    def reset(self, seed: int | None = None) -> None:
        """Begin a game."""

    def last(self) -> tuple[Mapping[str, Array] | None, float, bool, bool, object]:
        """Return observation, reward, terminated, truncated and info of the current player."""

    def step(self, action: int) -> None:
        """Play an action."""


class OpenSpielState(Protocol):
    """A state of OpenSpiel, as far as it is measured."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def is_chance_node(self) -> bool:
        """Return whether chance acts."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the current player."""

    def apply_action(self, action: int) -> None:
        """Play an action."""


Clock = Callable[[], float]
Measure = Callable[[Game, int, float], Speed]


def playouts(game: Game, seats: int, seconds: float) -> Speed:
    """Play complete random games with their set-up decisions."""
    runner = Playouts(game, game.read_components())
    runner.play(seats, 0, CHUNK)
    games = decisions = real = 0
    seed = CHUNK
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        counted = runner.play(seats, seed, CHUNK)
        games += counted.games
        decisions += counted.decisions
        real += counted.real_decisions
        seed += CHUNK
    return Speed(decisions / spent, games / spent, real / spent, games, spent)


def spread_states(game: Game, seats: int, games: int) -> Array:
    """Return states that are spread evenly over a game; games that start together would also end together."""
    batch = Batch(game.name, seats, GAMES_IN_BATCH, observations=None, workers=1)
    states = batch.get_states()
    for step in range(GAME_LENGTH):
        states[step::GAME_LENGTH] = batch.get_states(slice(step, None, GAME_LENGTH))
        batch.step(batch.random_actions())
    return np.resize(states, games)


def lockstep(
    game: Game, seats: int, seconds: float, numbers: str | None, workers: int = 1, clock: Clock = time.process_time
) -> Speed:
    """Play random actions in a batch with masks, and with observations of this number type if there is one."""
    batch = Batch(game.name, seats, GAMES_IN_BATCH * workers, observations=numbers, workers=workers)
    batch.set_states(spread_states(game, seats, batch.games))
    steps = 0
    begin = clock()
    while (spent := clock() - begin) < seconds:
        for _ in range(10):
            batch.step(batch.random_actions())
        steps += 10
    return Speed(steps * batch.games / spent)


def state_check(game: Game, seats: int, seconds: float, states: int) -> float:
    """Return the microseconds that the check of a state from outside takes, where so many are checked at once."""
    config = BatchConfig.checked(game.name, seats, states, settings={})
    given = spread_states(game, seats, GAME_LENGTH)
    some = [np.resize(np.roll(given, -at), states) for at in range(0, GAME_LENGTH, 8)]
    config.check_states(some[0], (states,))
    checked = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for batch in some:
            config.check_states(batch, (states,))
        checked += states * len(some)
    return spent / checked * 1e6


def on_all_cores(game: Game, seats: int, seconds: float) -> Speed:
    """Measure a batch on all cores, in wall time."""
    return lockstep(game, seats, seconds, "int8", os.cpu_count() or 1, time.perf_counter)


def playouts_on_gpu(game: Game, seats: int, seconds: float) -> Speed:
    """Play complete random games on a GPU, in wall time; the counts are copied to the CPU after each launch."""
    from ulpia.research import cuda

    runner = cuda.Playouts(game.name, seats)
    runner.play(0)
    games = decisions = real = 0
    seed = runner.games
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        counted = runner.play(seed, games=4).counted
        games += counted.games
        decisions += counted.decisions
        real += counted.real_decisions
        seed += counted.games
    return Speed(decisions / spent, games / spent, real / spent, games, spent)


def lockstep_on_gpu(game: Game, seats: int, seconds: float, numbers: str | None) -> Speed:
    """Play random actions in a batch on a GPU, as `lockstep` does on the CPU."""
    from ulpia.research.cuda import CudaBatch

    batch = CudaBatch(game.name, seats, GAMES_ON_GPU, observations=numbers)
    batch.set_states(spread_states(game, seats, batch.games))
    batch.step(batch.random_actions())
    steps = 0
    batch.wait()
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        for _ in range(10):
            batch.step(batch.random_actions())
        batch.wait()
        steps += 10
    return Speed(steps * batch.games / spent)


def measure_pettingzoo(game: Game, seats: int, seconds: float) -> Speed:
    """Measure the PettingZoo environment as PettingZoo's own benchmark does."""
    from ulpia.research import pettingzoo

    return drive_pettingzoo(pettingzoo.env(game.name, seats=seats), seconds)


def drive_pettingzoo(env: PettingZooEnv, seconds: float) -> Speed:
    """Measure any PettingZoo environment with random legal actions."""
    dice = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(2 * CHUNK):
        _step_pettingzoo(env, dice)
    decisions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in range(100):
            decisions += _step_pettingzoo(env, dice)
    return Speed(decisions / spent)


def _step_pettingzoo(env: PettingZooEnv, dice: np.random.Generator) -> int:
    seen, _, ended, cut, _ = env.last()
    if ended or cut:
        env.reset()
        return 0
    assert seen is not None
    allowed = np.flatnonzero(seen["action_mask"])
    env.step(int(allowed[dice.integers(len(allowed))]))
    return 1


def measure_openspiel(game: Game, seats: int, seconds: float) -> Speed:
    """Measure the OpenSpiel game."""
    from ulpia.research import openspiel

    return drive_openspiel(f"{openspiel.PREFIX}{game.name}(players={seats})", seconds)


def drive_openspiel(name: str, seconds: float) -> Speed:
    """Measure any OpenSpiel game with random legal actions; decisions of players are counted."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    _play_openspiel(game.new_initial_state(), dice)
    decisions = games = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += _play_openspiel(game.new_initial_state(), dice)
        games += 1
    return Speed(decisions / spent, games / spent)


def _play_openspiel(state: OpenSpielState, dice: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def measure_gymnasium(game: Game, seats: int, seconds: float) -> Speed:
    """Measure the Gymnasium vector environment; only decisions of the learner are counted."""
    from ulpia.research.gymnasium import vector

    envs = vector(game.name, seats=seats, games=GAMES_IN_BATCH, workers=1)
    envs.reset(seed=1)
    dice = np.random.default_rng(1)
    decisions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        masks = envs.action_masks()
        actions = (masks * dice.random(masks.shape, np.float32)).argmax(axis=1)
        envs.step(actions)
        decisions += GAMES_IN_BATCH
    return Speed(decisions / spent)


WAYS: dict[str, Measure] = {
    "playouts": playouts,
    "masks": lambda game, seats, seconds: lockstep(game, seats, seconds, None),
    "int8": lambda game, seats, seconds: lockstep(game, seats, seconds, "int8"),
    "float32": lambda game, seats, seconds: lockstep(game, seats, seconds, "float32"),
    "cores": on_all_cores,
    "cuda": playouts_on_gpu,
    "cuda-masks": lambda game, seats, seconds: lockstep_on_gpu(game, seats, seconds, None),
    "cuda-int8": lambda game, seats, seconds: lockstep_on_gpu(game, seats, seconds, "int8"),
    "cuda-float32": lambda game, seats, seconds: lockstep_on_gpu(game, seats, seconds, "float32"),
    "gymnasium": measure_gymnasium,
    "pettingzoo": measure_pettingzoo,
    "openspiel": measure_openspiel,
}
