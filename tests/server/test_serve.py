"""ulpia serve: starting, ports, what is missing, stopping."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.kills import ADDRESS, ROOT
from ulpia.cli import main
from ulpia.server.errors import NoFreePort
from ulpia.server.serve import PORTS_TO_TRY, address_of, bind


def test_the_next_free_port_is_taken() -> None:
    first = bind("127.0.0.1", 0)
    first.listen()
    port = first.getsockname()[1]
    second = bind("127.0.0.1", port)
    assert port < second.getsockname()[1] <= port + PORTS_TO_TRY
    assert address_of("0.0.0.0", second) == f"http://127.0.0.1:{second.getsockname()[1]}/"
    first.close()
    second.close()


def test_without_a_free_port_it_says_so() -> None:
    with pytest.raises(NoFreePort):
        bind("203.0.113.7", 8000)


def test_answers_are_not_held_back() -> None:
    """Asyncio switches Nagle's delay off only for sockets that call themselves TCP."""
    with bind("127.0.0.1", 0) as bound:
        assert bound.proto == socket.IPPROTO_TCP


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from ulpia.cli import main; sys.exit(main(['serve']))"
    environment = {**os.environ, "LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "200"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "Dazu fehlt das Paket uvicorn: pip install 'ulpia[table]'" in done.stderr


def test_a_database_that_cannot_be_opened_is_told_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "de", "serve", "--no-browser", "--database", "nonsense"]) == 2
    assert "Die Datenbank" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_is_there_in_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", language, "serve", "--help"])
    printed = capsys.readouterr().out
    for option in ("--host", "--port", "--database", "--origin", "--no-browser"):
        assert option in printed


@pytest.mark.parametrize("port", ["x", "-1", "65536"])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "en", "serve", f"--port={port}"])
    assert "--port" in capsys.readouterr().err


@pytest.mark.parametrize("origin", ["x", "ftp://a.example", "https://", "https://a.example/b", "https://a.example?b"])
def test_what_is_no_origin_is_refused(origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "en", "serve", f"--origin={origin}"])
    assert "--origin" in capsys.readouterr().err


def test_it_starts_answers_and_stops_in_peace(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ulpia", "--language", "en", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=ROOT)
    assert process.stdout
    line = process.stdout.readline().decode()
    address = f"http://127.0.0.1:{line.partition(ADDRESS)[2].split('/')[0]}"
    assert httpx.get(f"{address}/health", trust_env=False).json() == {"health": "fine"}
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=30)
    assert b"every game is stored" in errors
    assert b"Traceback" not in errors
    assert (tmp_path / "ulpia" / "games.sqlite").exists()
