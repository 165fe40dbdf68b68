"""The teacher: explanations of what is new, for whom they are, and when."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import DEALT, Client, Running, keys, served

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
