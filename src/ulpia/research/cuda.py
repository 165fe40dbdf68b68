"""Games on a GPU: random games by the hundred thousand, and batches in lock-step that share memory with PyTorch.

The rules are those of the CPU, compiled once more; for equal seeds and actions the states are equal to the last byte.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.catalogue import find_game
from ulpia.kernel.device import bind_kernels, find_device
from ulpia.kernel.layout import NONE
from ulpia.kernel.loops import DECISIONS, GAMES, REAL_DECISIONS, TALLY
from ulpia.kernel.protocol import Game
from ulpia.kernel.runner import Counted
from ulpia.match import check_path, check_seats, check_seed, check_settings
from ulpia.research.batch import CHANCE, Asked, refuse

Array = npt.NDArray[Any]

THREADS = 64
"""In a block. A game needs many registers: more threads would share fewer."""


def kernels_of(game: Game) -> tuple[Any, Any]:
    """CUDA, and a game's kernels."""
    cuda = find_device()
    loops, lockstep = game.loops, game.lockstep
    kernels = bind_kernels(
        game.name,
        cuda,
        playouts=loops.playouts,
        start=lockstep.start,
        step=lockstep.step,
        draw_actions=lockstep.draw_actions,
        seed_dice=lockstep.seed_dice,
    )
    return cuda, kernels


@dataclass(frozen=True)
class Played:
    """What a run of random games did, and the table on which each thread's last game ended."""

    counted: Counted
    states: Array


class Playouts:
    """Complete random games, so many threads at once, each one game after another."""

    def __init__(
        self, game: str, seats: int = 4, threads: int = 131_072, components: str | PathLike[str] | None = None
    ) -> None:
        self.game = find_game(game)
        self.seats, self.threads = check_seats(self.game, seats), threads
        self._cuda, self._kernels = kernels_of(self.game)
        facts = self.game.read_components(check_path(components)).facts
        device = self._cuda.to_device
        self._facts = device(np.array([facts], facts.dtype))
        self._states = device(np.zeros(2 * threads, self.game.state_type))
        self._dice = device(np.zeros(threads, CHANCE))
        self._may = device(np.zeros((threads, self.game.most_options), np.int64))
        self._silent = device(np.zeros((1, self.game.story_shape[1]), np.int16)[:0])
        self._tally = device(np.zeros((threads, TALLY), np.int64))

    def play(self, seed: int = 0, games: int = 1, **settings: str | Iterable[int]) -> Played:
        """Thread t plays the games of the seeds seed + t * games and following."""
        chosen = check_settings(self.game, settings, self.seats)
        check_seed(seed)
        self._tally.copy_to_device(np.zeros((self.threads, TALLY), np.int64))
        blocks = -(-self.threads // THREADS)
        buffers = (self._facts, self._states, self._dice, self._may, self._silent, self._tally)
        self._kernels.play_games[blocks, THREADS](
            *buffers, self.seats, self.game.terms(chosen), check_seed(seed), games
        )
        self._cuda.synchronize()
        total = self._tally.copy_to_host().sum(axis=0)
        return Played(
            Counted(int(total[GAMES]), int(total[DECISIONS]), int(total[REAL_DECISIONS])),
            self._states.copy_to_host()[::2],
        )


class CudaBatch:
    """As `Batch`, with all arrays on the GPU. PyTorch sees them without a copy: torch.as_tensor(batch.observations)."""

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
        asked = Asked.check(game, seats, games, observations, rewards, components, settings)
        self.game, self.table_size, self.games = asked.game, asked.seats, games
        self._cuda, self._kernels = kernels_of(self.game)
        self._rewards_are, self._terms, self._request = asked.rewards, asked.terms, asked.request
        self._stride = games if auto_reset else 0
        self._blocks = -(-games // THREADS)
        device, rules = self._cuda.to_device, self.game
        size = rules.observation.size
        self._facts = device(np.array([asked.facts], asked.facts.dtype))
        self._states = device(np.zeros(games, rules.state_type))
        self._blank = device(np.zeros(1, rules.state_type))
        self._silent = device(np.zeros((1, rules.story_shape[1]), np.int16)[:0])
        self._scale = device(asked.scale)
        self._dice = device(np.zeros(games, CHANCE))
        self._may = device(np.zeros((games, rules.most_options), np.int64))
        self._small = device(np.zeros((games, size), np.int8))
        self._actions = device(np.zeros(games, np.int64))
        self._refused = device(np.full(1, NONE, np.int64))
        self.seeds = device(np.zeros(games, np.int64))
        self.seats = device(np.full(games, NONE, np.int8))
        self.choices = device(np.zeros(games, np.int16))
        self.options = device(np.zeros((games, rules.most_options), np.int16))
        self.masks = device(np.zeros((games, len(rules.actions)), np.uint8))
        self.observations = device(np.zeros((games, size if observations else 0), asked.numbers))
        self.rewards = device(np.zeros((games, seats), np.float32))
        self.done = device(np.zeros(games, np.bool_))
        self.points = device(np.zeros((games, seats), np.int16))
        self.reset(seed)

    @property
    def _shown(self) -> tuple[Any, ...]:
        return self.seats, self.choices, self.options, self.masks, self.observations

    def reset(self, seed: int) -> None:
        """Begin anew at every table, with this seed and the following ones."""
        self.seeds.copy_to_device(np.arange(self.games) + check_seed(seed))
        self._launch("seed_everywhere", self._dice, seed)
        self._launch(
            "begin_tables",
            *(self._facts, self._states, self._blank, self.seeds, self.table_size, self._terms, self._request),
            *(self._silent, self._may, self._small, self._scale, *self._shown, self.points),
        )

    def step(self, actions: Any, check: bool = True) -> None:
        """Play an action at every table; `actions` may be a tensor on the GPU. Unchecked it need not wait for an answer."""
        given = self._cuda.as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else actions
        self._actions.copy_to_device(given)
        if check:
            self._launch("check_actions", self._actions, self.masks, self.choices, self._refused)
            table = int(self._refused.copy_to_host()[0])
            if table != NONE:
                self._refused.copy_to_device(np.full(1, NONE, np.int64))
                one = slice(table, table + 1)
                listed = self.options[one].copy_to_host()[0], int(self.choices[one].copy_to_host()[0])
                refuse(self.game, table, int(self._actions[one].copy_to_host()[0]), *listed)
        self._launch(
            "play_actions",
            *(self._facts, self._states, self._blank, self.seeds, self._stride, self._terms, self._request),
            *(self._silent, self._may, self._small, self._scale, *self._shown, self.points),
            *(self._actions, self._rewards_are, self.rewards, self.done),
        )

    def random_actions(self) -> Any:
        """One of its options for every table, as an array on the GPU; every table has dice of its own."""
        self._launch("draw_everywhere", self._dice, self.choices, self.options, self._actions)
        return self._actions

    def take(self) -> Array:
        """All states, brought to the CPU."""
        states: Array = self._states.copy_to_host()
        return states

    def wait(self) -> None:
        """Until everything that was asked for has been done."""
        self._cuda.synchronize()

    def _launch(self, name: str, *arguments: Any) -> None:
        getattr(self._kernels, name)[self._blocks, THREADS](*arguments)
