"""Games against oneself, from which networks are trained.

Bound to the functions of a game and of its search that REQUIRES names.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.rng import GAME, IMAGINED_GAME, SELF_PLAY, roll, start_chance
from ulpia.engine.search_buffers import (
    BLANK,
    CURRENT,
    ROOT,
    VALUES,
    Samples,
    SelfPlayParameters,
    TreeSearch,
    Workspace,
)
from ulpia.engine.search_tree import LOWEST, NO_NODE, clear

if TYPE_CHECKING:
    begin: Any
    settle: Any
    options: Any
    features: Any
    advance: Any
    evaluate_action: Any
    expected_score: Any
    simulate: Any
    new_seed: Any

GAME_FUNCTIONS = ("begin", "settle", "options", "features")
SEARCH_FUNCTIONS = ("advance", "evaluate_action", "expected_score", "simulate", "new_seed")
REQUIRES = GAME_FUNCTIONS + SEARCH_FUNCTIONS
SEAT, POINTS, EXPECTED, TARGET = range(4)
"""Columns of `Samples.notes`."""


@entry_point
def play_games(f: Any, workspace: Workspace, tree_search: TreeSearch, plan: SelfPlayParameters, out: Samples) -> int:
    """Play games and record some of their positions; return how many rows were written.

    The target of a position is the points a seat still makes; with `bootstrap`, it is mixed with the expectation at
    the next recorded position. Training may use hidden information; playing may not.
    """
    legal, log, dice, notes = workspace.legal, workspace.log, workspace.dice, out.notes
    seats = plan.seats
    later = tree_search.values[VALUES]
    written = 0
    for game in range(plan.games):
        workspace.states[ROOT] = workspace.states[BLANK]
        s = workspace.states[ROOT]
        start_chance(s.chance, plan.seed + game, GAME)
        start_chance(dice, plan.seed + game, SELF_PLAY)
        begin(f, s, seats, plan.setup_flags, log)
        settle(f, s, log)
        n = options(f, s, legal)
        start = written
        while n > 0:
            if n > 1 and roll(dice, plan.sample_interval) == 0 and written + seats <= len(notes):
                for seat in range(seats):
                    features(f, s, seat, out.features[written])
                    notes[written, SEAT] = seat
                    notes[written, POINTS] = s.players[seat].points
                    notes[written, EXPECTED] = expected_score(f, s, seat, workspace.evaluator)
                    written += 1
            action = legal[0]
            if n > 1:
                if roll(dice, 1000) < plan.random_share * 1000:
                    action = legal[roll(dice, n)]
                elif plan.simulations == 0:
                    action = choose_greedily(f, workspace, n, plan.temperature)
                else:
                    action = choose_by_search(f, workspace, tree_search, plan.simulations)
            advance(f, s, action, log)
            n = options(f, s, legal)
        for seat in range(seats):
            out.scores[game, seat] = s.players[seat].points
            later[seat] = s.players[seat].points
        for at in range(written - 1, start - 1, -1):  # backwards: a target needs the expectation after it
            seat = int(notes[at, SEAT])
            notes[at, TARGET] = later[seat] - notes[at, POINTS]
            later[seat] += plan.bootstrap * (notes[at, EXPECTED] - later[seat])
    return written


@compiled
def choose_greedily(f: Any, workspace: Workspace, n: int, temperature: float) -> int:
    """Return an option of states[ROOT] by one-step lookahead with Gumbel noise."""
    states, legal = workspace.states, workspace.legal
    best = legal[0]
    highest = LOWEST
    states[CURRENT] = states[ROOT]
    for at in range(n):
        value = evaluate_action(f, workspace, states[CURRENT].seat, legal[at]) + temperature * gumbel(workspace.dice)
        if value > highest:
            highest = value
            best = legal[at]
    return int(best)


@compiled
def choose_by_search(f: Any, workspace: Workspace, tree_search: TreeSearch, simulations: int) -> int:
    """Return the option of states[ROOT] that a search with full information visits most."""
    states, tree = workspace.states, tree_search.tree
    clear(tree)
    for _ in range(simulations):
        states[CURRENT] = states[ROOT]
        start_chance(states[CURRENT].chance, new_seed(workspace.dice), IMAGINED_GAME)
        simulate(f, workspace, tree_search)
    best = child = tree.first_child[0]
    while child != NO_NODE:
        if tree.visits[child] > tree.visits[best]:
            best = child
        child = tree.next_sibling[child]
    return int(tree.actions[best])


@compiled
def gumbel(dice: Any) -> float:
    """Return Gumbel noise: the argmax of noisy values is a sample of their softmax."""
    u = (roll(dice, 1 << 30) + 0.5) / (1 << 30)
    return float(-np.log(-np.log(u)))
