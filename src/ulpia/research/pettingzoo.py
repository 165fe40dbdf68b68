"""PettingZoo: every seat is an agent, and they are asked one after another (AEC).

>>> from ulpia.research import pettingzoo
>>> env = pettingzoo.env("trajan", seats=4)
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_3'
>>> env.last()[0]["action_mask"].nonzero()[0]
array([30, 31, 32, 33, 34, 35])

Whoever has imported this can also say `pettingzoo.make("aec", "ulpia/trajan-v0", seats=4)`. Every step is one call of
compiled code; what is given out is copied, so that it can be kept.
"""

from copy import deepcopy
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.match import (
    HIGHEST_SEED,
    check_path,
    check_seats,
    check_seed,
    check_settings,
)
from ulpia.registry import GAMES, find_game
from ulpia.research.batch import Batch
from ulpia.research.batch_config import NUMBERS
from ulpia.research.errors import NobodyDecides, OnlyNone, UnknownKind
from ulpia.research.row import (
    RENDER_MODES,
    VERSION,
    Array,
    Table,
    check_render_mode,
    environment_id,
    optional,
    whole,
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
    *("_skip_agent_selection", "_is_over", "_dice", "action_spaces"),
)
"""All that changes in an environment, besides its batch."""


class Env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of Trajan or Forum Trajanum as an AEC environment; `env` makes one."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        rewards: str = "result",
        observations: str = "float32",
        render_mode: str | None = None,
        components: str | PathLike[str] | None = None,
        **settings: Any,
    ) -> None:
        self._options = dict(game=game, seats=seats, rewards=rewards, observations=observations)
        self._options |= dict(render_mode=render_mode, components=components) | settings
        rules = find_game(game)
        check_settings(rules, settings, check_seats(rules, seats))
        if observations is None:
            raise UnknownKind(option="observations", value=observations, known=", ".join(NUMBERS))
        self.render_mode = check_render_mode(render_mode)
        asked: dict[str, Any] = {"rewards": rewards, "observations": observations, "components": components}
        self._sit_down(Batch(game, seats, 1, auto_reset=False, workers=1, **asked, **settings))
        self._figures = rules.read_components(check_path(components))
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
        seen, many = rules.observation, len(rules.actions)
        both: dict[str, gymnasium.Space[Any]] = {
            "observation": observations_space(seen, observations),
            "action_mask": mask_space(many),
        }
        self.observation_spaces = {agent: gymnasium.spaces.Dict(both) for agent in self.possible_agents}
        self.action_spaces = {agent: actions_space(many) for agent in self.possible_agents}
        self.state_space = observations_space(seen, observations, seats)
        self._dice = np.random.default_rng()

    def _sit_down(self, batch: Batch) -> None:
        """Have at hand what every step needs."""
        self._batch = batch
        self._step = batch.game.lockstep.step
        self._order = batch.shares[0].order(stride=0)
        self._action, self._deciding, self._done = batch._actions, batch.seats, batch.done
        self._seen = batch.observations[0]
        self._mask = batch.masks[0].view(np.int8)  # the kind of number that `Discrete.sample` asks for
        self._may = memoryview(batch.masks[0])
        self._many = len(self._may)
        self._every_step_counts = bool(batch.plan.rewards)

    # The course of a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game: the one of this seed, or another that follows from the last seed given."""
        if seed is None:
            seed = int(self._dice.integers(HIGHEST_SEED))
        else:
            self._dice = np.random.default_rng(check_seed(seed))
        self._batch.reset(seed)
        self.agents = self.possible_agents[:]
        self._clear()
        self._is_over = False
        self.agent_selection = self.agents[self._deciding[0]]
        if self.render_mode == "human":
            self.render()

    def _clear(self) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None

    def step(self, action: int | None) -> None:
        """Play an action of the agent that decides, and all that leaves no choice. If it is refused, nothing is."""
        if self._is_over:
            self._leave(action)
            return
        number = action if type(action) is int else whole(action)
        if not 0 <= number < self._many or not self._may[number]:
            self._table.refuse(number)
        self._action[0] = number
        self._step(*self._order)
        self._cumulative_rewards[self.agent_selection] = 0.0  # type: ignore[index]
        if self._done[0]:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._deciding[0]]
            if self._every_step_counts:
                self._reward()
        if self.render_mode == "human":
            self.render()

    def _reward(self) -> None:
        for agent, reward in zip(self.possible_agents, self._batch.rewards[0].tolist()):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self) -> None:
        """All agents have come to the end together; each is then stepped with None, as PettingZoo wants it."""
        self._reward()
        self._is_over = True
        self.agent_selection = self.agents[0]
        outcome = self._batch.game.outcome(self._batch._states[0])
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

    # What is seen

    def observe(self, agent: str) -> Observed:
        """What an agent knows and may do now; nothing may be done by those whose decision it is not."""
        if agent == self.agent_selection and not self._is_over:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        seat = self._seat(agent)
        if self.agent_selection is None:
            raise NobodyDecides()
        return {"observation": self._batch.look(seat)[0], "action_mask": np.zeros(self._many, np.int8)}

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:
        """What the agent that decides observes, its reward since it last decided, whether it is done, and its info."""
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
        """What all seats know together, one after another: all there is, but for chance to come."""
        if self.agent_selection is None:
            raise NobodyDecides()
        return np.concatenate([self._batch.look(seat)[0] for seat in range(len(self.possible_agents))])

    def observation_space(self, agent: str) -> "gymnasium.spaces.Space[Any]":
        """What an observation looks like."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "gymnasium.spaces.Space[Any]":
        """All actions of the game, by their numbers."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise UnknownKind(option="agent", value=agent, known=", ".join(self.possible_agents))
        return self.possible_agents.index(agent)

    def render(self) -> str | Array | None:
        """The table as whoever decides sees it, or a passer-by at the end."""
        if self.agent_selection is None:
            raise NobodyDecides()
        if self.render_mode is None:
            raise UnknownKind(option="render_mode", value=None, known=", ".join(RENDER_MODES))
        return self._table.render(self.render_mode, self._table.seat)

    @property
    def _table(self) -> Table:
        return Table(self._batch, self._figures)

    def close(self) -> None:
        """There is nothing to close."""

    # Copies

    def _kept(self) -> dict[str, Any]:
        return {name: deepcopy(getattr(self, name)) for name in CHANGING}

    def __deepcopy__(self, _memo: object) -> "Env":
        """An independent environment at the same point."""
        other = object.__new__(type(self))
        other.__dict__.update(vars(self), **self._kept())
        other._sit_down(deepcopy(self._batch))
        return other

    def __copy__(self) -> "Env":
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """As it travels to another process: how it was made, and what has changed since."""
        return _rebuild, (self._options, self._kept(), self._batch.keep())


def _rebuild(options: dict[str, Any], changed: dict[str, Any], kept: dict[str, Array]) -> Env:
    env = Env(**options)
    env.__dict__.update(changed)
    env._batch.put_back(kept)
    return env


def env(game: str, seats: int = 2, **options: Any) -> Env:
    """An environment for a game; options as `Env` has them, and those of the game itself."""
    return Env(game, seats, **options)


for _game in GAMES:
    if environment_id(_game) not in pettingzoo.aec_registry:
        pettingzoo.register("aec", environment_id(_game), f"{__name__}:env", kwargs={"game": _game})
