"""A gesture is shown before it is played: nothing happens by it, and what is shown can be sent as it is."""

from pathlib import Path

from tests.server.harness import DEALT, Running, served, two


def test_a_sowing_is_planned_changed_and_played_in_one_message(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            state = await one.now()
            assert all(option["gesture"] for option in state["options"])
            ask = {"type": "plan", "revision": state["revision"]}
            for option in state["options"]:
                await one.ask({**ask, "actions": [option["number"]]})
                planned = [message for message in one.got if message["type"] == "planned"][-1]
                assert planned["actions"][0] == option["number"]
                assert "<svg" in planned["districts"]["circle"]
                assert planned["about"] != planned["asked"]
                for choice in planned["choices"][:4]:
                    await one.ask({**ask, "actions": choice["actions"]})
                    changed = [message for message in one.got if message["type"] == "planned"][-1]
                    assert changed["actions"][: len(choice["actions"])] == choice["actions"]
            assert server.context.store.actions(opened["table"])[1] == 0
            assert (await one.act(*planned["actions"]))["type"] == "done"
            assert one.state
            assert one.state["question"]["kind"] != "lay"
            assert await one.refusal({**ask, "actions": [state["options"][0]["number"]]}) == "Stale"
            assert await other.refusal({**ask, "actions": [0], "revision": "x.1"}) == "Stale"
            ask["revision"] = one.state["revision"]
            assert await one.refusal({**ask, "actions": [one.state["options"][0]["number"]]}) == "NoGesture"
            assert await one.refusal({**ask, "actions": [state["options"][0]["number"]]}) == "IllegalAction"
            assert await one.refusal({**ask, "actions": [10_000]}) == "NumberOutOfRange"

    served(tmp_path, test)
