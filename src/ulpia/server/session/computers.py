"""`Computers`: the seats of a table that programs play, at a pace people can follow.

The minimum duration of a decision passes while the agent searches. What a computer does in secret is shown after a time
that depends on its first search and not on the number of its steps: the steps that follow share
the rest of that time.

Computers rest when no client has looked at the table for a while and no person plays there. They go on when a client
comes. What a search has found by then is still played and stored.
"""

import asyncio
import logging
import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ulpia.agents import AGENTS, Budget, Decision, WithFallback, find_agent, needs_compiled_search
from ulpia.core.errors import UnknownAgent
from ulpia.server.errors import CannotStore, Stale
from ulpia.server.history import MatchHistory
from ulpia.server.logs import NO_ID, request_id, table_id
from ulpia.server.storage.store import COMPUTER, Head
from ulpia.server.threads import MAX_SEARCH_SECONDS, Requester, SearchThreads
from ulpia.server.warmup import Warmup

log = logging.getLogger("ulpia.server")
SECONDS_AFTER_FAILURE = 5.0
MAX_SECRET_STEPS, SECRET_OVERHEAD_SECONDS, MAX_SECRET_SECONDS = 3, 0.05, 3.0
"""The most steps anybody takes in secret; what they need besides the searches; the most that all of them may take."""


def check_agent(name: str) -> str:
    """Refuse the name of an agent that does not exist."""
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join(AGENTS))
    return name


@dataclass(frozen=True)
class Span:
    """When a computer began something that others see as one step, and how long that lasts at least."""

    begun: float
    length: float

    def rest(self, now: float) -> float:
        """Return how many seconds are left until it may be shown."""
        return max(0.0, self.begun + self.length - now)

    def rest_in_secret(self, now: float) -> float:
        """Return the same, rounded up to a multiple of the length if it took longer, so that it discloses little."""
        spans = max(1, math.ceil((now - self.begun) / self.length))
        return self.begun + spans * self.length - now


class ComputersTable(Protocol):
    """What computers need of their table."""

    history: MatchHistory
    head: Head

    @property
    def requester(self) -> Requester:
        """For whom a search runs."""

    @property
    def may_rest(self) -> bool:
        """Whether computers need not play now."""

    def timed_search(self, search: Callable[[], int]) -> Callable[[], int]:
        """Return a search that is measured."""

    def apply(self, history: MatchHistory, numbers: list[int]) -> MatchHistory:
        """Return the history after some more actions."""

    async def may_drive(self) -> bool:
        """Whether this server plays the computers of the table, and no other one."""

    async def play_for_computer(self, seat: int, before: MatchHistory, number: int, after: MatchHistory) -> None:
        """Store and show an action of a computer if the table is still as it was before it."""


class Computers:
    """The programs at one table."""

    def __init__(self, table: ComputersTable, search_threads: SearchThreads, warmup: Warmup) -> None:
        self.table = table
        self.search_threads = search_threads
        self.warmup = warmup
        self.agents: dict[int, WithFallback] = {}
        self.task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether one of them is about to act."""
        return self.task is not None and not self.task.done()

    def wake(self) -> None:
        """Start to play if the decision is a computer's, unless they may rest."""
        if self._next_seat() is not None and not self.is_busy:
            self.task = asyncio.create_task(self._play())

    def forget(self, seat: int) -> None:
        """Drop the agent of a seat, because another one plays it now."""
        self.agents.pop(seat, None)

    async def stop(self) -> None:
        """Cancel what is going on."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def _next_seat(self) -> int | None:
        seat = self.table.history.seat
        head = self.table.head
        if seat is None or head.seats[seat].kind != COMPUTER or head.is_waiting or self.table.may_rest:
            return None
        return seat

    async def _play(self) -> None:
        request_id.set(NO_ID)  # computers act for nobody's request
        table_id.set(self.table.head.id)
        span: Span | None = None
        while (seat := self._next_seat()) is not None:
            before = self.table.history
            try:
                if not await self.table.may_drive():
                    break
                if needs_compiled_search(self._agent_name(seat)):
                    await self.warmup.wait_until_ready(self.table.head.game)
                number, after, span = await self._decide(seat, before, span if before.is_in_secret else None)
                await self.table.play_for_computer(seat, before, number, after)
            except Stale:
                pass  # the table has moved on, by an action that another server has stored
            except CannotStore:
                await asyncio.sleep(SECONDS_AFTER_FAILURE)  # the store has logged why
            except Exception:
                log.exception("computer failed at seat %d of table %s", seat + 1, self.table.head.id)
                await asyncio.sleep(SECONDS_AFTER_FAILURE)
        self.agents.clear()  # their search trees are useful for one turn only, and large

    async def _decide(self, seat: int, before: MatchHistory, span: Span | None) -> tuple[int, MatchHistory, Span]:
        """Return the action of a computer when it is time to play it, the history after it, and its span."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        left = MAX_SEARCH_SECONDS
        if span is not None:
            left = max(0.0, min(left, span.begun + span.length - begun))
        budget = Budget(seconds=left)
        search = self.table.timed_search(lambda: self._choose(seat, before, budget))
        number = await self.search_threads.run(search, self.table.requester)
        after = self.table.apply(before, [number])
        pace = self.table.head.pace / 1000
        if not before.may_be_secret:
            span = Span(begun, pace)
            await asyncio.sleep(span.rest(clock()))
            return number, after, span
        if span is None:
            several = MAX_SECRET_STEPS * (clock() - begun) + SECRET_OVERHEAD_SECONDS
            span = Span(begun, max(pace, min(MAX_SECRET_SECONDS, several)))
        if not after.is_in_secret:
            await asyncio.sleep(span.rest_in_secret(clock()))
        return number, after, span

    def _agent_name(self, seat: int) -> str:
        return self.table.head.seats[seat].agent or next(iter(AGENTS))

    def _choose(self, seat: int, history: MatchHistory, budget: Budget) -> int:
        if seat not in self.agents:
            seed = secrets.randbits(32)
            self.agents[seat] = WithFallback(find_agent(self._agent_name(seat), seed), seed)
        agent = self.agents[seat]
        action = agent.choose(Decision(history.match, budget))
        while agent.failures:
            log.error("agent failed at seat %d of table %s: %s", seat + 1, self.table.head.id, agent.failures.pop())
        return action.number
