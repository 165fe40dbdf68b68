"""A load run: `python -m tests.server.load [GAMES [SECONDS]]` plays so many four-seat games at once over real sockets.

Server, clients and the cheapest possible server each have a process of their own; both servers are driven by the same
clients, one after the other. First everybody acts as soon as they are asked: that shows how much the server can do.
Then everybody thinks for one to three seconds: that shows how long people wait. Traffic goes to 127.0.0.1 only.

`python -m tests.server.load cost [ACTIONS [GAMES]]` shows what an action costs: CPU time of the server in each game,
with seats that read one language or two, without and with 50 watchers, each beside the cheapest server. On a busy
machine both cost more CPU time; their ratio changes less. No computer plays, so the search is not compiled.

`python -m tests.server.load stored [GAMES]` shows what games cost that are stored and that nobody looks at.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.server import cheapest
from tests.server.drivers import SEATS, Crew, Table, drive, memory_of
from ulpia.registry import find_game
from ulpia.server.limits import Limits
from ulpia.server.serve import ServeOptions, run
from ulpia.server.tokens import new_token
from ulpia.server.warmup import Warmup

ROOT = Path(__file__).parents[2]
GAMES, RECORDED = 300, 8
SECONDS = 25.0
PHASES = {"as fast as it goes": (0.0, 0.0), "one to three seconds to think": (1.0, 3.0)}
MANY = Limits(
    tables_per_minute=1e6,
    tables_at_once=1e6,
    requests_at_once=1e6,
    address_messages_per_second=1e6,
    address_messages_at_once=1e6,
    sockets_per_address=4000,
)
KINDS = ("trajan", "forum_trajanum")
CREWS = {
    "4 seats": Crew(),
    "4 seats, 2 languages": Crew(languages=2),
    "4 seats, 50 watchers": Crew(watchers=50),
}
COST = "server CPU for an action, ms"
COST_GAMES, COST_ACTIONS = 4, 400
OWN_GAMES, STORED_GAMES = 20, 100_000


class Process:
    """Another process that runs a part of this file and says its address first."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "tests.server.load", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rstrip("/\n").rpartition(":")[2])

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self.process.wait(30)


def open_tables(port: int, games: int, kinds: tuple[str, ...] = KINDS, owner: str = "") -> list[Table]:
    """These games in turn, all seats for people."""
    tables = []
    headers = {"authorization": f"Bearer {owner}"} if owner else {}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, trust_env=False, timeout=60) as http:
        for at in range(games):
            seats = [{"kind": "me"}] * SEATS
            body = {"game": kinds[at % len(kinds)], "seats": seats, "settings": {"setup": "dealt"}}
            opened = http.post("/api/tables", json=body).json()
            tables.append((opened["table"], [seat["token"] for seat in opened["seats"]]))
    return tables


def measure(server: Process, games: int, seconds: float, is_real: bool, folder: Path) -> dict[str, Any]:
    """Drive a server from a process of its own."""
    given, measured = folder / "tables.json", folder / "measured.json"
    tables = open_tables(server.port, games + 2) if is_real else [(str(at), list("0123")) for at in range(games + 2)]
    given.write_text(json.dumps(tables))
    recorded = RECORDED if is_real else 0
    words = [str(server.port), str(server.process.pid), str(given), str(measured), str(recorded), str(seconds)]
    subprocess.run([sys.executable, "-m", "tests.server.load", "drive", *words], cwd=ROOT, check=True)
    found: dict[str, Any] = json.loads(measured.read_text())
    (folder / "recordings.json").write_text(json.dumps(found.pop("recordings"))) if is_real else None
    return found


def drive_here(port: str, server: str, given: str, measured: str, recorded: str, seconds: str) -> None:
    """The process of the clients. Two tables are played first, so that nothing is done for the first time."""
    tables = [(name, keys) for name, keys in json.loads(Path(given).read_text())]

    async def all_of_it() -> dict[str, Any]:
        await drive(int(port), int(server), tables[:2], {"warm": (3.0, (0.0, 0.0))}, 0)
        phases = {name: (float(seconds), pause) for name, pause in PHASES.items()}
        return await drive(int(port), int(server), tables[2:], phases, int(recorded))

    Path(measured).write_text(json.dumps(asyncio.run(all_of_it())))


def cost(actions: int, games: int) -> None:
    """Show what an action costs in each game and for each crew, beside the cheapest server."""
    print(f"{games} games of {SEATS} seats, {actions} actions each, {os.cpu_count()} cores; CPU in ms an action")
    head = ("Ulpia", "cheapest", "ratio", "KB sent", "actions/s")
    print(f"{'':40}" + "".join(f"{word:>10}" for word in head), flush=True)
    for kind in KINDS:
        find_game(kind).prepare("match")
    with tempfile.TemporaryDirectory() as folder:
        server = Process("serve", f"sqlite:///{folder}/games.sqlite")
        for kind in KINDS:
            for name, crew in CREWS.items():
                real, cheap = _cost_of(server, Path(folder), kind, crew, actions, games)
                figures = (
                    *(real[COST], cheap[COST], real[COST] / cheap[COST]),
                    *(real["KB for an action, compressed"], real["actions a second"]),
                )
                print(f"{kind + ', ' + name:40}" + "".join(f"{one:10.2f}" for one in figures), flush=True)
        server.stop()


def _cost_of(
    server: Process, folder: Path, kind: str, crew: Crew, actions: int, games: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Measure both servers with the same crew; the cheapest one sends what the real one has sent.

    A quarter of the actions are played before, so that nothing is done for the first time.
    """

    async def both_phases(port: int, process: int, tables: list[Table], recorded: int) -> dict[str, Any]:
        at_once = (0.0, (0.0, 0.0))
        warm = await drive(port, process, tables[games:], {"warm": at_once}, 0, crew, actions // 4)
        return warm | await drive(port, process, tables[:games], {"measured": at_once}, recorded, crew, actions)

    tables = open_tables(server.port, 2 * games, (kind,))
    real = asyncio.run(both_phases(server.port, server.process.pid, tables, games))
    recordings = folder / "recordings.json"
    recordings.write_text(json.dumps(real["recordings"]))
    other = Process("cheapest", str(recordings))
    tables = [(str(at), list("0123")) for at in range(2 * games)]
    cheap = asyncio.run(both_phases(other.port, other.process.pid, tables, 0))
    other.stop()
    return real["measured"], cheap["measured"]


def stored(games: int) -> None:
    """Show what games cost that are stored and that nobody looks at, beside those of one player."""
    with tempfile.TemporaryDirectory() as name:
        file, owner = Path(name) / "games.sqlite", new_token()
        server = Process("serve", f"sqlite:///{file}")
        open_tables(server.port, OWN_GAMES, owner=owner)
        server.stop()
        for others in (0, games):
            with sqlite3.connect(file) as database:
                copy_a_game(database, others)
            began = time.perf_counter()
            server = Process("serve", f"sqlite:///{file}")
            answers = [f"ready in {time.perf_counter() - began:.1f} s"]
            headers = {"authorization": f"Bearer {owner}"}
            with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", headers=headers, trust_env=False) as http:
                for path in ("/api/games", "/api/my", "/api/my"):
                    began = time.perf_counter()
                    http.get(path).raise_for_status()
                    answers.append(f"{path} {1000 * (time.perf_counter() - began):.0f} ms")
            memory = memory_of(server.process.pid) / 1e6
            print(
                f"{OWN_GAMES} games of one player, {others} of others: {memory:.0f} MB, {', '.join(answers)}",
                flush=True,
            )
            server.stop()


def copy_a_game(database: sqlite3.Connection, copies: int) -> None:
    """Store so many games of others: copies of one that exists."""
    (game,) = database.execute("SELECT id FROM games LIMIT 1").fetchone()
    series = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {copies})"
    for table, key in (("seats", "game"), ("games", "id")) if copies else ():
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        new = {key: "printf('copy%08d', n.i)", "owner": "printf('other%08d', n.i)"}
        values = ", ".join(new.get(column, column) for column in columns)
        rows = f"SELECT {values} FROM {table}, n WHERE {key} = ?"
        database.execute(f"INSERT INTO {table} ({', '.join(columns)}) {series} {rows}", (game,))


def show(games: int, real: dict[str, Any], cheap: dict[str, Any]) -> None:
    """Print both beside each other."""
    print(f"{games} games of {SEATS} seats, {games * SEATS} sockets, {os.cpu_count()} cores\n")
    print(f"{'':34}{'Ulpia':>12}{'cheapest':>12}{'ratio':>8}")
    for phase in PHASES:
        print(phase)
        for name, value in real[phase].items():
            other = cheap[phase][name]
            ratio = f"{value / other:8.2f}" if other else ""
            print(f"  {name:32}{value:12.2f}{other:12.2f}{ratio}")
    for name, key in (("memory for a game seated, KB", "seated"), ("memory for a game played, KB", "memory")):
        one, other = real[key] / games / 1000, cheap[key] / games / 1000
        print(f"{name:34}{one:12.0f}{other:12.0f}{one / other:8.2f}")


def main(games: int, seconds: float) -> None:
    """Both servers, one after the other. The rules are compiled before."""
    for kind in KINDS:
        find_game(kind).prepare("match")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Process("serve", f"sqlite:///{folder / 'games.sqlite'}")
        real = measure(server, games, seconds, True, folder)
        if "--metrics" in sys.argv:
            print(httpx.get(f"http://127.0.0.1:{server.port}/metrics", trust_env=False).text)
        server.stop()
        other = Process("cheapest", str(folder / "recordings.json"))
        cheap = measure(other, games, seconds, False, folder)
        other.stop()
    show(games, real, cheap)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", url]:
            Warmup.start = lambda self: None  # type: ignore[method-assign]
            run(
                ServeOptions("127.0.0.1", 0, url, open_browser=False, limits=MANY),
                on_ready=lambda at, *_: print(at, flush=True),
            )
        case ["cheapest", recordings]:
            cheapest.serve(Path(recordings))
        case ["drive", *words]:
            drive_here(*words)
        case ["stored", *words]:
            stored(int(words[0]) if words else STORED_GAMES)
        case ["cost", *words]:
            cost(int(words[0]) if words else COST_ACTIONS, int(words[1]) if len(words) > 1 else COST_GAMES)
        case words:
            numbers = [float(word) for word in words if not word.startswith("-")]
            main(int(numbers[0]) if numbers else GAMES, numbers[1] if len(numbers) > 1 else SECONDS)
