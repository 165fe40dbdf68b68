"""Gymnasium: one seat against chosen agents.

>>> from ulpia.research import gymnasium
>>> env = gymnasium.env("trajan", seats=2, opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> info["action_mask"].nonzero()[0]
array([30, 31, 32, 33, 34, 35])

Whoever has imported this can also say `gymnasium.make("ulpia/trajan-v0", opponents="greedy")`; so can everybody, as
`gymnasium.make("ulpia.research.gymnasium:ulpia/trajan-v0")`. For many games at once there is `vector`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.core.errors import IllegalAction
from ulpia.match import HIGHEST_SEED, check_seed
from ulpia.registry import GAMES
from ulpia.research.errors import NobodyDecides, UnknownKind
from ulpia.research.row import (
    RENDER_MODES,
    Array,
    Table,
    check_render_mode,
    environment_id,
    optional,
    whole,
)
from ulpia.research.single_seat import OneSeat
from ulpia.research.spaces import actions_space, observations_space
from ulpia.research.vector import VectorEnv, vector

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = optional("gymnasium")

__all__ = ["Env", "VectorEnv", "env", "vector"]

ILLEGAL = ("error", "lose")
LOST = -1.0, -100.0
"""The reward for an illegal action, if that loses the game: by result, by points. Nobody gains by losing that way."""


class Env(gymnasium.Env[Array, np.int64]):
    """A seat in a game, made by `env`. Options besides those here are those of `OneSeat`."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game: str, seats: int = 2, *, illegal: str = "error", render_mode: str | None = None, **options: Any
    ) -> None:
        if illegal not in ILLEGAL:
            raise UnknownKind(option="illegal", value=illegal, known=", ".join(ILLEGAL))
        self._illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self._tables = OneSeat(game, seats, 1, 1, False, **options)
        rules, numbers = self._tables.batch.game, str(self._tables.batch.observations.dtype)
        self.observation_space = observations_space(rules.observation, numbers)
        self.action_space = actions_space(len(rules.actions))
        self._is_over = True

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._tables.mine[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game: the one of this seed, or another that follows from the last seed given."""
        super().reset(seed=None if seed is None else check_seed(seed), options=options)
        if self._tables.seat is None:
            self._tables.mine[0] = self.np_random.integers(self._tables.batch.table_size)
        chosen = self.np_random.integers(HIGHEST_SEED) if seed is None else seed
        self._tables.begin(np.array([chosen]))
        self._is_over = False
        self._show()
        return self._tables.batch.observations[0].copy(), self._info()

    def step(self, action: int | np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action, and then the others', until the learner decides again. If it is refused, nothing is."""
        if self._is_over or not self._tables.has_begun:
            raise NobodyDecides()
        tables, number = self._tables, whole(action)
        if not 0 <= number < len(tables.batch.masks[0]) or not tables.batch.masks[0, number]:
            return self._refuse(number)
        tables.play(np.array([number]))
        self._is_over = bool(tables.batch.done[0])
        seen = tables.last_seen if self._is_over else tables.batch.observations
        self._show()
        return seen[0].copy(), float(tables.gained[0]), self._is_over, False, self._info()

    def _refuse(self, number: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        try:
            self._table.refuse(number)
        except IllegalAction as refusal:
            if self._illegal == "error":
                raise
            self._is_over = True
            info = self._info() | {"illegal": str(refusal), "victory": 0.0}
            return self._tables.batch.observations[0].copy(), LOST[self._tables.batch.plan.rewards], True, False, info

    def action_masks(self) -> Array:
        """True for each action that is allowed; MaskablePPO asks for it by this name."""
        if self._is_over or not self._tables.has_begun:
            return np.zeros(self._tables.batch.masks.shape[1], np.bool_)
        mask: Array = self._tables.batch.masks[0].astype(np.bool_)
        return mask

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        if self._tables.batch.done[0]:
            info |= {"points": self._tables.last_points[0].copy(), "victory": float(self._tables.victory[0])}
        return info

    def render(self) -> Any:
        """The table as the learner sees it."""
        if not self._tables.has_begun:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        return self._table.render(self.render_mode, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    @property
    def _table(self) -> Table:
        return Table(self._tables.batch, self._tables.components)


def env(game: str, seats: int = 2, **options: Any) -> Env:
    """An environment for one seat of a game; options as `Env` and `OneSeat` have them."""
    return Env(game, seats, **options)


for _game in GAMES:
    if environment_id(_game) not in gymnasium.registry:
        gymnasium.register(
            environment_id(_game),
            entry_point=f"{__name__}:Env",
            vector_entry_point="ulpia.research.vector:by_num_envs",
            kwargs={"game": _game},
        )
