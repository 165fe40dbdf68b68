"""The search tree as arrays. It knows no game: a node is a sequence of actions and the statistics of its simulations.

Every simulation descends with a newly sampled position, so the statistics of a node average over everything hidden
and over all draws (information set Monte Carlo tree search).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, entry_point

SEATS = 4
WIN_CHANCE = SEATS
"""The last column of `SearchTree.totals`: the chance to win of the seat that searches."""
NO_NODE = -1
LOWEST = -1e18


class SearchTree(NamedTuple):
    """Nodes by number; node 0 is the root."""

    first_child: npt.NDArray[np.int32]
    next_sibling: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    """The action that leads to a node."""
    visits: npt.NDArray[np.int32]
    priors: npt.NDArray[np.float32]
    totals: npt.NDArray[np.float32]
    """Sum of the values of each seat over all visits; the column WIN_CHANCE sums chances to win."""
    size: npt.NDArray[np.int64]
    """One number: how many nodes are in use."""


def new_tree(capacity: int) -> SearchTree:
    """Allocate a tree for this many nodes."""
    return SearchTree(
        first_child=np.zeros(capacity, np.int32),
        next_sibling=np.zeros(capacity, np.int32),
        actions=np.zeros(capacity, np.int32),
        visits=np.zeros(capacity, np.int32),
        priors=np.zeros(capacity, np.float32),
        totals=np.zeros((capacity, SEATS + 1), np.float32),
        size=np.zeros(1, np.int64),
    )


@compiled
def add_child(tree: SearchTree, node: int, action: int, prior: float) -> int:
    """Add a child and return its number; NO_NODE if the tree is full."""
    child = tree.size[0]
    if child >= len(tree.actions):
        return NO_NODE
    tree.size[0] = child + 1
    tree.actions[child] = action
    tree.visits[child] = 0
    tree.priors[child] = prior
    tree.first_child[child] = NO_NODE
    for column in range(SEATS + 1):
        tree.totals[child, column] = 0.0
    tree.next_sibling[child] = tree.first_child[node]
    tree.first_child[node] = child
    return int(child)


@compiled
def find_child(tree: SearchTree, node: int, action: int) -> int:
    """Return the child that an action leads to, or NO_NODE."""
    actions, next_sibling = tree.actions, tree.next_sibling
    child = tree.first_child[node]
    while child != NO_NODE and actions[child] != action:
        child = next_sibling[child]
    return int(child)


@compiled
def find_children(
    tree: SearchTree, node: int, legal: npt.NDArray[np.int64], n: int, children: npt.NDArray[np.int32]
) -> int:
    """Write the child of each of n options, or NO_NODE; return how many have none.

    Children are linked from the last option to the first, so the next one is usually the one that is needed.
    """
    actions, next_sibling = tree.actions, tree.next_sibling
    next_child = tree.first_child[node]
    missing = 0
    for at in range(n - 1, -1, -1):
        if next_child == NO_NODE or actions[next_child] != legal[at]:
            next_child = find_child(tree, node, legal[at])
        children[at] = next_child
        if next_child == NO_NODE:
            missing += 1
        else:
            next_child = next_sibling[next_child]
    return missing


@compiled
def select(tree: SearchTree, seat: int, children: npt.NDArray[np.int32], n: int, c_puct: float, widening: float) -> int:
    """Return the child with the highest upper confidence bound for a seat (PUCT).

    Progressive widening: a child with prior p is considered only after `widening / p` visits of its parent. The child
    with the highest prior is always considered.
    """
    visits, priors, totals = tree.visits, tree.priors, tree.totals
    parent_visits = 0
    value = 0.0
    likeliest = NO_NODE
    for at in range(n):
        child = children[at]
        if child != NO_NODE:
            parent_visits += visits[child]
            value += totals[child, seat]
            if likeliest == NO_NODE or priors[child] > priors[likeliest]:
                likeliest = child
    first_play_value = value / parent_visits if parent_visits > 0 else 0.0
    exploration = c_puct * np.sqrt(parent_visits + 1.0)
    best = likeliest
    highest = LOWEST
    for at in range(n):
        child = children[at]
        if child != NO_NODE and (visits[child] > 0 or priors[child] * (parent_visits + 1.0) >= widening):
            mean = totals[child, seat] / visits[child] if visits[child] > 0 else first_play_value
            bound = mean + exploration * priors[child] / (1.0 + visits[child])
            if bound > highest:
                highest = bound
                best = child
    return int(best)


@compiled
def clear(tree: SearchTree) -> None:
    """Remove all nodes but the root, and the statistics of the root."""
    tree.size[0] = 1
    tree.first_child[0] = NO_NODE
    tree.visits[0] = 0
    for column in range(SEATS + 1):
        tree.totals[0, column] = 0.0


@entry_point
def copy_subtree(tree: SearchTree, node: int, target: SearchTree) -> None:
    """Copy a node and everything below it into another tree of the same capacity; NO_NODE clears that tree."""
    clear(target)
    if node == NO_NODE:
        return
    # Until a copied node is expanded, `target.actions` holds the node it was copied from; then its action replaces it.
    target.visits[0] = tree.visits[node]
    for column in range(SEATS + 1):
        target.totals[0, column] = tree.totals[node, column]
    target.actions[0] = node
    done = 0
    while done < target.size[0]:
        source = target.actions[done]
        child = tree.first_child[source]
        while child != NO_NODE:
            copy = add_child(target, done, child, tree.priors[child])
            target.visits[copy] = tree.visits[child]
            for column in range(SEATS + 1):
                target.totals[copy, column] = tree.totals[child, column]
            child = tree.next_sibling[child]
        target.actions[done] = tree.actions[source]
        done += 1
