"""docs/teaching.md says where each ruling is taught or explained, or why not; it is up to date."""

import pytest
from tools import generate_teaching

from tests.support.games import BUILT_IN
from ulpia.rulebook.explanations import not_taught

LEAST_SHARE = 0.9
every_game = pytest.mark.parametrize("game", BUILT_IN)


def test_the_page_is_up_to_date() -> None:
    """If this fails: python tools/generate_teaching.py."""
    assert generate_teaching.PAGE.read_text(encoding="utf-8") == generate_teaching.page()


@every_game
def test_nine_of_ten_rulings_are_taught_or_explained(game: str) -> None:
    rulings = generate_teaching.rulings(game)
    covered = [ruling for ruling in rulings if generate_teaching.is_covered(game, ruling)]
    assert len(rulings) == 50
    assert len(covered) >= LEAST_SHARE * len(rulings)


def test_ninety_of_the_hundred_rulings_are_taught_or_explained() -> None:
    known = [(game, ruling) for game in BUILT_IN for ruling in generate_teaching.rulings(game)]
    assert len(known) == 100
    assert sum(generate_teaching.is_covered(game, ruling) for game, ruling in known) >= 90


@every_game
def test_every_other_ruling_has_a_reason(game: str) -> None:
    rulings = generate_teaching.rulings(game)
    assert {each for each in rulings if not generate_teaching.is_covered(game, each)} <= set(not_taught(game))
    assert all(len(reason) > 20 for reason in not_taught(game).values())


@every_game
def test_only_rulings_that_exist_are_explained(game: str) -> None:
    assert set(generate_teaching.explained_rulings(game)) <= set(generate_teaching.rulings(game))
