"""What compiled search and self-play are given: the network, buffers of one thread, parameters."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ulpia.engine.event_log import NO_LOG, EventLog
from ulpia.engine.layout import blank
from ulpia.engine.rng import CHANCE_TYPE
from ulpia.engine.search_tree import SEATS, SearchTree

HIDDEN_1, HIDDEN_2 = 32, 16
"""Units of the two hidden layers."""
CURRENT, CHILD, BEST, ROOT, BLANK = range(5)
"""States of a workspace: the position of a simulation, the position after an option, the best of those; for self-play
also the position of the game and an empty record."""
STATES = 5
MAX_DEPTH = 250
"""Decisions that one simulation can pass in the tree."""
VALUES, WIN_CHANCES = range(2)
"""Rows of `TreeSearch.values`."""

Floats = npt.NDArray[np.float32]


class Network(NamedTuple):
    """Two hidden layers with rectifiers; the output is the points a seat will still make.

    A network without rows in `weights_1` uses no features and expects no further points (`empty_network`).
    """

    weights_1: Floats
    bias_1: Floats
    weights_2: Floats
    bias_2: Floats
    weights_3: Floats
    bias_3: Floats


class Evaluator(NamedTuple):
    """A network and the buffers of its layers."""

    network: Network
    features: Floats
    """Features of one seat. The first one of every game is the share of the game that is left; 1 without features."""
    hidden_1: Floats
    hidden_2: Floats


class Workspace(NamedTuple):
    """Buffers of one thread. It is passed down to the innermost loops, so it holds no more than these need."""

    states: Any
    """CURRENT, CHILD, BEST, ROOT, BLANK."""
    evaluator: Evaluator
    legal: npt.NDArray[np.int64]
    """Legal actions in the current position."""
    log: EventLog
    dice: Any
    """Chance of the search, which is independent of the game's own."""


class SearchParameters(NamedTuple):
    """`search.searcher.SearchConfig` as compiled code takes it: all floats, so that it is compiled once."""

    temperature: float
    prior_temperature: float
    c_puct: float
    opponent_widening: float
    rollout_depth: float
    score_weight: float


class TreeSearch(NamedTuple):
    """A tree with the parameters and buffers of its simulations."""

    tree: SearchTree
    parameters: SearchParameters
    path: npt.NDArray[np.int32]
    """Nodes from the root to the leaf."""
    children: npt.NDArray[np.int32]
    """The child of each option at the current node."""
    option_values: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    """What the evaluation of the leaf gives each seat, in the rows VALUES and WIN_CHANCES."""


class SelfPlayParameters(NamedTuple):
    """Which games are played for training, and how."""

    seats: int
    setup_flags: int
    seed: int
    """Seed of the first game; the next games use the following ones."""
    games: int
    simulations: int
    """Per decision; 0 plays greedily."""
    temperature: float
    """Points of Gumbel noise on the values of greedy play."""
    random_share: float
    """Share of the decisions that are random."""
    sample_interval: int
    """One position in this many is recorded."""
    bootstrap: float
    """Weight of the next recorded expectation in a target, against the final score."""


class Samples(NamedTuple):
    """What self-play records."""

    features: Floats
    notes: Floats
    """Columns SEAT, POINTS, EXPECTED, TARGET of `templates.selfplay`."""
    scores: Floats
    """Final points by game and seat."""


def new_workspace(state_type: np.dtype[np.record], max_options: int, features: int, network: Network) -> Workspace:
    """Allocate the buffers of a thread."""
    evaluator = Evaluator(
        network=network,
        features=np.ones(max(1, features), np.float32),
        hidden_1=np.zeros(HIDDEN_1, np.float32),
        hidden_2=np.zeros(HIDDEN_2, np.float32),
    )
    return Workspace(
        states=np.zeros(STATES, state_type),
        evaluator=evaluator,
        legal=np.zeros(max_options, np.int64),
        log=NO_LOG,
        dice=blank(CHANCE_TYPE),
    )


def new_tree_search(tree: SearchTree, parameters: SearchParameters, max_options: int) -> TreeSearch:
    """Allocate the buffers for simulations in a tree."""
    return TreeSearch(
        tree=tree,
        parameters=parameters,
        path=np.zeros(MAX_DEPTH, np.int32),
        children=np.zeros(max_options, np.int32),
        option_values=np.zeros(max_options, np.float64),
        values=np.zeros((2, SEATS), np.float64),
    )


def network_shapes(features: int) -> tuple[tuple[int, ...], ...]:
    """Shapes of the parts of a network."""
    return (features, HIDDEN_1), (HIDDEN_1,), (HIDDEN_1, HIDDEN_2), (HIDDEN_2,), (HIDDEN_2,), (1,)


def empty_network() -> Network:
    """A network that uses no features and expects no further points."""
    return Network(*(np.zeros(shape, np.float32) for shape in network_shapes(0)))
