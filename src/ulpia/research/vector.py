"""Gymnasium vector environment on a batch: one learner in many games at once.

>>> from ulpia.research.gymnasium import vector
>>> envs = vector(GAME, seats=2, games=256)
>>> observations, infos = envs.reset(seed=7)
>>> len(infos["action_mask"])
256

A game that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`), in which the learner sits one
seat further. The last observation is in infos["final_obs"], the result in infos["final_info"].
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.batch_types import Array
from ulpia.match import check_seed
from ulpia.research.errors import NobodyDecides, UnknownKind, WrongShape
from ulpia.research.plain_pickles import plain_state, restore_state
from ulpia.research.row import (
    RENDER_MODES,
    GameRow,
    Info,
    check_render_mode,
    optional,
)
from ulpia.research.single_seat import SingleSeatBatch
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
"""Bound of seeds drawn at random, which leaves room for the seeds of all later games."""


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """One seat in every game of a batch, made by `vector`. Further options are those of `SingleSeatBatch`."""

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
        self._learner = SingleSeatBatch(game, seats, games, workers, True, **options)
        self.num_envs = games
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        vars(self).update(self._spaces())

    def _spaces(self) -> Info:
        batch = self._learner.batch
        observations = observations_space(batch.game.rules.observation, str(batch.observations.dtype))
        actions = actions_space(len(batch.game.actions))
        return {
            "single_observation_space": observations,
            "single_action_space": actions,
            "observation_space": batch_space(observations, batch.games),
            "action_space": batch_space(actions, batch.games),
        }

    @property
    def learner_seats(self) -> Array:
        """The learner's seat in every game."""
        return self._learner.learner_seats.copy()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Array, Info]:
        """Reset all games. Game i uses `seed + i`, or the i-th of several seeds."""
        self._learner.start(self._seeds(seed, options))
        return self._learner.batch.observations.copy(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None, options: Info | None) -> Array:
        if seed is not None and self._learner.seat is None:
            self._learner.learner_seats[:] = np.arange(self.num_envs) % self._learner.batch.seats
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise WrongShape(what="seed", needed=(self.num_envs,), given=(len(seed),))
            given = [one if one is None else check_seed(one) for one in seed]
            if None not in given:
                self.np_random = np.random.default_rng(given)  # type: ignore[arg-type]  # later seeds depend on all of these
            drawn = self.np_random.integers(HIGHEST_DRAWN, size=self.num_envs).tolist()
            return np.array([other if one is None else one for one, other in zip(given, drawn)])
        super().reset(seed=None if seed is None else check_seed(seed), options=options)
        return self._learner.batch.config.seeds(int(self.np_random.integers(HIGHEST_DRAWN)) if seed is None else seed)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Play an action in every game, then the opponents'. If one of the actions is illegal, nothing is played."""
        learner = self._learner
        learner.step(actions)
        terminated = learner.batch.terminated.copy()
        truncated = np.zeros(self.num_envs, np.bool_)
        infos = self._infos() | self._final_infos(terminated)
        return learner.batch.observations.copy(), learner.learner_rewards.copy(), terminated, truncated, infos

    def action_masks(self) -> Array:
        """Return True for each legal action, a row for each game."""
        if not self._learner.has_started:
            raise NobodyDecides()
        masks: Array = self._learner.batch.legal_action_masks.astype(np.bool_)
        return masks

    def _infos(self) -> Info:
        every = np.ones(self.num_envs, np.bool_)
        masks = self._learner.batch.legal_action_masks.astype(np.int8)
        return {"action_mask": masks, "_action_mask": every, "seat": self.learner_seats, "_seat": every.copy()}

    def _final_infos(self, terminated: Array) -> Info:
        """Return the results of games that ended. As usual in Gymnasium, `_key` marks where `key` has a value."""
        if not terminated.any():
            return {}
        observations = np.full(self.num_envs, None, object)
        for at in terminated.nonzero()[0]:
            observations[at] = self._learner.final_observations[at].copy()
        info = {"points": self._learner.batch.final_points.copy(), "victory": self._learner.victory_shares.copy()}
        info |= {f"_{name}": terminated.copy() for name in info}
        marks = {"_final_obs": terminated.copy(), "_final_info": terminated.copy()}
        return {"final_obs": observations, "final_info": info} | marks

    def render(self) -> tuple[str | Array, ...] | None:
        """Render every game as the learner sees it."""
        if not self._learner.has_started:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        batch = self._learner.batch
        seats = enumerate(self._learner.learner_seats.tolist())
        rendered = [GameRow(batch.config, batch.arrays, at).render(self.render_mode, seat) for at, seat in seats]
        return None if self.render_mode == "human" else tuple(drawn for drawn in rendered if drawn is not None)

    def __getstate__(self) -> Info:
        return plain_state(vars(self))

    def __setstate__(self, state: Info) -> None:
        self._learner = state["_learner"]
        vars(self).update(restore_state(state, self._spaces()))


def vector(game: str, seats: int = 2, games: int = 256, **options: Any) -> VectorEnv:
    """Create a vector environment; options are those of `VectorEnv` and `SingleSeatBatch`."""
    return VectorEnv(game, seats, games, **options)


def by_num_envs(game: str, num_envs: int = 1, **options: Any) -> VectorEnv:
    """Create a vector environment for `gymnasium.make_vec`."""
    return VectorEnv(game, games=num_envs, **options)
