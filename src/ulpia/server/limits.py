"""Limits of sizes, counts, times and rates; token buckets that enforce the rates."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from ulpia.server.errors import BadLimit, UnknownLimit

Clock = Callable[[], float]
NETWORK_BITS = 64
"""An IPv6 subscriber gets at least a /64 network, so its addresses count as one."""


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server. `ulpia serve --limit NAME=VALUE` changes a limit."""

    message_bytes: int = 8 * 1024
    """Longer messages are refused as `TooLong`."""
    frame_bytes: int = 64 * 1024
    """Longer messages are not read: the connection closes with code 1009."""
    body_bytes: int = 8 * 1024
    """Longer bodies of HTTP requests are refused as `TooLong`."""
    messages_per_second: float = 20.0
    """`look`, `plan`, `preview` and `hint` count twice, `hello` five times."""
    messages_at_once: float = 80.0
    address_messages_per_second: float = 200.0
    """Messages of all clients of one address."""
    address_messages_at_once: float = 800.0
    chat_per_second: float = 0.5
    chat_at_once: float = 5.0
    tables_per_minute: float = 10.0
    """New tables from one address."""
    tables_at_once: float = 20.0
    refusals_in_a_row: int = 1000
    """Disconnect after this many consecutive `TooFast`."""
    journal_rows: int = 20_000
    """In a game with a longer journal nothing more is taken back (`TooManyUndos`). A whole game has some hundreds."""
    clients_per_table: int = 200
    """Further spectators are refused as `TooManyClients`. Players always get in."""
    outbox: int = 256
    """Disconnect a slow client when this many messages wait for it."""
    hello_seconds: float = 15.0
    """Disconnect a client that has not said `hello` after this time."""
    send_seconds: float = 30.0
    """Disconnect a client that takes longer to receive a message."""
    idle_seconds: float = 45.0
    """A table without clients leaves the memory after this time."""
    rest_seconds: float = 60.0
    """Computers that play without people stop this long after the last client has left, until a client comes."""
    judging_seconds: float = 1.5
    """A learner's action waits so long for the teacher at most; then it is played."""
    header_seconds: float = 10.0
    """Disconnect a client that has not sent all headers of a request after this time."""
    body_seconds: float = 15.0
    """Refuse a request as `TooSlow` whose body has not arrived this long after its headers."""
    keep_alive_seconds: float = 10.0
    """Close an HTTP connection that has had no request for this time."""
    sockets: int = 4096
    """Open connections. The limit of open files of the process may allow fewer. Three quarters may be WebSockets."""
    sockets_per_address: int = 100
    """Open connections of one address. Three quarters of them may be WebSockets."""
    requests_per_second: float = 100.0
    """HTTP requests from one address. A request for anything but a file counts ten times."""
    requests_at_once: float = 2000.0


LOWEST = {
    "message_bytes": 1024,
    "frame_bytes": 1024,
    "body_bytes": 1024,
    "messages_at_once": 5.0,  # `hello` costs that
    "address_messages_at_once": 5.0,
    "requests_at_once": 10.0,  # a request to the API costs that
    "idle_seconds": 30.0,  # a table must not leave while a client is joining it
    "sockets": 16,
    "sockets_per_address": 4,
}
"""Lower values would refuse every client. The others must be above 0; counts at least 1."""


def parse_limits(settings: Iterable[str]) -> Limits:
    """Return the limits with changes such as `sockets=500`."""
    defaults = asdict(Limits())
    changes: dict[str, Any] = {}
    for setting in settings:
        name, _, text = (part.strip() for part in setting.partition("="))
        if name not in defaults:
            raise UnknownLimit(limit=name, known=", ".join(defaults))
        changes[name] = _parse_limit(name, text, is_count=isinstance(defaults[name], int))
    return replace(Limits(), **changes)


def _parse_limit(name: str, text: str, is_count: bool) -> int | float:
    lowest = LOWEST.get(name, 1 if is_count else 0.0)
    try:
        value = int(text) if is_count else float(text)
    except ValueError:
        value = math.nan
    if not (lowest <= value < math.inf and value > 0):
        kind = "count" if is_count else "at_least" if lowest else "positive"
        raise BadLimit(limit=name, value=text, kind=kind, lowest=f"{lowest:g}")
    return value


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((int(found) >> NETWORK_BITS << NETWORK_BITS, NETWORK_BITS)))
        found = found.ipv4_mapped
    return str(found)


class Bucket:
    """A token bucket: holds `at_once` tokens and gains `per_second`."""

    def __init__(self, per_second: float, at_once: float, clock: Clock = time.monotonic) -> None:
        self.per_second, self.at_once, self.clock = per_second, at_once, clock
        self.left, self.then = at_once, clock()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens out, if there are enough."""
        now = self.clock()
        self.left = min(self.at_once, self.left + (now - self.then) * self.per_second)
        self.then = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """A bucket for each address, see `network_of`; those unused for longest are forgotten."""

    def __init__(self, per_second: float, at_once: float, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        self.per_second, self.at_once, self.most, self.clock = per_second, at_once, most, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take tokens out of the bucket of an address, if there are enough."""
        address = network_of(address)
        bucket = self.buckets.pop(address, None) or Bucket(self.per_second, self.at_once, self.clock)
        self.buckets[address] = bucket
        if len(self.buckets) > self.most:
            self.buckets.popitem(last=False)
        return bucket.take(cost)
