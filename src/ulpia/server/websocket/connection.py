"""`Connection`: one client. Three tasks read its messages, render its updates, and send what is queued for it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocket, WebSocketDisconnect

from ulpia.core.errors import UlpiaError
from ulpia.registry import find_game
from ulpia.server.context import AppContext, preferred_language
from ulpia.server.decoding import check_owner, decode_message, find_id, tag_of
from ulpia.server.errors import (
    BadOrigin,
    HelloAgain,
    HelloFirst,
    NotFinished,
    NotInALesson,
    NotJson,
    NotTheCreator,
    OnlyWatching,
    OurMistake,
    ServerError,
    Stale,
    TooFast,
    TooManyClients,
    TooManySockets,
    TooManyTables,
    UnknownToken,
    refusal,
)
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.limits import Bucket, network_of
from ulpia.server.logs import table_id
from ulpia.server.presentation import lobby
from ulpia.server.presentation.scene import Scene
from ulpia.server.protocol import (
    ALL_OPEN,
    Act,
    Begin,
    BeginStep,
    Chat,
    ChatRequest,
    ClientMessage,
    Done,
    EndConsent,
    HandOver,
    Hello,
    HintConsent,
    HintRequest,
    Learn,
    Leave,
    Look,
    LookRequest,
    Plan,
    PlayAgain,
    Presence,
    Rename,
    ServerMessage,
    SetPace,
    ShowAnswer,
    TakeBack,
    Teach,
    Undo,
    encode,
)
from ulpia.server.session.lessons import LessonTable, RealGameWatch, find_lesson, watch_real_game
from ulpia.server.session.table import Table
from ulpia.server.tokens import digest
from ulpia.server.websocket.padding import padding
from ulpia.server.websocket.updates import Updates, turn_to_render

log = logging.getLogger("ulpia.server")

POLICY_VIOLATION, TRY_AGAIN_LATER, FORBIDDEN, TOO_SLOW = 1008, 1013, 4403, 4408
"""Codes that a connection is closed with."""
COSTS: dict[type[ClientMessage], float] = {
    LookRequest: 2.0,
    HintRequest: 2.0,
    Plan: 2.0,
    Hello: 5.0,
    Learn: 5.0,
    BeginStep: 4.0,
    ShowAnswer: 4.0,
}
"""How much of the rate limit a message uses; 1 for all others."""
LAST_CHAT_LINES, LAST_NOTICES = 50, 200
FAREWELL_SECONDS = 2.0


class Connection:
    """A WebSocket and the client behind it."""

    def __init__(self, socket: WebSocket, context: AppContext) -> None:
        self.socket, self.context = socket, context
        self.address = network_of(socket.client.host if socket.client else "")
        self.language: str = preferred_language(socket.headers.get("accept-language", ""))
        self.viewer: Viewer = None
        self.is_creator = False
        self.table: Table | None = None
        self.updates: Updates | None = None
        limits = context.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.chat_bucket = Bucket(limits.chat_per_second, limits.chat_at_once)
        self.outbox: deque[ServerMessage | Callable[[], Presence]] = deque()
        """Messages to send. `presence` is built when it is sent, so that it is up to date."""
        self.has_output, self.is_drained, self.may_be_due = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.close_code: int | None = None
        self.hint_task: asyncio.Task[None] | None = None
        self.real_game: RealGameWatch | None = None
        """The lesson that the client takes at an ordinary table."""

    # The life of a connection

    async def serve(self) -> None:
        """Exchange messages until one side closes the connection."""
        await self.socket.accept()
        try:
            self.context.check_origin(self.socket)
        except BadOrigin as error:
            await self._refuse_all(error, FORBIDDEN)
            return
        if not self.context.sockets.enter_websocket(self.address):
            await self._refuse_all(TooManySockets(), TRY_AGAIN_LATER)
            return
        try:
            await self._exchange()
        finally:
            self.context.sockets.leave_websocket(self.address)

    async def _refuse_all(self, error: ServerError, code: int) -> None:
        """Say why, then close the connection before anything is read."""
        self.refuse(error)
        await self._send_queued()
        await self.socket.close(code)

    async def _exchange(self) -> None:
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        tasks = (reading, sending, asyncio.create_task(self._update()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.close_code is not None:
                await asyncio.wait((sending,), timeout=FAREWELL_SECONDS)
        finally:
            if self.table is not None:
                self.table.leave(self)
            if self.hint_task is not None:
                self.hint_task.cancel()
            for task in tasks:
                task.cancel()
            for end in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(end, Exception) and not isinstance(
                    end, (WebSocketDisconnect, TimeoutError, RuntimeError)
                ):
                    log.error("a connection failed", exc_info=end)
            if self.close_code is not None:
                with suppress(RuntimeError, WebSocketDisconnect):  # the client was faster
                    await self.socket.close(self.close_code)

    async def _read(self) -> None:
        refusals_in_a_row, limits = 0, self.context.limits
        while self.close_code is None:
            timeout = limits.hello_seconds if self.table is None else None
            try:
                frame = await asyncio.wait_for(self.socket.receive(), timeout)
            except TimeoutError:
                self._dismiss_with(HelloFirst(), POLICY_VIOLATION)
                return
            if frame["type"] == "websocket.disconnect":
                return
            is_too_fast = await self._answer(frame.get("text"))
            refusals_in_a_row = refusals_in_a_row + 1 if is_too_fast else 0
            if refusals_in_a_row > limits.refusals_in_a_row:
                self._dismiss_with(TooFast(), POLICY_VIOLATION)

    async def _answer(self, text: str | None) -> bool:
        """Carry out a message or refuse it; return whether it was refused as too fast."""
        max_bytes = self.context.limits.message_bytes
        try:
            if text is None:
                raise NotJson(why="bytes")
            message = decode_message(text, max_bytes)
        except UlpiaError as error:
            self.refuse(error, UNSET if text is None else find_id(text, max_bytes))
            return False
        try:
            cost = COSTS.get(type(message), 1.0)
            if not self.bucket.take(cost) or not self.context.messages.take(self.address, cost):
                raise TooFast()
            self.context.metrics.count_message(tag_of(message))
            with self.context.metrics.timed_answer(tag_of(message)):
                await self._carry_out(message)
        except UlpiaError as error:
            self.refuse(error, message.id)
            return isinstance(error, TooFast)
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("carrying out a message failed")
            self.refuse(OurMistake(), message.id)
        else:
            if message.id is not UNSET:
                self.send(Done(id=message.id))
        return False

    async def _carry_out(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            await self.hello(message)
        elif isinstance(message, Learn):
            await self.learn(message)
        elif self.table is None:
            raise HelloFirst()
        elif isinstance(self.table, LessonTable):
            await self._carry_out_in_lesson(self.table, message)
        else:
            await self._carry_out_at(self.table, message)

    async def _carry_out_in_lesson(self, table: LessonTable, message: ClientMessage) -> None:
        match message:
            case BeginStep():
                await table.go_to(message.step)
            case ShowAnswer():
                await table.show_answer()
            case Act() | Plan() | Undo() | LookRequest():
                await self._carry_out_at(table, message)
            case _:
                raise NotInALesson()

    async def _carry_out_at(self, table: Table, message: ClientMessage) -> None:
        assert self.updates is not None
        match message:
            case Act():
                await table.act(self.own_seat(), message.revision, message.actions)
            case Plan():
                await self.plan(table, message)
            case Undo():
                await table.undo(self.own_seat(), message.revision, message.to)
            case HintRequest():
                self.start_hint(table, message)
            case HintConsent():
                await table.change_seat(self.own_seat(), has_agreed=message.are_fine)
            case LookRequest():
                await self.look(table, message)
            case ChatRequest():
                await self.chat(table, message)
            case Rename():
                await table.change_seat(self.own_seat(), name=str(message.name))
            case HandOver():
                await self.hand_over(table, message)
            case TakeBack():
                await self.take_back(table, message)
            case Teach():
                self.own_seat()
                for explained in self.updates.teach(table, message.is_on):
                    self.send(explained)
            case Leave():
                await self.leave_game(table, message)
            case EndConsent():
                self._check_announcing()
                await table.agree_to_end(self.own_seat(), message.is_fine)
            case PlayAgain():
                await self.play_again(table)
            case Begin():
                await self.begin(table, message)
            case SetPace():
                self.own_seat()
                await table.set_pace(round(message.seconds * 1000))
            case BeginStep() | ShowAnswer():
                raise NotInALesson()

    # Sending

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self._queue(message)

    def send_presence(self) -> None:
        """Queue the message `presence`."""
        self._queue(self._presence)

    def _queue(self, message: ServerMessage | Callable[[], Presence]) -> None:
        if len(self.outbox) >= self.context.limits.outbox:
            self.close_code = TOO_SLOW
        else:
            self.outbox.append(message)
        self.is_drained.clear()
        self.has_output.set()

    def refuse(self, error: UlpiaError, number: int | UnsetType | None = UNSET) -> None:
        """Queue a refusal of the message with this id."""
        self.context.metrics.count_refusal(error.name)
        self.send(refusal(error, self.language, number))

    def dismiss(self, error: UlpiaError) -> None:
        """Say why the table cannot go on, then close the connection."""
        self._dismiss_with(error, TRY_AGAIN_LATER)

    def _dismiss_with(self, error: UlpiaError, code: int) -> None:
        """Say why, then close the connection."""
        self.refuse(error)
        self.close_code = code
        self.has_output.set()

    def cut_log(self, length: int) -> None:
        """Only this many entries of the log are still valid."""
        if self.updates is not None:
            self.updates.cut_log(length)

    def wake(self) -> None:
        """Look whether there is something new to send."""
        self.may_be_due.set()

    async def _send(self) -> None:
        while True:
            await self.has_output.wait()
            self.has_output.clear()
            await self._send_queued()
            if self.close_code is not None:
                return
            self.is_drained.set()

    async def _send_queued(self) -> None:
        while self.outbox:
            message = self.outbox.popleft()
            data = encode(message() if callable(message) else message) + padding()
            async with asyncio.timeout(self.context.limits.send_seconds):
                await self.socket.send_text(data.decode())

    async def _update(self) -> None:
        """Queue `log` and `state` whenever something has changed for this client.

        Answers do not wait for scenes. If a client is slow, it gets only the newest state.
        """
        while True:
            await self.may_be_due.wait()
            self.may_be_due.clear()
            await self.is_drained.wait()
            table, updates = self.table, self.updates
            if table is None or updates is None or not updates.are_due(table):
                continue
            async with turn_to_render(self.context.render_lock):
                with self.context.metrics.timed("scenes"):
                    messages = updates.build(table)
                for message in messages:
                    self.send(message)
                if self.real_game is not None and self.real_game.look(table.history):
                    self.send(self.real_game.message(self.language))

    def _presence(self) -> Presence:
        assert self.table is not None
        return self.table.presence(self.language)

    # What a client can do

    async def hello(self, message: Hello) -> None:
        """Let the client take a seat or watch."""
        if self.table is not None:
            raise HelloAgain()
        store, run, name = self.context.store, self.context.threads.run, message.table
        self.language = message.language
        table_id.set(name)
        owner = None if message.owner is UNSET else digest(check_owner(message.owner, "owner"))
        table = await self.context.tables.get(name)
        viewer: Viewer = None
        if message.token is not UNSET:
            viewer = await table.enter(digest(message.token), owner)
        elif message.seat is not UNSET:
            if owner is None or message.seat not in await run(lambda: store.seats_of(name, owner)):
                raise UnknownToken()
            viewer = message.seat
            await table.occupy(viewer, owner)
        async with table.lock:  # so that nothing is missed or sent twice between reading and joining
            known = table.head
            lines = await run(lambda: store.chat_lines(name, LAST_CHAT_LINES, known.last_line))
            notices = await run(lambda: store.notices(name, LAST_NOTICES, known.last_notice))
            # From here on nothing is awaited until the client has joined.
            if viewer is None and len(table.clients) >= self.context.limits.clients_per_table:
                raise TooManyClients(most=self.context.limits.clients_per_table)
            self.viewer, self.is_creator, self.table = viewer, owner == table.head.owner, table
            self.updates = Updates(viewer, message.language, message.form)
            table.join(self)
        self.send(table.welcome(viewer, self.is_creator, message.language))
        if message.lesson is not UNSET:
            self.real_game = watch_real_game(table.head.game, message.lesson, viewer)
            self.send(self.real_game.message(self.language))
        if notices:
            self.send(table.say_notices(notices, message.language))
        if lines:
            self.send(Chat(lines=[lobby.chat_line(line) for line in lines]))
        self.wake()

    async def learn(self, message: Learn) -> None:
        """Open a table for a lesson that belongs to this client alone."""
        if self.table is not None:
            raise HelloAgain()
        self.language = message.language
        lesson = find_lesson(find_game(message.game).name, message.lesson)
        table = await LessonTable.open(lesson, message.step, self.context.tables.services)
        self.viewer, self.table = lesson.seat, table
        self.updates = Updates(lesson.seat, message.language, message.form)
        table.join(self)
        self.send(table.welcome(lesson.seat, False, message.language))
        self.send(table.message(message.language))
        self.wake()

    def own_seat(self) -> int:
        """Return the seat of this client; refuse a spectator."""
        if self.viewer is None:
            raise OnlyWatching()
        return self.viewer

    def scene(self, table: Table) -> Scene:
        """Return the present scene of this client."""
        assert self.updates is not None
        return table.scene(self.viewer, self.language, self.updates.form)

    async def plan(self, table: Table, message: Plan) -> None:
        """Show a gesture before it is played."""
        table.check_decision(self.own_seat(), message.revision)
        scene = self.scene(table)
        self.send(await self.context.threads.run(lambda: scene.planned(message.revision, message.actions)))

    def start_hint(self, table: Table, message: HintRequest) -> None:
        """Start the search for a hint. The client can play on meanwhile, and then gets none."""
        table.check_decision(self.own_seat(), message.revision)
        table.check_hints(self.language)
        if self.hint_task is not None:
            self.hint_task.cancel()
        self.hint_task = asyncio.create_task(self._hint(table, table.history, self.scene(table), message))

    async def _hint(self, table: Table, history: MatchHistory, scene: Scene, message: HintRequest) -> None:
        try:
            advice = await table.hints.advice(history, table.requester)
            hint = await self.context.threads.run(lambda: scene.hint(message.revision, advice, message.step))
            if table.history is history and not table.seats_against_hints:
                self.send(hint)
        except Stale:
            pass  # the table has moved on, so the hint is not needed
        except Exception:
            log.exception("computing a hint failed at table %s", table.head.id)
            self.refuse(OurMistake(), message.id)

    async def look(self, table: Table, message: LookRequest) -> None:
        """Show an earlier position; of a finished game from any perspective."""
        history, position = table.history, message.position
        perspective = self.viewer if message.perspective is UNSET else message.perspective
        if perspective != self.viewer and not history.is_over:
            raise NotFinished()
        if perspective != ALL_OPEN:
            history.check_seat(perspective)
        audience = self.scene(table).audience._replace(perspective=perspective)

        def build() -> Look:
            scene = Scene(history.at(perspective, position), audience, table.services.renderer)
            return scene.look(history, position, self.viewer)

        self.send(await self.context.threads.run(build))

    async def chat(self, table: Table, message: ChatRequest) -> None:
        """Say something to everybody at the table."""
        seat, text = self.own_seat(), str(message.text)
        self._check_announcing()
        await table.say(seat, text)

    def _check_announcing(self) -> None:
        """Refuse chat and notices that come too fast: they are stored and sent to everybody."""
        if not self.chat_bucket.take():
            raise TooFast()

    async def hand_over(self, table: Table, message: HandOver) -> None:
        """Let a computer play the client's own seat; the creator may choose any seat."""
        table.history.check_seat(message.seat)
        if message.seat != self.viewer and not self.is_creator:
            raise OnlyWatching() if self.viewer is None else NotTheCreator()
        self._check_announcing()
        await table.hand_over(message.seat, message.agent, message.seat == self.viewer)

    async def leave_game(self, table: Table, message: Leave) -> None:
        """Let a computer play the client's own seat for good, and leave the game out of the player's list."""
        seat = self.own_seat()
        self._check_announcing()
        await table.leave_game(seat, message.agent)
        await self._hide(table, seat)

    async def _hide(self, table: Table, seat: int) -> None:
        store, game = self.context.store, table.head.id
        owner = await self.context.threads.run(lambda: store.owner_of(game, seat))
        if owner is not None:
            await self.context.threads.run(lambda: store.hide(game, owner))

    async def play_again(self, table: Table) -> None:
        """Open a table for another game with the same people."""
        seat = self.own_seat()
        self._check_announcing()
        if table.head.successor is None and not self.context.table_openings.take(self.address):
            raise TooManyTables()
        await table.open_successor(seat)

    async def begin(self, table: Table, message: Begin) -> None:
        """Begin a game without the people who have not come."""
        if not self.is_creator:
            raise OnlyWatching() if self.viewer is None else NotTheCreator()
        await table.begin(self.viewer, None if message.agent is UNSET else message.agent)

    async def take_back(self, table: Table, message: TakeBack) -> None:
        """Let the client play its own seat again."""
        table.history.check_seat(message.seat)
        if message.seat != self.viewer:
            raise OnlyWatching() if self.viewer is None else NotTheCreator()
        self._check_announcing()
        await table.take_back(message.seat)
        store, game = self.context.store, table.head.id
        owner = await self.context.threads.run(lambda: store.owner_of(game, message.seat))
        if owner is not None:
            await self.context.threads.run(lambda: store.unhide(game, owner))
