"""Every lesson of every installed game can be solved as shown, and failed for every reason it names."""

import re
from pathlib import Path

import pytest

from ulpia.agents import AGENTS
from ulpia.core.i18n import LANGUAGES
from ulpia.lessons import Lesson, lessons_of, taught_rulings
from ulpia.lessons.proof import prove
from ulpia.registry import find_game, game_names

MOST_WORDS = 25
ROOT = Path(__file__).parents[2]
LESSONS = [pytest.param(lesson, id=f"{game}-{lesson.id}") for game in game_names() for lesson in lessons_of(game)]


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_can_be_solved_and_failed(lesson: Lesson) -> None:
    prove(lesson)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_learner_reads_at_most_25_words_before_each_move(lesson: Lesson, language: str) -> None:
    """The goal is all that is said before a move; tests of the page show that nothing else is."""
    for step in range(max(1, len(lesson.steps))):
        assert 3 <= len(lesson.text(language, step, "goal").split()) <= MOST_WORDS


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_district_of_a_lesson_is_on_the_board(lesson: Lesson) -> None:
    game = find_game(lesson.game)
    assert game.pictures is not None
    from ulpia.lessons import start

    drawn = game.pictures.PICTURES.districts(start(lesson).view(lesson.seat), False)
    for part in (*lesson.steps, *([lesson.real_game] if lesson.real_game else [])):
        assert set(part.districts) <= set(drawn)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_opponents_of_a_real_game_are_installed(lesson: Lesson) -> None:
    assert lesson.real_game is None or lesson.real_game.against in AGENTS


@pytest.mark.parametrize("game", game_names())
def test_every_taught_ruling_exists(game: str) -> None:
    page = ROOT / "docs" / "rulings" / f"{game}.md"
    for ruling, steps in taught_rulings(game).items():
        assert re.search(rf"\*\*{ruling}\*\*", page.read_text(encoding="utf-8")), f"{steps} teach {ruling}"
