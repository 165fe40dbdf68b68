"""Advice: a nudge that does not tell the move, the move, and reasons that add up."""

import math
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia.agents import Budget, Decision, Random
from ulpia.agents.advice import (
    MIN_GAMES,
    Advice,
    advise,
    gesture,
    move,
    nudge,
    reasons,
    why,
)
from ulpia.agents.reasons import MAX_REASONS, course
from ulpia.core.i18n import LANGUAGES
from ulpia.core.view import Question, View
from ulpia.match import Match
from ulpia.registry import find_game

every_game = pytest.mark.parametrize("name", BUILT_IN)


def some_moment(name: str, decisions: int, seats: int = 3, seed: int = 3) -> Match:
    match, dice = ulpia.new(name, seats, seed, setup="dealt"), Random(seed)
    for _ in range(decisions):
        match.play(dice.choose(Decision(match)))
    return match


def last_decisions(name: str, seeds: range) -> list[Match]:
    """Moments with a choice after which the game is over, whatever is chosen."""
    found = []
    for seed in seeds:
        match, dice = ulpia.new(name, 2, seed, setup="dealt"), Random(seed)
        while match.seat is not None:
            before = match.copy()
            match.play(dice.choose(Decision(match)))
        if len(before.options) > 1 and all(after(before, option).outcome for option in before.options):
            found.append(before)
    return found


def after(match: Match, action: Any) -> Match:
    twin = match.copy()
    twin.play(action)
    return twin


def asked(kind: str) -> View:
    """A view of which only the question matters."""
    return cast(View, SimpleNamespace(question=Question(kind)))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_an_area_whatever_the_question(name: str, language: str) -> None:
    game = find_game(name)
    for action in game.actions:
        for kind in game.texts.find(language, "questions"):
            assert nudge(game, action, asked(kind), language).endswith((".", "?"))
    assert set(game.texts.find(language, "areas")) == {type(action).__name__ for action in game.actions}


@every_game
def test_every_detail_that_areas_differ_by_occurs(name: str) -> None:
    """An area that nothing leads to is a slip of the pen."""
    game = find_game(name)
    kinds = list(game.texts.find("en", "questions"))
    met = {nudge(game, action, asked(kind), "en") for action in game.actions for kind in kinds}
    areas = game.texts.find("en", "areas").values()
    assert met == {text for area in areas for text in ([area] if isinstance(area, str) else area.values())}


@every_game
def test_a_nudge_does_not_tell_the_move(name: str) -> None:
    """Where there are several actions of a kind, no area belongs to one of them alone."""
    game = find_game(name)
    kinds = Counter(type(action) for action in game.actions)
    areas = Counter(nudge(game, action, asked("turn"), "en") for action in game.actions)
    for action in game.actions:
        assert kinds[type(action)] == 1 or areas[nudge(game, action, asked("turn"), "en")] > 1, action


@every_game
def test_moves_of_whole_games_are_said(name: str) -> None:
    match, dice = ulpia.new(name, 3, 11), Random(11)
    game = match.game
    while match.seat is not None:
        action = dice.choose(Decision(match))
        view, events = match.view(match.seat), match.dry_run(action).events
        for language in LANGUAGES:
            assert nudge(game, action, view, language)
            assert game.say_action(action, language) in move(game, action, view, language, events)
        match.play(action)


@every_game
def test_advice_is_legal_and_adds_up(name: str) -> None:
    match = some_moment(name, 20)
    advice = advise(Decision(match), budget=Budget(simulations=200))
    assert advice.action in match.options
    assert advice.other in match.options
    assert advice.other != advice.action
    assert 0 <= advice.win_chance <= 1
    assert advice.other_win_chance is not None
    assert 0 <= advice.other_win_chance <= 1
    for sources in (advice.points, advice.gains, advice.standard_errors):
        assert list(sources) == list(match.game.source_names)
    assert sum(advice.points.values()) > 10  # much of the game is left


@every_game
def test_advice_is_the_same_for_what_looks_the_same(name: str) -> None:
    match = some_moment(name, 30)
    other = match.imagine(match.seat, 77)
    assert other.state.tobytes() != match.state.tobytes()
    budget = Budget(simulations=60)
    assert advise(Decision(match), 4, budget) == advise(Decision(other), 4, budget)


@every_game
def test_without_time_there_is_still_advice(name: str) -> None:
    match = some_moment(name, 12)
    for budget in (Budget(simulations=0), Budget(seconds=0.0)):
        advice = advise(Decision(match), budget=budget)
        assert advice.action in match.options
        assert 0 <= advice.win_chance <= 1
        assert len(why(advice, match.game, "en")) >= 2


@every_game
def test_no_gain_is_named_after_too_few_games(name: str) -> None:
    """One pair of games differs by chance in many sources, and its spread is nothing: that is no knowledge."""
    match, differed = some_moment(name, 12), False
    for games in (1, 2, MIN_GAMES - 1):
        for seed in range(3):
            advice = advise(Decision(match), seed, Budget(simulations=games))
            differed = differed or any(abs(gain) >= 1 for gain in advice.gains.values())
            assert set(advice.standard_errors.values()) == {math.inf}
            assert "no source" in why(advice, match.game, "en")[-1]
    assert differed
    enough = advise(Decision(match), budget=Budget(simulations=MIN_GAMES))
    assert all(map(math.isfinite, enough.standard_errors.values()))
    assert any(enough.standard_errors.values())


@every_game
def test_where_there_is_no_choice_advice_says_so(name: str) -> None:
    match = some_moment(name, 12)
    decision = Decision(match)
    decision.options = decision.options[:1]
    advice = advise(decision)
    assert (advice.action, advice.other, advice.gains) == (match.options[0], None, {})
    assert why(advice, match.game, "en")[0].startswith("There is nothing else to choose.")


@every_game
def test_the_last_decision_is_advised_rightly_and_its_points_foreseen(name: str) -> None:
    """What each option brings is certain here, so the best is known."""
    looked_at = 0
    for match in last_decisions(name, range(60)):
        assert match.seat is not None
        ends = {option: after(match, option) for option in match.options}
        leads = {option: end.points[match.seat] - end.points[1 - match.seat] for option, end in ends.items()}
        if max(leads.values()) - min(leads.values()) < 3:
            continue
        looked_at += 1
        advice = advise(Decision(match), budget=Budget(simulations=400))
        assert leads[advice.action] == max(leads.values())
        end, now = ends[advice.action].sources[match.seat], match.sources[match.seat]
        assert advice.points == {name: end[name] - now[name] for name in now}
        if looked_at == 2:
            break
    assert looked_at


def test_figures_in_words() -> None:
    game = find_game("trajan")
    best, other = game.actions[50], game.actions[51]
    none = dict.fromkeys(game.source_names, 0.0)
    points = none | {"ships": 12.4, "demands": -3.6, "senate": 0.3}
    gains = none | {"ships": 2.6, "senate": 0.6, "demands": -1.2, "sets": 3.0}
    errors = none | {"sets": 2.0}
    english = why(Advice(best, other, 0.624, 0.58, points, gains, errors), game, "en")
    assert "about 62 per cent" in english[0]
    assert "): 58." in english[0]
    assert "about 9 points more, above all: Ships 12, Unmet demands −4." in english[1]
    assert (
        "more points here: Ships +3; and fewer here: Unmet demands −1." in english[2]
    )  # sets may be chance, senate is little
    german = why(Advice(best, other, 0.624, 0.621, points, none, errors), game, "de")
    assert "Siegchance: etwa 62 Prozent, kaum anders" in german[0]
    assert "Schiffe 12, Ungedeckter Bedarf −4" in german[1]
    assert "keine Quelle" in german[2]
    assert "99 per cent" in why(Advice(best, None, 1.0, None, points, {}, {}), game, "en")[0]


@every_game
def test_advice_looks_at_the_whole_turn(name: str) -> None:
    """The turns begin with the two moves, and their actions are possible one after another."""
    match = some_moment(name, 24)
    advice = advise(Decision(match), budget=Budget(simulations=100))
    for first, turn in ((advice.action, advice.turn), (advice.other, advice.other_turn)):
        assert turn[0] == first
        imagined = match.imagine(match.seat, 5)
        for action in turn[: 1 + len(course(Decision(match), turn, 5).actions)]:
            if action not in imagined.options:
                break  # what is drawn differs
            assert imagined.seat == match.seat
            imagined.play(action)


@every_game
def test_reasons_are_the_same_for_what_looks_the_same(name: str) -> None:
    """Nothing hidden is in them: a table with other hidden things gives the same sentences."""
    for decisions in (20, 31, 44):
        match = some_moment(name, decisions)
        other = match.imagine(match.seat, 77)
        advice = advise(Decision(match), 4, Budget(simulations=60))
        for language in LANGUAGES:
            said = reasons(advice, Decision(match), language)
            assert said == reasons(advice, Decision(other), language)
            assert 1 <= len(said) <= MAX_REASONS
            assert len(gesture(advice, Decision(match), language)) <= 1
