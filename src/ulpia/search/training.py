"""How an evaluation is learned: games against oneself, and regression on the points that were still to come.

Everything follows from the seed: games are numbered, and what is learned from them does not depend on how many
processes played them.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import MissingFile
from ulpia.core.settings import defaults
from ulpia.engine.search_tree import SEATS
from ulpia.registry import find_game
from ulpia.search.searcher import (
    Manner,
    Mind,
    Net,
    empty_net,
    net_shapes,
    practice,
)

Rows = npt.NDArray[np.float32]
SCALE = 20.0
"""Points are learned in portions of this size."""
ROWS_PER_GAME = 500
IN_ONE_GO = 10
"""Games that a process plays before it reports."""


@dataclass(frozen=True)
class Generation:
    """What is played with one evaluation before the next is learned."""

    games: int
    """For each number of seats."""
    walks: int
    """Walks of the tree for a decision; 0 looks one step ahead."""
    greed: float
    """How far trees play for points, and not to win: what is learned are points."""
    warmth: float
    """Points by which what is played one step ahead may be worse than the best that was seen."""
    strange: float
    """How often something is played at random."""
    every: int
    """One position in so many is written down, for every seat."""
    trust: float
    """How far what was expected soon after a position stands for what came in the end."""
    epochs: int
    rate: float


@dataclass(frozen=True)
class Course:
    """Generations, how many of them are remembered, and the seed that everything follows from.

    First some that play one step ahead, which is quick and learns what things are worth; then some that play by trees,
    which learns to plan.
    """

    generations: tuple[Generation, ...]
    remembered: int
    seed: int


def read_course(path: Path) -> Course:
    """A course as `ulpia tune` writes it down; the one a game's evaluation was learned by lies beside it."""
    try:
        told = json.loads(path.read_text("utf-8"))["course"]
        return Course(tuple(Generation(**each) for each in told["generations"]), told["remembered"], told["seed"])
    except OSError as error:
        raise MissingFile(path=path, why=error.strerror or error) from None
    except (ValueError, TypeError, KeyError) as error:
        raise MissingFile(path=path, why=error) from None


def play(task: tuple[str, Net, int, int, int, Generation]) -> tuple[Rows, Rows, Rows]:
    """Some games: positions, the points still to come, final scores. For a process of its own."""
    name, net, seats, seed, games, generation = task
    game = find_game(name)
    mind = Mind(game, game.read_components().facts, net, generation.walks)
    rows = np.zeros((games * ROWS_PER_GAME, game.features), np.float32)
    notes = np.zeros((len(rows), 4), np.float32)
    scores = np.zeros((games, SEATS), np.float32)
    written = practice(game).practise(
        mind.facts,
        mind.states,
        mind.tools,
        mind.tree,
        mind.path,
        mind.values,
        seats,
        game.setup_flags(defaults(game.settings)),
        seed,
        games,
        generation.walks,
        generation.warmth,
        generation.strange,
        generation.every,
        generation.trust,
        Manner(greed=generation.greed).numbers,
        rows,
        notes,
        scores,
    )
    return rows[:written], notes[:written, -1], scores[:, :seats]


def tasks(name: str, net: Net, number: int, seed: int, generation: Generation) -> Iterator[Any]:
    """The games of a generation, in portions."""
    for seats in find_game(name).seat_counts:
        for first in range(0, generation.games, IN_ONE_GO):
            games = min(IN_ONE_GO, generation.games - first)
            yield name, net, seats, seed + number * 10_000_000 + seats * 1_000_000 + first, games, generation


@dataclass(frozen=True)
class Learned:
    """What came of a generation."""

    number: int
    positions: int
    """That it was learned from, those of earlier generations included."""
    mean_points: dict[int, float]
    """Of a seat, by the number of seats."""
    error: float
    """Points by which the evaluation is off (root mean square) on positions it has not seen."""
    spread: float
    """The same, of an evaluation that always expects the mean."""


def learn(name: str, course: Course, processes: int) -> Iterator[tuple[Net, Learned]]:
    """Go through a course; give the evaluation after each generation."""
    game = find_game(name)
    net = empty_net(game)
    memory: list[tuple[Rows, Rows]] = []
    walks = 0
    with ProcessPoolExecutor(processes) as pool:
        for number, generation in enumerate(course.generations):
            played = list(pool.map(play, tasks(name, net, number, course.seed, generation)))
            if generation.walks != walks:  # who plays otherwise makes other points from the same position
                memory.clear()
                walks = generation.walks
            memory.append((np.concatenate([rows for rows, _, _ in played]), np.concatenate([y for _, y, _ in played])))
            memory = memory[-course.remembered :]
            rows, to_come = (np.concatenate(parts) for parts in zip(*memory))
            net, error = regress(rows, to_come, net if number else None, generation, course.seed + number)
            means = {
                seats: float(np.concatenate([s for _, _, s in played if s.shape[1] == seats]).mean())
                for seats in game.seat_counts
            }
            yield net, Learned(number, len(rows), means, error, float(to_come.std()))


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
