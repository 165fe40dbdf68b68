"""Measure the first start of the server: CPU and wall time until a lesson and a table can be played, and opponents can.

`python tools/first_start.py [--repeat N] [--game GAME] TREE ...` starts `ulpia serve` from the source of each tree, in
turn, with an empty cache of compiled code and an empty database. A client opens a table, waits for the picture and the
options, and plays an action that the server has to acknowledge; then it plays against a computer at a second table.
Before that, a client plays the first step of the first lesson, if the tree has lessons. Traffic goes to 127.0.0.1 only.

- lesson: until the server has judged the move of the learner.
- board: until the action is acknowledged. "server" is the CPU time of the server process, which the board waits for,
  "all" that of its compiling processes too.
- opponents: until the computer has acted.
- finished: until nothing is being compiled any more.

It needs what the tests need (httpx, websockets), and /proc.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ADDRESS = "http://127.0.0.1:"
TICKS = os.sysconf("SC_CLK_TCK")
LONGEST_SECONDS = 900.0
IDLE_SECONDS = 3.0
"""The server has finished when it had no child process for so long."""
OWN, WAITED_FOR = slice(11, 13), slice(13, 15)
"""Fields of /proc/PID/stat after the name: user and system time of a process, and of its ended children."""
PARENT = 1


def fields_of(process: int) -> list[str]:
    """Return the fields of /proc/PID/stat that follow the name of the process."""
    return Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()


def children_of(process: int) -> list[int]:
    """Return the child processes that still run."""
    found = []
    for each in Path("/proc").iterdir():
        try:
            if each.name.isdigit() and int(fields_of(int(each.name))[PARENT]) == process:
                found.append(int(each.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def seconds(fields: list[str], which: slice) -> float:
    """Return a sum of CPU times."""
    return sum(map(int, fields[which])) / TICKS


class Moment:
    """The CPU and wall time of a server until now."""

    def __init__(self, process: int, begun: float) -> None:
        fields = fields_of(process)
        self.server = seconds(fields, OWN)
        running = 0.0
        for child in children_of(process):
            try:
                running += seconds(fields_of(child), OWN)
            except (FileNotFoundError, ProcessLookupError):
                continue
        self.all = self.server + seconds(fields, WAITED_FOR) + running
        self.wall = time.monotonic() - begun


def states(client: ClientConnection) -> Iterator[dict[str, Any]]:
    """Yield every state that the server sends; a refusal is an error."""
    while True:
        message: dict[str, Any] = json.loads(client.recv(timeout=LONGEST_SECONDS))
        if message["type"] == "refused":
            raise RuntimeError(message)
        if message["type"] == "state":
            yield message


def act(client: ClientConnection, state: dict[str, Any]) -> None:
    """Play the first option."""
    number = state["options"][0]["number"]
    client.send(json.dumps({"type": "act", "revision": state["revision"], "actions": [number], "id": 1}))


class Table:
    """A new table; the token of each seat that is mine."""

    def __init__(self, address: str, game: str, seats: list[dict[str, str]]) -> None:
        body = {"game": game, "seats": seats, "settings": {"setup": "dealt"}, "pace": 0}
        answer = httpx.post(f"{address}/api/tables", json=body, timeout=LONGEST_SECONDS, trust_env=False)
        answer.raise_for_status()
        opened = answer.json()
        self.name, self.socket = opened["table"], f"{address.replace('http', 'ws')}/ws"
        self.tokens = [seat["token"] for seat in opened["seats"] if seat["kind"] == "me"]

    @contextmanager
    def client(self, token: str) -> Iterator[ClientConnection]:
        """Connect as one of the seats."""
        with connect(self.socket, max_size=None, close_timeout=2, proxy=None) as client:
            client.send(json.dumps({"type": "hello", "table": self.name, "language": "en", "token": token}))
            yield client


def play_lesson(address: str, game: str) -> bool:
    """Open the first lesson and make a move; return whether there is a lesson, when the move is judged."""
    answer = httpx.get(f"{address}/api/lessons/{game}?language=en", timeout=LONGEST_SECONDS, trust_env=False)
    lessons = answer.json().get("lessons") if answer.is_success else None
    if not lessons:
        return False
    learn = {"type": "learn", "game": game, "lesson": lessons[0]["lesson"], "language": "en"}
    with connect(f"{address.replace('http', 'ws')}/ws", max_size=None, close_timeout=2, proxy=None) as client:
        client.send(json.dumps(learn))
        state = next(states(client))
        assert state["options"]
        assert state["districts"]
        act(client, state)
        while True:
            message = json.loads(client.recv(timeout=LONGEST_SECONDS))
            if message["type"] == "refused":
                raise RuntimeError(message)
            if message["type"] == "lesson" and message["status"] != "open":
                return True


def play_board(address: str, game: str) -> None:
    """Open a table for two people; return when the action of the one who begins is acknowledged."""
    table = Table(address, game, [{"kind": "me"}, {"kind": "me"}])
    for token in table.tokens:
        with table.client(token) as client:
            state = next(states(client))
            if state["options"]:
                assert state["districts"]
                act(client, state)
                while json.loads(client.recv(timeout=LONGEST_SECONDS))["type"] != "done":
                    pass
                return
    raise RuntimeError("nobody can act")


def play_opponent(address: str, game: str) -> None:
    """Open a table with a computer; return when it has acted."""
    table = Table(address, game, [{"kind": "me"}, {"kind": "computer", "agent": "tiro"}])
    with table.client(table.tokens[0]) as client:
        has_waited, revision = False, ""
        for state in states(client):
            if not state["options"]:
                has_waited = True
            elif has_waited:
                return
            elif state["revision"] != revision:
                revision = state["revision"]
                act(client, state)


def measure(tree: Path, game: str) -> Iterator[tuple[str, Moment]]:
    """Start the server of a tree, play at tables of it, and yield the name and the time of each step."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "PYTHONPATH": str(tree / "src"),
            "PYTHONUNBUFFERED": "1",
            "COLUMNS": "200",
            "ULPIA_CACHE": f"{folder}/cache",
            "ULPIA_INTERPRETED": "",
        }
        command = [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", "0"]
        begun = time.monotonic()
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/games.sqlite"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=tree,
            text=True,
        )
        try:
            assert server.stdout
            line = next((each for each in server.stdout if ADDRESS in each), None)
            if line is None:
                raise RuntimeError(f"{tree}: the server did not start")
            address = ADDRESS + line.partition(ADDRESS)[2].split("/")[0].strip()
            yield "address", Moment(server.pid, begun)
            if play_lesson(address, game):
                yield "lesson", Moment(server.pid, begun)
            play_board(address, game)
            yield "board", Moment(server.pid, begun)
            play_opponent(address, game)
            yield "opponents", Moment(server.pid, begun)
            wait_until_finished(server.pid)
            yield "finished", Moment(server.pid, begun)
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=LONGEST_SECONDS)


def wait_until_finished(process: int) -> None:
    """Return when the server compiles nothing any more."""
    idle = 0.0
    while idle < IDLE_SECONDS:
        time.sleep(0.5)
        idle = 0.0 if children_of(process) else idle + 0.5


def main() -> None:
    """Measure each tree in turn and print a line for each start."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--game", default="trajan")
    options = parser.parse_args()
    print("CPU seconds of the server and of all processes, and seconds by the clock")
    for _ in range(options.repeat):
        for tree in options.trees:
            print(f"{tree.resolve().name} {options.game}:", end="", flush=True)
            for name, at in measure(tree.resolve(), options.game):
                print(f" {name} {at.server:.1f} {at.all:.1f} {at.wall:.1f};", end="", flush=True)
            print()


if __name__ == "__main__":
    main()
