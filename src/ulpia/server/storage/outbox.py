"""Notifications in the database: what people are told while they are not at the table.

They are written in the transaction of their cause, and each has a subject that exists once. They fall due by uptime:
what would remind a player of a deadline waits as long as the deadline does. `notifications.dispatcher` delivers them.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Row, delete, insert, select, update

from ulpia.server.storage.schema import deliveries, notifications, now, seats

NotificationKind = Literal["your_turn", "reminder", "time_up", "seat_lost", "game_over", "waiting"]
ABOUT_A_STINT: tuple[NotificationKind, ...] = ("your_turn", "reminder")
"""What is moot when the stint has ended."""
REQUESTS: tuple[NotificationKind, ...] = ("waiting",)
"""What is moot when nobody asks for it any more."""
DELAY = 60_000
"""Who is at the table learns there that it is their turn; a notification follows if they have not acted after this."""
MAX_PRUNED = 500
"""The most notifications that are deleted at once."""


@dataclass(frozen=True)
class Notification:
    """What one person is told."""

    id: int
    person: str
    """The digest of the owner token of the person."""
    game: str
    seat: int
    kind: NotificationKind
    subject: str
    """The same for every attempt, and for no other notification: a channel that is told twice can notice it."""
    created: int
    """Milliseconds since 1970."""


class Claimed(NamedTuple):
    """A notification that this server delivers through a channel, for the `attempt`-th time."""

    notification: Notification
    attempt: int
    claim: str


class DeliveryEnd(NamedTuple):
    """How an attempt to deliver ended."""

    claimed: Claimed
    due: int | None
    """When it is tried again; None: never."""
    failed: str | None
    """Why it failed; None if it did not."""


def add(connection: Connection, game: str, seat: int, kind: NotificationKind, subject: str, due: int | None) -> None:
    """Write a notification to the person who holds a seat, unless nobody does or it is there already."""
    of_seat = (seats.c.game == game) & (seats.c.seat == seat) & seats.c.taken.is_not(None)
    person = connection.scalar(select(seats.c.owner).where(of_seat))
    row = {"person": person, "game": game, "seat": seat, "kind": kind, "subject": f"{subject}.{kind}", "due": due}
    is_there = select(notifications.c.id).where(notifications.c.subject == row["subject"])
    if person is not None and connection.scalar(is_there) is None:
        connection.execute(insert(notifications).values(**row, created=now()))


def cancel(connection: Connection, game: str, seat: int, kinds: Collection[NotificationKind]) -> None:
    """Take back what a person need not be told any more. What a channel is just delivering arrives all the same."""
    connection.execute(update(notifications).where(_pending(game, seat, kinds)).values(cancelled=now()))


def move(connection: Connection, game: str, seat: int, kind: NotificationKind, due: int | None) -> None:
    """Let a notification that is still to come fall due at another time; None: not while time stands still."""
    is_to_come = _pending(game, seat, (kind,)) & notifications.c.spread.is_(None)
    connection.execute(update(notifications).where(is_to_come).values(due=due))


def _pending(game: str, seat: int, kinds: Collection[NotificationKind]) -> ColumnElement[bool]:
    of_seat = (notifications.c.game == game) & (notifications.c.seat == seat)
    return of_seat & notifications.c.kind.in_(kinds) & notifications.c.cancelled.is_(None)


class Outbox:
    """Gives notifications that are due to the servers that deliver them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def due(self, uptime: int, most: int) -> list[Notification]:
        """List notifications that are due and were not given to the channels."""
        is_due = (
            notifications.c.spread.is_(None) & notifications.c.cancelled.is_(None) & (notifications.c.due <= uptime)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(select(notifications).where(is_due).order_by(notifications.c.due).limit(most))
            return [_notification(row) for row in rows]

    def spread(self, channels: Mapping[int, Sequence[str]], uptime: int) -> None:
        """Give notifications, by their ids, to channels. Of several servers only one does it, and all or nothing."""
        with self.engine.begin() as connection:
            for number, names in channels.items():
                is_new = (notifications.c.id == number) & notifications.c.spread.is_(None)
                is_mine = connection.execute(update(notifications).where(is_new).values(spread=now())).rowcount == 1
                rows = [{"notification": number, "channel": name, "due": uptime, "attempts": 0} for name in names]
                if is_mine and rows:
                    connection.execute(insert(deliveries), rows)

    def claim(self, channel: str, uptime: int, lease: int, most: int) -> list[Claimed]:
        """Claim deliveries of a channel that are due, also those whose server has not finished within its lease."""
        claim = secrets.token_urlsafe(12)
        is_due = (deliveries.c.channel == channel) & (deliveries.c.due <= uptime)
        waiting = select(deliveries.c.notification).where(is_due).order_by(deliveries.c.due).limit(most)
        of_mine = (deliveries.c.channel == channel) & (deliveries.c.claim == claim)
        joined = deliveries.join(notifications, notifications.c.id == deliveries.c.notification)
        columns = (deliveries.c.attempts, *notifications.c)
        with self.engine.begin() as connection:
            numbers = connection.scalars(waiting).all()
            chosen = is_due & deliveries.c.notification.in_(numbers)
            more = {"claim": claim, "due": uptime + lease, "attempts": deliveries.c.attempts + 1}
            connection.execute(update(deliveries).where(chosen).values(more))
            moot = select(notifications.c.id).where(notifications.c.cancelled.is_not(None))
            is_moot = of_mine & deliveries.c.notification.in_(moot)
            connection.execute(update(deliveries).where(is_moot).values(due=None, claim=None, failed="moot"))
            rows = connection.execute(select(*columns).select_from(joined).where(of_mine).order_by(notifications.c.id))
            return [Claimed(_notification(row), row.attempts, claim) for row in rows]

    def record(self, channel: str, ends: Sequence[DeliveryEnd]) -> None:
        """Store how deliveries ended, except those whose lease was over and that another server has claimed."""
        with self.engine.begin() as connection:
            for claimed, due, failed in ends:
                of_notification = deliveries.c.notification == claimed.notification.id
                is_mine = of_notification & (deliveries.c.channel == channel) & (deliveries.c.claim == claimed.claim)
                values = {"claim": None, "due": due, "failed": failed, "delivered": None if failed else now()}
                connection.execute(update(deliveries).where(is_mine).values(values))

    def prune(self, before: int) -> int:
        """Delete what was created before a date and is settled; return how many notifications that were."""
        is_settled = notifications.c.spread.is_not(None) | notifications.c.cancelled.is_not(None)
        open_ones = select(deliveries.c.notification).where(deliveries.c.due.is_not(None))
        is_old = is_settled & (notifications.c.created < before) & notifications.c.id.not_in(open_ones)
        with self.engine.begin() as connection:
            old = connection.scalars(select(notifications.c.id).where(is_old).limit(MAX_PRUNED)).all()
            connection.execute(delete(deliveries).where(deliveries.c.notification.in_(old)))
            connection.execute(delete(notifications).where(notifications.c.id.in_(old)))
        return len(old)


def _notification(row: Row[Any]) -> Notification:
    names = ("id", "person", "game", "seat", "kind", "subject", "created")
    return Notification(**{name: row._mapping[name] for name in names})
