"""What a move costs: the points that a search expects after it, compared with those after the best move.

Both moves get the same number of simulations, in trees of their own: otherwise the one that was searched longer would
look better. Like advice, this uses only what the seat knows.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ulpia.agents.advice import MIN_GAMES, MIN_STANDARD_ERRORS, Sources, finish_turn, move, play_out
from ulpia.agents.base import UNLIMITED, Budget, Decision
from ulpia.agents.errors import TEXTS
from ulpia.agents.levels import imperator
from ulpia.agents.reasons import course, find_reasons
from ulpia.agents.search_agents import SEED_LIMIT, new_searcher
from ulpia.core.actions import Action
from ulpia.search.searcher import default_config

COSTLY = 7.0
"""A move that costs fewer points is not objected to."""
SIMULATIONS = 300
"""Simulations after each of the two moves, each time."""
TIMES = 2
"""The two moves are compared so often; the smallest difference counts."""
MAX_REASONS = 2
GAMES, MIN_POINTS = 24, 1.0
"""Games that are played to the end after each of the two moves; fewer points from a source are not mentioned."""


@dataclass(frozen=True)
class Judgement:
    """A move that costs too much, and a better one."""

    cost: float
    """How many points fewer the seat can expect at the end of the game."""
    chosen: tuple[Action, ...]
    """The move, and greedy actions after it in the same turn."""
    better: tuple[Action, ...]
    """The best actions until the end of the turn."""
    gains: Sources
    """How many points more the better move brings, by source, where that is certain enough."""


def find_best_turn(decision: Decision, seed: int = 0, budget: Budget = UNLIMITED) -> tuple[Action, ...]:
    """Return what the strongest level would play until the end of the turn."""
    dice = random.Random(seed)
    search = imperator(dice.randrange(SEED_LIMIT))
    best = search.rank_options(decision.with_budget(budget))[0]
    return finish_turn(decision, [best], dice.randrange(SEED_LIMIT), search)


def judge(
    decision: Decision,
    best_turn: Sequence[Action],
    actions: Sequence[Action],
    seed: int = 0,
    budget: Budget = UNLIMITED,
) -> Judgement | None:
    """Return what is wrong with the actions of one gesture; None if they do not cost too much, or if time is short."""
    until = None if budget.seconds is None else time.perf_counter() + budget.seconds
    better = _first_gesture(decision, best_turn, seed)
    if tuple(actions) == better:
        return None
    dice, costs = random.Random(seed), list[float]()
    for _ in range(TIMES):
        expected = [_expected_points(decision, line, dice.randrange(SEED_LIMIT)) for line in (better, actions)]
        costs.append(expected[0] - expected[1])
        is_late = until is not None and time.perf_counter() > until
        if is_late or costs[-1] < COSTLY:
            return None
    gains = _gains(decision, [better[0], actions[0]], dice.randrange(SEED_LIMIT), until)
    return Judgement(min(costs), finish_turn(decision, actions, seed), tuple(best_turn), gains)


def _expected_points(decision: Decision, line: Sequence[Action], seed: int) -> float:
    searcher, numbers = new_searcher(decision, SIMULATIONS), [action.number for action in line]
    return searcher.expected_points(decision.seen, numbers, seed, SIMULATIONS, default_config(decision.game))


def _gains(decision: Decision, options: list[Action], seed: int, until: float | None) -> Sources:
    """Return how many points more the first option brings than the second one, by source."""
    better, chosen = play_out(decision, options, seed, GAMES, until)
    gains = (better - chosen)[:, :-1]
    if len(gains) < MIN_GAMES:
        return {}
    means, errors = gains.mean(axis=0), gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
    is_sure = means >= np.maximum(MIN_POINTS, MIN_STANDARD_ERRORS * errors)
    return {name: float(mean) for name, mean, sure in zip(decision.game.source_names, means, is_sure) if sure}


def _first_gesture(decision: Decision, actions: Sequence[Action], seed: int) -> tuple[Action, ...]:
    """Return the actions up to the end of the first gesture."""
    match = decision.imagine(seed)
    for count, action in enumerate(actions, start=1):
        match.play(action)
        question = match.question
        if question is None or match.seat != decision.seat or question.kind not in decision.game.gesture_questions:
            return tuple(actions[:count])
    return tuple(actions)


def say_objection(judgement: Judgement, decision: Decision, language: str) -> list[str]:
    """Say what the move costs, what would be better, and why, as far as that was checked on the table."""
    game, best = decision.game, judgement.better[0]
    cost = TEXTS.say(language, "advice", "costs", points=round(judgement.cost))
    how = ""
    if best == judgement.chosen[0]:  # what matters is how it is carried out
        how = game.say_gesture(course(decision, judgement.better, 0), language)
    if not how:
        how = move(game, best, decision.view(), language, decision.imagine(0).dry_run(best).events)
    found = find_reasons(decision, judgement.better, judgement.chosen, own_alone=True)
    why: dict[str, None] = dict.fromkeys(game.say_reason(reason, language) for reason in found)
    if not why and judgement.gains:
        names = game.texts.find(language, "names", "sources")
        sources = ", ".join(names[name] for name in sorted(judgement.gains, key=lambda name: -judgement.gains[name]))
        why = {TEXTS.say(language, "advice", "more_points", sources=sources): None}
    return [cost, how, *[*why][:MAX_REASONS]]
