"""Plays games on a Ray cluster: the one that RAY_ADDRESS names, one that runs on this machine, or a new local one."""

import os
import socket
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import ModuleType

from ulpia.arena.errors import NoCluster, OtherCode
from ulpia.arena.play import (
    MAX_WORKER_DEATHS,
    AbandonedGame,
    GameResult,
    play,
)
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.errors import MissingExtra

CONNECT_SECONDS = 5
MAX_SUBMITTED = 2_000
"""Games submitted and not finished. The cluster plays as many of them at once as it can."""


def import_ray() -> ModuleType:
    """Return the module ray, if it is installed, with its usage reports switched off."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "ray":
            raise
        raise MissingExtra(package="ray", extra="ray") from None
    assert isinstance(ray, ModuleType)
    return ray


def check_address(address: str) -> None:
    """Try to connect to an address that has a port, because Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def no_cluster(error: Exception) -> NoCluster:
    """Return a failure of Ray as one of ours, in one line."""
    why = " ".join(str(error).split()) or type(error).__name__
    return NoCluster(address=os.environ.get("RAY_ADDRESS") or "local", why=why)


@contextmanager
def ray_failures(ray: ModuleType) -> Iterator[None]:
    """Turn what Ray raises when it loses its cluster into NoCluster: the games so far are in the journal."""
    try:
        yield
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise no_cluster(error) from None


@contextmanager
def connected(ray: ModuleType) -> Iterator[None]:
    """Connect to a cluster, unless the process is connected already."""
    if ray.is_initialized():
        yield
        return
    address = os.environ.get("RAY_ADDRESS", "")
    try:
        check_address(address)
        ray.init(log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises a plain Exception when a node does not start in time
        with suppress(Exception):
            ray.shutdown()
        raise no_cluster(error) from None
    try:
        with redirect_stdout(sys.stderr):  # Ray prints there which workers died
            yield
    finally:
        ray.shutdown()


def play_on_ray(
    tournament: Tournament, fixtures: Sequence[Fixture], many: int | None = None
) -> Iterator[GameResult | AbandonedGame]:
    """Play games on a cluster, at most `many` at once.

    Yields each game when it is over, or when it is abandoned with its deal.
    """
    ray = import_ray()
    with connected(ray), ray_failures(ray):
        remote_play = ray.remote(num_cpus=1, max_retries=MAX_WORKER_DEATHS - 1)(play_remotely)
        shared, known, waiting = ray.put(tournament), ray.put(tournament.identity()), deque(fixtures)
        playing: dict[object, Fixture] = {}
        lost: set[int] = set()
        while waiting or playing:
            while waiting and len(playing) < (many or MAX_SUBMITTED):
                fixture = waiting.popleft()
                playing[remote_play.remote(shared, fixture, known, os.getcwd())] = fixture
            for game in ray.wait(list(playing))[0]:
                fixture = playing.pop(game)
                answer = _answer(ray, game, fixture)
                if isinstance(answer, AbandonedGame):
                    if fixture.seed in lost:
                        continue
                    lost.add(fixture.seed)
                    waiting = deque(other for other in waiting if other.seed != fixture.seed)
                yield answer


def _answer(ray: ModuleType, game: object, fixture: Fixture) -> GameResult | AbandonedGame:
    try:
        played = ray.get(game)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
        return AbandonedGame.of(fixture)
    except ray.exceptions.RayError as error:  # not the fault of the game: it is played when the tournament continues
        raise no_cluster(error) from None
    assert isinstance(played, GameResult)
    return played


def play_remotely(tournament: Tournament, fixture: Fixture, known: Mapping[str, object], folder: str) -> GameResult:
    """Play a game on a machine of the cluster, if that has the same code, components and agents."""
    with chdir(folder if Path(folder).is_dir() else "."):
        for what, here in tournament.identity().items():
            if here != known[what]:
                raise OtherCode(machine=socket.gethostname(), what=what, theirs=here, ours=known[what])
        return play(tournament, fixture)
