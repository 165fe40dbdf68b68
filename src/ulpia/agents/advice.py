"""Advice for a person: first a nudge, then the move, then why. It knows what the person's seat knows, and no more."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ulpia.agents.base import UNLIMITED, Budget, Look
from ulpia.agents.errors import WORDS
from ulpia.agents.levels import imperator
from ulpia.agents.search_agents import (
    MOST,
    Greedy,
    Search,
    new_mind,
)
from ulpia.core.actions import Action
from ulpia.core.game import Game

GAMES = 60
"""So many games are imagined to their end after each of the two moves."""
FOR_THE_TREE = 0.5
"""Which part of the time the choice may take; the rest goes to the reasons."""
SO_MANY = 4
"""Sources that are told of; the rest is not worth the words."""
NOTEWORTHY = 0.75
"""Points that are worth mentioning."""
SURE = 2.0
"""So many standard errors make a gain more than chance."""
FEW = 8
"""Of fewer imagined games no standard error is known."""

Sources = dict[str, float]
Final = npt.NDArray[np.float64]
"""For each imagined game, the points the seat makes from now on by source, and behind them whether it wins."""


@dataclass(frozen=True)
class Advice:
    """What to do, and what speaks for it."""

    action: Action
    other: Action | None
    """The next best; none if there is no choice."""
    chance: float
    """About how likely the seat is to win, 0 to 1."""
    other_chance: float | None
    points: Sources
    """What the seat can still expect until the end of the game, by source."""
    gains: Sources
    """How much more that is than with the other, by source; empty without one."""
    doubts: Sources
    """By how much a gain may well be off: its standard error, infinite after too few games to know."""


def advise(look: Look, seed: int = 0, budget: Budget = UNLIMITED) -> Advice:
    """What the strongest level would do, and what can be expected of it. Without time there is still an answer."""
    started, dice = time.perf_counter(), random.Random(seed)
    seconds = None if budget.seconds is None else budget.seconds * FOR_THE_TREE
    asked = look.within(Budget(seconds, budget.walks))
    search = imperator(dice.randrange(MOST))
    order = search.consider(asked)
    assert search.thought
    if search.thought.chance is None and len(order) > 1:  # there was no time to walk
        best = Greedy(dice.randrange(MOST), times=1).choose(asked)
        order = [best, *(option for option in order if option != best)]
    chosen, other = order[0], order[1] if len(order) > 1 else None
    games = GAMES if budget.walks is None else max(1, min(GAMES, budget.walks))
    until = None if budget.seconds is None else started + budget.seconds
    actions = [chosen] if other is None else [chosen, other]
    finals = _foresee(look, actions, dice.randrange(MOST), games, until)
    chances = _chances(search, actions, [float(final[:, -1].mean()) for final in finals])
    names = look.game.source_names
    gain = finals[0][:, :-1] - finals[-1][:, :-1]
    few = np.full(gain.shape[1], np.inf)
    doubt = few if len(gain) < FEW else gain.std(axis=0, ddof=1) / np.sqrt(len(gain))
    return Advice(
        chosen,
        other,
        chances[0],
        chances[1] if other else None,
        dict(zip(names, finals[0][:, :-1].mean(axis=0).tolist())),
        dict(zip(names, gain.mean(axis=0).tolist())) if other else {},
        dict(zip(names, doubt.tolist())) if other else {},
    )


def _chances(search: Search, actions: list[Action], played: list[float]) -> list[float]:
    """Chances to win: games played to the end tell how the seat stands, the tree how much a move makes of it."""
    assert search.mind
    visits = search.mind.visits()
    if not all(visits.get(action.number) for action in actions):
        return played
    walked = [search.mind.chance(action.number) for action in actions]
    shift = (sum(played) - sum(walked)) / len(actions)
    return [min(1.0, max(0.0, chance + shift)) for chance in walked]


def _foresee(look: Look, actions: list[Action], seed: int, games: int, until: float | None) -> list[Final]:
    """Imagine games to their end after each action, the same tables and dice for all: at least one."""
    mind = new_mind(look)
    now = [*look.game.sources(look.seen[0]["table"])[look.seat].values(), 0]
    finals: list[list[Any]] = [[] for _ in actions]
    for at in range(games):
        if at and until is not None and time.perf_counter() > until:
            break
        for action, rows in zip(actions, finals):
            rows.append(mind.foresee(look.seen, action.number, seed + at, 1)[0][look.seat] - now)
    return [np.array(rows) for rows in finals]


# In words


def nudge(game: Game, action: Action, view: Mapping[str, Any], language: str) -> str:
    """Where to look, without naming the move. Every game has its `areas` among its texts."""
    area: str | dict[str, str] = game.texts.find(language, "areas", type(action).__name__)
    if isinstance(area, str):
        return area
    details = {name if value is True else value for name, value in vars(action).items()} | {view["question"]["kind"]}
    return next((text for key, text in area.items() if details & set(key.split(", "))), area.get("otherwise", ""))


def move(game: Game, action: Action, view: dict[str, Any], language: str) -> str:
    """The move as a sentence."""
    effect = game.say_effect(action, view, language)
    words = game.say_action(action, language) + (f" ({effect})" if effect else "")
    return WORDS.say(language, "advice", "move", action=words)


def why(advice: Advice, game: Game, language: str) -> list[str]:
    """What speaks for it: the chance to win, the points to come, and what it has over the next best."""

    def say(key: str, **facts: object) -> str:
        return WORDS.say(language, "advice", key, **facts)

    sentences = []
    other = game.say_action(advice.other, language) if advice.other else ""
    percent, other_percent = _percent(advice.chance), _percent(advice.other_chance or 0.0)
    if advice.other is None:
        sentences.append(say("chance_alone", percent=percent))
    elif percent == other_percent:
        sentences.append(say("chance_equal", percent=percent, other=other))
    else:
        sentences.append(say("chance", percent=percent, other_percent=other_percent, other=other))
    told = {name: points for name, points in advice.points.items() if abs(points) >= NOTEWORTHY}
    total, sources = round(sum(advice.points.values())), _named(game, language, told, "d")
    sentences.append(say("points" if sources else "points_only", points=total, sources=sources))
    if advice.other is not None:
        sure = {
            name: gain
            for name, gain in advice.gains.items()
            if abs(gain) >= max(NOTEWORTHY, SURE * advice.doubts[name])
        }
        more = _named(game, language, {name: gain for name, gain in sure.items() if gain > 0}, "+d")
        less = _named(game, language, {name: gain for name, gain in sure.items() if gain < 0}, "+d")
        key = "gains_both" if more and less else "gains" if more else "losses" if less else "gains_none"
        sentences.append(say(key, more=more, less=less))
    return sentences


def _percent(chance: float) -> int:
    """Nothing is certain before the end."""
    return min(99, max(1, round(100 * chance)))


def _named(game: Game, language: str, points: Sources, form: str) -> str:
    """Sources with their points, the largest first: "Ships 12, Senate 5"."""
    names = game.texts.find(language, "names", "sources")
    largest = sorted(points, key=lambda name: -abs(points[name]))[:SO_MANY]
    return ", ".join(f"{names[name]} " + f"{round(points[name]):{form}}".replace("-", "−") for name in largest)
