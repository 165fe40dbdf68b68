"""The compiled search of a game, with the buffers and the tree of one thread."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ulpia.core.components import Components
from ulpia.core.errors import BadPickle
from ulpia.core.game import Game, Progress
from ulpia.engine.layout import fill_array
from ulpia.engine.rules import States
from ulpia.engine.search_buffers import (
    Network,
    SearchParameters,
    TreeSearch,
    empty_network,
    network_shapes,
    new_tree_search,
    new_workspace,
)
from ulpia.engine.search_tree import NO_NODE, SEATS, WIN_CHANCE, SearchTree, copy_subtree, new_tree
from ulpia.engine.templates.selfplay import SEARCH_FUNCTIONS
from ulpia.engine.warmup import compile_once, is_prepared
from ulpia.search.evaluation import learned_network, network_of

Array = npt.NDArray[Any]

NODES_PER_SIMULATION = 20
"""About how many nodes a simulation adds to its tree."""
SMALLEST_TREE = 4_000
MAX_DECISIONS = 5_000
"""No game has more decisions."""
LOWEST_VALUE = -1e9
"""A node of this value is never chosen while there is another."""
SEARCH = "search"
"""The part of a game that `prepare` compiles, beside those of `engine.warmup`."""


@dataclass(frozen=True)
class SearchConfig:
    """Parameters of the tree search. The defaults suit a game with a trained network; see `default_config`."""

    temperature: float = 10.0
    """Lead in points that raises the odds of winning by a factor e at the start of a game; it falls towards the end."""
    prior_temperature: float = 2.5
    """Temperature, in points, of the softmax that turns one-step values into priors."""
    c_puct: float = 0.3
    """Exploration constant of PUCT."""
    opponent_widening: float = 1e9
    """Opponents follow their greedy policy. An alternative with prior p is considered only after
    `opponent_widening / p` visits; with 0, opponents explore like the seat that searches."""
    rollout_depth: float = 0.0
    """Decisions that all seats play greedily before a leaf is evaluated."""
    score_weight: float = 0.7
    """Weight of the score in the value of a position, from 0 (only the chance to win counts) to 1 (only points)."""

    @property
    def parameters(self) -> SearchParameters:
        """The parameters as compiled code takes them."""
        return SearchParameters(*map(float, astuple(self)))


def default_config(game: Game) -> SearchConfig:
    """Return the parameters for a game: without a trained network, rollouts go to the end of the game."""
    if learned_network(game) is None:
        return SearchConfig(opponent_widening=0.0, rollout_depth=MAX_DECISIONS)
    return SearchConfig()


@cache
def search_module(game: Game) -> ModuleType:
    """Return the search template, bound to a game; it is compiled when first called."""
    module: ModuleType = game.rules.bind("search")
    return module


@cache
def selfplay_module(game: Game) -> ModuleType:
    """Return the self-play template, bound to a game and its search."""
    search = vars(search_module(game))
    module: ModuleType = game.rules.bind("selfplay", **{name: search[name] for name in SEARCH_FUNCTIONS})
    return module


class SearcherState(NamedTuple):
    """A pickled searcher: its tree, and what the buffers are allocated from."""

    game: Game
    components: Components
    network: tuple[bytes, ...]
    simulations: int
    tree: tuple[bytes, ...]
    """The nodes in use, in the order of `SearchTree`."""


class Searcher:
    """Searches one game in one thread. Copies and pickles include the tree."""

    def __init__(
        self, game: Game, components: Components, network: Network | None = None, simulations: int = 0
    ) -> None:
        self._allocate(game, components, network_of(game) if network is None else network, simulations)

    def _allocate(self, game: Game, components: Components, network: Network, simulations: int) -> None:
        self.game, self.components, self.network, self.simulations = game, components, network, simulations
        self.facts: np.record = components.facts
        self.module = search_module(game)
        rules = game.rules
        self.workspace = new_workspace(rules.state_type, rules.max_options, rules.feature_count, self.network)
        capacity = max(SMALLEST_TREE, NODES_PER_SIMULATION * simulations)
        self._tree_search = new_tree_search(new_tree(capacity), SearchConfig().parameters, rules.max_options)
        self._spare_tree = new_tree(capacity)
        self.clear_tree()

    def __getstate__(self) -> SearcherState:
        used = int(self.tree.size[0])
        tree = tuple(part[:used].tobytes() for part in self._parts)
        network = tuple(part.tobytes() for part in self.network)
        return SearcherState(self.game, self.components, network, self.simulations, tree)

    def __setstate__(self, state: SearcherState) -> None:
        if type(state.simulations) is not int or state.simulations < 0:
            raise BadPickle(what="simulations")
        components = state.game.verify_components(state.components)
        self._allocate(state.game, components, read_network(state.game, state.network), state.simulations)
        read_tree(state.tree, self.tree)

    @property
    def _parts(self) -> tuple[Array, ...]:
        """The arrays of the tree."""
        return tuple(self.tree)

    def evaluate_options(self, seen: States, seed: int, samples: int) -> npt.NDArray[np.float64]:
        """Return the expected score of the deciding seat after each option, averaged over sampled positions."""
        values = np.zeros(self.game.rules.max_options)
        n = self.module.evaluate_options(self.facts, seen[0], self.workspace, seed, samples, values)
        return values[:n]

    def rollout(self, seen: States, action: int, seed: int, games: int) -> tuple[npt.NDArray[np.float64], int]:
        """Play an action and then greedily to the end; return the mean points by source of each seat and its wins.

        The last column is the share of games won. The second result is how many games came to their end.
        """
        out = np.zeros((SEATS, len(self.game.source_names) + 1))
        ended = self.module.rollout_action(self.facts, seen[0], self.workspace, action, seed, games, MAX_DECISIONS, out)
        return out / max(1, ended), int(ended)

    def search(self, seen: States, seed: int, simulations: int, config: SearchConfig) -> int:
        """Run simulations; return how many positions were evaluated."""
        tree_search = self.tree_search(config)
        return int(self.module.search(self.facts, seen[0], self.workspace, tree_search, seed, simulations))

    def expected_points(
        self, seen: States, line: Sequence[int], seed: int, simulations: int, config: SearchConfig
    ) -> float:
        """Return the final points that the seat that decides can expect after a line of its actions.

        The simulations all begin with that line, in a new tree: after two lines the same number of them looks ahead.
        Of a line only the last action may reveal something.
        """
        self.clear_tree()
        tree, node = self.tree, 0
        for done, action in enumerate(line):
            self.search(seen, seed + done, 1, config)  # gives the newest node its children
            children = self.children(node)
            if action not in children:  # the only option of a position is no node
                continue
            for child in children.values():
                tree.visits[child], tree.totals[child] = 1, LOWEST_VALUE
            node = children[action]
            tree.visits[node], tree.totals[node] = 1, 0.0  # a visit that does not count
        self.search(seen, seed + len(line), simulations, config)
        values = tree.totals[node] / max(1, tree.visits[node] - 1)
        own, chance = values[int(seen[0]["table"]["seat"])], values[WIN_CHANCE]
        return float(self.module.FULL_SCORE * (own - (1 - config.score_weight) * chance) / config.score_weight)

    @property
    def tree(self) -> SearchTree:
        """The current tree."""
        return self._tree_search.tree

    def tree_search(self, config: SearchConfig) -> TreeSearch:
        """Return the tree with its buffers and these parameters."""
        return self._tree_search._replace(parameters=config.parameters)

    def clear_tree(self) -> None:
        """Remove everything from the tree."""
        self._keep_below(NO_NODE)

    def keep_subtree(self, action: int) -> None:
        """Keep the part of the tree below an action that was played."""
        self._keep_below(self.children().get(action, NO_NODE))

    def _keep_below(self, node: int) -> None:
        copy_subtree(self.tree, node, self._spare_tree)
        before, self._tree_search = self.tree, self._tree_search._replace(tree=self._spare_tree)
        self._spare_tree = before

    def children(self, parent: int = 0) -> dict[int, int]:
        """Return the nodes below the root, or below another node, by action."""
        tree = self.tree
        found, node = {}, int(tree.first_child[parent])
        while node != NO_NODE:
            found[int(tree.actions[node])] = node
            node = int(tree.next_sibling[node])
        return found

    def visits(self, line: Sequence[int] = ()) -> dict[int, int]:
        """Return how often each action was visited; with a line of actions, each action after them."""
        children = self.children()
        for action in line:
            node = children.get(action, NO_NODE)
            children = {} if node == NO_NODE else self.children(node)
        return {action: int(self.tree.visits[node]) for action, node in children.items()}

    def win_chance(self, action: int) -> float:
        """Return the mean chance to win after an action, from 0 to 1; 0 if it was not visited."""
        node = self.children().get(action, NO_NODE)
        visits = 0 if node == NO_NODE else int(self.tree.visits[node])
        return float(self.tree.totals[node, WIN_CHANCE]) / visits if visits else 0.0


def read_network(game: Game, data: tuple[bytes, ...]) -> Network:
    """Return a pickled network, if it fits the game: compiled code tests no shape."""
    for shapes in (network_shapes(game.rules.feature_count), tuple(part.shape for part in empty_network())):
        parts = [np.zeros(shape, np.float32) for shape in shapes]
        if len(data) == len(parts) and all(map(fill_array, parts, data)):
            return Network(*parts)
    raise BadPickle(what="network")


def read_tree(data: tuple[bytes, ...], tree: SearchTree) -> None:
    """Write a pickled tree. Links that leave it or form a cycle are refused: compiled code follows them.

    A child has a higher number than its parent, and a lower one than the sibling that links to it.
    """
    nodes = np.arange(len(data[0]) // tree.first_child.itemsize)
    parts: tuple[Array, ...] = tuple(tree)
    if len(data) != len(parts) or not 0 < len(nodes) <= len(tree.actions):
        raise BadPickle(what="tree")
    if not all(fill_array(part[: len(nodes)], saved) for part, saved in zip(parts, data)):
        raise BadPickle(what="tree")
    children, siblings = tree.first_child[: len(nodes)], tree.next_sibling[1 : len(nodes)]
    is_child = (children == NO_NODE) | ((children > nodes) & (children < len(nodes)))
    is_sibling = (siblings == NO_NODE) | ((siblings > 0) & (siblings < nodes[1:]))
    if not is_child.all() or not is_sibling.all() or tree.size[0] != len(nodes):
        raise BadPickle(what="tree")


def is_search_prepared(game: Game) -> bool:
    """Tell whether the search of a game is compiled on disk."""
    return is_prepared(game, SEARCH)


def prepare(game: Game, progress: Progress | None = None) -> None:
    """Compile the search of a game, unless that was done before; report (done, known)."""
    compile_once(game, SEARCH, lambda: call_everything(game), progress)


def call_everything(game: Game) -> None:
    """Call every function that an agent needs once: that compiles them, or loads them if they are compiled on disk."""
    components = game.read_components()
    rules = game.rules.interpreted  # a match is another part
    position = rules.begin(components, game.seat_counts[0], 0, {**game.varieties[0], "setup": "dealt"})
    seen, action = position.knowledge(position.seat), position.legal_actions[0]
    searcher = Searcher(game, components)
    searcher.evaluate_options(seen, 0, 1)
    searcher.search(seen, 0, 1, SearchConfig())
    searcher.rollout(seen, action, 0, 1)
    searcher.keep_subtree(action)
