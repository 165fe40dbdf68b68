"""`Connection`: one client. Three tasks read its messages, render its updates, and send what is queued for it."""

import asyncio
import logging
from collections import deque
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
    SignedOut,
    Stale,
    TeacherObjects,
    TooFast,
    TooManyClients,
    TooManySockets,
    TooManyTables,
    UnknownToken,
    refusal,
)
from ulpia.server.frames import OUTLET, Encoded, Outlet, Queued
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.limits import Bucket, network_of
from ulpia.server.logs import table_id
from ulpia.server.presentation.scene import Scene
from ulpia.server.protocol import (
    ALL_OPEN,
    Act,
    Begin,
    BeginStep,
    Chat,
    ChatLine,
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
    PreviewRequest,
    Rename,
    ServerMessage,
    SetPace,
    ShowAnswer,
    Skip,
    TakeBack,
    Teach,
    Undo,
    WaitConsent,
)
from ulpia.server.session.lessons import LessonTable, RealGameWatch, find_lesson, watch_real_game
from ulpia.server.session.table import Table
from ulpia.server.storage.store import StoredLine
from ulpia.server.tokens import digest
from ulpia.server.websocket.updates import Updates

log = logging.getLogger("ulpia.server")

POLICY_VIOLATION, TRY_AGAIN_LATER, FORBIDDEN, TOO_SLOW = 1008, 1013, 4403, 4408
"""Codes that a connection is closed with."""
COSTS: dict[type[ClientMessage], float] = {
    LookRequest: 2.0,
    HintRequest: 2.0,
    Plan: 2.0,
    PreviewRequest: 2.0,
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
        self.key: str | None = None
        self.is_creator = False
        self.table: Table | None = None
        self.updates: Updates | None = None
        limits = context.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.chat_bucket = Bucket(limits.chat_per_second, limits.chat_at_once)
        self.outlet: Outlet = socket.scope["extensions"][OUTLET]
        self.outbox: deque[Queued] = deque()
        """Messages for a client that reads slowly. `presence` is built when it is sent, so that it is up to date."""
        self.has_output = asyncio.Event()
        self.is_due = False
        """Whether there may be something new to send as soon as the outbox is empty."""
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
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
        await self.socket.close(code)

    async def _exchange(self) -> None:
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        tasks: tuple[asyncio.Future[None], ...] = (reading, sending, self.failure)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.close_code is not None:
                await asyncio.wait((sending,), timeout=FAREWELL_SECONDS)
        finally:
            self.context.presenter.forget(self)
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
            case Act() | Plan() | PreviewRequest() | Undo() | LookRequest():
                await self._carry_out_at(table, message)
            case _:
                raise NotInALesson()

    async def _carry_out_at(self, table: Table, message: ClientMessage) -> None:
        assert self.updates is not None
        match message:
            case Act():
                await self.act(table, message)
            case Plan():
                await self.plan(table, message)
            case PreviewRequest():
                await self.preview(table, message)
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
                self._let_teacher_think(table)
            case Leave():
                await self.leave_game(table, message)
            case EndConsent():
                self._check_announcing()
                await table.agree_to_end(self.own_seat(), message.is_fine)
            case WaitConsent():
                self._check_announcing()
                await table.clock.agree_to_wait(self.own_seat(), message.is_fine)
            case PlayAgain():
                await self.play_again(table)
            case Begin():
                await self.begin(table, message)
            case SetPace():
                self.own_seat()
                await table.set_pace(round(message.seconds * 1000))
            case Skip():
                table.skip(self.own_seat())
            case BeginStep() | ShowAnswer():
                raise NotInALesson()

    # Sending

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self._queue(Encoded(message))

    def send_presence(self) -> None:
        """Queue the message `presence`."""
        self._queue(self._presence)

    def _queue(self, *messages: Queued) -> None:
        for message in messages:
            if len(self.outbox) >= self.context.limits.outbox:
                self.close_code = TOO_SLOW
            else:
                self.outbox.append(message)
        self._flush()

    def _flush(self) -> None:
        """Send what the client can take now, all at once. The rest waits for it."""
        if self.outbox and self.outlet.is_writable:
            encoded = [one if isinstance(one, Encoded) else Encoded(one()) for one in self.outbox]
            self.outbox.clear()
            self.outlet.write_frame(b"".join([one.frame(self.outlet.window_bits) for one in encoded]))
        if self.outbox or self.close_code is not None:
            self.has_output.set()

    def refuse(self, error: UlpiaError, number: int | UnsetType | None = UNSET) -> None:
        """Queue a refusal of the message with this id."""
        self.context.metrics.count_refusal(error.name)
        self.send(refusal(error, self.language, number))

    def _dismiss_with(self, error: ServerError, code: int) -> None:
        """Say why, then close the connection."""
        self.refuse(error)
        self.close_code = code
        self.has_output.set()

    def sign_out(self) -> None:
        """Say that this browser was signed out, and close the connection."""
        self._dismiss_with(SignedOut(), POLICY_VIOLATION)

    def cut_log(self, length: int) -> None:
        """Only this many entries of the log are still valid."""
        if self.updates is not None:
            self.updates.cut_log(length)

    def wake(self) -> None:
        """Look whether there is something new to send."""
        self.context.presenter.wake(self)

    async def _send(self) -> None:
        """Wait for a client that reads slowly, until the connection is to be closed."""
        while True:
            await self.has_output.wait()
            self.has_output.clear()
            while self.outbox:
                async with asyncio.timeout(self.context.limits.send_seconds):
                    await self.outlet.wait_until_writable()
                self._flush()
            if self.close_code is not None:
                return
            if self.is_due:
                self.wake()

    def has_known_update(self) -> bool:
        """Whether what is new to this client was built for another one."""
        return self.table is not None and self.updates is not None and self.updates.is_known(self.table)

    def update(self) -> None:
        """Send `log` and `state` if something has changed for this client.

        Answers do not wait for scenes. If a client is slow, it gets only the newest state.
        """
        table, updates = self.table, self.updates
        self.is_due = bool(self.outbox)
        if self.is_due or table is None or updates is None or not updates.are_due(table):
            return
        with self.context.metrics.timed("scenes"):
            messages = updates.encode(table)
        self._queue(*messages)
        self._let_teacher_think(table)
        if self.real_game is not None and self.real_game.look(table.history):
            self.send(self.real_game.message(self.language))

    def fail(self, error: Exception) -> None:
        """End the connection, because updating it failed."""
        if not self.failure.done():
            self.failure.set_exception(error)

    def _presence(self) -> Presence:
        assert self.table is not None
        return self.table.presence(self.language)

    # What a client can do

    async def hello(self, message: Hello) -> None:
        """Let the client take a seat or watch."""
        if self.table is not None:
            raise HelloAgain()
        store, run, name = self.context.store, self.context.threads.run, message.table
        sign_outs = self.context.tables.sign_outs
        self.language = message.language
        table_id.set(name)
        owner, held = None, list[int]()
        if message.owner is not UNSET:
            owner = digest(check_owner(message.owner, "owner"))
            held = await run(lambda: self._seats_of(name, owner))
        table = await self.context.tables.get(name)
        viewer: Viewer = None
        if message.token is not UNSET:
            viewer = await table.enter(digest(message.token), owner)
        elif message.seat is not UNSET:
            if owner is None or message.seat not in held:
                raise UnknownToken()
            viewer = message.seat
            await table.occupy(viewer, owner)
        is_creator = await run(lambda: store.devices.is_same_person(owner, table.head.owner))
        lines = await run(lambda: store.chat_lines(name, LAST_CHAT_LINES))
        async with table.lock:  # so that no notice is missed between reading and joining
            notices = await run(lambda: store.notices(name, LAST_NOTICES))
            # From here on nothing is awaited until the client has joined.
            if self.context.tables.sign_outs != sign_outs:  # perhaps of this client: it is looked at again
                self.close_code = TRY_AGAIN_LATER
                self.has_output.set()
                return
            if viewer is None and len(table.clients) >= self.context.limits.clients_per_table:
                raise TooManyClients(most=self.context.limits.clients_per_table)
            self.viewer, self.key, self.is_creator, self.table = viewer, owner, is_creator, table
            self.updates = Updates(viewer, message.language, message.form)
            table.join(self)
        self.send(table.welcome(viewer, self.is_creator, message.language, held))
        if message.lesson is not UNSET:
            self.real_game = watch_real_game(table.head.game, message.lesson, viewer)
            self.send(self.real_game.message(self.language))
        if notices:
            self.send(table.say_notices(notices, message.language))
        if lines:
            self.send(Chat(lines=[chat_line(line) for line in lines]))
        self.wake()

    def _seats_of(self, table: str, owner: str) -> list[int]:
        """Return the seats of an owner who was not signed out. For a worker thread."""
        self.context.store.devices.check(owner)
        return self.context.store.seats_of(table, owner)

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

    async def act(self, table: Table, message: Act) -> None:
        """Play actions, unless the teacher objects to them."""
        assert self.updates is not None
        seat = self.own_seat()
        if self.updates.is_taught:
            judgement = await table.judge(seat, message.revision, message.actions)
            if judgement is not None:
                scene, revision, actions = self.scene(table), message.revision, message.actions
                self.send(await self.context.threads.run(lambda: scene.objection(revision, actions, judgement)))
                raise TeacherObjects()
        await table.act(seat, message.revision, message.actions)

    def _let_teacher_think(self, table: Table) -> None:
        if self.updates is not None and self.updates.is_taught:
            table.let_teacher_think(self.viewer)

    async def plan(self, table: Table, message: Plan) -> None:
        """Show a gesture before it is played."""
        table.check_decision(self.own_seat(), message.revision)
        scene = self.scene(table)
        self.send(await self.context.threads.run(lambda: scene.planned(message.revision, message.actions)))

    async def preview(self, table: Table, message: PreviewRequest) -> None:
        """Say what an option would bring."""
        table.check_decision(self.own_seat(), message.revision)
        scene = self.scene(table)
        self.send(await self.context.threads.run(lambda: scene.preview(message.revision, message.action)))

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
        line = await self.context.threads.run(lambda: self.context.store.add_chat_line(table.head.id, seat, text))
        for client in table.clients:
            client.send(Chat(lines=[chat_line(line)]))

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


def chat_line(line: StoredLine) -> ChatLine:
    """Return a line of the chat as it is sent."""
    return ChatLine(seat=line.seat, text=line.text, time=line.time)
