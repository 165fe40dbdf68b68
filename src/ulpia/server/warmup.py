"""`Warmup`: compiles the rules and the search of each game once on a machine, in processes, while the server runs.

`python -m ulpia.server.warmup GAME PART` is such a process. It prints its progress, and ends when its standard input
closes. Tables and agents that need a part earlier wait for it: `engine.warmup` compiles nothing twice.
"""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ulpia.core.compilation import MATCH
from ulpia.registry import find_game, game_names
from ulpia.search.searcher import SEARCH, is_search_prepared, prepare

log = logging.getLogger("ulpia.server")

ProgressListener = Callable[[str, float | None], None]
"""Called with the name of a game and its progress from 0 to 1, or None when the game is ready."""
SECONDS_BETWEEN_REPORTS = 0.3
NICENESS = 3


class Warmup:
    """Whether each game is compiled, and how far its search is if not."""

    def __init__(self) -> None:
        self.listeners: list[ProgressListener] = []
        self._progress: dict[str, float] = {}
        self._tried: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._all: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile all games in the background: the rules of one after the other, and beside them the search."""
        self._all = asyncio.create_task(self._compile_all())

    def progress(self, game: str) -> float | None:
        """Return how far the compilation of a game is; None if it is finished, or has not begun."""
        return self._progress.get(game)

    async def wait_until_ready(self, game: str) -> None:
        """Return when a game is compiled; begin with it at once."""
        if game in self._tried or is_search_prepared(find_game(game)):
            return
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._tasks[game])

    async def close(self) -> None:
        """Cancel what is going on."""
        tasks = [*self._tasks.values(), *([self._all] if self._all else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compile_all(self) -> None:
        await asyncio.gather(self._compile_rules(), self._compile_searches())

    async def _compile_rules(self) -> None:
        for game in game_names():
            if not find_game(game).is_prepared(MATCH):
                await self._run(game, MATCH, lambda _progress: None)

    async def _compile_searches(self) -> None:
        for game in game_names():
            await self.wait_until_ready(game)

    async def _prepare(self, game: str) -> None:
        log.info("compiling the search of %s (once)", game)
        self._report(game, 0.0)
        try:
            await self._run(game, SEARCH, lambda progress: self._report(game, progress))
        finally:
            self._progress.pop(game, None)
            self._tasks.pop(game, None)
            self._tried.add(game)
        self._report(game, None)
        log.info("the search of %s is ready", game)

    async def _run(self, game: str, part: str, report: Callable[[float], None]) -> None:
        """Compile a part of a game in a process."""
        try:
            await self._compile(game, part, report)
        except OSError:
            log.exception("no process to compile %s of %s; it is compiled when it is needed", part, game)

    async def _compile(self, game: str, part: str, report: Callable[[float], None]) -> None:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "ulpia.server.warmup", game, part)
        child = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert child.stdout is not None
        reported = 0.0
        try:
            async for line in child.stdout:
                done, _, known = line.decode().partition(" ")
                if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS and known.strip().isdecimal():
                    reported = time.monotonic()
                    report(int(done) / max(1, int(known)))
            await child.wait()
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode:
            log.warning("compiling %s of %s failed (%s); it is compiled when it is needed", part, game, child)

    def _report(self, game: str, progress: float | None) -> None:
        if progress is not None:
            self._progress[game] = progress
        for listener in self.listeners:
            listener(game, progress)


def main(game: str, part: str) -> None:
    """Compile a part of a game and print the progress."""
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def report(done: int, known: int) -> None:
        print(done, known, flush=True)

    if part == MATCH:
        find_game(game).prepare(MATCH, report)
        return
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    prepare(find_game(game), report)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
