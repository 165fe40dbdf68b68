"""The server at a public address: half-open connections, slow clients, foreign hosts, proxies, limits that are raced."""

import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect as connect_now

from tests.server.harness import PATIENCE, keys
from tests.server.kills import ADDRESS, ROOT

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
TABLE = {"game": "trajan", "seats": [{"kind": "me"}, {"kind": "friend"}]}
FILES = 1024
HALF_OPEN = 2000


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
