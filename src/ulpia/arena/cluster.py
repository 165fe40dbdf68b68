"""Games on a Ray cluster: the one RAY_ADDRESS names, one that runs on this machine, or a local one made for it."""

import os
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from ulpia.arena.errors import NoCluster, OtherCode
from ulpia.arena.play import (
    DEATHS,
    GivenUp,
    Played,
    play,
)
from ulpia.arena.schedule import Fixture, Tournament
from ulpia.core.errors import MissingExtra

SECONDS_TO_ANSWER = 5
MOST_AT_ONCE = 2_000
"""Games that are handed over before any is over. The cluster plays as many of them at once as it can."""


def find_ray() -> Any:
    """Ray, if it is installed. It is not to report to its makers what is played here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "ray":
            raise
        raise MissingExtra(package="ray", extra="ray") from None
    return ray


def knock(address: str) -> None:
    """See whether anybody is there; Ray itself would wait for minutes. An address without a port is Ray's to find."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


@contextmanager
def connected(ray: Any) -> Iterator[None]:
    """Be connected to a cluster; who was already, stays so."""
    if ray.is_initialized():
        yield
        return
    address = os.environ.get("RAY_ADDRESS", "")
    try:
        knock(address)
        ray.init(log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        raise NoCluster(address=address or "local", why=" ".join(str(error).split())) from None
    try:
        with redirect_stdout(sys.stderr):  # where Ray tells of workers that died; results are ours alone
            yield
    finally:
        ray.shutdown()


def play_on_ray(
    tournament: Tournament, fixtures: Sequence[Fixture], many: int | None = None
) -> Iterator[Played | GivenUp]:
    """Play games on a cluster, as many at once as it has room for, or fewer.

    Each is told when it is over, or given up with its deal.
    """
    ray = find_ray()
    with connected(ray):
        far_away = ray.remote(num_cpus=1, max_retries=DEATHS - 1)(play_far_away)
        shared, known, waiting = ray.put(tournament), ray.put(tournament.identity()), deque(fixtures)
        playing: dict[Any, Fixture] = {}
        lost: set[int] = set()
        while waiting or playing:
            while waiting and len(playing) < (many or MOST_AT_ONCE):
                fixture = waiting.popleft()
                playing[far_away.remote(shared, fixture, known, os.getcwd())] = fixture
            for game in ray.wait(list(playing))[0]:
                fixture = playing.pop(game)
                answer = _answer(ray, game, fixture)
                if isinstance(answer, GivenUp):
                    if fixture.seed in lost:
                        continue
                    lost.add(fixture.seed)
                    waiting = deque(other for other in waiting if other.seed != fixture.seed)
                yield answer


def _answer(ray: Any, game: Any, fixture: Fixture) -> Played | GivenUp:
    try:
        played = ray.get(game)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
        return GivenUp.of(fixture)
    except ray.exceptions.RayError as error:  # not the game's fault, so it is played when the tournament goes on
        raise NoCluster(address=os.environ.get("RAY_ADDRESS") or "local", why=" ".join(str(error).split())) from None
    assert isinstance(played, Played)
    return played


def play_far_away(tournament: Tournament, fixture: Fixture, known: dict[str, Any], folder: str) -> Played:
    """Play a game on some machine of the cluster, if that has the same Ulpia, components and agents."""
    with chdir(folder if Path(folder).is_dir() else "."):
        for what, here in tournament.identity().items():
            if here != known[what]:
                raise OtherCode(machine=socket.gethostname(), what=what, theirs=here, ours=known[what])
        return play(tournament, fixture)
