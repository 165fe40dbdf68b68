"""Stable-Baselines3: the vector environment as its learners want it, masks included.

>>> from sb3_contrib import MaskablePPO
>>> from ulpia.research.stable_baselines import VecEnv
>>> model = MaskablePPO("MlpPolicy", VecEnv("trajan", seats=2, games=64))
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.research.errors import UnknownKind
from ulpia.research.row import Array, optional
from ulpia.research.vector import VectorEnv

if TYPE_CHECKING:
    from stable_baselines3.common import vec_env
else:
    optional("stable_baselines3", "train")
    vec_env = optional("stable_baselines3.common.vec_env", "train")

Indices = None | int | Iterable[int]


class VecEnv(vec_env.VecEnv):
    """One learner at many tables; options as `ulpia.research.gymnasium.vector` has them."""

    def __init__(self, game: str, seats: int = 2, games: int = 64, **options: Any) -> None:
        self.envs = VectorEnv(game, seats, games, **options)
        super().__init__(games, self.envs.single_observation_space, self.envs.single_action_space)
        self._chosen: Array = np.zeros(games, np.int64)

    def reset(self) -> Array:
        """Begin anew at every table; with the seeds given before by `seed`, if there are any."""
        seeds = None if self._seeds[0] is None else self._seeds
        observations, _ = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Array) -> None:
        """Take actions."""
        self._chosen = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play them."""
        observations, rewards, done, _, told = self.envs.step(self._chosen)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in done.nonzero()[0].tolist():
            ending = told["final_info"]
            infos[at] = {
                "terminal_observation": told["final_obs"][at],
                "points": ending["points"][at],
                "victory": float(ending["victory"][at]),
            }
        return observations, rewards, done, infos

    def close(self) -> None:
        """Close the tables."""
        self.envs.close()

    def get_images(self) -> list[Array | None]:
        """Every table, painted."""
        return [None] * self.num_envs if self.render_mode is None else list(self.envs.render())

    # A learner asks tables one by one; they answer together

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute, once for each table: it is the same at all of them."""
        return [getattr(self.envs, attr_name)] * len(self._at(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute, for all tables at once."""
        if len(self._at(indices)) != self.num_envs:
            raise UnknownKind(option="indices", value=indices, known="None")
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **named: Any) -> list[Any]:
        """What a method answers for each table; `action_masks` is what MaskablePPO asks for."""
        answers = getattr(self.envs, method_name)(*args, **named)
        return [answers[at] for at in self._at(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:  # noqa: ARG002
        """Never: there is nothing around a table."""
        return [False] * len(self._at(indices))

    def _at(self, indices: Indices) -> list[int]:
        return list(self._get_indices(indices))
