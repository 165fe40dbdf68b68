"""`TimeSource`: where the time comes from. Tests pass one that they move by hand."""

import time
from typing import Protocol


class TimeSource(Protocol):
    """The two clocks of a machine."""

    def wall(self) -> int:
        """Return the milliseconds since 1970. It can jump when somebody sets the clock."""

    def monotonic(self) -> float:
        """Return seconds since some moment. It never jumps, and starts again with every process."""


class SystemTime:
    """The clocks of this machine."""

    def wall(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()


SYSTEM_TIME = SystemTime()
