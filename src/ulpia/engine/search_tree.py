"""A tree of what could be chosen, as arrays. It knows no game: a node is an action, and what came of it.

A node is what was chosen so far; each walk goes through it on a table imagined anew, so that a node gathers what holds
on average over everything hidden, and over all draws.
"""

from typing import Any

import numpy as np

from ulpia.engine.jit import compiled, entry_point

SEATS = 4
THINKER = SEATS
"""The last column of what came of a node: not what a seat got, but the chance to win of whoever thinks."""
NO_NODE = -1
NEVER = -1e18


def new_tree(size: int) -> tuple[Any, ...]:
    """Room for so many nodes: first child, next sibling, action, visits, prior, what seats got; how many are used."""
    whole = (np.zeros(size, np.int32) for _ in range(4))
    return *whole, np.zeros(size, np.float32), np.zeros((size, SEATS + 1), np.float32), np.zeros(1, np.int64)


@compiled
def grow(tree: Any, node: int, action: int, prior: float) -> int:
    """A new child; NO_NODE if the tree is full."""
    first, after, actions, visits, priors, totals, used = tree
    child = used[0]
    if child >= len(actions):
        return NO_NODE
    used[0] = child + 1
    actions[child] = action
    visits[child] = 0
    priors[child] = prior
    first[child] = NO_NODE
    for column in range(SEATS + 1):
        totals[child, column] = 0.0
    after[child] = first[node]
    first[node] = child
    return int(child)


@compiled
def find_child(tree: Any, node: int, action: int) -> int:
    """The child of an action, or NO_NODE."""
    first, after, actions, _, _, _, _ = tree
    child = first[node]
    while child != NO_NODE and actions[child] != action:
        child = after[child]
    return int(child)


@compiled
def find_children(tree: Any, node: int, legal: Any, n: int, children: Any) -> int:
    """The child of each of n options, or NO_NODE; return how many have none.

    Children are listed from the last option to the first: mostly the next one is the one that is looked for.
    """
    first, after, actions, _, _, _, _ = tree
    next_child = first[node]
    missing = 0
    for at in range(n - 1, -1, -1):
        if next_child == NO_NODE or actions[next_child] != legal[at]:
            next_child = find_child(tree, node, legal[at])
        children[at] = next_child
        if next_child == NO_NODE:
            missing += 1
        else:
            next_child = after[next_child]
    return missing


@compiled
def select(tree: Any, seat: int, children: Any, n: int, curiosity: float, caution: float) -> int:
    """Of some children, the one that promises most to the seat, or was looked at too little.

    Widening: what looks unlikely is not considered before the node was walked `caution` times as often as that.
    """
    _, _, _, visits, priors, totals, _ = tree
    tried = 0
    value = 0.0
    likely = NO_NODE
    for at in range(n):
        child = children[at]
        if child != NO_NODE:
            tried += visits[child]
            value += totals[child, seat]
            if likely == NO_NODE or priors[child] > priors[likely]:
                likely = child
    usual = value / tried if tried > 0 else 0.0
    spread = curiosity * np.sqrt(tried + 1.0)
    best = likely
    most = NEVER
    for at in range(n):
        child = children[at]
        if child != NO_NODE and (visits[child] > 0 or priors[child] * (tried + 1.0) >= caution):
            mean = totals[child, seat] / visits[child] if visits[child] > 0 else usual
            promise = mean + spread * priors[child] / (1.0 + visits[child])
            if promise > most:
                most = promise
                best = child
    return int(best)


@compiled
def clear(tree: Any) -> None:
    """Only the root is left."""
    first, _, _, visits, _, totals, used = tree
    used[0] = 1
    first[0] = NO_NODE
    visits[0] = 0
    for column in range(SEATS + 1):
        totals[0, column] = 0.0


@entry_point
def keep(tree: Any, child: int, other: Any) -> None:
    """Write what is below a child into another tree of the same size, as its root; NO_NODE clears it."""
    clear(other)
    if child == NO_NODE:
        return
    first, after, actions, visits, priors, totals, _ = tree
    _, _, actions_2, visits_2, _, totals_2, used_2 = other
    # `actions_2` of a node not yet expanded holds where it came from; its own action is written when that is done.
    visits_2[0] = visits[child]
    for column in range(SEATS + 1):
        totals_2[0, column] = totals[child, column]
    actions_2[0] = child
    done = 0
    while done < used_2[0]:
        source = actions_2[done]
        each = first[source]
        while each != NO_NODE:
            copy = grow(other, done, each, priors[each])
            visits_2[copy] = visits[each]
            for column in range(SEATS + 1):
                totals_2[copy, column] = totals[each, column]
            each = after[each]
        actions_2[done] = actions[source]
        done += 1
