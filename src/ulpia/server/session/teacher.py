"""`Teacher`: objects to a learner's costly move before it is played, once per turn.

It searches while the learner thinks, so that an action seldom has to wait. When it objects nothing has happened: what
the action would reveal is still hidden, no computer has replied, and nothing has to be taken back from the store.
"""

import asyncio
import logging
import time
from collections.abc import Sequence

from ulpia.agents import Budget, Decision
from ulpia.agents.judgement import Judgement, find_best_turn, judge
from ulpia.core.actions import Action
from ulpia.server.errors import Stale
from ulpia.server.history import MatchHistory
from ulpia.server.threads import MAX_SEARCH_SECONDS, Requester, SearchThreads
from ulpia.server.warmup import Warmup

log = logging.getLogger("ulpia.server")

BestTurn = tuple[Action, ...]


class Teacher:
    """The teacher at one table, at which one person plays alone against computers."""

    def __init__(self, search_threads: SearchThreads, warmup: Warmup, seconds: float) -> None:
        self.search_threads, self.warmup, self.seconds = search_threads, warmup, seconds
        self._latest: tuple[MatchHistory, asyncio.Task[BestTurn]] | None = None
        """The decision that it has thought about last."""
        self._objected: tuple[str, tuple[int, int]] | None = None
        """The turn in which it has objected last."""

    def think(self, history: MatchHistory, requester: Requester) -> None:
        """Begin to think about a decision of the learner, if it may object to what they choose."""
        is_known = self._latest is not None and self._latest[0] is history
        if not is_known and self._may_object(history):
            task = asyncio.create_task(self._find_best_turn(history, requester))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits for it
            self._latest = history, task

    async def judge(self, history: MatchHistory, numbers: Sequence[int], requester: Requester) -> Judgement | None:
        """Return what is wrong with some actions; None if they do not cost too much, or if time is short."""
        if not self._may_object(history):
            return None
        until = time.monotonic() + self.seconds
        try:
            async with asyncio.timeout(self.seconds):
                judgement = await self._judge(history, numbers, requester, until)
        except (TimeoutError, Stale):
            return None
        except Exception:
            log.exception("the teacher failed; the move is played")
            return None
        if judgement is not None:
            self._objected = turn_of(history)
        return judgement

    async def _judge(
        self, history: MatchHistory, numbers: Sequence[int], requester: Requester, until: float
    ) -> Judgement | None:
        self.think(history, requester)
        assert self._latest is not None
        best_turn = await asyncio.shield(self._latest[1])

        def work() -> Judgement | None:
            decision = Decision(history.match)
            actions = [decision.game.actions[number] for number in numbers]
            return judge(decision, best_turn, actions, budget=Budget(seconds=until - time.monotonic()))

        return await self.search_threads.run(work, requester)

    async def _find_best_turn(self, history: MatchHistory, requester: Requester) -> BestTurn:
        def work() -> BestTurn:
            if self._latest is None or self._latest[0] is not history:
                raise Stale()  # the table has moved on while this waited for a thread
            return find_best_turn(Decision(history.match), budget=Budget(seconds=MAX_SEARCH_SECONDS))

        return await self.search_threads.run(work, requester)

    def _may_object(self, history: MatchHistory) -> bool:
        """Whether there is a choice, in a turn in which nothing was said, and searching needs no compilation first."""
        is_new = self._objected != turn_of(history)
        return is_new and len(history.options) > 1 and self.warmup.is_ready(history.game.name)


def turn_of(history: MatchHistory) -> tuple[str, tuple[int, int]]:
    """Return a name of the turn, which no turn of another game has."""
    return history.epoch, history.moments[-1].turn
