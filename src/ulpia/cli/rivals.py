"""Other simulators, run with their own random players in the same process, for comparison."""

import time
from collections.abc import Callable

from ulpia.kernel.errors import MissingExtra


def catanatron(seconds: float) -> float:
    """Complete four-player games of Catan per second of CPU time."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        raise MissingExtra(package="catanatron", extra="bench") from None
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    Game([RandomPlayer(colour) for colour in colours]).play()
    games = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        Game([RandomPlayer(colour) for colour in colours]).play()
        games += 1
    return games / spent


RIVALS: dict[str, Callable[[float], float]] = {"catanatron": catanatron}
