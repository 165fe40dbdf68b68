"""Every way to run the rules, measured: complete random games, batches in lock-step, and the doors to other libraries.

One core and CPU time, unless a way uses all cores or a GPU: then it is time by the clock.
"""

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ulpia.core.game import Game
from ulpia.engine.playouts import Runner
from ulpia.research.batch import Batch

CHUNK = 500
TABLES = 1024
"""Games in lock-step."""
LENGTH = 512
"""About as many decisions as a game has."""
GAMES_ON_GPU = 131_072


@dataclass(frozen=True)
class Speed:
    """What was measured, per second."""

    decisions: float | None
    """None where they cannot be counted."""
    games: float | None = None
    """Complete games, where those are counted."""
    real_decisions: float | None = None
    """Decisions with more than one option, where those are counted apart."""
    games_measured: int | None = None
    seconds_measured: float | None = None


Clock = Callable[[], float]
Measure = Callable[[Game, int, float], Speed]


def playouts(game: Game, seats: int, seconds: float) -> Speed:
    """Complete random games with their set-up decisions, nothing else."""
    runner = Runner(game, game.read_components())
    runner.playouts(seats, 0, CHUNK)
    games = decisions = real = 0
    seed = CHUNK
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        counted = runner.playouts(seats, seed, CHUNK)
        games += counted.games
        decisions += counted.decisions
        real += counted.real_decisions
        seed += CHUNK
    return Speed(decisions / spent, games / spent, real / spent, games, spent)


def at_all_points(game: Game, seats: int, tables: int) -> Any:
    """States of so many tables, spread evenly over a game: begun together, all would end together too."""
    batch = Batch(game.name, seats, TABLES, observations=None, workers=1)
    states = batch.get_states()
    for step in range(LENGTH):
        states[step::LENGTH] = batch.get_states(slice(step, None, LENGTH))
        batch.step(batch.random_actions())
    return np.resize(states, tables)


def lockstep(
    game: Game, seats: int, seconds: float, numbers: str | None, workers: int = 1, clock: Clock = time.process_time
) -> Speed:
    """Random actions in many games at once, with masks, and with observations if there are any."""
    batch = Batch(game.name, seats, TABLES * workers, observations=numbers, workers=workers)
    batch.set_states(at_all_points(game, seats, batch.games))
    steps = 0
    begin = clock()
    while (spent := clock() - begin) < seconds:
        for _ in range(10):
            batch.step(batch.random_actions())
        steps += 10
    return Speed(steps * batch.games / spent)


def on_all_cores(game: Game, seats: int, seconds: float) -> Speed:
    """The same on all cores, by the clock."""
    return lockstep(game, seats, seconds, "int8", os.cpu_count() or 1, time.perf_counter)


def playouts_on_gpu(game: Game, seats: int, seconds: float) -> Speed:
    """Complete random games on a GPU, by the clock; the counts are brought to the CPU every time."""
    from ulpia.research.cuda import Playouts

    runner = Playouts(game.name, seats, GAMES_ON_GPU)
    runner.play(0)
    games = decisions = real = 0
    seed = GAMES_ON_GPU
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        counted = runner.play(seed, games=4).counted
        games += counted.games
        decisions += counted.decisions
        real += counted.real_decisions
        seed += counted.games
    return Speed(decisions / spent, games / spent, real / spent, games, spent)


def lockstep_on_gpu(game: Game, seats: int, seconds: float, numbers: str | None) -> Speed:
    """Random actions in many games at once on a GPU, with masks, and with observations if there are any."""
    from ulpia.research.cuda import CudaBatch

    batch = CudaBatch(game.name, seats, GAMES_ON_GPU, observations=numbers)
    batch.set_states(at_all_points(game, seats, batch.games))
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


def through_pettingzoo(game: Game, seats: int, seconds: float) -> Speed:
    """An environment of PettingZoo, driven as its own benchmark does."""
    from ulpia.research import pettingzoo

    return drive_pettingzoo(pettingzoo.env(game.name, seats=seats), seconds)


def drive_pettingzoo(env: Any, seconds: float) -> Speed:
    """Ask for what is seen, choose among what the mask allows, play; whatever the environment."""
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


def _step_pettingzoo(env: Any, dice: np.random.Generator) -> int:
    seen, _, ended, cut, _ = env.last()
    if ended or cut:
        env.reset()
        return 0
    allowed = np.flatnonzero(seen["action_mask"])
    env.step(int(allowed[dice.integers(len(allowed))]))
    return 1


def through_openspiel(game: Game, seats: int, seconds: float) -> Speed:
    """A state of OpenSpiel in Python, played to its end by its own interface."""
    import ulpia.research.openspiel as door

    return drive_openspiel(f"{door.PREFIX}{game.name}(players={seats})", seconds)


def drive_openspiel(name: str, seconds: float) -> Speed:
    """Legal actions, one of them at random, apply it; chance as it falls. Decisions of players are counted."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    _play_openspiel(game.new_initial_state(), dice)
    decisions = games = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += _play_openspiel(game.new_initial_state(), dice)
        games += 1
    return Speed(decisions / spent, games / spent)


def _play_openspiel(state: Any, dice: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def through_gymnasium(game: Game, seats: int, seconds: float) -> Speed:
    """The vector environment of Gymnasium; only the learner's decisions are counted."""
    from ulpia.research.gymnasium import vector

    envs = vector(game.name, seats=seats, games=TABLES, workers=1)
    envs.reset(seed=1)
    dice = np.random.default_rng(1)
    decisions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        masks = envs.action_masks()
        actions = (masks * dice.random(masks.shape, np.float32)).argmax(axis=1)
        envs.step(actions)
        decisions += TABLES
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
    "gymnasium": through_gymnasium,
    "pettingzoo": through_pettingzoo,
    "openspiel": through_openspiel,
}
