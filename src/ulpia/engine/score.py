"""Points, kept by where they came from. The sources add up to the score at every moment."""

from typing import Protocol

from ulpia.engine.jit import compiled
from ulpia.engine.layout import Points, Row


class HasPoints(Protocol):
    """Any player."""

    points: Points
    sources: Row


@compiled
def score(player: HasPoints, source: int, points: int) -> None:
    """Give points, or take them."""
    player.points += points
    player.sources[source] += points
