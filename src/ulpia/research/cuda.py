"""Games on a GPU: complete random games, and batches that share memory with PyTorch.

The rules are those of the CPU, compiled for CUDA. For equal seeds and actions the states are equal byte for byte.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import BadCount
from ulpia.engine.batch_types import Array, Choices, GameArrays, PlayoutGames, Transition, plain_tuples
from ulpia.engine.cuda import bind_kernels, find_device
from ulpia.engine.dice import DICE_TYPE
from ulpia.engine.playouts import Counts
from ulpia.engine.templates.loops import (
    DECISIONS,
    GAMES,
    REAL_DECISIONS,
    TALLY,
)
from ulpia.match import check_seed, is_integer
from ulpia.research.batch import BatchArrays, Step
from ulpia.research.batch_config import BatchConfig

DeviceArray: TypeAlias = Any
"""An array of Numba on the GPU, which has no types."""


def ceil_divide(count: int, size: int) -> int:
    """Return how many blocks of a size hold `count`."""
    return -(-count // size)


class _OnDevice:
    """The kernels of a game and arrays on the GPU."""

    block: ClassVar[int] = 64
    """Threads in a block."""

    def __init__(self, config: BatchConfig) -> None:
        self.config, self.game, self.settings = config, config.game, config.settings
        self.seats, self.games = config.seats, config.games
        self._cuda = find_device()
        self._kernels = bind_kernels(config.game, self._cuda)
        setup = config.setup
        self._setup = setup._replace(facts=self._upload(setup.facts), blank=self._upload(setup.blank))
        self._dice = self._upload(np.zeros(config.games, DICE_TYPE))
        self._legal = self._upload(np.zeros((config.games, config.game.rules.max_options), np.int64))

    def _upload(self, array: Array) -> DeviceArray:
        return self._cuda.to_device(array)

    def _launch(self, name: str, *arguments: object) -> None:
        getattr(self._kernels, name)[ceil_divide(self.games, self.block), self.block](*arguments)

    def wait(self) -> None:
        """Block until the GPU has finished all launched work."""
        self._cuda.synchronize()


@dataclass(frozen=True)
class Played:
    """Result of a run of random games."""

    counted: Counts
    states: DeviceArray
    """Final state of each thread's last game: records on the GPU."""


class Playouts(_OnDevice):
    """Complete random games. Each thread plays one game after another."""

    block = 256

    def __init__(
        self,
        game: str,
        seats: int = 4,
        threads: int = 212_992,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        super().__init__(
            BatchConfig.checked(
                game,
                seats,
                threads,
                observations=None,
                auto_reset=False,
                components=components,
                settings={"setup": "chosen", **settings},
            )
        )
        self._states = self._upload(np.zeros(2 * threads, self.game.rules.state_type))
        self._tally = self._upload(np.zeros((threads, TALLY), np.int64))

    def play(self, seed: int = 0, games: int = 1) -> Played:
        """Play. Thread t plays `games` games with the seeds from `seed + t * games` on."""
        if not is_integer(games) or games < 1:
            raise BadCount(count=games)
        check_seed(check_seed(seed) + self.games * games - 1)
        self._tally.copy_to_device(np.zeros(self._tally.shape, np.int64))
        (requested,) = plain_tuples(PlayoutGames(self.seats, self._setup.setup_flags, seed, games))
        arrays = self._states, self._dice, self._legal, self._tally
        self._launch("play_games", self._setup.facts, *arrays, requested)
        total = self._tally.copy_to_host().sum(axis=0)
        counted = Counts(int(total[GAMES]), int(total[DECISIONS]), int(total[REAL_DECISIONS]))
        return Played(counted, self._states[::2])


class CudaBatch(_OnDevice):
    """A `Batch` with all arrays on the GPU. PyTorch sees them without a copy: torch.as_tensor(batch.observations)."""

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
        super().__init__(
            BatchConfig.checked(
                game,
                seats,
                games,
                observations=observations,
                rewards=rewards,
                auto_reset=auto_reset,
                components=components,
                settings=settings,
            )
        )
        self._words = self._upload(np.zeros((games, self.game.rules.state_type.itemsize // 8), np.uint64))
        self._states = self._words.reshape(-1).view(self.game.rules.state_type)
        self._scale = self._upload(self.config.scale)
        size = self.game.rules.observation.size if observations else 0
        self._quads = self._upload(np.zeros((max(size, 1), ceil_divide(games, 4)), np.uint32))
        self._encoded = self._quads.view(np.int8)
        self._refused = self._upload(np.full(1, games, np.int64))
        arrays = BatchArrays.new(self.config)
        self._actions = self._upload(arrays.actions)
        self.seeds = self._upload(arrays.seeds)
        self.current_players = self._upload(arrays.current_players)
        self.option_counts = self._upload(arrays.option_counts)
        self.options = self._upload(arrays.options)
        self.legal_action_masks = self._upload(arrays.legal_action_masks)
        self.observations = self._upload(arrays.observations)
        self.rewards = self._upload(arrays.rewards)
        self.terminated = self._upload(arrays.terminated)
        self.points = self._upload(arrays.points)
        self.final_points = self._upload(arrays.final_points)
        self._final_states = self._upload(arrays.final_states)
        unobserved = self._upload(np.zeros((1, 1), np.int8))[:, :0]
        choices = Choices(self.current_players, self.option_counts, self.options, self.legal_action_masks, unobserved)
        tables = GameArrays(self._states, self.seeds, self.points)
        self._arguments = (*plain_tuples(self._setup, tables, choices), self._legal)
        self._step_arguments = (
            *self._arguments,
            *plain_tuples(
                Transition(self._actions, self.rewards, self.terminated, self.final_points, self._final_states)
            ),
        )
        self.reset(seed)

    @property
    def current_step(self) -> Step:
        """The pending decision of every game and the result of its last action: arrays on the GPU."""
        return Step(self.current_players, self.observations, self.legal_action_masks, self.rewards, self.terminated)

    def reset(self, seed: int | None = None) -> Step:
        """Reset all games. Game i uses `seed + i`; without a seed, the running sequence of seeds continues."""
        seeds = self.seeds.copy_to_host() + self.games if seed is None else self.config.seeds(seed)
        self._clear()
        self.seeds.copy_to_device(seeds)
        self._launch("seed_all_dice", self._dice, self._upload(seeds))
        self._launch("start_games", *self._arguments)
        return self._observe()

    def step(self, actions: npt.ArrayLike | DeviceArray, check: bool = True) -> Step:
        """Play an action in every game (-1 where a game is over). The actions can be a tensor on the GPU.

        If one of them is illegal, nothing is played. `check=False` skips that check, which waits for the GPU.
        """
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = np.asarray(actions)
            self.config.check_actions(actions)
            self._actions.copy_to_device(actions.astype(np.int64))
        elif actions is not self._actions:
            given = self._cuda.as_cuda_array(actions)
            self.config.check_actions(given)
            self._launch("copy_actions", given, self._actions)
        if check:
            self._check_actions()
        self._launch("step_games", *self._step_arguments)
        return self._observe()

    def random_actions(self) -> DeviceArray:
        """Return a random legal action for every game, as an array on the GPU."""
        self._launch("draw_all_actions", self._dice, self.option_counts, self.options, self._actions)
        return self._actions

    def get_states(self) -> Array:
        """Return the complete states of all games, copied to the CPU: records, as `Batch.get_states` returns them."""
        states: Array = self._states.copy_to_host()
        return states

    def get_final_states(self) -> Array:
        """Return the last states of the games that ended at each table, copied to the CPU; blank where none has."""
        states: Array = self._final_states.copy_to_host()
        return states

    def set_states(self, states: Array) -> Step:
        """Replace the states of all games by others from the CPU."""
        states = np.atleast_1d(np.asarray(states))
        self.config.check_states(states, (self.games,))
        self._states.copy_to_device(states)
        self._clear()
        self._launch("list_all_options", *self._arguments)
        return self._observe()

    def _clear(self) -> None:
        """Set rewards and terminations to zero."""
        self.rewards.copy_to_device(np.zeros(self.rewards.shape, np.float32))
        self.terminated.copy_to_device(np.zeros(self.games, np.bool_))

    def _observe(self) -> Step:
        if self.config.observation_type:
            self._launch("encode_observations", self._setup.facts, self._words, self.option_counts, self._encoded)
            side, rows = self._kernels.SIDE, self._kernels.BLOCK_ROWS
            squares = ceil_divide(self.games, 4 * side), ceil_divide(self._quads.shape[0], side)
            transpose = self._kernels.transpose_observations[squares, (side, rows)]
            transpose(self._quads, self._scale, self.option_counts, self.observations)
        return self.current_step

    def _check_actions(self) -> None:
        self._launch("check_actions", self._actions, self.legal_action_masks, self.option_counts, self._refused)
        at = int(self._refused.copy_to_host()[0])
        if at == self.games:
            return
        self._refused.copy_to_device(np.full(1, self.games, np.int64))
        one = slice(at, at + 1)
        action, count = self._actions[one].copy_to_host(), self.option_counts[one].copy_to_host()
        options = self.options[one].copy_to_host()[0, : count[0]]
        self.config.refuse(at, int(action[0]), options.tolist())
