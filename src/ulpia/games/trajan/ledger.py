"""Points, kept by where they came from. The sources add up to the score at every moment."""

from ulpia.games.trajan.state import Player
from ulpia.kernel.compiled import compiled


@compiled
def score(player: Player, source: int, points: int) -> None:
    """Give points (or take them, T-91)."""
    player.points += points
    player.sources[source] += points
