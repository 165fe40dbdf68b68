"""The cheapest possible server of the same messages: uvicorn and the WebSocket, and nothing behind them.

It answers from recordings of real games: who acts gets `done`, and everybody at the table the very bytes that the real
server sent after that action. No rules, no store, no pictures. `python -m tests.server.load` compares the two.
"""

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from tests.server.drivers import WATCHER
from ulpia.server.limits import Limits
from ulpia.server.serve import bind

NUMBER = re.compile(r'"id":\s*(\d+)')
Step = list[list[str]]
"""What each seat is sent after an action, and last what a watcher is sent."""
Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass
class Replay:
    """One table: a recording, how far it is, who sits at it."""

    steps: list[Step]
    at: int = 0
    clients: list[tuple[int, Send]] = field(default_factory=list)
    """What each client is sent: the messages of a seat, or those of a watcher."""

    async def go_on(self) -> None:
        """Send everybody the next step; after the last one those after sitting down again."""
        self.at = self.at % (len(self.steps) - 1) + 1
        for seat, send in self.clients:
            for text in self.steps[self.at][seat]:
                await send({"type": "websocket.send", "text": text})


class Cheapest:
    """An ASGI application."""

    def __init__(self, recordings: list[list[Step]]) -> None:
        self.recordings = recordings
        self.tables: dict[str, Replay] = {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        """Talk to one client."""
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        hello = json.loads((await receive())["text"])
        name, seat = hello["table"], int(hello.get("token", WATCHER))
        if name not in self.tables:
            self.tables[name] = Replay(self.recordings[int(name) % len(self.recordings)])
        table = self.tables[name]
        table.clients.append((seat, send))
        for text in table.steps[0][seat]:
            await send({"type": "websocket.send", "text": text})
        while (frame := await receive())["type"] == "websocket.receive":
            found = NUMBER.search(frame["text"])
            if found:
                await send({"type": "websocket.send", "text": f'{{"type":"done","id":{found[1]}}}'})
            await table.go_on()


def serve(recordings: Path) -> None:
    """Serve until stopped; says its port first. Set up as the real server is."""
    config = uvicorn.Config(
        Cheapest(json.loads(recordings.read_text(encoding="utf-8"))),  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=Limits().frame_bytes,
        lifespan="off",
    )
    with bind("127.0.0.1", 0) as bound:
        asyncio.run(Announced(config).serve([bound]))


class Announced(uvicorn.Server):
    """Uvicorn that prints its address when it is ready."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say where."""
        await super().startup(sockets)
        for bound in sockets or ():
            print(f"http://127.0.0.1:{bound.getsockname()[1]}/", flush=True)
