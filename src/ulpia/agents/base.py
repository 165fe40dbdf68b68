"""The interface of agents: a decision is shown to an agent, which answers with an action."""

from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.game import Game, Knowledge
from ulpia.core.settings import Settings
from ulpia.core.view import Question, View
from ulpia.engine.rules import States
from ulpia.match import Match, imagine
from ulpia.registry import find_game


@dataclass(frozen=True)
class Budget:
    """Limits for one decision. A limit that is None is left to the agent."""

    seconds: float | None = None
    """Wall time. With it, answers depend on the load of the machine; without it, on decision and seed alone."""
    simulations: int | None = None
    """Simulations of a tree search. With 0 an agent still answers."""


UNLIMITED = Budget()


class DecisionSource(Protocol):
    """A game in which a seat decides: a match, or a game of a batch."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        ...

    @property
    def components(self) -> Components:
        """Its printed figures."""
        ...

    @property
    def settings(self) -> Settings:
        """All options of the match."""
        ...

    @property
    def seats(self) -> int:
        """Number of seats."""
        ...

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        ...

    @property
    def question(self) -> Question | None:
        """What is being decided."""
        ...

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions."""
        ...

    def seen(self, seat: int | None) -> Knowledge:
        """What a seat knows."""
        ...


class Decision:
    """What an agent is shown: the view of its seat, the options, imagined matches. It does not hold the true state."""

    def __init__(self, match: DecisionSource, budget: Budget = UNLIMITED) -> None:
        assert match.seat is not None
        self.game = match.game
        self.components = match.components
        self.settings = dict(match.settings)
        self.seats = match.seats
        self.seat: int = match.seat
        self.question = match.question
        self.options = match.options
        self.seen = cast(States, match.seen(match.seat))
        self.budget = budget

    def view(self) -> View:
        """Return what the seat knows, in names and numbers."""
        return self.game.view(self.components, self.seen)

    def imagine(self, seed: int) -> Match:
        """Return a match that looks the same to the seat, with everything hidden redrawn."""
        return imagine(self.game, self.components, self.settings, self.seen, seed)

    def with_budget(self, budget: Budget) -> "Decision":
        """Return the same decision with another budget."""
        other = copy(self)
        other.budget = budget
        return other

    def find_option(self, answer: object) -> Action | None:
        """Return the option that an answer names by the action, its number or its notation; None if there is none."""
        if isinstance(answer, str):
            text = " ".join(answer.lower().replace("_", " ").split())
            return next((option for option in self.options if str(option) == text), None)
        if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
            return next((option for option in self.options if option.number == answer), None)
        if isinstance(answer, Action):
            return next((option for option in self.options if option == answer), None)
        return None

    def __getstate__(self) -> dict[str, Any]:
        """For another process: the game by its name, options by their numbers."""
        return vars(self) | {"game": self.game.name, "options": [option.number for option in self.options]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game = find_game(state["game"])
        options = tuple(game.actions[number] for number in state["options"])
        vars(self).update(state | {"game": game, "options": options})


class Agent(Protocol):
    """An agent is made with a seed and plays one seat of one match."""

    def choose(self, decision: Decision) -> Action:
        """Return one of the options."""
