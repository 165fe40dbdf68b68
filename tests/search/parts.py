"""Loops around single parts of a thought, bound to a game like the template itself. For `tests.search.profile`."""

from typing import TYPE_CHECKING, Any

from ulpia.engine.jit import door
from ulpia.engine.templates.search import CHILD, WALKED

if TYPE_CHECKING:
    settle: Any
    options: Any
    apply: Any
    features: Any
    estimate: Any
    advance: Any
    imagine_one: Any


@door
def copy_and_advance(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    may = tools[2]
    n = options(f, states[WALKED], may)
    for at in range(times):
        states[CHILD] = states[WALKED]
        advance(f, states[CHILD], may[at % n], tools[3])


@door
def describe_seats(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    s = states[WALKED]
    for at in range(times):
        features(f, s, at % s.seats, tools[1][0])


@door
def estimate_seats(f: Any, seen: Any, states: Any, tools: Any, times: int) -> float:
    s = states[WALKED]
    total = 0.0
    for at in range(times):
        total += estimate(f, s, at % s.seats, tools[0], tools[1])
    return total


@door
def imagine_tables(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    for at in range(times):
        imagine_one(f, seen, states, tools, at)
