"""Gymnasium environment: one seat against chosen agents.

>>> from ulpia.research import gymnasium
>>> env = gymnasium.env(GAME, seats=2, opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> legal_actions = info["action_mask"].nonzero()[0]

Every game is registered as "ulpia/GAME-v0": `gymnasium.make("ulpia/GAME-v0", opponents="greedy")` works without an
import of Ulpia (`ulpia_gymnasium`). `vector` plays many games at once.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.core.errors import IllegalAction
from ulpia.engine.batch_types import POINTS, RESULT, Array
from ulpia.match import HIGHEST_SEED, check_seed
from ulpia.registry import game_names
from ulpia.research.errors import NobodyDecides, UnknownKind
from ulpia.research.plain_pickles import plain_state, restore_state
from ulpia.research.row import (
    RENDER_MODES,
    GameRow,
    Info,
    check_render_mode,
    environment_id,
    integer_action,
    optional,
)
from ulpia.research.single_seat import SingleSeatBatch
from ulpia.research.spaces import actions_space, observations_space
from ulpia.research.vector import VectorEnv, vector

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = optional("gymnasium")

__all__ = ["Env", "VectorEnv", "env", "vector"]

ILLEGAL = ("error", "lose")
LOST = {RESULT: -1.0, POINTS: -100.0}
"""Reward for an illegal action where that loses the game, by kind of rewards. No other way to lose costs more."""


class Env(gymnasium.Env[Array, np.int64]):
    """One seat in a game, made by `env`. Further options are those of `SingleSeatBatch`."""

    metadata: Info = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game: str, seats: int = 2, *, illegal: str = "error", render_mode: str | None = None, **options: Any
    ) -> None:
        if illegal not in ILLEGAL:
            raise UnknownKind(option="illegal", value=illegal, known=", ".join(ILLEGAL))
        self._illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self._learner = SingleSeatBatch(game, seats, 1, 1, False, **options)
        vars(self).update(self._spaces())
        self._is_over = True

    def _spaces(self) -> Info:
        rules, number_type = self._learner.batch.game, str(self._learner.batch.observations.dtype)
        return {
            "observation_space": observations_space(rules.rules.observation, number_type),
            "action_space": actions_space(len(rules.actions)),
        }

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._learner.learner_seats[0])

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin the game of this seed; without one, a game that follows from the last seed given."""
        super().reset(seed=None if seed is None else check_seed(seed), options=options)
        if self._learner.seat is None:
            self._learner.learner_seats[0] = self.np_random.integers(self._learner.batch.seats)
        chosen = self.np_random.integers(HIGHEST_SEED) if seed is None else seed
        self._learner.start(np.array([chosen]))
        self._is_over = False
        self._show()
        return self._learner.batch.observations[0].copy(), self._info()

    def step(self, action: int | np.int64) -> tuple[Array, float, bool, bool, Info]:
        """Play an action and then the opponents' until the learner decides again. An illegal action changes nothing."""
        if self._is_over or not self._learner.has_started:
            raise NobodyDecides()
        learner, number = self._learner, integer_action(action)
        if not 0 <= number < len(self._mask) or not self._mask[number]:
            return self._refuse(number)
        learner.step(np.array([number]))
        self._is_over = bool(learner.batch.terminated[0])
        observations = learner.final_observations if self._is_over else learner.batch.observations
        self._show()
        return observations[0].copy(), float(learner.learner_rewards[0]), self._is_over, False, self._info()

    def _refuse(self, number: int) -> tuple[Array, float, bool, bool, Info]:
        try:
            self._row.refuse(number)
        except IllegalAction as refusal:
            if self._illegal == "error":
                raise
            self._is_over = True
            info = self._info() | {"illegal": str(refusal), "victory": 0.0}
            return (
                self._learner.batch.observations[0].copy(),
                LOST[self._learner.batch.config.reward_kind],
                True,
                False,
                info,
            )

    def action_masks(self) -> Array:
        """Return True for each legal action. MaskablePPO calls this method by name."""
        if self._is_over or not self._learner.has_started:
            return np.zeros(len(self._mask), np.bool_)
        mask: Array = self._mask.astype(np.bool_)
        return mask

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        if self._learner.batch.terminated[0]:
            info |= {
                "points": self._learner.batch.final_points[0].copy(),
                "victory": float(self._learner.victory_shares[0]),
            }
        return info

    def render(self) -> str | Array | None:
        """Render the game as the learner sees it."""
        if not self._learner.has_started:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        return self._row.render(self.render_mode, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    @property
    def _mask(self) -> Array:
        mask: Array = self._learner.batch.legal_action_masks[0]
        return mask

    @property
    def _row(self) -> GameRow:
        batch = self._learner.batch
        return GameRow(batch.config, batch.arrays)

    def __getstate__(self) -> Info:
        return plain_state(vars(self))

    def __setstate__(self, state: Info) -> None:
        self._learner = state["_learner"]
        vars(self).update(restore_state(state, self._spaces()))


def env(game: str, seats: int = 2, **options: Any) -> Env:
    """Create an environment; options are those of `Env` and `SingleSeatBatch`."""
    return Env(game, seats, **options)


for _game in game_names():
    if environment_id(_game) not in gymnasium.registry:
        gymnasium.register(
            environment_id(_game),
            entry_point=f"{__name__}:Env",
            vector_entry_point="ulpia.research.vector:by_num_envs",
            kwargs={"game": _game},
        )
