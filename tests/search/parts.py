"""Loops around single parts of a thought, bound to a game like the template itself. For `tests.search.profile`."""

from typing import TYPE_CHECKING, Any

from ulpia.engine.jit import entry_point
from ulpia.engine.templates.search import CHILD, WALKED

if TYPE_CHECKING:
    settle: Any
    options: Any
    apply: Any
    features: Any
    estimate: Any
    advance: Any
    imagine_one: Any


@entry_point
def copy_and_advance(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    legal = tools[2]
    n = options(f, states[WALKED], legal)
    for at in range(times):
        states[CHILD] = states[WALKED]
        advance(f, states[CHILD], legal[at % n], tools[3])


@entry_point
def describe_seats(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    s = states[WALKED]
    for at in range(times):
        features(f, s, at % s.seats, tools[1][0])


@entry_point
def estimate_seats(f: Any, seen: Any, states: Any, tools: Any, times: int) -> float:
    s = states[WALKED]
    total = 0.0
    for at in range(times):
        total += estimate(f, s, at % s.seats, tools[0], tools[1])
    return total


@entry_point
def imagine_tables(f: Any, seen: Any, states: Any, tools: Any, times: int) -> None:
    for at in range(times):
        imagine_one(f, seen, states, tools, at)
