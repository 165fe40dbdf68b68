"""Games on all cores: a worker that dies costs time, not results."""

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from tests.arena import guests
from ulpia.arena import cores
from ulpia.arena.cores import play_on_cores
from ulpia.arena.play import (
    MAX_WORKER_DEATHS,
    AbandonedGame,
    GameResult,
    play,
)
from ulpia.arena.schedule import tournament
from ulpia.core.errors import UnknownGame

ASKED = tournament("trajan", ["random", "greedy"], 2, 8)


def test_games_are_the_same_whoever_plays_them_in_whatever_order() -> None:
    fixtures = ASKED.fixtures()
    played = sorted(play_on_cores(ASKED, fixtures, 2), key=lambda game: game.number)
    assert [game.reproducible for game in played if isinstance(game, GameResult)] == [
        play(ASKED, fixture).reproducible for fixture in fixtures
    ]
    assert multiprocessing.active_children() == []


def test_workers_that_are_killed_cost_nothing_but_time() -> None:
    fixtures = ASKED.fixtures()
    found: list[GameResult] = []
    killed = 0
    for game in play_on_cores(ASKED, fixtures, 2):
        assert isinstance(game, GameResult)
        found.append(game)
        if len(found) in (1, 4):
            for child in multiprocessing.active_children():
                assert child.pid
                os.kill(child.pid, signal.SIGKILL)
                killed += 1
    assert killed >= 2
    assert sorted(game.number for game in found) == [fixture.number for fixture in fixtures]
    assert all(game.reproducible == play(ASKED, fixtures[game.number]).reproducible for game in found)


def test_a_worker_killed_in_the_middle_of_a_game_plays_it_again(tmp_path: Path) -> None:
    note = tmp_path / "done"
    asked = tournament("trajan", [guests.write(tmp_path, guests.KILLS, note), "random"], 2, 4)
    played = sorted(play_on_cores(asked, asked.fixtures(), 1), key=lambda game: game.number)
    assert note.exists()
    assert [game.number for game in played] == [0, 1, 2, 3]
    assert [game.reproducible for game in played if isinstance(game, GameResult)] == [
        play(asked, fixture).reproducible for fixture in asked.fixtures()
    ]
    assert all(isinstance(game, GameResult) and game.failures == () for game in played)


def test_a_game_that_kills_every_worker_is_abandoned_with_its_deal_and_the_rest_is_played(tmp_path: Path) -> None:
    asked = guests.deadly(tmp_path, 6, 0, 5)
    fixtures = asked.fixtures()
    played = list(play_on_cores(asked, fixtures, 1))
    assert [game.number for game in played] == [0, 2, 3, 4, 5]  # game 1 is of the deal of game 0
    assert [game for game in played if isinstance(game, AbandonedGame)] == [
        AbandonedGame(number, fixtures[number].seed, fixtures[number].seating, MAX_WORKER_DEATHS) for number in (0, 5)
    ]
    assert multiprocessing.active_children() == []


def test_a_deal_is_abandoned_once(tmp_path: Path) -> None:
    asked = guests.deadly(tmp_path, 2, 0, 1)
    lost = list(play_on_cores(asked, asked.fixtures(), 2))
    assert [type(game) for game in lost] == [AbandonedGame]
    assert multiprocessing.active_children() == []


def test_whoever_stops_listening_stops_the_workers() -> None:
    games = play_on_cores(ASKED, ASKED.fixtures(), 2)
    next(games)
    assert len(multiprocessing.active_children()) == 2
    games.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_an_error_of_ours_is_not_swallowed() -> None:
    wrong = type(ASKED)(game="chess", agents=("random",), seats=2, games=1)
    with pytest.raises(UnknownGame):
        list(play_on_cores(wrong, ASKED.fixtures()[:1], 1))


def test_there_is_at_least_one_core() -> None:
    assert 1 <= cores.cores() <= (os.cpu_count() or 1)
