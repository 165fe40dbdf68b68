"""Other simulators for comparison, with random players in the same process on the same core."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ulpia.cli.measurements import Speed, drive_openspiel, drive_pettingzoo
from ulpia.core.errors import MissingExtra


@dataclass(frozen=True)
class Rival:
    """Another simulator."""

    what: str
    """What was run."""
    beside: str
    """Our measurement to compare with."""
    measure: Callable[[float], Speed]
    by_decisions: bool = False
    """Whether decisions are compared instead of complete games."""


def catanatron(seconds: float) -> Speed:
    """Measure complete four-player games of Catan."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        raise MissingExtra(package="catanatron", extra="bench") from None
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play() -> None:
        Game([RandomPlayer(colour) for colour in colours]).play()

    return _repeat(play, seconds)


def open_spiel(seconds: float) -> Speed:
    """Measure OpenSpiel's tic-tac-toe in Python."""
    try:
        import pyspiel  # noqa: F401
        from open_spiel.python.games import tic_tac_toe  # noqa: F401
    except ImportError:
        raise MissingExtra(package="open_spiel", extra="openspiel") from None
    return drive_openspiel("python_tic_tac_toe", seconds)


def pettingzoo(seconds: float) -> Speed:
    """Measure PettingZoo's Connect Four."""
    try:
        from pettingzoo.classic.connect_four.connect_four import env
    except ImportError as missing:  # of pettingzoo, or of pygame, which its board games draw with
        raise MissingExtra(package=missing.name, extra="bench") from None
    return drive_pettingzoo(env(), seconds)


def rlcard(seconds: float) -> Speed:
    """Measure complete games of RLCard's UNO."""
    try:
        import rlcard as cards
        from rlcard.agents import RandomAgent
    except ImportError:
        raise MissingExtra(package="rlcard", extra="bench") from None
    env = cards.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(one) // 2 for one in trajectories)

    return _repeat(play, seconds)


def _repeat(play: Callable[[], int | None], seconds: float) -> Speed:
    play()
    games, decisions = 0, 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += play() or 0
        games += 1
    return Speed(decisions / spent if decisions else None, games / spent)


RIVALS: dict[str, Rival] = {
    "catanatron": Rival("Catan, 4 seats, complete games", "playouts", catanatron),
    "open_spiel": Rival("python_tic_tac_toe, decisions", "openspiel", open_spiel, by_decisions=True),
    "pettingzoo": Rival("connect_four-v3, decisions", "pettingzoo", pettingzoo, by_decisions=True),
    "rlcard": Rival("UNO, complete games", "playouts", rlcard),
}
