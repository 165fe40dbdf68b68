"""Hints at the table: a nudge, the move, why; from what the seat knows; with other people only when all agree."""

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

import ulpia
from tests.server.harness import DEALT, Client, Running, act, keys, served, two
from ulpia.agents import Decision
from ulpia.agents.advice import advise
from ulpia.server.errors import Stale
from ulpia.server.history import MatchHistory
from ulpia.server.presentation.scene import RENDERER
from ulpia.server.session.hints import Hints
from ulpia.server.storage.store import Store
from ulpia.server.threads import Requester, SearchThreads
from ulpia.server.warmup import Warmup

Result = TypeVar("Result")
pytestmark = pytest.mark.usefixtures("thinking")
every_game = pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])


def hint(state: dict[str, Any], step: int) -> dict[str, Any]:
    return {"type": "hint", "revision": state["revision"], "step": step}


async def hinted(client: Client, step: int) -> dict[str, Any]:
    """Ask for a step of a hint and wait for it."""
    assert (await client.ask(hint(await client.now(), step)))["type"] == "done"
    return await client.until("hint")


async def my_turn(client: Client) -> dict[str, Any]:
    state = await client.now()
    while not state["options"]:
        state = await client.moved(state)
    return state


@every_game
def test_a_hint_comes_in_three_steps_and_changes_nothing(tmp_path: Path, game: str) -> None:
    """First an area and no move, then a move that may be played and its place, then reasons; in one's language."""

    async def test(server: Running) -> None:
        opened = await server.open(game, "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], language="de") as client:
            state = await my_turn(client)
            stored = server.context.store.actions(opened["table"])
            first, second, third = [await hinted(client, step) for step in (1, 2, 3)]
            options = {option["number"]: option for option in state["options"]}
            assert {message["revision"] for message in (first, second, third)} == {state["revision"]}
            assert set(first) - {"places"} == {"type", "revision", "step", "sentences", "areas"}
            if "places" in first:  # what to look at: more than one place, the right one among them
                assert len(first["places"]) > 1
                assert set(second["places"]) <= set(first["places"])
            assert second["number"] == third["number"] in options
            best = options[second["number"]]
            lit = best.get("places", [best["place"]])
            assert second["places"] == [place for place in lit if place]
            drawn = client.districts
            assert all(any(f"id='{place}'" in drawn[area] for place in lit) for area in first["areas"])
            assert len(first["areas"]) >= bool(second["places"])
            assert len(first["sentences"]) == 1
            assert len(second["sentences"]) in (1, 2)  # the second one says how a gesture is carried out
            assert best["words"] not in first["sentences"][0]
            assert best["words"] in second["sentences"][0]
            assert 1 <= len(third["sentences"]) <= 3
            assert len(third["figures"]) >= 2
            assert "Siegchance" in third["figures"][0]
            assert server.context.store.actions(opened["table"]) == stored
            assert (await client.act(second["number"]))["type"] == "done"

    served(tmp_path, test, renderer=RENDERER)


def test_a_hint_about_half_of_the_circle_marks_trays_of_that_half(tmp_path: Path) -> None:
    """The whole circle was framed for "the half with Senate, Trajan and Construction"."""
    halves = ({"Seaport", "Forum", "Military"}, {"Senate", "Trajan", "Construction"})

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await my_turn(client)
            first = await hinted(client, 1)
            [half] = [half for half in halves if all(name in first["sentences"][0] for name in half)]
            trays = {option["place"]: option["words"] for option in state["options"]}
            marked = [trays[place] for place in first["places"]]
            assert marked == [words for words in trays.values() if any(name in words for name in half)]
            assert len(marked) <= 3

    served(tmp_path, test, renderer=RENDERER)


def test_a_hint_is_thought_of_once_and_from_what_the_seat_knows_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Decision] = []

    def counting(decision: Decision, **how: Any) -> Any:
        asked.append(decision)
        return advise(decision, **how)

    monkeypatch.setattr("ulpia.server.session.hints.advise", counting)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            await my_turn(client)
            numbers = [(await hinted(client, step))["number"] for step in (2, 3, 2)]
            assert len(set(numbers)) == 1
            assert [(type(decision), decision.seat) for decision in asked] == [(Decision, 0)]
            await client.act(numbers[0])
            await my_turn(client)
            await hinted(client, 1)
            assert len(asked) == 2

    served(tmp_path, test)


def test_with_other_people_all_have_to_agree_and_anybody_can_withdraw(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mfc", **DEALT)
        one, other = keys(opened)
        async with server.client(opened["table"], one) as ada, server.client(opened["table"], other) as bob:
            for client in (ada, bob):
                await client.now()
            while not ((ada.state or {})["options"] or (bob.state or {})["options"]):
                await asyncio.gather(ada.until("state"), bob.until("state"))
            asking, waiting = (ada, bob) if (ada.state or {})["options"] else (bob, ada)
            state = await asking.now()
            assert await asking.refusal(hint(state, 1)) == "HintsNotAgreed"
            assert "Seat 1" in asking.got[-1]["sentence"]
            await asking.ask({"type": "hints", "are_fine": True})
            assert await asking.refusal(hint(state, 1)) == "HintsNotAgreed"
            await waiting.ask({"type": "hints", "are_fine": True})
            presence = [message for message in waiting.got if message["type"] == "presence"][-1]
            assert presence["hints"] is True
            assert [seat["agrees_to_hints"] for seat in presence["seats"]] == [True, True, False]
            assert (await hinted(asking, 1))["sentences"]
            assert not any(message["type"] == "hint" for message in waiting.got)
            await waiting.ask({"type": "hints", "are_fine": False})
            assert await asking.refusal(hint(state, 2)) == "HintsNotAgreed"
            await waiting.ask({"type": "hints", "are_fine": True})

    served(tmp_path, test)
    again = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with again.engine.connect() as connection:
        kept = connection.exec_driver_sql("select hints from seats order by seat").scalars().all()
    again.close()
    assert kept == [1, 1, 0]


def test_alone_with_computers_nobody_has_to_agree_also_if_a_friend_never_came(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mfc", are_seated=False, **DEALT)
        async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as ada:
            welcome = await ada.until("welcome")
            assert welcome["hints"] is False
            await ada.ask({"type": "hand_over", "seat": 1, "agent": "random"})
            assert [message for message in ada.got if message["type"] == "presence"][-1]["hints"] is True
            await my_turn(ada)
            assert (await hinted(ada, 2))["number"]

    served(tmp_path, test)


def test_spectators_and_seats_that_do_not_decide_get_no_hint(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other), server.client(opened["table"]) as watcher:
            for client in (one, other):
                await client.ask({"type": "hints", "are_fine": True})
            assert await watcher.refusal(hint(await watcher.now(), 1)) == "OnlyWatching"
            assert await watcher.refusal({"type": "hints", "are_fine": True}) == "OnlyWatching"
            assert await other.refusal(hint(await other.now(), 1)) == "NotYourDecision"
            state = await one.now()
            await one.act(state["options"][0]["number"])
            assert await one.refusal(hint(state, 1)) == "Stale"

    served(tmp_path, test)


def test_playing_on_drops_the_hint_and_waits_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The adviser thinks until the test lets go; meanwhile the game goes on, and the hint never comes."""

    async def test(server: Running) -> None:
        let_go = asyncio.Event()
        think = Hints._search

        async def slowly(self: Hints, history: Any, requester: Any) -> Any:
            await let_go.wait()
            return await think(self, history, requester)

        monkeypatch.setattr(Hints, "_search", slowly)
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await my_turn(client)
            assert (await client.ask(hint(state, 1)))["type"] == "done"
            assert (await client.ask(act(state, state["options"][0]["number"])))["type"] == "done"
            await client.moved(state)
            let_go.set()
            state = await my_turn(client)
            assert (await client.ask(hint(state, 1)))["type"] == "done"
            assert (await client.until("hint"))["revision"] == state["revision"]
            assert sum(message["type"] == "hint" for message in client.got) == 1

    served(tmp_path, test)


def test_a_search_that_fails_when_nobody_waits_any_more_is_not_complained_about() -> None:
    """The table has moved on, and so has who asked: there is nothing to log."""

    class Ready(Warmup):
        async def wait_until_ready(self, game: str) -> None:
            assert game == "trajan"

    class Late(SearchThreads):
        async def run(self, _work: Callable[[], Result], _requester: Requester) -> Result:
            await let_go.wait()
            raise Stale

    let_go = asyncio.Event()
    complaints: list[str] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, what: complaints.append(what["message"]))
        hints, history = Hints(Late(), Ready()), MatchHistory.begin(ulpia.new("trajan", setup="dealt"))
        asking = asyncio.create_task(hints.advice(history, Requester("t", frozenset(), True)))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        let_go.set()
        assert hints._latest is not None
        await asyncio.wait([hints._latest[1]])
        hints._latest = None
        del asking
        gc.collect()
        await asyncio.sleep(0)

    asyncio.run(run())
    assert not any("never retrieved" in complaint for complaint in complaints)


def test_who_comes_by_an_invitation_has_not_agreed_yet(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", are_seated=False, **DEALT)
        async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as ada:
            await ada.ask({"type": "hints", "are_fine": True})
            await ada.ask({"type": "hand_over", "seat": 1, "agent": "random"})
            assert [message for message in ada.got if message["type"] == "presence"][-1]["hints"] is True
            await server.redeem(opened["table"], opened["seats"][1]["invitation"])
            while (await ada.until("presence"))["hints"]:
                pass
            assert await ada.refusal(hint(await my_turn(ada), 1)) == "HintsNotAgreed"

    served(tmp_path, test)


@pytest.mark.parametrize("is_connected", [True, False])
def test_who_holds_a_seat_is_asked_present_or_not_also_while_a_computer_plays_it(
    tmp_path: Path, is_connected: bool
) -> None:
    """Handing a friend's seat over to a computer does not replace the friend's consent."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as ada:
            await ada.ask({"type": "hints", "are_fine": True})
            if is_connected:
                async with server.client(opened["table"], keys(opened)[1]) as bob:
                    await bob.now()
                    await ada.ask({"type": "hand_over", "seat": 1, "agent": "random"})
            else:
                await ada.ask({"type": "hand_over", "seat": 1, "agent": "random"})
            assert [message for message in ada.got if message["type"] == "presence"][-1]["hints"] is False
            assert await ada.refusal(hint(await my_turn(ada), 3)) == "HintsNotAgreed"
            assert "Seat 2" in ada.got[-1]["sentence"]

    served(tmp_path, test)
