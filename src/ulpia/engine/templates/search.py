"""Compiled search of all games: evaluation by a network, one-step lookahead, rollouts, Monte Carlo tree search.

Bound to the functions of a game that REQUIRES names.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ulpia.engine.jit import compiled, entry_point
from ulpia.engine.rng import IMAGINED_GAME, SEARCH, roll, start_chance
from ulpia.engine.search_buffers import (
    BEST,
    CHILD,
    CURRENT,
    HIDDEN_1,
    HIDDEN_2,
    VALUES,
    WIN_CHANCES,
    Evaluator,
    SearchParameters,
    TreeSearch,
    Workspace,
)
from ulpia.engine.search_tree import (
    LOWEST,
    NO_NODE,
    WIN_CHANCE,
    add_child,
    find_children,
    select,
)

if TYPE_CHECKING:
    settle: Any
    options: Any
    apply: Any
    imagine_into: Any
    standing: Any
    features: Any

REQUIRES = ("settle", "options", "apply", "imagine_into", "standing", "features")
FULL_SCORE = 100.0
"""Points that count as the value 1."""
FINAL_TEMPERATURE = 1.0
"""Temperature of the chance to win when the game is over: the lead decides."""


# Evaluation


@compiled
def predict_score(f: Any, s: Any, seat: int, evaluator: Evaluator) -> float:
    """Return the points that the network expects a seat to have at the end."""
    weights_1, bias_1, weights_2, bias_2, weights_3, bias_3 = evaluator.network
    x, h, g = evaluator.features, evaluator.hidden_1, evaluator.hidden_2
    features(f, s, seat, x)
    for j in range(HIDDEN_1):
        h[j] = bias_1[j]
    for i in range(len(weights_1)):
        value = x[i]
        if value != np.float32(0.0):  # most are
            for j in range(HIDDEN_1):
                h[j] += value * weights_1[i, j]
    for j in range(HIDDEN_2):
        g[j] = bias_2[j]
    for i in range(HIDDEN_1):
        value = h[i]
        if value > np.float32(0.0):
            for j in range(HIDDEN_2):
                g[j] += value * weights_2[i, j]
    out = bias_3[0]
    for j in range(HIDDEN_2):
        out += max(np.float32(0.0), g[j]) * weights_3[j]
    return float(out + s.players[seat].points)


@compiled
def expected_score(f: Any, s: Any, seat: int, evaluator: Evaluator) -> float:
    """Return the final points of a seat: those it has if the game is over, else those that the network predicts."""
    return float(s.players[seat].points) if s.seat < 0 else predict_score(f, s, seat, evaluator)


@compiled
def evaluate(f: Any, s: Any, evaluator: Evaluator, parameters: SearchParameters, out: Any) -> None:
    """Write the value of a position and the chance to win of each seat into the rows of `out`.

    The chance to win is a softmax of the expected scores. The value mixes it with the score by `score_weight`.
    """
    value, chance = out[VALUES], out[WIN_CHANCES]
    score_weight = parameters.score_weight
    is_over = s.seat < 0
    highest = LOWEST
    for seat in range(s.seats):
        value[seat] = expected_score(f, s, seat, evaluator)
        highest = max(highest, value[seat])
    left = evaluator.features[0]
    cooled = FINAL_TEMPERATURE if is_over else parameters.temperature * (0.25 + 0.75 * left)
    total = 0.0
    for seat in range(s.seats):
        chance[seat] = np.exp((value[seat] - highest) / cooled)
        total += chance[seat]
    for seat in range(s.seats):
        chance[seat] /= total
        value[seat] = (1.0 - score_weight) * chance[seat] + score_weight * value[seat] / FULL_SCORE


@entry_point
def write_features(f: Any, s: Any, seat: int, out: Any) -> int:
    """Write the features of a seat; return how many there are."""
    return int(features(f, s, seat, out))


# One-step lookahead


@compiled
def advance(f: Any, s: Any, action: int, log: Any) -> None:
    """Play an action and settle the position. The compiler inlines the rules where they are called: only here."""
    apply(f, s, action, log)
    settle(f, s, log)


@compiled
def new_seed(dice: Any) -> int:
    """Return a seed for chance that is independent of the game's own."""
    return (roll(dice, 1 << 30) << 30) | roll(dice, 1 << 30)


@compiled
def evaluate_action(f: Any, workspace: Workspace, seat: int, action: int) -> float:
    """Return the expected score of a seat after an action in states[CURRENT]; states[CHILD] is the position then."""
    states = workspace.states
    states[CHILD] = states[CURRENT]
    child = states[CHILD]
    start_chance(child.chance, new_seed(workspace.dice), IMAGINED_GAME)
    advance(f, child, action, workspace.log)
    return expected_score(f, child, seat, workspace.evaluator)


@compiled
def sample_position(f: Any, seen: Any, workspace: Workspace, seed: int) -> None:
    """Write a position that is consistent with what was seen into states[CURRENT] (a determinization)."""
    imagine_into(f, seen, seed, workspace.states, workspace.dice, workspace.legal, workspace.log)
    start_chance(workspace.dice, seed, SEARCH)


@entry_point
def evaluate_options(
    f: Any, seen: Any, workspace: Workspace, seed: int, samples: int, out: npt.NDArray[np.float64]
) -> int:
    """Add the expected score after each option, averaged over sampled positions, to `out`; return how many options."""
    states, legal = workspace.states, workspace.legal
    n = 0
    for sample in range(samples):
        sample_position(f, seen, workspace, seed + sample)
        n = options(f, states[CURRENT], legal)
        for at in range(n):
            out[at] += evaluate_action(f, workspace, states[CURRENT].seat, legal[at]) / samples
    return n


# Rollouts


@compiled
def greedy_action(f: Any, workspace: Workspace, n: int) -> int:
    """Return the option of n with the highest expected score; without a network, ties are broken at random."""
    legal = workspace.legal
    breaks_ties = len(workspace.evaluator.network.weights_1) == 0
    best = legal[0]
    highest = LOWEST
    ties = 1
    if n > 1:
        for at in range(n):
            value = evaluate_action(f, workspace, workspace.states[CURRENT].seat, legal[at])
            if value > highest:
                highest = value
                best = legal[at]
                ties = 1
            elif breaks_ties and value == highest:
                ties += 1
                if roll(workspace.dice, ties) == 0:
                    best = legal[at]
    return int(best)


@compiled
def rollout(f: Any, workspace: Workspace, decisions: int) -> int:
    """Play greedily from states[CURRENT] for at most this many decisions; return how many positions were evaluated."""
    current = workspace.states[CURRENT]
    evaluated = 0
    for _ in range(decisions):
        n = options(f, current, workspace.legal)
        if n == 0:
            break
        evaluated += n if n > 1 else 0
        advance(f, current, greedy_action(f, workspace, n), workspace.log)
    return evaluated


@entry_point
def rollout_action(
    f: Any, seen: Any, workspace: Workspace, action: int, seed: int, games: int, decisions: int, out: Any
) -> int:
    """Play an action and then greedily to the end, in several sampled games; return how many games ended.

    Adds the points by source of each seat to out[seat], and in the column behind them 1 for a seat that won or shares
    the victory.
    """
    s = workspace.states[CURRENT]
    ended = 0
    for game in range(games):
        sample_position(f, seen, workspace, seed + game)
        advance(f, s, action, workspace.log)
        rollout(f, workspace, decisions)
        if s.seat < 0:
            ended += 1
            best = standing(s, 0)
            for seat in range(1, s.seats):
                best = max(best, standing(s, seat))
            for seat in range(s.seats):
                sources = s.players[seat].sources
                for source in range(len(sources)):
                    out[seat, source] += sources[source]
                out[seat, len(sources)] += 1.0 if standing(s, seat) == best else 0.0
    return ended


# Tree search


@compiled
def expand(f: Any, workspace: Workspace, tree_search: TreeSearch, node: int, n: int) -> None:
    """Add a child for each option that has none, with a prior from one-step lookahead; copy the best to states[BEST].

    The priors of new options are relative to all options of this position: an option that few positions offer gets no
    higher prior for that.
    """
    states, legal = workspace.states, workspace.legal
    values, children = tree_search.option_values, tree_search.children
    temperature = tree_search.parameters.prior_temperature
    seat = states[CURRENT].seat
    highest = LOWEST
    for at in range(n):
        values[at] = evaluate_action(f, workspace, seat, legal[at])
        if values[at] > highest:
            highest = values[at]
            states[BEST] = states[CHILD]
    total = 0.0
    for at in range(n):
        values[at] = np.exp((values[at] - highest) / temperature)
        total += values[at]
    for at in range(n):
        if children[at] == NO_NODE:
            children[at] = add_child(tree_search.tree, node, legal[at], values[at] / total)


@compiled
def simulate(f: Any, workspace: Workspace, tree_search: TreeSearch) -> int:
    """Run one simulation from states[CURRENT] (selection, expansion, rollout, evaluation, backup).

    Returns how many positions were evaluated.
    """
    states, legal = workspace.states, workspace.legal
    tree, parameters = tree_search.tree, tree_search.parameters
    children, path = tree_search.children, tree_search.path
    s = states[CURRENT]
    searcher = s.seat
    evaluated = 1
    node = 0
    depth = 0
    path[0] = 0
    while True:
        n = options(f, s, legal)
        if n == 0:
            break
        if n == 1 and depth > 0:
            advance(f, s, legal[0], workspace.log)
            continue
        is_new = tree.first_child[node] == NO_NODE
        missing = find_children(tree, node, legal, n, children)
        if missing > 0:
            expand(f, workspace, tree_search, node, n)
            evaluated += n
        widening = 0.0 if s.seat == searcher else parameters.opponent_widening
        child = select(tree, s.seat, children, n, parameters.c_puct, widening)
        is_full = tree.size[0] >= len(tree.actions) or depth + 1 >= len(path)
        if (is_new and depth > 0) or child == NO_NODE or is_full:
            if missing > 0:
                states[CURRENT] = states[BEST]
            break
        advance(f, s, tree.actions[child], workspace.log)
        node = child
        depth += 1
        path[depth] = child
    evaluated += rollout(f, workspace, int(parameters.rollout_depth))
    values, visits, totals = tree_search.values, tree.visits, tree.totals
    evaluate(f, s, workspace.evaluator, parameters, values)
    for at in range(depth + 1):
        visits[path[at]] += 1
        totals[path[at], WIN_CHANCE] += values[WIN_CHANCES, searcher]
        for seat in range(s.seats):
            totals[path[at], seat] += values[VALUES, seat]
    return evaluated


@entry_point
def search(f: Any, seen: Any, workspace: Workspace, tree_search: TreeSearch, seed: int, simulations: int) -> int:
    """Run simulations, each from a newly sampled position; return how many positions were evaluated."""
    evaluated = 0
    for at in range(simulations):
        sample_position(f, seen, workspace, seed + at)
        evaluated += simulate(f, workspace, tree_search)
    return evaluated
