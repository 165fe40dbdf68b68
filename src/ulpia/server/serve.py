"""Run the server: find a free port, configure logging, start uvicorn, open the browser."""

import asyncio
import gc
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from ulpia.server import logs
from ulpia.server.app import build_app
from ulpia.server.context import AppContext
from ulpia.server.errors import NoFreePort
from ulpia.server.limits import Limits
from ulpia.server.storage.database import default_url
from ulpia.server.storage.store import Store
from ulpia.server.warmup import ProgressListener

PORTS_TO_TRY = 20
SHUTDOWN_SECONDS = 5
SWITCH_SECONDS = 0.001
"""How long a computing thread may keep others waiting. With Python's default answers would wait five times as long."""
GARBAGE_THRESHOLD = 100_000
"""Views are thousands of short-lived objects. With Python's default, garbage collection took a third of the time."""


def bind(host: str, port: int) -> socket.socket:
    """Bind a port, or the next free one after it; port 0 stands for any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why: object = ""
    for tried in range(port, min(port + PORTS_TO_TRY, 2**16)):
        # asyncio disables Nagle's algorithm only for sockets named as TCP. Otherwise every answer takes 40 ms longer.
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
    """Return the address to open in a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{bound.getsockname()[1]}/"


class Server(uvicorn.Server):
    """Uvicorn that calls a function when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then call the function."""
        await super().startup(sockets)
        if self.started:
            self.ready()


def build_server(context: AppContext, ready: Callable[[], None] = lambda: None) -> Server:
    """Return a server that does not run yet."""
    config = uvicorn.Config(
        build_app(context),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=context.limits.frame_bytes,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )
    return Server(config, ready)


@dataclass(frozen=True)
class ServeOptions:
    """How to run the server."""

    host: str
    port: int
    database: str | None = None
    """The URL of the database; None for a file in the user's data folder."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may use the server, such as https://table.example."""
    open_browser: bool = True
    limits: Limits | None = None
    log_format: str = "text"
    log_level: str = "info"


def run(
    options: ServeOptions,
    on_ready: Callable[[str, str], None] = lambda _address, _database: None,
    on_progress: ProgressListener = lambda _game, _progress: None,
) -> None:
    """Serve until interrupted.

    `on_ready` is called with the address and the database when clients can connect, `on_progress` with the progress of
    the compilation of each game's search.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    logs.configure(options.log_format, options.log_level)
    store = Store(options.database or default_url())
    try:
        bound = bind(options.host, options.port)
    except NoFreePort:
        store.close()
        raise
    address = address_of(options.host, bound)

    def ready() -> None:
        on_ready(address, store.engine.url.render_as_string(hide_password=True))
        if options.open_browser:
            webbrowser.open(address)
        context.warmup.start()

    context = AppContext(store, options.limits, origins=options.origins)
    context.warmup.listeners.append(on_progress)
    with bound:
        asyncio.run(build_server(context, ready).serve([bound]))
