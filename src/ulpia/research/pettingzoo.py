"""PettingZoo environment (AEC): every seat is an agent, and one of them decides at a time.

>>> from ulpia.research import pettingzoo
>>> env = pettingzoo.env(GAME, seats=4)
>>> env.reset(seed=7)
>>> env.agent_selection in env.agents
True
>>> legal_actions = env.last()[0]["action_mask"].nonzero()[0]

Importing this module registers every game: `pettingzoo.make("aec", "ulpia/GAME-v0", seats=4)`. Every step is one call
of compiled code. Observations and masks are copied, so they can be kept.
"""

from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ulpia.engine.batch_types import POINTS, Array
from ulpia.match import (
    HIGHEST_SEED,
    check_seats,
    check_seed,
    check_settings,
)
from ulpia.registry import find_game, game_names
from ulpia.research.batch import Batch
from ulpia.research.batch_config import OBSERVATION_TYPES
from ulpia.research.errors import NobodyDecides, OnlyNone, UnknownKind
from ulpia.research.plain_pickles import plain_state, restore_state
from ulpia.research.row import (
    RENDER_MODES,
    VERSION,
    GameRow,
    Info,
    check_render_mode,
    environment_id,
    integer_action,
    optional,
)
from ulpia.research.spaces import actions_space, mask_space, observations_space

if TYPE_CHECKING:
    import gymnasium
    import pettingzoo
    from pettingzoo import AECEnv
else:
    gymnasium = optional("gymnasium")
    pettingzoo = optional("pettingzoo")
    AECEnv = pettingzoo.AECEnv

Observed = dict[str, Array]

CHANGING = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"),
    *("_skip_agent_selection", "_is_over"),
)
"""Attributes that change while an environment is used, besides its batch, its spaces and its random numbers."""


class _Fast(NamedTuple):
    """What every step needs, at hand."""

    step: Callable[..., None]
    arguments: tuple[object, ...]
    actions: Array
    players: Array
    terminated: Array
    observation: Array
    mask: Array
    is_legal: memoryview
    pays_every_step: bool


class Env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an AEC environment; `env` makes one."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        rewards: str = "result",
        observations: str = "float32",
        render_mode: str | None = None,
        components: str | PathLike[str] | None = None,
        **settings: str | Iterable[int],
    ) -> None:
        rules = find_game(game)
        check_settings(rules, settings, check_seats(rules, seats))
        if observations is None:
            raise UnknownKind(option="observations", value=observations, known=", ".join(OBSERVATION_TYPES))
        self.render_mode = check_render_mode(render_mode)
        batch = Batch(
            game,
            seats,
            1,
            seed=0,
            auto_reset=False,
            workers=1,
            rewards=rewards,
            observations=observations,
            components=components,
            **settings,
        )
        self._attach(batch)
        self.metadata = {
            "name": f"{rules.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.agent_selection: str | None = None
        self._clear()
        self._is_over = True
        self.__dict__.update(self._spaces())
        self._seed_source = np.random.default_rng()

    def _spaces(self) -> Info:
        batch = self._batch
        observation, actions = batch.game.rules.observation, len(batch.game.actions)
        number_type = str(batch.observations.dtype)
        observed, mask = observations_space(observation, number_type), mask_space(actions)
        return {
            "observation_spaces": {
                agent: gymnasium.spaces.Dict({"observation": observed, "action_mask": mask})
                for agent in self.possible_agents
            },
            "action_spaces": {agent: actions_space(actions) for agent in self.possible_agents},
            "state_space": observations_space(observation, number_type, batch.seats),
        }

    def _attach(self, batch: Batch) -> None:
        """Look up once what every step needs."""
        self._batch = batch
        mask = batch.legal_action_masks[0]
        self._fast = _Fast(
            step=batch.game.rules.batch.step,
            arguments=batch.shards[0].step_arguments,
            actions=batch.arrays.actions,
            players=batch.current_players,
            terminated=batch.terminated,
            observation=batch.observations[0],
            mask=mask.view(np.int8),  # the type that `Discrete.sample` wants
            is_legal=memoryview(mask),
            pays_every_step=batch.config.reward_kind == POINTS,
        )

    # Playing

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002
        """Begin the game of this seed; without one, a game that follows from the last seed given."""
        if seed is None:
            seed = int(self._seed_source.integers(HIGHEST_SEED))
        else:
            self._seed_source = np.random.default_rng(check_seed(seed))
        self._batch.reset(seed)
        self.agents = self.possible_agents[:]
        self._clear()
        self._is_over = False
        self.agent_selection = self.agents[self._fast.players[0]]
        if self.render_mode == "human":
            self.render()

    def _clear(self) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, float]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent and everything that leaves no choice. An illegal one changes nothing."""
        if self._is_over:
            self._leave(action)
            return
        number, fast = action if type(action) is int else integer_action(action), self._fast
        if not 0 <= number < len(fast.is_legal) or not fast.is_legal[number]:
            self._row.refuse(number)
        fast.actions[0] = number
        fast.step(*fast.arguments)
        self._cumulative_rewards[self.agent_selection] = 0.0  # type: ignore[index]
        if fast.terminated[0]:
            self._end()
        else:
            self.agent_selection = self.possible_agents[fast.players[0]]
            if fast.pays_every_step:
                self._reward()
        if self.render_mode == "human":
            self.render()

    def _reward(self) -> None:
        for agent, reward in zip(self.possible_agents, self._batch.rewards[0].tolist()):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self) -> None:
        """Terminate all agents together. Each is then stepped with None, as PettingZoo wants it."""
        self._reward()
        self._is_over = True
        self.agent_selection = self.agents[0]
        outcome = self._batch.game.rules.outcome(self._batch.arrays.states[:1])
        assert outcome is not None
        for seat, agent in enumerate(self.agents):
            self.terminations[agent] = True
            victory = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            self.infos[agent] = {"points": outcome.points[seat], "victory": victory}

    def _leave(self, action: object) -> None:
        if not self.agents:
            raise NobodyDecides()
        if action is not None:
            raise OnlyNone(agent=self.agent_selection, action=action)
        self._was_dead_step(None)

    # Observing

    def observe(self, agent: str) -> Observed:
        """Return what an agent knows, and its legal actions: none unless it is the selected agent."""
        if agent == self.agent_selection and not self._is_over:
            return {"observation": self._fast.observation.copy(), "action_mask": self._fast.mask.copy()}
        seat = self._seat(agent)
        if self.agent_selection is None:
            raise NobodyDecides()
        return {"observation": self._batch.observe(seat)[0], "action_mask": np.zeros_like(self._fast.mask)}

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, float]]:
        """Return observation, reward since the last decision, termination, truncation, info of the selected agent."""
        agent = self.agent_selection
        if agent is None or not self.agents:
            raise NobodyDecides()
        observation = self.observe(agent) if observe else None
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> Array:
        """Return the observations of all seats in a row: everything except future chance."""
        if self.agent_selection is None:
            raise NobodyDecides()
        return np.concatenate([self._batch.observe(seat)[0] for seat in range(len(self.possible_agents))])

    def observation_space(self, agent: str) -> "gymnasium.spaces.Dict":
        """Return the space of observations."""
        self._seat(agent)
        space: gymnasium.spaces.Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> "gymnasium.spaces.Discrete":
        """Return the space of action numbers."""
        self._seat(agent)
        space: gymnasium.spaces.Discrete = self.action_spaces[agent]
        return space

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise UnknownKind(option="agent", value=agent, known=", ".join(self.possible_agents))
        return self.possible_agents.index(agent)

    def render(self) -> str | Array | None:
        """Render the game as the selected agent sees it, or a spectator at the end."""
        if self.agent_selection is None:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        return self._row.render(self.render_mode, self._row.seat)

    @property
    def _row(self) -> GameRow:
        return GameRow(self._batch.config, self._batch.arrays)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    # Copies

    def __getstate__(self) -> Info:
        state = vars(self) | {name: deepcopy(getattr(self, name)) for name in CHANGING} | {"_batch": copy(self._batch)}
        del state["_fast"]
        return plain_state(state)

    def __setstate__(self, state: Info) -> None:
        self._batch, self.possible_agents = state["_batch"], state["possible_agents"]
        self.__dict__.update(restore_state(state, self._spaces()))
        self._attach(self._batch)

    def __deepcopy__(self, _memo: object) -> "Env":
        return copy(self)  # __getstate__ copies everything that changes


def env(game: str, seats: int = 2, **options: Any) -> Env:
    """Create an environment; options are those of `Env` and the settings of the game."""
    return Env(game, seats, **options)


for _game in game_names():
    if environment_id(_game) not in pettingzoo.aec_registry:
        pettingzoo.register("aec", environment_id(_game), f"{__name__}:env", kwargs={"game": _game})
