"""The same games on a real Ray cluster on this machine."""

import builtins
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena import guests
from ulpia.arena import cluster, schedule
from ulpia.arena.cluster import (
    check_address,
    connected,
    import_ray,
    play_on_ray,
    play_remotely,
    ray_failures,
)
from ulpia.arena.contest import contest
from ulpia.arena.errors import NoCluster, OtherCode
from ulpia.arena.play import (
    MAX_WORKER_DEATHS,
    AbandonedGame,
    GameResult,
    play,
)
from ulpia.arena.schedule import tournament
from ulpia.arena.statistics import TIMED, summary
from ulpia.core.errors import MissingExtra

pytestmark = pytest.mark.filterwarnings("default")  # Ray has its own


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A cluster with two workers, for all tests of this file."""
    found = import_ray()
    found.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield found
    found.shutdown()


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    agents = [{key: value for key, value in agent.items() if key not in TIMED} for agent in found["agents"]]
    return found | {"agents": agents}


def test_cores_and_cluster_give_the_same_results(ray: Any, tmp_path: Path) -> None:
    asked = tournament("trajan", ["random", "greedy"], 2, 12)
    on_cores = contest(asked, tmp_path / "cores.jsonl", "cores", 2).games
    on_ray = contest(asked, tmp_path / "ray.jsonl", "ray").games
    assert [game.reproducible for game in on_ray] == [game.reproducible for game in on_cores]
    assert timeless(summary(asked, on_ray)) == timeless(summary(asked, on_cores))


def test_a_worker_killed_in_the_middle_costs_time_not_results(ray: Any, tmp_path: Path) -> None:
    note = tmp_path / "done"
    asked = tournament("trajan", [guests.write(tmp_path, guests.KILLS, note), "random"], 2, 2)
    played = sorted(play_on_ray(asked, asked.fixtures(), 2), key=lambda game: game.number)
    assert note.exists()
    assert [game.reproducible for game in played if isinstance(game, GameResult)] == [
        play(asked, fixture).reproducible for fixture in asked.fixtures()
    ]
    assert all(isinstance(game, GameResult) and game.failures == () for game in played)


def test_a_game_that_kills_every_worker_is_abandoned_with_its_deal_and_the_rest_is_played(
    ray: Any, tmp_path: Path
) -> None:
    asked = guests.deadly(tmp_path, 4, 1)
    found = contest(asked, tmp_path / "journal.jsonl", "ray")
    fixtures = asked.fixtures()
    assert found.abandoned == [AbandonedGame(1, fixtures[1].seed, fixtures[1].seating, MAX_WORKER_DEATHS)]
    assert [game.number for game in found.games] == [2, 3]


class Lost:
    """Stands for a Ray whose cluster goes away."""

    def __init__(self, exceptions: Any) -> None:
        self.exceptions = exceptions

    def get(self, _game: object) -> None:
        raise self.exceptions.LocalRayletDiedError


def test_a_cluster_that_goes_away_costs_no_deal() -> None:
    asked = tournament("trajan", ["random"], 2, 1)
    with pytest.raises(NoCluster, match="raylet"):
        cluster._answer(Lost(import_ray().exceptions), None, asked.fixtures()[0])


def test_a_cluster_with_another_ulpia_is_refused(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "code_digest", lambda _game: "another")  # here, not on the workers
    asked = tournament("trajan", ["random"], 2, 1)
    with pytest.raises(OtherCode, match=r"“code” is “[0-9a-f]{16}”, here “another”"):
        list(play_on_ray(asked, asked.fixtures()))


def test_a_machine_with_another_file_of_an_agent_is_refused(tmp_path: Path) -> None:
    asked = tournament("trajan", [guests.write(tmp_path, guests.NONSENSE), "random"], 2, 1)
    known = asked.identity()
    guests.write(tmp_path, guests.NONSENSE.replace("burn", "build"))
    with pytest.raises(OtherCode, match=f"{socket.gethostname()}.*“external”"):
        play_remotely(asked, asked.fixtures()[0], known, str(tmp_path))


def test_patience_travels_with_the_tournament(ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers' environment does not know it: they were started before."""
    monkeypatch.setenv("ULPIA_PATIENCE", "0.3")
    asked = tournament("trajan", [guests.write(tmp_path, guests.SLEEPS), "random"], 2, 1)
    played = next(play_on_ray(asked, asked.fixtures()[:1]))
    assert isinstance(played, GameResult)
    assert played.failures
    assert played.failures[0].what.startswith("AgentSilent")


def test_agents_are_found_where_the_command_was_given(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests.write(tmp_path, guests.RAISES)
    monkeypatch.chdir(tmp_path)
    asked = tournament("trajan", ["caesar.py:Caesar", "random"], 2, 1)
    played = next(play_on_ray(asked, asked.fixtures()))
    assert isinstance(played, GameResult)
    assert played.failures[0].where == "caesar.py:5"


class Talkative:
    """Stands for Ray, which prints when a worker dies."""

    def is_initialized(self) -> bool:
        return False

    def init(self, **_options: object) -> None:
        pass

    def shutdown(self) -> None:
        pass


def test_what_ray_says_is_not_mixed_with_results(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with connected(Talkative()):
        print("(raylet) A worker died.")
    print("{}")
    assert capsys.readouterr() == ("{}\n", "(raylet) A worker died.\n")


class Deaf:
    """Stands for a Ray that does not let us in."""

    def is_initialized(self) -> bool:
        return False

    def init(self, **_options: object) -> None:
        raise ConnectionError("no\nentry")


def test_a_cluster_that_does_not_let_us_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(NoCluster, match=r"\(local\): no entry"), connected(Deaf()):
        raise AssertionError


class Late(Deaf):
    """Stands for a Ray whose node does not start in time, on a busy machine."""

    def init(self, **_options: object) -> None:
        raise Exception("The current node timed out during startup.")  # what Ray raises

    def shutdown(self) -> None:
        raise RuntimeError("nothing runs")


def test_a_node_that_does_not_start_in_time_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(NoCluster, match=r"\(local\): The current node timed out"), connected(Late()):
        raise AssertionError


def test_a_cluster_lost_between_two_games_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    found = import_ray()
    for raised in (found.exceptions.RaySystemError("raylet\ngone"), ConnectionError("disconnected")):
        with pytest.raises(NoCluster, match=r"10\.0\.0\.1:6379\): .*(raylet gone|disconnected)"), ray_failures(found):
            raise raised


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        check_address(address)
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(NoCluster, match=f"{address}.*refused"), connected(Deaf()):
        raise AssertionError
    for somewhere in ("auto", "local", ""):
        check_address(somewhere)


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:
        if name == "ray":
            raise ModuleNotFoundError(name="ray")
        return real(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "ray", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingExtra, match=r"pip install 'ulpia\[ray\]'"):
        import_ray()
