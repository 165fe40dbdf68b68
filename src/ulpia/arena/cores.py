"""Games on the cores of this machine: a process for each, so that agents written in Python do not wait for each other.

A worker is given one game at a time through a pipe of its own. If it dies, its pipe ends; the game goes to another.
"""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NoReturn

from ulpia.arena.play import (
    DEATHS,
    GivenUp,
    Played,
    play,
)
from ulpia.arena.schedule import Fixture, Tournament

SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """A process and the game it plays."""

    def __init__(self, tournament: Tournament) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process: SpawnProcess = SPAWN.Process(target=_work, args=(tournament, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def begin(self, fixture: Fixture) -> None:
        """Give it a game."""
        self.fixture = fixture
        with suppress(OSError):  # it died already, which its pipe tells when it is read
            self.pipe.send(fixture)

    def end(self) -> None:
        """Stop it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_on_cores(
    tournament: Tournament, fixtures: Sequence[Fixture], many: int | None = None
) -> Iterator[Played | GivenUp]:
    """Play games, as many at once as there are cores; each is told when it is over, or given up with its deal."""
    waiting = deque(fixtures)
    deaths: Counter[int] = Counter()
    lost: set[int] = set()
    workers = [Worker(tournament) for _ in range(min(many or cores(), len(waiting)))]
    try:
        for worker in workers:
            worker.begin(waiting.popleft())
        while busy := {worker.pipe: worker for worker in workers if worker.fixture is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                fixture, answer = worker.fixture, _answer(worker)
                assert fixture is not None
                if answer is None:
                    deaths[fixture.number] += 1
                    if fixture.seed not in lost and deaths[fixture.number] < DEATHS:
                        waiting.appendleft(fixture)
                    elif fixture.seed not in lost:
                        answer = GivenUp.of(fixture)
                        lost.add(fixture.seed)
                        waiting = deque(other for other in waiting if other.seed != fixture.seed)
                    worker.end()
                    workers.remove(worker)
                    worker = Worker(tournament)
                    workers.append(worker)
                worker.fixture = None
                if waiting:
                    worker.begin(waiting.popleft())
                if answer is not None:
                    yield answer
    finally:
        for worker in workers:
            worker.end()


def _answer(worker: Worker) -> Played | GivenUp | None:
    """What a worker sent; None if it is dead. If it could not go on because of us, that is our error too."""
    try:
        answer = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if isinstance(answer, BaseException):
        raise answer
    assert isinstance(answer, Played)
    return answer


def _work(tournament: Tournament, pipe: Connection) -> NoReturn:  # runs in a process of its own
    """Play what comes until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who sent it to us sent it to whoever waits for us, too
    while True:
        try:
            fixture = pipe.recv()
        except (EOFError, OSError):
            raise SystemExit(0) from None
        try:
            answer: Played | Exception = play(tournament, fixture)
        except Exception as error:
            answer = error
        try:
            pipe.send(answer)
        except OSError:
            raise SystemExit(0) from None
