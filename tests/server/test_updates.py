"""Scenes are rendered in turn: at most one in each iteration of the event loop, in FIFO order."""

import asyncio

from ulpia.server.websocket.updates import turn_to_render


def test_between_two_pictures_everything_else_goes_on() -> None:
    done: list[str] = []

    async def run() -> None:
        loop, lock = asyncio.get_running_loop(), asyncio.Lock()

        async def draw(name: str) -> None:
            async with turn_to_render(lock):
                done.append(name)
                loop.call_soon(done.append, f"answer after {name}")

        await asyncio.gather(*map(draw, ("one", "two")))
        await draw("three")

    asyncio.run(run())
    assert done == ["one", "answer after one", "two", "answer after two", "three", "answer after three"]
