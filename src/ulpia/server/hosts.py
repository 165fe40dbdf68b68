"""`Hosts`: the names that this server answers to, and the pages that may use it.

A page of another site can make its own host name resolve to this server (DNS rebinding). Its requests then look as if
they came from the server's own pages, but their `Host` header has the foreign name, so they are refused.
"""

import re
import socket
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

LOOPBACK_NAME = "localhost"
DEFAULT_PORTS = {"http": 80, "https": 443}
LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)\Z")
MAX_NAME_LENGTH = 253


def parse_host(text: str) -> tuple[str, int | None]:
    """Split a host and its port, such as table.example:8443 or [::1]:80; raise ValueError if it is no host."""
    try:
        parts = urlsplit(f"//{text.strip()}")
        name, port = parts.hostname or "", parts.port
        if parts.netloc != text.strip() or "@" in text:
            raise ValueError(text)
        try:
            return str(ip_address(name)), port
        except ValueError:
            name = name.rstrip(".")[: MAX_NAME_LENGTH + 1].encode("idna").decode().lower()
    except (ValueError, UnicodeError):
        raise ValueError(text) from None
    if not name or len(name) > MAX_NAME_LENGTH or not all(map(LABEL.match, name.split("."))):
        raise ValueError(text)
    return name, port


class Hosts:
    """Host names and origins of one server."""

    def __init__(
        self, names: Collection[str] = (), origins: Collection[str] = (), listening: Collection[str] = ("127.0.0.1",)
    ) -> None:
        self.origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        """Further origins whose pages may use this server, such as https://table.example."""
        self._given = frozenset(map(parse_host, names))
        addresses = {str(ip_address(address)) for address in listening if _is_address(address)}
        self._names = {LOOPBACK_NAME, *(name for name, _ in self._given), *addresses}
        self._names |= {address.lower() for address in listening}
        self._names |= {name for name, _ in map(parse_host, (urlsplit(origin).netloc for origin in self.origins))}
        self._has_any_address = any(ip_address(address).is_unspecified for address in addresses)
        """Whether the server listens on all addresses of this machine."""
        if any(not ip_address(address).is_loopback for address in addresses):
            self._add_machine()

    def add_address(self, address: str) -> None:
        """Answer to another address of this machine, and to its name."""
        self._names.add(str(ip_address(address)))
        self._add_machine()

    def _add_machine(self) -> None:
        machine = socket.gethostname().lower()
        self._names |= {machine, f"{machine}.local"}

    def allow(self, host: str) -> bool:
        """Whether a request with this `Host` header is for this server. Programs need not send one."""
        if not host:
            return True
        try:
            name, _ = parse_host(host)
        except ValueError:
            return False
        if name in self._names:
            return True
        # An attacker can make a name resolve to this server, but not an address.
        return _is_address(name) and (self._has_any_address or ip_address(name).is_loopback)

    def allow_origin(self, origin: str, host: str) -> bool:
        """Whether a page of this origin may use the server, given the `Host` header of its request."""
        if origin.lower() in self.origins:
            return True
        try:
            parts = urlsplit(origin.lower())
            name, port = parse_host(parts.netloc)
        except ValueError:
            return False
        if parts.netloc == host.lower():
            return True
        # A proxy may have changed the `Host` header.
        is_default = port is None or port == DEFAULT_PORTS.get(parts.scheme)
        return parts.scheme in DEFAULT_PORTS and (
            (name, port) in self._given or (is_default and (name, None) in self._given)
        )


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
