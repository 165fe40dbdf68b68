"""The server at a public address: half-open connections, slow clients, foreign hosts, proxies, limits at once."""

import asyncio
import json
import logging
import os
import re
import resource
import socket
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect as connect_now

from tests.server.harness import FAST, PATIENCE, Client, Running, keys, served
from tests.server.kills import ADDRESS, ROOT
from ulpia.cli import main
from ulpia.server import sockets as sockets_module
from ulpia.server.errors import BadLimit, NoFreePort, UnknownLimit
from ulpia.server.hosts import Hosts, parse_host
from ulpia.server.limits import Limits, network_of, parse_limits
from ulpia.server.proxies import Proxies, parse_network
from ulpia.server.serve import bind, bind_metrics
from ulpia.server.sockets import AcceptErrors, OpenSockets, most_sockets

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TABLE = {"game": "trajan", "seats": [{"kind": "me"}, {"kind": "friend"}]}
FILES = 1024
HALF_OPEN = 2000
MOST_BYTES = 10_000_000
"""More than a broken frame needs, less than a bomb would."""


@contextmanager
def limited_server(folder: Path, *options: str) -> Iterator[int]:
    """Run a real server that may open 1024 files; yield its port."""
    command = [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", "0", *options]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment,
            cwd=ROOT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
        )
    try:
        assert process.stdout
        line = process.stdout.readline().decode()
        assert ADDRESS in line, (line, (folder / "log").read_text())
        yield int(line.partition(ADDRESS)[2].split("/")[0])
    finally:
        process.terminate()
        process.communicate(timeout=10 * PATIENCE)


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process is the attacker: it needs a file for each connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < HALF_OPEN + 500:
        pytest.skip("this process may not open enough files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize("options", [(), ("--limit", "sockets_per_address=5000")], ids=["by address", "in all"])
def test_honest_requests_are_answered_beside_half_open_ones(tmp_path: Path, options: tuple[str, ...]) -> None:
    """A9: with 1024 files, and 2000 half-open connections from the very address that honest requests come from."""
    with limited_server(tmp_path, *options) as port, ExitStack() as closing:
        opened = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=TABLE, trust_env=False, timeout=PATIENCE).json()
        hello = {"type": "hello", "table": opened["table"], "language": "en", "token": keys(opened)[0]}
        sitting = closing.enter_context(connect_now(f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=PATIENCE))
        sitting.send(json.dumps(hello))
        for at in range(HALF_OPEN):
            attacker = socket.create_connection(("127.0.0.1", port), timeout=10 * PATIENCE)
            closing.enter_context(attacker)
            attacker.sendall(HALF)
            if at % 400 == 399:
                health = httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False, timeout=10 * PATIENCE)
                assert health.status_code == 200
        sitting.send(json.dumps({"type": "chat", "text": "still here", "id": 7}))
        while json.loads(sitting.recv(timeout=10 * PATIENCE)).get("id") != 7:
            pass
        with connect_now(f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=10 * PATIENCE) as newcomer:
            newcomer.send(json.dumps(hello))
            assert json.loads(newcomer.recv(timeout=10 * PATIENCE))["type"] == "welcome"
    assert (tmp_path / "log").read_text().count("cannot accept") <= 1
    assert "Traceback" not in (tmp_path / "log").read_text()


# Time limits


async def read_to_the_end(reader: asyncio.StreamReader) -> bytes:
    """What the server sends before it closes the connection."""
    try:
        return await asyncio.wait_for(reader.read(), 10 * PATIENCE)
    except ConnectionResetError:
        return b""


def test_headers_that_never_end_close_the_connection(tmp_path: Path) -> None:
    """A9: however slowly they arrive; each byte begins no new time limit."""

    async def test(server: Running) -> None:
        silent, closing = await asyncio.open_connection("127.0.0.1", server.port)
        slow, writer = await asyncio.open_connection("127.0.0.1", server.port)

        async def send_slowly() -> None:
            while True:
                writer.write(b"X")
                await asyncio.sleep(0.01)

        writer.write(HALF)
        sending = asyncio.create_task(send_slowly())
        assert await read_to_the_end(silent) == b""
        assert await read_to_the_end(slow) == b""
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        closing.close()
        writer.close()

    served(tmp_path, test, replace(FAST, header_seconds=0.5))


def test_a_body_that_never_comes_is_refused_by_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        answer = await read_to_the_end(reader)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["name"] == "TooSlow"
        writer.close()

    served(tmp_path, test, replace(FAST, body_seconds=0.2))
    assert not caplog.records


def test_a_client_that_leaves_before_its_body_is_no_error_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: Running) -> None:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
            await writer.drain()
            while len(server.context.sockets) < 1:
                await asyncio.sleep(0.01)
            writer.close()
        while len(server.context.sockets):
            await asyncio.sleep(0.01)

    served(tmp_path, test)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_body_that_is_not_read_does_not_keep_the_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to GET does not wait for the body; a trickle of it must not count as a sign of life."""
    monkeypatch.setattr(sockets_module, "GRACE_SECONDS", 0.0)

    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n")

        async def send_slowly() -> None:
            while True:
                writer.write(b"X")
                await asyncio.sleep(0.01)

        sending = asyncio.create_task(send_slowly())
        await read_to_the_end(reader)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        writer.close()

    served(tmp_path, test, replace(FAST, body_seconds=0.5, header_seconds=1e6, keep_alive_seconds=1e6))


def test_an_idle_connection_is_closed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(WHOLE)
        assert b"fine" in await read_to_the_end(reader)
        writer.close()

    served(tmp_path, test, replace(FAST, keep_alive_seconds=1))


def test_a_client_that_does_not_read_its_answer_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests come one after the other in one go; their answers fill every buffer."""

    async def test(server: Running) -> None:
        opened: list[asyncio.Transport] = []
        count = server.context.sockets.open

        def note(transport: asyncio.Transport) -> None:
            opened.append(transport)
            count(transport)

        monkeypatch.setattr(server.context.sockets, "open", note)
        greedy = socket.socket()
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        greedy.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(greedy, ("127.0.0.1", server.port))
        request = b"GET /assets/symbols.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        await loop.sock_sendall(greedy, request * 200)
        while not opened or len(server.context.sockets):
            await asyncio.sleep(0.01)
        greedy.close()

    served(tmp_path, test, replace(FAST, send_seconds=0.5, keep_alive_seconds=1))


# Counts


class Pretended:
    """A transport that is never read from."""

    def __init__(self, peer: str) -> None:
        self.peer, self.is_aborted = peer, False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.peer, 1

    def is_closing(self) -> bool:
        return self.is_aborted

    def abort(self) -> None:
        self.is_aborted = True


class Register:
    """`OpenSockets` with pretended transports and a clock of its own."""

    def __init__(self, proxies: Proxies | None = None, **limits: int) -> None:
        self.now = 0.0
        self.sockets = OpenSockets(replace(Limits(), **limits), proxies or Proxies(), clock=lambda: self.now)

    def open(self, peer: str) -> Any:
        transport = Pretended(peer)
        self.sockets.open(transport)  # type: ignore[arg-type]
        return transport


def test_when_an_address_has_too_many_connections_its_oldest_waiting_one_is_closed() -> None:
    register = Register(sockets_per_address=4)
    first, second, *others = [register.open("192.0.2.1") for _ in range(4)]
    register.sockets.work(first)
    elsewhere = register.open("192.0.2.2")
    newest = register.open("192.0.2.1")
    assert [each.is_aborted for each in (first, second, *others, newest, elsewhere)] == [False, True, *[False] * 4]
    assert len(register.sockets) == 5
    for busy in (*others, newest):
        register.sockets.work(busy)
    assert register.open("192.0.2.1").is_aborted  # nothing can be closed for it
    assert not register.open("192.0.2.3").is_aborted
    register.sockets.forget(first)
    assert not register.open("192.0.2.1").is_aborted


def test_when_there_are_too_many_connections_in_all_the_oldest_waiting_one_is_closed() -> None:
    register = Register(sockets=16)
    opened = [register.open(f"192.0.2.{at}") for at in range(16)]
    register.sockets.work(opened[0])
    register.sockets.wait(opened[1], 1.0)  # it has sent something new
    assert not register.open("198.51.100.1").is_aborted
    assert [at for at, each in enumerate(opened) if each.is_aborted] == [2]
    assert len(register.sockets) == 16
    register.sockets.close_oldest(3)
    assert [at for at, each in enumerate(opened) if each.is_aborted] == [2, 3, 4, 5]


def test_an_ipv6_network_counts_as_one_address() -> None:
    register = Register(sockets_per_address=4)
    opened = [register.open(f"2001:db8::{at:x}") for at in range(1, 7)]
    assert [each.is_aborted for each in opened] == [True, True, *[False] * 4]
    assert not any(register.open(f"2001:db8:0:{at:x}::1").is_aborted for at in range(1, 7))
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"  # IPv4 at an IPv6 socket
    assert network_of("nowhere") == "nowhere"


def test_a_trusted_proxy_has_only_the_limit_of_all() -> None:
    register = Register(Proxies([parse_network("10.0.0.0/24")]), sockets=16, sockets_per_address=4)
    opened = [register.open("10.0.0.7") for _ in range(16)]
    assert not any(each.is_aborted for each in opened)
    register.open("10.0.0.7")
    assert opened[0].is_aborted


def test_overdue_connections_are_closed() -> None:
    register = Register()
    waiting, busy, closing = (register.open("192.0.2.1") for _ in range(3))
    register.sockets.work(busy)
    register.sockets.work(closing)
    closing.is_closing = lambda: True  # what it was sent is not read
    limits = register.sockets.limits
    register.sockets.sweep()
    assert not waiting.is_aborted
    register.now = limits.header_seconds
    register.sockets.sweep()
    assert [each.is_aborted for each in (waiting, busy, closing)] == [True, False, False]
    register.now = limits.send_seconds
    register.sockets.sweep()
    assert [each.is_aborted for each in (busy, closing)] == [False, True]
    assert len(register.sockets) == 1


def test_files_are_kept_in_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((1024, 640), (256, 128), (1_000_000, 4096), (resource.RLIM_INFINITY, 4096)):
        monkeypatch.setattr(resource, "getrlimit", lambda _which, files=files: (files, files))
        assert most_sockets(4096) == most


def test_websockets_of_an_address_are_limited_and_leave_some_connections_for_requests(tmp_path: Path) -> None:
    """The next one gets the reason in its language; when another leaves, a new one may come."""

    async def test(server: Running) -> None:
        async with server.client(), server.client() as second:
            async with server.client() as third:
                address = f"ws://127.0.0.1:{server.port}/ws"
                async with connect(address, proxy=None, additional_headers={"accept-language": "de"}) as socket:
                    refused = Client(socket)
                    message = await refused.receive()
                    assert message["name"] == "TooManySockets"
                    assert "Verbindungen" in message["sentence"]
                    assert await refused.closed() == 1013
                assert (await server.http.get("/health")).status_code == 200
                assert await third.refusal({"type": "look", "position": 0}) == "HelloFirst"
            while server.context.sockets._websockets.total() > 2:
                await asyncio.sleep(0.01)
            async with server.client() as another:
                assert await another.refusal({"type": "look", "position": 0}) == "HelloFirst"
            assert await second.refusal({"type": "look", "position": 0}) == "HelloFirst"

    served(tmp_path, test, replace(FAST, sockets_per_address=4))


def test_a_refused_websocket_that_stays_open_is_closed_for_a_request(tmp_path: Path) -> None:
    """Its client never answers the close, and asks for more until the address has no connection left."""

    async def test(server: Running) -> None:
        writers = []
        for _ in range(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writers.append(writer)
            writer.write(HANDSHAKE)
            assert b"101" in await asyncio.wait_for(reader.readline(), PATIENCE)
            while len(server.context.sockets) < min(len(writers), 4):
                await asyncio.sleep(0.01)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", trust_env=False) as honest:
            assert (await honest.get("/health", timeout=PATIENCE)).status_code == 200
        for writer in writers:
            writer.close()

    served(tmp_path, test, replace(FAST, sockets_per_address=4, hello_seconds=1000))


def test_messages_of_all_clients_of_an_address_are_limited(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        async with server.client() as one, server.client() as other:
            look = {"type": "look", "position": 0}
            names = [await client.refusal(look) for client in (one, other, one, other)]
            assert names == ["HelloFirst", "HelloFirst", "TooFast", "TooFast"]

    served(tmp_path, test, replace(FAST, address_messages_at_once=5, address_messages_per_second=1e-6))


def test_websockets_behind_a_proxy_are_counted_by_the_address_it_names(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        address = f"ws://127.0.0.1:{server.port}/ws"

        async def first_answer(client: str, closing: Any) -> str:
            headers = {"x-forwarded-for": client}
            socket = await closing.enter_async_context(connect(address, proxy=None, additional_headers=headers))
            with suppress(ConnectionClosed):
                await socket.send(json.dumps({"type": "look", "position": 0}))
            return str((await Client(socket).receive())["name"])

        async with AsyncExitStack() as closing:
            names = [await first_answer("203.0.113.5", closing) for _ in range(4)]
            assert names == ["HelloFirst"] * 3 + ["TooManySockets"]
            assert await first_answer("203.0.113.6", closing) == "HelloFirst"
            assert await first_answer("2001:db8::1, 203.0.113.7", closing) == "HelloFirst"

    served(tmp_path, test, replace(FAST, sockets_per_address=4), proxies=Proxies([parse_network("127.0.0.1")]))


def test_clients_that_come_at_once_do_not_exceed_the_limit_of_a_table(tmp_path: Path) -> None:
    """A10: each of them has to wait for the database between being counted and joining."""
    most = 5

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")

        async def watch() -> str:
            async with server.client(opened["table"]) as client:
                first = await client.receive()
                await all_have_asked.wait()
                return str(first.get("name", first["type"]))

        all_have_asked = asyncio.Barrier(30)
        async with server.client(opened["table"], keys(opened)[0]) as player:
            await player.now()
            answers = await asyncio.gather(*(watch() for _ in range(30)))
        assert answers.count("welcome") == most - 1
        assert answers.count("TooManyClients") == 30 - most + 1

    served(tmp_path, test, replace(FAST, clients_per_table=most))


def test_spectators_cannot_keep_a_player_out(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        async with server.client(opened["table"]) as spectator:
            await spectator.now()
            async with server.client(opened["table"]) as refused:
                assert (await refused.until("refused"))["name"] == "TooManyClients"
            async with server.client(opened["table"], keys(opened)[1]) as player:
                assert (await player.until("welcome"))["you"] == 1

    served(tmp_path, test, replace(FAST, clients_per_table=1))


FRAMES = {"pings": b"\x89\x80\0\0\0\0", "pongs": b"\x8a\x80\0\0\0\0", "continuations": b"\x00\x80\0\0\0\0"}
FIRST_PART = b"\x01\x80\0\0\0\0"


@pytest.mark.parametrize("kind", FRAMES)
def test_a_flood_of_frames_that_are_no_messages_is_cut_off(tmp_path: Path, kind: str) -> None:
    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write((FIRST_PART if kind == "continuations" else b"") + FRAMES[kind] * 50)
        await read_to_the_end(reader)
        writer.close()

    limits = replace(FAST, messages_at_once=10, messages_per_second=1e-6, hello_seconds=1e6)
    served(tmp_path, test, limits)


def bomb() -> bytes:
    """60 MB of one letter, compressed to a frame of 58 KB."""
    press = zlib.compressobj(wbits=-15)
    data = press.compress(b"a" * 60_000_000) + press.flush(zlib.Z_SYNC_FLUSH)
    return b"\xc1\xfe" + len(data[:-4]).to_bytes(2, "big") + bytes(4) + data[:-4]


BROKEN_FRAMES = {
    "not masked": (b"\x81\x02{}", 1002),
    "unknown kind": (b"\x83\x81\0\0\0\0x", 1002),
    "long ping": (b"\x89\xfe\0\x7e" + bytes(4 + 126), 1002),
    "reserved bit": (b"\xa1\x81\0\0\0\0x", 1002),
    "no UTF-8": (b"\x81\x82\0\0\0\0\xff\xfe", 1007),
    "endless": (b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4) + b"x", 1009),
    "not compressed": (b"\xc1\x84\0\0\0\0\xff\xff\xff\xff", 1002),
    "bomb": (bomb(), 1009),
}


@pytest.mark.parametrize("kind", BROKEN_FRAMES)
def test_a_broken_frame_closes_the_connection_and_costs_nothing(tmp_path: Path, kind: str) -> None:
    """A7, and what one tries next: frames that break the protocol of WebSockets."""
    frame, code = BROKEN_FRAMES[kind]
    handshake = HANDSHAKE.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")

    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(handshake)
        await reader.readuntil(b"\r\n\r\n")
        tracemalloc.start()
        writer.write(frame)
        answer = await read_to_the_end(reader)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        writer.close()
        assert answer[:1] == b"\x88"  # close
        assert int.from_bytes(answer[2:4], "big") == code
        assert peak < MOST_BYTES

    served(tmp_path, test)


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
AMBIGUOUS = {
    "two lengths": HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "negative length": HEAD + b"Content-Length: -5\r\n\r\n",
    "two hosts": HEAD + b"Host: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "space before the colon": HEAD + b"Content-Length : 5\r\n\r\nhello",
    "folded header": HEAD + b"X: a\r\n b\r\nContent-Length: x\r\n\r\n",
    "endless header": HEAD + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_a_request_that_can_be_read_in_two_ways_is_refused(tmp_path: Path, kind: str) -> None:
    """Otherwise a proxy and this server could disagree where the next request begins, or for whom it is."""

    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(AMBIGUOUS[kind])
        line = (await asyncio.wait_for(reader.readline(), 10 * PATIENCE)).decode()
        writer.close()
        assert line.startswith("HTTP/1.1 400")

    served(tmp_path, test)


def test_accept_errors_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    register = Register(sockets=16)
    waiting = register.open("192.0.2.1")
    handler = AcceptErrors(register.sockets, clock=lambda: register.now)
    others: list[Any] = []

    class Loop:
        def default_exception_handler(self, context: Any) -> None:
            others.append(context)

    error = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
    for second in range(150):
        register.now = float(second)
        handler(Loop(), error)  # type: ignore[arg-type]
    assert [record.getMessage().rpartition("; ")[2] for record in caplog.records] == [
        "1 failures",
        "60 failures",
        "60 failures",
    ]
    assert "Too many open files" in caplog.text
    assert waiting.is_aborted
    handler(Loop(), {"message": "something else"})  # type: ignore[arg-type]
    assert others == [{"message": "something else"}]


# Requests


def test_requests_of_an_address_are_limited_and_those_for_files_count_less(tmp_path: Path) -> None:
    """A13."""

    async def test(server: Running) -> None:
        answers = [await server.http.get("/api/games") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["name"] == "TooManyRequests"
        files = [(await server.http.get("/assets/icon.svg")).status_code for _ in range(6)]
        assert files == [200] * 5 + [429]

    served(tmp_path, test, replace(FAST, requests_at_once=25, requests_per_second=1e-6))


@pytest.mark.parametrize("path", ["/assets/%00.js", "/table.html%00/x", "/api/tables/%00", "/%0a", "/api/words/%00"])
def test_a_path_with_control_characters_leads_nowhere(
    tmp_path: Path, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A4."""

    async def test(server: Running) -> None:
        answer = await server.http.get(path)
        assert (answer.status_code, answer.json()["name"]) == (404, "NoPage")

    served(tmp_path, test)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_hello_with_control_characters_is_refused_by_name(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        async with server.client() as client:
            hello = {"type": "hello", "table": "a\0", "language": "en"}
            assert await client.refusal(hello) == "BadField"
            assert await client.refusal({**hello, "table": "a", "token": "\0"}) == "BadField"

    served(tmp_path, test)


# Hosts, origins, proxies


HOSTS = [
    ("127.0.0.1", True),
    ("127.0.0.1:8000", True),
    ("localhost:8000", True),
    ("LOCALHOST.", True),
    ("[::1]:8000", True),
    ("127.8.8.8", True),
    ("", True),
    ("evil.example", False),
    ("evil.example:8000", False),
    ("127.0.0.1.evil.example", False),
    ("localhost.evil.example", False),
    ("user@127.0.0.1", False),
    ("127.0.0.1:8000@evil.example", False),
    ("0x7f.1", False),
    ("2130706433", False),
    ("127.0.0.1/x", False),
    ("127.0.0.1:port", False),
    ("192.0.2.1", False),
    ("a b", False),
    ("[::1", False),
]


@pytest.mark.parametrize(("host", "is_fine"), HOSTS)
def test_a_server_answers_to_its_address_only(host: str, is_fine: bool) -> None:
    assert Hosts().allow(host) == is_fine
    assert Hosts(["table.example"]).allow(host) == is_fine


def test_a_server_answers_to_the_names_it_was_given() -> None:
    hosts = Hosts(["Table.Example", "tisch.köln:8443"])
    for host in ("table.example", "TABLE.example:8443", "tisch.xn--kln-sna:1"):
        assert hosts.allow(host), host
    assert not hosts.allow("other.example")
    assert not hosts.allow("sub.table.example")


def test_a_server_that_listens_everywhere_answers_to_every_address_but_to_no_foreign_name() -> None:
    """DNS rebinding needs a name: an address cannot lead elsewhere."""
    hosts = Hosts(listening=["0.0.0.0"])
    assert hosts.allow("192.168.1.5:8000")
    assert hosts.allow(socket.gethostname())
    assert not hosts.allow("evil.example")
    assert Hosts(listening=["192.168.1.5"]).allow("192.168.1.5")
    assert not Hosts(listening=["192.168.1.5"]).allow("192.168.1.6")


def test_requests_for_a_foreign_host_are_refused(tmp_path: Path) -> None:
    """A2: DNS rebinding. Origin and Host agree, and are foreign."""

    async def test(server: Running) -> None:
        foreign = {"host": "evil.example", "origin": "http://evil.example"}
        for method, path in (("POST", "/api/tables"), ("GET", "/"), ("GET", "/health"), ("GET", "/nowhere")):
            answer = await server.http.request(method, path, headers={**foreign, "accept-language": "de"})
            assert (answer.status_code, answer.json()["name"]) == (421, "BadHost")
            assert "evil.example" in answer.json()["sentence"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://evil.example:{server.port}/ws", proxy=None, host="127.0.0.1", port=server.port)
        assert refused.value.response.status_code == 421
        own = {"host": "table.example", "origin": "http://table.example"}
        assert (await server.http.post("/api/tables", json=TABLE, headers=own)).status_code == 201

    served(tmp_path, test, hosts=Hosts(["table.example"]))


def test_behind_a_proxy_that_changes_the_host_pages_of_the_given_name_are_fine(tmp_path: Path) -> None:
    """The proxy asks 127.0.0.1; the page is at https://table.example."""

    async def test(server: Running) -> None:
        for origin, status in (
            ("https://table.example", 201),
            ("http://TABLE.example", 201),
            ("https://table.example:443", 201),
            ("https://table.example:8443", 403),
            ("https://other.example:8443", 201),
            ("https://other.example", 403),
            ("https://evil.example", 403),
            ("ftp://table.example", 403),
            ("null", 403),
            ("", 403),
        ):
            answer = await server.http.post("/api/tables", json=TABLE, headers={"origin": origin})
            assert answer.status_code == status, origin
        address = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(address, proxy=None, origin="https://table.example") as socket:  # type: ignore[arg-type]
            assert await Client(socket).refusal({"type": "look", "position": 0}) == "HelloFirst"
        async with connect(address, proxy=None, origin="https://evil.example") as socket:  # type: ignore[arg-type]
            assert (await Client(socket).receive())["name"] == "BadOrigin"

    served(tmp_path, test, hosts=Hosts(["table.example", "other.example:8443"]))


def test_x_forwarded_for_is_not_believed_unless_it_comes_from_a_named_proxy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A11: not even from this machine. The log says once what to do about it."""

    async def test(server: Running) -> None:
        for at in range(4):
            headers = {"x-forwarded-for": f"203.0.113.{at}", "x-forwarded-proto": "https"}
            answer = await server.http.post("/api/tables", json=TABLE, headers=headers)
            assert answer.status_code == (201 if at < 2 else 429)

    served(tmp_path, test, replace(FAST, tables_at_once=2, tables_per_minute=1e-6))
    assert [record.getMessage() for record in caplog.records if "--proxy" in record.getMessage()] == [
        "127.0.0.1 sends X-Forwarded-For, which is ignored. If it is your proxy, use --proxy 127.0.0.1"
    ]


def test_x_forwarded_for_is_believed_from_a_named_proxy(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        async def opens(forwarded: str) -> bool:
            answer = await server.http.post("/api/tables", json=TABLE, headers={"x-forwarded-for": forwarded})
            return answer.status_code == 201

        assert [await opens("203.0.113.1") for _ in range(2)] == [True, False]
        assert await opens("203.0.113.2")
        assert not await opens("198.51.100.9, 203.0.113.1")  # the client's own claim stands further left
        assert [await opens(f"2001:db8::{at}") for at in range(1, 3)] == [True, False]

    limits = replace(FAST, tables_at_once=1, tables_per_minute=1e-6)
    served(tmp_path, test, limits, proxies=Proxies([parse_network("127.0.0.1")]))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "203.0.113.1", "192.0.2.1"),
        ("10.0.0.5", "203.0.113.1", "203.0.113.1"),
        ("10.0.0.5", "203.0.113.1:4711", "203.0.113.1"),
        ("10.0.0.5", "[2001:db8::1]:80", "2001:db8::1"),
        ("10.0.0.5", "::ffff:203.0.113.1", "203.0.113.1"),
        ("::ffff:10.0.0.5", "203.0.113.1", "203.0.113.1"),
        ("10.0.0.5", "1.1.1.1, 203.0.113.1, 10.0.0.6", "203.0.113.1"),
        ("10.0.0.5", "10.0.0.6", "10.0.0.6"),
        ("10.0.0.5", "203.0.113.1, nonsense", "10.0.0.5"),
        ("10.0.0.5", "nonsense, 203.0.113.1", "203.0.113.1"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("", "203.0.113.1", ""),
    ],
)
def test_the_client_is_the_last_address_that_is_no_trusted_proxy(peer: str, forwarded: str, client: str) -> None:
    assert Proxies([parse_network("10.0.0.0/24")]).client_address(peer, forwarded) == client


# Options


def test_limits_are_read_from_options() -> None:
    limits = parse_limits(["sockets=500", " header_seconds = 2.5 ", "sockets=600"])
    assert (limits.sockets, limits.header_seconds) == (600, 2.5)
    assert replace(limits, sockets=Limits.sockets, header_seconds=Limits.header_seconds) == Limits()


@pytest.mark.parametrize("setting", ["sockets", "sockets=", "sockets=x", "sockets=1.5", "sockets=-1", "sockets=15"])
def test_a_limit_that_is_no_count_is_refused(setting: str) -> None:
    with pytest.raises(BadLimit, match="a whole number of at least 16"):
        parse_limits([setting])


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "", "1,5"])
def test_a_limit_that_is_no_positive_number_is_refused(value: str) -> None:
    with pytest.raises(BadLimit, match=f"must be a number above 0, not “{value}”"):
        parse_limits([f"rest_seconds={value}"])
    with pytest.raises(BadLimit, match="must be a number of at least 5"):
        parse_limits([f"messages_at_once={value}"])


def test_an_unknown_limit_is_refused_with_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownLimit, match=r"message_bytes, .*sockets_per_address"):
        parse_limits(["socket=1"])
    assert main(["--language", "de", "serve", "--no-browser", "--limit", "nonsense=1"]) == 2
    assert "Eine Grenze „nonsense“ gibt es nicht" in capsys.readouterr().err


def test_every_limit_can_be_set_to_its_default() -> None:
    assert parse_limits([f"{name}={value}" for name, value in asdict(Limits()).items()]) == Limits()


def test_the_page_for_operators_lists_every_limit_with_its_default() -> None:
    page = (ROOT / "docs" / "operating.md").read_text()
    for name, value in asdict(Limits()).items():
        assert f"| `{name}` | {value:g} |" in page, name
    listed = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `") and line.count("|") == 4}
    assert set(asdict(Limits())) <= listed


@pytest.mark.parametrize(
    "option",
    [
        "--host-name=a b",
        "--host-name=",
        "--host-name=https://a.example",
        "--host-name=-a.example",
        "--proxy=x",
        "--proxy=10.0.0.0/40",
        "--proxy=",
        "--metrics=127.0.0.1",
        "--metrics=x:y",
        "--metrics=9100",
        "--metrics=127.0.0.1:70000",
    ],
)
def test_options_that_make_no_sense_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "en", "serve", option])
    assert option.partition("=")[0] in capsys.readouterr().err


def test_host_names_are_split_from_their_ports() -> None:
    assert parse_host("table.example:8443") == ("table.example", 8443)
    assert parse_host("[::1]:80") == ("::1", 80)
    assert parse_host("10.0.0.1") == ("10.0.0.1", None)


def test_metrics_need_a_port_of_their_own() -> None:
    with bind("127.0.0.1", 0) as tables:
        port = tables.getsockname()[1]
        for host in ("127.0.0.1", "127.0.0.2"):
            with pytest.raises(NoFreePort, match="--metrics"):
                bind_metrics(host, port, other_than=tables)
        bind_metrics("127.0.0.1", 0, other_than=tables).close()


def test_a_real_server_sends_metrics_from_their_own_address_only(tmp_path: Path) -> None:
    """S12."""
    with bind("127.0.0.1", 0) as free:
        metrics_port = free.getsockname()[1]
    with limited_server(tmp_path, "--metrics", f"127.0.0.1:{metrics_port}", "--host-name", "table.example") as port:
        ask = {"trust_env": False, "timeout": PATIENCE}
        assert "ulpia_tables 0.0" in httpx.get(f"http://127.0.0.1:{metrics_port}/metrics", **ask).text
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", **ask).status_code == 404
        assert httpx.get(f"http://127.0.0.1:{port}/", headers={"host": "table.example"}, **ask).status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/", headers={"host": "evil.example"}, **ask).status_code == 421


def test_what_a_client_sends_does_not_fill_the_log_of_a_real_server(tmp_path: Path) -> None:
    with limited_server(tmp_path) as port:
        for opening, garbage in (
            (b"", b"\x16\x03\x01 TLS at the wrong port\r\n\r\n"),
            (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"),
            (b"", b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"),
            (b"", HANDSHAKE.replace(b"Version: 13", b"Version: 12")),
            (HANDSHAKE, b"\x81\x82\0\0\0\0\xff\xff"),  # not UTF-8
            (HANDSHAKE, b"\xf1\x80\0\0\0\0"),  # reserved bits
        ):
            with socket.create_connection(("127.0.0.1", port), timeout=10 * PATIENCE) as client:
                client.sendall(opening)
                while opening and not client.recv(1).endswith(b"\n"):
                    pass
                client.sendall(garbage)
                client.shutdown(socket.SHUT_WR)
                while client.recv(4096):
                    pass
    log = (tmp_path / "log").read_text()
    assert [line for line in log.splitlines() if re.search(" (WARNING|ERROR) |^Traceback|^  ", line)] == []
