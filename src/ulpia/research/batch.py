"""Thousands of games in lock-step, in compiled code, on all cores.

All arrays belong to the batch and are overwritten by every step: NumPy sees them without a copy, PyTorch and JAX by
DLPack (`torch.from_dlpack(batch.observations)`). Who wants to keep one, copies it.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ulpia.core.game import Game
from ulpia.engine import batch_actions as choices
from ulpia.engine.layout import layout
from ulpia.engine.playouts import Progress, compile_once
from ulpia.engine.rng import Chance
from ulpia.engine.templates.loops import OTHER_STREAM
from ulpia.match import check_seat, is_whole
from ulpia.registry import find_game
from ulpia.research.batch_config import NUMBERS, Plan
from ulpia.research.errors import UnknownKind, WrongShape

CHANCE = layout(Chance)
CHANGING = (
    *("_states", "_dice", "seeds", "seats", "choices", "options", "masks", "observations", "rewards", "done", "points"),
)
"""Of a batch, by name."""

Array = npt.NDArray[Any]
T = TypeVar("T")


class Step(NamedTuple):
    """What every table asks now, and what came of the last action."""

    seats: Array
    """Whose decision it is, -1 where the game is over (int8, a number for each game)."""
    observations: Array
    """What that seat knows (float32 or int8, a row for each game)."""
    masks: Array
    """1 for each action that is allowed (uint8, a row for each game)."""
    rewards: Array
    """For every seat, since the last step (float32, a row for each game)."""
    done: Array
    """Where a game has ended by the last action (bool)."""


def prepare(game: Game, numbers: str = "float32", progress: Progress | None = None) -> None:
    """Compile what batches and environments need, if nobody has yet."""
    compile_once(game, f"lockstep-{numbers}", lambda: _try(game, numbers), progress)


def _try(game: Game, numbers: str) -> None:
    batch = object.__new__(Batch)
    batch._lay_out(Plan.checked(game.name, 2, 1, numbers, "result", True, None, {}), 1)
    batch.reset(0)
    batch.step(batch.random_actions())
    batch.put(batch.take())
    batch.look(0)


class Batch:
    """Games of one kind in lock-step.

    A step is a decision at every table, with all that follows from it and leaves no choice. With `auto_reset` a table
    whose game has ended is at once at the beginning of the next; its seed (`seeds[at]`) grows by the number of games.
    """

    seeds: Array
    """Of the game at each table (int64)."""
    seats: Array
    choices: Array
    """How many actions are allowed (int16, a number for each game)."""
    options: Array
    """Which: so many of each row count (int16)."""
    masks: Array
    observations: Array
    rewards: Array
    done: Array
    points: Array
    """Of every seat (int16, a row for each game)."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 1024,
        *,
        seed: int = 0,
        observations: str | None = "float32",
        rewards: str = "result",
        auto_reset: bool = True,
        workers: int | None = None,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        plan = Plan.checked(game, seats, games, observations, rewards, auto_reset, components, settings)
        if workers is not None and (not is_whole(workers) or workers < 1):
            raise UnknownKind(option="workers", value=workers, known="1, 2, 3, …")
        prepare(plan.game, observations or NUMBERS[0])
        self._lay_out(plan, workers or os.cpu_count() or 1)
        self.reset(seed)

    def _lay_out(self, plan: Plan, workers: int) -> None:
        game = plan.game
        self.plan, self.game, self.settings = plan, game, plan.settings
        self.table_size, self.games = plan.seats, plan.games
        self._facts = np.array([plan.facts], plan.facts.dtype)
        self._states = np.zeros(plan.games, game.state_type)
        self._blank = np.zeros(1, game.state_type)
        self._silent = np.zeros((0, game.log_shape[1]), np.int16)
        self._scale = plan.scale
        self._terms = game.setup_flags(plan.settings)
        self._dice = np.zeros(1, CHANCE)
        self._actions = np.zeros(plan.games, np.int64)
        for name, array in plan.arrays().items():
            setattr(self, name, array)
        self._divide(min(plan.games, workers))

    def _divide(self, workers: int) -> None:
        edges = [self.games * at // workers for at in range(workers + 1)]
        self.shares = [Share(self, slice(low, high)) for low, high in pairwise(edges)]
        self._threads: tuple[int, ThreadPoolExecutor] | None = None

    # What is asked, and answered

    @property
    def now(self) -> Step:
        """What every table asks."""
        return Step(self.seats, self.observations, self.masks, self.rewards, self.done)

    def reset(self, seed: int | None = None) -> Step:
        """Begin anew at every table: with this seed and the following ones, or the ones after those in use."""
        if seed is None:
            self.seeds += self.games
        else:
            self.seeds[:] = self.plan.seeds(seed)
        choices.seed_dice(self._dice, int(self.seeds[0]) ^ OTHER_STREAM)
        self.rewards[:] = 0
        self.done[:] = False
        self.share_out(Share.start)
        return self.now

    def step(self, actions: Array) -> Step:
        """Play an action at every table (-1 where a game is over). If one is not allowed, nothing is played."""
        self.take_up(actions)
        self.share_out(Share.step)
        return self.now

    def random_actions(self) -> npt.NDArray[np.int64]:
        """One of its options for every table, all equally likely."""
        actions = np.empty(self.games, np.int64)
        choices.draw_actions(self._dice, self.choices, self.options, actions)
        return actions

    def look(self, seat: int) -> Array:
        """What a seat knows at every table, whoever decides there; a new array."""
        seat = check_seat(seat, self.table_size)
        seen = np.zeros((self.games, self.game.observation.size), self.observations.dtype)
        small = np.zeros(self.game.observation.size, np.int8)
        self.game.lockstep.look(self._facts, self._states, seat, small, self._scale, seen)
        return seen

    # States

    def take(self, at: Array | list[int] | slice = slice(None)) -> Array:
        """The whole truth about some tables: records, copied. All that a game is, is in them."""
        return self._states[at].copy()

    def put(self, states: Array, at: Array | list[int] | slice = slice(None)) -> Step:
        """Lay states (from `take`, or `match.state`) on some tables."""
        states = np.atleast_1d(np.asarray(states))
        try:
            there = np.atleast_1d(self._states[at]).shape
        except IndexError:
            raise WrongShape(what="at", needed=f"0 … {self.games - 1}", given=at) from None
        self.plan.check_states(states, there)
        self._states[at] = states
        self.rewards[at] = 0
        self.done[at] = False
        self.share_out(Share.relist)
        return self.now

    def keep(self) -> dict[str, Array]:
        """Copies of all that changes."""
        return {name: getattr(self, name).copy() for name in CHANGING}

    def put_back(self, kept: Mapping[str, Array]) -> None:
        """Lay down what was kept. (Arrays are written into: each is seen through many views.)"""
        for name, array in kept.items():
            getattr(self, name)[...] = array

    def __reduce__(self) -> tuple[Any, ...]:
        """As it travels to another process: what it was asked to be, and what has changed since."""
        return _rebuild, (self.plan, len(self.shares), self.keep())

    def __deepcopy__(self, _memo: object) -> "Batch":
        """An independent batch at the same point."""
        other = object.__new__(Batch)
        other.__dict__.update(vars(self), **self.keep(), _actions=self._actions.copy())
        other._divide(len(self.shares))
        return other

    # For whoever drives a batch

    def take_up(self, actions: Any) -> None:
        """Check actions and have them ready to be played."""
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise WrongShape(what="actions", needed=(self.games,), given="?") from None
        self.plan.check_actions(given)
        self._actions[:] = given
        refused = [table for table in self.share_out(Share.first_refused) if table >= 0]
        if refused:
            table = refused[0]
            options = self.options[table, : self.choices[table]].tolist()
            self.plan.refuse(table, int(self._actions[table]), options)

    def share_out(self, work: Callable[["Share"], T]) -> list[T]:
        """Do some work for all shares, each in a thread of its own."""
        if len(self.shares) == 1:
            return [work(self.shares[0])]
        if self._threads is None or self._threads[0] != os.getpid():  # a fork takes no threads along
            self._threads = os.getpid(), ThreadPoolExecutor(len(self.shares))
        return list(self._threads[1].map(work, self.shares))

    def close(self) -> None:
        """Let its threads go. It can still be used: it then takes new ones."""
        if self._threads is not None and self._threads[0] == os.getpid():
            self._threads[1].shutdown()
        self._threads = None


def _rebuild(plan: Plan, workers: int, kept: dict[str, Array]) -> Batch:
    plan = replace(plan, game=find_game(plan.game.name))  # there is one of each game in a process
    prepare(plan.game, plan.numbers or NUMBERS[0])
    batch = object.__new__(Batch)
    batch._lay_out(plan, workers)
    batch.put_back(kept)
    return batch


class Share:
    """Some of the tables, and what one thread needs for them."""

    def __init__(self, batch: Batch, tables: slice) -> None:
        self.batch, self.tables = batch, tables
        self.states = batch._states[tables]
        self.seeds = batch.seeds[tables]
        self.points = batch.points[tables]
        self.rewards = batch.rewards[tables]
        self.done = batch.done[tables]
        self.actions = batch._actions[tables]
        self.shown = tuple(
            array[tables] for array in (batch.seats, batch.choices, batch.options, batch.masks, batch.observations)
        )
        self.legal = np.zeros(batch.game.max_options, np.int64)
        self.small = np.zeros(batch.game.observation.size, np.int8)

    def start(self) -> None:
        """Begin."""
        b = self.batch
        b.game.lockstep.start(
            *(b._facts, self.states, b._blank, self.seeds, b.table_size, b._terms, b.plan.request, b._silent),
            *(self.legal, self.small, b._scale, self.shown, self.points),
        )

    def first_refused(self) -> int:
        """The first table whose action is not allowed; negative where there is none."""
        _, counts, _, masks, _ = self.shown
        table = choices.first_refused(self.actions, masks, counts)
        return table if table < 0 else int(self.tables.start + table)

    def order(self, stride: int) -> tuple[Any, ...]:
        """All that a step needs to know."""
        b = self.batch
        return (
            *(b._facts, self.states, b._blank, self.seeds, stride, b._terms, b.plan.request, b._silent),
            *(self.legal, self.small, b._scale, self.shown, self.points),
            *(self.actions, b.plan.rewards, self.rewards, self.done),
        )

    def step(self) -> None:
        """Play an action at every table."""
        self.batch.game.lockstep.step(*self.order(self.batch.plan.stride))

    def relist(self) -> None:
        """List what is asked."""
        b = self.batch
        b.game.lockstep.relist(
            *(b._facts, self.states, b._silent, self.legal, self.small, b._scale, self.shown, self.points)
        )
