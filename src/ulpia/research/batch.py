"""Batch: thousands of games advanced together in compiled code, on all cores.

All arrays belong to the batch and are overwritten by every step. NumPy sees them without a copy, PyTorch through DLPack
(`torch.from_dlpack(batch.observations)`). JAX needs a copy after every step (`jnp.array(batch.observations)`).
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import BadPickle
from ulpia.core.game import Game, Progress
from ulpia.engine import batch_actions
from ulpia.engine.batch_types import Array, Choices, GameArrays, Scratch, Transition, plain_tuples
from ulpia.engine.dice import DICE_TYPE
from ulpia.engine.layout import fill_array
from ulpia.engine.warmup import compile_once
from ulpia.match import check_seat, is_integer
from ulpia.research.batch_config import OBSERVATION_TYPES, BatchConfig
from ulpia.research.errors import UnknownKind, WrongNumbers, WrongShape

T = TypeVar("T")


class Step(NamedTuple):
    """The pending decision of every game and the result of its last action."""

    current_players: Array
    """The seat that decides, -1 where the game is over (int8, one for each game)."""
    observations: Array
    """What that seat knows (float32 or int8, a row for each game)."""
    legal_action_masks: Array
    """1 for each legal action (uint8, a row for each game)."""
    rewards: Array
    """Reward of every seat for the last step (float32, a row for each game)."""
    terminated: Array
    """Whether the last action ended a game (bool, one for each game)."""


@dataclass(frozen=True)
class BatchArrays:
    """Everything that changes while a batch is played, with an entry or a row for each game."""

    states: Array
    dice: Array
    """The random stream of `random_actions`: one for the whole batch on the CPU, one for each game on a GPU."""
    actions: Array
    seeds: Array
    current_players: Array
    option_counts: Array
    options: Array
    legal_action_masks: Array
    observations: Array
    rewards: Array
    terminated: Array
    points: Array
    final_points: Array
    final_states: Array

    @classmethod
    def new(cls, config: BatchConfig) -> "BatchArrays":
        """Create arrays for games that have not begun."""
        game, games = config.game, config.games
        size = game.rules.observation.size if config.observation_type else 0
        return cls(
            states=np.zeros(games, game.rules.state_type),
            dice=np.zeros(1, DICE_TYPE),
            actions=np.zeros(games, np.int64),
            seeds=np.zeros(games, np.int64),
            current_players=np.full(games, -1, np.int8),
            option_counts=np.zeros(games, np.int16),
            options=np.zeros((games, game.rules.max_options), np.int16),
            legal_action_masks=np.zeros((games, len(game.actions)), np.uint8),
            observations=np.zeros((games, size), config.observation_type or OBSERVATION_TYPES[0]),
            rewards=np.zeros((games, config.seats), np.float32),
            terminated=np.zeros(games, np.bool_),
            points=np.zeros((games, config.seats), np.int16),
            final_points=np.zeros((games, config.seats), np.int16),
            final_states=np.zeros(games, game.rules.state_type),
        )

    def copy(self) -> "BatchArrays":
        """Return copies of all arrays."""
        return BatchArrays(**{name: array.copy() for name, array in vars(self).items()})

    def overwrite(self, other: "BatchArrays") -> None:
        """Write the values of `other` into these arrays, so that existing views of them stay valid."""
        for name, array in vars(self).items():
            array[...] = getattr(other, name)


def check_like(name: str, given: object, needed: Array) -> None:
    """Refuse anything but an array of the same shape and number type."""
    if not isinstance(given, np.ndarray) or given.shape != needed.shape:
        raise WrongShape(what=name, needed=needed.shape, given=getattr(given, "shape", type(given).__name__))
    if given.dtype != needed.dtype:
        raise WrongNumbers(what=name, needed=needed.dtype, given=given.dtype)


def read_pickled(name: str, data: object, array: Array) -> None:
    """Write the bytes of a pickle into an array."""
    if not fill_array(array, data):
        raise BadPickle(what=name)


class Shard:
    """Some games of a batch, and what the thread that plays them needs."""

    def __init__(self, config: BatchConfig, arrays: BatchArrays, games: slice) -> None:
        self.games = games
        self.compiled = config.game.rules.batch
        self.states, self.actions = arrays.states[games], arrays.actions[games]
        self.masks, self.counts = arrays.legal_action_masks[games], arrays.option_counts[games]
        size, log_width = config.game.rules.observation.size, config.game.rules.log_shape[1]
        self.scratch = Scratch(
            np.zeros(config.game.rules.max_options, np.int64),
            np.zeros(size, np.int8),
            config.scale,
            np.zeros((0, log_width), np.int16),
        )
        self.arguments = plain_tuples(
            config.setup,
            GameArrays(self.states, arrays.seeds[games], arrays.points[games]),
            Choices(
                arrays.current_players[games],
                self.counts,
                arrays.options[games],
                self.masks,
                arrays.observations[games],
            ),
            self.scratch,
        )
        """What `start` and `list_options` take."""
        transition = Transition(
            self.actions,
            arrays.rewards[games],
            arrays.terminated[games],
            arrays.final_points[games],
            arrays.final_states[games],
        )
        self.step_arguments = (*self.arguments, *plain_tuples(transition))
        """What `step` takes."""

    def start(self) -> None:
        """Begin a game at every table."""
        self.compiled.start(*self.arguments)

    def step(self) -> None:
        """Play the loaded action in every game."""
        self.compiled.step(*self.step_arguments)

    def list_options(self) -> None:
        """Show the pending decision of every game."""
        self.compiled.list_options(*self.arguments)

    def first_refused(self) -> int:
        """Return the first game whose loaded action is not legal; negative if there is none."""
        at = batch_actions.first_refused(self.actions, self.masks, self.counts)
        return at if at < 0 else int(self.games.start + at)

    def observe(self, seat: int, observations: Array) -> None:
        """Write what a seat knows in every game."""
        self.observe_states(self.states, seat, observations)

    def observe_states(self, states: Array, seat: int, observations: Array) -> None:
        """Write what a seat knows in states of any game of this kind."""
        facts, scratch = self.arguments[0][0], self.scratch
        self.compiled.observe_seat(facts, states, seat, scratch.encoded, scratch.scale, observations)


def prepare(game: Game, observation_type: str = OBSERVATION_TYPES[0], progress: Progress | None = None) -> None:
    """Compile what batches and environments need, unless it is compiled already."""
    compile_once(game, f"lockstep-{observation_type}", lambda: _exercise(game, observation_type), progress)


def _exercise(game: Game, observation_type: str) -> None:
    """Call every compiled function of a batch once."""
    config = BatchConfig.checked(game.name, game.seat_counts[0], 1, observations=observation_type, settings={})
    arrays = BatchArrays.new(config)
    shard = Shard(config, arrays, slice(0, 1))
    batch_actions.seed_dice(arrays.dice, 0)
    shard.start()
    batch_actions.draw_actions(arrays.dice, arrays.option_counts, arrays.options, arrays.actions)
    shard.first_refused()
    shard.step()
    shard.list_options()
    shard.observe(0, arrays.observations)


class Batch:
    """Games of one kind, advanced together.

    A step plays one decision in every game, with everything that follows and leaves no choice. With `auto_reset`, a
    game that ends is followed at once by the next one, whose seed (`seeds[at]`) is higher by the number of games.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 1024,
        *,
        seed: int = 0,
        observations: str | None = OBSERVATION_TYPES[0],
        rewards: str = "result",
        auto_reset: bool = True,
        workers: int | None = None,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        config = BatchConfig.checked(
            game,
            seats,
            games,
            observations=observations,
            rewards=rewards,
            auto_reset=auto_reset,
            components=components,
            settings=settings,
        )
        if workers is not None and (not is_integer(workers) or workers < 1):
            raise UnknownKind(option="workers", value=workers, known="1, 2, 3, …")
        prepare(config.game, observations or OBSERVATION_TYPES[0])
        self._open(config, BatchArrays.new(config), workers or os.cpu_count() or 1)
        self.reset(seed)

    def _open(self, config: BatchConfig, arrays: BatchArrays, workers: int) -> None:
        self.config, self.game, self.settings = config, config.game, config.settings
        self.seats = config.seats
        """The number of seats at each table."""
        self.games = config.games
        """The number of games."""
        self.arrays = arrays
        self.seeds = arrays.seeds
        """The seed of each game (int64)."""
        self.current_players = arrays.current_players
        """The seat that decides, -1 where the game is over (int8, one for each game)."""
        self.option_counts = arrays.option_counts
        """How many actions are legal (int16, one for each game)."""
        self.options = arrays.options
        """The legal actions: the first `option_counts[at]` entries of row `at` (int16)."""
        self.legal_action_masks = arrays.legal_action_masks
        """1 for each legal action (uint8, a row for each game)."""
        self.observations = arrays.observations
        """What the current player knows (float32 or int8, a row for each game)."""
        self.rewards = arrays.rewards
        """Reward of every seat for the last step (float32, a row for each game)."""
        self.terminated = arrays.terminated
        """Whether the last action ended a game (bool, one for each game)."""
        self.points = arrays.points
        """Points of every seat (int16, a row for each game)."""
        self.final_points = arrays.final_points
        """Points of every seat at the end of the last game that ended at the table (int16, a row for each game)."""
        many = min(config.games, workers)
        edges = [config.games * at // many for at in range(many + 1)]
        self.shards = [Shard(config, arrays, slice(low, high)) for low, high in pairwise(edges)]
        self._threads: tuple[int, ThreadPoolExecutor] | None = None

    # Playing

    @property
    def current_step(self) -> Step:
        """The pending decision of every game and the result of its last action."""
        return Step(self.current_players, self.observations, self.legal_action_masks, self.rewards, self.terminated)

    def reset(self, seed: int | None = None) -> Step:
        """Reset all games. Game i uses `seed + i`; without a seed, the running sequence of seeds continues."""
        if seed is None:
            self.seeds += self.games
        else:
            self.seeds[:] = self.config.seeds(seed)
        batch_actions.seed_dice(self.arrays.dice, int(self.seeds[0]))
        self.rewards[:] = 0
        self.terminated[:] = False
        self.run_shards(Shard.start)
        return self.current_step

    def step(self, actions: Array) -> Step:
        """Play an action in every game (-1 where a game is over). If one of them is illegal, nothing is played."""
        self.load_actions(actions)
        self.run_shards(Shard.step)
        return self.current_step

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every game, all equally likely."""
        actions = np.empty(self.games, np.int64)
        batch_actions.draw_actions(self.arrays.dice, self.option_counts, self.options, actions)
        return actions

    def observe(self, seat: int) -> Array:
        """Return what a seat knows in every game, whether or not it is the current player, in a new array."""
        seat = check_seat(seat, self.seats)
        observations = np.zeros((self.games, self.game.rules.observation.size), self.observations.dtype)
        for shard in self.shards:
            shard.observe(seat, observations[shard.games])
        return observations

    def observe_final(self, seat: int, at: Array | list[int] | slice = slice(None)) -> Array:
        """Return what a seat knew at the end of the last game that ended at some tables; zeros where none has ended."""
        seat = check_seat(seat, self.seats)
        ended = self.get_final_states(at)
        observations = np.zeros((len(ended), self.game.rules.observation.size), self.observations.dtype)
        rows = ended["seats"].nonzero()[0]
        some = np.zeros((len(rows), observations.shape[1]), observations.dtype)
        self.shards[0].observe_states(ended[rows], seat, some)
        observations[rows] = some
        return observations

    # States

    def get_final_states(self, at: Array | list[int] | slice = slice(None)) -> Array:
        """Return the last states of the games that ended at some tables, copied; blank where none has ended."""
        states: Array = self.arrays.final_states[self._tables(at)]
        return states

    def _tables(self, at: Array | list[int] | slice) -> Array:
        try:
            return np.atleast_1d(np.arange(self.games)[at])
        except (IndexError, ValueError):
            raise WrongShape(what="at", needed=f"0 … {self.games - 1}", given=at) from None

    def get_states(self, at: Array | list[int] | slice = slice(None)) -> Array:
        """Return the complete states of some games as records, copied."""
        states: Array = self.arrays.states[self._tables(at)]
        return states

    def set_states(self, states: Array, at: Array | list[int] | slice = slice(None)) -> Step:
        """Replace the states of some games by others (from `get_states`, or `match.state`)."""
        states, tables = np.atleast_1d(np.asarray(states)), self._tables(at)
        self.config.check_states(states, tables.shape)
        self.arrays.states[tables] = states
        self.rewards[tables] = 0
        self.terminated[tables] = False
        self.run_shards(Shard.list_options)
        return self.current_step

    def snapshot(self) -> BatchArrays:
        """Return copies of everything that changes."""
        return self.arrays.copy()

    def restore(self, snapshot: BatchArrays) -> None:
        """Go back to a snapshot of this batch. It is checked like states from outside: it may come from a file."""
        for name, array in vars(self.arrays).items():
            check_like(name, getattr(snapshot, name, None), array)
        self.config.check_states(snapshot.states, (self.games,))
        ended = snapshot.final_states["seats"].nonzero()[0]
        self.config.check_states(snapshot.final_states[ended], ended.shape)
        self.arrays.overwrite(snapshot)
        self.option_counts[:] = 0  # options and masks are computed again: compiled code relies on them
        self.legal_action_masks[:] = 0
        self.run_shards(Shard.list_options)

    def __getstate__(self) -> tuple[BatchConfig, dict[str, bytes], int]:
        return self.config, {name: array.tobytes() for name, array in vars(self.arrays).items()}, len(self.shards)

    def __setstate__(self, state: tuple[BatchConfig, dict[str, bytes], int]) -> None:
        config, data, workers = state
        if not is_integer(workers) or not 1 <= workers <= config.games:
            raise BadPickle(what="workers")
        prepare(config.game, config.observation_type or OBSERVATION_TYPES[0])
        self._open(config, BatchArrays.new(config), workers)
        arrays = BatchArrays.new(config)
        for name, array in vars(arrays).items():
            read_pickled(name, data.get(name), array)
        self.restore(arrays)

    def __deepcopy__(self, _memo: object) -> "Batch":
        return copy(self)  # __setstate__ copies the arrays

    # For environments built on a batch

    def load_actions(self, actions: npt.ArrayLike) -> None:
        """Check actions and write them where the next step reads them."""
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise WrongShape(what="actions", needed=(self.games,), given="?") from None
        self.config.check_actions(given)
        self.arrays.actions[:] = given
        refused = [at for at in self.run_shards(Shard.first_refused) if at >= 0]
        if refused:
            at = refused[0]
            options = self.options[at, : self.option_counts[at]].tolist()
            self.config.refuse(at, int(self.arrays.actions[at]), options)

    def run_shards(self, work: Callable[[Shard], T]) -> list[T]:
        """Do some work for all shards, each in a thread of its own."""
        if len(self.shards) == 1:
            return [work(self.shards[0])]
        if self._threads is None or self._threads[0] != os.getpid():  # threads do not survive a fork
            self._threads = os.getpid(), ThreadPoolExecutor(len(self.shards))
        return list(self._threads[1].map(work, self.shards))

    def close(self) -> None:
        """Stop the threads. The batch stays usable and then starts new ones."""
        if self._threads is not None and self._threads[0] == os.getpid():
            self._threads[1].shutdown()
        self._threads = None
