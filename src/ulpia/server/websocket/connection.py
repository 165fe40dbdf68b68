"""One client: what it says is read and done, what changes is sent to it, from its own eyes and in its language."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ulpia.core.errors import UlpiaError
from ulpia.match import Match
from ulpia.render import FULL
from ulpia.server.context import House
from ulpia.server.errors import (
    BadOrigin,
    HelloAgain,
    HelloFirst,
    NotFinished,
    NotJson,
    NotTheCreator,
    OnlyWatching,
    OurMistake,
    Revoked,
    ServerError,
    Stale,
    TooFast,
    TooManyClients,
    UnknownToken,
)
from ulpia.server.limits import Bucket
from ulpia.server.presentation.lobby import tell_table
from ulpia.server.presentation.pictures import quoted
from ulpia.server.presentation.scene import Scene, tell_log
from ulpia.server.session.hints import tell_hint
from ulpia.server.session.history import (
    OPEN,
    Course,
    Eyes,
    Viewer,
)
from ulpia.server.session.tables import Table
from ulpia.server.storage.store import Line
from ulpia.server.tokens import digest
from ulpia.server.websocket.messages import PROTOCOL, Message, refused
from ulpia.server.websocket.updates import Following, written

log = logging.getLogger("ulpia.server")

CLOSED_BY_US, LEFT_OUT, TOO_SLOW = 1008, 4403, 4408
COSTS = {"look": 2.0, "hint": 2.0, "try": 2.0, "plan": 2.0, "hello": 5.0, "language": 5.0}
LAST_LINES = 50
FAREWELL_SECONDS = 2.0


class Connection:
    """A WebSocket and whoever is behind it."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self.socket, self.house = socket, house
        self.language = house.language_of(socket.headers.get("accept-language", ""))
        self.form = FULL
        self.viewer: Viewer = None
        self.is_creator = False
        self.table: Table | None = None
        limits = house.limits
        self.bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.chat_bucket = Bucket(limits.chat_per_second, limits.chat_at_once)
        self.outbox: deque[dict[str, Any]] = deque()
        self.news = asyncio.Event()
        self.following = Following()
        self.waits_for_turn = self.has_turn = False
        self.goodbye: int | None = None
        self.hinting: asyncio.Task[None] | None = None
        self.doings: dict[str, Callable[[Table, Message], Awaitable[None]]] = {
            "act": self.act,
            "try": self.attempt,
            "plan": self.plan,
            "undo": self.undo,
            "hint": self.hint,
            "hints": self.agree_to_hints,
            "look": self.look,
            "chat": self.chat,
            "hand_over": self.hand_over,
            "take_back": self.take_back,
            "name": self.rename,
            "pace": self.pace,
            "language": self.speak,
        }

    # The life of a connection

    async def serve(self) -> None:
        """Talk until one of the two has had enough."""
        await self.socket.accept()
        if not self.house.is_own_origin(self.socket):
            self.refuse(BadOrigin(origin=self.socket.headers.get("origin", "")[:100]))
            await self._send_waiting()
            await self.socket.close(LEFT_OUT)
            return
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
            if self.goodbye is not None:
                await asyncio.wait((sending,), timeout=FAREWELL_SECONDS)
        finally:
            if self.table is not None:
                self.table.leave(self)
            if self.hinting is not None:
                self.hinting.cancel()
            for task in (reading, sending):
                task.cancel()
            for end in await asyncio.gather(reading, sending, return_exceptions=True):
                if isinstance(end, Exception) and not isinstance(
                    end, (WebSocketDisconnect, TimeoutError, RuntimeError)
                ):
                    log.error("a connection broke", exc_info=end)
            if self.goodbye is not None:
                with suppress(RuntimeError, WebSocketDisconnect):  # the other side was faster
                    await self.socket.close(self.goodbye)

    async def _read(self) -> None:
        in_a_row, limits = 0, self.house.limits
        while self.goodbye is None:
            patience = limits.hello_seconds if self.table is None else None
            try:
                frame = await asyncio.wait_for(self.socket.receive(), patience)
            except TimeoutError:
                self.dismiss_with(HelloFirst(), CLOSED_BY_US)
                return
            if frame["type"] == "websocket.disconnect":
                return
            number = None
            try:
                if frame.get("text") is None:
                    raise NotJson(why="bytes")
                message = self.house.reader.read(frame["text"])
                number = message.id
                if not self.bucket.take(COSTS.get(message.kind, 1.0)):
                    raise TooFast()
                self.house.metrics.messages[message.kind] += 1
                await self._do(message)
                in_a_row = 0
            except UlpiaError as error:
                in_a_row = in_a_row + 1 if isinstance(error, TooFast) else 0
                self.refuse(error, number)
            except WebSocketDisconnect:
                return
            except Exception:
                log.exception("a message could not be answered")
                self.refuse(OurMistake(), number)
            if in_a_row > limits.refusals_in_a_row:
                self.dismiss_with(TooFast(), CLOSED_BY_US)

    async def _do(self, message: Message) -> None:
        if message.kind == "ping":
            self.tell({"type": "pong"} | ({} if message.id is None else {"id": message.id}))
            return
        if message.kind == "hello":
            await self.hello(message)
        elif self.table is None:
            raise HelloFirst()
        else:
            await self.doings[message.kind](self.table, message)
        if message.id is not None:
            self.tell({"type": "done", "id": message.id})

    # Sending

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message when its turn comes."""
        if len(self.outbox) >= self.house.limits.outbox:
            self.goodbye = TOO_SLOW
        else:
            self.outbox.append(message)
        self.news.set()

    def refuse(self, error: UlpiaError, number: int | None = None) -> None:
        """Say no, and why."""
        self.house.metrics.refusals[error.name] += 1
        self.tell(refused(error, self.language, number))

    def dismiss_with(self, error: ServerError, code: int) -> None:
        """Say why, and close."""
        self.refuse(error)
        self.goodbye = code
        self.news.set()

    def dismiss(self) -> None:
        """The link this client came by was taken back."""
        self.dismiss_with(Revoked(), LEFT_OUT)

    def cut(self, length: int) -> None:
        """So many entries of the log still hold."""
        self.following.cut(length)

    def wake(self) -> None:
        """Something may have changed."""
        self.news.set()

    async def _send(self) -> None:
        """Answers do not wait for pictures: a picture waits for its turn, what is to be told goes out at once."""
        while True:
            await self.news.wait()
            self.news.clear()
            await self._send_waiting()
            if self.goodbye is not None:
                return
            if self.table is None:
                continue
            if self.has_turn:
                self.has_turn = self.waits_for_turn = False
                await self._send_news(self.table)
            if not self.waits_for_turn and self.following.is_behind(self.table, self.viewer, self.language):
                self.waits_for_turn = True
                self.house.turns.ask(self._take_turn)

    def _take_turn(self) -> None:
        self.has_turn = True
        self.news.set()

    async def _send_waiting(self) -> None:
        while self.outbox:
            message = self.outbox.popleft()
            if message == {"type": "presence"} and self.table is not None:
                message |= self.table.presence(self.language)
            if message["type"] == "welcome":
                self.following.begin_again()
            await self._put(written(message))

    async def _put(self, text: str) -> None:
        async with asyncio.timeout(self.house.limits.send_seconds):
            await self.socket.send_text(text)

    async def _send_news(self, table: Table) -> None:
        """If what this client may see has changed: what happened, then how it looks now."""
        with self.house.metrics.timed("scenes"):
            texts = self.following.news(table, self.viewer, self.language, self.form)
        for text in texts:
            await self._put(text)

    # What a client can say

    async def hello(self, message: Message) -> None:
        """Sit down, or look on."""
        if self.table is not None:
            raise HelloAgain()
        given, store, run = message.fields, self.house.store, self.house.workers.run
        self.language, self.form = given["language"], given.get("form", FULL)
        name, owner = given["table"], digest(given["owner"]) if "owner" in given else None
        table = await self.house.tables.get(name)
        viewer: Viewer = None
        if "token" in given:
            token = digest(given["token"])
            viewer = held = await run(lambda: store.find_seat(name, token))
            if owner is not None:
                await run(lambda: store.claim(name, held, owner))
        elif "seat" in given:
            if owner is None or given["seat"] not in await run(lambda: store.seats_of(name, owner)):
                raise UnknownToken()
            viewer = given["seat"]
        if len(table.clients) >= self.house.limits.clients_per_table:
            raise TooManyClients(most=self.house.limits.clients_per_table)
        lines = await run(lambda: store.talk(name, LAST_LINES))
        self.viewer, self.is_creator, self.table = viewer, owner == table.head.owner, table
        table.join(self)
        self._welcome(table)
        if lines:
            self.tell({"type": "chat", "lines": [tell_line(line) for line in lines]})

    def _welcome(self, table: Table) -> None:
        you = {"you": self.viewer, "is_creator": self.is_creator, "language": self.language, "protocol": PROTOCOL}
        self.tell({"type": "welcome", **tell_table(table, self.language), **you, **table.presence(self.language)})

    def own_seat(self) -> int:
        """The seat of this client, if it has one."""
        if self.viewer is None:
            raise OnlyWatching()
        return self.viewer

    async def act(self, table: Table, message: Message) -> None:
        """Play the actions of one gesture."""
        await table.act(self.own_seat(), message.fields["revision"], message.fields["actions"])

    async def undo(self, table: Table, message: Message) -> None:
        """Take steps back."""
        await table.undo(self.own_seat(), message.fields["revision"], message.fields["to"])

    async def attempt(self, table: Table, message: Message) -> None:
        """Show how it would look after some steps that reveal nothing."""
        table.check_now(self.own_seat(), message.fields["revision"])
        course, numbers = table.course, message.fields["actions"]

        def work() -> dict[str, Any]:
            return self._show(course.tried(numbers).match, self.viewer, table)

        shown = await self.house.workers.run(work)
        self.tell({"type": "tried", "revision": message.fields["revision"], "actions": numbers, **shown})

    async def plan(self, table: Table, message: Message) -> None:
        """Show a gesture before it is played; nothing happens."""
        table.check_now(self.own_seat(), message.fields["revision"])
        scene, numbers = table.scene(self.viewer, self.language, self.form), message.fields["actions"]
        shown = await self.house.workers.run(lambda: scene.planned(numbers))
        self.tell({"type": "planned", "revision": message.fields["revision"], **shown})

    async def hint(self, table: Table, message: Message) -> None:
        """Begin to think of a hint: whoever plays on meanwhile gets none, so nobody waits for it."""
        table.check_now(self.own_seat(), message.fields["revision"])
        table.check_hints(self.language)
        if self.hinting is not None:
            self.hinting.cancel()
        scene = table.scene(self.viewer, self.language, self.form)
        self.hinting = asyncio.create_task(self._hint(table, table.course, scene, **message.fields))

    async def _hint(self, table: Table, course: Course, scene: Scene, revision: str, step: int) -> None:
        try:
            advice = await table.hints.advice(course)
            told = await self.house.workers.run(lambda: tell_hint(advice, scene, step))
            if table.course is course and not table.against_hints:
                self.tell({"type": "hint", "revision": revision, **told})
        except Stale:
            pass  # the table has moved on: nobody needs it any more
        except Exception:
            log.exception("no hint for table %s", table.head.id)
            self.refuse(OurMistake())

    async def agree_to_hints(self, table: Table, message: Message) -> None:
        """Say whether hints are fine, for oneself and so for all."""
        await table.agree_to_hints(self.own_seat(), message.fields["are_fine"])

    async def look(self, table: Table, message: Message) -> None:
        """Show an earlier moment; of a finished game with anybody's eyes."""
        course, position = table.course, message.fields["position"]
        eyes: Eyes = message.fields.get("eyes", self.viewer)
        if eyes != self.viewer and course.match.seat is not None:
            raise NotFinished()
        if eyes != OPEN:
            course.match.viewer(eyes)

        def work() -> dict[str, Any]:
            shown = self._show(course.at(eyes, position), eyes, table)
            told = tell_log(course, eyes, self.language, table.seat_names(self.language), position)[:1]
            return {"entry": told[0], **shown, "options": []}

        shown = await self.house.workers.run(work)
        last = course.position(eyes)
        self.tell({"type": "look", "position": position, "last": last, "eyes": eyes, **shown})

    def _show(self, match: Match, eyes: Eyes, table: Table) -> dict[str, Any]:
        scene = Scene(match, eyes, self.language, table.seat_names(self.language), self.form)
        return {**scene.facts, "districts": quoted(scene.districts)}

    async def chat(self, table: Table, message: Message) -> None:
        """Say something to everybody at the table."""
        seat, said = self.own_seat(), message.fields["text"]
        if not self.chat_bucket.take():
            raise TooFast()
        line = await self.house.workers.run(lambda: self.house.store.say(table.head.id, seat, said))
        for client in table.clients:
            client.tell({"type": "chat", "lines": [tell_line(line)]})

    async def hand_over(self, table: Table, message: Message) -> None:
        """Let a computer play: one's own seat, or as the creator anybody's."""
        seat = self._checked_seat(table, message.fields["seat"])
        if seat != self.viewer and not self.is_creator:
            raise OnlyWatching() if self.viewer is None else NotTheCreator()
        await table.hand_over(seat, message.fields["agent"])

    async def take_back(self, table: Table, message: Message) -> None:
        """Play one's own seat again."""
        seat = self._checked_seat(table, message.fields["seat"])
        if seat != self.viewer:
            raise OnlyWatching() if self.viewer is None else NotTheCreator()
        await table.take_back(seat)

    async def rename(self, table: Table, message: Message) -> None:
        """Be called otherwise."""
        await table.rename(self.own_seat(), message.fields["name"])

    async def pace(self, table: Table, message: Message) -> None:
        """Let computers act faster or slower."""
        self.own_seat()
        await table.set_pace(message.fields["seconds"])

    async def speak(self, table: Table, message: Message) -> None:
        """Say everything again in another language."""
        self.language = message.fields["language"]
        self._welcome(table)

    @staticmethod
    def _checked_seat(table: Table, seat: int) -> int:
        table.course.match.viewer(seat)
        return seat


def tell_line(line: Line) -> dict[str, Any]:
    """Something said, as the client gets it: plain text, to be shown as such."""
    return {"seat": line.seat, "text": line.said, "time": line.made}
