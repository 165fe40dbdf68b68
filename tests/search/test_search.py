"""Search: its features, that it learns, that it uses no hidden information, and that it plays well."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.agents import (
    AGENTS,
    Agent,
    Budget,
    Decision,
    Greedy,
    Random,
    Search,
)
from ulpia.engine.position import Position
from ulpia.engine.search_buffers import empty_network, network_shapes
from ulpia.match import Match
from ulpia.registry import find_game
from ulpia.search.evaluation import TRAINING, network_digest, network_of
from ulpia.search.searcher import SearchConfig, Searcher, search_module
from ulpia.search.training import (
    Generation,
    TrainingSchedule,
    read_schedule,
    train,
)

every_game = pytest.mark.parametrize("name", BUILT_IN)


def played(name: str, agents: list[Agent], seed: int) -> Match:
    match = ulpia.new(name, len(agents), seed, setup="dealt")
    while match.seat is not None:
        match.play(agents[match.seat].choose(Decision(match)))
    return match


def some_moment(name: str, decisions: int, seed: int = 3) -> Match:
    match, dice = ulpia.new(name, 3, seed, setup="dealt"), Random(seed)
    for _ in range(decisions):
        match.play(dice.choose(Decision(match)))
    return match


@every_game
def test_every_number_that_is_promised_is_written_and_finite(name: str) -> None:
    game = find_game(name)
    network = network_of(game)
    assert tuple(part.shape for part in network) == network_shapes(game.rules.feature_count)
    for decisions in (0, 25, 60):
        match = some_moment(name, decisions)
        for seat in range(match.seats):
            out = np.full(game.rules.feature_count + 3, 99.0, np.float32)
            written = search_module(game).write_features(match.components.facts, match.state, seat, out)
            assert written == game.rules.feature_count
            assert np.isfinite(out).all()
            assert (out[game.rules.feature_count :] == 99).all()
            assert np.abs(out[: game.rules.feature_count]).max() < 20


@every_game
def test_thinkers_beat_chance_and_trees_beat_one_step(name: str) -> None:
    """Few games, chosen so that an honest gap cannot be missed: all against chance, most against one step ahead."""
    for seed in range(3):
        match = played(name, [Greedy(seed), Random(seed)], 40 + seed)
        assert match.outcome
        assert match.outcome.winners == (0,)
    won = 0
    for seed in range(4):
        match = played(name, [Search(seed, 200), Greedy(seed)], 50 + seed)
        assert match.outcome
        won += 0 in match.outcome.winners
    assert won >= 3


@every_game
def test_equal_views_and_seeds_give_equal_choices(name: str) -> None:
    """What is hidden cannot matter: the same decision, from another true state, is answered alike by all agents."""
    for decisions in (5, 30, 55):
        match = some_moment(name, decisions)
        other = match.imagine(match.seat, 77)
        assert match.seen(match.seat).tobytes() == other.seen(match.seat).tobytes()
        assert match.state.tobytes() != other.state.tobytes()
        for make in AGENTS.values():
            assert make(1).choose(Decision(match)) == make(1).choose(Decision(other))


@every_game
def test_a_tree_that_was_kept_does_not_tell_either(name: str) -> None:
    """One agent decides several times in a row, with its tree kept, on two tables that look alike to it all along."""
    longest = 0
    for decisions in range(0, 60, 6):
        match = some_moment(name, decisions)
        other, seat = match.imagine(match.seat, 77), match.seat
        one, two = Search(1, 60), Search(1, 60)
        times = 0
        while match.seat == seat == other.seat and match.seen(seat).tobytes() == other.seen(seat).tobytes():
            action = one.choose(Decision(match))
            assert two.choose(Decision(other)) == action
            match.play(action)
            other.play(action)
            times += 1
        longest = max(longest, times)
    assert longest > 1


@every_game
def test_without_a_simulation_there_is_still_a_legal_answer(name: str) -> None:
    match = some_moment(name, 12)
    assert Search(1, 0).choose(Decision(match)) in match.options
    for budget in (Budget(simulations=0), Budget(seconds=0.0)):
        for agent in (Search(1), Greedy(1), Random(1)):
            assert agent.choose(Decision(match, budget)) in match.options


@every_game
def test_a_tree_is_kept_below_what_was_played(name: str) -> None:
    match = some_moment(name, 12)
    game = find_game(name)
    searcher = Searcher(game, match.components, simulations=300)
    assert searcher.search(Decision(match).seen, 5, 300, SearchConfig()) > 300
    visits = searcher.visits()
    assert sum(visits.values()) == 300
    best = max(visits, key=lambda number: visits[number])
    assert 0 < searcher.win_chance(best) < 1
    searcher.keep_subtree(best)
    assert searcher.tree.visits[0] == visits[best]
    below = sum(int(searcher.tree.visits[node]) for node in searcher.children().values())
    assert 0 < below <= visits[best]


@every_game
def test_rollouts_count_wins_by_the_final_ranking_of_the_game(name: str) -> None:
    """T-105, F-80: ties in points are broken, so one rollout has the winners that the rules name."""
    match = some_moment(name, 12)
    searcher = Searcher(match.game, match.components)
    for seed in range(5):
        out, ended = searcher.rollout(Decision(match).seen, match.options[0].number, seed, 1)
        assert ended == 1
        states = searcher.workspace.states[:1]
        end = Position(match.game.rules, match.components.facts, states, np.zeros(0), np.zeros((1, 5)), 0)
        best = max(end.standings)
        assert np.flatnonzero(out[:, -1]).tolist() == [seat for seat in range(3) if end.standings[seat] == best]
        assert out[:3, :-1].sum(axis=1).tolist() == list(end.points)


def test_a_game_without_evaluation_is_searched_with_rollouts() -> None:
    command = [sys.executable, "-m", "tests.search.no_evaluation"]
    done = subprocess.run(command, env=os.environ | {"ULPIA_INTERPRETED": "1"}, capture_output=True, text=True)
    assert done.stdout == "played\n", done.stderr


def test_training_lowers_the_error_and_depends_on_its_seed_alone() -> None:
    """Small generations of both kinds; the same seed gives the same network, played by one process or by two."""
    small = Generation(
        games=12,
        simulations=0,
        score_weight=0.0,
        temperature=0.5,
        random_share=0.05,
        sample_interval=4,
        bootstrap=0.0,
        epochs=12,
        learning_rate=4e-3,
    )
    trees = replace(small, games=4, simulations=5, score_weight=0.5, bootstrap=0.2, epochs=2)
    schedule = TrainingSchedule((small, small, trees), 6, 1)
    one, two = list(train("trajan", schedule, 1)), list(train("trajan", schedule, 2))
    assert [result for _, result in one] == [result for _, result in two]
    for (a, _), (b, _) in zip(one, two):
        for part, same in zip(a, b):
            np.testing.assert_array_equal(part, same)
    assert one[1][1].error < one[1][1].spread
    assert not any(np.any(part) for part in empty_network())


@every_game
def test_the_shipped_network_was_trained_by_the_schedule_beside_it(name: str) -> None:
    """The record names it, and the first generation, played again, gives the recorded result.

    Under another version of the rules, the same seeds are other games, so the result is about the same only: the mean
    of a thousand scores has a standard error of 0.4 points.
    """
    folder = find_game(name).evaluation
    assert folder
    record = json.loads((folder / TRAINING).read_text())
    schedule, results = read_schedule(folder / TRAINING), record["results"]
    assert len(results) == len(schedule.generations)
    assert record["evaluation"] == network_digest(network_of(find_game(name)))
    _, again = next(train(name, replace(schedule, generations=schedule.generations[:1]), 2))
    are_same_games = record["rules"] == find_game(name).rules_version
    assert again.positions == pytest.approx(results[0]["positions"], rel=0 if are_same_games else 0.03)
    means = {str(seats): mean for seats, mean in again.mean_points.items()}
    assert means == pytest.approx(results[0]["mean_points"], abs=1e-6 if are_same_games else 1.5)
