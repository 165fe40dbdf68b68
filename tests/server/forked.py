"""Servers in processes of their own that start in a moment, to be killed often.

A fork server has imported everything and compiled the rules; each server is a copy of it.
"""

import asyncio
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import SimpleNamespace

from tests.server.harness import FAST, PLAIN
from tests.support.games import BUILT_IN
from ulpia.match import new
from ulpia.server import tokens
from ulpia.server.context import AppContext
from ulpia.server.history import MatchHistory
from ulpia.server.serve import bind, build_server
from ulpia.server.session import computers
from ulpia.server.storage.store import Store

START_SECONDS = 120.0
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.forked_parent"])


def warm_up() -> None:
    """Compile or load what every table needs."""
    for game in BUILT_IN:
        history = MatchHistory.begin(new(game, 3, 1))
        history.played([history.options[0].number]).match.dry_runs()


class Forked:
    """A running server. It deals every table from one seed, and its computers choose alike every time."""

    def __init__(self, url: str, seed: int) -> None:
        ours, theirs = FORKS.Pipe()
        self.process = FORKS.Process(target=_serve, args=(url, seed, theirs), daemon=True)
        self.process.start()
        theirs.close()
        assert ours.poll(START_SECONDS)
        self.port: int = ours.recv()
        ours.close()

    def kill(self) -> None:
        """As hard as can be."""
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self.process.terminate()
        self.process.join()


def _serve(url: str, seed: int, port: Connection) -> None:
    tokens.new_seed = lambda: seed
    computers.secrets = SimpleNamespace(randbits=lambda _bits: 1)  # type: ignore[assignment]
    bound = bind("127.0.0.1", 0)
    context = AppContext(Store(url), FAST, renderer=PLAIN)
    asyncio.run(build_server(context, lambda: port.send(bound.getsockname()[1])).serve([bound]))
