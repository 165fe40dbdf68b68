"""Training of an evaluation network: self-play, and regression on the points that were still to come.

The result depends on the seed alone: games are numbered, and the number of processes that play them does not matter.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from ulpia.core.errors import MissingFile
from ulpia.core.settings import defaults
from ulpia.engine.search_buffers import (
    Floats,
    Network,
    Samples,
    SelfPlayParameters,
    empty_network,
    network_shapes,
)
from ulpia.engine.search_tree import SEATS
from ulpia.registry import find_game
from ulpia.search.searcher import SearchConfig, Searcher, selfplay_module

SCALE = 20.0
"""Targets are divided by this number of points."""
ROWS_PER_GAME = 500
GAMES_PER_TASK = 10
"""Games that a process plays before it reports."""


@dataclass(frozen=True)
class Generation:
    """What is played with one network before the next is trained."""

    games: Annotated[int, msgspec.Meta(ge=0)]
    """For each number of seats."""
    simulations: Annotated[int, msgspec.Meta(ge=0)]
    """Per decision; 0 plays greedily."""
    score_weight: float
    """As in `SearchConfig`: the network learns points, so searches play for points."""
    temperature: float
    """Points of Gumbel noise on the values of greedy play."""
    random_share: float
    """Share of the decisions that are random."""
    sample_interval: Annotated[int, msgspec.Meta(ge=1)]
    """One position in this many is recorded, for every seat."""
    bootstrap: float
    """Weight of the next recorded expectation in a target, against the final score."""
    epochs: int
    learning_rate: float


@dataclass(frozen=True)
class TrainingSchedule:
    """The generations of a training, how many of them are kept as training data, and the seed.

    The first generations play greedily, which is fast; later ones search, which plays better.
    """

    generations: tuple[Generation, ...]
    generations_kept: int
    seed: int


@dataclass(frozen=True)
class TrainingRecord:
    """What is read of the record that `ulpia tune` writes."""

    schedule: TrainingSchedule


def read_schedule(path: Path) -> TrainingSchedule:
    """Read the schedule from a record that `ulpia tune` wrote; the record of a game's own network lies beside it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=TrainingRecord).schedule
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    except msgspec.MsgspecError as error:
        raise MissingFile(path=path, why=error) from None


@dataclass(frozen=True)
class Task:
    """Some games of a generation, for one process."""

    game: str
    network: Network
    seats: int
    seed: int
    games: int
    generation: Generation


def play(task: Task) -> tuple[Floats, Floats, Floats]:
    """Play the games of a task; return features, targets and final scores."""
    game, generation = find_game(task.game), task.generation
    searcher = Searcher(game, game.read_components(), task.network, generation.simulations)
    rows = task.games * ROWS_PER_GAME
    samples = Samples(
        features=np.zeros((rows, game.rules.feature_count), np.float32),
        notes=np.zeros((rows, 4), np.float32),
        scores=np.zeros((task.games, SEATS), np.float32),
    )
    plan = SelfPlayParameters(
        seats=task.seats,
        setup_flags=game.rules.setup_flags(defaults(game.settings)),
        seed=task.seed,
        games=task.games,
        simulations=generation.simulations,
        temperature=float(generation.temperature),
        random_share=float(generation.random_share),
        sample_interval=generation.sample_interval,
        bootstrap=float(generation.bootstrap),
    )
    tree_search = searcher.tree_search(SearchConfig(score_weight=generation.score_weight))
    written = selfplay_module(game).play_games(searcher.facts, searcher.workspace, tree_search, plan, samples)
    return samples.features[:written], samples.notes[:written, -1], samples.scores[:, : task.seats]


def tasks(name: str, network: Network, number: int, seed: int, generation: Generation) -> Iterator[Task]:
    """Divide the games of a generation into tasks."""
    for seats in find_game(name).seat_counts:
        for first in range(0, generation.games, GAMES_PER_TASK):
            games = min(GAMES_PER_TASK, generation.games - first)
            yield Task(name, network, seats, seed + number * 10_000_000 + seats * 1_000_000 + first, games, generation)


@dataclass(frozen=True)
class GenerationResult:
    """What a generation achieved."""

    number: int
    positions: int
    """Training data, including that of earlier generations."""
    mean_points: dict[int, float]
    """Points per seat, by the number of seats."""
    error: float
    """Root mean square error of the network, in points, on positions it was not trained on."""
    spread: float
    """The same error of a network that always predicts the mean."""


def train(name: str, schedule: TrainingSchedule, processes: int) -> Iterator[tuple[Network, GenerationResult]]:
    """Train a network for a game; yield the network after each generation."""
    game = find_game(name)
    network = empty_network()
    memory: list[tuple[Floats, Floats]] = []
    simulations = 0
    with ProcessPoolExecutor(processes) as pool:
        for number, generation in enumerate(schedule.generations):
            played = list(pool.map(play, tasks(name, network, number, schedule.seed, generation)))
            if generation.simulations != simulations:  # other play makes other points from the same position
                memory.clear()
                simulations = generation.simulations
            memory.append((np.concatenate([rows for rows, _, _ in played]), np.concatenate([y for _, y, _ in played])))
            memory = memory[-schedule.generations_kept :]
            rows, targets = (np.concatenate(parts) for parts in zip(*memory))
            network, error = fit(rows, targets, network if number else None, generation, schedule.seed + number)
            means = {
                seats: float(np.concatenate([s for _, _, s in played if s.shape[1] == seats]).mean())
                for seats in game.seat_counts
            }
            yield network, GenerationResult(number, len(rows), means, error, float(targets.std()))


def random_parts(features: int, mean: float, dice: np.random.Generator) -> list[Floats]:
    """Return the parts of a random network whose output is about the mean."""
    shapes = network_shapes(features)
    parts = [
        dice.normal(0, np.sqrt(2 / shape[0]), shape) if at in (0, 2, 4) else np.zeros(shape)
        for at, shape in enumerate(shapes)
    ]
    parts[5][:] = mean
    return [part.astype(np.float32) for part in parts]


def fit(
    rows: Floats, targets: Floats, start: Network | None, generation: Generation, seed: int
) -> tuple[Network, float]:
    """Fit a network by Adam with a falling learning rate; return it and its error, in points, on held-out rows."""
    dice = np.random.default_rng(seed)
    scaled = targets / np.float32(SCALE)
    parts = random_parts(rows.shape[1], float(scaled.mean()), dice) if start is None else [p.copy() for p in start]
    if start is not None:
        parts[4] /= np.float32(SCALE)
        parts[5] /= np.float32(SCALE)
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    order = dice.permutation(len(rows))
    training, held_out = order[len(rows) // 30 :], order[: len(rows) // 30]
    batch = min(2048, len(training))
    steps, step = generation.epochs * (len(training) // batch), 0
    for _ in range(generation.epochs):
        dice.shuffle(training)
        for at in range(0, len(training) - batch + 1, batch):
            chosen = training[at : at + batch]
            step += 1
            rate = generation.learning_rate * min(1.0, step / 100) * (1 - 0.95 * step / steps)
            for part, gradient in enumerate(gradients(parts, rows[chosen], scaled[chosen])):
                first[part] += np.float32(0.1) * (gradient - first[part])
                second[part] += np.float32(0.001) * (gradient * gradient - second[part])
                mean, spread = first[part] / (1 - 0.9**step), second[part] / (1 - 0.999**step)
                parts[part] -= (rate * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)
    error = float(np.sqrt(np.mean((forward(parts, rows[held_out])[-1] - scaled[held_out]) ** 2))) * SCALE
    parts[4] *= np.float32(SCALE)
    parts[5] *= np.float32(SCALE)
    return Network(*(np.ascontiguousarray(part, np.float32) for part in parts)), error


def forward(parts: list[Floats], rows: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the activations of both hidden layers and the output."""
    hidden_1 = np.maximum(rows @ parts[0] + parts[1], 0)
    hidden_2 = np.maximum(hidden_1 @ parts[2] + parts[3], 0)
    return hidden_1, hidden_2, hidden_2 @ parts[4] + parts[5][0]


def gradients(parts: list[Floats], rows: Floats, targets: Floats) -> list[Floats]:
    """Return the gradient of the mean squared error with respect to each part."""
    hidden_1, hidden_2, out = forward(parts, rows)
    error = (out - targets) * np.float32(2 / len(rows))
    error_2 = np.outer(error, parts[4]) * (hidden_2 > 0)
    error_1 = (error_2 @ parts[2].T) * (hidden_1 > 0)
    return [
        rows.T @ error_1,
        error_1.sum(0),
        hidden_1.T @ error_2,
        error_2.sum(0),
        hidden_2.T @ error,
        np.array([error.sum()], np.float32),
    ]
