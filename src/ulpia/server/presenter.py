"""`Presenter`: brings clients up to date, one scene in each iteration of the event loop, in FIFO order.

Scenes are rendered in the event loop. Threads would not be faster, because Python runs one at a time, and every answer
would have to wait until a rendering thread gives way. Clients that are sent the same messages as another one, such as
the spectators of a table, get them in the same iteration.
"""

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("ulpia.server")


class Presented(Protocol):
    """A client that can be brought up to date."""

    def has_known_update(self) -> bool:
        """Whether what it would be sent was built for another client."""

    def update(self) -> None:
        """Send it what is new."""

    def fail(self, error: Exception) -> None:
        """End its connection, because updating failed."""


class Presenter:
    """One task for all clients of a server."""

    def __init__(self) -> None:
        self._due: dict[Presented, None] = {}
        """In the order of their turns."""
        self._task: asyncio.Task[None] | None = None

    def wake(self, client: Presented) -> None:
        """Update a client when its turn comes."""
        self._due[client] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._present())

    def forget(self, client: Presented) -> None:
        """Do not update a client that has left."""
        self._due.pop(client, None)

    async def _present(self) -> None:
        while self._due:
            await asyncio.sleep(0)  # whatever else is due comes first
            is_first = True
            for client in list(self._due):
                if client in self._due and (is_first or client.has_known_update()):
                    del self._due[client]
                    is_first = False
                    _update(client)


def _update(client: Presented) -> None:
    try:
        client.update()
    except Exception as error:
        client.fail(error)
