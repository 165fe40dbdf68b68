"""Pictures are made one at a time, and between two of them the server does whatever else there is to do.

In threads of their own they would take as long (Python runs one thread at a time), and every answer would have to wait
until a drawing thread lets go. So they are made in the event loop, in small portions, whoever waits longest first.
"""

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """Who may make a picture, one in each round of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_going = False

    def ask(self, go: Callable[[], None]) -> None:
        """Call this when it is its turn."""
        self._waiting.append(go)
        if not self._is_going:
            self._is_going = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
            asyncio.get_running_loop().call_soon(self._next)
        else:
            self._is_going = False
