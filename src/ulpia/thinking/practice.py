"""Games against oneself, from which evaluations are learned. A template like the other one, bound on top of it.

The globals it is given: begin, settle, options, features of a game; advance, step_ahead of its thinking.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.kernel.compiled import compiled, door
from ulpia.kernel.rng import roll, start_chance
from ulpia.thinking.template import WALKED
from ulpia.thinking.tree import NEVER

if TYPE_CHECKING:
    begin: Any
    settle: Any
    options: Any
    features: Any
    advance: Any
    step_ahead: Any

BLANK = 3
"""A table on which nothing lies."""
PLAYERS_STREAM = 0x6A09E667F3BCC909


@door
def practise(
    f: Any,
    states: Any,
    tools: Any,
    seats: int,
    terms: int,
    seed: int,
    games: int,
    warmth: float,
    strange: float,
    every: int,
    rows: Any,
    targets: Any,
    scores: Any,
) -> int:
    """Play games, everybody one step ahead; write down some positions and the points that were still to come.

    Training may look at everything; playing may not. Returns how many rows were written.
    """
    _, _, may, story, dice = tools
    written = 0
    for game in range(games):
        states[WALKED] = states[BLANK]
        s = states[WALKED]
        start_chance(dice, (seed + game) ^ PLAYERS_STREAM)
        begin(f, s, seats, terms, seed + game, story)
        settle(f, s, story)
        n = options(f, s, may)
        start = written
        while n > 0:
            if n > 1 and roll(dice, every) == 0:
                for seat in range(seats):
                    if written < len(targets):
                        features(f, s, seat, rows[written])
                        targets[written, 0] = seat
                        targets[written, 1] = s.players[seat].points
                        written += 1
            advance(f, s, decide(f, states, tools, n, warmth, strange), story)
            n = options(f, s, may)
        for at in range(start, written):
            targets[at, 1] = s.players[int(targets[at, 0])].points - targets[at, 1]
        for seat in range(seats):
            scores[game, seat] = s.players[seat].points
    return written


@compiled
def decide(f: Any, states: Any, tools: Any, n: int, warmth: float, strange: float) -> int:
    """An action for the table in states[WALKED]; with warmth, sometimes not the best, rarely a strange one."""
    may, dice = tools[2], tools[4]
    best = may[0]
    if n > 1:
        if roll(dice, 1000) < strange * 1000:
            return int(may[roll(dice, n)])
        most = NEVER
        for at in range(n):
            promise = step_ahead(f, states, tools, states[WALKED].seat, may[at]) + warmth * gumbel(dice)
            if promise > most:
                most = promise
                best = may[at]
    return int(best)


@compiled
def gumbel(dice: Any) -> float:
    """Noise that makes choosing the largest a choice by softmax."""
    u = (roll(dice, 1 << 30) + 0.5) / (1 << 30)
    return float(-np.log(-np.log(u)))
