"""Stable-Baselines3 vector environment, with action masks for MaskablePPO.

>>> from sb3_contrib import MaskablePPO
>>> from ulpia.research.stable_baselines import VecEnv
>>> model = MaskablePPO("MlpPolicy", VecEnv(GAME, seats=2, games=64))
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.batch_types import Array
from ulpia.research.errors import UnknownKind
from ulpia.research.row import Info, optional
from ulpia.research.vector import VectorEnv

if TYPE_CHECKING:
    from stable_baselines3.common import vec_env
else:
    optional("stable_baselines3", "train")
    vec_env = optional("stable_baselines3.common.vec_env", "train")

Indices = None | int | Iterable[int]


class VecEnv(vec_env.VecEnv):
    """One learner in many games; options are those of `ulpia.research.gymnasium.vector`."""

    def __init__(self, game: str, seats: int = 2, games: int = 64, **options: Any) -> None:
        self.envs = VectorEnv(game, seats, games, **options)
        super().__init__(games, self.envs.single_observation_space, self.envs.single_action_space)
        self._actions: Array = np.zeros(games, np.int64)

    def reset(self) -> Array:
        """Reset all games, with the seeds set by `seed`, if there are any."""
        seeds = None if self._seeds[0] is None else self._seeds
        observations, _ = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Array) -> None:
        """Store the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[Info]]:
        """Play the stored actions."""
        observations, rewards, terminated, _, final = self.envs.step(self._actions)
        infos: list[Info] = [{} for _ in range(self.num_envs)]
        for at in terminated.nonzero()[0].tolist():
            info = final["final_info"]
            infos[at] = {
                "terminal_observation": final["final_obs"][at],
                "points": info["points"][at],
                "victory": float(info["victory"][at]),
            }
        return observations, rewards, terminated, infos

    def close(self) -> None:
        """Close the environments."""
        self.envs.close()

    def get_images(self) -> list[Array | None]:
        """Return every game as an RGB array."""
        if self.render_mode is None:
            return [None] * self.num_envs
        return [drawn if isinstance(drawn, np.ndarray) else None for drawn in self.envs.render() or ()]

    # Learners ask single environments; here all of them answer together

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[object]:
        """Return an attribute once for each environment; all have the same."""
        return [getattr(self.envs, attr_name)] * len(self._at(indices))

    def set_attr(self, attr_name: str, value: object, indices: Indices = None) -> None:
        """Set an attribute of all environments."""
        if len(self._at(indices)) != self.num_envs:
            raise UnknownKind(option="indices", value=indices, known="None")
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *args: object, indices: Indices = None, **named: object) -> list[object]:
        """Call a method and return its result for each environment; MaskablePPO calls `action_masks`."""
        answers = getattr(self.envs, method_name)(*args, **named)
        return [answers[at] for at in self._at(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:  # noqa: ARG002
        """Return False: no environment is wrapped."""
        return [False] * len(self._at(indices))

    def _at(self, indices: Indices) -> list[int]:
        return list(self._get_indices(indices))
