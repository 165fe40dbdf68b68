"""Players that are programs. An agent is shown what its seat may know, and answers with an action."""

import random
from typing import Any, Protocol

from ulpia.kernel.actions import Action
from ulpia.kernel.errors import UnknownAgent
from ulpia.match import Match, imagine


class Look:
    """What an agent gets of a match: its seat's view, imagined matches, the options. The true state is not in it."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.components = match.components
        self.settings = dict(match.settings)
        self.seat = match.seat
        self.options = match.options
        self.seen = match.seen(match.seat)

    def view(self) -> dict[str, Any]:
        """What the seat knows, in names and numbers."""
        return self.game.view(self.components.facts, self.seen)

    def imagine(self, seed: int) -> Match:
        """A match that looks the same to the seat."""
        return imagine(self.game, self.components, self.settings, self.seen, seed)


class Agent(Protocol):
    """One method: a look in, an action out."""

    def choose(self, look: Look) -> Action:
        """Choose one of the options."""


class Random:
    """Any option, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, look: Look) -> Action:
        """Choose one of the options."""
        return self.dice.choice(look.options)


AGENTS = {"random": Random}


def find_agent(name: str, seed: int, others: tuple[str, ...] = ()) -> Agent:
    """An agent by name; `others` are names that could have been given besides."""
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join((*others, *AGENTS)))
    return AGENTS[name](seed)
