"""Starting the server: a free port, uvicorn, logs one can read, the browser."""

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from ulpia.server.app import build_app
from ulpia.server.context import House
from ulpia.server.errors import NoFreePort
from ulpia.server.limits import Limits
from ulpia.server.storage.database import default_url
from ulpia.server.storage.store import Store
from ulpia.server.warmup import Watcher

PORTS_TO_TRY = 20
GRACE_SECONDS = 5
SWITCH_SECONDS = 0.001
"""So long a thread that computes may keep the others waiting; answers would wait five times as long otherwise."""
OBJECTS_BETWEEN_SEARCHES = 100_000
"""A view is thousands of small objects that live for a moment; to search them for cycles took a third of the time."""
LOG_FORMAT = "%(asctime)s %(levelname)-7s %(message)s"


def bind(host: str, port: int) -> socket.socket:
    """Take the port, or the next free one after it; port 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why: object = ""
    for tried in range(port, min(port + PORTS_TO_TRY, 2**16)):
        # Named as TCP, so that asyncio switches off Nagle's delay: without that every answer takes 40 ms longer.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, tried))
        except OSError as error:
            taken.close()
            why = error.strerror or error
        else:
            return taken
    raise NoFreePort(first=port, last=port + PORTS_TO_TRY - 1, host=host, why=why)


def address_of(host: str, bound: socket.socket) -> str:
    """What to type into a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{bound.getsockname()[1]}/"


class Server(uvicorn.Server):
    """Uvicorn, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()


def build_server(house: House, ready: Callable[[], None] = lambda: None) -> Server:
    """A server around a house, not yet running."""
    config = uvicorn.Config(
        build_app(house),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=house.limits.frame_bytes,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )
    return Server(config, ready)


def run(
    host: str,
    port: int,
    database: str | None = None,
    open_browser: bool = True,
    tell: Callable[[str, str], None] = lambda _address, _database: None,
    limits: Limits | None = None,
    watch: Watcher = lambda _game, _part: None,
) -> None:
    """Serve until somebody says stop.

    `tell` is told the address and the database when the tables are open, `watch` how far the opponents are.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_SEARCHES)
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT, datefmt="%H:%M:%S")
    for chatty in ("uvicorn", "alembic", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    url = database or default_url()
    store = Store(url)
    try:
        bound = bind(host, port)
    except NoFreePort:
        store.close()
        raise
    address = address_of(host, bound)

    def ready() -> None:
        tell(address, store.engine.url.render_as_string(hide_password=True))
        if open_browser:
            webbrowser.open(address)
        house.preparation.begin()

    house = House(store, limits)
    house.preparation.watchers.append(watch)
    with bound:
        asyncio.run(build_server(house, ready).serve([bound]))
