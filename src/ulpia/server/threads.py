"""Threads for work that takes longer than a moment: the store and replays; and separate ones for search."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import TypeVar

Result = TypeVar("Result")

SEARCH_NICENESS = 3
"""The scheduling priority of search, so that answers to clients come first."""

MAX_SEARCH_SECONDS = 1.9
"""The time limit of one search. The levels usually need far less, and their play does not depend on the clock."""


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


def search_threads() -> WorkerThreads:
    """Return threads for search, one for each core. A table has one search there at a time, so all get their turn."""
    return WorkerThreads(os.cpu_count() or 1, "ulpia-search", _lower_priority)


def _lower_priority() -> None:
    with suppress(AttributeError, OSError):  # only Linux has this for a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SEARCH_NICENESS)
