"""Threads for what takes longer than a moment: the store, agents, looking back."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Workers:
    """A few threads; the event loop waits for them without standing still."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="ulpia")

    async def run(self, work: Callable[[], Result]) -> Result:
        """Let a thread do it."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    def close(self) -> None:
        """Wait for what is being done; begin nothing more."""
        self.pool.shutdown(wait=True, cancel_futures=True)
