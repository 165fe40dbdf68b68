"""Threads for work that takes longer than a moment: the store and replays; and separate ones for search."""

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")

SEARCH_NICENESS = 3
"""The scheduling priority of search, so that answers to clients come first."""

MAX_SEARCH_SECONDS = 1.9
"""The time limit of one search. The levels usually need far less, and their play does not depend on the clock."""

MAX_TURNS_REMEMBERED = 10_000


class WorkerThreads:
    """A thread pool that the event loop can await. Jobs start in the order in which they were submitted."""

    def __init__(self, count: int, name: str = "ulpia", initializer: Callable[[], None] | None = None) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix=name, initializer=initializer)

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run a function in a thread. Its lines in the log belong to the same request."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, copy_context().run, work)

    def close(self) -> None:
        """Wait for the jobs that are running; cancel the others."""
        self.pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Requester:
    """For whom a search runs."""

    table: str
    addresses: frozenset[str]
    """The addresses of the table's players, see `limits.network_of`; the search counts for the one that waited most."""
    is_watched: bool
    """Whether a client is connected to the table."""


@dataclass(eq=False)
class _Waiting:
    requester: Requester
    turn: "asyncio.Future[None]"
    """Done when a thread is free for it."""


class _Turns:
    """When tables or addresses had their last turn; those longest ago are forgotten."""

    def __init__(self) -> None:
        self.count = 0
        self._last: OrderedDict[str, int] = OrderedDict()

    def last(self, name: str) -> int:
        """Return the number of the last turn; 0 for none."""
        return self._last.get(name, 0)

    def take(self, name: str) -> None:
        """Note that it is the turn of this one."""
        self.count += 1
        self._last[name] = self.count
        self._last.move_to_end(name)
        if len(self._last) > MAX_TURNS_REMEMBERED:
            self._last.popitem(last=False)


class SearchThreads:
    """Threads for search, one for each core, shared fairly.

    Tables with clients come first. Among those, addresses take turns, then the tables of an address: a player who
    opens many tables delays mostly those.
    """

    def __init__(self, count: int | None = None) -> None:
        self.free = count or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.free, thread_name_prefix="ulpia-search", initializer=_lower_priority)
        self._waiting: list[_Waiting] = []
        """In the order in which they came."""
        self._addresses, self._tables = _Turns(), _Turns()

    async def run(self, work: Callable[[], Result], requester: Requester) -> Result:
        """Run a search in a thread when it is the requester's turn."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(requester, loop.create_future())
        self._waiting.append(waiting)
        self._give_turns()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if not waiting.turn.cancelled():  # the turn came at the same moment
                self._release()
            raise
        running = loop.run_in_executor(self._pool, copy_context().run, work)
        running.add_done_callback(self._end)
        return await asyncio.shield(running)  # a thread cannot be cancelled, and is not free before it ends

    def close(self) -> None:
        """Wait for the searches that are running; cancel the others."""
        for waiting in self._waiting:
            waiting.turn.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _give_turns(self) -> None:
        self._waiting = [waiting for waiting in self._waiting if not waiting.turn.cancelled()]
        while self.free and self._waiting:
            first = min(self._waiting, key=self._rank)
            self._waiting.remove(first)
            self._addresses.take(self._address(first))
            self._tables.take(first.requester.table)
            self.free -= 1
            first.turn.set_result(None)

    def _end(self, running: "asyncio.Future[Result]") -> None:
        if not running.cancelled():
            running.exception()  # who asked for it may have been cancelled
        self._release()

    def _release(self) -> None:
        self.free += 1
        self._give_turns()

    def _rank(self, waiting: _Waiting) -> tuple[bool, int, int]:
        table = waiting.requester.table
        address = self._address(waiting)
        return not waiting.requester.is_watched, self._addresses.last(address), self._tables.last(table)

    def _address(self, waiting: _Waiting) -> str:
        return min(sorted(waiting.requester.addresses) or [""], key=self._addresses.last)


def _lower_priority() -> None:
    with suppress(AttributeError, OSError):  # only Linux has this for a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SEARCH_NICENESS)
