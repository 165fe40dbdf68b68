"""`Table`: one game in memory with its seats and clients.

Each table has one lock. An action is in the store before the table shows it. Whatever takes longer than a moment runs
in threads: undo, agents, the store.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, Unpack

from ulpia.agents.judgement import Judgement
from ulpia.core.errors import GameIsOver
from ulpia.core.game import Outcome
from ulpia.server.errors import (
    Gathering,
    HandedOver,
    HasBegun,
    HasEnded,
    HintsNotAgreed,
    NotFinished,
    NotHandedOver,
    NothingToSkip,
    NotYourDecision,
    Stale,
    TimeIsUp,
    TooManyUndos,
)
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.limits import Limits
from ulpia.server.metrics import Metrics
from ulpia.server.presentation import lobby
from ulpia.server.presentation.clocks import clock_info
from ulpia.server.presentation.scene import Audience, PictureCache, Renderer, Scene
from ulpia.server.protocol import Language, NoticeKind, Notices, Presence, ServerMessage, Welcome
from ulpia.server.session.computers import Computers, check_agent
from ulpia.server.session.hints import Hints
from ulpia.server.session.loading import load_game, store_successor
from ulpia.server.session.table_clock import TableClock, with_step
from ulpia.server.session.teacher import Teacher
from ulpia.server.storage.clocks import ClockStep
from ulpia.server.storage.invitations import Entry, Notice
from ulpia.server.storage.store import COMPUTER, PERSON, UNDO, Head, Page, Seat, SeatChange, Store, now
from ulpia.server.storage.uptime import Uptime
from ulpia.server.storage.writer import JournalWriter
from ulpia.server.threads import Requester, SearchThreads, WorkerThreads
from ulpia.server.warmup import Warmup

log = logging.getLogger("ulpia.server")
MAX_SCENES = 64
Result = TypeVar("Result")


@dataclass(frozen=True)
class TableServices:
    """What all tables of one server share."""

    store: Store
    writer: JournalWriter
    limits: Limits
    metrics: Metrics
    threads: WorkerThreads
    search_threads: SearchThreads
    warmup: Warmup
    renderer: Renderer
    uptime: Uptime

    def load_game(self, game: str) -> tuple[Head, MatchHistory]:
        """Read a game from the store and replay it. For a worker thread."""
        with self.metrics.timed("loads"):
            return load_game(self.store, game)


class Client(Protocol):
    """A connection, as its table knows it."""

    viewer: Viewer
    language: str
    address: str
    """See `limits.network_of`."""
    key: str | None
    """The digest of the owner token that it has named."""

    def cut_log(self, length: int) -> None:
        """Only this many entries of the log are still valid."""

    def wake(self) -> None:
        """Look whether there is something new to send."""

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""

    def send_presence(self) -> None:
        """Queue the message `presence`."""

    def sign_out(self) -> None:
        """Say that this browser was signed out, and close the connection."""


class Table:
    """One game with its seats and clients."""

    def __init__(self, head: Head, history: MatchHistory, services: TableServices) -> None:
        self.head = head
        self.history = history
        self.services = services
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.last_used = self.last_watched = time.monotonic()
        self.last_addresses: frozenset[str] = frozenset()
        """The addresses of the players who were connected last."""
        self.skipping: frozenset[int] = frozenset()
        """Seats whose players want computers to act without pause until they decide themselves."""
        self.computers = Computers(self, services.search_threads, services.warmup)
        self.hints = Hints(services.search_threads, services.warmup)
        self.teacher = Teacher(services.search_threads, services.warmup, services.limits.judging_seconds)
        self.clock = TableClock(self, services.store, services.uptime, services.threads)
        self.picture_cache = PictureCache()
        self._scenes: dict[tuple[object, ...], Scene] = {}
        self.updates: dict[tuple[object, ...], Any] = {}
        """Encoded messages that several clients get, see `websocket.updates`."""
        self._names: dict[str, tuple[tuple[Seat, ...], tuple[str, ...]]] = {}
        self._changing: set[asyncio.Task[object]] = set()

    # What is shown

    def seat_names(self, language: str) -> tuple[str, ...]:
        """Return the name of each seat."""
        seats, names = self._names.get(language, (None, ()))
        if seats is not self.head.seats:
            names = lobby.seat_names(self.head, language)
            self._names[language] = self.head.seats, names
        return names

    def scene(self, viewer: Viewer, language: str, form: str) -> Scene:
        """Return the present scene; clients of one seat, language and form share it."""
        audience = Audience(viewer, language, self.seat_names(language), form)
        key = (audience, self.history.revision(viewer))
        if key not in self._scenes:
            if len(self._scenes) >= MAX_SCENES:
                self._scenes.clear()
            self._scenes[key] = Scene(self.history.match, audience, self.services.renderer, self.picture_cache)
        return self._scenes[key]

    def presence(self, language: str) -> Presence:
        """Build the message `presence`."""
        viewers = [client.viewer for client in self.clients]
        preparing = self.services.warmup.progress(self.head.game)
        names, may_hint = self.seat_names(language), not self.seats_against_hints
        clock = clock_info(self.head.clock, self.services.uptime)
        return lobby.presence(self.head, names, viewers, may_hint, preparing, sorted(self.skipping), clock)

    def welcome(self, viewer: Viewer, is_creator: bool, language: Language, held: Sequence[int] = ()) -> Welcome:
        """Build the message `welcome`."""
        return lobby.welcome(self.head, self.history, self.presence(language), viewer, is_creator, language, held)

    def say_notices(self, notices: Sequence[Notice], language: str) -> Notices:
        """Build the message `notices`."""
        return lobby.say_notices(notices, self.head, self.seat_names(language), language)

    # What players do

    async def act(self, seat: int, revision: str, numbers: list[int]) -> None:
        """Play actions of a seat, all or none, and store them."""

        async def change() -> None:
            async with self.lock:
                self.check_decision(seat, revision, numbers)
                await self._write(seat, numbers, self.apply(self.history, numbers))  # quicker than starting a thread

        await self._complete(change())

    async def judge(self, seat: int, revision: str, numbers: list[int]) -> Judgement | None:
        """Return why a learner had better not play these actions; None if there is no objection. Nothing is played."""
        self.check_decision(seat, revision, numbers)
        history = self.history
        if not self.has_one_player:
            return None
        self.apply(history, numbers)  # refuses what cannot be played
        judgement = await self.teacher.judge(history, numbers, self.requester)
        return judgement if self.history is history and self.has_one_player else None

    def let_teacher_think(self, seat: Viewer) -> None:
        """Let the teacher of a seat think about its decision, if it has one to make alone against computers."""
        decides = seat is not None and self.history.seat == seat and self.head.seats[seat].kind == PERSON
        if decides and self.has_one_player and not self.head.is_waiting:
            self.teacher.think(self.history, self.requester)

    async def undo(self, seat: int, revision: str, to: int) -> None:
        """Take the last actions of a seat back, as far as that is polite."""

        async def change() -> None:
            async with self.lock:
                self.check_decision(seat, revision)
                before = self.history
                if before.journal_length > self.services.limits.journal_rows:
                    raise TooManyUndos()
                after = await self.services.threads.run(lambda: before.undone(seat, to))
                await self._write(seat, [UNDO] * (after.journal_length - before.journal_length), after)

        await self._complete(change())

    async def play_for_computer(self, seat: int, before: MatchHistory, number: int, after: MatchHistory) -> None:
        """Store and show an action of a computer if the table is still as it was before it."""

        async def change() -> None:
            async with self.lock:
                if self.history is before and self.head.is_computers(seat) and not self.head.is_waiting:
                    await self._write(seat, [number], after)

        await self._complete(change())

    def timed_search(self, search: Callable[[], int]) -> Callable[[], int]:
        """Return a search that is measured."""
        return self.services.metrics.timed_search(search)

    def apply(self, history: MatchHistory, numbers: list[int]) -> MatchHistory:
        """Return the history after some more actions."""
        with self.services.metrics.timed("rules"):
            return history.played(numbers)

    def check_decision(self, seat: int, revision: str, numbers: list[int] | None = None) -> None:
        """Refuse a seat that has not seen the present position or does not decide."""
        if revision != self.history.revision(seat):
            raise Stale()
        self.check_running()
        if self.head.seats[seat].kind != PERSON:
            raise HandedOver()
        if self.head.is_computers(seat):
            raise TimeIsUp()
        if self.history.is_over and numbers:
            raise GameIsOver(action=numbers[0])
        if self.history.seat != seat:
            raise NotYourDecision()

    async def _write(self, seat: int, rows: list[int], after: MatchHistory) -> None:
        """Commit, then show. Whatever fails in between, the store has the truth."""
        step = self.clock.step_for_move(after, is_persons=not self.head.is_computers(seat))
        page = Page(
            game=self.head.id,
            position=self.history.journal_length,
            seat=seat,
            numbers=rows,
            deciding=after.seat,
            outcome=after.outcome,
            states=states_after(self.history, after, rows) if self.head.version.layout is not None else (),
            match_digest=after.match.digest,
            clock=step,
        )
        try:
            await self.services.writer.write(page)
        except Stale:
            await self._reload()
            raise
        if step is not None:
            self._show_clock(step)
        self._show(after)

    async def settle(self) -> None:
        """Let the clock follow what happened before the table was loaded."""
        async with self.lock:
            await self.clock.follow()

    async def change_clock(self, step: ClockStep) -> None:
        """Store a change of the clock and show it; the lock is held."""
        try:
            await self.services.threads.run(lambda: self.services.store.clocks.write(step))
        except Stale:
            await self._reload()
            raise
        if step.after.seat is not None:
            self.computers.forget(step.after.seat)  # a computer may stand in with another level
        self._show_clock(step)
        self.computers.wake()

    def _show_clock(self, step: ClockStep) -> None:
        self.head = with_step(self.head, step)
        if step.lost is not None:
            self.computers.forget(step.lost)
        if not step.is_only_a_lease:
            self.announce()
        if step.notice is not None:
            self._tell(step.notice)

    async def _reload(self) -> None:
        """Read the game again, because another server has written to it."""
        log.warning("table %s was changed by another server; reading it again", self.head.id)
        self.head, history = await self.services.threads.run(lambda: self.services.load_game(self.head.id))
        self._show(history)

    def _show(self, history: MatchHistory) -> None:
        self.history, self.last_used = history, time.monotonic()
        self._scenes.clear()
        if history.seat in self.skipping or (history.is_over and self.skipping):
            self.skipping = frozenset() if history.is_over else self.skipping - {history.seat}
            self.announce()
        self.updates.clear()
        for client in self.clients:
            client.cut_log(len(history.steps[client.viewer]))
            client.wake()
        self.computers.wake()

    async def _complete(self, change: Coroutine[object, object, Result]) -> Result:
        """Finish a change also if the client leaves meanwhile: memory and store must agree."""
        task = asyncio.create_task(change)
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    # Waiting for computers

    def skip(self, seat: int) -> None:
        """Let computers act without pause until a seat decides, once all players who are there want the same."""
        self.check_running()
        if self.head.seats[seat].kind != PERSON:
            raise HandedOver()
        deciding = self.history.seat
        if deciding is None:
            raise HasEnded()
        if self.head.seats[deciding].kind != COMPUTER:
            raise NothingToSkip()
        if seat not in self.skipping:
            self.skipping |= {seat}
            self.announce()
        self._hurry_if_wanted()

    @property
    def is_hurried(self) -> bool:
        """Whether all players who are there, and play themselves, want computers to act without pause."""
        here = {client.viewer for client in self.clients if client.viewer is not None}
        waiting = {seat for seat in here if self.head.seats[seat].kind == PERSON}
        return bool(waiting) and waiting <= self.skipping

    def _hurry_if_wanted(self) -> None:
        """End the pause of a computer if nobody who is there wants it any more."""
        if self.is_hurried:
            self.computers.hurry()

    # Seats

    async def hand_over(self, seat: int, agent: str, by_holder: bool) -> None:
        """Let a program play a seat."""
        kind: NoticeKind = "handed_over" if by_holder else "handed_over_by_creator"
        if self.head.seats[seat].kind == COMPUTER:
            kind = "other_level"
        notice = Notice(kind, seat, check_agent(agent), now())
        await self.change_seat(seat, notice, kind=COMPUTER, agent=agent)

    async def take_back(self, seat: int) -> None:
        """Let a person play a seat again."""
        if self.head.seats[seat].kind == PERSON:
            raise NotHandedOver()
        await self.change_seat(seat, Notice("taken_back", seat, None, now()), kind=PERSON, agent=None, has_left=False)

    def check_running(self) -> None:
        """Refuse to go on before everybody has come, and after the players ended the game."""
        if self.head.is_gathering:
            raise Gathering()
        if self.head.standing is not None:
            raise HasEnded()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by agreement."""
        return self.history.is_over or self.head.standing is not None

    async def leave_game(self, seat: int, agent: str) -> None:
        """Let a computer play the seat of a player who does not come back."""
        if self.is_over:
            raise HasEnded()
        notice = Notice("left", seat, check_agent(agent), now())
        await self.change_seat(seat, notice, kind=COMPUTER, agent=agent, has_left=True, agrees_to_end=False)
        await self._end_if_agreed(seat)

    async def agree_to_end(self, seat: int, is_fine: bool) -> None:
        """Store whether a player agrees to end the game; end it when all do."""
        self.check_running()
        if self.history.is_over:
            raise HasEnded()
        if self.head.seats[seat].agrees_to_end != is_fine:
            notice = Notice("wants_to_end" if is_fine else "plays_on", seat, None, now())
            await self.change_seat(seat, notice, agrees_to_end=is_fine)
        await self._end_if_agreed(seat)

    async def _end_if_agreed(self, seat: int) -> None:
        """End the game if all players who have not left agree to that."""

        async def change() -> None:
            async with self.lock:
                players = [one for one in self.head.seats if one.has_player]
                if self.is_over or not players or not all(one.agrees_to_end for one in players):
                    return
                notice, store = Notice("ended", seat, None, now()), self.services.store
                standing = standing_of(self.history.match.points)
                await self.services.threads.run(lambda: store.end_by_agreement(self.head.id, standing, notice))
                self.head = replace(self.head, standing=standing, finished=notice.time, deciding=None)
                self.announce()
                self._tell(notice)
                await self.clock.follow()

        await self._complete(change())

    async def open_successor(self, seat: int) -> str:
        """Return the table at which the same people play again. The first who asks opens it."""
        if not self.is_over:
            raise NotFinished()
        store = self.services.store

        async def change() -> str:
            async with self.lock:
                if self.head.successor is None:
                    notice = Notice("again", seat, None, now())
                    found = await self.services.threads.run(lambda: store_successor(store, self.head, seat, notice))
                    self.head = replace(self.head, successor=found)
                    self.announce()
                    self._tell(notice)
            assert self.head.successor is not None
            return self.head.successor

        return await self._complete(change())

    async def occupy(self, seat: int, owner: str) -> None:
        """Let a player take the seat that is kept for them; do nothing if it is taken."""
        if not self.head.seats[seat].is_taken:
            invitations, game = self.services.store.invitations, self.head.id
            await self._take(lambda: invitations.occupy(game, seat, owner))

    async def begin(self, seat: int | None, agent: str | None) -> None:
        """Begin without the people who have not come. A computer plays their seats if an agent is named."""
        expected = [one.seat for one in self.head.seats if one.kind == PERSON and not one.is_taken]
        if not self.head.is_gathering:
            raise HasBegun()
        notice = Notice("begun", 0 if seat is None else seat, None, now())
        if agent is not None:
            check_agent(agent)

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: self.services.store.begin(self.head.id, notice))
                self.head = replace(self.head, gathers=False)
                self._tell(notice)
                await self.clock.follow()

        await self._complete(change())
        for empty in expected if agent is not None else ():
            await self.hand_over(empty, str(agent), by_holder=False)
        self.announce()
        self.computers.wake()

    async def change_seat(self, seat: int, notice: Notice | None = None, **values: Unpack[SeatChange]) -> None:
        """Change fields of a seat, in the store and here."""
        store, game = self.services.store, self.head.id

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: store.change_seat(game, seat, notice, **values))
                self._show_seat(replace(self.head.seats[seat], **values), notice)
                if "agent" in values:
                    self.computers.forget(seat)
                    self._hurry_if_wanted()
                if "kind" in values:
                    await self.clock.follow(taken_back=seat if values["kind"] == PERSON else None)
            for client in self.clients:
                client.wake()
            self.computers.wake()

        await self._complete(change())

    async def enter(self, token: str, owner: str | None) -> int:
        """Return the seat that a token opens. A token of an older table may take the seat now."""
        invitations, game = self.services.store.invitations, self.head.id
        return (await self._take(lambda: invitations.find_seat(game, token, owner))).seat

    async def redeem(self, invitation: str, token: str, owner: str, name: str | None, wanted: int | None) -> Entry:
        """Take the seat of an invitation, or another free one: `token` opens it from now on."""
        invitations, game = self.services.store.invitations, self.head.id
        if wanted is not None:
            self.history.check_seat(wanted)
        return await self._take(lambda: invitations.redeem(game, invitation, token, owner, name, wanted))

    async def _take(self, find: Callable[[], Entry]) -> Entry:
        async def take() -> Entry:
            async with self.lock:
                entry = await self.services.threads.run(find)
                if entry.notice is not None:
                    seats = await self.services.threads.run(lambda: self.services.store.seats(self.head.id))
                    self.head = replace(self.head, seats=seats)
                    self.computers.forget(entry.seat)
                    self.announce()
                    self._tell(entry.notice)
                    await self.clock.follow()
            for client in self.clients:
                client.wake()
            self.computers.wake()
            return entry

        return await self._complete(take())

    async def invite(self, seat: int, invitation: str | None) -> None:
        """Withdraw the invitations to a free seat; make a new one unless it is None."""
        invitations, game = self.services.store.invitations, self.head.id

        async def change() -> None:
            async with self.lock:
                notice = await self.services.threads.run(lambda: invitations.invite(game, seat, invitation))
                self._show_seat(self.head.seats[seat], notice)

        await self._complete(change())

    def _show_seat(self, seat: Seat, notice: Notice | None) -> None:
        """Replace a seat and tell all clients."""
        seats = list(self.head.seats)
        seats[seat.seat] = seat
        self.head = replace(self.head, seats=tuple(seats))
        self.announce()
        if notice is not None:
            self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        """Send a notice to all clients."""
        for client in self.clients:
            client.send(self.say_notices([notice], client.language))

    async def set_pace(self, milliseconds: int) -> None:
        """Set how long a decision of a computer takes at least."""

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: self.services.store.set_pace(self.head.id, milliseconds))
                self.head = replace(self.head, pace=milliseconds)
            self.announce()

        await self._complete(change())

    @property
    def seats_against_hints(self) -> list[int]:
        """Seats whose players have not agreed to hints. A person who plays against computers alone need not agree.

        Who holds a seat is asked, present or not, also while a computer plays it: handing over does not replace
        consent. So are those who were invited and have not come yet.
        """
        return [] if self.has_one_player else [seat.seat for seat in self._people if not seat.has_agreed]

    @property
    def has_one_player(self) -> bool:
        """Whether all people at this table are one at most: nobody else holds a seat or is expected."""
        return len(self._people) <= 1

    @property
    def _people(self) -> list[Seat]:
        return [seat for seat in self.head.seats if seat.kind == PERSON or seat.has_player]

    def check_hints(self, language: str) -> None:
        """Refuse a hint unless everybody has agreed to hints."""
        names = self.seat_names(language)
        if against := self.seats_against_hints:
            raise HintsNotAgreed(names=", ".join(names[seat] for seat in against))

    # Clients

    def join(self, client: Client) -> None:
        """Add a client."""
        self.clients.add(client)
        self.last_used = time.monotonic()
        self.announce(but=client)
        self.computers.wake()

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self.last_addresses = self.requester.addresses
        self.clients.discard(client)
        self.last_used = self.last_watched = time.monotonic()
        self.announce()
        self._hurry_if_wanted()

    def announce(self, but: Client | None = None) -> None:
        """Send `presence` to all clients, except to one."""
        for client in self.clients:
            if client is not but:
                client.send_presence()

    @property
    def requester(self) -> Requester:
        """For whom a search at this table runs: its players; spectators count only if no player is connected."""
        players = frozenset(client.address for client in self.clients if client.viewer is not None)
        addresses = players or frozenset(client.address for client in self.clients) or self.last_addresses
        return Requester(self.head.id, addresses, is_watched=bool(self.clients))

    @property
    def may_rest(self) -> bool:
        """Whether computers need not play now: no client has looked for a while, and no person waits for their turn."""
        if self.clients or any(seat.kind == PERSON for seat in self.head.seats):
            return False
        return time.monotonic() - self.last_watched >= self.services.limits.rest_seconds

    @property
    def is_idle(self) -> bool:
        """Whether it can leave the memory."""
        is_unused = time.monotonic() - self.last_used > self.services.limits.idle_seconds
        return is_unused and not self.clients and not self.computers.is_busy


def standing_of(points: Sequence[int]) -> Outcome:
    """Return how a game stands: seats with the same points share a place."""
    ranking = tuple(
        tuple(seat for seat, own in enumerate(points) if own == each) for each in sorted(set(points), reverse=True)
    )
    return Outcome(ranking, tuple(points))


def states_after(before: MatchHistory, after: MatchHistory, rows: Sequence[int]) -> list[str]:
    """Return the digest of the state after each row of the journal that leads from one history to a later one."""
    moments = after.moments[-len(rows) :] if rows[0] != UNDO else before.moments[-2 : -2 - len(rows) : -1]
    return [moment.state for moment in moments]
