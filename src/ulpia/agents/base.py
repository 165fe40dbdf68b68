"""What an agent is asked: a look at a match, a budget, one answer."""

from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol

from ulpia.core.actions import Action
from ulpia.core.components import Components
from ulpia.core.game import Game, Question, States
from ulpia.core.settings import Settings
from ulpia.match import Match, imagine
from ulpia.registry import find_game


@dataclass(frozen=True)
class Budget:
    """How much an agent may think about one decision. What is not given is up to the agent."""

    seconds: float | None = None
    """By the clock. An answer then depends on how busy the machine is; without it, on the look and the seed alone."""
    walks: int | None = None
    """Through a tree, for those who think that way. None at all still gives an answer."""


UNLIMITED = Budget()


class GameInProgress(Protocol):
    """What a decision is made from: a `Match`, or one game of a batch."""

    @property
    def game(self) -> Game:
        """The rules."""

    @property
    def components(self) -> Components:
        """The printed figures."""

    @property
    def settings(self) -> Settings:
        """All options of the match."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def seat(self) -> int | None:
        """The current player; None when the game is over."""

    @property
    def question(self) -> Question | None:
        """What is being decided."""

    @property
    def options(self) -> tuple[Action, ...]:
        """All legal actions."""

    def seen(self, seat: int | None) -> States:
        """Return what a seat knows."""


class Look:
    """What an agent gets of a match: its seat's view, imagined matches, the options. The true state is not in it."""

    def __init__(self, match: GameInProgress, budget: Budget = UNLIMITED) -> None:
        assert match.seat is not None
        self.game = match.game
        self.components = match.components
        self.settings = dict(match.settings)
        self.seats = match.seats
        self.seat: int = match.seat
        self.question = match.question
        self.options = match.options
        self.seen = match.seen(match.seat)
        self.budget = budget

    def view(self) -> dict[str, Any]:
        """What the seat knows, in names and numbers."""
        return self.game.view(self.components.facts, self.seen)

    def imagine(self, seed: int) -> Match:
        """A match that looks the same to the seat."""
        return imagine(self.game, self.components, self.settings, self.seen, seed)

    def within(self, budget: Budget) -> "Look":
        """The same look, with another budget."""
        other = copy(self)
        other.budget = budget
        return other

    def __getstate__(self) -> dict[str, Any]:
        """As it travels to another process: the game by its name, options by their numbers."""
        return vars(self) | {"game": self.game.name, "options": [option.number for option in self.options]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game = find_game(state["game"])
        options = tuple(game.actions[number] for number in state["options"])
        vars(self).update(state | {"game": game, "options": options})


class Agent(Protocol):
    """One method: a look in, an action out. An agent is made with a seed and plays one seat of one match."""

    def choose(self, look: Look) -> Action:
        """Choose one of the options."""
