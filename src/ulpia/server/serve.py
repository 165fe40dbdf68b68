"""Run the server: find a free port, configure logging, start uvicorn, open the browser."""

import asyncio
import errno
import functools
import gc
import math
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

import uvicorn

from ulpia.server import logs
from ulpia.server.app import build_app
from ulpia.server.context import AppContext
from ulpia.server.errors import NoFreePort
from ulpia.server.hosts import Hosts
from ulpia.server.limits import Limits
from ulpia.server.network import LocalNetwork, is_loopback, local_addresses
from ulpia.server.proxies import Network, Proxies
from ulpia.server.sockets import (
    ACCEPT_BATCH,
    WAITING_TO_BE_ACCEPTED,
    AcceptErrors,
    OpenSockets,
    limited_protocols,
    raise_file_limit,
)
from ulpia.server.storage.database import default_url
from ulpia.server.storage.store import Store
from ulpia.server.warmup import ProgressListener

PORTS_TO_TRY = 20
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""Hosts that stand for all addresses of this machine, and how a browser on this machine finds them."""
SHUTDOWN_SECONDS = 5
SWITCH_SECONDS = 0.001
"""How long a computing thread may keep others waiting. With Python's default answers would wait five times as long."""
GARBAGE_THRESHOLD = 100_000
"""Views are thousands of short-lived objects. With Python's default, garbage collection took a third of the time."""


def bind(host: str, port: int, ports_to_try: int = PORTS_TO_TRY, option: str = "--port") -> socket.socket:
    """Bind a port, or the next free one after it; port 0 stands for any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why: object = ""
    for tried in range(port, min(port + ports_to_try, 2**16)):
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
    raise NoFreePort(first=port, last=port + ports_to_try - 1, host=host, why=why, option=option)


def bind_metrics(host: str, port: int, other_than: socket.socket) -> socket.socket:
    """Bind the port for metrics. Requests are distinguished by their port, so it must not be that of the tables."""
    bound = bind(host, port, ports_to_try=1, option="--metrics")
    if (taken := bound.getsockname()[1]) == other_than.getsockname()[1]:
        bound.close()
        raise NoFreePort(first=taken, last=taken, host=host, why=os.strerror(errno.EADDRINUSE), option="--metrics")
    return bound


def address_of(host: str, bound: socket.socket) -> str:
    """Return the address to open in a browser."""
    shown = ANY_ADDRESS.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{bound.getsockname()[1]}/"


class Server(uvicorn.Server):
    """Uvicorn that calls a function when it is ready, and goes on when connections cannot be accepted."""

    def __init__(self, config: uvicorn.Config, open_sockets: OpenSockets, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.open_sockets, self.ready = open_sockets, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then call the function."""
        asyncio.get_running_loop().set_exception_handler(AcceptErrors(self.open_sockets))
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING_TO_BE_ACCEPTED)  # uvicorn has one figure for this and the size of a batch
        if self.started:
            self.ready()

    async def listen_also(self, bound: socket.socket) -> None:
        """Accept connections on one more socket. They end with all others."""

        def create_protocol() -> asyncio.Protocol:
            config = self.config
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        listening = await asyncio.get_running_loop().create_server(create_protocol, sock=bound, backlog=ACCEPT_BATCH)
        bound.listen(WAITING_TO_BE_ACCEPTED)
        self.servers.append(listening)


def build_server(
    context: AppContext, ready: Callable[[], None] = lambda: None, metrics_port: int | None = None
) -> Server:
    """Return a server that does not run yet. `metrics_port` is the port of one of its sockets."""
    http, websocket = limited_protocols(context.sockets)
    config = uvicorn.Config(
        build_app(context, metrics_port),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=websocket,
        ws_max_size=context.limits.frame_bytes,
        proxy_headers=False,  # `Admission` reads them
        backlog=ACCEPT_BATCH,
        timeout_keep_alive=math.ceil(context.limits.keep_alive_seconds),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )
    return Server(config, context.sockets, ready)


@dataclass(frozen=True)
class ServeOptions:
    """How to run the server."""

    host: str
    port: int
    database: str | None = None
    """The URL of the database; None for a file in the user's data folder."""
    host_names: tuple[str, ...] = ()
    """Names that the server answers to besides its address, such as table.example."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may use the server, such as https://table.example."""
    proxies: tuple[Network, ...] = ()
    """Reverse proxies whose X-Forwarded-For is believed."""
    metrics: tuple[str, int] | None = None
    """The address that metrics are sent from; None for no metrics."""
    lan: bool = False
    """Whether to listen on the addresses of this machine in its local network, too."""
    open_browser: bool = True
    limits: Limits | None = None
    log_format: str = "text"
    log_level: str = "info"

    @property
    def may_be_opened(self) -> bool:
        """Whether the local network may be let in later: a person runs this server for themselves, behind no proxy."""
        is_public = self.host_names or self.origins or self.proxies
        return self.open_browser and is_loopback(self.host) and not is_public


def bind_in_network(options: ServeOptions, port: int) -> dict[str, socket.socket]:
    """With `--lan`, bind the addresses of this machine in its local network; those of `--host` are bound already."""
    if not options.lan or not is_loopback(options.host):
        return {}
    return {address: bind(address, port) for address in local_addresses()}


async def listen_in_network(context: AppContext, server: Server, port: int) -> list[str]:
    """Let the local network in while the server runs. Return the addresses for other machines."""
    addresses = []
    for address in local_addresses():
        bound = bind(address, port)
        await server.listen_also(bound)
        context.hosts.add_address(address)
        addresses.append(origin_of(address, bound))
    return addresses


def addresses_in_network(host: str, bound: socket.socket, in_network: dict[str, socket.socket]) -> list[str]:
    """Return where other machines of the local network find the pages of a server that begins to listen."""
    if in_network:
        return [origin_of(address, each) for address, each in in_network.items()]
    if host in ANY_ADDRESS:
        return [origin_of(address, bound) for address in local_addresses()]
    return []


def origin_of(host: str, bound: socket.socket) -> str:
    """Return the origin of the pages at an address."""
    return address_of(host, bound).rstrip("/")


def run(
    options: ServeOptions,
    on_ready: Callable[[str, str, list[str]], None] = lambda _address, _database, _network: None,
    on_progress: ProgressListener = lambda _game, _progress: None,
) -> None:
    """Serve until interrupted.

    `on_ready` is called with the address, the database and the addresses for other machines when clients can connect,
    `on_progress` with the progress of the compilation of each game's search.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    logs.configure(options.log_format, options.log_level)
    raise_file_limit()
    store = Store(options.database or default_url())
    try:
        bound = bind(options.host, options.port)
        port = bound.getsockname()[1]
        in_network = bind_in_network(options, port)
        sockets = [bound, *in_network.values()]
        if options.metrics is not None:
            sockets.append(bind_metrics(*options.metrics, other_than=bound))
    except NoFreePort:
        store.close()
        raise
    metrics_port = sockets[-1].getsockname()[1] if options.metrics is not None else None
    address = address_of(options.host, bound)

    def ready() -> None:
        on_ready(address, store.engine.url.render_as_string(hide_password=True), context.network.addresses)
        if options.open_browser:
            webbrowser.open(address)
        context.warmup.start()

    listening = [options.host, *in_network, *([options.metrics[0]] if options.metrics is not None else [])]
    hosts = Hosts(options.host_names, options.origins, listening)
    context = AppContext(store, options.limits, hosts=hosts, proxies=Proxies(options.proxies))
    context.warmup.listeners.append(on_progress)
    server = build_server(context, ready, metrics_port)
    context.network = LocalNetwork(
        addresses_in_network(options.host, bound, in_network),
        functools.partial(listen_in_network, context, server, port) if options.may_be_opened else None,
    )
    with ExitStack() as closing:
        for each in sockets:
            closing.enter_context(each)
        asyncio.run(server.serve(sockets))
