"""`Warmup`: compiles the search and the rules of each game once on a machine, in processes, while the server runs.

Then their search is loaded, before the first hint needs it.
Meanwhile interpreted rules play at the tables, and opponents that search wait. `python -m ulpia.server.warmup GAME` is
such a process. It prints its progress, and ends when its standard input closes. It compiles the search first; the
rules for matches consist of the same functions, so that they cost little after it.
"""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ulpia.agents.search_agents import load_search
from ulpia.core import compilation
from ulpia.core.compilation import MATCH
from ulpia.registry import find_game, game_names
from ulpia.search.searcher import is_search_prepared, prepare

log = logging.getLogger("ulpia.server")

ProgressListener = Callable[[str, float | None], None]
"""Called with the name of a game and its progress from 0 to 1, or None when the game is ready."""
SECONDS_BETWEEN_REPORTS = 0.3
NICENESS = 3
HAS_SEARCH = b"search\n"
"""The line that a process prints when the search is compiled."""
WITHOUT_PROCESS = "interpreted rules play, and the search is compiled when it is needed"


class Warmup:
    """Whether each game is compiled, and how far its search is if not."""

    def __init__(self) -> None:
        self.listeners: list[ProgressListener] = []
        self.loaded: set[str] = set()
        """Games whose search is loaded in this process."""
        self._progress: dict[str, float] = {}
        self._has_search: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._all: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile all games in the background and load them, one after the other; tables do not wait for it."""
        compilation.is_waited_for = False
        self._all = asyncio.create_task(self._compile_all())

    def progress(self, game: str) -> float | None:
        """Return how far the compilation of a game's search is; None if it is finished, or has not begun."""
        return self._progress.get(game)

    def is_ready(self, game: str) -> bool:
        """Whether the search of a game is compiled, so that it answers at once."""
        return is_search_prepared(find_game(game))

    async def wait_until_ready(self, game: str) -> None:
        """Return when the search of a game is compiled, or cannot be compiled in a process; begin with it at once."""
        if not self.is_ready(game):
            self._begin(game)
            await self._has_search[game].wait()

    async def close(self) -> None:
        """Cancel what is going on."""
        compilation.is_waited_for = True
        tasks = [*self._tasks.values(), *([self._all] if self._all else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compile_all(self) -> None:
        for name in game_names():
            game = find_game(name)
            if is_search_prepared(game):
                await self._load(name)
            if not (is_search_prepared(game) and game.is_prepared(MATCH)):
                await asyncio.shield(self._begin(name))
                await self._load(name)

    async def _load(self, game: str) -> None:
        """Load the compiled search in a thread: the first hint does not wait for that then."""
        if game in self.loaded or not is_search_prepared(find_game(game)):
            return
        try:
            await asyncio.to_thread(load_search, find_game(game))
        except Exception:
            log.exception("loading the search of %s failed; it is loaded when it is needed", game)
        else:
            self.loaded.add(game)
            log.info("the search of %s is loaded", game)

    def _begin(self, game: str) -> asyncio.Task[None]:
        """Return the task that compiles a game; there is one at most, and a failure is not tried again."""
        if game not in self._tasks:
            self._has_search[game] = asyncio.Event()
            if is_search_prepared(find_game(game)):  # then only the rules for matches are missing
                self._has_search[game].set()
            self._tasks[game] = asyncio.create_task(self._compile(game))
        return self._tasks[game]

    async def _compile(self, game: str) -> None:
        log.info("compiling %s (once)", game)
        if not self._has_search[game].is_set():
            self._report(game, 0.0)
        try:
            await self._run(game)
        except OSError:
            log.exception("no process to compile %s; %s", game, WITHOUT_PROCESS)
        finally:
            self._end_search(game)

    async def _run(self, game: str) -> None:
        """Compile a game in a process."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "ulpia.server.warmup", game)
        child = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert child.stdout is not None
        reported = 0.0
        try:
            async for line in child.stdout:
                done, _, known = line.decode().partition(" ")
                if line == HAS_SEARCH:
                    self._end_search(game)
                elif time.monotonic() - reported > SECONDS_BETWEEN_REPORTS and known.strip().isdecimal():
                    reported = time.monotonic()
                    self._report(game, int(done) / max(1, int(known)))
            await child.wait()
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode:
            log.warning("compiling %s failed (%s); %s", game, child, WITHOUT_PROCESS)
        else:
            log.info("%s is compiled", game)

    def _end_search(self, game: str) -> None:
        """Let those go on who wait for the search of a game."""
        if not self._has_search[game].is_set():
            self._has_search[game].set()
            self._progress.pop(game, None)
            self._report(game, None)

    def _report(self, game: str, progress: float | None) -> None:
        if progress is not None:
            self._progress[game] = progress
        for listener in self.listeners:
            listener(game, progress)


def main(game: str) -> None:
    """Compile the search and the rules of a game; print the progress of the search."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    prepare(find_game(game), lambda done, known: print(done, known, flush=True))
    sys.stdout.buffer.write(HAS_SEARCH)
    sys.stdout.flush()
    find_game(game).prepare(MATCH, lambda _done, _known: None)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
