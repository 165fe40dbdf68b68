"""Clients for the load run: very many, in one process, on the bare protocol so that they cost little themselves."""

import asyncio
import json
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")
WATCHER = SEATS
"""The number by which the cheapest server knows who watches."""
LANGUAGES = ("en", "de")
Table = tuple[str, list[str]]
"""Its name and the keys to its seats."""


@dataclass(frozen=True)
class Crew:
    """Who sits down at each table besides its four seats, and how they read."""

    watchers: int = 0
    languages: int = 1
    """1: all read English. 2: every second seat and every second watcher reads German."""


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(process: int) -> int:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


FOUR_SEATS = Crew()
PATIENCE_SECONDS = 240.0
"""How long a phase lasts at most if fewer actions are played than were wanted."""


@dataclass
class Tally:
    """What is counted while a phase lasts."""

    answers: list[float] = field(default_factory=list)
    texts: int = 0
    letters: int = 0
    wire: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    finished: int = 0


class Crowd:
    """All clients together."""

    def __init__(self, think: tuple[float, float]) -> None:
        self.think = think
        """Seconds between being asked and acting: from, to."""
        self.is_playing = False
        self.tally = Tally()
        self.asked: list[Callable[[], None]] = []
        """Who was asked before play began."""
        self.recordings: list[list[list[list[str]]]] = []


class Player(asyncio.Protocol):
    """One client at a seat: plays any option when asked."""

    def __init__(
        self, crowd: Crowd, table: Table, seat: int, language: str, steps: list[list[list[str]]] | None
    ) -> None:
        self.crowd, self.table, self.seat, self.language, self.steps = crowd, table, seat, language, steps
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        deflate = ClientPerMessageDeflateFactory(client_max_window_bits=True, compress_settings={"memLevel": 5})
        self.protocol = ClientProtocol(parse_uri("ws://127.0.0.1/ws"), extensions=[deflate], max_size=None)
        self.number = 0
        self.sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.protocol.send_request(self.protocol.connect())
        self._flush()

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        self.crowd.tally.wire += len(data)
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Response):
                assert event.status_code == 101
                name, keys = self.table
                hello = {"type": "hello", "table": name, "language": self.language}
                self.say(hello | {"token": keys[self.seat]} if self.seat < len(keys) else hello)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.hear(bytes(event.data).decode())
        self._flush()

    def say(self, message: dict[str, Any]) -> None:
        """Send something."""
        self.protocol.send_text(json.dumps(message).encode())
        self._flush()

    def hear(self, text: str) -> None:
        """Take in what was sent."""
        tally = self.crowd.tally
        tally.texts += 1
        tally.letters += len(text)
        if self.steps is not None and not text.startswith('{"type":"done"'):
            self.steps[-1][self.seat].append(text)
        if text.startswith('{"type":"done"'):
            tally.answers.append(time.perf_counter() - self.sent)
        elif text.startswith('{"type":"refused"'):
            tally.refusals[json.loads(text)["name"]] += 1
        elif text.startswith('{"type":"state"'):
            if not self.ready.done():
                self.ready.set_result(None)
            self.decide(json.loads(text))

    def decide(self, state: dict[str, Any]) -> None:
        """If there is something to choose: any of it, after a moment."""
        self.crowd.tally.finished += state["is_over"]
        if not state["options"]:
            return
        act = {"type": "act", "revision": state["revision"], "actions": [random.choice(state["options"])["number"]]}

        def go() -> None:
            self.number += 1
            if self.steps is not None:
                self.steps.append([[] for _ in range(SEATS + 1)])
            self.sent = time.perf_counter()
            self.say({**act, "id": self.number})

        if not self.crowd.is_playing:
            self.crowd.asked.append(go)
        elif self.crowd.think == (0.0, 0.0):
            go()
        else:
            asyncio.get_running_loop().call_later(random.uniform(*self.crowd.think), go)


async def drive(
    port: int,
    server: int,
    tables: list[Table],
    phases: dict[str, Any],
    recorded: int,
    crew: Crew = FOUR_SEATS,
    least: int = 0,
) -> dict[str, Any]:
    """Sit down at all tables, play through the phases, and return what was measured.

    Each phase lasts until so many actions were played at least.
    """
    crowd, loop = Crowd((0.0, 0.0)), asyncio.get_running_loop()
    memory = memory_of(server)
    for at, table in enumerate(tables):
        steps: list[list[list[str]]] | None = None
        if at < recorded:
            steps = [[[] for _ in range(SEATS + 1)]]
            crowd.recordings.append(steps)
        sitting = [*range(SEATS), *[WATCHER] * crew.watchers]
        players = [
            Player(crowd, table, seat, LANGUAGES[number % crew.languages], steps if number <= WATCHER else None)
            for number, seat in enumerate(sitting)
        ]
        for player in players:
            await loop.create_connection(lambda who=player: who, "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.wait_for(asyncio.gather(*(player.ready for player in players)), 120)
    measured: dict[str, Any] = {"seated": memory_of(server) - memory}
    crowd.is_playing = True
    for name, (seconds, think) in phases.items():
        crowd.think = tuple(think)
        for go in crowd.asked:
            loop.call_later(random.uniform(0, max(think[1], 0.5)), go)
        crowd.asked = []
        await asyncio.sleep(min(5.0, seconds / 5))
        crowd.tally, cpu, own, start = Tally(), cpu_of(server), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        while len(crowd.tally.answers) < least and time.perf_counter() - start < PATIENCE_SECONDS:
            await asyncio.sleep(0.05)
        lasted = time.perf_counter() - start
        measured[name] = report(crowd.tally, lasted, cpu_of(server) - cpu, time.process_time() - own)
    measured["memory"] = memory_of(server) - memory
    crowd.is_playing = False
    return {**measured, "recordings": [answered(steps) for steps in crowd.recordings]}


def answered(steps: list[list[list[str]]]) -> list[list[list[str]]]:
    """A recording up to the last action after which somebody was asked again."""
    asked = [at for at, step in enumerate(steps) if any('"options":[{' in text for texts in step for text in texts)]
    return steps[: asked[-1] + 1]


def report(tally: Tally, seconds: float, cpu: float, own: float) -> dict[str, Any]:
    """The figures of one phase."""
    answers = sorted(tally.answers)
    actions = len(answers)
    return {
        "actions a second": actions / seconds,
        "median answer, ms": 1000 * statistics.median(answers),
        "95 % of answers within, ms": 1000 * answers[int(0.95 * actions)],
        "server CPU for an action, ms": 1000 * cpu / actions,
        "server busy, cores": cpu / seconds,
        "clients busy, cores": own / seconds,
        "messages for an action": tally.texts / actions,
        "KB for an action": tally.letters / actions / 1000,
        "KB for an action, compressed": tally.wire / actions / 1000,
        "refused": sum(tally.refusals.values()),
        "games finished": tally.finished // SEATS,
    }
