"""Kill the server while people play, start it again, and look whether everything acknowledged is there.

`python -m tests.server.kills 200` kills that often and reports. If anything
acknowledged is missing or a game is broken, the run ends with an error. Traffic goes to 127.0.0.1 only.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import ulpia
from tests.server.harness import Client
from ulpia.server.history import MatchHistory
from ulpia.server.storage.schema import UNDO, journal
from ulpia.server.storage.store import Store

ADDRESS = "at http://127.0.0.1:"
LONGEST = 10.0
"""Seconds between two kills."""
ROOT = Path(__file__).parents[2]


class Killed:
    """A server in a process of its own."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", "0"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            [*command, "--database", url], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=ROOT
        )
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        assert ADDRESS in line, line
        self.port = int(line.partition(ADDRESS)[2].split("/")[0])

    def kill(self) -> None:
        """As hard as can be."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


@dataclass
class Player:
    """Somebody who plays one seat, comes back after every fall, and remembers what was acknowledged."""

    table: str
    seat: int
    token: str
    dice: random.Random
    acknowledged: list[int] = field(default_factory=list)
    """Rows that the journal must hold for this seat, in this order."""
    asked: list[int] = field(default_factory=list)
    """Rows that were on their way; they are there all together, or none."""

    async def play(self, port: int) -> None:
        """Act whenever asked; now and then take something back."""
        try:
            address = f"ws://127.0.0.1:{port}/ws"
            async with connect(address, max_size=None, max_queue=None, close_timeout=0.2, proxy=None) as socket:
                client = Client(socket)
                await client.send({"type": "hello", "table": self.table, "language": "en", "token": self.token})
                state = await client.now()
                while not state["is_over"]:
                    if state["options"]:
                        await self.act(client, state)
                    else:
                        await client.until("state")
                    state = await client.now()
        except (ConnectionClosed, OSError, EOFError):
            return

    async def act(self, client: Client, state: dict[str, Any]) -> None:
        """One action or one undo."""
        if state["can_undo"] and self.dice.random() < 0.2:
            message = {"type": "undo", "to": state["undo_to"]}
            self.asked = [UNDO] * (state["position"] - state["undo_to"])
        else:
            self.asked = [self.dice.choice(state["options"])["number"]]
            message = {"type": "act", "actions": self.asked}
        answer = await client.ask({**message, "revision": state["revision"]})
        assert answer["type"] == "done", answer
        self.acknowledged += self.asked
        self.asked = []
        await client.moved(state)

    def check(self, rows: list[int]) -> None:
        """The journal of this seat holds what was acknowledged, then perhaps what was asked."""
        kept = len(self.acknowledged)
        assert rows[:kept] == self.acknowledged
        assert rows[kept:] in ([], self.asked)
        self.acknowledged, self.asked = list(rows), []


def open_tables(port: int, count: int, games: tuple[str, ...]) -> list[Player]:
    """Tables with two people and a computer each."""
    players = []
    for at in range(count):
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "computer", "agent": "random"}]
        body = {"game": games[at % len(games)], "seats": seats, "pace": 0.01}
        opened = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, trust_env=False).json()
        for seat in opened["seats"][:2]:
            players.append(Player(opened["table"], seat["seat"], seat["token"], random.Random(at * 2 + seat["seat"])))
    return players


def check_all(url: str, players: list[Player]) -> int:
    """Every game is whole and holds what was acknowledged; count its rows."""
    store, total = Store(url), 0
    try:
        for table in sorted({player.table for player in players}):
            query = select(journal.c.position, journal.c.seat, journal.c.number).where(journal.c.game == table)
            with store.engine.connect() as connection:
                rows = connection.execute(query.order_by(journal.c.position)).all()
            assert [row.position for row in rows] == list(range(len(rows)))
            for player in players:
                if player.table == table:
                    player.check([row.number for row in rows if row.seat == player.seat])
            head, (actions, length) = store.head(table), store.actions(table)
            match = ulpia.new(head.game, seats=len(head.seats), seed=head.seed, **head.settings)
            history = MatchHistory.begin(match, actions, length)
            assert (history.match.seat is None) == (head.finished is not None)
            total += len(rows)
    finally:
        store.close()
    return total


async def load(players: list[Player], server: Killed, dice: random.Random, most: int) -> None:
    """Everybody plays; after some actions, at no moment in particular, the server is killed."""
    playing = [asyncio.create_task(player.play(server.port)) for player in players]
    enough = sum(len(player.acknowledged) for player in players) + dice.randrange(1, most)
    end = time.monotonic() + LONGEST
    while sum(len(player.acknowledged) for player in players) < enough and time.monotonic() < end:
        await asyncio.sleep(0.002)
    await asyncio.sleep(dice.uniform(0, 0.05))
    server.kill()
    await asyncio.gather(*playing)


def run(folder: Path, kills: int, tables: int = 4, most: int = 60) -> dict[str, Any]:
    """Play, kill, check, again and again. Finished tables are replaced by new ones."""
    url, dice, began = f"sqlite:///{folder / 'games.sqlite'}", random.Random(kills), time.monotonic()
    players: list[Player] = []
    acknowledged = finished = rows = 0
    for _ in range(kills):
        server = Killed(url)
        if len(players) < 2 * tables:
            players += open_tables(server.port, tables - len(players) // 2, ("trajan", "forum_trajanum"))
        before = sum(len(player.acknowledged) for player in players)
        asyncio.run(load(players, server, dice, most))
        acknowledged += sum(len(player.acknowledged) for player in players) - before
        rows = check_all(url, players)
        store = Store(url)
        over = {player.table for player in players if store.head(player.table).finished}
        store.close()
        finished += len(over)
        players = [player for player in players if player.table not in over]
    return {
        "kills": kills,
        "acknowledged": acknowledged,
        "rows now": rows,
        "games finished": finished,
        "seconds": round(time.monotonic() - began),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        print(json.dumps(run(Path(temporary), int(sys.argv[1]) if len(sys.argv) > 1 else 200), indent=1))
