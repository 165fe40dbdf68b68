"""Explanations for learners: complete in both languages, of things that happen in games, and secret to nobody else."""

import random
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import ulpia
from tests.support.games import BUILT_IN
from ulpia import render
from ulpia.core.i18n import LANGUAGES
from ulpia.match import Match
from ulpia.registry import find_game
from ulpia.rulebook.explanations import BadExplanation, Occasion, _explanation, _read, explanations, find_occasions

GAMES_OF_EACH_SEATS = 12
every_game = pytest.mark.parametrize("game", BUILT_IN)
GOOD: dict[str, Any] = {
    "when": {"asked": "turn"},
    "place": "circle",
    "rulings": ["T-10"],
    "en": "You have {final_scoring.hand_card:point}.",
    "de": "Du hast {final_scoring.hand_card:point}.",
}


class Moment(NamedTuple):
    """The viewer and what applied to them, in a match."""

    match: Match
    viewer: int
    occasion: Occasion


def played(game: str) -> Iterator[Match]:
    """Random games with all options of a match, move by move; the same match changes."""
    rules = find_game(game)
    for seats in rules.seat_counts:
        for number in range(GAMES_OF_EACH_SEATS):
            dice = random.Random(number)
            variety = rules.varieties[number % len(rules.varieties)]
            match = ulpia.new(game, seats, seed=100 * seats + number, **variety)
            yield match
            while match.seat is not None:
                match.play(dice.choice(match.options))
                yield match


@cache
def first_moments(game: str) -> dict[str, Moment]:
    """When each explanation applies for the first time."""
    found: dict[str, Moment] = {}
    for match in played(game):
        for viewer in range(match.seats):
            question, options = (match.question, match.options) if match.seat == viewer else (None, ())
            events = match.game.read_events(match.entries[-1].events, viewer)
            for occasion in find_occasions(match.game, viewer, question, options, events):
                if occasion.explanation.id not in found:
                    found[occasion.explanation.id] = Moment(match.copy(), viewer, occasion)
        if len(found) == len(explanations(game)):
            break
    return found


@every_game
def test_every_explanation_applies_in_some_game(game: str) -> None:
    assert [each.id for each in explanations(game) if each.id not in first_moments(game)] == []


@every_game
@pytest.mark.parametrize("form", [render.FULL, render.SMALL])
def test_every_explanation_speaks_of_a_place_in_the_pictures(game: str, form: str) -> None:
    for name, (match, viewer, occasion) in first_moments(game).items():
        view = match.view(viewer)
        pictures = render.districts(view, "en", [f"Seat {seat}" for seat in range(match.seats)], form=form)
        explanation, option = occasion.explanation, occasion.option
        places = (explanation.place,) if explanation.place or option is None else render.places(view, option)
        for place in places:
            assert place in pictures or any(place in picture.ids for picture in pictures.values()), (name, place)


@every_game
def test_explanations_cite_rulings_and_differ_in_their_languages(game: str) -> None:
    for explanation in explanations(game):
        assert explanation.rulings, explanation.id
        assert set(explanation.sentences) == set(LANGUAGES)
        assert len(set(explanation.sentences.values())) == len(LANGUAGES), explanation.id
        for sentence in explanation.sentences.values():
            assert sentence[-1] == ".", explanation.id
            assert "{" not in sentence, explanation.id


def test_conditions_are_details_of_what_is_new() -> None:
    """`>=` compares numbers; `who` says whose event it was; the option that fulfils a condition is the place."""
    game = find_game("trajan")
    unmet = next(each for each in explanations("trajan") if each.id == "unmet")
    assert unmet.fits({"who": "own", "unmet": 2})
    assert not unmet.fits({"who": "other", "unmet": 2})
    many = _explanation(game, "many", GOOD | {"when": {"event": "sowed", "markers": ">=6"}})
    assert many.fits({"markers": 6})
    assert not many.fits({"markers": 5})
    assert not many.fits({})
    wild = _explanation(game, "wild", GOOD | {"when": {"option": "Repeat", "wild": True}})
    assert wild.fits({"action": "forum", "wild": True})
    assert not wild.fits({"action": "forum", "wild": False})


def test_figures_are_filled_in() -> None:
    explanation = _explanation(find_game("trajan"), "figures", GOOD)
    assert explanation.sentences == {"en": "You have 1 point.", "de": "Du hast 1 Punkt."}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"de": ""}, "without de"),
        ({"when": {}}, "without when"),
        ({"rulings": []}, "without rulings"),
        ({"place": ""}, "without place"),
        ({"colour": "red"}, "unknown: colour"),
        ({"when": {"seen": "turn"}}, "none of asked, option, event"),
        ({"when": {"asked": "price"}}, "no asked 'price'"),
        ({"when": {"option": "Fly"}}, "no option 'Fly'"),
        ({"when": {"event": "rained"}}, "no event 'rained'"),
        ({"when": {"option": "Repeat", "wild": "maybe"}}, "no action Repeat fulfils"),
        ({"en": "word " * 31}, "more than 30 words"),
    ],
)
def test_explanations_that_cannot_be_right_are_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadExplanation, match=complaint):
        _explanation(find_game("trajan"), "one", GOOD | change)


def test_only_the_seat_that_decides_is_told_about_its_question() -> None:
    """Without a question and options, only events remain."""
    game = find_game("trajan")
    match = ulpia.new("trajan", 2, seed=1, setup="dealt")
    assert match.seat is not None
    asked = find_occasions(game, match.seat, match.question, match.options, [])
    assert {occasion.explanation.reason for occasion in asked} <= {"asked", "option"}
    assert asked
    assert find_occasions(game, 1 - match.seat, None, (), []) == []


def test_a_game_without_the_file_has_none() -> None:
    """The example game of the documentation, for one, if it is installed."""
    bare = SimpleNamespace(name="bare", package="tests.rulebook")
    assert _read(bare, "explanations") == {}  # type: ignore[arg-type]
