"""Lessons over real sockets: solved, failed, tried again, shown; and everything else that somebody could send."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.harness import DEALT, Client, Running, act, keys, served
from ulpia.lessons import lessons_of
from ulpia.server.session import lessons

LEARN = {"type": "learn", "game": "trajan", "lesson": "sowing", "language": "en"}


async def learn(client: Client, **changes: Any) -> dict[str, Any]:
    """Open a lesson and wait for its first position."""
    await client.send(LEARN | changes)
    lesson = await client.until("lesson")
    await client.until("state")
    return lesson


async def choose(client: Client, words: str) -> dict[str, Any]:
    """Play the gesture that begins with an option, as the server completes it; return the lesson after it."""
    state = await client.now()
    number = next(option["number"] for option in state["options"] if option["words"] == words)
    await client.ask({"type": "plan", "revision": state["revision"], "actions": [number]})
    planned = [message for message in client.got if message["type"] == "planned"]
    numbers = planned[-1]["actions"] if planned and planned[-1]["revision"] == state["revision"] else [number]
    await client.send(act(state, *numbers))
    return await client.until("lesson")


def test_a_step_is_failed_with_a_reason_tried_again_and_solved(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        async with server.client() as client:
            lesson = await learn(client)
            assert (lesson["status"], lesson["step"], lesson["said"]) == ("open", 0, "")
            assert lesson["districts"] == ["circle"]
            assert client.got[0]["type"] == "welcome"
            assert (client.got[0]["you"], client.got[0]["is_creator"]) == (0, False)
            failed = await choose(client, "sow Construction")
            assert failed["status"] == "wrong"
            assert "reach the Forum" in failed["said"]
            after = await client.until("state")
            assert await client.refusal(act(after, after["options"][0]["number"])) == "NotYourDecision"
            await client.send({"type": "step", "step": 0})
            assert (await client.until("lesson"))["status"] == "open"
            await client.until("state")
            solved = await choose(client, "sow Seaport")
            assert solved["status"] == "right"
            assert solved["said"].startswith("Two markers, two trays.")
            await client.send({"type": "step", "step": 1})
            assert "mat" in (await client.until("lesson"))["districts"]

    served(tmp_path, test)


def test_the_answer_is_played_and_the_learner_cannot_interfere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "SHOWN_SECONDS", 0.05)

    async def test(server: Running) -> None:
        async with server.client() as client:
            await learn(client, step=2, language="de")
            state = await client.now()
            await client.send({"type": "answer"})
            statuses = [(await client.until("lesson"))["status"] for _ in range(3)]
            assert statuses == ["open", "showing", "shown"]
            assert await client.refusal(act(state, state["options"][0]["number"])) == "Stale"
            said = [message["said"] for message in client.got if message["type"] == "lesson"][-1]
            assert said == "Drei Steine, drei Mulden: vom Forum bis zu Trajan."

    served(tmp_path, test)


def test_a_lesson_can_be_begun_anywhere_and_leaves_nothing_in_the_store(tmp_path: Path) -> None:
    """A client whose connection was lost says where it was. The revision of the lost connection is stale."""

    async def test(server: Running) -> None:
        async with server.client() as client:
            await learn(client)
            first = await client.now()
        async with server.client() as client:
            again = await learn(client, step=3)
            assert (again["step"], again["status"]) == (3, "open")
            assert await client.refusal(act(first, first["options"][0]["number"])) == "Stale"
            assert (await client.ask({"type": "undo", "revision": client.state["revision"], "to": 0}))[
                "type"
            ] == "refused"
        assert server.context.tables.loaded == []
        assert (await server.http.get("/api/tables/trajan.sowing")).json()["name"] == "UnknownTable"

    served(tmp_path, test)


def test_lessons_steps_and_messages_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for wrong, name in (
            ({"lesson": "swimming"}, "UnknownLesson"),
            ({"lesson": "quarter"}, "BadField"),
            ({"step": 99}, "BadField"),
            ({"game": "chess"}, "UnknownGame"),
            ({"step": -1}, "BadField"),
            ({"lesson": 4}, "BadField"),
        ):
            async with server.client() as client:
                assert await client.refusal(LEARN | wrong) == name
        async with server.client() as client:
            await learn(client)
            assert await client.refusal(LEARN) == "HelloAgain"
            assert await client.refusal({"type": "step", "step": 4}) == "BadField"
            others: list[Mapping[str, Any]] = [
                {"type": "chat", "text": "hello"},
                {"type": "name", "name": "Ada"},
                {"type": "hand_over", "seat": 0, "agent": "random"},
                {"type": "take_back", "seat": 0},
                {"type": "pace", "seconds": 1},
                {"type": "hints", "are_fine": True},
                {"type": "hint", "revision": client.state["revision"], "step": 1},
            ]
            for message in others:
                assert await client.refusal(dict(message)) == "NotInALesson"
            assert (await client.now())["options"]
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            assert await client.refusal({"type": "step", "step": 0}) == "NotInALesson"
            assert await client.refusal({"type": "answer"}) == "NotInALesson"
        async with server.client() as client:
            wrong_lesson = {"type": "hello", "table": opened["table"], "language": "en", "token": keys(opened)[0]}
            assert await client.refusal(wrong_lesson | {"lesson": "sowing"}) == "UnknownLesson"

    served(tmp_path, test)


def test_a_lesson_with_an_impossible_goal_is_refused_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sowing = lessons_of("trajan")[0]
    first, *others = sowing.steps
    impossible = replace(sowing, steps=[replace(first, answer="sow forum"), *others])
    monkeypatch.setattr(lessons, "lessons_of", lambda _game: (impossible,))

    async def test(server: Running) -> None:
        async with server.client() as client:
            answer = await client.ask(LEARN)
            assert answer["name"] == "BadLesson"
            assert "“sow forum” does not reach the goal" in answer["sentence"]

    served(tmp_path, test)


def test_the_list_of_lessons_has_a_table_for_the_real_game(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        listed = (await server.http.get("/api/lessons/trajan?language=de")).json()["lessons"]
        assert [lesson["lesson"] for lesson in listed] == [lesson.id for lesson in lessons_of("trajan")]
        assert listed[0]["title"] == "Mulden leeren"
        table = listed[-1]["table"]
        assert [seat.get("agent") for seat in table["seats"]] == [None, "tiro"]
        assert (await server.http.post("/api/tables", json=table)).status_code == 201
        assert (await server.http.get("/api/lessons/chess")).json()["name"] == "UnknownGame"
        games = (await server.http.get("/api/games")).json()["games"]
        assert {game["name"]: game["has_lessons"] for game in games}["trajan"]

    served(tmp_path, test)


def test_the_teacher_comes_back_at_the_end_of_the_quarter_and_not_before(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], lesson="quarter") as client:
            lesson = await client.until("lesson")
            assert (lesson["status"], lesson["districts"]) == ("open", [])
            state = await client.now()
            while not (said := [message["said"] for message in client.got if message.get("status") == "right"]):
                assert not state["crumb"].startswith("Quarter II")
                if state["options"]:
                    await client.send(act(state, state["options"][0]["number"]))
                state = await client.moved(state)
            assert said[0].startswith("Your first quarter is over")
            assert not state["is_over"]
        async with server.client(opened["table"], keys(opened)[0], lesson="quarter") as client:
            assert [(await client.until("lesson"))["status"] for _ in range(2)] == ["open", "right"]

    served(tmp_path, test)
