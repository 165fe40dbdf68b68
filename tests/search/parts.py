"""Loops around single parts of a simulation, bound to a game like the search template. For `tests.search.profile`."""

from typing import TYPE_CHECKING, Any

from ulpia.engine.jit import entry_point
from ulpia.engine.search_buffers import CHILD, CURRENT, Workspace

if TYPE_CHECKING:
    options: Any
    features: Any
    predict_score: Any
    advance: Any
    sample_position: Any


@entry_point
def copy_and_advance(f: Any, seen: Any, workspace: Workspace, times: int) -> None:
    states, legal = workspace.states, workspace.legal
    n = options(f, states[CURRENT], legal)
    for at in range(times):
        states[CHILD] = states[CURRENT]
        advance(f, states[CHILD], legal[at % n], workspace.log)


@entry_point
def write_features(f: Any, seen: Any, workspace: Workspace, times: int) -> None:
    s = workspace.states[CURRENT]
    for at in range(times):
        features(f, s, at % s.seats, workspace.evaluator.features)


@entry_point
def predict_scores(f: Any, seen: Any, workspace: Workspace, times: int) -> float:
    s = workspace.states[CURRENT]
    total = 0.0
    for at in range(times):
        total += predict_score(f, s, at % s.seats, workspace.evaluator)
    return total


@entry_point
def sample_positions(f: Any, seen: Any, workspace: Workspace, times: int) -> None:
    for at in range(times):
        sample_position(f, seen, workspace, at)
