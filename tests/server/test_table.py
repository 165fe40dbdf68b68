"""At the table, over real sockets: playing, taking back, handing over, looking, talking."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

from tests.server.harness import DEALT, FAST, Running, act, keys, play_to_the_end, served, two
from ulpia.server.presentation.scene import RENDERER
from ulpia.server.session.table import MAX_SCENES


def test_a_client_is_welcomed_with_all_it_needs(tmp_path: Path) -> None:
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
                    assert set(state["options"][0]) - {"places", "gesture"} == {
                        *("number", "words", "effect", "place", "final"),
                    }

    served(tmp_path, test, renderer=RENDERER)


def test_a_phone_gets_pictures_of_its_own(tmp_path: Path) -> None:
    """Two screens at one seat: the same options, other pictures, also before a gesture is played."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _other):
            state = await one.now()
            key = keys(opened)[state["seat"]]
            async with server.client(opened["table"], key, form="small") as phone:
                small = await phone.now()
                assert small["options"] == state["options"]
                assert small["crumb"] == state["crumb"] != ""
                assert any(name.startswith("strip-") for name in small["districts"])
                assert small["districts"] != state["districts"]
                ask = {"type": "plan", "revision": state["revision"], "actions": [state["options"][0]["number"]]}
                planned = []
                for client in (one, phone):
                    await client.ask(ask)
                    planned += [message["districts"] for message in client.got if message["type"] == "planned"]
                assert planned[0].keys() <= state["districts"].keys()
                assert planned[1].keys() <= small["districts"].keys()
                await phone.ask({"type": "look", "position": 0})
                looked = [message for message in phone.got if message["type"] == "look"]
                assert looked[0]["districts"] == small["districts"]

    served(tmp_path, test, renderer=RENDERER)


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
        assert server.context.store.actions(opened["table"])[1] == 1

    served(tmp_path, test)


def test_several_steps_are_one_message_and_all_or_none(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            state = await one.now()
            quiet = [option for option in state["options"] if not option["final"]]
            sow = quiet[-1]["number"]
            await one.ask({"type": "plan", "revision": state["revision"], "actions": [sow]})
            [planned] = [message for message in one.got if message["type"] == "planned"]
            second = planned["actions"][1]
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
        assert server.context.store.actions(opened["table"]) == ([], 4)

    served(tmp_path, test)


def test_a_game_cannot_be_made_endless_by_undo(tmp_path: Path) -> None:
    """Every undo is stored. After so many rows the game goes on, but nothing is taken back any more."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, _):
            answers = []
            for _ in range(4):
                await one.act(next(option for option in (await one.now())["options"] if not option["final"])["number"])
                state = await one.now()
                undo = {"type": "undo", "revision": state["revision"], "to": state["undo_to"]}
                answers.append((await one.ask(undo)).get("name"))
                if answers[-1] is None:
                    await one.moved(state)
            assert answers == [None, None, "TooManyUndos", "TooManyUndos"]
            assert server.context.store.actions(opened["table"])[1] == 6

    served(tmp_path, test, replace(FAST, journal_rows=4))


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
            for _ in range(20):
                while not (await friend.now())["options"]:
                    await friend.until("state")
                assert friend.state
                answer = await friend.act(friend.state["options"][0]["number"])
                if answer["type"] == "done":
                    break
                assert answer["name"] == "Stale"  # what the computer did last is still on its way
                await friend.until("state")
            assert answer["type"] == "done"

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


def test_who_acts_after_the_end_is_told_that_the_game_is_over(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await play_to_the_end(client, random.Random(0))
            assert await client.refusal(act(await client.now(), 0)) == "GameIsOver"

    served(tmp_path, test)


def test_scenes_of_old_names_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Each new name of a seat makes new scenes, and nobody needs the old ones; those of one position are shared."""

    async def test(server: Running) -> None:
        table = await server.context.tables.get((await server.open("trajan", "mf", **DEALT))["table"])
        for number in range(MAX_SCENES + 1):
            await table.change_seat(0, name=f"Ada {number}")
            scene = table.scene(None, "en", "large")
            assert f"Ada {number}" in scene.audience.seat_names
            assert table.scene(None, "en", "large") is scene
            assert len(table._scenes) <= MAX_SCENES

    served(tmp_path, test)


def test_a_table_that_is_still_being_loaded_is_not_in_memory(tmp_path: Path) -> None:
    """Others are told about a compilation meanwhile, or are dropped."""

    async def test(server: Running) -> None:
        name, tables = (await server.open("trajan", "mf", **DEALT))["table"], server.context.tables
        tables._tables.clear()
        assert tables.find_loaded(name) is None
        loading = asyncio.create_task(tables.get(name))
        await asyncio.sleep(0)
        assert tables.find_loaded(name) is None
        assert tables.loaded == []
        table = await loading
        assert tables.find_loaded(name) is table
        assert tables.loaded == [table]

    served(tmp_path, test)


def test_a_new_name_says_everything_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            state = await one.now()
            await one.act(state["options"][0]["number"])
            before = [*one.log]
            await other.ask({"type": "name", "name": " <b>Ada</b> "})
            await one.until("state")
            assert any("<b>Ada</b>" in seat["name"] for seat in one.got[-3]["seats"])
            assert one.got[-2]["from"] == 0
            assert [entry["position"] for entry in one.log] == [entry["position"] for entry in before]
            async with server.client(opened["table"], language="de") as german:
                assert (await german.now())["asked"] != state["asked"]
                assert await german.refusal({"type": "look", "position": 99}) == "BadPosition"
                sentence = german.got[-1]["sentence"]
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
            assert (look["log_position"], look["turns"]) == (0, [0])
            assert look["phases"] == [{"position": 0, "label": "Quarter I"}]

    served(tmp_path, test)
