"""Open connections: how many there may be, and how long a client may keep one without finishing a request.

`OpenSockets` counts them, in all and for each address, and disconnects clients that are overdue. When a new
connection would exceed a limit, it closes the one that has waited longest for its client: a half-open request or an
idle one. So an attacker who opens many loses the oldest ones, and honest requests, which are complete at once, are
answered.

`LimitedHttp` and `LimitedWebSocket` are uvicorn's protocols that report to it.
"""

import asyncio
import logging
import resource
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame
from websockets.http11 import Request

from ulpia.server.frames import OUTLET, deflate_offer
from ulpia.server.limits import Bucket, Clock, Limits, network_of
from ulpia.server.proxies import Proxies, parse_address

log = logging.getLogger("ulpia.server")

ACCEPT_BATCH = 64
"""How many connections the event loop accepts in one iteration. It takes it four to close those that are too many."""
WAITING_TO_BE_ACCEPTED = 1024
RESERVED_FILES = 4 * ACCEPT_BATCH + 128
"""Files besides the counted connections: those being accepted or closed, the database, pipes of child processes."""
WEBSOCKET_SHARE = 0.75
SECONDS_BETWEEN_SWEEPS = 1.0
SECONDS_BETWEEN_LOG_LINES = 60.0
GRACE_SECONDS = 5.0
"""How much longer than the application the connection waits for a body, so that the refusal can be sent."""


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems do not allow what they report
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def most_sockets(wanted: int) -> int:
    """Return how many connections may be open, given the limit of open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if files == resource.RLIM_INFINITY else min(wanted, files - min(RESERVED_FILES, files // 2))


@dataclass(eq=False)
class OpenSocket:
    """A connection."""

    transport: asyncio.Transport
    address: str | None
    """What it counts for, see `network_of`; None for a trusted proxy, which has no limit of its own."""
    deadline: float | None = None
    """When it is closed unless something happens."""


@dataclass
class _Group:
    """The connections of one address, or all."""

    most: int
    count: int = 0
    waiting: dict[OpenSocket, None] = field(default_factory=dict)
    """Those that wait for their client, the oldest first."""


class OpenSockets:
    """All open connections of a server."""

    def __init__(self, limits: Limits, proxies: Proxies, clock: Clock = time.monotonic) -> None:
        self.limits, self.proxies, self.clock = limits, proxies, clock
        self._all = _Group(most_sockets(limits.sockets))
        self._by_address: dict[str, _Group] = {}
        self._sockets: dict[asyncio.BaseTransport, OpenSocket] = {}
        self._websockets: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._sockets)

    def open(self, transport: asyncio.Transport) -> None:
        """Count a new connection, or close it if it would exceed a limit and none can be closed for it."""
        peer = (transport.get_extra_info("peername") or ("",))[0]
        is_proxy = self.proxies.include(parse_address(peer))
        opened = OpenSocket(transport, None if is_proxy else network_of(peer))
        if not self._has_capacity(self._by_address.get(opened.address or "")) or not self._has_capacity(self._all):
            transport.abort()
            return
        self._sockets[transport] = opened
        if opened.address is not None:
            self._by_address.setdefault(opened.address, _Group(self.limits.sockets_per_address))
        for group in self._groups(opened):
            group.count += 1
        self.wait(transport, self.limits.header_seconds)

    def wait(self, transport: asyncio.BaseTransport, seconds: float) -> None:
        """Let a connection wait for its client at most this long. It may be closed in favour of another."""
        if (found := self._sockets.get(transport)) is not None:
            found.deadline = self.clock() + seconds
            for group in self._groups(found):
                group.waiting.pop(found, None)
                group.waiting[found] = None

    def work(self, transport: asyncio.BaseTransport, seconds: float | None = None) -> None:
        """Keep a connection open for an answer, or as a WebSocket; with `seconds`, at most that long."""
        if (found := self._sockets.get(transport)) is not None:
            found.deadline = None if seconds is None else self.clock() + seconds
            for group in self._groups(found):
                group.waiting.pop(found, None)

    def forget(self, transport: asyncio.BaseTransport) -> None:
        """Remove a connection that was closed."""
        if (found := self._sockets.pop(transport, None)) is None:
            return
        for group in self._groups(found):
            group.waiting.pop(found, None)
            group.count -= 1
        if found.address is not None and not self._by_address[found.address].count:
            del self._by_address[found.address]

    def close_oldest(self, count: int) -> None:
        """Close the connections that have waited longest for their clients."""
        for _ in range(count):
            if not self._close_oldest_of(self._all):
                return

    def sweep(self) -> None:
        """Disconnect the clients that are overdue, and those that do not read what they were sent before the end."""
        now = self.clock()
        for found in list(self._sockets.values()):
            if found.deadline is not None and found.deadline <= now:
                self._abort(found)
            elif found.deadline is None and found.transport.is_closing():
                found.deadline = now + self.limits.send_seconds

    async def sweep_again_and_again(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)
            self.sweep()

    def enter_websocket(self, address: str) -> bool:
        """Count a WebSocket of a client, if it may have one more. The address may be one that a proxy has named."""
        address = network_of(address)
        is_full = self._websockets.total() >= WEBSOCKET_SHARE * self._all.most
        if is_full or self._websockets[address] >= WEBSOCKET_SHARE * self.limits.sockets_per_address:
            return False
        self._websockets[address] += 1
        return True

    def leave_websocket(self, address: str) -> None:
        """Remove a WebSocket that was counted."""
        self._websockets -= Counter([network_of(address)])  # also removes what is 0

    def _groups(self, found: OpenSocket) -> list[_Group]:
        if found.address is None:
            return [self._all]
        return [self._by_address[found.address], self._all]

    def _has_capacity(self, group: _Group | None) -> bool:
        return group is None or group.count < group.most or self._close_oldest_of(group)

    def _close_oldest_of(self, group: _Group) -> bool:
        oldest = next(iter(group.waiting), None)
        if oldest is not None:
            self._abort(oldest)
        return oldest is not None

    def _abort(self, found: OpenSocket) -> None:
        self.forget(found.transport)
        found.transport.abort()


Phase = Literal["headers", "body", "answer", "idle"]
"""What a connection waits for; "idle" is the time between two requests."""


class LimitedHttp(H11Protocol):
    """HTTP with time limits for headers, bodies and idle connections."""

    sockets: OpenSockets
    """Set by `limited_protocols`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection."""
        super().connection_made(transport)
        self.phase: Phase = "headers"
        self.sockets.open(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self.sockets.forget(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came. A client has a fixed time for all headers, however slowly they arrive."""
        if self.phase == "idle":
            self._enter("headers")
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._follow()

    def pause_writing(self) -> None:
        """Wait for a client that reads slowly, but not without end."""
        super().pause_writing()
        self.sockets.work(self.transport, self.sockets.limits.send_seconds)

    def resume_writing(self) -> None:
        """Go on where the client was waited for."""
        super().resume_writing()
        self._enter(self.phase)

    def _follow(self) -> None:
        """Find out what the connection waits for, and begin its time limit if that is something new."""
        if self.transport.get_protocol() is not self:
            return  # it is a WebSocket now
        phase: Phase
        if self.conn.their_state is h11.SEND_BODY:
            phase = "body"
        elif self.cycle is not None and not self.cycle.response_complete:
            phase = "answer"
        else:
            phase = "idle" if self.cycle is not None and self.phase != "headers" else "headers"
        if phase != self.phase:
            self._enter(phase)

    def _enter(self, phase: Phase) -> None:
        self.phase, limits = phase, self.sockets.limits
        match phase:
            case "headers":
                self.sockets.wait(self.transport, limits.header_seconds)
            case "body":
                self.sockets.wait(self.transport, limits.body_seconds + GRACE_SECONDS)
            case "answer":
                self.sockets.work(self.transport)
            case "idle":  # uvicorn closes it after `keep_alive_seconds` when everything is sent
                self.sockets.wait(self.transport, limits.keep_alive_seconds + limits.send_seconds)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is counted."""

    sockets: OpenSockets
    """Set by `limited_protocols`."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection open. The application limits its time until `hello`."""
        super().connection_made(transport)
        limits = self.sockets.limits
        self.frames_bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        """For frames that are no messages. The application limits the rate of messages."""
        self.conn.available_extensions = [deflate_offer()]
        self.window_bits: int | None = None
        self.sockets.work(transport)

    def handle_connect(self, event: Request) -> None:
        """Begin a conversation. The application sends whole frames, see `frames.Outlet`."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            deflate = next((each for each in self.conn.extensions if isinstance(each, PerMessageDeflate)), None)
            self.window_bits = None if deflate is None else deflate.local_max_window_bits
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), OUTLET: self}  # type: ignore[dict-item]

    @property
    def is_writable(self) -> bool:
        """Whether the client keeps up with reading."""
        return self.writable.is_set()

    async def wait_until_writable(self) -> None:
        """Wait for a client that reads slowly."""
        await self.writable.wait()

    def write_frame(self, frame: bytes) -> None:
        """Send a frame; do nothing if the connection has ended."""
        if self.handshake_complete and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_slow_enough():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note the answer to a ping."""
        if self._is_slow_enough():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Continue a message."""
        if self._is_slow_enough():
            super().handle_cont(event)

    def _is_slow_enough(self) -> bool:
        if self.frames_bucket.take():
            return True
        self.transport.abort()
        return False

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. After the last one, the connection waits for its client to close it."""
        await super().send(message)
        if self.close_sent:
            self.sockets.wait(self.transport, self.close_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self.sockets.forget(self.transport)
        super().connection_lost(exc)


def limited_protocols(sockets: OpenSockets) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Return the two protocols of a server. Uvicorn makes their instances, so they cannot get arguments."""

    class Http(LimitedHttp):
        pass

    class Socket(LimitedWebSocket):
        pass

    Http.sockets = Socket.sockets = sockets
    return Http, Socket


class AcceptErrors:
    """Exception handler of the event loop: closes waiting connections when none can be accepted; logs once a minute."""

    def __init__(self, sockets: OpenSockets, clock: Clock = time.monotonic) -> None:
        self.sockets, self.clock = sockets, clock
        self.unreported = 0
        self.reported_at: float | None = None

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an uncaught exception."""
        if not str(context.get("message")).startswith("socket.accept()"):
            loop.default_exception_handler(context)
            return
        self.unreported += 1
        now = self.clock()
        if self.reported_at is None or now - self.reported_at >= SECONDS_BETWEEN_LOG_LINES:
            self.sockets.close_oldest(ACCEPT_BATCH)
            log.error("cannot accept connections (%s); %d failures", context.get("exception"), self.unreported)
            self.unreported, self.reported_at = 0, now
