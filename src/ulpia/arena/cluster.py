"""Games on a Ray cluster: the one RAY_ADDRESS names, one that runs on this machine, or a local one made for it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

from ulpia.arena.errors import NoCluster, OtherCode, WorkersDie
from ulpia.arena.play import Played, play
from ulpia.arena.schedule import Fixture, Tournament, code_digest
from ulpia.kernel.errors import MissingExtra

PATIENCE = 3
"""So often a game is begun again when its worker dies."""


def find_ray() -> Any:
    """Ray, if it is installed."""
    try:
        import ray
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "ray":
            raise
        raise MissingExtra(package="ray", extra="ray") from None
    return ray


@contextmanager
def connected(ray: Any, many: int | None) -> Iterator[None]:
    """Be connected to a cluster; who was already, stays so."""
    if ray.is_initialized():
        yield
        return
    address = os.environ.get("RAY_ADDRESS")
    asked = {} if address or many is None else {"num_cpus": many}
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **asked)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(address=address or "local", why=str(error).splitlines()[0]) from None
    try:
        yield
    finally:
        ray.shutdown()


def play_on_ray(tournament: Tournament, fixtures: Sequence[Fixture], many: int | None = None) -> Iterator[Played]:
    """Play games on a cluster, as many at once as it has room for; each is told when it is over."""
    ray = find_ray()
    with connected(ray, many):
        remote = ray.remote(num_cpus=1, max_retries=PATIENCE)(play_far_away)
        shared = ray.put(tournament)
        asked = {remote.remote(shared, fixture, code_digest(), os.getcwd()): fixture for fixture in fixtures}
        waiting = list(asked)
        while waiting:
            done, waiting = ray.wait(waiting)
            for game in done:
                yield _answer(ray, game, asked[game])


def _answer(ray: Any, game: Any, fixture: Fixture) -> Played:
    try:
        played = ray.get(game)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.WorkerCrashedError:
        raise WorkersDie(number=fixture.number, seed=fixture.seed, times=1 + PATIENCE) from None
    assert isinstance(played, Played)
    return played


def play_far_away(tournament: Tournament, fixture: Fixture, code: str, folder: str) -> Played:
    """Play a game on some machine of the cluster, if that has the same Ulpia."""
    if code_digest() != code:
        raise OtherCode(ours=code, theirs=code_digest())
    with chdir(folder if Path(folder).is_dir() else "."):
        return play(tournament, fixture)
