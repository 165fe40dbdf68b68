"""Seats that play by themselves, at a pace people can follow. An agent gets a `Look` and nothing else.

While a computer thinks its pause runs. What it does in secret is shown after a time that its first thought decides, and
not the number of its steps (Forum Trajanum, F-15): those that follow get what is left of that time.
"""

import asyncio
import logging
import math
import random
import secrets
from dataclasses import dataclass
from typing import Protocol

from ulpia.agents import (
    AGENTS,
    Agent,
    Budget,
    Look,
    find_agent,
)
from ulpia.core.errors import UnknownAgent
from ulpia.server.session.history import Course
from ulpia.server.storage.store import COMPUTER, Head
from ulpia.server.threads import LONGEST_THOUGHT, Workers
from ulpia.server.warmup import Preparation

log = logging.getLogger("ulpia.server")
PAUSE_AFTER_A_MISHAP = 5.0
THOUGHTLESS = {"random"}
"""Agents that need nothing compiled."""
STEPS_IN_SECRET, SECONDS_FOR_THE_REST, LONGEST_SECRET = 3, 0.05, 3.0
"""As many steps as anybody takes in secret; what lies between two of them; seconds all of them may take."""


def check_agent(name: str) -> str:
    """The name of a program that can play."""
    if name not in AGENTS:
        raise UnknownAgent(agent=name, known=", ".join(AGENTS))
    return name


def is_in_secret(course: Course) -> bool:
    """Whether somebody is doing several things in secret. Pauses between them would tell how many they are (F-15)."""
    return course.steps[None][-1] < len(course.moments) - 1


def may_be_secret(course: Course) -> bool:
    """Whether what is decided now may be something others do not see."""
    return any(course.match.game.is_secret(option) for option in course.match.options)


@dataclass(frozen=True)
class Span:
    """When a computer began to do something that others see as one step, and how long they wait for it at least."""

    begun: float
    length: float

    def rest(self, now: float) -> float:
        """How long it has to wait until it may be shown."""
        return max(0.0, self.begun + self.length - now)

    def rest_in_secret(self, now: float) -> float:
        """The same, and if it took too long, until a multiple of the length: so that not much can be told from it."""
        spans = max(1, math.ceil((now - self.begun) / self.length))
        return self.begun + spans * self.length - now


class Playing(Protocol):
    """A table, as its computers know it."""

    course: Course
    head: Head

    async def play_for(self, seat: int, course: Course, number: int) -> None:
        """Play what a computer chose at a course, if that still holds."""


class Computers:
    """The programs at one table."""

    def __init__(self, table: Playing, thinkers: Workers, preparation: Preparation) -> None:
        self.table = table
        self.thinkers = thinkers
        self.preparation = preparation
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
        span: Span | None = None
        while (seat := self._next()) is not None:
            course = self.table.course
            try:
                if self._agent_of(seat) not in THOUGHTLESS:
                    await self.preparation.ready(self.table.head.game)
                number, span = await self._decide(seat, course, span if is_in_secret(course) else None)
                await self.table.play_for(seat, course, number)
            except Exception:
                log.exception("the computer at seat %d of table %s stumbled", seat, self.table.head.id)
                await asyncio.sleep(PAUSE_AFTER_A_MISHAP)
        self.agents.clear()  # what they think of lasts for a turn, and takes room

    async def _decide(self, seat: int, course: Course, span: Span | None) -> tuple[int, Span]:
        """What a computer plays, when it is time to play it; and the span it belongs to."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        left = LONGEST_THOUGHT if span is None else max(0.0, min(LONGEST_THOUGHT, span.begun + span.length - begun))
        number = await self.thinkers.run(lambda: self._choose(seat, course, Budget(seconds=left)))
        pace = self.table.head.pace / 1000
        if not may_be_secret(course):
            span = Span(begun, pace)
            await asyncio.sleep(span.rest(clock()))
            return number, span
        if span is None:
            several = STEPS_IN_SECRET * (clock() - begun) + SECONDS_FOR_THE_REST
            span = Span(begun, max(pace, min(LONGEST_SECRET, several)))
        if not is_in_secret(course.played([number])):
            await asyncio.sleep(span.rest_in_secret(clock()))
        return number, span

    def _agent_of(self, seat: int) -> str:
        return self.table.head.seats[seat].agent or next(iter(AGENTS))

    def _choose(self, seat: int, course: Course, budget: Budget) -> int:
        if seat not in self.agents:
            self.agents[seat] = find_agent(self._agent_of(seat), secrets.randbits(32))
        look = Look(course.match, budget)
        try:
            return self.agents[seat].choose(look).number
        except Exception:
            log.exception("agent at seat %d of table %s failed; it plays anything", seat, self.table.head.id)
            return random.choice(look.options).number
