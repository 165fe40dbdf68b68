"""`Channel`: one way to reach people, such as e-mail."""

from collections.abc import Collection
from typing import Protocol

from ulpia.server.storage.outbox import Notification


class Undeliverable(Exception):
    """This notification can never be delivered through this channel, so it is not tried again."""


class Channel(Protocol):
    """One way to reach people.

    A channel is told at least once: if a server dies between a delivery and its record, another one delivers again.
    Both attempts have the same `subject`; a channel passes it on in a form in which the receiver replaces the first
    message by the second (the topic and tag of a push message, the Message-ID of an e-mail).
    """

    @property
    def name(self) -> str:
        """A short name that never changes: the database knows the channel by it."""

    async def reaches(self, people: Collection[str]) -> Collection[str]:
        """Return those of these people (digests of owner tokens) who want to be told through this channel."""

    async def deliver(self, notification: Notification) -> None:
        """Deliver a notification. Raise Undeliverable if that is useless, and anything else to try again later."""
