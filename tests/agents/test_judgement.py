"""Judgement: what a move costs, and why another one is better."""

import random

import pytest

from tests.browser.prepared import by_chance, whole_game
from ulpia import new
from ulpia.agents import Budget, Decision
from ulpia.agents.judgement import COSTLY, SIMULATIONS, find_best_turn, judge, say_objection
from ulpia.core.actions import Action
from ulpia.core.i18n import LANGUAGES
from ulpia.match import Match
from ulpia.search.searcher import Searcher, default_config

pytestmark = pytest.mark.usefixtures("thinking")
MOMENTS = [("trajan", 1, 126, "sow senate"), ("trajan", 1, 266, "pass"), ("forum_trajanum", 14, 28, "end turn")]
bad_moves = pytest.mark.parametrize(("game", "seed", "length", "bad"), MOMENTS)
"""Random games of two seats, up to a decision with a move that costs 11 points or more."""


def moment(game: str, seed: int, length: int) -> Match:
    match = new(game, 2, seed, setup="dealt")
    for number in whole_game(game, 2, seed, by_chance)[:length]:
        match.play(number)
    return match


def option(match: Match, words: str) -> Action:
    return match.legal(words)


@bad_moves
def test_a_bad_move_is_told_from_the_best_one(game: str, seed: int, length: int, bad: str) -> None:
    """Whatever the dice of the search; the sentences name the cost, the better move and why, in both languages."""
    match = moment(game, seed, length)
    decision = Decision(match)
    for dice in (0, 1):
        best = find_best_turn(decision, dice)
        found = judge(decision, best, [option(match, bad)], dice)
        assert found is not None
        assert found.cost >= COSTLY
        assert (found.chosen[0], found.better) == (option(match, bad), best)
        assert judge(decision, best, [best[0]], dice) is None
    for language in LANGUAGES:
        cost, better, *why = say_objection(found, decision, language)
        assert str(round(found.cost)) in cost
        assert match.game.say_action(best[0], language) in better
        assert 1 <= len(why) == len({*why}) <= 2


@pytest.mark.parametrize(
    ("game", "seed", "length", "bad", "reason"),
    [
        (*MOMENTS[2], "A new kind of grey building in row 5: 3 points in a scoring, while its citizens are active."),
    ],
)
def test_an_objection_speaks_the_reasons_of_the_game(game: str, seed: int, length: int, bad: str, reason: str) -> None:
    """What speaks for the better move alone, and not only the sources that bring more points."""
    match = moment(game, seed, length)
    decision = Decision(match)
    found = judge(decision, find_best_turn(decision), [option(match, bad)])
    assert found is not None
    assert reason in say_objection(found, decision, "en")[2:]


@bad_moves
def test_two_evaluations_of_a_move_differ_by_less_than_what_is_objected_to(
    game: str, seed: int, length: int, bad: str
) -> None:
    match = moment(game, seed, length)
    decision, dice = Decision(match), random.Random(1)
    searcher = Searcher(match.game, match.components, simulations=SIMULATIONS)
    config, seen = default_config(match.game), decision.seen
    number = option(match, bad).number
    points = [searcher.expected_points(seen, [number], dice.randrange(1 << 30), SIMULATIONS, config) for _ in range(6)]
    assert max(points) - min(points) < COSTLY / 2


def test_it_uses_only_what_the_seat_knows() -> None:
    """Two tables that look the same to the seat get the same judgement."""
    match = moment(*MOMENTS[0][:3])
    seat = match.seat
    found = []
    for seed in (1, 2):
        decision = Decision(match.imagine(seat, seed))
        best = find_best_turn(decision, 3)
        judgement = judge(decision, best, [option(match, MOMENTS[0][3])], 3)
        assert judgement is not None
        found.append((best, judgement.cost, judgement.gains))
    assert found[0] == found[1]


def test_a_gesture_is_judged_as_a_whole() -> None:
    """The whole gesture of the best move is as good as the best move; without time there is no judgement."""
    match = moment("trajan", 3, 7)
    decision = Decision(match)
    best = find_best_turn(decision)
    assert [str(action).split()[0] for action in best[:3]] == ["sow", "lay", "lay"]
    assert judge(decision, best, best[:3]) is None
    bad = option(match, "sow senate")
    assert judge(decision, best, [bad]) is not None
    assert judge(decision, best, [bad], budget=Budget(seconds=0)) is None


def test_a_line_of_actions_is_searched_as_if_it_had_been_played() -> None:
    """The expected points after a line do not depend on options beside it: they are never visited."""
    match = moment("trajan", 3, 7)
    decision = Decision(match)
    line = [action.number for action in find_best_turn(decision)[:3]]
    searcher = Searcher(match.game, match.components, simulations=100)
    searcher.expected_points(decision.seen, line, 1, 100, default_config(match.game))
    for depth, number in enumerate(line):
        visits = searcher.visits(line[:depth])
        assert visits[number] >= 100
        assert all(count == 1 for other, count in visits.items() if other != number)
