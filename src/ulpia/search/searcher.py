"""A game's compiled thinking, and what one thread needs to use it: buffers, a tree, an evaluation."""

import hashlib
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.core.game import Game, States
from ulpia.core.settings import defaults
from ulpia.engine import search_tree as trees
from ulpia.engine.event_log import NO_LOG
from ulpia.engine.jit import bind
from ulpia.engine.layout import blank
from ulpia.engine.playouts import Progress, compile_once
from ulpia.engine.rng import CHANCE_TYPE
from ulpia.engine.search_tree import NO_NODE, SEATS, THINKER
from ulpia.engine.templates.search import HIDDEN, NARROW

DIGITS = 16
TABLES = 5
DEEPEST = 250
"""Decisions that one walk can be long."""
CHILDREN = 20
"""Nodes a walk adds to its tree, about."""
SMALLEST = 4_000
LONGEST = 5_000
"""Decisions that no game is longer than."""
GAMES = Path(__file__).parent.parent / "games"

Net = tuple[npt.NDArray[np.float32], ...]
"""Weights and biases of the two layers, weights and bias of the sum."""


@dataclass(frozen=True)
class Manner:
    """How a tree is walked."""

    heat: float = 10.0
    """Points that make a difference at the start of a game; fewer do near its end."""
    prior_heat: float = 2.5
    """Points by which an option must look worse, one step ahead, to be tried much later."""
    curiosity: float = 0.3
    """How much what was tried little is tried."""
    caution: float = 1e9
    """Others are thought to choose what looks best to them one step ahead; an option whose prior is 1 in n is not
    considered before so many times n walks. 0: it is considered like one's own."""
    further: float = 0.0
    """Decisions that everybody plays on, one step ahead, before a leaf is judged."""
    greed: float = 0.7
    """How much points count for themselves, from 0 (only the chance to win does) to 1."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """As compiled code takes it."""
        return tuple(map(float, astuple(self)))


@cache
def module(game: Game) -> ModuleType:
    """The template, bound to a game; compiled when first called."""
    return bind("ulpia.engine.templates.search", f"ulpia.thinking.{game.name}_thinking", **game.thoughts)


@cache
def practice(game: Game) -> ModuleType:
    """The games against oneself, bound to a game and its thinking."""
    thinking = vars(module(game))
    given = {name: thinking[name] for name in ("advance", "step_ahead", "prospect", "walk", "fresh_seed")}
    return bind("ulpia.engine.templates.selfplay", f"ulpia.thinking.{game.name}_practice", **game.thoughts, **given)


def net_shapes(features: int) -> tuple[tuple[int, ...], ...]:
    """The shapes of an evaluation's parts."""
    return (features, HIDDEN), (HIDDEN,), (HIDDEN, NARROW), (NARROW,), (NARROW,), (1,)


def empty_net(game: Game) -> Net:
    """An evaluation that expects nothing more: the points are what they are."""
    return tuple(np.zeros(shape, np.float32) for shape in net_shapes(game.features))


@cache
def learned_net(game: Game) -> Net:
    """The evaluation that was learned (`ulpia tune`)."""
    with np.load(GAMES / game.name / "evaluation" / "weights.npz") as stored:
        net = tuple(np.ascontiguousarray(stored[name], np.float32) for name in sorted(stored.files))
    assert tuple(part.shape for part in net) == net_shapes(game.features)
    return net


def save_net(net: Net, path: Path) -> None:
    """Write an evaluation down, in half precision: it does not play worse by it."""
    parts: dict[str, Any] = {f"part_{at}": part.astype(np.float16) for at, part in enumerate(net)}
    np.savez_compressed(path, **parts)


def digest_of(net: Net) -> str:
    """Names an evaluation as it is written down."""
    parts = b"".join(part.astype(np.float16).tobytes() for part in net)
    return hashlib.sha256(parts).hexdigest()[:DIGITS]


class Mind:
    """Thinks about one game for one thread."""

    def __init__(self, game: Game, facts: np.record, net: Net, walks: int = 0) -> None:
        self.game, self.facts, self.net = game, facts, net
        self.module = module(game)
        self.states: Any = np.zeros(TABLES, game.state_type)
        scratch = (
            np.zeros(game.features, np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros(NARROW, np.float32),
            np.zeros(game.max_options, np.float64),
            np.zeros(game.max_options, np.int32),
        )
        self.tools = net, scratch, np.zeros(game.max_options, np.int64), NO_LOG, blank(CHANCE_TYPE)
        size = max(SMALLEST, CHILDREN * walks)
        self.tree, self.other = trees.new_tree(size), trees.new_tree(size)
        self.path = np.zeros(DEEPEST, np.int32)
        self.values = np.zeros((2, SEATS), np.float64)
        self.forget()

    def weigh(self, seen: States, seed: int, times: int) -> npt.NDArray[np.float64]:
        """For each option, the points the seat can expect after it: one step ahead on so many imagined tables."""
        total = np.zeros(self.game.max_options)
        n = self.module.weigh(self.facts, seen[0], self.states, self.tools, seed, times, total)
        return total[:n]

    def foresee(self, seen: States, action: int, seed: int, times: int) -> tuple[npt.NDArray[np.float64], int]:
        """After an action, everybody one step ahead: for each seat the mean points by source, and how often it wins.

        Besides, how many games that tells of.
        """
        out = np.zeros((SEATS, len(self.game.source_names) + 1))
        ended = self.module.foresee(self.facts, seen[0], self.states, self.tools, action, seed, times, LONGEST, out)
        return out / max(1, ended), int(ended)

    def think(self, seen: States, seed: int, walks: int, manner: Manner) -> int:
        """Walk the tree so often; return how many tables were judged."""
        place = self.tree, self.path, self.values
        return int(self.module.think(self.facts, seen[0], self.states, self.tools, *place, seed, walks, manner.numbers))

    def forget(self) -> None:
        """Begin a new tree."""
        self._keep(NO_NODE)

    def keep(self, action: int) -> None:
        """Keep what is below an action that was played; the rest is forgotten."""
        self._keep(self.children().get(action, NO_NODE))

    def _keep(self, node: int) -> None:
        trees.keep(self.tree, node, self.other)
        self.tree, self.other = self.other, self.tree

    def children(self) -> dict[int, int]:
        """The nodes below the root, by action."""
        first, after, actions = self.tree[:3]
        found, node = {}, int(first[0])
        while node != NO_NODE:
            found[int(actions[node])] = node
            node = int(after[node])
        return found

    def visits(self) -> dict[int, int]:
        """How often each action was walked."""
        return {action: int(self.tree[3][node]) for action, node in self.children().items()}

    def chance(self, action: int) -> float:
        """How likely an action makes it that whoever thinks wins, from 0 to 1; 0 if it was not walked."""
        node = self.children().get(action, NO_NODE)
        visits = 0 if node == NO_NODE else int(self.tree[3][node])
        return float(self.tree[5][node, THINKER]) / visits if visits else 0.0


THINKING = "thinking"
"""The door, as `kernel.runner` knows it."""


def prepare(game: Game, progress: Progress | None = None) -> None:
    """Compile all thinking about a game, if nobody has yet; report (done, known)."""
    compile_once(game, THINKING, lambda: _think_of_everything(game), progress)


def _think_of_everything(game: Game) -> None:
    """Call every function that a thinker needs once."""
    facts, states = game.read_components().facts, np.zeros(1, game.state_type)
    legal, log = np.zeros(game.max_options, np.int64), np.zeros(game.log_shape, np.int16)
    game.begin(facts, states, game.seat_counts[0], 0, defaults(game.settings) | {"setup": "dealt"}, log, legal)
    seen = game.see(states, int(states[0]["seat"]))
    mind = Mind(game, facts, learned_net(game))
    mind.weigh(seen, 0, 1)
    mind.think(seen, 0, 1, Manner())
    mind.foresee(seen, int(legal[0]), 0, 1)
    mind.keep(int(legal[0]))
