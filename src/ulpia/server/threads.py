"""Threads for what takes longer than a moment: the store, looking back; and some of their own for agents that think."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")
STANDS_BACK = 3
"""How nice threads are that think: whoever waits for an answer goes first."""

LONGEST_THOUGHT = 1.9
"""Seconds for one decision. What the levels usually need is far less, and does not depend on the clock."""


class Workers:
    """A few threads; the event loop waits for them without standing still. What came first is done first."""

    def __init__(self, threads: int, name: str = "ulpia", stand_back: bool = False) -> None:
        self.pool = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=_stand_back if stand_back else lambda: None
        )

    async def run(self, work: Callable[[], Result]) -> Result:
        """Let a thread do it."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    def close(self) -> None:
        """Wait for what is being done; begin nothing more."""
        self.pool.shutdown(wait=True, cancel_futures=True)


def thinkers() -> Workers:
    """Threads for thinking, one for each core. A table has one thought there at a time, so all get their turn."""
    return Workers(os.cpu_count() or 1, "ulpia-thinking", stand_back=True)


def _stand_back() -> None:
    with suppress(AttributeError, OSError):  # only Linux has this for a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STANDS_BACK)
