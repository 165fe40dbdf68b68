"""Opponents get ready: thinking is compiled once on a machine, in a process of its own, while the tables are open.

`python -m ulpia.server.warmup GAME` is that process: it says how far it is, and ends when nobody listens any more.
"""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ulpia.engine.playouts import is_prepared
from ulpia.registry import GAMES, find_game
from ulpia.search.searcher import THINKING, prepare

log = logging.getLogger("ulpia.server")

Watcher = Callable[[str, float | None], None]
"""Is told of a game how far it is, from 0 to 1; None when it is ready."""
SECONDS_BETWEEN_NEWS = 0.3
STANDS_BACK = 3


class Preparation:
    """Whether the opponents of each game are ready, and how far they are if not."""

    def __init__(self) -> None:
        self.watchers: list[Watcher] = []
        self._parts: dict[str, float] = {}
        self._tried: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._round: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Prepare every game, one after the other, while the tables are open."""
        self._round = asyncio.create_task(self._all())

    def part(self, game: str) -> float | None:
        """How far a game is that is being prepared; None if it is ready, or nobody has asked for it."""
        return self._parts.get(game)

    async def ready(self, game: str) -> None:
        """Come back when a game is ready; begin with it at once."""
        if game in self._tried or is_prepared(find_game(game), THINKING):
            return
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._tasks[game])

    async def close(self) -> None:
        """Leave it as it is."""
        tasks = [*self._tasks.values(), *([self._round] if self._round else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _all(self) -> None:
        for game in GAMES:
            await self.ready(game)

    async def _prepare(self, game: str) -> None:
        self._tell(game, 0.0)
        try:
            await self._compile(game)
        except OSError:
            log.exception("no process to prepare the opponents of %s; they will do so themselves", game)
        finally:
            self._parts.pop(game, None)
            self._tasks.pop(game, None)
            self._tried.add(game)
        self._tell(game, None)

    async def _compile(self, game: str) -> None:
        pipe = asyncio.subprocess.PIPE
        words = (sys.executable, "-m", "ulpia.server.warmup", game)
        child = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
        assert child.stdout is not None
        told = 0.0
        try:
            async for line in child.stdout:
                done, _, known = line.decode().partition(" ")
                if time.monotonic() - told > SECONDS_BETWEEN_NEWS and known.strip().isdecimal():
                    told = time.monotonic()
                    self._tell(game, int(done) / max(1, int(known)))
            await child.wait()
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode:
            log.warning("the opponents of %s could not be prepared (%s); they will do so themselves", game, child)

    def _tell(self, game: str, part: float | None) -> None:
        if part is not None:
            self._parts[game] = part
        for watcher in self.watchers:
            watcher(game, part)


def main(game: str) -> None:
    """Compile, and say how far it is."""
    threading.Thread(target=_end_with_whoever_listens, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(STANDS_BACK)
    prepare(find_game(game), lambda done, known: print(done, known, flush=True))


def _end_with_whoever_listens() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
