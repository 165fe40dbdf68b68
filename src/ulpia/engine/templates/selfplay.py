"""Games against oneself, from which evaluations are learned. A template like the other one, bound on top of it.

The globals it is given: begin, settle, options, features of a game; advance, step_ahead, prospect, walk, fresh_seed of
its thinking.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.rng import roll, start_chance
from ulpia.engine.search_tree import NEVER, NO_NODE, clear
from ulpia.engine.templates.search import WALKED

if TYPE_CHECKING:
    begin: Any
    settle: Any
    options: Any
    features: Any
    advance: Any
    step_ahead: Any
    prospect: Any
    walk: Any
    fresh_seed: Any

ROOT, BLANK = 3, 4
"""The table that is played at, and one on which nothing lies."""
PLAYERS_STREAM = 0x6A09E667F3BCC909
SEAT, POINTS, EXPECTED, TARGET = range(4)
"""What is noted of a position."""


@entry_point
def practise(
    f: Any,
    states: Any,
    tools: Any,
    tree: Any,
    path: Any,
    values: Any,
    seats: int,
    setup_flags: int,
    seed: int,
    games: int,
    walks: int,
    warmth: float,
    strange: float,
    every: int,
    trust: float,
    manner: Any,
    rows: Any,
    notes: Any,
    scores: Any,
) -> int:
    """Play games against oneself, by one step ahead or by `walks` of a tree; write down some positions.

    Their target is the points still to come: as they came or, with `trust`, partly as they were expected soon after.
    Training may look at everything; playing may not. Returns how many rows were written.
    """
    net, scratch, legal, log, dice = tools
    later = values[0]
    written = 0
    for game in range(games):
        states[ROOT] = states[BLANK]
        s = states[ROOT]
        start_chance(dice, (seed + game) ^ PLAYERS_STREAM)
        begin(f, s, seats, setup_flags, seed + game, log)
        settle(f, s, log)
        n = options(f, s, legal)
        start = written
        while n > 0:
            if n > 1 and roll(dice, every) == 0 and written + seats <= len(notes):
                for seat in range(seats):
                    features(f, s, seat, rows[written])
                    notes[written, SEAT] = seat
                    notes[written, POINTS] = s.players[seat].points
                    notes[written, EXPECTED] = prospect(f, s, seat, net, scratch)
                    written += 1
            action = legal[0]
            if n > 1:
                if roll(dice, 1000) < strange * 1000:
                    action = legal[roll(dice, n)]
                elif walks == 0:
                    action = step(f, states, tools, n, warmth)
                else:
                    action = search(f, states, tools, tree, path, values, walks, manner)
            advance(f, s, action, log)
            n = options(f, s, legal)
        for seat in range(seats):
            scores[game, seat] = s.players[seat].points
            later[seat] = s.players[seat].points
        for at in range(written - 1, start - 1, -1):  # from the end, so that what was expected later is known
            seat = int(notes[at, SEAT])
            notes[at, TARGET] = later[seat] - notes[at, POINTS]
            later[seat] += trust * (notes[at, EXPECTED] - later[seat])
    return written


@compiled
def step(f: Any, states: Any, tools: Any, n: int, warmth: float) -> int:
    """An action for the table in states[ROOT], one step ahead; with warmth, sometimes not the best."""
    legal, dice = tools[2], tools[4]
    best = legal[0]
    most = NEVER
    states[WALKED] = states[ROOT]
    for at in range(n):
        promise = step_ahead(f, states, tools, states[WALKED].seat, legal[at]) + warmth * gumbel(dice)
        if promise > most:
            most = promise
            best = legal[at]
    return int(best)


@compiled
def search(f: Any, states: Any, tools: Any, tree: Any, path: Any, values: Any, walks: int, manner: Any) -> int:
    """The same, by a tree."""
    clear(tree)
    for _ in range(walks):
        states[WALKED] = states[ROOT]
        start_chance(states[WALKED].chance, fresh_seed(tools[4]))
        walk(f, states, tools, tree, path, values, manner)
    first, after, actions, visits, _, _, _ = tree
    best = child = first[0]
    while child != NO_NODE:
        if visits[child] > visits[best]:
            best = child
        child = after[child]
    return int(actions[best])


@compiled
def gumbel(dice: Any) -> float:
    """Noise that makes choosing the largest a choice by softmax."""
    u = (roll(dice, 1 << 30) + 0.5) / (1 << 30)
    return float(-np.log(-np.log(u)))
