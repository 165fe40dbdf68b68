"""Players that are programs. An agent is shown what its seat may know, and answers with an action."""

import random
from collections.abc import Callable, Mapping

from ulpia.agents.levels import LEVELS
from ulpia.agents.look import UNLIMITED, Agent, Budget, Look
from ulpia.agents.thinkers import Greedy, Search
from ulpia.kernel.actions import Action
from ulpia.kernel.errors import UnknownAgent

__all__ = ["AGENTS", "LEVELS", "UNLIMITED", "Agent", "Budget", "Greedy", "Look", "Random", "Search", "find_agent"]


class Random:
    """Any option, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, look: Look) -> Action:
        """Choose one of the options."""
        return self.dice.choice(look.options)


AGENTS: Mapping[str, Callable[[int], Agent]] = {**LEVELS, "random": Random, "greedy": Greedy, "search": Search}


def find_agent(name: str, seed: int, others: tuple[str, ...] = ()) -> Agent:
    """An agent by name; `others` are names that could have been given besides."""
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join((*others, *AGENTS)))
    return AGENTS[name](seed)
