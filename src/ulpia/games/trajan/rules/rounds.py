"""Rounds: what ends when time passes the start space.   T-11, T-90."""

from ulpia.engine.jit import compiled
from ulpia.games.trajan.constants import Ends
from ulpia.games.trajan.rules.facts import Facts
from ulpia.games.trajan.rules.state import State


@compiled
def is_end_of_quarter(f: Facts, s: State, rounds: int) -> bool:
    """T-90: the last round of the quarter is among the next rounds that end."""
    return s.rounds_done + rounds >= f.rounds


@compiled
def ends_with_turn(f: Facts, s: State, rounds: int) -> int:
    """T-11, T-90: return what ends with a turn in which time passes the start space so many times."""
    if rounds == 0:
        return Ends.NOTHING
    if is_end_of_quarter(f, s, rounds):
        return Ends.QUARTER
    return Ends.ROUND if rounds == 1 else Ends.TWO_ROUNDS
