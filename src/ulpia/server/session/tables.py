"""Tables in memory: a course, its seats, who looks on. Loaded when somebody comes, let go when nobody is left.

One lock for each table. An action is in the store before the table knows it. Whatever takes longer than a moment runs
in threads: pictures, undo, agents, the store.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol

from ulpia.agents import LEVELS
from ulpia.core.errors import GameIsOver, OtherComponents, OtherRules
from ulpia.match import new
from ulpia.registry import find_game
from ulpia.render import Memory
from ulpia.server.errors import (
    WORDS,
    HandedOver,
    HintsNotAgreed,
    NotHandedOver,
    NotYourDecision,
    Stale,
)
from ulpia.server.limits import Limits
from ulpia.server.metrics import Metrics
from ulpia.server.presentation.scene import Scene
from ulpia.server.session.computers import Computers
from ulpia.server.session.hints import Hints
from ulpia.server.session.history import Course, Viewer
from ulpia.server.storage.store import (
    COMPUTER,
    PERSON,
    UNDO,
    Head,
    Page,
    Seat,
    Store,
)
from ulpia.server.storage.writer import Scribe
from ulpia.server.threads import Workers
from ulpia.server.warmup import Preparation

log = logging.getLogger("ulpia.server")
MOST_SCENES = 64


class Watcher(Protocol):
    """A client, as its table knows it."""

    viewer: Viewer

    def cut(self, length: int) -> None:
        """So many entries of the log still hold."""

    def wake(self) -> None:
        """Something may have changed."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message when its turn comes."""

    def dismiss(self) -> None:
        """The link this client came by was taken back."""


class Table:
    """One game and those around it."""

    def __init__(self, head: Head, course: Course, tables: "Tables") -> None:
        self.head = head
        self.course = course
        self.tables = tables
        self.lock = asyncio.Lock()
        self.clients: set[Watcher] = set()
        self.used = time.monotonic()
        self.computers = Computers(self, tables.thinkers, tables.preparation)
        self.hints = Hints(tables.thinkers, tables.preparation)
        self.pictures = Memory()
        self._scenes: dict[tuple[object, ...], Scene] = {}
        self._names: dict[str, tuple[tuple[Seat, ...], tuple[str, ...]]] = {}
        self._changing: set[asyncio.Task[None]] = set()

    # What is shown

    def seat_names(self, language: str) -> tuple[str, ...]:
        """What each seat is called: what people typed, or what we call it."""
        seats, names = self._names.get(language, (None, ()))
        if seats is not self.head.seats:
            names = seat_names(self.head, language)
            self._names[language] = self.head.seats, names
        return names

    def scene(self, viewer: Viewer, language: str, form: str) -> Scene:
        """The present moment; those with the same eyes, language and form of screen share it."""
        names = self.seat_names(language)
        key = (viewer, language, form, names, self.course.revision(viewer))
        if key not in self._scenes:
            if len(self._scenes) >= MOST_SCENES:
                self._scenes.clear()
            self._scenes[key] = Scene(self.course.match, viewer, language, names, form, self.pictures)
        return self._scenes[key]

    # What people do

    async def act(self, seat: int, revision: str, numbers: list[int]) -> None:
        """Play actions of a seat, all or none, and write them down."""

        async def change() -> None:
            async with self.lock:
                self._check(seat, revision, numbers)
                await self._play(seat, numbers)

        await self._to_its_end(change())

    async def undo(self, seat: int, revision: str, to: int) -> None:
        """Take the last steps of a seat back, as far as that is polite."""

        async def change() -> None:
            async with self.lock:
                self._check(seat, revision, [])
                course = self.course
                after = await self.tables.workers.run(lambda: course.undone(seat, to))
                await self._write(seat, [UNDO] * (after.journal - course.journal), after)

        await self._to_its_end(change())

    async def play_for(self, seat: int, course: Course, number: int) -> None:
        """Play what a computer chose at a course, if that still holds."""

        async def change() -> None:
            async with self.lock:
                if self.course is course and self.head.seats[seat].kind == COMPUTER:
                    await self._play(seat, [number])

        await self._to_its_end(change())

    def check_now(self, seat: int, revision: str) -> None:
        """Whether a seat is asked, by what it has seen."""
        self._check(seat, revision, [])

    def _check(self, seat: int, revision: str, numbers: list[int]) -> None:
        match = self.course.match
        if revision != self.course.revision(seat):
            raise Stale()
        if self.head.seats[seat].kind != PERSON:
            raise HandedOver()
        if match.seat is None and numbers:
            raise GameIsOver(action=numbers[0])
        if match.seat != seat:
            raise NotYourDecision()

    async def _play(self, seat: int, numbers: list[int]) -> None:
        with self.tables.metrics.timed("rules"):  # quicker than a thread could begin
            after = self.course.played(numbers)
        await self._write(seat, numbers, after)

    async def _write(self, seat: int, rows: list[int], after: Course) -> None:
        """Commit, then show. Whatever fails in between, the store says what holds."""
        match, before = after.match, self.course
        try:
            await self.tables.scribe.write(Page(self.head.id, before.journal, seat, rows, match.seat, match.outcome))
        except Stale:
            await self._reload()
            raise
        self._settle(after)

    async def _reload(self) -> None:
        """Somebody else wrote to the store (another server): take over what is there."""
        log.warning("table %s has moved on elsewhere; reading it again", self.head.id)
        self.head, course = await self.tables.workers.run(lambda: self.tables.read(self.head.id))
        self._settle(course)

    def _settle(self, course: Course) -> None:
        self.course, self.used = course, time.monotonic()
        self._scenes.clear()
        for client in self.clients:
            client.cut(len(course.steps[client.viewer]))
            client.wake()
        self.computers.look()

    async def _to_its_end(self, change: Coroutine[Any, Any, None]) -> None:
        """What has begun is finished, also when whoever asked for it has gone: memory and store must agree."""
        task = asyncio.create_task(change)
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(task)

    # Who sits where

    async def hand_over(self, seat: int, agent: str) -> None:
        """Let a program play a seat."""
        self.computers.check(agent)
        await self._reseat(seat, lambda store: store.hand_over(self.head.id, seat, agent), kind=COMPUTER, agent=agent)

    async def take_back(self, seat: int) -> None:
        """Let its person play a seat again."""
        if self.head.seats[seat].kind == PERSON:
            raise NotHandedOver()
        await self._reseat(seat, lambda store: store.take_back(self.head.id, seat), kind=PERSON, agent=None)

    async def rename(self, seat: int, name: str) -> None:
        """Call whoever sits there by another name."""
        await self._reseat(seat, lambda store: store.rename(self.head.id, seat, name), name=name)

    async def agree_to_hints(self, seat: int, is_fine: bool) -> None:
        """Let everybody here have hints, as far as this seat is asked; or not any more."""
        await self._reseat(seat, lambda store: store.agree_to_hints(self.head.id, seat, is_fine), has_agreed=is_fine)

    @property
    def against_hints(self) -> list[int]:
        """Seats of people who have not agreed to hints. Whoever plays against computers alone need not.

        Whoever is here counts, also while a computer plays for them: nobody is asked less by being replaced.
        """
        here = {client.viewer for client in self.clients}
        people = [seat for seat in self.head.seats if seat.kind == PERSON or seat.seat in here]
        return [seat.seat for seat in people if not seat.has_agreed] if len(people) > 1 else []

    def check_hints(self, language: str) -> None:
        """Whether a hint may be asked for."""
        names = self.seat_names(language)
        if against := self.against_hints:
            raise HintsNotAgreed(names=", ".join(names[seat] for seat in against))

    async def _reseat(self, seat: int, write: Callable[[Store], None], **changed: str | bool | None) -> None:
        async def change() -> None:
            async with self.lock:
                await self.tables.workers.run(lambda: write(self.tables.store))
                sitting = list(self.head.seats)
                sitting[seat] = replace(sitting[seat], **changed)  # type: ignore[arg-type]
                self.head = replace(self.head, seats=tuple(sitting))
                if "agent" in changed:
                    self.computers.forget(seat)
            self.announce()
            for client in self.clients:
                client.wake()
            self.computers.look()

        await self._to_its_end(change())

    async def set_pace(self, pace: int) -> None:
        """How long computers wait before they act, in milliseconds."""

        async def change() -> None:
            async with self.lock:
                await self.tables.workers.run(lambda: self.tables.store.set_pace(self.head.id, pace))
                self.head = replace(self.head, pace=pace)
            self.announce()

        await self._to_its_end(change())

    # Coming and going

    def join(self, client: Watcher) -> None:
        """Somebody looks on."""
        self.clients.add(client)
        self.used = time.monotonic()
        self.announce(but=client)
        self.computers.look()

    def leave(self, client: Watcher) -> None:
        """Somebody looks away."""
        self.clients.discard(client)
        self.used = time.monotonic()
        self.announce()

    def announce(self, but: Watcher | None = None) -> None:
        """Tell everybody who is there."""
        for client in self.clients:
            if client is not but:
                client.tell({"type": "presence"})

    def presence(self, language: str) -> dict[str, Any]:
        """Who sits where and who is there, in a language."""
        here = {client.viewer for client in self.clients}
        names = self.seat_names(language)
        return {
            "seats": [_tell_seat(seat, names[seat.seat], seat.seat in here) for seat in self.head.seats],
            "spectators": sum(client.viewer is None for client in self.clients),
            "pace": self.head.pace / 1000,
            "hints": not self.against_hints,
            "preparing": self.tables.preparation.part(self.head.game),
        }

    def dismiss(self, seat: int) -> None:
        """Show out whoever came by a link to a seat that was taken back; who comes next has agreed to nothing yet."""
        sitting = list(self.head.seats)
        sitting[seat] = replace(sitting[seat], has_agreed=False)
        self.head = replace(self.head, seats=tuple(sitting))
        for client in list(self.clients):
            if client.viewer == seat:
                client.dismiss()

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        is_quiet = time.monotonic() - self.used > self.tables.limits.idle_seconds
        return is_quiet and not self.clients and not self.computers.is_busy


def seat_names(head: Head, language: str) -> tuple[str, ...]:
    """What each seat of a game is called: what people typed, or what we call it."""
    words = find_game(head.game).texts
    return tuple(
        seat.name
        or (
            words.say(language, "seat", number=seat.seat + 1)
            if seat.kind == PERSON or seat.has_link
            else _computer_name(seat, language)
        )
        for seat in head.seats
    )


def _computer_name(seat: Seat, language: str) -> str:
    title = WORDS.find(language, "agents", seat.agent, "title") if seat.agent in LEVELS else None
    return f"{title} {seat.seat + 1}" if title else WORDS.say(language, "computer", number=seat.seat + 1)


def _tell_seat(seat: Seat, name: str, is_here: bool) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "name": name,
        "kind": seat.kind,
        "agent": seat.agent,
        "is_here": is_here,
        "for_people": seat.has_link,
        "agrees_to_hints": seat.has_agreed,
    }


class Tables:
    """All tables of this server that somebody looks at."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        metrics: Metrics,
        workers: Workers,
        thinkers: Workers,
        preparation: Preparation,
    ) -> None:
        self.store, self.limits, self.metrics, self.workers = store, limits, metrics, workers
        self.thinkers, self.preparation = thinkers, preparation
        preparation.watchers.append(self._announce_preparation)
        self.scribe = Scribe(store, metrics)
        self._tables: dict[str, asyncio.Task[Table]] = {}

    async def get(self, game: str) -> Table:
        """A table, loaded from the store if it is not here."""
        if game not in self._tables:
            self._tables[game] = asyncio.create_task(self._load(game))
        task = self._tables[game]
        try:
            table = await asyncio.shield(task)
        except Exception:
            if self._tables.get(game) is task:
                del self._tables[game]
            raise
        table.used = time.monotonic()
        return table

    def here(self, game: str) -> Table | None:
        """A table, if it is loaded."""
        task = self._tables.get(game)
        return task.result() if task is not None and task.done() and not task.exception() else None

    @property
    def loaded(self) -> list[Table]:
        """Every table in memory."""
        return [table for game in self._tables if (table := self.here(game)) is not None]

    async def _load(self, game: str) -> Table:
        head, course = await self.workers.run(lambda: self.read(game))
        return Table(head, course, self)

    def read(self, game: str) -> tuple[Head, Course]:
        """A game as the store has it. For a worker thread."""
        head = self.store.head(game)
        actions, length = self.store.actions(game)
        rules = find_game(head.game)
        if head.rules != rules.rules_version:
            raise OtherRules(written=head.rules, here=rules.rules_version)
        match = new(head.game, len(head.seats), head.seed, **head.settings)
        if head.components != match.components.digest:
            raise OtherComponents(written=head.components, here=match.components.digest)
        with self.metrics.timed("loads"):
            return head, Course.begin(match, actions, length)

    def _announce_preparation(self, game: str, _part: float | None) -> None:
        """Tell those who wait for their opponents how far they are."""
        for table in self.loaded:
            if table.head.game == game:
                table.announce()

    async def sweep(self, every: float = 30.0) -> None:
        """Let idle tables go, for ever."""
        while True:
            await asyncio.sleep(every)
            for table in self.loaded:
                if table.is_idle:
                    del self._tables[table.head.id]

    async def close(self) -> None:
        """Stop everything that plays by itself."""
        for table in self.loaded:
            await table.computers.stop()
        self.scribe.close()
