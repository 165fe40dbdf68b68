"""Plays games on the cores of this machine, with one process for each core.

A worker gets one game at a time through its own pipe. If it dies, its pipe ends and the game goes to another worker.
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
    MAX_WORKER_DEATHS,
    AbandonedGame,
    GameResult,
    play,
)
from ulpia.arena.schedule import Fixture, Tournament

SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """A process and the game that it plays."""

    def __init__(self, tournament: Tournament) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process: SpawnProcess = SPAWN.Process(target=_work, args=(tournament, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def begin(self, fixture: Fixture) -> None:
        """Give it a game."""
        self.fixture = fixture
        with suppress(OSError):  # it is dead already; reading from its pipe shows that
            self.pipe.send(fixture)

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_on_cores(
    tournament: Tournament, fixtures: Sequence[Fixture], many: int | None = None
) -> Iterator[GameResult | AbandonedGame]:
    """Play games, by default one on each core; yield each when it is over, or when it is abandoned with its deal."""
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
                    if fixture.seed not in lost and deaths[fixture.number] < MAX_WORKER_DEATHS:
                        waiting.appendleft(fixture)
                    elif fixture.seed not in lost:
                        answer = AbandonedGame.of(fixture)
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


def _answer(worker: Worker) -> GameResult | AbandonedGame | None:
    """Return what a worker sent; None if it is dead. An exception of the worker is raised here."""
    try:
        answer = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if isinstance(answer, BaseException):
        raise answer
    assert isinstance(answer, GameResult)
    return answer


def _work(tournament: Tournament, pipe: Connection) -> NoReturn:  # runs in a process of its own
    """Play games until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too and ends the workers
    while True:
        try:
            fixture = pipe.recv()
        except (EOFError, OSError):
            raise SystemExit(0) from None
        try:
            answer: GameResult | Exception = play(tournament, fixture)
        except Exception as error:
            answer = error
        try:
            pipe.send(answer)
        except OSError:
            raise SystemExit(0) from None
