"""Players that are programs. An agent is shown what its seat may know, and answers with an action."""

import random
from collections.abc import Callable, Mapping

from ulpia.agents.advice import Advice, advise
from ulpia.agents.base import (
    UNLIMITED,
    Agent,
    Budget,
    Look,
)
from ulpia.agents.errors import Mishap
from ulpia.agents.external import Own, is_own
from ulpia.agents.levels import LEVELS
from ulpia.agents.search_agents import Greedy, Search
from ulpia.core.actions import Action
from ulpia.core.errors import UnknownAgent

__all__ = [
    "AGENTS",
    "LEVELS",
    "UNLIMITED",
    "Advice",
    "Agent",
    "Budget",
    "Greedy",
    "Look",
    "Mishap",
    "Own",
    "Random",
    "Search",
    "Steady",
    "advise",
    "find_agent",
    "needs_thinking",
]


class Random:
    """Any option, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, look: Look) -> Action:
        """Choose one of the options."""
        return self.dice.choice(look.options)


AGENTS: Mapping[str, Callable[[int], Agent]] = {**LEVELS, "random": Random, "greedy": Greedy, "search": Search}


OWN = "FILE.py:CLASS"
"""How an agent of one's own is given."""


def find_agent(name: str, seed: int, others: tuple[str, ...] = ()) -> Agent:
    """An agent by name, or one's own by file and class; `others` are names that could have been given besides."""
    if is_own(name):
        return Own(name, seed)
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join((*others, *AGENTS, OWN)))
    return AGENTS[name](seed)


class Steady:
    """An agent that always answers: chance stands in for one that has a mishap, and the mishap is noted."""

    def __init__(self, name: str, seed: int, others: tuple[str, ...] = ()) -> None:
        self.agent = find_agent(name, seed, others)
        self.stand_in = Random(seed)
        self.mishaps: list[Mishap] = []

    def choose(self, look: Look) -> Action:
        """What the agent chooses, or any option."""
        try:
            return self.agent.choose(look)
        except Mishap as mishap:
            self.mishaps.append(mishap.with_traceback(None))  # which would hold the agent, and so its process
            return self.stand_in.choose(look)


def needs_thinking(name: str) -> bool:
    """Whether an agent uses compiled thinking (`thinking.minds.prepare`), or may: one's own can call the others."""
    return is_own(name) or (name in AGENTS and name != "random")
