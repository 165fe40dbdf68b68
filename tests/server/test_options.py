"""What a client learns about an option besides its words: its price, and whether it declines."""

from pathlib import Path

from tests.server.harness import DEALT, Running, served, two


def test_only_a_tile_outside_the_streets_comes_with_a_price(tmp_path: Path) -> None:
    """F-12: a tribune, named by the symbol that stands for it."""

    async def test(server: Running) -> None:
        opened = await server.open("forum_trajanum", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            states = [await one.now(), await other.now()]
            options = next(state["options"] for state in states if state["options"])
            assert {option["question"]["kind"] for option in states} == {"take"}
            priced = [option for option in options if "price" in option]
            assert all(option["price"] == {"amount": 1, "symbol": "tribune"} for option in priced)
            assert [option["words"].endswith("for 1 tribune") for option in options] == [
                option in priced for option in options
            ]
            assert 0 < len(priced) < len(options)

    served(tmp_path, test)


def test_doing_nothing_is_marked(tmp_path: Path) -> None:
    """T-16: among the options of an action exactly one declines."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mf", **DEALT)
        async with two(server, opened) as (one, other):
            client = one if (await one.now())["options"] else other
            state = await client.now()
            while not any("declines" in option for option in state["options"]):
                assert not any("price" in option for option in state["options"])
                await client.act(state["options"][0]["number"])
                state = client.state
            declining = [option["words"] for option in state["options"] if option.get("declines")]
            assert len(declining) == 1
            assert len(state["options"]) > 1

    served(tmp_path, test)
