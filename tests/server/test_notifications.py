"""Notifications are written once, claimed once and delivered at least once. The same on SQLite and on PostgreSQL."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, select, update

from tests.server.fake_time import FakeTime
from tests.server.stored import ME, create
from ulpia.server.notifications import dispatcher as module
from ulpia.server.notifications.channel import Channel, Undeliverable
from ulpia.server.notifications.dispatcher import LEASE, MOST_ATTEMPTS, Dispatcher, pause_after
from ulpia.server.storage import outbox
from ulpia.server.storage.outbox import DeliveryEnd, Notification
from ulpia.server.storage.schema import deliveries, notifications
from ulpia.server.storage.store import Page, Store
from ulpia.server.storage.uptime import Uptime
from ulpia.server.threads import WorkerThreads

pytestmark = pytest.mark.xdist_group("store")
LONG = 10**12


class Fake:
    """A channel that fails or dies when told to."""

    def __init__(self, name: str = "fake", people: Collection[str] = (ME,)) -> None:
        self.name, self.people = name, people
        self.got: list[Notification] = []
        self.failures: list[BaseException] = []

    async def reaches(self, people: Collection[str]) -> Collection[str]:
        return [one for one in people if one in self.people]

    async def deliver(self, notification: Notification) -> None:
        self.got.append(notification)
        if self.failures:
            raise self.failures.pop(0)


class Hanging(Fake):
    async def deliver(self, notification: Notification) -> None:
        self.got.append(notification)
        await asyncio.Event().wait()


class Office:
    """A dispatcher whose time is moved by hand."""

    def __init__(self, store: Store, *channels: Channel) -> None:
        self.time = FakeTime()
        self.uptime = Uptime(store.engine, self.time)
        self.threads = WorkerThreads(2)
        self.dispatcher = Dispatcher(store.outbox, self.uptime, self.threads, channels)

    async def work(self) -> None:
        await self.dispatcher.spread()
        for channel in self.dispatcher.channels:
            await self.dispatcher.serve(channel)

    def wait(self, milliseconds: int) -> None:
        while milliseconds > 0:
            self.time.pass_by(min(10_000, milliseconds))
            self.uptime.tick()
            milliseconds -= 10_000


def write(store: Store, subject: str = "g.1", due: int | None = 0) -> None:
    with store.engine.begin() as connection:
        outbox.add(connection, "g", 0, "your_turn", subject, due)


def states(store: Store) -> list[tuple[int, bool, bool, str | None]]:
    columns = (deliveries.c.attempts, deliveries.c.delivered, deliveries.c.due, deliveries.c.failed)
    with store.engine.connect() as connection:
        rows = connection.execute(select(*columns).order_by(deliveries.c.notification, deliveries.c.channel))
        return [(row.attempts, row.delivered is not None, row.due is not None, row.failed) for row in rows]


def run(office: Office) -> None:
    asyncio.run(office.work())


def test_a_notification_is_written_once_for_its_subject(store: Store) -> None:
    create(store)
    for _ in range(3):
        write(store)
    write(store, "g.2")
    assert [one.subject for one in store.outbox.due(0, 9)] == ["g.1.your_turn", "g.2.your_turn"]


def test_nobody_is_notified_of_a_seat_that_nobody_has_taken(store: Store) -> None:
    create(store)
    with store.engine.begin() as connection:
        for seat in (1, 2):
            outbox.add(connection, "g", seat, "your_turn", "g.1", 0)
    assert store.outbox.due(0, 9) == []


def test_a_notification_is_delivered_once_through_each_channel_that_reaches_the_person(store: Store) -> None:
    create(store)
    write(store)
    one, other, nobody = Fake("one"), Fake("other"), Fake("nobody", people=())
    office = Office(store, one, other, nobody)
    for _ in range(3):
        run(office)
    assert [len(channel.got) for channel in (one, other, nobody)] == [1, 1, 0]
    assert states(store) == [(1, True, False, None)] * 2


def test_nothing_is_delivered_before_it_is_due_or_while_time_stands_still(store: Store) -> None:
    create(store)
    write(store, "g.1", due=60_000)
    write(store, "g.2", due=None)
    channel = Fake()
    office = Office(store, channel)
    run(office)
    office.wait(50_000)
    run(office)
    assert channel.got == []
    office.wait(20_000)
    run(office)
    assert [one.subject for one in channel.got] == ["g.1.your_turn"]


def test_what_is_moot_is_not_delivered_though_a_channel_has_it_already(store: Store) -> None:
    create(store)
    write(store)
    channel = Fake()
    office = Office(store, channel)
    asyncio.run(office.dispatcher.spread())
    with store.engine.begin() as connection:
        outbox.cancel(connection, "g", 0, outbox.ABOUT_A_STINT)
    run(office)
    assert (channel.got, states(store)) == ([], [(1, False, False, "moot")])


def test_a_failed_delivery_is_tried_again_after_longer_and_longer_pauses(store: Store) -> None:
    create(store)
    write(store)
    channel = Fake()
    channel.failures = [OSError("no network"), OSError("no network")]
    office = Office(store, channel)
    run(office)
    assert states(store) == [(1, False, True, "no network")]
    for attempt in (1, 2):
        office.wait(pause_after(attempt) - 10_000)
        run(office)
        assert len(channel.got) == attempt
        office.wait(10_000)
        run(office)
        assert len(channel.got) == attempt + 1
    assert states(store) == [(3, True, False, None)]
    pauses = [pause_after(attempt) for attempt in range(1, MOST_ATTEMPTS + 1)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == module.LONGEST_PAUSE


def test_a_delivery_is_given_up_when_it_is_useless_or_has_failed_too_often(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ATTEMPTS", 2)
    create(store)
    write(store)
    useless, broken = Fake("a"), Fake("b")
    useless.failures, broken.failures = [Undeliverable("gone")], [OSError("down"), OSError("down"), OSError("down")]
    office = Office(store, useless, broken)
    for _ in range(4):
        run(office)
        office.wait(300_000)
    assert (len(useless.got), len(broken.got)) == (1, 2)
    assert states(store) == [(1, False, False, "gone"), (2, False, False, "down")]


def test_a_channel_that_hangs_delays_no_other(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DELIVERY_SECONDS", 0.01)
    create(store)
    write(store)
    hanging, other = Hanging("a"), Fake("b")
    run(Office(store, hanging, other))
    assert (len(hanging.got), len(other.got)) == (1, 1)
    assert states(store) == [(1, False, True, "TimeoutError"), (1, True, False, None)]


def test_a_server_that_dies_between_claim_and_record_is_followed_by_another(open_store: Callable[[], Store]) -> None:
    """At least once: the second attempt has the same subject, by which a channel replaces the first."""
    store = open_store()
    create(store)
    write(store)
    channel = Fake()
    dead = Office(store, channel)
    asyncio.run(dead.dispatcher.spread())
    [claimed] = store.outbox.claim("fake", dead.uptime.now(), LEASE, 10)
    asyncio.run(channel.deliver(claimed.notification))  # and dies before it can store that
    alive = Office(open_store(), channel)
    run(alive)
    assert len(channel.got) == 1
    alive.wait(LEASE)
    run(alive)
    assert [one.subject for one in channel.got] == ["g.1.your_turn"] * 2
    assert states(store) == [(2, True, False, None)]
    store.outbox.record("fake", [DeliveryEnd(claimed, 0, "the dead one comes back")])
    assert states(store) == [(2, True, False, None)]


def test_ten_thousand_at_once_are_claimed_once_each_by_two_servers(open_store: Callable[[], Store]) -> None:
    stores = [open_store(), open_store()]
    create(stores[0])
    rows = [
        {"person": ME, "game": "g", "seat": 0, "kind": "reminder", "subject": f"g.{number}", "due": 0, "created": 0}
        for number in range(10_000)
    ]
    with stores[0].engine.begin() as connection:
        connection.execute(insert(notifications), rows)
    channels = [Fake(), Fake()]
    offices = [Office(store, channel) for store, channel in zip(stores, channels)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, offices))
    got = Counter(one.subject for channel in channels for one in channel.got)
    assert len(got) == 10_000
    assert set(got.values()) == {1}


def test_a_move_is_stored_while_ten_thousand_are_being_delivered(store: Store) -> None:
    """The notifications and the journal share a database, but no transaction of the one waits for a channel."""
    create(store)
    write(store)
    hanging = Hanging()
    office = Office(store, hanging)

    async def deliver_and_move() -> None:
        await office.dispatcher.spread()
        serving = asyncio.create_task(office.dispatcher.serve(hanging))
        while not hanging.got:
            await asyncio.sleep(0.005)
        await office.threads.run(lambda: store.write([Page("g", 0, 0, [5])]))
        assert not serving.done()
        serving.cancel()

    asyncio.run(deliver_and_move())
    assert store.actions("g") == ([5], 1)


def test_what_was_settled_long_ago_is_deleted_and_nothing_else(store: Store) -> None:
    create(store)
    for subject, due in (("delivered", 0), ("to come", LONG), ("failed", 0)):
        write(store, subject, due)
    channel = Fake()
    channel.failures = [OSError("once")]
    office = Office(store, channel)
    run(office)
    assert store.outbox.prune(LONG * 10) == 1
    with store.engine.begin() as connection:
        connection.execute(update(notifications).values(created=0))
        left: Sequence[str] = connection.scalars(select(notifications.c.subject)).all()
    assert len(left) == 2
