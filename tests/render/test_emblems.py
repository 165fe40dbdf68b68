"""Games very small: the emblem of each, and a miniature of every seat at any moment."""

import random
from xml.etree import ElementTree

import pytest

from tests.support.games import BUILT_IN
from tests.support.pictures import DRAWINGS, references
from ulpia.core.i18n import LANGUAGES
from ulpia.match import new
from ulpia.render import emblem, miniature, say_part

every_game = pytest.mark.parametrize("game", BUILT_IN)


@every_game
def test_an_emblem_is_drawn_from_symbols_there_are(game: str) -> None:
    drawing = emblem(game)
    ElementTree.fromstring(drawing)
    assert references(drawing)
    assert references(drawing) <= set(DRAWINGS)


@every_game
def test_every_seat_has_a_miniature_at_every_moment_of_a_game(game: str) -> None:
    match, dice, seen = new(game, 3, 7, setup="dealt"), random.Random(7), set()
    while match.seat is not None:
        if len(match.actions) % 20 == 0:
            view = match.view()
            for seat in range(3):
                drawing = miniature(view, seat)
                ElementTree.fromstring(drawing)
                assert references(drawing) <= set(DRAWINGS)
                seen.add(drawing)
        match.play(dice.choice(match.options))
    assert len(seen) > 10


@every_game
def test_every_phase_of_a_game_has_a_name(game: str) -> None:
    match, dice = new(game, 2, 3, setup="dealt"), random.Random(3)
    while match.seat is not None:
        match.play(dice.choice(match.options))
    phases = 1 + sum(event.kind in match.game.phase_events for event in match.events())
    assert phases > 1
    for language in LANGUAGES:
        names = {say_part(game, number, language) for number in range(1, phases + 1)}
        assert len(names) == phases
