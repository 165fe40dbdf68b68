"""Thinking: what it looks at, that it learns, that it is honest, and that it pays."""

import json
from dataclasses import replace

import numpy as np
import pytest

import ulpia
from ulpia.agents import (
    AGENTS,
    Agent,
    Budget,
    Greedy,
    Look,
    Random,
    Search,
)
from ulpia.match import Match
from ulpia.registry import GAMES, find_game
from ulpia.search.searcher import (
    WEIGHTS,
    Manner,
    Mind,
    digest_of,
    empty_net,
    learned_net,
    module,
    net_shapes,
)
from ulpia.search.training import (
    Course,
    Generation,
    learn,
    read_course,
)

every_game = pytest.mark.parametrize("name", GAMES)


def played(name: str, agents: list[Agent], seed: int) -> Match:
    match = ulpia.new(name, len(agents), seed, setup="dealt")
    while match.seat is not None:
        match.play(agents[match.seat].choose(Look(match)))
    return match


def some_moment(name: str, decisions: int, seed: int = 3) -> Match:
    match, dice = ulpia.new(name, 3, seed, setup="dealt"), Random(seed)
    for _ in range(decisions):
        match.play(dice.choose(Look(match)))
    return match


@every_game
def test_every_number_that_is_promised_is_written_and_finite(name: str) -> None:
    game = find_game(name)
    net = learned_net(game)
    assert tuple(part.shape for part in net) == net_shapes(game.features)
    for decisions in (0, 25, 60):
        match = some_moment(name, decisions)
        for seat in range(match.seats):
            out = np.full(game.features + 3, 99.0, np.float32)
            written = module(game).describe(match.components.facts, match.state, seat, out)
            assert written == game.features
            assert np.isfinite(out).all()
            assert (out[game.features :] == 99).all()
            assert np.abs(out[: game.features]).max() < 20


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
    """What is hidden cannot matter: the same look, from another true state, is answered alike by all agents."""
    for decisions in (5, 30, 55):
        match = some_moment(name, decisions)
        other = match.imagine(match.seat, 77)
        assert match.seen(match.seat).tobytes() == other.seen(match.seat).tobytes()
        assert match.state.tobytes() != other.state.tobytes()
        for make in AGENTS.values():
            assert make(1).choose(Look(match)) == make(1).choose(Look(other))


@every_game
def test_what_was_thought_before_does_not_tell_either(name: str) -> None:
    """One agent decides several times in a row, with its tree kept, on two tables that look alike to it all along."""
    longest = 0
    for decisions in range(0, 60, 6):
        match = some_moment(name, decisions)
        other, seat = match.imagine(match.seat, 77), match.seat
        one, two = Search(1, 60), Search(1, 60)
        times = 0
        while match.seat == seat == other.seat and match.seen(seat).tobytes() == other.seen(seat).tobytes():
            action = one.choose(Look(match))
            assert two.choose(Look(other)) == action
            match.play(action)
            other.play(action)
            times += 1
        longest = max(longest, times)
    assert longest > 1


@every_game
def test_without_a_walk_there_is_still_a_legal_answer(name: str) -> None:
    match = some_moment(name, 12)
    assert Search(1, 0).choose(Look(match)) in match.options
    for budget in (Budget(walks=0), Budget(seconds=0.0)):
        for agent in (Search(1), Greedy(1), Random(1)):
            assert agent.choose(Look(match, budget)) in match.options


@every_game
def test_a_tree_is_kept_below_what_was_played(name: str) -> None:
    match = some_moment(name, 12)
    game = find_game(name)
    mind = Mind(game, match.components.facts, learned_net(game), 300)
    assert mind.think(match.seen(match.seat), 5, 300, Manner()) > 300
    visits = mind.visits()
    assert sum(visits.values()) == 300
    best = max(visits, key=lambda number: visits[number])
    assert 0 < mind.chance(best) < 1
    mind.keep(best)
    assert mind.tree[3][0] == visits[best]
    below = sum(int(mind.tree[3][node]) for node in mind.children().values())
    assert 0 < below <= visits[best]


def test_learning_lessens_the_error_and_follows_from_its_seed() -> None:
    """Small generations of both kinds; the same seed gives the same evaluation, played by one process or by two."""
    small = Generation(games=12, walks=0, greed=0.0, warmth=0.5, strange=0.05, every=4, trust=0.0, epochs=12, rate=4e-3)
    trees = replace(small, games=4, walks=5, greed=0.5, trust=0.2, epochs=2)
    course = Course((small, small, trees), 6, 1)
    one, two = list(learn("trajan", course, 1)), list(learn("trajan", course, 2))
    assert [learned for _, learned in one] == [learned for _, learned in two]
    for (a, _), (b, _) in zip(one, two):
        for part, same in zip(a, b):
            np.testing.assert_array_equal(part, same)
    assert one[1][1].error < one[1][1].spread
    assert not any(np.abs(part).max() > 0 for part in empty_net(find_game("trajan")))


@every_game
def test_the_evaluation_that_is_shipped_was_learned_by_the_course_beside_it(name: str) -> None:
    """The record names it, and the first generation, played again, is the one that was written down."""
    record = WEIGHTS / f"{name}.json"
    course, told = read_course(record), json.loads(record.read_text())["learned"]
    assert len(told) == len(course.generations)
    assert json.loads(record.read_text())["evaluation"] == digest_of(learned_net(find_game(name)))
    _, again = next(learn(name, replace(course, generations=course.generations[:1]), 2))
    assert again.positions == told[0]["positions"]
    assert {str(seats): mean for seats, mean in again.mean_points.items()} == pytest.approx(told[0]["mean_points"])
