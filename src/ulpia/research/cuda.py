"""Games on a GPU: random games by the hundred thousand, and batches in lock-step that share memory with PyTorch.

The rules are those of the CPU, compiled once more; for equal seeds and actions the states are equal to the last byte.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import BadCount
from ulpia.engine.cuda import bind_kernels, find_device
from ulpia.engine.playouts import Counted
from ulpia.engine.templates.loops import (
    DECISIONS,
    GAMES,
    OTHER_STREAM,
    REAL_DECISIONS,
    TALLY,
)
from ulpia.match import check_seed, is_whole
from ulpia.research.batch import CHANCE, Step
from ulpia.research.batch_config import Plan

Array = npt.NDArray[Any]


def blocks(many: int, of: int) -> int:
    """How many of that size hold so many."""
    return -(-many // of)


class _OnDevice:
    """What games on a GPU have in common: the kernels, and arrays that stay there."""

    block: ClassVar[int] = 64
    """Threads that are launched together."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.game, self.settings = plan, plan.game, plan.settings
        self.table_size, self.games = plan.seats, plan.games
        self._cuda = find_device()
        self._kernels = bind_kernels(plan.game, self._cuda)
        self._terms = plan.game.setup_flags(plan.settings)
        self._facts = self._lay(np.array([plan.facts], plan.facts.dtype))
        self._dice = self._lay(np.zeros(plan.games, CHANCE))
        self._may = self._lay(np.zeros((plan.games, plan.game.max_options), np.int64))

    def _lay(self, array: Array) -> Any:
        return self._cuda.to_device(array)

    def _launch(self, name: str, *arguments: Any) -> None:
        getattr(self._kernels, name)[blocks(self.games, self.block), self.block](*arguments)

    def wait(self) -> None:
        """Until everything that was asked for has been done."""
        self._cuda.synchronize()


@dataclass(frozen=True)
class Played:
    """What a run of random games did."""

    counted: Counted
    states: Any
    """How each thread's last game ended: records on the GPU."""


class Playouts(_OnDevice):
    """Complete random games, as many threads at once as are asked for, each one game after another."""

    block = 256

    def __init__(
        self,
        game: str,
        seats: int = 4,
        threads: int = 131_072,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        plan = Plan.checked(game, seats, threads, None, "result", False, components, {"setup": "chosen", **settings})
        super().__init__(plan)
        self._states = self._lay(np.zeros(2 * threads, self.game.state_type))
        self._tally = self._lay(np.zeros((threads, TALLY), np.int64))

    def play(self, seed: int = 0, games: int = 1) -> Played:
        """Thread t plays the games of the seeds seed + t * games and following."""
        if not is_whole(games) or games < 1:
            raise BadCount(count=games)
        check_seed(check_seed(seed) + self.games * games - 1)
        self._tally.copy_to_device(np.zeros(self._tally.shape, np.int64))
        self._launch(
            "play_games",
            *(self._facts, self._states, self._dice, self._may, self._tally),
            *(self.table_size, self._terms, seed, games),
        )
        total = self._tally.copy_to_host().sum(axis=0)
        counted = Counted(int(total[GAMES]), int(total[DECISIONS]), int(total[REAL_DECISIONS]))
        return Played(counted, self._states[::2])


class CudaBatch(_OnDevice):
    """As `Batch`, with all arrays on the GPU. PyTorch sees them without a copy: torch.as_tensor(batch.observations)."""

    seeds: Any
    seats: Any
    choices: Any
    options: Any
    masks: Any
    observations: Any
    rewards: Any
    done: Any
    points: Any

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 65_536,
        *,
        seed: int = 0,
        observations: str | None = "float32",
        rewards: str = "result",
        auto_reset: bool = True,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        super().__init__(Plan.checked(game, seats, games, observations, rewards, auto_reset, components, settings))
        self._words = self._lay(np.zeros((games, self.game.state_type.itemsize // 8), np.uint64))
        self._states = self._words.reshape(-1).view(self.game.state_type)
        self._blank = self._lay(np.zeros(1, self.game.state_type))
        self._scale = self._lay(self.plan.scale)
        size = self.game.observation.size if observations else 0
        self._fours = self._lay(np.zeros((max(size, 1), blocks(games, 4)), np.uint32))
        self._small = self._fours.view(np.int8)
        self._unseen = self._lay(np.zeros((1, 1), np.int8))[:, :0]
        self._actions = self._lay(np.zeros(games, np.int64))
        self._refused = self._lay(np.full(1, games, np.int64))
        for name, array in self.plan.arrays().items():
            setattr(self, name, self._lay(array))
        self.reset(seed)

    @property
    def now(self) -> Step:
        """What every table asks: arrays on the GPU."""
        return Step(self.seats, self.observations, self.masks, self.rewards, self.done)

    def reset(self, seed: int | None = None) -> Step:
        """Begin anew at every table: with this seed and the following ones, or the ones after those in use."""
        seeds = self.seeds.copy_to_host() + self.games if seed is None else self.plan.seeds(seed)
        self._clear()
        self.seeds.copy_to_device(seeds)
        self._launch("seed_everywhere", self._dice, self._lay(seeds ^ OTHER_STREAM))
        self._launch(
            "begin_tables",
            *(self._facts, self._states, self._blank, self.seeds, self.table_size, self._terms, self.plan.request),
            *self._shown,
        )
        return self._observed()

    def step(self, actions: Any, check: bool = True) -> Step:
        """Play an action at every table (-1 where a game is over); a tensor on the GPU is taken from there.

        If one is not allowed, nothing is played. Whoever knows that all are allowed need not wait for the check.
        """
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = np.asarray(actions)
            self.plan.check_actions(actions)
            self._actions.copy_to_device(actions.astype(np.int64))
        elif actions is not self._actions:
            given = self._cuda.as_cuda_array(actions)
            self.plan.check_actions(given)
            self._launch("copy_actions", given, self._actions)
        if check:
            self._check_actions()
        self._launch(
            "play_actions",
            *(self._facts, self._states, self._blank, self.seeds, self.plan.stride, self._terms, self.plan.request),
            *(*self._shown, self._actions, self.plan.rewards, self.rewards, self.done),
        )
        return self._observed()

    def random_actions(self) -> Any:
        """One of its options for every table, as an array on the GPU; every table has dice of its own."""
        self._launch("draw_everywhere", self._dice, self.choices, self.options, self._actions)
        return self._actions

    def take(self) -> Array:
        """The whole truth about all tables, brought to the CPU: records, as `Batch.take` gives them."""
        states: Array = self._states.copy_to_host()
        return states

    def put(self, states: Array) -> Step:
        """Lay states on all tables, from the CPU."""
        states = np.atleast_1d(np.asarray(states))
        self.plan.check_states(states, (self.games,))
        self._states.copy_to_device(states)
        self._clear()
        self._launch("list_choices", self._facts, self._states, *self._shown)
        return self._observed()

    @property
    def _shown(self) -> tuple[Any, ...]:
        return self._may, self._unseen, self.seats, self.choices, self.options, self.masks, self.points

    def _clear(self) -> None:
        """Nothing has come of any action yet."""
        self.rewards.copy_to_device(np.zeros(self.rewards.shape, np.float32))
        self.done.copy_to_device(np.zeros(self.games, np.bool_))

    def _observed(self) -> Step:
        if self.plan.numbers:
            self._launch("observe_tables", self._facts, self._words, self.choices, self._small)
            side, lines = self._kernels.SIDE, self._kernels.LINES
            squares = blocks(self.games, 4 * side), blocks(self._fours.shape[0], side)
            turn = self._kernels.turn_observations[squares, (side, lines)]
            turn(self._fours, self._scale, self.choices, self.observations)
        return self.now

    def _check_actions(self) -> None:
        self._launch("check_actions", self._actions, self.masks, self.choices, self._refused)
        table = int(self._refused.copy_to_host()[0])
        if table == self.games:
            return
        self._refused.copy_to_device(np.full(1, self.games, np.int64))
        action, many = self._actions[table : table + 1].copy_to_host(), self.choices[table : table + 1].copy_to_host()
        options = self.options[table : table + 1].copy_to_host()[0, : many[0]]
        self.plan.refuse(table, int(action[0]), options.tolist())
