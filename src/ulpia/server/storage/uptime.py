"""`Uptime`: milliseconds during which a server was up, counted over all restarts. Deadlines are moments of uptime.

While a process runs, uptime grows with its monotonic clock, and is written every few seconds. So it stands still while
no server is up, and a wall clock that is set back or forth changes nothing. Several servers on one database share the
row: each writes what it has counted unless another has counted further, and goes on from the highest value.

A pass that comes much too late (the process was stopped, the machine slept, the database did not answer) counts as
`MAX_GAP` at most: nobody could play meanwhile. The process can lose what it counted since the last pass, never more.
"""

import logging
from threading import Lock

from sqlalchemy import Engine, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ulpia.server.clocks.source import TimeSource
from ulpia.server.storage.schema import clocks, uptime

log = logging.getLogger("ulpia.server")
TICK_SECONDS = 5.0
MAX_GAP = 15_000
"""The most that counts between two passes, in milliseconds."""
JUMP = 60_000
"""A wall clock that differs by more from what the monotonic clock has counted was set to another time."""


class Uptime:
    """Counts uptime for one server."""

    def __init__(self, engine: Engine, source: TimeSource) -> None:
        self.engine, self.source = engine, source
        self.jumps = 0
        """How often the wall clock was set to another time."""
        self._lock = Lock()
        self._known: tuple[int, float] | None = None
        """The uptime at the last pass, and the monotonic time then."""
        self._wall = 0

    def now(self) -> int:
        """Return the uptime. It never decreases."""
        if self._known is None:
            self.tick()
        assert self._known is not None
        at, then = self._known
        return at + min(MAX_GAP, max(0, int((self.source.monotonic() - then) * 1000)))

    def tick(self) -> None:
        """Write the uptime, or go on from that of another server. For a worker thread."""
        with self._lock:
            then, wall = self.source.monotonic(), self.source.wall()
            mine = 0 if self._known is None else self.now()
            stored, written = self._exchange(mine, wall)
            if self._known is None:
                self._report_outage(wall - written)
            else:
                self._watch_wall(wall - self._wall - int((then - self._known[1]) * 1000))
            self._known, self._wall = (max(mine, stored), then), wall

    def is_tick_due(self) -> bool:
        """Whether the last pass was long enough ago."""
        return self._known is None or self.source.monotonic() - self._known[1] >= TICK_SECONDS

    def _exchange(self, mine: int, wall: int) -> tuple[int, int]:
        """Return the highest uptime that any server has written, and when that was before this pass."""
        is_behind = (uptime.c.id == 0) & (uptime.c.at <= mine)
        try:
            with self.engine.begin() as connection:
                before = connection.execute(select(uptime.c.at, uptime.c.wall)).one_or_none()
                if before is None:
                    connection.execute(insert(uptime).values(id=0, at=mine, wall=wall))
                    return mine, wall
                connection.execute(update(uptime).where(is_behind).values(at=mine, wall=wall))
                return int(connection.scalar(select(uptime.c.at)) or 0), int(before.wall)
        except IntegrityError:  # another server was the first
            return self._exchange(mine, wall)

    def _report_outage(self, outage: int) -> None:
        with self.engine.connect() as connection:
            waiting = connection.scalar(select(func.count()).select_from(clocks).where(clocks.c.due.is_not(None)))
        if waiting and outage > MAX_GAP:
            seconds = round(outage / 1000)
            log.info("no server was up for about %d s; the clocks of %d games stood still", seconds, waiting)

    def _watch_wall(self, jump: int) -> None:
        if abs(jump) > JUMP:
            self.jumps += 1
            log.warning("the clock of this machine was set by %+d s; no time of a game changes", round(jump / 1000))
