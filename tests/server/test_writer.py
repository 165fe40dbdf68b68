"""The journal writer: many pages in one commit, no answer before it, and a bad page harms no other."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from ulpia.server.errors import Stale
from ulpia.server.metrics import Metrics
from ulpia.server.storage.store import (
    PERSON,
    NewGame,
    Page,
    Seat,
    Store,
)
from ulpia.server.storage.writer import JournalWriter

GAMES = ("a", "b", "c", "d", "e")


class Slow(Store):
    """A store whose first commit waits until it is let go; it remembers how many pages each commit had."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.commits: list[int] = []
        self.go = threading.Event()

    def write(self, pages: Sequence[Page]) -> None:
        self.go.wait(10)
        self.commits.append(len(pages))
        super().write(pages)


@pytest.fixture
def store(tmp_path: Path) -> Slow:
    store = Slow(f"sqlite:///{tmp_path / 'games.sqlite'}")
    for game in GAMES:
        seat = Seat(0, PERSON, None, "Ada")
        store.create(NewGame(game, "trajan", 1, {}, "x", 1, 0, "o" * 64, [seat]))
    return store


def test_what_comes_while_one_commit_is_made_goes_into_the_next(store: Slow) -> None:
    async def run() -> None:
        writer = JournalWriter(store, Metrics())
        first = asyncio.create_task(writer.write(Page("a", 0, 0, [5])))
        await asyncio.sleep(0.1)
        others = [asyncio.create_task(writer.write(Page(game, 0, 0, [6, 7], deciding=1))) for game in GAMES[1:]]
        await asyncio.sleep(0.1)
        assert not first.done()
        assert not any(other.done() for other in others)
        store.go.set()
        await asyncio.gather(first, *others)
        assert store.commits == [1, 4]
        assert [store.actions(game)[0] for game in GAMES] == [[5], *[[6, 7]] * 4]
        assert store.head("b").deciding == 1
        writer.close()

    asyncio.run(run())


def test_who_is_late_is_told_so_and_the_others_are_written(store: Slow) -> None:
    store.go.set()
    store.write([Page("b", 0, 0, [9])])
    store.go.clear()

    async def run() -> None:
        writer = JournalWriter(store, Metrics())
        first = asyncio.create_task(writer.write(Page("a", 0, 0, [5])))
        await asyncio.sleep(0.1)
        others = [asyncio.create_task(writer.write(Page(game, 0, 0, [6]))) for game in GAMES[1:]]
        await asyncio.sleep(0.1)
        store.go.set()
        answers = await asyncio.gather(first, *others, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), Stale, *[type(None)] * 3]
        assert [store.actions(game)[0] for game in GAMES] == [[5], [9], [6], [6], [6]]
        writer.close()

    asyncio.run(run())


def test_what_is_queued_is_written_before_the_writer_stops(store: Slow) -> None:
    async def run() -> None:
        writer = JournalWriter(store, Metrics())
        writing = [asyncio.create_task(writer.write(Page(game, 0, 0, [5]))) for game in GAMES]
        await asyncio.sleep(0.1)
        store.go.set()
        writer.close()
        await asyncio.gather(*writing)
        assert [store.actions(game)[0] for game in GAMES] == [[5]] * 5

    asyncio.run(run())
