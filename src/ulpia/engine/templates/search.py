"""The compiled thinking of all games: an evaluation, one step ahead, a tree of imagined tables. `bind` gives it a game.

The globals a game gives: settle, options, apply, imagine_into, features.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.rng import roll, start_chance
from ulpia.engine.search_tree import (
    NEVER,
    NO_NODE,
    THINKER,
    find_children,
    grow,
    select,
)

if TYPE_CHECKING:
    settle: Any
    options: Any
    apply: Any
    imagine_into: Any
    features: Any

HIDDEN, NARROW = 32, 16
"""Units of the two layers of an evaluation."""
WALKED, CHILD, BEST = range(3)
"""Tables a thinker needs: the one that is walked, a step ahead of it, the best of those."""
OTHER_STREAM = 0x3C6EF372FE94F82B
"""Thinkers roll their own dice, never the game's."""
WORTH, CHANCE = range(2)
"""Rows of what is judged."""
GOOD_SCORE = 100.0
AT_THE_END = 1.0
"""How many points make a difference when the game is over: hardly any, the lead decides."""


# An evaluation: a small net that tells how many points a seat will still make


@compiled
def estimate(f: Any, s: Any, seat: int, net: Any, scratch: Any) -> float:
    """The points a seat will have at the end, about."""
    weights_1, bias_1, weights_2, bias_2, weights_3, rest = net
    x, h, g, _, _ = scratch
    n = features(f, s, seat, x)
    for j in range(HIDDEN):
        h[j] = bias_1[j]
    for i in range(n):
        value = x[i]
        if value != np.float32(0.0):  # most are
            for j in range(HIDDEN):
                h[j] += value * weights_1[i, j]
    for j in range(NARROW):
        g[j] = bias_2[j]
    for i in range(HIDDEN):
        value = h[i]
        if value > np.float32(0.0):
            for j in range(NARROW):
                g[j] += value * weights_2[i, j]
    out = rest[0]
    for j in range(NARROW):
        out += max(np.float32(0.0), g[j]) * weights_3[j]
    return float(out + s.players[seat].points)


@compiled
def prospect(f: Any, s: Any, seat: int, net: Any, scratch: Any) -> float:
    """The same, or the points themselves when the game is over."""
    return float(s.players[seat].points) if s.seat < 0 else estimate(f, s, seat, net, scratch)


@compiled
def judge(f: Any, s: Any, net: Any, scratch: Any, heat: float, greed: float, values: Any) -> None:
    """How good the table is for each seat: values[WORTH]. Its chance to win is a part of that: values[CHANCE].

    `heat`: points that make a difference; `greed`: how much points count for themselves.
    """
    worth, chance = values[WORTH], values[CHANCE]
    is_over = s.seat < 0
    top = NEVER
    for seat in range(s.seats):
        worth[seat] = prospect(f, s, seat, net, scratch)
        top = max(top, worth[seat])
    left = scratch[0][0]  # the first number of every game's features: which part of it is left
    cooled = AT_THE_END if is_over else heat * (0.25 + 0.75 * left)
    total = 0.0
    for seat in range(s.seats):
        chance[seat] = np.exp((worth[seat] - top) / cooled)
        total += chance[seat]
    for seat in range(s.seats):
        chance[seat] /= total
        worth[seat] = (1.0 - greed) * chance[seat] + greed * worth[seat] / GOOD_SCORE


# One step ahead. `tools` are what every thought needs besides the tables: (net, scratch, may, story, dice).


@compiled
def advance(f: Any, s: Any, action: int, log: Any) -> None:
    """Play an action and what follows of itself. The compiler copies rules to where they are called: so only here."""
    apply(f, s, action, log)
    settle(f, s, log)


@compiled
def fresh_seed(dice: Any) -> int:
    """A seed for chance that has nothing to do with the game's own."""
    return (roll(dice, 1 << 30) << 30) | roll(dice, 1 << 30)


@compiled
def step_ahead(f: Any, states: Any, tools: Any, seat: int, action: int) -> float:
    """What a seat can expect after an action at states[WALKED]; draws are made with other dice than the game's."""
    net, scratch, _, log, dice = tools
    states[CHILD] = states[WALKED]
    t = states[CHILD]
    start_chance(t.chance, fresh_seed(dice))
    advance(f, t, action, log)
    return prospect(f, t, seat, net, scratch)


@compiled
def imagine_one(f: Any, seen: Any, states: Any, tools: Any, seed: int) -> None:
    """Write a table that looks like the one seen into states[WALKED]."""
    _, _, legal, log, dice = tools
    imagine_into(f, seen, seed, states, dice, legal, log)
    start_chance(dice, seed ^ OTHER_STREAM)


@entry_point
def weigh(f: Any, seen: Any, states: Any, tools: Any, seed: int, times: int, total: Any) -> int:
    """One step ahead on so many imagined tables: the mean prospect of each option."""
    legal = tools[2]
    n = 0
    for time in range(times):
        imagine_one(f, seen, states, tools, seed + time)
        n = options(f, states[WALKED], legal)
        for at in range(n):
            total[at] += step_ahead(f, states, tools, states[WALKED].seat, legal[at]) / times
    return n


@entry_point
def describe(f: Any, s: Any, seat: int, out: Any) -> int:
    """The numbers an evaluation looks at; returns how many they are."""
    return int(features(f, s, seat, out))


# Further ahead


@compiled
def best_step(f: Any, states: Any, tools: Any, n: int) -> int:
    """Of n options listed, the one after which the seat can expect most."""
    legal = tools[2]
    best = legal[0]
    most = NEVER
    if n > 1:
        for at in range(n):
            worth = step_ahead(f, states, tools, states[WALKED].seat, legal[at])
            if worth > most:
                most = worth
                best = legal[at]
    return int(best)


@compiled
def go_on(f: Any, states: Any, tools: Any, decisions: int) -> int:
    """Let everybody play so many decisions at states[WALKED], each one step ahead; return how many were judged."""
    legal, log = tools[2], tools[3]
    judged = 0
    for _ in range(decisions):
        n = options(f, states[WALKED], legal)
        if n == 0:
            break
        judged += n if n > 1 else 0
        advance(f, states[WALKED], best_step(f, states, tools, n), log)
    return judged


@entry_point
def foresee(f: Any, seen: Any, states: Any, tools: Any, action: int, seed: int, times: int, most: int, out: Any) -> int:
    """Play to the end so often after an action, everybody one step ahead.

    Adds to out[seat] the points by source, and behind them whether the seat won. Returns how many games came to an end.
    """
    log = tools[3]
    ended = 0
    for time in range(times):
        imagine_one(f, seen, states, tools, seed + time)
        advance(f, states[WALKED], action, log)
        go_on(f, states, tools, most)
        s = states[WALKED]
        if s.seat < 0:
            ended += 1
            best = 0
            for seat in range(s.seats):
                best = max(best, int(s.players[seat].points))
            for seat in range(s.seats):
                sources = s.players[seat].sources
                for source in range(len(sources)):
                    out[seat, source] += sources[source]
                out[seat, len(sources)] += 1.0 if s.players[seat].points == best else 0.0
    return ended


# By a tree. `manner`: (heat, prior_heat, curiosity, caution, further, greed), see minds.Manner


@compiled
def open_node(f: Any, states: Any, tools: Any, n: int, tree: Any, node: int, heat: float) -> None:
    """Give a node a child for each option it lacks, with a prior by one step ahead; leave the best in states[BEST].

    Options that other tables did not have are weighed against all that this one has: a rare one is not a good one.
    """
    legal = tools[2]
    _, _, _, worth, children = tools[1]
    seat = states[WALKED].seat
    most = NEVER
    for at in range(n):
        worth[at] = step_ahead(f, states, tools, seat, legal[at])
        if worth[at] > most:
            most = worth[at]
            states[BEST] = states[CHILD]
    total = 0.0
    for at in range(n):
        worth[at] = np.exp((worth[at] - most) / heat)
        total += worth[at]
    for at in range(n):
        if children[at] == NO_NODE:
            children[at] = grow(tree, node, legal[at], worth[at] / total)


@compiled
def walk(f: Any, states: Any, tools: Any, tree: Any, path: Any, values: Any, manner: Any) -> int:
    """Go from the root to a new leaf with the table in states[WALKED]; return how many tables were judged."""
    net, scratch, legal, log, _ = tools
    heat, prior_heat, curiosity, caution, further, greed = manner
    first, _, actions, visits, _, totals, used = tree
    children = scratch[4]
    s = states[WALKED]
    thinker = s.seat
    judged = 1
    node = 0
    depth = 0
    path[0] = 0
    while True:
        n = options(f, s, legal)
        if n == 0:
            break
        if n == 1 and depth > 0:
            advance(f, s, legal[0], log)
            continue
        is_new = first[node] == NO_NODE
        missing = find_children(tree, node, legal, n, children)
        if missing > 0:
            open_node(f, states, tools, n, tree, node, prior_heat)
            judged += n
        child = select(tree, s.seat, children, n, curiosity, 0.0 if s.seat == thinker else caution)
        if (is_new and depth > 0) or child == NO_NODE or used[0] >= len(actions) or depth + 1 >= len(path):
            if missing > 0:
                states[WALKED] = states[BEST]
            break
        advance(f, s, actions[child], log)
        node = child
        depth += 1
        path[depth] = child
    judged += go_on(f, states, tools, int(further))
    judge(f, s, net, scratch, heat, greed, values)
    for at in range(depth + 1):
        visits[path[at]] += 1
        totals[path[at], THINKER] += values[CHANCE, thinker]
        for seat in range(s.seats):
            totals[path[at], seat] += values[WORTH, seat]
    return judged


@entry_point
def think(
    f: Any, seen: Any, states: Any, tools: Any, tree: Any, path: Any, values: Any, seed: int, walks: int, manner: Any
) -> int:
    """Walk the tree so often, each time on a table that looks like the one seen; return how many tables were judged."""
    judged = 0
    for at in range(walks):
        imagine_one(f, seen, states, tools, seed + at)
        judged += walk(f, states, tools, tree, path, values, manner)
    return judged
