"""Seats that play by themselves, at a pace people can follow. An agent gets a `Look` and nothing else."""

import asyncio
import logging
import random
import secrets
from typing import Protocol

from ulpia.agents import AGENTS, Agent, Look, find_agent
from ulpia.kernel.errors import UnknownAgent
from ulpia.server.course import Course
from ulpia.server.store import COMPUTER, Head
from ulpia.server.workers import Workers

log = logging.getLogger("ulpia.server")
PAUSE_AFTER_A_MISHAP = 5.0


def check_agent(name: str) -> str:
    """The name of a program that can play."""
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join(AGENTS))
    return name


def is_in_secret(course: Course) -> bool:
    """Whether somebody is doing several things in secret. Pauses between them would tell how many they are (F-15)."""
    return course.steps[None][-1] < len(course.moments) - 1


class Playing(Protocol):
    """A table, as its computers know it."""

    course: Course
    head: Head

    async def play_for(self, seat: int, course: Course, number: int) -> None:
        """Play what a computer chose at a course, if that still holds."""


class Computers:
    """The programs at one table."""

    def __init__(self, table: Playing, workers: Workers) -> None:
        self.table = table
        self.workers = workers
        self.agents: dict[int, Agent] = {}
        self.task: asyncio.Task[None] | None = None

    @staticmethod
    def check(agent: str) -> None:
        """Refuse a program that is not there."""
        check_agent(agent)

    @property
    def is_busy(self) -> bool:
        """Whether one of them is about to act."""
        return self.task is not None and not self.task.done()

    def look(self) -> None:
        """If the decision is a computer's, let it think."""
        if self._next() is not None and not self.is_busy:
            self.task = asyncio.create_task(self._play())

    def forget(self, seat: int) -> None:
        """Somebody else plays this seat now."""
        self.agents.pop(seat, None)

    async def stop(self) -> None:
        """Put everything down."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def _next(self) -> int | None:
        seat = self.table.course.match.seat
        return seat if seat is not None and self.table.head.seats[seat].kind == COMPUTER else None

    async def _play(self) -> None:
        while (seat := self._next()) is not None:
            course = self.table.course
            try:
                await asyncio.sleep(0 if is_in_secret(course) else self.table.head.pace / 1000)
                number = await self.workers.run(lambda at=seat, now=course: self._choose(at, now))  # type: ignore[misc]
                await self.table.play_for(seat, course, number)
            except Exception:
                log.exception("the computer at seat %d of table %s stumbled", seat, self.table.head.id)
                await asyncio.sleep(PAUSE_AFTER_A_MISHAP)

    def _choose(self, seat: int, course: Course) -> int:
        if seat not in self.agents:
            name = self.table.head.seats[seat].agent or next(iter(AGENTS))
            self.agents[seat] = find_agent(name, secrets.randbits(32))
        look = Look(course.match)
        try:
            return self.agents[seat].choose(look).number
        except Exception:
            log.exception("agent at seat %d of table %s failed; it plays anything", seat, self.table.head.id)
            return random.choice(look.options).number
