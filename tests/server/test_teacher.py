"""The teacher: explanations of what is new and objections to costly moves; for whom they are, and when."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import DEALT, FAST, PATIENCE, Client, Running, act, keys, served
from ulpia.agents import Decision
from ulpia.agents.judgement import Judgement
from ulpia.core.actions import Action
from ulpia.server.warmup import Warmup

PATIENT = replace(FAST, judging_seconds=PATIENCE)
every_game = pytest.mark.parametrize("game", ["trajan"])


async def taught(client: Client) -> dict[str, Any]:
    """Switch the teacher on; return the explanations of the state that is there."""
    await client.now()
    assert (await client.ask({"type": "teach", "is_on": True}))["type"] == "done"
    return await explained(client)


async def explained(client: Client) -> dict[str, Any]:
    """Return the explanations of the newest state."""
    while True:
        state = await client.now()
        for message in client.got:
            if message["type"] == "explain" and message["revision"] == state["revision"]:
                return message
        await client.receive()


@every_game
def test_a_learner_is_told_what_is_new_with_each_state(tmp_path: Path, game: str) -> None:
    """In their own language, for their own decision; and nothing more once it is switched off."""

    async def test(server: Running) -> None:
        opened = await server.open(game, "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], language="de") as client:
            state = await client.now()
            while not state["options"]:
                state = await client.moved(state)
            said = await taught(client)
            assert said["revision"] == state["revision"]
            for one in said["explanations"]:
                assert one["sentence"]
                assert one["places"]
            assert [one["is_past"] for one in said["explanations"]].count(False) >= 1
            await client.act(state["options"][0]["number"])
            await explained(client)
            assert (await client.ask({"type": "teach", "is_on": False}))["type"] == "done"
            while not (state := await client.now())["options"]:
                await client.moved(state)
            sent = len(client.got)
            await client.act(state["options"][0]["number"])
            await client.ask({"type": "pace", "seconds": 0})
            assert "explain" not in {message["type"] for message in client.got[sent:]}

    served(tmp_path, test)


def test_nobody_learns_what_another_seat_is_asked(tmp_path: Path) -> None:
    """While a friend decides, there is nothing about their options; a spectator cannot have a teacher."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        clients = [server.client(opened["table"], key) for key in keys(opened)]
        async with clients[0] as one, clients[1] as other, server.client(opened["table"]) as spectator:
            await other.now()
            waiting = other if (await one.now())["options"] else one
            assert all(each["is_past"] for each in (await taught(waiting))["explanations"])
            await spectator.now()
            assert await spectator.refusal({"type": "teach", "is_on": True}) == "OnlyWatching"

    served(tmp_path, test)


# Objections


both_games = pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])


class Adviser:
    """Stands for the search: the first option is the best one, the others cost eight points."""

    def __init__(self) -> None:
        self.judged: list[Decision] = []

    def find_best_turn(self, decision: Decision, **_how: Any) -> tuple[Action, ...]:
        return (decision.options[0],)

    def judge(
        self, decision: Decision, best: Sequence[Action], actions: Sequence[Action], **_how: Any
    ) -> Judgement | None:
        self.judged.append(decision)
        return None if actions[0] == best[0] else Judgement(8.2, tuple(actions), tuple(best), {})


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """The search is ready, and this adviser stands for it."""
    adviser = Adviser()
    monkeypatch.setattr(Warmup, "is_ready", lambda *_: True)
    monkeypatch.setattr("ulpia.server.session.teacher.find_best_turn", adviser.find_best_turn)
    monkeypatch.setattr("ulpia.server.session.teacher.judge", adviser.judge)
    return adviser


async def choice(client: Client, least: int = 3) -> dict[str, Any]:
    """The next state in which there is a choice; what comes before is played without the teacher."""
    await client.ask({"type": "teach", "is_on": False})
    while len((state := await client.now())["options"]) < least:
        if state["options"]:
            await client.act(state["options"][0]["number"])
        else:
            await client.moved(state)
    await client.ask({"type": "teach", "is_on": True})
    return state


def objections(*clients: Client) -> list[dict[str, Any]]:
    return [message for client in clients for message in client.got if message["type"] == "objection"]


@both_games
def test_a_costly_move_is_not_played_until_it_is_sent_again(tmp_path: Path, game: str, adviser: Adviser) -> None:
    """The learner reads what it costs, what would be better and where. Nothing has happened meanwhile."""

    async def test(server: Running) -> None:
        opened = await server.open(game, "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], language="de") as client:
            state = await choice(client)
            stored = server.context.store.actions(opened["table"])
            costly, best = state["options"][-1]["number"], state["options"][0]["number"]
            assert await client.refusal(act(state, costly)) == "TeacherObjects"
            (said,) = objections(client)
            assert (said["revision"], said["actions"], said["cost"]) == (state["revision"], [costly], 8)
            assert "8 Punkte" in said["sentences"][0]
            assert state["options"][0]["words"] in said["sentences"][1]
            assert (said["number"], said["places"]) == (best, [state["options"][0]["place"]])
            assert server.context.store.actions(opened["table"]) == stored
            assert (await client.act(costly))["type"] == "done"
            played, _ = server.context.store.actions(opened["table"])
            assert played[: len(stored[0]) + 1] == [*stored[0], costly]
            assert {(type(decision), decision.seat) for decision in adviser.judged} == {(Decision, 0)}

    served(tmp_path, test, PATIENT)


def test_there_is_one_objection_in_a_turn_and_another_one_in_the_next(tmp_path: Path, adviser: Adviser) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await choice(client)
            assert await client.refusal(act(state, state["options"][-1]["number"])) == "TeacherObjects"
            assert (await client.act(state["options"][1]["number"]))["type"] == "done"  # costly too
            assert len(adviser.judged) == 1
            assert len(objections(client)) == 1
            state = await choice(client)
            while state["question"]["kind"] != "turn":
                await client.act(state["options"][0]["number"])
                state = await choice(client)
            assert await client.refusal(act(state, state["options"][-1]["number"])) == "TeacherObjects"

    served(tmp_path, test, PATIENT)


@both_games
def test_a_good_move_is_played_without_a_word(tmp_path: Path, game: str, adviser: Adviser) -> None:
    async def test(server: Running) -> None:
        opened = await server.open(game, "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            for _ in range(3):
                state = await choice(client)
                assert (await client.act(state["options"][0]["number"]))["type"] == "done"
            assert len(adviser.judged) >= 3
            assert objections(client) == []

    served(tmp_path, test, PATIENT)


@pytest.mark.usefixtures("adviser")
def test_only_the_client_that_has_a_teacher_hears_of_an_objection(tmp_path: Path) -> None:
    """Neither who watches nor the player's other device, at which the teacher is off."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        key = keys(opened)[0]
        async with (
            server.client(opened["table"], key) as client,
            server.client(opened["table"], key) as other,
            server.client(opened["table"]) as watcher,
        ):
            state = await choice(client)
            assert await client.refusal(act(state, state["options"][-1]["number"])) == "TeacherObjects"
            for each in (other, watcher):
                while (await each.now())["revision"].split(".")[1] != state["revision"].split(".")[1]:
                    await each.until("state")
            assert (await other.ask(act(state, state["options"][-1]["number"])))["type"] == "done"
            await watcher.moved(state)
            assert objections(other, watcher) == []

    served(tmp_path, test, PATIENT)


@pytest.mark.parametrize("seats", ["mf", "mfc"])
def test_there_is_no_objection_where_two_people_hold_seats(tmp_path: Path, adviser: Adviser, seats: str) -> None:
    """Also while a computer plays the friend's seat: the friend may come back and would have been played against."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", seats, **DEALT)
        mine, friends = keys(opened)
        async with server.client(opened["table"], mine) as client:
            async with server.client(opened["table"], friends) as friend:
                await friend.now()
                await friend.ask({"type": "hand_over", "seat": 1, "agent": "random"})
            state = await choice(client)
            assert (await client.act(state["options"][-1]["number"]))["type"] == "done"
            assert adviser.judged == []

    served(tmp_path, test, PATIENT)


def test_what_could_not_be_played_anyway_is_refused_by_its_name(tmp_path: Path, adviser: Adviser) -> None:
    """A forged revision, an action that is not possible, another's decision, a spectator: nothing is judged."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client, server.client(opened["table"]) as watcher:
            state = await choice(client)
            numbers = [option["number"] for option in state["options"]]
            forged = {**state, "revision": "forged.0"}
            assert await client.refusal(act(forged, numbers[-1])) == "Stale"
            impossible = next(number for number in range(1000) if number not in numbers)
            assert await client.refusal(act(state, impossible)) == "IllegalAction"
            assert await client.refusal(act(state, 10**6)) == "NumberOutOfRange"
            assert await watcher.refusal(act(await watcher.now(), numbers[-1])) == "OnlyWatching"
            await client.ask({"type": "hand_over", "seat": 0, "agent": "random"})
            assert await client.refusal(act(await client.now(), numbers[-1])) in ("HandedOver", "Stale")
            assert adviser.judged == []

    served(tmp_path, test, PATIENT)


def test_a_teacher_that_is_not_ready_or_fails_or_is_slow_stops_nobody(
    tmp_path: Path, adviser: Adviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is played as if there were no teacher."""
    let_go = threading.Event()

    def fail(*_: object, **_how: object) -> None:
        raise ArithmeticError

    def wait(*_: object, **_how: object) -> None:
        let_go.wait(PATIENCE)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            for name, stands_for in (("judge", fail), ("find_best_turn", fail), ("judge", wait)):
                with monkeypatch.context() as patch:
                    patch.setattr(f"ulpia.server.session.teacher.{name}", stands_for)
                    state = await choice(client)
                    assert (await client.act(state["options"][-1]["number"]))["type"] == "done"
            let_go.set()
            monkeypatch.setattr(Warmup, "is_ready", lambda *_: False)
            state = await choice(client)
            assert (await client.act(state["options"][-1]["number"]))["type"] == "done"
            assert objections(client) == []
            assert adviser.judged == []

    served(tmp_path, test, replace(FAST, judging_seconds=0.3))
