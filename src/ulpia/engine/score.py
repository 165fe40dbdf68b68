"""Points of a player, recorded by source. The sources add up to the score at all times."""

from typing import Protocol

from ulpia.engine.jit import compiled
from ulpia.engine.layout import Points, Row


class HasPoints(Protocol):
    """A player record with points."""

    points: Points
    sources: Row


@compiled
def score(player: HasPoints, source: int, points: int) -> None:
    """Add points (or subtract negative ones) from a source."""
    player.points += points
    player.sources[source] += points
