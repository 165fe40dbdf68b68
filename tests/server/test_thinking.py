"""Computers that think: at the pace of the table, several tables at once, and in secret without telling how much."""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ulpia
from tests.server.harness import DEALT, FAST, PATIENCE, Running, keys, served
from ulpia.agents import Decision, Random
from ulpia.core import compilation
from ulpia.core.actions import Action
from ulpia.core.game import Game
from ulpia.registry import find_game
from ulpia.server import warmup
from ulpia.server.history import MatchHistory
from ulpia.server.session.computers import (
    MAX_SEARCH_SECONDS,
    MAX_SECRET_SECONDS,
    Computers,
    Span,
)
from ulpia.server.session.table import Table
from ulpia.server.storage.store import COMPUTER, Head, Seat, Version
from ulpia.server.threads import Requester, SearchThreads
from ulpia.server.warmup import Warmup

HEAD = Head("t", "trajan", 1, {}, Version(1, "", "", None, None), 0, "", 0, 0, None, None, 0, (), None)


class Leaping(asyncio.SelectorEventLoop):
    """An event loop whose clock leaps to whatever is waited for: pauses are exact, and take no time."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        due = [timer.when() for timer in self._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        if not self._ready and due:  # type: ignore[attr-defined]
            self.now = max(self.now, min(due))
        super()._run_once()  # type: ignore[misc]


class Slow:
    """Thinks for 0.1 s if it may, notes how long that is, and plays what is written."""

    def __init__(self, written: list[int]) -> None:
        self.written, self.budgets = iter(written), list[float]()

    def choose(self, decision: Decision) -> Action:
        assert decision.budget.seconds is not None
        self.budgets.append(decision.budget.seconds)
        return decision.game.actions[next(self.written)]

    async def run(self, work: Callable[[], int], _requester: Requester) -> int:
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
        self.requester, self.may_rest = Requester("t", frozenset(), True), False
        self.is_hurried = False
        self.seen: list[tuple[float, int]] = []
        """When something happened that everybody sees, and how many steps it took."""
        self.steps = 0

    def timed_search(self, search: Callable[[], int]) -> Callable[[], int]:
        return search

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


def spans(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    written: list[int],
    since: int,
    pace: int,
    most: int,
    hurried_at: float | None = None,
) -> Any:
    """The agent, and for each step that everybody sees how long it took and how many steps it was.

    The players lose their patience at a time, if one is given.
    """
    slow = Slow(written[since:])
    monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, _seed: slow)

    async def run() -> list[tuple[float, int]]:
        begin = ulpia.new(game, seats=4, seed=7, setup="dealt")
        table = Alone(MatchHistory.begin(begin, written[:since]), slow, pace, most)
        table.computers.wake()
        assert table.computers.task
        if hurried_at is not None:
            await asyncio.sleep(hurried_at)
            table.is_hurried = True
            table.computers.hurry()
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


def test_a_pause_ends_when_the_players_do_not_want_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The present pause ends at once, and there are no others; searches still take their time."""
    written = by_chance("trajan")[0]
    _, took = spans(monkeypatch, "trajan", written, since=0, pace=900, most=4, hurried_at=0.25)
    assert [seconds for seconds, _ in took] == pytest.approx([0.25, 0.1, 0.1, 0.1])
    _, took = spans(monkeypatch, "trajan", written, since=0, pace=900, most=4, hurried_at=0.05)
    assert [seconds for seconds, _ in took] == pytest.approx([0.1] * 4)


def test_players_who_do_not_want_to_wait_do_not_learn_how_many_steps_somebody_takes_in_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What has begun in secret keeps its span; later ones depend on their first search alone."""
    written, seen = by_chance("forum_trajanum")
    is_taking = [str(find_game("forum_trajanum").actions[written[at]]).startswith("take") for at in seen[:-1]]
    steps = [after - before for before, after in pairwise(seen)]
    pairs = [at for at in range(len(steps) - 1) if is_taking[at] and is_taking[at + 1]]
    for long_first in (True, False):
        since = next(at for at in pairs if (steps[at] > steps[at + 1]) is long_first and steps[at] != steps[at + 1])
        _, took = spans(monkeypatch, "forum_trajanum", written, seen[since], pace=900, most=2, hurried_at=0.5)
        assert took[0][1] != took[1][1]
        assert [seconds for seconds, _ in took] == pytest.approx([0.9, 0.35])


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


def test_opponents_play_while_the_rules_are_still_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process compiles both, the search first. The next game waits for its end."""
    begun: list[str] = []
    let_go = asyncio.Event()

    async def start(*words: str, **_pipes: Any) -> Pretended:
        begun.append(words[-1])
        process = Pretended(let_go)
        process.lines.append(warmup.HAS_SEARCH)
        return process

    monkeypatch.setattr("asyncio.create_subprocess_exec", start)
    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: False)
    monkeypatch.setattr(warmup, "game_names", lambda: ["trajan", "forum_trajanum"])
    watched: list[tuple[str, float | None]] = []

    async def test() -> None:
        preparing = Warmup()
        preparing.listeners.append(lambda game, part: watched.append((game, part)))
        preparing.start()
        await preparing.wait_until_ready("trajan")
        assert begun == ["trajan"]
        assert preparing.progress("trajan") is None
        assert watched[-1] == ("trajan", None)
        let_go.set()
        await preparing.wait_until_ready("forum_trajanum")
        assert begun == ["trajan", "forum_trajanum"]
        await preparing.close()

    asyncio.run(test())


def test_a_table_waits_for_no_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted rules play, whatever the process that compiles does."""

    async def start(*_words: str, **_pipes: Any) -> Pretended:
        return Pretended(asyncio.Event())

    def compile_here(*_arguments: object) -> None:
        raise AssertionError("a table has waited for a compilation")

    monkeypatch.setattr("asyncio.create_subprocess_exec", start)
    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: False)
    monkeypatch.setattr("ulpia.engine.rules.is_ready", lambda _name, _package: False)
    monkeypatch.setattr("ulpia.engine.rules.prepare", compile_here)

    async def test(server: Running) -> None:
        server.context.warmup.start()
        rules = find_game("trajan").rules
        assert rules.current is rules.interpreted
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await client.now()
            while not state["options"]:
                state = await client.moved(state)
            assert (await client.act(state["options"][0]["number"]))["type"] == "done"

    served(tmp_path, test)
    assert compilation.is_waited_for


def test_opponents_that_cannot_be_prepared_play_all_the_same_and_are_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then they compile what they need themselves, in a thread of thinking. (Here they play by chance.)"""
    tried: list[str] = []

    async def fail(*words: str, **_pipes: Any) -> None:
        tried.append(words[-1])
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
    words = [sys.executable, "-m", "ulpia.server.warmup", "trajan"]
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
    """They play, and nothing is compiled for them."""
    started: list[tuple[str, ...]] = []

    async def nobody(*words: str, **_pipes: Any) -> None:
        started.append(words)
        raise OSError("nothing has to be prepared")

    monkeypatch.setattr("asyncio.create_subprocess_exec", nobody)
    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: False)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await client.now()
            welcome = next(message for message in client.got if message["type"] == "welcome")
            assert welcome["preparing"] is None
            await client.ask({"type": "hand_over", "seat": 0, "agent": "random"})
            assert (await client.moved(state))["position"] > 0
        assert started == []

    served(tmp_path, test)


# Rest


AT_ONCE = replace(FAST, rest_seconds=1e-9)


class Gated:
    """An agent that plays by chance, one decision for each permit."""

    def __init__(self, permits: threading.Semaphore) -> None:
        self.permits, self.agent = permits, Random(7)

    def choose(self, decision: Decision) -> Action:
        assert self.permits.acquire(timeout=10 * PATIENCE)
        return self.agent.choose(decision)


@pytest.fixture
def permits(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """How many decisions computers may take."""
    semaphore = threading.Semaphore(0)
    monkeypatch.setattr("ulpia.server.session.computers.find_agent", lambda _name, _seed: Gated(semaphore))
    return semaphore


async def left(server: Running, table: str) -> Table:
    """Wait until no client is connected to a table."""
    loaded = await server.context.tables.get(table)
    while loaded.clients:
        await asyncio.sleep(0.01)
    return loaded


async def stopped(loaded: Table) -> int:
    """Wait until the computers of a table have stopped; return how many actions are stored."""
    while loaded.computers.is_busy:
        await asyncio.sleep(0.01)
    return loaded.services.store.actions(loaded.head.id)[1]


def test_computers_among_themselves_rest_without_spectators_and_go_on_when_one_comes(
    tmp_path: Path, permits: threading.Semaphore
) -> None:
    """A12. The decision that was being made when the last client left is stored; in the end the game is over."""

    async def test(server: Running) -> None:
        table = (await server.open("trajan", "ccc", **DEALT))["table"]
        for stored in (3, 6):
            async with server.client(table) as client:
                state = await client.now()
                permits.release(2)
                while state["position"] < stored - 1:
                    state = await client.moved(state)
            loaded = await left(server, table)
            assert loaded.computers.is_busy
            permits.release(1)
            assert await stopped(loaded) == loaded.history.journal_length == stored
        permits.release(10_000)
        async with server.client(table) as client:
            while not (await client.now())["is_over"]:
                await client.moved(await client.now())
        await stopped(await left(server, table))
        assert server.context.store.head(table).finished is not None

    served(tmp_path, test, AT_ONCE)


def test_a_table_handed_over_to_computers_and_left_comes_to_rest(tmp_path: Path, permits: threading.Semaphore) -> None:
    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mcc", **DEALT)
        table = opened["table"]
        async with server.client(table, keys(opened)[0]) as client:
            await client.now()
            assert (await client.ask({"type": "hand_over", "seat": 0, "agent": "random"}))["type"] == "done"
        loaded = await left(server, table)
        permits.release(10_000)
        assert await stopped(loaded) == 1
        assert (await server.http.get(f"/api/tables/{table}/glance/0")).status_code == 200  # that is not a client
        assert await stopped(loaded) == 1

    served(tmp_path, test, AT_ONCE)


def test_computers_play_on_for_an_absent_person_until_it_is_their_turn(tmp_path: Path) -> None:
    """Otherwise that person would not learn that it is their turn."""

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mcc", pace=0.2, **DEALT)
        table = opened["table"]
        async with server.client(table, keys(opened)[0]) as client:
            state = await client.now()
            while not state["options"]:
                state = await client.moved(state)
            while state["options"]:
                await client.act(state["options"][0]["number"])
                state = await client.now()
        await stopped(await left(server, table))
        mine = {"authorization": f"Bearer {opened['owner']}"}
        assert (await server.http.get("/api/my", headers=mine)).json()["games"][0]["is_mine"]

    served(tmp_path, test, AT_ONCE)


def test_agents_are_forgotten_when_a_person_decides_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their search trees are large, and useful for one turn only."""
    seated: list[str] = []

    def find(name: str, seed: int) -> Random:
        seated.append(name)
        return Random(seed)

    monkeypatch.setattr("ulpia.server.session.computers.find_agent", find)

    async def test(server: Running) -> None:
        opened = await server.open("trajan", "mc", **DEALT)
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await client.now()
            while not (seated and state["options"]):
                if state["options"]:
                    await client.act(state["options"][0]["number"])
                else:
                    await client.moved(state)
                state = await client.now()
            loaded = await server.context.tables.get(opened["table"])
            await stopped(loaded)
            assert loaded.computers.agents == {}

    served(tmp_path, test)


# Fair shares


class Queue:
    """One search thread that is busy until it is released; searches note their names in the order they run."""

    def __init__(self) -> None:
        self.threads, self.released, self.order = SearchThreads(1), threading.Event(), list[str]()
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, name: str, *addresses: str, is_watched: bool = True) -> asyncio.Task[None]:
        """Ask for a search. The first letter of a name is its table."""

        def work() -> None:
            self.released.wait()
            self.order.append(name)

        requester = Requester(name[0], frozenset(addresses), is_watched)
        self.tasks.append(asyncio.create_task(self.threads.run(work, requester)))
        await asyncio.sleep(0)
        return self.tasks[-1]

    async def finish(self) -> list[str]:
        self.released.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.threads.close()
        return self.order


def test_tables_and_addresses_take_turns_to_think() -> None:
    """An address with many tables delays its own tables only, whenever it asked."""

    async def run() -> list[str]:
        queue = Queue()
        for name in ("a1", "a2", "a3", "b1", "c1", "d1"):
            await queue.ask(name, "192.0.2.1")
        await queue.ask("x1", "198.51.100.1")
        await queue.ask("y1", "198.51.100.1")
        await queue.ask("z1", "203.0.113.1")
        return await queue.finish()

    assert asyncio.run(run()) == ["a1", "x1", "z1", "b1", "y1", "c1", "d1", "a2", "a3"]


def test_tables_with_people_think_first() -> None:
    async def run() -> list[str]:
        queue = Queue()
        await queue.ask("a1", "192.0.2.1", is_watched=False)
        for name in ("b1", "c1"):
            await queue.ask(name, "198.51.100.1", is_watched=False)
        for name in ("d1", "e1", "f1"):
            await queue.ask(name, "203.0.113.1")
        return await queue.finish()

    assert asyncio.run(run()) == ["a1", "d1", "e1", "f1", "b1", "c1"]


def test_a_table_with_several_addresses_counts_for_the_one_that_waited_most() -> None:
    """So a busy spectator or player does not slow a table down."""

    async def run() -> list[str]:
        queue = Queue()
        for name in ("a1", "b1", "c1"):
            await queue.ask(name, "192.0.2.1")
        await queue.ask("d1", "192.0.2.1", "198.51.100.1")
        await queue.ask("e1", "198.51.100.1")
        return await queue.finish()

    assert asyncio.run(run()) == ["a1", "d1", "b1", "e1", "c1"]


def test_a_cancelled_search_gives_its_turn_away_and_a_running_one_keeps_its_thread() -> None:
    async def run() -> tuple[list[str], int]:
        queue = Queue()
        running, waiting = await queue.ask("a1", "192.0.2.1"), await queue.ask("b1", "192.0.2.2")
        await queue.ask("c1", "192.0.2.3")
        running.cancel()
        waiting.cancel()
        await asyncio.sleep(0)
        free_while_it_runs = queue.threads.free
        return await queue.finish(), free_while_it_runs

    assert asyncio.run(run()) == (["a1", "c1"], 0)


def test_a_turn_that_comes_while_it_is_cancelled_goes_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        queue = Queue()
        await queue.ask("a1", "192.0.2.1")
        cancelled = await queue.ask("b1", "192.0.2.2")
        await queue.ask("c1", "192.0.2.3")
        release = queue.threads._release

        def release_and_cancel() -> None:
            release()
            cancelled.cancel()

        monkeypatch.setattr(queue.threads, "_release", release_and_cancel)
        return await asyncio.wait_for(queue.finish(), PATIENCE)

    assert asyncio.run(run()) == ["a1", "c1"]


def test_a_search_that_fails_says_so_and_frees_its_thread() -> None:
    async def run() -> None:
        threads = SearchThreads(1)

        def fail() -> None:
            raise ValueError("no")

        for _ in range(3):
            with pytest.raises(ValueError, match="no"):
                await threads.run(fail, Requester("t", frozenset(), True))
        threads.close()

    asyncio.run(run())


def test_hints_and_computers_ask_in_the_name_of_the_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators count only where no player is connected, and after the last one has left."""
    asked: list[Requester] = []

    async def test(server: Running) -> None:
        run_search = server.context.search_threads.run

        async def run(work: Callable[[], Any], requester: Requester) -> Any:
            asked.append(requester)
            return await run_search(work, requester)

        monkeypatch.setattr(server.context.search_threads, "run", run)
        monkeypatch.setattr("ulpia.server.session.hints.advise", lambda *_, **__: None)
        opened = await server.open("trajan", "mc", **DEALT)
        table = await server.context.tables.get(opened["table"])
        async with server.client(opened["table"], keys(opened)[0]) as client:
            state = await client.now()
            while not state["options"]:
                state = await client.moved(state)
            asked.clear()
            assert (await client.ask({"type": "hint", "revision": state["revision"], "step": 1}))["type"] == "done"
            while not asked:
                await asyncio.sleep(0.01)
            assert asked == [Requester(opened["table"], frozenset({"127.0.0.1"}), True)]
            async with server.client(opened["table"]) as spectator:
                await spectator.now()
                for connection in table.clients:
                    connection.address = "192.0.2.9" if connection.viewer is None else "192.0.2.1"
                assert table.requester.addresses == {"192.0.2.1"}
                await client.socket.close()
                while len(table.clients) > 1:
                    await asyncio.sleep(0.01)
                assert table.requester == Requester(opened["table"], frozenset({"192.0.2.9"}), True)
        while table.clients:
            await asyncio.sleep(0.01)
        assert table.requester == Requester(opened["table"], frozenset({"192.0.2.9"}), False)

    served(tmp_path, test)


def test_compiled_search_is_loaded_when_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anybody asks for a hint, for every game; a failure is logged, and the next game is loaded all the same."""
    asked: list[str] = []

    def load(game: Game) -> None:
        asked.append(game.name)
        if game.name == "trajan":
            raise OSError("damaged cache")

    monkeypatch.setattr(warmup, "is_search_prepared", lambda _game: True)
    monkeypatch.setattr(Game, "is_prepared", lambda _game, _part: True)
    monkeypatch.setattr(warmup, "load_search", load)
    monkeypatch.setattr(warmup, "game_names", lambda: ["trajan", "forum_trajanum"])

    async def test() -> None:
        started = Warmup()
        started.start()
        assert started._all is not None
        await started._all
        assert asked == ["trajan", "forum_trajanum"]
        assert started.loaded == {"forum_trajanum"}
        await started.close()

    asyncio.run(test())
