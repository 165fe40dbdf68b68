"""Agents: programs that play. An agent sees a `Decision`, which holds what its seat knows, and returns an option."""

from collections.abc import Callable, Mapping

from ulpia.agents.advice import Advice, advise
from ulpia.agents.base import (
    UNLIMITED,
    Agent,
    Budget,
    Decision,
)
from ulpia.agents.errors import AgentFailure
from ulpia.agents.external import ExternalAgent, is_external
from ulpia.agents.fallback import Random, WithFallback
from ulpia.agents.levels import LEVELS
from ulpia.agents.search_agents import Greedy, Search, SearchStats
from ulpia.core.errors import UnknownAgent

__all__ = [
    "AGENTS",
    "LEVELS",
    "UNLIMITED",
    "Advice",
    "Agent",
    "AgentFailure",
    "Budget",
    "Decision",
    "ExternalAgent",
    "Greedy",
    "Random",
    "Search",
    "SearchStats",
    "WithFallback",
    "advise",
    "find_agent",
    "needs_compiled_search",
]

RANDOM = "random"
AGENTS: Mapping[str, Callable[[int], Agent]] = {**LEVELS, RANDOM: Random, "greedy": Greedy, "search": Search}
EXTERNAL = "FILE.py:CLASS"
"""How an external agent is named."""


def find_agent(name: str, seed: int, others: tuple[str, ...] = ()) -> Agent:
    """Return an agent by its name, or an external one by file and class.

    `others` are further names that the error lists, such as "human".
    """
    if is_external(name):
        return ExternalAgent(name, seed)
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join((*others, *AGENTS, EXTERNAL)))
    return AGENTS[name](seed)


def needs_compiled_search(name: str) -> bool:
    """Tell whether an agent needs compiled search (`search.searcher.prepare`).

    An external agent that calls one of ours compiles the search then, and its time limit waits for that.
    """
    return name in AGENTS and name != RANDOM
