"""What a batch was asked to be, checked for the CPU and the GPU alike; and what it answers to wrong actions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import BadCount
from ulpia.core.game import Game
from ulpia.core.settings import Settings
from ulpia.engine.templates.batch import POINTS, RESULT
from ulpia.engine.templates.loops import DEAL, GO_ON
from ulpia.match import (
    check_path,
    check_seats,
    check_seed,
    check_settings,
    is_whole,
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

REWARDS = {"result": RESULT, "points": POINTS}
NUMBERS = ("float32", "int8")

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Plan:
    """Which games, how many at once, and what is shown of them."""

    game: Game
    facts: np.record
    seats: int
    games: int
    settings: Settings
    numbers: str | None
    """Of observations; None if there are to be none."""
    rewards: int
    stride: int
    """How much the seed of a table grows when its game has ended; 0: it then stays as it is."""

    @classmethod
    def checked(
        cls,
        game: str,
        seats: int,
        games: int,
        observations: str | None,
        rewards: str,
        auto_reset: bool,
        components: str | PathLike[str] | None,
        settings: Mapping[str, str | Iterable[int]],
    ) -> "Plan":
        """Refuse what cannot be."""
        rules = find_game(game)
        seats = check_seats(rules, seats)
        chosen = check_settings(rules, {"setup": "dealt", **settings}, seats)
        facts = rules.read_components(check_path(components)).facts
        if not is_whole(games) or games < 1:
            raise BadCount(count=games)
        if not isinstance(auto_reset, bool):
            raise UnknownKind(option="auto_reset", value=auto_reset, known="True, False")
        if not isinstance(rewards, str) or rewards not in REWARDS:
            raise UnknownKind(option="rewards", value=rewards, known=", ".join(REWARDS))
        if observations is not None and (not isinstance(observations, str) or observations not in NUMBERS):
            raise UnknownKind(option="observations", value=observations, known=", ".join((*NUMBERS, "None")))
        stride = games if auto_reset else 0
        return cls(rules, facts, seats, int(games), chosen, observations, REWARDS[rewards], stride)

    @property
    def request(self) -> int:
        """Whether the set-up is dealt or decided."""
        return DEAL if self.settings["setup"] == "dealt" else GO_ON

    @property
    def scale(self) -> Array:
        """What each number of an observation is multiplied with."""
        observation = self.game.observation
        return np.ones(observation.size, np.int8) if self.numbers == "int8" else observation.scale

    def arrays(self) -> dict[str, Array]:
        """Everything that a batch shows, by name, as long as nothing has been begun."""
        game, games = self.game, self.games
        size = game.observation.size if self.numbers else 0
        return {
            "seeds": np.zeros(games, np.int64),
            "seats": np.full(games, -1, np.int8),
            "choices": np.zeros(games, np.int16),
            "options": np.zeros((games, game.max_options), np.int16),
            "masks": np.zeros((games, len(game.actions)), np.uint8),
            "observations": np.zeros((games, size), self.numbers or NUMBERS[0]),
            "rewards": np.zeros((games, self.seats), np.float32),
            "done": np.zeros(games, np.bool_),
            "points": np.zeros((games, self.seats), np.int16),
        }

    def seeds(self, first: int) -> Array:
        """A seed for each game: this one and the following ones."""
        check_seed(check_seed(first) + self.games - 1)
        return np.arange(self.games) + first

    def check_actions(self, given: Any) -> None:
        """An array or tensor of whole numbers, one for each game."""
        if tuple(given.shape) != (self.games,):
            raise WrongShape(what="actions", needed=(self.games,), given=tuple(given.shape))
        if np.dtype(given.dtype).kind not in "iu":
            raise WrongNumbers(what="actions", needed="integers", given=given.dtype)

    def check_states(self, states: Array, shape: tuple[int, ...]) -> None:
        """Tables of this kind, fit to be played on."""
        if states.dtype != self.game.state_type:
            raise WrongNumbers(what="states", needed=f"records of {self.game.name}", given=states.dtype)
        if states.shape != shape:
            raise WrongShape(what="states", needed=shape, given=states.shape)
        for number in range(len(states)):
            if states[number]["seats"] != self.seats:
                raise OtherTable(at=number, given=int(states[number]["seats"]), needed=self.seats)
            fault = _misshapen(states[number]) or self.game.audit(self.facts, states[number : number + 1])
            if fault is not None:
                raise BadState(at=number, fault=fault)

    def refuse(self, table: int, action: int, options: list[int]) -> NoReturn:
        """Say why an action cannot be played at a table, and which can."""
        if not options:
            raise AllOver(table=table, action=action)
        named = self.game.actions[action] if 0 <= action < len(self.game.actions) else "?"
        legal = ", ".join(f"{n} ({self.game.actions[n]})" for n in options)
        raise NotAllowed(table=table, action=f"{action} ({named})", legal=legal)


def _misshapen(state: Any) -> str | None:
    """What must hold before compiled code may look at a state at all: it checks no index."""
    agenda, seats = state["agenda"], int(state["seats"])
    if not -1 <= state["seat"] < seats:
        return "seat"
    if not 1 <= agenda["depth"] <= len(agenda["kinds"]):
        return "agenda"
    return None
