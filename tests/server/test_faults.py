"""A database that fails while people play, and works again: both learn why, and no restart is needed."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import event, text

from tests.server import postgres
from tests.server.harness import Running, keys, served, serving
from ulpia.server.errors import BrokenJournal, CannotStore
from ulpia.server.storage import store as store_module
from ulpia.server.storage.store import Store

pytestmark = pytest.mark.xdist_group("store")
TMPFS_BYTES = 1_500_000


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Health is tried at every request."""
    monkeypatch.setattr(store_module, "TRIAL_SECONDS", 0.0)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, 1.5 MB large."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={TMPFS_BYTES}", "tmpfs", str(folder)]
    try:
        made = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
    if made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


async def look(server: Running, language: str = "en") -> tuple[int, str, str]:
    """What an operator reads: a status, and the reason at /health and /ready."""
    health = await server.http.get("/health", params={"language": language})
    ready = await server.http.get("/ready", params={"language": language})
    assert health.status_code == ready.status_code
    assert (health.json()["health"] == "fine") == ready.json()["is_ready"] == (health.status_code == 200)
    return health.status_code, health.json().get("why", ""), ready.json().get("why", "")


async def fail_and_recover(server: Running, reason: tuple[str, str], switch: tuple[object, object]) -> None:
    """Play; let the database fail, be told why; let it work again, and go on where the table was."""
    english, german = reason
    fail, mend = switch
    assert callable(fail)
    assert callable(mend)
    opened = await server.open("trajan", "mf", settings={"setup": "dealt"})
    table, tokens = opened["table"], keys(opened)
    async with server.client(table, tokens[0]) as one, server.client(table, tokens[1]) as other:
        await other.now()
        client = one if (await one.now())["options"] else other
        state = await client.now()
        assert (await client.act(state["options"][0]["number"]))["type"] == "done"
        rows = server.context.store.actions(table)[1]
        assert await look(server) == (200, "", "")
        fail()
        acting = one if (await one.now())["options"] else other
        state = await acting.now()
        message = {"type": "act", "revision": state["revision"], "actions": [state["options"][0]["number"]]}
        for _ in range(3):
            answer = await acting.ask(message)
            assert (answer["type"], answer.get("name")) == ("refused", "CannotStore"), answer
            assert english in answer["sentence"]
        assert await look(server) == (503, english, english)
        assert await look(server, "de") == (503, german, german)
        body = {"game": "trajan", "seats": [{"kind": "me"}] * 2}
        answer = await server.http.post("/api/tables", json=body, params={"language": "de"})
        assert (answer.status_code, answer.json()["name"]) == (503, "CannotStore")
        assert german in answer.json()["sentence"]
        mend()
        assert await look(server) == (200, "", "")
        assert (await acting.ask(message))["type"] == "done"
        assert server.context.store.actions(table)[1] == rows + 1


FULL = ("the disk of the server is full", "die Festplatte des Servers ist voll")
READ_ONLY = ("the database of the server can only be read", "die Datenbank des Servers lässt sich nur lesen")


def test_a_full_disk_is_named_and_mended(small_disk: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What was acknowledged is there afterwards; the log says it once, not for each request."""

    def fill() -> None:
        file = os.open(small_disk / "filler", os.O_WRONLY | os.O_CREAT)
        with suppress(OSError):
            while os.write(file, b"\0" * 4096):
                pass
        os.close(file)

    async def test(server: Running) -> None:
        await fail_and_recover(server, FULL, (fill, (small_disk / "filler").unlink))

    caplog.set_level("INFO", "ulpia.server")
    served(small_disk, test)
    assert "the database can be written again" in caplog.text
    assert caplog.text.count("cannot store (full)") == 1


def test_a_read_only_database_is_named_and_mended(tmp_path: Path) -> None:
    """Also if its connections were opened while it was read-only: they are replaced."""

    async def test(server: Running) -> None:
        engine, is_read_only = server.context.store.engine, [False]

        @event.listens_for(engine, "connect")
        def _configure(connection: object, _record: object) -> None:
            connection.execute(f"PRAGMA query_only={int(is_read_only[0])}")  # type: ignore[attr-defined]

        def switch(to: bool) -> None:
            is_read_only[0] = to
            if to:
                engine.dispose()  # as if the server had been started like this

        await fail_and_recover(server, READ_ONLY, (lambda: switch(True), lambda: switch(False)))

    served(tmp_path, test)


READER = """
import os, pwd, sys
from pathlib import Path
from ulpia.server.errors import BrokenJournal, CannotStore
from ulpia.server.storage import store as module
path, user = Path(sys.argv[1]), sys.argv[2]
module.Store(f"sqlite:///{path}").close()
path.chmod(0o444)
if os.getuid() == 0:
    for each in (path.parent, *path.parent.iterdir()):
        os.chown(each, pwd.getpwnam(user).pw_uid, -1)
    module.Store(f"sqlite://").close()  # imports what this user may read
    os.setuid(pwd.getpwnam(user).pw_uid)
module.TRIAL_SECONDS = 0.0
store = module.Store(f"sqlite:///{path}")
assert store.table_ids() == []
try:
    store.try_write()
except CannotStore as error:
    print(error.reason)
for each in path.parent.iterdir():
    each.chmod(0o644)  # SQLite gave its other files the mode of this one
store.try_write()
print("mended")
"""


def test_a_read_only_file_can_be_opened_and_read() -> None:
    """Root may write everywhere, so the process that opens it becomes another user."""
    user = postgres.unprivileged()
    if user is None:
        pytest.skip("there is no other user here")
    with TemporaryDirectory() as folder:  # others may not enter the folders that pytest makes
        command = [sys.executable, "-c", READER, str(Path(folder) / "games.sqlite"), user]
        python = subprocess.run(command, capture_output=True, text=True)
    assert python.stdout.split() == ["read_only", "mended"], python.stderr


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    if why := postgres.why_not():
        pytest.skip(why)
    with postgres.running() as url:
        yield url


def test_a_read_only_postgresql_is_named_and_mended(postgres_url: str) -> None:
    async def test() -> None:
        async with serving(postgres_url) as server:
            engine = server.context.store.engine

            def switch(to: str) -> None:
                with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.execute(text("set default_transaction_read_only = off"))
                    connection.execute(text(f"alter database postgres set default_transaction_read_only = {to}"))
                if to == "on":
                    engine.dispose()  # the setting is for new connections

            await fail_and_recover(server, READ_ONLY, (lambda: switch("on"), lambda: switch("off")))

    asyncio.run(test())


def test_connections_that_postgresql_ends_lose_nothing(postgres_url: str) -> None:
    """As when it restarts: what was refused is not stored, what was acknowledged is, and the game goes on."""
    acknowledged, answers = [], set()

    async def test() -> None:
        async with serving(postgres_url) as server:
            opened = await server.open("trajan", "mf", settings={"setup": "dealt"})
            table, tokens = opened["table"], keys(opened)
            async with server.client(table, tokens[0]) as one, server.client(table, tokens[1]) as other:
                for turn in range(12):
                    if turn % 3 == 1:
                        end_connections()
                    states = [await client.now() for client in (one, other)]
                    acting = one if states[0]["options"] else other
                    number = (await acting.now())["options"][0]["number"]
                    answer = await acting.act(number)
                    answers.add(answer.get("name", "done"))
                    if answer["type"] == "done":
                        acknowledged.append(number)
                        await (other if acting is one else one).moved(states[acting is one])
            assert server.context.store.actions(table) == (acknowledged, len(acknowledged))

    def end_connections() -> None:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            others = (
                "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"
            )
            connection.execute(f"select pg_terminate_backend(pid) from ({others}) as others")

    psycopg = pytest.importorskip("psycopg")
    asyncio.run(test())
    assert len(acknowledged) >= 8
    assert answers <= {"done", "CannotStore"}


def test_a_missing_table_is_damage_and_no_mistake_of_ours(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with store.engine.begin() as connection:
        connection.execute(text("drop table journal"))
    with pytest.raises(BrokenJournal, match="the database cannot read"):
        store.journal("g")
    with store.engine.begin() as connection:
        connection.execute(text("drop table chat"))
    with pytest.raises(CannotStore, match="damaged"):
        store.chat_lines("g", 1)
    store.close()


def test_many_who_ask_for_health_write_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "TRIAL_SECONDS", 1000.0)
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    store.try_write()
    with store.engine.begin() as connection:
        connection.execute(text("drop table heartbeat"))
    store.try_write()
    monkeypatch.setattr(store_module, "TRIAL_SECONDS", 0.0)
    for _ in range(2):
        with pytest.raises(CannotStore):
            store.try_write()
        monkeypatch.setattr(store_module, "TRIAL_SECONDS", 1000.0)
    store.close()
