"""Advice for a person in three steps: where to look, the move, its reasons. It uses only what the seat knows."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ulpia.agents.base import UNLIMITED, Budget, Decision
from ulpia.agents.errors import TEXTS
from ulpia.agents.levels import imperator
from ulpia.agents.reasons import course, find_reasons, say_reasons
from ulpia.agents.search_agents import (
    SEED_LIMIT,
    Greedy,
    Search,
    new_searcher,
)
from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.core.game import Game
from ulpia.core.view import View

ROLLOUTS = 60
"""Games that are played to the end after each of the two moves."""
SEARCH_SHARE = 0.5
"""Share of the time for the choice; the rest is for the reasons."""
MAX_SOURCES = 4
"""Sources of points that are named."""
MIN_POINTS = 0.75
"""Smaller numbers of points are not mentioned."""
MIN_STANDARD_ERRORS = 2.0
"""A gain of fewer standard errors is not mentioned."""
MAX_TURN = 20
"""A turn is looked at for so many actions."""
MIN_GAMES = 8
"""With fewer games the standard error counts as infinite."""

Sources = dict[str, float]
Final = npt.NDArray[np.float64]
"""For each game, the points by source that the seat makes from now on, and in the last column whether it wins."""


@dataclass(frozen=True)
class Advice:
    """A recommended action and its reasons."""

    action: Action
    other: Action | None
    """The second best; None if there is no choice."""
    win_chance: float
    """Estimated chance of the seat to win, 0 to 1."""
    other_win_chance: float | None
    points: Sources
    """Expected points until the end of the game, by source."""
    gains: Sources
    """How many points more that is than with `other`, by source; empty without one."""
    standard_errors: Sources
    """Standard error of each gain; infinite after too few games."""
    turn: tuple[Action, ...] = ()
    """The action, and the seat's best actions after it in the same turn."""
    other_turn: tuple[Action, ...] = ()
    """The same for `other`; empty without one."""


def advise(decision: Decision, seed: int = 0, budget: Budget = UNLIMITED) -> Advice:
    """Return what the strongest level would play, and what to expect of it. Without time there is still an answer."""
    started, dice = time.perf_counter(), random.Random(seed)
    seconds = None if budget.seconds is None else budget.seconds * SEARCH_SHARE
    limited = decision.with_budget(Budget(seconds, budget.simulations))
    search = imperator(dice.randrange(SEED_LIMIT))
    order = search.rank_options(limited)
    assert search.stats
    if search.stats.win_chance is None and len(order) > 1:  # there was no time for a simulation
        best = Greedy(dice.randrange(SEED_LIMIT), samples=1).choose(limited)
        order = [best, *(option for option in order if option != best)]
    chosen, other = order[0], order[1] if len(order) > 1 else None
    games = ROLLOUTS if budget.simulations is None else max(1, min(ROLLOUTS, budget.simulations))
    until = None if budget.seconds is None else started + budget.seconds
    actions = [chosen] if other is None else [chosen, other]
    finals = play_out(decision, actions, dice.randrange(SEED_LIMIT), games, until)
    chances = _win_chances(search, actions, [float(final[:, -1].mean()) for final in finals])
    names = decision.game.source_names
    gain = finals[0][:, :-1] - finals[-1][:, :-1]
    unknown = np.full(gain.shape[1], np.inf)
    standard_errors = unknown if len(gain) < MIN_GAMES else gain.std(axis=0, ddof=1) / np.sqrt(len(gain))
    turns = [finish_turn(decision, [action], dice.randrange(SEED_LIMIT), search) for action in actions]
    return Advice(
        chosen,
        other,
        chances[0],
        chances[1] if other else None,
        dict(zip(names, finals[0][:, :-1].mean(axis=0).tolist())),
        dict(zip(names, gain.mean(axis=0).tolist())) if other else {},
        dict(zip(names, standard_errors.tolist())) if other else {},
        turns[0],
        turns[1] if other else (),
    )


def finish_turn(
    decision: Decision, actions: Sequence[Action], seed: int, search: Search | None = None
) -> tuple[Action, ...]:
    """Return actions and the most visited ones after them in the same turn; where none was visited, greedy ones."""
    match, greedy, played = decision.imagine(seed), Greedy(seed, samples=1), [*actions]
    turn = match.turn
    for action in actions:
        match.play(action)
    while match.seat is not None and match.turn == turn and len(played) < MAX_TURN:
        visits = search.searcher.visits([each.number for each in played]) if search and search.searcher else {}
        best = max(match.options, key=lambda option: visits.get(option.number, 0))
        played.append(best if visits.get(best.number) else greedy.choose(Decision(match)))
        match.play(played[-1])
    return tuple(played)


def _win_chances(search: Search, actions: list[Action], rollouts: list[float]) -> list[float]:
    """Return the chances to win: their mean comes from rollouts, the difference between moves from the tree."""
    assert search.searcher
    visits = search.searcher.visits()
    if not all(visits.get(action.number) for action in actions):
        return rollouts
    searched = [search.searcher.win_chance(action.number) for action in actions]
    shift = (sum(rollouts) - sum(searched)) / len(actions)
    return [min(1.0, max(0.0, chance + shift)) for chance in searched]


def play_out(decision: Decision, actions: list[Action], seed: int, games: int, until: float | None) -> list[Final]:
    """Play games to the end after each action, with the same seeds for all actions; at least one game."""
    searcher = new_searcher(decision)
    now = [*decision.seen[0]["table"]["players"]["sources"][decision.seat].tolist(), 0]
    finals: list[list[npt.NDArray[np.float64]]] = [[] for _ in actions]
    for at in range(games):
        if at and until is not None and time.perf_counter() > until:
            break
        for action, rows in zip(actions, finals):
            rows.append(searcher.rollout(decision.seen, action.number, seed + at, 1)[0][decision.seat] - now)
    return [np.array(rows) for rows in finals]


# Sentences


def nudge(game: Game, action: Action, view: View, language: str) -> str:
    """Say where to look, without naming the move; from the table `areas` of the game's texts, if it has one."""
    areas: dict[str, str | dict[str, str]] = game.texts.table(language).get("areas", {})
    area = areas.get(type(action).__name__, TEXTS.say(language, "advice", "anywhere"))
    if isinstance(area, str):
        return area
    asked = {view.question.kind} if view.question else set()
    details = {name if value is True else value for name, value in vars(action).items()} | asked
    return next((text for key, text in area.items() if details & set(key.split(", "))), area.get("otherwise", ""))


def move(game: Game, action: Action, view: View, language: str, events: Sequence[GameEvent] = ()) -> str:
    """Say the move as a sentence; with the events of its dry run (`Match.dry_run`) also its effect."""
    effect = game.say_effect(action, view, events, language)
    words = game.say_action(action, language) + (f" ({effect})" if effect else "")
    return TEXTS.say(language, "advice", "move", action=words)


def gesture(advice: Advice, decision: Decision, language: str) -> list[str]:
    """Say how the gesture that the move begins is carried out, if that needs a sentence."""
    sentence = decision.game.say_gesture(course(decision, advice.turn, 0), language)
    return [sentence] if sentence else []


def reasons(advice: Advice, decision: Decision, language: str) -> list[str]:
    """Say what speaks for the whole turn, as far as it was checked on the table; the most important reason first."""
    found = find_reasons(decision, advice.turn or (advice.action,), advice.other_turn)
    return say_reasons(decision, found, language) or [TEXTS.say(language, "advice", "no_reason")]


def why(advice: Advice, game: Game, language: str) -> list[str]:
    """Say the figures: the chance to win, the expected points, and the gain over the second best."""

    def say(key: str, **facts: object) -> str:
        return TEXTS.say(language, "advice", key, **facts)

    sentences = []
    other = game.say_action(advice.other, language) if advice.other else ""
    percent, other_percent = _percent(advice.win_chance), _percent(advice.other_win_chance or 0.0)
    if advice.other is None:
        sentences.append(say("chance_alone", percent=percent))
    elif percent == other_percent:
        sentences.append(say("chance_equal", percent=percent, other=other))
    else:
        sentences.append(say("chance", percent=percent, other_percent=other_percent, other=other))
    named = {name: points for name, points in advice.points.items() if abs(points) >= MIN_POINTS}
    total, sources = round(sum(advice.points.values())), _named(game, language, named, "d")
    sentences.append(say("points" if sources else "points_only", points=total, sources=sources))
    if advice.other is not None:
        sure = {
            name: gain
            for name, gain in advice.gains.items()
            if abs(gain) >= max(MIN_POINTS, MIN_STANDARD_ERRORS * advice.standard_errors[name])
        }
        more = _named(game, language, {name: gain for name, gain in sure.items() if gain > 0}, "+d")
        less = _named(game, language, {name: gain for name, gain in sure.items() if gain < 0}, "+d")
        key = "gains_both" if more and less else "gains" if more else "losses" if less else "gains_none"
        sentences.append(say(key, more=more, less=less))
    return sentences


def _percent(chance: float) -> int:
    """Return a percentage from 1 to 99: nothing is certain before the end."""
    return min(99, max(1, round(100 * chance)))


def _named(game: Game, language: str, points: Sources, form: str) -> str:
    """List the largest sources with their points: "Ships 12, Senate 5"."""
    names = game.texts.find(language, "names", "sources")
    largest = sorted(points, key=lambda name: -abs(points[name]))[:MAX_SOURCES]
    return ", ".join(f"{names[name]} " + f"{round(points[name]):{form}}".replace("-", "−") for name in largest)
