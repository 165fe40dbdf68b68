"""ulpia serve: the tables in the browser."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit

from ulpia.cli.console import Bar, Terminal
from ulpia.core import compilation
from ulpia.core.errors import MissingExtra
from ulpia.server.hosts import parse_host
from ulpia.server.proxies import parse_network

TABLE_PACKAGES = ("starlette", "uvicorn", "h11", "websockets", "sqlalchemy", "alembic", "prometheus_client", "segno")
"""Packages of the extra `table`."""
PERCENT = 100


def origin(text: str) -> str:
    """Check an origin, such as https://table.example:8443."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise ValueError(text)
    return text.rstrip("/").lower()


def host_name(text: str) -> str:
    """Check a host name with or without a port, such as table.example or table.example:8443."""
    parse_host(text)
    return text.strip().lower()


def proxy(text: str) -> IPv4Network | IPv6Network:
    """Read the address or the network of a proxy, such as 127.0.0.1 or 10.0.0.0/24."""
    return parse_network(text)


def socket_address(text: str) -> tuple[str, int]:
    """Read an address and a port, such as 127.0.0.1:9100."""
    host, port = parse_host(text)
    if port is None:
        raise ValueError(text)
    return host, port


@contextmanager
def needs_table_extra() -> Iterator[None]:
    """Raise MissingExtra if an import in this block fails for want of the extra `table`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in TABLE_PACKAGES:
            raise
        raise MissingExtra(package=error.name, extra="table") from None


def serve(options: argparse.Namespace, terminal: Terminal) -> int:
    """Serve the tables until interrupted."""
    with needs_table_extra():
        from ulpia.server.limits import parse_limits
        from ulpia.server.serve import ServeOptions, run
    limits = parse_limits(options.limit)
    compilation.display = compilation.quietly  # games are compiled in processes of their own, see `Warmup`

    def on_ready(address: str, database: str, network: list[str]) -> None:
        terminal.print("serve", "open", address=address)
        for each in network:
            terminal.print("serve", "network", address=each)
        if options.lan and not network:
            terminal.print("serve", "no_network")
        terminal.print("serve", "stored", database=database)

    how = ServeOptions(
        host=options.host,
        port=options.port,
        database=options.database,
        host_names=tuple(options.host_name),
        origins=tuple(options.origin),
        proxies=tuple(options.proxy),
        metrics=options.metrics,
        lan=options.lan,
        open_browser=not options.no_browser,
        limits=limits,
        log_format=options.log_format,
        log_level=options.log_level,
    )
    with warmup_bar(terminal) as on_progress:
        run(how, on_ready, on_progress)
    return 0


@contextmanager
def warmup_bar(terminal: Terminal) -> Iterator[Callable[[str, float | None], None]]:
    """Show a progress bar while games are compiled."""
    progress: dict[str, float] = {}
    with ExitStack() as shown:
        bars: list[Bar] = []

        def on_progress(game: str, part: float | None) -> None:
            progress[game] = 1.0 if part is None else part
            if not bars:
                bars.append(shown.enter_context(terminal.progress(terminal.say("serve", "preparing"), 1)))
            bars[0].set(round(PERCENT * sum(progress.values())), PERCENT * len(progress))
            if min(progress.values()) == 1.0:
                shown.close()
                bars.clear()

        yield on_progress
