"""At the table, over real sockets: playing, taking back, handing over, looking, talking."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.server.harness import FAST, Client, Running, serving
from ulpia.server.limits import Limits
from ulpia.server.store import Store

DEALT = {"settings": {"setup": "dealt"}}


def served(tmp_path: Path, test: Callable[[Running], Awaitable[None]], limits: Limits = FAST) -> None:
    async def run() -> None:
        async with serving(tmp_path, limits) as server:
            await test(server)

    asyncio.run(run())


def keys(opened: dict[str, Any]) -> list[str]:
    return [seat["token"] for seat in opened["seats"] if "token" in seat]


def two(server: Running, opened: dict[str, Any]) -> Any:
    """Clients at both seats of a table for two; the one that decides comes first."""

    class Both:
        async def __aenter__(self) -> tuple[Client, Client]:
            self.entered = [server.client(opened["table"], key) for key in keys(opened)]
            one, other = [await client.__aenter__() for client in self.entered]
            await other.now()
            return (one, other) if (await one.now())["options"] else (other, one)

        async def __aexit__(self, *_: object) -> None:
            for client in self.entered:
                await client.__aexit__(None, None, None)

    return Both()


def act(state: dict[str, Any], *numbers: int) -> dict[str, Any]:
    return {"type": "act", "revision": state["revision"], "actions": list(numbers)}


def test_a_client_is_welcomed_with_all_it_needs(tmp_path: Path, real_pictures: None) -> None:
    async def test(server: Running) -> None:
        for game in ("trajan", "forum_trajanum"):
            opened = await server.open(game, "mc", pace=3)
            async with server.client(opened["table"], keys(opened)[0], language="de") as client:
                welcome = await client.until("welcome")
                assert (welcome["you"], welcome["game"], welcome["language"]) == (0, game, "de")
                assert [seat["name"] for seat in welcome["seats"]] == ["Platz 1", "Computer 2"]
                assert [seat["is_here"] for seat in welcome["seats"]] == [True, False]
                assert welcome["pace"] == 3
                state = await client.now()
                assert len(client.districts) > 5
                assert all(svg.startswith("<svg") for svg in client.districts.values())
                assert state["asked"]
                assert client.log[0]["position"] == 0
                assert welcome["sources"].keys() == state["sources"][0].keys()
                if state["options"]:
                    assert set(state["options"][0]) == {
                        *("number", "notation", "kind", "details", "words", "effect", "place", "final"),
                    }

    served(tmp_path, test)


def test_only_what_changed_is_sent_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            first = await one.now()
            everything = dict(one.districts)
            assert first["districts"] == everything
            await one.act(first["options"][0]["number"])
            assert one.state
            assert 0 < len(one.state["districts"]) < len(everything)

    served(tmp_path, test)


def test_the_second_of_two_at_once_is_told_stale(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            async with server.client(opened["table"], keys(opened)[state["seat"]]) as twin:
                await twin.now()
                number = state["options"][0]["number"]
                answers = await asyncio.gather(one.ask(act(state, number)), twin.ask(act(state, number)))
                assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
                assert {answer.get("name") for answer in answers} == {None, "Stale"}
                assert await one.refusal(act(state, number)) == "Stale"
        assert server.house.store.actions(opened["table"])[1] == 1

    served(tmp_path, test)


def test_another_server_on_the_same_database_makes_the_first_one_read_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            number = state["options"][0]["number"]
            elsewhere = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
            elsewhere.append(opened["table"], 0, state["seat"], [number])
            elsewhere.close()
            assert await one.refusal(act(state, number)) == "Stale"
            state = await one.moved(state)
            assert state["position"] == 1

    served(tmp_path, test)


def test_several_steps_are_one_message_and_all_or_none(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            state = await one.now()
            quiet = [option for option in state["options"] if not option["final"]]
            sow = quiet[-1]["number"]
            await one.ask({"type": "try", "revision": state["revision"], "actions": [sow]})
            [tried] = [message for message in one.got if message["type"] == "tried"]
            assert tried["actions"] == [sow]
            assert tried["districts"]
            second = tried["options"][0]["number"]
            assert await one.refusal(act(state, sow, sow)) == "IllegalAction"
            assert await one.refusal(act(state, 10_000)) == "NumberOutOfRange"
            assert (await one.now())["revision"] == state["revision"]
            before = len(other.got)
            assert (await one.act(sow, second))["type"] == "done"
            assert one.state
            assert one.state["position"] == 2
            await other.until("state")
            assert sum(message["type"] == "state" for message in other.got[before:]) == 1
            final = [option["number"] for option in state["options"] if option["final"]]
            for number in final:
                assert await one.refusal(act(state, number, number)) in ("Stale", "PastAReveal")

    served(tmp_path, test)


def test_no_several_steps_past_a_reveal(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("forum_trajanum", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            take = next(option for option in state["options"] if option["final"])
            assert await one.refusal(act(state, take["number"], 0)) == "PastAReveal"
            attempt = {"type": "try", "revision": state["revision"], "actions": [take["number"]]}
            assert await one.refusal(attempt) == "PastAReveal"
            assert (await one.act(take["number"]))["type"] == "done"

    served(tmp_path, test)


def test_undo_goes_back_to_the_last_reveal_and_is_seen_by_all(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            first = await one.now()
            assert first["can_undo"] is False
            for _ in range(2):
                state = await one.now()
                quiet = [option["number"] for option in state["options"] if not option["final"]]
                await one.act(quiet[-1])
            state = await one.now()
            assert (state["can_undo"], state["undo_to"], state["position"]) == (True, 0, 2)
            undo = {"type": "undo", "revision": state["revision"], "to": 0}
            while (await other.now())["position"] != 2:
                await other.receive()
            assert await other.refusal({**undo, "revision": (other.state or {})["revision"]}) == "NotYourDecision"
            assert (await one.ask(undo))["type"] == "done"
            state = await one.moved(state)
            assert (state["position"], len(one.log)) == (0, 1)
            assert state["revision"] != first["revision"]
            assert state["options"] == first["options"]
            while (await other.now())["position"] != 0 or len(other.log) != 1:
                await other.receive()
            assert await one.refusal(undo) == "Stale"
            assert await one.refusal({**undo, "revision": state["revision"]}) == "NothingToUndo"
        assert server.house.store.actions(opened["table"]) == ([], 4)

    served(tmp_path, test)


def test_who_watches_can_only_watch(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with server.client(opened["table"]) as watcher:
            state = await watcher.now()
            assert (await watcher.until("pong")) if await watcher.send({"type": "ping"}) else True
            for message in (
                act(state, 0),
                {"type": "try", "revision": state["revision"], "actions": [0]},
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


def test_a_seat_is_handed_to_a_computer_and_taken_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mfc", **DEALT)
        one, other = keys(opened)
        async with (
            server.client(opened["table"], one, owner=opened["owner"]) as creator,
            server.client(opened["table"], other) as friend,
        ):
            assert await friend.refusal({"type": "hand_over", "seat": 0, "agent": "random"}) == "NotTheCreator"
            assert await friend.refusal({"type": "hand_over", "seat": 7, "agent": "random"}) == "BadSeat"
            assert await friend.refusal({"type": "hand_over", "seat": 1, "agent": "deep"}) == "UnknownAgent"
            assert await friend.refusal({"type": "take_back", "seat": 1}) == "NotHandedOver"
            assert await friend.refusal({"type": "take_back", "seat": 2}) == "NotTheCreator"
            await creator.ask({"type": "pace", "seconds": 0.05})
            for seat in (1, 0):
                assert (await creator.ask({"type": "hand_over", "seat": seat, "agent": "random"}))["type"] == "done"
            presence = [message for message in creator.got if message["type"] == "presence"][-1]
            assert [seat["kind"] for seat in presence["seats"]] == ["computer"] * 3
            for _ in range(12):
                await friend.moved(await friend.now())
            await asyncio.sleep(0.1)
            while (await creator.now())["seat"] != 1:
                await creator.until("state")
            answer = await friend.ask({"type": "take_back", "seat": 1})
            assert answer["type"] == "done"
            while not (await friend.now())["options"]:
                await friend.until("state")
            assert friend.state
            assert (await friend.act(friend.state["options"][0]["number"]))["type"] == "done"

    served(tmp_path, test)


def test_who_handed_over_cannot_act_until_it_is_taken_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", pace=10, **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            await one.ask({"type": "hand_over", "seat": state["seat"], "agent": "random"})
            assert await one.refusal(act(state, state["options"][0]["number"])) == "HandedOver"
            await one.ask({"type": "take_back", "seat": state["seat"]})
            assert (await one.act(state["options"][0]["number"]))["type"] == "done"

    served(tmp_path, test)


def test_language_and_names_say_everything_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            state = await one.now()
            await one.act(state["options"][0]["number"])
            english = [*one.log]
            await one.ask({"type": "language", "language": "de"})
            german = await one.until("state")
            assert german["asked"] != state["asked"]
            assert len(german["districts"]) == len(one.districts)
            assert [entry["position"] for entry in one.log] == [entry["position"] for entry in english]
            assert one.log != english
            await other.ask({"type": "name", "name": " <b>Ada</b> "})
            await one.until("state")
            assert any("<b>Ada</b>" in seat["name"] for seat in one.got[-3]["seats"])
            assert await one.refusal({"type": "look", "position": 99}) == "BadPosition"
            sentence = one.got[-1]["sentence"]
            assert sentence.startswith("In diesem Spiel gibt es keine Stellung 99")

    served(tmp_path, test)


def test_talk_is_kept_as_plain_text_and_told_to_those_who_come_later(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        async with server.client(opened["table"], keys(opened)[0]) as one:
            await one.ask({"type": "chat", "text": "<script>alert(1)</script>\n & so on"})
            async with server.client(opened["table"]) as later:
                chat = await later.until("chat")
                assert chat["lines"][0]["text"] == "<script>alert(1)</script> & so on"
                assert chat["lines"][0]["seat"] == 0

    served(tmp_path, test)


def test_earlier_positions_are_shown_with_ones_own_eyes(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            first = await one.now()
            everything = dict(one.districts)
            await one.act(first["options"][0]["number"])
            await one.ask({"type": "look", "position": 0})
            [look] = [message for message in one.got if message["type"] == "look"]
            assert look["districts"] == everything
            assert (look["asked"], look["options"]) == (first["asked"], [])
            assert look["eyes"] == first["seat"]

    served(tmp_path, test)


def test_who_is_too_fast_is_told_so_and_shown_out_in_the_end(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf")
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await client.now()
            names = [(await client.ask({"type": "ping"})).get("name") for _ in range(12)]
            assert set(names) == {None, "TooFast"}
            for _ in range(60):
                await client.send({"type": "ping"})
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
            assert (await client.ask({"type": "ping"}))["type"] == "pong"

    served(tmp_path, test)


def test_a_table_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            await one.act(state["options"][0]["number"])
        sweeping = asyncio.create_task(server.house.tables.sweep(every=0.01))
        while server.house.tables.loaded:
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
                broken.setattr(server.house.store, "append", full)
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
