"""Computers that think: at the pace of the table, several tables at once, and in secret without telling how much."""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ulpia
from tests.server.harness import DEALT, Running, keys, served
from ulpia.agents import Decision, Random
from ulpia.core.actions import Action
from ulpia.registry import find_game
from ulpia.server import warmup
from ulpia.server.history import MatchHistory
from ulpia.server.session.computers import (
    MAX_SEARCH_SECONDS,
    MAX_SECRET_SECONDS,
    Computers,
    Span,
)
from ulpia.server.storage.store import COMPUTER, Head, Seat
from ulpia.server.warmup import Warmup

HEAD = Head("t", "trajan", 1, {}, "", 1, 0, "", 0, 0, None, None, 0, ())


class Leaping(asyncio.SelectorEventLoop):
    """An event loop whose clock leaps to whatever is waited for: pauses are exact, and take no time."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class Slow:
    """Thinks for 0.1 s if it may, notes how long that is, and plays what is written."""

    def __init__(self, written: list[int]) -> None:
        self.written, self.budgets = iter(written), list[float]()

    def choose(self, decision: Decision) -> Action:
        assert decision.budget.seconds is not None
        self.budgets.append(decision.budget.seconds)
        return decision.game.actions[next(self.written)]

    async def run(self, work: Callable[[], int]) -> int:
        """As threads would."""
        number = work()
        await asyncio.sleep(min(0.1, self.budgets[-1]))
        return number


class Alone:
    """A table with computers only, and a clock for what others see of it."""

    def __init__(self, history: MatchHistory, slow: Slow, pace: int, most: int) -> None:
        seats = tuple(Seat(at, COMPUTER, "slow", "") for at in range(history.match.seats))
        self.history, self.most = history, most
        self.head = replace(HEAD, game=history.match.game.name, pace=pace, seats=seats)
        self.computers = Computers(self, slow, Warmup())  # type: ignore[arg-type]
        self.seen: list[tuple[float, int]] = []
        """When something happened that everybody sees, and how many steps it took."""
        self.steps = 0

    def apply(self, history: MatchHistory, numbers: list[int]) -> MatchHistory:
        return history.played(numbers)

    async def play_for_computer(self, _seat: int, _before: MatchHistory, _number: int, after: MatchHistory) -> None:
        self.history, self.steps = after, self.steps + 1
        if not self.history.is_in_secret:
            self.seen.append((asyncio.get_running_loop().time(), self.steps))
            self.steps = 0
        if len(self.seen) >= self.most:
            self.head = replace(self.head, seats=tuple(replace(seat, kind="person") for seat in self.head.seats))


def by_chance(game: str) -> tuple[list[int], list[int]]:
    """Every action of a game, and after how many of them everybody has seen what was done."""
    history, dice, seen = MatchHistory.begin(ulpia.new(game, seats=4, seed=7, setup="dealt")), random.Random(7), [0]
    while history.match.seat is not None:
        history = history.played([dice.choice(history.match.options).number])
        seen += [] if history.is_in_secret else [len(history.match.actions)]
    return [action.number for action in history.match.actions], seen


def spans(monkeypatch: pytest.MonkeyPatch, game: str, written: list[int], since: int, pace: int, most: int) -> Any:
    """The agent, and for each step that everybody sees how long it took and how many steps it was."""
    slow = Slow(written[since:])
    monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, _seed: slow)

    async def run() -> list[tuple[float, int]]:
        begin = ulpia.new(game, seats=4, seed=7, setup="dealt")
        table = Alone(MatchHistory.begin(begin, written[:since]), slow, pace, most)
        table.computers.wake()
        assert table.computers.task
        await table.computers.task
        times = [0.0, *(at for at, _ in table.seen)]
        return [(after - before, steps) for before, after, (_, steps) in zip(times, times[1:], table.seen)]

    with asyncio.Runner(loop_factory=Leaping) as runner:
        return slow, runner.run(run())


def test_a_computers_pause_and_its_thinking_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, took = spans(monkeypatch, "trajan", by_chance("trajan")[0], since=0, pace=300, most=5)
    assert [seconds for seconds, _ in took] == pytest.approx([0.3] * 5)  # 0.4 would be one after the other
    assert set(slow.budgets) == {MAX_SEARCH_SECONDS}
    slow, took = spans(monkeypatch, "trajan", by_chance("trajan")[0], since=0, pace=0, most=5)
    assert [seconds for seconds, _ in took] == pytest.approx([0.1] * 5)


def test_the_time_of_thinking_does_not_tell_how_many_steps_somebody_takes_in_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F-15: all that is done in secret takes as long as the first thought decides, whether it is one step or three."""
    written, seen = by_chance("forum_trajanum")
    is_taking = [str(find_game("forum_trajanum").actions[written[at]]).startswith("take") for at in seen[:-1]]
    long_then_short = next(
        at
        for at in range(1, len(seen) - 1)
        if is_taking[at - 1] and is_taking[at] and seen[at] - seen[at - 1] > seen[at + 1] - seen[at]
    )
    slow, took = spans(monkeypatch, "forum_trajanum", written, seen[long_then_short - 1], pace=0, most=2)
    assert took[0][1] > took[1][1] > 0
    assert [seconds for seconds, _ in took] == pytest.approx([0.35, 0.35])
    assert slow.budgets[:3] == pytest.approx([MAX_SEARCH_SECONDS, 0.25, 0.15])
    slow, took = spans(monkeypatch, "forum_trajanum", written, seen[long_then_short - 1], pace=900, most=2)
    assert [seconds for seconds, _ in took] == pytest.approx([0.9, 0.9])


def test_what_takes_too_long_in_secret_ends_after_a_multiple_of_its_span() -> None:
    span = Span(begun=10.0, length=2.0)
    assert [span.rest_in_secret(now) for now in (10.5, 12.0, 12.1, 15.9)] == pytest.approx([1.5, 0.0, 1.9, 0.1])
    assert [span.rest(now) for now in (10.5, 12.1)] == [1.5, 0.0]
    assert MAX_SECRET_SECONDS > MAX_SEARCH_SECONDS


@pytest.mark.usefixtures("thinking")
def test_several_tables_think_at_once_and_everybody_is_answered_meanwhile(tmp_path: Path) -> None:
    """Six tables of emperors on as many threads as there are cores: each goes on, and answers come meanwhile."""
    steps = 3

    async def test(server: Running) -> None:
        seats: list[dict[str, Any]] = [{"kind": "me"}, *({"kind": "computer", "agent": "imperator"} for _ in range(3))]
        tables = [await server.open(("trajan", "forum_trajanum")[at % 2], seats, **DEALT) for at in range(6)]
        await server.context.warmup.wait_until_ready("trajan")
        await server.context.warmup.wait_until_ready("forum_trajanum")

        async def sit(opened: dict[str, Any]) -> None:
            async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as client:
                await client.ask({"type": "hand_over", "seat": 0, "agent": "imperator"})
                await client.now()
                computers = (await server.context.tables.get(opened["table"])).computers
                answered_during_search = 0
                while (client.state or {})["position"] < steps:
                    assert await client.refusal({"type": "undo", "revision": "x", "to": 0}) == "Stale"
                    answered_during_search += computers.is_busy
                    await asyncio.sleep(0.05)
                assert answered_during_search

        await asyncio.gather(*map(sit, tables))

    served(tmp_path, test)


class Pretended:
    """A process that compiles: it says how far it is, and stays at the end until it is let go."""

    def __init__(self, let_go: asyncio.Event) -> None:
        self.let_go, self.returncode, self.lines = let_go, 0, [b"1 4\n", b"not a number\n", b"2 4\n"]
        self.stdout = self

    def __aiter__(self) -> "Pretended":
        return self

    async def __anext__(self) -> bytes:
        if not self.lines:
            await self.let_go.wait()
            raise StopAsyncIteration
        return self.lines.pop(0)

    async def wait(self) -> int:
        return 0

    def kill(self) -> None:
        raise ProcessLookupError


def test_a_game_begun_before_the_opponents_are_ready_says_how_far_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Running) -> None:
        let_go = asyncio.Event()

        async def start(*_words: str, **_pipes: Any) -> Pretended:
            return Pretended(let_go)

        monkeypatch.setattr("asyncio.create_subprocess_exec", start)
        monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: let_go.is_set())
        monkeypatch.setattr(warmup, "SECONDS_BETWEEN_REPORTS", -1.0)
        monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, seed: Random(seed))
        watched: list[tuple[str, float | None]] = []
        server.context.warmup.listeners.append(lambda game, part: watched.append((game, part)))
        seats = [{"kind": "me"}, {"kind": "computer", "agent": "tiro"}]
        opened = await server.open("trajan", seats, **DEALT)
        async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as client:
            await client.now()
            await client.ask({"type": "hand_over", "seat": 0, "agent": "tiro"})
            while not any(message.get("preparing") == 0.5 for message in client.got):
                await client.receive()
            assert await client.refusal({"type": "undo", "revision": "x", "to": 0}) == "Stale"
            state = await client.now()
            let_go.set()
            while (await client.until("presence"))["preparing"] is not None:
                pass
            assert (await client.moved(state))["position"] > 0
            assert [part for game, part in watched if game == "trajan"] == [0.0, 0.25, 0.5, None]

    served(tmp_path, test)


def test_opponents_that_cannot_be_prepared_play_all_the_same_and_are_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then they compile what they need themselves, in a thread of thinking. (Here they play by chance.)"""
    tried: list[str] = []

    async def fail(*words: str, **_pipes: Any) -> None:
        tried.append(words[-2])
        raise OSError("no more processes")

    monkeypatch.setattr("asyncio.create_subprocess_exec", fail)
    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: False)
    monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, seed: Random(seed))

    async def test(server: Running) -> None:
        seats = [{"kind": "me"}, {"kind": "computer", "agent": "tiro"}]
        opened = await server.open("trajan", seats, **DEALT)
        async with server.client(opened["table"], keys(opened)[0], owner=opened["owner"]) as client:
            await client.ask({"type": "hand_over", "seat": 0, "agent": "tiro"})
            for _ in range(5):
                await client.moved(await client.now())
        assert tried == ["trajan"]

    served(tmp_path, test)


def test_the_warmup_process_prints_its_progress_and_ends_with_its_parent() -> None:
    """A real one: it is stopped in the middle by closing its line, as when a server is killed."""
    words = [sys.executable, "-m", "ulpia.server.warmup", "trajan", "search"]
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"ULPIA_CACHE": empty}
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert process.stdin
        assert process.stdout
        done, known = map(int, process.stdout.readline().split())
        assert 0 < done < known
        process.stdin.close()
        assert process.wait(timeout=60) == 1
        process.stdout.close()


def test_random_opponents_wait_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*_words: str, **_pipes: Any) -> None:
        raise AssertionError("nothing has to be prepared")

    monkeypatch.setattr("asyncio.create_subprocess_exec", nobody)
    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: False)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await client.now()
            if not state["options"]:
                state = await client.moved(state)
            welcome = next(message for message in client.got if message["type"] == "welcome")
            assert welcome["preparing"] is None

    served(tmp_path, test)
