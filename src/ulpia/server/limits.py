"""Limits of sizes, counts and rates; token buckets that enforce the rates."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    message_bytes: int = 8 * 1024
    """Longer messages are refused as `TooLong`."""
    frame_bytes: int = 64 * 1024
    """Longer messages are not read: the connection closes with code 1009."""
    body_bytes: int = 8 * 1024
    """Longer bodies of HTTP requests are refused as `TooLong`."""
    messages_per_second: float = 20.0
    """`look`, `plan` and `hint` count twice, `hello` five times."""
    messages_at_once: float = 80.0
    chat_per_second: float = 0.5
    chat_at_once: float = 5.0
    tables_per_minute: float = 10.0
    """New tables from one address."""
    tables_at_once: float = 20.0
    refusals_in_a_row: int = 1000
    """Disconnect after this many consecutive `TooFast`."""
    clients_per_table: int = 200
    outbox: int = 256
    """Disconnect a slow client when this many messages wait for it."""
    hello_seconds: float = 15.0
    """Disconnect a client that has not said `hello` after this time."""
    send_seconds: float = 30.0
    """Disconnect a client that takes longer to receive a message."""
    idle_seconds: float = 600.0
    """A table without clients leaves the memory after this time."""


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
    """A bucket for each address; those unused for longest are forgotten."""

    def __init__(self, per_second: float, at_once: float, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        self.per_second, self.at_once, self.most, self.clock = per_second, at_once, most, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token out of the bucket of an address."""
        bucket = self.buckets.pop(address, None) or Bucket(self.per_second, self.at_once, self.clock)
        self.buckets[address] = bucket
        if len(self.buckets) > self.most:
            self.buckets.popitem(last=False)
        return bucket.take()
