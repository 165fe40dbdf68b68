"""Six levels, from one that a child can beat to the strongest. Weaker levels search less and err more."""

from ulpia.agents.base import Agent
from ulpia.agents.search_agents import Greedy, Search


def tiro(seed: int) -> Agent:
    """A recruit: looks one step ahead, with large errors."""
    return Greedy(seed, samples=1, error=5.0)


def miles(seed: int) -> Agent:
    """A soldier: looks one step ahead, with small errors."""
    return Greedy(seed, samples=1, error=1.5)


def optio(seed: int) -> Agent:
    """A centurion's deputy: looks one step ahead, hardly errs."""
    return Greedy(seed, samples=4, error=0.5)


def centurio(seed: int) -> Agent:
    """A centurion: searches its own turn."""
    return Search(seed, simulations=8)


def legatus(seed: int) -> Agent:
    """A general: searches the answers of the opponents too."""
    return Search(seed, simulations=40)


def imperator(seed: int) -> Search:
    """The strongest level."""
    return Search(seed, simulations=4_000)


LEVELS = {
    "tiro": tiro,
    "miles": miles,
    "optio": optio,
    "centurio": centurio,
    "legatus": legatus,
    "imperator": imperator,
}
