"""`Table`: one game in memory with its seats and clients.

Each table has one lock. An action is in the store before the table shows it. Whatever takes longer than a moment runs
in threads: undo, agents, the store.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, Unpack

from ulpia.core.errors import GameIsOver, UlpiaError
from ulpia.core.game import Outcome
from ulpia.server.errors import (
    BrokenJournal,
    Gathering,
    HandedOver,
    HasBegun,
    HasEnded,
    HintsNotAgreed,
    NotFinished,
    NotHandedOver,
    NotYourDecision,
    RulesChanged,
    Stale,
    TooManyUndos,
)
from ulpia.server.fleet.fleet import Fleet
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.limits import Limits
from ulpia.server.metrics import Metrics
from ulpia.server.presentation import lobby
from ulpia.server.presentation.scene import Audience, PictureCache, Renderer, Scene
from ulpia.server.protocol import Chat, Language, NoticeKind, Notices, Presence, ServerMessage, Welcome
from ulpia.server.session.computers import Computers, check_agent
from ulpia.server.session.hints import Hints
from ulpia.server.session.loading import load_game, store_successor
from ulpia.server.storage.invitations import Entry, Notice
from ulpia.server.storage.members import Known
from ulpia.server.storage.store import COMPUTER, PERSON, UNDO, Head, News, Page, Seat, SeatChange, Store, now
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
    fleet: Fleet

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

    def cut_log(self, length: int) -> None:
        """Only this many entries of the log are still valid."""

    def wake(self) -> None:
        """Look whether there is something new to send."""

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""

    def send_presence(self) -> None:
        """Queue the message `presence`."""

    def dismiss(self, error: UlpiaError) -> None:
        """Say why the table cannot go on, then close the connection."""


class Table:
    """One game with its seats and clients."""

    def __init__(self, head: Head, history: MatchHistory, services: TableServices) -> None:
        self.head = head
        self.history = history
        self.services = services
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.elsewhere: tuple[Viewer, ...] = ()
        """Who is connected at other servers."""
        self.last_used = self.last_watched = time.monotonic()
        self.last_addresses: frozenset[str] = frozenset()
        """The addresses of the players who were connected last."""
        self.computers = Computers(self, services.search_threads, services.warmup)
        self.hints = Hints(services.search_threads, services.warmup)
        self.picture_cache = PictureCache()
        self._scenes: dict[tuple[object, ...], Scene] = {}
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
        viewers = [*self.viewers, *self.elsewhere]
        preparing = self.services.warmup.progress(self.head.game)
        return lobby.presence(self.head, self.seat_names(language), viewers, not self.seats_against_hints, preparing)

    def welcome(self, viewer: Viewer, is_creator: bool, language: Language) -> Welcome:
        """Build the message `welcome`."""
        return lobby.welcome(self.head, self.history, self.presence(language), viewer, is_creator, language)

    def say_notices(self, notices: Sequence[Notice], language: str) -> Notices:
        """Build the message `notices`."""
        return lobby.say_notices(notices, self.seat_names(language), language)

    # What players do

    async def act(self, seat: int, revision: str, numbers: list[int]) -> None:
        """Play actions of a seat, all or none, and store them."""

        async def change() -> None:
            async with self.lock:
                self.check_decision(seat, revision, numbers)
                await self._write(seat, numbers, self.apply(self.history, numbers))  # quicker than starting a thread

        await self._complete(change())

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
                is_computers = self.head.seats[seat].kind == COMPUTER and not self.head.is_waiting
                if self.history is before and is_computers:
                    await self._write(seat, [number], after)

        await self._complete(change())

    async def may_drive(self) -> bool:
        """Whether this server plays the computers of the table, and no other one."""
        return await self.services.fleet.may_drive(self.head.id)

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
        self._check_running()
        if self.head.seats[seat].kind != PERSON:
            raise HandedOver()
        if self.history.is_over and numbers:
            raise GameIsOver(action=numbers[0])
        if self.history.seat != seat:
            raise NotYourDecision()

    async def _write(self, seat: int, rows: list[int], after: MatchHistory) -> None:
        """Commit, then show. Whatever fails in between, the store has the truth."""
        page = Page(
            game=self.head.id,
            position=self.history.journal_length,
            seat=seat,
            numbers=rows,
            deciding=after.seat,
            outcome=after.outcome,
            states=states_after(self.history, after, rows) if self.head.version.layout is not None else (),
            match_digest=after.match.digest,
        )
        try:
            await self.services.writer.write(page)
        except Stale:
            await self._catch_up()
            raise
        self._show(after)

    # What other servers have written

    @property
    def id(self) -> str:
        """Its id."""
        return self.head.id

    @property
    def viewers(self) -> list[Viewer]:
        """Who is connected at this server."""
        return [client.viewer for client in self.clients]

    def has_changed(self, known: Known) -> bool:
        """Whether the database knows more of it."""
        return (known.length, known.changes) != (self.history.journal_length, self.head.changes)

    async def catch_up(self) -> None:
        """Read and show what is new in the database, whoever wrote it."""

        async def change() -> None:
            async with self.lock:
                await self._catch_up()

        await self._complete(change())

    async def _catch_up(self) -> None:
        try:
            news = await self.services.threads.run(
                lambda: self.services.store.news(self.head, self.history.journal_length)
            )
            if news.rows:
                self._show(await self.services.threads.run(lambda: self._follow(news)))
        except BrokenJournal:
            await self._reload()
            return
        if news.head is not None:
            self._show_head(news.head, news)

    def _follow(self, news: News) -> MatchHistory:
        """Return the history after rows that another server has written. For a worker thread."""
        last, same = news.rows[-1], self.head.version.layout is not None
        try:
            after = self.history.followed([row.number for row in news.rows])
        except UlpiaError:
            raise BrokenJournal(table=self.head.id, what="illegal", row=last.position + 1) from None
        if same and last.state not in (None, after.moments[-1].state):
            raise BrokenJournal(table=self.head.id, what="illegal", row=last.position + 1)
        return after

    async def _reload(self) -> None:
        """Read the whole game, because what is new does not continue what is here."""
        log.warning("table %s was changed by another server; reading it again", self.head.id)
        before = self.head
        try:
            self.head, history = await self.services.threads.run(lambda: self.services.load_game(before.id))
        except (BrokenJournal, RulesChanged) as error:
            for client in self.clients:
                client.dismiss(error)
            raise
        self._show(history)
        self._show_head(self.head, News((), self.head))

    def _show_head(self, head: Head, news: News) -> None:
        """Show a newer header, and what was said."""
        before, self.head = self.head, head
        for old, new in zip(before.seats, head.seats):
            if (old.kind, old.agent, old.is_taken) != (new.kind, new.agent, new.is_taken):
                self.computers.forget(new.seat)
        self.announce()
        for notice in news.notices:
            self._tell(notice)
        if news.lines:
            self._send(Chat(lines=[lobby.chat_line(line) for line in news.lines]))
        for client in self.clients:
            client.wake()
        self.computers.wake()

    def _send(self, message: ServerMessage) -> None:
        for client in self.clients:
            client.send(message)

    def show_elsewhere(self, viewers: tuple[Viewer, ...]) -> None:
        """Show who is connected at other servers."""
        if sorted(map(str, viewers)) != sorted(map(str, self.elsewhere)):
            self.elsewhere = viewers
            self.announce()
            self.computers.wake()

    def wake_computers(self) -> None:
        """Let computers play if it is their turn."""
        self.computers.wake()

    async def say(self, seat: int, text: str) -> None:
        """Store and show what a player says."""
        store = self.services.store

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: store.add_chat_line(self.head.id, seat, text))
                await self._catch_up()

        await self._complete(change())

    def _show(self, history: MatchHistory) -> None:
        self.history, self.last_used = history, time.monotonic()
        self._scenes.clear()
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

    def _check_running(self) -> None:
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
        self._check_running()
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
                await self._catch_up()

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
                    await self.services.threads.run(lambda: store_successor(store, self.head, seat, notice))
                    await self._catch_up()
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
                await self._catch_up()

        await self._complete(change())
        for empty in expected if agent is not None else ():
            await self.hand_over(empty, str(agent), by_holder=False)

    async def change_seat(self, seat: int, notice: Notice | None = None, **values: Unpack[SeatChange]) -> None:
        """Change fields of a seat, in the store and here."""
        store, game = self.services.store, self.head.id

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: store.change_seat(game, seat, notice, **values))
                await self._catch_up()

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
                    await self._catch_up()
            return entry

        return await self._complete(take())

    async def invite(self, seat: int, invitation: str | None) -> None:
        """Withdraw the invitations to a free seat; make a new one unless it is None."""
        invitations, game = self.services.store.invitations, self.head.id

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: invitations.invite(game, seat, invitation))
                await self._catch_up()

        await self._complete(change())

    def _tell(self, notice: Notice) -> None:
        """Send a notice to all clients."""
        for client in self.clients:
            client.send(self.say_notices([notice], client.language))

    async def set_pace(self, milliseconds: int) -> None:
        """Set how long a decision of a computer takes at least."""

        async def change() -> None:
            async with self.lock:
                await self.services.threads.run(lambda: self.services.store.set_pace(self.head.id, milliseconds))
                await self._catch_up()

        await self._complete(change())

    @property
    def seats_against_hints(self) -> list[int]:
        """Seats whose players have not agreed to hints. A person who plays against computers alone need not agree.

        Who holds a seat is asked, present or not, also while a computer plays it: handing over does not replace
        consent. So are those who were invited and have not come yet.
        """
        people = [seat for seat in self.head.seats if seat.kind == PERSON or seat.has_player]
        return [seat.seat for seat in people if not seat.has_agreed] if len(people) > 1 else []

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
        self.services.fleet.presence_changed(self.head.id)
        self.computers.wake()

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self.last_addresses = self.requester.addresses
        self.clients.discard(client)
        self.last_used = self.last_watched = time.monotonic()
        self.announce()
        self.services.fleet.presence_changed(self.head.id)

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
        return Requester(self.head.id, addresses, is_watched=bool(self.clients or self.elsewhere))

    @property
    def may_rest(self) -> bool:
        """Whether computers need not play now: no client has looked for a while, and no person waits for their turn."""
        if self.clients or self.elsewhere or any(seat.kind == PERSON for seat in self.head.seats):
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
