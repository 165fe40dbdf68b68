"""Gymnasium's vector environment on compiled lock-step: one learner at many tables at once.

>>> from ulpia.research.gymnasium import vector
>>> envs = vector("trajan", seats=2, games=256)
>>> observations, infos = envs.reset(seed=7)
>>> infos["action_mask"].shape
(256, 257)

A table whose game has ended is at the beginning of the next in the same step (`AutoresetMode.SAME_STEP`), and the
learner then sits one seat further. What was seen last is in infos["final_obs"], how it ended in infos["final_info"].
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.match import check_seed
from ulpia.research.errors import NobodyDecides, UnknownKind, WrongShape
from ulpia.research.row import (
    RENDER_MODES,
    Array,
    Table,
    check_render_mode,
    optional,
)
from ulpia.research.single_seat import OneSeat
from ulpia.research.spaces import actions_space, observations_space

if TYPE_CHECKING:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
else:
    gymnasium = optional("gymnasium")
    AutoresetMode = gymnasium.vector.AutoresetMode
    batch_space = gymnasium.vector.utils.batch_space

HIGHEST_DRAWN = 2**62
"""Seeds that are drawn leave room for all the games after them."""


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """One seat at every table of a batch, made by `vector`. Options besides those here are those of `OneSeat`."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 256,
        *,
        workers: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self._tables = OneSeat(game, seats, games, workers, True, **options)
        rules, numbers = self._tables.batch.game, str(self._tables.batch.observations.dtype)
        self.num_envs = games
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = observations_space(rules.observation, numbers)
        self.single_action_space = actions_space(len(rules.actions))
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    @property
    def seats(self) -> Array:
        """The learner's seat at every table."""
        return self._tables.mine.copy()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a game at every table: with this seed and the following ones, or with a seed for each."""
        self._tables.begin(self._seeds(seed, options))
        return self._tables.batch.observations.copy(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None, options: dict[str, Any] | None) -> Array:
        if seed is not None and self._tables.seat is None:
            self._tables.mine[:] = np.arange(self.num_envs) % self._tables.batch.table_size
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise WrongShape(what="seed", needed=(self.num_envs,), given=(len(seed),))
            given = [one if one is None else check_seed(one) for one in seed]
            if None not in given:
                self.np_random = np.random.default_rng(given)  # type: ignore[arg-type]  # what follows, follows from all
            drawn = self.np_random.integers(HIGHEST_DRAWN, size=self.num_envs).tolist()
            return np.array([other if one is None else one for one, other in zip(given, drawn)])
        super().reset(seed=None if seed is None else check_seed(seed), options=options)
        return self._tables.batch.plan.seeds(int(self.np_random.integers(HIGHEST_DRAWN)) if seed is None else seed)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action at every table, and then the others'. If one is not allowed, nothing is played."""
        tables = self._tables
        tables.play(actions)
        done = tables.batch.done.copy()
        never = np.zeros(self.num_envs, np.bool_)
        return tables.batch.observations.copy(), tables.gained.copy(), done, never, self._infos() | self._ends(done)

    def action_masks(self) -> Array:
        """True for each action that is allowed, a row for each game."""
        if not self._tables.has_begun:
            raise NobodyDecides()
        masks: Array = self._tables.batch.masks.astype(np.bool_)
        return masks

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        masks = self._tables.batch.masks.astype(np.int8)
        return {"action_mask": masks, "_action_mask": every, "seat": self.seats, "_seat": every.copy()}

    def _ends(self, done: Array) -> dict[str, Any]:
        """How games ended, as Gymnasium has it: beside every key another that tells where there is something."""
        if not done.any():
            return {}
        seen = np.full(self.num_envs, None, object)
        for at in done.nonzero()[0]:
            seen[at] = self._tables.last_seen[at].copy()
        info = {"points": self._tables.last_points.copy(), "victory": self._tables.victory.copy()}
        told = info | {f"_{name}": done.copy() for name in info}
        return {"final_obs": seen, "_final_obs": done.copy(), "final_info": told, "_final_info": done.copy()}

    def render(self) -> Any:
        """Every table, as the learner sees it there."""
        if not self._tables.has_begun:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        batch, components = self._tables.batch, self._tables.components
        seats = enumerate(self._tables.mine.tolist())
        shown = tuple(Table(batch, components, at).render(self.render_mode, seat) for at, seat in seats)
        return None if self.render_mode == "human" else shown


def vector(game: str, seats: int = 2, games: int = 256, **options: Any) -> VectorEnv:
    """Many games of one learner at once; options as `VectorEnv` and `OneSeat` have them."""
    return VectorEnv(game, seats, games, **options)


def by_num_envs(game: str, num_envs: int = 1, **options: Any) -> VectorEnv:
    """The same, as `gymnasium.make_vec` asks for it."""
    return VectorEnv(game, games=num_envs, **options)
