"""One game of a tournament, whatever its agents do."""

import json
from pathlib import Path

import pytest

import ulpia
from tests.arena import guests
from ulpia.agents import Decision, Random, find_agent
from ulpia.arena import play as arena_play
from ulpia.arena.play import (
    GameResult,
    Player,
    play,
    summarize,
)
from ulpia.arena.schedule import Fixture, tournament
from ulpia.core.actions import Action
from ulpia.core.errors import IllegalAction

DUEL = tournament("trajan", ["random", "greedy"], 2, 4)


def test_a_game_is_remembered_as_it_was() -> None:
    fixture = DUEL.fixtures()[1]
    played = play(DUEL, fixture)
    match = ulpia.new("trajan", seats=2, seed=fixture.seed, setup="dealt")
    agents = [find_agent(name, fixture.seed_for("agent", seat)) for seat, name in enumerate(fixture.seating)]
    asked = [0, 0]
    while match.seat is not None:
        asked[match.seat] += len(match.options) > 1
        match.play(agents[match.seat].choose(Decision(match)))
    assert match.outcome is not None
    assert played.seating == fixture.seating == ("greedy", "random")
    assert played.points == match.points
    assert played.sources == match.sources
    assert played.digest == match.digest
    assert played.places[match.outcome.winners[0]] == 1
    assert [seat.decisions for seat in played.times] == asked
    assert played.failures == ()


def test_the_same_fixture_gives_the_same_game_but_for_the_times() -> None:
    fixture = DUEL.fixtures()[0]
    one, other = play(DUEL, fixture), play(DUEL, fixture)
    assert one.reproducible == other.reproducible
    assert one.times[1].positions == other.times[1].positions > 0
    assert one.times[1].seconds > 0


def test_a_game_reads_back_from_json() -> None:
    asked = tournament("trajan", ["random"], 3, 1, counted_events=["demands_unmet"])
    played = play(asked, asked.fixtures()[0])
    assert GameResult.from_json(json.loads(json.dumps(played.to_json()))) == played


def test_some_events_are_counted_by_seat() -> None:
    """T-91: in every quarter each seat leaves some number of demands unmet, and loses points for these."""
    asked = tournament("trajan", ["random"], 4, 1, counted_events=["demands_unmet"])
    played = play(asked, asked.fixtures()[0])
    assert set(played.event_counts) <= {"demands_unmet 1", "demands_unmet 2", "demands_unmet 3"}
    penalty = dict(enumerate(ulpia.new("trajan").components.facts["penalty"].tolist()))
    for seat in range(4):
        lost = sum(penalty[int(kind[-1])] * times[seat] for kind, times in played.event_counts.items())
        assert played.sources[seat]["demands"] == -lost


def test_seats_that_share_a_place_have_the_same() -> None:
    assert arena_play._places(((2,), (0, 3), (1,))) == [(1, (2,)), (2, (0, 3)), (4, (1,))]


def test_an_agent_that_raises_is_told_with_its_place_and_the_game_goes_on(tmp_path: Path) -> None:
    name = guests.write(tmp_path, guests.RAISES)
    asked = tournament("trajan", [name, "random"], 2, 2)
    played = play(asked, asked.fixtures()[0])
    (failure,) = played.failures
    assert failure.seat == 0
    assert failure.what == "AgentRaised: ValueError: veni, vidi, erravi"
    assert failure.where == f"{tmp_path / 'caesar.py'}:5"
    assert failure.times > 3
    assert play(asked, asked.fixtures()[0]).reproducible == played.reproducible


def test_an_agent_that_answers_nonsense_is_told_with_its_place(tmp_path: Path) -> None:
    name = guests.write(tmp_path, guests.NONSENSE)
    asked = tournament("trajan", ["random", name], 2, 2)
    played = play(asked, asked.fixtures()[0])
    (failure,) = played.failures
    assert failure.seat == 1
    assert failure.what == "AgentNonsense: 'burn rome'"
    assert failure.where == f"{tmp_path / 'nero.py'}:3"
    assert failure.times >= played.times[1].decisions > 50


class Rude:
    """Raises, leaves, or plays what it may not."""

    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour

    def choose(self, decision: Decision) -> Action | str:
        if self.behaviour == "raise":
            raise KeyError("nothing here")
        if self.behaviour == "exit":
            raise SystemExit(3)
        return "sow forum" if self.behaviour == "illegal" else str(decision)


@pytest.mark.parametrize(
    ("behaviour", "what"),
    [
        ("raise", "AgentRaised: KeyError: 'nothing here'"),
        ("exit", "AgentLeft: SystemExit: 3"),
        ("illegal", "AgentNonsense: 'sow forum'"),
        ("unreadable", "AgentNonsense: '<ulpia"),
    ],
)
def test_an_agent_in_the_same_process_may_fail_too(monkeypatch: pytest.MonkeyPatch, behaviour: str, what: str) -> None:
    monkeypatch.setattr(arena_play, "find_agent", lambda _name, _seed: Rude(behaviour))
    match = ulpia.new("trajan", seats=2, seed=1)
    player = Player("rude", 0, Fixture(0, 1, ("rude", "random")))
    assert player.choose(match) in match.options
    ((told, where),) = player.failures
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
    (failure,) = played.failures
    assert (failure.seat, failure.what, failure.times) == (0, "ZeroDivisionError: in its constructor", 1)
    assert Path(failure.where.rpartition(":")[0]) == Path(__file__)


def test_endless_kinds_of_failures_are_not_all_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    class Inventive:
        """Fails in another way each time."""

        asked = 0

        def choose(self, _look: Decision) -> Action:
            self.asked += 1
            raise ValueError(self.asked)

    monkeypatch.setattr(arena_play, "find_agent", lambda _name, _seed: Inventive())
    player = Player("inventive", 0, Fixture(0, 1, ("inventive", "random")))
    match = ulpia.new("trajan", seats=2, seed=1)
    for _ in range(50):
        player.choose(match)
    assert len(player.failures) == arena_play.MAX_KINDS + 1
    assert player.failures.total() == 50


def test_a_remark_leaves_out_what_differs_from_time_to_time() -> None:
    assert summarize(IllegalAction(action="sow forum", legal="a, b")) == "IllegalAction: sow forum"
    assert len(summarize(ValueError("x" * 5_000))) == arena_play.LONGEST_SUMMARY
