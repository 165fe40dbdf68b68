"""Five levels, from one a child can beat to the strongest. The weaker think less and misjudge more; none blunders."""

from ulpia.agents.base import Agent
from ulpia.agents.search_agents import Greedy, Search


def tiro(seed: int) -> Agent:
    """A recruit: sees one step ahead, and that dimly."""
    return Greedy(seed, times=1, error=5.0)


def miles(seed: int) -> Agent:
    """A soldier: sees one step ahead, mostly right."""
    return Greedy(seed, times=1, error=1.5)


def centurio(seed: int) -> Agent:
    """A centurion: thinks a turn ahead."""
    return Search(seed, walks=8)


def legatus(seed: int) -> Agent:
    """A general: thinks of what the others will do."""
    return Search(seed, walks=40)


def imperator(seed: int) -> Search:
    """The strongest."""
    return Search(seed, walks=4_000)


LEVELS = {"tiro": tiro, "miles": miles, "centurio": centurio, "legatus": legatus, "imperator": imperator}
