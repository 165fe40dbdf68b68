"""One game of a tournament, whatever its agents do."""

import json
from pathlib import Path

import pytest

import ulpia
from tests.arena import guests
from ulpia.agents import Look, Random, find_agent
from ulpia.arena import play as arena_play
from ulpia.arena.play import (
    Chair,
    Played,
    play,
    remark,
)
from ulpia.arena.schedule import Fixture, tournament
from ulpia.core.actions import Action
from ulpia.core.errors import IllegalAction

DUEL = tournament("trajan", ["random", "greedy"], 2, 4)


def test_a_game_is_remembered_as_it_was() -> None:
    fixture = DUEL.fixtures()[1]
    played = play(DUEL, fixture)
    match = ulpia.new("trajan", seats=2, seed=fixture.seed, setup="dealt")
    agents = [find_agent(name, fixture.chance("agent", seat)) for seat, name in enumerate(fixture.seating)]
    asked = [0, 0]
    while match.seat is not None:
        asked[match.seat] += len(match.options) > 1
        match.play(agents[match.seat].choose(Look(match)))
    assert match.outcome is not None
    assert played.seating == fixture.seating == ("greedy", "random")
    assert played.points == match.points
    assert played.sources == match.sources
    assert played.digest == match.digest
    assert played.places[match.outcome.winners[0]] == 1
    assert [seat.decisions for seat in played.thinking] == asked
    assert played.mishaps == ()


def test_the_same_fixture_gives_the_same_game_but_for_the_times() -> None:
    fixture = DUEL.fixtures()[0]
    one, other = play(DUEL, fixture), play(DUEL, fixture)
    assert one.result == other.result
    assert one.thinking[1].judged == other.thinking[1].judged > 0
    assert one.thinking[1].seconds > 0


def test_a_game_reads_back_from_json() -> None:
    asked = tournament("trajan", ["random"], 3, 1, watched=["demands_unmet"])
    played = play(asked, asked.fixtures()[0])
    assert Played.from_json(json.loads(json.dumps(played.to_json()))) == played


def test_watched_events_are_counted_by_seat() -> None:
    """T-91: in every quarter each seat leaves some number of demands unmet, and loses points for these."""
    asked = tournament("trajan", ["random"], 4, 1, watched=["demands_unmet"])
    played = play(asked, asked.fixtures()[0])
    assert set(played.happened) <= {"demands_unmet 1", "demands_unmet 2", "demands_unmet 3"}
    penalty = dict(enumerate(ulpia.new("trajan").components.facts["penalty"].tolist()))
    for seat in range(4):
        lost = sum(penalty[int(kind[-1])] * times[seat] for kind, times in played.happened.items())
        assert played.sources[seat]["demands"] == -lost


def test_seats_that_share_a_place_have_the_same() -> None:
    assert arena_play._places(((2,), (0, 3), (1,))) == [(1, (2,)), (2, (0, 3)), (4, (1,))]


def test_an_agent_that_raises_is_told_with_its_place_and_the_game_goes_on(tmp_path: Path) -> None:
    name = guests.write(tmp_path, guests.RAISES)
    asked = tournament("trajan", [name, "random"], 2, 2)
    played = play(asked, asked.fixtures()[0])
    (mishap,) = played.mishaps
    assert mishap.seat == 0
    assert mishap.what == "AgentRaised: ValueError: veni, vidi, erravi"
    assert mishap.where == f"{tmp_path / 'caesar.py'}:5"
    assert mishap.times > 3
    assert play(asked, asked.fixtures()[0]).result == played.result


def test_an_agent_that_answers_nonsense_is_told_with_its_place(tmp_path: Path) -> None:
    name = guests.write(tmp_path, guests.NONSENSE)
    asked = tournament("trajan", ["random", name], 2, 2)
    played = play(asked, asked.fixtures()[0])
    (mishap,) = played.mishaps
    assert mishap.seat == 1
    assert mishap.what == "AgentNonsense: 'burn rome'"
    assert mishap.where == f"{tmp_path / 'nero.py'}:3"
    assert mishap.times >= played.thinking[1].decisions > 50


class Rude:
    """Raises, leaves, or plays what it may not."""

    def __init__(self, manner: str) -> None:
        self.manner = manner

    def choose(self, look: Look) -> Action | str:
        if self.manner == "raise":
            raise KeyError("nothing here")
        if self.manner == "exit":
            raise SystemExit(3)
        return "sow forum" if self.manner == "illegal" else str(look)


@pytest.mark.parametrize(
    ("manner", "what"),
    [
        ("raise", "KeyError: 'nothing here'"),
        ("exit", "SystemExit: 3"),
        ("illegal", "IllegalAction: sow forum"),
        ("unreadable", "UnreadableAction: <ulpia"),
    ],
)
def test_an_agent_in_the_same_process_may_fail_too(monkeypatch: pytest.MonkeyPatch, manner: str, what: str) -> None:
    monkeypatch.setattr(arena_play, "find_agent", lambda _name, _seed: Rude(manner))
    match = ulpia.new("trajan", seats=2, seed=1)
    chair = Chair("rude", 0, Fixture(0, 1, ("rude", "random")))
    assert chair.choose(match) in match.options
    ((told, where),) = chair.mishaps
    assert told.startswith(what)
    file, _, line = where.rpartition(":")
    assert file == __file__
    method = Rude.choose.__code__
    assert method.co_firstlineno <= int(line) <= method.co_firstlineno + 6


def test_an_agent_that_cannot_begin_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str, seed: int) -> Random:
        if name == "broken":
            raise ZeroDivisionError("in its constructor")
        return Random(seed)

    monkeypatch.setattr(arena_play, "find_agent", find)
    asked = tournament("trajan", ["broken", "random"], 2, 2)
    played = play(asked, asked.fixtures()[0])
    (mishap,) = played.mishaps
    assert (mishap.seat, mishap.what, mishap.times) == (0, "ZeroDivisionError: in its constructor", 1)
    assert Path(mishap.where.rpartition(":")[0]) == Path(__file__)


def test_endless_kinds_of_mishaps_are_not_all_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Inventive:
        """Fails in another way each time."""

        asked = 0

        def choose(self, _look: Look) -> Action:
            self.asked += 1
            raise ValueError(self.asked)

    monkeypatch.setattr(arena_play, "find_agent", lambda _name, _seed: Inventive())
    chair = Chair("inventive", 0, Fixture(0, 1, ("inventive", "random")))
    match = ulpia.new("trajan", seats=2, seed=1)
    for _ in range(50):
        chair.choose(match)
    assert len(chair.mishaps) == arena_play.MOST_KINDS + 1
    assert chair.mishaps.total() == 50


def test_a_remark_leaves_out_what_differs_from_time_to_time() -> None:
    assert remark(IllegalAction(action="sow forum", legal="a, b")) == "IllegalAction: sow forum"
    assert len(remark(ValueError("x" * 5_000))) == arena_play.LONGEST_REMARK
