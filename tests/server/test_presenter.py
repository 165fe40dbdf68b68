"""The presenter updates clients in turn: at most one scene in each iteration of the event loop, in FIFO order."""

import asyncio
from dataclasses import dataclass, field

from ulpia.server.presenter import Presenter


@dataclass(eq=False)
class Watcher:
    """A client that notes when it is updated."""

    name: str
    done: list[str]
    is_known: bool = False
    error: Exception | None = None
    errors: list[Exception] = field(default_factory=list)

    def has_known_update(self) -> bool:
        return self.is_known

    def update(self) -> None:
        if self.error is not None:
            raise self.error
        self.done.append(self.name)
        asyncio.get_running_loop().call_soon(self.done.append, f"answer after {self.name}")

    def fail(self, error: Exception) -> None:
        self.errors.append(error)


async def settle(presenter: Presenter, *clients: Watcher) -> None:
    for client in clients:
        presenter.wake(client)
    for _ in range(3 * len(clients) + 3):
        await asyncio.sleep(0)


def test_between_two_scenes_everything_else_goes_on() -> None:
    done: list[str] = []

    async def run() -> None:
        presenter = Presenter()
        await settle(presenter, Watcher("one", done), Watcher("two", done))
        await settle(presenter, Watcher("three", done))

    asyncio.run(run())
    assert done == ["one", "answer after one", "two", "answer after two", "three", "answer after three"]


def test_clients_that_get_the_same_messages_get_them_together() -> None:
    done: list[str] = []

    async def run() -> None:
        await settle(Presenter(), *(Watcher(name, done, name != "one") for name in ("one", "two", "three")))

    asyncio.run(run())
    assert done[:3] == ["one", "two", "three"]


def test_a_client_whose_update_fails_does_not_stop_the_others() -> None:
    done: list[str] = []
    bad = Watcher("bad", done, error=ValueError("no picture"))
    asyncio.run(settle(Presenter(), bad, Watcher("good", done)))
    assert done[0] == "good"
    assert [str(error) for error in bad.errors] == ["no picture"]


def test_a_client_that_has_left_is_not_updated() -> None:
    done: list[str] = []

    async def run() -> None:
        presenter, gone = Presenter(), Watcher("gone", done)
        presenter.wake(gone)
        presenter.forget(gone)
        await settle(presenter)

    asyncio.run(run())
    assert done == []
