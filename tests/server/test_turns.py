"""Pictures have turns: one in each round of the event loop, whoever waits longest first."""

import asyncio

from ulpia.server.websocket.render_queue import Turns


def test_between_two_pictures_everything_else_goes_on() -> None:
    done: list[str] = []

    async def run() -> None:
        loop, turns = asyncio.get_running_loop(), Turns()

        def draw(name: str) -> None:
            done.append(name)
            loop.call_soon(done.append, f"answer after {name}")

        for name in ("one", "two"):
            turns.ask(lambda what=name: draw(what))  # type: ignore[misc]
        await asyncio.sleep(0.01)
        turns.ask(lambda: draw("three"))
        await asyncio.sleep(0.01)

    asyncio.run(run())
    assert done == ["one", "answer after one", "two", "answer after two", "three", "answer after three"]
