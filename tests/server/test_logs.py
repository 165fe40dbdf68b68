"""The log: date, request and table on every line, as text or JSON."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Running, served
from ulpia.agents import Decision
from ulpia.core.actions import Action
from ulpia.server import logs

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00:00 (\w+) +request=(\S+) table=(\S+) (.*)")


@pytest.fixture(params=logs.FORMATS)
def written(request: pytest.FixtureRequest) -> Iterator[tuple[str, io.StringIO]]:
    """What the server logs, in one of the formats."""
    handler, stream, logger = logs.build_handler(request.param), io.StringIO(), logging.getLogger("ulpia.server")
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    yield request.param, stream
    logger.removeHandler(handler)
    logger.setLevel(level)


def read(log_format: str, text: str) -> list[tuple[str, str, str, str]]:
    """Lines as level, request, table and message."""
    if log_format == "json":
        entries = [json.loads(line) for line in text.splitlines()]
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT.*\+00:00", entry["time"]) for entry in entries)
        return [(entry["level"], entry["request"], entry["table"], entry["message"]) for entry in entries]
    found = [LINE.fullmatch(line) for line in text.splitlines()]
    return [(match[1].lower(), match[2], match[3], match[4]) for match in found if match]


def test_every_line_has_date_request_and_table(tmp_path: Path, written: tuple[str, io.StringIO]) -> None:
    log_format, stream = written
    ids: list[str] = []
    table: list[str] = []

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        table.append(opened["table"])
        answer = await server.http.get(f"/api/tables/{opened['table']}")
        ids.append(answer.headers["x-request-id"])
        server.context.tables._tables.clear()
        version = server.context.store.head(opened["table"]).version
        server.context.store.set_version(
            opened["table"], type(version)(99, version.components, "9.9", version.layout, version.setup)
        )
        async with server.client(opened["table"], opened["seats"][0]["token"]) as client:
            await client.now()

    served(tmp_path, test)
    lines = read(log_format, stream.getvalue())
    assert ("debug", ids[0], table[0]) in [line[:3] for line in lines]
    assert [line[3].split(" ")[:2] for line in lines if line[1] == ids[0]] == [["GET", f"/api/tables/{table[0]}"]]
    (adopted,) = [line for line in lines if "goes on under Ulpia" in line[3]]
    (socket,) = [line for line in lines if line[3].startswith("WEBSOCKET /ws")]
    assert adopted[1:3] == (socket[1], table[0])
    assert len({line[1] for line in lines}) > 3


def test_what_a_computer_logs_names_its_table_and_no_request(
    tmp_path: Path, written: tuple[str, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever woke it: a request about another table, for example."""
    log_format, stream = written
    table: list[str] = []

    class Failing:
        def choose(self, _decision: Decision) -> Action:
            raise RuntimeError("a mistake")

    monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, _seed: Failing())

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "cc")
        table.append(opened["table"])
        loaded = await server.context.tables.get(opened["table"])
        logs.request_id.set("other")
        logs.table_id.set("another")
        loaded.computers.wake()
        while "agent failed" not in stream.getvalue():
            await asyncio.sleep(0.01)

    served(tmp_path, test)
    lines = [line for line in read(log_format, stream.getvalue()) if line[3].startswith("agent failed")]
    assert {line[:3] for line in lines} == {("error", logs.NO_ID, table[0])}


def test_a_client_cannot_forge_a_line_or_an_id(tmp_path: Path, written: tuple[str, io.StringIO]) -> None:
    log_format, stream = written

    async def test(server: Running) -> None:
        answer = await server.http.get("/api/tables/x%0a2026-11-16 INFO forged", headers={"x-request-id": "mine"})
        assert answer.headers["x-request-id"] != "mine"

    served(tmp_path, test)
    assert not any(line.startswith("2026-11-16 INFO forged") for line in stream.getvalue().splitlines())
    assert len(read(log_format, stream.getvalue())) == len(stream.getvalue().splitlines())


def test_an_error_is_logged_once_with_its_traceback(
    tmp_path: Path, written: tuple[str, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_format, stream = written

    async def test(server: Running) -> None:
        monkeypatch.setattr(server.context.store, "head", lambda _table: 1 / 0)
        answer = await server.http.get("/api/tables/abc")
        assert (answer.status_code, answer.json()["name"]) == (500, "OurMistake")

    served(tmp_path, test)
    text = stream.getvalue()
    assert text.count("ZeroDivisionError: division by zero") == 1
    assert text.count("Traceback") == 1
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, f"{logs.DROPPED[0]}\n", (), None)
    assert not logs.add_ids(record)
    if log_format == "json":
        (entry,) = [json.loads(line) for line in text.splitlines() if "ZeroDivisionError" in line]
        assert entry["table"] == "abc"
        assert entry["exception"].startswith("Traceback")
