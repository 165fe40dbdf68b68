"""How much and how fast: sizes, counts, and buckets that fill up again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    message_bytes: int = 8 * 1024
    """Longer messages are refused by name."""
    frame_bytes: int = 64 * 1024
    """Longer ones are not even read: the connection closes with code 1009."""
    body_bytes: int = 8 * 1024
    actions: int = 64
    """Steps in one message."""
    messages_per_second: float = 20.0
    messages_at_once: float = 80.0
    chat_per_second: float = 0.5
    chat_at_once: float = 5.0
    tables_per_minute: float = 10.0
    tables_at_once: float = 20.0
    refusals_in_a_row: int = 1000
    """Who is too fast so often is shown out."""
    clients_per_table: int = 200
    outbox: int = 256
    """Messages waiting for a slow client before it is let go."""
    hello_seconds: float = 15.0
    send_seconds: float = 30.0
    idle_seconds: float = 600.0
    """A table nobody looks at leaves the memory after so long."""


class Bucket:
    """Holds so many, fills up at so many a second."""

    def __init__(self, per_second: float, at_once: float, clock: Clock = time.monotonic) -> None:
        self.per_second, self.at_once, self.clock = per_second, at_once, clock
        self.left, self.then = at_once, clock()

    def take(self, cost: float = 1.0) -> bool:
        """Take some out, if there is enough."""
        now = self.clock()
        self.left = min(self.at_once, self.left + (now - self.then) * self.per_second)
        self.then = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, per_second: float, at_once: float, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        self.per_second, self.at_once, self.most, self.clock = per_second, at_once, most, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one out of the bucket of an address."""
        bucket = self.buckets.pop(address, None) or Bucket(self.per_second, self.at_once, self.clock)
        self.buckets[address] = bucket
        if len(self.buckets) > self.most:
            self.buckets.popitem(last=False)
        return bucket.take()
