"""Agents that think: one step ahead, or by a tree of imagined tables. They get a look and nothing else."""

import random
import threading
import time
from dataclasses import dataclass

import numpy as np

from ulpia.agents.base import Look
from ulpia.core.actions import Action
from ulpia.search.searcher import Manner, Mind, learned_net

MOST = 1 << 40
"""Seeds of thoughts are smaller than this."""
PORTION = 100
"""Walks between two looks at the clock."""
FAR_WORSE = 3.0
"""An error is no blunder: what is worse than the best by so many times the usual error is not played."""


_LOADING = threading.Lock()
"""Thinking about a game is loaded by its first mind. Two threads that did so at once would compile it twice."""


def new_mind(look: Look, walks: int = 0) -> Mind:
    """A mind of one's own for the game one looks at."""
    with _LOADING:
        return Mind(look.game, look.components.facts, learned_net(look.game), walks)


@dataclass(frozen=True)
class Thought:
    """What an agent did for its last decision."""

    seconds: float
    walks: int
    judged: int
    """Positions that were evaluated."""
    chance: float | None
    """About how likely it is to win, as it sees it."""


class Greedy:
    """One step ahead, with a learned evaluation; `error`: points by which it may misjudge what it sees."""

    def __init__(self, seed: int, times: int = 4, error: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.times, self.error = times, error
        self.mind: Mind | None = None
        self.thought: Thought | None = None

    def choose(self, look: Look) -> Action:
        """The option after which the seat can expect most points, or nearly."""
        started = time.perf_counter()
        if self.mind is None:
            self.mind = new_mind(look)
        worth = self.mind.weigh(look.seen, self.dice.randrange(MOST), self.times)
        if self.error:
            dice = np.random.default_rng(self.dice.randrange(MOST))
            is_far = worth < worth.max() - FAR_WORSE * self.error
            worth = np.where(is_far, -np.inf, worth + self.error * dice.gumbel(size=len(worth)))
        self.thought = Thought(time.perf_counter() - started, 0, self.times * len(look.options), None)
        return look.options[int(worth.argmax())]


class Search:
    """A tree of imagined tables, kept from one decision of a turn to the next."""

    def __init__(self, seed: int, walks: int = 1_000, manner: Manner | None = None) -> None:
        self.dice = random.Random(seed)
        self.walks, self.manner = walks, manner or Manner()
        self.mind: Mind | None = None
        self.turn: tuple[int, int] | None = None
        """The turn the tree belongs to, as the seat sees it."""
        self.thought: Thought | None = None

    def choose(self, look: Look) -> Action:
        """The option that was walked most. Without a walk: the first one that is legal."""
        chosen = self.consider(look)[0]
        assert self.mind
        if len(look.options) > 1:  # a walk passes by what leaves no choice: it is no node
            self.mind.keep(chosen.number)
        return chosen

    def consider(self, look: Look) -> list[Action]:
        """All options, what was walked most first. The tree stays as it is: nothing is chosen yet."""
        started = time.perf_counter()
        if self.mind is None:
            self.mind = new_mind(look, self.walks)
        table = look.seen[0]["table"]
        turn = int(table["turns"]), int(table["seat"])
        if turn != self.turn or not self._knows(look):
            self.mind.forget()
        walks, judged = self._walk(self.mind, look, started)
        visits = self.mind.visits()
        order = sorted(look.options, key=lambda option: visits.get(option.number, 0), reverse=True)
        chance = self.mind.chance(order[0].number) if walks else None
        self.turn = turn
        self.thought = Thought(time.perf_counter() - started, walks, judged, chance)
        return order

    def _knows(self, look: Look) -> bool:
        """Whether the tree can be about this decision. (Set-up is one turn for all seats.)"""
        assert self.mind
        return len(look.options) == 1 or any(option.number in self.mind.children() for option in look.options)

    def _walk(self, mind: Mind, look: Look, started: float) -> tuple[int, int]:
        """Walk as often as one may; tell how often, and how many tables were judged."""
        budget = look.budget
        walks = self.walks if budget.walks is None else min(self.walks, budget.walks)
        if len(look.options) == 1:
            walks = 0
        seed = self.dice.randrange(MOST)
        if budget.seconds is None:
            return walks, mind.think(look.seen, seed, walks, self.manner)
        done = judged = 0
        while done < walks and time.perf_counter() - started < budget.seconds:
            portion = min(PORTION, walks - done)
            judged += mind.think(look.seen, seed + done, portion, self.manner)
            done += portion
        return done, judged
