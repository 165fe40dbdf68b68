"""Agents that use compiled search: one-step lookahead, and Monte Carlo tree search."""

import random
import threading
import time
from dataclasses import dataclass

import numpy as np

from ulpia.agents.base import Decision
from ulpia.core.actions import Action
from ulpia.core.game import Game
from ulpia.search.evaluation import learned_network
from ulpia.search.searcher import SearchConfig, Searcher, call_everything, default_config, prepare

SEED_LIMIT = 1 << 40
"""Seeds of a search are smaller."""
SIMULATIONS_PER_CHECK = 100
"""Simulations between two looks at the clock."""
MAX_ERRORS = 3.0
"""An option that is worse than the best by this many times the usual error is never played."""


_LOADING = threading.Lock()
"""The first searcher of a game loads its compiled code. Two threads that did so at once would compile it twice."""


def new_searcher(decision: Decision, simulations: int = 0) -> Searcher:
    """Return a searcher for the game of a decision."""
    with _LOADING:
        prepare(decision.game)
        return Searcher(decision.game, decision.components, simulations=simulations)


def load_search(game: Game) -> None:
    """Load the compiled search of a game into this process, so that the first search does not wait for that."""
    with _LOADING:
        call_everything(game)


@dataclass(frozen=True)
class SearchStats:
    """What an agent did for its last decision."""

    seconds: float
    simulations: int
    positions: int
    """Positions that were evaluated."""
    win_chance: float | None
    """The agent's estimate of its chance to win."""


class Greedy:
    """Plays the option with the highest expected score; `error` is the scale, in points, of noise on these scores."""

    def __init__(self, seed: int, samples: int = 4, error: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.samples, self.error = samples, error
        self.searcher: Searcher | None = None
        self.stats: SearchStats | None = None

    def choose(self, decision: Decision) -> Action:
        """Return the option with the highest expected score, or nearly."""
        started = time.perf_counter()
        if self.searcher is None:
            self.searcher = new_searcher(decision)
        values = self.searcher.evaluate_options(decision.seen, self.dice.randrange(SEED_LIMIT), self.samples)
        if self.error:
            dice = np.random.default_rng(self.dice.randrange(SEED_LIMIT))
            is_far = values < values.max() - MAX_ERRORS * self.error
            values = np.where(is_far, -np.inf, values + self.error * dice.gumbel(size=len(values)))
        elif learned_network(decision.game) is None:  # points alone: many options are equal
            values = np.where(values == values.max(), [self.dice.random() for _ in values], -1.0)
        positions = self.samples * len(decision.options)
        self.stats = SearchStats(time.perf_counter() - started, 0, positions, None)
        return decision.options[int(values.argmax())]


class Search:
    """Searches a tree of sampled positions, and keeps it from one decision of a turn to the next."""

    def __init__(self, seed: int, simulations: int = 1_000, config: SearchConfig | None = None) -> None:
        self.dice = random.Random(seed)
        self.simulations = simulations
        self.config = config
        """None takes `default_config` of the game."""
        self.searcher: Searcher | None = None
        self.turn: tuple[int, int] | None = None
        """The turn the tree belongs to, as the seat sees it."""
        self.stats: SearchStats | None = None

    def choose(self, decision: Decision) -> Action:
        """Return the option with the most visits; without a simulation, the first option."""
        chosen = self.rank_options(decision)[0]
        assert self.searcher
        if len(decision.options) > 1:  # forced actions are no nodes
            self.searcher.keep_subtree(chosen.number)
        return chosen

    def rank_options(self, decision: Decision) -> list[Action]:
        """Return all options by their visits, most first. The tree is left as it is."""
        started = time.perf_counter()
        if self.searcher is None:
            self.searcher = new_searcher(decision, self.simulations)
        table = decision.seen[0]["table"]
        turn = int(table["turns"]), int(table["seat"])
        if turn != self.turn or not self._tree_fits(decision):
            self.searcher.clear_tree()
        simulations, positions = self._search(self.searcher, decision, started)
        visits = self.searcher.visits()
        order = sorted(decision.options, key=lambda option: visits.get(option.number, 0), reverse=True)
        win_chance = self.searcher.win_chance(order[0].number) if simulations else None
        self.turn = turn
        self.stats = SearchStats(time.perf_counter() - started, simulations, positions, win_chance)
        return order

    def _tree_fits(self, decision: Decision) -> bool:
        """Tell whether the tree can belong to this decision. (Set-up is one turn for all seats.)"""
        assert self.searcher
        children = self.searcher.children()
        return len(decision.options) == 1 or any(option.number in children for option in decision.options)

    def _search(self, searcher: Searcher, decision: Decision, started: float) -> tuple[int, int]:
        """Search within the budget; return how many simulations ran and how many positions were evaluated."""
        budget, config = decision.budget, self.config or default_config(decision.game)
        simulations = self.simulations if budget.simulations is None else min(self.simulations, budget.simulations)
        if len(decision.options) == 1:
            simulations = 0
        seed = self.dice.randrange(SEED_LIMIT)
        if budget.seconds is None:
            return simulations, searcher.search(decision.seen, seed, simulations, config)
        done = positions = 0
        while done < simulations and time.perf_counter() - started < budget.seconds:
            portion = min(SIMULATIONS_PER_CHECK, simulations - done)
            positions += searcher.search(decision.seen, seed + done, portion, config)
            done += portion
        return done, positions
