"""Checked configuration of a batch, for the CPU and the GPU alike; and the errors for actions and states it refuses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, NoReturn

import numpy as np

from ulpia.core.components import Components
from ulpia.core.errors import BadCount
from ulpia.core.game import Game
from ulpia.core.settings import Settings
from ulpia.engine.batch_types import POINTS, RESULT, Array, Setup
from ulpia.engine.play_requests import DEAL, GO_ON
from ulpia.match import (
    check_path,
    check_seats,
    check_seed,
    check_settings,
    is_integer,
)
from ulpia.registry import find_game
from ulpia.research.errors import (
    AllOver,
    BadState,
    NotAllowed,
    OtherTable,
    UnknownKind,
    WrongNumbers,
    WrongShape,
)

REWARD_KINDS = {"result": RESULT, "points": POINTS}
OBSERVATION_TYPES = ("float32", "int8")


@dataclass(frozen=True)
class BatchConfig:
    """Which games a batch plays, how many at once, and what it shows of them."""

    game: Game
    components: Components
    seats: int
    games: int
    settings: Settings
    observation_type: str | None
    """Number type of observations; None: nothing is observed."""
    reward_kind: int
    seed_stride: int
    """The next game at a table has a seed this much higher; 0: a game that has ended stays as it is."""

    @classmethod
    def checked(
        cls,
        game: str,
        seats: int,
        games: int,
        *,
        observations: str | None = OBSERVATION_TYPES[0],
        rewards: str = "result",
        auto_reset: bool = True,
        components: str | PathLike[str] | Components | None = None,
        settings: Mapping[str, str | Iterable[int]],
    ) -> "BatchConfig":
        """Check the arguments of a batch."""
        rules = find_game(game)
        seats = check_seats(rules, seats)
        chosen = check_settings(rules, {"setup": "dealt", **settings}, seats)
        if not isinstance(components, Components):
            components = rules.read_components(check_path(components))
        if not is_integer(games) or games < 1:
            raise BadCount(count=games)
        if not isinstance(auto_reset, bool):
            raise UnknownKind(option="auto_reset", value=auto_reset, known="True, False")
        if not isinstance(rewards, str) or rewards not in REWARD_KINDS:
            raise UnknownKind(option="rewards", value=rewards, known=", ".join(REWARD_KINDS))
        if observations is not None and (not isinstance(observations, str) or observations not in OBSERVATION_TYPES):
            raise UnknownKind(option="observations", value=observations, known=", ".join((*OBSERVATION_TYPES, "None")))
        stride = games if auto_reset else 0
        return cls(rules, components, seats, int(games), chosen, observations, REWARD_KINDS[rewards], stride)

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the arguments, which are checked again."""
        rewards = next(name for name, kind in REWARD_KINDS.items() if kind == self.reward_kind)
        options = {"observations": self.observation_type, "rewards": rewards, "auto_reset": self.seed_stride > 0}
        arguments = {**options, "components": self.components, "settings": self.settings}
        return _unpickle, (self.game.name, self.seats, self.games, arguments)

    @property
    def facts(self) -> np.record:
        """The printed figures."""
        facts: np.record = self.components.facts
        return facts

    @cached_property
    def setup(self) -> Setup:
        """The configuration as compiled code takes it."""
        flags = self.game.rules.setup_flags(self.settings)
        request = DEAL if self.settings["setup"] == "dealt" else GO_ON
        facts, blank = np.array([self.facts], self.facts.dtype), np.zeros(1, self.game.rules.state_type)
        return Setup(facts, blank, self.seats, flags, request, self.seed_stride, self.reward_kind)

    @cached_property
    def scale(self) -> Array:
        """The factors from an encoded observation to the one that is shown."""
        observation = self.game.rules.observation
        return np.ones(observation.size, np.int8) if self.observation_type == "int8" else observation.scale

    def seeds(self, first: int) -> Array:
        """Return consecutive seeds, one for each game."""
        check_seed(check_seed(first) + self.games - 1)
        return np.arange(self.games) + first

    def check_actions(self, given: Array) -> None:
        """Refuse anything but an array or tensor of integers, one for each game."""
        if tuple(given.shape) != (self.games,):
            raise WrongShape(what="actions", needed=(self.games,), given=tuple(given.shape))
        if np.dtype(given.dtype).kind not in "iu":
            raise WrongNumbers(what="actions", needed="integers", given=given.dtype)

    def check_states(self, states: Array, shape: tuple[int, ...]) -> None:
        """Refuse states of another type, number of seats or shape, and states that no game can reach."""
        if states.dtype != self.game.rules.state_type:
            raise WrongNumbers(what="states", needed=f"records of {self.game.name}", given=states.dtype)
        if states.shape != shape:
            raise WrongShape(what="states", needed=shape, given=states.shape)
        other = np.flatnonzero(states["seats"] != self.seats)
        if len(other):
            raise OtherTable(at=int(other[0]), given=int(states["seats"][other[0]]), needed=self.seats)
        found = self.game.rules.first_fault(self.facts, states)
        if found is not None:
            raise BadState(at=found[0], fault=found[1])

    def refuse(self, at: int, action: int, options: list[int]) -> NoReturn:
        """Raise the error for an illegal action in game `at`."""
        if not options:
            raise AllOver(table=at, action=action)
        named = self.game.actions[action] if 0 <= action < len(self.game.actions) else "?"
        legal = ", ".join(f"{n} ({self.game.actions[n]})" for n in options)
        raise NotAllowed(table=at, action=f"{action} ({named})", legal=legal)


def _unpickle(game: str, seats: int, games: int, arguments: dict[str, Any]) -> BatchConfig:
    find_game(game).verify_components(arguments["components"])
    return BatchConfig.checked(game, seats, games, **arguments)
