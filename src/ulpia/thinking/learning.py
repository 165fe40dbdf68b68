"""How an evaluation is learned: games against oneself, and regression on the points that were still to come.

Everything follows from the seed: games are numbered, and what is learned from them does not depend on how many
processes played them.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.catalogue import find_game
from ulpia.kernel.settings import defaults
from ulpia.thinking.minds import Mind, Net, empty_net, net_shapes, practice
from ulpia.thinking.tree import SEATS

Rows = npt.NDArray[np.float32]
SCALE = 20.0
"""Points are learned in portions of this size."""
ROWS_PER_GAME = 500
IN_ONE_GO = 20
"""Games that a process plays before it reports."""


@dataclass(frozen=True)
class Generation:
    """What is played with one evaluation before the next is learned."""

    games: int
    """For each number of seats."""
    warmth: float
    """Points by which what is played may be worse than the best that was seen."""
    strange: float
    """How often something is played at random."""
    every: int
    """One position in so many is written down, for every seat."""
    epochs: int
    rate: float


@dataclass(frozen=True)
class Course:
    """Generations, and how many of them are remembered."""

    generations: tuple[Generation, ...]
    remembered: int = 6


def play(task: tuple[str, Net, int, int, int, Generation]) -> tuple[Rows, Rows, Rows]:
    """Some games: positions, the points still to come, final scores. For a process of its own."""
    name, net, seats, seed, games, generation = task
    game = find_game(name)
    mind = Mind(game, game.read_components().facts, net)
    rows = np.zeros((games * ROWS_PER_GAME, game.features), np.float32)
    targets = np.zeros((len(rows), 2), np.float32)
    scores = np.zeros((games, SEATS), np.float32)
    written = practice(game).practise(
        mind.facts,
        mind.states,
        mind.tools,
        seats,
        game.terms(defaults(game.settings)),
        seed,
        games,
        generation.warmth,
        generation.strange,
        generation.every,
        rows,
        targets,
        scores,
    )
    return rows[:written], targets[:written, 1], scores[:, :seats]


def tasks(name: str, net: Net, number: int, seed: int, generation: Generation) -> Iterator[Any]:
    """The games of a generation, in portions."""
    for seats in find_game(name).seat_counts:
        for first in range(0, generation.games, IN_ONE_GO):
            games = min(IN_ONE_GO, generation.games - first)
            yield name, net, seats, seed + number * 10_000_000 + seats * 1_000_000 + first, games, generation


def learn(
    name: str,
    course: Course,
    seed: int,
    processes: int,
    report: Callable[[str], None] = print,
    start: Net | None = None,
    after: Callable[[Net], None] = lambda _net: None,
) -> Net:
    """Go through a course; return the evaluation at its end."""
    game = find_game(name)
    net = start or empty_net(game)
    memory: list[tuple[Rows, Rows]] = []
    with ProcessPoolExecutor(processes) as pool:
        for number, generation in enumerate(course.generations):
            played = list(pool.map(play, tasks(name, net, number, seed, generation)))
            memory.append((np.concatenate([rows for rows, _, _ in played]), np.concatenate([y for _, y, _ in played])))
            memory = memory[-course.remembered :]
            rows, to_come = (np.concatenate(parts) for parts in zip(*memory))
            is_first = number == 0 and start is None
            net, error = regress(rows, to_come, None if is_first else net, generation, seed + number)
            after(net)
            means = ", ".join(
                f"{seats}: {np.concatenate([s for _, _, s in played if s.shape[1] == seats]).mean():.1f}"
                for seats in game.seat_counts
            )
            report(
                f"{number}: {len(rows)} rows, mean points of seats {means}, error {error:.2f} of {to_come.std():.2f}"
            )
    return net


def fresh(features: int, mean: float, dice: np.random.Generator) -> list[Rows]:
    """An evaluation that knows nothing but the mean."""
    shapes = net_shapes(features)
    parts = [
        dice.normal(0, np.sqrt(2 / shape[0]), shape) if at in (0, 2, 4) else np.zeros(shape)
        for at, shape in enumerate(shapes)
    ]
    parts[5][:] = mean
    return [part.astype(np.float32) for part in parts]


def regress(rows: Rows, to_come: Rows, start: Net | None, generation: Generation, seed: int) -> tuple[Net, float]:
    """Fit a net by Adam with a falling rate; tell its error, in points, on rows it has not seen."""
    dice = np.random.default_rng(seed)
    target = to_come / np.float32(SCALE)
    net = fresh(rows.shape[1], float(target.mean()), dice) if start is None else [part.copy() for part in start]
    if start is not None:
        net[4] /= np.float32(SCALE)
        net[5] /= np.float32(SCALE)
    first, second = [np.zeros_like(part) for part in net], [np.zeros_like(part) for part in net]
    order = dice.permutation(len(rows))
    seen, unseen = order[len(rows) // 30 :], order[: len(rows) // 30]
    batch = min(2048, len(seen))
    steps, step = generation.epochs * (len(seen) // batch), 0
    for _ in range(generation.epochs):
        dice.shuffle(seen)
        for at in range(0, len(seen) - batch + 1, batch):
            chosen = seen[at : at + batch]
            step += 1
            rate = generation.rate * min(1.0, step / 100) * (1 - 0.95 * step / steps)
            for part, slope in enumerate(slopes(net, rows[chosen], target[chosen])):
                first[part] += np.float32(0.1) * (slope - first[part])
                second[part] += np.float32(0.001) * (slope * slope - second[part])
                mean, spread = first[part] / (1 - 0.9**step), second[part] / (1 - 0.999**step)
                net[part] -= (rate * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)
    error = float(np.sqrt(np.mean((outcome(net, rows[unseen])[-1] - target[unseen]) ** 2))) * SCALE
    net[4] *= np.float32(SCALE)
    net[5] *= np.float32(SCALE)
    return tuple(np.ascontiguousarray(part, np.float32) for part in net), error


def outcome(net: list[Rows], rows: Rows) -> tuple[Rows, Rows, Rows]:
    """Both layers and the sum."""
    hidden = np.maximum(rows @ net[0] + net[1], 0)
    narrow = np.maximum(hidden @ net[2] + net[3], 0)
    return hidden, narrow, narrow @ net[4] + net[5][0]


def slopes(net: list[Rows], rows: Rows, target: Rows) -> list[Rows]:
    """How the mean squared error changes with each part of a net."""
    hidden, narrow, out = outcome(net, rows)
    wrong = (out - target) * np.float32(2 / len(rows))
    at_narrow = np.outer(wrong, net[4]) * (narrow > 0)
    at_hidden = (at_narrow @ net[2].T) * (hidden > 0)
    return [
        rows.T @ at_hidden,
        at_hidden.sum(0),
        hidden.T @ at_narrow,
        at_narrow.sum(0),
        narrow.T @ wrong,
        np.array([wrong.sum()], np.float32),
    ]
