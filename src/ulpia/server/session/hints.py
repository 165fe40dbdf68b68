"""`Hints`: advice for the seat that decides, computed once for each position from what the seat knows."""

import asyncio

from ulpia.agents import Budget, Decision
from ulpia.agents.advice import Advice, advise
from ulpia.server.errors import Stale
from ulpia.server.history import MatchHistory
from ulpia.server.threads import Requester, SearchThreads
from ulpia.server.warmup import Warmup

HINT_SECONDS = 1.4
"""The time limit of the search, so that the answer comes within 2 seconds."""


class Hints:
    """The advice at one table."""

    def __init__(self, search_threads: SearchThreads, warmup: Warmup) -> None:
        self.search_threads, self.warmup = search_threads, warmup
        self._latest: tuple[MatchHistory, asyncio.Task[Advice]] | None = None

    async def advice(self, history: MatchHistory, requester: Requester) -> Advice:
        """Return what to do now. A second request for the same position waits for the same search."""
        if self._latest is None or self._latest[0] is not history:
            task = asyncio.create_task(self._search(history, requester))
            task.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # its requests may have been cancelled
            self._latest = history, task
        return await asyncio.shield(self._latest[1])

    async def _search(self, history: MatchHistory, requester: Requester) -> Advice:
        await self.warmup.wait_until_ready(history.game.name)

        def search() -> Advice:
            if self._latest is None or self._latest[0] is not history:
                raise Stale()  # the table has moved on while this waited for a thread
            return advise(Decision(history.match), budget=Budget(seconds=HINT_SECONDS))

        return await self.search_threads.run(search, requester)
