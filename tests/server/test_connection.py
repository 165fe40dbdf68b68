"""Coming and going: keys, limits, other sites, other servers, mishaps."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.harness import DEALT, FAST, Client, Running, act, keys, served, serving, two
from ulpia.server.storage.store import Page, Store

QUICK = {"type": "undo", "revision": "x", "to": 0}
"""A message that is answered at once."""


def test_another_server_on_the_same_database_makes_the_first_one_read_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            number = state["options"][0]["number"]
            elsewhere = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
            elsewhere.write([Page(opened["table"], 0, state["seat"], [number])])
            elsewhere.close()
            assert await one.refusal(act(state, number)) == "Stale"
            state = await one.moved(state)
            assert state["position"] == 1

    served(tmp_path, test)


def test_who_watches_can_only_watch(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with server.client(opened["table"]) as watcher:
            state = await watcher.now()
            for message in (
                act(state, 0),
                {"type": "plan", "revision": state["revision"], "actions": [0]},
                {"type": "undo", "revision": state["revision"], "to": 0},
                {"type": "chat", "text": "hello"},
                {"type": "name", "name": "me"},
                {"type": "pace", "seconds": 0},
                {"type": "hand_over", "seat": 0, "agent": "random"},
                {"type": "take_back", "seat": 0},
            ):
                assert await watcher.refusal(message) == "OnlyWatching", message
            assert await watcher.refusal({"type": "look", "position": 0, "eyes": 1}) == "NotFinished"

    served(tmp_path, test)


def test_the_wrong_key_opens_nothing(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened, foreign = await server.open("trajan", "mf"), await server.open("trajan", "mf")
        hello = {"type": "hello", "table": opened["table"], "language": "en"}
        async with server.client() as client:
            assert await client.refusal({"type": "look", "position": 0}) == "HelloFirst"
            assert await client.refusal({**hello, "table": "nowhere"}) == "UnknownTable"
            assert await client.refusal({**hello, "token": keys(foreign)[0]}) == "UnknownToken"
            assert await client.refusal({**hello, "token": opened["owner"]}) == "UnknownToken"
            assert await client.refusal({**hello, "owner": foreign["owner"], "seat": 0}) == "UnknownToken"
            assert await client.refusal({**hello, "owner": opened["owner"], "seat": 1}) == "UnknownToken"
            assert await client.refusal({**hello, "seat": 0}) == "UnknownToken"
            assert (await client.ask({**hello, "owner": opened["owner"], "seat": 0}))["type"] == "done"
            assert (client.got[-1]["type"], [m["you"] for m in client.got if m["type"] == "welcome"]) == ("done", [0])
            assert await client.refusal(hello) == "HelloAgain"

    served(tmp_path, test)


def test_who_is_too_fast_is_told_so_and_shown_out_in_the_end(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await client.now()
            names = [await client.refusal(QUICK) for _ in range(12)]
            assert set(names) == {"Stale", "TooFast"}
            for _ in range(60):
                await client.send(QUICK)
            assert await client.closed() == 1008
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await client.now()
            assert (await client.ask({"type": "chat", "text": "a"}))["type"] == "done"
            assert await client.refusal({"type": "chat", "text": "b"}) == "TooFast"

    limits = replace(FAST, messages_per_second=1, messages_at_once=14, refusals_in_a_row=20, chat_at_once=1)
    served(tmp_path, test, replace(limits, chat_per_second=0.001))


def test_a_table_does_not_take_more_clients_than_it_can(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        async with server.client(opened["table"]) as one:
            await one.now()
            async with server.client(opened["table"]) as another:
                assert (await another.until("refused"))["name"] == "TooManyClients"

    served(tmp_path, test, replace(FAST, clients_per_table=1))


def test_who_says_nothing_is_shown_out(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        async with server.client() as client:
            assert (await client.until("refused"))["name"] == "HelloFirst"
            await client.socket.wait_closed()

    served(tmp_path, test, replace(FAST, hello_seconds=0.1))


def test_a_socket_of_another_site_is_refused(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        address = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(address, origin="https://evil.example", proxy=None) as socket:  # type: ignore[arg-type]
            assert (await Client(socket).receive())["name"] == "BadOrigin"
            await socket.wait_closed()
        async with connect(address, origin=f"http://127.0.0.1:{server.port}", proxy=None) as socket:  # type: ignore[arg-type]
            client = Client(socket)
            assert await client.refusal(QUICK) == "HelloFirst"

    served(tmp_path, test)


def test_a_table_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            await one.act(state["options"][0]["number"])
        sweeping = asyncio.create_task(server.context.tables.drop_idle(every=0.01))
        while server.context.tables.loaded:
            await asyncio.sleep(0.01)
        sweeping.cancel()
        async with server.client(opened["table"]) as client:
            assert (await client.now())["position"] == 1

    served(tmp_path, test, replace(FAST, idle_seconds=0.01))


def test_what_goes_wrong_here_is_our_mistake_and_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()

            def full(*_: object) -> None:
                raise OSError("disk full")

            with monkeypatch.context() as broken:
                broken.setattr(server.context.store, "write", full)
                assert await one.refusal(act(state, state["options"][0]["number"])) == "OurMistake"
            assert "disk full" in caplog.text
            assert (await one.act(state["options"][0]["number"]))["type"] == "done"

    served(tmp_path, test)


def test_after_a_restart_everything_is_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as server:
            opened = await server.open("trajan", "mf", **DEALT)
            async with two(server, opened) as (one, _other):
                await one.act((await one.now())["options"][0]["number"])
                before = await one.now()
        async with serving(tmp_path) as server, server.client(opened["table"], keys(opened)[before["seat"]]) as client:
            after = await client.now()
            same = ("position", "seat", "question", "points", "sources")
            assert {key: after[key] for key in same} == {key: before[key] for key in same}
            assert await client.refusal(act(before, 0)) == "Stale"

    asyncio.run(run())
