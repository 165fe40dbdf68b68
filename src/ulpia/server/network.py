"""`LocalNetwork`: the addresses at which other machines of the local network reach this server, and opening them.

A server that listens on loopback can be opened to the local network while it runs: by the person at this machine, if it
was started for one person and not behind a proxy. Nobody else can open it.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

from ulpia.server.errors import NotAtThisMachine, NotInANetwork
from ulpia.server.hosts import LOOPBACK_NAME, parse_host

SOMEWHERE = ("198.51.100.1", 9)
"""An address for documentation. Nothing is sent there; the route to it names our own address."""
FORWARDING_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


def local_addresses() -> list[str]:
    """List the private IPv4 addresses of this machine, the one of its default route first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)  # fails without a default route; there may still be a network
        found.append(probe.getsockname()[0])
    with suppress(OSError):  # the machine may not know its own name
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if is_in_local_network(address)]


def is_in_local_network(address: str) -> bool:
    """Whether an address belongs to a private network that other machines can be in."""
    parsed = ip_address(address)
    is_special = parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified
    return isinstance(parsed, IPv4Address) and parsed.is_private and not is_special


def is_loopback(host: str) -> bool:
    """Whether a host, with or without a port, is a loopback address or localhost."""
    try:
        name, _ = parse_host(host)
        return name == LOOPBACK_NAME or ip_address(name).is_loopback
    except ValueError:
        return False


class LocalNetwork:
    """How the local network reaches a server."""

    def __init__(self, addresses: Sequence[str] = (), listen: Callable[[], Awaitable[list[str]]] | None = None) -> None:
        self.addresses = list(addresses)
        """Where pages are served for other machines, such as http://192.168.1.20:8000; empty before it is opened."""
        self._lock = asyncio.Lock()
        self._listen = listen
        """Listens on the addresses of this machine and returns them; None if the server must not be opened."""

    @property
    def may_be_opened(self) -> bool:
        """Whether the person at this machine may let the local network in."""
        return self._listen is not None and not self.addresses

    async def open(self) -> None:
        """Let the local network in; do nothing if it is in already."""
        if self._listen is None:
            raise NotAtThisMachine()
        async with self._lock:
            if not self.addresses:
                self.addresses = await self._listen()
        if not self.addresses:
            raise NotInANetwork()


def is_at_this_machine(client: str, host: str, header_names: Sequence[str]) -> bool:
    """Whether a request comes from a browser on this machine: over loopback, for a loopback host, through no proxy."""
    is_forwarded = any(name in FORWARDING_HEADERS for name in header_names)
    return is_loopback(f"[{client}]" if ":" in client else client) and is_loopback(host) and not is_forwarded
