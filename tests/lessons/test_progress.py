"""The program that knows only what lessons taught (`tests.lessons.progress`), and what a few games show of it."""

import pytest

from tests.lessons.progress import OPPONENT, Taught, play, points_of, rows
from tests.support.games import BUILT_IN
from ulpia.lessons import lessons_of
from ulpia.registry import find_game

every_game = pytest.mark.parametrize("game", BUILT_IN)


@every_game
def test_lessons_add_to_what_was_taught(game: str) -> None:
    """Nothing that was taught is forgotten; the last lesson is a real game, which teaches by playing."""
    found, lessons = find_game(game), [lesson for lesson in lessons_of(game) if lesson.steps]
    assert Taught.by(found, []) == Taught()
    before = Taught()
    for count in range(1, len(lessons) + 1):
        taught = Taught.by(found, lessons[:count])
        assert taught.actions >= before.actions
        assert taught.wanted >= before.wanted
        assert not taught.wanted & taught.avoided
        before = taught
    assert len(before.actions) > 10


@every_game
@pytest.mark.usefixtures("thinking")
def test_all_lessons_bring_more_points_than_none(game: str) -> None:
    """Deals and agents are fixed, so this is the same on every machine; docs/learning.md has many more deals."""
    everything = Taught.by(find_game(game), lessons_of(game))
    for seat in range(2):
        without, taught = play(game, Taught(), 7, seat), play(game, everything, 7, seat)
        assert points_of("pupil", taught) > points_of("pupil", without)
        assert taught.seating[1 - seat] == OPPONENT


@pytest.mark.usefixtures("thinking")
def test_a_row_says_how_many_kinds_of_actions_were_taught() -> None:
    first = next(rows("trajan", range(7, 9)))
    assert first.startswith("| 0 none: any option | 0 | ")
    assert first.count("|") == 9
