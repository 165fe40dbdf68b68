"""`Dispatcher`: gives notifications that are due to the channels, and tries again what failed.

It works beside the tables: a move never waits for a notification, and a channel that hangs delays only itself. A
delivery is claimed before it is made, so of several servers one makes it. Who has claimed it holds it for a lease; if
that server dies, another one delivers after the lease.

That is *at least once*: a server can die after the delivery and before it has stored that. The other choice, to store
it before, would lose the message in the same case, and a lost reminder costs a turn, while a second message with the
same subject replaces the first. Without such a death every notification is delivered exactly once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from ulpia.server.errors import CannotStore
from ulpia.server.notifications.channel import Channel, Undeliverable
from ulpia.server.storage.outbox import Claimed, DeliveryEnd, Outbox
from ulpia.server.storage.schema import now
from ulpia.server.storage.uptime import Uptime
from ulpia.server.threads import WorkerThreads

log = logging.getLogger("ulpia.server")
SECONDS_BETWEEN_PASSES = 2.0
MOST_AT_ONCE = 200
"""The most notifications of one claim."""
PARALLEL = 20
"""The most deliveries of a channel at the same time. One commit records them."""
DELIVERY_SECONDS = 20.0
"""A channel that takes longer has failed."""
LEASE = 300_000
"""Milliseconds. Longer than all deliveries of one claim can take."""
FIRST_PAUSE, LONGEST_PAUSE = 30_000, 3_600_000
"""The pause before a second attempt; it doubles with every further one, up to the longest."""
MOST_ATTEMPTS = 12
"""About five hours."""
KEPT_DAYS = 30
DAY = 86_400_000
SECONDS_BETWEEN_PRUNINGS = 3600.0
MAX_REASON = 300


def pause_after(attempt: int) -> int:
    """Return how many milliseconds to wait after a failed attempt."""
    return int(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)))


class Dispatcher:
    """Delivers the notifications of one database."""

    def __init__(
        self, outbox: Outbox, uptime: Uptime, threads: WorkerThreads, channels: Sequence[Channel] = ()
    ) -> None:
        self.outbox, self.uptime, self.threads, self.channels = outbox, uptime, threads, channels

    async def run(self, every: float = SECONDS_BETWEEN_PASSES) -> None:
        """Deliver again and again, until cancelled."""
        await asyncio.gather(
            self._again_and_again(self.spread, every),
            self._again_and_again(self.prune, SECONDS_BETWEEN_PRUNINGS),
            *(self._again_and_again(partial(self.serve, channel), every) for channel in self.channels),
        )

    async def _again_and_again(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        while True:
            try:
                await work()
            except CannotStore:
                pass  # the store has logged why
            except Exception:
                log.exception("delivering notifications failed")
            await asyncio.sleep(every)

    async def spread(self) -> None:
        """Give what is due to the channels that reach its person; what no channel can deliver is settled."""
        while True:
            due = await self.threads.run(lambda: self.outbox.due(self.uptime.now(), MOST_AT_ONCE))
            people = {notification.person for notification in due}
            reached = {channel.name: set(await channel.reaches(people)) for channel in self.channels} if due else {}
            chosen = {one.id: [name for name, known in reached.items() if one.person in known] for one in due}
            if chosen:
                await self.threads.run(partial(self.outbox.spread, chosen, self.uptime.now()))
            if len(due) < MOST_AT_ONCE:
                return

    async def serve(self, channel: Channel) -> None:
        """Deliver everything that is due through a channel."""
        while claimed := await self.threads.run(partial(self._claim, channel)):
            for first in range(0, len(claimed), PARALLEL):
                some = claimed[first : first + PARALLEL]
                ends = await asyncio.gather(*(self._deliver(channel, one) for one in some))
                await self.threads.run(partial(self.outbox.record, channel.name, ends))

    def _claim(self, channel: Channel) -> list[Claimed]:
        return self.outbox.claim(channel.name, self.uptime.now(), LEASE, MOST_AT_ONCE)

    async def _deliver(self, channel: Channel, claimed: Claimed) -> DeliveryEnd:
        """Deliver one notification, and return what is to be stored of it."""
        try:
            async with asyncio.timeout(DELIVERY_SECONDS):
                await channel.deliver(claimed.notification)
        except Exception as error:
            number, attempt = claimed.notification.id, claimed.attempt
            is_last = isinstance(error, Undeliverable) or attempt >= MOST_ATTEMPTS
            due = None if is_last else self.uptime.now() + pause_after(attempt)
            why = (str(error) or type(error).__name__)[:MAX_REASON]
            tell = log.warning if is_last else log.info
            tell(
                "notification %d failed through %s, attempt %d%s", number, channel.name, attempt, ", the last" * is_last
            )
            return DeliveryEnd(claimed, due, why)
        return DeliveryEnd(claimed, None, None)

    async def prune(self) -> None:
        """Delete what was settled long ago."""
        while await self.threads.run(lambda: self.outbox.prune(now() - KEPT_DAYS * DAY)):
            pass
